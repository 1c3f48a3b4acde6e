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

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
STEP = 1e-3  # of an item, for derivatives
MOST_ROWS = 2_000  # distinct rows, and distinct pairs of labels in them, whose influence is computed
MOST_PAIRS = 4_000
CELLS = 2_000_000  # of a block of weights


@dataclass(frozen=True)
class Spread:
    """Variances of a value: over items (or clusters of them), and what annotators add to it."""

    over_units: float
    units: int
    added: float
    annotators: float
    """How many annotators there are, counted by how evenly they share the labels: (Σ n)² / Σ n²."""

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


def spread_over_both(
    record: Measure, parameters: Mapping[str, object], summary: Summary, most_rows: int = MOST_ROWS
) -> Spread | None:
    """None where a single pair of labels has no value of this measure, so that labels cannot be told apart."""
    rows = summary.rows
    if rows is None or len(rows) == 0:
        return None
    units = Units.of_rows(summary)
    while True:
        some = _chosen(rows, units, most_rows)
        pairs = _Pairs.of(rows, some.rows, told_apart=record.reads_rows(parameters))
        if len(pairs.kinds) <= MOST_PAIRS or most_rows <= 2:
            break
        most_rows = max(2, min(most_rows, len(some.rows)) // 2)
    try:
        of_rows, of_pairs = _influence(record, parameters, summary, rows, some.rows, pairs)
    except Undefined:
        return None
    if not (np.isfinite(of_rows).all() and np.isfinite(of_pairs).all()):
        return None
    per_label = _per_label(rows, some.rows, pairs, of_rows, of_pairs)
    return _spread(rows, units, some, of_rows, per_label)


@dataclass(frozen=True, eq=False)
class _Some:
    """The rows that are looked at (all, or the first in their canonical order), and the units they belong to."""

    rows: NDArray[np.intp]
    starts: Ints
    """Where the cells of each unit begin; a cell is a row of `rows` with a number of items beside it."""
    cells: NDArray[np.intp]
    times: Floats
    alike: Floats
    """How many units are like each."""


def _chosen(rows: RatingRows, units: Units, most: int) -> _Some:
    if units.clusters is None:
        kept = np.arange(min(len(rows), _within(rows, np.arange(len(rows)), most)))
        return _Some(kept, np.arange(len(kept) + 1), kept, np.ones(len(kept)), rows.multiplicity[kept].astype(float))
    clusters = units.clusters
    number = len(clusters)
    while True:
        cells = clusters.patterns[: clusters.starts[number]]
        kept, place = np.unique(cells, return_inverse=True)
        if number <= 2 or (len(kept) <= most and _within(rows, kept, most) == len(kept)):
            starts = clusters.starts[: number + 1]
            return _Some(kept, starts, place.ravel(), clusters.times[: len(cells)], np.ones(number))
        number = max(2, number // 2)


def _within(rows: RatingRows, chosen: NDArray[np.intp], most: int) -> int:
    """How many of these rows can be looked at: their pairs of labels are listed."""
    sizes = rows.sizes[chosen]
    listed = np.cumsum(sizes * (sizes - 1) // 2)
    return max(2, min(most, int(np.searchsorted(listed, 200_000, side="right"))))


@dataclass(frozen=True, eq=False)
class _Pairs:
    """The pairs of labels of rows: the cells they stand in, and which distinct pair each of them is."""

    row: NDArray[np.intp]
    """The place of its row among those looked at."""
    first: Ints
    second: Ints
    kind: NDArray[np.intp]
    kinds: Ints
    """For each kind a pair that is of it."""

    @classmethod
    def of(cls, rows: RatingRows, chosen: NDArray[np.intp], *, told_apart: bool) -> _Pairs:
        sizes, starts = rows.sizes[chosen], rows.starts[:-1][chosen]
        row, first, second = [], [], []
        for size in np.unique(sizes[sizes >= 2]).tolist():
            here = np.flatnonzero(sizes == size)
            one, other = np.triu_indices(size, 1)
            row.append(np.repeat(here, len(one)))
            first.append((starts[here][:, None] + one).ravel())
            second.append((starts[here][:, None] + other).ravel())
        empty = np.zeros(0, dtype=np.int64)
        owner, a, b = (np.concatenate(part) if part else empty for part in (row, first, second))
        size = max(len(rows.categories), 1)
        labels = [rows.codes[a].astype(np.int64), rows.codes[b].astype(np.int64)]
        if told_apart:
            labels = [rows.who[place] * np.int64(size) + codes for place, codes in zip((a, b), labels, strict=True)]
            size *= max(len(rows.annotators), 1)
        else:
            labels = [np.minimum(*labels), np.maximum(*labels)]
        _, kinds, kind = np.unique(labels[0] * size + labels[1], return_index=True, return_inverse=True)
        return cls(owner, a, b, kind.ravel(), kinds)


def _influence(
    record: Measure,
    parameters: Mapping[str, object],
    summary: Summary,
    rows: RatingRows,
    chosen: NDArray[np.intp],
    pairs: _Pairs,
) -> tuple[Floats, Floats]:
    """How much the value changes with one more item like each row, and with one like each kind of pair of labels."""
    cells = np.stack([pairs.first[pairs.kinds], pairs.second[pairs.kinds]], axis=1).ravel()
    longer = replace(
        rows,
        starts=np.concatenate((rows.starts, rows.starts[-1] + 2 * np.arange(1, len(pairs.kinds) + 1))),
        who=np.concatenate((rows.who, rows.who[cells])),
        codes=np.concatenate((rows.codes, rows.codes[cells])),
        multiplicity=np.concatenate((rows.multiplicity, np.zeros(len(pairs.kinds), dtype=np.int64))),
    )
    kernel = record.kernel(replace(summary, rows=longer, counts=longer.tallies), **parameters)
    places = np.concatenate((chosen, len(rows) + np.arange(len(pairs.kinds))))
    changes = _derivatives(kernel, longer.multiplicity.astype(np.float64), places)
    return changes[: len(chosen)], changes[len(chosen) :]


def _derivatives(kernel: Kernel, weights: Floats, places: NDArray[np.intp]) -> Floats:
    value = kernel(weights[None, :])["value"][0]
    step = max(1, CELLS // len(weights))
    parts = []
    for start in range(0, len(places), step):
        some = places[start : start + step]
        moved = np.tile(weights, (len(some), 1))
        moved[np.arange(len(some)), some] += STEP
        parts.append((kernel(moved)["value"] - value) / STEP)
    return np.concatenate(parts) if parts else np.zeros(0)


def _per_label(rows: RatingRows, chosen: NDArray[np.intp], pairs: _Pairs, of_rows: Floats, of_kinds: Floats) -> Floats:
    """(cells of the rows looked at,) the influence of the pairs that a label is in.

    The influence of an item is shared out among its pairs as their own would have it, times what fits best over the
    items of its size (measures weigh items with more labels differently); what is left over, evenly.
    """
    sizes = rows.sizes[chosen]
    own = of_kinds[pairs.kind]
    sums = np.bincount(pairs.row, weights=own, minlength=len(chosen))
    number = np.maximum(sizes * (sizes - 1) // 2, 1)
    weights = rows.multiplicity[chosen]
    top = np.bincount(sizes, weights=weights * of_rows * sums)
    bottom = np.bincount(sizes, weights=weights * sums**2)
    fitted = np.divide(top, bottom, out=1 / np.maximum(np.arange(len(top)) - 1.0, 1.0), where=bottom > 0)[sizes]
    left = (of_rows - fitted * sums) / number
    of_pairs = fitted[pairs.row] * own + left[pairs.row]
    begin = np.concatenate(([0], np.cumsum(sizes)))
    shift = begin[:-1] - rows.starts[:-1][chosen]
    label = np.bincount(pairs.first + shift[pairs.row], weights=of_pairs, minlength=int(begin[-1]))
    label += np.bincount(pairs.second + shift[pairs.row], weights=of_pairs, minlength=int(begin[-1]))
    alone = np.flatnonzero(sizes == 1)
    label[begin[:-1][alone]] = of_rows[alone]
    return label


def _spread(rows: RatingRows, units: Units, some: _Some, of_rows: Floats, per_label: Floats) -> Spread:
    """Sums of squares over units, and over pairs of units that share an annotator."""
    sizes = rows.sizes[some.rows]
    begin = np.concatenate(([0], np.cumsum(sizes)))
    who = rows.who[ranges(rows.starts, some.rows)]
    unit = np.repeat(np.arange(len(some.alike)), np.diff(some.starts))
    of_units = np.bincount(unit, weights=some.times * of_rows[some.cells], minlength=len(some.alike))
    place = ranges(begin, some.cells)
    owner = np.repeat(unit, sizes[some.cells])
    times = np.repeat(some.times, sizes[some.cells])
    people = len(rows.annotators)
    keys, inverse = np.unique(owner * people + who[place], return_inverse=True)
    alike, annotator = some.alike[keys // people], keys % people

    def across(per_cell: Floats) -> float:
        """Σ over annotators and over pairs of different units of theirs, of the product."""
        cells = np.bincount(inverse.ravel(), weights=times * per_cell)
        sums = np.bincount(annotator, weights=alike * cells, minlength=people)
        return float((sums**2).sum() - (alike * cells**2).sum())

    seen, number = float(some.alike.sum()), len(units)
    over = float((some.alike * of_units**2).sum())
    # The influences of all items sum to 0: two items of one annotator seem to differ a little more than they do.
    labels = float((some.alike[owner] * times).sum())
    crossed = across(per_label[place]) + 4 * over * across(np.ones(len(place))) / labels**2
    crossed *= number * (number - 1) / (seen * (seen - 1)) if seen > 1 else 1.0
    given = np.bincount(rows.who, weights=np.repeat(rows.multiplicity, rows.sizes), minlength=people)
    even = max(3.0, float(given.sum() ** 2 / (given**2).sum()))
    over *= number / seen * number / max(number - 1, 1)
    # Centring takes from few annotators what the jackknife gives back: (k − 1) / k (k / (k − 2))² for means over pairs.
    return Spread(over, number, max(crossed * even * (even - 1) / (even - 2) ** 2, 0.0), even)
