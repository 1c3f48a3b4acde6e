"""Which units of different annotators may stand together in a best alignment, by one sorted sweep."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from accord.alignment.dissimilarities import Dissimilarity
from accord.annotations.spans import Continuum
from accord.results.arrays import Floats, Places

CHUNK = 2_000_000  # pairs that are looked at together
MOST_PAIRS = 4_000_000  # pairs that are kept
LARGEST_TABLE = 1_500**2  # gains of all pairs of units of a document that fit in one table


class GrowingPairs(NamedTuple):
    """Pairs by the annotator of the second unit, with the same as rows (pairs, annotators + 1): the second unit in the
    place of its annotator, the first one at the end."""

    rows: NDArray[np.int32]
    first: Places
    second: Places
    gains: Floats
    ends: list[int]
    """Where those begin whose second unit is of each annotator, and where the last of them end."""


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Pairs of units that may be aligned, sorted by the first and the second; the first is of an earlier annotator.

    `gains` are (1 − d/Δ∅) / C: what a pair adds to the gain of the sets that contain both, C the number of pairs of
    annotators. `nearest_lost` is the dissimilarity (over Δ∅) from which on pairs were left out for want of memory.
    Units of several documents stand document by document; those of different documents are never neighbours.
    """

    n_annotators: int
    who: NDArray[np.int32]
    first: Places
    second: Places
    gains: Floats
    nearest_lost: float = np.inf
    document: Places | None = None
    """(units,) the number of their document, rising; None where there is only one."""

    @property
    def n_units(self) -> int:
        return len(self.who)

    @property
    def n_pairs_of_annotators(self) -> int:
        return self.n_annotators * (self.n_annotators - 1) // 2

    @cached_property
    def blocks(self) -> Places:
        """(units · annotators + 1,) where the neighbours of unit u by annotator a begin: at u · annotators + a."""
        owners = self.first * self.n_annotators + self.who[self.second]
        blocks = np.zeros(self.n_units * self.n_annotators + 1, dtype=np.int64)
        np.bincount(owners, minlength=len(blocks) - 1).cumsum(out=blocks[1:])
        return blocks

    @cached_property
    def _rows(self) -> Places:
        """(units + 1,) where the gains of unit u with unit v stand in the table: at this, plus v; the last is nobody's.

        The table is one square for each document, and a row of zeros.
        """
        if self.document is None:
            return np.arange(self.n_units + 1) * self.n_units
        sizes = np.bincount(self.document)
        begins = sizes.cumsum() - sizes
        squares = (sizes**2).cumsum()
        rows = np.empty(self.n_units + 1, dtype=np.int64)
        rows[:-1] = (np.arange(self.n_units) - begins[self.document]) * sizes[self.document]
        rows[:-1] += (squares - sizes**2 - begins)[self.document]
        rows[-1] = squares[-1]
        return rows

    @cached_property
    def _table(self) -> Floats:
        """All gains, −∞ where units are not neighbours, and 0 in the last row, which is nobody's."""
        rows = self._rows
        table = np.full(int(rows[-1]) + self.n_units, -np.inf)
        table[rows[self.first] + self.second] = self.gains
        table[rows[-1] :] = 0.0
        return table

    @cached_property
    def _keys(self) -> Places:
        return self.first * self.n_units + self.second

    def gains_of(self, first: NDArray[np.signedinteger], second: Places) -> Floats:
        """The gains of pairs, the first of an earlier annotator: −∞ where not neighbours, 0 where the first is −1.

        Both are of one document.
        """
        if self._rows[-1] <= LARGEST_TABLE:
            return self._table.take(self._rows.take(first) + second)
        if not len(self._keys):
            return np.where(first < 0, 0.0, -np.inf)
        keys = first * self.n_units + second
        places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where(first < 0, 0.0, np.where(self._keys[places] == keys, self.gains[places], -np.inf))

    @cached_property
    def best(self) -> Floats:
        """(units, annotators) the largest gain with a unit of each annotator, at least 0."""
        best = np.zeros((self.n_units, self.n_annotators))
        np.maximum.at(best, (self.first, self.who[self.second]), self.gains)
        np.maximum.at(best, (self.second, self.who[self.first]), self.gains)
        return best

    @cached_property
    def later(self) -> dict[int, tuple[Places, NDArray[np.bool_], Floats]]:
        """For an annotator who has one before and one after: where the neighbours of each unit by each later annotator
        begin and end, whether there are none, and half of the largest gains of each unit with later annotators.
        """
        n, units = self.n_annotators, self.n_units
        begin, end = self.blocks[:-1].reshape(units, n), self.blocks[1:].reshape(units, n)
        between = np.stack((begin, end), axis=2)
        return {
            annotator: (
                between[:, annotator + 1 :].reshape(-1),
                (begin[:, annotator + 1 :] == end[:, annotator + 1 :]).reshape(-1),
                0.5 * self.best[:, annotator + 1 :].sum(axis=1),
            )
            for annotator in range(1, n - 1)
        }

    @cached_property
    def by_second(self) -> tuple[Places, NDArray[np.int32], NDArray[np.int32]]:
        """The pairs by the annotator of the second unit, these annotators, and rows (pairs, annotators + 1) with the
        second unit in the place of its annotator and the first one at the end.
        """
        order = self.who[self.second].astype(np.uint16).argsort(kind="stable")
        second = self.who[self.second[order]]
        rows = np.full((len(order), self.n_annotators + 1), -1, dtype=np.int32)
        rows[:, -1] = self.first[order]
        rows.reshape(-1)[np.arange(0, rows.size, rows.shape[1]) + second] = self.second[order]
        return order, second, rows

    def growing(self, bonus: float) -> GrowingPairs:
        """The pairs from which sets can grow with this bonus; asked for again with the same one, they are at hand."""
        if bonus not in self._growing:
            self._growing.clear()
            self._growing[bonus] = self._pairs_that_pay(bonus)
        return self._growing[bonus]

    @cached_property
    def _growing(self) -> dict[float, GrowingPairs]:
        return {}

    def _pairs_that_pay(self, bonus: float) -> GrowingPairs:
        """Without its second unit, a set is better unless later annotators make up for it, each by at most 1 / C."""
        order, second, rows = self.by_second
        least = -bonus - (self.n_annotators - 1 - second) / self.n_pairs_of_annotators
        kept = (self.gains[order] > least).nonzero()[0]
        pairs = order[kept]
        return GrowingPairs(
            rows.take(kept, axis=0),
            self.first[pairs],
            self.second[pairs],
            self.gains[pairs],
            second[kept].searchsorted(np.arange(self.n_annotators + 1)).tolist(),
        )

    def among(self, units: NDArray[np.bool_]) -> Neighbours:
        """The neighbours of which both are among these units."""
        kept = np.flatnonzero(units[self.first] & units[self.second])
        first, second, gains = self.first[kept], self.second[kept], self.gains[kept]
        return Neighbours(self.n_annotators, self.who, first, second, gains, document=self.document)


def neighbours(
    continuum: Continuum, dissimilarity: Dissimilarity, limit: float | None = None, document: Places | None = None
) -> Neighbours:
    """All pairs of units of different annotators less than `limit` (times Δ∅) apart.

    Without a limit, it is C + n − 1: a unitary alignment with a unit farther than that from another is never better
    than the same without that unit, for then Σ d over its pairs reaches (C + k − 1) · Δ∅. Units stand by annotator;
    those of several documents, of which `document` gives the numbers, by document first.
    """
    n = continuum.n_annotators
    pairs_of_annotators = n * (n - 1) // 2
    if limit is None:
        limit = pairs_of_annotators + n - 1
    units = len(continuum)
    if units == 0 or n < 2:
        nothing = np.zeros(0, dtype=np.int64)
        return Neighbours(n, continuum.who, nothing, nothing, np.zeros(0))
    pieces: list[tuple[Places, Floats]] = []
    lost = np.inf
    kept = 0
    order, after = _sweep(continuum, dissimilarity, limit, document)
    for begin, end in _chunks(after - np.arange(1, units + 1)):
        first, second, apart = _overlapping(continuum, dissimilarity, order, after, begin, end)
        near = (apart < limit).nonzero()[0]
        pieces.append((first[near] * units + second[near], apart[near]))
        kept += len(near)
        if kept > MOST_PAIRS:
            pieces, limit = _thinned(pieces)
            kept, lost = sum(len(keys) for keys, _ in pieces), limit
    keys, apart = pieces[0] if len(pieces) == 1 else tuple(map(np.concatenate, zip(*pieces, strict=True)))
    inside = keys.argsort(kind="stable")  # the sweep leaves long runs in order
    keys = keys[inside]
    first = keys // units
    gains = (1.0 - apart[inside]) / pairs_of_annotators
    return Neighbours(n, continuum.who, first, keys - first * units, gains, lost, document)


def _sweep(
    continuum: Continuum, dissimilarity: Dissimilarity, limit: float, document: Places | None
) -> tuple[Places, Places]:
    """The units by the left ends of their stretches, and for each how many of them start before its right end."""
    reach = dissimilarity.reach(continuum, limit)
    units = len(continuum)
    if reach is None:
        return np.arange(units), np.full(units, units)
    left, right = reach
    if document is not None:
        # Documents one after the other, with room between them, and stretches longer by what rounding may lose.
        length = 2 * (float(right.max()) - float(left.min())) + 1.0
        right = right + (document + 1e-12 * (document[-1] + 1)) * length
        left = left + document * length
    order = left.argsort(kind="stable")
    return order, left[order].searchsorted(right[order], side="right")


def _chunks(counts: Places) -> list[tuple[int, int]]:
    """Stretches of units that have about `CHUNK` pairs to look at together."""
    total = int(counts.sum())
    if total <= CHUNK:
        return [(0, len(counts))]
    ends = np.searchsorted(np.cumsum(counts), np.arange(CHUNK, total, CHUNK)) + 1
    bounds = np.unique(np.concatenate(([0], ends, [len(counts)])))
    return list(zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True))


def _overlapping(
    continuum: Continuum, dissimilarity: Dissimilarity, order: Places, after: Places, begin: int, end: int
) -> tuple[Places, Places, Floats]:
    """The pairs of units of different annotators whose stretches overlap, the earlier annotator first."""
    base = np.arange(begin, end)
    counts = after[begin:end] - base - 1
    ends = counts.cumsum()
    place = base.repeat(counts)
    later = np.arange(int(ends[-1])) - (ends - counts).repeat(counts) + place + 1
    unit, neighbour = order[place], order[later]
    apart = (continuum.who[unit] != continuum.who[neighbour]).nonzero()[0]
    unit, neighbour = unit[apart], neighbour[apart]
    first, second = np.minimum(unit, neighbour), np.maximum(unit, neighbour)
    return first, second, dissimilarity.relative(continuum, first, second)


def _thinned(pieces: list[tuple[Places, Floats]]) -> tuple[list[tuple[Places, Floats]], float]:
    """Only the nearest half of the pairs, and the dissimilarity from which on they are left out."""
    everything = np.concatenate([apart for _, apart in pieces])
    limit = float(np.partition(everything, MOST_PAIRS // 2)[MOST_PAIRS // 2])
    return [(keys[apart < limit], apart[apart < limit]) for keys, apart in pieces], limit
