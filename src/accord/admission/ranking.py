"""Several models: their order, and which differences are none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from accord.results.arrays import Floats
from accord.statistics.bootstrap import percentile_interval
from accord.statistics.multiple_comparisons import holm
from accord.statistics.p_values import two_sided_t

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
    """Two-sided t test on the standard error of drawn items, corrected over all pairs of models (Holm)."""

    @property
    def is_none(self) -> bool:
        """Whether it may be chance alone."""
        return not self.p < LEVEL


def ranked(rho: Mapping[str, float]) -> tuple[str, ...]:
    """The names from the largest ρ down, undefined ones last."""
    return tuple(sorted(rho, key=lambda name: (-rho[name] if rho[name] == rho[name] else np.inf, name)))


def differences(
    rho: Mapping[str, float], replicates: Mapping[str, Floats], units: Mapping[str, int], confidence: float
) -> tuple[ModelDifference, ...]:
    """Every two models, the better first; `units` are the items, or clusters, of each."""
    pairs = list(combinations([name for name in ranked(rho) if rho[name] == rho[name]], 2))
    gaps = [replicates[better] - replicates[worse] for better, worse in pairs]
    raw = [
        _two_sided(rho[better] - rho[worse], gap, min(units[better], units[worse]))
        for (better, worse), gap in zip(pairs, gaps, strict=True)
    ]
    p = holm(np.array(raw)) if pairs else np.zeros(0)
    return tuple(
        ModelDifference(better, worse, rho[better] - rho[worse], *percentile_interval(gap, confidence), float(value))
        for (better, worse), gap, value in zip(pairs, gaps, p, strict=True)
    )


def _two_sided(difference: float, drawn: Floats, units: int) -> float:
    """p of no difference. Shares of replicates would be no smaller than one over their number, which Holm multiplies
    by that of the pairs: eight models would never be told apart."""
    known = drawn[~np.isnan(drawn)]
    if len(known) < 2 or units < 2:
        return np.nan
    error = float(known.std(ddof=1))
    if error == 0:
        return float(difference == 0)
    return float(two_sided_t(np.array(difference / error), np.array(units - 1)))
