"""Findings as one self-contained HTML page: it loads nothing, and runs only the scripts that its policy names."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from accord.annotations import redacted
from accord.diagnosis import AnyFindings, findings
from accord.diagnosis.additions import with_additions
from accord.diagnosis.any_findings import Annotations
from accord.diagnosis.saved import ELEMENT, SavedFindings
from accord.diagnosis.shared_findings import SharedFindings
from accord.measures import all_measures, bibtex, short
from accord.renderings.methods import methods_paragraph
from accord.renderings.read_as import read_as_rows
from accord.renderings.section import PARTS
from accord.renderings.sections import Part, parts_of, sections_of
from accord.renderings.tables import Table
from accord.report_page.figures import Figures, figures_of
from accord.report_page.frame import rendered, specs_of
from accord.results import SCHEMA, Expression, UsageError
from accord.results.option_names import command, spelled
from accord.results.output_files import write_text

OPEN = frozenset({"coefficients", "items", "plan", "reading"})
"""Sections whose table is shown beside their figures; elsewhere it is folded, as the figure shows the same."""
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


def report(
    data: Annotations | AnyFindings | Sequence[AnyFindings],
    path: str | os.PathLike[str] | None = None,
    measures: Sequence[str | Expression] | None = None,
    *,
    grid: bool = False,
    features: str | None = None,
    cluster: str | None = None,
    redact: bool = False,
    **options: object,
) -> list[AnyFindings]:
    """Write the report of the data to `path`, and return the findings it shows.

    With `grid` values are also read as the error that produces them, which takes seconds for spans; `features` is a
    table of what items are like, to tell which are hard; `redact` leaves all texts and names of annotators out.
    """
    found: list[AnyFindings]
    if isinstance(data, Annotations):
        shown = redacted(data) if redact else data
        found = [findings(shown, measures, **options)]
        if grid or features is not None:
            found = [with_additions(found[0], shown, grid=grid, features=features, cluster=cluster)]
    elif redact:
        raise UsageError("findings cannot be redacted any more", "give report() the annotations themselves")
    elif isinstance(data, SharedFindings):
        found = [data]
    elif isinstance(data, Sequence) and all(isinstance(one, SharedFindings) for one in data):
        found = list(data)
    else:
        raise UsageError(
            f"report() takes annotations or findings, not {type(data).__name__}", "read a file with accord.read(path)"
        )
    if path is not None:
        own = data.files if isinstance(data, Annotations) else ()
        write_text(path, page(found), inputs=own if features is None else (*own, features))
    return found


def page(found: Sequence[AnyFindings]) -> str:
    """The HTML text."""
    reports = [_data_report(one, f"d{number}") for number, one in enumerate(found, 1)]
    shown = {(result.signature.shape, result.measure.split("(")[0]) for one in found for result in one.results}
    records = [record for key, record in all_measures().items() if key in shown]
    rows = tuple(
        (one.name, one.formula, one.assumes, one.missing, "; ".join(map(short, one.references))) for one in records
    )
    specs = {
        name: spec
        for one in reports
        for figures in one.figures.values()
        for name, spec in specs_of(figures, one.place).items()
    }
    return rendered(
        "report.html",
        specs,
        (ELEMENT, report_json(found)),
        title=f"{found[0].title} — accord" if len(found) == 1 else "accord",
        heading="accord report",
        read_back=spelled(command("read back")),
        question="Is this annotation good enough, what does the number mean, and what should we fix?",
        reports=reports,
        assumptions=Table(("measure", "formula", "assumes", "missing labels", "reference"), rows),
        bibliography="\n\n".join(
            bibtex(key) for key in dict.fromkeys(key for one in records for key in one.references)
        ),
    )


def report_json(found: Sequence[AnyFindings | SavedFindings]) -> dict[str, object]:
    """The results for programs: what `--format json` prints and what the page carries."""
    return {"schema": SCHEMA, "findings": [one.as_json() for one in found]}


def _data_report(found: AnyFindings, place: str) -> DataReport:
    sections = sections_of(found, widest=WIDEST)
    parts = tuple(parts_of(found, sections))
    shown = {one.key for one in sections}  # a figure whose section has nothing to say is not carried along
    figures = {key: made for key, made in figures_of(found).items() if key in shown}
    return DataReport(place, found, parts, figures, methods_paragraph(found.results, found.reference))
