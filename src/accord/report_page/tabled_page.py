"""Sentences, figures and tables as one self-contained page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accord.renderings.read_as import read_as_rows
from accord.renderings.section import READ, Section
from accord.renderings.tabled import Tabled
from accord.renderings.tables import without_caption
from accord.report_page.figure import Figure
from accord.report_page.frame import rendered, specs_of
from accord.results import Diagnostics

PLACE = "t1"


def tabled_page(
    tabled: Tabled,
    figures: Mapping[str, Sequence[Figure]],
    record: object,
    *,
    command: str,
    question: str,
    diagnostics: Diagnostics = (),
) -> str:
    """The HTML text; it loads nothing from anywhere. Figures stand above the table with their key; the results are in
    the element `accord-COMMAND` as JSON."""
    sections = []
    for part in tabled.with_rows():
        table = part.table(False)
        sections.append(
            Section(part.key, READ, part.heading, table.caption, without_caption(table), listing=part.listing)
        )
    shown = {section.key: tuple(figures.get(section.key, ())) for section in sections}
    return rendered(
        "tabled.html",
        specs_of(shown, PLACE),
        (f"accord-{command}", record),
        title=tabled.title,
        heading=f"accord {command}",
        question=question,
        found=tabled,
        was_read_as=read_as_rows(tabled.read_as),
        diagnostics=diagnostics,
        sections=sections,
        figures=shown,
    )
