"""Findings as one self-contained HTML page: it loads nothing, and runs only the scripts that its policy names."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.annotations import redacted
from accord.diagnosis import AnyFindings, findings
from accord.diagnosis.additions import with_additions
from accord.diagnosis.any_findings import Annotations
from accord.diagnosis.finding import Finding
from accord.diagnosis.saved import SavedFindings
from accord.measures import all_measures, bibtex, short
from accord.renderings.graphs_style import STYLE as GRAPHS_STYLE
from accord.renderings.lanes_style import STYLE as LANES_STYLE
from accord.renderings.lanes_style import storable
from accord.renderings.methods import methods_paragraph
from accord.renderings.page_templates import template
from accord.renderings.section import PARTS, TO_FIX, Section
from accord.renderings.sections import sections_of
from accord.renderings.tables import Table
from accord.renderings.writing import write_text
from accord.report_page.figures import Figures, figures_of
from accord.results import SCHEMA, Expression, UsageError

if TYPE_CHECKING:
    import jinja2

OPEN = frozenset({"coefficients", "items", "plan", "reading"})
"""Sections whose table is shown beside their figures; elsewhere it is folded, as the figure shows the same."""
WIDEST = 600  # letters of a text in a table of the page


@dataclass(frozen=True)
class Part:
    """One of the reader's questions with the sections that answer it."""

    heading: str
    findings: tuple[Finding, ...]
    sections: tuple[Section, ...]


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
    elif isinstance(data, AnyFindings):
        found = [data]
    elif isinstance(data, Sequence) and all(isinstance(one, AnyFindings) for one in data):
        found = list(data)
    else:
        raise UsageError(
            f"report() takes annotations or findings, not {type(data).__name__}", "read a file with accord.read(path)"
        )
    if path is not None:
        write_text(Path(path), page(found))
    return found


def page(found: Sequence[AnyFindings]) -> str:
    """The HTML text."""
    from importlib.metadata import version

    reports = [_data_report(one, f"d{number}") for number, one in enumerate(found, 1)]
    shown = {(result.signature.shape, result.measure.split("(")[0]) for one in found for result in one.results}
    records = [record for key, record in all_measures().items() if key in shown]
    rows = tuple(
        (one.name, one.formula, one.assumes, one.missing, "; ".join(map(short, one.references))) for one in records
    )
    specs = {
        f"{one.place}-{figure.key}": {**figure.spec, "description": figure.title}
        for one in reports
        for figures in one.figures.values()
        for figure in figures
        if figure.spec is not None
    }
    scripts = [*_chart_scripts(), _text("page.js")]
    style = _text("page.css") + LANES_STYLE + GRAPHS_STYLE
    return _template().render(
        title=f"{found[0].title} — accord" if len(found) == 1 else "accord",
        heading="accord report",
        version=version("accord-iaa"),
        policy=_policy(scripts, style),
        style=style,
        scripts=scripts,
        vendored=vendored(),
        reports=reports,
        assumptions=Table(("measure", "formula", "assumes", "missing labels", "reference"), rows),
        bibliography="\n\n".join(
            bibtex(key) for key in dict.fromkeys(key for one in records for key in one.references)
        ),
        raw=_embedded(report_json(found)),
        specs=_embedded(specs),
    )


def report_json(found: Sequence[AnyFindings | SavedFindings]) -> dict[str, object]:
    """The results for programs: what `--format json` prints and what the page carries."""
    return {"schema": SCHEMA, "findings": [one.as_json() for one in found]}


def _data_report(found: AnyFindings, place: str) -> DataReport:
    sections = sections_of(found, widest=WIDEST)
    parts = []
    for heading in PARTS:
        here = tuple(one for one in sections if one.part == heading)
        findings = found.findings if heading == TO_FIX else ()
        if here or findings:
            parts.append(Part(heading, findings, here))
    return DataReport(place, found, tuple(parts), figures_of(found), methods_paragraph(found.results))


def _embedded(value: object) -> str:
    """JSON that cannot close the script element it stands in."""
    text = storable(json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _policy(scripts: Sequence[str], style: str) -> str:
    """A content-security policy that lets these scripts and this style sheet work, and nothing else."""
    named = " ".join(map(_digest, scripts))
    return f"default-src 'none'; script-src {named}; style-src {_digest(style)}; base-uri 'none'; form-action 'none'"


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def vendored() -> list[Mapping[str, Any]]:
    """The scripts by others that the page carries: package, version, licence, checksum."""
    made: list[Mapping[str, Any]] = json.loads(_folder("vendor").joinpath("versions.json").read_text(encoding="utf-8"))
    return made


@cache
def _chart_scripts() -> tuple[str, ...]:
    """Without the line that names a map for debuggers, which is not there to be loaded."""
    texts = [_folder("vendor").joinpath(one["file"]).read_text(encoding="utf-8") for one in vendored()]
    return tuple(text.split("//# sourceMappingURL=")[0].strip() for text in texts)


@cache
def _text(name: str) -> str:
    return _folder("templates").joinpath(name).read_text(encoding="utf-8")


def _folder(name: str) -> Path:
    return Path(__file__).parent / name


@cache
def _template() -> jinja2.Template:
    return template("accord.report_page", "report.html", kept_together=_kept_together)


def _kept_together(text: str) -> str:
    """A number and its unit on one line."""
    return text.replace(" %", "\u00a0%").replace(" ×", "\u00a0×").replace("κ = ", "κ\u00a0=\u00a0")
