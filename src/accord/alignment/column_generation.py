"""Column generation: the best partition of the units of a continuum into sets, among more sets than can be listed.

The master problem over the candidate sets at hand gives every unit a dual; pricing looks for sets that gain more than
their duals, which become candidates, until there are none. The dual solution then bounds every partition, and an
integral solution is chosen among sets of little reduced gain.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.alignment.budget import Budget
from accord.alignment.candidate_sets import FIRST_SEARCH, LAST_SEARCH, CandidateSets, dual_sums, nearest_sets
from accord.alignment.integral_solutions import IntegralSolution, improved_solution, integral_solution
from accord.alignment.master_problem import LinearSolution, MasterProblem
from accord.alignment.neighbours import Neighbours
from accord.alignment.pricing import PricedSets
from accord.alignment.small_packings import unique_packing
from accord.alignment.solvers import Solvers, minimum_cover, sparse_columns
from accord.alignment.unit_sets import first_fit, first_units, set_sizes
from accord.results.arrays import Floats, Places

TIE = 1e-9  # gains that differ by less are equal
FILLINGS = 100  # rounds in which units left over look for each other when the budget is spent
MOST_TIES = 20_000  # sets of no reduced gain, beyond which the solver's own choice stands
CROWDED = 1.45  # times as many sets as units that lie apart have, beyond which a best partition is seldom soon seen
FIRST_LOSS = 0.05  # sets that lose more are looked at only when they must be


@dataclass(frozen=True, eq=False)
class Partition:
    """Disjoint sets of at least two units (the other units are alone); no partition gains more than `bound`."""

    sets: Places
    gain: float
    bound: float


class ColumnGeneration:
    """Partitions the units of a neighbourhood, for one bonus after another: candidates and program are kept."""

    def __init__(self, near: Neighbours, bonus: float, solvers: Solvers, *, reuse_cost: float | None = None) -> None:
        self.near = near
        self.candidates = CandidateSets(near, bonus)
        self._solvers = solvers
        self._reuse_cost = reuse_cost
        self._bound = np.inf  # of the gain, the best known with the present bonus
        self._program: MasterProblem | None = None

    def best_partition(self, bonus: float, budget: Budget, *, canonical: bool = True) -> Partition:
        """The partition of the largest gain; without `canonical` any of those that tie."""
        if not len(self.candidates.sets):
            return Partition(self.candidates.sets, 0.0, 0.0)
        if bonus == 1.0 and (only := self._only_partition()) is not None:
            return only
        linear, even, missed = self._generated(bonus, budget, canonical=canonical)
        if even is None:
            return self._heuristic(bonus, linear)
        bound = self._least_bound(bonus, linear, missed)
        if not missed and (not canonical or len(even.sets) > MOST_TIES) and is_integral(linear.primal):
            return Partition(self.candidates.sets[linear.primal > 1 - TIE], bound, bound)
        return integral_partition(
            self.candidates, bonus, linear, even, self._solvers, budget, bound if missed else None
        )

    def _only_partition(self) -> Partition | None:
        """The best partition where no other comes near it, which is soon seen where units have few others near them."""
        candidates, units = self.candidates, self.near.n_units
        if not candidates.enumerated or self._program is not None:
            return None
        n = self.near.n_annotators
        if len(candidates.sets) > CROWDED * units * max(
            1.0, (2**n - n - 1) / n
        ):  # units that everybody found, and no more
            return None
        gains = candidates.gains(1.0)
        taken = unique_packing(candidates.sets, gains, units, self.near)
        if taken is None:
            return None
        gain = float(gains[taken].sum())
        return Partition(candidates.sets[taken], gain, gain)

    def best_cover(self, bonus: float, budget: Budget) -> Partition:
        """The sets of the largest gain when units may be used again, each time at the `reuse_cost`."""
        if not len(self.candidates.sets):
            return Partition(self.candidates.sets, 0.0, 0.0)
        linear, even, missed = self._generated(bonus, budget, canonical=False)
        if even is None:
            return self._heuristic(bonus, linear)
        duals = linear.duals
        bound = self._least_bound(bonus, linear, missed)
        if is_integral(linear.primal):
            return Partition(self.candidates.sets[linear.primal > 0.5], bound, bound)
        threshold = FIRST_LOSS
        while True:
            wider = self.candidates.priced(bonus, duals, -threshold, LAST_SEARCH, budget)
            # their disorders over Δ∅: sizes less gains
            costs = set_sizes(wider.sets) - wider.reduced - dual_sums(wider.sets, duals)
            rows, least = minimum_cover(self._solvers, len(duals), wider.sets, costs, budget)
            if rows is None:
                return self._heuristic(bonus, linear)
            cost = float(costs[rows].sum()) + _n_uncovered(wider.sets[rows], len(duals))
            loss = cost - (len(duals) - float(duals.sum()))
            if loss <= threshold or not wider.complete:
                proven = wider.complete and not missed
                return Partition(wider.sets[rows], len(duals) - cost, len(duals) - least if proven else bound)
            threshold = loss + TIE

    def _generated(
        self, bonus: float, budget: Budget, *, canonical: bool
    ) -> tuple[LinearSolution, PricedSets | None, float]:
        """Duals at which no set has a reduced gain, the sets that break even, and how far the bound may be wrong.

        Sets that break even are not looked for where they are not needed: without `canonical`, at an integral solution.
        """
        program = self._master(bonus)
        most = FIRST_SEARCH
        self._bound = np.inf
        while True:
            linear = program.solve(budget)
            if not linear.finished:
                return linear, None, 0.0
            if self.candidates.enumerated and not canonical and is_integral(linear.primal):
                return linear, self.candidates.none_priced(), 0.0
            priced = self.candidates.priced(bonus, linear.duals, -TIE, most, budget)
            entering = (priced.reduced > TIE).nonzero()[0]
            if len(entering) and not self.candidates.enumerated:
                if budget.limited:  # when it is spent, a bound is wanted
                    self._bound = min(self._bound, float(linear.duals.sum()) + _dual_infeasibility(priced))
                self._add_columns(program, priced, entering, linear.duals, bonus)
                continue
            if priced.complete:
                return linear, priced, 0.0
            if most >= LAST_SEARCH or budget.spent:
                return linear, priced, _dual_infeasibility(priced)
            most = min(most * 8, LAST_SEARCH)

    def _least_bound(self, bonus: float, linear: LinearSolution, missed: float) -> float:
        """No partition gains more; the duals say so themselves unless some sets were not looked at."""
        bound = float(linear.duals.sum()) + missed
        return bound if not missed else min(bound, self._bound, pairwise_bound(self.near, bonus))

    def _master(self, bonus: float) -> MasterProblem:
        candidates, gains = self.candidates, self.candidates.gains(bonus)
        if self._program is None or not self._program.held:
            self._program = MasterProblem(
                self._solvers,
                self.near.n_units,
                sparse_columns(candidates.sets, candidates.sizes),
                gains,
                self._reuse_cost,
                restricted=not candidates.enumerated,
            )
        else:
            self._program.set_gains(gains)
        return self._program

    def _add_columns(
        self, program: MasterProblem, priced: PricedSets, entering: Places, duals: Floats, bonus: float
    ) -> None:
        """Add the sets of positive reduced gain; where they are many, those of the largest."""
        most = max(1_000, 4 * self.near.n_units)
        if len(entering) > most:
            entering = np.sort(entering[np.argpartition(-priced.reduced[entering], most)[:most]])
        sets = priced.sets[entering]
        gains = priced.reduced[entering] + dual_sums(sets, duals)
        self.candidates.add(sets, gains, bonus)
        program.add(sets, gains)

    def _heuristic(self, bonus: float, linear: LinearSolution) -> Partition:
        """A greedy partition for want of budget, with the best bound so far."""
        candidates, near = self.candidates, self.near
        gains = candidates.gains(bonus)
        order = np.lexsort((-gains / candidates.sizes, -linear.primal)) if len(linear.primal) else np.argsort(-gains)
        order = order[gains[order] > 0]
        free = np.ones(near.n_units + 1, dtype=bool)
        taken, gain = [candidates.sets[:0]], 0.0
        sets, gains = candidates.sets[order], gains[order]
        for _ in range(FILLINGS):
            rows = first_fit(sets, free)
            if not len(rows):
                break
            taken.append(sets[rows])
            gain += float(gains[rows].sum())
            # Units left over try the nearest that are left.
            near = near.among(free[:-1])
            sets, sizes, pair_gains = nearest_sets(near)
            gains = pair_gains + (sizes - 1) * bonus
            order = np.argsort(-gains / sizes, kind="stable")
            order = order[gains[order] > 0]
            sets, gains = sets[order], gains[order]
        return Partition(np.concatenate(taken), gain, min(self._bound, pairwise_bound(self.near, bonus)))


# ---- from the linear solution to an integral one


def integral_partition(
    candidates: CandidateSets,
    bonus: float,
    linear: LinearSolution,
    even: PricedSets,
    solvers: Solvers,
    budget: Budget,
    bound: float | None = None,
) -> Partition:
    """The partition of the largest gain, ties broken, from the linear solution and the sets that break even.

    No partition gains more than `bound`. Without it, that is the sum of the duals, less what integrality loses.
    """
    taken = candidates.sets[linear.primal > 1 - TIE]
    solution = integral_solution(taken, even.sets, even.reduced, linear.duals, solvers, budget)
    return _with_least_loss(candidates, solution, bonus, linear.duals, solvers, bound, budget)


def rounded_partition(candidates: CandidateSets, bonus: float, linear: LinearSolution, solvers: Solvers) -> Partition:
    """The partition of the largest gain where the linear solution is fractional; any of those that tie."""
    duals = linear.duals
    order = np.argsort(-linear.primal, kind="stable")
    order = order[linear.primal[order] > TIE]
    free = np.ones(len(duals) + 1, dtype=bool)
    rows = order[first_fit(candidates.sets[order], free)]
    left = np.where(free[:-1], duals, 0.0)
    reduced = np.zeros(len(rows))  # what is taken breaks even
    solution = IntegralSolution(candidates.sets[rows], reduced, float(left.sum()), exact=False, lossy=left > TIE)
    return _with_least_loss(candidates, solution, bonus, duals, solvers, None, Budget())


def _with_least_loss(
    candidates: CandidateSets,
    solution: IntegralSolution,
    bonus: float,
    duals: Floats,
    solvers: Solvers,
    bound: float | None,
    budget: Budget,
) -> Partition:
    """The solution, or a better one if it loses something against the duals."""
    total = float(duals.sum())
    most = total if bound is None else bound
    if solution.loss > TIE:
        solution, proven = _improved(candidates, solution, bonus, duals, solvers, budget)
        if proven and bound is None:
            most -= solution.loss
    return Partition(solution.sets, total - solution.loss, most)


def _improved(
    candidates: CandidateSets,
    solution: IntegralSolution,
    bonus: float,
    duals: Floats,
    solvers: Solvers,
    budget: Budget,
) -> tuple[IntegralSolution, bool]:
    """A better solution among sets that lose something, and whether it is proven: none loses more than it."""
    threshold = min(solution.loss, FIRST_LOSS)
    while True:
        wider = candidates.priced(bonus, duals, -threshold - TIE, LAST_SEARCH, budget)
        better = improved_solution(solution, wider.sets, wider.reduced, duals, solvers, budget)
        if better.loss <= solution.loss:
            solution = better
        if solution.loss <= threshold or not wider.complete or budget.spent:
            return solution, better.exact and wider.complete and solution.loss <= threshold
        threshold = min(solution.loss, 4 * threshold)


def is_integral(primal: Floats) -> bool:
    return bool(np.count_nonzero(primal < TIE) + np.count_nonzero(primal > 1 - TIE) == len(primal))


# ---- bounds and costs


def _dual_infeasibility(priced: PricedSets) -> float:
    """How far duals may fall short: that of every first unit could be raised by what its sets gain too much."""
    excess = np.maximum(priced.missed, 0.0)
    np.maximum.at(excess, first_units(priced.sets), priced.reduced)
    return float(excess.sum())


def pairwise_bound(near: Neighbours, bonus: float) -> float:
    """No partition gains more: each unit gets at most its share of the bonus and half of its best pairs.

    w(S) = Σ over u in S of (k − 1)/k · bonus + ½ Σ of the gains of the pairs of u, and k is at most n.
    """
    n = near.n_annotators
    lost = 0.0 if np.isinf(near.nearest_lost) else max(0.0, (1 - near.nearest_lost) / near.n_pairs_of_annotators)
    return float(near.n_units * (n - 1) / n * bonus + 0.5 * np.maximum(near.best, lost).sum())


def _n_uncovered(sets: Places, units: int) -> int:
    """How many units are in none of the sets."""
    covered = np.zeros(units + 1, dtype=bool)
    covered[sets] = True
    covered[-1] = True
    return int((~covered).sum())
