"""Findings in the terminal and as Markdown."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap

from accord.diagnosis import AnyFindings
from accord.renderings.finding_tables import first_table, further_tables
from accord.renderings.results import results_table
from accord.renderings.tables import as_markdown, as_text


def findings_text(found: AnyFindings, *, details: bool) -> str:
    """One screenful: the verdict and the coefficients; with `details`, everything."""
    width = min(100, shutil.get_terminal_size((100, 24)).columns)
    parts = [f"{_emphasis(found.title)}\n{'═' * min(width, len(found.title))}", "\n".join(found.data.lines())]
    if found.verdict:
        parts.append("\n".join(_bullet(sentence, width) for sentence in found.verdict))
    first = first_table(found)
    if first is not None:
        parts.append(f"{first[0]}\n{as_text(first[1])}")
    parts.append(as_text(results_table(found.results)))
    if not details:
        actions = list(dict.fromkeys(finding.action for finding in found.findings[:3]))
        if actions:
            parts.append("What to do first\n" + "\n".join(_bullet(action, width) for action in actions))
        rest = f"{len(found.findings)} finding(s) in all" if found.findings else "the tables"
        parts.append(f"(--details shows {rest}, and further tables)")
        return "\n\n".join(parts)
    if found.findings:
        parts.append("Findings\n" + "\n".join(_finding(number, found, width) for number in range(len(found.findings))))
    parts += [
        f"{heading}\n{as_text(table)}" + (f"\n{note}" if note else "")
        for heading, table, note in further_tables(found, 80)
    ]
    if found.diagnostics:
        parts.append("\n".join(f"note: {diagnostic}" for diagnostic in found.diagnostics))
    return "\n\n".join(parts)


def findings_markdown(found: AnyFindings) -> str:
    parts = [f"## {found.title}", "  \n".join(found.data.lines()), "\n".join(f"- {s}" for s in found.verdict)]
    first = first_table(found)
    if first is not None:
        parts.append(f"### {first[0]}\n\n{as_markdown(first[1])}")
    parts.append(as_markdown(results_table(found.results)))
    if found.findings:
        said = [f"- **{one.title}** {one.explanation} *{one.action}*" for one in found.findings]
        parts.append("### Findings\n\n" + "\n".join(said))
    for heading, table, note in further_tables(found):
        parts.append(f"### {heading}\n\n{as_markdown(table)}" + (f"\n\n{note}" if note else ""))
    if found.diagnostics:
        parts.append("\n".join(f"> {diagnostic}" for diagnostic in found.diagnostics))
    return "\n\n".join(part for part in parts if part)


def _finding(number: int, found: AnyFindings, width: int) -> str:
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
