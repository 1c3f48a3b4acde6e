"""What people call a measure, for tables, sentences and charts: the code name stands beside it."""

from __future__ import annotations

from accord.measures import find
from accord.results import Result, UsageError, parse_expression


def human_name(result: Result) -> str:
    """The name of the measure with what was asked of it: "F of matched units (match overlap)", "α (ordinal)"."""
    asked = parse_expression(result.measure)
    try:
        name = find(result.signature.shape, asked.name).human
    except UsageError:  # of a plugin that is not installed here, in a page that is read back
        name = result.title.split(":")[0] or asked.name
    told = [f"{key} {value}" for key, value in asked.given if key != "level"]
    told += [result.level] if result.level is not None else []
    return f"{name} ({', '.join(told)})" if told else name
