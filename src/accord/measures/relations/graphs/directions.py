"""Two recalls, one in each direction, made one number."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from accord.measures.relations.graphs.agreement import Finish
from accord.results import UsageError
from accord.results.arrays import Floats

MEANS = ("arithmetic", "harmonic", "min")


def value_of_nothing(empty: float | None) -> float:
    """The value of two annotations without anything to compare: a number from 0 to 1, or none at all."""
    if empty is None or empty != empty:
        return float("nan")
    if isinstance(empty, bool) or not isinstance(empty, int | float | np.number) or not 0 <= empty <= 1:
        raise UsageError(f"empty={empty!r} is not a value of two empty annotations", "use 1, 0 or None (undefined)")
    return float(empty)


def averaged(empty: float | None, mean: str = "arithmetic") -> Finish:
    """A finish for the sums (shared by A, all of A, shared by B, all of B): the mean of the two recalls.

    Where both have nothing the value is `empty` (1, 0 or nan); where one has nothing its recall is 0.
    """
    if mean not in MEANS:
        raise UsageError(f"there is no mean '{mean}'", f"use one of {', '.join(MEANS)}")
    nothing = value_of_nothing(empty)

    def finish(sums: Floats) -> Mapping[str, Floats]:
        first = recall(sums[..., 0], sums[..., 1])
        second = recall(sums[..., 2], sums[..., 3])
        if mean == "arithmetic":
            value = (first + second) / 2
        elif mean == "min":
            value = np.minimum(first, second)
        else:
            both = first + second
            value = np.divide(2 * first * second, both, out=np.zeros_like(both), where=both > 0)
        return {"value": np.where((sums[..., 1] == 0) & (sums[..., 3] == 0), nothing, value)}

    return finish


def f_score(empty: float | None) -> Finish:
    """A finish for the sums (found of the key, key, right in the response, response): recall, precision and F1."""
    nothing = value_of_nothing(empty)

    def finish(sums: Floats) -> Mapping[str, Floats]:
        recalled, precise = recall(sums[..., 0], sums[..., 1]), recall(sums[..., 2], sums[..., 3])
        value = np.where((sums[..., 1] == 0) & (sums[..., 3] == 0), nothing, harmonic(recalled, precise))
        return {"value": value, "recall": recalled, "precision": precise}

    return finish


def recall(shared: Floats, all_of: Floats) -> Floats:
    """shared / all, 0 where there is nothing."""
    return np.divide(shared, all_of, out=np.zeros(np.shape(all_of)), where=all_of > 0)


def harmonic(first: Floats, second: Floats) -> Floats:
    both = first + second
    return np.divide(2 * first * second, both, out=np.zeros(np.shape(both)), where=both > 0)
