"""`accord align`: the best alignment of the units of several annotators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.annotations import Relations, Spans
from accord.cli.command_json import command_json
from accord.cli.destinations import Destination, destination_options
from accord.cli.lanes_option import lane_names, lanes_option
from accord.cli.options import (
    choice,
    input_options,
    one_of,
    quiet_option,
    read_annotations,
    with_default,
    workers_option,
)
from accord.cli.streams import notes
from accord.results import SCHEMA, Diagnostic, UsageError
from accord.results.foreign_text import visible
from accord.results.working import time_limit_now, watching

if TYPE_CHECKING:
    from accord.alignment import Alignment

FORMATS = ("text", "json", "csv", "markdown", "latex", "svg", "html", "dot")
_POSITIVE = click.FloatRange(min=0, min_open=True)


SHOWN = 200  # unitary alignments in the terminal


def _tolerance(ctx: click.Context, parameter: click.Parameter, value: str | None) -> float | str | None:
    """A positive number, or auto."""
    if value is None or value == "auto":
        return value
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not number > 0:
        raise click.BadParameter(f"{visible(value)!r} is neither a number above 0 nor 'auto'", ctx, parameter)
    return number


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…")
@destination_options(FORMATS, "How to write the alignment. Default: by the ending of FILE, else text.")
@click.option("--document", metavar="NAME", help="Only this document.")
@one_of("--example", ("relations",), "Instead of PATH: a tree of 101 arguments.")
@choice(
    "--objective",
    ("disorder", "entropy"),
    "What to minimise: the sum of disorders per unit (γ), or their mean (Mathet & Widlöcher 2011).",
)
@choice(
    "--method",
    ("exact", "greedy", "soft"),
    "The optimum, the paper's fast algorithm with its gap, or units that may be used again.",
)
@with_default("--alpha", type=click.FloatRange(min=0), default=1.0, help="The weight of positions.")
@with_default("--beta", type=click.FloatRange(min=0), default=1.0, help="The weight of categories.")
@with_default("--delta-empty", type=_POSITIVE, default=1.0, help="What a missing unit costs.")
@choice("--positional", ("sporadic", "hamming"), "How positions are compared; hamming is for full tilings.")
@click.option(
    "--tolerance",
    metavar="NUMBER|auto",
    callback=_tolerance,
    help="For sporadic positions: larger values align units that are farther apart; 'auto': learnt from the "
    "other documents. "
    "Default: 4, units of equal length touch.",
)
@click.option(
    "--matrix",
    metavar="FILE",
    help="A square table of distances between categories, from 0 to 1; 'estimated': from the other documents.",
)
@click.option("--order", metavar="A,B,…", help="The order of the categories; neighbours differ less.")
@choice(
    "--incompatible", ("pay", "forbid"), "Whether units of categories at distance 1 pay for it, or are never aligned."
)
@lanes_option
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@input_options
@workers_option
@quiet_option
def align(
    paths: tuple[str, ...],
    to: Destination,
    document: str | None,
    example: str | None,
    lanes: str | None,
    reading: dict[str, Any],
    quiet: bool,
    **settings: Any,
) -> int:
    """The best alignment of the units in PATH: who marked the same thing, and how differently.

    PATH holds spans: a table with the columns annotator, category, start and end, perhaps document and text. For
    relations, the graphs are matched link by link, units that annotators found first; -o FILE.svg, .html or .dot
    draws them.

    \b
    accord align spans.csv
    accord align spans.csv -o alignment.html
    accord align spans.csv --objective entropy --method greedy --format json
    accord align spans.csv --order low,medium,high --document d1 -o d1.svg
    accord align spans.csv --tolerance auto --matrix estimated
    accord align spans.csv --lanes cleo,ann -o alignment.svg
    accord align graphs.csv -o graphs.svg
    """
    align_them = _aligner(settings)
    data = _read(paths, example, reading, document, quiet=quiet)
    order = lane_names(lanes, data)
    if isinstance(data, Relations):
        with watching("matching graphs"):
            title = _title(paths) if paths else "The example of relations"
            matched = _matched(data, to.written, title, to.path is None)
        to.put(matched)
        to.told("the matched graphs", quiet=quiet, several=True)
        return 0
    if to.written == "dot":
        raise UsageError("DOT draws graphs, and these are spans", "choose svg or html")
    with watching("aligning"):
        alignment = align_them(data)
        text = _written(alignment, to.written, _title(paths), SHOWN if to.path is None else None, order)
    to.put(text)
    notes(_notes(alignment, to.written), quiet=quiet)
    to.told("the alignment", quiet=quiet)
    return 0


def _read(
    paths: tuple[str, ...], example: str | None, reading: dict[str, Any], document: str | None, *, quiet: bool
) -> Spans | Relations:
    if example is not None:
        from accord.degradations import argument_tree

        if paths:
            raise UsageError("an example takes the place of a file", "leave one of them out")
        return argument_tree()
    data = read_annotations(paths, reading, quiet=quiet)
    if not isinstance(data, Spans | Relations):
        raise UsageError(
            f"'accord align' is for spans and relations, and these are {data.kind}",
            "a table of spans has the columns annotator, category, start and end",
        )
    return data if document is None else data.of_document(document)


def _matched(data: Relations, written: str, title: str, cut: bool) -> str:
    """The graphs of all annotators, matched link by link."""
    from accord.diagnosis.relations.consensus_graph import consensus_graph
    from accord.renderings import matched_graphs
    from accord.renderings.tables import WRITERS
    from accord.renderings.trees import graph_svg

    if written == "svg":
        return graph_svg(data)
    made = consensus_graph(data)
    if written == "html":
        return matched_graphs.graphs_page(made, title)
    if written == "dot":
        return matched_graphs.matched_dot(made)
    if written == "json":
        return command_json(matched_graphs.links_record(made))
    table = matched_graphs.links_table(made, exact=written == "csv")
    if written != "text":
        return WRITERS[written](table)
    parts = ["\n".join(map(visible, matched_graphs.matched_lines(made)))]
    parts.append(WRITERS[written](replace(table, rows=table.rows[: SHOWN if cut else None])))
    if cut and len(table.rows) > SHOWN:
        parts.append(f"{len(table.rows):,} links in all: -o FILE.csv, .json or .html hold them")
    return "\n\n".join(parts)


def _aligner(settings: dict[str, Any]) -> Callable[[Spans], Alignment]:
    """What aligns, as it was told; what contradicts itself is refused before anything is read."""
    from accord.alignment import align as best
    from accord.alignment.dissimilarity_options import dissimilarity_from_options

    solving = {name: settings.pop(name) for name in ("objective", "method")}
    dissimilarity = dissimilarity_from_options(**settings)
    return partial(best, dissimilarity=dissimilarity, time_limit=time_limit_now(), **solving)


def _title(paths: tuple[str, ...]) -> str:
    name = Path(paths[0]).name
    return f"Alignment of {name}" if len(paths) == 1 else f"Alignment of {name} and {len(paths) - 1} more"


def _notes(alignment: Alignment, written: str) -> list[Diagnostic]:
    known = set(alignment.spans.diagnostics)  # told when they were read
    diagnostics = [diagnostic for diagnostic in alignment.diagnostics if diagnostic not in known]
    if written in ("svg", "html"):
        from accord.renderings.lanes_scene import MOST_UNITS

        bounds = alignment.spans.bounds
        for place, name in enumerate(alignment.spans.documents):
            units = int(bounds[place + 1] - bounds[place])
            if units > MOST_UNITS:
                message = f"the drawing shows the first {MOST_UNITS:,} of {units:,} units of '{name}'"
                diagnostics.append(Diagnostic("ACC063", message, hint="--format csv and json hold all of them"))
    return diagnostics


def _written(
    alignment: Alignment, written: str, title: str, most: int | None, lanes: Sequence[str] | str | None
) -> str:
    if written == "svg":
        from accord.renderings.lanes import alignment_svg

        return alignment_svg(alignment, lanes)
    if written == "html":
        from accord.renderings.alignment_page import alignment_page

        return alignment_page(alignment, title, lanes)
    from accord.renderings.lanes_tables import alignment_csv, signature

    if written == "json":
        return command_json({"schema": SCHEMA, **alignment.as_json(), "signature": signature(alignment)})
    return alignment_csv(alignment) if written == "csv" else _tables(alignment, written, most)


def _tables(alignment: Alignment, written: str, most: int | None) -> str:
    """The alignment for people; on a terminal at most `most` rows of it."""
    from accord.renderings.lanes_tables import alignment_lines, alignment_table, documents_table
    from accord.renderings.tables import WRITERS

    write = WRITERS[written]
    lines = alignment_lines(alignment)
    table = alignment_table(alignment)
    parts = [write(documents_table(alignment))] if alignment.spans.n_documents > 1 else []
    if written != "text":
        return "\n\n".join([*parts, write(replace(table, caption=f"{'; '.join(lines)}."))])
    parts.insert(0, "\n".join(map(visible, lines)))
    if table.rows:
        parts.append(write(replace(table, rows=table.rows[:most])))
    if most is not None and len(table.rows) > most:
        parts.append(f"{len(table.rows):,} unitary alignments in all: -o FILE.csv, .json or .html hold them")
    return "\n\n".join(parts)
