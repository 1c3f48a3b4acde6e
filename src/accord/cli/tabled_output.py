"""What commands write that find sentences and tables: text, JSON, CSV, Markdown, LaTeX, a figure, a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from accord.cli.command_json import command_json
from accord.cli.destinations import Destination, destination_options
from accord.cli.streams import notes
from accord.results import Diagnostics, UsageError

if TYPE_CHECKING:
    from accord.renderings.tabled import Tabled
    from accord.report_page.figure import Figure

FORMATS = ("text", "json", "csv", "markdown", "latex", "svg", "png", "html")
Figures = Callable[[], "Mapping[str, Sequence[Figure]]"]


def drawable(to: Destination) -> None:
    """What could not be drawn is refused before anything is computed."""
    if to.written in ("svg", "png"):
        if to.path is None and to.written == "png":
            raise UsageError("a picture is not printed in the terminal", "name a file with -o")
        from accord.report_page.figure_files import converter

        converter()


options = destination_options(FORMATS, "How to write the results. Default: by the ending of FILE, else text.", drawable)


def put(
    to: Destination,
    tabled: Tabled,
    record: Mapping[str, object],
    figures: Figures,
    *,
    command: str,
    question: str,
    diagnostics: Diagnostics = (),
    show: str | None = None,
    quiet: bool = False,
) -> None:
    """Write the result in the format that is asked for, and the notes on stderr."""
    to.put(_written(to.written, tabled, record, figures, command, question, diagnostics, show))
    notes(dict.fromkeys(diagnostics), quiet=quiet)
    to.told("the result", quiet=quiet)


def _written(
    written: str,
    tabled: Tabled,
    record: Mapping[str, object],
    figures: Figures,
    command: str,
    question: str,
    diagnostics: Diagnostics,
    show: str | None,
) -> str | bytes:
    if written == "json":
        return command_json(record)
    if written in ("svg", "png"):
        from accord.report_page.figure_files import figure_file, figure_svg

        first = next((figure for made in figures().values() for figure in made), None)
        if first is None:
            raise UsageError("there is nothing to draw", "--format text says why")
        return figure_svg(first) if written == "svg" else figure_file(first, "png")
    if written == "html":
        from accord.report_page.tabled_page import tabled_page

        made = figures()
        return tabled_page(tabled, made, record, command=command, question=question, diagnostics=diagnostics)
    from accord.renderings.tabled import tabled_as

    return tabled_as(tabled, written, show)
