"""What people call a measure, for tables, sentences and charts: the code name stands beside it."""

from __future__ import annotations

from dataclasses import replace

from accord.measures import find
from accord.results import Result, UsageError, parse_expression


def human_name(result: Result) -> str:
    """The name of the measure with what was asked of it: "F of matched units (match overlap)", "α (ordinal)"."""
    if result.human:
        return result.name
    try:  # of a page that is read back; of a plugin, it need not be installed here
        human = find(result.signature.shape, parse_expression(result.measure).name).human
    except UsageError:
        return result.name
    return replace(result, human=human).name
