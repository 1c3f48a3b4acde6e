"""HiGHS for linear and integer programs whose columns are sets of units, with tolerances that keep the proof."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from accord.alignment.budget import Budget
from accord.alignment.unit_sets import set_sizes
from accord.results.arrays import Floats, Places

if TYPE_CHECKING:
    import highspy

FEASIBLE = 2  # HiGHS' kSolutionStatusFeasible
MOST = 2**31 - 1  # pivots or nodes that HiGHS can be told

LINEAR: dict[str, str | float] = {
    "presolve": "off",
    "solver": "simplex",
    "simplex_strategy": 4,  # primal
    "simplex_scale_strategy": 0,
    "dual_feasibility_tolerance": 1e-10,
}
# Where all columns are there from the start, bounds are not perturbed, which saves a fifth of the pivots, unless so
# many pivots look like cycling. Where columns are generated, duals from perturbed bounds ask for fewer of them.
UNPERTURBED: dict[str, str | float] = {
    "primal_simplex_bound_perturbation_multiplier": 0.0,
    "simplex_iteration_limit": 20_000,
}
PERTURBED: dict[str, str | float] = {
    "primal_simplex_bound_perturbation_multiplier": 1.0,
    "simplex_iteration_limit": MOST,
}
INTEGER: dict[str, str | float] = {
    "presolve": "on",
    "mip_rel_gap": 0.0,
    "mip_abs_gap": 1e-10,
    "mip_feasibility_tolerance": 1e-9,
}
COMMON: dict[str, str | float] = {
    "output_flag": False,
    "threads": 1,
    "parallel": "off",
    "primal_feasibility_tolerance": 1e-10,
}
COLUMNWISE = 1  # HiGHS' MatrixFormat.kColwise
MINIMISE, MAXIMISE = 1, -1
STEPS_PER_NODE = 2_000  # of a search for whole numbers


class Columns(NamedTuple):
    """Sets of units as the columns of a sparse matrix: where each begins, and the units in them."""

    starts: NDArray[np.int32]
    members: NDArray[np.int32]


def sparse_columns(sets: Places, sizes: Places | None = None) -> Columns:
    """`sizes` are those of the sets, where they are known."""
    sizes = set_sizes(sets) if sizes is None else sizes
    return Columns((sizes.cumsum() - sizes).astype(np.int32), sets[sets >= 0].astype(np.int32))


class Solver:
    """A HiGHS instance with its options; `program` is the number of the one that it holds."""

    def __init__(self, options: Mapping[str, str | float]) -> None:
        self.highs = _without_callbacks()
        self._integer = "mip_rel_gap" in options
        self._most_pivots = int(options.get("simplex_iteration_limit", MOST))
        self._set({**COMMON, **options})
        self.program = 0
        self._limited = False

    def load(
        self,
        sense: int,
        costs: Floats,
        columns: Columns,
        coefficients: Floats,
        *,
        rows: tuple[int, float, float],
        upper: float,
        integer: bool = False,
    ) -> int:
        """Optimise costs · x for x from 0 to `upper` with so many `rows` of matrix · x between two bounds.

        Returns the number of the program, which the solver holds until the next one.
        """
        number, least, most = rows
        self.highs.passModel(
            len(costs),
            number,
            len(columns.members),
            COLUMNWISE,
            sense,
            0.0,
            costs,
            np.zeros(len(costs)),
            np.full(len(costs), upper),
            np.full(number, least),
            np.full(number, most),
            columns.starts,
            columns.members,
            coefficients,
            np.full(len(costs), integer, dtype=np.int32),
        )
        self.program += 1
        return self.program

    def run(self, budget: Budget | None = None) -> bool:
        """Solve; False when the budget is spent."""
        import highspy

        self._limit(budget or Budget())
        self.highs.run()
        if budget is not None and isfinite(budget.steps):
            budget.spend(self._steps_per_iteration() * self.highs.getInfoValue("simplex_iteration_count")[1])
        return bool(self.highs.getModelStatus() == highspy.HighsModelStatus.kOptimal)

    def _limit(self, budget: Budget) -> None:
        """Tell HiGHS what is left: in seconds, which it counts over all runs of an instance, in nodes or in pivots."""
        seconds = budget.seconds
        if self._limited or isfinite(seconds):
            self._limited = isfinite(seconds)
            self.highs.setOptionValue("time_limit", self.highs.getRunTime() + seconds if self._limited else np.inf)
        if self._integer:
            option, most, cost = "mip_max_nodes", MOST, float(STEPS_PER_NODE + self.highs.getNumRow())
        else:
            option, most, cost = "simplex_iteration_limit", self._most_pivots, self._steps_per_iteration()
        if isfinite(budget.steps):
            most = int(min(max(budget.steps / cost, 1), most))
        self.highs.setOptionValue(option, most)

    def _steps_per_iteration(self) -> float:
        return 5.0 + 0.02 * float(self.highs.getNumRow() + self.highs.getNumCol())

    def run_perturbed(self, budget: Budget | None = None) -> bool:
        """Go on after too many pivots, with what HiGHS does against cycling; False when the budget is spent."""
        import highspy

        spent = budget is not None and budget.spent
        if spent or self.highs.getModelStatus() != highspy.HighsModelStatus.kIterationLimit:
            return False
        usual, self._most_pivots = self._most_pivots, MOST
        try:
            self._set(PERTURBED)
            return self.run(budget)
        finally:
            self._most_pivots = usual
            self._set(UNPERTURBED)

    def _set(self, options: Mapping[str, str | float]) -> None:
        for name, value in options.items():
            self.highs.setOptionValue(name, value)


def _without_callbacks() -> highspy.Highs:
    """HiGHS without the objects for calls back to Python that its constructor makes: they take a fifth of the time, and
    refer to the instance, so that it would not go before the next garbage collection."""
    import highspy

    highs = highspy.Highs.__new__(highspy.Highs)
    super(highspy.Highs, highs).__init__()
    return highs


class Solvers:
    """The solvers of one caller, each made when it is first needed: to make one takes longer than a small program.

    Whoever solves many programs makes one of these and passes it on. Each solver holds one program at a time, and
    nothing here is shared between threads.
    """

    @cached_property
    def complete(self) -> Solver:
        """For linear programs that have all their columns."""
        return Solver({**LINEAR, **UNPERTURBED})

    @cached_property
    def restricted(self) -> Solver:
        """For linear programs to which columns are added."""
        return Solver(LINEAR)

    @cached_property
    def integer(self) -> Solver:
        return Solver(INTEGER)


def minimum_partition(
    solvers: Solvers, units: int, sets: Places, costs: Floats, budget: Budget
) -> tuple[Places | None, float]:
    """The rows of sets of least total cost that contain every unit exactly once, and a lower bound of the cost.

    None where there are none, or the solver found none in time.
    """
    return _minimum(solvers, units, sets, costs, 1.0, budget)


def minimum_cover(
    solvers: Solvers, units: int, sets: Places, costs: Floats, budget: Budget
) -> tuple[Places | None, float]:
    """The sets of least total cost when every unit in none of them costs 1 and units may be in several; and a bound."""
    singletons = np.full((units, sets.shape[1]), -1)
    singletons[:, 0] = np.arange(units)
    rows, bound = _minimum(
        solvers, units, np.concatenate((sets, singletons)), np.concatenate((costs, np.ones(units))), np.inf, budget
    )
    return (None if rows is None else rows[rows < len(sets)]), bound


def _minimum(
    solvers: Solvers, units: int, sets: Places, costs: Floats, most: float, budget: Budget
) -> tuple[Places | None, float]:
    """The rows of sets of least total cost such that each unit is in 1 to `most` of them, and a lower bound."""
    solver = solvers.integer
    columns = sparse_columns(sets)
    ones = np.ones(len(columns.members))
    solver.load(MINIMISE, costs, columns, ones, rows=(units, 1.0, most), upper=1.0, integer=True)
    solver.run(budget)
    info = solver.highs.getInfo()
    bound = float(info.mip_dual_bound)
    if info.primal_solution_status != FEASIBLE:
        return None, bound
    return np.flatnonzero(np.array(solver.highs.getSolution().col_value) > 0.5), bound
