"""From a table to `Answers`: one row per answer, with its item and its annotator, or the number who gave it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from accord.annotations.answer_columns import answers_from_columns
from accord.annotations.answers import Answers
from accord.annotations.asking import with_annotations
from accord.annotations.columns import ANNOTATOR, ITEM, LABEL, TEXT, fits
from accord.annotations.frames import assert_filled
from accord.formats.options import ReadOptions
from accord.formats.tables import usual_columns as usual
from accord.formats.tables.label_tables import SourceTable
from accord.formats.tables.span_tables import numbers
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
    found = usual.columns_found(header, options, known, needed, place)
    if found["annotator"] is not None:
        found["count"] = None
    if found["annotator"] is None and found["count"] is None:
        hint = f"name the annotators with {option('annotator_column')}, or call the column of counts 'count'"
        raise DataError("ACC007", "cannot recognise who gave the answers, nor how many did", place, hint)
    return AnswerColumns(**found)


def answers_of(table: SourceTable, options: ReadOptions) -> Answers:
    """The answers in a table; a row with an empty answer says that its annotator was asked and gave none."""
    frame, origin = table.frame, table.origin
    found = answer_columns(frame.columns, options, Place(table.file, origin.header))
    assert_filled(frame, found.item, "item", origin)
    if found.annotator is not None:
        assert_filled(frame, found.annotator, "annotator", origin)
    item = usual.filled_texts(frame, found.item, table.file)
    texts = (
        None if found.text is None else dict(zip(item, usual.filled_texts(frame, found.text, table.file), strict=True))
    )
    counts = None if found.count is None else numbers(frame[found.count], origin).tolist()
    people = None if found.annotator is None else usual.filled_texts(frame, found.annotator, table.file)
    built = answers_from_columns(
        item=item,
        answer=[None if one in options.missing else one for one in usual.filled_texts(frame, found.answer, table.file)],
        annotator=people,
        count=counts,
        annotators=None if people is None else sorted(set(people)),
        texts=texts,
        origin=origin,
    )
    roles = {"item": found.item, "annotator": found.annotator, "answer": found.answer, "count": found.count}
    read_as = (
        usual.columns_reading("free answers", roles, options),
        *usual.unused_columns(frame.columns, found.names),
    )
    if built.annotators is not None and (not built.assigned.all() or _silent(built)):
        read_as = (*read_as, usual.asked_in_rows(_silent(built), "an answer"))
    return replace(built, read_as=read_as, diagnostics=(*table.said, *built.diagnostics), source=table.file)


def _silent(built: Answers) -> int:
    """How often somebody was asked and gave no answer."""
    return int(built.assigned.sum() - with_annotations(built).sum())
