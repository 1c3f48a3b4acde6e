"""People and models as one self-contained page: the verdicts in words, figures, and the tables behind them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from accord.renderings.admission_tables import SHOWN
from accord.renderings.admission_text import METHODS, ranking_sentence
from accord.renderings.read_as import read_as_rows
from accord.renderings.section import GOOD_ENOUGH, Section
from accord.renderings.tables import without_caption
from accord.report_page.charts.admission import admission_figures
from accord.report_page.frame import rendered, specs_of
from accord.report_page.notebook_charts import Charts
from accord.results.output_files import assert_new, write_text

if TYPE_CHECKING:
    from accord.admission.result import Admission

PLACE = "d1"
ELEMENT = "accord-admission"
"""The id of the script element with the results."""
LISTINGS = ("duels", "alone", "errors")


def admission_page(admission: Admission, title: str) -> str:
    """The HTML text; it loads nothing from anywhere."""
    figures = admission_figures(admission)
    return rendered(
        "admission.html",
        specs_of(figures, PLACE),
        (ELEMENT, admission.as_json()),
        title=title,
        heading="accord admit",
        question="May this model annotate the rest?",
        found=admission,
        ranking=ranking_sentence(admission),
        was_read_as=read_as_rows(admission.read_as),
        sections=list(_sections(admission)),
        figures=figures,
        words={"admitted": "good", "refused": "bad", "cannot tell": "fair"},
        methods=METHODS,
    )


def _sections(admission: Admission) -> Iterator[Section]:
    for key, (heading, table_of) in SHOWN.items():
        table = table_of(admission)
        if table.rows:
            caption = without_caption(table)
            yield Section(key, GOOD_ENOUGH, heading, table.caption, caption, listing=key in LISTINGS)


def admission_charts(admission: Admission) -> Charts:
    """The figures, each to be drawn alone."""
    return Charts(admission_figures(admission))


def write_admission_page(admission: Admission, path: str | Path, *, force: bool = False) -> None:
    """Write the page to a file."""
    if not force:
        assert_new(path)
    write_text(path, admission_page(admission, "People and models"))
