"""`accord measure`: coefficients with intervals."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import click

from accord.annotations import Labels, summarise
from accord.cli.gates import parse_gate
from accord.cli.options import Computing, computing_options, format_option, input_options, quiet_option, read_labels
from accord.cli.program import GATE_FAILED
from accord.diagnosis.findings import overview
from accord.evaluation import evaluate, known_expression, measure_by_category, shown_measures
from accord.renderings import as_csv, as_latex, as_markdown, as_text, results_json, results_table
from accord.renderings.results import overview_lines
from accord.results import Expression, Result


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option(
    "-m",
    "--measure",
    "expressions",
    multiple=True,
    metavar="EXPR",
    help="A measure: alpha, \"alpha(level='ordinal')\"; may be repeated. Default: those that apply.",
)
@click.option("--by", type=click.Choice(["category"]), help="A value for each category against all others.")
@click.option(
    "--fail-under",
    "gates",
    multiple=True,
    metavar="GATE",
    help='Exit with 1 unless it holds: "alpha>=0.667", "alpha.low>=0.667".',
)
@input_options
@computing_options
@format_option
@quiet_option
def measure(
    paths: tuple[str, ...],
    expressions: tuple[str, ...],
    by: str | None,
    gates: tuple[str, ...],
    reading: dict[str, Any],
    computing: Computing,
    output: str,
    quiet: bool,
) -> int:
    """Measure agreement in PATH: a table of labels (CSV, TSV, JSONL, Parquet, Excel).

    Long tables have one row per label (item, annotator, label); wide tables one row per item and one column per
    annotator; an empty cell was not asked.

    \b
    accord measure ratings.csv
    accord measure ratings.csv -m "alpha(level='ordinal')" -m kappa
    accord measure ratings.csv --by category --format latex
    accord measure ratings.csv --fail-under "alpha.low>=0.667"
    """
    checks = [parse_gate(gate) for gate in gates]
    wanted = [known_expression(text) for text in expressions]
    labels = read_labels(paths, reading, quiet=quiet)
    results = _results(labels, wanted, by, computing)
    click.echo(_written(labels, results, output))
    if not quiet:
        for diagnostic in dict.fromkeys(diagnostic for result in results for diagnostic in result.diagnostics):
            click.echo(f"accord: note: {diagnostic}", err=True)
    failed = False
    for check in checks:
        result = next((one for one in results if one.of is None and one.measure == str(check.measure)), None)
        if result is None:
            result = _results(labels, [check.measure], None, computing)[0]
        if not check.passes(result):
            failed = True
            click.echo(f"accord: gate failed: {check.text} ({result})", err=True)
    return GATE_FAILED if failed else 0


def _results(labels: Labels, wanted: list[Expression], by: str | None, computing: Computing) -> list[Result]:
    summary = summarise(labels)
    chosen = wanted or [Expression(record.name) for record in shown_measures(summary)]
    options = computing.options()
    if by == "category":
        chosen = wanted or [Expression("alpha")]
        return [result for one in chosen for result in measure_by_category(labels, one, **options)]
    return [evaluate(summary, one, **options) for one in chosen]  # type: ignore[arg-type]


def _written(labels: Labels, results: list[Result], output: str) -> str:
    seen = overview(labels)
    if output == "json":
        return json.dumps(
            results_json(seen, results, labels.diagnostics), ensure_ascii=False, indent=1, allow_nan=False
        )
    if output == "csv":
        return as_csv(results_table(results, exact=True))
    facts = overview_lines(seen)
    if output == "text":
        return "\n".join([*facts, "", as_text(results_table(results))])
    table = replace(results_table(results), caption=f"{facts[0]}.")
    return as_markdown(table) if output == "markdown" else as_latex(table)
