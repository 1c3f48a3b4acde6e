"""The proof: bounds of what alignments of each number of sets cost, raised round by round until none is below the best.

Numbers of sets that are near to each other share a pair program as long as its bounds rise; then each has its own, and
the one with the lowest bound is worked on.
"""

from __future__ import annotations

import numpy as np

from accord.alignment.budget import Budget
from accord.alignment.crowds.annealing import Slots
from accord.alignment.crowds.matching_bounds import MatchingBounds
from accord.alignment.crowds.pair_program import LOOSEST, TIGHTEST, PairProgram, Reweighed
from accord.alignment.crowds.panel import Panel

PROOF = 1e-10  # over the cost: bounds so near to it prove it
FEW = 3  # numbers of sets that have programs of their own from the start
NEAR = 0.5  # of the gap: numbers of sets whose bounds are so near to the lowest share a program
PATIENCE, RISE = 3, 0.05  # rounds in which bounds must rise by this share of the gap for a program to be shared
TOLERANCE = 0.3  # of the gap: how precisely programs are solved


def enough(best: Slots) -> float:
    """A bound that proves it."""
    return best.cost - PROOF * max(1.0, abs(best.cost))


class Proof:
    """What alignments cost at least for every number of sets with which something might cost less than the best."""

    def __init__(self, panel: Panel, best: Slots, bounds: MatchingBounds) -> None:
        self._panel, self._best, self._least = panel, best, enough(best)
        self._lower = {number: bounds[bounds.lowest()] for number in bounds.below(self._least)}
        self._alone = len(self._lower) <= FEW
        self._programs: dict[range, PairProgram] = {}
        self._rises: list[float] = []

    def bound(self, rng: np.random.Generator, budget: Budget) -> float:
        """A bound of the cost of all alignments, after as much work as there is; of the best where it is proven."""
        while self._lower and not budget.spent:
            lowest = min(self._lower.values())
            numbers = self._chosen(lowest)
            tolerance = TOLERANCE * (self._best.cost - lowest) / max(1.0, abs(self._best.cost))
            program = self._program(numbers)
            found, number, finished = program.round(numbers, float(np.clip(tolerance, TIGHTEST, LOOSEST)), rng, budget)
            if found is None:
                break
            self._raise(found, number)
            risen = min(self._lower.values(), default=self._least) - lowest
            if finished and self._alone and risen <= 0:
                break
            self._rises.append(risen / (self._least - lowest))
            self._alone |= finished or (len(self._rises) >= PATIENCE and sum(self._rises[-PATIENCE:]) < RISE)
        return min(self._lower.values(), default=self._best.cost)

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
                PairProgram(self._panel, self._best) if nearest is None else self._programs[nearest].copy()
            )
        return self._programs[key]

    def _raise(self, found: Reweighed, number: int) -> None:
        """Raise the bounds of numbers of sets, and strike out those that cannot be better than the best any more.

        The bounds found are convex in the number, and `number` has the lowest of those that were solved for: once they
        rise beyond it they go on rising. Where they fall beyond it, duals are of no use.
        """
        lower, here = self._lower, found[number]
        most = here + NEAR * (self._least - here)
        for outward in (range(number, max(lower) + 1), range(number, min(lower) - 1, -1)):
            for place, other in enumerate(outward):
                value = found[other]
                if value < here:
                    break
                beyond = outward[place:] if value > most else outward[place : place + 1]
                lower.update((farther, max(lower[farther], value)) for farther in beyond if farther in lower)
                if value > most:
                    break
        self._lower = {other: bound for other, bound in lower.items() if bound < self._least}
