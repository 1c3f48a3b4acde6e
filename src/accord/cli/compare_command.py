"""`accord compare`: before and after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.annotations import Annotations
from accord.cli import tabled_output
from accord.cli.destinations import Destination
from accord.cli.gates import told_failed
from accord.cli.options import (
    clustered_input_options,
    confidence_option,
    measures_option,
    number,
    one_of,
    quiet_option,
    replicates_option,
    with_default,
    workers_option,
)
from accord.cli.projects import label_columns_option, read_rounds
from accord.cli.streams import notes
from accord.cli.tabled_output import Figures
from accord.evaluation import known_expression
from accord.results import Diagnostics, Expression
from accord.results.working import watching

if TYPE_CHECKING:
    from accord.annotations.project import Project
    from accord.renderings.tabled import Tabled

TABLES = ("questions", "measures", "categories", "annotators", "confusions", "reference", "moved")


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
@click.option(
    "--fail-if-worse",
    is_flag=True,
    help="Exit with 1 if the first measure is worse; of several questions, of one of them, corrected for their number.",
)
@tabled_output.options
@one_of("--show", TABLES, "Only this table. Default of CSV: measures.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@confidence_option()
@replicates_option
@number("--seed", 0, "The seed of random numbers.")
@label_columns_option
@clustered_input_options
@workers_option
@quiet_option
def compare(
    first: str,
    second: str,
    expressions: tuple[str, ...],
    fail_if_worse: bool,
    to: Destination,
    show: str | None,
    label_columns: list[str] | None,
    reading: dict[str, Any],
    quiet: bool,
    **settings: Any,
) -> int:
    """Whether agreement is better in AFTER than in BEFORE: two rounds of labels, spans, relations or answers.

    Items in both rounds are resampled together (paired bootstrap), the others separately. Each measure has both values,
    the difference and its interval; then each category, annotator and confusion of two categories, corrected for their
    number (Holm); how stable both references are, and what changed. The reading options are those of both files. For
    projects every question that both have is compared, or the one that --field names.

    \b
    accord compare round1.csv round2.csv
    accord compare round1.csv round2.csv -m "alpha(level='ordinal')" --margin .03 -o compare.html
    accord compare round1.csv round2.csv --show confusions --format csv
    accord compare before/ after/ -m gamma --fail-if-worse
    accord compare export1.json export2.json -o compare.html             every field of a project, or --field NAME
    """
    wanted = [known_expression(text) for text in expressions] or None
    rounds = read_rounds((first, second), reading, label_columns, quiet=quiet)
    settings["parts"] = not settings.pop("no_parts")
    title = f"Before and after: {Path(first).name}, {Path(second).name}"
    with watching("comparing before and after"):
        compared = _compared(rounds, wanted, settings, title, to.written, show, quiet=quiet)
    tabled_output.put(
        to,
        compared.tabled,
        compared.record,
        compared.figures,
        command="compare",
        question="Is it better than before, and where?",
        diagnostics=compared.diagnostics,
        show=show,
        quiet=quiet,
    )
    failed = fail_if_worse and compared.worse is not None
    return told_failed([f"worse than before{compared.worse}"] if failed else [])


@dataclass(frozen=True)
class _RoundsWritten:
    """Two rounds of one field or of several, as the command writes them."""

    tabled: Tabled
    record: Mapping[str, object]
    figures: Figures
    diagnostics: Diagnostics
    worse: str | None
    """What the gate says about it; None where nothing is worse."""


def _compared(
    rounds: list[Annotations] | list[Project],
    wanted: list[Expression] | None,
    settings: dict[str, Any],
    title: str,
    written: str,
    show: str | None,
    *,
    quiet: bool,
) -> _RoundsWritten:
    from accord.comparison import FieldsCompared
    from accord.comparison.comparing import compare as of_rounds

    change = of_rounds(rounds[0], rounds[1], wanted, **settings)
    if isinstance(change, FieldsCompared):
        from accord.renderings.field_gap_tables import fields_tabled
        from accord.report_page.charts.before_after import field_figures

        worse = f": {', '.join(change.worse)}" if change.worse else None
        if written == "text" and show is None:
            notes(["--show measures has each question's values, -o compare.html everything"], quiet=quiet)
        tabled = fields_tabled(change, title, written, show)
        return _RoundsWritten(tabled, change.as_json(), lambda: field_figures(change), change.diagnostics, worse)
    from accord.renderings.before_after_tables import before_after_tabled
    from accord.report_page.charts.before_after import before_after_figures

    worse = "" if change.verdict == "worse" else None
    tabled = before_after_tabled(change, title)
    return _RoundsWritten(tabled, change.as_json(), lambda: before_after_figures(change), change.diagnostics, worse)
