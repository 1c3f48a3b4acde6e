"""Distances between categories: the levels of Krippendorff's α, weights of κ, and set distances."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Categories
from accord.annotations.labels import check_level
from accord.measures.record import Undefined
from accord.results import DataError, UsageError
from accord.results.arrays import Floats, Ints

WEIGHTS = ("linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar")
Numbers = Floats | Ints
SET_DISTANCES = ("masi_passonneau", "masi_nltk", "masi_dkpro", "jaccard")
LARGEST_MATRIX = 5_000  # categories for which a square matrix of distances is made


@dataclass(frozen=True)
class SameCategory:
    """0 for the same category, 1 for any other."""


@dataclass(frozen=True)
class Ranked:
    """The squared difference of the categories' mid-ranks in the data: Krippendorff's ordinal metric (2011, eq. 7)."""


@dataclass(frozen=True, eq=False)
class Embedded:
    """The squared Euclidean distance of points (categories, dimensions): interval and circular levels."""

    points: Floats


@dataclass(frozen=True, eq=False)
class Matrix:
    """Any distances (categories, categories), symmetric with a zero diagonal."""

    values: Floats


@dataclass(frozen=True, eq=False)
class LowRank:
    """Distances 1 − factors @ core @ factors.T for many categories, with the exact distance of two codes beside it."""

    factors: Floats
    core: Floats
    exact: Callable[[NDArray[np.int32], NDArray[np.int32]], Floats]


Distance = SameCategory | Ranked | Embedded | Matrix | LowRank


def of_level(categories: Categories, level: str, period: float | None = None) -> Distance:
    """The distance of a level of measurement; a DataError when the categories do not allow it."""
    check_level(categories, level)
    if level == "nominal":
        return SameCategory()
    if level == "ordinal":
        return Ranked()
    if level == "sets":
        return Matrix(set_distances(categories, "masi_passonneau"))
    values = categories.values if categories.values is not None else np.zeros(0)
    if level == "interval":
        return Embedded(values[:, None])
    if level == "circular":
        return Embedded(circle(values, period))
    if len(values) <= LARGEST_MATRIX:
        return Matrix(ratio_distance(values[:, None], values[None, :]))
    return _low_rank_ratio(values)


def scaled(points: Floats) -> tuple[Floats, int]:
    """Points divided by a power of two that leaves the largest coordinate between ½ and 1, and its exponent: exact, and
    their squares neither overflow nor vanish.

    >>> scaled(np.array([3e200, -1e200]))[0].round(3).tolist()
    [0.98, -0.327]
    """
    exponent = int(np.frexp(np.abs(points).max(initial=0.0))[1])
    return np.ldexp(points, -exponent), exponent


def in_units(squares: Floats, exponent: int) -> Floats:
    """Squares of scaled points in the units that these had before; nan for what a float cannot hold."""
    with np.errstate(over="ignore", under="ignore"):
        made = np.ldexp(squares, 2 * exponent)
    return np.where(np.isfinite(made) & ((made != 0) | (squares == 0)), made, np.nan)


def circle(values: Floats, period: float | None) -> Floats:
    """Points on a circle of diameter 1 whose squared distance is sin²(π (c − k) / period) (Krippendorff 2013)."""
    if len(values) == 0:
        return np.zeros((0, 2))
    around = period if period is not None else float(values.max() - values.min()) + 1
    if not around > 0:
        raise UsageError(f"a circular scale needs a positive period, not {period!r}")
    angle = 2 * np.pi * values / around
    return np.stack([np.cos(angle), np.sin(angle)], axis=1) / 2


def ratio_distance(first: Floats, second: Floats) -> Floats:
    """((c − k) / (c + k))², 0 for two zeros."""
    top, bottom = first / 2 - second / 2, first / 2 + second / 2  # halves, whose sum does not overflow
    return np.square(np.divide(top, bottom, out=np.zeros(np.broadcast(first, second).shape), where=bottom != 0))


def _low_rank_ratio(values: Floats) -> Distance:
    """The ratio metric as a product of thin matrices, to machine precision.

    1 − ((c − k) / (c + k))² = sech²((ln c − ln k) / 2) is analytic in ln c and ln k, so that interpolation at Chebyshev
    nodes converges geometrically; nodes grow with the range of the logarithms. Zero is at distance 1 of all others.
    """
    positive = values > 0
    logs = np.log(values[positive])
    low, high = float(logs.min()), float(logs.max())
    nodes = int(40 + 24 * (high - low))
    if nodes > 4_000:
        raise UsageError(
            "the labels span too wide a range for a ratio scale", "use level='interval' on their logarithms"
        )
    places = np.cos(np.pi * (np.arange(nodes) + 0.5) / nodes)
    at = low + (places + 1) / 2 * (high - low)
    core = 1 / np.square(np.cosh((at[:, None] - at[None, :]) / 2))
    x = 2 * (logs - low) / (high - low) - 1
    weights = np.where(np.arange(nodes) % 2 == 0, 1.0, -1.0) * np.sin(np.pi * (np.arange(nodes) + 0.5) / nodes)
    gaps = x[:, None] - places[None, :]
    hit = gaps == 0
    terms = weights / np.where(hit, 1.0, gaps)
    basis = terms / terms.sum(axis=1, keepdims=True)
    exact_rows = hit.any(axis=1)
    basis[exact_rows] = hit[exact_rows]
    factors = np.zeros((len(values), nodes + 1))
    factors[np.flatnonzero(positive), :nodes] = basis
    factors[~positive, nodes] = 1.0
    full = np.zeros((nodes + 1, nodes + 1))
    full[:nodes, :nodes] = core
    full[nodes, nodes] = 1.0
    return LowRank(factors, full, lambda first, second: ratio_distance(values[first], values[second]))


def set_distances(categories: Categories, variant: str) -> Floats:
    """(categories, categories) distances of label sets."""
    assert_few(categories)
    members = categories.members()
    names = sorted(set().union(*members)) if members else []
    place = {name: position for position, name in enumerate(names)}
    belongs = np.zeros((len(members), len(names)))
    for row, label_set in enumerate(members):
        belongs[row, [place[name] for name in label_set]] = 1
    size = belongs.sum(axis=1)
    return distances_of_sets(size[:, None], size[None, :], belongs @ belongs.T, variant)


def distances_of_sets(sizes: Numbers, others: Numbers, shared: Numbers, variant: str) -> Floats:
    """From the sizes of two sets and of their intersection. J = |A ∩ B| / |A ∪ B|; two empty sets are the same.

    jaccard 1 − J; masi_passonneau 1 − J·M with M = 1, 2/3, 1/3, 0 for identical, nested, overlapping, disjoint sets
    (Passonneau 2006); masi_nltk the same with .67 and .33, as older nltk had it; masi_dkpro (1 − J)·(1 − M).

    >>> distances_of_sets(np.array([2]), np.array([3]), np.array([2]), "masi_passonneau").round(4).tolist()
    [0.5556]
    """
    union = sizes + others - shared
    jaccard = np.divide(shared, union, out=np.ones(union.shape), where=union > 0)
    if variant == "jaccard":
        return np.asarray(1 - jaccard)
    nested, overlap = (0.67, 0.33) if variant == "masi_nltk" else (2 / 3, 1 / 3)
    monotonic = np.where(shared == np.minimum(sizes, others), nested, np.where(shared == 0, 0.0, overlap))
    monotonic[union == shared] = 1.0
    return np.asarray((1 - jaccard) * (1 - monotonic) if variant == "masi_dkpro" else 1 - jaccard * monotonic)


def named(categories: Categories, name: str) -> Distance:
    """A distance by name: a set distance, or the disagreement of a weight of κ."""
    if name in SET_DISTANCES:
        if not categories.sets:
            raise UsageError(f"distance '{name}' compares label sets, and these labels are single", "use level=")
        return Matrix(set_distances(categories, name))
    if name in WEIGHTS:
        return Matrix(weighted(categories, name))
    if name == "nominal":
        return SameCategory()
    known = ", ".join((*SET_DISTANCES, *WEIGHTS))
    raise UsageError(f"there is no distance '{name}'", f"use one of {known}, a matrix, or in Python a function")


def given(categories: Categories, distance: object) -> Distance:
    """A distance as a user gives it: a name, a matrix, or a function of two labels."""
    if isinstance(distance, str):
        return named(categories, distance)
    if callable(distance):
        return Matrix(checked(categories, _tabulated(categories, distance)))
    return Matrix(checked(categories, distance))


def assert_few(categories: Categories) -> None:
    """Undefined where a square matrix of the categories would not fit; many numbers are no categories."""
    if len(categories) > LARGEST_MATRIX:
        raise Undefined(
            f"it compares each category with each, and {len(categories):,} are too many (at most {LARGEST_MATRIX:,}): "
            "for numbers use alpha(level='interval')"
        )


def weighted(categories: Categories, weights: object) -> Floats:
    """Disagreement weights (categories, categories), largest 1 for the named ones (Gwet 2014, section 3.5)."""
    assert_few(categories)
    if weights is None:
        return 1 - np.eye(len(categories))
    if not isinstance(weights, str):
        return checked(categories, weights)
    x = categories.scores()
    if len(x) > 2:
        check_level(categories, "ordinal")  # two categories have one distance, whatever their order
    if weights == "ratio" and categories.values is not None:
        check_level(categories, "ratio")
    if len(x) < 2:
        return np.zeros((len(x), len(x)))
    raw = _raw_weights(x, weights)
    return np.asarray(raw / raw.max()) if raw.max() > 0 else raw


def _raw_weights(x: Floats, weights: str) -> Floats:
    """Disagreement weights in any unit: all but the circular ones are the same for labels in another unit."""
    if weights == "ratio":
        return ratio_distance(x[:, None], x[None, :])
    if weights == "circular":
        gap = np.abs(x[:, None] - x[None, :])
        return np.asarray(np.sin(np.pi * gap / (x.max() - x.min() + 1)) ** 2)
    if weights == "ordinal":
        steps = np.abs(np.subtract.outer(np.arange(len(x)), np.arange(len(x))))
        return np.asarray(steps * (steps + 1) / 2)
    x, _ = scaled(x)
    x, _ = scaled(x - x.min())
    gap, total = np.abs(x[:, None] - x[None, :]), x[:, None] + x[None, :]
    if weights == "linear":
        return gap
    if weights == "quadratic":
        return np.asarray(np.square(gap))
    if weights == "radical":
        return np.sqrt(gap)
    if weights == "bipolar":
        bottom = total * (2 * x.max() - total)
        return np.asarray(np.divide(gap**2, bottom, out=np.zeros_like(gap), where=gap > 0))
    raise UsageError(f"there are no weights '{weights}'", f"use one of {', '.join(WEIGHTS)}, or a matrix")


def checked(categories: Categories, matrix: object) -> Floats:
    """A user's matrix as disagreements: zero diagonal; agreement weights (largest on the diagonal) are turned round."""
    size = len(categories)
    try:
        values = np.asarray(matrix, dtype=np.float64)
    except (TypeError, ValueError):
        raise DataError("ACC014", "a matrix of distances holds something that is not a number") from None
    if values.shape != (size, size):
        shape = " × ".join(map(str, values.shape)) or "a single number"
        raise DataError(
            "ACC014", f"the matrix is {shape} and there are {size} categories ({', '.join(categories.texts[:6])})"
        )
    if not np.isfinite(values).all() or (values < 0).any():
        raise DataError("ACC014", "a matrix of distances holds finite numbers of at least 0")
    if not np.allclose(values, values.T, rtol=1e-12, atol=0):
        row, column = np.argwhere(~np.isclose(values, values.T, rtol=1e-12, atol=0))[0]
        first, second = categories.texts[row], categories.texts[column]
        raise DataError(
            "ACC014", f"the matrix is not symmetric: '{first}' to '{second}' differs from '{second}' to '{first}'"
        )
    diagonal = np.diag(values)
    if (diagonal == 0).all():
        return values
    if (diagonal == values.max()).all():
        return np.asarray(values.max() - values)
    raise DataError("ACC014", "the diagonal of a matrix is 0 (distances) or its largest value (agreement weights)")


def _tabulated(categories: Categories, function: Callable[..., Any]) -> Floats:
    objects: list[object]
    if categories.sets:
        objects = list(categories.members())
    elif categories.values is not None:
        objects = categories.values.tolist()
    else:
        objects = list(categories.texts)
    return np.array([[float(function(value, other)) for other in objects] for value in objects]).reshape(
        len(objects), len(objects)
    )
