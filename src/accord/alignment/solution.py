"""An alignment of one continuum as arrays, made of the sets of units that are aligned."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np

from accord.alignment.dissimilarities import Dissimilarity
from accord.alignment.unit_sets import last_units, set_sizes
from accord.annotations.spans import Continuum
from accord.results.arrays import Floats, Places

PROOF = 1e-9  # relative difference of value and bound below which nothing better exists


class Bounded:
    """A value that no alignment has less than `bound` of."""

    value: float
    bound: float

    @property
    def optimal(self) -> bool:
        return bool(self.value - self.bound <= PROOF * max(1.0, abs(self.value)))

    @property
    def gap(self) -> float:
        """How far the value may be above the best one; 0 when it is proven to be the best."""
        return 0.0 if self.optimal else self.value - self.bound


@dataclass(frozen=True, eq=False)
class Solution(Bounded):
    """An alignment of one continuum: `members[starts[i]:starts[i + 1]]` are the units of the i-th unitary alignment.

    `value` is the disorder (the sum of the disorders over the mean number of units) or the entropy (their mean); nan
    where there is nothing to align: `undefined` then says why. No alignment has a value below `bound`. A greedy
    alignment has `ended` unless its budget was spent before.
    """

    n_annotators: int
    members: Places
    starts: Places
    disorders: Floats
    value: float
    bound: float
    undefined: str | None = None
    ended: bool = True

    def __len__(self) -> int:
        return len(self.disorders)


STOPPED = "stopped before it was aligned"


def unaligned(n_annotators: int, why: str) -> Solution:
    """The solution where there is nothing to align, or no time to do it."""
    nothing = np.zeros(0, dtype=np.int64)
    return Solution(n_annotators, nothing, np.zeros(1, dtype=np.int64), np.zeros(0), np.nan, np.nan, why)


def solution_of(
    continuum: Continuum, dissimilarity: Dissimilarity, sets: Places, objective: str, bound: float
) -> Solution:
    """The alignment made of these sets and of every other unit alone, its value computed anew from the units."""
    n, units = continuum.n_annotators, len(continuum)
    rows = with_singletons(sets, continuum)
    disorders = unitary_disorders(continuum, dissimilarity, rows)
    value = float(disorders.sum()) * n / units if objective == "disorder" else float(disorders.mean())
    starts = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(set_sizes(rows))))
    return Solution(n, rows[rows >= 0], starts, disorders, value, max(0.0, min(bound, value)))


def with_singletons(sets: Places, continuum: Continuum, document: Places | None = None) -> Places:
    """The sets and the units in none of them, by the start of their first unit; by document where there are several."""
    alone = np.ones(len(continuum) + 1, dtype=bool)
    alone[sets] = False
    units = alone[:-1].nonzero()[0]
    singles = np.full((len(units), continuum.n_annotators), -1)
    singles[np.arange(len(units)), continuum.who[units]] = units
    rows = np.concatenate((sets, singles))
    keys = (*rows.T[::-1], reduce(np.minimum, np.concatenate((continuum.starts, (np.inf,)))[rows.T]))
    return rows[np.lexsort(keys if document is None else (*keys, document[last_units(rows)]))]


def unitary_disorders(continuum: Continuum, dissimilarity: Dissimilarity, rows: Places) -> Floats:
    """(rows,) the mean dissimilarity over the pairs of annotators, Δ∅ for any pair with an empty unit.

    Mathet & Widlöcher 2011, eq. 5.
    """
    everyone = np.arange(rows.shape[1])
    first, second = (everyone[:, None] < everyone).nonzero()
    left, right = rows[:, first], rows[:, second]
    present = (left >= 0) & (right >= 0)
    values = np.full(left.shape, dissimilarity.delta_empty)
    values[present] = dissimilarity.between(continuum, left[present], right[present])
    return np.asarray(values.sum(axis=1) / len(first))
