"""`accord difficulty`: which items are hard, and why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.cli.command_json import command_json
from accord.cli.named_files import OVERWRITE
from accord.cli.options import Command, gathered, input_options, quiet_option, read_annotations
from accord.cli.streams import print_as
from accord.results import UsageError
from accord.results.foreign_text import visible
from accord.results.output_files import assert_new, write_text
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.item_difficulty import Difficulty
    from accord.item_difficulty.predicting import Prediction

FORMATS = ("text", "json", "csv", "markdown", "latex", "svg", "html")
ENDINGS = {
    ".txt": "text",
    ".json": "json",
    ".csv": "csv",
    ".md": "markdown",
    ".tex": "latex",
    ".svg": "svg",
    ".html": "html",
    ".htm": "html",
}
TABLES = ("correlations", "interactions", "regression", "models", "mixed", "outliers", "items", "predictions")
_FEATURES: dict[str, Callable[..., Any]] = {
    "features": click.option("--features", metavar="FILE", help="The table of features: one row per item."),
    "feature_item": click.option("--feature-item", metavar="NAME", help="Its column of items. Default: recognised."),
    "columns": click.option(
        "--feature",
        "columns",
        multiple=True,
        metavar="NAME",
        help="A column that is a feature. Default: all that can be.",
    ),
    "built_in": click.option(
        "--built-in", multiple=True, metavar="NAME", help="A feature of texts and words, such as length; or all."
    ),
    "language": click.option("--language", metavar="CODE", help="The language of the texts: fr, en, …"),
    "text": click.option("--text", metavar="NAME", help="The column of the texts."),
    "target": click.option("--target", metavar="NAME", help="The column of the target words."),
    "sense": click.option("--sense", metavar="NAME", help="The column of the target's senses."),
    "governor": click.option("--governor", metavar="NAME", help="The column of the target's governors."),
    "parse": click.option("--parse", metavar="FILE", help="Parses of the texts: a CoNLL-U file, or spacy."),
    "lexicon": click.option("--lexicon", metavar="FILE", help="Senses and synonyms: a TSV, or a wordnet tab file."),
    "pair_counts": click.option("--pair-counts", metavar="FILE", help="How often target and governor meet: a TSV."),
}
_ANALYSIS: dict[str, Callable[..., Any]] = {
    "measure": click.option("-m", "--measure", metavar="EXPR", help="How hard an item is. Default: by the shape."),
    "column": click.option(
        "--column", metavar="NAME", help="Without PATH: the column of features with the difficulty."
    ),
    "cluster": click.option("--cluster", metavar="NAME", help="The column of what items share, such as a target word."),
    "nested": click.option("--nested", metavar="NAME", help="A column inside the clusters, such as a sense."),
    "group": click.option("--group", metavar="NAME", help="The column of subgroups, such as a part of speech."),
    "pairs": click.option(
        "--pairs", multiple=True, metavar="A:B", help="Products of features in the regression; or all."
    ),
    "mixed": click.option("--mixed/--no-mixed", default=None, help="A mixed model. Default: where there are clusters."),
    "metric": click.option("--metric", default="oot", show_default=True, help="How guesses of systems are scored."),
    "compatibility": click.option(
        "--compatibility", metavar="NAME", help="As the script of semeval2007 or semdis2014."
    ),
    "mapping": click.option("--mapping", metavar="FILE", help="A campaign's mapping of forms, for the scores."),
    "folds": click.option(
        "--folds", type=click.IntRange(min=2), default=10, show_default=True, help="Folds of the cross-validation."
    ),
    "most_outliers": click.option(
        "--outliers", "most_outliers", type=click.IntRange(min=0), default=10, show_default=True, help="On each side."
    ),
    "confidence": click.option("--confidence", type=float, default=0.95, show_default=True, help="Of the intervals."),
    "no_interval": click.option("--no-interval", is_flag=True, help="Values only."),
    "replicates": click.option(
        "--replicates", type=click.IntRange(min=1), default=1000, show_default=True, help="Bootstrap samples."
    ),
    "seed": click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of random numbers."),
}


def _features_options(command: Command) -> Command:
    return gathered(command, _FEATURES, "features", lambda values: values)


def _analysis_options(command: Command) -> Command:
    return gathered(command, _ANALYSIS, "analysis", lambda values: values)


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option("-o", "--output", "destination", metavar="FILE", help="Write there; the ending of the name says what.")
@click.option("--format", "written", type=click.Choice(FORMATS), help="Default: by the ending of FILE, else text.")
@click.option("--show", type=click.Choice(TABLES), help="Only this table. Default of CSV: correlations.")
@click.option(
    "--system", "systems", multiple=True, metavar="FILE", help="Scores per item, a column each; or guesses of answers."
)
@click.option("--predict", metavar="FILE", help="Expected difficulty of the items of another table of features.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@_features_options
@_analysis_options
@input_options
@quiet_option
def difficulty(
    paths: tuple[str, ...],
    destination: str | None,
    written: str | None,
    show: str | None,
    systems: tuple[str, ...],
    predict: str | None,
    force: bool,
    features: dict[str, Any],
    analysis: dict[str, Any],
    reading: dict[str, Any],
    quiet: bool,
) -> int:
    """Which items are hard for the annotators of PATH, and for systems, and what goes with it (Tanguy et al. 2016).

    Features are numbers or categories per item; each is correlated with difficulty, corrected for their number and for
    clusters of items, then all together in a regression and a mixed model. Items they do not explain are listed.

    \b
    accord difficulty ratings.csv --features features.csv
    accord difficulty answers.csv --features f.csv --cluster target --group pos -o difficulty.html
    accord difficulty answers.csv --features f.csv --built-in all --language fr --target target --system runs.csv
    accord difficulty --features f.csv --column entropy --cluster target --format latex
    """
    format_name = _format(destination, written)
    if format_name == "svg":
        from accord.report_page.figure_files import converter

        converter()  # before anything is computed that could not be drawn
    if destination is not None and not force:
        assert_new(destination, OVERWRITE)
    found = _found(paths, systems, features, analysis, reading, quiet=quiet)
    predicted = None if predict is None else found.predict(predict)
    text = _written(found, predicted, format_name, show, _title(paths, features["features"]))
    if destination is None:
        print_as(format_name, text.rstrip("\n"))
    else:
        if not force:
            assert_new(destination, OVERWRITE)
        write_text(destination, text.rstrip("\n") + "\n")
    if not quiet:
        for diagnostic in found.diagnostics:
            click.echo(f"accord: note: {diagnostic}", err=True)
        if destination is not None:
            click.echo(f"accord: note: the analysis is in {visible(destination)}", err=True)
    return 0


def _format(destination: str | None, written: str | None) -> str:
    if written is not None or destination is None:
        return written or "text"
    ending = Path(destination).suffix.lower()
    if ending not in ENDINGS:
        hint = f"use one of {', '.join(ENDINGS)}, or --format"
        raise UsageError(f"the ending of '{destination}' says no format", hint)
    return ENDINGS[ending]


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
        raise UsageError(
            "no data is named", "give a file, or the column of the features with the difficulty (--column)"
        )
    data = read_annotations(paths, reading, quiet=quiet) if paths else None
    options = dict(analysis)
    if options.pop("no_interval"):
        options["confidence"] = None
    sources = {name: features[name] for name in ("language", "text", "target", "sense", "governor", "parse", "lexicon")}
    return analysed(
        data,
        features["features"],
        list(systems) or None,
        item_column=features["feature_item"],
        columns=list(features["columns"]) or None,
        built_in=list(features["built_in"]),
        counts=features["pair_counts"],
        **sources,
        **options,
    )


def _title(paths: tuple[str, ...], features: str | None) -> str:
    return f"What makes items hard: {Path(paths[0] if paths else features or '').name}"


def _written(found: Difficulty, predicted: list[Prediction] | None, written: str, show: str | None, title: str) -> str:
    if show == "predictions" and predicted is None:
        raise UsageError("there is nothing to predict", "name a table of features with --predict")
    if written == "json":
        return _json(found, predicted)
    if written == "svg":
        return _svg(found)
    if written == "html":
        from accord.report_page.difficulty_page import difficulty_page

        return difficulty_page(found, title, predicted)
    return _listed(found, predicted, written, show)


def _svg(found: Difficulty) -> str:
    """The correlations, as the page draws them."""
    from accord.report_page.charts.difficulty import forest_figure
    from accord.report_page.figure_files import figure_svg

    forest = forest_figure(found)
    if forest is None:
        raise UsageError("there is nothing to draw: no correlation is defined", "--format text says why")
    return figure_svg(forest)


def _json(found: Difficulty, predicted: list[Prediction] | None) -> str:
    record = found.as_json()
    if predicted is not None:
        record["predictions"] = [one.as_json() for one in predicted]
    return command_json(record)


def _tables(found: Difficulty, predicted: list[Prediction] | None, show: str | None) -> list[tuple[str, Any]]:
    from accord.renderings import difficulty_tables as tables

    if show is not None and show != "predictions":
        return [(show, tables.SHOWN[show](found))]
    made = [] if show is not None else tables.difficulty_tables(found)
    if predicted is not None:
        made.append(("New items", tables.predictions_table(predicted)))
    return made


def _listed(found: Difficulty, predicted: list[Prediction] | None, written: str, show: str | None) -> str:
    from accord.renderings import difficulty_tables as tables
    from accord.renderings.tables import as_csv, as_latex, as_markdown, as_text

    if written == "csv":
        chosen = show or ("correlations" if predicted is None else "predictions")
        if chosen == "predictions":
            return as_csv(tables.predictions_table(predicted or [], exact=True))
        return as_csv(tables.SHOWN[chosen](found, exact=True))
    listed = _tables(found, predicted, show)
    if written != "text":
        write = as_markdown if written == "markdown" else as_latex
        return "\n\n".join(write(table) for _, table in listed)
    parts = [] if show is not None else ["\n".join(map(visible, [_head(found), *found.sentences()]))]
    parts += [
        "\n".join(part for part in (visible(heading), visible(table.caption), as_text(table)) if part)
        for heading, table in listed
    ]
    return "\n\n".join(parts)


def _head(found: Difficulty) -> str:
    clusters = "" if found.clusters is None else f", {many(len(set(found.clusters)), 'cluster')} by {found.cluster}"
    return f"{many(len(found.items), 'item')}{clusters}; difficulty: {found.outcomes[0].title}"
