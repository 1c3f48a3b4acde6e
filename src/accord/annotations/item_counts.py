"""How many annotators chose each category: the statistic of measures that do not ask who said what."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from accord.annotations import digest
from accord.annotations.annotated import picked
from accord.annotations.categories import Categories
from accord.annotations.labels import Labels
from accord.annotations.sparse import ranges, summed
from accord.results.arrays import Floats, Ints

FEW_BITS = 22  # patterns that fit in so many bits are counted without sorting
DENSE = 20_000_000  # cells of a patterns × categories matrix that may be held at once
ALWAYS_DENSE = 1_000_000  # cells; a larger matrix is held only if one cell in FEWEST_FILLED is not 0
FEWEST_FILLED = 50


@dataclass(frozen=True, eq=False)
class ItemCounts:
    """How many annotators put an item in each category: distinct count patterns, and how many items show each.

    Pattern r holds the categories `codes[starts[r]:starts[r + 1]]` with the positive `counts` beside them.
    """

    categories: Categories
    starts: Ints
    codes: NDArray[np.int32]
    counts: Ints
    multiplicity: Ints
    own: Ints | None = None
    """Beside each count, its pairs of an annotator with themselves: the count itself, unless annotators were drawn
    several times (`RatingRows.drawn`)."""

    @classmethod
    def of(cls, labels: Labels) -> ItemCounts:
        """Count the first ratings of each row; rows without any are left out."""
        bits = int(labels.sizes.max(initial=0)).bit_length()
        if labels.table is not None and bits * len(labels.categories) <= FEW_BITS:
            shifts = np.concatenate(([0], _shifts(len(labels.categories), bits)))
            keys = labels.table.sums(np.broadcast_to(shifts, (labels.n_annotators, len(shifts))))
            return cls._unpacked(labels.categories, keys, labels.weights, bits)
        data = labels.first_ratings().filled()
        return cls._distinct(data.categories, data.starts, data.codes, data.weights)

    @classmethod
    def _distinct(cls, categories: Categories, starts: Ints, codes: NDArray[np.int32], weights: Ints) -> ItemCounts:
        rows = len(starts) - 1
        if rows == 0:
            nothing = np.array([], dtype=np.int64)
            return cls(categories, np.zeros(1, dtype=np.int64), nothing.astype(np.int32), nothing, nothing)
        bits = int(np.diff(starts).max()).bit_length()
        if bits * len(categories) <= 62:
            return cls._packed(categories, starts, codes, weights, bits)
        return cls._hashed(categories, starts, codes, weights)

    @classmethod
    def _packed(
        cls, categories: Categories, starts: Ints, codes: NDArray[np.int32], weights: Ints, bits: int
    ) -> ItemCounts:
        """Few categories: all counts of a row are packed in one integer."""
        keys = np.add.reduceat(_shifts(len(categories), bits)[codes], starts[:-1])
        return cls._unpacked(categories, keys, weights, bits)

    @classmethod
    def _unpacked(cls, categories: Categories, keys: Ints, weights: Ints, bits: int) -> ItemCounts:
        """From all counts of a row in one integer, `bits` bits per category, the first the most significant."""
        size = len(categories)
        if bits * size <= FEW_BITS and 1 << bits * size <= 64 * len(keys):
            multiplicity = np.bincount(keys, weights=None if (weights == 1).all() else weights)
            multiplicity[:1] = 0  # a row without labels
            distinct = np.flatnonzero(multiplicity)
            multiplicity = multiplicity[distinct].astype(np.int64)
        else:
            distinct, inverse = np.unique(keys, return_inverse=True)
            multiplicity = np.bincount(inverse, weights=weights).astype(np.int64)
            distinct, multiplicity = distinct[distinct > 0], multiplicity[distinct > 0]
        matrix = distinct[:, None] // _shifts(size, bits) & ((1 << bits) - 1)
        row, code = np.nonzero(matrix)
        pattern_starts = np.concatenate(([0], np.cumsum(np.count_nonzero(matrix, axis=1)))).astype(np.int64)
        return cls(categories, pattern_starts, code.astype(np.int32), matrix[row, code], multiplicity)

    @classmethod
    def _hashed(cls, categories: Categories, starts: Ints, codes: NDArray[np.int32], weights: Ints) -> ItemCounts:
        """Many categories: rows are told apart by a 128-bit hash of their sorted codes, and ordered by it."""
        sizes = np.diff(starts)
        row = np.repeat(np.arange(len(sizes)), sizes)
        codes = codes[np.lexsort((codes, row))]
        salt = np.array([0x243F6A8885A308D3, 0x13198A2E03707344], dtype=np.uint64)
        cells = codes.astype(np.uint64)[:, None] + salt
        lanes = np.add.reduceat(digest.mixed(digest.mixed(cells)), starts[:-1], axis=0)
        chosen, multiplicity = digest.distinct_rows(lanes, weights)
        flat, owner = codes[ranges(starts, chosen)], np.repeat(np.arange(len(chosen)), sizes[chosen])
        first = np.ones(len(flat), dtype=bool)
        first[1:] = (flat[1:] != flat[:-1]) | (owner[1:] != owner[:-1])
        runs = np.flatnonzero(first)
        counts = np.diff(np.concatenate((runs, [len(flat)])))
        pattern_starts = np.concatenate(([0], np.cumsum(np.bincount(owner[runs], minlength=len(chosen))))).astype(
            np.int64
        )
        return cls(categories, pattern_starts, flat[runs], counts.astype(np.int64), multiplicity)

    def __add__(self, other: ItemCounts) -> ItemCounts:
        """The statistic of both parts together."""
        union = self.categories.union(other.categories)
        parts = [(part, part.categories.positions_in(union)) for part in (self, other)]
        codes = np.concatenate(
            [np.repeat(lookup[part.codes] if len(lookup) else part.codes, part.counts) for part, lookup in parts]
        )
        sizes = np.concatenate([part.sizes for part, _ in parts])
        starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        weights = np.concatenate([part.multiplicity for part, _ in parts])
        return ItemCounts._distinct(union, starts, codes.astype(np.int32), weights)

    def __len__(self) -> int:
        return len(self.multiplicity)

    @cached_property
    def sizes(self) -> Ints:
        """(patterns,) labels per item."""
        if len(self) == 0:
            return np.array([], dtype=np.int64)
        return np.add.reduceat(self.counts, self.starts[:-1])

    @cached_property
    def widths(self) -> Ints:
        """(patterns,) different categories in each."""
        return self.starts[1:] - self.starts[:-1]

    @cached_property
    def share_of_item(self) -> Floats:
        """Per cell, the share of the item's labels that are in its category."""
        return np.asarray(self.counts / np.repeat(self.sizes, self.widths))

    @cached_property
    def own_pairs(self) -> Ints:
        """Per cell, the ordered pairs of an annotator with themselves, which are no agreement."""
        return self.counts if self.own is None else self.own

    @cached_property
    def pairs(self) -> Floats:
        """(patterns,) ordered pairs of labels of an item by different annotators: m (m − 1)."""
        if len(self) == 0:
            return np.zeros(0)
        return np.asarray(self.sizes.astype(np.float64) ** 2 - np.add.reduceat(self.own_pairs, self.starts[:-1]))

    @cached_property
    def pairable(self) -> ItemCounts:
        """Only the items with at least two labels, as Krippendorff's α uses them."""
        keep = self.pairs > 0
        if keep.all():
            return self
        starts = np.concatenate(([0], np.cumsum(self.widths[keep]))).astype(np.int64)
        kept = picked(self, np.flatnonzero(np.repeat(keep, self.widths)), "codes", "counts", "own")
        return replace(self, starts=starts, **kept, multiplicity=self.multiplicity[keep])

    @cached_property
    def dense(self) -> Floats | None:
        """(patterns, categories) counts, where that is small enough to hold."""
        cells = len(self) * len(self.categories)
        if cells > DENSE or cells > max(ALWAYS_DENSE, FEWEST_FILLED * len(self.codes)):
            return None
        matrix = np.zeros((len(self), len(self.categories)))
        matrix[np.repeat(np.arange(len(self)), self.widths), self.codes] = self.counts
        return matrix

    def project(self, vectors: Floats) -> Floats:
        """counts @ vectors: (patterns, k) from (categories, k), without a patterns × categories matrix if large."""
        if len(self) == 0:
            return np.zeros((0, vectors.shape[1]))
        if self.dense is not None:
            return self.dense @ vectors
        columns = max(1, DENSE // max(1, len(self.codes)))
        parts = [
            np.add.reduceat(self.counts[:, None] * vectors[self.codes, at : at + columns], self.starts[:-1], axis=0)
            for at in range(0, vectors.shape[1], columns)
        ]
        return np.concatenate(parts, axis=1)

    def per_category(self, per_cell: Floats, weights: Floats) -> Floats:
        """(replicates, categories) sums of `weights` (replicates, patterns) times a number per cell."""
        return summed(weights, per_cell, self.starts, self.codes, len(self.categories))

    def totals(self) -> Ints:
        """(categories,) how often each category was used, over all items."""
        per_cell = self.counts * np.repeat(self.multiplicity, self.widths)
        return np.bincount(self.codes, weights=per_cell, minlength=len(self.categories)).astype(np.int64)


@cache
def _shifts(size: int, bits: int) -> Ints:
    """(categories,) what a label adds to a row's counts packed in one integer, the first category most significant."""
    return np.array([1 << (bits * (size - 1 - code)) for code in range(size)], dtype=np.int64)
