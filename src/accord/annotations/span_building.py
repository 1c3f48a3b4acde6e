"""From tuples and columns to `Spans`, refusing what cannot be a unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from accord.annotations.among import Names
from accord.annotations.asking import EVERYONE, reading_of
from accord.annotations.asking import told as asked_as_told
from accord.annotations.casting import People, RolesTold, as_read
from accord.annotations.given_lists import listed, texts_by_name
from accord.annotations.span_columns import spans_from_columns
from accord.annotations.spans import Spans
from accord.results import DataError, UsageError

if TYPE_CHECKING:
    from accord.annotations.fragments import Cell

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

    `accord.spans` also takes a data frame with a row for each unit, recognised by its columns (document, annotator,
    start, end, category), and the path of a file; with these go all options of `accord.read`.

    Parameters
    ----------
    units
        The tuples, whose category may be left out or None; a mapping of documents to them; a data frame; a path. A
        discontinuous unit has a list of its fragments in the place of both bounds: ("A", [(3, 6), (18, 20)], "x").
    annotators
        Everybody who was asked, so that those who annotated nothing count. Annotators keep that order, or that of
        their first unit.
    document
        The name of the one document of a list of tuples.
    length
        The length of the document, or of each.
    texts
        The texts of documents; positions then count their characters.
    categories
        The categories in their order; else those that occur.
    asked
        Who was asked about which of several documents: "everyone" (so it is taken, and said, where it is not told),
        (document, annotator) pairs, or a mapping of documents to annotators.
    only, without, models, curator, gold_annotator, people, strict
        As for `labels`.

    Returns
    -------
    Spans
        `read_as` says how the data were read.

    Raises
    ------
    DataError
        When a unit cannot be, such as one that ends before it starts.

    Examples
    --------
    >>> spans([("A", 0, 10, "x"), ("B", 1, 10, "x")], annotators=["A", "B", "C"], length=60)
    Spans(1 document, 3 annotators, 2 units, 1 category)
    >>> import accord, polars
    >>> frame = polars.DataFrame({"annotator": ["A", "B"], "start": [0, 1], "end": [10, 10], "category": ["x", "x"]})
    >>> accord.spans(frame)
    Spans(1 document, 2 annotators, 2 units, 1 category)
    """
    named = None if annotators is None else [str(name) for name in listed(annotators, "annotators=")]
    roles = RolesTold.of(only, without, models, curator, gold_annotator, people, named)
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
    where, rows, cells = _rows(corpus)
    who, starts, ends, labels = zip(*rows, strict=True) if rows else ((), (), (), ())
    lengths: Mapping[str, float]
    if isinstance(length, Mapping):
        lengths = {str(name): _told_length(value) for name, value in length.items()}
    else:
        lengths = {} if length is None else dict.fromkeys(map(str, corpus), _told_length(length))
    built = spans_from_columns(
        document=where,
        annotator=who,
        start=np.array(starts, dtype=np.float64),
        end=np.array(ends, dtype=np.float64),
        category=labels,
        documents=[str(name) for name in corpus],
        annotators=named,
        lengths=lengths,
        texts=texts_by_name(texts, "document"),
        categories=categories,
        fragments=cells,
    )
    built = _with_those_asked(built, asked, told=annotators is not None or len(corpus) < 2)
    return as_read(built, roles, strict=strict)


def _with_those_asked(
    built: Spans, asked: str | Iterable[tuple[str, str]] | Mapping[str, Iterable[str]] | None, *, told: bool
) -> Spans:
    """Everybody, as is assumed and said where some have no unit in a document; or those who are named."""
    if asked == EVERYONE or (asked is None and told):
        return built
    if isinstance(asked, str):
        raise UsageError(f"asked={asked!r} is not known", "use 'everyone', or (document, annotator) pairs")
    if asked is None:
        reading = reading_of(built)
        return built if reading is None else replace(built, read_as=(reading,))
    return asked_as_told(built, [(str(where), str(who)) for where, who in asked_pairs(asked)], "asked=")


def asked_pairs(asked: Iterable[tuple[object, object]] | Mapping[str, Iterable[str]]) -> list[tuple[object, object]]:
    """(document, annotator) pairs, from such pairs or a mapping of documents to annotators."""
    if isinstance(asked, Mapping):
        return [(where, who) for where, people in asked.items() for who in people]
    pairs = list(asked)
    if not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in pairs):
        raise UsageError("asked= holds something that is not a pair", "give (document, annotator) pairs, or 'everyone'")
    return pairs


Quadruple = tuple[str, float, float, object]


def _rows(corpus: Mapping[str, Iterable[Unit]]) -> tuple[list[str], list[Quadruple], list[Cell] | None]:
    """The document of each unit, the units as (annotator, start, end, category), and the fragments of each, where any
    has some."""
    where: list[str] = []
    rows: list[Quadruple] = []
    known: dict[int, Cell] = {}
    for name, several in corpus.items():
        units = listed(several, f"document '{name}': ", "give a list of (annotator, start, end, category)")
        odd: list[Unit] = []
        quadruples = [_quadruple(unit, odd) for unit in units]
        if odd:
            from accord.annotations.fragment_cells import read_fragments

            known |= {
                len(rows) + place: read_fragments(unit[1]) for place, unit in enumerate(units) if _in_fragments(unit)
            }
        where += [str(name)] * len(quadruples)
        rows += quadruples
    return where, rows, [known.get(row) for row in range(len(rows))] if known else None


def _in_fragments(unit: Unit) -> bool:
    """Whether a unit is (annotator, fragments) or (annotator, fragments, category)."""
    return len(unit) in (2, 3) and isinstance(unit[1], list | tuple)


def _quadruple(unit: Unit, odd: list[Unit]) -> Quadruple:
    """One unit as given: (annotator, start, end) or (annotator, start, end, category); a discontinuous one is put with
    those that are `odd`."""
    if type(unit) is tuple and len(unit) == 4 and type(unit[0]) is str and type(unit[1]) is type(unit[2]) is float:
        return unit  # type: ignore[return-value]  # as most units come
    plain = type(unit) in (tuple, list) or (isinstance(unit, Sequence) and not isinstance(unit, str))
    if plain and _in_fragments(unit):
        from accord.annotations.fragment_cells import FragmentsChecked, read_fragments

        fragments = read_fragments(unit[1]) or []
        (start, end), _ = FragmentsChecked().of(fragments)
        odd.append(unit)
        return str(unit[0]), start, end, unit[2] if len(unit) == 3 else None
    if not plain or len(unit) not in (3, 4):
        raise DataError(
            "ACC023",
            f"{unit!r} is not a unit",
            hint="a unit is (annotator, start, end), (annotator, start, end, category), or with a list of (start, end) "
            "pairs in the place of both bounds",
        )
    try:
        start, end = float(unit[1]), float(unit[2])  # type: ignore[arg-type]  # what cannot be a number is refused below
    except (TypeError, ValueError):
        hint = "a unit is (annotator, start, end) or (annotator, start, end, category), in this order"
        raise DataError("ACC023", f"the positions of {unit!r} are not numbers", hint=hint) from None
    return str(unit[0]), start, end, unit[3] if len(unit) == 4 else None


def _told_length(length: object) -> float:
    try:
        return float(length)  # type: ignore[arg-type]  # what cannot be a number is refused below
    except (TypeError, ValueError):
        raise UsageError(
            f"the length {length!r} is not a number", "length= is a number, or {document: number}"
        ) from None
