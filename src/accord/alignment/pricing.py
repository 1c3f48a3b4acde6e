"""The pricing problem: the sets of units whose gain exceeds their duals, enumerated annotator by annotator with bounds.

Against leaving its units alone, a set S of k units gains w(S) = (k − 1) · bonus + Σ over its pairs of (1 − d/Δ∅) / C.
With a dual for every unit, its reduced gain is w(S) − Σ duals.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from accord.alignment.budget import Budget
from accord.alignment.neighbours import Neighbours
from accord.results.arrays import Floats, Places

SLICE = 500_000  # rows that are made together
FEW, FEW_AT_LAST = 500, 1_500  # rows that are not worth a look ahead, at two annotators or more and at one
STEPS_PER_SET = 0.02  # and for each annotator before
MOST_PRICED = 500_000  # sets that are kept, where not all are asked for


@dataclass(frozen=True, eq=False)
class PricedSets:
    """Sets as rows (sets, annotators) of units, −1 for an empty one, with their reduced gains."""

    sets: Places
    reduced: Floats
    missed: Floats
    """(units,) an upper bound of the reduced gain of sets that begin with the unit and were not looked at; −∞: none."""

    @property
    def complete(self) -> bool:
        return not (self.missed > -np.inf).any()


@dataclass(frozen=True, eq=False)
class _Partial:
    """Sets under way, as rows of units by annotator (−1: empty), except for the first unit, which stands last."""

    units: NDArray[np.int32]
    score: Floats
    """Their reduced gains."""
    size: NDArray[np.int8]

    def take(self, rows: Places | slice) -> _Partial:
        units = self.units[rows] if isinstance(rows, slice) else self.units.take(rows, axis=0)
        return _Partial(units, self.score[rows], self.size[rows])

    def reaching(self, threshold: float) -> _Partial:
        """Those whose reduced gain is at least the threshold."""
        return self if threshold == -np.inf else self.take((self.score >= threshold).nonzero()[0])

    @property
    def first(self) -> NDArray[np.int32]:
        return self.units[:, -1]


def priced_sets(
    near: Neighbours,
    bonus: float,
    duals: Floats,
    threshold: float,
    *,
    most: int = 1_000_000,
    budget: Budget | None = None,
) -> PricedSets:
    """All sets of at least two units whose reduced gain is at least `threshold`.

    Sets that are no better than without their last unit, however good the next annotators, are left out: they are
    never needed. Beyond `most` sets under way or `MOST_PRICED` that reach it, or when the budget is spent, the least
    promising are dropped, and `missed` says how good they could have been.
    """
    n = near.n_annotators
    budget = budget or Budget()
    missed = np.full(near.n_units, -np.inf)
    if n == 2:
        reduced = near.gains + bonus - duals[near.first] - duals[near.second]
        kept = np.flatnonzero(reduced >= threshold)
        return PricedSets(np.stack((near.first[kept], near.second[kept]), axis=1), reduced[kept], missed)
    starting, priced = _pairs(near, bonus, duals, threshold)
    partial = starting[1]
    if threshold > -np.inf and int(_counts(near, partial, 2)[1].sum()) > SLICE:
        partial = _most_promising(partial, _Bounds(near, 1, bonus, duals), threshold, most, missed)
    for annotator in range(2, n):
        last = annotator + 1 == n
        begin, counts = _counts(near, partial, annotator)
        several = _slices(counts)
        bounds = None if last or len(several) == 1 else _Bounds(near, annotator, bonus, duals)
        pieces = [partial]
        for rows in several:
            if budget.spent:
                _give_up(near, partial.take(rows), annotator, bonus, missed)
                continue
            budget.spend(STEPS_PER_SET * annotator * int(counts[rows].sum()))
            made = _extended(near, partial.take(rows), begin[rows], counts[rows], annotator, bonus, duals)
            priced.append(made.reaching(threshold))
            if threshold > -np.inf and sum(len(piece.score) for piece in priced) > 2 * MOST_PRICED:
                priced = [_best(_joined(priced), MOST_PRICED, missed)]
            if not last:
                pieces.append(made if bounds is None else bounds.promising(made, threshold)[0])
        if not last:
            partial = _joined([*pieces, starting[annotator]])
            if len(partial.score) > (FEW_AT_LAST if annotator + 2 == n else FEW) and threshold > -np.inf:
                bounds = bounds or _Bounds(near, annotator, bonus, duals)
                partial = _most_promising(partial, bounds, threshold, most, missed)
    everything = _joined(priced)
    sets = everything.units[:, :-1].astype(np.int64)
    sets.reshape(-1)[np.arange(0, sets.size, n) + near.who[everything.first]] = everything.first
    return PricedSets(sets, everything.score, missed)


def _pairs(near: Neighbours, bonus: float, duals: Floats, threshold: float) -> tuple[list[_Partial], list[_Partial]]:
    """The pairs from which sets can grow, by the annotator of the second unit, and those that reach the threshold."""
    growing = near.growing(bonus)
    score = growing.gains + (bonus - duals[growing.first] - duals[growing.second])
    pairs = _Partial(growing.rows, score, np.full(len(score), 2, dtype=np.int8))
    starting = [pairs.take(slice(begin, end)) for begin, end in pairwise(growing.ends)]
    return starting, [pairs.reaching(threshold)]


def _joined(pieces: list[_Partial]) -> _Partial:
    if len(pieces) == 1:
        return pieces[0]
    return _Partial(
        np.concatenate([piece.units for piece in pieces]),
        np.concatenate([piece.score for piece in pieces]),
        np.concatenate([piece.size for piece in pieces]),
    )


def _counts(near: Neighbours, partial: _Partial, annotator: int) -> tuple[Places, Places]:
    """Where the neighbours of the first units by this annotator begin, and how many there are."""
    at = partial.first * np.int64(near.n_annotators)
    at += annotator
    begin = near.blocks[at]
    at += 1
    return begin, near.blocks[at] - begin


def _slices(counts: Places) -> list[slice]:
    """Stretches of the sets under way that make at most about `SLICE` new ones each."""
    total = int(counts.sum())
    if total <= SLICE:
        return [slice(0, len(counts))]
    ends = np.searchsorted(np.cumsum(counts), np.arange(SLICE, total, SLICE)) + 1
    bounds = np.unique(np.concatenate(([0], ends, [len(counts)]))).tolist()
    return [slice(first, last) for first, last in pairwise(bounds)]


def _extended(
    near: Neighbours,
    partial: _Partial,
    begin: Places,
    counts: Places,
    annotator: int,
    bonus: float,
    duals: Floats,
) -> _Partial:
    """Every set with each unit of this annotator that is a neighbour of all its units and still may pay."""
    rows = np.arange(len(counts)).repeat(counts)
    pairs = np.arange(len(rows)) + (begin - counts.cumsum() + counts).repeat(counts)
    added = near.second.take(pairs)
    marginal = near.gains.take(pairs)
    # With the annotators still to come, each of whom adds at most a perfect pair.
    least = -bonus - (near.n_annotators - 1 - annotator) / near.n_pairs_of_annotators
    for earlier in range(1, annotator):
        marginal += near.gains_of(partial.units[:, earlier].take(rows), added)
    kept = (marginal > least).nonzero()[0]
    rows, added, marginal = rows.take(kept), added.take(kept), marginal.take(kept)
    units = partial.units.take(rows, axis=0)
    units[:, annotator] = added
    score = partial.score.take(rows) + marginal + (bonus - duals).take(added)
    return _Partial(units, score, partial.size.take(rows) + np.int8(1))


class _Bounds:
    """How much annotators after this one can still add to a set."""

    def __init__(self, near: Neighbours, annotator: int, bonus: float, duals: Floats) -> None:
        self._columns = (*range(1, annotator + 1), near.n_annotators)
        self._tables = _potential(near, (bonus - duals + near.later[annotator][2])[near.second], annotator)

    def promising(self, partial: _Partial, threshold: float) -> tuple[_Partial, Floats]:
        """The sets that can still be brought to the threshold, and how far they may come."""
        best = self._best(partial)
        kept = (best >= threshold).nonzero()[0]
        return partial.take(kept), best[kept]

    def _best(self, partial: _Partial) -> Floats:
        """(sets,) an upper bound of the reduced gain of everything that contains them."""
        sizes, units, later = self._tables.shape
        tables = self._tables.reshape(sizes * units, later)
        row = (partial.size - np.int8(1)) * np.int64(units) + 1
        total = tables.take(row + partial.units[:, self._columns[0]], axis=0)
        for column in self._columns[1:]:
            total += tables.take(row + partial.units[:, column], axis=0)
        np.maximum(total, 0.0, out=total)
        best = partial.score + total[:, 0]
        for place in range(1, later):
            best += total[:, place]
        return best


def _potential(near: Neighbours, worth: Floats, annotator: int) -> Floats:
    """(sizes, 1 + units, later annotators) the most that one of so many units can find in a unit of each annotator.

    `worth` is that of the second unit of each pair of neighbours, to be shared by the units of a set; the first row is
    nobody's: 0.
    """
    n, units = near.n_annotators, near.n_units
    between, nobody, _ = near.later[annotator]
    values = np.full((annotator + 1, len(worth) + 1), -np.inf)
    np.divide(worth, np.arange(1.0, annotator + 2)[:, None], out=values[:, :-1])
    values[:, :-1] += near.gains
    most = np.maximum.reduceat(values, between, axis=1)[:, ::2]
    most[:, nobody] = -np.inf
    tables = np.zeros((annotator + 1, units + 1, n - 1 - annotator))
    tables[:, 1:] = most.reshape(annotator + 1, units, -1)
    return tables


def _most_promising(partial: _Partial, bounds: _Bounds, threshold: float, most: int, missed: Floats) -> _Partial:
    """The sets that can still be brought to the threshold; beyond `most` the least promising are dropped."""
    partial, best = bounds.promising(partial, threshold)
    if len(best) <= most:
        return partial
    order = np.argpartition(-best, most)
    np.maximum.at(missed, partial.first[order[most:]], best[order[most:]])
    return partial.take(np.sort(order[:most]))


def _best(partial: _Partial, most: int, missed: Floats) -> _Partial:
    """The sets of the largest reduced gains, in their order; of the others is known how good the best is."""
    order = np.argpartition(-partial.score, most)
    np.maximum.at(missed, partial.first[order[most:]], partial.score[order[most:]])
    return partial.take(np.sort(order[:most]))


def _give_up(near: Neighbours, partial: _Partial, annotator: int, bonus: float, missed: Floats) -> None:
    """Nothing better is known of what was not looked at than that every pair to come may be perfect."""
    to_come = near.n_annotators - annotator
    best = partial.score + to_come * (bonus + (partial.size + to_come) / near.n_pairs_of_annotators)
    np.maximum.at(missed, partial.first, best)
