"""Where a command writes and in which format: a file, by its ending or as told, or the terminal."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.cli.named_files import refuse_existing
from accord.cli.options import Command
from accord.cli.streams import notes, print_as
from accord.results import UsageError
from accord.results.output_files import write_bytes, write_text
from accord.results.working import watching

if TYPE_CHECKING:
    from accord.diagnosis import AnyFindings

ENDINGS = {
    ".txt": "text", ".json": "json", ".csv": "csv", ".md": "markdown", ".tex": "latex", ".svg": "svg", ".png": "png",
    ".html": "html", ".htm": "html", ".dot": "dot", ".gv": "dot",
}  # fmt: skip


@dataclass(frozen=True)
class Destination:
    """A file, or the terminal where there is none, and the format of what is written."""

    path: str | None
    written: str
    force: bool

    @classmethod
    def of(cls, path: str | None, written: str | None, formats: Sequence[str], *, force: bool) -> Destination:
        """As told, else by the ending of the file; what is there already is refused before anything is computed."""
        if written is None and path is not None:
            known = {ending: format_name for ending, format_name in ENDINGS.items() if format_name in formats}
            written = known.get(Path(path).suffix.lower())
            if written is None:
                hint = f"use one of {', '.join(known)}, or --format"
                raise UsageError(f"the ending of '{path}' is not that of a format", hint)
        made = cls(path, written or "text", force)
        made.refuse_existing()
        return made

    def refuse_existing(self) -> None:
        refuse_existing(self.path, force=self.force)

    def put(self, text: str | bytes) -> None:
        """Print it, or write it unless something was put there meanwhile."""
        self.refuse_existing()
        if isinstance(text, bytes):
            write_bytes(self.path or "", text)
        elif self.path is None:
            print_as(self.written, text.rstrip("\n"))
        else:
            write_text(self.path, text.rstrip("\n") + "\n")

    def told(self, what: str, *, quiet: bool, several: bool = False) -> None:
        """A note that says where it is."""
        if self.path is not None:
            notes([f"{what} {'are' if several else 'is'} in {self.path}"], quiet=quiet)


def destination_options(
    formats: Sequence[str], text: str, check: Callable[[Destination], None] = lambda to: None
) -> Callable[[Command], Command]:
    """Add -o and --format; `text` says what the formats hold. With --force, the command receives them as one argument,
    `to`, which passes the check."""

    def added(command: Command) -> Command:
        @functools.wraps(command)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            path, written, force = (kwargs.pop(name) for name in ("destination", "written", "force"))
            kwargs["to"] = Destination.of(path, written, formats, force=force)
            check(kwargs["to"])
            return command(*args, **kwargs)

        help_text = "Write to this file; its ending decides the format."
        made = click.option("--format", "written", type=click.Choice(formats), help=text)(wrapped)
        return click.option("-o", "--output", "destination", metavar="FILE", help=help_text)(made)  # type: ignore[return-value]

    return added


def write_beside(findings: Sequence[AnyFindings], folder: str | None, kind: str, *, quiet: bool) -> None:
    """The figures of a report as files, where they were asked for."""
    if folder is not None:
        from accord.report_page.figure_files import write_figures

        with watching("drawing figures"):
            made = write_figures(findings, Path(folder), kind)
        notes([f"{len(made)} figures are in {folder}"], quiet=quiet)
