"""`accord plan`: how many annotators, how many items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.annotations import Annotations
from accord.cli.command_json import command_json
from accord.cli.named_files import refuse_existing
from accord.cli.options import (
    confidence_option,
    format_option,
    input_options,
    only_labels,
    quiet_option,
    with_default,
    workers_option,
)
from accord.cli.projects import label_columns_option, print_each, read_fields
from accord.cli.stability_command import CATEGORIES, explain, number_of_categories, target_for_option, target_option
from accord.cli.streams import notes, print_as
from accord.renderings.tables import captioned, csv_text
from accord.results import SCHEMA, UsageError
from accord.results.foreign_text import json_text
from accord.results.output_files import write_text
from accord.results.wording import many
from accord.results.working import watching

if TYPE_CHECKING:
    from accord.annotations.project import Project


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH…]")
@target_option
@target_for_option
@click.option("--kappa", type=float, metavar="K", help="Without a pilot: the agreement to expect, with --categories 3.")
@with_default("--width", type=float, default=0.04, help="How wide the interval of the change may be.")
@click.option(
    "--items", type=click.IntRange(min=1), help="How many items there are. Default: those that --width takes."
)
@with_default("--price", type=float, default=0.0, help="What a label costs.")
@click.option(
    "--assign",
    metavar="FILE",
    help="Write who should annotate which items of PATH next to this file (CSV): every two share --share items.",
)
@with_default("--share", type=click.IntRange(min=1), default=30, help="Items that every two annotators should share.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@confidence_option()
@label_columns_option
@input_options
@format_option
@workers_option
@quiet_option
def plan(
    paths: tuple[str, ...],
    target: float,
    kappa: float | None,
    assign: str | None,
    share: int,
    force: bool,
    label_columns: list[str] | None,
    reading: dict[str, Any],
    output: str,
    quiet: bool,
    **settings: Any,
) -> int:
    """How many annotators per item make a reference that as many others would change by --target at most.

    PATH is a pilot: some items labelled by two annotators or more. Without one, assume an agreement (--kappa). On a
    scale the reference is the median, and --kappa with --level ordinal an ordinal α. The low
    and high numbers of annotators are those for items that are all equally hard, and for items as uneven as in a
    Dirichlet population; with a pilot, those that the pilot leaves open.

    \b
    accord plan pilot.csv --target .05
    accord plan pilot.csv --target .02 --items 5000 --price .04
    accord plan genes.csv --table --nothing Nothing --target .1 --target-for Former=.15
    accord plan survey.csv --label-columns q1,q2 --target .05
    accord plan export.json --assign next.csv
    accord plan --target .05 --kappa .7 --categories 3 --format json
    accord plan --target .2 --kappa .8 --categories 5 --level ordinal
    """
    from accord.renderings.stability_tables import plan_table
    from accord.reproducibility.planning import plan as planned

    if paths and kappa is not None:
        raise UsageError("a plan needs a pilot or an assumption, not both", "leave out either PATH or --kappa")
    if kappa is not None and settings["target_for"]:
        raise UsageError("--target-for does nothing with --kappa", "give a pilot, or leave it out")
    if not paths and kappa is None:
        raise UsageError("a plan needs a pilot or an assumption", "give PATH, or --kappa .7 --categories 3")

    def written(data: Annotations | None) -> str:
        with watching("planning"):
            made = planned(
                None if data is None else only_labels(data),
                target=target,
                kappa=kappa,
                categories=None if paths else number_of_categories(reading["categories"]),
                level=None if paths else reading["level"],
                **settings,
            )
        if output == "json":
            return command_json({"schema": SCHEMA, "plan": made.as_json()})
        return captioned(plan_table(made, exact=output == "csv"), output)

    if assign is not None and not paths:
        raise UsageError("--assign hands out the items of data", "name them, such as export.json")
    refuse_existing(assign, force=force)
    if not paths:
        print_as(output, written(None))
        return 0
    whole = read_fields(paths, reading, label_columns, quiet=quiet)
    if assign is not None:
        return _handed_out(whole, assign, share, output, quiet=quiet)
    return print_each(whole, written, output, quiet=quiet)


def _handed_out(whole: Annotations | Project, path: str, share: int, output: str, *, quiet: bool) -> int:
    """Write who should annotate what next, and say it."""
    from accord.annotations.project import Project
    from accord.diagnosis.project.answer_matrix import AnswerMatrix
    from accord.diagnosis.project.overlap import overlap
    from accord.diagnosis.project.proposed_assignments import MOST_PEOPLE

    project = whole if isinstance(whole, Project) else Project(fields={whole.kind: whole})
    if len(project.annotators) > MOST_PEOPLE:
        message = f"there are {len(project.annotators):,} annotators, and --assign is for {MOST_PEOPLE} at most"
        raise UsageError(message, "take some of them with --only")
    if len(project.annotators) < 2:
        raise UsageError("--assign is about items that two annotators share, and there is one", "give data of several")
    shared = overlap(AnswerMatrix.of(project), share)
    made = () if shared.proposed is None else shared.proposed.assignments
    rows = [[item, assignment.annotator] for assignment in made for item in assignment.items]
    write_text(path, csv_text(["item", "annotator"], rows), inputs=whole.files)
    sentence = shared.advice or f"Every two annotators share {share} items or more."
    print_as(output, json_text({"schema": SCHEMA, "overlap": shared.as_json()}) if output == "json" else sentence)
    notes([f"{many(len(rows), 'assignment is', 'assignments are')} in {path}"], quiet=quiet)
    return 0


explain(plan, categories=CATEGORIES)
