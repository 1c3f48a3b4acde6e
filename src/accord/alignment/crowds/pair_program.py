"""The pair program: a linear program over the pairs of units that stand together in K sets, with cuts.

    max Σ w_uv x_uv   such that   Σ over the units v of an annotator of x_uv ≤ 1 for every u,
                                  Σ over the pairs of two annotators ≥ m + n − K, and cuts

It begins with the heaviest pairs. Its duals, whatever they are, change the weights of the pairs, and the heaviest
matchings with these weights bound every alignment: no pair is left out of the bound, and no rounding can spoil it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from accord.alignment.budget import Budget
from accord.alignment.crowds.annealing import Slots
from accord.alignment.crowds.cuts import Cut, violated_sizes, violated_triangles
from accord.alignment.crowds.matching_bounds import heaviest_matchings, matching_steps
from accord.alignment.crowds.panel import FORBIDDEN, Panel
from accord.alignment.solvers import COLUMNWISE, MAXIMISE, Solver

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

INTERIOR: dict[str, str | float] = {"solver": "ipx", "run_crossover": "off", "presolve": "off"}
NEAREST = 40  # pairs of each unit that it begins with
TRIANGLES = 1_000  # that are added in a round
SIZES = 60
SLACK = 0.1  # of cuts that are dropped
LOOSEST, TIGHTEST = 0.1, 1e-10  # relative tolerances of the interior point
STEPS_PER_ENTRY = 0.12  # of the matrix, in each iteration of the interior point
SHORTAGE = 20.0  # what a missing pair costs, where the pairs at hand do not suffice


@dataclass(frozen=True, eq=False)
class _Rows:
    """Rows of a sparse matrix: the row, the column and the value of each entry, and the bounds of the rows."""

    row: Places
    column: Places
    value: Floats
    lower: Floats
    upper: Floats


class PairProgram:
    """The program for one number of sets; `bound` is the best known so far."""

    def __init__(self, panel: Panel, number: int, bound: float, cuts: Sequence[Cut], best: Slots | None) -> None:
        self._panel, self.number, self.bound = panel, number, bound
        self._cuts = list(cuts)
        _, one, other = heaviest_matchings(panel, panel.weights, number)
        self._pairs = np.union1d(_heaviest_pairs(panel), self._allowed(one, other))
        if best is not None:
            together = np.argwhere(np.triu(best.of[:, None] == best.of, 1))
            self._pairs = np.union1d(self._pairs, together[:, 0] * panel.n_units + together[:, 1])
        self._tightest = LOOSEST  # tolerance; less where a looser one finds nothing violated
        self.finished = False
        """Whether nothing is violated any more, or the program has no solution."""
        self._scale = float(panel.n_pairs_of_annotators)  # weights of at most 1

    @property
    def cuts(self) -> list[Cut]:
        return self._cuts

    def round(self, tolerance: float, rng: np.random.Generator, budget: Budget) -> None:
        """Solve, take the bound, and add what is violated."""
        tolerance = min(tolerance, self._tightest)
        x, duals, slack = self._solved(tolerance, budget)
        if x is None:
            self.finished = True
            return
        entering = self._bounded(duals)
        self._cuts = [cut for cut, idle in zip(self._cuts, (slack > SLACK).tolist(), strict=True) if not idle]
        found = violated_triangles(self._panel, x, TRIANGLES)
        found += violated_sizes(self._panel, x, self.number, SIZES, rng)
        budget.spend(200.0 * len(found) + 20.0 * self._panel.n_units * self._panel.n_annotators)
        self._cuts += found
        new = np.setdiff1d(entering, self._pairs)
        self._pairs = np.union1d(self._pairs, new)
        if not found and not len(new):
            self.finished = tolerance <= TIGHTEST
            self._tightest = max(TIGHTEST, 0.01 * tolerance)

    def _bounded(self, duals: Floats) -> Places:
        """Raise the bound by the heaviest matchings at these duals; returns the matched pairs."""
        panel = self._panel
        units = panel.n_units
        weights = panel.weights * self._scale
        constant = 0.0
        if self._cuts:
            pairs = np.concatenate([cut.pairs for cut in self._cuts])
            lengths = [len(cut.pairs) for cut in self._cuts]
            paid = np.concatenate([cut.coefficients for cut in self._cuts]) * duals.repeat(lengths)
            price = np.bincount(pairs, paid, minlength=units * units).reshape(units, units)
            weights = weights - price - price.T
            constant = float(duals @ _sides(self._cuts, self.number))
        total, one, other = heaviest_matchings(panel, weights, self.number)
        self.bound = max(self.bound, self.number * panel.bonus - (constant + total) / self._scale)
        return self._allowed(one, other)

    def _allowed(self, one: Places, other: Places) -> Places:
        """These pairs, without those that are in no best alignment."""
        allowed = self._panel.weights[one, other] > FORBIDDEN
        pairs = np.minimum(one, other) * self._panel.n_units + np.maximum(one, other)
        return np.unique(pairs[allowed])

    def _solved(self, tolerance: float, budget: Budget) -> tuple[Floats | None, Floats, Floats]:
        """x (units, units), the duals of the cuts and their slack; no x where there is no solution."""
        panel, pairs = self._panel, self._pairs
        units = panel.n_units
        one, other = pairs // units, pairs % units
        blocks = (_partners(panel, one, other), _shared(panel, one, other, self.number), self._cut_rows())
        matrix, lower, upper, before = _stacked(blocks, len(pairs))
        weights = panel.weights[one, other] * self._scale
        short = len(blocks[1].lower)
        highs = Solver({**INTERIOR, "ipm_optimality_tolerance": tolerance}).highs
        highs.setOptionValue("time_limit", budget.seconds)
        columns = len(pairs) + short
        highs.passModel(
            columns,
            len(lower),
            len(matrix.value),
            COLUMNWISE,
            MAXIMISE,
            0.0,
            np.concatenate((weights, np.full(short, -SHORTAGE * self._scale))),
            np.zeros(columns),
            np.concatenate((np.ones(len(pairs)), np.full(short, np.inf))),
            lower,
            upper,
            matrix.column.astype(np.int32),
            matrix.row.astype(np.int32),
            matrix.value,
            np.zeros(columns, dtype=np.int32),
        )
        highs.run()
        iterations = max(10, int(highs.getInfo().ipm_iteration_count))
        budget.spend(iterations * len(matrix.value) * STEPS_PER_ENTRY + matching_steps(panel, self.number))
        solution = highs.getSolution()
        nothing = np.zeros(0)
        if not len(solution.col_value) or not np.isfinite(solution.row_dual).all():
            return None, nothing, nothing
        x = np.zeros((units, units))
        x[one, other] = x[other, one] = np.clip(solution.col_value[: len(pairs)], 0.0, 1.0)
        duals = np.maximum(solution.row_dual[before[2] :], 0.0)
        return x, duals, upper[before[2] :] - np.array(solution.row_value[before[2] :])

    def _cut_rows(self) -> _Rows:
        nothing = np.zeros(0, dtype=np.int64)
        if not self._cuts:
            return _Rows(nothing, nothing, np.zeros(0), np.zeros(0), np.zeros(0))
        pairs = np.concatenate([cut.pairs for cut in self._cuts])
        row = np.arange(len(self._cuts)).repeat([len(cut.pairs) for cut in self._cuts])
        value = np.concatenate([cut.coefficients for cut in self._cuts])
        place = np.minimum(np.searchsorted(self._pairs, pairs), len(self._pairs) - 1)
        there = np.flatnonzero(self._pairs[place] == pairs)
        upper = _sides(self._cuts, self.number)
        return _Rows(row[there], place[there], value[there], np.full(len(upper), -np.inf), upper)


def _sides(cuts: Sequence[Cut], number: int) -> Floats:
    return np.array([cut.constant + cut.per_set * number for cut in cuts])


def _heaviest_pairs(panel: Panel) -> Places:
    """For each unit the pairs of the largest weights."""
    units = panel.n_units
    weights = np.where(panel.who[:, None] == panel.who, FORBIDDEN, panel.weights)
    count = min(NEAREST, units - 1)
    other = np.argpartition(-weights, count - 1, axis=1)[:, :count].reshape(-1)
    one = np.arange(units).repeat(count)
    allowed = weights[one, other] > FORBIDDEN
    one, other = one[allowed], other[allowed]
    return np.unique(np.minimum(one, other) * units + np.maximum(one, other))


def _partners(panel: Panel, one: Places, other: Places) -> _Rows:
    """At most one partner of each unit by each annotator; rows with a single pair are left out."""
    column = np.concatenate((np.arange(len(one)), np.arange(len(one))))
    row = np.concatenate((one * panel.n_annotators + panel.who[other], other * panel.n_annotators + panel.who[one]))
    several = np.bincount(row, minlength=panel.n_units * panel.n_annotators) > 1
    number = np.cumsum(several) - 1
    kept = np.flatnonzero(several[row])
    count = int(several.sum())
    return _Rows(number[row[kept]], column[kept], np.ones(len(kept)), np.full(count, -np.inf), np.ones(count))


def _shared(panel: Panel, one: Places, other: Places, number: int) -> _Rows:
    """At least as many pairs of two annotators as they share sets, or a shortage, which stands after all pairs."""
    n = panel.n_annotators
    wanted = (panel.cards[:, None] + panel.cards - number).reshape(-1)
    wanted[~np.triu(np.ones((n, n), dtype=bool), 1).reshape(-1)] = 0
    place = np.cumsum(wanted > 0) - 1
    row = panel.who[one] * n + panel.who[other]
    kept = np.flatnonzero(wanted[row] > 0)
    count = int((wanted > 0).sum())
    return _Rows(
        np.concatenate((place[row[kept]], np.arange(count))),
        np.concatenate((kept, len(one) + np.arange(count))),
        np.ones(len(kept) + count),
        wanted[wanted > 0].astype(np.float64),
        np.full(count, np.inf),
    )


def _stacked(blocks: Sequence[_Rows], pairs: int) -> tuple[_Rows, Floats, Floats, list[int]]:
    """The blocks below each other, column by column: rows, where columns begin, values; bounds, and where each block
    begins.
    """
    counts = [len(block.lower) for block in blocks]
    before = np.concatenate(([0], np.cumsum(counts)[:-1])).tolist()
    row = np.concatenate([block.row + start for block, start in zip(blocks, before, strict=True)])
    column = np.concatenate([block.column for block in blocks])
    value = np.concatenate([block.value for block in blocks])
    order = np.lexsort((row, column))
    lower, upper = (np.concatenate([getattr(block, side) for block in blocks]) for side in ("lower", "upper"))
    begins = np.searchsorted(column[order], np.arange(pairs + counts[1]))
    return _Rows(row[order], begins, value[order], lower, upper), lower, upper, before
