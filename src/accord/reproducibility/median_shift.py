"""How far the medians of two groups of annotators are apart on a scale: what can be said of many different values.

Where labels are hundreds of different numbers nearly every other median is another number, and the share that changes
says nothing. How far medians move does, and is exact over all groups within the panel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from accord.annotations import Labels
from accord.reproducibility.item_tallies import ItemTallies
from accord.reproducibility.median_vote import disjoint_medians
from accord.results.json_numbers import JsonRecord


@dataclass(frozen=True)
class MedianShift(JsonRecord):
    """The mean distance between the medians of two groups of k annotators who share nobody."""

    value: float
    low: float
    high: float
    """Normal, over the items."""
    k: int
    items: int
    """With 2 k labels or more."""
    lowest: float
    highest: float
    """The labels at the ends of the scale."""
    values: int
    """How many different ones there are."""

    @property
    def text(self) -> str:
        who = "Two single annotators" if self.k == 1 else f"The medians of two groups of {self.k} annotators"
        interval = "" if math.isnan(self.low) else f" [{self.low:.3g}, {self.high:.3g}]"
        return (
            f"{who} are {self.value:.3g}{interval} apart on average, on labels from {self.lowest:g} to "
            f"{self.highest:g}. With {self.values:,} different values nearly any other median is another value, so "
            "that no share of changed labels is given, and no curve; larger groups are not forecast."
        )

    def as_json(self) -> dict[str, object]:
        return {**super().as_json(), "text": self.text}


def median_shift(labels: Labels, k: int | None = None, confidence: float = 0.95) -> MedianShift | None:
    """For groups of three, or of half the labels that an item has where these are fewer than six; None without pairs.

    >>> import accord
    >>> data = accord.labels([[1.5, 2.5], [7.0, 7.0], [3.0, 6.5]], level="interval")
    >>> made = median_shift(data)
    >>> made.k, made.value
    (1, 1.5)
    """
    tallies = ItemTallies.of(labels)
    sizes = tallies.sizes[tallies.inverse]
    paired = np.repeat(sizes, tallies.weights)
    paired = paired[paired >= 2]
    if len(paired) == 0:
        return None
    chosen = k if k is not None else min(3, int(np.median(paired)) // 2)
    items = (sizes >= 2 * chosen) & (tallies.weights > 0)
    enough = tallies.sizes >= 2 * chosen
    across = disjoint_medians(np.where(enough[:, None], tallies.patterns, 0), chosen).apart
    if across is None or not items.any():
        return None
    gaps = np.diff(labels.categories.scores()[tallies.codes[items]], axis=1)
    moved = (across[:, : gaps.shape[1]][tallies.inverse[items]] * gaps).sum(axis=1)
    times = tallies.weights[items].astype(np.float64)
    number = float(times.sum())
    mean = float(np.average(moved, weights=times))
    low = high = math.nan
    if number > 1:
        spread = math.sqrt(float(np.average((moved - mean) ** 2, weights=times)) / (number - 1))
        reach = NormalDist().inv_cdf((1 + confidence) / 2) * spread
        low, high = max(0.0, mean - reach), mean + reach
    scores = labels.categories.scores()[np.unique(labels.codes)]
    return MedianShift(mean, low, high, chosen, int(number), float(scores.min()), float(scores.max()), len(scores))
