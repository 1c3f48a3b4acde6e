"""From tables to `Relations`: one row per relation, beside a table of units or with the units that are named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from accord.annotations.column_names import first_fitting
from accord.annotations.column_texts import as_text
from accord.annotations.columns import ANNOTATOR, fits
from accord.annotations.frames import Origin, assert_filled, factorised
from accord.annotations.lazy_polars import pl
from accord.annotations.numbered_columns import CodedColumn
from accord.annotations.relation_building import Component, relations_from_columns
from accord.annotations.relations import Relations
from accord.annotations.roles import Roles
from accord.annotations.spans import Spans
from accord.formats.options import ReadOptions
from accord.formats.tables import usual_columns as usual
from accord.formats.tables.declared_relations import DeclaredRelations, declared_in, together, unknown_types
from accord.formats.tables.label_tables import SourceTable
from accord.formats.tables.span_tables import ONE, lines_of
from accord.results import DataError, Diagnostics, Place, ReadAs
from accord.results.option_names import option

COLUMNS = ("document", "annotator", "origin", "target", "label")


@dataclass(frozen=True)
class RelationColumns(usual.TableColumns):
    """Which column of a table says what."""

    annotator: str
    origin: str
    target: str
    label: str | None
    document: str | None


@dataclass(frozen=True, eq=False)
class RelationRows:
    """The rows of tables of relations, before it is known whose units they are about."""

    document: CodedColumn[str]
    annotator: CodedColumn[str]
    origin: CodedColumn[str | None]
    target: CodedColumn[str | None]
    label: CodedColumn[str | None]
    lines: Origin
    said: Diagnostics
    read_as: ReadAs = ()
    roles: Roles = field(default_factory=dict)
    declared: DeclaredRelations = field(default_factory=DeclaredRelations)


@dataclass(frozen=True, eq=False)
class GivenUnits:
    """A table of the units of documents, in reading order, that everybody was given, and which of them are in the
    structure of whom besides those that a relation names."""

    names: dict[str, list[str]]
    texts: dict[str, list[str]] | None
    file: str | None
    read_as: ReadAs = ()
    components: Sequence[Component] = ()


def has_relation_columns(header: Sequence[str]) -> bool:
    """Whether a header names an annotator, an origin and a target.

    >>> has_relation_columns(["document", "annotator", "origin", "target", "label"])
    True
    """
    return all(any(fits(name, names) for name in header) for names in (ANNOTATOR, usual.ORIGIN, usual.TARGET))


def has_unit_columns(header: Sequence[str]) -> bool:
    """Whether a header names units, with their documents or texts, what they are for whom, and nothing else."""
    known = (usual.UNIT, usual.DOCUMENT, usual.TEXT, usual.COMPONENT_OF, usual.UNIT_TYPE)
    roles = [next((role for role in known if fits(name, role)), None) for name in header]
    return None not in roles and roles.count(usual.UNIT) == 1 and 2 <= len(roles) == len(set(map(id, roles)))


def units_file(path: Path) -> Path:
    """Where the units of a table of relations stand.

    >>> units_file(Path("essays.csv")).name
    'essays.units.csv'
    """
    return path.with_name(f"{path.stem}.units{path.suffix}")


def relation_columns(header: Sequence[str], options: ReadOptions, place: Place) -> RelationColumns:
    """The roles of the columns, told or recognised."""
    known = {
        "annotator": ANNOTATOR,
        "origin": usual.ORIGIN,
        "target": usual.TARGET,
        "label": usual.RELATION,
        "document": usual.DOCUMENT,
    }
    needed = {role: option(f"{role}_column") for role in ("annotator", "origin", "target")}
    return RelationColumns(**usual.columns_found(header, options, known, needed, place))


def relation_rows(table: SourceTable, options: ReadOptions) -> RelationRows:
    """The rows of a table of relations; origin and target empty: the annotator was asked and found none."""
    frame, origin = table.frame, table.origin
    heads = relation_columns(frame.columns, options, Place(table.file, origin.header))
    assert_filled(frame, heads.annotator, "annotator", origin)
    if heads.document is not None:
        assert_filled(frame, heads.document, "document", origin)
    ends = [_coded(frame, column, origin) for column in (heads.origin, heads.target)]
    half = _empty(ends[0]) != _empty(ends[1])
    if half.any():
        hint = "give both, or leave both empty for an annotator who found none"
        raise DataError("ACC032", "a relation with one end", origin.place(int(np.argmax(half))), hint)
    roles = {"document": heads.document, "annotator": heads.annotator, "origin": heads.origin, "target": heads.target}
    columns = usual.columns_reading(
        "relations", roles | {"label": heads.label}, options, "" if heads.document else "; one document"
    )
    label: CodedColumn[str | None] = usual.one_for_all(None, frame.height)
    if heads.label is not None:
        label = _coded(frame, heads.label, origin)
    declared = declared_in(frame, label, origin)
    where = usual.one_for_all(ONE, frame.height)
    return RelationRows(
        document=where if heads.document is None else usual.coded_texts(frame, heads.document, table.file),
        annotator=usual.coded_texts(frame, heads.annotator, table.file),
        origin=ends[0],
        target=ends[1],
        label=label,
        lines=origin,
        said=table.said,
        read_as=(columns, *declared.reading, *usual.unused_columns(frame.columns, (*heads.names, *declared.columns))),
        declared=declared,
    )


def one_table(portions: Sequence[RelationRows], options: ReadOptions) -> RelationRows:
    """The rows of the portions of one table."""
    first = portions[0]
    return replace(
        first,
        **usual.stacked(portions, *COLUMNS),
        lines=lines_of([portion.lines for portion in portions]),
        read_as=tuple(dict.fromkeys(reading for portion in portions for reading in portion.read_as)),
        declared=together([portion.declared for portion in portions], options, first.lines.file),
    )


def units_of(table: SourceTable) -> GivenUnits:
    """The units that a table lists."""
    frame, origin = table.frame, table.origin
    roles = (usual.UNIT, usual.DOCUMENT, usual.TEXT, usual.COMPONENT_OF, usual.UNIT_TYPE)
    unit, document, *beside = (first_fitting(frame.columns, names) for names in roles)
    names: dict[str, list[str]] = {}
    texts: dict[str, list[str]] = {}
    components: list[Component] = []
    where = [ONE] * frame.height if document is None else _filled(frame, document, origin)
    stretches, people, types = (_cells(frame, column, origin) for column in beside)
    for here, name, stretch, who, kind in zip(
        where, _filled(frame, unit or "", origin), stretches, people, types, strict=True
    ):
        if who is not None:
            components.append((here, who, name, kind))
        else:
            names.setdefault(here, []).append(name)
            texts.setdefault(here, []).append(stretch or "")
    return GivenUnits(names, None if beside[0] is None else texts, table.file, table.read_as, components)


def related(
    rows: Sequence[RelationRows], spans: Spans | None, units: Sequence[GivenUnits], options: ReadOptions
) -> Relations:
    """The relations of all tables together, between an annotator's own units, given ones, or those that are named."""
    declared = together([table.declared for table in rows], options, rows[0].lines.file)
    document, annotator, origin, target, label = usual.stacked(rows, *COLUMNS).values()
    filled = np.flatnonzero(~_empty(origin))
    every = len(origin)
    unit_names: dict[str, list[str]] = {}
    texts: dict[str, list[str]] = {}
    for table in units:
        for where, names in table.names.items():
            unit_names.setdefault(where, []).extend(names)
            texts.setdefault(where, []).extend((table.texts or {}).get(where, [""] * len(names)))
    lines = rows[0].lines if len(rows) == 1 and len(filled) == every else Origin(rows[0].lines.file)
    built = relations_from_columns(
        document=document.of(filled),
        annotator=annotator.of(filled),
        origin=origin.of(filled),
        target=target.of(filled),
        label=label.of(filled),
        units=unit_names if unit_names and spans is None else None,
        unit_texts=texts if unit_names and spans is None and any(table.texts for table in units) else None,
        spans=None if spans is None else replace(spans, diagnostics=()),
        documents=document.met(),
        annotators=None if spans is not None else sorted(annotator.met()),
        assigned=usual.pairs_met(document, annotator),
        components=[component for table in units for component in table.components],
        symmetric=declared.symmetric,
        constraint=declared.constraint or "any",
        source_lines=lines,
    )
    notes = (*(note for table in rows for note in table.said), *(() if spans is None else spans.diagnostics))
    notes += unknown_types(options, label.of(filled).met(), rows[0].lines.file)
    source = ", ".join(dict.fromkeys(table.lines.file for table in rows if table.lines.file is not None))
    read_as = [reading for table in rows for reading in table.read_as] + [
        reading for table in units for reading in table.read_as
    ]
    read_as += [] if spans is None else spans.read_as
    if len(filled) < every or not built.assigned.all():
        read_as = [reading for reading in read_as if reading.aspect != "asked"]
        read_as.append(usual.asked_in_rows(every - len(filled), "a relation"))
    roles = {name: role for table in rows for name, role in table.roles.items()}
    return replace(
        built,
        roles=roles if spans is None else {**spans.roles, **roles},
        read_as=tuple(read_as),
        diagnostics=(*notes, *built.diagnostics),
        source=source or None,
    )


def _coded(frame: pl.DataFrame, column: str, origin: Origin) -> CodedColumn[str | None]:
    codes, texts = factorised(as_text(frame[column], origin.file))
    return CodedColumn([*texts, None], codes)  # −1 is the last


def _empty(column: CodedColumn[str | None]) -> NDArray[np.bool_]:
    """(rows,) where nothing stands."""
    return np.array([value is None for value in column.values], dtype=bool)[column.codes]


def _cells(frame: pl.DataFrame, column: str | None, origin: Origin) -> list[str | None]:
    return [None] * frame.height if column is None else as_text(frame[column], origin.file).to_list()


def _filled(frame: pl.DataFrame, column: str, origin: Origin) -> list[str]:
    assert_filled(frame, column, "name", origin)
    return usual.filled_texts(frame, column, origin.file)
