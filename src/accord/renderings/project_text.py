"""A project as plain text, Markdown, LaTeX and CSV: all questions first, then what is visible across them."""

from __future__ import annotations

import shutil
import textwrap
from functools import partial
from typing import TYPE_CHECKING

from accord.renderings.findings_text import MORE, NARROWEST, More, bullet, findings_text, section_text
from accord.renderings.findings_text import WRITERS as OF_ONE
from accord.renderings.project_tables import project_sections, questions_section, questions_table
from accord.renderings.read_as import read_as_lines
from accord.renderings.tables import WRITERS, as_csv, as_text, prose
from accord.results.foreign_text import visible

if TYPE_CHECKING:
    from accord.diagnosis.project.project_findings import ProjectFindings

WIDEST_FINDING = 60


def project_text(found: ProjectFindings, *, details: bool = False, more: More = MORE) -> str:
    """One screenful: all questions, and what was found across them; with `details`, every table and question."""
    width = min(100, max(NARROWEST, shutil.get_terminal_size((100, 24)).columns))
    title = visible(found.title)
    parts = [f"{title}\n{'═' * min(width, len(title))}", "\n".join(map(visible, found.lines))]
    if found.read_as:
        first, *lines = read_as_lines(found.read_as)
        fold = partial(textwrap.fill, width=width, subsequent_indent=" " * 11, break_on_hyphens=False)
        parts.append("\n".join([first, *map(fold, lines)]))
    parts.append("\n".join(bullet(one, width) for one in found.verdict))
    table = questions_table(found, first=None if details else WIDEST_FINDING)
    parts.append(f"All questions, worst first\n{as_text(table)}")
    across = found.findings if details else found.findings[:5]
    if across:
        parts.append("Across questions\n" + "\n".join(bullet(f"{one.title} {one.action}", width) for one in across))
    if not details:
        parts.append(f"({more[0]} shows every question and table; {more[1]} writes the page)")
        return "\n\n".join(parts)
    parts += [section_text(one, width) for one in project_sections(found)]
    parts += [findings_text(one, details=True) for one in found.reports]
    return "\n\n".join(parts)


def project_written(found: ProjectFindings, output: str) -> str:
    """In Markdown or LaTeX with every question; in CSV the table of all questions."""
    if output == "csv":
        return as_csv(questions_table(found, exact=True))
    write = WRITERS[output]
    parts = [prose(one, output) for one in (*found.lines, *found.verdict)]
    for one in (questions_section(found), *project_sections(found)):
        table = "" if one.table is None or not one.table.rows else write(one.table)
        parts += [part for part in (prose(one.heading, output), prose(one.sentence, output), table) if part]
    return "\n\n".join([*parts, *(OF_ONE[output](one) for one in found.reports)])
