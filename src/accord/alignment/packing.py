"""The best packing of units into unitary alignments: prices, the sets that they ask for, and the choice."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from accord.alignment.enumeration import Found
from accord.alignment.neighbours import Neighbours
from accord.alignment.pool import FIRST_SEARCH, LAST_SEARCH, Pool, nearest_sets, priced
from accord.alignment.programs import Packed, PackingProgram, cheapest_cover, columns_of
from accord.alignment.settling import Choice, settle, settle_again

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

TIE = 1e-9  # gains that differ by less are equal
FILLINGS = 100  # rounds in which units left over look for each other when time has run out
MOST_TIES = 20_000  # sets that break even, beyond which the solver's own choice stands
FIRST_LOSS = 0.05  # sets that lose more are looked at only when they must be


@dataclass(frozen=True, eq=False)
class Packing:
    """Sets of at least two units that share none (the other units are alone); no packing gains more than `bound`."""

    sets: Places
    gain: float
    bound: float


class Packer:
    """Packs the units of one continuum, for one bonus after another: the sets and the program are kept between them."""

    def __init__(
        self, near: Neighbours, bonus: float, *, again: float | None = None, list_all: bool | None = None
    ) -> None:
        self.near = near
        self.pool = Pool(near, bonus, list_all=list_all)
        self._again = again
        self._bound = np.inf  # of the gain, the best known with the present bonus
        self._program: PackingProgram | None = None

    def best(self, bonus: float, deadline: float = np.inf, *, canonical: bool = True) -> Packing:
        """The packing of the largest gain; without `canonical` any of those that tie."""
        if not len(self.pool.sets):
            return Packing(self.pool.sets, 0.0, 0.0)
        packed, found, missed = self._priced(bonus, deadline, canonical=canonical)
        if found is None:
            return self._for_want_of_time(bonus, packed)
        bound = self._least_bound(bonus, packed, missed)
        if not missed and (not canonical or len(found.sets) > MOST_TIES) and whole(packed.taken):
            return Packing(self.pool.sets[packed.taken > 1 - TIE], bound, bound)
        return settled(self.pool, bonus, packed, found, bound if missed else None, deadline)

    def cover(self, bonus: float, deadline: float = np.inf) -> Packing:
        """The sets of the largest gain when units may be taken again, each time at the cost `again`."""
        if not len(self.pool.sets):
            return Packing(self.pool.sets, 0.0, 0.0)
        packed, found, missed = self._priced(bonus, deadline, canonical=False)
        if found is None:
            return self._for_want_of_time(bonus, packed)
        prices = packed.prices
        bound = self._least_bound(bonus, packed, missed)
        if whole(packed.taken):
            return Packing(self.pool.sets[packed.taken > 0.5], bound, bound)
        threshold = FIRST_LOSS
        while True:
            wider = self.pool.search(bonus, prices, -threshold, LAST_SEARCH, deadline)
            taken, least = cheapest_cover(len(prices), wider.sets, _costs(wider, prices), deadline)
            if taken is None:
                return self._for_want_of_time(bonus, packed)
            cost = float(_costs(wider, prices)[taken].sum()) + _alone(wider.sets[taken], len(prices))
            loss = cost - (len(prices) - float(prices.sum()))
            if loss <= threshold or not wider.complete:
                proven = wider.complete and not missed
                return Packing(wider.sets[taken], len(prices) - cost, len(prices) - least if proven else bound)
            threshold = loss + TIE

    # ---- prices

    def _priced(self, bonus: float, deadline: float, *, canonical: bool) -> tuple[Packed, Found | None, float]:
        """Prices at which no set gains more than it costs, the sets that break even, and how far that may be wrong.

        Sets that break even are not looked for where they are not needed: without `canonical`, when sets are whole.
        """
        program = self._at(bonus)
        most = FIRST_SEARCH
        self._bound = np.inf
        while True:
            packed = program.solve(deadline)
            if not packed.finished:
                return packed, None, 0.0
            if self.pool.listed and not canonical and whole(packed.taken):
                return packed, self.pool.nothing(), 0.0
            found = self.pool.search(bonus, packed.prices, -TIE, most, deadline)
            wanted = np.flatnonzero(found.reduced > TIE)
            if len(wanted) and not self.pool.listed:
                if np.isfinite(deadline):  # when time runs out, a bound is wanted
                    self._bound = min(self._bound, float(packed.prices.sum()) + _excess(found))
                self._admit(program, found, wanted, packed.prices, bonus)
                continue
            if found.complete:
                return packed, found, 0.0
            if most >= LAST_SEARCH or perf_counter() > deadline:
                return packed, found, _excess(found)
            most = min(most * 8, LAST_SEARCH)

    def _least_bound(self, bonus: float, packed: Packed, missed: float) -> float:
        """No packing gains more; the prices say so themselves unless some sets were not looked at."""
        bound = float(packed.prices.sum()) + missed
        return bound if not missed else min(bound, self._bound, pairwise_bound(self.near, bonus))

    def _at(self, bonus: float) -> PackingProgram:
        gains = self.pool.gains(bonus)
        if self._program is None or not self._program.held:
            self._program = PackingProgram(
                self.near.n_units, columns_of(self.pool.sets), gains, self._again, growing=not self.pool.listed
            )
        else:
            self._program.price(gains)
        return self._program

    def _admit(self, program: PackingProgram, found: Found, wanted: Places, prices: Floats, bonus: float) -> None:
        """Add the sets that prices ask for; where they are many, those that ask most."""
        most = max(1_000, 4 * self.near.n_units)
        if len(wanted) > most:
            wanted = np.sort(wanted[np.argpartition(-found.reduced[wanted], most)[:most]])
        sets = found.sets[wanted]
        gains = found.reduced[wanted] + priced(sets, prices)
        self.pool.add(sets, gains, bonus)
        program.add(sets, gains)

    def _for_want_of_time(self, bonus: float, packed: Packed) -> Packing:
        """A packing picked greedily, with the best bound so far."""
        gains = self.pool.gains(bonus)
        order = np.lexsort((-gains / self.pool.sizes, -packed.taken)) if len(packed.taken) else np.argsort(-gains)
        order = order[gains[order] > 0]
        free = np.ones(self.near.n_units + 1, dtype=bool)
        taken, gain = [self.pool.sets[:0]], 0.0
        sets, gains, near = self.pool.sets[order], gains[order], self.near
        for _ in range(FILLINGS):
            rows = first_come(sets, free)
            if not len(rows):
                break
            taken.append(sets[rows])
            gain += float(gains[rows].sum())
            # Those that went away empty-handed try the nearest that are left.
            near = near.among(free[:-1])
            sets, pair_gains = nearest_sets(near)
            sizes = (sets >= 0).sum(axis=1)
            gains = pair_gains + (sizes - 1) * bonus
            order = np.argsort(-gains / sizes, kind="stable")
            order = order[gains[order] > 0]
            sets, gains = sets[order], gains[order]
        return Packing(np.concatenate(taken), gain, min(self._bound, pairwise_bound(self.near, bonus)))


def settled(
    pool: Pool, bonus: float, packed: Packed, found: Found, bound: float | None = None, deadline: float = np.inf
) -> Packing:
    """Whole sets of the largest gain, ties broken, from the prices of the linear program and the sets that break even.

    No packing gains more than `bound`. Without it, that is the sum of the prices, less what whole sets lose.
    """
    taken = pool.sets[packed.taken > 1 - TIE]
    choice = settle(taken, found.sets, found.reduced, packed.prices, deadline)
    return _without_loss(pool, choice, bonus, packed.prices, bound, deadline)


def made_whole(pool: Pool, bonus: float, packed: Packed, deadline: float = np.inf) -> Packing:
    """Whole sets of the largest gain, where the linear program takes some in parts; any of those that tie."""
    prices = packed.prices
    order = np.argsort(-packed.taken, kind="stable")
    order = order[packed.taken[order] > TIE]
    free = np.ones(len(prices) + 1, dtype=bool)
    rows = order[first_come(pool.sets[order], free)]
    left = np.where(free[:-1], prices, 0.0)
    reduced = np.zeros(len(rows))  # what is taken breaks even
    choice = Choice(pool.sets[rows], reduced, float(left.sum()), exact=False, lossy=left > TIE)
    return _without_loss(pool, choice, bonus, prices, None, deadline)


def _without_loss(
    pool: Pool, choice: Choice, bonus: float, prices: Floats, bound: float | None, deadline: float
) -> Packing:
    """The choice, or a better one if it loses something."""
    total = float(prices.sum())
    most = total if bound is None else bound
    if choice.loss > TIE:
        choice, proven = _with_losses(pool, choice, bonus, prices, deadline)
        if proven and bound is None:
            most -= choice.loss
    return Packing(choice.sets, total - choice.loss, most)


def _with_losses(pool: Pool, choice: Choice, bonus: float, prices: Floats, deadline: float) -> tuple[Choice, bool]:
    """A better choice among sets that lose something, and whether it is proven: none loses more than it."""
    threshold = min(choice.loss, FIRST_LOSS)
    while True:
        wider = pool.search(bonus, prices, -threshold - TIE, LAST_SEARCH, deadline)
        better = settle_again(choice, wider.sets, wider.reduced, prices, deadline)
        if better.loss <= choice.loss:
            choice = better
        if choice.loss <= threshold or not wider.complete or perf_counter() > deadline:
            return choice, better.exact and wider.complete and choice.loss <= threshold
        threshold = min(choice.loss, 4 * threshold)


def first_come(sets: Places, free: NDArray[np.bool_]) -> Places:
    """The rows that are taken when sets are served in order as long as their units are free; marks these as taken."""
    rows = np.flatnonzero(free[sets].all(axis=1))
    taken: list[Places] = []
    while len(rows):
        # A set that comes first for all its units is taken, whatever the others.
        first = np.full(len(free), len(sets))
        np.minimum.at(first, sets[rows], rows[:, None])
        served = ((first[sets[rows]] == rows[:, None]) | (sets[rows] < 0)).all(axis=1)
        taken.append(rows[served])
        free[sets[rows[served]]] = False
        free[-1] = True
        rows = rows[free[sets[rows]].all(axis=1)]
    return np.concatenate(taken) if taken else rows


def _excess(found: Found) -> float:
    """How far prices may fall short: that of every first unit could be raised by what its sets gain too much."""
    excess = np.maximum(found.missed, 0.0)
    first = np.where(found.sets >= 0, found.sets, len(excess)).min(axis=1)
    np.maximum.at(excess, first, found.reduced)
    return float(excess.sum())


def pairwise_bound(near: Neighbours, bonus: float) -> float:
    """No packing gains more: each unit gets at most its share of the bonus and half of its best pairs.

    w(S) = Σ over u in S of (k − 1)/k · bonus + ½ Σ of the gains of the pairs of u, and k is at most n.
    """
    n = near.n_annotators
    lost = 0.0 if np.isinf(near.nearest_lost) else max(0.0, (1 - near.nearest_lost) / near.n_pairs_of_annotators)
    return float(near.n_units * (n - 1) / n * bonus + 0.5 * np.maximum(near.best, lost).sum())


def _costs(found: Found, prices: Floats) -> Floats:
    """(sets,) the disorders of sets over Δ∅: their sizes less their gains."""
    return np.asarray((found.sets >= 0).sum(axis=1) - found.reduced - priced(found.sets, prices))


def _alone(sets: Places, units: int) -> int:
    """How many units are in none of the sets."""
    covered = np.zeros(units + 1, dtype=bool)
    covered[sets] = True
    covered[-1] = True
    return int((~covered).sum())


def whole(taken: Floats) -> bool:
    return bool(np.count_nonzero(taken < TIE) + np.count_nonzero(taken > 1 - TIE) == len(taken))
