"""`accord estimate`: shares and means from many labels of a model and few of people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from accord.cli import tabled_output
from accord.cli.destinations import Destination
from accord.cli.options import (
    choice,
    confidence_option,
    input_options,
    number,
    one_of,
    only_labels,
    quiet_option,
    read_annotations,
    tell_read_as,
    workers_option,
)
from accord.results.working import watching


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…")
@one_of("--what", ("shares", "means"), "What to estimate. Default: means of numbers, else shares.")
@choice(
    "--interval",
    ("auto", "normal"),
    "How to compute intervals; normal: as published, too narrow where counts are small.",
)
@tabled_output.options
@click.option("--show", metavar="TABLE", help="Only this table: estimates, rogan-gladen.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@confidence_option()
@number("--seed", 0, "The seed of random numbers.")
@input_options
@workers_option
@quiet_option
def estimate(
    paths: tuple[str, ...],
    to: Destination,
    show: str | None,
    reading: dict[str, Any],
    quiet: bool,
    **settings: Any,
) -> int:
    """How frequent each category is in PATH, or what the mean is: a model labelled everything, people a random part.

    The labels of people correct those of the model (prediction-powered inference, PPI++), with intervals that hold for
    small shares too; the plain means of people and model are shown beside.

    \b
    accord estimate labels.csv --models gpt-4o
    accord estimate people.csv model.csv --models gpt-4o -o estimates.html
    accord estimate scores.csv --models 'gpt*' --what means --format json
    """
    from accord.comparison.estimating import estimate as estimated
    from accord.renderings.estimate_tables import estimates_tabled

    models = reading["models"] or None
    reading = {**reading, "only": reading["only"] or ["*"]}
    data = only_labels(read_annotations(paths, reading, quiet=quiet, shown=True))
    with watching("estimating"):
        estimates = estimated(data, models=models, **settings)
    if not quiet:
        tell_read_as(estimates.read_as)

    def figures() -> dict[str, Any]:
        from accord.report_page.charts.estimates import estimate_figures

        return {"estimates": estimate_figures(estimates)}

    diagnostics = tuple(diagnostic for diagnostic in estimates.diagnostics if diagnostic not in data.diagnostics)
    tabled_output.put(
        to,
        estimates_tabled(estimates, f"Estimates corrected by people's labels: {Path(paths[0]).name}"),
        estimates.as_json(),
        figures,
        command="estimate",
        question="How frequent is each category, from many labels of a model and few of people?",
        diagnostics=diagnostics,
        show=show,
        quiet=quiet,
    )
    return 0
