"""The linear relaxation of set packing, the master problem of column generation: which sets of units are taken.

    max Σ gain(S) · x(S)   such that   Σ over the sets S with unit u of x(S) ≤ 1 for every u,   x ≥ 0

Its dual has a price for every unit. A unit in no set is alone, which gains nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord.alignment.budget import Budget
from accord.alignment.solvers import MAXIMISE, Columns, Solvers, sparse_columns
from accord.results.arrays import Floats, Places


class LinearSolution(NamedTuple):
    """How much of each set is taken, the dual of each unit, and whether the solver finished."""

    primal: Floats
    duals: Floats
    finished: bool


class MasterProblem:
    """The linear program over these sets; with `restricted`, sets may be added.

    With a `reuse_cost` units may be taken more than once, each time at that cost.
    """

    def __init__(
        self,
        solvers: Solvers,
        units: int,
        columns: Columns,
        gains: Floats,
        reuse_cost: float | None = None,
        *,
        restricted: bool = False,
    ) -> None:
        self._solver = solvers.restricted if restricted else solvers.complete
        self._highs = self._solver.highs
        self._reuses = 0 if reuse_cost is None else units
        costs, coefficients = gains, np.ones(len(columns.members))
        if reuse_cost is not None:
            # One column for each unit that takes back one of the times it was taken.
            costs = np.concatenate((np.full(units, -reuse_cost), gains))
            columns = Columns(
                np.concatenate((np.arange(units), columns.starts + units)).astype(np.int32),
                np.concatenate((np.arange(units), columns.members)).astype(np.int32),
            )
            coefficients = np.concatenate((np.full(units, -1.0), coefficients))
        rows = (units, -np.inf, 1.0)
        self._program = self._solver.load(MAXIMISE, costs, columns, coefficients, rows=rows, upper=np.inf)

    @property
    def held(self) -> bool:
        """Whether the solver still holds this program."""
        return self._solver.program == self._program

    def add(self, sets: Places, gains: Floats) -> None:
        starts, members = sparse_columns(sets)
        columns = len(gains)
        zeros, most = np.zeros(columns), np.full(columns, np.inf)
        self._highs.addCols(columns, gains, zeros, most, len(members), starts, members, np.ones(len(members)))

    def set_gains(self, gains: Floats) -> None:
        """Other gains for the same sets."""
        columns = len(gains)
        self._highs.changeColsCost(columns, np.arange(self._reuses, self._reuses + columns, dtype=np.int32), gains)

    def fix(self, place: int, value: float) -> None:
        """Take so much of a set."""
        self._highs.changeColBounds(self._reuses + place, value, value)

    def solve(self, budget: Budget | None = None) -> LinearSolution:
        finished = self.run(budget)
        return LinearSolution(self.primal(), self.duals() if finished else np.zeros(0), finished)

    def run(self, budget: Budget | None = None) -> bool:
        """Whether the solver finished; `primal` and `duals` say how, as long as it holds this program."""
        return self._solver.run(budget) or self._solver.run_perturbed(budget)

    def primal(self) -> Floats:
        return np.array(self._highs.getSolution().col_value)[self._reuses :]

    def duals(self) -> Floats:
        return np.maximum(self._highs.getSolution().row_dual, 0.0)
