"""How one segmentation becomes another: boundaries that are added, moved to a slot nearby, or shifted at a price."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.measures.spans.kernels.boundaries import Boundaries, PairedSegmentations, runs
from accord.results.arrays import Floats, Ints

CELLS = 4_000_000  # of the tables that are held at once


@dataclass(frozen=True, eq=False)
class Edits:
    """(comparisons,) the edits of boundary edit distance (Fournier 2013)."""

    matched: Ints
    added: Ints
    """Boundaries that only one has, and that are not moved."""
    moved: Ints
    """Near misses: pairs of boundaries of which one is moved to the other."""
    distance: Ints
    """How far they are moved, in all."""


def edits(data: PairedSegmentations, farthest: int) -> Edits:
    """Boundaries up to `farthest` slots apart are moved, the nearest first, from left to right; the rest is added."""
    matched = data.matched()
    comparison, slot, side = _unmatched(data)
    left = np.ones(len(slot), dtype=bool)
    moved, distance = np.zeros((2, len(data)), dtype=np.int64)
    for far in range(1, farthest + 1):
        rest = np.flatnonzero(left)
        order = rest[np.lexsort((slot[rest], slot[rest] % far, comparison[rest]))]
        behind = order[1:]
        near = (comparison[order[:-1]] == comparison[behind]) & (slot[behind] - slot[order[:-1]] == far)
        near &= side[order[:-1]] != side[behind]
        taken = np.flatnonzero(runs(near) % 2 == 1)  # of a row of such pairs every other one
        left[order[taken]] = left[behind[taken]] = False
        moves = np.bincount(comparison[order[taken]], minlength=len(data))
        moved += moves
        distance += far * moves
    return Edits(matched, np.bincount(comparison[left], minlength=len(data)), moved, distance)


def _unmatched(data: PairedSegmentations) -> tuple[Ints, Ints, Ints]:
    """Boundaries that only one of the two has: their comparisons, slots, and whose they are."""
    keys = data.keys(data.first), data.keys(data.second)
    parts = []
    for place, (own, mine, theirs) in enumerate(((data.first, keys[0], keys[1]), (data.second, keys[1], keys[0]))):
        alone = ~np.isin(mine, theirs, assume_unique=True)
        parts.append(np.stack((own.comparison[alone], own.slot[alone], np.full(int(alone.sum()), place))))
    comparison, slot, side = np.concatenate(parts, axis=1)
    return comparison, slot, side


def shifting_costs(data: PairedSegmentations, insertion: float, deletion: float, shift: float) -> Floats:
    """(comparisons,) the least cost of turning the second segmentation into the first (Bookstein et al. 2002).

    Row by row of the table of edit distances, of many comparisons at once.
    """
    costs = np.empty(len(data))
    order = np.argsort(data.second.number, kind="stable")
    begin = 0
    while begin < len(order):
        widest = np.maximum.accumulate(data.first.number[order[begin:]] + 1)
        size = max(1, int(np.searchsorted(widest * np.arange(1, len(widest) + 1), CELLS, side="right")))
        chosen = order[begin : begin + size]
        costs[chosen] = _table(data, chosen, insertion, deletion, shift)
        begin += size
    return costs


def _table(data: PairedSegmentations, chosen: Ints, insertion: float, deletion: float, shift: float) -> Floats:
    wanted, actual = _padded(data.first, chosen), _padded(data.second, chosen)
    number = data.first.number[chosen], data.second.number[chosen]
    inserted = insertion * np.arange(wanted.shape[1] + 1)
    row = np.broadcast_to(inserted, (len(chosen), len(inserted))).copy()
    costs = row[np.arange(len(chosen)), number[0]]
    for place in range(actual.shape[1]):
        fresh = row + deletion
        fresh[:, 1:] = np.minimum(fresh[:, 1:], row[:, :-1] + shift * np.abs(wanted - actual[:, [place]]))
        # what stands to the left, with insertions up to here
        row = np.minimum.accumulate(fresh - inserted, axis=1) + inserted
        ended = np.flatnonzero(number[1] == place + 1)
        costs[ended] = row[ended, number[0][ended]]
    return np.asarray(costs)


def _padded(own: Boundaries, chosen: Ints) -> Ints:
    """(comparisons, boundaries) the slots of those that were chosen, 0 where there are no more."""
    number = own.number[chosen]
    begins = (np.cumsum(own.number) - own.number)[chosen]
    inside = np.arange(int(number.max(initial=0)))
    place = np.minimum(begins[:, None] + inside, max(len(own.slot) - 1, 0))
    return np.where(inside < number[:, None], own.slot[place] if len(own.slot) else 0, 0)
