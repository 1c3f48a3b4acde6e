"""Spans from columns: documents, annotators, starts, ends and categories, checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations.numbered_columns import CodedColumn, Column, coded, numbered, numbers_in, text_of, with_asked
from accord.annotations.spans import Spans
from accord.results import DataError, Diagnostics, Place

if TYPE_CHECKING:
    from accord.annotations.fragments import Cell, Fragments
    from accord.annotations.frames import Origin


def spans_from_columns(
    *,
    document: Column[str],
    annotator: Column[str],
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    category: Column[object],
    documents: Sequence[str] | None = None,
    annotators: Sequence[str] | None = None,
    assigned: Iterable[tuple[str, str]] | None = None,
    lengths: Mapping[str, float] | None = None,
    texts: Mapping[str, str] | None = None,
    names: Sequence[str] | None = None,
    categories: Iterable[object] | None = None,
    fragments: Sequence[Cell] | None = None,
    origin: Origin | None = None,
) -> Spans:
    """Spans from parallel columns, one row per unit.

    `documents` and `annotators` give their order and name those without units. `assigned` are the (document,
    annotator) pairs that were asked; without it every annotator was asked about every document. `fragments` are those
    of discontinuous units, None for the others; where they were not in order, `diagnostics` says so. `origin` tells
    the line a row came from, for errors.
    """
    where, people = numbered(documents, document), numbered(annotators, annotator)
    if not people:
        raise DataError("ACC022", "there is no annotator", hint="name those who were asked: annotators=[…]")
    which = numbers_in(document, where.__getitem__)
    who = numbers_in(annotator, people.__getitem__)
    everyone = np.full((len(where), len(people)), assigned is None, dtype=bool)
    asked = with_asked(everyone, assigned or (), where, people, which, who)
    extents = np.array([_length(name, lengths, texts) for name in where], dtype=np.float64)
    known = not np.isnan(extents).all()
    refuse_odd_units(document, annotator, start, end, extents[which] if known else np.full(1, np.nan), origin)
    texts_of = _category_texts(category)
    category_set, codes = coded(
        texts_of, categories, "category", lambda row: None if origin is None else origin.place(row)
    )
    pieces, diagnostics = _checked_fragments(document, start, end, fragments, origin)
    keys: list[NDArray[Any]] = [codes, end, start, who, which]
    order = np.lexsort(keys if pieces is None else [pieces.ranks, *keys])
    return Spans(
        documents=tuple(where),
        annotators=tuple(people),
        categories=category_set,
        assigned=asked,
        lengths=extents,
        document=which[order],
        who=who[order],
        starts=np.asarray(start, dtype=np.float64)[order] + 0.0,
        ends=np.asarray(end, dtype=np.float64)[order] + 0.0,
        codes=codes[order],
        names=None if names is None else [names[unit] for unit in order],
        texts=None if texts is None else [texts.get(name, "") for name in where],
        fragments=None if pieces is None else pieces.of_units(order),
        diagnostics=diagnostics,
    )


def _checked_fragments(
    document: Column[str],
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    fragments: Sequence[Cell] | None,
    origin: Origin | None,
) -> tuple[Fragments | None, Diagnostics]:
    """The fragments in order; a DataError for those that do not reach from the start of their unit to its end."""
    if fragments is None:
        return None, ()
    from accord.annotations.fragment_cells import FragmentsChecked
    from accord.annotations.fragments import fragments_of

    checked, cells = FragmentsChecked(), list(fragments)
    for row, cell in enumerate(fragments):
        if cell is None:
            continue
        place = Place(item=document[row]) if origin is None else origin.place(row, document[row])
        bounds, cells[row] = checked.of(cell, place)
        if bounds != (start[row], end[row]):
            told = f"{start[row]:g} to {end[row]:g}"
            message = f"the fragments of a unit reach from {bounds[0]:g} to {bounds[1]:g}, and it is said to be {told}"
            raise DataError("ACC435", message, place, "start with the first fragment and end with the last")
    return fragments_of(np.asarray(start), np.asarray(end), cells), checked.said()


def _length(name: str, lengths: Mapping[str, float] | None, texts: Mapping[str, str] | None) -> float:
    """The length of a document: declared, that of its text, or unknown."""
    if lengths is not None and name in lengths:
        length = float(lengths[name])
        if not np.isfinite(length) or length < 0:
            raise DataError("ACC023", f"document '{name}' has the length {length}", hint="a length is at least 0")
        return length
    return float(len(texts[name])) if texts is not None and name in texts else float("nan")


def refuse_odd_units(
    document: Column[str],
    annotator: Column[str],
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    extents: NDArray[np.float64],
    origin: Origin | None = None,
    file: str | None = None,
) -> None:
    """A DataError for the first unit whose bounds cannot be; `extents` are the lengths of the documents, or nan."""
    complaints = (
        (~(np.isfinite(start) & np.isfinite(end)), "its bounds are not finite numbers", "give both bounds as numbers"),
        (end < start, "it ends before it starts", "swap the bounds"),
        ((start < 0) & ~np.isnan(extents), "it starts before the document", "positions count from 0"),
        (end > extents, "it ends after the document", "check the offsets, or the length of the document"),
    )
    for odd, what, hint in complaints:
        if odd.any():
            row = int(np.argmax(odd))
            length = f" (length {extents[row]:g})" if what.endswith("after the document") else ""
            raise DataError(
                "ACC023",
                f"the unit {start[row]:g} to {end[row]:g} of '{annotator[row]}': {what}{length}",
                Place(file, item=document[row]) if origin is None else origin.place(row, document[row]),
                f"{hint} ({int(odd.sum()):,} such unit{'s' if odd.sum() > 1 else ''})",
            )


def _category_texts(category: Column[object]) -> Column[str | None]:
    """The category of each unit; None and the empty text mean none."""
    if isinstance(category, CodedColumn):
        return CodedColumn([_category_text(label) for label in category.values], category.codes)
    try:
        known = {label: text_of(label) for label in dict.fromkeys(category)}
    except TypeError:  # one of them is a list, or the like
        known = {label: _category_text(label) for label in category}
    return [known[label] for label in category]


def _category_text(label: object) -> str | None:
    if isinstance(label, list | set | dict):
        raise DataError("ACC023", f"the category {label!r} of a unit is not one category", hint="a unit has one")
    return text_of(label)
