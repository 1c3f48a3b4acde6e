"""Coefficients by their definitions: loops over labels, slow and plain, and without a line of accord's own code."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from itertools import combinations, permutations
from typing import TypeVar

Label = TypeVar("Label", bound=Hashable)
Table = Sequence[Sequence[Label | None]]


def krippendorff(rows: Table[Label], distance: Callable[[Label, Label], float]) -> float:
    """α = 1 − D_o / D_e, sums over all pairs of pairable values (Krippendorff 2011)."""
    units = [[label for label in row if label is not None] for row in rows]
    units = [unit for unit in units if len(unit) > 1]
    values = [label for unit in units for label in unit]
    if not values:
        return math.nan
    observed = math.fsum(distance(c, k) / (len(unit) - 1) for unit in units for c, k in permutations(unit, 2))
    expected = math.fsum(distance(c, k) for c, k in permutations(values, 2)) / (len(values) - 1)
    return 1 - observed / expected if expected else math.nan


def ordinal(rows: Table[Label], order: Sequence[Label]) -> Callable[[Label, Label], float]:
    """(Σ_{g=c}^{k} n_g − (n_c + n_k) / 2)², n the pairable values of each rank (Krippendorff 2011, section D)."""
    units = [[label for label in row if label is not None] for row in rows]
    values = [label for unit in units if len(unit) > 1 for label in unit]

    def distance(c: Label, k: Label) -> float:
        low, high = sorted((order.index(c), order.index(k)))
        between = sum(values.count(order[g]) for g in range(low, high + 1))
        return (between - (values.count(c) + values.count(k)) / 2) ** 2

    return distance


def nominal(c: object, k: object) -> float:
    return float(c != k)


def interval(c: float, k: float) -> float:
    return float(c - k) ** 2


def ratio(c: float, k: float) -> float:
    return ((c - k) / (c + k)) ** 2 if c + k else 0.0


def circular(period: float) -> Callable[[float, float], float]:
    return lambda c, k: math.sin(math.pi * (c - k) / period) ** 2


def masi(one: frozenset[str], other: frozenset[str]) -> float:
    """Passonneau (2006): 1 − J·M."""
    if one == other:
        return 0.0
    if not one & other:
        return 1.0
    monotonicity = 2 / 3 if one <= other or other <= one else 1 / 3
    return 1 - len(one & other) / len(one | other) * monotonicity


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    return 1 - len(one & other) / len(one | other) if one | other else 0.0


def observed(rows: Table[Label], distance: Callable[[Label, Label], float]) -> float:
    """The mean over items with two labels or more of the mean distance of their pairs (Gwet 2014, eq. 2.11)."""
    means = []
    for row in rows:
        pairs = list(combinations([label for label in row if label is not None], 2))
        if pairs:
            means.append(math.fsum(distance(c, k) for c, k in pairs) / len(pairs))
    return math.fsum(means) / len(means) if means else math.nan


def one_distribution(rows: Table[Label], distance: Callable[[Label, Label], float]) -> float:
    """Expected disagreement of Fleiss' κ: shares are means over items of the shares of their labels (Gwet 2014)."""
    units = [unit for unit in ([label for label in row if label is not None] for row in rows) if unit]
    used = {label for unit in units for label in unit}
    share = {c: math.fsum(unit.count(c) / len(unit) for unit in units) / len(units) for c in used}
    return math.fsum(share[c] * share[k] * distance(c, k) for c in used for k in used)


def own_distributions(rows: Table[Label], distance: Callable[[Label, Label], float]) -> float:
    """Expected disagreement of Conger's κ: the mean over pairs of annotators, each with the shares of all they said."""
    people = [[label for label in column if label is not None] for column in zip(*rows, strict=True)]
    people = [said for said in people if said]
    pairs = list(combinations(people, 2))
    if not pairs:
        return math.nan
    means = [math.fsum(distance(c, k) for c in one for k in other) / (len(one) * len(other)) for one, other in pairs]
    return math.fsum(means) / len(means)


def corrected(disagreement: float, expected: float) -> float:
    return 1 - disagreement / expected if expected and not math.isnan(disagreement) else math.nan
