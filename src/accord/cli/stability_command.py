"""`accord stability`: what a value of agreement promises about the reference."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from accord.annotations import Labels
from accord.cli.command_json import command_json
from accord.cli.options import cluster_option, format_option, input_options, quiet_option, read_labels
from accord.cli.streams import print_as
from accord.results import DataError, UsageError
from accord.results.foreign_text import visible
from accord.results.wording import many

ORDERED = ("ordinal", "interval", "ratio")
REFERENCES = ("vote", "median", "dawid_skene", "mace", "glad")
_OF_DATA = {
    "by": "--by", "against": "--against", "reference": "--reference", "sample": "--sample", "groups": "--groups",
    "systems": "--system",
}  # fmt: skip
_OF_MODELS = {"model": "--model", "u": "--unanimous", "phi": "--phi"}
MODELS = ("homogeneous", "unanimous", "beta", "dirichlet", "empirical")


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option("-k", "size", type=click.IntRange(min=1), metavar="N", help="Annotators in a group: as --annotators N.")
@click.option(
    "--against",
    type=click.Choice(["all", "disjoint"]),
    help="Only τ (beside the reference of all) or only Δ (beside a disjoint group). Default: both.",
)
@click.option(
    "--reference",
    type=click.Choice(REFERENCES),
    help="How labels become a reference. Default: vote, or median for ordered categories.",
)
@click.option("--sample", is_flag=True, help="Draw groups instead of the exact mean over all of them.")
@click.option("--groups", type=click.IntRange(min=1), metavar="N", help="Groups that are drawn.")
@click.option("--by", type=click.Choice(["category", "item"]), help="Values for each category, or for each item.")
@click.option("--target", type=float, default=0.05, show_default=True, help="How much change is acceptable.")
@click.option(
    "--system",
    "systems",
    multiple=True,
    metavar="FILE",
    help="Labels of systems (column item, one column per system): their scores and ranks on references drawn anew.",
)
@click.option(
    "--redraw",
    type=click.Choice(["population", "annotators"]),
    default="population",
    show_default=True,
    help="References for --system: by other annotators, or by groups of those at hand.",
)
@click.option("--kappa", type=float, metavar="K", help="Without data: a value of agreement, with --categories 5.")
@click.option(
    "--model",
    type=click.Choice(MODELS),
    help="Without data: how errors lie on items. Default: the bracket. With data, empirical: as on these items, with "
    "so many errors that --kappa is reached.",
)
@click.option("--unanimous", "u", type=float, help="Share of items on which nobody errs (model unanimous).")
@click.option("--phi", type=float, help="How alike items are (model beta).")
@click.option("--coefficient", default="kappa", show_default=True, help="What --kappa is: kappa, pi, alpha, ac1, …")
@click.option("--confidence", type=float, default=0.95, show_default=True, help="The level of the intervals.")
@click.option("--no-interval", is_flag=True, help="Values only.")
@click.option("--replicates", type=click.IntRange(min=1), default=1000, show_default=True, help="Bootstrap samples.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of all random numbers."
)
@click.option(
    "--resample",
    type=click.Choice(["items", "annotators"]),
    default="items",
    show_default=True,
    help="What is drawn anew for the intervals.",
)
@input_options
@cluster_option
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
    accord stability ratings.csv --system runs.csv
    accord stability --kappa .8 --categories 5 --annotators 3
    accord stability --kappa .67 --categories 3 -k 3 --model unanimous --unanimous .2
    accord stability ratings.csv --model empirical --kappa .8 -k 3
    """
    size, reading = group_size(size, reading)
    for model, option, name in (("unanimous", "--unanimous .2", "u"), ("beta", "--phi 5", "phi")):
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
        print_as(output, _from_kappa(kappa, size or 3, number_of_categories(reading["categories"]), asked, {}, output))
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
    from accord.reproducibility.assessing import AGAINST
    from accord.reproducibility.assessing import stability as assessed
    from accord.reproducibility.extrapolation import MOST_ANNOTATORS
    from accord.reproducibility.sentence import promise
    from accord.reproducibility.stability_result import Stability

    k = size or _usual_size(labels)
    results: list[Stability] = []
    for against in (asked["against"],) if asked["against"] else AGAINST:
        try:
            made = assessed(
                labels,
                k,
                against,
                reference=asked["reference"],
                method="sample" if asked["sample"] else None,
                confidence=None if asked["no_interval"] else asked["confidence"],
                replicates=asked["replicates"],
                seed=asked["seed"],
                resample=asked["resample"],
                groups=asked["groups"],
            )
        except DataError as error:
            if error.code != "ACC140" or not results:  # of both that were not asked for, one may be impossible
                raise
            _note(str(error), quiet)
            continue
        results.append(made)
    said = None
    if k > MOST_ANNOTATORS:
        _note(f"no forecast for more than {MOST_ANNOTATORS} annotators", quiet)
    elif asked["by"] is None or output == "json":
        try:
            rule = asked["reference"] if asked["reference"] in ("vote", "median") else None
            said = promise(labels, size, target=asked["target"], confidence=asked["confidence"], reference=rule)
        except DataError as error:
            _note(f"no forecast for other annotators: {error}", quiet)
    for diagnostic in dict.fromkeys(one for result in results for one in result.diagnostics):
        _note(str(diagnostic), quiet)
    evaluated = _evaluated(labels, size, asked, quiet) if asked["systems"] else None
    return _written(labels, results, said, evaluated, asked["by"], output)


def _usual_size(labels: Labels) -> int:
    """Three, or as many as leave a second group of as many."""
    most = int(labels.first_ratings().sizes.max(initial=0))
    return 3 if most >= 6 else max(1, most // 2)


def _evaluated(labels: Labels, size: int | None, asked: dict[str, Any], quiet: bool) -> Any:
    from accord.reproducibility.systems import evaluate_systems

    systems: dict[str, dict[str, str]] = {}
    for path in asked["systems"]:
        for name, given in _systems_in(path).items():
            if name in systems:
                raise UsageError(f"two systems are named '{name}'", "rename a column or a file")
            systems[name] = given
    made = evaluate_systems(
        labels, systems, size, source=asked["redraw"], confidence=asked["confidence"], seed=asked["seed"]
    )
    for diagnostic in made.diagnostics:
        _note(str(diagnostic), quiet)
    return made


def _systems_in(path: str) -> dict[str, dict[str, str]]:
    """The labels of each system in a table: one column per system, or one system named after the file."""
    from accord.formats import read

    table = read(path).first_ratings()
    texts = table.categories.texts
    items = table.items if table.items is not None else [str(row + 1) for row in range(table.rows)]
    names = table.annotators or ()
    found: dict[str, dict[str, str]] = {name: {} for name in (names if len(names) > 1 else [Path(path).stem])}
    alone = next(iter(found)) if len(names) <= 1 else None
    for row, item in enumerate(items):
        for place in range(int(table.starts[row]), int(table.starts[row + 1])):
            name = alone if alone is not None or table.who is None else names[table.who[place]]
            found[name or ""][item] = texts[table.codes[place]]
    return found


def _written(labels: Labels, results: list[Any], said: Any, evaluated: Any, by: str | None, output: str) -> str:
    from accord.cli import stability_tables as tables
    from accord.evaluation.overview import overview
    from accord.renderings.tables import as_csv, as_latex, as_markdown, as_text, latex_text, markdown_text
    from accord.results import SCHEMA

    if output == "json":
        record: dict[str, Any] = {"schema": SCHEMA, "data": overview(labels).as_json()}
        record["results"] = [one.as_json() for one in results]
        if by == "item":
            for one, result in zip(record["results"], results, strict=True):
                values = [None if value != value else value for value in result.per_item.tolist()]
                one["per_item"] = dict(zip(result.names, values, strict=True))
        record["promise"] = said.as_json() if said is not None else None
        if evaluated is not None:
            record["systems"] = evaluated.as_json()
        return command_json(record)
    exact = output == "csv"
    first = results[0]
    listed = {"category": tables.category_table, "item": tables.item_table}
    if by is not None:
        shown = [listed[by](first, exact=exact)]
    else:
        shown = [tables.values_table(results, said, exact=exact)]
        if not exact:
            shown += [tables.category_table(first), *([tables.fragile_table(first)] if first.fragile else [])]
    if evaluated is not None:
        shown.append(tables.systems_table(evaluated, exact=exact))
    write = {"text": as_text, "csv": as_csv, "markdown": as_markdown, "latex": as_latex}[output]
    parts = [write(table) if output != "text" else f"{visible(table.caption)}\n{write(table)}" for table in shown]
    if said is not None and not exact and by is None:
        parts.insert(0, {"latex": latex_text, "markdown": markdown_text}.get(output, visible)(said.text))
    if output == "text" and by is None:
        parts.append(_more(results[-1]))
    return "\n\n".join(["\n".join(map(visible, overview(labels).lines())), *parts] if output == "text" else parts)


def _more(result: Any) -> str:
    lines = [
        f"kRR = {result.krr:.3f}: 1 minus the change divided by that of groups who vote without looking at the items"
    ]
    if result.krr != result.krr:
        lines = ["kRR is undefined: all groups vote for the same category on every item"]
    if result.shift == result.shift:
        lines.append(f"the reference moves by {result.shift:.3f} on average, in units of the categories")
    return "\n".join(lines)


def _from_items(labels: Labels, kappa: float | None, k: int, asked: dict[str, Any], output: str, quiet: bool) -> str:
    """The items of the data, with as many errors as they have or as a value of agreement leaves."""
    from accord.reproducibility.empirical import EmpiricalPopulation, counts_of

    counts = counts_of(labels)
    if kappa is None:
        kappa = EmpiricalPopulation.of(counts).as_measured(asked["coefficient"])
        _note(
            f"{asked['coefficient']} = {kappa:.3f} is that of items whose labels are shared out as here; items with "
            "few labels look more unanimous than they are, and 'accord measure' gives less",
            quiet,
        )
    return _from_kappa(kappa, k, counts.shape[1], asked, {"counts": counts}, output)


def _from_kappa(
    kappa: float, k: int, categories: int, asked: dict[str, Any], items: dict[str, Any], output: str
) -> str:
    from accord.cli.stability_tables import model_table
    from accord.renderings.tables import as_csv, as_latex, as_markdown, as_text
    from accord.reproducibility.curves import expected_variation
    from accord.reproducibility.inverse import smallest_k, smallest_kappa
    from accord.results import SCHEMA

    models = [asked["model"]] if asked["model"] else ["homogeneous", "dirichlet"]
    given = {name: asked[name] for name in ("u", "phi") if asked[name] is not None}
    coefficient, target = asked["coefficient"], asked["target"]
    parameters = given | items
    lines, inverse = [], []
    for model in models:
        one, two = (
            expected_variation(kappa, categories, k, model, against, coefficient, **parameters)
            for against in ("reference", "group")
        )
        lines.append((model, one, two))
        least = smallest_kappa(target, categories, k, model, "group", coefficient, **parameters)
        # beyond 25 annotators some models take minutes
        fewest = smallest_k(target, kappa, categories, model, "group", coefficient, most=25, **parameters)
        inverse.append((model, least, fewest))
    if output == "json":
        record = {
            "schema": SCHEMA,
            "kappa": kappa,
            "coefficient": coefficient,
            "categories": categories,
            "k": k,
            "target": target,
            "parameters": given,
            "results": [
                {"model": name, "reference": one, "group": two, "smallest_kappa": least, "smallest_k": fewest}
                for (name, one, two), (_, least, fewest) in zip(lines, inverse, strict=True)
            ],
        }
        return command_json(record)
    write = {"text": as_text, "csv": as_csv, "markdown": as_markdown, "latex": as_latex}[output]
    table = model_table(lines, exact=output == "csv")
    if output != "text":
        return write(table)
    people = many(k, "annotator")
    head = f"{coefficient} = {kappa:.4g} with {many(categories, 'category', 'categories')} and references by {people}"
    words = [
        f"{model}: for a change of {target:.1%} between groups, {coefficient} {least:.3f} with {people}, or "
        + (
            f"{many(fewest, 'annotator')} with {coefficient} {kappa:.4g}"
            if fewest is not None
            else f"more than 25 annotators with {coefficient} {kappa:.4g}"
        )
        for model, least, fewest in inverse
    ]
    return "\n\n".join([head, write(table), "\n".join(words)])


def _note(text: str, quiet: bool) -> None:
    if not quiet:
        click.echo(f"accord: note: {visible(text)}", err=True)
