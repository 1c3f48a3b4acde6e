"""Questions whose answers have a column of 0 and 1 each, such as `severity.low` and `severity.high`; which is meant."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from accord.annotations.categories import SET_SEPARATOR
from accord.annotations.column_names import suggested
from accord.annotations.lazy_polars import pl
from accord.formats.options import ReadOptions
from accord.results import DataError, Place, ReadAs, Reading
from accord.results.option_names import option

_PARTS = re.compile(r"^(?P<question>.*[^\W_])(?P<mark>\.|:|/|=|__)(?P<answer>.+)$")
_MARKED = {"1": True, "1.0": True, "true": True, "yes": True, "0": False, "0.0": False, "false": False, "no": False}
KNOWN = 2  # the strength of a name of a column that stands in the lists


@dataclass(frozen=True)
class OneHotQuestion:
    """The columns of its answers, by the answer, and how many answers rows have."""

    name: str
    columns: dict[str, str]
    fewest: int
    most: int


def with_answers(
    frame: pl.DataFrame, options: ReadOptions, file: str | None
) -> tuple[pl.DataFrame, ReadOptions, ReadAs]:
    """A long table with the answers to one question in one column, named after the question; others as they are.

    A question to which every row has one answer is likelier to be meant than those that only some rows answer; of
    several such questions none is.
    """
    told = (options.label_column, options.annotators, options.transpose or None)
    if any(value is not None for value in told) or not _long(frame, options):
        return frame, options, ()
    questions = questions_of(frame)
    if options.field is not None and options.field in frame.columns:
        text = f"the answers to '{options.field}', from its column"
        return frame, replace(options, label_column=options.field, field=None), (Reading("field", text),)
    if not questions or (options.field is None and _labelled(frame, questions)):
        return frame, options, ()
    question = _chosen(questions, options, file)
    answered = frame.drop(*question.columns.values()).with_columns(_answers(frame, question))
    others = [candidate.name for candidate in questions if candidate.name != question.name]
    text = f"the answers to '{question.name}', from the columns {', '.join(map(repr, question.columns.values()))}"
    guessed = options.field is None
    readings = [Reading("field", text, guessed, (f"field={question.name}", *(f"field={name}" for name in others)))]
    beside = [name for candidate in questions if candidate is not question for name in candidate.columns.values()]
    changed = replace(options, label_column=question.name, field=None)
    if question.most > 1:
        changed = replace(changed, set_separator=SET_SEPARATOR)
    return answered.drop(beside), changed, tuple(readings)


def questions_of(frame: pl.DataFrame) -> list[OneHotQuestion]:
    """The questions of a table, in its order: two or more columns of 0 and 1 that differ by what follows a mark."""
    groups: dict[str, dict[str, str]] = {}
    for name in frame.columns:
        parts = _PARTS.match(name)
        if parts is not None and _zero_one(frame[name]):
            groups.setdefault(parts["question"], {})[parts["answer"]] = name
    questions = []
    for question, columns in groups.items():
        if len(columns) > 1 and question not in frame.columns:
            chosen = frame.select(pl.sum_horizontal(_marked(frame[name]) for name in columns.values())).to_series()
            questions.append(OneHotQuestion(question, columns, int(chosen.min() or 0), int(chosen.max() or 0)))  # type: ignore[arg-type]
    return questions


def _long(frame: pl.DataFrame, options: ReadOptions) -> bool:
    known = [
        name for name in frame.columns if suggested(name).role == "annotator" and suggested(name).strength >= KNOWN
    ]
    return options.annotator_column is not None or bool(known)


def _labelled(frame: pl.DataFrame, questions: list[OneHotQuestion]) -> bool:
    """Whether another column is named like the labels."""
    answers = {name for question in questions for name in question.columns.values()}
    return any(suggested(name).role == "label" for name in frame.columns if name not in answers)


def _chosen(questions: list[OneHotQuestion], options: ReadOptions, file: str | None) -> OneHotQuestion:
    choices = " or ".join(option("field", question.name) for question in questions)
    shown = ", ".join(f"'{question.name}' ({len(question.columns)} answers)" for question in questions)
    if options.field is not None:
        named = [question for question in questions if question.name == options.field]
        if not named:
            message = f"there is no question '{options.field}' ({option('field')}): the table has {shown}"
            raise DataError("ACC216", message, Place(file, 1), f"say {choices}")
        return named[0]
    answered = [question for question in questions if question.fewest == question.most == 1]
    if len(answered) == 1:
        return answered[0]
    raise DataError(
        "ACC216", f"several questions, none of them more likely than the others: {shown}", Place(file, 1), choices
    )


def _zero_one(column: pl.Series) -> bool:
    if column.dtype.is_nested() or column.dtype in (pl.Object, pl.Binary):
        return False
    values = [str(value).strip().lower() for value in column.unique().to_list() if value not in (None, "")]
    return bool(values) and all(value in _MARKED for value in values)


def _marked(column: pl.Series) -> pl.Series:
    yes = [text for text, chosen in _MARKED.items() if chosen]
    return column.cast(pl.String).str.strip_chars().str.to_lowercase().is_in(yes).fill_null(False).cast(pl.Int64)


def _answers(frame: pl.DataFrame, question: OneHotQuestion) -> pl.Series:
    """The answer of each row, null where there is none; several as a set."""
    marks = [
        pl.when(_marked(frame[name]) == 1).then(pl.lit(answer)).otherwise(None)
        for answer, name in question.columns.items()
    ]
    joined = pl.concat_str(marks, separator=SET_SEPARATOR, ignore_nulls=True)
    made = frame.select(joined.alias(question.name)).to_series()
    return made.set(made == "", None)
