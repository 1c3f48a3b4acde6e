"""How much a value would vary with other annotators, beside what it varies with other items.

Labels of one item share the item, labels of one annotator share the annotator, and an interval over both has to count
either, and neither twice: the variance over items, plus that over annotators, minus that over single labels, which is
in both (two-way clustering: Cameron, Gelbach & Miller 2011; for pairs: Aronow, Samii & Assenova 2015). Drawing items
and annotators anew together overstates it, about twice on sparse data (Owen 2007).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from accord.annotations import RatingRows, Summary
from accord.annotations.sparse import ranges
from accord.evaluation.drawing import Units
from accord.measures import Kernel, Measure, Undefined
from accord.results.arrays import Floats, Ints

STEP = 1e-3  # of an item, for derivatives
BLOCK = 2_000_000  # cells of weights, and of shares of annotators, held at once
MOST_CELLS = 60_000_000  # of them in all; with more, some rows stand for the others
MOST_PAIRS = 4_000  # different pairs of labels
MOST_LISTED = 5_000_000  # pairs of labels in all
BINS = 60  # of numbers, where there are more of them


@dataclass(frozen=True)
class Spread:
    """Variances of a value: over items (or clusters of them), and what annotators add to it."""

    over_units: float
    units: int
    added: float
    annotators: float
    """How many annotators there are, counted by how evenly they share the labels: (Σ n)² / Σ n²."""
    noise: float = 0.0
    """The standard error of what they add, if they did not differ."""

    @property
    def ratio(self) -> float:
        """How much wider than over items an interval over both is, large samples taken for granted."""
        return float(np.sqrt(1 + self.added / self.over_units)) if self.over_units > 0 else 1.0

    @property
    def freedom(self) -> float:
        """Satterthwaite's degrees of freedom of the sum."""
        of_units = self.over_units**2 / max(self.units - 1, 1)
        of_annotators = self.added**2 / max(self.annotators - 1, 1)
        return (self.over_units + self.added) ** 2 / (of_units + of_annotators)


def spread_over_both(record: Measure, parameters: Mapping[str, object], summary: Summary) -> Spread | None:
    """None where labels cannot be told apart: a pair of them has no value of this measure, or there are too many."""
    rows = summary.rows
    if rows is None or len(rows) == 0 or int((rows.sizes * (rows.sizes - 1) // 2).sum()) > MOST_LISTED:
        return None
    pairs = _LabelPairs.of(rows, _binned(summary, rows), told_apart=record.reads_rows(parameters))
    if len(pairs.kinds) > MOST_PAIRS:
        pairs = _LabelPairs.of(rows, _binned(summary, rows), told_apart=False)
    if len(pairs.kinds) > MOST_PAIRS:
        return None
    try:
        of_rows, of_kinds = _influence(record, parameters, summary, rows, pairs)
    except Undefined:
        return None
    if not (np.isfinite(of_rows).all() and np.isfinite(of_kinds).all()):
        return None
    return _spread(rows, Units.of_rows(summary), of_rows, _per_label(rows, pairs, of_rows, of_kinds))


def _binned(summary: Summary, rows: RatingRows) -> NDArray[np.int32]:
    """(ratings,) the codes; very many different numbers in bins that hold as many labels each, by their middle one."""
    size = len(summary.categories)
    if size <= BINS or summary.level not in ("ordinal", "interval", "ratio"):
        return rows.codes
    times = np.bincount(rows.codes, weights=np.repeat(rows.multiplicity, rows.sizes), minlength=size)
    order = np.argsort(summary.categories.scores(), kind="stable")
    place = (np.cumsum(times[order]) - times[order] / 2) / times.sum()
    bin_of = np.minimum((place * BINS).astype(np.int64), BINS - 1)
    middle = np.zeros(size, dtype=np.int32)
    for number in np.unique(bin_of).tolist():
        members = order[bin_of == number]
        middle[members] = members[len(members) // 2]
    return middle[rows.codes]


@dataclass(frozen=True, eq=False)
class _LabelPairs:
    """The pairs of labels of rows: the cells they stand in, and which kind of pair each of them is."""

    row: NDArray[np.intp]
    first: Ints
    second: Ints
    codes: NDArray[np.int32]
    """(ratings,) as they are told apart."""
    kind: NDArray[np.intp]
    kinds: Ints
    """For each kind a pair that is of it."""

    @classmethod
    def of(cls, rows: RatingRows, codes: NDArray[np.int32], *, told_apart: bool) -> _LabelPairs:
        row, first, second = [], [], []
        for size in np.unique(rows.sizes[rows.sizes >= 2]).tolist():
            here = np.flatnonzero(rows.sizes == size)
            left, right = np.triu_indices(size, 1)
            row.append(np.repeat(here, len(left)))
            first.append((rows.starts[here][:, None] + left).ravel())
            second.append((rows.starts[here][:, None] + right).ravel())
        empty = np.zeros(0, dtype=np.int64)
        owner, a, b = (np.concatenate(part) if part else empty for part in (row, first, second))
        size = max(len(rows.categories), 1)
        labels = [codes[a].astype(np.int64), codes[b].astype(np.int64)]
        if told_apart:
            labels = [rows.who[place] * np.int64(size) + label for place, label in zip((a, b), labels, strict=True)]
            size *= max(len(rows.annotators), 1)
        else:
            labels = [np.minimum(*labels), np.maximum(*labels)]
        _, kinds, kind = np.unique(labels[0] * size + labels[1], return_index=True, return_inverse=True)
        return cls(owner, a, b, codes, kind.ravel(), kinds)


def _influence(
    record: Measure, parameters: Mapping[str, object], summary: Summary, rows: RatingRows, pairs: _LabelPairs
) -> tuple[Floats, Floats]:
    """How much the value changes with one more item like each row, and with one like each kind of pair of labels."""
    cells = np.stack([pairs.first[pairs.kinds], pairs.second[pairs.kinds]], axis=1).ravel()
    longer = replace(
        rows,
        starts=np.concatenate((rows.starts, rows.starts[-1] + 2 * np.arange(1, len(pairs.kinds) + 1))),
        who=np.concatenate((rows.who, rows.who[cells])),
        codes=np.concatenate((rows.codes, pairs.codes[cells])),
        multiplicity=np.concatenate((rows.multiplicity, np.zeros(len(pairs.kinds), dtype=np.int64))),
    )
    kernel = record.kernel(replace(summary, rows=longer, counts=longer.tallies), **parameters)
    weights = longer.multiplicity.astype(np.float64)
    held = len(weights)  # numbers of one replicate
    if record.reads_rows(parameters):
        held += len(rows.annotators) * len(rows.categories)
    of_kinds = _derivatives(kernel, weights, len(rows) + np.arange(len(pairs.kinds)), held)
    most = max(200, MOST_CELLS // held)
    if len(rows) <= most:
        return _derivatives(kernel, weights, np.arange(len(rows)), held), of_kinds
    some = np.arange(most) * len(rows) // most
    known = _derivatives(kernel, weights, some, held)
    sums = np.bincount(pairs.row, weights=of_kinds[pairs.kind], minlength=len(rows)).astype(np.float64)
    of_rows = _times_per_size(rows, some, known, sums)[rows.sizes] * sums
    of_rows[some] = known
    return of_rows, of_kinds


def _derivatives(kernel: Kernel, weights: Floats, places: NDArray[np.intp], held: int) -> Floats:
    value = kernel(weights[None, :])["value"][0]
    step = max(1, BLOCK // held)
    parts = []
    for start in range(0, len(places), step):
        some = places[start : start + step]
        moved = np.tile(weights, (len(some), 1))
        moved[np.arange(len(some)), some] += STEP
        parts.append((kernel(moved)["value"] - value) / STEP)
    return np.concatenate(parts) if parts else np.zeros(0)


def _times_per_size(rows: RatingRows, some: NDArray[np.intp], of_rows: Floats, sums: Floats) -> Floats:
    """(sizes,) what the sum over the pairs of an item is to be multiplied with to give its own influence, by least
    squares over the items of its size: measures weigh items with more labels differently."""
    sizes, weights = rows.sizes[some], rows.multiplicity[some]
    most = int(rows.sizes.max()) + 1
    top = np.bincount(sizes, weights=weights * of_rows * sums[some], minlength=most)
    bottom = np.bincount(sizes, weights=weights * sums[some] ** 2, minlength=most)
    usual = 1 / np.maximum(np.arange(most) - 1.0, 1.0)
    return np.asarray(np.divide(top, bottom, out=usual, where=bottom > 0))


def _per_label(rows: RatingRows, pairs: _LabelPairs, of_rows: Floats, of_kinds: Floats) -> Floats:
    """(ratings,) the influence of the pairs that a label is in.

    The influence of an item is shared out among its pairs as their own would have it; what is left over, evenly.
    """
    own = of_kinds[pairs.kind]
    sums = np.bincount(pairs.row, weights=own, minlength=len(rows)).astype(np.float64)
    fitted = _times_per_size(rows, np.arange(len(rows)), of_rows, sums)[rows.sizes]
    left = (of_rows - fitted * sums) / np.maximum(rows.sizes * (rows.sizes - 1) // 2, 1)
    of_pairs = fitted[pairs.row] * own + left[pairs.row]
    label = np.zeros(len(rows.who))
    for place in (pairs.first, pairs.second):
        label += np.bincount(place, weights=of_pairs, minlength=len(label))
    alone = np.flatnonzero(rows.sizes == 1)
    label[rows.starts[alone]] = of_rows[alone]
    return label


def _spread(rows: RatingRows, units: Units, of_rows: Floats, per_label: Floats) -> Spread:
    """Sums of squares over units, and over pairs of units that share an annotator."""
    if units.clusters is None:
        row, unit = np.arange(len(rows)), np.arange(len(rows))
        times, alike = np.ones(len(rows)), rows.multiplicity.astype(np.float64)
    else:
        row, times = units.clusters.patterns, units.clusters.times
        unit, alike = np.repeat(np.arange(len(units)), np.diff(units.clusters.starts)), np.ones(len(units))
    of_units = np.bincount(unit, weights=times * of_rows[row], minlength=len(alike))
    over = float((alike * of_units**2).sum())
    place = ranges(rows.starts, row)
    owner, times = np.repeat(unit, rows.sizes[row]), np.repeat(times, rows.sizes[row])
    people, number = len(rows.annotators), len(units)
    keys, inverse = np.unique(owner * people + rows.who[place], return_inverse=True)
    weight, annotator = alike[keys // people], keys % people

    def across(per_cell: Floats) -> tuple[float, float]:
        """Σ over annotators and over pairs of different units of theirs, of the product; and its noise."""
        cells = np.bincount(inverse.ravel(), weights=times * per_cell)
        sums = np.bincount(annotator, weights=weight * cells, minlength=people)
        squares = np.bincount(annotator, weights=weight * cells**2, minlength=people)
        return float((sums**2 - squares).sum()), float(np.sqrt(2 * (squares**2).sum()))

    crossed, noise = across(per_label[place])
    # The influences of all items sum to 0: two items of one annotator seem to differ a little more than they do.
    crossed += 4 * over * across(np.ones(len(place)))[0] / float((alike[owner] * times).sum()) ** 2
    label_numbers = np.bincount(rows.who, weights=np.repeat(rows.multiplicity, rows.sizes), minlength=people)
    even = max(3.0, float(label_numbers.sum() ** 2 / (label_numbers**2).sum()))
    # Centring takes from few annotators what the jackknife gives back: (k − 1) / k (k / (k − 2))² for means over pairs.
    back = even * (even - 1) / (even - 2) ** 2
    return Spread(over * number / max(number - 1, 1), number, max(crossed * back, 0.0), even, noise * back)
