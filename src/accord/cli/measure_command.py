"""`accord measure`: coefficients with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.annotations import Annotations, Labels, redacted, view
from accord.cli.atlas_options import place_options
from accord.cli.command_json import command_json
from accord.cli.computing import computing_options
from accord.cli.gates import Gate, parse_gate, told_failed
from accord.cli.grouping_options import GroupChoice, group_options, models_apart
from accord.cli.options import (
    SHOWN,
    clustered_input_options,
    format_option,
    gates_option,
    measures_option,
    one_of,
    quiet_option,
    view_option,
    workers_option,
)
from accord.cli.projects import field_gates, field_options, label_columns_option, over_fields, read_fields
from accord.cli.streams import notes, print_as
from accord.evaluation import (
    Options,
    by_part,
    evaluate,
    evaluated_both_ways,
    headline_of,
    known_expression,
    shown,
    with_both_values,
)
from accord.evaluation.document_breakdown import PARTS
from accord.evaluation.overview import corpus_overview, overview
from accord.evaluation.preparing import subject_of
from accord.evaluation.scales import ScaleReading, readings
from accord.evaluation.seen_otherwise import SeenAs, seen_otherwise
from accord.renderings.methods import methods_paragraph
from accord.renderings.read_as import read_as_lines, read_as_rows
from accord.renderings.results import (
    parts_tables,
    remarks,
    results_json,
    results_table,
    scales_table,
    seen_cross_table,
    seen_table,
)
from accord.renderings.tables import WRITERS, Table, as_markdown, captioned, prose
from accord.results import Expression, Result, UsageError, parse_expression
from accord.results.diagnostics import CARRIED
from accord.results.foreign_text import visible
from accord.results.json_numbers import json_value
from accord.results.working import unfinished_now, watching

PLACED = ("text", "markdown", "json")  # without asking; CSV and LaTeX are tables

if TYPE_CHECKING:
    from accord.atlas.placing import PublicPlaces
    from accord.comparison.group_results import GroupsFound
    from accord.comparison.kinds_apart import KindsApart


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…")
@measures_option("A measure: alpha, \"alpha(level='ordinal')\"; may be repeated. Default: those that apply.")
@one_of(
    "--by",
    PARTS,
    "Values for each category against all others, each annotator with the others, or each item (document).",
)
@view_option
@click.option(
    "--scales", is_flag=True, help="Interpret the values on published scales (Landis & Koch, …), with probabilities."
)
@click.option("--methods", is_flag=True, help="A paragraph for the methods section of a paper, with citations.")
@gates_option("--fail-under", 'Exit with 1 unless it holds: "alpha>=0.667", "alpha.low>=0.667".')
@click.option(
    "--place/--no-place",
    "placing",
    default=None,
    help="Compare all values, or none, with those of public data sets. Default: the main one, where there are enough.",
)
@place_options
@group_options
@click.option("--redact", is_flag=True, help="Replace the names of annotators and groups by numbers.")
@click.option("--log", metavar="FILE", help="Append the values to the log of a campaign (JSONL): accord history.")
@click.option("--log-name", metavar="NAME", help="What to call the entry. Default: the name of the file.")
@click.option("--not-worse", is_flag=True, help="Exit with 1 if a value is worse than the last in the log.")
@label_columns_option
@clustered_input_options
@computing_options
@workers_option
@format_option
@quiet_option
def measure(
    paths: tuple[str, ...],
    expressions: tuple[str, ...],
    by: str | None,
    views: tuple[str, ...],
    scales: bool,
    methods: bool,
    gates: tuple[str, ...],
    placing: bool | None,
    task: str | None,
    annotated_by: str | None,
    grouping: GroupChoice,
    redact: bool,
    log: str | None,
    log_name: str | None,
    not_worse: bool,
    label_columns: list[str] | None,
    reading: dict[str, Any],
    computing: Options,
    output: str,
    quiet: bool,
) -> int:
    """Measure agreement in PATH: a table (CSV, TSV, JSONL, Parquet, Excel) or an export of an annotation tool.

    Long tables of labels have one row per label (item, annotator, label); wide tables one row per item and one column
    per annotator; an empty cell means: not asked to label. Tables of spans have one row per unit (annotator, category,
    start, end, and document if there are several).

    \b
    accord measure ratings.csv
    accord measure ratings.csv -m "alpha(level='ordinal')" -m kappa
    accord measure ratings.csv --by category --format latex
    accord measure ratings.csv -m alpha --scales --resample both
    accord measure sentences.csv -m alpha --cluster document
    accord measure ratings.csv --view "without Nothing" --view "merge Former+New"
    accord measure ratings.csv --people people.csv --by-group gender
    accord measure ratings.csv --task "offensive language" --annotated-by crowd
    accord measure ratings.csv --fail-under "alpha.low>=0.667"
    accord measure export.json --fail-under "sentiment.alpha.low>=0.667"      every field, and a gate of one
    accord measure round2.csv -m alpha --log campaign.jsonl --log-name "round 2" --not-worse
    accord measure entities.csv -m "gamma(alpha=3)" -m f1 --by annotator
    """
    checks = _checks(gates, computing)
    _check_log(log, by, not_worse=not_worse)
    if placing is False and (task is not None or annotated_by is not None):
        raise UsageError("--task and --annotated-by choose what --no-place does not compare with", "leave one out")
    wanted = [known_expression(text) for text in expressions]
    if views and by is not None:
        raise UsageError("--view and --by cannot be combined", "use one of them")
    failed: list[str] = []
    worse: list[str] = []

    def written(data: Annotations, told: dict[str, Any], checks: Sequence[Gate]) -> tuple[str, list[Result]]:
        kinds = None if redact else models_apart(paths, told, data, wanted, computing)
        groups = grouping.found(data, reading["people"], wanted, computing, redact=redact)
        data = grouping.told(data)
        original = data
        data = redacted(data) if redact else data
        if views and not isinstance(data, Labels):
            raise UsageError(f"--view is for labels, and these are {data.kind}", "leave it out")
        seen_views = [view(data, text) for text in views] if isinstance(data, Labels) else []
        with watching("measuring"):
            results = _results(data, wanted, by, computing)
            seen = seen_otherwise(
                seen_views, [parse_expression(result.measure) for result in results], results, computing
            )
        read = [reading for result in results for reading in readings(result)] if scales else []
        asked = placing or task is not None or annotated_by is not None
        place = None
        if asked or (placing is None and by is None and output in PLACED):
            place = _place(original, results, by, task=task, annotated_by=annotated_by)
            place = place if asked else place.of_main
        nothing = data.nothing if isinstance(data, Labels) else None
        paragraph = methods_paragraph(results, nothing=nothing, views=seen) if methods else None
        text = _written(data, results, seen, read, paragraph, (kinds, groups, place), output)
        diagnostics = dict.fromkeys(
            diagnostic for result in results for diagnostic in result.diagnostics if diagnostic.code not in CARRIED
        )
        notes(diagnostics, quiet=quiet)  # the others stand beside the values
        failed.extend(_failed(data, results, checks, computing))
        return text, results

    whole = read_fields(paths, reading, label_columns, quiet=quiet or redact, shown=output in SHOWN)
    if isinstance(whole, Mapping):
        if log is not None:
            raise UsageError("--log keeps the values of one question, and there are several", "choose one with --field")
        own = field_gates(gates, whole)
        print_as(
            output,
            over_fields(
                whole,
                lambda name, data: written(data, {**reading, **field_options(name, data)}, own[name])[0],
                output,
                quiet=quiet,
            ),
        )
    else:
        if checks is None:
            checks = [parse_gate(gate) for gate in gates]
        text, results = written(whole, reading, checks)
        print_as(output, text)
        if log is not None:
            name = log_name or Path(paths[0]).name
            worse = _logged(log, name, whole, results, not_worse=not_worse, quiet=quiet)
    return told_failed([*worse, *failed])


def _checks(gates: Sequence[str], computing: Options) -> list[Gate] | None:
    """The gates, looked at before anything is read; None where one may be of a field, whose names are not known yet."""
    try:
        checks = [parse_gate(gate) for gate in gates]
    except UsageError:
        if not any("." in gate.partition("=")[0] for gate in gates):
            raise
        checks = None
    ends = checks is None or any(check.part != "value" for check in checks)
    if gates and computing.confidence is None and ends:
        raise UsageError("a gate on an end of the interval needs the interval", "leave out --no-interval")
    return checks


def _failed(data: Annotations, results: Sequence[Result], checks: Sequence[Gate], computing: Options) -> Iterator[str]:
    """The gates that the values do not pass."""
    for check in checks:
        result = next(
            (candidate for candidate in results if candidate.of is None and candidate.measure == str(check.measure)),
            None,
        )
        if result is None:
            result = _results(data, [check.measure], None, computing)[0]
        if not check.passes(result):
            yield f"{check.text} ({result})"


def _of_groups(groups: GroupsFound, output: str) -> list[str]:
    """Groups of people: sentences and tables; of CSV the agreement alone."""
    from accord.renderings.group_tables import group_parts

    parts = [part.table(output == "csv") for part in group_parts(groups)]
    if output == "csv":
        return [captioned(parts[0], output)]
    text = "\n".join(prose(sentence, output) for sentence in groups.sentences())
    return [text, *(captioned(table, output) for table in parts if table.rows)]


def _check_log(log: str | None, by: str | None, *, not_worse: bool) -> None:
    """That a log can be appended to, before anything is computed."""
    if log is None:
        if not_worse:
            raise UsageError("--not-worse compares with the last values of a log", "name it with --log")
        return
    if by is not None:
        raise UsageError("--log and --by cannot be combined: values of the whole are logged", "use one of them")
    if Path(log).exists():
        from accord.comparison.campaign_log import entries_in, text_of

        entries_in(text_of(log), log)


def _logged(
    log: str, name: str, data: Annotations, results: list[Result], *, not_worse: bool, quiet: bool
) -> list[str]:
    """Append the values to a log; those that are worse than the last."""
    from accord.comparison.campaign_log import append_results
    from accord.comparison.histories import history_in

    facts = overview(data) if isinstance(data, Labels) else corpus_overview(data)
    whole = append_results(results, log, facts.as_json(), name)
    notes([f"the values are logged in {log}"], quiet=quiet)
    return [f"{name} is worse than the last" for name in history_in(whole, log).worse()] if not_worse else []


def _place(
    data: Annotations, results: list[Result], by: str | None, *, task: str | None, annotated_by: str | None
) -> PublicPlaces:
    """Where values stand among public data sets; a UsageError where that cannot be said of any value."""
    if by is not None:
        raise UsageError("--by has a value for each part, and public data sets have one", "leave one of them out")
    from accord.evaluation.among_public import places_of

    facts = overview(data) if isinstance(data, Labels) else corpus_overview(data)
    return places_of(facts, results, task=task, annotated_by=annotated_by)


def _results(data: Annotations, wanted: list[Expression], by: str | None, computing: Options) -> list[Result]:
    if by is None and isinstance(data, Labels):
        summary = subject_of(data)  # once: of a crowd it takes seconds
        return evaluate(summary, wanted or shown(summary), computing)
    if by is None:
        return evaluated_both_ways(data, wanted or shown(data), computing)
    main = headline_of(data, by)
    return by_part(data, by, wanted or ([] if main is None else [main]), computing)


def _written(
    data: Annotations,
    results: list[Result],
    seen: Sequence[SeenAs],
    read: list[ScaleReading],
    paragraph: str | None,
    sides: tuple[KindsApart | None, GroupsFound | None, PublicPlaces | None],
    output: str,
) -> str:
    kinds, groups, place = sides
    facts_of = overview(data) if isinstance(data, Labels) else corpus_overview(data)
    facts_of = replace(facts_of, read_as=with_both_values(facts_of.read_as, results))
    if output == "json":
        record = results_json(facts_of, results, data.diagnostics)
        beside: dict[str, object] = {"views": [*seen] or None, "scales": read or None, "methods": paragraph}
        beside |= {"people_and_models": kinds, "groups": groups}
        record |= {name: json_value(value) for name, value in beside.items() if value is not None}
        return command_json(record if place is None else record | place.in_record())
    facts = [visible(line) for line in facts_of.lines()]
    write = WRITERS[output]
    table = results_table(results, exact=output == "csv")
    if output in ("markdown", "latex"):
        table = replace(table, caption=f"{facts[0]}.")
    parts = [write(table)]
    if output != "csv":  # which has them as columns
        parts += [prose(f"Stopped: {'; '.join(unfinished_now())}.", output)] if unfinished_now() else []
        parts += [write(made) for made in parts_tables(data.kind, results)]
        parts += [prose(remark, output) for remark in remarks(results)]
    if seen:
        parts += [captioned(seen_cross_table(seen_view), output) for seen_view in seen]
        parts.append(write(seen_table(results, seen, exact=output == "csv")))
        if output != "csv":
            parts.append("\n".join(prose(seen_view.sentence, output) for seen_view in seen))
    if read:
        parts.append(captioned(scales_table(read, exact=output == "csv"), output))
    if kinds is not None and output != "csv":
        from accord.renderings.group_tables import kinds_table

        parts += [*(prose(sentence, output) for sentence in kinds.sentences()), captioned(kinds_table(kinds), output)]
    if groups is not None:
        parts += _of_groups(groups, output)
    if place is not None and place.main is not None and output != "csv":
        parts.append(prose(f"{place.main.sentence} {place.main.caution}", output))
        parts += [prose(place.others, output)] if place.others else []
    if paragraph is not None:
        parts.append(prose(paragraph, output))
    if output == "markdown" and facts_of.read_as:
        rows = tuple(read_as_rows(facts_of.read_as))
        parts.insert(0, as_markdown(Table(("what", "read as", "otherwise"), rows)))
    if output == "text":
        facts += ["", *read_as_lines(facts_of.read_as)] if facts_of.read_as else []
        parts.insert(0, "\n".join(facts))
    return "\n\n".join(parts)
