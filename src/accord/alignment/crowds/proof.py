"""The proof: bounds of what alignments of each number of sets cost, raised round by round until none is below the best.

Numbers of sets that are near to each other share a pair program as long as its bounds rise; then each has its own, and
the one with the lowest bound is worked on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from accord.alignment.budget import Budget
from accord.alignment.crowds.annealing import Slots, descended, split
from accord.alignment.crowds.matching_bounds import MatchingBounds
from accord.alignment.crowds.pair_program import LOOSEST, TIGHTEST, PairProgram
from accord.alignment.crowds.panel import Panel
from accord.alignment.crowds.rounding import rounded
from accord.results.arrays import Floats

PROOF = 1e-10  # over the cost: bounds so near to it prove it
FEW = 3  # numbers of sets that have programs of their own from the start
NEAR = 0.5  # of the gap: numbers of sets whose bounds are so near to the lowest share a program
PATIENCE, RISE = 3, 0.05  # rounds in which bounds must rise by this share of the gap for a program to be shared
TOLERANCE = 0.3  # of the gap: how precisely programs are solved


class Convex(Protocol):
    """A bound for each number of sets."""

    def __getitem__(self, number: int, /) -> float: ...


def enough(best: Slots) -> float:
    """A bound that proves it."""
    return best.cost - PROOF * max(1.0, abs(best.cost))


class Proof:
    """What alignments cost at least for every number of sets with which something might cost less than the best."""

    def __init__(self, panel: Panel, best: Slots, bounds: MatchingBounds) -> None:
        self._panel, self._least = panel, enough(best)
        self.best = best
        """The best alignment known: rounding may find a better one."""
        self._lower = {number: bounds[bounds.lowest()] for number in bounds.below(self._least)}
        self._alone = len(self._lower) <= FEW
        self._programs: dict[range, PairProgram] = {}
        self._rises: list[float] = []

    def bound(self, rng: np.random.Generator, budget: Budget, *, rounding: bool = True) -> float:
        """A bound of the cost of all alignments, after as much work as there is; of the best where it is proven."""
        while self._lower and not budget.spent:
            lowest = min(self._lower.values())
            numbers = self._chosen(lowest)
            tolerance = TOLERANCE * (self.best.cost - lowest) / max(1.0, abs(self.best.cost))
            program = self._program(numbers)
            bounds, number, finished = program.round(numbers, float(np.clip(tolerance, TIGHTEST, LOOSEST)), rng, budget)
            if bounds is None:
                break
            if rounding:
                self._round(program.x, number, rng, budget)
            self._lower = raised(self._lower, bounds, number, self._least)
            risen = min(self._lower.values(), default=np.inf) - lowest
            if not self._lower or (finished and self._alone and risen <= 0):
                break
            self._rises.append(risen / (self._least - lowest))
            self._alone |= finished or (len(self._rises) >= PATIENCE and sum(self._rises[-PATIENCE:]) < RISE)
        return min(self._lower.values(), default=self.best.cost)

    def _round(self, x: Floats, number: int, rng: np.random.Generator, budget: Budget) -> None:
        """Look for a better alignment near a fractional one."""
        alignment = descended(self._panel, rounded(self._panel, x, number), number, rng, budget)
        alignment = min(alignment, split(self._panel, alignment), key=lambda slots: slots.cost)
        if alignment.cost < self._least:
            self.best, self._least = alignment, enough(alignment)

    def _chosen(self, lowest: float) -> range:
        """The number of sets with the lowest bound, and those beside it that share a program with it."""
        first = last = min(self._lower, key=self._lower.__getitem__)
        most = lowest + NEAR * (self._least - lowest)
        while not self._alone and self._lower.get(first - 1, np.inf) <= most:
            first -= 1
        while not self._alone and self._lower.get(last + 1, np.inf) <= most:
            last += 1
        return range(first, last + 1)

    def _program(self, numbers: range) -> PairProgram:
        """The one that is shared or, of a single number, its own, which begins with the cuts of one that is there."""
        key = numbers if self._alone else range(0)
        if key not in self._programs:
            nearest = min(self._programs, key=lambda other: abs(other.start - numbers.start), default=None)
            self._programs[key] = (
                PairProgram(self._panel, self.best) if nearest is None else self._programs[nearest].copy()
            )
        return self._programs[key]


def raised(lower: Mapping[int, float], bounds: Convex, number: int, least: float) -> dict[int, float]:
    """The bounds of numbers of sets after others were found, without those that reach `least`.

    The bounds found are convex in the number, and `number` has the lowest of those that were solved for: if they rise
    beyond it they go on rising. Where they fall beyond it, duals are of no use.

    >>> raised({5: 6.0, 6: 6.0, 7: 6.0}, {5: 6.5, 6: 6.2, 7: 6.3}, 6, 6.4)
    {6: 6.2, 7: 6.3}
    """
    here, higher = bounds[number], dict(lower)
    higher[number] = max(lower[number], here)
    enough_to_stop = max(here, here + NEAR * (least - here))
    for outward in (range(number + 1, max(lower) + 1), range(number - 1, min(lower) - 1, -1)):
        for place, other in enumerate(outward):
            value = bounds[other]
            if value < here:
                break
            last = value > enough_to_stop
            for farther in outward[place:] if last else (other,):
                if farther in higher:
                    higher[farther] = max(higher[farther], value)
            if last:
                break
    return {other: bound for other, bound in higher.items() if bound < least}
