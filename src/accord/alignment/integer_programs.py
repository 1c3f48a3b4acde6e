"""Set partitioning and set covering as integer programs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from accord.alignment.solvers import MINIMISE, Solvers, sparse_columns

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

FEASIBLE = 2  # HiGHS' kSolutionStatusFeasible


def minimum_partition(
    solvers: Solvers, units: int, sets: Places, costs: Floats, deadline: float
) -> tuple[Places | None, float]:
    """The rows of sets of least total cost that contain every unit exactly once, and a lower bound of the cost.

    None where there are none, or the solver found none in time.
    """
    return _minimum(solvers, units, sets, costs, 1.0, deadline)


def minimum_cover(
    solvers: Solvers, units: int, sets: Places, costs: Floats, deadline: float
) -> tuple[Places | None, float]:
    """The sets of least total cost when every unit in none of them costs 1 and units may be in several; and a bound."""
    singletons = np.full((units, sets.shape[1]), -1)
    singletons[:, 0] = np.arange(units)
    rows, bound = _minimum(
        solvers, units, np.concatenate((sets, singletons)), np.concatenate((costs, np.ones(units))), np.inf, deadline
    )
    return (None if rows is None else rows[rows < len(sets)]), bound


def _minimum(
    solvers: Solvers, units: int, sets: Places, costs: Floats, most: float, deadline: float
) -> tuple[Places | None, float]:
    """The rows of sets of least total cost such that each unit is in 1 to `most` of them, and a lower bound."""
    solver = solvers.integer
    columns = sparse_columns(sets)
    ones = np.ones(len(columns.members))
    solver.load(MINIMISE, costs, columns, ones, rows=(units, 1.0, most), upper=1.0, integer=True)
    solver.run(deadline)
    info = solver.highs.getInfo()
    bound = float(info.mip_dual_bound)
    if info.primal_solution_status != FEASIBLE:
        return None, bound
    return np.flatnonzero(np.array(solver.highs.getSolution().col_value) > 0.5), bound
