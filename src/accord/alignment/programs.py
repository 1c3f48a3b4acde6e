"""Linear and integer programs of set packing, solved by HiGHS with tolerances that keep the proof."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from math import isfinite
from threading import get_ident
from time import perf_counter
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from accord.alignment.rows import sizes_of

Floats = NDArray[np.float64]
Places = NDArray[np.int64]
Result = TypeVar("Result")

LINEAR: dict[str, str | float] = {
    "presolve": "off",
    "solver": "simplex",
    "simplex_strategy": 4,  # primal
    "simplex_scale_strategy": 0,
    "dual_feasibility_tolerance": 1e-10,
}
# Where all sets are there from the start, bounds are not perturbed, which saves a fifth of the pivots, unless so many
# pivots look like going round in circles. Where sets are added, prices from perturbed bounds ask for fewer of them.
SWIFT: dict[str, str | float] = {
    "primal_simplex_bound_perturbation_multiplier": 0.0,
    "simplex_iteration_limit": 20_000,
}
PATIENT: dict[str, str | float] = {
    "primal_simplex_bound_perturbation_multiplier": 1.0,
    "simplex_iteration_limit": 2**31 - 1,
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

MOST_THREADS = 8
FEWEST_PROGRAMS = 8  # small ones for which another thread pays
BLOCK = 4_096  # numbers that are kept for small programs
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
        self._set({**COMMON, **options})
        self.holder: object = None
        self.limited = False

    def run(self, deadline: float) -> bool:
        """Solve; False when time ran out."""
        import highspy

        if self.limited or isfinite(deadline):
            left = deadline - perf_counter()
            self.limited = isfinite(left)
            # HiGHS counts the time of all runs of an instance together.
            limit = self.solver.getRunTime() + max(left, 0.0) if self.limited else np.inf
            self.solver.setOptionValue("time_limit", limit)
        self.solver.run()
        return bool(self.solver.getModelStatus() == highspy.HighsModelStatus.kOptimal)

    def run_on(self, deadline: float) -> bool:
        """Go on after too many pivots, with what HiGHS does against cycling; False when time ran out."""
        import highspy

        if self.solver.getModelStatus() != highspy.HighsModelStatus.kIterationLimit:
            return False
        try:
            self._set(PATIENT)
            return self.run(deadline)
        finally:
            self._set(SWIFT)

    def _set(self, options: Mapping[str, str | float]) -> None:
        for name, value in options.items():
            self.solver.setOptionValue(name, value)


@lru_cache(maxsize=4 * MOST_THREADS)
def _workshop(kind: str, thread: int) -> _Workshop:
    """One for each kind of program and thread of the process."""
    return _Workshop({"listed": {**LINEAR, **SWIFT}, "growing": LINEAR, "integer": INTEGER}[kind])


class Columns(NamedTuple):
    """Sets as the columns of a sparse matrix: where each begins, and the units in them."""

    starts: NDArray[np.int32]
    members: NDArray[np.int32]


class PackingProgram:
    """max Σ gain · x over sets of units such that no unit is taken more than once, x ≥ 0; sets may be added.

    With `again` units may be taken more often, each time at that cost.
    """

    def __init__(
        self, units: int, sets: Columns, gains: Floats, again: float | None = None, *, growing: bool = False
    ) -> None:
        self._workshop = _workshop("growing" if growing else "listed", get_ident())
        self._workshop.holder = self
        self._solver = self._workshop.solver
        self._again = 0 if again is None else units
        self._units = units
        starts, members = sets
        cost, values = gains, _all(1.0, len(members))
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
            _all(0.0, columns),
            _all(np.inf, columns),
            _all(-np.inf, units),
            _all(1.0, units),
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
        starts, members = columns_of(sets)
        columns = len(gains)
        zeros, most = np.zeros(columns), np.full(columns, np.inf)
        self._solver.addCols(columns, gains, zeros, most, len(members), starts, members, np.ones(len(members)))

    def price(self, gains: Floats) -> None:
        """Other gains for the same sets."""
        columns = len(gains)
        self._solver.changeColsCost(columns, np.arange(self._again, self._again + columns, dtype=np.int32), gains)

    def fix(self, place: int, taken: float) -> None:
        """Take so much of a set."""
        self._solver.changeColBounds(self._again + place, taken, taken)

    def solve(self, deadline: float = np.inf) -> Packed:
        finished = self.run(deadline)
        return Packed(self.taken(), self.prices() if finished else np.zeros(0), finished)

    def run(self, deadline: float = np.inf) -> bool:
        """Whether the solver finished; `taken` and `prices` say how, as long as it holds this program."""
        return self._workshop.run(deadline) or self._workshop.run_on(deadline)

    def taken(self) -> Floats:
        return np.array(self._solver.getSolution().col_value)[self._again :]

    def prices(self) -> Floats:
        return np.maximum(self._solver.getSolution().row_dual, 0.0)


def _all(value: float, number: int) -> Floats:
    """So many times the same, for reading only: small programs follow each other by the dozen."""
    return _block(value)[:number] if number <= BLOCK else np.full(number, value)


@lru_cache(maxsize=8)
def _block(value: float) -> Floats:
    return np.full(BLOCK, value)


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
    workshop = _workshop("integer", get_ident())
    solver = workshop.solver
    starts, members = columns_of(sets)
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
    workshop.run(deadline)
    info = solver.getInfo()
    bound = float(info.mip_dual_bound)
    if info.primal_solution_status != FEASIBLE:
        return None, bound
    return np.flatnonzero(np.array(solver.getSolution().col_value) > 0.5), bound


def columns_of(sets: Places) -> Columns:
    sizes = sizes_of(sets).astype(np.int32)
    return Columns(sizes.cumsum(dtype=np.int32) - sizes, sets[sets >= 0].astype(np.int32))


def in_threads(job: Callable[[int], Result], number: int) -> list[Result]:
    """What a job makes of 0, 1, 2 …, in as many threads as there are cores: solvers run beside each other."""
    results: dict[int, Result] = {}
    waiting = iter(range(number))  # whoever is free takes the next one

    def work() -> None:
        for place in waiting:
            results[place] = job(place)

    threads = min(_cores(), MOST_THREADS, number // FEWEST_PROGRAMS + 1)
    if threads == 1:
        work()
    else:
        with ThreadPoolExecutor(threads - 1) as pool:
            others = [pool.submit(work) for _ in range(threads - 1)]
            work()
            for other in others:
                other.result()
    return [results[place] for place in range(number)]


def _cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
