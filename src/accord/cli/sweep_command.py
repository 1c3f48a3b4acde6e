"""`accord sweep`: measures against known errors, and a value read backwards."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from accord.cli.command_json import command_json
from accord.cli.degrade_command import reference_data, reference_options, weights_told
from accord.cli.destinations import Destination, destination_options
from accord.cli.options import choice, input_options, jobs_option, number, quiet_option, with_default
from accord.cli.schedulers import backend_option, on_cluster, scheduler_option
from accord.cli.streams import notes
from accord.results import SCHEMA, UsageError
from accord.results.foreign_text import visible
from accord.results.working import watching

if TYPE_CHECKING:
    from accord.degradations import Annotations
    from accord.sweeping import ErrorSize, Grid, Sweep

FORMATS = ("text", "json", "csv", "markdown", "latex", "svg", "png", "html")


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option(
    "-d",
    "--degradation",
    "named",
    multiple=True,
    metavar="NAME",
    help='A degradation, such as flip, "shift(k=1.2)", flip+retarget or 2*flip+retarget; observed is the mix of errors '
    "that the annotators make. May be repeated. Default: those that apply.",
)
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="EXPR",
    help="A measure, or a function of your own: package.module:function; may be repeated. Default: those shown.",
)
@with_default("--magnitudes", default="21", metavar="N", help="How many, from 0 to 1; or 0,.1,.2.")
@number("--repeats", 20, "How often each magnitude is repeated, with new errors.", least=1)
@click.option("--weights", metavar="A,B,…", help="Of combined errors: the share of each, or 'observed'.")
@choice("--against", ("pairs", "reference"), "Annotators are scored with one another, or each with the reference.")
@choice(
    "--chance",
    ("own", "reference"),
    "Where γ and the holistic measure take chance from: the degraded annotations, or the reference, once.",
)
@click.option(
    "--read",
    "value",
    type=float,
    metavar="VALUE",
    help="Find which errors produce this value of the measure, by as many annotators as there are (γ: five at most).",
)
@jobs_option
@backend_option(help="What runs the workers. Default: loky.")
@scheduler_option()
@click.option("--cache", metavar="FOLDER", help="Keep finished work in this folder, and resume from it.")
@destination_options(FORMATS, "text, markdown and latex: the scorecard; csv: every value; svg, png, html: the figure.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@reference_options
@input_options
@quiet_option
def sweep(
    paths: tuple[str, ...],
    named: tuple[str, ...],
    measures: tuple[str, ...],
    magnitudes: str,
    value: float | None,
    weights: str | None,
    to: Destination,
    example: str | None,
    simulated: int,
    reading: dict[str, Any],
    quiet: bool,
    scheduler: str | None,
    **settings: Any,
) -> int:
    """Test measures against known errors: their values for simulated annotators, from no errors to nothing but errors.

    \b
    accord sweep gold.csv -m kappa -m alpha
    accord sweep --example relations --jobs 2 -o figure.svg
    accord sweep spans.csv -m gamma --repeats 5 --cache sweep-cache -o sweep.csv
    accord sweep spans.csv -m gamma --read 0.71 --repeats 5
    accord sweep --example spans -m holistic -d "shift(k=4)" -d false_negative --keep-reference --chance reference
    accord sweep graphs.csv -d flip+retarget --weights 2,1
    accord sweep graphs.csv -d observed -o observed.svg
    """
    if to.written == "png" and to.path is None:
        raise UsageError("a picture does not go to the terminal", "say -o figure.png")
    data = reference_data(paths, example, reading, settings["reference"], quiet=quiet)
    settings |= {"magnitudes": _magnitudes(magnitudes), "annotators": simulated}
    with on_cluster(scheduler, settings["backend"]), watching("sweeping"):
        from accord.sweeping import Grid
        from accord.sweeping import sweep as swept

        if value is not None:
            grid = _reading_grid(data, measures, _weighed(named, weights), settings)
            readings = grid.read(value)
        else:
            settings["weights"] = None if weights is None else weights_told(weights)
            made = swept(data, list(named) or None, list(measures) or None, **settings)
            grid = Grid(made.measures[0], made)
    to.refuse_existing()
    if to.written == "png":
        to.put(_png(grid.sweep.svg("#ffffff")))
    elif value is not None:
        to.put(_read(grid, readings, value, to.written))
    else:
        to.put(_text(grid.sweep, to.written, _title(paths, data, example)))
    notes(grid.sweep.diagnostics, quiet=quiet)
    to.told("the sweep", quiet=quiet)
    return 0


def _weighed(named: tuple[str, ...], weights: str | None) -> tuple[str, ...]:
    """Combinations with their weights written before each name, 2*flip+1*retarget."""
    if weights is None:
        return named
    numbers = weights_told(weights)
    if isinstance(numbers, str):
        raise UsageError("a value is read backwards from all errors that are observed", "say -d observed")
    parts = [name.split("+") for name in named]
    if not parts or any(len(part) != len(numbers) or "(" in name for part, name in zip(parts, named, strict=True)):
        raise UsageError(
            f"--weights {weights} are not one number for each error", "write them so: -d 2*flip+1*retarget"
        )
    return tuple("+".join(f"{number:g}*{name}" for number, name in zip(numbers, part, strict=True)) for part in parts)


def _magnitudes(text: str) -> int | list[float]:
    try:
        return int(text) if text.strip().isdigit() else [float(part) for part in text.split(",")]
    except ValueError:
        raise UsageError(f"--magnitudes {text!r} are not numbers", "write 21, or 0,.1,.2") from None


def _title(paths: tuple[str, ...], data: Annotations, example: str | None) -> str:
    if example is not None:
        return f"Measures against known errors: the example of {example}"
    return f"Measures against known errors: {Path(paths[0]).name if paths else data.kind}"


def _reading_grid(
    data: Annotations, measures: tuple[str, ...], named: tuple[str, ...], settings: dict[str, Any]
) -> Grid:
    """The grid of the report: as many annotators as the data have, and as much simulation as reading needs.

    What was said on the command line counts instead.
    """
    from accord.degradations import reference_of
    from accord.sweeping import reading_grid
    from accord.sweeping.sweeps import measures_shown

    source = click.get_current_context().get_parameter_source
    left = {"magnitudes": "magnitudes", "repeats": "repeats", "annotators": "simulated"}
    own = {name for name, option in left.items() if source(option) is ParameterSource.DEFAULT}
    kept = {name: told for name, told in settings.items() if name not in own and name != "cache"}
    folder = settings["cache"]
    measure = measures[0] if measures else measures_shown(reference_of(data, settings["reference"]))[0]
    return reading_grid(data, measure, list(named) or None, cache=True if folder is None else folder, **kept)


def _text(made: Sweep, written: str, title: str) -> str:
    from accord.renderings import sweep_tables
    from accord.renderings.tables import WRITERS

    if written == "svg":
        return made.svg("#ffffff")
    if written == "html":
        return sweep_tables.sweep_page(made, title)
    if written == "csv":
        return sweep_tables.tidy_csv(made)
    if written == "json":
        return command_json({"schema": SCHEMA, **made.as_json()})
    table = sweep_tables.scorecard_table(made)
    head = f"{visible(table.caption)}\n\n" if written == "text" else ""
    return head + WRITERS[written](table)


def _read(grid: Grid, readings: tuple[ErrorSize, ...], value: float, written: str) -> str:
    """The first measure's value read backwards."""
    from accord.renderings.sweep_tables import readings_table
    from accord.renderings.tables import WRITERS

    if written == "json":
        record = {
            "schema": SCHEMA,
            "measure": grid.measure,
            "value": value,
            "readings": [reading.as_json() for reading in readings],
            "sentence": grid.sentence(value),
        }
        return command_json(record)
    if written not in WRITERS:
        raise UsageError(f"a reading is not written as {written}", f"use one of {', '.join([*WRITERS, 'json'])}")
    table = WRITERS[written](readings_table(grid, readings, value))
    return f"{visible(grid.sentence(value))}\n\n{table}" if written == "text" else table


def _png(svg: str) -> bytes:
    """Through vl-convert, which also draws charts elsewhere; it does not know the colours of pages."""
    try:
        converter = importlib.import_module("vl_convert")
    except ImportError as error:
        raise UsageError(
            "a PNG needs the package vl-convert-python", "pip install vl-convert-python, or write .svg"
        ) from error
    plain = svg.replace("currentColor", "#1c2430")
    # it does not read the shorthand for fonts in the style, and leaves text without a font out
    plain = plain.replace("<svg ", "<svg font-family='Liberation Sans' font-size='12' ", 1)
    drawn: bytes = converter.svg_to_png(plain, scale=2)
    return drawn
