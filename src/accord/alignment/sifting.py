"""Sifting: the linear program over very many sets, solved over a few of them, others taken in as the duals ask for it.

Units that all overlap can be combined in tens of thousands of ways, of which a best alignment hardly needs a hundred.
"""

from __future__ import annotations

import numpy as np

from accord.alignment.candidate_sets import dual_sums
from accord.alignment.master_problem import LinearSolution, MasterProblem
from accord.alignment.solvers import Solvers, sparse_columns
from accord.alignment.unit_sets import set_sizes
from accord.results.arrays import Floats, Places

FEW = 3_000
"""Sets that are solved as they are."""
FIRST, NEXT = 10, 5  # sets of each unit that are taken in at first, and each time after
GAIN = 1e-9  # reduced gains that are less are none


def sifted(solvers: Solvers, units: int, sets: Places, gains: Floats) -> LinearSolution | None:
    """The solution of the program over all sets; None where the solver does not finish."""
    taken = _best_of_each(units, sets, gains / set_sizes(sets), np.arange(len(sets)), FIRST)
    program = MasterProblem(solvers, units, sparse_columns(sets[taken]), gains[taken], restricted=True)
    while True:
        linear = program.solve()
        if not linear.finished:
            return None
        reduced = gains - dual_sums(sets, linear.duals)
        reduced[taken] = 0.0
        better = np.flatnonzero(reduced > GAIN)
        if not len(better):
            break
        entering = _best_of_each(units, sets, reduced, better, NEXT)
        program.add(sets[entering], gains[entering])
        taken = np.concatenate((taken, entering))
    primal = np.zeros(len(sets))
    primal[taken] = linear.primal
    return LinearSolution(primal, linear.duals, finished=True)


def _best_of_each(units: int, sets: Places, values: Floats, places: Places, number: int) -> Places:
    """Of the sets at these places, so many of each unit that have the largest values."""
    ordered = places[np.argsort(-values[places], kind="stable")]
    chosen = np.zeros(len(ordered), dtype=bool)
    for column in sets[ordered].T.astype(np.int16 if units < 2**15 else np.int64):
        by_unit = np.argsort(column, kind="stable")
        begins = np.searchsorted(column[by_unit], np.arange(units))
        rank = np.arange(len(ordered)) - np.append(begins, 0)[column[by_unit]]
        chosen[by_unit[(rank < number) & (column[by_unit] >= 0)]] = True
    return ordered[chosen]
