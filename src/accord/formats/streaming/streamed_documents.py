"""Tables of spans, of relations and of answers that do not fit in memory: portion by portion, of which only numbers are
kept.

A unit takes about 30 bytes then, whatever the names of its document, its annotator and its category are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from accord.formats.options import ReadOptions
from accord.formats.streaming.recognised_table import NotInOnePassError, OpenedTable
from accord.formats.tables.answer_tables import AnswerRows, answer_rows, answers_of_rows
from accord.formats.tables.answer_tables import joined_rows as joined_answers
from accord.formats.tables.label_tables import SourceTable
from accord.formats.tables.relation_tables import RelationRows, one_table, relation_rows
from accord.formats.tables.shapes import Part
from accord.formats.tables.span_tables import SpanRows, span_rows, spans_of_rows
from accord.formats.tables.span_tables import joined_rows as joined_spans
from accord.results import Reading

DOCUMENTS = ("spans", "relations", "answers")
WORKED_ON = 400  # bytes of a row while its portion is worked on
FEWEST_ROWS, MOST_ROWS = 5_000, 1_000_000  # of a portion


def streamed_documents(
    tables: Sequence[OpenedTable], options: ReadOptions, budget: int, progress: Callable[[float], None]
) -> list[Part]:
    """What each table holds, read in portions within a budget of bytes."""
    rows = int(np.clip(budget // (2 * WORKED_ON), FEWEST_ROWS, MOST_ROWS))
    parts, done = [], 0.0
    for table in tables:
        _assert_flat(table)
        how = Reading("files", f"read in portions within {budget / 1e9:,.2g} GB of memory", options=("memory",))
        portions = list[SpanRows | RelationRows | AnswerRows]()
        for portion in table.portions(table.start.frame.columns, rows):
            read = replace(table.start, frame=portion.frame, origin=portion.origin, said=())
            portions.append(ROWS[table.shape](read, options))
            done += portion.share / len(tables)
            progress(min(done, 1.0))
        parts.append(_part(table, portions, how, options))
    return parts


ROWS: dict[str, Callable[[SourceTable, ReadOptions], SpanRows | RelationRows | AnswerRows]] = {
    "spans": span_rows,
    "relations": relation_rows,
    "answers": answer_rows,
}


def _part(
    table: OpenedTable, portions: list[SpanRows | RelationRows | AnswerRows], how: Reading, options: ReadOptions
) -> Part:
    """What the portions of a table hold together; they are let go before what they hold is put in order."""
    start = table.start
    rows = _joined(portions, options)
    portions.clear()
    if isinstance(rows, RelationRows):
        return replace(rows, said=start.said, read_as=(how, *start.read_as, *rows.read_as))
    built = spans_of_rows(rows, options) if isinstance(rows, SpanRows) else answers_of_rows(rows, options)
    diagnostics = (*start.said, *built.diagnostics)
    return replace(built, diagnostics=diagnostics, read_as=(how, *start.read_as, *built.read_as), source=start.file)


def _joined(
    portions: Sequence[SpanRows | RelationRows | AnswerRows], options: ReadOptions
) -> SpanRows | RelationRows | AnswerRows:
    """The rows of all portions, which hold the same."""
    relations = [portion for portion in portions if isinstance(portion, RelationRows)]
    answers = [portion for portion in portions if isinstance(portion, AnswerRows)]
    if relations:
        return one_table(relations, options)
    return (
        joined_answers(answers)
        if answers
        else joined_spans([portion for portion in portions if isinstance(portion, SpanRows)])
    )


def _assert_flat(table: OpenedTable) -> None:
    nested = [name for name, kind in table.start.frame.schema.items() if kind.is_nested()]
    if nested:
        raise NotInOnePassError(f"its column '{nested[0]}' holds lists")
