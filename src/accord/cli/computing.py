"""Options of the commands that measure: intervals, seeds, what to do with undefined values."""

from __future__ import annotations

from typing import Any

import click

from accord.cli.options import Command, gathered
from accord.evaluation import METHODS, POLICIES, RESAMPLES, Options

_COMPUTING = {
    "confidence": click.option(
        "--confidence", type=float, default=0.95, show_default=True, help="The level of the intervals."
    ),
    "no_interval": click.option("--no-interval", is_flag=True, help="Values only."),
    "replicates": click.option(
        "--replicates", type=click.IntRange(min=1), default=1000, show_default=True, help="Bootstrap samples."
    ),
    "seed": click.option(
        "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of all random numbers."
    ),
    "resample": click.option(
        "--resample",
        type=click.Choice(RESAMPLES),
        default="items",
        show_default=True,
        help="Whether the intervals are about other items, other annotators, or both.",
    ),
    "method": click.option(
        "--method",
        type=click.Choice(METHODS),
        help="The kind of interval. Default: f for icc, else smoothed; bca for documents, percentile over annotators.",
    ),
    "undefined": click.option(
        "--undefined",
        type=click.Choice(POLICIES),
        default="nan",
        show_default=True,
        help="What an undefined value gives: no value, 1 when all labels are equal, or an error.",
    ),
}


def computing_options(command: Command) -> Command:
    """Add the computing options; the command receives them gathered as `computing`."""

    def gather(values: dict[str, Any]) -> Options:
        if values.pop("no_interval"):
            values["confidence"] = None
        return Options(**values)

    return gathered(command, _COMPUTING, "computing", gather)
