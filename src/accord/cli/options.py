"""Options that several commands share: how to read the input, and how to write."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import click

from accord.annotations import LEVELS, Answers, Labels, Relations, Spans
from accord.annotations.campaign import KINDS
from accord.formats.options import ANNOTATOR_FROM
from accord.results import UsageError

Command = TypeVar("Command", bound=Callable[..., Any])
Annotations = Answers | Labels | Relations | Spans
FORMATS = ("text", "json", "csv", "markdown", "latex")


def _listed(ctx: click.Context, param: click.Parameter, value: str | None) -> list[str] | None:
    """'low,medium,high', with \\, for a comma in a name."""
    if value is None:
        return None
    parts = [part.replace("\0", ",").strip() for part in value.replace("\\,", "\0").split(",")]
    if not all(parts):
        raise click.BadParameter("an empty name between two commas")
    return parts


def _names(ctx: click.Context, param: click.Parameter, value: str | None) -> list[str]:
    return _listed(ctx, param, value) or []


_INPUT = {
    "reader": click.option(
        "--from", "reader", metavar="NAME", help="The format: csv, excel, label-studio, brat, … Default: recognised."
    ),
    "kind": click.option("--kind", type=click.Choice(KINDS), help="The shape that is meant. Default: as the data say."),
    "field": click.option("--field", metavar="NAME", help="The field, layer or tier of an export."),
    "annotator_from": click.option(
        "--annotator-from",
        type=click.Choice(ANNOTATOR_FROM),
        help="Where the annotator's name stands. Default: by format.",
    ),
    "document_key": click.option(
        "--document-key", metavar="NAME", help="The field of an export that tells documents apart."
    ),
    "document_column": click.option(
        "--document-column", metavar="NAME", help="The column of the documents (spans, relations)."
    ),
    "start_column": click.option("--start-column", metavar="NAME", help="The column of the starts (spans)."),
    "end_column": click.option("--end-column", metavar="NAME", help="The column of the ends (spans)."),
    "origin_column": click.option("--origin-column", metavar="NAME", help="The column of the origins (relations)."),
    "target_column": click.option("--target-column", metavar="NAME", help="The column of the targets (relations)."),
    "item_column": click.option("--item-column", metavar="NAME", help="The column of the items."),
    "annotator_column": click.option(
        "--annotator-column", metavar="NAME", help="The column of the annotators (long table)."
    ),
    "label_column": click.option("--label-column", metavar="NAME", help="The column of the labels (long table)."),
    "time_column": click.option(
        "--time-column", metavar="NAME", help="The column that says when each label was given (long table)."
    ),
    "annotators": click.option(
        "--annotators", metavar="A,B,…", callback=_listed, help="The annotators' columns (wide table)."
    ),
    "categories": click.option(
        "--categories", metavar="A,B,…", callback=_listed, help="Declare the categories, in their order."
    ),
    "level": click.option(
        "--level", type=click.Choice(LEVELS), help="The level of measurement. Default: recognised, and shown."
    ),
    "nothing": click.option("--nothing", metavar="NAME", help="The category that means 'nothing to annotate here'."),
    "missing": click.option(
        "--missing", multiple=True, metavar="TEXT", help="A label that means 'not asked', besides empty cells."
    ),
    "set_separator": click.option(
        "--set-separator", metavar="TEXT", help="Labels are sets, their members separated by TEXT."
    ),
    "table": click.option("--table", is_flag=True, help="A square contingency table of two annotators."),
    "counts": click.option(
        "--counts", is_flag=True, help="Counts per item: one row per item, one column per category."
    ),
    "sheet": click.option("--sheet", metavar="NAME", help="The sheet of a workbook. Default: the first."),
    "transpose": click.option("--transpose", is_flag=True, help="One row per annotator, one column per item."),
    "orientation": click.option(
        "--orientation",
        type=click.Choice(("items", "annotators")),
        help="What the rows of a wide table are. Default: items, unless their names say annotators, and shown.",
    ),
    "separator": click.option("--separator", metavar="CHAR", help="The field separator. Default: recognised."),
    "encoding": click.option(
        "--encoding", metavar="NAME", help="The encoding. Default: UTF-8, UTF-16 or Windows-1252, recognised."
    ),
    "no_header": click.option(
        "--no-header", is_flag=True, help="The first row is data (columns item, annotator, label)."
    ),
    "only": click.option(
        "--only", metavar="A,B,…", callback=_listed, help="Measure these annotators, whatever they are; 'gpt*' works."
    ),
    "without": click.option("--without", metavar="A,B,…", callback=_listed, help="Measure everybody but these."),
    "models": click.option("--models", metavar="A,B,…", callback=_names, help="Annotators that are models."),
    "curator": click.option("--curator", metavar="A,B,…", callback=_names, help="Annotators who adjudicate."),
    "gold_annotator": click.option(
        "--gold-annotator", metavar="A,B,…", callback=_names, help="Annotators who are the gold standard."
    ),
    "people": click.option("--people", metavar="FILE", help="A table of annotators and their roles."),
    "asked": click.option(
        "--asked",
        metavar="everyone|FILE",
        help="Who was asked, where the data do not tell: everyone, or a table of documents and annotators.",
    ),
    "pool": click.option("--pool", is_flag=True, help="Put files with the same annotators together."),
    "strict": click.option("--strict", is_flag=True, help="Whatever would be guessed is an error."),
}


_ROLES = ("only", "without", "models", "curator", "gold_annotator", "people")


def role_options(command: Command) -> Command:
    """Add those of the reading options that tell who is measured and who is what; gathered as `roles`."""
    return gathered(command, {name: _INPUT[name] for name in _ROLES}, "roles", lambda values: values)


def input_options(command: Command) -> Command:
    """Add the reading options; the command receives them gathered as `reading`."""
    return gathered(command, _INPUT, "reading", lambda values: values)


def format_option(command: Command) -> Command:
    return click.option(
        "--format",
        "output",
        type=click.Choice(FORMATS),
        default="text",
        show_default=True,
        help="How to write the results.",
    )(command)


def view_option(command: Command) -> Command:
    return click.option(
        "--view",
        "views",
        multiple=True,
        metavar="VIEW",
        help="See the same labels otherwise, side by side: 'without X', 'merge A+B', 'universe 1165', 'cut 0 1 2.5'.",
    )(command)


def cluster_option(command: Command) -> Command:
    """Add --cluster; the command receives it among the reading options."""
    option = click.option(
        "--cluster",
        "cluster_column",
        metavar="COLUMN",
        help="The column that says which items belong together (one text, one author): drawn together for intervals.",
    )

    @functools.wraps(command)
    def wrapped(*args: Any, cluster_column: str | None, **kwargs: Any) -> Any:
        kwargs["reading"] = {**kwargs["reading"], "cluster_column": cluster_column}
        return command(*args, **kwargs)

    return option(wrapped)  # type: ignore[return-value]


def quiet_option(command: Command) -> Command:
    return click.option("--quiet", "-q", is_flag=True, help="No notes on stderr about what was read.")(command)


def gathered(
    command: Command,
    options: dict[str, Callable[..., Any]],
    target: str,
    gather: Callable[[dict[str, Any]], Any],
) -> Command:
    @functools.wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        kwargs[target] = gather({name: kwargs.pop(name) for name in options})
        return command(*args, **kwargs)

    for option in reversed(options.values()):
        wrapped = option(wrapped)
    return wrapped  # type: ignore[return-value]


SHOWN = frozenset({"text", "markdown"})
"""Formats of `measure` and `report` that begin with what was read as what; elsewhere stderr does."""


def read_annotations(
    paths: tuple[str, ...], reading: dict[str, Any], *, quiet: bool, shown: bool = False
) -> Annotations:
    """Read the input, and say on stderr what was left out, and what was read as what unless the output shows it."""
    from accord.cli.command_json import remember
    from accord.formats import read

    if not paths:
        raise UsageError("no data is named", "give a file, such as ratings.csv")
    options = {key: value for key, value in reading.items() if key != "no_header"}
    options["header"] = not reading["no_header"]
    data: Annotations = read(paths[0] if len(paths) == 1 else list(paths), **options)
    remember(data.read_as)
    if not quiet:
        if not shown:
            tell_read_as(data)
        for diagnostic in data.diagnostics:
            click.echo(f"accord: note: {diagnostic}", err=True)
    return data


def tell_read_as(data: Annotations) -> None:
    """What was read as what, on stderr."""
    from accord.renderings.read_as import HEADING, read_as_lines

    for line in read_as_lines(data.read_as):
        click.echo(f"accord: {line}" if line == HEADING else line, err=True)


def read_labels(paths: tuple[str, ...], reading: dict[str, Any], *, quiet: bool) -> Labels:
    """Read labels, and refuse every other shape."""
    return only_labels(read_annotations(paths, reading, quiet=quiet))


def only_labels(data: Annotations, taken: str = "labels") -> Labels:
    """The data, if they are labels; `taken` names the shapes that the command takes."""
    if not isinstance(data, Labels):
        raise UsageError(f"this is for {taken}, and these are {data.kind}", "'accord --help' tells what else there is")
    return data
