"""`accord stability-curve`: agreement and stability side by side, as a figure or a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.cli.command_json import command_json
from accord.cli.destinations import Destination, destination_options
from accord.cli.number_lists import numbers, shares, whole_numbers
from accord.cli.options import input_options, number, one_of, quiet_option, read_labels, view_option, with_default
from accord.cli.stability_command import CATEGORIES, explain, group_sizes, number_of_categories
from accord.renderings.tables import captioned
from accord.results import SCHEMA, UsageError
from accord.results.working import watching

if TYPE_CHECKING:
    from accord.reproducibility.stability_curves import StabilityCurve

DRAWING = "drawing the curve"
FORMATS = ("text", "json", "csv", "markdown", "latex", "svg", "png")


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH…]")
@click.option(
    "-k", "sizes", multiple=True, callback=whole_numbers, metavar="N", help="Annotators in a group; several as 2-8."
)
@one_of(
    "--against",
    ["reference", "group"],
    "What groups are compared with: the reference of all (E_k, the default with data), or another group (Δ_k).",
)
@click.option(
    "--beside", multiple=True, metavar="FILE", help="Other labels to draw in the same figure; may be repeated."
)
@click.option(
    "--sample", is_flag=True, help="Simulate annotators who err where those of PATH disagree, as in the paper."
)
@click.option("--windows", type=click.IntRange(min=3), metavar="N", help="Real annotators, N at a time, a point each.")
@number("--groups", 100, "Groups that are simulated at each point.", least=1)
@click.option(
    "--means", multiple=True, callback=numbers, metavar="M,…", help="On how many items a simulated annotator errs."
)
@with_default("--sigma", type=float, default=0.0, help="Without data: the standard deviation of that number.")
@click.option("--items", type=click.IntRange(min=1), help="Without data: how many items there are.")
@with_default("--unanimous", type=float, default=0.0, help="Without data: the share of items on which nobody errs.")
@click.option("--prevalence", callback=shares, metavar="A,B,…", help="Without data: the share of each category.")
@number("--seed", 0, "The seed of all random numbers.")
@view_option
@click.option("--views-only", is_flag=True, help="Only the views, not the labels as they are.")
@destination_options(FORMATS, "svg, png: the figure; the others: a table of its points.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@input_options
@quiet_option
def stability_curve(
    paths: tuple[str, ...],
    sizes: list[int],
    beside: tuple[str, ...],
    views: tuple[str, ...],
    to: Destination,
    reading: dict[str, Any],
    quiet: bool,
    **asked: Any,
) -> int:
    """κ of groups of k annotators, and how much of the reference changes: the figures of Bregeon et al. 2019.

    With PATH, a line for each k: the items of the data with more or fewer errors, exactly, or by simulated annotators
    (--sample); diamonds are the groups of the annotators at hand. Without PATH, made-up annotators around a made-up
    reference.

    \b
    accord stability-curve ratings.csv -k 2-8 -o curve.svg
    accord stability-curve ratings.csv -k 3 --windows 9 -o figure2.svg
    accord stability-curve ratings.csv -k 2-8 --sample -o figure3.svg
    accord stability-curve ratings.csv -k 2-8 --sample --view "merge a+b" --views-only -o figure4.svg
    accord stability-curve opinion.csv --beside emotion.csv -k 3 --sample --view "merge a+b" -o figure5.svg
    accord stability-curve --items 60 --categories 3 -k 4 --sigma .4 --groups 200
    """
    if to.written == "png" and to.path is None:
        raise UsageError("a picture does not go to the terminal", "say -o figure.png")
    if to.written in ("svg", "png"):
        from accord.report_page.figure_files import converter

        converter()  # before anything is computed that could not be drawn
    sizes, reading = group_sizes(sizes, reading)
    to.put(_content(_curve(paths, sizes or [3], beside, views, asked, reading, quiet=quiet), to.written))
    to.told("the curve", quiet=quiet)
    return 0


explain(stability_curve, categories=CATEGORIES.replace("with --kappa", "without PATH"))


def _curve(
    paths: tuple[str, ...],
    sizes: list[int],
    beside: tuple[str, ...],
    views: tuple[str, ...],
    asked: dict[str, Any],
    reading: dict[str, Any],
    *,
    quiet: bool,
) -> StabilityCurve:
    from accord.reproducibility.stability_curves import stability_curve as drawn

    settings = {
        name: asked[name] for name in ("windows", "groups", "sigma", "items", "unanimous", "prevalence", "seed")
    }
    settings |= {"views_only": asked["views_only"], "against": asked["against"], "means": asked["means"] or None}
    settings["method"] = "sample" if asked["sample"] else "exact"
    if not paths:
        if beside or views or asked["windows"] or reading["categories"] is None:
            raise UsageError(
                "no data file is given", "give a file, or --items 60 --categories 3 for made-up annotators"
            )
        categories = number_of_categories(reading["categories"])
        with watching(DRAWING):
            return drawn(None, sizes, categories=categories, **settings)
    labels = read_labels(paths, reading, quiet=quiet)
    others: dict[str, Any] = {}
    for path in beside:
        if Path(path).stem in (*others, Path(paths[0]).stem):
            raise UsageError(f"two files are named '{Path(path).stem}'", "rename one of them")
        others[Path(path).stem] = read_labels((path,), reading, quiet=quiet)
    with watching(DRAWING):
        return drawn(labels, sizes, beside=others, views=views, name=Path(paths[0]).stem, **settings)


def _content(made: StabilityCurve, written: str) -> str | bytes:
    from accord.renderings.stability_curve_tables import curve_table

    if written in ("svg", "png"):
        from accord.report_page.charts.stability_lines import stability_figure
        from accord.report_page.figure_files import figure_file

        drawn = figure_file(stability_figure(made), written)
        return drawn if written == "png" else drawn.decode()
    if written == "json":
        return command_json({"schema": SCHEMA, **made.as_json()})
    return captioned(curve_table(made, exact=written == "csv"), written)
