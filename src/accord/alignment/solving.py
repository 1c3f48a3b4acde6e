"""The best alignment of one continuum, as arrays: the kernel behind `align` and behind chance."""

from __future__ import annotations

import os
from dataclasses import replace
from time import perf_counter

import numpy as np

from accord.alignment.budget import GO_ON, STEPS_PER_SECOND, Budget
from accord.alignment.column_generation import Partition, pairwise_bound
from accord.alignment.decomposition import Decomposition
from accord.alignment.dissimilarities import Dissimilarity
from accord.alignment.greedy import greedy
from accord.alignment.neighbours import Neighbours, neighbours
from accord.alignment.solution import Solution, solution_of, unaligned
from accord.alignment.solvers import Solvers
from accord.annotations.spans import Continuum

OBJECTIVES = ("disorder", "entropy")
METHODS = ("exact", "greedy", "soft")
STEPS = 5 * STEPS_PER_SECOND
"""Of work on one continuum, where nothing else is said."""
STEP = 1e-13  # over Δ∅: a mean that falls by less does not fall


def solve(
    continuum: Continuum,
    dissimilarity: Dissimilarity,
    objective: str = "disorder",
    method: str = "exact",
    *,
    time_limit: float | None = None,
    budget: Budget | None = None,
    canonical: bool = True,
    prove: bool = True,
    solvers: Solvers | None = None,
) -> Solution:
    """The alignment of a continuum that minimises the objective.

    `canonical` breaks ties between best alignments in a way that depends on the units alone, neither on the order nor
    on the names of annotators; where only the value matters, it can be left out. `prove` says whether a greedy
    alignment is compared with the exact one. When the `budget`, or `time_limit` in seconds, is spent, the best so far
    comes back with a bound. Whoever solves many passes the `solvers` on, which are slow to make.
    """
    n = continuum.n_annotators
    if n < 2 or len(continuum) == 0:
        why = "a single annotator was asked" if n == 1 else "nobody was asked" if n == 0 else "nobody found a unit"
        return unaligned(n, why)
    order = None
    if canonical and method != "greedy":  # whose ties are broken in the order given
        continuum, order = continuum.by_content()
    elif (continuum.who[1:] < continuum.who[:-1]).any():
        order = np.argsort(continuum.who, kind="stable")
        continuum = continuum.taking(order)
    solvers = solvers or Solvers()
    budget = budget or default_budget(time_limit)
    if method == "greedy":
        solution = _greedily(continuum, dissimilarity, objective, budget, solvers, prove=prove)
    elif objective == "entropy":
        solution = _least_entropy(continuum, dissimilarity, budget, solvers, canonical=canonical)
    else:
        soft = method == "soft"
        solution = _least_disorder(continuum, dissimilarity, budget, solvers, canonical=canonical, soft=soft)
    return solution if order is None else replace(solution, members=order[solution.members])


def default_budget(time_limit: float | None = None, steps: float | None = None) -> Budget:
    """Seconds where they are given; else steps of work, or none at all where somebody is ready to wait."""
    if time_limit is not None:
        return Budget(deadline=perf_counter() + time_limit)
    return Budget() if os.environ.get(GO_ON) else Budget(STEPS if steps is None else steps)


def _least_disorder(
    continuum: Continuum,
    dissimilarity: Dissimilarity,
    budget: Budget,
    solvers: Solvers,
    *,
    canonical: bool,
    soft: bool,
) -> Solution:
    """The alignment of the least sum of disorders, which is (units − gain) · Δ∅; a `soft` one may use units again, each
    time as if it were another unit."""
    near = neighbours(continuum, dissimilarity)
    problem = Decomposition(near, 1.0, solvers, reuse_cost=1.0 if soft else None)
    partition = problem.best_cover(1.0, budget) if soft else problem.best_partition(1.0, budget, canonical=canonical)
    bound = near.n_annotators * dissimilarity.delta_empty * (1 - _largest_gain(near, partition, 1.0) / near.n_units)
    return solution_of(continuum, dissimilarity, partition.sets, "disorder", bound)


def _largest_gain(near: Neighbours, partition: Partition, bonus: float) -> float:
    """No partition gains more, those with pairs that were left out for want of memory included."""
    return partition.bound if np.isinf(near.nearest_lost) else pairwise_bound(near, bonus)


def _least_entropy(
    continuum: Continuum, dissimilarity: Dissimilarity, budget: Budget, solvers: Solvers, *, canonical: bool
) -> Solution:
    """The alignment of the least mean disorder, by Dinkelbach's iteration.

    An alignment has a mean below λ if Σ (disorder − λ) < 0, which is the additive problem with the bonus 1 − λ/Δ∅; its
    best alignment gives the next λ, until nothing is below. With L ≤ 0 the bound of the last sum and at least max card
    unitary alignments, no mean is below λ + L / max card.
    """
    near = neighbours(continuum, dissimilarity)
    problem = Decomposition(near, 1.0, solvers)
    units, delta, fewest = len(continuum), dissimilarity.delta_empty, int(continuum.cards.max())
    best = solution_of(continuum, dissimilarity, np.zeros((0, near.n_annotators), dtype=np.int64), "entropy", 0.0)
    for ties_broken in (False, True) if canonical else (False,):
        while True:
            bonus = max(0.0, 1 - best.value / delta)
            partition = problem.best_partition(bonus, budget, canonical=ties_broken)
            below = min(0.0, units * bonus - _largest_gain(near, partition, bonus)) * delta
            bound = best.value + below / fewest
            solution = solution_of(continuum, dissimilarity, partition.sets, "entropy", bound)
            better = solution.value < best.value - STEP * delta
            if better or (ties_broken and solution.value <= best.value + STEP * delta):
                best = solution
            else:
                best = replace(best, bound=max(best.bound, min(solution.bound, best.value)))
            if not better or budget.spent:
                break
    return best


def _greedily(
    continuum: Continuum,
    dissimilarity: Dissimilarity,
    objective: str,
    budget: Budget,
    solvers: Solvers,
    *,
    prove: bool,
) -> Solution:
    """The greedy alignment, with the bound of the exact one if asked for, each with half of the budget."""
    own = budget.part(0.5)
    before = own.steps
    sets, ended = greedy(continuum, dissimilarity, own)
    if np.isfinite(before):
        budget.spend(before - own.steps)
    bound = 0.0
    if prove:
        exact = solve(continuum, dissimilarity, objective, budget=budget, canonical=False, solvers=solvers)
        bound = exact.bound
    return replace(solution_of(continuum, dissimilarity, sets, objective, bound), ended=ended)
