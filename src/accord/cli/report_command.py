"""`accord report`: the summary in the terminal, and the page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from accord.annotations import Labels
from accord.cli.computing import computing_options
from accord.cli.options import (
    format_option,
    input_options,
    quiet_option,
    read_annotations,
    view_option,
)
from accord.cli.summary import findings_markdown, findings_text
from accord.diagnosis import AnyFindings, findings_of
from accord.diagnosis.additions import with_additions
from accord.evaluation import Options, known_expression
from accord.renderings.finding_tables import first_table
from accord.renderings.results import results_table
from accord.renderings.tables import as_csv, as_latex
from accord.renderings.writing import write_text
from accord.report_page import example_findings, page
from accord.results import SCHEMA, UsageError


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH…]")
@click.option("-o", "--output", "destination", metavar="FILE", help="Write the page there, such as report.html.")
@click.option(
    "-m",
    "--measure",
    "expressions",
    multiple=True,
    metavar="EXPR",
    help="A measure to show. Default: those that apply.",
)
@view_option
@click.option("--details", is_flag=True, help="Show every finding and table, not one screenful.")
@click.option("--title", help="The title of the report. Default: the file's name.")
@click.option("--grid/--no-grid", default=True, help="Whether to read the value as the error that produces it.")
@click.option("--features", metavar="FILE", help="A table of what items are like, to tell which are hard.")
@click.option("--cluster", metavar="NAME", help="The column of the features that says which items belong together.")
@input_options
@computing_options
@format_option
@quiet_option
def report(
    paths: tuple[str, ...],
    destination: str | None,
    expressions: tuple[str, ...],
    views: tuple[str, ...],
    details: bool,
    title: str | None,
    grid: bool,
    features: str | None,
    cluster: str | None,
    reading: dict[str, Any],
    computing: Options,
    output: str,
    quiet: bool,
) -> int:
    """Say what the annotations in PATH are worth: a summary here and, with -o, a self-contained page.

    Without PATH it runs on a built-in example.

    \b
    accord report ratings.csv -o report.html
    accord report                              the built-in example
    """
    wanted = [known_expression(text) for text in expressions] or None
    options = asdict(computing)
    found: list[AnyFindings]
    if paths:
        data = read_annotations(paths, reading, quiet=True)
        named = title or Path(paths[0]).name
        if views and not isinstance(data, Labels):
            raise UsageError(f"--view is for labels, and these are {data.kind}", "leave it out")
        seen = {"views": views} if isinstance(data, Labels) else {}
        found = [findings_of(data, wanted, title=named, **seen, **options)]
        if grid or features is not None:
            if not quiet and data.kind == "spans" and grid:
                click.echo("accord: note: reading the value as an error; --no-grid leaves this out", err=True)
            found = [with_additions(one, data, grid=grid, features=features, cluster=cluster) for one in found]
    else:
        found = example_findings(**options)
    text = page(found) if destination is not None else None
    click.echo(_written(found, output, details=details))
    if text is not None and destination is not None:
        write_text(Path(destination), text)
        if not quiet:
            click.echo(f"accord: note: the page is in {destination}", err=True)
    return 0


def _written(found: Sequence[AnyFindings], output: str, *, details: bool) -> str:
    if output == "json":
        return json.dumps(
            {"schema": SCHEMA, "findings": [one.as_json() for one in found]},
            ensure_ascii=False,
            indent=1,
            allow_nan=False,
        )
    if output in ("csv", "latex"):
        return "\n\n".join(text for one in found for text in _both_tables(one, output))
    if output == "markdown":
        return "\n\n".join(findings_markdown(one) for one in found)
    return "\n\n".join(findings_text(one, details=details) for one in found)


def _both_tables(found: AnyFindings, output: str) -> list[str]:
    """The table that is shown first, then the coefficients."""
    write = as_csv if output == "csv" else as_latex
    first = first_table(found)
    table = [write(first[1])] if first is not None else []
    return [*table, write(results_table(found.results, exact=output == "csv", caption=found.title))]
