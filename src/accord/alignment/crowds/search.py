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
from accord.alignment.crowds.cuts import Cut
from accord.alignment.crowds.matching_bounds import MatchingBounds
from accord.alignment.crowds.pair_program import LOOSEST, TIGHTEST, PairProgram
from accord.alignment.crowds.panel import Panel, panel_of
from accord.alignment.neighbours import Neighbours

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

PROOF = 1e-10  # over the cost: bounds so near to it prove it
ANNEALING = 0.3  # of the budget
SWEEPS = 30  # of the first annealing of each number of sets
MOST_NUMBERS = 24  # of sets that are tried in the first round
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
            nothing = np.zeros((0, near.n_annotators), dtype=np.int64)
            return Partition(nothing, 0.0, 0.0)
        cost, best, bound = searched(panel, budget)
        everything = panel.n_units * bonus
        return Partition(_sets(near, best), everything - cost, everything - min(bound, cost))


def searched(panel: Panel, budget: Budget) -> tuple[float, Slots, float]:
    """The least cost that was found, its alignment, and a bound of the cost."""
    rng = np.random.default_rng(panel.n_units)
    bounds = MatchingBounds(panel)
    best, by_number = _annealed(panel, bounds, rng, budget)
    bound = _proven(panel, best, by_number, bounds, rng, budget)
    return best.cost, best, bound


def _annealed(
    panel: Panel, bounds: MatchingBounds, rng: np.random.Generator, budget: Budget
) -> tuple[Slots, dict[int, Slots]]:
    """The best alignment found, and the best with each number of sets: more and more sweeps on ever fewer numbers."""
    part = budget.part(ANNEALING)
    if budget.annealing is not None:
        part.steps = budget.annealing
    left = part.steps
    first = annealed(panel, bounds.lowest(), SWEEPS, rng, part)
    by_number = {first.number: first}
    best = split(panel, first)
    for turn in range(ROUNDS):
        for number in _promising(bounds.below(_enough(best)), by_number, turn):
            if part.spent:
                break
            found = annealed(panel, number, SWEEPS * 2**turn, rng, part)
            if number not in by_number or found.cost < by_number[number].cost:
                by_number[number] = found
            if found.cost < best.cost:
                best = min(found, split(panel, found), key=lambda slots: slots.cost)
    budget.spend(bounds.steps + (left - part.steps if np.isfinite(left) else 0.0))
    return best, by_number


def _enough(best: Slots) -> float:
    """A bound that proves it."""
    return best.cost - PROOF * max(1.0, abs(best.cost))


def _promising(numbers: range, by_number: dict[int, Slots], turn: int) -> list[int]:
    """The numbers of sets that are tried: at first all over the range, then the best and those beside it."""
    if turn == 0:
        return list(numbers[:: -(-len(numbers) // MOST_NUMBERS)]) if numbers else []
    tried = sorted((number for number in by_number if number in numbers), key=lambda number: by_number[number].cost)
    beside = [number for best in tried[:1] for number in (best - 1, best + 1) if number in numbers]
    return list(dict.fromkeys([*tried[: max(2, MOST_NUMBERS // 4**turn)], *(beside if turn < 3 else [])]))


def _proven(
    panel: Panel,
    best: Slots,
    by_number: dict[int, Slots],
    bounds: MatchingBounds,
    rng: np.random.Generator,
    budget: Budget,
) -> float:
    """A bound of the cost of all alignments: that of the best, where no number of sets is below it any more."""
    least = _enough(best)
    programs: dict[int, PairProgram] = {}
    lower = {bounds.lowest(): bounds[bounds.lowest()]}
    cuts: list[Cut] = []
    while True:
        number = _lowest(lower, bounds)
        if lower[number] >= least:
            return best.cost
        if budget.spent or (number in programs and programs[number].finished):
            return lower[number]
        if number not in programs:
            programs[number] = PairProgram(panel, number, lower[number], cuts, by_number.get(number, best))
        program = programs[number]
        gap = (best.cost - lower[number]) / max(1.0, abs(best.cost))
        program.round(float(np.clip(0.3 * gap, TIGHTEST, LOOSEST)), rng, budget)
        lower[number] = program.bound
        cuts = program.cuts


def _lowest(lower: dict[int, float], bounds: MatchingBounds) -> int:
    """The number of sets with the lowest bound; those beside the ones known are looked at as far as they are lower."""
    while True:
        best = min(lower, key=lower.__getitem__)
        beside = [min(lower) - 1, max(lower) + 1]
        new = [number for number in beside if bounds.fewest <= number <= bounds.most and bounds[number] < lower[best]]
        if not new:
            return best
        lower.update((number, bounds[number]) for number in new)


def _sets(near: Neighbours, slots: Slots) -> Places:
    """The sets of at least two units."""
    sets = np.full((slots.number, near.n_annotators), -1)
    sets[slots.of, near.who] = np.arange(near.n_units)
    return np.asarray(sets[(sets >= 0).sum(axis=1) > 1])
