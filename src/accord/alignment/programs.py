"""Linear and integer programs of set packing, solved by HiGHS with tolerances that keep the proof."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from threading import get_ident
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import highspy

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

LINEAR: dict[str, str | float] = {
    "presolve": "off",
    "solver": "simplex",
    "simplex_strategy": 4,  # primal
    "dual_feasibility_tolerance": 1e-10,
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

FEASIBLE = 2  # HiGHS' kSolutionStatusFeasible


class Packed(NamedTuple):
    """How much of each set is taken, the price of each unit, and whether the solver finished."""

    taken: Floats
    prices: Floats
    finished: bool


class _Workshop:
    """A solver and whose program it holds: making a solver costs more than a small program, so that it is lent."""

    def __init__(self, options: Mapping[str, str | float]) -> None:
        import highspy

        self.solver = highspy.Highs()  # type: ignore[no-untyped-call]  # its constructor has no annotations
        for name, value in {**COMMON, **options}.items():
            self.solver.setOptionValue(name, value)
        self.holder: object = None


@lru_cache(maxsize=8)
def _workshop(kind: str, thread: int) -> _Workshop:
    """One for each kind of program and thread of the process."""
    return _Workshop(LINEAR if kind == "linear" else INTEGER)


class PackingProgram:
    """max Σ gain · x over sets of units such that no unit is taken more than once, x ≥ 0; sets may be added.

    With `again` units may be taken more often, each time at that cost.
    """

    def __init__(self, units: int, sets: Places, gains: Floats, again: float | None = None) -> None:
        self._workshop = _workshop("linear", get_ident())
        self._workshop.holder = self
        self._solver = self._workshop.solver
        self._again = 0 if again is None else units
        self._units = units
        starts, members = _columns(sets)
        cost, values = gains, np.ones(len(members))
        if again is not None:
            # One column for each unit that takes back one of the times it was taken.
            cost = np.concatenate((np.full(units, -again), gains))
            starts = np.concatenate((np.arange(units), starts + units)).astype(np.int32)
            members = np.concatenate((np.arange(units), members)).astype(np.int32)
            values = np.concatenate((np.full(units, -1.0), values))
        columns = len(cost)
        self._solver.passModel(
            columns,
            units,
            len(members),
            1,
            -1,
            0.0,
            cost,
            np.zeros(columns),
            np.full(columns, np.inf),
            np.full(units, -np.inf),
            np.ones(units),
            starts,
            members,
            values,
            np.zeros(columns, dtype=np.int32),
        )

    @property
    def held(self) -> bool:
        """Whether the solver still holds this program."""
        return self._workshop.holder is self

    def add(self, sets: Places, gains: Floats) -> None:
        starts, members = _columns(sets)
        columns = len(gains)
        zeros, most = np.zeros(columns), np.full(columns, np.inf)
        self._solver.addCols(columns, gains, zeros, most, len(members), starts, members, np.ones(len(members)))

    def price(self, gains: Floats) -> None:
        """Other gains for the same sets."""
        columns = len(gains)
        self._solver.changeColsCost(columns, np.arange(self._again, self._again + columns, dtype=np.int32), gains)

    def solve(self, deadline: float = np.inf) -> Packed:
        finished = _run(self._solver, deadline)
        solution = self._solver.getSolution()
        taken = np.array(solution.col_value)[self._again :]
        prices = np.array(solution.row_dual) if finished else np.zeros(0)
        return Packed(taken, np.maximum(prices, 0.0), finished)


def choose(units: int, sets: Places, costs: Floats, deadline: float) -> tuple[Places | None, float]:
    """The sets of least total cost that contain every unit exactly once, and a lower bound of the cost.

    None where there are none, or the solver found none in time.
    """
    return _cheapest(units, sets, costs, 1.0, deadline)


def cheapest_cover(units: int, sets: Places, costs: Floats, deadline: float) -> tuple[Places | None, float]:
    """The sets of least total cost when every unit in none of them costs 1 and units may be in several; and a bound."""
    alone = np.full((units, sets.shape[1]), -1)
    alone[:, 0] = np.arange(units)
    taken, bound = _cheapest(
        units, np.concatenate((sets, alone)), np.concatenate((costs, np.ones(units))), np.inf, deadline
    )
    return (None if taken is None else taken[taken < len(sets)]), bound


def _cheapest(units: int, sets: Places, costs: Floats, most: float, deadline: float) -> tuple[Places | None, float]:
    """The rows of sets of least total cost such that each unit is in 1 to `most` of them, and a lower bound."""
    solver = _workshop("integer", get_ident()).solver
    starts, members = _columns(sets)
    columns = len(sets)
    solver.passModel(
        columns,
        units,
        len(members),
        1,
        1,
        0.0,
        costs,
        np.zeros(columns),
        np.ones(columns),
        np.ones(units),
        np.full(units, most),
        starts,
        members,
        np.ones(len(members)),
        np.ones(columns, dtype=np.int32),
    )
    _run(solver, deadline)
    info = solver.getInfo()
    bound = float(info.mip_dual_bound)
    if info.primal_solution_status != FEASIBLE:
        return None, bound
    return np.flatnonzero(np.array(solver.getSolution().col_value) > 0.5), bound


def _columns(sets: Places) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Sets as the columns of a sparse matrix: where each begins, and the units in them."""
    present = sets >= 0
    sizes = present.sum(axis=1)
    starts = np.cumsum(sizes) - sizes
    return starts.astype(np.int32), sets[present].astype(np.int32)


def _run(solver: highspy.Highs, deadline: float) -> bool:
    """Solve; False when time ran out."""
    import highspy

    left = deadline - perf_counter()
    # HiGHS counts the time of all runs of an instance together.
    solver.setOptionValue("time_limit", solver.getRunTime() + max(left, 0.0) if np.isfinite(left) else np.inf)
    solver.run()
    return bool(solver.getModelStatus() == highspy.HighsModelStatus.kOptimal)
