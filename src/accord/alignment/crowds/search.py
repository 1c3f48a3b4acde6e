"""The search for a best alignment of many annotators: annealing for good ones, then a proof, number by number of sets.

Bounds by matching leave few numbers of sets open. Annealing tries them, the promising ones longer; the pair program then
works on the number with the lowest bound, until none is below the best alignment or the budget is spent.
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

PROOF = 1e-10  # over the cost: bounds that near to it prove it
SWEEPS = 40  # of the first annealing of each number of sets
LONGEST = 1_000
ANNEALING = 0.4  # of the budget at most
MOST_NUMBERS = 24  # of sets that are tried in a round of annealing


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
    before = part.steps
    first = annealed(panel, bounds.lowest(), SWEEPS, rng, part)
    by_number = {first.number: first}
    best = split(panel, first)
    sweeps, kept = SWEEPS, MOST_NUMBERS
    while sweeps <= LONGEST:
        open_numbers = bounds.below(best.cost * (1 - PROOF))
        # Those already tried by what they cost, the others by their bounds.
        known = sorted(
            open_numbers, key=lambda number: by_number[number].cost if number in by_number else bounds[number]
        )
        for number in known[:kept]:
            if part.spent:
                break
            found = annealed(panel, number, sweeps, rng, part)
            if number not in by_number or found.cost < by_number[number].cost:
                by_number[number] = found
            if found.cost < best.cost:
                best = min(found, split(panel, found), key=lambda slots: slots.cost)
        if part.spent or not known:
            break
        sweeps, kept = int(sweeps * 1.6), max(2, int(kept * 0.7))
    budget.spend((before - part.steps if np.isfinite(before) else 0.0) + bounds.steps)
    return best, by_number


def _proven(
    panel: Panel,
    best: Slots,
    by_number: dict[int, Slots],
    bounds: MatchingBounds,
    rng: np.random.Generator,
    budget: Budget,
) -> float:
    """A bound of the cost of all alignments: that of the best, where no number of sets is below it any more."""
    least = best.cost * (1 - PROOF)
    programs: dict[int, PairProgram] = {}
    lower = {number: bounds[number] for number in bounds.below(least)}
    stuck: set[int] = set()
    cuts: list[Cut] = []
    while True:
        open_numbers = [number for number, bound in lower.items() if bound < least]
        if not open_numbers:
            return best.cost
        number = min(open_numbers, key=lower.__getitem__)
        if budget.spent or number in stuck:
            return lower[number]
        if number not in programs:
            programs[number] = PairProgram(panel, number, lower[number], cuts, by_number.get(number, best))
        program = programs[number]
        gap = (best.cost - lower[number]) / max(best.cost, panel.bonus)
        tolerance = float(np.clip(0.3 * gap, TIGHTEST, LOOSEST))
        if not program.round(tolerance, rng, budget):
            stuck.add(number)
        lower[number] = program.bound
        cuts = program.cuts


def _sets(near: Neighbours, slots: Slots) -> Places:
    """The sets of at least two units."""
    sets = np.full((slots.number, near.n_annotators), -1)
    sets[slots.of, near.who] = np.arange(near.n_units)
    return sets[(sets >= 0).sum(axis=1) > 1]
