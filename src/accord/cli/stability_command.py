"""`accord stability`: what a value of agreement promises about the reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.annotations import Annotations, Labels, view
from accord.cli.assumed_texts import items_text, kappa_text
from accord.cli.command_json import command_json
from accord.cli.number_lists import numbers, shares, whole_numbers
from accord.cli.options import (
    choice,
    clustered_input_options,
    confidence_option,
    format_option,
    no_interval_option,
    number,
    one_of,
    quiet_option,
    read_labels,
    replicates_option,
    view_option,
    with_default,
    workers_option,
)
from accord.cli.projects import label_columns_option, print_each, read_fields
from accord.cli.streams import notes, print_as
from accord.results import DataError, UsageError
from accord.results.working import watching

if TYPE_CHECKING:
    from accord.reproducibility.group_references import Structured
    from accord.reproducibility.sentence import Promise
    from accord.reproducibility.stability_result import Stability

ASSESSING = "comparing references of groups"
ORDERED = ("ordinal", "interval", "ratio")
REFERENCES = ("vote", "median", "dawid_skene", "mace", "glad")
_OF_DATA = {
    "by": "--by", "against": "--against", "reference": "--reference", "sample": "--sample", "groups": "--groups",
    "systems": "--system", "views": "--view", "target_for": "--target-for",
}  # fmt: skip
_OF_LABELS = {
    "reference": "--reference", "sample": "--sample", "systems": "--system", "views": "--view",
    "target_for": "--target-for", "resample": "--resample annotators",
}  # fmt: skip
_OF_MODELS = {
    "model": "--model", "unanimous": "--unanimous", "phi": "--phi", "prevalence": "--prevalence", "errors": "--errors",
}  # fmt: skip
MODELS = ("homogeneous", "unanimous", "beta", "dirichlet", "empirical")


def _targets(context: click.Context, option: click.Parameter, texts: tuple[str, ...]) -> dict[str, float] | None:
    """Former=.05, once for each category; the last sign parts name and number."""
    targets: dict[str, float] = {}
    for text in texts:
        name, sign, number = text.rpartition("=")
        try:
            target = float(number)
        except ValueError:
            target = float("nan")
        if not sign or not 0 < target < 1:
            raise UsageError(f"--target-for {text} is not a category and a share", "such as --target-for Former=.05")
        if name in targets:
            raise UsageError(f"--target-for names '{name}' twice", "give it one target")
        targets[name] = target
    return targets or None


target_option = with_default(
    "--target",
    type=float,
    default=0.05,
    help="How much change is acceptable; of what is marked, if --nothing names a category.",
)
target_for_option = click.option(
    "--target-for",
    "target_for",
    multiple=True,
    callback=_targets,
    metavar="NAME=SHARE",
    help="How much change of one category is acceptable: Former=.05; may be repeated.",
)


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option(
    "-k",
    "sizes",
    multiple=True,
    callback=whole_numbers,
    metavar="N",
    help="Annotators in a group: as --annotators N; several as 3,5 or 2-8.",
)
@one_of(
    "--against",
    ["all", "disjoint", "reference", "group"],
    "Only τ (all or reference: beside the reference of all) or only Δ (disjoint or group: beside a disjoint "
    "group). Default: both.",
)
@one_of("--reference", REFERENCES, "How labels become a reference. Default: vote, or median for ordered categories.")
@click.option("--sample", is_flag=True, help="Draw groups instead of the exact mean over all of them.")
@click.option(
    "--groups",
    type=click.IntRange(min=1),
    metavar="N",
    help="Groups that are drawn. Default: 1,000; 100 beyond votes.",
)
@one_of("--by", ["category", "item"], "Values for each category, or for each item.")
@target_option
@target_for_option
@click.option(
    "--system",
    "systems",
    multiple=True,
    metavar="FILE",
    help="Labels of systems (column item, one column per system): their scores and ranks on resampled references.",
)
@choice(
    "--redraw",
    ("population", "annotators"),
    "References for --system: by other annotators, or by groups of those at hand.",
)
@click.option(
    "--kappa",
    "kappas",
    multiple=True,
    callback=numbers,
    metavar="K",
    help="Without data: a value of agreement, with --categories 5; several as .67,.8. Without a value: which one keeps "
    "the change below --target.",
)
@one_of(
    "--model",
    MODELS,
    "Without data: how errors lie on items. Default: the bracket. With data, empirical: as on these items, with "
    "so many errors that --kappa is reached.",
)
@click.option("--unanimous", type=float, help="Share of items on which nobody errs (model unanimous).")
@click.option("--phi", type=float, help="How alike items are (model beta).")
@click.option(
    "--prevalence",
    callback=shares,
    metavar="A,B,…",
    help="Without data: the share of each category, such as .9,.1. Default: all alike.",
)
@one_of(
    "--errors",
    ["uniform", "prevalence"],
    "Without data: who errs says any other category (default), or guesses by --prevalence.",
)
@with_default("--coefficient", default="kappa", help="What --kappa is: kappa, pi, alpha, ac1, …")
@confidence_option()
@no_interval_option
@replicates_option
@number("--seed", 0, "The seed of all random numbers.")
@choice("--resample", ("items", "annotators"), "What to resample for the intervals.")
@view_option
@label_columns_option
@clustered_input_options
@format_option
@workers_option
@quiet_option
def stability(
    paths: tuple[str, ...],
    sizes: list[int],
    kappas: list[float],
    views: tuple[str, ...],
    label_columns: list[str] | None,
    reading: dict[str, Any],
    output: str,
    quiet: bool,
    **asked: Any,
) -> int:
    """How much of the reference other annotators would change (Bregeon et al. 2019).

    For labels, spans, relations and answers. Beyond labels the reference of a group is its consensus, and 1 − F of
    two references is the share that changes.

    τ is the share of labels that a group of k annotators changes in the reference of all; Δ the share on which two
    groups of k differ who have nobody in common. Both are exact means over all groups, and are shown beside κ_G,
    the mean agreement of these groups. The forecast is for k others.

    \b
    accord stability ratings.csv --annotators 3
    accord stability ratings.csv -k 3,5,7 --view "merge joy+love"
    accord stability ratings.csv -k 3 --against disjoint --by category --format latex
    accord stability ratings.csv -k 3 --reference dawid_skene --groups 200
    accord stability genes.csv --table --nothing Nothing --target-for Former=.05
    accord stability ratings.csv --system runs.csv
    accord stability entities.csv -k 1,2 --by category                   spans; so relations and answers
    accord stability export.json -k 2                                    every field of a project, or --field NAME
    accord stability --kappa .67,.8 --categories 5 -k 3,5
    accord stability --target .05 --categories 5 -k 2-8                  which κ keeps the change below 5 %
    accord stability --kappa .8 --categories 2 --prevalence .9,.1 -k 3
    accord stability --kappa .67 --categories 3 -k 3 --model unanimous --unanimous .2
    accord stability ratings.csv --model empirical --kappa .8 -k 3
    """
    sizes, reading = group_sizes(sizes, reading)
    for model, option, name in (("unanimous", "--unanimous .2", "unanimous"), ("beta", "--phi 5", "phi")):
        if asked["model"] == model and asked[name] is None:
            raise UsageError(f"--model {model} needs its parameter", f"such as {option}")
    if asked["model"] == "empirical":
        if not paths:
            raise UsageError("--model empirical takes the items of data", "give a file, or another model")
        labels = read_labels(paths, reading, quiet=quiet)
        _refuse_unused({**asked, "views": views}, _OF_DATA, "a model")
        print_as(output, items_text(labels, kappas, sizes or [3], asked, output, quiet))
        return 0
    if kappas or (not paths and reading["categories"] is not None):
        if paths:
            raise UsageError(
                "--kappa is for when there are no data",
                "leave out either PATH or --kappa, or add --model empirical",
            )
        _refuse_unused({**asked, "views": views}, _OF_DATA, "--kappa" if kappas else "no data")
        if reading["level"] in ORDERED:
            raise UsageError(
                "--kappa promises a vote, and the reference of a scale is the median",
                "leave out --level, or use 'accord plan --kappa .8 --categories 5 --level ordinal'",
            )
        categories = number_of_categories(reading["categories"])
        print_as(output, kappa_text(kappas or None, sizes or [3], categories, asked, output))
        return 0
    if not paths:
        raise UsageError("no data file is given", "give a file, or --kappa .8 --categories 5 --annotators 3")
    _refuse_unused(asked, _OF_MODELS, "data without --kappa")

    def written(data: Annotations) -> str:
        if isinstance(data, Labels):
            return _from_data(data, sizes, views, asked, output, quiet)
        resample = None if asked["resample"] == "items" else asked["resample"]
        _refuse_unused({**asked, "views": views, "resample": resample}, _OF_LABELS, data.kind)
        return _from_structures(data, sizes, asked, output, quiet)

    return print_each(read_fields(paths, reading, label_columns, quiet=quiet), written, output, quiet=quiet)


def _refuse_unused(asked: dict[str, Any], options: dict[str, str], what: str) -> None:
    """A UsageError for an option that would do nothing."""
    odd = next((option for name, option in options.items() if asked[name]), None)
    if odd is not None:
        raise UsageError(f"{odd} does nothing with {what}", "leave one of them out")


CATEGORIES = "Names: the categories in their order. A number: how many there are (with --kappa)."


def explain(command: click.Command, **texts: str) -> None:
    """Say in the help of a command what options mean there that mean less elsewhere."""
    for option in command.params:
        if isinstance(option, click.Option) and option.name in texts:
            option.help = texts[option.name]


explain(
    stability,
    annotators="A number: annotators in a group (default: 3, or half of fewer than six). Names: the columns of the "
    "annotators (wide table).",
    categories=CATEGORIES,
)


def group_sizes(sizes: list[int], reading: dict[str, Any]) -> tuple[list[int], dict[str, Any]]:
    """The k of `-k 3` or `--annotators 3`; the latter also names columns, as everywhere."""
    named = reading["annotators"]
    if named is None or len(named) != 1 or not named[0].isdecimal() or sizes:
        return sizes, reading
    if int(named[0]) < 1:
        raise UsageError("a group has at least one annotator", "such as --annotators 3")
    return [int(named[0])], {**reading, "annotators": None}


def number_of_categories(named: list[str] | None) -> int:
    if named is None or (len(named) == 1 and not named[0].isdecimal()):
        raise UsageError("the number of categories is missing", "give it with --kappa, such as --categories 5")
    return int(named[0]) if len(named) == 1 else len(named)


def _from_data(
    labels: Labels, sizes: list[int], views: tuple[str, ...], asked: dict[str, Any], output: str, quiet: bool
) -> str:
    from accord.renderings.stability_text import SeenStability, stability_record, stability_text
    from accord.reproducibility.structure_stability import usual_size

    if views and asked["by"] is not None:
        raise UsageError("--view and --by cannot be combined", "use one of them")
    seen_views = [view(labels, text) for text in views]
    chosen = sizes or [usual_size(labels)]
    results, promises = _assessed(labels, chosen, asked, output, quiet)
    seen = [
        SeenStability(
            seen_view.name, *_assessed(seen_view.labels, sizes or [usual_size(seen_view.labels)], asked, output, quiet)
        )
        for seen_view in seen_views
    ]
    evaluated = _evaluated(labels, chosen[0] if sizes else None, asked, quiet) if asked["systems"] else None
    if output == "json":
        return command_json(stability_record(labels, results, promises, evaluated, by=asked["by"], seen=seen))
    return stability_text(labels, results, promises, evaluated, by=asked["by"], output=output, seen=seen)


def _assessed(
    labels: Labels, sizes: list[int], asked: dict[str, Any], output: str, quiet: bool
) -> tuple[list[Stability], list[Promise]]:
    """τ and Δ, or the one that was asked for, and the forecast, for each size of groups."""
    results: list[Stability] = []
    for k in sizes:
        results += _of_size(labels, k, asked, quiet, alone=not results)
    promises = _forecasts(labels, sizes, asked, quiet) if asked["by"] is None or output == "json" else []
    notes(dict.fromkeys(diagnostic for result in results for diagnostic in result.diagnostics), quiet=quiet)
    return results, promises


def _of_size(labels: Labels, k: int, asked: dict[str, Any], quiet: bool, *, alone: bool) -> list[Stability]:
    """τ and Δ of groups of k; of several that were not named one by one, some may be impossible."""
    from accord.reproducibility.assessing import AGAINST
    from accord.reproducibility.assessing import stability as assessed

    settings = {name: asked[name] for name in ("reference", "replicates", "seed", "resample", "groups")}
    settings |= {"method": "sample" if asked["sample"] else None}
    settings |= {"confidence": None if asked["no_interval"] else asked["confidence"]}
    made: list[Stability] = []
    for against in (asked["against"],) if asked["against"] else AGAINST:
        try:
            with watching(ASSESSING):
                made.append(assessed(labels, k, against, **settings))
        except DataError as error:
            if error.code != "ACC140" or (alone and not made):
                raise
            notes([error], quiet=quiet)
    return made


def _forecasts(labels: Labels, sizes: list[int], asked: dict[str, Any], quiet: bool) -> list[Promise]:
    """What k others would change, for each k, or nothing where that cannot be said."""
    from accord.reproducibility.extrapolation import MOST_ANNOTATORS, Pilot
    from accord.reproducibility.sentence import promise

    if max(sizes) > MOST_ANNOTATORS:
        notes([f"no forecast for more than {MOST_ANNOTATORS} annotators"], quiet=quiet)
    rule = asked["reference"] if asked["reference"] in ("vote", "median") else None
    settings = {name: asked[name] for name in ("target", "target_for", "confidence")}
    try:
        with watching("forecasting"):
            pilot = Pilot.of(labels, reference=rule)
            return [promise(labels, k, pilot=pilot, **settings) for k in sizes if k <= MOST_ANNOTATORS]
    except DataError as error:
        notes([f"no forecast for other annotators: {error}"], quiet=quiet)
        return []


def _from_structures(data: Structured, sizes: list[int], asked: dict[str, Any], output: str, quiet: bool) -> str:
    """The same for units, links and answers, by all that may count as the same."""
    from accord.renderings.structure_stability_text import structure_record, structure_text
    from accord.reproducibility.assessing import AGAINST, SAME, structures_asked
    from accord.reproducibility.structure_stability import structure_stability, usual_size

    confidence = None if asked["no_interval"] else asked["confidence"]
    results: list[Stability] = []
    impossible: list[DataError] = []
    for k in sizes or [usual_size(data)]:
        for against in (SAME.get(asked["against"], asked["against"]),) if asked["against"] else AGAINST:
            settings = [asked[name] for name in ("replicates", "seed", "groups")]
            try:
                with watching(ASSESSING):
                    results += structure_stability(data, structures_asked(k, against, confidence, *settings)).values()
            except DataError as error:  # of both that were not asked for, one may be impossible
                if error.code != "ACC140":
                    raise
                impossible.append(error)
    if not results:
        raise impossible[0]
    notes(impossible, quiet=quiet)
    notes(dict.fromkeys(diagnostic for result in results for diagnostic in result.diagnostics), quiet=quiet)
    if output == "json":
        return command_json(structure_record(data, results, by=asked["by"]))
    return structure_text(data, results, by=asked["by"], output=output)


def _evaluated(labels: Labels, size: int | None, asked: dict[str, Any], quiet: bool) -> Any:
    from accord.formats.gold_labels import labels_of_systems
    from accord.reproducibility.systems import evaluate_systems

    systems: dict[str, dict[str, str]] = {}
    for path in asked["systems"]:
        for name, system_labels in labels_of_systems(path).items():
            if name in systems:
                raise UsageError(f"two systems are named '{name}'", "rename a column or a file")
            systems[name] = system_labels
    made = evaluate_systems(
        labels, systems, size, source=asked["redraw"], confidence=asked["confidence"], seed=asked["seed"]
    )
    notes(made.diagnostics, quiet=quiet)
    return made
