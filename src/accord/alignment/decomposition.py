"""Decomposition: units that are not connected through neighbours are partitioned apart.

Long documents then take time in proportion to their length.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from accord.alignment.budget import Budget, shares
from accord.alignment.column_generation import Partition
from accord.alignment.neighbours import Neighbours
from accord.alignment.solvers import Solvers
from accord.alignment.subproblem import Subproblem
from accord.alignment.unit_sets import connected_components
from accord.results.arrays import Places

SMALLEST_DECOMPOSED = 800  # units up to which it does not pay to look for components
SUBPROBLEM = 400  # units of components that are solved together, unless one is larger


class Decomposition:
    """The components of a neighbourhood, a few together, each with its own columns; unit for unit as one problem."""

    def __init__(self, near: Neighbours, bonus: float, solvers: Solvers, *, reuse_cost: float | None = None) -> None:
        self._near = near
        whole = [(np.arange(near.n_units), near)]
        components = decompose(near) if near.n_units > SMALLEST_DECOMPOSED else whole
        self._subproblems = [
            (np.concatenate((units, (-1,))), Subproblem(component, bonus, solvers, reuse_cost=reuse_cost))
            for units, component in components
        ]

    def best_partition(self, bonus: float, budget: Budget, *, canonical: bool = True) -> Partition:
        """The partition of the largest gain; without `canonical` any of those that tie."""
        return self._joined(
            [
                (units, problem.best_partition(bonus, own, canonical=canonical))
                for units, problem, own in self._with_shares(budget)
            ]
        )

    def best_cover(self, bonus: float, budget: Budget) -> Partition:
        """The sets of the largest gain when units may be used again."""
        return self._joined(
            [(units, problem.best_cover(bonus, own)) for units, problem, own in self._with_shares(budget)]
        )

    def _with_shares(self, budget: Budget) -> Iterator[tuple[Places, Subproblem, Budget]]:
        """The subproblems, each with its share of what the others before it left."""
        weights = [len(units) for units, _ in self._subproblems]
        for (units, problem), own in zip(self._subproblems, shares(budget, weights), strict=True):
            yield units, problem, own

    def _joined(self, partitions: list[tuple[Places, Partition]]) -> Partition:
        sets = [np.zeros((0, self._near.n_annotators), dtype=np.int64)]
        sets += [units[partition.sets] for units, partition in partitions]
        return Partition(
            np.concatenate(sets),
            float(sum(partition.gain for _, partition in partitions)),
            float(sum(partition.bound for _, partition in partitions)),
        )


def decompose(near: Neighbours) -> list[tuple[Places, Neighbours]]:
    """Neighbourhoods that share no pair, each with its units; units without neighbours are in none."""
    label = connected_components(near.n_units, near.first, near.second)
    sizes = np.bincount(label, minlength=near.n_units)
    heads = np.flatnonzero(sizes > 1)
    if not len(heads):
        return []
    before = np.cumsum(sizes[heads]) - sizes[heads]
    number = np.full(near.n_units, -1)
    number[heads] = np.unique(before // SUBPROBLEM, return_inverse=True)[1]
    subproblem = number[label]
    units = np.argsort(subproblem, kind="stable")[int((subproblem < 0).sum()) :]
    starts = np.flatnonzero(np.diff(subproblem[units], prepend=-1))
    place = np.empty(near.n_units, dtype=np.int64)
    place[units] = np.arange(len(units)) - starts[subproblem[units]]
    pairs = np.argsort(subproblem[near.first], kind="stable")
    cuts = np.searchsorted(subproblem[near.first[pairs]], np.arange(1, len(starts)))
    return [
        (
            own,
            Neighbours(
                near.n_annotators, near.who[own], place[near.first[rows]], place[near.second[rows]], near.gains[rows]
            ),
        )
        for own, rows in zip(np.split(units, starts[1:]), np.split(pairs, cuts), strict=True)
    ]
