"""`accord report`: the summary in the terminal, and the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from accord.annotations import Annotations, Labels, redacted
from accord.cli.atlas_options import place_options
from accord.cli.command_json import stopped_record
from accord.cli.computing import computing_options
from accord.cli.destinations import write_beside
from accord.cli.grouping_options import GroupChoice, group_options, models_apart
from accord.cli.lanes_option import lane_names, lanes_option
from accord.cli.options import (
    SHOWN,
    choice,
    format_option,
    measures_option,
    quiet_option,
    streamed_input_options,
    view_option,
    workers_option,
)
from accord.cli.projects import label_columns_option, read_fields
from accord.cli.streams import notes, on_a_terminal, print_as
from accord.diagnosis import AnyFindings, findings
from accord.diagnosis.additions import with_additions
from accord.diagnosis.saved import SavedFindings, is_report, read_project_record, read_report
from accord.evaluation import Options, known_expression
from accord.renderings.findings_text import WRITERS, findings_text
from accord.report_page import page, report_json
from accord.results import UsageError
from accord.results.foreign_text import json_text, visible
from accord.results.output_files import write_text
from accord.results.wording import many
from accord.results.working import stop_asked, unfinished_now, watching

MORE = ("--details", "-o report.html")


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH…]")
@click.option("-o", "--output", "destination", metavar="FILE", help="Write the page to this file, such as report.html.")
@measures_option("A measure to show. Default: those that apply.")
@view_option
@click.option("--details", is_flag=True, help="Show every finding and table instead of one screenful.")
@click.option("--title", help="The title of the report. Default: the file's name.")
@click.option("--grid/--no-grid", default=True, help="Whether to estimate which errors would produce the value.")
@click.option("--features", metavar="FILE", help="A table of features of the items, to explain which are hard.")
@click.option(
    "--cluster",
    metavar="COLUMN",
    help="The column of the data (of the features, where they are given) that says which items belong together.",
)
@click.option(
    "--redact", is_flag=True, help="Leave out all texts and number the annotators, here, on the page and in its JSON."
)
@place_options
@click.option(
    "--overall",
    is_flag=True,
    help="With several questions: also the mean of their main values, and how it is computed.",
)
@click.option(
    "--since", metavar="FILE", help="An earlier page of this report: what is new since, and how values changed."
)
@label_columns_option
@group_options
@click.option("--figures", "folder", metavar="FOLDER", help="Write every figure to this folder, one file each.")
@choice("--figure-format", ("svg", "png"), "The kind of figures.")
@lanes_option
@click.option(
    "--full", "listing", metavar="FILE.csv", help="Write all items, units or links to this file, not only the first."
)
@streamed_input_options
@computing_options
@workers_option
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
    redact: bool,
    task: str | None,
    annotated_by: str | None,
    overall: bool,
    since: str | None,
    label_columns: list[str] | None,
    grouping: GroupChoice,
    folder: str | None,
    figure_format: str,
    lanes: str | None,
    listing: str | None,
    reading: dict[str, Any],
    computing: Options,
    output: str,
    quiet: bool,
) -> int:
    """Agreement in PATH, what it means and what to fix: a summary here and, with -o, a self-contained page.

    Of a project, such as an export with several fields or a table with a column per question, all questions come
    first, then a report of each, then what is only visible across them; --field NAME reports one alone.

    Without PATH it runs on a built-in example. PATH may be a page that accord wrote: its results are read back.

    \b
    accord report ratings.csv -o report.html
    accord report ratings.csv -o report.html --redact      for people outside the project
    accord report export.json -o report.html               every field of an export on one page
    accord report survey.csv --label-columns q1,q2,q3      every question of a table
    accord report export.json --since report.html          what is new since the last page
    accord report ratings.csv --figures figures/           figures for a paper, as SVG
    accord report report.html --format latex               the tables of an existing page
    accord report                                          the built-in example
    """
    if len(paths) == 1 and reading["reader"] is None and is_report(paths[0]):
        return _read_back(paths[0], destination or folder or listing, output, details=details)
    if destination is not None and Path(destination).suffix.lower() not in ("", ".html", ".htm"):
        hint = f"-o {Path(destination).with_suffix('.html')}; for other forms say --format, such as --format markdown"
        raise UsageError(f"-o writes a page, and '{destination}' does not end in .html", hint)
    wanted = [known_expression(text) for text in expressions] or None
    options = asdict(computing)
    like = {"task": task, "annotated_by": annotated_by}
    reports: list[AnyFindings]
    data: Annotations | None = None
    if paths:
        column = cluster if features is None else None
        told = {**reading, "cluster_column": column}
        whole = read_fields(paths, told, label_columns, quiet=quiet or redact, shown=output in SHOWN)
        if isinstance(whole, Mapping):
            from accord.cli.project_report import ProjectReport, refuse_for_one, report_project

            refuse_for_one(view=views, features=features, lanes=lanes, full=listing)
            asked = ProjectReport(
                whole, paths, told, wanted, computing, grouping, label_columns, grid=grid, redact=redact
            )
            return report_project(
                asked,
                destination,
                title=title,
                overall=overall,
                since=since,
                folder=folder,
                figure_format=figure_format,
                details=details,
                output=output,
                quiet=quiet,
            )
        data = whole
        kinds = None if redact else models_apart(paths, reading, data, wanted, computing)
        groups = grouping.found(data, reading["people"], wanted, computing, redact=redact)
        data = grouping.told(data)
        if redact:
            if any("universe" in view and not view.split("universe")[1].strip()[:1].isdigit() for view in views):
                raise UsageError("--redact cannot hide the file that --view universe names", "give their number")
            data = redacted(data)
        order = lane_names(lanes, data)
        named = title or (None if redact else Path(paths[0]).name)
        reports = [_found(data, wanted, named, views, {**options, **like})]
        if stop_asked():
            reports = [_as_stopped(findings) for findings in reports]
        elif grid or features is not None:
            with watching("reading the value as an error (--no-grid leaves this out)"):
                reports = [
                    with_additions(findings, data, grid=grid, features=features, cluster=cluster)
                    for findings in reports
                ]
        if order is not None:
            from accord.diagnosis.spans.span_findings import SpanFindings

            reports = [replace(findings, lanes=order) for findings in reports if isinstance(findings, SpanFindings)]
        if groups is not None or kinds is not None:
            reports = [replace(findings, groups=groups, kinds=kinds) for findings in reports]
        if since is not None:
            from accord.cli.project_report import since_saved

            field = reading["field"] or reading["label_column"] or reports[0].title
            new = since_saved(since, {field: reports[0]}, data.annotators or ())
            reports = [replace(reports[0], introduction=" ".join(new.sentences()))]
            notes(new.sentences(), quiet=quiet)
    else:
        from accord.report_page.example import example_findings

        if redact or listing is not None or since is not None:
            raise UsageError("the built-in example has nothing to hide or to list", "name a file")
        if task is not None or annotated_by is not None or lanes is not None:
            raise UsageError("the built-in example has a task and annotators of its own", "name a file")
        with watching("measuring the built-in example"):
            reports = example_findings(grid=grid, **options)
    with watching("drawing"):
        text = page(reports) if destination is not None else None
    write_beside(reports, folder, figure_format, quiet=quiet)
    if listing is not None:
        _write_listing(reports[0], data, listing, quiet=quiet)
    if text is not None and destination is not None:
        write_text(destination, text)
    _show(reports, output, details=details)
    if destination is not None and not quiet:
        notes([f"the page is in {destination}"], quiet=quiet)
        if len(reports) > 1:  # the beginning of so much has left the screen
            click.echo("\n".join(f"  {visible(sentence)}" for sentence in reports[0].verdict), err=True)
    return 0


def _as_stopped(findings: AnyFindings) -> AnyFindings:
    """What was found before it was stopped, marked as such."""
    sentence = f"Stopped: {'; '.join(unfinished_now())}." if unfinished_now() else "Stopped."
    return replace(findings, verdict=(sentence, *findings.verdict))


def _found(
    data: Annotations, wanted: Any, title: str | None, views: tuple[str, ...], options: dict[str, Any]
) -> AnyFindings:
    if views and not isinstance(data, Labels):
        raise UsageError(f"--view is for labels, and these are {data.kind}", "leave it out")
    seen = {"views": views} if isinstance(data, Labels) else {}
    with watching("measuring"):
        return findings(data, wanted, title=title, **seen, **options)


def _write_listing(findings: AnyFindings, data: Annotations | None, listing: str, *, quiet: bool) -> None:
    from accord.renderings.full_listing import write_listing

    rows = write_listing(findings, Path(listing), data)
    notes([f"{many(rows, 'row is', 'rows are')} in {listing}"], quiet=quiet)


def _show(reports: Sequence[AnyFindings | SavedFindings], output: str, *, details: bool) -> None:
    if output == "text" and on_a_terminal():
        from accord.renderings.findings_terminal import print_findings

        for findings in reports:
            print_findings(findings, details=details, more=MORE)
        return
    if output == "json":
        click.echo(json_text({**stopped_record(), **report_json(reports)}))
        return
    if output == "text":
        texts = [findings_text(findings, details=details, more=MORE) for findings in reports]
    else:
        texts = [WRITERS[output](findings) for findings in reports]
    print_as(output, "\n\n".join(texts))


def _read_back(path: str, wanted: str | None, output: str, *, details: bool) -> int:
    """Print the results that a page carries."""
    if wanted is not None:
        raise UsageError("this is a report already: nothing is written from it", "name the annotations instead")
    reports, whole = read_report(path), read_project_record(path)
    if whole is not None and output == "json":
        click.echo(json_text({**report_json(reports), "project": whole}))
        return 0
    if whole is not None and output == "text":
        lines = [whole.get("title"), *whole.get("lines", ()), *whole.get("verdict", ())]
        print_as(output, "\n".join(visible(str(line)) for line in lines) + "\n")
    _show(reports, output, details=details)
    return 0
