"""Findings as plain text, Markdown, LaTeX and CSV: the sections of the report in other clothes."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from accord.atlas.placing import INCOMPARABLE
from accord.diagnosis.finding import Finding
from accord.diagnosis.saved import SavedFindings
from accord.renderings.methods import methods_paragraph_of
from accord.renderings.read_as import HEADING, read_as_lines, read_as_rows
from accord.renderings.results import remarks, results_table
from accord.renderings.section import Section
from accord.renderings.sections import Part, parts_of, sections_of
from accord.renderings.tables import Table, as_csv, as_latex, as_markdown, as_text, markdown_text, prose
from accord.results import UsageError
from accord.results.foreign_text import visible
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.diagnosis import AnyFindings

MOST_ROWS, WIDEST = 15, 80
FIRST = ("table", "kinds", "coefficients", "groups")
"""Sections of one screenful; of answers, which have no such table, the items."""
FIRST_OF_ANSWERS = ("items", "coefficients", "groups")
NARROWEST = 20  # letters of a line
NARROW = 9  # columns of a table that still fits one screenful


Output = Literal["text", "markdown", "latex", "csv"]
More = tuple[str, str]
MORE: More = ("details=True", "accord.report")
"""How to ask for everything, and for the page; the command line has options instead."""


def summary(findings: AnyFindings | SavedFindings, *, details: bool = False, output: Output = "text") -> str:
    """Findings as text; `accord.report` writes the page.

    Parameters
    ----------
    findings
        What `accord.findings` or `accord.report` gave, or one of those that `accord.read_report` read.
    details
        Everything, and not one screenful.
    output
        "text", or the tables as "markdown", "latex" or "csv".

    Returns
    -------
    str
        The text, to be printed or written.

    Raises
    ------
    UsageError
        When there is no such output.

    Examples
    --------
    >>> import accord
    >>> data = accord.labels([["a", "a"], ["a", "b"], ["b", "b"], ["a", "a"]] * 5)
    >>> print(summary(accord.findings(data, title="a pilot", replicates=20)).splitlines()[0])
    a pilot
    """
    if output == "text":
        return findings_text(findings, details=details)
    if output not in WRITERS:
        raise UsageError(f"there is no output '{output}'", f"use text or {', '.join(WRITERS)}")
    return WRITERS[output](findings)


def findings_text(findings: AnyFindings | SavedFindings, *, details: bool, more: More = MORE) -> str:
    """One screenful: the verdict and the coefficients; with `details`, everything. `more` says how to ask for that."""
    width = min(100, max(NARROWEST, shutil.get_terminal_size((100, 24)).columns))
    title = visible(findings.title)
    parts = [f"{title}\n{'═' * min(width, len(title))}", "\n".join(map(visible, findings.data.lines()))]
    if findings.data.read_as:
        first, *lines = read_as_lines(findings.data.read_as)
        parts.append("\n".join([first, *(textwrap.fill(line, width, subsequent_indent=" " * 11) for line in lines)]))
    if findings.verdict:
        parts.append("\n".join(bullet(sentence, width) for sentence in findings.verdict))
    if not details:
        parts += [
            f"{visible(section.heading)}\n{as_text(table)}"
            for section in first_sections(findings)
            if (table := section.table)
        ]
        parts += [bullet(visible(remark), width) for remark in first_remarks(findings)]
        actions = first_actions(findings)
        if actions:
            parts.append("What to do first\n" + "\n".join(bullet(action, width) for action in actions))
        parts.append(more_on_request(findings, more))
        return "\n\n".join(parts)
    for part in by_part(findings):
        parts.append(part.heading.upper())
        if part.findings:
            parts.append("\n".join(_finding(number, finding, width) for number, finding in enumerate(part.findings, 1)))
        parts += [section_text(section, width) for section in part.sections]
    return "\n\n".join(parts)


def first_sections(findings: AnyFindings | SavedFindings) -> list[Section]:
    """What one screenful shows: the table that says most, and the coefficients."""
    wanted = FIRST_OF_ANSWERS if findings.data.kind == "answers" else FIRST
    known = {section.key: section for section in sections_of(findings, MOST_ROWS, WIDEST)}
    shown = [known[key] for key in wanted if key in known]
    return [section for section in shown if section.table is not None and len(section.table.header) <= NARROW + 1]


def first_remarks(findings: AnyFindings | SavedFindings) -> list[str]:
    """What is said of the values in one screenful: remarks, and where they stand among public data sets."""
    sentences = list(remarks(findings.results))
    if isinstance(findings, SavedFindings) or (main := (places := findings.places).main) is None:
        return sentences
    if main.placed:
        sentences.append(f"{main.sentence} {INCOMPARABLE}")
    return [*sentences, places.others] if places.others else sentences


def first_actions(findings: AnyFindings | SavedFindings) -> list[str]:
    return list(dict.fromkeys(finding.action for finding in findings.findings[:3]))


def more_on_request(findings: AnyFindings | SavedFindings, more: More) -> str:
    rest = many(len(findings.findings), "finding") + " in all, and " if findings.findings else ""
    return f"({more[0]} shows {rest}further tables; {more[1]} writes the page)"


def by_part(findings: AnyFindings | SavedFindings) -> list[Part]:
    """The sections under the questions they answer."""
    return parts_of(findings, sections_of(findings, MOST_ROWS, WIDEST))


def findings_markdown(findings: AnyFindings | SavedFindings) -> str:
    """Headings, sentences and tables; the methods paragraph at the end."""
    facts = "  \n".join(map(markdown_text, findings.data.lines()))
    parts = [f"## {markdown_text(findings.title)}", facts, "\n".join(f"- {markdown_text(s)}" for s in findings.verdict)]
    if findings.data.read_as:
        rows = tuple(read_as_rows(findings.data.read_as))
        parts[2:2] = [f"### {HEADING}", as_markdown(Table(("what", "read as", "otherwise"), rows))]
    for part in by_part(findings):
        parts.append(f"### {part.heading}")
        if part.findings:
            parts.append("\n".join(map(_finding_markdown, part.findings)))
        for section in part.sections:
            table = as_markdown(section.table) if section.table is not None and section.table.rows else ""
            note = "  \n".join(map(markdown_text, section.note.split("\n")))
            texts = (f"#### {markdown_text(section.heading)}", markdown_text(section.sentence), table, note)
            parts.append("\n\n".join(text for text in texts if text))
    parts.append(f"### Methods\n\n{markdown_text(methods_paragraph_of(findings))}")
    return "\n\n".join(part for part in parts if part)


def _finding_markdown(finding: Finding) -> str:
    title, explanation, action = map(markdown_text, (finding.title, finding.explanation, finding.action))
    return f"- **{title}** {explanation} *{action}*"


def findings_latex(findings: AnyFindings | SavedFindings) -> str:
    """Every table ready for a paper, coefficients first."""
    listed = [
        (section.heading, section.table)
        for section in sections_of(findings, MOST_ROWS, WIDEST)
        if section.table and section.table.rows
    ]
    tables = [as_latex(replace(table, caption=f"{findings.title}: {heading}")) for heading, table in listed]
    return "\n\n".join([*tables, *(prose(remark, "latex") for remark in remarks(findings.results))])


def findings_csv(findings: AnyFindings | SavedFindings) -> str:
    """The table that says most and the coefficients with all their digits."""
    first = [
        as_csv(section.table) for section in first_sections(findings) if section.table and section.key != "coefficients"
    ]
    return "\n\n".join([*first, as_csv(results_table(findings.results, exact=True))])


WRITERS: dict[str, Callable[[AnyFindings | SavedFindings], str]] = {
    "csv": findings_csv,
    "latex": findings_latex,
    "markdown": findings_markdown,
}


def section_text(section: Section, width: int) -> str:
    lines = [visible(section.heading)]
    if section.sentence:
        lines.append(textwrap.fill(visible(section.sentence), width))
    if section.table is not None and section.table.rows:
        lines.append(as_text(section.table))
    lines += [textwrap.fill(visible(line), width) for line in section.note.split("\n") if line]
    return "\n".join(lines)


def _finding(number: int, finding: Finding, width: int) -> str:
    text = visible(f"{finding.explanation} → {finding.action}")
    body = textwrap.fill(text, width, initial_indent="   ", subsequent_indent="   ")
    return f"{bullet(finding.title, width, f'{number}. ')}\n{body}"


def bullet(text: str, width: int, mark: str = "• ") -> str:
    """A paragraph behind a mark, indented."""
    return textwrap.fill(visible(text), width, initial_indent=mark, subsequent_indent=" " * len(mark))
