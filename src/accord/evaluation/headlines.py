"""Which of several results a verdict, a picture or a sentence is about: by the rank in the record of its measure."""

from __future__ import annotations

from collections.abc import Sequence

from accord.measures import Measure, find
from accord.results import Result, UsageError, parse_expression


def record_of(shape: str, result: Result) -> Measure | None:
    """The record of the measure that gave a result; None where it is not known here, as of a plugin in an old page."""
    try:
        return find(shape, parse_expression(result.measure).name)
    except UsageError:
        return None


def headlines(shape: str, results: Sequence[Result], *, family: str | None = None) -> list[Result]:
    """The results that may be the main one, by rank; of a measure that stands there twice the one corrected for chance,
    else the first. With a `family`, those of it."""
    ranked: dict[int, Result] = {}
    for result in results:
        record = record_of(shape, result)
        if record is None or record.headline is None or family not in (None, record.family):
            continue
        parameters = parse_expression(result.measure).parameters
        if record.headline not in ranked or record.corrects(parameters):
            ranked[record.headline] = result
    return [ranked[rank] for rank in sorted(ranked)]
