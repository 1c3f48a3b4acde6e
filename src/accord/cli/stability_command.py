"""`accord stability`: what a value of agreement promises about the reference."""

from __future__ import annotations

from typing import Any

import click

from accord.annotations import Labels
from accord.cli.command_json import command_json
from accord.cli.options import (
    choice,
    clustered_input_options,
    confidence_option,
    format_option,
    no_interval_option,
    number,
    quiet_option,
    read_labels,
    replicates_option,
    with_default,
)
from accord.cli.streams import notes, print_as
from accord.results import DataError, UsageError

ORDERED = ("ordinal", "interval", "ratio")
REFERENCES = ("vote", "median", "dawid_skene", "mace", "glad")
_OF_DATA = {
    "by": "--by", "against": "--against", "reference": "--reference", "sample": "--sample", "groups": "--groups",
    "systems": "--system", "target_for": "--target-for",
}  # fmt: skip
_OF_MODELS = {"model": "--model", "unanimous": "--unanimous", "phi": "--phi"}
MODELS = ("homogeneous", "unanimous", "beta", "dirichlet", "empirical")


def _targets(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> dict[str, float] | None:
    """Former=.05, once for each category; the last sign parts name and number."""
    found: dict[str, float] = {}
    for one in given:
        name, sign, number = one.rpartition("=")
        try:
            target = float(number)
        except ValueError:
            target = float("nan")
        if not sign or not 0 < target < 1:
            raise UsageError(f"--target-for {one} is not a category and a share", "such as --target-for Former=.05")
        if name in found:
            raise UsageError(f"--target-for names '{name}' twice", "give it one target")
        found[name] = target
    return found or None


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
@click.option("-k", "size", type=click.IntRange(min=1), metavar="N", help="Annotators in a group: as --annotators N.")
@click.option(
    "--against",
    type=click.Choice(["all", "disjoint", "reference", "group"]),
    help="Only τ (all or reference: beside the reference of all) or only Δ (disjoint or group: beside a disjoint "
    "group). Default: both.",
)
@click.option(
    "--reference",
    type=click.Choice(REFERENCES),
    help="How labels become a reference. Default: vote, or median for ordered categories.",
)
@click.option("--sample", is_flag=True, help="Draw groups instead of the exact mean over all of them.")
@click.option("--groups", type=click.IntRange(min=1), metavar="N", help="Groups that are drawn.")
@click.option("--by", type=click.Choice(["category", "item"]), help="Values for each category, or for each item.")
@with_default(
    "--target",
    type=float,
    default=0.05,
    help="How much change is acceptable; of what is marked, if --nothing names a category.",
)
@target_for_option
@click.option(
    "--system",
    "systems",
    multiple=True,
    metavar="FILE",
    help="Labels of systems (column item, one column per system): their scores and ranks on references drawn anew.",
)
@choice(
    "--redraw",
    ("population", "annotators"),
    "References for --system: by other annotators, or by groups of those at hand.",
)
@click.option("--kappa", type=float, metavar="K", help="Without data: a value of agreement, with --categories 5.")
@click.option(
    "--model",
    type=click.Choice(MODELS),
    help="Without data: how errors lie on items. Default: the bracket. With data, empirical: as on these items, with "
    "so many errors that --kappa is reached.",
)
@click.option("--unanimous", type=float, help="Share of items on which nobody errs (model unanimous).")
@click.option("--phi", type=float, help="How alike items are (model beta).")
@with_default("--coefficient", default="kappa", help="What --kappa is: kappa, pi, alpha, ac1, …")
@confidence_option()
@no_interval_option
@replicates_option
@number("--seed", 0, "The seed of all random numbers.")
@choice("--resample", ("items", "annotators"), "What is drawn anew for the intervals.")
@clustered_input_options
@format_option
@quiet_option
def stability(
    paths: tuple[str, ...],
    size: int | None,
    kappa: float | None,
    reading: dict[str, Any],
    output: str,
    quiet: bool,
    **asked: Any,
) -> int:
    """How much of the reference other annotators would change (Bregeon et al. 2019).

    τ is the share of labels that a group of k annotators changes in the reference of all; Δ the share on which two
    groups of k differ who have nobody in common. Both are exact means over all groups. The forecast is for k others.

    \b
    accord stability ratings.csv --annotators 3
    accord stability ratings.csv -k 3 --against disjoint --by category --format latex
    accord stability ratings.csv -k 3 --reference dawid_skene --groups 200
    accord stability genes.csv --table --nothing Nothing --target-for Former=.05
    accord stability ratings.csv --system runs.csv
    accord stability --kappa .8 --categories 5 --annotators 3
    accord stability --kappa .67 --categories 3 -k 3 --model unanimous --unanimous .2
    accord stability ratings.csv --model empirical --kappa .8 -k 3
    """
    size, reading = group_size(size, reading)
    for model, option, name in (("unanimous", "--unanimous .2", "unanimous"), ("beta", "--phi 5", "phi")):
        if asked["model"] == model and asked[name] is None:
            raise UsageError(f"--model {model} needs its parameter", f"such as {option}")
    if asked["model"] == "empirical":
        if not paths:
            raise UsageError("--model empirical takes the items of data", "give a file, or another model")
        labels = read_labels(paths, reading, quiet=quiet)
        _refuse_unused(asked, _OF_DATA, "a model")
        print_as(output, _from_items(labels, kappa, size or 3, asked, output, quiet))
        return 0
    if kappa is not None:
        if paths:
            raise UsageError(
                "--kappa is for when there are no data",
                "leave out either PATH or --kappa, or add --model empirical",
            )
        _refuse_unused(asked, _OF_DATA, "--kappa")
        if reading["level"] in ORDERED:
            raise UsageError(
                "--kappa promises a vote, and the reference of a scale is the median",
                "leave out --level, or use 'accord plan --kappa .8 --categories 5 --level ordinal'",
            )
        print_as(output, _from_kappa(kappa, size or 3, number_of_categories(reading["categories"]), asked, output))
        return 0
    if not paths:
        raise UsageError("no data is named", "give a file, or --kappa .8 --categories 5 --annotators 3")
    _refuse_unused(asked, _OF_MODELS, "data without --kappa")
    labels = read_labels(paths, reading, quiet=quiet)
    print_as(output, _from_data(labels, size, asked, output, quiet))
    return 0


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


def group_size(size: int | None, reading: dict[str, Any]) -> tuple[int | None, dict[str, Any]]:
    """The k of `-k 3` or `--annotators 3`; the latter also names columns, as everywhere."""
    named = reading["annotators"]
    if named is None or len(named) != 1 or not named[0].isdecimal() or size is not None:
        return size, reading
    if int(named[0]) < 1:
        raise UsageError("a group has at least one annotator", "such as --annotators 3")
    return int(named[0]), {**reading, "annotators": None}


def number_of_categories(named: list[str] | None) -> int:
    if named is None or (len(named) == 1 and not named[0].isdecimal()):
        raise UsageError("the number of categories is missing", "such as --kappa .8 --categories 5 --annotators 3")
    return int(named[0]) if len(named) == 1 else len(named)


def _from_data(labels: Labels, size: int | None, asked: dict[str, Any], output: str, quiet: bool) -> str:
    from accord.renderings.stability_text import stability_record, stability_text
    from accord.reproducibility.assessing import AGAINST, usual_group_size
    from accord.reproducibility.assessing import stability as assessed
    from accord.reproducibility.extrapolation import MOST_ANNOTATORS
    from accord.reproducibility.sentence import promise
    from accord.reproducibility.stability_result import Stability

    k = size or usual_group_size(labels)
    results: list[Stability] = []
    for against in (asked["against"],) if asked["against"] else AGAINST:
        try:
            made = assessed(
                labels,
                k,
                against,
                method="sample" if asked["sample"] else None,
                confidence=None if asked["no_interval"] else asked["confidence"],
                **{name: asked[name] for name in ("reference", "replicates", "seed", "resample", "groups")},
            )
        except DataError as error:
            if error.code != "ACC140" or not results:  # of both that were not asked for, one may be impossible
                raise
            notes([error], quiet=quiet)
            continue
        results.append(made)
    said = None
    if k > MOST_ANNOTATORS:
        notes([f"no forecast for more than {MOST_ANNOTATORS} annotators"], quiet=quiet)
    elif asked["by"] is None or output == "json":
        try:
            rule = asked["reference"] if asked["reference"] in ("vote", "median") else None
            said = promise(
                labels, size, target=asked["target"], target_for=asked["target_for"], confidence=asked["confidence"],
                reference=rule,
            )  # fmt: skip
        except DataError as error:
            notes([f"no forecast for other annotators: {error}"], quiet=quiet)
    notes(dict.fromkeys(one for result in results for one in result.diagnostics), quiet=quiet)
    evaluated = _evaluated(labels, size, asked, quiet) if asked["systems"] else None
    if output == "json":
        return command_json(stability_record(labels, results, said, evaluated, by=asked["by"]))
    return stability_text(labels, results, said, evaluated, by=asked["by"], output=output)


def _evaluated(labels: Labels, size: int | None, asked: dict[str, Any], quiet: bool) -> Any:
    from accord.formats.system_labels import labels_of_systems
    from accord.reproducibility.systems import evaluate_systems

    systems: dict[str, dict[str, str]] = {}
    for path in asked["systems"]:
        for name, given in labels_of_systems(path).items():
            if name in systems:
                raise UsageError(f"two systems are named '{name}'", "rename a column or a file")
            systems[name] = given
    made = evaluate_systems(
        labels, systems, size, source=asked["redraw"], confidence=asked["confidence"], seed=asked["seed"]
    )
    notes(made.diagnostics, quiet=quiet)
    return made


def _from_items(labels: Labels, kappa: float | None, k: int, asked: dict[str, Any], output: str, quiet: bool) -> str:
    """The items of the data, with as many errors as they have or as a value of agreement leaves."""
    from accord.reproducibility.empirical import EmpiricalPopulation, counts_of

    counts = counts_of(labels)
    if kappa is None:
        kappa = EmpiricalPopulation.of(counts).as_measured(asked["coefficient"])
        said = (
            f"{asked['coefficient']} = {kappa:.3f} is that of items whose labels are shared out as here; items with "
            "few labels look more unanimous than they are, and 'accord measure' gives less"
        )
        notes([said], quiet=quiet)
    return _from_kappa(kappa, k, counts.shape[1], asked, output, counts)


def _from_kappa(
    kappa: float, k: int, categories: int, asked: dict[str, Any], output: str, counts: object = None
) -> str:
    from accord.renderings.stability_text import assumed_text
    from accord.reproducibility.assumed_agreement import USUAL_MODELS, assumed_agreement
    from accord.results import SCHEMA

    made = assumed_agreement(
        kappa,
        categories,
        k,
        models=[asked["model"]] if asked["model"] else USUAL_MODELS,
        coefficient=asked["coefficient"],
        target=asked["target"],
        parameters={name: asked[name] for name in ("unanimous", "phi") if asked[name] is not None},
        counts=counts,
    )
    if output == "json":
        return command_json({"schema": SCHEMA, **made.as_json()})
    return assumed_text(made, output=output)
