"""`accord align`: the best alignment of the units of several annotators."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.cli.command_json import command_json
from accord.cli.named_files import OVERWRITE
from accord.cli.options import input_options, quiet_option, read_annotations
from accord.cli.streams import print_as
from accord.results import Diagnostic, UsageError
from accord.results.foreign_text import visible
from accord.results.output_files import assert_new, write_text

if TYPE_CHECKING:
    from accord.alignment import Alignment
    from accord.annotations import Spans

FORMATS = ("text", "json", "csv", "markdown", "latex", "svg", "html")
ENDINGS = {
    ".txt": "text",
    ".json": "json",
    ".csv": "csv",
    ".md": "markdown",
    ".tex": "latex",
    ".svg": "svg",
    ".html": "html",
    ".htm": "html",
}
SHOWN = 200  # unitary alignments in the terminal


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option("-o", "--output", "destination", metavar="FILE", help="Write there; the ending of the name says what.")
@click.option(
    "--format",
    "written",
    type=click.Choice(FORMATS),
    help="How to write the alignment. Default: by the ending of FILE, else text.",
)
@click.option("--document", metavar="NAME", help="Only this document.")
@click.option(
    "--objective",
    type=click.Choice(["disorder", "entropy"]),
    default="disorder",
    show_default=True,
    help="What is least: the sum of disorders per unit (γ), or their mean (Mathet & Widlöcher 2011).",
)
@click.option(
    "--method",
    type=click.Choice(["exact", "greedy", "soft"]),
    default="exact",
    show_default=True,
    help="The optimum, the paper's fast algorithm with its gap, or units that may be used again.",
)
@click.option("--alpha", type=click.FloatRange(min=0), default=1.0, show_default=True, help="The weight of positions.")
@click.option("--beta", type=click.FloatRange(min=0), default=1.0, show_default=True, help="The weight of categories.")
@click.option(
    "--delta-empty",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="What a missing unit costs.",
)
@click.option(
    "--positional",
    type=click.Choice(["sporadic", "hamming"]),
    default="sporadic",
    show_default=True,
    help="How positions are compared; hamming is for full tilings.",
)
@click.option(
    "--tolerance",
    type=click.FloatRange(min=0, min_open=True),
    help="Of sporadic positions: larger lets units farther apart be aligned. Default: 4, units of equal length touch.",
)
@click.option("--matrix", metavar="FILE", help="A square table of distances between categories, from 0 to 1.")
@click.option("--order", metavar="A,B,…", help="The categories are ordered so; neighbours differ less.")
@click.option(
    "--incompatible",
    type=click.Choice(["pay", "forbid"]),
    default="pay",
    show_default=True,
    help="Whether units of categories at distance 1 pay for it, or are never aligned.",
)
@click.option("--time-limit", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="Stop with the gap.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@input_options
@quiet_option
def align(
    paths: tuple[str, ...],
    destination: str | None,
    written: str | None,
    document: str | None,
    force: bool,
    reading: dict[str, Any],
    quiet: bool,
    **settings: Any,
) -> int:
    """The best alignment of the units in PATH: who marked the same thing, and how differently.

    PATH holds spans: a table with the columns annotator, category, start and end, perhaps document and text.

    \b
    accord align spans.csv
    accord align spans.csv -o alignment.html
    accord align spans.csv --objective entropy --method greedy --format json
    accord align spans.csv --order low,medium,high --document d1 -o d1.svg
    """
    format_name = _format(destination, written)
    if destination is not None and not force:
        assert_new(destination, OVERWRITE)
    align_them = _aligner(settings)
    alignment = align_them(_spans(paths, reading, document, quiet=quiet))
    text = _written(alignment, format_name, title=_title(paths), most=SHOWN if destination is None else None)
    if destination is None:
        print_as(format_name, text.rstrip("\n"))
    else:
        if not force:
            assert_new(destination, OVERWRITE)
        write_text(destination, text.rstrip("\n") + "\n")
    if not quiet:
        for said in _notes(alignment, format_name, destination):
            click.echo(f"accord: note: {visible(said)}", err=True)
    return 0


def _format(destination: str | None, written: str | None) -> str:
    """What to write: as told, else by the ending of the file."""
    if written is not None or destination is None:
        return written or "text"
    ending = Path(destination).suffix.lower()
    if ending not in ENDINGS:
        raise UsageError(
            f"the ending of '{destination}' says no format", f"use one of {', '.join(ENDINGS)}, or --format"
        )
    return ENDINGS[ending]


def _spans(paths: tuple[str, ...], reading: dict[str, Any], document: str | None, *, quiet: bool) -> Spans:
    from accord.annotations.spans import Spans

    data = read_annotations(paths, reading, quiet=quiet)
    if not isinstance(data, Spans):
        raise UsageError(
            f"'accord align' is for spans, and these are {data.kind}",
            "a table of spans has the columns annotator, category, start and end",
        )
    return data if document is None else data.of_document(document)


def _aligner(settings: dict[str, Any]) -> Callable[[Spans], Alignment]:
    """What aligns, as it was told; what contradicts itself is refused before anything is read."""
    from accord.alignment import align as best
    from accord.alignment.dissimilarity_options import dissimilarity_from_options

    solving = {name: settings.pop(name) for name in ("objective", "method", "time_limit")}
    return partial(best, dissimilarity=dissimilarity_from_options(**settings), **solving)


def _title(paths: tuple[str, ...]) -> str:
    name = Path(paths[0]).name
    return f"Alignment of {name}" if len(paths) == 1 else f"Alignment of {name} and {len(paths) - 1} more"


def _notes(alignment: Alignment, written: str, destination: str | None) -> list[str]:
    known = set(alignment.spans.diagnostics)  # told when they were read
    said = [str(diagnostic) for diagnostic in alignment.diagnostics if diagnostic not in known]
    if written in ("svg", "html"):
        from accord.renderings.lanes import MOST_UNITS

        bounds = alignment.spans.bounds
        for place, name in enumerate(alignment.spans.documents):
            units = int(bounds[place + 1] - bounds[place])
            if units > MOST_UNITS:
                message = f"the drawing shows the first {MOST_UNITS:,} of {units:,} units of '{name}'"
                said.append(str(Diagnostic("ACC063", message, hint="--format csv and json hold all of them")))
    if destination is not None:
        said.append(f"the alignment is in {destination}")
    return said


def _written(alignment: Alignment, written: str, title: str, most: int | None) -> str:
    if written == "svg":
        from accord.renderings.lanes import alignment_svg

        return alignment_svg(alignment)
    if written == "html":
        from accord.renderings.alignment_page import alignment_page

        return alignment_page(alignment, title)
    if written == "json":
        return _json(alignment)
    if written == "csv":
        from accord.renderings.lanes_tables import alignment_csv

        return alignment_csv(alignment)
    return _tables(alignment, written, most)


def _json(alignment: Alignment) -> str:
    from accord.renderings.lanes_tables import signature
    from accord.results import SCHEMA

    record = {"schema": SCHEMA, **alignment.as_json(), "signature": signature(alignment)}
    return command_json(record)


def _tables(alignment: Alignment, written: str, most: int | None) -> str:
    """The alignment for people; on a terminal at most `most` rows of it."""
    from dataclasses import replace

    from accord.renderings.lanes_tables import alignment_lines, alignment_table, documents_table
    from accord.renderings.tables import as_latex, as_markdown, as_text

    lines = alignment_lines(alignment)
    table = alignment_table(alignment)
    several = alignment.spans.n_documents > 1
    if written != "text":
        write = as_markdown if written == "markdown" else as_latex
        table = replace(table, caption=f"{lines[0]}; {lines[1]}; {lines[2]}.")
        return "\n\n".join([*([write(documents_table(alignment))] if several else []), write(table)])
    parts = ["\n".join(map(visible, lines))]
    if several:
        parts.append(as_text(documents_table(alignment)))
    if table.rows:
        parts.append(as_text(replace(table, rows=table.rows[:most])))
    if most is not None and len(table.rows) > most:
        parts.append(f"{len(table.rows):,} unitary alignments in all: -o FILE.csv, .json or .html hold them")
    return "\n\n".join(parts)
