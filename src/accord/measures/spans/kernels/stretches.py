"""A continuum that each annotator parts into units and gaps, in stretches that are drawn together.

A stretch is a document; of an only document it is a group of units that overlap, with the gap behind it, so that no
unit reaches from one stretch into another and all lengths add up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from accord.annotations.spans import Spans
from accord.annotations.sparse import numbered_places, table_of_cells
from accord.measures.record import Undefined
from accord.results import Diagnostic, Diagnostics
from accord.results.arrays import Floats, Ints
from accord.results.wording import many

MOST_PAIRS = 2_000_000  # pairs of units that are looked at at once


@dataclass(frozen=True, eq=False)
class Stretches:
    """Stretches that two annotators or more were asked about, and the units there that have a length."""

    asked: Floats
    """(stretches,) how many annotators."""
    begins: Floats
    """(stretches,) where each begins, and `ends` where."""
    ends: Floats
    stretch: Ints
    """(units,) in which stretch a unit lies, as are the next four."""
    who: Ints
    starts: Floats
    stops: Floats
    codes: Ints
    """The category; that of units without one comes last."""
    categories: int
    """How many there are, units without one among them."""
    drawn: str
    """What a stretch is: "documents", or "units" of the only one."""
    diagnostics: Diagnostics
    unit: Ints | None = None
    """(units,) of fragments of discontinuous units, which stand here as units: the unit that each belongs to."""

    def __len__(self) -> int:
        return len(self.asked)

    @cached_property
    def sizes(self) -> Floats:
        """(stretches,) how long each is."""
        return self.ends - self.begins

    @cached_property
    def lengths(self) -> Floats:
        """(units,) how long each is."""
        return self.stops - self.starts

    @cached_property
    def share(self) -> Floats:
        """(units,) what a pair with one of the other annotators counts: 1 / (m − 1)."""
        return np.asarray(1 / (self.asked[self.stretch] - 1))

    def summed(self, per_unit: Floats) -> Floats:
        """(stretches,) the sum over their units."""
        return np.bincount(self.stretch, per_unit, minlength=len(self)).astype(np.float64)

    @cached_property
    def squares(self) -> Floats:
        """(stretches,) the sum of the squares of the lengths of units; fragments of a unit are one length."""
        if self.unit is None:
            return self.summed(self.lengths**2)
        return self.summed(self.lengths * np.bincount(self.unit, self.lengths)[self.unit])

    def by_category(self, per_unit: Floats) -> Any:
        """(stretches, categories) the sums over their units of each category, a sparse array."""
        return table_of_cells(per_unit, self.stretch, self.codes, (len(self), self.categories))

    def pairs(self, *, same_category: bool = False) -> Iterator[tuple[Ints, Ints, Floats]]:
        """All pairs of units that overlap, each once, and how long they do; in portions."""
        group = self.stretch * self.categories + self.codes if same_category else self.stretch
        order = np.lexsort((self.starts, group))
        positions, rank = np.unique(np.concatenate((self.starts, self.stops)), return_inverse=True)
        base = group[order] * (len(positions) + 1)
        start, stop = base + rank[: len(order)][order], base + rank[len(order) :][order]
        behind = np.searchsorted(start, stop, side="left")  # the first that begins when the unit has ended
        width = np.maximum(behind - np.arange(len(order)) - 1, 0)
        ends = np.cumsum(width)
        first = 0
        while first < len(order):
            done = ends[first - 1] if first else 0
            last = max(first + 1, int(np.searchsorted(ends, done + MOST_PAIRS, side="right")))
            row = np.repeat(np.arange(first, last), width[first:last])
            inside = np.arange(len(row)) - np.repeat(ends[first:last] - width[first:last] - done, width[first:last])
            left, right = order[row], order[row + 1 + inside]
            yield left, right, np.minimum(self.stops[left], self.stops[right]) - self.starts[right]
            first = last


def stretches(spans: Spans, *, by_category: bool = False, whole_documents: bool = False) -> Stretches:
    """The stretches of the data; raises Undefined where nothing can be compared, or units of an annotator overlap.

    With `by_category` only units of the same category must not overlap. With `whole_documents` an only document is one
    stretch.
    """
    refuse_single(spans)
    kept = np.flatnonzero(spans.assigned.sum(axis=1) >= 2)
    if not len(kept):
        raise Undefined("no two annotators were asked about the same document")
    place = numbered_places(kept, spans.n_documents).astype(np.int64)
    units = np.flatnonzero((place[spans.document] >= 0) & (spans.ends > spans.starts))
    if not len(units):
        raise Undefined("no annotator found a unit that has a length")
    parts = covered_parts(spans, units)
    _refuse_overlaps(spans, parts, by_category)
    extents = np.array([spans.extent(int(document)) for document in kept])
    units = parts.unit
    codes = np.where(spans.codes[units] < 0, len(spans.categories), spans.codes[units]).astype(np.int64)
    asked = spans.assigned[kept].sum(axis=1).astype(np.float64)
    stretch, begins, ends, drawn = place[spans.document[units]], extents[:, 0], extents[:, 1], "documents"
    if len(kept) == 1 and not whole_documents:
        stretch, begins = groups_of_overlapping(
            spans.starts[units], spans.ends[units], float(begins[0])
        )  # gaps and all
        ends, drawn = np.append(begins[1:], ends[0]), "units"
        asked = np.full(len(begins), asked[0])
    return Stretches(
        asked=asked,
        begins=begins,
        ends=ends,
        stretch=stretch,
        who=spans.who[units].astype(np.int64),
        starts=parts.starts,
        stops=parts.ends,
        codes=codes,
        categories=len(spans.categories) + 1,
        drawn=drawn,
        diagnostics=unknown_lengths(spans, kept),
        unit=None if spans.fragments is None else units,
    )


class CoveredParts(NamedTuple):
    """What units cover: themselves, or their fragments where some are discontinuous."""

    unit: Ints
    """(parts,) their places among all units, as are the next two."""
    starts: Floats
    ends: Floats


def covered_parts(spans: Spans, units: Ints) -> CoveredParts:
    """Of these units."""
    if spans.fragments is None:
        return CoveredParts(units, spans.starts[units], spans.ends[units])
    chosen = spans.fragments[units]
    return CoveredParts(units[chosen.unit], chosen.starts, chosen.ends)


def groups_of_overlapping(starts: Floats, stops: Floats, begin: float) -> tuple[Ints, Floats]:
    """(units,) the group of units that overlap, from left to right, and where each group begins: the first with the
    document, the others with their first unit."""
    order = np.argsort(starts, kind="stable")
    fresh = np.append(True, starts[order][1:] >= np.maximum.accumulate(stops[order])[:-1])
    group = np.empty(len(order), dtype=np.int64)
    group[order] = np.cumsum(fresh) - 1
    first = starts[order][fresh]
    first[0] = begin
    return group, first


def _refuse_overlaps(spans: Spans, parts: CoveredParts, by_category: bool) -> None:
    """Units are sorted by document, annotator and start: if any two overlap, two neighbours do."""
    units, starts, ends = parts.unit, parts.starts, parts.ends
    keys: list[NDArray[Any]] = [spans.document[units], spans.who[units]]
    if by_category or spans.fragments is not None:
        keys = [*keys, spans.codes[units]] if by_category else keys
        order = np.lexsort((starts, *keys[::-1]))
        units, starts, ends, keys = units[order], starts[order], ends[order], [key[order] for key in keys]
    same = np.logical_and.reduce([key[1:] == key[:-1] for key in keys])
    overlaps = np.flatnonzero(same & (starts[1:] < ends[:-1]))
    if len(overlaps):
        unit = int(units[overlaps[0]])
        who, document = spans.annotators[spans.who[unit]], spans.documents[spans.document[unit]]
        raise Undefined(
            f"units of '{who}'{' of one category' if by_category else ''} overlap in document '{document}'; γ is for "
            "units that overlap"
        )


def refuse_single(spans: Spans) -> None:
    """Undefined where there is nobody to agree with."""
    if spans.n_annotators < 2:
        raise Undefined("agreement needs two annotators, and there is one")


def refuse_discontinuous(spans: Spans, why: str, instead: str) -> None:
    """Undefined for measures that have no place for units of several fragments."""
    number = spans.n_discontinuous
    if number:
        raise Undefined(f"{why}, and {many(number, 'unit is', 'units are')} discontinuous; {instead}")


def unknown_lengths(spans: Spans, kept: Ints) -> Diagnostics:
    """A gap before the first unit or behind the last is not known where the length of a document is not."""
    unknown = int(np.isnan(spans.lengths[kept]).sum())
    if not unknown:
        return ()
    message = f"the length of {unknown:,} of {len(kept):,} documents is not known: they end with their units"
    return (Diagnostic("ACC410", message, hint="give lengths or texts, so that gaps at both ends count"),)


@dataclass(frozen=True, eq=False)
class Overlaps:
    """(units,) sums over the other annotators, of whom each counts 1 / (m − 1)."""

    marked: Floats
    """How long they have a unit there."""
    alike: Floats
    """How long they have one of the same category."""
    squares: Floats
    """The square of how long each of them has a unit there."""


def overlaps_of(data: Stretches) -> Overlaps:
    """The overlaps of every unit. Units of one annotator do not overlap, so that all others are of other annotators."""
    marked, alike = np.zeros((2, len(data.starts)))
    people, keys, lengths = int(data.who.max(initial=0)) + 1, [], []
    unit = np.arange(len(data.starts)) if data.unit is None else data.unit
    for left, right, common in data.pairs():
        same = common * (data.codes[left] == data.codes[right])
        for here, there in ((left, right), (right, left)):
            np.add.at(marked, here, common)
            np.add.at(alike, here, same)
            keys.append(unit[here] * people + data.who[there])
            lengths.append(common)
    pair, place = np.unique(np.concatenate(keys), return_inverse=True)
    together = np.bincount(place, np.concatenate(lengths), minlength=len(pair))
    squares = np.bincount(pair // people, together**2, minlength=int(unit.max(initial=-1)) + 1).astype(np.float64)
    if data.unit is not None:
        known, first = np.unique(data.unit, return_index=True)
        at_first_fragments = np.zeros(len(data.unit))
        at_first_fragments[first] = squares[known]
        squares = at_first_fragments
    return Overlaps(marked * data.share, alike * data.share, squares * data.share)
