"""`accord reference`: the adjudicated reference, and the items to discuss."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from accord.annotations import Spans
from accord.cli.command_json import command_json
from accord.cli.named_files import OVERWRITE
from accord.cli.options import format_option, input_options, only_labels, quiet_option, read_annotations
from accord.cli.streams import print_as
from accord.consensus import MODELS
from accord.consensus import reference as adjudicated
from accord.consensus.units import ConsensusUnits
from accord.formats.gold_labels import gold_labels
from accord.renderings.references import (
    discussion_csv,
    discussion_lines,
    json_lines,
    reference_csv,
    reference_record,
    reference_shown,
)
from accord.results import Diagnostic, Place, UsageError
from accord.results.foreign_text import visible
from accord.results.output_files import assert_new, write_files
from accord.results.wording import many

MORE = "--discuss FILE writes them"


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option(
    "--model",
    type=click.Choice(MODELS),
    help="How labels become a reference. Default: majority, or median on a scale.",
)
@click.option("-o", "--output", "destination", metavar="FILE", help="Write the labels there: .csv or .jsonl.")
@click.option("--discuss", metavar="FILE", help="Write the items to discuss there: .csv or .jsonl.")
@click.option("--gold", metavar="FILE", help="A table of items (column item) and their known labels (column label).")
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
@click.option(
    "--below",
    type=click.FloatRange(0, 1),
    default=0.75,
    show_default=True,
    help="Discuss items whose label is less probable.",
)
@click.option(
    "--smoothing",
    type=click.FloatRange(min=0),
    default=0.0,
    show_default=True,
    help="Added to the counts of dawid_skene; 0 as in the paper.",
)
@click.option(
    "--max-iterations",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="When a model stops at the latest.",
)
@click.option(
    "--tolerance",
    type=click.FloatRange(min=0),
    show_default="1e-6; dawid_skene: one label and 1 % of an annotator's",
    help="A model stops when nothing moves by as much; 1e-6 takes dawid_skene to a maximum of the likelihood.",
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of the random starts of mace."
)
@input_options
@format_option
@quiet_option
def reference(
    paths: tuple[str, ...],
    model: Any,
    destination: str | None,
    discuss: str | None,
    gold: str | None,
    force: bool,
    below: float,
    smoothing: float,
    max_iterations: int,
    tolerance: float | None,
    seed: int,
    reading: dict[str, Any],
    output: str,
    quiet: bool,
) -> int:
    """One label for each item of PATH with its probability, and the items to discuss; of spans, the units that most
    annotators found, with median bounds, from the best alignment.

    \b
    accord reference ratings.csv
    accord reference ratings.csv --model dawid_skene -o reference.csv --discuss discuss.csv
    accord reference ratings.csv --model glad --gold known.csv -o reference.jsonl
    accord reference entities.csv -o reference.csv --discuss discuss.csv
    """
    _check_outputs([name for name in (destination, discuss) if name is not None])
    if not force:
        _refuse_existing(destination, discuss)
    data = read_annotations(paths, reading, quiet=quiet)
    if isinstance(data, Spans):
        return _of_spans(data, model, gold, destination, discuss, output, force=force, quiet=quiet)
    labels = only_labels(data, "labels and spans")
    known = gold_labels(gold) if gold is not None else None
    if known == {} and not quiet:
        note = Diagnostic("ACC223", "nothing is decided: the column 'decision' is empty", Place(gold))
        click.echo(f"accord: note: {note}", err=True)
    made = adjudicated(
        labels,
        model,
        gold=known or None,
        smoothing=smoothing,
        max_iterations=max_iterations,
        tolerance=tolerance,
        seed=seed,
    )
    doubtful = made.to_discuss(below)
    texts: dict[str, str] = {}
    if destination is not None:
        texts[destination] = json_lines(made) if _is_jsonl(destination) else reference_csv(made)
    if discuss is not None:
        texts[discuss] = (
            discussion_lines(doubtful) if _is_jsonl(discuss) else discussion_csv(doubtful, labels.annotators)
        )
    if not force:
        _refuse_existing(destination, discuss)
    write_files({Path(name): text.encode() for name, text in texts.items()})
    if destination is None:
        if output == "json":
            print_as(output, command_json(reference_record(made, doubtful)))
        else:
            print_as(output, reference_shown(made, doubtful, output, MORE))
    if not quiet:
        for diagnostic in made.diagnostics:
            click.echo(f"accord: note: {diagnostic}", err=True)
        if destination is not None:
            click.echo(
                f"accord: note: {many(labels.n_items, 'label is', 'labels are')} in {visible(destination)}",
                err=True,
            )
        if discuss is not None:
            click.echo(f"accord: note: {many(len(doubtful), 'item')} to discuss: {visible(discuss)}", err=True)
    return 0


def _of_spans(
    spans: Spans,
    model: str,
    gold: str | None,
    destination: str | None,
    discuss: str | None,
    output: str,
    *,
    force: bool,
    quiet: bool,
) -> int:
    """The same for spans."""
    from accord.consensus.units import consensus_units
    from accord.renderings.reference_units import units_record, units_shown, units_text

    if model not in (None, "majority"):
        raise UsageError("the reference of spans is a vote over the best alignment", "leave --model out")
    made = consensus_units(spans)
    if gold is not None:
        made = _decided(made, gold)
    doubtful = made.to_discuss()
    texts: dict[str, str] = {}
    if destination is not None:
        texts[destination] = units_text(list(made), jsonl=_is_jsonl(destination))
    if discuss is not None:
        texts[discuss] = units_text(doubtful, jsonl=_is_jsonl(discuss), discussed=True)
    if not force:
        _refuse_existing(destination, discuss)
    write_files({Path(name): text.encode() for name, text in texts.items()})
    if destination is None:
        if output == "json":
            print_as(output, command_json(units_record(made)))
        else:
            print_as(output, units_shown(made, output, MORE))
    if not quiet:
        for diagnostic in made.diagnostics:
            click.echo(f"accord: note: {diagnostic}", err=True)
        if destination is not None:
            click.echo(
                f"accord: note: {many(len(made), 'unit is', 'units are')} in {visible(destination)}",
                err=True,
            )
        if discuss is not None:
            click.echo(f"accord: note: {many(len(doubtful), 'unit')} to discuss: {visible(discuss)}", err=True)
    return 0


def _decided(made: ConsensusUnits, gold: str) -> ConsensusUnits:
    """The consensus with what was decided in a list of units to discuss."""
    from accord.consensus.decided_units import with_decisions
    from accord.formats.tables.own_files import unit_decisions

    decided = unit_decisions(gold)
    if decided is None:
        message = "for spans --gold is a list of units to discuss with its column 'decision'"
        raise UsageError(message, "write one with --discuss, and fill it in")
    return with_decisions(made, decided, gold)


def _is_jsonl(name: str) -> bool:
    return Path(name).suffix.lower() == ".jsonl"


def _check_outputs(outputs: list[str]) -> None:
    for name in outputs:
        if Path(name).suffix.lower() not in (".csv", ".jsonl"):
            raise UsageError(f"'{name}' is neither a .csv nor a .jsonl file", "name the output so")
    if len({Path(name).resolve() for name in outputs}) < len(outputs):
        raise UsageError("the labels and the items to discuss go to the same file", "name two files")


def _refuse_existing(*outputs: str | None) -> None:
    for name in outputs:
        if name is not None:
            assert_new(name, OVERWRITE)
