"""`accord degrade`: annotations by simulated annotators whose errors are known."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.cli.named_files import refuse_existing
from accord.cli.options import (
    input_options,
    number,
    one_of,
    quiet_option,
    read_annotations,
    read_labels,
    with_default,
    workers_option,
)
from accord.cli.streams import notes, print_csv, print_exactly
from accord.formats.declared import declared
from accord.formats.registry import find_reader
from accord.formats.writing import contents_of, write
from accord.results import UsageError
from accord.results.working import watching

if TYPE_CHECKING:
    from accord.degradations import Annotations

EXAMPLES = ("labels", "spans", "relations")
SHAPES = (*EXAMPLES, "answers")


_REFERENCE = (
    one_of(
        "--example", EXAMPLES, "Instead of PATH: items of two categories, 25 random units, or a tree of 101 arguments."
    ),
    with_default(
        "-n",
        "--simulate",
        "simulated",
        type=click.IntRange(min=1),
        default=3,
        help="How many annotators are simulated.",
    ),
    click.option(
        "--reference", metavar="NAME", help="The annotator who is degraded. Default: the only one, else what most say."
    ),
    click.option("--keep-reference", is_flag=True, help="The first annotator is the reference, undegraded."),
    number("--seed", 0, "The seed of all draws."),
)


USUAL = 0.3  # the magnitude where none is told


def reference_options(command: Any) -> Any:
    """What is degraded, and by how many: options that degrading and sweeping share."""
    return functools.reduce(lambda made, option: option(made), reversed(_REFERENCE), command)


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option(
    "-d",
    "--degradation",
    "named",
    metavar="NAME",
    help="Which errors to make: flip, \"shift(k=1.2)\", or several in turn, flip+retarget. '--list' shows them.",
)
@click.option(
    "--magnitude",
    type=click.FloatRange(0, 1),
    show_default="0.3; for observed errors, as many as the annotators make",
    help="The magnitude of the errors, from 0 to 1.",
)
@click.option("--weights", metavar="A,B,…", help="With several errors: the share of each, or 'observed'.")
@click.option(
    "-o", "--output", "destination", metavar="FILE", help="Write to this file; its ending decides the format."
)
@click.option("--to", metavar="NAME", help="The format to write. Default: by the ending of FILE, else csv.")
@click.option("--force", is_flag=True, help="Overwrite what is there.")
@click.option("--list", "listed", is_flag=True, help="List the degradations, and exit.")
@reference_options
@input_options
@workers_option
@quiet_option
def degrade(
    paths: tuple[str, ...],
    named: str | None,
    magnitude: float | None,
    weights: str | None,
    destination: str | None,
    to: str | None,
    force: bool,
    listed: bool,
    example: str | None,
    simulated: int,
    reading: dict[str, Any],
    quiet: bool,
    **settings: Any,
) -> int:
    """Annotations by simulated annotators: copies of a reference in PATH, each degraded by a known magnitude.

    \b
    accord degrade gold.csv -d confuse --magnitude .2 -o noisy.csv
    accord degrade spans.csv -d "shift(k=1.2)" --reference Ann --keep-reference -o shifted.csv
    accord degrade --example relations -d flip+retarget --magnitude .4 -n 5 -o graphs.csv
    accord degrade ratings.csv -d "simulated(mean=40, amplitude=10)" -n 9 -o simulated.csv
    accord degrade -d "fictitious(items=60, categories=3, mean=12, sigma=2)" -n 4
    accord degrade graphs.csv -d observed -n 5 -o alike.csv
    accord degrade --list

    observed is the mix of errors that the annotators make, at their own magnitude.
    simulated and fictitious are the generators of Bregeon et al. 2019: annotators who err on so many items.
    """
    if listed:
        click.echo(_list())
        return 0
    if named is None:
        raise UsageError("no degradation is named", "use -d NAME, such as -d confuse; 'accord degrade --list' has all")
    from accord.cli.generators import generated, generator_named
    from accord.degradations import degrade as degraded
    from accord.degradations import observed_errors
    from accord.degradations.observed_mix import OBSERVED

    generator = generator_named(named)
    if generator is not None:
        known = read_labels(paths, reading, quiet=quiet) if paths else None
        _write(generated(generator, known, simulated, settings["seed"]), destination, to, force=force)
        return 0
    data = reference_data(paths, example, reading, settings["reference"], quiet=quiet)
    if weights is not None:
        settings["weights"] = weights_told(weights)
    observed = named == OBSERVED or settings.get("weights") == OBSERVED
    if observed:
        with watching("comparing with the reference"):
            errors = observed_errors(data, settings["reference"], seed=settings["seed"]).sentence()
        notes([errors], quiet=quiet)
    if magnitude is None and named != OBSERVED:
        magnitude = USUAL
    with watching("degrading"):
        made = degraded(data, named, magnitude, annotators=simulated, **settings)
    _write(made, destination, to, force=force)
    what = str(made).partition("\n")[0]
    notes([f"{what}{'' if destination is None else f', in {destination}'}"], quiet=quiet)
    return 0


def reference_data(
    paths: tuple[str, ...], example: str | None, reading: dict[str, Any], reference: str | None, *, quiet: bool
) -> Annotations:
    """The annotations in PATH, or the example that was asked for."""
    if example is None:
        if reference is not None and reading["only"] is None:
            known = read_annotations(paths, reading, quiet=True).annotators
            if known is not None and reference not in known:  # a gold standard, say, which is set aside otherwise
                reading = {**reading, "only": [reference, *known]}
        return read_annotations(paths, reading, quiet=quiet)
    if paths:
        raise UsageError("an example takes the place of a file", "leave one of them out")
    from accord.degradations.built_in import REFERENCES

    return REFERENCES[example]()


def weights_told(text: str) -> list[float] | str:
    """What --weights says: numbers, or 'observed'."""
    if text == "observed":
        return text
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise UsageError(f"the weights {text!r} are not numbers", "write 2,1,1, or observed") from None


def _write(made: Annotations, destination: str | None, to: str | None, *, force: bool) -> None:
    """A file by its ending, or a table on stdout."""
    if destination is not None:
        refuse_existing(destination, force=force)
        write(made, destination, to, force=force)
        return
    table = Path("table")
    contents = contents_of(made, table, to or "csv")
    if table not in contents:
        raise UsageError(f"{to} is written as files in a folder", "name the folder with -o")
    try:
        text = contents[table].decode()
    except UnicodeDecodeError:
        raise UsageError(f"{to} does not go to the terminal", "name a file with -o") from None
    text = text.rstrip("\n")
    separator = declared(find_reader(to or "csv")).separator
    if separator is not None:
        print_csv(text, separator)
    else:
        print_exactly(text)


def _list() -> str:
    from accord.cli.generators import GENERATORS
    from accord.degradations import degradations
    from accord.renderings.tables import Table, as_text

    rows = [
        (
            shape,
            degradation.name,
            degradation.title,
            ", ".join(f"{name}={value!r}" for name, value in degradation.options.items()),
        )
        for shape in SHAPES
        for degradation in degradations(shape).values()
    ]
    for name, text in GENERATORS.items():
        title, _, options = text.partition(": ")
        rows.append(("labels", name, title, options))
    return as_text(Table(("shape", "degradation", "what it does", "options"), tuple(rows)))
