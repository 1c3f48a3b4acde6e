"""What a measure does under a degradation, in a few numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.results.arrays import Floats
from accord.results.json_numbers import json_number, json_record

SURE = 3.0  # standard errors by which a rise must exceed chance
_IN_JSON = (
    "measure", "degradation", "monotone", "blind", "falls_until", "lowest", "highest", "range", "at_full",
    "sensitivity", "milliseconds",
)  # fmt: skip
BLIND = 0.01  # the range of a value that a degradation leaves where it is
START = 0.2  # the magnitudes over which the first slope is taken


@dataclass(frozen=True)
class Score:
    """One measure under one degradation."""

    measure: str
    degradation: str
    falls_until: float
    """The magnitude from which the mean value rises again beyond chance; 1 for a curve that never does, nan where the
    measure is undefined throughout."""
    lowest: float
    highest: float
    at_full: float
    """The mean value at the largest magnitude; nan where it is undefined."""
    sensitivity: float
    """How much of the value a small degradation costs: the fall per magnitude over the first fifth."""
    milliseconds: float
    """What one value costs."""

    @property
    def blind(self) -> bool:
        """Whether the value stays what it is, however much is degraded."""
        return self.range < BLIND

    @property
    def monotone(self) -> bool:
        """Whether the value falls all the way; one that stays where it is does not."""
        return self.falls_until >= 1 and not self.blind

    @property
    def course(self) -> str:
        """In a word: yes (monotone), until .45, blind, or undefined.

        >>> Score("kappa", "flip", 1.0, 0.7, 0.7, 0.7, 0.0, 0.1).course
        'blind'
        """
        if self.falls_until != self.falls_until:
            return "undefined"
        return "blind" if self.blind else "yes" if self.monotone else f"until {self.falls_until:g}"

    @property
    def range(self) -> float:
        return self.highest - self.lowest

    def as_json(self) -> dict[str, object]:
        known = {**json_record(self), "monotone": self.monotone, "blind": self.blind, "range": json_number(self.range)}
        return {name: known[name] for name in _IN_JSON}


def score(
    measure: str, degradation: str, magnitudes: Floats, values: Floats, milliseconds: float, *, rising: bool = False
) -> Score:
    """The score of `values` (repeats, magnitudes); `rising` for measures where more is worse, such as error rates."""
    known = ~np.isnan(values).all(axis=0)
    means = np.full(len(magnitudes), np.nan)
    if known.any():
        means[known] = np.nanmean(values[:, known], axis=0)
    defined = means[known]
    return Score(
        measure,
        degradation,
        _falls_until(magnitudes[known], -values[:, known] if rising else values[:, known]),
        float(defined.min()) if len(defined) else float("nan"),
        float(defined.max()) if len(defined) else float("nan"),
        float(means[-1]),
        _slope(magnitudes[known], defined if not rising else -defined),
        milliseconds,
    )


def _falls_until(magnitudes: Floats, values: Floats) -> float:
    """Where the mean is least before it rises for sure: the paired difference exceeds its error by `SURE` times.

    Repetitions share no draws, but within one the degradations are nested, so that differences are taken within each.
    """
    if values.shape[1] == 0:
        return float("nan")
    means = np.nanmean(values, axis=0)
    least = 0
    for place in range(1, len(means)):
        if means[place] <= means[least]:
            least = place
            continue
        gaps = values[:, place] - values[:, least]
        gaps = gaps[~np.isnan(gaps)]
        error = float(gaps.std(ddof=1) / np.sqrt(len(gaps))) if len(gaps) > 1 else 0.0
        if len(gaps) and gaps.mean() > SURE * error + 1e-9:  # beyond rounding, where all repetitions are alike
            return float(magnitudes[least])
    return 1.0


def _slope(magnitudes: Floats, means: Floats) -> float:
    """The fall per magnitude from 0 on, by least squares through the first value."""
    chosen = (magnitudes > 0) & (magnitudes <= START + 1e-9)
    if not chosen.any() and len(magnitudes) > 1:
        chosen = np.arange(len(magnitudes)) == 1
    steps, falls = magnitudes[chosen] - magnitudes[:1], means[:1] - means[chosen]
    return float((steps * falls).sum() / (steps**2).sum()) if chosen.any() else float("nan")
