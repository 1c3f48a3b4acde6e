"""`accord difficulty`: which items are hard, and why."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.cli.command_json import command_json
from accord.cli.destinations import Destination, destination_options
from accord.cli.options import (
    confidence_option,
    gathering,
    input_options,
    no_interval_option,
    number,
    one_of,
    quiet_option,
    read_annotations,
    replicates_option,
    with_default,
    workers_option,
)
from accord.cli.streams import notes
from accord.cli.tabled_output import drawable
from accord.results import UsageError
from accord.results.foreign_text import visible
from accord.results.wording import many
from accord.results.working import watching

if TYPE_CHECKING:
    from accord.item_difficulty import Difficulty
    from accord.item_difficulty.predicting import Prediction

FORMATS = ("text", "json", "csv", "markdown", "latex", "svg", "html")
TABLES = ("correlations", "interactions", "regression", "models", "mixed", "outliers", "items", "predictions")
_named = functools.partial(click.option, metavar="NAME")
_file = functools.partial(click.option, metavar="FILE")
_FEATURES = (
    _file("--features", help="The table of features: one row per item."),
    _named("--feature-item", help="Its column of items. Default: recognised."),
    _named("--feature", "columns", multiple=True, help="A column that is a feature. Default: all that can be."),
    _named("--built-in", multiple=True, help="A feature of texts and words, such as length; or all."),
    click.option("--language", metavar="CODE", help="The language of the texts: fr, en, …"),
    _named("--text", help="The column of the texts."),
    _named("--target", help="The column of the target words."),
    _named("--sense", help="The column of the target's senses."),
    _named("--governor", help="The column of the target's governors."),
    _file("--parse", help="Parses of the texts: a CoNLL-U file, or spacy."),
    _file("--lexicon", help="Senses and synonyms: a TSV, or a wordnet tab file."),
    _file("--pair-counts", help="How often target and governor co-occur: a TSV."),
)
_ANALYSIS = (
    click.option("-m", "--measure", metavar="EXPR", help="How hard an item is. Default: by the shape."),
    _named("--column", help="Without PATH: the column of features with the difficulty."),
    _named("--cluster", help="The column of what items share, such as a target word."),
    _named("--nested", help="A column inside the clusters, such as a sense."),
    _named("--group", help="The column of subgroups, such as a part of speech."),
    click.option("--pairs", multiple=True, metavar="A:B", help="Products of features in the regression; or all."),
    click.option("--mixed/--no-mixed", default=None, help="A mixed model. Default: where there are clusters."),
    with_default("--metric", default="oot", help="How guesses of systems are scored."),
    _named("--compatibility", help="Score as the script of semeval2007 or semdis2014 does."),
    _file("--mapping", help="A campaign's mapping of forms, for the scores."),
    number("--folds", 10, "Folds of the cross-validation.", least=2),
    with_default(
        "--outliers",
        "most_outliers",
        type=click.IntRange(min=0),
        default=10,
        help="How many items to list on each side.",
    ),
    confidence_option("The confidence level of the intervals."),
    no_interval_option,
    replicates_option,
    number("--seed", 0, "The seed of random numbers."),
)


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…")
@destination_options(FORMATS, "How to write the results. Default: by the ending of FILE, else text.", drawable)
@one_of("--show", TABLES, "Only this table. Default of CSV: correlations.")
@click.option(
    "--system", "systems", multiple=True, metavar="FILE", help="Scores per item, a column each; or guesses of answers."
)
@click.option("--predict", metavar="FILE", help="Expected difficulty of the items of another table of features.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@gathering(_FEATURES, "features")
@gathering(_ANALYSIS, "analysis")
@input_options
@workers_option
@quiet_option
def difficulty(
    paths: tuple[str, ...],
    to: Destination,
    show: str | None,
    systems: tuple[str, ...],
    predict: str | None,
    features: dict[str, Any],
    analysis: dict[str, Any],
    reading: dict[str, Any],
    quiet: bool,
) -> int:
    """Which items in PATH are hard for annotators and systems, and which features explain it (Tanguy et al. 2016).

    Features are numbers or categories per item; each is correlated with difficulty, corrected for their number and for
    clusters of items, then all together in a regression and a mixed model. Items they do not explain are listed.

    \b
    accord difficulty ratings.csv --features features.csv
    accord difficulty answers.csv --features f.csv --cluster target --group pos -o difficulty.html
    accord difficulty answers.csv --features f.csv --built-in all --language fr --target target --system runs.csv
    accord difficulty --features f.csv --column entropy --cluster target --format latex
    """
    difficulty = _found(paths, systems, features, analysis, reading, quiet=quiet)
    predicted = None if predict is None else difficulty.predict(predict)
    title = f"What makes items hard: {Path(paths[0] if paths else features['features'] or '').name}"
    to.put(_written(difficulty, predicted, to.written, show, title))
    notes(difficulty.diagnostics, quiet=quiet)
    to.told("the analysis", quiet=quiet)
    return 0


def _found(
    paths: tuple[str, ...],
    systems: tuple[str, ...],
    features: dict[str, Any],
    analysis: dict[str, Any],
    reading: dict[str, Any],
    *,
    quiet: bool,
) -> Difficulty:
    from accord.item_difficulty import difficulty as analysed

    if not paths and analysis["column"] is None:
        hint = "give a file, or the column of the features with the difficulty (--column)"
        raise UsageError("no data file is given", hint)
    data = read_annotations(paths, reading, quiet=quiet) if paths else None
    if analysis.pop("no_interval"):
        analysis["confidence"] = None
    options = {
        **features,
        "item_column": features["feature_item"],
        "columns": list(features["columns"]) or None,
        "built_in": list(features["built_in"]),
        "counts": features["pair_counts"],
    }
    for renamed in ("features", "feature_item", "pair_counts"):
        del options[renamed]
    with watching("analysing"):
        return analysed(data, features["features"], list(systems) or None, **options, **analysis)


def _written(report: Difficulty, predicted: list[Prediction] | None, written: str, show: str | None, title: str) -> str:
    if show == "predictions" and predicted is None:
        raise UsageError("there is nothing to predict", "name a table of features with --predict")
    if written == "json":
        record = report.as_json()
        if predicted is not None:
            record["predictions"] = [prediction.as_json() for prediction in predicted]
        return command_json(record)
    if written == "svg":
        return _svg(report)
    if written == "html":
        from accord.report_page.difficulty_page import difficulty_page

        return difficulty_page(report, title, predicted)
    return _listed(report, predicted, written, show)


def _svg(difficulty: Difficulty) -> str:
    """The correlations, as the page draws them."""
    from accord.report_page.charts.difficulty import forest_figure
    from accord.report_page.figure_files import figure_svg

    forest = forest_figure(difficulty)
    if forest is None:
        raise UsageError("there is nothing to draw: no correlation is defined", "--format text says why")
    return figure_svg(forest)


def _listed(difficulty: Difficulty, predicted: list[Prediction] | None, written: str, show: str | None) -> str:
    """The table that is asked for, or all of them; of CSV always one."""
    from accord.renderings import difficulty_tables as tables
    from accord.renderings.tables import captioned

    exact = written == "csv"
    if exact and show is None:
        show = "correlations" if predicted is None else "predictions"
    if show is not None and show != "predictions":
        made = [(show, tables.SHOWN[show](difficulty, exact=exact))]
    else:
        made = [] if show is not None else tables.difficulty_tables(difficulty)
        made += [] if predicted is None else [("New items", tables.predictions_table(predicted, exact=exact))]
    listed = [(visible(heading), captioned(table, written)) for heading, table in made]
    if written != "text":
        return "\n\n".join(text for _, text in listed)
    parts = [] if show is not None else ["\n".join(map(visible, [_head(difficulty), *difficulty.sentences()]))]
    return "\n\n".join([*parts, *map("\n".join, listed)])


def _head(difficulty: Difficulty) -> str:
    clusters = (
        ""
        if difficulty.clusters is None
        else f", {many(len(set(difficulty.clusters)), 'cluster')} by {difficulty.cluster}"
    )
    return f"{many(len(difficulty.items), 'item')}{clusters}; difficulty: {difficulty.outcomes[0].title}"
