"""What a forecast does not know of persons and of scales, and how forecasts fared on public data sets.

A forecast takes annotators as drawn anew for each item, and the labels of a scale as if each stood alone. A few persons
may be better, worse or of another school than others, and who disagrees on a scale is mostly one step off. On public
data sets intervals without an allowance for this held less often than they promised, so that they have one:
an error in proportion to v (1 − v), v the forecast.
"""

from __future__ import annotations

import math

import numpy as np

from accord.annotations import Labels
from accord.results.wording import many

OF_PERSONS = 0.5
OF_MEDIANS = 0.1
"""Calibrated on 16 repositories of public data sets, those whose sha256 is even: of the multiples of .1 with which 95 %
intervals hold in 95 % there, those with which forecasts from few persons and of medians do in 92 %, a repository
counting once. On the other 15 repositories intervals hold in 95 % (docs/reproducibility.md)."""
FEW_PERSONS = 10
FAR = 0.1
OFF_BY_FEW, OFF_BY_MORE = (72, 290), (88, 825)
"""How many forecasts on public data sets were off by more than `FAR`, and of how many: from fewer than `FEW_PERSONS`,
and from more, or from persons who are not known (docs/testbed.json)."""
TOO_LOW = 0.044
"""By how much forecasts of medians were too low there, on average."""


def persons_in_effect(labels: Labels) -> float:
    """How many persons the labels come from: 1 / Σ share², nan where they are not known.

    >>> import accord
    >>> persons_in_effect(accord.labels([["a", "a", None], ["a", None, "b"]]))
    2.6666666666666665
    """
    if labels.annotators is None or labels.who is None or len(labels.who) == 0:
        return math.nan
    ratings = np.bincount(labels.who, weights=np.repeat(labels.weights, labels.sizes)).astype(np.float64)
    return float(ratings.sum() ** 2 / (ratings @ ratings))


def of_persons(value: float, k: int, persons: float, per_item: int) -> float:
    """The variance of a forecast for k others that is due to persons: those who gave the labels, and those to come.

    Were they as many for each label as now, k others would be persons × k / per_item.
    """
    if math.isnan(persons):
        return 0.0
    return (OF_PERSONS * value * (1 - value)) ** 2 * (1 + per_item / k) / persons


def of_medians(value: float) -> float:
    """The variance by which a forecast of medians may be too low."""
    return (OF_MEDIANS * value * (1 - value)) ** 2


def caution(persons: float, reference: str) -> str:
    """What to know of forecasts of this kind, in sentences; empty where there is nothing."""
    notes = []
    if persons < FEW_PERSONS:
        (few, of_few), (more, of_more) = OFF_BY_FEW, OFF_BY_MORE
        notes.append(
            f"The labels are in effect by {many(round(persons), 'person', 'people')}: on public data sets, forecasts "
            f"from fewer than {FEW_PERSONS} were off by more than {100 * FAR:.0f} points in {few / of_few:.0%} of "
            f"{of_few} trials (from more in {more / of_more:.0%})."
        )
    if reference == "median":
        notes.append(f"Medians changed more often there than was forecast, by {100 * TOO_LOW:.0f} points on average.")
    return " ".join(notes).replace("%", " %")
