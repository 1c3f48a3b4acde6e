"""`accord compare`: before and after."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from accord.cli import tabled_output
from accord.cli.destinations import destination_options
from accord.cli.options import (
    clustered_input_options,
    confidence_option,
    measures_option,
    number,
    quiet_option,
    read_annotations,
    replicates_option,
    with_default,
    workers_option,
)
from accord.cli.program import GATE_FAILED
from accord.evaluation import known_expression
from accord.results.working import watching

TABLES = ("measures", "categories", "annotators", "confusions", "reference", "moved")


@click.command()
@click.argument("first", metavar="BEFORE")
@click.argument("second", metavar="AFTER")
@measures_option("A measure: alpha, \"alpha(level='ordinal')\"; may be repeated. Default: those that apply to both.")
@with_default(
    "--margin",
    type=click.FloatRange(min=0, min_open=True),
    default=0.05,
    help="The smallest difference that matters.",
)
@click.option("-k", "k", type=click.IntRange(min=1), help="Annotators who make a reference. Default: 3, or fewer.")
@click.option("--no-parts", is_flag=True, help="Measures only: no categories, annotators, confusions, references.")
@click.option("--fail-if-worse", is_flag=True, help="Exit with 1 if the first measure is worse.")
@destination_options(tabled_output.FORMATS, "Default: by the ending of FILE, else text.")
@click.option("--show", type=click.Choice(TABLES), help="Only this table. Default of CSV: measures.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@confidence_option()
@replicates_option
@number("--seed", 0, "The seed of random numbers.")
@clustered_input_options
@workers_option
@quiet_option
def compare(
    first: str,
    second: str,
    expressions: tuple[str, ...],
    margin: float,
    k: int | None,
    no_parts: bool,
    fail_if_worse: bool,
    destination: str | None,
    written: str | None,
    show: str | None,
    force: bool,
    confidence: float,
    replicates: int,
    seed: int,
    reading: dict[str, Any],
    quiet: bool,
) -> int:
    """Whether agreement is better in AFTER than in BEFORE: two rounds of labels, spans, relations or answers.

    Items that both hold are drawn together (paired bootstrap), the others apart. Each measure with both values, the
    difference and its interval; then each category, annotator and confusion of two categories, corrected for their
    number (Holm); how stable both references are, and what moved. The reading options are those of both files.

    \b
    accord compare round1.csv round2.csv
    accord compare round1.csv round2.csv -m "alpha(level='ordinal')" --margin .03 -o compare.html
    accord compare round1.csv round2.csv --show confusions --format csv
    accord compare before/ after/ -m gamma --fail-if-worse
    """
    from accord.comparison.comparing import compare as compared
    from accord.renderings.before_after_tables import before_after_tabled

    wanted = [known_expression(text) for text in expressions] or None
    to = tabled_output.destination(destination, written, force=force)
    rounds = [read_annotations((path,), reading, quiet=quiet) for path in (first, second)]
    with watching("comparing before and after"):
        found = compared(
            rounds[0],
            rounds[1],
            wanted,
            margin=margin,
            parts=not no_parts,
            k=k,
            confidence=confidence,
            replicates=replicates,
            seed=seed,
        )

    def figures() -> dict[str, Any]:
        from accord.report_page.charts.before_after import before_after_figures

        return before_after_figures(found)

    tabled_output.put(
        to,
        before_after_tabled(found, f"Before and after: {Path(first).name}, {Path(second).name}"),
        found.as_json(),
        figures,
        command="compare",
        question="Is it better than before, and where?",
        diagnostics=found.diagnostics,
        show=show,
        quiet=quiet,
    )
    if fail_if_worse and found.verdict == "worse":
        click.echo("accord: gate failed: worse than before", err=True)
        return GATE_FAILED
    return 0
