"""The best alignment of one continuum, as arrays: the kernel behind `align` and behind chance."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from accord.alignment.column_generation import Partition, pairwise_bound
from accord.alignment.decomposition import Decomposition
from accord.alignment.dissimilarities import Dissimilarity
from accord.alignment.greedy import greedy
from accord.alignment.neighbours import Neighbours, neighbours
from accord.alignment.solution import Solution, solution_of
from accord.alignment.solvers import Solvers
from accord.annotations.spans import Continuum

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

OBJECTIVES = ("disorder", "entropy")
METHODS = ("exact", "greedy", "soft")
STEP = 1e-13  # over Δ∅: a mean that falls by less does not fall


def solve(
    continuum: Continuum,
    dissimilarity: Dissimilarity,
    objective: str = "disorder",
    method: str = "exact",
    *,
    time_limit: float | None = None,
    canonical: bool = True,
    prove: bool = True,
    solvers: Solvers | None = None,
) -> Solution:
    """The alignment of a continuum that minimises the objective.

    `canonical` breaks ties between best alignments in a way that depends on the units alone, neither on the order nor
    on the names of annotators; where only the value matters, it can be left out. `prove` says whether a greedy
    alignment is compared with the exact one. After `time_limit` seconds the best so far comes back with a bound.
    Whoever solves many passes the `solvers` on, which are slow to make.
    """
    n = continuum.n_annotators
    if n < 2 or len(continuum) == 0:
        why = "a single annotator was asked" if n == 1 else "nobody was asked" if n == 0 else "nobody found a unit"
        nothing = np.zeros(0, dtype=np.int64)
        return Solution(n, nothing, np.zeros(1, dtype=np.int64), np.zeros(0), np.nan, np.nan, why)
    order = None
    if canonical and method != "greedy":  # whose ties are broken in the order given
        continuum, order = continuum.by_content()
    elif (continuum.who[1:] < continuum.who[:-1]).any():
        order = np.argsort(continuum.who, kind="stable")
        continuum = continuum.taking(order)
    solvers = solvers or Solvers()
    deadline = np.inf if time_limit is None else perf_counter() + time_limit
    if method == "greedy":
        solution = _greedily(continuum, dissimilarity, objective, deadline, solvers, prove=prove)
    elif objective == "entropy":
        solution = _least_entropy(continuum, dissimilarity, deadline, solvers, canonical=canonical)
    else:
        soft = method == "soft"
        solution = _least_disorder(continuum, dissimilarity, deadline, solvers, canonical=canonical, soft=soft)
    return solution if order is None else replace(solution, members=order[solution.members])


def _least_disorder(
    continuum: Continuum,
    dissimilarity: Dissimilarity,
    deadline: float,
    solvers: Solvers,
    *,
    canonical: bool,
    soft: bool,
) -> Solution:
    """The alignment of the least sum of disorders, which is (units − gain) · Δ∅; a `soft` one may use units again, each
    time as if it were another unit."""
    near = neighbours(continuum, dissimilarity)
    problem = Decomposition(near, 1.0, solvers, reuse_cost=1.0 if soft else None)
    if soft:
        partition = problem.best_cover(1.0, deadline)
    else:
        partition = problem.best_partition(1.0, deadline, canonical=canonical)
    bound = near.n_annotators * dissimilarity.delta_empty * (1 - _largest_gain(near, partition, 1.0) / near.n_units)
    return solution_of(continuum, dissimilarity, partition.sets, "disorder", bound)


def _largest_gain(near: Neighbours, partition: Partition, bonus: float) -> float:
    """No partition gains more, those with pairs that were left out for want of memory included."""
    return partition.bound if np.isinf(near.nearest_lost) else pairwise_bound(near, bonus)


def _least_entropy(
    continuum: Continuum, dissimilarity: Dissimilarity, deadline: float, solvers: Solvers, *, canonical: bool
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
            partition = problem.best_partition(bonus, deadline, canonical=ties_broken)
            below = min(0.0, units * bonus - _largest_gain(near, partition, bonus)) * delta
            bound = best.value + below / fewest
            solution = solution_of(continuum, dissimilarity, partition.sets, "entropy", bound)
            better = solution.value < best.value - STEP * delta
            if better or (ties_broken and solution.value <= best.value + STEP * delta):
                best = solution
            else:
                best = replace(best, bound=max(best.bound, min(solution.bound, best.value)))
            if not better or perf_counter() > deadline:
                break
    return best


def _greedily(
    continuum: Continuum,
    dissimilarity: Dissimilarity,
    objective: str,
    deadline: float,
    solvers: Solvers,
    *,
    prove: bool,
) -> Solution:
    """The greedy alignment, with the bound of the exact one if asked for."""
    sets = greedy(continuum, dissimilarity)
    bound = 0.0
    if prove:
        left = None if np.isinf(deadline) else max(0.0, deadline - perf_counter())
        exact = solve(continuum, dissimilarity, objective, time_limit=left, canonical=False, solvers=solvers)
        bound = exact.bound
    return solution_of(continuum, dissimilarity, sets, objective, bound)
