"""From tuples and columns to `Spans`, refusing what cannot be a unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from accord.annotations.categories import Categories, canonical_text
from accord.annotations.given_lists import by_name, listed
from accord.annotations.spans import UNCATEGORISED, Spans
from accord.results import DataError, Place, UsageError

if TYPE_CHECKING:
    from accord.annotations.among import Names
    from accord.annotations.casting import People
    from accord.annotations.frames import Origin

Unit = tuple[object, ...]


def spans(
    units: Iterable[Unit] | Mapping[str, Iterable[Unit]],
    annotators: Sequence[str] | None = None,
    document: str | None = None,
    length: float | Mapping[str, float] | None = None,
    *,
    texts: Mapping[str, str] | None = None,
    categories: Iterable[object] | None = None,
    asked: str | Iterable[tuple[str, str]] | Mapping[str, Iterable[str]] | None = None,
    only: Names = None,
    without: Names = None,
    models: Names = None,
    curator: Names = None,
    gold_annotator: Names = None,
    people: People = None,
    strict: bool = False,
) -> Spans:
    """Spans from (annotator, start, end, category) tuples of one document, or from a mapping of documents to such.

    The category may be left out or None. `annotators` names everybody who was asked, so that those who annotated
    nothing count; annotators keep that order, or that of their first unit. `asked` tells who was asked about which of
    several documents: "everyone" (so it is taken, and said, where it is not told), (document, annotator) pairs, or a
    mapping of documents to annotators. `only`, `without`, `models`, `curator`, `gold_annotator`, `people` and `strict`
    are as for `labels`.

    >>> spans([("A", 0, 10, "x"), ("B", 1, 10, "x")], annotators=["A", "B", "C"], length=60)
    Spans(1 document, 3 annotators, 2 units, 1 category)
    """
    from accord.annotations.casting import RolesTold, as_read

    named = None if annotators is None else [str(name) for name in listed(annotators, "annotators=")]
    roles = RolesTold.of(
        only=only,
        without=without,
        models=models,
        curator=curator,
        gold_annotator=gold_annotator,
        people=people,
        annotators=named,
    )
    if isinstance(units, Spans):
        return units if roles == RolesTold() else as_read(units, roles, strict=strict)
    if isinstance(units, str | bytes) or not isinstance(units, Iterable) or hasattr(units, "columns"):
        raise UsageError(
            f"spans() takes (annotator, start, end, category) tuples, not {type(units).__name__}",
            "to read a file use accord.read(path)",
        )
    if isinstance(units, Mapping) and document is not None:
        raise UsageError("document= names the one document of a list of units", "leave it out: the mapping names them")
    corpus = units if isinstance(units, Mapping) else {document if document is not None else "document": units}
    where, rows = _rows(corpus)
    who, starts, ends, labels = zip(*rows, strict=True) if rows else ((), (), (), ())
    lengths: Mapping[str, float]
    if isinstance(length, Mapping):
        lengths = {str(name): _told_length(value) for name, value in length.items()}
    else:
        lengths = {} if length is None else dict.fromkeys(map(str, corpus), _told_length(length))
    if texts is not None:
        told = by_name(texts, "texts", "{document: text}")
        texts = {str(name): str(text) for name, text in told.items() if text is not None}
    built = spans_from_columns(
        document=where,
        annotator=who,
        start=np.array(starts, dtype=np.float64),
        end=np.array(ends, dtype=np.float64),
        category=labels,
        documents=[str(name) for name in corpus],
        annotators=named,
        lengths=lengths,
        texts=texts,
        categories=categories,
    )
    built = _with_those_asked(built, asked, told=annotators is not None or len(corpus) < 2)
    return as_read(built, roles, strict=strict)


def _with_those_asked(
    built: Spans, asked: str | Iterable[tuple[str, str]] | Mapping[str, Iterable[str]] | None, *, told: bool
) -> Spans:
    """Everybody, as is assumed and said where some have no unit in a document; or those who are named."""
    from accord.annotations.asking import EVERYONE, reading_of
    from accord.annotations.asking import told as asked_as_told

    if asked == EVERYONE or (asked is None and told):
        return built
    if isinstance(asked, str):
        raise UsageError(f"asked={asked!r} is not known", "use 'everyone', or (document, annotator) pairs")
    if asked is None:
        found = reading_of(built)
        return built if found is None else replace(built, read_as=(found,))
    pairs = [(str(where), str(who)) for where, who in asked_pairs(asked)]
    return asked_as_told(built, pairs, "asked=")


def asked_pairs(asked: Iterable[tuple[object, object]] | Mapping[str, Iterable[str]]) -> list[tuple[object, object]]:
    """(document, annotator) pairs, from such pairs or a mapping of documents to annotators."""
    if isinstance(asked, Mapping):
        return [(where, who) for where, people in asked.items() for who in people]
    pairs = list(asked)
    if not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in pairs):
        raise UsageError("asked= holds something that is not a pair", "give (document, annotator) pairs, or 'everyone'")
    return pairs


def spans_from_columns(
    *,
    document: Sequence[str],
    annotator: Sequence[str],
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    category: Sequence[object],
    documents: Sequence[str] | None = None,
    annotators: Sequence[str] | None = None,
    assigned: Iterable[tuple[str, str]] | None = None,
    lengths: Mapping[str, float] | None = None,
    texts: Mapping[str, str] | None = None,
    names: Sequence[str] | None = None,
    categories: Iterable[object] | None = None,
    origin: Origin | None = None,
) -> Spans:
    """Spans from parallel columns, one row per unit.

    `documents` and `annotators` give their order and name those without units. `assigned` are the (document,
    annotator) pairs that were asked; without it every annotator was asked about every document. `origin` tells the
    line a row came from, for errors.
    """
    where = list(dict.fromkeys([*(documents or ()), *document]))
    people = list(dict.fromkeys([*(annotators or ()), *annotator]))
    if not people:
        raise DataError("ACC022", "there is no annotator", hint="name those who were asked: annotators=[…]")
    where_place = {name: place for place, name in enumerate(where)}
    people_place = {name: place for place, name in enumerate(people)}
    which = np.array([where_place[name] for name in document], dtype=np.int32)
    who = np.array([people_place[name] for name in annotator], dtype=np.int32)
    asked = _asked(assigned, where_place, people_place, which, who)
    extents = np.array([_length(name, lengths, texts) for name in where], dtype=np.float64)
    refuse_odd_units(document, annotator, start, end, extents[which] if len(which) else extents[:0], origin)
    category_set, codes = _coded(category, categories, origin)
    order = np.lexsort((codes, end, start, who, which))
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
        names=None if names is None else [names[one] for one in order],
        texts=None if texts is None else [texts.get(name, "") for name in where],
    )


def _rows(corpus: Mapping[str, Iterable[Unit]]) -> tuple[list[str], list[tuple[str, float, float, object]]]:
    """The document of each unit, and the units as (annotator, start, end, category)."""
    where: list[str] = []
    rows: list[tuple[str, float, float, object]] = []
    for name, several in corpus.items():
        given = listed(several, f"document '{name}': ", "give a list of (annotator, start, end, category)")
        found = [_quadruple(unit) for unit in given]
        where += [str(name)] * len(found)
        rows += found
    return where, rows


def _quadruple(unit: Unit) -> tuple[str, float, float, object]:
    """One unit as given: (annotator, start, end) or (annotator, start, end, category)."""
    if type(unit) is tuple and len(unit) == 4 and type(unit[0]) is str and type(unit[1]) is type(unit[2]) is float:
        return unit  # type: ignore[return-value]  # as most units come
    plain = type(unit) in (tuple, list) or (isinstance(unit, Sequence) and not isinstance(unit, str))
    if not plain or len(unit) not in (3, 4):
        raise DataError(
            "ACC023",
            f"{unit!r} is not a unit",
            hint="a unit is (annotator, start, end) or (annotator, start, end, category)",
        )
    try:
        start, end = float(unit[1]), float(unit[2])  # type: ignore[arg-type]  # what cannot be a number is refused below
    except (TypeError, ValueError):
        raise DataError("ACC023", f"the positions of {unit!r} are not numbers") from None
    return str(unit[0]), start, end, unit[3] if len(unit) == 4 else None


def _told_length(length: object) -> float:
    try:
        return float(length)  # type: ignore[arg-type]  # what cannot be a number is refused below
    except (TypeError, ValueError):
        raise UsageError(
            f"the length {length!r} is not a number", "length= is a number, or {document: number}"
        ) from None


def _asked(
    assigned: Iterable[tuple[str, str]] | None,
    where: Mapping[str, int],
    people: Mapping[str, int],
    which: NDArray[np.int32],
    who: NDArray[np.int32],
) -> NDArray[np.bool_]:
    """(documents, annotators) who was asked; whoever has a unit was."""
    asked = np.full((len(where), len(people)), assigned is None, dtype=bool)
    for document, annotator in assigned or ():
        if document not in where or annotator not in people:
            raise DataError("ACC022", f"'{annotator}' is assigned to '{document}', and one of them is not known")
        asked[where[document], people[annotator]] = True
    asked[which, who] = True
    return asked


def _length(name: str, lengths: Mapping[str, float] | None, texts: Mapping[str, str] | None) -> float:
    """The length of a document: declared, that of its text, or unknown."""
    if lengths is not None and name in lengths:
        length = float(lengths[name])
        if not np.isfinite(length) or length < 0:
            raise DataError("ACC023", f"document '{name}' has the length {length}", hint="a length is at least 0")
        return length
    return float(len(texts[name])) if texts is not None and name in texts else float("nan")


def refuse_odd_units(
    document: Sequence[str],
    annotator: Sequence[str],
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


def _coded(
    category: Sequence[object], declared: Iterable[object] | None, origin: Origin | None
) -> tuple[Categories, NDArray[np.int32]]:
    """The categories and the code of each unit; None and the empty text mean none."""
    known: dict[object, str | None] = {}
    for label in category:
        if isinstance(label, list | set | dict):
            raise DataError("ACC023", f"the category {label!r} of a unit is not one category", hint="a unit has one")
        if label not in known:
            known[label] = None if label is None or label == "" or label != label else canonical_text(label)
    used = {text for text in known.values() if text is not None}
    categories = Categories.recorded(used) if declared is None else Categories.declare(declared)
    outside = sorted(used - set(categories.texts))
    if outside:
        row = next(row for row, label in enumerate(category) if known[label] == outside[0])
        place = None if origin is None else origin.place(row)
        raise DataError("ACC008", f"'{outside[0]}' is not a declared category", place, f"they are {categories}")
    codes = {label: UNCATEGORISED if text is None else categories.index[text] for label, text in known.items()}
    return categories, np.array([codes[label] for label in category], dtype=np.int32)
