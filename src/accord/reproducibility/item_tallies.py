"""What each item was called and how often, as narrow as the data allow: only the categories an item has."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels
from accord.annotations.sparse import distinct
from accord.reproducibility.vote_distribution import distinct_rows
from accord.results.arrays import Floats, Ints


@dataclass(frozen=True, eq=False)
class ItemTallies:
    """The counts of each item, in the order of the categories; items that show the same counts share a pattern."""

    patterns: Ints
    """(patterns, width) the counts of an item's categories, in their order; 0 beyond the last."""
    inverse: Ints
    """(items,) the pattern of each item."""
    codes: NDArray[np.int32]
    """(items, width) which categories these are; 0, without a count, beyond the last."""
    weights: Ints
    """(items,) how many items each stands for."""
    categories: int

    @classmethod
    def of(cls, labels: Labels) -> ItemTallies:
        """Count the first ratings of each row of labels; a row without labels has the pattern of zeros."""
        data = labels.first_ratings()
        size = max(len(labels.categories), 1)
        row = np.repeat(np.arange(data.n_rows), data.sizes)
        cells, inverse = distinct(row * np.int64(size) + data.codes, data.n_rows * size)
        owner, code = np.divmod(cells, size)
        times = np.bincount(inverse, minlength=len(cells))
        kinds = np.bincount(owner, minlength=data.n_rows)
        width = max(1, int(kinds.max(initial=0)))
        place = np.arange(len(owner)) - np.repeat(np.cumsum(kinds) - kinds, kinds)
        counts = np.zeros((data.n_rows, width), dtype=np.int64)
        counts[owner, place] = times
        codes = np.zeros((data.n_rows, width), dtype=np.int32)
        codes[owner, place] = code
        patterns, which = distinct_rows(counts)
        return cls(patterns, which, codes, data.weights, len(labels.categories))

    @cached_property
    def sizes(self) -> Ints:
        """(patterns,) labels of an item."""
        return np.asarray(self.patterns.sum(axis=1))

    @cached_property
    def multiplicity(self) -> Ints:
        """(patterns,) how many items show each."""
        return np.bincount(self.inverse, weights=self.weights, minlength=len(self.patterns)).astype(np.int64)

    def per_category(self, cells: Floats, items: NDArray[np.bool_]) -> Floats:
        """(categories,) the sum over items of numbers (patterns, width) beside the counts, whatever their order."""
        place = self.inverse[items, None] * np.int64(cells.shape[1]) + np.arange(cells.shape[1])
        kinds, which = distinct((place * self.categories + self.codes[items]).ravel(), cells.size * self.categories)
        times = np.bincount(which, weights=np.repeat(self.weights[items], cells.shape[1]), minlength=len(kinds))
        values = cells.ravel()[kinds // self.categories] * times
        sums = np.bincount(kinds % self.categories, weights=values, minlength=self.categories)
        return np.asarray(sums, dtype=np.float64)
