"""Tokens, sentences or positions and who marked them as what: the labels that units are, item by item.

Only what is marked is listed; what is not is counted from how much there is. Positions need no list of characters:
between two bounds of units all are marked alike, and one item as long as that stands for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from accord.annotations.directed_cycles import ranges
from accord.annotations.spans import Spans
from accord.annotations.unit_labels import PARTS
from accord.measures.record import Undefined
from accord.measures.spans.kernels.stretches import (
    CoveredParts,
    covered_parts,
    groups_of_overlapping,
    refuse_single,
    unknown_lengths,
)
from accord.results import Diagnostic, Diagnostics, UsageError
from accord.results.arrays import Bools, Floats, Ints
from accord.results.wording import many

EACH = ("token", "character", "sentence")


class Items(NamedTuple):
    """What may be marked, from document to document and from left to right."""

    document: Ints
    starts: Floats
    ends: Floats
    sizes: Floats
    """What each counts: 1, or its length."""


@dataclass(frozen=True, eq=False)
class MarkedItems:
    """Marks: an annotator puts an item in a category. One mark at most of each annotator on each item."""

    item: Ints
    """(marks,) as are the next three, sorted by item and annotator."""
    who: Ints
    code: Ints
    """The category; that of units without one comes last."""
    block: Ints
    """What is drawn anew together."""
    size: Floats
    """(marks,) what each counts."""
    asked: Bools
    """(blocks, annotators)"""
    whole: Floats
    """(blocks,) what all items count together, marked or not."""
    categories: int
    drawn: str
    diagnostics: Diagnostics

    @property
    def blocks(self) -> int:
        return len(self.whole)

    @cached_property
    def together(self) -> tuple[Ints, Ints]:
        """(both,) pairs of marks of the same item by two annotators, the first of them first."""
        starts = np.flatnonzero(np.append(True, self.item[1:] != self.item[:-1]))
        sizes = np.diff(np.append(starts, len(self.item)))
        behind = np.repeat(starts + sizes, sizes) - np.arange(len(self.item)) - 1
        mark = np.repeat(np.arange(len(self.item)), behind)
        return mark, mark + 1 + np.arange(len(mark)) - np.repeat(np.cumsum(behind) - behind, behind)


def marked_items(spans: Spans, each: object) -> MarkedItems:
    """The marks of all annotators; raises Undefined where there are no two annotators, no marks or no texts.

    >>> from accord.annotations.span_building import spans
    >>> two = spans([("A", 0, 5, "x"), ("B", 3, 9, "x")])
    >>> found = marked_items(two, "character")
    >>> float(found.whole.sum()), found.size.tolist()  # 0–3, 3–5 (twice) and 5–9
    (9.0, [3.0, 2.0, 2.0, 4.0])
    """
    if each not in EACH:
        raise UsageError(f"each={each!r} is not known", f"use {' or '.join(map(repr, EACH))}")
    refuse_single(spans)
    if not (spans.assigned.sum(axis=1) >= 2).any():
        raise Undefined("no two annotators were asked about the same document")
    pieces = covered_parts(spans, np.flatnonzero(spans.ends > spans.starts))  # of units that have a length
    items = _positions(spans, pieces) if each == "character" else _parts_of_texts(spans, str(each))
    item, unit, several = _marks(spans, items, pieces)
    if not len(item):
        raise Undefined(f"no annotator marked a {each}")
    block, blocks, drawn = _blocks(spans, items)
    diagnostics = unknown_lengths(spans, np.flatnonzero(spans.assigned.sum(axis=1) >= 2)) if each == "character" else ()
    if several:
        message = f"{many(several, str(each))} of an annotator lie in units of several categories"
        diagnostics = (*diagnostics, Diagnostic("ACC432", f"{message}: the one that covers most counts"))
    return MarkedItems(
        item=item,
        who=spans.who[unit].astype(np.int64),
        code=np.where(spans.codes[unit] < 0, len(spans.categories), spans.codes[unit]).astype(np.int64),
        block=block[item],
        size=items.sizes[item],
        asked=spans.assigned if drawn == "documents" else np.repeat(spans.assigned, blocks, axis=0),
        whole=np.bincount(block, items.sizes, minlength=blocks).astype(np.float64),
        categories=len(spans.categories) + 1,
        drawn=drawn,
        diagnostics=diagnostics,
    )


def _parts_of_texts(spans: Spans, each: str) -> Items:
    """Tokens or sentences, as `--per` finds them; their positions count from the beginning of the first text."""
    if spans.texts is None:
        raise Undefined(f"{each}s need the texts, and these data have none; each='character' compares positions")
    parts = [[match.span() for match in PARTS[each].finditer(text)] for text in spans.texts]
    bounds = np.array([bound for some in parts for bound in some], dtype=np.float64).reshape(-1, 2)
    document = np.repeat(np.arange(len(parts)), [len(some) for some in parts])
    return Items(document, bounds[:, 0], bounds[:, 1], np.ones(len(bounds)))


def _positions(spans: Spans, pieces: CoveredParts) -> Items:
    """Stretches between the bounds of units of a document, and before and behind them."""
    extents = np.array([spans.extent(index) for index in range(spans.n_documents)])
    own = spans.document[pieces.unit]
    document = np.concatenate((own, own, *[np.arange(spans.n_documents)] * 2))
    position = np.concatenate((pieces.starts, pieces.ends, *extents.T))
    order = np.lexsort((position, document))
    document, position = document[order], position[order]
    apart = np.flatnonzero((document[1:] == document[:-1]) & (position[1:] > position[:-1]))
    starts, ends = position[apart], position[apart + 1]
    return Items(document[apart].astype(np.int64), starts, ends, ends - starts)


def _marks(spans: Spans, items: Items, pieces: CoveredParts) -> tuple[Ints, Ints, int]:
    """(marks,) the item and a unit that covers it, sorted by item and annotator; of how many there were several.

    Of several units of an annotator the one that covers most of the item counts, and of equal ones the first.
    """
    far = max(float(items.ends.max(initial=0.0)), float(pieces.ends.max(initial=0.0))) + 1
    base = spans.document[pieces.unit] * far  # documents one behind the other
    first = np.searchsorted(items.document * far + items.ends, base + pieces.starts, side="right")
    last = np.searchsorted(items.document * far + items.starts, base + pieces.ends, side="left")
    number = np.maximum(last - first, 0)
    piece, item = np.repeat(np.arange(len(number)), number), ranges(first, first + number)
    covered = np.minimum(items.ends[item], pieces.ends[piece]) - np.maximum(items.starts[item], pieces.starts[piece])
    unit = pieces.unit[piece]
    cell = item * np.int64(spans.n_annotators) + spans.who[unit]
    if spans.fragments is not None:  # fragments of one unit in one item cover it together
        both, place = np.unique(cell * np.int64(len(spans)) + unit, return_inverse=True)
        covered = np.bincount(place, covered, minlength=len(both))
        cell, unit = np.divmod(both, np.int64(len(spans)))
        item = cell // np.int64(spans.n_annotators)
    order = np.lexsort((unit, -covered, cell))
    cell, unit, item = cell[order], unit[order], item[order]
    fresh = np.append(True, cell[1:] != cell[:-1]) if len(cell) else np.zeros(0, dtype=bool)
    several = len(np.unique(cell[spans.codes[unit] != spans.codes[unit[fresh][np.cumsum(fresh) - 1]]]))
    return item[fresh], unit[fresh], several


def _blocks(spans: Spans, items: Items) -> tuple[Ints, int, str]:
    """(items,) their documents; of an only document the groups of units that overlap, with the gap behind each."""
    if spans.n_documents > 1:
        return items.document, spans.n_documents, "documents"
    begins = groups_of_overlapping(spans.starts, spans.ends, 0.0)[1]
    block = np.maximum(np.searchsorted(begins, items.starts, side="right") - 1, 0)
    return block.astype(np.int64), len(begins), "units"
