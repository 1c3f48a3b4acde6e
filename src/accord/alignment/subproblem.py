"""A part of a continuum: sets are listed or generated where they are few, else the search for crowds is made."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from accord.alignment.budget import Budget
from accord.alignment.column_generation import TIE, ColumnGeneration, Partition
from accord.alignment.neighbours import Neighbours
from accord.alignment.solvers import Solvers

if TYPE_CHECKING:
    from accord.alignment.crowds.search import CrowdSearch

LARGEST = 4_000  # units whose pairs fit in one table
MOST_GENERATED = 10  # annotators up to whom sets are generated first
MOST_PAIRS = 1_000  # of neighbours, up to which sets of more annotators are generated first, in so many steps:
MOST_STEPS = 500_000.0
GENERATION = 0.5  # of a limited budget, for generating sets before the search is made


class Subproblem:
    """Partitions the units of a neighbourhood, for one bonus after another."""

    def __init__(self, near: Neighbours, bonus: float, solvers: Solvers, *, reuse_cost: float | None = None) -> None:
        self._near, self._bonus, self._solvers, self._reuse_cost = near, bonus, solvers, reuse_cost

    @cached_property
    def _by_sets(self) -> ColumnGeneration:
        return ColumnGeneration(self._near, self._bonus, self._solvers, reuse_cost=self._reuse_cost)

    @cached_property
    def _by_pairs(self) -> CrowdSearch:
        from accord.alignment.crowds.search import CrowdSearch

        return CrowdSearch(self._near)

    def best_partition(self, bonus: float, budget: Budget, *, canonical: bool = True) -> Partition:
        """The partition of the largest gain, as far as the budget goes; without `canonical` any of those that tie."""
        if not budget.limited or self._near.n_units > LARGEST:
            return self._by_sets.best_partition(bonus, budget, canonical=canonical)
        partition = None
        if self._near.n_annotators <= MOST_GENERATED or len(self._near.first) <= MOST_PAIRS:
            own = budget.part(GENERATION)
            if budget.annealing is not None:
                own.steps = min(own.steps, budget.annealing)
            if self._near.n_annotators > MOST_GENERATED:
                own.steps = min(own.steps, MOST_STEPS)
            before = own.steps
            partition = self._by_sets.best_partition(bonus, own, canonical=canonical)
            if np.isfinite(before):
                budget.spend(before - own.steps)
            if partition.bound - partition.gain <= TIE:
                return partition
        other = self._by_pairs.best_partition(bonus, budget)
        if partition is None:
            return other
        best = partition if partition.gain > other.gain + TIE else other
        return Partition(best.sets, best.gain, max(best.gain, min(partition.bound, other.bound)))

    def best_cover(self, bonus: float, budget: Budget) -> Partition:
        """The sets of the largest gain when units may be used again, each time at the `reuse_cost`."""
        return self._by_sets.best_cover(bonus, budget)
