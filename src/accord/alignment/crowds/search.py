"""The search for a best alignment of many annotators: annealing for good ones, then a proof, number by number of sets.

Bounds by matching leave few numbers of sets open. Annealing tries them, the promising ones longer; the pair program
then works on the number with the lowest bound, until none is below the best alignment or the budget is spent.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from accord.alignment.budget import Budget
from accord.alignment.column_generation import Partition
from accord.alignment.crowds.annealing import Slots, annealed, split
from accord.alignment.crowds.matching_bounds import MatchingBounds
from accord.alignment.crowds.pair_program import LOOSEST, TIGHTEST, PairProgram, Reweighed
from accord.alignment.crowds.panel import Panel, panel_of
from accord.alignment.neighbours import Neighbours

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

PROOF = 1e-10  # over the cost: bounds so near to it prove it
ANNEALING = 0.3  # of the budget
SWEEPS = 15  # of the first annealing of each number of sets
MOST_NUMBERS = 4  # of sets that are tried again in the first round
ROUNDS = 7
NEAR = 0.5  # of the gap: numbers of sets whose bounds are so near to the lowest share a program


class CrowdSearch:
    """Partitions the units of a neighbourhood, for one bonus after another."""

    def __init__(self, near: Neighbours) -> None:
        self._near = near

    def best_partition(self, bonus: float, budget: Budget) -> Partition:
        """The partition of the largest gain that was found, and a bound."""
        near = self._near
        panel = panel_of(near, bonus)
        if panel.n_annotators < 2:
            nothing = np.zeros((0, near.n_annotators), dtype=np.int64)
            return Partition(nothing, 0.0, 0.0)
        cost, best, bound = searched(panel, budget)
        everything = panel.n_units * bonus
        return Partition(_sets(near, best), everything - cost, everything - min(bound, cost))


def searched(panel: Panel, budget: Budget) -> tuple[float, Slots, float]:
    """The least cost that was found, its alignment, and a bound of the cost."""
    rng = np.random.default_rng(panel.n_units)
    bounds = MatchingBounds(panel)
    best = _annealed(panel, bounds, rng, budget)
    bound = _proven(panel, best, bounds, rng, budget)
    return best.cost, best, bound


def _annealed(panel: Panel, bounds: MatchingBounds, rng: np.random.Generator, budget: Budget) -> Slots:
    """The best alignment found: few sweeps for a good number of sets, then more and more on ever fewer numbers."""
    part = budget.part(ANNEALING)
    if budget.annealing is not None:
        part.steps = budget.annealing
    left = part.steps
    trials = _Trials(panel, rng, part)
    trials.climb(bounds)
    for turn in range(ROUNDS):
        for number in trials.promising(bounds.below(_enough(trials.best)), turn):
            if part.spent:
                break
            trials.anneal(number, SWEEPS * 2**turn)
    budget.spend(bounds.steps + (left - part.steps if np.isfinite(left) else 0.0))
    return trials.best


class _Trials:
    """Annealings with one number of sets after the other: the best cost of each, and the best alignment of all."""

    def __init__(self, panel: Panel, rng: np.random.Generator, budget: Budget) -> None:
        self._panel, self._rng, self._budget = panel, rng, budget
        self._costs: dict[int, float] = {}
        self.best = split(panel, Slots(np.arange(panel.n_units), panel.n_units, panel.n_units * panel.bonus))

    def anneal(self, number: int, sweeps: int) -> float:
        """The best cost known with this number of sets, after one more annealing."""
        found = annealed(self._panel, number, sweeps, self._rng, self._budget)
        self._costs[number] = min(found.cost, self._costs.get(number, np.inf))
        if found.cost < self.best.cost:
            self.best = min(found, split(self._panel, found), key=lambda slots: slots.cost)
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


def _enough(best: Slots) -> float:
    """A bound that proves it."""
    return best.cost - PROOF * max(1.0, abs(best.cost))


def _proven(panel: Panel, best: Slots, bounds: MatchingBounds, rng: np.random.Generator, budget: Budget) -> float:
    """A bound of the cost of all alignments: that of the best, where no number of sets is below it any more."""
    least = _enough(best)
    program: PairProgram | None = None
    lower = {number: bounds[bounds.lowest()] for number in bounds.below(least)}
    alone = False
    while lower:
        lowest = min(lower.values())
        if budget.spent:
            return lowest
        program = program or PairProgram(panel, best)
        numbers = _near_the_lowest(lower, lowest + NEAR * (least - lowest), alone=alone)
        tolerance = float(np.clip(0.3 * (best.cost - lowest) / max(1.0, abs(best.cost)), TIGHTEST, LOOSEST))
        open_numbers = range(min(lower), max(lower) + 1)
        found, number, finished = program.round(numbers, open_numbers, tolerance, rng, budget)
        if found is not None:
            _raise(lower, found, number, least)
        if found is None or (finished and len(numbers) == 1):
            return min(lower.values(), default=best.cost)
        alone = finished
    return best.cost


def _near_the_lowest(lower: dict[int, float], most: float, *, alone: bool) -> range:
    """The numbers of sets around the one with the lowest bound, as far as bounds are below `most`."""
    first = last = min(lower, key=lower.__getitem__)
    while not alone and lower.get(first - 1, np.inf) <= most:
        first -= 1
    while not alone and lower.get(last + 1, np.inf) <= most:
        last += 1
    return range(first, last + 1)


def _raise(lower: dict[int, float], found: Reweighed, number: int, least: float) -> None:
    """Raise the bounds of numbers of sets, and strike out those that cannot be better than the best any more.

    The bounds found are convex in the number, and `number` has the lowest: beyond one that reaches `least` all do.
    """
    for other in lower:
        lower[other] = max(lower[other], found[number])
    for outward in (range(number, max(lower) + 1), range(number, min(lower) - 1, -1)):
        for place, other in enumerate(outward):
            if other in lower:
                lower[other] = max(lower[other], found[other])
            if found[other] >= least:
                lower.update((farther, least) for farther in outward[place:] if farther in lower)
            if found[other] > found[number] + NEAR * (least - found[number]):
                break
    for other in [other for other, bound in lower.items() if bound >= least]:
        del lower[other]


def _sets(near: Neighbours, slots: Slots) -> Places:
    """The sets of at least two units."""
    sets = np.full((slots.number, near.n_annotators), -1)
    sets[slots.of, near.who] = np.arange(near.n_units)
    return np.asarray(sets[(sets >= 0).sum(axis=1) > 1])
