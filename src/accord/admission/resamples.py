"""Items, or clusters of items, drawn anew: the same draws for every candidate, so that differences are paired."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

import numpy as np

from accord.results.arrays import Floats
from accord.statistics.bootstrap import replicate_weights

HELD = 30_000_000  # weights that are kept; more are drawn again for each candidate


class Resamples:
    """How often each unit is drawn, block by block of replicates."""

    def __init__(self, units: int, replicates: int, seed: int) -> None:
        self.units = units
        self.replicates = replicates
        self.seed = seed

    def __iter__(self) -> Iterator[Floats]:
        return iter(self._kept) if self.units * self.replicates <= HELD else self._drawn()

    @cached_property
    def _kept(self) -> list[Floats]:
        return list(self._drawn())

    def _drawn(self) -> Iterator[Floats]:
        return replicate_weights(np.ones(self.units, dtype=np.int64), self.replicates, self.seed)

    def values(self, function: Callable[[Floats], Floats]) -> Floats:
        """(replicates, …) what a function of weights (replicates, units) says."""
        parts = [function(weights) for weights in self]
        return np.concatenate(parts) if parts else np.zeros(0)
