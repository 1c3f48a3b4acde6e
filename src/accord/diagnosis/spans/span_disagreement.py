"""What kind of disagreement is it: missed, spurious, boundary, category, split — counted, and by its disorder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from accord.alignment import Alignment, align
from accord.annotations.spans import Spans
from accord.consensus.aligned_units import AlignedUnits, aligned_units
from accord.diagnosis.spans.span_pairs import (
    AGREEMENT,
    BOTH,
    BOUNDARY,
    CATEGORY,
    KINDS,
    MISSED,
    SPLIT,
    SPURIOUS,
    UNDECIDED,
    PairedUnits,
    absences,
    kinds_of,
    paired_units,
)
from accord.diagnosis.spans.span_splits import Splits, splits_and_merges
from accord.results import UsageError
from accord.results.arrays import Floats, Ints
from accord.results.json_numbers import JsonRecord, json_fields, json_value
from accord.results.listed import MOST_LISTED
from accord.results.tabular import Columns, Records, Tabular
from accord.statistics.division import divided, ratio

NO_CATEGORY = "(none)"
WORST = 20


@dataclass(frozen=True)
class KindShare(JsonRecord):
    """One kind of disagreement."""

    kind: str
    pairs: int
    """Pairs of annotators, over all unitary alignments, of whom at least one has a unit."""
    groups: int
    """Unitary alignments in which it occurs."""
    disorder: float
    share: float
    """Of the total disorder."""


@dataclass(frozen=True)
class Shifts(JsonRecord):
    """Pairs of units of the same category with other bounds."""

    start_only: int
    end_only: int
    both: int
    mean_start: float
    """Mean |difference| of the starts, where they differ; nan where they never do."""
    mean_end: float


@dataclass(frozen=True)
class CategoryDisagreement(JsonRecord):
    """One category: what happens to its units."""

    category: str
    units: int
    agreed: int
    """Unitary alignments in which everybody has the same unit of this category."""
    groups: int
    """Unitary alignments with a unit of this category."""
    missed: int
    """Units that somebody should have had: annotators missing in unitary alignments of which it is a category."""
    spurious: int
    """Units of this category that only a minority has, or that the reference has not."""
    boundary_pairs: int
    category_pairs: int
    mean_shift: float
    """Mean |Δstart| + |Δend| over pairs of units that both are of this category."""
    disorder: float
    share: float


@dataclass(frozen=True)
class AnnotatorDisagreement(JsonRecord):
    """One annotator: how they differ from the others."""

    annotator: str
    units: int
    missed: int
    """Unitary alignments where they should have had a unit, by majority or by the reference."""
    spurious: int
    """Units of theirs that only a minority has, or that the reference has not."""
    undecided: int
    """Units of theirs that exactly half of the annotators have."""
    boundary_pairs: int
    category_pairs: int
    splits: int
    """Units of others that they cut in pieces."""
    merges: int
    """Units of theirs that somebody else cut in pieces."""
    start_shift: float
    """Mean signed difference to the others' starts over all aligned pairs: below 0, they start earlier."""
    end_shift: float
    disorder: float
    """Half of the disorder of every pair they are in."""
    share: float


@dataclass(frozen=True)
class Exchange(JsonRecord):
    """Two categories that stand for each other in aligned units."""

    first: str
    second: str
    pairs: int
    """Aligned pairs of units, one of each category."""
    of_pairs: int
    """Aligned pairs of units, one of which at least is of one of them."""
    groups: int
    """Unitary alignments that hold both."""
    of_groups: int
    """Unitary alignments of two or more units that hold one of them at least."""


@dataclass(frozen=True)
class DisputedUnits(JsonRecord):
    """One unitary alignment with everyone's unit."""

    document: str
    kinds: tuple[str, ...]
    """The kinds of its pairs, the one with most disorder first."""
    disorder: float
    units: tuple[tuple[str, float, float, str | None, str | None], ...]
    """Annotator, start, end, category and text of each unit."""
    without: tuple[str, ...]
    """The annotators who were asked and have none."""

    def as_json(self) -> dict[str, object]:
        names = ("annotator", "start", "end", "category", "text")
        return {**super().as_json(), "units": [dict(zip(names, unit, strict=True)) for unit in self.units]}


@dataclass(frozen=True, eq=False)
class SpanDisagreement(Tabular):
    """The disagreement of an alignment, taken apart."""

    total: float
    """The sum of the disorder of all unitary alignments of documents with two annotators or more."""
    parts: Mapping[str, float]
    """positional, categorical and unaligned: together the total."""
    kinds: Records[KindShare]
    shifts: Shifts
    categories: Records[CategoryDisagreement]
    annotators: Records[AnnotatorDisagreement]
    exchanges: Records[Exchange]
    worst: tuple[DisputedUnits, ...]
    reference: str | None
    """The annotator who decides what is missed and what is spurious; None for the majority."""
    pairs: PairedUnits = field(repr=False)
    kind: NDArray[np.int8] = field(repr=False)
    """(pairs,) places in KINDS"""
    absence: NDArray[np.int8] = field(repr=False)
    """(groups,) what a missing unit is called there"""
    splits: Splits = field(repr=False)

    def _columns(self) -> Columns:
        """The kinds of disagreement."""
        return self.kinds._columns()

    @property
    def groups(self) -> AlignedUnits:
        return self.pairs.groups

    def of_kind(self, kind: str) -> KindShare:
        return self.kinds[KINDS.index(kind)]

    def as_json(self) -> dict[str, object]:
        long = {"categories": self.categories, "annotators": self.annotators, "exchanges": self.exchanges}
        return {
            **json_fields(self, "total", "parts", "reference", "kinds", "shifts"),
            **{name: json_value(rows[:MOST_LISTED]) for name, rows in long.items()},
            "in_all": {name: len(rows) for name, rows in long.items()},
            **json_fields(self, "worst"),
        }


def span_disagreement(
    spans: Spans, alignment: Alignment | None = None, *, reference: str | None = None, limit: int = WORST
) -> SpanDisagreement:
    """Each pair of annotators of each unitary alignment by its kind, and the total disorder by part, kind, category and
    annotator; every division adds up to the total.

    agreement    same bounds and category             boundary   same category, other bounds
    category     same bounds, other category          boundary and category   both differ
    split        one has several units in a row where the other has one
    missed       one has no unit where the majority (or the reference) has one
    spurious     one has a unit that the majority (or the reference) has not
    undecided    half of the annotators have it; with two annotators, every unit without a partner

    >>> from accord.annotations.span_building import spans
    >>> data = spans([("A", 0, 9, "x"), ("B", 1, 9, "x"), ("C", 0, 9, "y"), ("C", 20, 29, "y")])
    >>> found = span_disagreement(data)
    >>> [(one.kind, one.pairs) for one in found.kinds if one.pairs]
    [('boundary', 1), ('category', 1), ('boundary and category', 1), ('spurious', 2)]
    """
    if reference is not None and reference not in spans.annotators:
        raise UsageError(f"there is no annotator '{reference}'", f"they are {', '.join(spans.annotators)}")
    alignment = alignment if alignment is not None else align(spans)
    groups = aligned_units(spans, alignment)
    spans = groups.spans
    pairs = paired_units(groups, alignment.dissimilarity)
    absence = absences(groups, None if reference is None else spans.annotators.index(reference))
    splits = splits_and_merges(spans)
    kind = kinds_of(pairs, splits, absence)
    total = float(pairs.disorder.sum())
    return SpanDisagreement(
        total=total,
        parts={name: float(getattr(pairs, name).sum()) for name in ("positional", "categorical", "unaligned")},
        kinds=Records(_by_kind(pairs, kind, total)),
        shifts=_shifts(pairs, kind),
        categories=Records(_by_category(pairs, kind, absence, total)),
        annotators=Records(_by_annotator(pairs, kind, absence, splits, total)),
        exchanges=Records(_exchanges(pairs)),
        worst=_worst(pairs, kind, limit),
        reference=reference,
        pairs=pairs,
        kind=kind,
        absence=absence,
        splits=splits,
    )


def _by_kind(pairs: PairedUnits, kind: NDArray[np.int8], total: float) -> tuple[KindShare, ...]:
    somebody = (pairs.one >= 0) | (pairs.other >= 0)
    counted = np.bincount(kind[somebody], minlength=len(KINDS))
    disorder = np.bincount(kind, weights=pairs.disorder, minlength=len(KINDS))
    cells = np.unique(pairs.group[somebody] * len(KINDS) + kind[somebody])
    groups = np.bincount(cells % len(KINDS), minlength=len(KINDS))
    return tuple(
        KindShare(name, int(counted[place]), int(groups[place]), float(disorder[place]), ratio(disorder[place], total))
        for place, name in enumerate(KINDS)
    )


def _shifts(pairs: PairedUnits, kind: NDArray[np.int8]) -> Shifts:
    start, end = _apart(pairs, kind == BOUNDARY)
    return Shifts(
        start_only=int(((start != 0) & (end == 0)).sum()),
        end_only=int(((start == 0) & (end != 0)).sum()),
        both=int(((start != 0) & (end != 0)).sum()),
        mean_start=_mean(np.abs(start[start != 0])),
        mean_end=_mean(np.abs(end[end != 0])),
    )


def _apart(pairs: PairedUnits, chosen: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Start and end of the first unit minus those of the second, of the pairs chosen."""
    spans = pairs.groups.spans
    first, second = pairs.one[chosen], pairs.other[chosen]
    return spans.starts[first] - spans.starts[second], spans.ends[first] - spans.ends[second]


def _by_category(
    pairs: PairedUnits, kind: NDArray[np.int8], absence: NDArray[np.int8], total: float
) -> tuple[CategoryDisagreement, ...]:
    """Both units of a pair carry half of its disorder; what an empty unit costs goes to the units of its group."""
    groups, spans = pairs.groups, pairs.groups.spans
    size = len(spans.categories) + 1
    shifted = spans.codes.astype(np.int64) + 1  # 0 for units without category
    disorder = np.bincount(shifted, weights=_disorder_of_units(pairs), minlength=size)
    agreed = np.bincount(shifted[_first_unit(groups)], weights=_agreed(pairs, kind), minlength=size)
    cells = _group_categories(groups, shifted, size)
    holding = np.bincount(cells % size, minlength=size)
    missing = np.where(absence == MISSED, groups.number - groups.support, 0)
    missed = np.bincount(cells % size, weights=missing[cells // size], minlength=size)
    row, who = np.nonzero(groups.present)
    lonely = (absence[row] == SPURIOUS) & (groups.support < groups.number)[row]
    spurious = np.bincount(shifted[groups.units[row, who]][lonely], minlength=size)
    alike = pairs.real & (spans.codes[pairs.one] == spans.codes[pairs.other])
    start, end = _apart(pairs, alike)
    code = shifted[pairs.one[alike]]
    shift = np.bincount(code, weights=np.abs(start) + np.abs(end), minlength=size)
    number, units = np.bincount(code, minlength=size), np.bincount(shifted, minlength=size)
    bounds = np.bincount(shifted[pairs.one[kind == BOUNDARY]], minlength=size)
    unlike = pairs.real & ((kind == CATEGORY) | (kind == BOTH))
    ends = (pairs.one, pairs.other)
    swapped = sum(np.bincount(shifted[end_units[unlike]], minlength=size) for end_units in ends)
    counted = {"units": units, "agreed": agreed, "groups": holding, "missed": missed, "spurious": spurious}
    counted |= {"boundary_pairs": bounds, "category_pairs": np.asarray(swapped)}
    return tuple(
        CategoryDisagreement(
            category=spans.categories.texts[place - 1] if place else NO_CATEGORY,
            **{name: int(column[place]) for name, column in counted.items()},
            mean_shift=float(shift[place] / number[place]) if number[place] else np.nan,
            disorder=float(disorder[place]),
            share=ratio(disorder[place], total),
        )
        for place in (*range(1, size), *([0] if units[0] else []))
    )


def _disorder_of_units(pairs: PairedUnits) -> Floats:
    """(units,) the disorder each unit carries; together the total."""
    groups = pairs.groups
    carried = np.zeros(len(groups.spans))
    one_real, other_real = pairs.one >= 0, pairs.other >= 0
    half = np.where(pairs.real, 0.5, 1.0) * pairs.disorder
    np.add.at(carried, pairs.one[one_real], half[one_real])
    np.add.at(carried, pairs.other[other_real], half[other_real])
    nobody = ~one_real & ~other_real
    empty = np.bincount(pairs.group[nobody], weights=pairs.disorder[nobody], minlength=len(groups))
    row, who = np.nonzero(groups.present)
    carried[groups.units[row, who]] += (empty / np.maximum(groups.support, 1))[row]
    return carried


def _first_unit(groups: AlignedUnits) -> Ints:
    """(groups,) the unit of the first annotator who has one."""
    return np.asarray(groups.units[np.arange(len(groups)), np.argmax(groups.present, axis=1)])


def _agreed(pairs: PairedUnits, kind: NDArray[np.int8]) -> NDArray[np.bool_]:
    """(groups,) whether everybody (two at least) has the same unit."""
    groups = pairs.groups
    differing = np.bincount(pairs.group[kind != AGREEMENT], minlength=len(groups))
    return np.asarray((differing == 0) & (groups.number > 1))


def _group_categories(groups: AlignedUnits, shifted: Ints, size: int) -> Ints:
    """The distinct (group, category) cells, as group · size + category."""
    row, who = np.nonzero(groups.present)
    return np.unique(row * np.int64(size) + shifted[groups.units[row, who]])


def _by_annotator(
    pairs: PairedUnits, kind: NDArray[np.int8], absence: NDArray[np.int8], splits: Splits, total: float
) -> tuple[AnnotatorDisagreement, ...]:
    groups, spans = pairs.groups, pairs.groups.spans
    people = spans.n_annotators
    split = np.zeros(groups.units.shape, dtype=bool)
    cut = kind == SPLIT
    split[pairs.group[cut], pairs.first[cut]] = split[pairs.group[cut], pairs.second[cut]] = True
    absent = groups.asked & ~groups.present & ~split & (absence == MISSED)[:, None]
    partial = (groups.support < groups.number)[:, None] & groups.present & ~split
    halves = [np.bincount(who, weights=pairs.disorder / 2, minlength=people) for who in (pairs.first, pairs.second)]
    disorder = halves[0] + halves[1]
    shifts = _signed_shifts(pairs, people)
    bounds = _both_ends(pairs, kind == BOUNDARY, people)
    swapped = _both_ends(pairs, (kind == CATEGORY) | (kind == BOTH), people)
    cutting = np.bincount(splits.by, minlength=people)
    merging = np.bincount(spans.who[np.unique(splits.whole)], minlength=people)
    units = np.bincount(spans.who, minlength=people)
    spurious, undecided = ((partial & (absence == kind_of)[:, None]).sum(axis=0) for kind_of in (SPURIOUS, UNDECIDED))
    counted = {"units": units, "missed": absent.sum(axis=0), "spurious": spurious, "undecided": undecided}
    counted |= {"boundary_pairs": bounds, "category_pairs": swapped, "splits": cutting, "merges": merging}
    return tuple(
        AnnotatorDisagreement(
            annotator=name,
            **{field: int(column[who]) for field, column in counted.items()},
            start_shift=float(shifts[0][who]),
            end_shift=float(shifts[1][who]),
            disorder=float(disorder[who]),
            share=ratio(disorder[who], total),
        )
        for who, name in enumerate(spans.annotators)
    )


def _both_ends(pairs: PairedUnits, chosen: NDArray[np.bool_], people: int) -> Ints:
    """(annotators,) in how many of the pairs chosen each is."""
    first = np.bincount(pairs.first[chosen], minlength=people)
    return np.asarray(first + np.bincount(pairs.second[chosen], minlength=people))


def _signed_shifts(pairs: PairedUnits, people: int) -> tuple[Floats, Floats]:
    """(annotators,) mean difference of their starts, and of their ends, to those of the units aligned with them."""
    number = _both_ends(pairs, pairs.real, people)
    shifts = []
    for apart in _apart(pairs, pairs.real):
        first = np.bincount(pairs.first[pairs.real], weights=apart, minlength=people)
        second = np.bincount(pairs.second[pairs.real], weights=apart, minlength=people)
        shifts.append(divided(first - second, number))
    return shifts[0], shifts[1]


def _exchanges(pairs: PairedUnits) -> tuple[Exchange, ...]:
    """Every two categories that meet in aligned units, the most frequent first."""
    groups, spans = pairs.groups, pairs.groups.spans
    size = len(spans.categories) + 1
    shifted = spans.codes.astype(np.int64) + 1
    chosen = pairs.real & (spans.codes[pairs.one] != spans.codes[pairs.other])
    codes = np.sort(np.stack((shifted[pairs.one[chosen]], shifted[pairs.other[chosen]])), axis=0)
    key = codes[0] * size + codes[1]
    met, times = np.unique(key, return_counts=True)
    together = np.unique(pairs.group[chosen] * np.int64(size * size) + key)
    in_groups = np.bincount(np.searchsorted(met, together % (size * size)), minlength=len(met))
    cells = _group_categories(groups, shifted, size)
    cells = cells[groups.support[cells // size] > 1]
    holding = np.bincount(cells % size, minlength=size)
    left, right = shifted[pairs.one[pairs.real]], shifted[pairs.other[pairs.real]]
    paired = np.bincount(left, minlength=size) + np.bincount(right[left != right], minlength=size)
    exchanges = []
    for place in np.lexsort((met, -in_groups)).tolist():
        first, second = divmod(int(met[place]), size)
        either = int(holding[first] + holding[second] - in_groups[place])
        names = [spans.categories.texts[code - 1] if code else NO_CATEGORY for code in (first, second)]
        of_pairs = int(paired[first] + paired[second] - times[place])
        exchanges.append(Exchange(names[0], names[1], int(times[place]), of_pairs, int(in_groups[place]), either))
    return tuple(exchanges)


def _worst(pairs: PairedUnits, kind: NDArray[np.int8], limit: int) -> tuple[DisputedUnits, ...]:
    """The unitary alignments with most disorder; among equal ones, those that more annotators have a unit in."""
    groups = pairs.groups
    disorder = np.bincount(pairs.group, weights=pairs.disorder, minlength=len(groups))
    order = np.lexsort((np.arange(len(groups)), -groups.support, -disorder.round(12)))[:limit]
    return tuple(
        _disputed(pairs, kind, int(group), float(disorder[group])) for group in order.tolist() if disorder[group] > 0
    )


def _disputed(pairs: PairedUnits, kind: NDArray[np.int8], group: int, disorder: float) -> DisputedUnits:
    groups, spans = pairs.groups, pairs.groups.spans
    rows = slice(*np.searchsorted(pairs.group, [group, group + 1]).tolist())
    carried = np.bincount(kind[rows], weights=pairs.disorder[rows], minlength=len(KINDS))
    kinds = sorted(set(kind[rows].tolist()) - {AGREEMENT}, key=lambda place: (-carried[place], place))
    return DisputedUnits(
        document=spans.documents[int(groups.document[group])],
        kinds=tuple(KINDS[place] for place in kinds),
        disorder=disorder,
        units=tuple(
            (name, float(spans.starts[unit]), float(spans.ends[unit]), spans.category(unit), spans.text_of(unit))
            for name, unit in groups.members(group)
        ),
        without=tuple(spans.annotators[who] for who in np.flatnonzero(groups.units[group] == -1)),
    )


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else np.nan
