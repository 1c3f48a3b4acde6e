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


def summary(found: AnyFindings | SavedFindings, *, details: bool = False, output: Output = "text") -> str:
    """Findings as text; `accord.report` writes the page.

    Parameters
    ----------
    found
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
        return findings_text(found, details=details)
    if output not in WRITERS:
        raise UsageError(f"there is no output '{output}'", f"use text or {', '.join(WRITERS)}")
    return WRITERS[output](found)


def findings_text(found: AnyFindings | SavedFindings, *, details: bool, more: More = MORE) -> str:
    """One screenful: the verdict and the coefficients; with `details`, everything. `more` says how to ask for that."""
    width = min(100, max(NARROWEST, shutil.get_terminal_size((100, 24)).columns))
    title = visible(found.title)
    parts = [f"{title}\n{'═' * min(width, len(title))}", "\n".join(map(visible, found.data.lines()))]
    if found.data.read_as:
        first, *lines = read_as_lines(found.data.read_as)
        parts.append("\n".join([first, *(textwrap.fill(one, width, subsequent_indent=" " * 11) for one in lines)]))
    if found.verdict:
        parts.append("\n".join(bullet(sentence, width) for sentence in found.verdict))
    if not details:
        parts += [f"{visible(one.heading)}\n{as_text(table)}" for one in first_sections(found) if (table := one.table)]
        parts += [bullet(visible(one), width) for one in first_remarks(found)]
        actions = first_actions(found)
        if actions:
            parts.append("What to do first\n" + "\n".join(bullet(action, width) for action in actions))
        parts.append(more_on_request(found, more))
        return "\n\n".join(parts)
    for part in by_part(found):
        parts.append(part.heading.upper())
        if part.findings:
            parts.append("\n".join(_finding(number, one, width) for number, one in enumerate(part.findings, 1)))
        parts += [section_text(one, width) for one in part.sections]
    return "\n\n".join(parts)


def first_sections(found: AnyFindings | SavedFindings) -> list[Section]:
    """What one screenful shows: the table that says most, and the coefficients."""
    wanted = FIRST_OF_ANSWERS if found.data.kind == "answers" else FIRST
    known = {one.key: one for one in sections_of(found, MOST_ROWS, WIDEST)}
    shown = [known[key] for key in wanted if key in known]
    return [one for one in shown if one.table is not None and len(one.table.header) <= NARROW + 1]


def first_remarks(found: AnyFindings | SavedFindings) -> list[str]:
    """What is said of the values in one screenful: remarks, and where they stand among public data sets."""
    said = list(remarks(found.results))
    if isinstance(found, SavedFindings) or (main := (places := found.places).main) is None:
        return said
    if main.placed:
        said.append(f"{main.sentence} {INCOMPARABLE}")
    return [*said, places.others] if places.others else said


def first_actions(found: AnyFindings | SavedFindings) -> list[str]:
    return list(dict.fromkeys(finding.action for finding in found.findings[:3]))


def more_on_request(found: AnyFindings | SavedFindings, more: More) -> str:
    rest = many(len(found.findings), "finding") + " in all, and " if found.findings else ""
    return f"({more[0]} shows {rest}further tables; {more[1]} writes the page)"


def by_part(found: AnyFindings | SavedFindings) -> list[Part]:
    """The sections under the questions they answer."""
    return parts_of(found, sections_of(found, MOST_ROWS, WIDEST))


def findings_markdown(found: AnyFindings | SavedFindings) -> str:
    """Headings, sentences and tables; the methods paragraph at the end."""
    facts = "  \n".join(map(markdown_text, found.data.lines()))
    parts = [f"## {markdown_text(found.title)}", facts, "\n".join(f"- {markdown_text(s)}" for s in found.verdict)]
    if found.data.read_as:
        rows = tuple(read_as_rows(found.data.read_as))
        parts[2:2] = [f"### {HEADING}", as_markdown(Table(("what", "read as", "otherwise"), rows))]
    for part in by_part(found):
        parts.append(f"### {part.heading}")
        if part.findings:
            parts.append("\n".join(map(_finding_markdown, part.findings)))
        for one in part.sections:
            table = as_markdown(one.table) if one.table is not None and one.table.rows else ""
            note = "  \n".join(map(markdown_text, one.note.split("\n")))
            said = (f"#### {markdown_text(one.heading)}", markdown_text(one.sentence), table, note)
            parts.append("\n\n".join(text for text in said if text))
    parts.append(f"### Methods\n\n{markdown_text(methods_paragraph_of(found))}")
    return "\n\n".join(part for part in parts if part)


def _finding_markdown(one: Finding) -> str:
    title, explanation, action = map(markdown_text, (one.title, one.explanation, one.action))
    return f"- **{title}** {explanation} *{action}*"


def findings_latex(found: AnyFindings | SavedFindings) -> str:
    """Every table ready for a paper, coefficients first."""
    listed = [(one.heading, one.table) for one in sections_of(found, MOST_ROWS, WIDEST) if one.table and one.table.rows]
    tables = [as_latex(replace(table, caption=f"{found.title}: {heading}")) for heading, table in listed]
    return "\n\n".join([*tables, *(prose(one, "latex") for one in remarks(found.results))])


def findings_csv(found: AnyFindings | SavedFindings) -> str:
    """The table that says most and the coefficients with all their digits."""
    first = [as_csv(one.table) for one in first_sections(found) if one.table and one.key != "coefficients"]
    return "\n\n".join([*first, as_csv(results_table(found.results, exact=True))])


WRITERS: dict[str, Callable[[AnyFindings | SavedFindings], str]] = {
    "csv": findings_csv,
    "latex": findings_latex,
    "markdown": findings_markdown,
}


def section_text(one: Section, width: int) -> str:
    lines = [visible(one.heading)]
    if one.sentence:
        lines.append(textwrap.fill(visible(one.sentence), width))
    if one.table is not None and one.table.rows:
        lines.append(as_text(one.table))
    lines += [textwrap.fill(visible(line), width) for line in one.note.split("\n") if line]
    return "\n".join(lines)


def _finding(number: int, one: Finding, width: int) -> str:
    said = visible(f"{one.explanation} → {one.action}")
    body = textwrap.fill(said, width, initial_indent="   ", subsequent_indent="   ")
    return f"{bullet(one.title, width, f'{number}. ')}\n{body}"


def bullet(text: str, width: int, mark: str = "• ") -> str:
    """A paragraph behind a mark, indented."""
    return textwrap.fill(visible(text), width, initial_indent=mark, subsequent_indent=" " * len(mark))
