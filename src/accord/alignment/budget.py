"""A budget: how much may be spent on a best alignment, in steps of work and, where somebody asks for it, in seconds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, isfinite
from time import perf_counter

from accord.results.working import stop_asked, time_limit_now

STEPS_PER_SECOND = 1_000_000
"""About so many on a processor of 2024; steps are counted, never timed, so that results are the same everywhere."""
GO_ON = "ACCORD_LARGE"
"""The environment variable with which everything is proven, however long it takes."""


class Budget:
    """Steps that may be spent, one after the other; after the `deadline` (of `perf_counter`) nothing is left."""

    def __init__(self, steps: float = inf, deadline: float = inf, *, annealing: float | None = None) -> None:
        self.steps = steps
        self.deadline = deadline
        self.annealing = annealing
        """Steps for the search of good alignments, where it is not a share: even effort gives even quality."""

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        return self.steps <= 0 or self.late

    @property
    def late(self) -> bool:
        """Whether the deadline is over, or somebody asked to stop."""
        return (isfinite(self.deadline) and perf_counter() > self.deadline) or stop_asked()

    @property
    def limited(self) -> bool:
        return isfinite(self.steps) or isfinite(self.deadline)

    @property
    def seconds(self) -> float:
        """How many are left before the deadline."""
        if stop_asked():
            return 0.0
        return max(0.0, self.deadline - perf_counter()) if isfinite(self.deadline) else inf

    def spend(self, steps: float) -> None:
        self.steps -= steps

    def part(self, share: float) -> Budget:
        """A budget of this share of what is left; what is spent of it is to be spent here as well."""
        deadline = perf_counter() + share * self.seconds if isfinite(self.deadline) else inf
        annealing = None if self.annealing is None else self.annealing * share
        return Budget(self.steps * share, deadline, annealing=annealing)


def steps_for(usual: float) -> float:
    """Steps for all alignments of a question: the usual ones, or those of the seconds that the whole call has."""
    limit = time_limit_now()
    return usual if limit is None else limit * STEPS_PER_SECOND


def shares(budget: Budget, weights: Sequence[float], least: float = 0.0) -> Iterator[Budget]:
    """A budget for each of several tasks in turn: its share of what those before it left, at least so many steps."""
    total = float(sum(weights))
    for weight in weights:
        own = budget.part(weight / total)
        own.steps = before = max(own.steps, least)
        yield own
        if isfinite(before):
            budget.spend(before - own.steps)
        total -= weight
