"""Options of the commands that measure: intervals, seeds, what to do with undefined values."""

from __future__ import annotations

from typing import Any

import click

from accord.cli.options import choice, confidence_option, gathering, no_interval_option, number, replicates_option
from accord.evaluation import METHODS, POLICIES, RESAMPLES, Options

_COMPUTING = (
    confidence_option(),
    no_interval_option,
    replicates_option,
    number("--seed", 0, "The seed of all random numbers."),
    choice("--resample", RESAMPLES, "Whether the intervals are about other items, other annotators, or both."),
    click.option(
        "--method",
        type=click.Choice(METHODS),
        help="The kind of interval. Default: f for icc, else smoothed; bca for documents, percentile over annotators.",
    ),
    choice(
        "--undefined", POLICIES, "What an undefined value gives: no value, 1 when all labels are equal, or an error."
    ),
)


def _options(values: dict[str, Any]) -> Options:
    if values.pop("no_interval"):
        values["confidence"] = None
    return Options(**values)


computing_options = gathering(_COMPUTING, "computing", _options)
