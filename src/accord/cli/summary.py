"""Findings in the terminal and as Markdown."""

from __future__ import annotations

import shutil
import sys
import textwrap

from accord.diagnosis import Findings
from accord.renderings import Table, as_markdown, as_text, results_table
from accord.renderings.results import cross_table_table, overview_lines, views_table


def findings_text(found: Findings) -> str:
    """The summary for a terminal: verdict first, then the tables."""
    width = min(100, shutil.get_terminal_size((100, 24)).columns)
    title = _emphasis(found.title)
    parts = [f"{title}\n{'═' * min(width, len(found.title))}"]
    parts.append("\n".join(overview_lines(found.data)))
    if found.verdict:
        parts.append(
            "\n".join(
                textwrap.fill(sentence, width, initial_indent="• ", subsequent_indent="  ")
                for sentence in found.verdict
            )
        )
    parts += [as_text(table) if not heading else f"{heading}\n{as_text(table)}" for heading, table in _tables(found)]
    if found.diagnostics:
        parts.append("\n".join(f"note: {diagnostic}" for diagnostic in found.diagnostics))
    return "\n\n".join(parts)


def findings_markdown(found: Findings) -> str:
    parts = [f"## {found.title}", "  \n".join(overview_lines(found.data)), "\n".join(f"- {s}" for s in found.verdict)]
    parts += [
        f"### {heading}\n\n{as_markdown(table)}" if heading else as_markdown(table) for heading, table in _tables(found)
    ]
    if found.diagnostics:
        parts.append("\n".join(f"> {diagnostic}" for diagnostic in found.diagnostics))
    return "\n\n".join(part for part in parts if part)


def _tables(found: Findings) -> list[tuple[str, Table]]:
    tables = [("", results_table(found.results))]
    if found.table is not None and len(found.table.categories) <= 12:
        name = "Contingency table" if found.table.kind == "contingency" else "Coincidence matrix"
        tables.append((name, cross_table_table(found.table)))
    views = views_table(found)
    if views is not None:
        tables.append(("The same labels, seen otherwise", views))
    if found.by_category:
        tables.append(("Each category against all others", results_table(found.by_category)))
    return tables


def _emphasis(text: str) -> str:
    """Bold where a terminal shows it, and nowhere else."""
    import os

    if sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        return f"\x1b[1m{text}\x1b[0m"
    return text
