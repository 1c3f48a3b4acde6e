"""The pair program: a linear program over the pairs of units that stand together, and the number K of sets, with cuts.

    min K − Σ w_uv x_uv   such that   Σ over the units v of an annotator of x_uv ≤ 1 for every u,
                                      Σ over the pairs of two annotators ≥ m + n − K, and cuts

It begins with the heaviest pairs, and K is free within a range: one program serves all numbers of sets that are near
to each other. Its duals, whatever they are, change the weights of the pairs, and the heaviest matchings with these
weights bound the alignments of each K: no pair is left out of the bound, and no rounding can spoil it.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

import numpy as np

from accord.alignment.budget import Budget
from accord.alignment.crowds.annealing import Slots
from accord.alignment.crowds.cuts import VIOLATED, Cut, violated_sizes, violated_triangles
from accord.alignment.crowds.matching_bounds import HeaviestMatchings
from accord.alignment.crowds.panel import FORBIDDEN, Panel
from accord.alignment.solvers import COLUMNWISE, MAXIMISE, Solver
from accord.results.arrays import Floats, Places

INTERIOR: dict[str, str | float] = {
    "solver": "ipx", "run_crossover": "off", "presolve": "off", "ipm_iteration_limit": 200,
}  # fmt: skip
NEAREST = 40  # pairs of each unit that it begins with
TRIANGLES = (150, 1_000)  # that are added in the first round, and at most
SIZES = (15, 60)
GROWTH = 1.15  # of these from round to round: few cuts pay at once, many in the long run
SLACK = 0.1  # of cuts that are dropped
LEAST_VIOLATED = 2e-4  # of cuts that are added, where no other is violated more
LOOSEST, TIGHTEST = 0.1, 1e-10  # relative tolerances of the interior point
STEPS_PER_ENTRY = 0.12  # of the matrix, in each iteration of the interior point
FILLED = 300  # units beyond which its factors fill up
LARGE, MANY_ITERATIONS = 400, 20  # units of a program that is not begun where the budget may not last
ROUNDING = 1e-13  # of what is added up
SHORTAGE = 20.0  # what a missing pair costs, where the pairs at hand do not suffice


@dataclass(frozen=True, eq=False)
class _Rows:
    """Rows of a sparse matrix: the row, the column and the value of each entry, and the bounds of the rows."""

    row: Places
    column: Places
    value: Floats
    lower: Floats
    upper: Floats


class Reweighed:
    """What alignments cost at least at some duals of the cuts, for each number of sets; convex in the number."""

    def __init__(self, panel: Panel, cuts: Sequence[Cut], duals: Floats, scale: float) -> None:
        self._panel, self._scale = panel, scale
        self._weights = panel.weights * scale
        self._constant = self._per_set = 0.0
        self._known: dict[int, tuple[float, Places, Places]] = {}
        if cuts:
            self._pay(cuts, duals)
        self._matchings = HeaviestMatchings(panel, self._weights)

    def _pay(self, cuts: Sequence[Cut], duals: Floats) -> None:
        """Take what the cuts cost off the weights."""
        panel = self._panel
        units = panel.n_units
        pairs = np.concatenate([cut.pairs for cut in cuts])
        paid = np.concatenate([cut.coefficients for cut in cuts]) * duals.repeat([len(cut.pairs) for cut in cuts])
        price = np.bincount(pairs, paid, minlength=units * units).reshape(units, units)
        self._weights -= price + price.T
        self._constant = float(duals @ [cut.constant for cut in cuts])
        self._per_set = float(duals @ [cut.per_set for cut in cuts])

    def __getitem__(self, number: int) -> float:
        parts = (self._constant, self._per_set * number, self._matched(number)[0])
        rounding = ROUNDING * sum(map(abs, parts))
        return number * self._panel.bonus - (sum(parts) + rounding) / self._scale

    def matched(self, number: int) -> tuple[Places, Places]:
        """The pairs of the heaviest matchings."""
        return self._matched(number)[1:]

    def _matched(self, number: int) -> tuple[float, Places, Places]:
        if number not in self._known:
            self._known[number] = self._matchings(number)
        return self._known[number]

    @property
    def steps(self) -> float:
        """About how much work they were."""
        return self._matchings.steps

    def lowest(self, numbers: range, start: int) -> int:
        """The number with the least bound among these."""
        here = min(max(start, numbers[0]), numbers[-1])
        while here + 1 in numbers and self[here + 1] < self[here]:
            here += 1
        while here - 1 in numbers and self[here - 1] < self[here]:
            here -= 1
        return here


class PairProgram:
    """The program with its pairs and cuts; each round gives bounds for some numbers of sets."""

    def __init__(self, panel: Panel, best: Slots) -> None:
        self._panel = panel
        self._cuts: list[Cut] = []
        self._rounds = 0
        together = np.argwhere(np.triu(best.of[:, None] == best.of, 1))
        self._pairs = np.union1d(_heaviest_pairs(panel), together[:, 0] * panel.n_units + together[:, 1])
        self._tightest = LOOSEST  # tolerance; less where a looser one finds nothing violated, or nothing better
        self._highest = -np.inf  # of the lowest bounds
        self._violated = VIOLATED
        self.x = np.zeros((panel.n_units, panel.n_units))
        """(units, units) the fractional solution of the last round."""
        self._scale = float(panel.n_pairs_of_annotators)  # weights of at most 1

    def copy(self) -> PairProgram:
        """Another with the same pairs and cuts."""
        other = copy(self)
        other._cuts = list(self._cuts)
        return other

    def round(
        self, numbers: range, tolerance: float, rng: np.random.Generator, budget: Budget
    ) -> tuple[Reweighed | None, int, bool]:
        """Solve for some numbers of sets and add what is violated: the bounds, which of these numbers has the lowest,
        and whether nothing is violated any more. No bounds where the program could not be solved.
        """
        tolerance = min(tolerance, self._tightest)
        x, number, duals, slack = self._solved(numbers, tolerance, budget)
        if x is None:
            return None, numbers[0], True
        self.x = x
        bounds = Reweighed(self._panel, self._cuts, duals, self._scale)
        lowest = bounds.lowest(numbers, round(number))
        self._cuts = [cut for cut, idle in zip(self._cuts, (slack > SLACK).tolist(), strict=True) if not idle]
        new_cuts = violated_triangles(self._panel, x, self._most(TRIANGLES), self._violated)
        new_cuts += violated_sizes(self._panel, x, number, self._most(SIZES), rng, self._violated)
        self._rounds += 1
        budget.spend(200.0 * len(new_cuts) + 20.0 * self._panel.n_units * self._panel.n_annotators)
        self._cuts += new_cuts
        new = np.setdiff1d(self._allowed(*bounds.matched(lowest)), self._pairs)
        self._pairs = np.union1d(self._pairs, new)
        budget.spend(bounds.steps)
        finished = not new_cuts and not len(new)
        if finished and self._violated > LEAST_VIOLATED:
            self._violated, finished = max(LEAST_VIOLATED, 0.1 * self._violated), False
            self._tightest = max(TIGHTEST, 0.1 * tolerance)
        elif finished:
            self._tightest = max(TIGHTEST, 0.01 * tolerance)
        elif not len(new) and bounds[lowest] <= self._highest:
            self._tightest = max(TIGHTEST, 0.3 * tolerance)
        self._highest = max(self._highest, bounds[lowest])
        return bounds, lowest, finished and tolerance <= TIGHTEST

    def _most(self, limits: tuple[int, int]) -> int:
        """How many cuts of a kind are added in this round."""
        first, most = limits
        return int(min(most, first * GROWTH**self._rounds))

    def _allowed(self, unit: Places, partner: Places) -> Places:
        """These pairs, without those that are in no best alignment."""
        allowed = self._panel.weights[unit, partner] > FORBIDDEN
        pairs = np.minimum(unit, partner) * self._panel.n_units + np.maximum(unit, partner)
        return np.unique(pairs[allowed])

    def _solved(self, numbers: range, tolerance: float, budget: Budget) -> tuple[Floats | None, float, Floats, Floats]:
        """x (units, units), the number of sets, the duals of the cuts and their slack; no x without a solution."""
        panel, pairs = self._panel, self._pairs
        units = panel.n_units
        unit, partner = pairs // units, pairs % units
        blocks = (_partners(panel, unit, partner), _shared(panel, unit, partner, numbers[0]), self._cut_rows())
        short = len(blocks[1].lower)
        columns = len(pairs) + 1 + short
        matrix, lower, upper, before = _stacked(blocks, columns)
        nothing = np.zeros(0)
        iteration = len(matrix.value) * STEPS_PER_ENTRY * max(1.0, units / FILLED) ** 2
        if units > LARGE and MANY_ITERATIONS * iteration > budget.steps:
            return None, np.nan, nothing, nothing
        weights = panel.weights[unit, partner] * self._scale
        highs = Solver({**INTERIOR, "ipm_optimality_tolerance": tolerance}).highs
        highs.setOptionValue("time_limit", budget.seconds)
        highs.passModel(
            columns,
            len(lower),
            len(matrix.value),
            COLUMNWISE,
            MAXIMISE,
            0.0,
            np.concatenate((weights, (-panel.bonus * self._scale,), np.full(short, -SHORTAGE * self._scale))),
            np.concatenate((np.zeros(len(pairs)), (float(numbers[0]),), np.zeros(short))),
            np.concatenate((np.ones(len(pairs)), (float(numbers[-1]),), np.full(short, np.inf))),
            lower,
            upper,
            matrix.column.astype(np.int32),
            matrix.row.astype(np.int32),
            matrix.value,
            np.zeros(columns, dtype=np.int32),
        )
        highs.run()
        iterations = max(10, int(highs.getInfo().ipm_iteration_count))
        budget.spend(iterations * iteration)
        solution = highs.getSolution()
        if not len(solution.col_value) or not np.isfinite(solution.row_dual).all():
            return None, np.nan, nothing, nothing
        x = np.zeros((units, units))
        x[unit, partner] = x[partner, unit] = np.clip(solution.col_value[: len(pairs)], 0.0, 1.0)
        duals = np.maximum(solution.row_dual[before[2] :], 0.0)
        slack = upper[before[2] :] - np.array(solution.row_value[before[2] :])
        return x, float(np.clip(solution.col_value[len(pairs)], numbers[0], numbers[-1])), duals, slack

    def _cut_rows(self) -> _Rows:
        nothing = np.zeros(0, dtype=np.int64)
        if not self._cuts:
            return _Rows(nothing, nothing, np.zeros(0), np.zeros(0), np.zeros(0))
        pairs = np.concatenate([cut.pairs for cut in self._cuts])
        row = np.arange(len(self._cuts)).repeat([len(cut.pairs) for cut in self._cuts])
        value = np.concatenate([cut.coefficients for cut in self._cuts])
        place = np.minimum(np.searchsorted(self._pairs, pairs), len(self._pairs) - 1)
        there = np.flatnonzero(self._pairs[place] == pairs)
        per_set = np.array([cut.per_set for cut in self._cuts])
        sized = np.flatnonzero(per_set)
        upper = np.array([cut.constant for cut in self._cuts])
        return _Rows(
            np.concatenate((row[there], sized)),
            np.concatenate((place[there], np.full(len(sized), len(self._pairs)))),
            np.concatenate((value[there], -per_set[sized])),
            np.full(len(upper), -np.inf),
            upper,
        )


def _heaviest_pairs(panel: Panel) -> Places:
    """For each unit the pairs of the largest weights."""
    units = panel.n_units
    weights = np.where(panel.who[:, None] == panel.who, FORBIDDEN, panel.weights)
    count = min(NEAREST, units - 1)
    partner = np.argpartition(-weights, count - 1, axis=1)[:, :count].reshape(-1)
    unit = np.arange(units).repeat(count)
    allowed = weights[unit, partner] > FORBIDDEN
    unit, partner = unit[allowed], partner[allowed]
    return np.unique(np.minimum(unit, partner) * units + np.maximum(unit, partner))


def _partners(panel: Panel, unit: Places, mate: Places) -> _Rows:
    """At most one partner of each unit by each annotator; rows with a single pair are left out."""
    column = np.concatenate((np.arange(len(unit)), np.arange(len(unit))))
    row = np.concatenate((unit * panel.n_annotators + panel.who[mate], mate * panel.n_annotators + panel.who[unit]))
    several = np.bincount(row, minlength=panel.n_units * panel.n_annotators) > 1
    number = np.cumsum(several) - 1
    kept = np.flatnonzero(several[row])
    count = int(several.sum())
    return _Rows(number[row[kept]], column[kept], np.ones(len(kept)), np.full(count, -np.inf), np.ones(count))


def _shared(panel: Panel, unit: Places, partner: Places, fewest: int) -> _Rows:
    """At least as many pairs of two annotators as they share sets, or a shortage; the number of sets stands after all
    pairs, then the shortages.
    """
    n = panel.n_annotators
    both = (panel.cards[:, None] + panel.cards).reshape(-1)
    share = (both > fewest) & np.triu(np.ones((n, n), dtype=bool), 1).reshape(-1)
    place = np.cumsum(share) - 1
    row = panel.who[unit] * n + panel.who[partner]
    kept = np.flatnonzero(share[row])
    count = int(share.sum())
    every = np.arange(count)
    return _Rows(
        np.concatenate((place[row[kept]], every, every)),
        np.concatenate((kept, np.full(count, len(unit)), len(unit) + 1 + every)),
        np.ones(len(kept) + 2 * count),
        both[share].astype(np.float64),
        np.full(count, np.inf),
    )


def _stacked(blocks: Sequence[_Rows], columns: int) -> tuple[_Rows, Floats, Floats, list[int]]:
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
    begins = np.searchsorted(column[order], np.arange(columns))
    return _Rows(row[order], begins, value[order], lower, upper), lower, upper, before
