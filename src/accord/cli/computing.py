"""Options of the commands that measure: intervals, seeds, what to do with undefined values."""

from __future__ import annotations

from typing import Any

from accord.cli.options import (
    choice,
    confidence_option,
    gathering,
    no_interval_option,
    number,
    one_of,
    replicates_option,
)
from accord.evaluation import METHODS, POLICIES, RESAMPLES, Options

_COMPUTING = (
    confidence_option(),
    no_interval_option,
    replicates_option,
    number("--seed", 0, "The seed of all random numbers."),
    choice("--resample", RESAMPLES, "What to resample for the intervals: items, annotators, or both."),
    one_of(
        "--method",
        METHODS,
        "The kind of interval. Default: f for icc, else smoothed; bca for documents, percentile over annotators.",
    ),
    choice(
        "--undefined",
        POLICIES,
        "What to report where a measure is undefined: no value, 1 if all labels are equal, or an error.",
    ),
)


def _options(values: dict[str, Any]) -> Options:
    if values.pop("no_interval"):
        values["confidence"] = None
    return Options(**values)


computing_options = gathering(_COMPUTING, "computing", _options)
