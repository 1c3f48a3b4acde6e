"""What degradations do to the fragments of discontinuous units."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from accord.annotations.fragments import Bounds, Cell, fragments_of
from accord.degradations.span_reference import SimulatedUnits
from accord.results.arrays import Floats, Ints


def with_stretched_fragments(before: SimulatedUnits, after: SimulatedUnits, *, whole: bool) -> SimulatedUnits:
    """Units with new bounds, whose fragments are stretched between them as they were; whole positions stay whole.

    Fragments that come to touch are joined, those that lose their length are left out.
    """
    cells = _cells(before)
    for unit, cell in enumerate(cells):
        if cell is None:
            continue
        low, high = float(after.starts[unit]), float(after.ends[unit])
        first, scale = cell[0][0], (high - low) / (cell[-1][1] - cell[0][0])
        moved = np.clip(np.array([low + (np.array(bounds) - first) * scale for bounds in cell]), low, high)
        moved = np.rint(moved) if whole else moved
        moved[0, 0], moved[-1, 1] = low, high
        _, cells[unit] = _in_order([(start, end) for start, end in moved.tolist()], low, high)
    return replace(after, fragments=fragments_of(after.starts, after.ends, cells))


def _in_order(fragments: list[Bounds], low: float, high: float) -> tuple[Bounds, Cell]:
    """Fragments apart from each other; where the first or last has lost its length, its bound goes to the next."""
    filled = [fragment for fragment in fragments if fragment[1] > fragment[0]]
    if not filled:
        return (low, high), None
    filled[0], filled[-1] = (low, filled[0][1]), (filled[-1][0], high)
    if len(filled) == 1:
        return (low, high), None
    from accord.annotations.fragment_cells import FragmentsChecked

    return FragmentsChecked().of(filled)


def cut_fragments(units: SimulatedUnits, cut: Floats, degraded: NDArray[np.bool_], fresh: Ints) -> SimulatedUnits:
    """Units that are cut in two: what they cover before the cut, and what they cover behind it."""
    whole = zip(units.starts.tolist(), units.ends.tolist(), strict=True)
    cells = [(bounds,) if cell is None else tuple(cell) for cell, bounds in zip(_cells(units), whole, strict=True)]
    firsts, rests = list(cells), list(cells)
    for unit in np.flatnonzero(degraded).tolist():
        at = float(cut[unit])
        firsts[unit] = tuple((start, min(end, at)) for start, end in cells[unit] if start < at)
        rests[unit] = tuple((max(start, at), end) for start, end in cells[unit] if end > at)
    return _of(units, firsts, units.elements).joined(_of(units, rests, fresh).keeping(degraded))


def with_fragments_of_single(
    before: SimulatedUnits, after: SimulatedUnits, order: NDArray[np.integer], group: NDArray[np.integer]
) -> SimulatedUnits:
    """Units after some were joined: those that were not keep their fragments, joined ones are of one piece."""
    cells = _cells(before)
    sizes = np.bincount(group, minlength=len(after))
    first = np.searchsorted(group, np.arange(len(after)))
    kept = [cells[int(order[first[unit]])] if sizes[unit] == 1 else None for unit in range(len(after))]
    return replace(after, fragments=fragments_of(after.starts, after.ends, kept))


def _of(units: SimulatedUnits, cells: list[tuple[Bounds, ...]], elements: Ints) -> SimulatedUnits:
    starts, ends = (np.array([cell[place][place] for cell in cells], dtype=np.float64) for place in (0, -1))
    several: list[Cell] = [cell if len(cell) > 1 else None for cell in cells]
    return SimulatedUnits(units.document, starts, ends, units.codes, elements, fragments_of(starts, ends, several))


def _cells(units: SimulatedUnits) -> list[Cell]:
    return [None] * len(units) if units.fragments is None else units.fragments.cells()
