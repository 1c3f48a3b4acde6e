"""What the labels promise: how much of the reference others would change, and how disagreement is spread over items."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.annotations import Labels
from accord.reproducibility.disagreement_histogram import DisagreementHistogram, disagreement_histogram
from accord.reproducibility.sampled import counts_of
from accord.reproducibility.sentence import Promise, promise
from accord.results import DataError, UsageError

MOST_CATEGORIES = 20  # as the tables of reproducibility; a vote among more is rarely a reference


@dataclass(frozen=True)
class Promised:
    """The promise, the histogram of disagreement with the reference, and the point of the data on the curve."""

    promise: Promise
    histogram: DisagreementHistogram
    categories: int
    """How many were used."""

    def as_json(self) -> dict[str, object]:
        return {
            **self.promise.as_json(),
            "histogram": {
                "edges": list(self.histogram.edges),
                "shares": list(self.histogram.shares),
                "unanimous": self.histogram.unanimous,
                "near_unanimous": self.histogram.near_unanimous,
            },
        }


def promised(labels: Labels) -> Promised | None:
    """What can be promised of labels that are voted on; None where there is no vote or nothing to compare."""
    if labels.level not in ("nominal", "ordinal") or not 2 <= len(labels.categories) <= MOST_CATEGORIES:
        return None
    first = labels.first_ratings()
    counts = np.repeat(counts_of(first), first.weights, axis=0)
    if not (counts.sum(axis=1) >= 2).any():
        return None
    used = int((counts.sum(axis=0) > 0).sum())
    try:
        made = promise(labels)
    except (DataError, UsageError):
        return None
    if np.isnan(made.forecast.value):
        return None
    return Promised(made, disagreement_histogram(counts), max(used, 2))
