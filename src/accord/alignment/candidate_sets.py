"""Candidate sets, the columns of the master problem: all that can matter where they are few, else those generated."""

from __future__ import annotations

from copy import copy
from functools import reduce
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from accord.alignment.budget import Budget
from accord.alignment.neighbours import Neighbours
from accord.alignment.pricing import PricedSets, priced_sets
from accord.alignment.unit_sets import set_sizes
from accord.results.arrays import Floats, Places

MOST_ENUMERATED = 3_000  # sets that are all made beforehand, whatever the number of annotators
MOST_ENUMERATED_TRIPLES = 400_000  # and for three annotators or fewer
FIRST_SEARCH = 20_000  # sets under way in a search that need not be complete
LAST_SEARCH = 1_500_000
MOST_CUT = 12  # units of a set that is cut in two in every way, of which there are 2 to the number of units
FEW_ANNOTATORS = 6  # up to whom all cuts between them are gone through
CUT_CELLS = 4_000_000  # cuts of sets that are looked at together, times two
GOLDEN = 0x9E3779B97F4A7C15  # 2⁶⁴ over the golden ratio, whose powers scatter well


class CandidateSets:
    """Sets (sets, annotators) with what their pairs gain; a bonus for each unit beyond the first makes it their gain.

    `enumerated` says that all sets that can be part of a best partition, with this bonus or a smaller one, are there.
    """

    def __init__(self, near: Neighbours, bonus: float, *, enumerated: bool | None = None) -> None:
        """`enumerated` says whether all sets are made, where that is decided already."""
        self.near = near
        self.enumerated = can_be_enumerated(near) if enumerated is None else enumerated
        self.sets, self.sizes, self.pair_gains = (
            undominated_sets(near, bonus) if self.enumerated else nearest_sets(near)
        )
        if not self.enumerated:
            self._keep(np.flatnonzero(self.gains(bonus) > 0))

    def _keep(self, rows: Places | slice) -> None:
        self.sets = self.sets[rows] if isinstance(rows, slice) else self.sets.take(rows, axis=0)
        self.sizes, self.pair_gains = self.sizes[rows], self.pair_gains[rows]

    def gains(self, bonus: float) -> Floats:
        return np.asarray(self.pair_gains + (self.sizes - 1) * bonus)

    def among(self, rows: Places | slice) -> CandidateSets:
        """Only these sets."""
        some = copy(self)
        some._keep(rows)
        return some

    def add(self, sets: Places, gains: Floats, bonus: float) -> None:
        sizes = set_sizes(sets)
        self.sets = np.concatenate((self.sets, sets))
        self.sizes = np.concatenate((self.sizes, sizes))
        self.pair_gains = np.concatenate((self.pair_gains, gains - (sizes - 1) * bonus))

    def none_priced(self) -> PricedSets:
        """No set, and none that was not looked at."""
        return PricedSets(self.sets[:0], self.pair_gains[:0], np.full(self.near.n_units, -np.inf))

    def priced(self, bonus: float, duals: Floats, threshold: float, most: int, budget: Budget) -> PricedSets:
        """The sets whose reduced gain is at least the threshold, whether they are candidates yet or not."""
        if not self.enumerated:
            return priced_sets(self.near, bonus, duals, threshold, most=most, budget=budget)
        reduced = self.gains(bonus) - dual_sums(self.sets, duals)
        kept = (reduced >= threshold).nonzero()[0]
        return PricedSets(self.sets[kept], reduced[kept], np.full(len(duals), -np.inf))


def dual_sums(sets: Places, duals: Floats) -> Floats:
    """(sets,) the duals of their units together."""
    return np.asarray(np.concatenate((duals, (0.0,)))[sets].sum(axis=1))


def can_be_enumerated(near: Neighbours) -> bool:
    """Whether the sets of at least two units that are all neighbours are few, by an upper bound of their number."""
    return float(sets_at_most(near).sum()) <= most_enumerated(near.n_annotators)


def most_enumerated(annotators: int) -> int:
    """How many sets of a continuum of so many annotators are all made beforehand."""
    return MOST_ENUMERATED_TRIPLES if annotators <= 3 else MOST_ENUMERATED


def sets_at_most(near: Neighbours) -> Floats:
    """(documents,) an upper bound of the number of sets of at least two units that are all neighbours."""
    counts = (near.blocks[1:] - near.blocks[:-1]).reshape(near.n_units, near.n_annotators) + 1.0
    of_units = reduce(np.multiply, counts.T) - 1
    if near.document is None:
        return np.array([of_units.sum()])
    return np.asarray(np.bincount(near.document, of_units), dtype=np.float64)


def undominated_sets(near: Neighbours, bonus: float) -> tuple[Places, Places, Floats]:
    """All sets that can be part of a best partition, by annotator; their sizes; what their pairs gain.

    A set is dominated when leaving out one unit, or cutting it in two, gains at least as much: Σ d across the cut
    reaches (bonus · C + |A| · |B|) · Δ∅.
    """
    if near.n_annotators == 3:
        return _sets_of_three(near, bonus)
    priced = priced_sets(near, bonus, np.zeros(near.n_units), -np.inf, most=2**62)
    sizes = set_sizes(priced.sets)
    pair_gains = priced.reduced - (sizes - 1) * bonus
    kept = priced.reduced > 0
    if near.n_annotators > 2:
        larger = np.flatnonzero((sizes > 2) & (sizes <= MOST_CUT))
        kept[larger] = undominated(near, priced.sets.take(larger, axis=0), bonus)
    rows = np.flatnonzero(kept)
    return priced.sets.take(rows, axis=0), sizes[rows], pair_gains[rows]


def _sets_of_three(near: Neighbours, bonus: float) -> tuple[Places, Places, Floats]:
    """The same for three annotators, by far the most frequent case: pairs, and pairs of the first two annotators with
    every unit of the third that is a neighbour of both."""
    order, second, rows = near.by_second
    gains = near.gains.take(order)
    last = int(second.searchsorted(2))  # pairs whose second unit is of the third annotator begin here
    first, middle = near.first.take(order[:last]), rows[:last, 1]
    at = first * 3 + 2
    begin = near.blocks.take(at)
    counts = near.blocks.take(at + 1) - begin
    pair = np.arange(last).repeat(counts)
    other = np.arange(len(pair)) + (begin - counts.cumsum() + counts).repeat(counts)
    third, left, right = near.second.take(other), gains.take(pair), near.gains.take(other)
    across = near.gains_of(middle.take(pair), third)
    marginal = right + across
    kept = ((marginal + bonus > 0) & (left + right + bonus > 0) & (left + across + bonus > 0)).nonzero()[0]
    whole = left.take(kept) + bonus + marginal.take(kept) + bonus
    paying = (gains + bonus > 0).nonzero()[0]
    pairs = gains.take(paying) + bonus
    sets = np.empty((len(paying) + len(kept), 3), dtype=np.int64)
    two, three = sets[: len(paying)], sets[len(paying) :]
    two[:] = rows[:, :3].take(paying, axis=0)
    firsts = rows[:, 3].take(paying)
    two.reshape(-1)[np.arange(0, two.size, 3) + near.who.take(firsts)] = firsts
    pair = pair.take(kept)
    three[:, 0], three[:, 1], three[:, 2] = first.take(pair), middle.take(pair), third.take(kept)
    sizes = np.full(len(sets), 2)
    sizes[len(paying) :] = 3
    return sets, sizes, np.concatenate((pairs - bonus, whole - 2 * bonus))


def undominated(near: Neighbours, sets: Places, bonus: float) -> NDArray[np.bool_]:
    """(sets,) which gain more whole than cut in two, whatever the cut."""
    if near.n_annotators > FEW_ANNOTATORS:
        return _undominated_by_size(near, sets, bonus)
    n = near.n_annotators
    units = np.ascontiguousarray(sets.T)
    present = units >= 0
    gains = {}
    for first, second in combinations(range(n), 2):
        both = present[first] & present[second]
        gains[first, second] = np.where(both, near.gains_of(units[first], units[second]), 0.0)
    kept = np.ones(len(sets), dtype=bool)
    for cut in range(1, 2 ** (n - 1)):
        side = [bool((cut >> annotator) & 1) for annotator in range(n)]
        across = sum((gains[pair] for pair in gains if side[pair[0]] != side[pair[1]]), np.zeros(len(sets)))
        whole = across + bonus > 0
        if bonus <= 0:  # a cut beside the set, across which nothing is gained, is none
            whole |= ~(present[side].any(axis=0) & present[np.logical_not(side)].any(axis=0))
        kept &= whole
    return kept


def _undominated_by_size(near: Neighbours, sets: Places, bonus: float) -> NDArray[np.bool_]:
    """The same for many annotators, of whom most have no unit in a set: only what is there can be cut."""
    kept = np.ones(len(sets), dtype=bool)
    sizes = set_sizes(sets)
    for size in np.unique(sizes).tolist():
        same = np.flatnonzero(sizes == size)
        parted, chunk = _cuts(size), max(1, CUT_CELLS >> size)
        for rows in (same[first : first + chunk] for first in range(0, len(same), chunk)):
            own = sets[rows]
            units = own[own >= 0].reshape(-1, size).T  # by annotator, without the empty places
            across = np.zeros((len(parted[0]), len(rows)))
            for cut, (first, second) in zip(parted, combinations(range(size), 2), strict=True):
                across[cut] += near.gains_of(units[first], units[second])
            kept[rows] = (across + bonus > 0).all(axis=0)
    return kept


def _cuts(size: int) -> list[NDArray[np.bool_]]:
    """For every two of so many units, (cuts,) which of the ways to cut a set in two part them."""
    sides = (np.arange(1, 2 ** (size - 1)) >> np.arange(size)[:, None]) & 1
    return [sides[first] != sides[second] for first, second in combinations(range(size), 2)]


def nearest_sets(near: Neighbours) -> tuple[Places, Places, Floats]:
    """For each unit, itself with its nearest neighbours by one, two … other annotators: where a search begins.

    The sets, their sizes and what their pairs gain.
    """
    units, n = near.n_units, near.n_annotators
    partner, gain = _nearest(near)
    order = np.argsort(-gain, axis=1, kind="stable")[:, : n - 1]
    everyone = np.arange(units)
    nearest = partner[everyone[:, None], order].T
    gains = gain[everyone[:, None], order].T
    sets = np.full((units, n), -1)
    sets[everyone, near.who] = everyone
    total = np.zeros(units)
    extended: list[tuple[Places, Floats]] = []
    for step in range(n - 1):
        total = total + gains[step]
        for earlier in range(step):
            first, second = nearest[earlier], nearest[step]
            total += near.gains_of(np.minimum(first, second), np.maximum(first, second))
        sets = sets.copy()
        sets[everyone, order[:, step]] = nearest[step]
        kept = np.flatnonzero(total > -np.inf)
        extended.append((sets[kept], total[kept]))
    candidates, pair_gains = (np.concatenate(column) for column in zip(*extended, strict=True))
    distinct = _distinct(candidates)
    sets = candidates[distinct]
    return sets, set_sizes(sets), pair_gains[distinct]


def _nearest(near: Neighbours) -> tuple[Places, Floats]:
    """(units, annotators) the nearest neighbour of each unit by each annotator, −1 for none, and the pair's gain."""
    partner = np.full((near.n_units, near.n_annotators), -1)
    gain = np.full((near.n_units, near.n_annotators), -np.inf)
    rising = np.argsort(near.gains, kind="stable")
    # The last of several assignments to one place stays: the nearest. Pairs stand once, and count both ways.
    first, second, gains = near.first[rising], near.second[rising], near.gains[rising]
    for unit, neighbour in ((first, second), (second, first)):
        place = (unit, near.who[neighbour])
        partner[place], gain[place] = neighbour, gains
    return partner, gain


def _distinct(sets: Places) -> Places:
    """The rows where each set stands first; sets that a hash confuses are found again by a search."""
    weights = np.array([pow(GOLDEN, power, 2**64) for power in range(1, sets.shape[1] + 1)], dtype=np.uint64)
    with np.errstate(over="ignore"):
        keys = ((sets + 1).astype(np.uint64) * weights).sum(axis=1, dtype=np.uint64)
    order = keys.argsort(kind="stable")
    keys = keys[order]
    first = np.ones(len(keys), dtype=bool)
    first[1:] = keys[1:] != keys[:-1]
    return np.sort(order[first])
