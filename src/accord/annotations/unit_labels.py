"""Labels of tokens, characters or sentences from units: what an annotator marked there, and *nothing* for the rest.

The protocol of Fort et al. (2012): every token is an item that could have been marked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from accord.annotations.campaign import PER, Per
from accord.annotations.categories import Categories
from accord.annotations.fragments import Bounds
from accord.annotations.labels import Labels
from accord.annotations.spans import UNCATEGORISED, Spans
from accord.results import DataError, Diagnostic, Place, Reading, UsageError
from accord.results.arrays import Ints
from accord.results.option_names import option
from accord.results.wording import many

PARTS = {"token": re.compile(r"\S+"), "sentence": re.compile(r"\S[^\n]*")}
"""Tokens are what white space parts, sentences what line breaks part."""
NOTHING, MARKED = "nothing", "marked"


@dataclass(frozen=True, eq=False)
class MarkableItems:
    """The items of one document, from left to right."""

    starts: Ints
    ends: Ints
    texts: list[str]


def labels_of_units(spans: Spans, per: Per, nothing: str | None = None) -> Labels:
    """What each annotator marked each token (character, sentence) as, and `nothing` where there is no unit of theirs.

    An item of several units has the category of which most of it is covered, and of equal ones the first. Who was not
    asked about a document has no labels there.
    """
    if per not in PER:
        raise UsageError(f"there is no per='{per}'", f"it is one of {', '.join(PER)}")
    name = NOTHING if nothing is None else str(nothing)
    texts = [*(spans.categories.texts or ()), *([MARKED] if (spans.codes == UNCATEGORISED).any() else [])]
    if name in texts:
        raise UsageError(
            f"'{name}' is a category of the units, and cannot mean 'nothing marked'", f"say {option('nothing', 'O')}"
        )
    categories = Categories.declare([*texts, name])
    table, names, shown, several = _table(spans, per, len(texts))
    item, who = np.nonzero(table >= 0)
    diagnostics = (Diagnostic("ACC361", _several(several, per)),) if several else ()
    told = Reading("field", f"labels of {len(names):,} {per}s, '{name}' where no unit is", options=("per", "nothing"))
    return Labels(
        categories=categories,
        level="nominal",
        annotators=spans.annotators,
        starts=np.concatenate(([0], np.cumsum((table >= 0).sum(axis=1)))).astype(np.int64),
        who=who.astype(np.int32),
        codes=table[item, who].astype(np.int32),
        weights=np.ones(len(names), dtype=np.int64),
        items=names,
        nothing=name,
        texts=shown,
        roles=spans.roles,
        source=spans.source,
        read_as=(*spans.read_as, told),
        diagnostics=(*diagnostics, *spans.diagnostics),
    )


def _several(number: int, per: str) -> str:
    return f"{many(number, per)} of an annotator lie in units of several categories: the one that covers most counts"


def _table(spans: Spans, per: Per, nothing: int) -> tuple[NDArray[np.int64], list[str], list[str], int]:
    """(items, annotators) the code of each label, −1 where nobody was asked; names and texts of the items."""
    parts: list[NDArray[np.int64]] = []
    names: list[str] = []
    shown: list[str] = []
    several = 0
    for document, title in enumerate(spans.documents):
        items = _items(spans, document, per)
        codes = np.tile(np.where(spans.assigned[document], nothing, -1).astype(np.int64), (len(items.starts), 1))
        several += _mark(codes, items, spans, document, nothing)
        parts.append(codes)
        names += [f"{title}:{start}" for start in items.starts.tolist()]
        shown += items.texts
    width = len(spans.annotators)
    return np.concatenate(parts) if parts else np.zeros((0, width), np.int64), names, shown, several


def _items(spans: Spans, document: int, per: Per) -> MarkableItems:
    text = None if spans.texts is None else spans.texts[document]
    if per == "character":
        begin, end = (0.0, float(len(text))) if text is not None else spans.extent(document)
        starts = np.arange(int(np.floor(begin)), int(np.ceil(end)), dtype=np.int64)
        return MarkableItems(starts, starts + 1, list(text) if text is not None else [""] * len(starts))
    if text is None:
        raise DataError(
            "ACC360",
            f"labels of {per}s need the texts, and '{spans.documents[document]}' has none",
            Place(item=spans.documents[document]),
            f"read an export that has them (CoNLL, brat, INCEpTION, …), or say {option('per', 'character')}",
        )
    parts = list(PARTS[per].finditer(text))
    starts = np.array([part.start() for part in parts], dtype=np.int64)
    return MarkableItems(starts, np.array([part.end() for part in parts], dtype=np.int64), [part[0] for part in parts])


def _mark(codes: NDArray[np.int64], items: MarkableItems, spans: Spans, document: int, nothing: int) -> int:
    """Write the categories of a document's units into `codes`; of how many labels there were several."""
    covered = np.zeros(codes.shape)
    several = np.zeros(codes.shape, dtype=bool)
    for who, pieces, code in _units(spans, document, nothing):
        first = int(np.searchsorted(items.ends, pieces[0][0], side="right"))
        last = int(np.searchsorted(items.starts, pieces[-1][1], side="left"))
        cells = slice(first, last), who
        width = _covered(items.starts[first:last], items.ends[first:last], pieces)
        touched = width > 0 if len(pieces) > 1 else True  # what lies in a gap is not marked
        several[cells] |= touched & (codes[cells] != nothing) & (codes[cells] != code)
        codes[cells] = np.where(width > covered[cells], code, codes[cells])
        covered[cells] = np.maximum(covered[cells], width)
    return int(several.sum())


def _covered(starts: Ints, ends: Ints, pieces: tuple[Bounds, ...]) -> NDArray[np.float64]:
    """(items,) how much of each the fragments of a unit cover."""
    if len(pieces) == 1:
        return np.minimum(ends, pieces[0][1]) - np.maximum(starts, pieces[0][0])
    parts = [np.maximum(np.minimum(ends, high) - np.maximum(starts, low), 0.0) for low, high in pieces]
    return np.asarray(np.sum(parts, axis=0))


def _units(spans: Spans, document: int, nothing: int) -> Iterator[tuple[int, tuple[Bounds, ...], int]]:
    """Annotator, fragments and category of the units of a document; those without one are the last category."""
    first, last = int(spans.bounds[document]), int(spans.bounds[document + 1])
    for unit in range(first, last):
        code = int(spans.codes[unit])
        code = nothing - 1 if code == UNCATEGORISED else code
        yield int(spans.who[unit]), spans.pieces(unit), code
