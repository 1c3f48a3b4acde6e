"""What the headline coefficient would be if the data had been read in another way that is as plausible."""

from __future__ import annotations

from dataclasses import replace

from accord.annotations import Summary
from accord.annotations.labels import LEVELS, Level
from accord.evaluation.evaluating import evaluate
from accord.evaluation.options import Options
from accord.results import DataError, Expression, ReadAs, Reading, UsageError

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
