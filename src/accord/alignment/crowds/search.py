"""The search for a best alignment of many annotators: annealing for good ones, then a proof, number by number of sets.

Bounds by matching leave few numbers of sets open. Annealing tries them, the promising ones longer; the pair program
then works on the number with the lowest bound, until none is below the best alignment or the budget is spent.
"""

from __future__ import annotations

import numpy as np

from accord.alignment.budget import Budget
from accord.alignment.column_generation import Partition
from accord.alignment.crowds.annealing import Slots, annealed, split, sweep_steps
from accord.alignment.crowds.matching_bounds import MatchingBounds
from accord.alignment.crowds.panel import Panel, panel_of
from accord.alignment.crowds.proof import Proof, enough
from accord.alignment.neighbours import Neighbours
from accord.results.arrays import Places

ANNEALING = 0.3  # of the budget
MOST_SWEEPS = 3_000  # of all annealings: what more of them find is not worth what a proof could be
SWEEPS = 15  # of the first annealing of each number of sets
MOST_NUMBERS = 4  # of sets that are tried again in the first round
ROUNDS = 7


class CrowdSearch:
    """Partitions the units of a neighbourhood, for one bonus after another."""

    def __init__(self, near: Neighbours) -> None:
        self._near = near

    def best_partition(self, bonus: float, budget: Budget) -> Partition:
        """The partition of the largest gain that was found, and a bound."""
        near = self._near
        panel = panel_of(near, bonus)
        if panel.n_annotators < 2:
            return Partition(np.zeros((0, near.n_annotators), dtype=np.int64), 0.0, 0.0)
        cost, best, bound = searched(panel, budget)
        everything = panel.n_units * bonus
        return Partition(_sets(near, best), everything - cost, everything - min(bound, cost))


def searched(panel: Panel, budget: Budget) -> tuple[float, Slots, float]:
    """The least cost that was found, its alignment, and a bound of the cost."""
    rng = np.random.default_rng(panel.n_units)
    bounds = MatchingBounds(panel)
    best = _annealed(panel, bounds, rng, budget)
    proof = Proof(panel, best, bounds)
    bound = proof.bound(rng, budget, rounding=budget.annealing is None)
    return proof.best.cost, proof.best, bound


def _annealed(panel: Panel, bounds: MatchingBounds, rng: np.random.Generator, budget: Budget) -> Slots:
    """The best alignment found: few sweeps for a good number of sets, then more and more on ever fewer numbers."""
    part = budget.part(ANNEALING)
    if budget.annealing is not None:
        part.steps = budget.annealing
    else:
        part.steps = min(part.steps, MOST_SWEEPS * sweep_steps(panel, bounds.lowest()))
    left = part.steps
    trials = _Trials(panel, rng, part)
    trials.climb(bounds)
    for turn in range(ROUNDS):
        for number in trials.promising(bounds.below(enough(trials.best)), turn):
            if part.spent:
                break
            trials.anneal(number, SWEEPS * 2**turn)
    budget.spend(bounds.steps + left - part.steps)
    return trials.best


class _Trials:
    """Annealings with one number of sets after the other: the best cost of each, and the best alignment of all."""

    def __init__(self, panel: Panel, rng: np.random.Generator, budget: Budget) -> None:
        self._panel, self._rng, self._budget = panel, rng, budget
        self._costs: dict[int, float] = {}
        self.best = split(panel, Slots(np.arange(panel.n_units), panel.n_units, panel.n_units * panel.bonus))

    def anneal(self, number: int, sweeps: int) -> float:
        """The best cost known with this number of sets, after one more annealing."""
        alignment = annealed(self._panel, number, sweeps, self._rng, self._budget)
        self._costs[number] = min(alignment.cost, self._costs.get(number, np.inf))
        if alignment.cost < self.best.cost:
            self.best = min(alignment, split(self._panel, alignment), key=lambda slots: slots.cost)
        return self._costs[number]

    def climb(self, bounds: MatchingBounds) -> None:
        """From the number with the lowest bound on, in longer and longer steps as long as costs fall, then between."""
        number, step = bounds.lowest(), 1
        self.anneal(number, SWEEPS)
        while not self._budget.spent and bounds.fewest <= number + step <= bounds.most:
            if bounds[number + step] >= self.best.cost:
                break
            if self.anneal(number + step, SWEEPS) >= self._costs[number]:
                break
            number, step = number + step, 2 * step

    def promising(self, numbers: range, turn: int) -> list[int]:
        """The numbers of sets that are tried again: the best, and those beside the very best."""
        tried = sorted((number for number in self._costs if number in numbers), key=self._costs.__getitem__)
        beside = [number for best in tried[:1] for number in (best - 1, best + 1) if number in numbers]
        return list(dict.fromkeys([*tried[: max(2, MOST_NUMBERS // 2**turn)], *(beside if turn < 3 else [])]))


def _sets(near: Neighbours, slots: Slots) -> Places:
    """The sets of at least two units."""
    sets = np.full((slots.number, near.n_annotators), -1)
    sets[slots.of, near.who] = np.arange(near.n_units)
    return np.asarray(sets[(sets >= 0).sum(axis=1) > 1])
