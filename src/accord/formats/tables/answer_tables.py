"""From a table to `Answers`: one row per answer, with its item and its annotator, or the number who gave it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from accord.annotations.answer_columns import answers_from_columns
from accord.annotations.answers import Answers
from accord.annotations.asking import with_annotations
from accord.annotations.columns import ANNOTATOR, ITEM, LABEL, TEXT, fits
from accord.annotations.frames import Origin, assert_filled
from accord.annotations.numbered_columns import CodedColumn
from accord.formats.options import ReadOptions
from accord.formats.tables import usual_columns as usual
from accord.formats.tables.label_tables import SourceTable
from accord.formats.tables.span_tables import lines_of, numbers
from accord.results import DataError, Place
from accord.results.option_names import option

ANSWER = ("answer", "answers", "substitute", "substitutes", "substitut", "reponse", "free_answer")
LABELLED = ("label", "labels", "category", "categorie", "class", "classe", "rating", "etiquette")
COUNT = ("count", "counts", "frequency", "freq", "times", "n", "nombre", "effectif")


@dataclass(frozen=True)
class AnswerColumns(usual.TableColumns):
    """Which column of a table says what; of annotator and count there is one, and there may be no text."""

    item: str
    answer: str
    annotator: str | None
    count: str | None
    text: str | None


def has_answer_columns(header: Sequence[str]) -> bool:
    """Whether a header names an item, an answer, and who gave it or how many did, and no label.

    >>> has_answer_columns(["item", "annotator", "answer"]), has_answer_columns(["item", "annotator", "label"])
    (True, False)
    """

    def there(names: Sequence[str]) -> bool:
        return any(fits(name, names) for name in header)

    return there(ITEM) and there(ANSWER) and (there(ANNOTATOR) or there(COUNT)) and not there(LABELLED)


def answer_columns(header: Sequence[str], options: ReadOptions, place: Place) -> AnswerColumns:
    """The roles of the columns, told or recognised."""
    known = {"item": ITEM, "annotator": ANNOTATOR, "answer": (*ANSWER, *LABEL), "count": COUNT, "text": TEXT}
    needed = {"item": option("item_column"), "answer": option("label_column")}
    columns = usual.columns_found(header, options, known, needed, place)
    if columns["annotator"] is not None:
        columns["count"] = None
    if columns["annotator"] is None and columns["count"] is None:
        hint = f"name the annotators with {option('annotator_column')}, or call the column of counts 'count'"
        raise DataError("ACC007", "cannot recognise who gave the answers, nor how many did", place, hint)
    return AnswerColumns(**columns)


@dataclass(frozen=True, eq=False)
class AnswerRows:
    """The rows of a table of answers, or of a portion of one."""

    item: CodedColumn[str]
    """(rows,), as are the next three."""
    answer: CodedColumn[str | None]
    annotator: CodedColumn[str] | None
    counts: list[float] | None
    texts: dict[str, str] | None
    """What was asked about, by item."""
    lines: Origin
    """Where the rows came from."""
    columns: AnswerColumns
    header: Sequence[str]


def answer_rows(table: SourceTable, options: ReadOptions) -> AnswerRows:
    """The rows of a table of answers; one with an empty answer says that its annotator was asked and gave none."""
    frame, origin = table.frame, table.origin
    columns = answer_columns(frame.columns, options, Place(table.file, origin.header))
    assert_filled(frame, columns.item, "item", origin)
    if columns.annotator is not None:
        assert_filled(frame, columns.annotator, "annotator", origin)
    item = usual.coded_texts(frame, columns.item, table.file)
    texts = None if columns.text is None else usual.filled_texts(frame, columns.text, table.file)
    answer = usual.coded_texts(frame, columns.answer, table.file)
    return AnswerRows(
        item=item,
        answer=answer.each(lambda text: None if text in options.missing else text),
        annotator=None if columns.annotator is None else usual.coded_texts(frame, columns.annotator, table.file),
        counts=None if columns.count is None else numbers(frame[columns.count], origin).tolist(),
        texts=None if texts is None else dict(zip(item, texts, strict=True)),
        lines=origin,
        columns=columns,
        header=frame.columns,
    )


def answers_of(table: SourceTable, options: ReadOptions) -> Answers:
    """The answers in a table."""
    built = answers_of_rows(answer_rows(table, options), options)
    return replace(built, diagnostics=(*table.said, *built.diagnostics), source=table.file)


def joined_rows(portions: Sequence[AnswerRows]) -> AnswerRows:
    """The portions of one table as one, which stands for itself: they may be let go."""
    first = portions[0]
    if len(portions) == 1:
        return first
    described = {item: text for portion in portions for item, text in (portion.texts or {}).items()}
    return replace(
        first,
        **usual.stacked(portions, "item", "answer", *([] if first.annotator is None else ["annotator"])),
        counts=None if first.counts is None else [number for portion in portions for number in portion.counts or ()],
        texts=None if first.texts is None else described,
        lines=lines_of([portion.lines for portion in portions]),
    )


def answers_of_rows(rows: AnswerRows, options: ReadOptions) -> Answers:
    """The answers in the rows of a table."""
    columns = rows.columns
    built = answers_from_columns(
        item=rows.item,
        answer=rows.answer,
        annotator=rows.annotator,
        count=rows.counts,
        annotators=None if rows.annotator is None else sorted(rows.annotator.met()),
        texts=rows.texts,
        origin=rows.lines,
    )
    roles = {"item": columns.item, "annotator": columns.annotator, "answer": columns.answer, "count": columns.count}
    read_as = (
        usual.columns_reading("free answers", roles, options),
        *usual.unused_columns(rows.header, columns.names),
    )
    if built.annotators is not None and (not built.assigned.all() or _silent(built)):
        read_as = (*read_as, usual.asked_in_rows(_silent(built), "an answer"))
    return replace(built, read_as=read_as)


def _silent(built: Answers) -> int:
    """How often somebody was asked and gave no answer."""
    return int(built.assigned.sum() - with_annotations(built).sum())
