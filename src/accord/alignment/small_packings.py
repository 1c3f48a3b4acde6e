"""Small packings: the sets of a best partition, for thousands of small problems at once, where there is only one.

Most documents are short, and so are the continua that chance makes of them: what a linear program costs for each of
them is what it costs to begin one. Here all of them are solved together. A set that gains more than anything that its
units could be part of otherwise is taken; what is left falls into components, and those of a few units are gone through
by dynamic programming over subsets of their units. Where two partitions tie, nothing is decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations, pairwise
from math import inf
from typing import NamedTuple

import numpy as np

from accord.alignment.exact_cover import breadth_first
from accord.alignment.neighbours import Neighbours
from accord.alignment.unit_sets import connected_components, connected_sets, last_units, set_sizes
from accord.results.arrays import Bools, Floats, Places

MARGIN = 1e-8  # gains that differ by less may be equal
MOST_STATES = 400  # of a component; what has more is not settled
NEVER_TOO_MANY = MOST_STATES.bit_length() - 1  # units, which have no more subsets than that
FRAME = 12  # units of which all subsets fit in one number: bit n of a family says whether subset n is in it
WITH_BIT = {1 << unit: ((1 << (1 << FRAME)) - 1) // ((1 << (1 << unit)) + 1) << (1 << unit) for unit in range(FRAME)}
"""The family of all subsets that have a unit, by the bit of the unit."""
MOST_UNITS = 24  # of a component
MOST_UNITS_TOGETHER = 9  # of components that are gone through together: the work triples with each
FEW_COMPONENTS = 8  # times this, no more of them than subsets of their units: they are gone through one by one
LARGEST_WITHOUT_PARTS = 3  # units of a set in which no two sets are apart
FEW_ANNOTATORS = 3  # up to whom that is soon done
MOST_ANNOTATORS = 6  # up to whom it is told apart which units two sets share
MOST_ROUNDS = 30  # in which sets are taken
SETS_AT_ONCE = 2_000  # whose costs are summed, so that what is between stays in the cache
CELLS = 2_000_000  # of the tables that are filled together
Candidate = tuple[float, int, int]
"""What a set loses, its units as bits, and its row; −1 is a unit alone."""
Chain = tuple[int, "Chain"] | None
"""The rows that were taken, the last one first."""


class Packing(NamedTuple):
    """Which sets are taken, and in which documents these are the only best partition."""

    taken: Bools
    settled: Bools


def unique_packings(
    sets: Places, gains: Floats, documents: Places, units: int, n_documents: int, near: Neighbours | None = None
) -> Packing:
    """The sets (sets, annotators) of the partition of the largest gain of each document.

    `documents` (sets,) says which document a set is of; their units are counted through. `near` are their neighbours,
    by which more can be said where gains come from pairs and a bonus of 1 for each unit beyond the first. A document
    without sets is settled: all its units are alone.
    """
    taken = np.zeros(len(sets), dtype=bool)
    settled = np.ones(n_documents, dtype=bool)
    left = _after_certain_ones(sets, gains, units, near, _after_easy_ones(sets, gains, units, taken), taken)
    if not len(left):
        return Packing(taken, settled)
    component, size, place = _components(sets[left], units)
    settled[documents[left[size > MOST_UNITS]]] = False
    for number in np.unique(size)[::-1].tolist():  # the large ones first: where one is not settled, nothing else counts
        same = np.flatnonzero((size == number) & settled[documents[left]])
        several = len(np.unique(component[same])) * FEW_COMPONENTS > 1 << number
        if several and number <= MOST_UNITS_TOGETHER:
            parts = list(_packed_together(sets[left], gains[left], component, place, same, number))
        else:
            some = left[same]
            parts = [(same, *_packed_one_by_one(sets[some], gains[some], _groups(component[same])))]
        for rows, chosen, single in parts:
            taken[left[rows[chosen]]] = True
            settled[documents[left[rows[~single]]]] = False
    taken[~settled[documents]] = False
    return Packing(taken, settled)


def unique_packing(sets: Places, gains: Floats, units: int, near: Neighbours) -> Bools | None:
    """(sets,) which are in the partition of the largest gain of one document; None where it is not soon settled."""
    taken = np.zeros(len(sets), dtype=bool)
    left = _after_easy_ones(sets, gains, units, taken)
    if 2 * len(left) > len(sets) and sets.shape[1] > FEW_ANNOTATORS:
        return None
    left = _after_certain_ones(sets, gains, units, near, left, taken)
    if len(left) > units:
        return None
    if len(left):
        members = sets[left]
        chosen, single = _packed_one_by_one(members, gains[left], connected_sets(members.tolist()))
        if not single.all():
            return None
        taken[left[chosen]] = True
    return taken


def _packed_together(
    sets: Places, gains: Floats, component: Places, place: Places, same: Places, units: int
) -> Iterator[tuple[Places, Bools, Bools]]:
    """For a few components at a time, which have so many units: their sets, which of these are in the best partitions,
    and whether these are the only ones."""
    for rows in _portions(same, component[same], units):
        numbered, which = np.unique(component[rows], return_inverse=True)
        masks = _masks(sets[rows], place)
        chosen, single = _best_of_components(which, masks, gains[rows], len(numbered), units)
        yield rows, chosen, single[which]


def _after_easy_ones(sets: Places, gains: Floats, units: int, taken: Bools) -> Places:
    """Mark sets that every best partition has and that are soon seen; returns those that are still open."""
    takes = _apart(sets, gains, _Bests(sets, gains, units))
    taken[takes] = True
    return _not_met(sets, np.arange(len(sets)), takes, units)


def _after_certain_ones(
    sets: Places, gains: Floats, units: int, near: Neighbours | None, rows: Places, taken: Bools
) -> Places:
    """Mark those that gain more than everything in their place, round by round; returns those that are still open."""
    for _ in range(MOST_ROUNDS):
        if not len(rows):
            break
        members, gain = sets[rows], gains[rows]
        looked = _Bests(members, gain, units).looked.nonzero()[0]
        if sets.shape[1] > MOST_ANNOTATORS:
            takes = looked[(gain > _otherwise(members, gain, units) + MARGIN)[looked]]
        else:
            takes = _gaining_more_than_they_cost(members, gain, units, near, looked)
        taken[rows[takes]] = True
        rows = _not_met(members, rows, takes, units)
        if not len(takes):
            break
    return rows


def _not_met(members: Places, rows: Places, takes: Places, units: int) -> Places:
    """The rows of sets, of which these are the members, that share no unit with those that are taken."""
    if not len(takes):
        return rows
    used = np.zeros(units + 1, dtype=bool)
    used[members[takes]] = True
    used[-1] = False
    return np.asarray(rows[~reduce(np.logical_or, used[members.T])])


class _Bests:
    """The set of each unit that gains most, which sets have units with the same best one, and which are that one."""

    def __init__(self, sets: Places, gains: Floats, units: int) -> None:
        rising = gains.argsort(kind="stable")
        self.of = np.full(units + 1, -1)  # the last of several assignments stays
        self.of[sets[rising]] = rising[:, None]
        self.of[-1] = -1
        columns = sets.T
        bests = self.of[columns]
        self.mine = reduce(np.maximum, bests)
        self.everywhere = reduce(np.logical_and, (bests == self.mine) | (columns < 0))
        self.looked = (self.mine == np.arange(len(sets))) & self.everywhere
        """Worth a look: others are only in their way."""


def _apart(sets: Places, gains: Floats, bests: _Bests) -> Places:
    """The best sets that no other meets but those within them, where they gain more than any of these together."""
    met = np.zeros(len(sets) + 1, dtype=bool)
    met[bests.of[sets[~bests.everywhere]]] = True
    inside = (bests.everywhere & ~bests.looked).nonzero()[0]
    most = _most_inside(sets, gains, inside, bests.mine)
    return np.flatnonzero(bests.looked & ~met[:-1] & (gains > most + MARGIN))


def _most_inside(sets: Places, gains: Floats, inside: Places, owners: Places) -> Floats:
    """(sets,) what the sets inside each gain at most together, by their sizes: no more units than the set has."""
    if sets.shape[1] <= LARGEST_WITHOUT_PARTS:
        single = np.zeros(len(sets))
        np.maximum.at(single, owners[inside], gains[inside])
        return single
    sizes = set_sizes(sets)
    by_size = np.zeros((sets.shape[1] + 1, len(sets)))
    np.maximum.at(by_size, (sizes[inside], owners[inside]), gains[inside])
    most = np.zeros_like(by_size)
    for units in range(2, len(most)):
        most[units] = reduce(np.maximum, [by_size[part] + most[units - part] for part in range(2, units + 1)])
    return np.asarray(most[sizes, np.arange(len(sets))])


def _gaining_more_than_they_cost(
    sets: Places, gains: Floats, units: int, near: Neighbours | None, looked: Places
) -> Places:
    """Of the sets at these places, which share no unit, those that gain more than everything in their place.

    A set S that is not in a partition can be put there: the sets T that have some of its units lose them, and keep the
    others. The partition becomes better if S gains more than these T lose together. What one of them can lose at most
    depends on which units it shares with S, and they share no unit with each other.
    """
    n = sets.shape[1]
    number = np.full(units + 1, -1)  # of the set that is looked at, by unit
    number[sets[looked]] = np.arange(len(looked))[:, None]
    number[-1] = -1
    owners = number[sets]
    # One row for each set and each of those looked at that it shares units with: at the first of these units.
    new = owners >= 0
    new[looked] = False
    for later in range(1, n):
        for before in range(later):
            new[:, later] &= owners[:, later] != owners[:, before]
    row, place = new.nonzero()
    owner = owners[row, place]
    shared = owners[row] == owner[:, None]
    lost = gains[row]
    left = np.where(shared, -1, sets[row])
    several = ((left >= 0).sum(axis=1) > 1).nonzero()[0]
    if len(several) and near is not None:
        lost[several] -= _kept(left[several], near)
    costs = np.zeros((1 << n, len(looked)))
    np.maximum.at(costs, (shared @ (1 << np.arange(n)), owner), lost)
    return looked[gains[looked] > _largest_sums(costs, n) + MARGIN]


def _otherwise(sets: Places, gains: Floats, units: int) -> Floats:
    """(sets,) what the best other sets of the units of each gain together, which no partition of them exceeds."""
    best, second = np.zeros(units + 1), np.zeros(units + 1)
    times = np.zeros(units + 1, dtype=np.int64)
    for column in sets.T:
        np.maximum.at(best, column, gains)
    for column in sets.T:
        first = gains == best[column]
        np.add.at(times, column[first], 1)
        np.maximum.at(second, column[~first], gains[~first])
    second = np.where(times > 1, best, second)
    best[-1] = second[-1] = 0.0  # nobody's place
    total = np.zeros(len(sets))
    for column in sets.T:
        total += np.where(gains == best[column], second[column], best[column])
    return total


def _kept(rest: Places, near: Neighbours) -> Floats:
    """(sets,) what the units that are left of sets gain together, with a bonus of 1 for each beyond the first; at least
    nothing, as they can be alone."""
    present = rest >= 0
    gains = present.sum(axis=1) - 1.0
    for first, second in combinations(range(rest.shape[1]), 2):
        both = (present[:, first] & present[:, second]).nonzero()[0]
        gains[both] += near.gains_of(rest[both, first], rest[both, second])
    return np.asarray(np.maximum(gains, 0.0))


def _largest_sums(costs: Floats, n: int) -> Floats:
    """(sets,) the largest sum of costs of disjoint parts; `costs` (2ⁿ, sets) has a row for every part."""
    most = costs.copy()
    for begin in range(0, costs.shape[1], SETS_AT_ONCE):
        some, best = costs[:, begin : begin + SETS_AT_ONCE], most[:, begin : begin + SETS_AT_ONCE]
        for wholes, parts in PARTINGS[n]:  # the smaller subsets first
            best[wholes] = (some[parts] + best[wholes[:, None] ^ parts]).max(axis=1)
    return np.asarray(most[-1])


def _partings(n: int) -> tuple[tuple[Places, Places], ...]:
    """For each size from two on: the subsets of n units, and of each of them the parts with its lowest unit."""
    by_size: dict[int, tuple[list[int], list[list[int]]]] = {size: ([], []) for size in range(2, n + 1)}
    for whole in range(1 << n):
        lowest = whole & -whole
        if whole != lowest:
            wholes, parts = by_size[whole.bit_count()]
            wholes.append(whole)
            parts.append([part for part in range(whole + 1) if part & whole == part and part & lowest])
    return tuple((np.array(wholes), np.array(parts)) for wholes, parts in by_size.values())


PARTINGS = tuple(map(_partings, range(MOST_ANNOTATORS + 1)))


def _components(sets: Places, units: int) -> tuple[Places, Places, Places]:
    """(sets,) the component of each set and how many units that has; (units + 1,) the place of a unit in its own."""
    last = last_units(sets)
    edges = [(last[column >= 0], column[column >= 0]) for column in sets.T]
    first, second = (np.concatenate(ends) for ends in zip(*edges, strict=True))
    label = connected_components(units, first, second)
    present = np.zeros(units, dtype=bool)
    present[second] = True
    inside = np.flatnonzero(present)
    order = inside[np.argsort(label[inside], kind="stable")]
    sizes = np.bincount(label[inside], minlength=units)
    starts = np.flatnonzero(np.diff(label[order], prepend=-1))
    place = np.zeros(units + 1, dtype=np.int64)
    place[order] = np.arange(len(order)) - starts.repeat(np.diff(starts, append=len(order)))
    component = label[last]
    return component, sizes[component], place


def _groups(component: Places) -> list[list[int]]:
    """The places of each component, in order."""
    order = component.argsort(kind="stable")
    cuts = np.flatnonzero(np.diff(component[order], prepend=-1, append=-1)).tolist()
    places = order.tolist()
    return [places[begin:end] for begin, end in pairwise(cuts)]


def _portions(rows: Places, component: Places, units: int) -> Iterator[Places]:
    """The sets of a few components at a time, such that their tables are not too large."""
    order = np.argsort(component, kind="stable")
    number = np.cumsum(np.diff(component[order], prepend=-1) > 0) - 1
    cuts = np.flatnonzero(np.diff(number // max(1, CELLS >> units))) + 1
    yield from np.split(rows[order], cuts)


def _masks(sets: Places, place: Places) -> Places:
    """(sets,) their units as bits of a number, each unit by its place in the component."""
    masks = np.zeros(len(sets), dtype=np.int64)
    for column in sets.T:
        masks |= np.where(column >= 0, np.left_shift(1, place[column]), 0)
    return masks


def _best_of_components(
    component: Places, masks: Places, gains: Floats, number: int, units: int
) -> tuple[Bools, Bools]:
    """(sets,) which sets are in the best partitions of components, and (components,) whether each is the only one.

    The lowest unit of a subset is alone or in a set: gain(subset) = max over sets S with it of w(S) + gain(subset − S).
    The best is followed by the second best, another partition.
    """
    subsets = 1 << units
    worth = np.full((subsets, number), -np.inf)
    worth[np.left_shift(1, np.arange(units))] = 0.0
    worth[masks, component] = gains
    best, second = np.zeros((subsets, number)), np.full((subsets, number), -np.inf)
    choice = np.zeros((subsets, number), dtype=np.int64)
    every = np.arange(number)
    for subset, parts in _with_lowest(units):
        totals = worth[parts] + best[subset ^ parts]
        chosen = totals.argmax(axis=0)
        best[subset] = totals[chosen, every]
        choice[subset] = parts[chosen]
        totals[chosen, every] = -np.inf
        others = worth[parts] + second[subset ^ parts]
        second[subset] = np.maximum(totals.max(axis=0), others.max(axis=0))
    taken = np.zeros((subsets, number), dtype=bool)
    rest = np.full(number, subsets - 1)
    while rest.any():
        part = choice[rest, every]
        taken[part, every] = True
        rest ^= part
    return taken[masks, component], best[-1] - second[-1] > MARGIN


def _packed_one_by_one(sets: Places, gains: Floats, components: Iterable[Sequence[int]]) -> tuple[Bools, Bools]:
    """(sets,) which sets are in the best partitions of their components, and whether these are the only ones.

    Component by component, state by state, which is quicker where sets are few: a state is the units that are left when
    all before the lowest of them are alone or in a set. What a set loses is how much more its units would gain if each
    had its share of the set that gives it most: that is never less than nothing, so that what has lost more than a
    partition that is known need not be gone on with.
    """
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


def _with_lowest(units: int) -> Iterator[tuple[int, Places]]:
    """Every subset of so many units, the smaller numbers first, and its subsets that have its lowest unit."""
    inside = [np.zeros(1, dtype=np.int64)]
    for subset in range(1, 1 << units):
        highest = 1 << (subset.bit_length() - 1)
        without = inside[subset ^ highest]
        inside.append(np.concatenate((without, without | highest)))
        lowest = subset & -subset
        yield subset, inside[subset ^ lowest] | lowest
