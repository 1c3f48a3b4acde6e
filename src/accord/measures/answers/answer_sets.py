"""What annotators answered to an item, as sets: how alike two sets are, summed over the pairs of each item."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.annotations.answers import Answers
from accord.measures.record import Components, Kernel, Undefined
from accord.results import UsageError
from accord.results.arrays import Floats, Ints

SIMILARITIES = ("jaccard", "dice", "masi", "masi_nltk")
EMPTY = ("same", "leave out")


@dataclass(frozen=True, eq=False)
class AnswerSets:
    """One set for each annotator who was asked about an item; arrays are (sets,), sorted by item."""

    item: Ints
    sizes: Floats
    items: int
    members: Any
    """(sets, vocabulary), a sparse array: 1 for each answer in a set."""

    @property
    def sets_of_item(self) -> Floats:
        """(items,) how many annotators have a set."""
        return np.bincount(self.item, minlength=self.items).astype(np.float64)

    @property
    def pairs_of_item(self) -> Floats:
        """(items,) how many pairs of annotators that makes."""
        number = self.sets_of_item
        return number * (number - 1) / 2

    def within(self) -> tuple[Ints, Ints, Floats]:
        """The pairs of sets of one item that share an answer, and how many they share."""
        from scipy.sparse import csr_array, triu

        table = self.members.tocoo()
        width = max(self.members.shape[1], 1)
        keys = self.item[table.row] * width + table.col  # an answer is the same within its item only
        column = np.unique(keys, return_inverse=True)[1].ravel()
        own = csr_array(
            (np.ones(len(keys)), (table.row, column)), shape=(len(self.item), int(column.max(initial=0)) + 1)
        )
        shared = triu(own @ own.T, k=1).tocoo()
        return shared.row.astype(np.int64), shared.col.astype(np.int64), np.asarray(shared.data, dtype=np.float64)


def answer_sets(data: Answers, empty: str = "same") -> AnswerSets:
    """The sets of everybody who was asked; with empty="leave out" only those who answered."""
    from scipy.sparse import csr_array

    if empty not in EMPTY:
        raise UsageError(f"empty='{empty}' is not known", f"use {' or '.join(map(repr, EMPTY))}")
    if data.counted:
        raise Undefined("only counts of answers are known, and not who gave them")
    where, who = np.nonzero(data.assigned)
    number = np.full(data.assigned.shape, -1, dtype=np.int64)
    number[where, who] = np.arange(len(where))
    rows = number[data.item, data.who]
    members = csr_array((np.ones(len(rows)), (rows, data.codes)), shape=(len(where), len(data.vocabulary)))
    sizes = np.asarray(members.sum(axis=1), dtype=np.float64).ravel()
    if empty == "leave out":
        kept = np.flatnonzero(sizes > 0)
        where, sizes, members = where[kept], sizes[kept], members[kept]
    sets = AnswerSets(where.astype(np.int64), sizes, data.n_items, members)
    if not (sets.sets_of_item > 1).any():
        raise Undefined("no item was answered by two annotators")
    return sets


def similarity(first: Floats, second: Floats, shared: Floats, kind: str) -> Floats:
    """How alike two sets are, from their sizes and the size of their intersection, which is not empty.

    jaccard J = |A ∩ B| / |A ∪ B|; dice 2 |A ∩ B| / (|A| + |B|); masi J · M with M = 1, 2/3, 1/3 for identical, nested
    and overlapping sets (Passonneau 2006); masi_nltk the same with .67 and .33. Disjoint sets have 0.

    >>> [float(similarity(np.array(2.0), np.array(3.0), np.array(2.0), kind).round(4)) for kind in SIMILARITIES]
    [0.6667, 0.8, 0.4444, 0.4467]
    """
    if kind not in SIMILARITIES:
        raise UsageError(f"there is no similarity of sets '{kind}'", f"use one of {', '.join(SIMILARITIES)}")
    if kind == "dice":
        return np.asarray(2 * shared / (first + second))
    jaccard = shared / (first + second - shared)
    if kind == "jaccard":
        return np.asarray(jaccard)
    nested, overlap = (0.67, 0.33) if kind == "masi_nltk" else (2 / 3, 1 / 3)
    monotonic = np.where(shared == np.minimum(first, second), nested, overlap)
    return np.asarray(jaccard * np.where(jaccard == 1, 1.0, monotonic))


def alike_within(sets: AnswerSets, kind: str) -> Floats:
    """(items,) Σ over the pairs of annotators of the similarity of their sets; two empty sets are the same."""
    first, second, shared = sets.within()
    alike = similarity(sets.sizes[first], sets.sizes[second], shared, kind)
    total = np.bincount(sets.item[first], weights=alike, minlength=sets.items)
    silent = np.bincount(sets.item[sets.sizes == 0], minlength=sets.items)
    return np.asarray(total + silent * (silent - 1) / 2, dtype=np.float64)


def mean_over_items(values: Floats) -> Kernel:
    """The mean of the items that have a value (those without are nan)."""
    known = ~np.isnan(values)
    filled = np.where(known, values, 0.0)
    counted = known.astype(np.float64)

    def kernel(weights: Floats) -> Components:
        number = weights @ counted
        total = weights @ filled
        return {"value": np.divide(total, number, out=np.full(len(number), np.nan), where=number > 0), "items": number}

    return kernel
