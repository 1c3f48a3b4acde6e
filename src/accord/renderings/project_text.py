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


def project_text(findings: ProjectFindings, *, details: bool = False, more: More = MORE) -> str:
    """One screenful: all questions, and what was found across them; with `details`, every table and question."""
    width = min(100, max(NARROWEST, shutil.get_terminal_size((100, 24)).columns))
    title = visible(findings.title)
    parts = [f"{title}\n{'═' * min(width, len(title))}", "\n".join(map(visible, findings.lines))]
    if findings.read_as:
        first, *lines = read_as_lines(findings.read_as)
        fold = partial(textwrap.fill, width=width, subsequent_indent=" " * 11, break_on_hyphens=False)
        parts.append("\n".join([first, *map(fold, lines)]))
    parts.append("\n".join(bullet(sentence, width) for sentence in findings.verdict))
    table = questions_table(findings, first=None if details else WIDEST_FINDING)
    parts.append(f"All questions, worst first\n{as_text(table)}")
    across = findings.findings if details else findings.findings[:5]
    if across:
        parts.append(
            "Across questions\n" + "\n".join(bullet(f"{finding.title} {finding.action}", width) for finding in across)
        )
    if not details:
        parts.append(f"({more[0]} shows every question and table; {more[1]} writes the page)")
        return "\n\n".join(parts)
    parts += [section_text(section, width) for section in project_sections(findings)]
    parts += [findings_text(report, details=True) for report in findings.reports]
    return "\n\n".join(parts)


def project_written(findings: ProjectFindings, output: str) -> str:
    """In Markdown or LaTeX with every question; in CSV the table of all questions."""
    if output == "csv":
        return as_csv(questions_table(findings, exact=True))
    write = WRITERS[output]
    parts = [prose(sentence, output) for sentence in (*findings.lines, *findings.verdict)]
    for section in (questions_section(findings), *project_sections(findings)):
        table = "" if section.table is None or not section.table.rows else write(section.table)
        parts += [part for part in (prose(section.heading, output), prose(section.sentence, output), table) if part]
    return "\n\n".join([*parts, *(OF_ONE[output](report) for report in findings.reports)])
