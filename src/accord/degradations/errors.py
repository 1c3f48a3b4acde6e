"""What both generators share: where an annotator errs, the labels that come of it, and checks of parameters."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels
from accord.results import UsageError
from accord.results.arrays import Codes, Floats


def successive_draws(weights: Floats, sizes: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.bool_]:
    """(annotators, items) which items each annotator draws: `sizes[a]` of them, one by one, without replacement.

    Each draw is among the items left, with probability proportional to their weights (> 0). The `sizes[a]` largest of
    ln w_j + Gumbel noise have this law (Efraimidis & Spirakis 2006, in the form of keys u^(1/w)). An item's chance of
    being drawn grows with its weight, but is proportional to it for a single draw only.
    """
    keys = np.log(weights) + rng.gumbel(size=(len(sizes), len(weights)))
    order = np.argsort(-keys, axis=1)
    drawn = np.zeros(keys.shape, dtype=bool)
    np.put_along_axis(drawn, order, np.arange(len(weights)) < sizes[:, None], axis=1)
    return drawn


def uniform_other(true: Codes, categories: int, uniform: Floats) -> Codes:
    """For each code one of the other categories, all equally likely; `uniform` holds numbers in [0, 1)."""
    other = np.floor(uniform * (categories - 1)).astype(np.int32)
    return (other + (other >= true)).astype(np.int32)


def check_whole(name: str, value: object, least: int) -> None:
    """A UsageError unless the parameter is a whole number of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise UsageError(f"{name}={value!r} is not a whole number of at least {least}")


def check_number(name: str, value: object, most: float = math.inf) -> None:
    """A UsageError unless the parameter is a finite number from 0 to `most`."""
    if isinstance(value, int | float | np.integer | np.floating) and math.isfinite(value) and 0 <= value <= most:
        return
    allowed = "of at least 0" if most == math.inf else f"from 0 to {most:g}"
    raise UsageError(f"{name}={value!r} is not a number {allowed}")


def neighbouring(labels: Labels, true: Codes, uniform: Floats) -> Codes:
    """The category before or after each code: in the order of the values on scales of numbers, else as declared."""
    categories, size = labels.categories, len(labels.categories)
    by_value = labels.level in ("interval", "ratio", "circular") and categories.values is not None
    order = np.argsort(categories.values) if by_value else np.arange(size)  # type: ignore[arg-type]
    place = np.argsort(order)[true]
    step = np.where(uniform < 0.5, -1, 1)
    if labels.level != "circular":
        step = np.where(place == 0, 1, np.where(place == size - 1, -1, step))
    return order[(place + step) % max(size, 1)].astype(np.int32)
