"""Split and merged units: one annotator's unit where another has several in a row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.annotations.spans import Spans
from accord.measures.spans.kernels.matched_units import CorpusPositions
from accord.results.arrays import Floats, Ints

COVERED = 0.75  # of a unit, by its pieces together; a single unit that covers as much is no piece
INSIDE = 0.5  # of a piece, within the unit it is a piece of
GAP = 0.05  # of the unit, between two pieces in a row; a space between words where positions are whole numbers


@dataclass(frozen=True, eq=False)
class Splits:
    """Every unit that another annotator cut in pieces, pair of annotators by pair."""

    whole: Ints
    """(splits,) the unit that is cut, as a place among the units of the corpus."""
    by: Ints
    """(splits,) the annotator who has the pieces."""
    pieces: Ints
    """(pieces,) units, split after split."""
    starts: Ints
    """(splits + 1,) where the pieces of each split begin."""

    def __len__(self) -> int:
        return len(self.whole)

    def of(self, split: int) -> list[int]:
        """The pieces of one split, in their order."""
        return [int(unit) for unit in self.pieces[self.starts[split] : self.starts[split + 1]]]


def splits_and_merges(spans: Spans) -> Splits:
    """All units of one annotator that cover two or more contiguous units of another, who has no such unit.

    Pieces lie mostly within the unit, follow each other without gap (5 % of the unit, or one position where positions
    are whole numbers) and cover three quarters of it. Nested annotations are no splits: whoever has the unit itself, or
    one that covers three quarters of it, has not cut it.

    >>> from accord.annotations.span_building import spans
    >>> found = splits_and_merges(spans([("A", 0, 10, "x"), ("B", 0, 4, "x"), ("B", 5, 10, "x")]))
    >>> found.whole.tolist(), found.of(0)
    ([0], [1, 2])
    """
    places = CorpusPositions(spans)
    order = np.argsort(spans.who, kind="stable")
    begins = np.searchsorted(spans.who[order], np.arange(spans.n_annotators + 1))
    units = [order[begins[annotator] : begins[annotator + 1]] for annotator in range(spans.n_annotators)]
    parts = [
        _cut(spans, places, units[annotator], units[partner], partner)
        for annotator in range(spans.n_annotators)
        for partner in range(spans.n_annotators)
        if annotator != partner and len(units[annotator]) and len(units[partner]) > 1
    ]
    sizes = np.concatenate([part[2] for part in parts]) if parts else np.zeros(0, dtype=np.int64)
    return Splits(
        whole=np.concatenate([part[0] for part in parts]) if parts else sizes,
        by=np.repeat([part[3] for part in parts], [len(part[0]) for part in parts]).astype(np.int64),
        pieces=np.concatenate([part[1] for part in parts]) if parts else sizes,
        starts=np.concatenate(([0], np.cumsum(sizes))).astype(np.int64),
    )


def _cut(spans: Spans, places: CorpusPositions, wholes: Ints, others: Ints, by: int) -> tuple[Ints, Ints, Ints, int]:
    """The units of one annotator that another cut: units, their pieces, how many each, and who."""
    unit, piece = places.overlaps(spans, wholes, others)
    length = spans.sizes
    common = np.minimum(spans.ends[unit], spans.ends[piece]) - np.maximum(spans.starts[unit], spans.starts[piece])
    if spans.fragments is not None:
        common = spans.fragments.common(unit, piece)
    kept = (common > INSIDE * length[piece]) & ~np.isin(unit, np.unique(unit[common >= COVERED * length[unit]]))
    unit, piece, common = unit[kept], piece[kept], common[kept]
    whole, sizes = np.unique(unit, return_counts=True)
    if not len(whole):
        nothing = np.zeros(0, dtype=np.int64)
        return nothing, nothing, nothing, by
    row = np.repeat(np.arange(len(whole)), sizes)
    good = (sizes > 1) & (np.bincount(row, weights=common) >= COVERED * length[whole]) & _in_a_row(spans, unit, piece)
    return whole[good], piece[good[row]], sizes[good], by


def _in_a_row(spans: Spans, unit: Ints, piece: Ints) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """For each unit (sorted) whether its pieces follow each other without gap and without overlap."""
    gap: Floats = np.zeros(len(unit))
    gap[1:] = np.abs(spans.starts[piece[1:]] - spans.ends[piece[:-1]])
    allowed = GAP * (spans.ends[unit] - spans.starts[unit])
    if spans.whole:
        allowed = np.maximum(allowed, 1.0)
    first = np.concatenate(([True], unit[1:] != unit[:-1]))
    return np.asarray(np.logical_and.reduceat(first | (gap <= allowed), np.flatnonzero(first)))
