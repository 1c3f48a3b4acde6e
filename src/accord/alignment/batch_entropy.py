"""The least mean disorder of many small continua: what chance is in Mathet & Widlöcher 2011, where only values count.

As in batch solving, what numpy does is done once for all of them, and the sets that can matter are enumerated once for
all of Dinkelbach's iterations: those for λ = 0 are those for any λ. Each linear program starts from the optimum of the
one before, whose gains alone have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from accord.alignment.batch_solving import batches, branched, can_be_batched, candidates_by_document, joined
from accord.alignment.budget import Budget
from accord.alignment.candidate_sets import CandidateSets, can_be_enumerated
from accord.alignment.column_generation import TIE, is_integral
from accord.alignment.dissimilarities import Dissimilarity
from accord.alignment.master_problem import MasterProblem
from accord.alignment.neighbours import neighbours
from accord.alignment.solvers import Columns, Solvers
from accord.alignment.solving import STEP, default_budget, solve
from accord.annotations.spans import Continuum
from accord.results.arrays import Floats


def budget_of(effort: float | None) -> Budget:
    """For the entropy of one continuum, in steps of work."""
    budget = default_budget(steps=effort)
    if effort is not None:
        budget.annealing = 0.25 * effort  # for each of the few means that are tried
    return budget


def least_entropies(
    continua: Sequence[Continuum],
    dissimilarity: Dissimilarity,
    solvers: Solvers | None = None,
    effort: float | None = None,
) -> Floats:
    """(2, continua) the entropy of the best alignment of each, as `solve` finds it, and a bound that none is below; all
    have as many annotators."""
    solvers = solvers or Solvers()

    def alone(continuum: Continuum) -> tuple[float, float]:
        solved = solve(continuum, dissimilarity, "entropy", canonical=False, solvers=solvers, budget=budget_of(effort))
        return solved.value, solved.value - solved.gap

    if not can_be_batched(continua, dissimilarity):
        return np.array([alone(continuum) for continuum in continua]).T
    of_batches = [_of_batch(batch, dissimilarity, solvers, alone) for batch in batches(continua, key=len)]
    return np.concatenate(of_batches, axis=1)


def _of_batch(
    continua: list[Continuum],
    dissimilarity: Dissimilarity,
    solvers: Solvers,
    alone: Callable[[Continuum], tuple[float, float]],
) -> Floats:
    batch, units, document = joined(continua)
    near = neighbours(batch, dissimilarity, document=document)
    if not np.isinf(near.nearest_lost) or not can_be_enumerated(near):
        return np.array([alone(continuum) for continuum in continua]).T
    entropies = np.ones((2, len(continua)))  # in multiples of Δ∅: where no two units can be aligned, all are alone
    guess = 1.0
    for number, _, candidates, columns in candidates_by_document(CandidateSets(near, 1.0), units, document):
        least = _least_mean(candidates, int(units[number]), columns, solvers, guess)
        if least is None:
            entropies[:, number] = np.array(alone(continua[number])) / dissimilarity.delta_empty
        else:
            entropies[:, number] = guess = least
    return entropies * dissimilarity.delta_empty


def _least_mean(
    candidates: CandidateSets, units: int, columns: Columns, solvers: Solvers, guess: float
) -> float | None:
    """The least mean of the disorders over Δ∅, by Dinkelbach's iteration from a guess of it; None without a proof.

    An alignment of these sets has Σ disorder / Δ∅ = units − Σ gain, and units − Σ (size − 1) unitary alignments.
    Whatever the guess, the mean of the first alignment is not below the least, and from then on means fall.
    """
    gains, saved = candidates.gains(1.0), candidates.sizes - 1
    program: MasterProblem | None = None
    mean = guess
    while True:
        numbers = candidates.gains(max(0.0, 1.0 - mean))
        if program is None:
            program = MasterProblem(solvers, units, columns, numbers)
        else:
            program.set_gains(numbers)
        if not program.run():
            return None
        taken = program.primal()
        if not is_integral(taken):
            taken = branched(program, numbers, taken)
            program = None  # one of its sets is fixed now
            if not is_integral(taken):
                return None
        chosen = taken > 1 - TIE
        before, mean = mean, float((units - gains[chosen].sum()) / (units - saved[chosen].sum()))
        if abs(before - mean) <= STEP:
            return mean
