"""The best partition of a component of a few units, and whether it is the only one, state by state.

A state is the units that are left when all before the lowest of them are alone or in a set. What a set loses is how
much more its units would gain if each had its share of the set that gives it most: that is never less than nothing, so
that what has lost more than a partition that is known need not be gone on with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

import numpy as np

from accord.alignment.exact_cover import breadth_first
from accord.alignment.unit_sets import set_sizes
from accord.results.arrays import Bools, Floats, Places

MARGIN = 1e-8  # gains that differ by less may be equal
MOST_STATES = 400  # of a component; what has more is not settled
NEVER_TOO_MANY = MOST_STATES.bit_length() - 1  # units, which have no more subsets than that
FRAME = 12  # units of which all subsets fit in one number: bit n of a family says whether subset n is in it
WITH_BIT = {1 << unit: ((1 << (1 << FRAME)) - 1) // ((1 << (1 << unit)) + 1) << (1 << unit) for unit in range(FRAME)}
"""The family of all subsets that have a unit, by the bit of the unit."""

Candidate = tuple[float, int, int]
"""What a set loses, its units as bits, and its row; −1 is a unit alone."""
Chain = tuple[int, "Chain"] | None
"""The rows that were taken, the last one first."""


def packed_one_by_one(sets: Places, gains: Floats, components: Iterable[Sequence[int]]) -> tuple[Bools, Bools]:
    """(sets,) which sets are in the best partitions of their components, and whether these are the only ones."""
    taken, single = np.zeros(len(sets), dtype=bool), np.zeros(len(sets), dtype=bool)
    most, losses = _losses(sets, gains)
    members = sets.tolist()
    for rows in components:
        order = breadth_first([members[row] for row in rows])
        bits = {unit: 1 << place for place, unit in enumerate(order)}
        bits[-1] = 0
        # An empty place adds nothing, and no unit comes twice: the sum of bits is their union.
        masks = [sum(map(bits.__getitem__, members[row])) for row in rows]
        if len(order) > NEVER_TOO_MANY and _has_many_states(masks, len(order)):
            continue
        candidates = [(losses[row], mask, row) for row, mask in zip(rows, masks, strict=True)]
        candidates += [(most[unit], bits[unit], -1) for unit in order]
        best, only = _best_partition(sorted(candidates), len(order))
        taken[best] = True
        single[rows] = only
    return taken, single


def _losses(sets: Places, gains: Floats) -> tuple[list[float], list[float]]:
    """What each unit loses alone, which is its share of the set that gives it most, and what each set loses."""
    most = np.zeros(int(sets.max(initial=-1)) + 2)
    shares = gains / set_sizes(sets)
    for column in sets.T:
        np.maximum.at(most, column, shares)
    most[-1] = 0.0  # nobody's place
    losses = -gains
    for column in sets.T:
        losses += most[column]
    return most.tolist(), losses.tolist()


def _by_lowest(masks: Iterable[int], units: int) -> list[list[int]]:
    """The sets by the place of their lowest unit, and with them that unit alone."""
    starting = [[1 << place] for place in range(units)]
    for mask in masks:
        starting[(mask & -mask).bit_length() - 1].append(mask)
    return starting


def _has_many_states(masks: Sequence[int], units: int) -> bool:
    """Whether there are more than `MOST_STATES`."""
    starting = _by_lowest(masks, units)
    waiting = {(1 << units) - 1}
    count = 0
    for place in range(units - FRAME):
        states = [state for state in waiting if state & 1 << place]
        waiting.difference_update(states)
        waiting.update([state ^ mask for state in states for mask in starting[place] if mask & state == mask])
        count += len(states)
        if count + len(waiting) > MOST_STATES:
            return True
    before = max(0, units - FRAME)
    family = 0
    for state in waiting:
        family |= 1 << (state >> before)
    for place in range(before, units):
        states_here = family & WITH_BIT[1 << (place - before)]
        family ^= states_here
        for mask in starting[place]:
            taken = left = mask >> before
            having = states_here
            while left:
                having &= WITH_BIT[left & -left]
                left &= left - 1
            family |= having >> taken  # every state that has the set, without it
        count += states_here.bit_count()
        if count + family.bit_count() > MOST_STATES:
            return True
    return False


def _best_partition(candidates: Sequence[Candidate], units: int) -> tuple[list[int], bool]:
    """The rows of the sets that are taken, and whether every other partition gains less."""
    limit = _greedy_loss(candidates, units) + 2 * MARGIN
    starting: list[list[Candidate]] = [[] for _ in range(units)]
    for candidate in candidates:
        if candidate[0] <= limit:
            starting[(candidate[1] & -candidate[1]).bit_length() - 1].append(candidate)
    reached: dict[int, tuple[float, float, Chain]] = {(1 << units) - 1: (0.0, inf, None)}
    for place, here in enumerate(starting):
        for state in [state for state in reached if state & 1 << place]:
            least, second, chain = reached.pop(state)
            for loss, mask, row in here:
                if mask & state != mask or least + loss > limit:
                    continue
                rest, first, after = state ^ mask, least + loss, second + loss
                known = reached.get(rest)
                if known is None:
                    reached[rest] = first, after, (row, chain)
                elif first < known[0]:
                    reached[rest] = first, min(after, known[0]), (row, chain)
                elif first < known[1]:
                    reached[rest] = known[0], first, known[2]
    least, second, chain = reached[0]
    taken = []
    while chain is not None:
        row, chain = chain
        if row >= 0:
            taken.append(row)
    return taken, second - least > MARGIN


def _greedy_loss(candidates: Sequence[Candidate], units: int) -> float:
    """What is lost where what loses least is taken first."""
    total, free = 0.0, (1 << units) - 1
    for loss, mask, _ in candidates:
        if mask & free == mask:
            total += loss
            free ^= mask
    return total
