"""The unitary alignments at hand: all that can matter where they are few, else those that prices have asked for."""

from __future__ import annotations

from copy import copy
from functools import reduce
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from accord.alignment.enumeration import Found, worthwhile
from accord.alignment.expected_work import assert_manageable
from accord.alignment.neighbours import Neighbours
from accord.alignment.rows import sizes_of

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

LISTED = 3_000  # sets that are all listed beforehand, whatever the number of annotators
LISTED_TRIPLES = 400_000  # and for three annotators or fewer
FIRST_SEARCH = 20_000  # sets under way in a search that need not be complete
LAST_SEARCH = 1_500_000
GOLDEN = 0x9E3779B97F4A7C15  # 2⁶⁴ over the golden ratio, whose powers scatter well


class Pool:
    """Sets (sets, annotators) with what their pairs gain; a bonus for each unit beyond the first makes it their gain.

    `listed` says that all sets that can be part of a best packing, with this bonus or a smaller one, are there.
    """

    def __init__(self, near: Neighbours, bonus: float, *, list_all: bool | None = None) -> None:
        self.near = near
        self.listed = at_most(near) <= listable(near) if list_all is None else list_all
        sets, pair_gains = all_sets(near, bonus) if self.listed else nearest_sets(near)
        self.sets, self.sizes, self.pair_gains = sets, sizes_of(sets), pair_gains
        if not self.listed:
            self._keep(np.flatnonzero(self.gains(bonus) > 0))

    def _keep(self, rows: Places | slice) -> None:
        self.sets = self.sets[rows] if isinstance(rows, slice) else self.sets.take(rows, axis=0)
        self.sizes, self.pair_gains = self.sizes[rows], self.pair_gains[rows]

    def gains(self, bonus: float) -> Floats:
        return np.asarray(self.pair_gains + (self.sizes - 1) * bonus)

    def among(self, rows: Places | slice) -> Pool:
        """Only these sets."""
        some = copy(self)
        some._keep(rows)
        return some

    def add(self, sets: Places, gains: Floats, bonus: float) -> None:
        sizes = sizes_of(sets)
        self.sets = np.concatenate((self.sets, sets))
        self.sizes = np.concatenate((self.sizes, sizes))
        self.pair_gains = np.concatenate((self.pair_gains, gains - (sizes - 1) * bonus))

    def nothing(self) -> Found:
        """No set, and none that was not looked at."""
        return Found(self.sets[:0], self.pair_gains[:0], np.full(self.near.n_units, -np.inf))

    def search(self, bonus: float, prices: Floats, threshold: float, most: int, deadline: float) -> Found:
        """The sets whose gain less the prices of their units is at least the threshold."""
        if not self.listed:
            if np.isinf(deadline):
                assert_manageable(self.near)
            return worthwhile(self.near, bonus, prices, threshold, most=most, deadline=deadline)
        reduced = self.gains(bonus) - priced(self.sets, prices)
        kept = np.flatnonzero(reduced >= threshold)
        return Found(self.sets[kept], reduced[kept], np.full(len(prices), -np.inf))


def priced(sets: Places, prices: Floats) -> Floats:
    """(sets,) the prices of their units together."""
    return np.asarray(np.append(prices, 0.0)[sets].sum(axis=1))


def listable(near: Neighbours) -> int:
    """How many sets of a document are listed rather than asked for."""
    return LISTED_TRIPLES if near.n_annotators <= 3 else LISTED


def at_most(near: Neighbours) -> float:
    """An upper bound of the number of sets of at least two units that are all neighbours."""
    counts = np.diff(near.blocks).reshape(near.n_units, near.n_annotators) + 1.0
    return float((reduce(np.multiply, counts.T) - 1).sum())


def all_sets(near: Neighbours, bonus: float) -> tuple[Places, Floats]:
    """All sets that can be part of a best packing, in the order of the annotators, with what their pairs gain.

    A set falls out when leaving out one unit, or cutting it in two, gains at least as much: Σ d across the cut reaches
    (bonus · C + |A| · |B|) · Δ∅.
    """
    found = worthwhile(near, bonus, np.zeros(near.n_units), -np.inf, most=2**62)
    sizes = sizes_of(found.sets)
    pair_gains = found.reduced - (sizes - 1) * bonus
    worthy = found.reduced > 0
    if near.n_annotators > 2:
        larger = np.flatnonzero(sizes > 2)
        worthy[larger] = uncuttable(near, found.sets.take(larger, axis=0), bonus)
    kept = np.flatnonzero(worthy)
    return found.sets.take(kept, axis=0), pair_gains[kept]


def uncuttable(near: Neighbours, sets: Places, bonus: float) -> NDArray[np.bool_]:
    """Which sets gain more whole than cut in two, whatever the cut."""
    n = near.n_annotators
    units = np.ascontiguousarray(sets.T)
    there = units >= 0
    gains = {}
    for one, other in combinations(range(n), 2):
        gains[one, other] = np.where(there[one] & there[other], near.gains_of(units[one], units[other]), 0.0)
    kept = np.ones(len(sets), dtype=bool)
    for cut in range(1, 2 ** (n - 1)):
        side = np.array([(cut >> annotator) & 1 for annotator in range(n)], dtype=bool)
        across = sum((gains[pair] for pair in gains if side[pair[0]] != side[pair[1]]), np.zeros(len(sets)))
        both = there[side].any(axis=0) & there[~side].any(axis=0)
        kept &= ~(both & (across + bonus <= 0))
    return kept


def nearest_sets(near: Neighbours) -> tuple[Places, Floats]:
    """For each unit, itself with its nearest neighbours by one, two … other annotators: where a search begins."""
    units, n = near.n_units, near.n_annotators
    partner, gain = _nearest(near)
    order = np.argsort(-gain, axis=1, kind="stable")[:, : n - 1]
    everyone = np.arange(units)
    nearest = partner[everyone[:, None], order].T
    gains = gain[everyone[:, None], order].T
    sets = np.full((units, n), -1)
    sets[everyone, near.who] = everyone
    total = np.zeros(units)
    found: list[tuple[Places, Floats]] = []
    for step in range(n - 1):
        total = total + gains[step]
        for earlier in range(step):
            one, other = nearest[earlier], nearest[step]
            total += near.gains_of(np.minimum(one, other), np.maximum(one, other))
        sets = sets.copy()
        sets[everyone, order[:, step]] = nearest[step]
        kept = np.flatnonzero(total > -np.inf)
        found.append((sets[kept], total[kept]))
    together, pair_gains = (np.concatenate(part) for part in zip(*found, strict=True))
    distinct = _distinct(together)
    return together[distinct], pair_gains[distinct]


def _nearest(near: Neighbours) -> tuple[Places, Floats]:
    """(units, annotators) the nearest neighbour of each unit by each annotator, −1 for none, and the pair's gain."""
    partner = np.full((near.n_units, near.n_annotators), -1)
    gain = np.full((near.n_units, near.n_annotators), -np.inf)
    rising = np.argsort(near.gains, kind="stable")
    # The last of several assignments to one place stays: the nearest. Pairs stand once, and count both ways.
    one, other, gains = near.one[rising], near.other[rising], near.gains[rising]
    for unit, neighbour in ((one, other), (other, one)):
        place = (unit, near.who[neighbour])
        partner[place], gain[place] = neighbour, gains
    return partner, gain


def _distinct(sets: Places) -> Places:
    """The rows where each set stands first; sets that a hash confuses are found again by a search."""
    weights = np.array([pow(GOLDEN, power, 2**64) for power in range(1, sets.shape[1] + 1)], dtype=np.uint64)
    with np.errstate(over="ignore"):
        keys = ((sets + 1).astype(np.uint64) * weights).sum(axis=1, dtype=np.uint64)
    return np.sort(np.unique(keys, return_index=True)[1])
