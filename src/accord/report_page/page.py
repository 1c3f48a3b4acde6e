"""Findings as one self-contained HTML page: it loads nothing, and runs only the scripts that its policy names."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Annotations, Answers, Labels, Relations, Spans, View, redacted
from accord.annotations.among import Names
from accord.annotations.project import Project
from accord.annotations.project_redacting import redacted_project
from accord.diagnosis import AnyFindings, findings
from accord.diagnosis.additions import with_additions
from accord.diagnosis.any_findings import Measures
from accord.diagnosis.reports import Reports
from accord.diagnosis.saved import ELEMENT, SavedFindings
from accord.diagnosis.shared_findings import SharedFindings
from accord.evaluation.among_public import AnnotatedBy
from accord.evaluation.measuring import Method, Resample, Undefined
from accord.formats.public_functions import public
from accord.measures import SHAPES, bibtex, measures_of, short
from accord.renderings.methods import methods_paragraph_of
from accord.renderings.read_as import read_as_rows
from accord.renderings.section import PARTS, Section
from accord.renderings.sections import MOST_ITEMS, Part, parts_of, sections_of
from accord.renderings.tables import Table
from accord.report_page.figure import Figure
from accord.report_page.figures import Figures, figures_of
from accord.report_page.frame import rendered, specs_of
from accord.results import SCHEMA, UsageError
from accord.results.listed import left_out
from accord.results.option_names import command, spelled
from accord.results.output_files import write_text

if TYPE_CHECKING:
    from accord.alignment import Alignment
    from accord.diagnosis import AnswerFindings, Findings, RelationFindings, SpanFindings
    from accord.diagnosis.project.project_findings import ProjectFindings
    from accord.formats.given_data import Given

OneShape = TypeVar("OneShape", "Findings", "SpanFindings", "RelationFindings", "AnswerFindings")
Path = str | os.PathLike[str] | None
OPEN = frozenset({"coefficients", "items", "plan", "reading"})
"""Sections whose table is shown beside their figures; elsewhere it is folded, as the figure shows the same."""
FEWEST_ITEMS = 5  # rows of a list to look things up in, where a page has many questions
FEW_QUESTIONS = 8  # of which each has all bands of the published scales
WIDEST = 600  # letters of a text in a table of the page


@dataclass(frozen=True)
class DataReport:
    """What the page shows about one data set."""

    place: str
    found: AnyFindings
    parts: tuple[Part, ...]
    figures: Figures
    methods: str

    @property
    def folded(self) -> frozenset[str]:
        return frozenset(self.figures) - OPEN

    @property
    def read_as(self) -> list[tuple[str, str, str]]:
        return read_as_rows(self.found.data.read_as)

    @property
    def verdict(self) -> list[tuple[str, str]]:
        """The three sentences beside the questions they answer."""
        questions = PARTS[:3] if len(self.found.verdict) == 3 else (PARTS[0], PARTS[2])
        return list(zip(questions, self.found.verdict, strict=False))


@dataclass(frozen=True)
class ShownProject:
    """What the page shows about all questions together."""

    place: str
    found: ProjectFindings
    first: Section
    figures: tuple[Figure, ...]
    across: tuple[Section, ...]
    read_as: list[tuple[str, str, str]]
    questions: tuple[tuple[str, str], ...]
    """The name of each question and the anchor of its report."""


@overload
def report(
    data: Labels | NDArray[np.generic], path: Path = None, measures: Measures | None = None, **options: Any
) -> Findings: ...
@overload
def report(data: Spans, path: Path = None, measures: Measures | None = None, **options: Any) -> SpanFindings: ...
@overload
def report(
    data: Relations, path: Path = None, measures: Measures | None = None, **options: Any
) -> RelationFindings: ...
@overload
def report(data: Answers, path: Path = None, measures: Measures | None = None, **options: Any) -> AnswerFindings: ...
@overload
def report(data: OneShape, path: Path = None, measures: Measures | None = None, **options: Any) -> OneShape: ...
@overload
def report(
    data: Sequence[SharedFindings], path: Path = None, measures: Measures | None = None, **options: Any
) -> Reports[AnyFindings]: ...
@overload
def report(data: Project, path: Path = None, measures: Measures | None = None, **options: Any) -> ProjectFindings: ...
@overload
def report(
    data: Annotations | Given, path: Path = None, measures: Measures | None = None, **options: Any
) -> AnyFindings: ...


@public(also=(SharedFindings, Reports, Project))  # type: ignore[misc]  # in the stub the overloads have all options
def report(
    data: Annotations | AnyFindings | Sequence[AnyFindings] | Project,
    path: Path = None,
    measures: Measures | None = None,
    *,
    title: str | None = None,
    introduction: str = "",
    views: str | View | Sequence[str | View] = (),
    alignment: Alignment | None = None,
    reference: str | None = None,
    task: str | None = None,
    annotated_by: AnnotatedBy | None = None,
    grid: bool = False,
    features: str | None = None,
    cluster: str | None = None,
    redact: bool = False,
    confidence: float | None = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    resample: Resample = "items",
    method: Method | None = None,
    undefined: Undefined = "nan",
    only: Names = None,
    without: Names = None,
) -> AnyFindings | Reports[AnyFindings] | ProjectFindings:
    """Write the report of the data, and return the findings it shows.

    Parameters
    ----------
    data
        Annotations, a data frame (long or wide), an array or rows of labels (items × annotators), or a path; or
        findings, and a list of them, of which the page is written as they are; or a project, whose questions stand on
        one page.
    path
        The page to write; None to write nothing.
    measures
        One expression, such as "alpha", or several; None for those that apply to the data.
    title, introduction, views, alignment, reference, task, annotated_by
        As in `accord.findings`.
    grid
        Also read values as the error that produces them, which takes seconds for spans.
    features
        A table of what items are like, to tell which are hard.
    cluster
        The column of that table that says which items belong together.
    redact
        Leave out all texts and names of annotators.
    confidence, replicates, seed, rng, resample, method, undefined
        How values and intervals are computed, as in `accord.measure`.
    only, without
        The annotators that it is about, and those that it is not.

    Returns
    -------
    Findings, SpanFindings, RelationFindings or AnswerFindings
        What `accord.findings` gives; of a list of findings, Reports, which is a sequence of them; of a project,
        ProjectFindings, which has those of each question and what is visible across them.

    Raises
    ------
    DataError
        When the data cannot be read, or the page cannot be written.
    UsageError
        When there is no such measure, or an option is for annotations of another shape.

    Examples
    --------
    >>> import accord
    >>> found = accord.report([["a", "a"], ["b", "a"], ["b", "b"]], None, "alpha", confidence=None)
    >>> found.results["alpha"]
    Result(alpha = 0.444)
    """
    reported: AnyFindings | Reports[AnyFindings]
    _assert_page(path)
    settings: dict[str, Any] = {"confidence": confidence, "replicates": replicates, "seed": seed, "resample": resample}
    settings |= {"method": method, "undefined": undefined, "only": only, "without": without}
    if isinstance(data, Project):
        return _project_written(data, path, measures, title, settings, grid=grid, redact=redact)
    if isinstance(data, Annotations):
        shown = redacted(data) if redact else data
        reported = findings(
            shown,
            measures,
            title=title,
            introduction=introduction,
            views=views,
            alignment=alignment,
            reference=reference,
            task=task,
            annotated_by=annotated_by,
            **settings,
        )
        if grid or features is not None:
            reported = with_additions(reported, shown, grid=grid, features=features, cluster=cluster)
    elif redact:
        raise UsageError("findings cannot be redacted any more", "give report() the annotations themselves")
    else:
        reported = data if isinstance(data, SharedFindings) else Reports(data)
    if path is not None:
        own = data.files if isinstance(data, Annotations) else ()
        text = page([reported] if isinstance(reported, SharedFindings) else reported)
        write_text(path, text, inputs=own if features is None else (*own, features))
    return reported


def _assert_page(path: Path) -> None:
    """A UsageError for a file that could not be opened as a page."""
    if path is not None and PurePath(path).suffix.lower() not in ("", ".html", ".htm"):
        hint = f"name it '{PurePath(path).with_suffix('.html')}'; accord.summary() writes text, Markdown and LaTeX"
        raise UsageError(f"report() writes a page, and '{path}' does not end in .html", hint)


def _project_written(
    project: Project,
    path: Path,
    measures: Measures | None,
    title: str | None,
    settings: dict[str, Any],
    *,
    grid: bool,
    redact: bool,
) -> ProjectFindings:
    """The report of a project, each question as its own report has it."""
    from accord.diagnosis.project.project_findings import project_findings

    def question(name: str, data: Annotations) -> AnyFindings:
        made = findings(data, measures, title=name, **settings)
        return with_additions(made, data, grid=True) if grid else made

    shown = redacted_project(project) if redact else project
    reported = project_findings(shown, question, title=title or ("Project" if redact else None))
    if path is not None:
        write_text(path, page(reported.reports, reported), inputs=project.files)
    return reported


def page(all_findings: Sequence[AnyFindings], project: ProjectFindings | None = None) -> str:
    """The HTML text; of a project, all questions stand first, and what is visible across them last."""
    most = MOST_ITEMS if project is None else max(FEWEST_ITEMS, MOST_ITEMS // max(len(all_findings), 1))
    reports = [_data_report(findings, f"d{number}", most) for number, findings in enumerate(all_findings, 1)]
    whole = None if project is None else _project_report(project, reports)
    shown = {
        (result.signature.shape, result.measure.split("(")[0])
        for findings in all_findings
        for result in findings.results
    }
    shapes = [shape for shape in SHAPES if any(shape == other for other, _ in shown)]
    records = [record for shape in shapes for name, record in measures_of(shape).items() if (shape, name) in shown]
    rows = tuple(
        (record.name, record.formula, record.assumes, record.missing, "; ".join(map(short, record.references)))
        for record in records
    )
    specs = {name: spec for report in reports for name, spec in specs_of(report.figures, report.place).items()}
    if whole is not None:
        specs |= specs_of({"questions": whole.figures}, whole.place)
    return rendered(
        "report.html",
        specs,
        (ELEMENT, _with_first_items(report_json(all_findings, project), most)),
        title=_title(all_findings, project),
        project=whole,
        heading="accord report",
        read_back=spelled(command("read back")),
        question="Is this annotation good enough, what does the number mean, and what should we fix?",
        reports=reports,
        assumptions=Table(("measure", "formula", "assumes", "missing labels", "reference"), rows),
        bibliography="\n\n".join(
            bibtex(key) for key in dict.fromkeys(key for record in records for key in record.references)
        ),
    )


def _title(all_findings: Sequence[AnyFindings], project: ProjectFindings | None) -> str:
    if project is not None:
        return f"{project.title} — accord"
    return f"{all_findings[0].title} — accord" if len(all_findings) == 1 else "accord"


def report_json(
    all_findings: Sequence[AnyFindings | SavedFindings], project: ProjectFindings | None = None
) -> dict[str, object]:
    """The results for programs: what `--format json` prints and what the page carries."""
    whole = {} if project is None else {"project": project.as_json()}
    return {"schema": SCHEMA, "findings": [findings.as_json() for findings in all_findings], **whole}


def _with_first_items(record: dict[str, object], most: int) -> dict[str, object]:
    """The results as a page carries them: lists of items as long as its tables, and how many more there are."""
    shown = []
    for saved in record["findings"] if isinstance(record["findings"], list) else ():
        items = saved.get("items")
        top = items.get("top") if isinstance(items, dict) else None
        if top is not None and len(top) > most:
            saved = {**saved, "items": {**items, "top": top[:most], **left_out(len(top), most)}}
        public = saved.get("atlas")
        known = public.get("corpora") if isinstance(public, dict) else None
        if known is not None and len(known) > most:
            near = sorted(known, key=lambda corpus: abs(corpus["value"] - public["value"]))[:most]
            saved = {**saved, "atlas": {**public, "corpora": near, **left_out(len(known), most)}}
        shown.append(saved)
    return {**record, "findings": shown}


def _project_report(project: ProjectFindings, reports: Sequence[DataReport]) -> ShownProject:
    from accord.renderings.project_tables import project_sections, questions_section
    from accord.report_page.charts.questions import questions_figure

    figure = questions_figure(project.questions)
    places = {report.found.title: report.place for report in reports}
    return ShownProject(
        "p1",
        project,
        questions_section(project),
        () if figure is None else (figure,),
        tuple(project_sections(project)),
        read_as_rows(project.read_as),
        tuple((question.name, places[question.name]) for question in project.questions if question.name in places),
    )


def _with_own_bands(figure: Figure) -> Figure:
    table = figure.table
    if table is None:
        return figure
    return replace(figure, table=replace(table, rows=tuple(row for row in table.rows if row[-1]) or table.rows))


def _data_report(findings: AnyFindings, place: str, most: int = MOST_ITEMS) -> DataReport:
    sections = sections_of(findings, most, widest=WIDEST)
    shown = {section.key for section in sections}  # a figure whose section has nothing to say is not carried along
    figures = {key: made for key, made in figures_of(findings).items() if key in shown}
    if most < MOST_ITEMS // FEW_QUESTIONS and "scales" in figures:  # the bands are the same in all questions
        figures["scales"] = tuple(map(_with_own_bands, figures["scales"]))
    return DataReport(place, findings, tuple(parts_of(findings, sections)), figures, methods_paragraph_of(findings))
