"""The verdict in three sentences: is it good enough, what does it mean, what should be fixed first."""

from __future__ import annotations

import math
from collections.abc import Sequence

from accord.diagnosis.finding import Finding
from accord.measures import find
from accord.results import Result, parse_expression


def verdict_of(sentences: Sequence[str], findings: Sequence[Finding]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Three sentences, and what else was said: the first two of `sentences`, and what matters most."""
    if not sentences:
        return (), ()
    first = "Nothing stands out that should be fixed first."
    if findings:
        first = findings[0].title if len(findings) == 1 else f"First of {len(findings):,} findings: {findings[0].title}"
    return (*sentences[:2], first), tuple(sentences[2:])


def measure_in_words(shape: str, result: Result, reading: str) -> str:
    """The value of a measure, by the name that people know it by."""
    asked = parse_expression(result.measure)
    record = find(shape, asked.name)
    name = result.name if asked.given else record.subject
    corrected = record.corrects(record.bind(asked.parameters).parameters)
    return value_in_words(name, result, corrected=corrected, reading=reading)


def value_in_words(name: str, result: Result, *, corrected: bool, reading: str) -> str:
    """A sentence with the value and its interval, and the reading of one that is corrected for chance."""
    if not result.defined:
        return f"{name} has no value: {result.undefined}."
    value = f"{name} is {result.value:.3f}{interval_in_words(result)}"
    return f"{value}: {reading}." if corrected else f"{value}; it is not corrected for chance."


def interval_in_words(result: Result) -> str:
    """The interval in brackets; nothing where there is none."""
    if result.confidence is None or math.isnan(result.low):
        return ""
    return f" ({result.confidence:.0%} interval {result.low:.3f} to {result.high:.3f})"
