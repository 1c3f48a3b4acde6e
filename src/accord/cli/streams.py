"""Standard output and error: nothing that others wrote acts on the terminal it is printed to.

Renderings show foreign text by themselves; this is the last gate, for whatever any code prints.
"""

from __future__ import annotations

import csv
import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import click

from accord.results.foreign_text import visible, visible_lines
from accord.results.formulas import guarded, unguarded


class VisibleStream:
    """A stream that shows what does not print; line feeds are the program's own."""

    def __init__(self, stream: TextIO) -> None:
        self.rich_proxied_file = stream  # where rich writes its colours: what it prints was made visible before

    def write(self, text: str) -> int:
        self.rich_proxied_file.write(visible_lines(text))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


@contextmanager
def visible_streams() -> Iterator[None]:
    """Both streams so, for as long as the program runs."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (stream and VisibleStream(stream) for stream in before)  # None where it is closed
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def print_as(output: str, text: str | Iterator[str]) -> None:
    """What a command writes in the format that was asked for; pieces of it have their line ends."""
    written = print_csv if output == "csv" else print
    for piece in [text] if isinstance(text, str) else text:
        written(piece if isinstance(text, str) else piece.removesuffix("\n"))


def notes(messages: Iterable[object], *, quiet: bool) -> None:
    """What there is to say besides the results, on stderr, unless nobody wants to hear it."""
    for message in () if quiet else messages:
        click.echo(f"accord: note: {visible(str(message))}", err=True)


def print_csv(text: str, separator: str = ",") -> None:
    """Tables for other programs, every cell as it is; on a terminal, where nobody reads them back, made visible."""
    print_exactly(_visible_cells(text, separator) if _terminal() else text)


def print_exactly(text: str) -> None:
    """Data for other programs, byte by byte; on a terminal what does not print is shown, as always."""
    print(text, file=sys.stdout if _terminal() else getattr(sys.stdout, "rich_proxied_file", sys.stdout))


def _terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def _visible_cells(text: str, separator: str) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\n")
    usual = csv.field_size_limit(sys.maxsize)  # a cell may be a whole document
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
            writer.writerow([guarded(visible(unguarded(cell))) for cell in row])
    finally:
        csv.field_size_limit(usual)
    return out.getvalue().rstrip("\n")


def on_a_terminal() -> bool:
    """Whether somebody looks at what is printed; colours are left out separately, as NO_COLOR asks."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
