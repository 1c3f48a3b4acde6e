"""Values of other readings of the data that are as plausible, beside the one that is shown: where it is not known who
was asked, and of other levels of measurement."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from accord.annotations import Answers, Labels, Relations, Spans, Summary
from accord.annotations.asking import as_everyone_was_asked, as_only_these_were_asked, is_unknown
from accord.annotations.labels import LEVELS, Level
from accord.evaluation.evaluating import evaluate
from accord.evaluation.options import Options
from accord.measures import find
from accord.results import DataError, Diagnostic, Expression, ReadAs, Reading, Result, UsageError, parse_expression
from accord.results.option_names import option

if TYPE_CHECKING:
    Corpus = Answers | Relations | Spans

MOST = (
    4  # times as many pairs of document and annotator as there are annotations of: beyond, nobody was asked about all
)
MOST_ALIGNED = 12  # annotators whose units are aligned twice, where chance is drawn
CODE = "ACC224"
_VALUES = re.compile(r"(?P<measure>.+) is (?P<here>\S+) if .+, and (?P<other>\S+) if ")


def other_reading(data: Corpus) -> Corpus | None:
    """The data as they are if who was asked is the other way round; None where it is known, or no other is plausible.

    >>> from accord.annotations import spans
    >>> other_reading(spans([("A", 0, 5, "x"), ("B", 0, 5, "x")])) is None
    True
    """
    if not is_unknown(data) or data.annotators is None:
        return None
    if data.assigned.all():
        return as_only_these_were_asked(data)
    return as_everyone_was_asked(data) if data.assigned.size <= MOST * data.assigned.sum() else None


def evaluated_both_ways(data: Labels | Corpus, expressions: Sequence[Expression], options: Options) -> list[Result]:
    """Several measures on one set of data, with what they are if who was asked is the other way round."""
    results = evaluate(data, expressions, options)
    return results if isinstance(data, Labels) else with_other_reading(data, results, options)


def with_other_reading(data: Corpus, results: Sequence[Result], options: Options) -> list[Result]:
    """The same results, those of the whole data with a remark on their value in the other reading."""
    other = other_reading(data)
    whole = [result for result in results if result.of is None and result.defined and _is_quick(result, data)]
    if other is None or not whole:
        return list(results)
    plain = replace(options, confidence=None, undefined="nan")
    values = evaluate(other, [parse_expression(result.measure) for result in whole], plain)
    other_results = {result.measure: value for result, value in zip(whole, values, strict=True)}
    return [
        replace(result, diagnostics=(*_remark(result, other_results[result.measure], data), *result.diagnostics))
        if result in whole
        else result
        for result in results
    ]


def _is_quick(result: Result, data: Corpus) -> bool:
    """Whether it may be measured twice: not where chance is drawn for dozens of annotators, which takes a minute."""
    record = find(data.kind, parse_expression(result.measure).name)
    return not (record.seeded and data.kind == "spans" and data.n_annotators > MOST_ALIGNED)


def both_readings(results: Sequence[Result]) -> str | None:
    """Both values of each measure that depends on who was asked, in one line; None where none does."""
    messages = [note.message for result in results for note in result.diagnostics if note.code == CODE]
    return "; ".join(messages) or None


def with_both_values(read_as: ReadAs, results: Sequence[Result]) -> ReadAs:
    """What was read as what, with the values of the measures in both readings beside who was asked."""
    messages = [note.message for result in results for note in result.diagnostics if note.code == CODE]
    pairs = [match for message in messages if (match := _VALUES.match(message)) is not None]
    if not pairs:
        return read_as
    values = "; ".join(f"{match['measure']} {match['here']}, or {match['other']}" for match in pairs)
    return tuple(
        replace(reading, values=values) if reading.aspect == "asked" and reading.guessed else reading
        for reading in read_as
    )


def _remark(result: Result, other_result: Result, data: Corpus) -> tuple[Diagnostic, ...]:
    if other_result.defined and math.isclose(result.value, other_result.value, abs_tol=5e-4):
        return ()
    here, every = ("an item", "item") if data.kind == "answers" else ("a document", "document")
    readings = (
        f"if whoever has nothing in {here} was not asked about it",
        f"if everyone was asked about every {every}",
    )
    first, second = readings[::-1] if data.assigned.all() else readings
    shown = f"{other_result.value:.3f}" if other_result.defined else "undefined"
    hint = f"say which with {option('asked', 'everyone')} or {option('asked', shown='FILE')}"
    return (Diagnostic(CODE, f"{result.name} is {result.value:.3f} {first}, and {shown} {second}", hint=hint),)


_READ_AS: dict[Level, str] = {"nominal": "names", "ordinal": "a scale", "interval": "numbers"}


def with_other_levels(summary: Summary, read_as: ReadAs) -> ReadAs:
    """What was read as what, with α beside the level that was guessed and beside each that it could have been."""
    return tuple(
        _valued(summary, reading) if reading.aspect == "level" and reading.guessed else reading for reading in read_as
    )


def _valued(summary: Summary, reading: Reading) -> Reading:
    here = _alpha(summary, summary.level)
    others = [option.partition("=")[2] for option in reading.options if option.startswith("level=")]
    values = [(level, _alpha(summary, level)) for level in LEVELS if level in others]
    known = [f"as {_READ_AS[level]} {value}" for level, value in values if value is not None]
    if here is None or not known:
        return reading
    return replace(reading, values=f"α {here}, {', '.join(known)}")


def _alpha(summary: Summary, level: Level) -> str | None:
    """α at a level, without an interval; None where it is undefined or the categories do not allow the level."""
    try:
        (result,) = evaluate(summary, [Expression("alpha", level=level)], Options(confidence=None))
    except (DataError, UsageError):
        return None
    return f"{result.value:.3f}" if result.defined else None
