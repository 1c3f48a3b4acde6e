"""Findings in the terminal and as Markdown."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap

from accord.diagnosis import Findings
from accord.renderings import Table, as_markdown, as_text, results_table
from accord.renderings.people import annotators_table, items_table, merges_table, pairs_table
from accord.renderings.results import cross_table_table, cross_title, overview_lines, views_table

WIDEST = 8  # categories of a table that is shown first


def findings_text(found: Findings, *, details: bool) -> str:
    """One screenful: the verdict and the coefficients; with `details`, everything."""
    width = min(100, shutil.get_terminal_size((100, 24)).columns)
    parts = [f"{_emphasis(found.title)}\n{'═' * min(width, len(found.title))}", "\n".join(overview_lines(found.data))]
    if found.verdict:
        parts.append("\n".join(_bullet(sentence, width) for sentence in found.verdict))
    if found.table is not None and len(found.table.categories) <= WIDEST:
        parts.append(_titled(found))
    parts.append(as_text(results_table(found.results)))
    if not details:
        actions = list(dict.fromkeys(finding.action for finding in found.findings[:3]))
        if actions:
            parts.append("What to do first\n" + "\n".join(_bullet(action, width) for action in actions))
        rest = f"{len(found.findings)} finding(s) in all" if found.findings else "the tables"
        parts.append(f"(--details shows {rest}, annotators, items and further tables)")
        return "\n\n".join(parts)
    if found.findings:
        parts.append("Findings\n" + "\n".join(_finding(number, found, width) for number in range(len(found.findings))))
    parts += [
        f"{heading}\n{as_text(table)}" + (f"\n{note}" if note else "") for heading, table, note in _tables(found, 80)
    ]
    if found.diagnostics:
        parts.append("\n".join(f"note: {diagnostic}" for diagnostic in found.diagnostics))
    return "\n\n".join(parts)


def findings_markdown(found: Findings) -> str:
    parts = [f"## {found.title}", "  \n".join(overview_lines(found.data)), "\n".join(f"- {s}" for s in found.verdict)]
    if found.table is not None and len(found.table.categories) <= WIDEST:
        parts.append(f"### {cross_title(found.table)}\n\n{as_markdown(cross_table_table(found.table))}")
    parts.append(as_markdown(results_table(found.results)))
    if found.findings:
        said = [f"- **{one.title}** {one.explanation} *{one.action}*" for one in found.findings]
        parts.append("### Findings\n\n" + "\n".join(said))
    for heading, table, note in _tables(found):
        parts.append(f"### {heading}\n\n{as_markdown(table)}" + (f"\n\n{note}" if note else ""))
    if found.diagnostics:
        parts.append("\n".join(f"> {diagnostic}" for diagnostic in found.diagnostics))
    return "\n\n".join(part for part in parts if part)


def _tables(found: Findings, widest: int | None = None) -> list[tuple[str, Table, str]]:
    """The tables in the order of the page: heading, table, and a sentence below it."""
    tables: list[tuple[str, Table | None, str]] = []
    if found.table is not None and len(found.table.categories) > WIDEST:
        tables.append((cross_title(found.table), cross_table_table(found.table), ""))
    sentences = "\n".join(view.sentence for view in found.views)
    tables.append(("The same labels, seen otherwise", views_table(found), sentences))
    if found.by_category:
        tables.append(("Each category against all others", results_table(found.by_category), ""))
    tables.append(("What if categories were merged", merges_table(found), ""))
    tables.append(("Annotators", annotators_table(found), ""))
    tables.append(("Pairs of annotators (α)", pairs_table(found.annotators), ""))
    tables.append(("Items to discuss", items_table(found, widest=widest), ""))
    return [(heading, table, note) for heading, table, note in tables if table is not None]


def _titled(found: Findings) -> str:
    if found.table is None:
        return ""
    return f"{cross_title(found.table)}\n{as_text(cross_table_table(found.table))}"


def _finding(number: int, found: Findings, width: int) -> str:
    one = found.findings[number]
    body = textwrap.fill(f"{one.explanation} → {one.action}", width, initial_indent="   ", subsequent_indent="   ")
    return f"{_bullet(one.title, width, f'{number + 1}. ')}\n{body}"


def _bullet(text: str, width: int, mark: str = "• ") -> str:
    return textwrap.fill(text, width, initial_indent=mark, subsequent_indent=" " * len(mark))


def _emphasis(text: str) -> str:
    """Bold where a terminal shows it, and nowhere else."""
    if sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        return f"\x1b[1m{text}\x1b[0m"
    return text
