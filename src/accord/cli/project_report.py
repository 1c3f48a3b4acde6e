"""`accord report` on a project: all questions, each question's report, and what is visible across them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import click

from accord.annotations import Annotations
from accord.annotations.project import Project
from accord.annotations.project_redacting import redacted_project
from accord.cli.destinations import write_beside
from accord.cli.grouping_options import GroupChoice, models_aside
from accord.cli.options import read_options
from accord.cli.streams import notes, print_as
from accord.diagnosis import AnyFindings, findings
from accord.diagnosis.additions import with_additions
from accord.diagnosis.project.project_findings import ProjectFindings, project_findings
from accord.diagnosis.project.since import Since, since_report
from accord.diagnosis.saved import read_report
from accord.evaluation import Options
from accord.renderings.project_text import project_text, project_written
from accord.report_page import page, report_json
from accord.results import Expression, UsageError
from accord.results.foreign_text import json_text
from accord.results.output_files import write_text
from accord.results.working import watching

MORE = ("--details", "-o report.html")


@dataclass(frozen=True, eq=False)
class ProjectReport:
    """What was asked about a project, and how its questions are measured."""

    project: Project
    paths: tuple[str, ...]
    reading: dict[str, Any]
    wanted: Sequence[Expression] | None
    computing: Options
    grouping: GroupChoice
    label_columns: Sequence[str] | None
    grid: bool
    redact: bool

    def found(self, title: str | None, *, overall: bool, since: str | None) -> ProjectFindings:
        """All findings."""
        named = title or ("Project" if self.redact else Path(self.paths[0]).name)
        shown = redacted_project(self.project) if self.redact else self.project
        made = project_findings(shown, self._question, title=named, overall=overall)
        if since is None:
            return made
        by_name = {report.title: report for report in made.reports}
        return replace(made, since=since_saved(since, by_name, () if self.redact else self.project.annotators))

    def _question(self, name: str, data: Annotations) -> AnyFindings:
        """The findings of one question, as the report of it alone has them; of redacted data, groups by their names."""
        from accord.comparison.kinds_apart import kinds_apart

        named = self.project[name]
        groups = self.grouping.found(named, self.reading["people"], self.wanted, self.computing, redact=self.redact)
        data = self.grouping.told(data)
        kinds = None
        if not self.redact and models_aside(data, self.reading):
            kinds = kinds_apart(self._everybody[name], self.wanted[0] if self.wanted else None, self.computing)
        with watching(f"measuring {name}"):
            own_findings = findings(data, self.wanted, title=name, **asdict(self.computing))
        if self.grid:
            with watching("reading the value as an error (--no-grid leaves this out)"):
                own_findings = with_additions(own_findings, data, grid=True)
        return own_findings if groups is None and kinds is None else replace(own_findings, groups=groups, kinds=kinds)

    @cached_property
    def _everybody(self) -> Project:
        """The same fields with everybody, read once."""
        from accord.formats.project_reading import project

        options = {**read_options(self.reading), "only": ["*"], "strict": False}
        paths = self.paths[0] if len(self.paths) == 1 else list(self.paths)
        return project(paths, label_columns=self.label_columns, **options)


def report_project(
    asked: ProjectReport,
    destination: str | None,
    *,
    title: str | None,
    overall: bool,
    since: str | None,
    folder: str | None,
    figure_format: str,
    details: bool,
    output: str,
    quiet: bool,
) -> int:
    """Write the page and the figures, and show the summary."""
    findings = asked.found(title, overall=overall, since=since)
    with watching("drawing"):
        text = page(findings.reports, findings) if destination is not None else None
    write_beside(findings.reports, folder, figure_format, quiet=quiet)
    if text is not None and destination is not None:
        write_text(destination, text)
    if output == "json":
        click.echo(json_text(report_json(findings.reports, findings)))
    elif output == "text":
        print_as(output, project_text(findings, details=details, more=MORE))
    else:
        print_as(output, project_written(findings, output))
    if destination is not None:
        notes([f"the page is in {destination}"], quiet=quiet)
    return 0


def since_saved(path: str, by_question: Mapping[str, AnyFindings], people: Sequence[str]) -> Since:
    """What is new since the report in a file."""
    return since_report(by_question, read_report(path), Path(path).name, people)


def refuse_for_one(**options: object) -> None:
    """A UsageError for an option of `accord report` that is about one field."""
    for name, value in options.items():
        if value not in (None, (), False):
            option = name.replace("_", "-")
            raise UsageError(f"--{option} is for one question, and there are several", "choose one with --field")
