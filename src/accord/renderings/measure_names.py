"""What people call a measure, for tables, sentences and charts: the code name stands beside it."""

from __future__ import annotations

from accord.measures import called
from accord.results import Result


def human_name(result: Result) -> str:
    """The name of the measure with what was asked of it: "F1 of matched units (any overlap)", "α (ordinal)"."""
    # the result of a page that is read back does not know it, and a plugin need not be installed here
    return result.name if result.human else called(result.signature.shape, result.measure, result.level)
