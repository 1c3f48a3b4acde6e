"""Which annotations a table holds, and the annotations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from accord.annotations import Labels
from accord.annotations.answers import Answers
from accord.annotations.campaign import Kind
from accord.annotations.role_columns import without_roles
from accord.annotations.roles import Role
from accord.annotations.spans import Spans
from accord.formats.options import ProjectOptions, ReadOptions
from accord.formats.tables.answer_tables import answer_columns, answers_of, has_answer_columns
from accord.formats.tables.declared_relations import declares
from accord.formats.tables.label_tables import SourceTable, labels_of
from accord.formats.tables.own_files import as_annotations
from accord.formats.tables.question_columns import QuestionTable, question_table
from accord.formats.tables.relation_tables import (
    GivenUnits,
    RelationRows,
    has_relation_columns,
    has_unit_columns,
    relation_columns,
    relation_rows,
    units_of,
)
from accord.formats.tables.span_tables import has_span_columns, span_columns, spans_of
from accord.results import Place

Part = Answers | Labels | Spans | RelationRows | GivenUnits | QuestionTable
"""What one table holds; relations wait for the units that may stand in another, questions for the one that is read."""


def shape_of(header: Sequence[str], options: ReadOptions) -> Kind | Literal["units"]:
    """The kind of annotations by the header of a table, unless it was told."""
    if options.told_kind == "relations":
        if not has_relation_columns(header) and options.origin_column is None:
            return "spans" if has_span_columns(header) else "units" if has_unit_columns(header) else "relations"
        return "relations"
    if options.told_kind is not None:
        return options.told_kind
    if has_relation_columns(header):
        return "relations"
    if has_span_columns(header):
        return "spans"
    if has_unit_columns(header):
        return "units"
    return "answers" if has_answer_columns(header) else "labels"


def columns_used(header: Sequence[str], options: ReadOptions, place: Place) -> tuple[str, ...] | None:
    """The columns with a role in a table of spans or relations; None for labels."""
    shape = shape_of(header, options)
    if shape == "spans":
        return span_columns(header, options, place).names
    if shape == "relations":
        return (*relation_columns(header, options, place).names, *(name for name in header if declares(name)))
    if shape == "answers":
        return answer_columns(header, options, place).names
    return tuple(header) if shape == "units" else None


def annotations_of(table: SourceTable, options: ReadOptions) -> Part:
    """The annotations in a table, with everything that was said about it; for a project, labels as a table of all
    questions."""
    if isinstance(options, ProjectOptions):
        if shape_of(table.frame.columns, options) == "labels":
            return question_table(table, options)
        options = options.of_one
    table, options, known, readings = as_annotations(table, options)
    frame = table.frame
    roles: dict[str, Role] = {}
    if not (options.table or options.counts):
        frame, roles = without_roles(
            frame,
            table.origin,
            annotator=options.annotator_column,
            others=(options.label_column, options.item_column),
        )
    table = replace(table, frame=frame)
    shape = shape_of(table.frame.columns, options)
    if shape == "units":
        return units_of(table)
    made: dict[str, Callable[[SourceTable, ReadOptions], Answers | Labels | Spans | RelationRows]]
    made = {"spans": spans_of, "relations": relation_rows, "labels": labels_of, "answers": answers_of}
    part = made[shape](table, options)
    first = table.read_as if shape != "labels" else ()  # labels have them already
    return replace(part, roles={**known, **roles}, read_as=(*readings, *first, *part.read_as))
