"""A budget: how much may be spent on a best alignment, in steps of work and, where somebody asks for it, in seconds."""

from __future__ import annotations

from time import perf_counter

import numpy as np

STEPS_PER_SECOND = 1_000_000
"""About so many on a processor of 2024; steps are counted, never timed, so that results are the same everywhere."""


class Budget:
    """Steps that may be spent, one after the other; after the `deadline` (of `perf_counter`) nothing is left."""

    def __init__(self, steps: float = np.inf, deadline: float = np.inf) -> None:
        self.steps = steps
        self.deadline = deadline

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        return self.steps <= 0 or (np.isfinite(self.deadline) and perf_counter() > self.deadline)

    @property
    def limited(self) -> bool:
        return bool(np.isfinite(self.steps) or np.isfinite(self.deadline))

    @property
    def seconds(self) -> float:
        """How many are left before the deadline."""
        return max(0.0, self.deadline - perf_counter()) if np.isfinite(self.deadline) else np.inf

    def spend(self, steps: float) -> None:
        self.steps -= steps

    def part(self, share: float) -> Budget:
        """A budget of this share of what is left; what is spent of it is to be spent here as well."""
        deadline = perf_counter() + share * self.seconds if np.isfinite(self.deadline) else np.inf
        return Budget(self.steps * share, deadline)
