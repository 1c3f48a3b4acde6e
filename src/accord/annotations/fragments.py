"""The fragments of discontinuous units: a unit is a set of stretches that lie apart from each other.

Data without such units have none of this (`Spans.fragments` is None), and a unit of one piece is its bounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from accord.annotations.sparse import pieces
from accord.results.arrays import Floats, Ints

Bounds = tuple[float, float]
Cell = Sequence[Bounds] | None
"""The fragments of a unit from left to right; None where it is of one piece."""
MOST_PAIRS = 1_000_000  # pairs of units whose fragments are laid side by side at once


@dataclass(frozen=True, eq=False)
class Fragments:
    """The fragments of each unit, from left to right, apart from each other; one for a unit of one piece.

    Indexed as an array of units is: by a slice, by places, or by what holds of them.
    """

    bounds: Ints
    """(units + 1,) where the fragments of each unit begin among all."""
    starts: Floats
    """(fragments,)"""
    ends: Floats

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def __getitem__(self, units: slice | NDArray[np.generic]) -> Fragments:
        places, _ = pieces(self.bounds, np.arange(len(self))[units])
        return Fragments(_bounds(np.diff(self.bounds)[units]), self.starts[places], self.ends[places])

    def of_units(self, units: slice | NDArray[np.generic]) -> Fragments | None:
        """Those of some units; None where these are all of one piece."""
        return self[units] if self.several[units].any() else None

    @cached_property
    def unit(self) -> Ints:
        """(fragments,) the unit of each."""
        return np.repeat(np.arange(len(self)), np.diff(self.bounds))

    @cached_property
    def several(self) -> NDArray[np.bool_]:
        """(units,) which are discontinuous."""
        return np.diff(self.bounds) > 1

    @cached_property
    def lengths(self) -> Floats:
        """(units,) how much each covers, without its gaps."""
        return self.summed(self.ends - self.starts)

    @cached_property
    def shapes(self) -> Ints:
        """(units,) 0 for a unit of one piece; the same number where the fragments of two units are the same."""
        known: dict[object, int] = {}
        shapes = np.zeros(len(self), dtype=np.int64)
        for unit in np.flatnonzero(self.several).tolist():
            shapes[unit] = known.setdefault(self.of(unit), len(known) + 1)
        return shapes

    @cached_property
    def ranks(self) -> Ints:
        """(units,) an order of units that depends on their fragments alone; 0 for a unit of one piece."""
        shapes = self.shapes
        first = {shape: self.of(unit) for unit, shape in enumerate(shapes.tolist()) if shape}
        order = sorted(first, key=lambda shape: first[shape])
        rank = np.zeros(len(first) + 1, dtype=np.int64)
        rank[order] = np.arange(1, len(order) + 1)
        return np.asarray(rank[shapes])

    def of(self, unit: int) -> tuple[Bounds, ...]:
        """The bounds of the fragments of one unit."""
        here = slice(int(self.bounds[unit]), int(self.bounds[unit + 1]))
        return tuple(zip(self.starts[here].tolist(), self.ends[here].tolist(), strict=True))

    def cells(self) -> list[Cell]:
        """(units,) the fragments of each, None for a unit of one piece."""
        return [self.of(unit) if many else None for unit, many in enumerate(self.several.tolist())]

    def summed(self, per_fragment: Floats) -> Floats:
        """(units,) the sum over the fragments of each."""
        return np.bincount(self.unit, per_fragment, minlength=len(self)).astype(np.float64)

    def moved(self, shift: Floats, starts: Floats, ends: Floats, scale: float = 1.0) -> Fragments:
        """All fragments of each unit shifted by its (units,) shift, and then stretched; `starts` and `ends` are where
        units then start and end, which rounding may not tell apart."""
        own = shift[self.unit]
        low, high = (self.starts + own) * scale, (self.ends + own) * scale
        low[self.bounds[:-1]], high[self.bounds[1:] - 1] = starts, ends
        return Fragments(self.bounds, low, high)

    def common(self, first: NDArray[np.integer], second: NDArray[np.integer]) -> Floats:
        """(pairs,) how much two units cover both."""
        totals = np.zeros(len(first))
        for rows, left, right in self._side_by_side(first, second):
            shared = np.minimum(self.ends[left], self.ends[right]) - np.maximum(self.starts[left], self.starts[right])
            np.add.at(totals, rows, np.maximum(shared, 0.0))
        return totals

    def apart(self, first: NDArray[np.integer], second: NDArray[np.integer]) -> Floats:
        """(pairs,) the distance between the nearest positions of two units: 0 where they overlap or touch."""
        gaps = np.full(len(first), np.inf)
        for rows, left, right in self._side_by_side(first, second):
            between = np.maximum(self.starts[left], self.starts[right]) - np.minimum(self.ends[left], self.ends[right])
            np.minimum.at(gaps, rows, np.maximum(between, 0.0))
        return gaps

    def meet(self, first: NDArray[np.integer], second: NDArray[np.integer]) -> NDArray[np.bool_]:
        """(pairs,) whether a fragment of one unit overlaps one of the other; one of no length may lie within it."""
        meeting = np.zeros(len(first), dtype=bool)
        for rows, left, right in self._side_by_side(first, second):
            across = (self.starts[left] < self.ends[right]) & (self.starts[right] < self.ends[left])
            meeting[rows[across]] = True
        return meeting

    def _side_by_side(
        self, first: NDArray[np.integer], second: NDArray[np.integer]
    ) -> Iterator[tuple[Ints, Ints, Ints]]:
        """In portions: the number of a pair, a fragment of its first unit and one of its second; all of them."""
        sizes = np.diff(self.bounds)
        for begin in range(0, len(first), MOST_PAIRS):
            ones, others = first[begin : begin + MOST_PAIRS], second[begin : begin + MOST_PAIRS]
            number = sizes[ones] * sizes[others]
            row = np.repeat(np.arange(len(ones)), number)
            inside = np.arange(len(row)) - np.repeat(np.cumsum(number) - number, number)
            left = self.bounds[ones][row] + inside // sizes[others][row]
            yield row + begin, left, self.bounds[others][row] + inside % sizes[others][row]


def _bounds(sizes: NDArray[np.integer]) -> Ints:
    return np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(sizes))).astype(np.int64)


def fragments_of(starts: Floats, ends: Floats, cells: Sequence[Cell] | None) -> Fragments | None:
    """The fragments of units with these bounds; None where all are of one piece.

    >>> found = fragments_of(np.array([3.0, 30.0]), np.array([20.0, 35.0]), [((3, 6), (18, 20)), None])
    >>> found.lengths.tolist(), found.starts.tolist()
    ([5.0, 5.0], [3.0, 18.0, 30.0])
    """
    if cells is None or all(cell is None for cell in cells):
        return None
    sizes = np.array([1 if cell is None else len(cell) for cell in cells], dtype=np.int64)
    bounds = _bounds(sizes)
    all_starts, all_ends = np.empty(int(bounds[-1])), np.empty(int(bounds[-1]))
    single = sizes == 1
    all_starts[bounds[:-1][single]], all_ends[bounds[:-1][single]] = starts[single], ends[single]
    for unit in np.flatnonzero(~single).tolist():
        here = slice(int(bounds[unit]), int(bounds[unit + 1]))
        all_starts[here], all_ends[here] = np.array(cells[unit], dtype=np.float64).T
    return Fragments(bounds, all_starts + 0.0, all_ends + 0.0)


def several(fragments: Sequence[Bounds] | None) -> Cell:
    """The fragments of a unit as a cell: None where it is of one piece."""
    return None if fragments is None or len(fragments) < 2 else fragments


def of_one_piece(starts: Floats, ends: Floats) -> Fragments:
    """Units of one piece each."""
    return Fragments(np.arange(len(starts) + 1), starts, ends)


def joined_fragments(parts: Sequence[tuple[Fragments | None, Floats, Floats]]) -> Fragments | None:
    """The fragments of units under each other, from (fragments, starts, ends) of each part."""
    if all(fragments is None for fragments, _, _ in parts):
        return None
    known = [of_one_piece(starts, ends) if own is None else own for own, starts, ends in parts]
    sizes = np.concatenate([np.diff(fragments.bounds) for fragments in known])
    return Fragments(
        _bounds(sizes),
        np.concatenate([fragments.starts for fragments in known]),
        np.concatenate([fragments.ends for fragments in known]),
    )


def covered_by_half(units: Sequence[Sequence[Bounds]]) -> tuple[Bounds, ...]:
    """The fragments of what at least half of some units cover; of units that have nothing in common, what most do.

    Of units of one piece that share a position these are the medians of their starts and of their ends, of two middle
    ones the outer.

    >>> covered_by_half([[(3, 6), (18, 20)], [(3, 6), (17, 20)], [(2, 20)]])
    ((3, 6), (17, 20))
    """
    steps = sorted((at, change) for unit in units for start, end in unit for at, change in ((start, 1), (end, -1)))
    counts, depth = [], 0
    for (at, change), (following, _) in pairwise(steps):
        depth += change
        if following > at:
            counts.append((at, following, depth))
    least = min(len(units) / 2, max((number for *_, number in counts), default=0))
    fragments: list[Bounds] = []
    for start, end, number in counts:
        if number >= least and number:
            if fragments and fragments[-1][1] == start:
                fragments[-1] = (fragments[-1][0], end)
            else:
                fragments.append((start, end))
    return tuple(fragments)
