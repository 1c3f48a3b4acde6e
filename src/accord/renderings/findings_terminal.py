"""Findings on a terminal: the sections of the report with rules, colours and boxes, by rich."""

from __future__ import annotations

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from accord.diagnosis import AnyFindings
from accord.diagnosis.saved import SavedFindings
from accord.renderings.findings_text import (
    MORE,
    More,
    by_part,
    first_actions,
    first_remarks,
    first_sections,
    more_on_request,
)
from accord.renderings.read_as import HEADING, read_as_rows
from accord.renderings.section import PARTS, Section
from accord.renderings.tables import for_people
from accord.results.foreign_text import visible

WIDEST = 110
NARROWEST = 20  # of a terminal; a width below is none that somebody looks at, such as COLUMNS=0


def print_findings(
    findings: AnyFindings | SavedFindings, *, details: bool = False, more: More = MORE, console: Console | None = None
) -> None:
    """One screenful, or everything with `details`; `more` says how to ask for it."""
    screen = console if console is not None else Console(highlight=False, soft_wrap=False)
    screen.width = min(screen.width if screen.width >= NARROWEST else WIDEST, WIDEST)
    for renderable in _everything(findings) if details else _screenful(findings, more):
        screen.print(renderable)


def _screenful(findings: AnyFindings | SavedFindings, more: More) -> Iterator[RenderableType]:
    yield from _head(findings)
    for section in first_sections(findings):
        yield Text(f"\n{visible(section.heading)}", style="bold")
        yield from _table(section)
    for remark in first_remarks(findings):
        yield _listed("•", remark)
    actions = first_actions(findings)
    if actions:
        yield Text("\nWhat to do first", style="bold")
        for action in actions:
            yield _listed("→", action)
    yield Text(f"\n{more_on_request(findings, more)}", style="dim")


def _everything(findings: AnyFindings | SavedFindings) -> Iterator[RenderableType]:
    yield from _head(findings)
    for part in by_part(findings):
        yield Text("")
        yield Rule(Text(part.heading, style="bold cyan"), align="left", style="cyan")
        for number, finding in enumerate(part.findings, 1):
            yield _listed(f"{number}.", finding.title, "bold")
            yield _listed("", f"{finding.explanation} → {finding.action}")
        for section in part.sections:
            yield Text(f"\n{visible(section.heading)}", style="bold")
            if section.sentence:
                yield Text(visible(section.sentence))
            yield from _table(section)
            for line in section.note.split("\n") if section.note else ():
                yield Text(visible(line), style="dim")


def _head(findings: AnyFindings | SavedFindings) -> Iterator[RenderableType]:
    yield Text(visible(findings.title), style="bold")
    yield Text("\n".join(map(visible, findings.data.lines())), style="dim")
    if findings.data.read_as:
        yield Text(f"\n{HEADING}", style="bold")
        block = Table.grid(padding=(0, 2))
        for aspect, text, options in read_as_rows(findings.data.read_as):
            block.add_row(Text(aspect, style="cyan"), Text(text + (f"; otherwise {options}" if options else "")))
        yield block
    if findings.verdict:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="bold cyan", no_wrap=True)
        grid.add_column()
        questions = PARTS[:3] if len(findings.verdict) == 3 else (PARTS[0], PARTS[2])
        for question, sentence in zip(questions, findings.verdict, strict=False):
            grid.add_row(Text(question), Text(visible(sentence)))
        yield Panel(grid, border_style="cyan")


def _table(section: Section) -> Iterator[RenderableType]:
    """The table of a section; cells are text, never markup."""
    if section.table is None or not section.table.rows:
        return
    shown = for_people(section.table)
    table = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for place, name in enumerate(shown.header):
        right = place in shown.numeric
        table.add_column(Text(name), justify="right" if right else "left", no_wrap=right, overflow="fold")
    for row in shown.rows:
        table.add_row(*(Text(cell) for cell in row))
    yield table


def _listed(mark: str, text: str, style: str = "") -> RenderableType:
    """A paragraph behind a mark, indented."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=2)
    grid.add_column()
    grid.add_row(Text(mark, style="cyan"), Text(visible(text), style=style))
    return grid
