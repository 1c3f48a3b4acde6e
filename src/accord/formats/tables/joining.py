"""Several tables of one data set as one: items, documents and annotators are the same when their names are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels
from accord.annotations.answer_columns import joined_answers
from accord.annotations.answers import Answers
from accord.annotations.categories import SET_SEPARATOR
from accord.annotations.cluster_columns import with_clusters_of
from accord.annotations.frames import from_long
from accord.annotations.lazy_polars import pl
from accord.annotations.relations import Relations
from accord.annotations.roles import Role
from accord.annotations.span_columns import spans_from_columns
from accord.annotations.spans import Spans
from accord.annotations.table_header import TableOptions
from accord.formats.options import ReadOptions
from accord.formats.rounds import FilePart, files_reading
from accord.formats.tables.relation_tables import GivenUnits, RelationRows, related
from accord.formats.tables.shapes import Part
from accord.formats.tables.usual_columns import asked_in_rows
from accord.results import DataError, Place, ReadAs, Reading, UsageError
from accord.results.option_names import option

if TYPE_CHECKING:
    from accord.annotations.fragments import Cell

_OF_THE_WHOLE = {"ACC101", "ACC102", "ACC104", "ACC105", "ACC108", "ACC110", "ACC181"}  # said again about the whole


def joined(parts: Sequence[Part], options: ReadOptions) -> Answers | Labels | Spans | Relations:
    """The annotations of all parts under each other; relations beside the units they are about."""
    answers = [part for part in parts if isinstance(part, Answers)]
    if len(answers) == len(parts):
        return _answers(answers, options)
    if answers:
        message = "free answers and other annotations cannot be joined"
        raise DataError(
            "ACC013", message, Place(answers[0].source), f"name tables of one kind, or force {option('kind')}"
        )
    labels = [part for part in parts if isinstance(part, Labels)]
    spans = [part for part in parts if isinstance(part, Spans)]
    rows = [part for part in parts if isinstance(part, RelationRows)]
    units = [part for part in parts if isinstance(part, GivenUnits)]
    if labels and len(labels) < len(parts):
        other = next(part for part in parts if not isinstance(part, Labels))
        message = f"labels and {'spans' if isinstance(other, Spans) else 'relations'} cannot be joined"
        raise DataError(
            "ACC013", message, Place(labels[0].source), f"name tables of one kind, or force {option('kind')}"
        )
    if rows:
        several = [
            FilePart(str(part.lines.file), frozenset(part.annotator.met()), frozenset(part.document.met()))
            for part in rows
        ]
        files = [files_reading(several, "document", pool=options.pool)] if len(rows) > 1 else []
        made = related(rows, _spans(spans, options) if spans else None, units, options)
        return replace(made, read_as=(*files, *made.read_as))
    if units:
        raise DataError("ACC042", "a table of units and no relations", Place(units[0].file), "name both tables")
    if spans:
        return _spans(spans, options)
    return labels[0] if len(labels) == 1 else _labels(labels, options)


def _spans(parts: Sequence[Spans], options: ReadOptions) -> Spans:
    """The units of all tables."""
    if len(parts) == 1:
        return parts[0]
    names = [name for part in parts for name in part.names or ()]
    lengths = [pair for part in parts for pair in zip(part.documents, part.lengths.tolist(), strict=True)]
    built = spans_from_columns(
        document=[part.documents[number] for part in parts for number in part.document],
        annotator=[part.annotators[number] for part in parts for number in part.who],
        start=np.concatenate([part.starts for part in parts]),
        end=np.concatenate([part.ends for part in parts]),
        category=[part.category(unit) for part in parts for unit in range(len(part))],
        documents=list(dict.fromkeys(document for part in parts for document in part.documents)),
        annotators=sorted({annotator for part in parts for annotator in part.annotators}),
        assigned=[
            (part.documents[where], part.annotators[who])
            for part in parts
            for where, who in zip(*np.nonzero(part.assigned), strict=True)
        ],
        lengths={document: length for document, length in lengths if not np.isnan(length)},
        names=names if len(names) == sum(map(len, parts)) else None,
        categories=options.categories,
        fragments=_fragments(parts),
    )
    diagnostics = tuple(diagnostic for part in parts for diagnostic in part.diagnostics)
    sources = ", ".join(part.source for part in parts if part.source is not None)
    whole = replace(built, roles=_roles(parts), read_as=_read_as(parts), diagnostics=diagnostics, source=sources)
    several = [FilePart(str(part.source), frozenset(part.annotators), frozenset(part.documents)) for part in parts]
    return _with_files(_asked_anew(whole), several, "document", options)


def _fragments(parts: Sequence[Spans]) -> list[Cell] | None:
    """Those of the units of all tables, where any has some."""
    if all(part.fragments is None for part in parts):
        return None
    known = [[None] * len(part) if part.fragments is None else part.fragments.cells() for part in parts]
    return [cell for cells in known for cell in cells]


def _answers(parts: Sequence[Answers], options: ReadOptions) -> Answers:
    """The answers of all tables."""
    if len(parts) == 1:
        return parts[0]
    whole = replace(joined_answers(parts), roles=_roles(parts), read_as=_read_as(parts))
    if whole.annotators is None:
        return replace(whole, read_as=(*whole.read_as, Reading("files", f"{len(parts)} files: counts are added up")))
    several = [FilePart(str(part.source), frozenset(part.annotators or ()), frozenset(part.items)) for part in parts]
    return _with_files(_asked_anew(whole), several, "item", options)


def _roles(parts: Sequence[Answers | Labels | Spans]) -> dict[str, Role]:
    return {name: role for part in parts for name, role in part.roles.items()}


def _read_as(parts: Sequence[Answers | Labels | Spans]) -> ReadAs:
    return tuple(dict.fromkeys(reading for part in parts for reading in part.read_as))


Table = TypeVar("Table", Answers, Spans)


def _asked_anew(whole: Table) -> Table:
    """Each file told about its own annotators who was asked; together they may have left somebody out."""
    if whole.assigned.all() or any(reading.aspect == "asked" for reading in whole.read_as):
        return whole
    return replace(whole, read_as=(*whole.read_as, asked_in_rows(0, "a row")))


Joined = TypeVar("Joined", Answers, Labels, Spans)


def _with_files(whole: Joined, parts: Sequence[FilePart], noun: str, options: ReadOptions) -> Joined:
    return replace(whole, read_as=(files_reading(parts, noun, pool=options.pool), *whole.read_as))


def _labels(parts: Sequence[Labels], options: ReadOptions) -> Labels:
    """The labels of all parts under each other."""
    items: list[pl.Series] = []
    people: list[pl.Series] = []
    cells: list[pl.Series] = []
    times: list[NDArray[np.float64]] = []
    for part in parts:
        if part.items is None or part.annotators is None or part.who is None:
            raise UsageError("tables of counts and contingency tables cannot be joined", "read one file at a time")
        rated = np.repeat(np.arange(part.n_rows), part.sizes)
        items.append(pl.Series(part.items, dtype=pl.String).gather(rated))
        people.append(pl.Series(part.annotators, dtype=pl.String).gather(part.who))
        cells.append(pl.Series(part.categories.texts, dtype=pl.String).gather(part.codes))
        times.append(part.times if part.times is not None else np.full(len(part.codes), np.nan))
    sets = {part.categories.sets for part in parts} == {True}
    whole = from_long(
        pl.concat(items),
        pl.concat(people),
        pl.concat(cells),
        TableOptions(
            categories=options.categories,
            level=parts[0].level,
            nothing=options.nothing,
            set_separator=SET_SEPARATOR if sets else None,
        ),
        times=np.concatenate(times) if any(part.times is not None for part in parts) else None,
    )
    whole = with_clusters_of(whole, parts)
    notes = [note for part in parts for note in part.diagnostics if note.code not in _OF_THE_WHOLE]
    sources = ", ".join(part.source for part in parts if part.source is not None)
    read_as = tuple(dict.fromkeys((*_read_as(parts), *whole.read_as)))
    notes.extend(whole.diagnostics)
    whole = replace(whole, roles=_roles(parts), read_as=read_as, diagnostics=tuple(notes), source=sources)
    several = [FilePart(str(part.source), _labelling(part), frozenset(part.items or ())) for part in parts]
    return _with_files(whole, several, "item", options)


def _labelling(part: Labels) -> frozenset[str]:
    """Who gave a label; a column of a wide table may be empty in one of several files."""
    if part.annotators is None or part.who is None:
        return frozenset()
    return frozenset(part.annotators[number] for number in np.unique(part.who))
