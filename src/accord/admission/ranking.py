"""Several models: their order, and which differences are none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from accord.results.arrays import Floats
from accord.statistics.bootstrap import percentile_interval
from accord.statistics.multiple_comparisons import holm

LEVEL = 0.05


@dataclass(frozen=True)
class ModelDifference:
    """ρ of one model minus that of another, on the same drawn items."""

    first: str
    second: str
    difference: float
    low: float
    high: float
    p: float
    """Two-sided, corrected over all pairs of models (Holm)."""

    @property
    def is_none(self) -> bool:
        """Whether it may be chance alone."""
        return not self.p < LEVEL


def ranked(rho: Mapping[str, float]) -> tuple[str, ...]:
    """The names from the largest ρ down, undefined ones last."""
    return tuple(sorted(rho, key=lambda name: (-rho[name] if rho[name] == rho[name] else np.inf, name)))


def differences(
    rho: Mapping[str, float], replicates: Mapping[str, Floats], confidence: float
) -> tuple[ModelDifference, ...]:
    """Every two models, the better first."""
    pairs = list(combinations([name for name in ranked(rho) if rho[name] == rho[name]], 2))
    gaps = [replicates[one] - replicates[other] for one, other in pairs]
    p = holm(np.array([_two_sided(gap) for gap in gaps])) if pairs else np.zeros(0)
    return tuple(
        ModelDifference(one, other, rho[one] - rho[other], *percentile_interval(gap, confidence), float(value))
        for (one, other), gap, value in zip(pairs, gaps, p, strict=True)
    )


def _two_sided(gap: Floats) -> float:
    """Twice the smaller share of replicates on one side of 0, each side with one more than there are."""
    known = gap[~np.isnan(gap)]
    if not len(known):
        return np.nan
    return float(min(1.0, 2 * (min((known <= 0).sum(), (known >= 0).sum()) + 1) / (len(known) + 1)))
