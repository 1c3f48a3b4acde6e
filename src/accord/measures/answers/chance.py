"""How alike any two sets of answers are, over all pairs of sets and without looking at pairs.

The similarity of two sets depends on their sizes s and t and on how many answers k they share. With N_s(S) the number
of sets of size s that contain the answers S, Σ over S of size j of N_s(S) N_t(S) = Σ over pairs of C(k, j), because a
pair that shares k answers contains C(k, j) such S. Turned round (inclusion–exclusion), the pairs that share exactly k
are Σ_j (−1)^(j−k) C(j, k) of these sums: the cost grows with the number of answers, not with that of pairs.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from accord.annotations.sparse import distinct_pairs
from accord.measures.answers.answer_sets import AnswerSets, similarity
from accord.measures.record import Undefined
from accord.results.arrays import Bools, Floats, Ints

MOST_PARTS = 30_000_000  # parts of sets that are looked at: 2^s − 1 of a set of s answers
CELLS = 8_000_000  # of a parts × replicates block held at once


class AnyTwo:
    """Σ over all ordered pairs of sets of their similarity, each set with itself too, for weighted items."""

    def __init__(self, sets: AnswerSets, kept: Bools, kind: str) -> None:
        """`kept` says which sets count."""
        part, size, item, self._sizes = _parts(sets, kept)
        pairs_of, row = distinct_pairs(part, size)
        rows = pairs_of.T
        pairs = np.unique(part * max(sets.items, 1) + item) // max(sets.items, 1)
        number = np.bincount(pairs, minlength=int(part.max(initial=-1)) + 1)
        shared = np.asarray(number[part] > 1)
        self._alone = _within_an_item(part, size, item, ~shared, sets, kind, self._sizes)
        chosen = np.flatnonzero(np.isin(rows[0], np.unique(part[shared])))
        self._table, self._factors = self._shared(rows, row, item, chosen, shared, sets.items, kind)
        self._silent = np.bincount(sets.item[kept & (sets.sizes == 0)], minlength=sets.items).astype(np.float64)

    def _shared(
        self,
        rows: Ints,
        row: Ints,
        item: Ints,
        chosen: Ints,
        shared: Bools,
        items: int,
        kind: str,
    ) -> tuple[Any, Any]:
        """(rows, items) how many sets of a size contain a part, and (rows, rows) what two such numbers count for."""
        from scipy.sparse import csr_array

        place = np.full(rows.shape[1], -1, dtype=np.int64)
        place[chosen] = np.arange(len(chosen))
        here = place[row[shared]]
        table = csr_array((np.ones(len(here)), (here, item[shared])), shape=(len(chosen), items))
        part, size = rows[0][chosen], rows[1][chosen]
        left, right = _same(part)
        values = _factor(self._sizes[part[left]], size[left], size[right], kind)
        return table, csr_array((values, (left, right)), shape=(len(chosen), len(chosen)))

    def __call__(self, weights: Floats) -> Floats:
        """(replicates,) for weights (replicates, items)."""
        sums = weights**2 @ self._alone + (weights @ self._silent) ** 2
        block = max(1, CELLS // max(self._table.shape[0], 1))
        for start in range(0, len(weights), block):
            used = np.asarray(self._table @ weights[start : start + block].T)
            sums[start : start + block] += np.einsum("rb,rb->b", np.asarray(self._factors @ used), used)
        return np.asarray(sums, dtype=np.float64)


def _parts(sets: AnswerSets, kept: Bools) -> tuple[Ints, Ints, Ints, Ints]:
    """Every part of every set: its number, the size of the set, the item; and the size of each part by its number."""
    sizes = sets.sizes.astype(np.int64)
    amounts = np.bincount(sizes[kept])
    if sum(int(number) * (2 ** min(size, 40) - 1) for size, number in enumerate(amounts)) > MOST_PARTS:
        longest = len(amounts) - 1
        raise Undefined(f"annotators gave up to {longest} answers to an item, too many to compare any two of them")
    of_length: dict[int, list[Ints]] = {}
    facts: dict[int, list[Ints]] = {}
    indices, starts = sets.members.indices, sets.members.indptr
    for size in np.flatnonzero(amounts).tolist():
        if size == 0:
            continue
        which = np.flatnonzero(kept & (sizes == size))
        members = np.sort(indices[starts[which][:, None] + np.arange(size)], axis=1).astype(np.int64)
        for length in range(1, size + 1):
            for columns in combinations(range(size), length):
                of_length.setdefault(length, []).append(members[:, columns])
                facts.setdefault(length, []).append(np.stack([np.full(len(which), size), sets.item[which]]))
    part, numbers, first = [], [], 0
    for length, rows in sorted(of_length.items()):
        code = _numbered(np.concatenate(rows))
        part.append(code + first)
        numbers.append(np.full(int(code.max()) + 1, length))
        first += int(code.max()) + 1
    if not part:
        nothing = np.zeros(0, dtype=np.int64)
        return nothing, nothing, nothing, nothing
    known = np.concatenate([np.concatenate(facts[length], axis=1) for length in sorted(facts)], axis=1)
    return np.concatenate(part), known[0], known[1], np.concatenate(numbers)


def _numbered(rows: Ints) -> Ints:
    """(rows,) the same number for the same row, from 0."""
    code = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        width = int(column.max()) + 1
        code = np.unique(code * width + column, return_inverse=True)[1].ravel().astype(np.int64)
    return code


def _within_an_item(
    part: Ints,
    size: Ints,
    item: Ints,
    alone: Bools,
    sets: AnswerSets,
    kind: str,
    sizes: Ints,
) -> Floats:
    """(items,) what the parts that occur in one item only add, for one weight squared."""
    rows, first, count = np.unique(np.stack([part[alone], size[alone]]), axis=1, return_index=True, return_counts=True)
    left, right = _same(rows[0])
    factor = _factor(sizes[rows[0][left]], rows[1][left], rows[1][right], kind)
    where = item[alone][first][left]
    return np.bincount(where, weights=factor * count[left] * count[right], minlength=sets.items).astype(np.float64)


def _same(part: Ints) -> tuple[Ints, Ints]:
    """The ordered pairs of rows, each with itself too, that have the same part; rows are sorted by part."""
    starts = np.searchsorted(part, part, side="left")
    number = np.searchsorted(part, part, side="right") - starts
    left = np.repeat(np.arange(len(part)), number)
    return left, np.arange(len(left)) - np.concatenate([[0], np.cumsum(number)])[:-1][left] + starts[left]


def _factor(length: Ints, left: Ints, right: Ints, kind: str) -> Floats:
    """What N_s(S) N_t(S) counts for: Σ_k (−1)^(j−k) C(j, k) similarity(s, t, k), j = |S|."""
    keys, place = np.unique(np.stack([length, left, right]), axis=1, return_inverse=True)
    values = np.zeros(keys.shape[1])
    for number, (j, s, t) in enumerate(keys.T.tolist()):
        k = np.arange(1, j + 1, dtype=np.float64)
        alike = similarity(np.full(j, float(s)), np.full(j, float(t)), k, kind)
        signs = np.array([(-1) ** (j - shared) * comb(j, shared) for shared in range(1, j + 1)], dtype=np.float64)
        values[number] = float(signs @ alike)
    return values[place.ravel()]
