"""Tables that ask several questions: one row per item and annotator, one column per question (or one per answer)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from accord.annotations.column_evidence import Contents
from accord.annotations.column_names import ANNOTATOR, CANONICAL, ITEM, folded, no_column, suggested
from accord.annotations.given_lists import repeated
from accord.annotations.lazy_polars import pl
from accord.annotations.table_header import families, likeliest
from accord.formats.options import ProjectOptions, ReadOptions
from accord.formats.tables.label_tables import SourceTable
from accord.formats.tables.one_hot_columns import questions_of
from accord.results import DataError, Place
from accord.results.option_names import option

KNOWN = 2  # the strength of a name that stands in the lists
UNNAMED = "unnamed"  # as spreadsheets and pandas call a column without a name
PAIRED = 0.5  # share of the rows that are the only one of their item and annotator, at least


@dataclass(frozen=True)
class QuestionTable:
    """A table of labels with the names of its questions; none where it asks a single one, as `accord.read` tells."""

    table: SourceTable
    names: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()
    """Questions whose column is empty."""
    aside: tuple[str, ...] = ()
    """Columns that could be questions, and say the same of an item whoever is asked, or the same of an annotator."""

    def holds(self, name: str) -> bool:
        """Whether it has a column for a question, or columns for its answers."""
        return name in self.table.frame.columns or any(asked.name == name for asked in questions_of(self.table.frame))


def question_table(table: SourceTable, options: ProjectOptions) -> QuestionTable:
    """The questions of a table: those that were told, else those that are recognised."""
    if options.label_columns is not None:
        return _told(table, options.label_columns)
    if not options.may_have_questions:
        return QuestionTable(table)
    return _recognised(table, options)


def of_question(table: SourceTable, options: ReadOptions, name: str) -> ReadOptions:
    """The options that read one question of a table."""
    if name in table.frame.columns:
        return replace(options, label_column=name, field=None)
    return replace(options, field=name)


def _told(table: SourceTable, told: Sequence[str]) -> QuestionTable:
    frame = table.frame
    twice = repeated(told)
    if twice is not None:
        raise DataError("ACC480", f"the question '{twice}' is named twice", Place(table.file), "name each once")
    answers = {question.name for question in questions_of(frame)}
    names = []
    for name in told:
        alike = [name] if name in frame.columns else [known for known in frame.columns if folded(known) == folded(name)]
        if len(alike) == 1 or name in answers:
            names.append(alike[0] if len(alike) == 1 else name)
    contents = Contents(frame)
    empty = tuple(name for name in names if name in frame.columns and contents[name].empty)
    return QuestionTable(table, tuple(name for name in names if name not in empty), empty)


def refuse_missing(tables: Sequence[QuestionTable], told: Sequence[str]) -> None:
    """A DataError for a question that no table has."""
    known = {folded(name) for table in tables for name in (*table.names, *table.unanswered)}
    absent = next((name for name in told if folded(name) not in known), None)
    if absent is not None:
        columns = list(dict.fromkeys(name for table in tables for name in table.table.frame.columns))
        raise no_column(absent, option("label_columns"), columns, Place(tables[0].table.file, 1))


def _recognised(table: SourceTable, options: ProjectOptions) -> QuestionTable:
    """Columns beside those of items and annotators whose values differ between annotators of an item.

    A table with one column that is named like the labels asks one question; one-hot answers make a question each.
    """
    frame = table.frame
    annotator = _annotator(frame, options)
    if annotator is None:
        return QuestionTable(table)
    one_hot = questions_of(frame)
    answers = {name for question in one_hot for name in question.columns.values()}
    contents = Contents(frame)
    told = {options.item_column, annotator, options.time_column, options.cluster_column}
    free = [name for name in frame.columns if name not in told and name not in answers]
    known = [name for name in free if suggested(name).role == "label" and suggested(name).strength >= KNOWN]
    canonical = [name for name in known if suggested(name).strength == CANONICAL]
    if len(known) == 1 or len(canonical) == 1:
        return QuestionTable(table)
    if one_hot and not known:
        made = tuple(question.name for question in one_hot)
        return QuestionTable(table, made) if len(made) > 1 else QuestionTable(table)
    item = options.item_column or _item(frame, contents, free, annotator)
    if item is None or item not in frame.columns:
        return QuestionTable(table)
    series = {name for group in families(free).values() for name in group if suggested(name).strength < KNOWN}
    likely = [
        name for name in free if name != item and (suggested(name).role in (None, "label") or _text_in(series, name))
    ]
    return _chosen(table, contents, likely, item, annotator)


def _chosen(table: SourceTable, contents: Contents, likely: Sequence[str], item: str, annotator: str) -> QuestionTable:
    frame = table.frame
    usable = [name for name in likely if _plain(contents, name) and not contents[name].constant]
    differing = _differing(frame, usable, item) & _differing(frame, usable, annotator)
    related = {name for group in families(likely).values() if differing & {*group} for name in group}
    empty = tuple(name for name in likely if contents[name].empty and not folded(name).startswith(UNNAMED))
    names = tuple(
        name
        for name in likely
        if name not in empty and (name in differing or (name in related and _plain(contents, name)))
    )
    if len(names) < 2:
        return QuestionTable(table)
    return QuestionTable(table, names, empty, tuple(name for name in usable if name not in names))


def _text_in(series: set[str], name: str) -> bool:
    """Whether a column is one of a series such as "question 1", "question 2", though its name may be that of a text."""
    return name in series and suggested(name).role == "text"


def _annotator(frame: pl.DataFrame, options: ReadOptions) -> str | None:
    """The column of the annotators: told, or by a name that is known."""
    if options.annotator_column is not None:
        return options.annotator_column if options.annotator_column in frame.columns else None
    fitting = likeliest(frame.columns, "annotator", ANNOTATOR)
    return fitting[0] if fitting and suggested(fitting[0]).strength >= KNOWN else None


def _item(frame: pl.DataFrame, contents: Contents, free: Sequence[str], annotator: str) -> str | None:
    """The column of the items by its name: one that several annotators share, with a row for each of them."""
    for name in likeliest(free, "item", ITEM):
        content = contents[name]
        if content.nested or content.all_distinct or content.constant:
            continue
        if contents.pairs(name, annotator) >= PAIRED * frame.height:
            return name
    return None


def _plain(contents: Contents, name: str) -> bool:
    """Whether a column can hold the labels of one question in a series, though all of them be the same."""
    content = contents[name]
    return not (content.nested or content.empty or content.all_distinct or content.texts or content.temporal)


def _differing(frame: pl.DataFrame, names: Sequence[str], by: str) -> set[str]:
    """The columns with more than one value for one value of another column; an empty cell is a value like others: who
    gave none beside somebody who did was asked, or was not."""
    if not names:
        return set()
    distinct = frame.group_by(by).agg(pl.col(name).cast(pl.String).fill_null("").n_unique() for name in names)
    return {name for name in names if bool((distinct[name] > 1).any())}
