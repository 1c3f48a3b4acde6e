"""Distinct rows of ratings with weights: what is left of any number of items when their names are let go.

Rows of parts add up. Which row stands for those that say the same depends on their content alone, so that neither the
order of the rows nor how the data were cut changes anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from accord.annotations.digest import mixed
from accord.annotations.lazy_polars import pl
from accord.annotations.sparse import ranges, repeats_in
from accord.results.arrays import Codes, Hashes, Places

_SALTS = (np.uint64(0x243F6A8885A308D3), np.uint64(0x13198A2E03707344))
MOST_CELLS = 1 << 16  # annotators × categories whose hashes are looked up
_AT_ONCE = 1 << 16  # ratings hashed at once, so that they stay in the processor's cache


@dataclass(frozen=True, eq=False)
class WeightedRows:
    """Row r holds the ratings `starts[r]:starts[r + 1]`, ordered by annotator, of `weights[r]` items alike."""

    starts: Places
    who: Codes
    codes: Codes
    weights: Places
    items: pl.Series | None = None
    """(rows,) the name of one of the items of each row."""

    def __len__(self) -> int:
        return len(self.weights)

    @cached_property
    def sizes(self) -> Places:
        return np.asarray(np.diff(self.starts))

    @property
    def nbytes(self) -> int:
        """Bytes that these rows take."""
        names = 0 if self.items is None else int(self.items.estimated_size())
        return self.starts.nbytes + self.who.nbytes + self.codes.nbytes + self.weights.nbytes + names

    def distinct(self) -> WeightedRows:
        """One row for all that say the same, with the sum of their weights."""
        if len(self) < 2:
            return self
        lanes = _row_hashes(self)
        order = np.argsort(lanes[0])
        fresh = _changes(lanes[0][order])
        if (~(fresh | (np.diff(lanes[1][order], prepend=lanes[1][order[:1]]) == 0))).any():
            order = np.lexsort((lanes[1], lanes[0]))  # two different rows with the same first hash
            fresh = _changes(lanes[0][order]) | _changes(lanes[1][order])
        chosen = order[fresh]
        weights = np.bincount(np.cumsum(fresh) - 1, weights=self.weights[order]).astype(np.int64)
        kept = ranges(self.starts, chosen)
        starts = np.concatenate(([0], np.cumsum(self.sizes[chosen]))).astype(np.int64)
        names = None if self.items is None else _one_of_each(self.items.gather(order), fresh)
        return WeightedRows(starts, self.who[kept], self.codes[kept], weights, names)

    def recoded(self, people: Codes, categories: Codes) -> WeightedRows:
        """With other numbers for annotators and categories; ratings whose category becomes −1 are left out."""
        codes = categories[self.codes] if len(self.codes) else self.codes
        kept = codes >= 0
        row = np.repeat(np.arange(len(self)), self.sizes)[kept]
        who, codes = people[self.who[kept]] if len(self.who) else self.who, codes[kept]
        order = np.lexsort((who, row))  # stable: an annotator's ratings of an item keep their order
        starts = np.concatenate(([0], np.cumsum(np.bincount(row, minlength=len(self))))).astype(np.int64)
        return replace(self, starts=starts, who=who[order], codes=codes[order])


def together(parts: Sequence[WeightedRows]) -> WeightedRows:
    """The rows of all parts, which number annotators and categories alike."""
    if len(parts) == 1:
        return parts[0]
    sizes = np.concatenate([part.sizes for part in parts])
    names = [part.items for part in parts if part.items is not None]
    return WeightedRows(
        np.concatenate(([0], np.cumsum(sizes))).astype(np.int64),
        np.concatenate([part.who for part in parts]),
        np.concatenate([part.codes for part in parts]),
        np.concatenate([part.weights for part in parts]),
        pl.concat(names) if len(names) == len(parts) else None,
    )


def gathered(item: Places, number: int, who: Codes, codes: Codes, times: NDArray[np.float64] | None) -> WeightedRows:
    """One row for each of `number` items from ratings in any order; a code of −1 says that nothing was asked.

    Ratings of an item by the same annotator keep their order, or that of `times`.
    """
    asked = codes >= 0
    if not asked.all():
        item, who, codes = item[asked], who[asked], codes[asked]
        times = None if times is None else times[asked]
    order = _order(item, number, who) if times is None else np.lexsort((times, who, item))
    starts = np.concatenate(([0], np.cumsum(np.bincount(item, minlength=number)))).astype(np.int64)
    return WeightedRows(starts, who[order], codes[order], np.ones(number, dtype=np.int64))


def _order(item: Places, number: int, who: Codes) -> Places:
    """The order by item, annotator and place: packed in one number where they fit, which sorts many times faster."""
    place_bits = max(1, len(item) - 1).bit_length()
    who_bits = int(who.max(initial=0)).bit_length()
    if place_bits + who_bits + max(number - 1, 1).bit_length() > 63:
        return np.asarray(np.lexsort((who, item)))
    packed = ((item << who_bits) | who) << place_bits | np.arange(len(item))
    packed.sort()
    return np.asarray(packed & ((1 << place_bits) - 1))


def _changes(values: NDArray[np.generic]) -> NDArray[np.bool_]:
    """Where a value differs from the one before; the first does."""
    fresh = np.ones(len(values), dtype=bool)
    np.not_equal(values[1:], values[:-1], out=fresh[1:])
    return fresh


def row_keys(rows: WeightedRows) -> tuple[Hashes, Hashes]:
    """Two hashes of what each row says, whatever the rows beside it are; 0 for a row without ratings."""
    return _row_hashes(rows, 1 << 31)


def _row_hashes(rows: WeightedRows, width: int | None = None) -> tuple[Hashes, Hashes]:
    """Two hashes of what each row says; 0 for a row without ratings. There are `width` categories at most."""
    filled = rows.sizes > 0
    lanes = (np.zeros(len(rows), dtype=np.uint64), np.zeros(len(rows), dtype=np.uint64))
    if len(rows.codes) == 0:
        return lanes
    again = repeats_in(rows.who, rows.starts)
    width = width or int(rows.codes.max()) + 1
    size = (int(rows.who.max()) + 1) * width
    for lane, salt in zip(lanes, _SALTS, strict=True):
        known = mixed(np.arange(size, dtype=np.uint64) ^ salt) if size <= MOST_CELLS else None
        cells = np.empty(len(rows.codes), dtype=np.uint64)
        for first in range(0, len(cells), _AT_ONCE):
            block = slice(first, first + _AT_ONCE)
            place = rows.who[block] * np.int64(width) + rows.codes[block]
            cells[block] = known.take(place) if known is not None else mixed(place.astype(np.uint64) ^ salt)
        if again is not None:
            cells = np.where(again > 0, mixed(cells + again.astype(np.uint64)), cells)
        lane[filled] = mixed(np.add.reduceat(cells, rows.starts[:-1][filled]))
    return lanes


def _one_of_each(names: pl.Series, fresh: NDArray[np.bool_]) -> pl.Series:
    """A name of each group of neighbours, the same whatever their order: the one with the smallest hash."""
    hashes = names.hash().to_numpy()
    starts = np.flatnonzero(fresh)
    least = np.repeat(np.minimum.reduceat(hashes, starts), np.diff(starts, append=len(hashes)))
    smallest = np.flatnonzero(hashes == least)
    return names.gather(smallest[_changes((np.cumsum(fresh) - 1)[smallest])])
