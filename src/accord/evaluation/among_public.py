"""`accord.place`: where a value stands among public data sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from accord.annotations import Answers, Labels, Relations, Spans, annotators_chosen
from accord.annotations.among import Names
from accord.atlas.comparable_corpora import Described
from accord.atlas.placing import PublicPlace, PublicPlaces, placed
from accord.evaluation.both_readings import evaluated_both_ways
from accord.evaluation.evaluating import shown
from accord.evaluation.headlines import headlines, record_of
from accord.evaluation.options import Options
from accord.evaluation.overview import AnswerOverview, CorpusOverview, Overview, corpus_overview, overview
from accord.formats.public_functions import public
from accord.results import DataError, Expression, Result, UsageError, parse_expression
from accord.results.option_names import told

AnnotatedBy = Literal["crowd", "experts", "trained", "survey"]


@public()
def place(
    data: Answers | Labels | Relations | Spans,
    measure: str | Expression | None = None,
    *,
    task: str | None = None,
    annotated_by: AnnotatedBy | None = None,
    only: Names = None,
    without: Names = None,
) -> PublicPlace:
    """Where a value stands among public data sets that are comparable with the data: placed, not graded.

    Parameters
    ----------
    data
        Annotations, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    measure
        The measure whose value is placed; None for the main one of the data.
    task
        What was annotated, in words, such as "offensive language": tasks like it are preferred.
    annotated_by
        Who annotated: "crowd", "experts", "trained" annotators, or participants of a "survey".
    only, without
        The annotators who are measured, and those who are not; patterns such as "gpt*" are allowed.

    Returns
    -------
    PublicPlace
        `sentence` says where the value stands, `caution` what makes values incomparable; `to_frame()` has the data
        sets that it was compared with.

    Raises
    ------
    DataError
        When the data cannot be read, when the value is undefined, or when the atlas does not know the measure.

    Notes
    -----
    Data sets of the same shape and level count, of as similar a number of categories, prevalence, annotators and task
    as eight repositories share. A repository counts once, however many data sets it holds; with fewer than eight there
    is no place. Data that are in the atlas themselves are not compared with themselves.

    Examples
    --------
    >>> import accord
    >>> data = accord.labels([[1, 2, 2], [3, 3, 4], [5, 4, 5], [2, 2, 1], [4, 5, 3]] * 20, level="ordinal")
    >>> found = accord.place(data, annotated_by="crowd")
    >>> found.placed, found.comparable.in_words
    (True, 'with ordinal ratings on 3 to 7 points by crowds')
    """
    data = annotators_chosen(data, only, without)
    wanted = shown(data) if measure is None else [parse_expression(measure)]
    results = evaluated_both_ways(data, wanted, Options(confidence=None))
    facts = overview(data) if isinstance(data, Labels) else corpus_overview(data)
    public_place = places_of(facts, results, task=task, annotated_by=annotated_by).main
    if public_place is None:
        asked = "what is measured here" if measure is None else f"'{parse_expression(measure)}'"
        reason = next((result.undefined for result in results if result.undefined), None)
        told_why = (
            f"{asked} is undefined: {reason}" if reason else f"the atlas has no values of {asked} for {data.kind}"
        )
        raise DataError("ACC471", told_why, hint="leave the measure out to compare the main one")
    return public_place


def places_of(
    facts: Overview | CorpusOverview | AnswerOverview,
    results: Sequence[Result],
    *,
    task: str | None = None,
    annotated_by: str | None = None,
) -> PublicPlaces:
    """The places of all results that the atlas knows, the main one first."""
    if annotated_by not in (None, *get_args(AnnotatedBy)):
        choices = ", ".join(get_args(AnnotatedBy))
        raise UsageError(f"{told('annotated_by', annotated_by)} is not a kind of annotators", f"use one of {choices}")
    if task is not None and not task.strip():
        raise UsageError(f"{told('task', task)} has no words", "say what was annotated, such as 'offensive language'")
    level = facts.level if isinstance(facts, Overview) else "nominal"
    candidates = [
        result for result in results if result.of is None and result.defined and _as_in_the_atlas(result, level)
    ]
    ranked = headlines(facts.kind, candidates)
    ordered = [*ranked, *(candidate for candidate in candidates if candidate not in ranked)]
    places = [_place(facts, result, level, task, annotated_by) for result in ordered]
    return PublicPlaces(tuple(public_place for public_place in places if public_place.comparable.corpora))


def _as_in_the_atlas(result: Result, level: str) -> bool:
    """Whether a value was computed as those of the atlas are: at the level of the data, all else by default."""
    return dict(parse_expression(result.measure).given) in ({}, {"level": level})


def _place(
    facts: Overview | CorpusOverview | AnswerOverview,
    result: Result,
    level: str,
    task: str | None,
    annotated_by: str | None,
) -> PublicPlace:
    used = {} if isinstance(facts, AnswerOverview) else {name: times for name, times in facts.usage.items() if times}
    described = Described(
        shape=facts.kind,
        measure=parse_expression(result.measure).name,
        level=level,
        categories=len(used) or None,
        prevalence=max(used.values()) / sum(used.values()) if used else None,
        task=task,
        annotated_by=annotated_by,
        digest=facts.sha256,
    )
    record = record_of(facts.kind, result)
    return placed(result.value, described, result.measure if record is None else record.symbol)
