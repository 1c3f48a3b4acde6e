"""Segmentations: where the units of annotators begin and end inside a document, pair by pair of annotators.

A document of n positions has n − 1 slots for a boundary: slot p lies before position p, counted from its beginning.
Positions are those of the data, or tokens or sentences of the texts; a bound inside a token takes all of the token.
Categories do not matter. An annotator who found nothing made one segment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from accord.annotations.directed_cycles import ranges
from accord.annotations.spans import Spans
from accord.annotations.sparse import table_of_cells
from accord.annotations.unit_labels import PARTS
from accord.measures.record import BlockKernel, Components, Undefined
from accord.measures.spans.kernels.paired_units import annotator_pairs, numbers_along, shared_documents
from accord.measures.spans.kernels.stretches import refuse_discontinuous, unknown_lengths
from accord.results import Diagnostics, UsageError
from accord.results.arrays import Floats, Ints
from accord.statistics.division import divided, mean_of_defined


@dataclass(frozen=True, eq=False)
class Boundaries:
    """The slots that one annotator filled in each comparison."""

    comparison: Ints
    """(boundaries,) in which comparison, in their order."""
    slot: Ints
    number: Ints
    """(comparisons,) how many boundaries each has."""


@dataclass(frozen=True, eq=False)
class PairedSegmentations:
    """Two segmentations of the same document, for each pair of annotators and document that they share."""

    pair: Ints
    """(comparisons,) which pair of annotators, as are the next two."""
    document: Ints
    slots: Ints
    first: Boundaries
    """Of the reference, where one is named."""
    second: Boundaries
    names: tuple[tuple[str, str], ...]
    """(pairs,)"""
    documents: int
    diagnostics: Diagnostics

    def __len__(self) -> int:
        return len(self.pair)

    def turned(self) -> PairedSegmentations:
        """The same with the other annotator first."""
        names = tuple((second, first) for first, second in self.names)
        return PairedSegmentations(
            self.pair, self.document, self.slots, self.second, self.first, names, self.documents, self.diagnostics
        )

    def keys(self, boundaries: Boundaries) -> Ints:
        """(boundaries,) numbers that are the same where slots of the same comparison are."""
        return boundaries.comparison * (int(self.slots.max(initial=0)) + 2) + boundaries.slot

    def matched(self) -> Ints:
        """(comparisons,) boundaries that both have."""
        both = np.isin(self.keys(self.first), self.keys(self.second), assume_unique=True)
        return np.bincount(self.first.comparison[both], minlength=len(self)).astype(np.int64)

    def table(self, values: Floats) -> Any:
        """(pairs, documents) a number of each comparison, a sparse array."""
        return table_of_cells(values, self.pair, self.document, (len(self.names), self.documents))


def paired_segmentations(spans: Spans, reference: object = None, between: object = "position") -> PairedSegmentations:
    """All pairs of annotators, or everybody with the reference; Undefined where nothing can be compared."""
    pairs = annotator_pairs(spans, reference)
    refuse_discontinuous(spans, "a segmentation divides a document into stretches", "γ and F compare their fragments")
    if not spans.whole or not (np.isnan(spans.lengths) | (spans.lengths == np.floor(spans.lengths))).all():
        raise Undefined("positions are not whole numbers, and boundaries lie between them")
    placed = _placed(spans, between)
    slots = placed.numbers - 1
    nothing = "no two annotators were asked about the same document of two positions or more"
    pair, document, people = shared_documents(spans, pairs, slots > 0, nothing)
    first, second = people[pair].T
    own = _slots(spans, placed, slots)
    return PairedSegmentations(
        pair=pair,
        document=document,
        slots=slots[document],
        first=_boundaries(own, first, document, spans.n_documents),
        second=_boundaries(own, second, document, spans.n_documents),
        names=tuple((spans.annotators[first], spans.annotators[second]) for first, second in people.tolist()),
        documents=spans.n_documents,
        diagnostics=unknown_lengths(spans, np.flatnonzero(slots > 0)) if between == "position" else (),
    )


@dataclass(frozen=True, eq=False)
class _GivenBoundaries:
    """(boundaries,) all that were given, sorted by annotator, document and slot; each once."""

    key: Ints
    slot: Ints


class _Placed(NamedTuple):
    """Where units begin and end, counted from the beginning of their documents, and how many positions these have."""

    starts: Ints
    ends: Ints
    numbers: Ints


def _placed(spans: Spans, between: object) -> _Placed:
    if between == "position":
        extents = np.array([spans.extent(place) for place in range(spans.n_documents)]).reshape(-1, 2).astype(np.int64)
        begins = extents[spans.document, 0]
        return _Placed(
            spans.starts.astype(np.int64) - begins, spans.ends.astype(np.int64) - begins, extents[:, 1] - extents[:, 0]
        )
    if between not in PARTS:
        raise UsageError(f"between={between!r} is not known", f"use 'position', {' or '.join(map(repr, PARTS))}")
    if spans.texts is None:
        raise Undefined(f"{between}s need the texts, and these data have none; between='position' takes positions")
    parts = [[match.span() for match in PARTS[str(between)].finditer(text)] for text in spans.texts]
    numbers = np.array([len(some) for some in parts], dtype=np.int64)
    bounds = np.array([bound for some in parts for bound in some], dtype=np.int64).reshape(-1, 2)
    width = int(max(bounds.max(initial=0), spans.ends.max(initial=0))) + 2
    first = np.concatenate(([0], np.cumsum(numbers)))[spans.document]
    own = np.repeat(np.arange(len(parts)), numbers) * width
    starts, ends = (spans.document * width + edges.astype(np.int64) for edges in (spans.starts, spans.ends))
    return _Placed(
        np.searchsorted(own + bounds[:, 1], starts, side="right") - first,
        np.searchsorted(own + bounds[:, 0], ends, side="left") - first,
        numbers,
    )


def _slots(spans: Spans, placed: _Placed, slots: Ints) -> _GivenBoundaries:
    at = np.concatenate((placed.starts, placed.ends))
    document, who = np.tile(spans.document, 2).astype(np.int64), np.tile(spans.who, 2).astype(np.int64)
    width = int(slots.max(initial=0)) + 1
    known = np.unique(((who * spans.n_documents + document) * width + at)[(at > 0) & (at <= slots[document])])
    return _GivenBoundaries(known // width, known % width)


def _boundaries(own: _GivenBoundaries, who: Ints, document: Ints, documents: int) -> Boundaries:
    """Those of an annotator in a document, for each of them."""
    wanted = who * documents + document
    low, high = (np.searchsorted(own.key, wanted, side=side) for side in ("left", "right"))
    return Boundaries(np.repeat(np.arange(len(wanted)), high - low), own.slot[ranges(low, high)], high - low)


def mean_over_pairs(
    data: PairedSegmentations,
    above: Floats,
    below: Floats,
    undefined: str,
    *more: tuple[PairedSegmentations, Floats, Floats],
) -> BlockKernel:
    """The mean over pairs of annotators of Σ above / Σ below over their documents; `more` are the same pairs again."""
    tables = [
        (segmentations.table(top), segmentations.table(bottom))
        for segmentations, top, bottom in ((data, above, below), *more)
    ]

    def totals(weights: Floats) -> Components:
        values = [divided((top @ weights.T), (bottom @ weights.T)) for top, bottom in tables]
        known = np.array([(~np.isnan(ratios)).sum(axis=0) for ratios in values], dtype=np.float64).max(axis=0)
        return {"value": mean_of_defined(np.concatenate(values)), "pairs": np.asarray(known)}

    return BlockKernel(totals, data.documents, "documents", (), data.diagnostics, {}, undefined)


def runs(mask: NDArray[np.bool_]) -> Ints:
    """How many in a row are set up to each place, itself among them.

    >>> runs(np.array([True, True, False, True])).tolist()
    [1, 2, 0, 1]
    """
    count = np.cumsum(mask)
    return count - np.maximum.accumulate(np.where(mask, 0, count))


def window_sizes(data: PairedSegmentations, window: object) -> Ints:
    """(comparisons,) slots in a window: half the mean segment of the first segmentation, but at least 2."""
    if window is None:
        return np.maximum(np.rint((data.slots + 1) / (2 * (data.first.number + 1))), 2).astype(np.int64)
    if isinstance(window, bool) or not isinstance(window, int) or window < 1:
        raise UsageError(f"window={window!r} is not a number of positions", "give 1 or more, or leave it out")
    return np.full(len(data), window)


def window_numbers(data: PairedSegmentations, sizes: Ints) -> Ints:
    """(comparisons,) how many windows fit in."""
    return np.asarray(np.maximum(data.slots + 1 - sizes, 0))


def differing(data: PairedSegmentations, sizes: Ints, *, counted: bool) -> Ints:
    """(comparisons,) windows with another number of boundaries, or, if not `counted`, with some in only one of both.

    A boundary in slot p is in the windows p − size … p − 1; between two such bounds nothing changes.
    """
    number = window_numbers(data, sizes)
    windows = []
    for own in (data.first, data.second):
        fits = own.slot > 0
        comparison, slot = own.comparison[fits], own.slot[fits]
        begin, end = (np.clip(at, 0, number[comparison]) for at in (slot - sizes[comparison], slot))
        windows.append((comparison, begin, end))
    comparison, at, inside = numbers_along(*windows)
    apart = inside[0] != inside[1] if counted else (inside[0] > 0) != (inside[1] > 0)
    width = np.diff(at, append=0) * apart  # behind the last change of a comparison nothing differs
    return np.bincount(comparison, width, minlength=len(data)).astype(np.int64)


def differing_by_chance(sizes: Ints, first: Floats, second: Floats, *, counted: bool) -> Floats:
    """(comparisons,) the probability that a window differs if each slot is filled at random with these shares."""
    from scipy.stats import binom

    _, place, again = np.unique(
        np.stack((sizes.astype(np.float64), first, second), axis=1), axis=0, return_index=True, return_inverse=True
    )
    chances = np.empty(len(place))
    for number, row in enumerate(place.tolist()):
        size, shares = int(sizes[row]), (first[row], second[row])
        if counted:
            counts = np.arange(size + 1)
            chances[number] = 1 - float(np.prod([binom.pmf(counts, size, share) for share in shares], axis=0).sum())
        else:
            none, other_none = ((1 - share) ** size for share in shares)
            chances[number] = none * (1 - other_none) + other_none * (1 - none)
    return np.asarray(chances[again.ravel()])
