"""Options that several commands share: how to read the input, and how to write."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from accord.annotations import LEVELS, Annotations, Labels
from accord.annotations.campaign import KINDS, PER
from accord.annotations.relations import CONSTRAINTS
from accord.cli.schedulers import backend_option, scheduler_option
from accord.cli.streams import notes
from accord.formats.options import ANNOTATOR_FROM
from accord.results import ReadAs, UsageError
from accord.results.working import watching

Command = TypeVar("Command", bound=Callable[..., Any])
FORMATS = ("text", "json", "csv", "markdown", "latex")
WORKERS, BACKEND, SCHEDULER = "accord.jobs", "accord.backend", "accord.scheduler"
TIME_LIMIT = "accord.time_limit"


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


Decorator = Callable[[Any], Any]
_named = functools.partial(click.option, metavar="NAME")
_several = functools.partial(click.option, metavar="A,B,…", callback=_listed)
listed_option = _several
"""An option that is a list of names."""
with_default = functools.partial(click.option, show_default=True)
"""An option whose help says its default."""


def one_of(name: str, choices: Sequence[str], text: str) -> Decorator:
    """An option that is one of several, or not given."""
    return click.option(name, type=click.Choice(choices), help=text)


def choice(name: str, choices: Sequence[str], text: str) -> Decorator:
    """An option that is one of several; the first is the default."""
    return with_default(name, type=click.Choice(choices), default=choices[0], help=text)


def number(name: str, default: int, text: str, least: int = 0) -> Decorator:
    """An option that is a whole number."""
    return with_default(name, type=click.IntRange(min=least), default=default, help=text)


def confidence_option(text: str = "The confidence level of the intervals.") -> Decorator:
    return with_default("--confidence", type=float, default=0.95, help=text)


no_interval_option = click.option("--no-interval", is_flag=True, help="Values only.")
replicates_option = number("--replicates", 1000, "Bootstrap samples.", least=1)


_ROLES: tuple[Decorator, ...] = (
    _several("--only", help="Measure these annotators, whatever they are; 'gpt*' works."),
    _several("--without", help="Measure everybody but these."),
    _several(
        "--models",
        callback=_names,
        help="Annotators that are models. Default: recognised.",
    ),
    _several("--curator", callback=_names, help="Annotators who adjudicate."),
    _several("--gold-annotator", callback=_names, help="Annotators who are the gold standard."),
    click.option("--people", metavar="FILE", help="A table of annotators and their roles."),
)
_INPUT: tuple[Decorator, ...] = (
    _named("--from", "reader", help="The format: csv, excel, label-studio, brat, … Default: recognised."),
    one_of("--kind", KINDS, "The kind of annotation to read. Default: recognised."),
    one_of("--per", PER, "Labels of each token, character or sentence from spans; --nothing names the rest."),
    _named("--field", help="The field, layer or tier of an export."),
    one_of("--annotator-from", ANNOTATOR_FROM, "Where to find annotator names. Default: by format."),
    _named("--document-key", help="The field of an export that identifies documents."),
    _named("--joined-by", help="The relations that tie fragments of one unit (exports)."),
    _named("--document-column", help="The column of the documents (spans, relations). Default: recognised."),
    _named("--start-column", help="The column of the starts (spans). Default: recognised."),
    _named("--end-column", help="The column of the ends (spans). Default: recognised."),
    _named("--origin-column", help="The column of the origins (relations). Default: recognised."),
    _named("--target-column", help="The column of the targets (relations). Default: recognised."),
    _several("--symmetric", help="Types of relations that hold in both directions."),
    one_of(
        "--constraint", CONSTRAINTS, "What each annotator's relations must form. Default: as the data say, else any."
    ),
    _named("--item-column", help="The column of the items. Default: recognised."),
    _named("--annotator-column", help="The column of the annotators (long table). Default: recognised."),
    _named("--label-column", help="The column of the labels (long table). Default: recognised."),
    _named("--time-column", help="The column that says when each label was given (long table)."),
    _several("--annotators", help="The annotators' columns (wide table). Default: recognised."),
    _several("--categories", help="Declare the categories, in their order. Default: those that occur."),
    one_of("--level", LEVELS, "The level of measurement. Default: recognised, and shown."),
    _named("--nothing", help="The category that means 'nothing to annotate here'."),
    click.option(
        "--missing", multiple=True, metavar="TEXT", help="A label that means 'not asked', besides empty cells."
    ),
    click.option("--set-separator", metavar="TEXT", help="Labels are sets, their members separated by TEXT."),
    click.option("--table", is_flag=True, help="A square contingency table of two annotators."),
    click.option("--counts", is_flag=True, help="Counts per item: one row per item, one column per category."),
    _named("--sheet", help="The sheet of a workbook. Default: the first."),
    click.option("--transpose", is_flag=True, help="One row per annotator, one column per item."),
    one_of(
        "--orientation",
        ("items", "annotators"),
        "What the rows of a wide table are. Default: items, unless their names say annotators, and shown.",
    ),
    click.option("--separator", metavar="CHAR", help="The field separator. Default: recognised."),
    _named("--encoding", help="The encoding. Default: UTF-8, UTF-16 or Windows-1252, recognised."),
    click.option("--no-header", is_flag=True, help="The first row is data (columns item, annotator, label)."),
    *_ROLES,
    click.option(
        "--asked",
        metavar="everyone|FILE",
        help="Who was asked, if the data do not say: everyone, or a table of documents and annotators.",
    ),
    click.option("--pool", is_flag=True, help="Pool files with the same annotators."),
    click.option("--strict", is_flag=True, help="Make every guess an error."),
)


def measures_option(text: str) -> Decorator:
    return click.option("-m", "--measure", "expressions", multiple=True, metavar="EXPR", help=text)


def gates_option(name: str, text: str) -> Decorator:
    return click.option(name, "gates", multiple=True, metavar="GATE", help=text)


def read_options(reading: dict[str, Any]) -> dict[str, Any]:
    """The reading options as `accord.read` takes them."""
    options = {**reading, "header": not reading["no_header"]}
    del options["no_header"]
    if "memory" in options and options["memory"] is None:
        from accord.formats.streaming.budget import AUTO

        options["memory"] = AUTO
    return options


def gathering(
    options: Sequence[Decorator], target: str, gather: Callable[[dict[str, Any]], Any] = dict
) -> Callable[[Command], Command]:
    """Add options; the command receives them gathered as one argument, `target`."""

    def added(command: Command) -> Command:
        @functools.wraps(command)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            kwargs[target] = gather({name: kwargs.pop(name) for name in names})
            return command(*args, **kwargs)

        before = len(getattr(command, "__click_params__", ()))
        for option in reversed(options):
            wrapped = option(wrapped)
        names = [param.name for param in getattr(wrapped, "__click_params__", ())[before:]]
        return wrapped  # type: ignore[return-value]

    return added


role_options = gathering(_ROLES, "roles")
"""Those of the reading options that tell who is measured and who is what."""
input_options = gathering(_INPUT, "reading")
_CLUSTER = click.option(
    "--cluster",
    "cluster_column",
    metavar="COLUMN",
    help="The column that says which items belong together (one text, one author): drawn together for intervals.",
)
_MEMORY = click.option(
    "--memory",
    metavar="SIZE",
    show_default="a quarter of what is free",
    help="How much memory reading a table may take, such as 2GB; one that needs more is read in portions.",
)
clustered_input_options = gathering((*_INPUT, _CLUSTER, _MEMORY), "reading")
streamed_input_options = gathering((*_INPUT, _MEMORY), "reading")
"""Those of commands that take tables which are larger than memory."""
format_option = with_default(
    "--format", "output", type=click.Choice(FORMATS), default="text", help="How to write the results."
)
view_option = click.option(
    "--view",
    "views",
    multiple=True,
    metavar="VIEW",
    help="Other views of the same labels, side by side: 'without X', 'merge A+B', 'universe 1165', 'cut 0 1 2.5' (from "
    "the lowest to the highest score).",
)
jobs_option = with_default("--jobs", type=int, default=1, help="Workers; -1 for all processors.")


def _remembered(ctx: click.Context, param: click.Parameter, value: object) -> None:
    ctx.meta[f"accord.{param.name}"] = value


class _Seconds(click.FloatRange):
    """Above 0, and not for ever."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        seconds = super().convert(value, param, ctx)
        if not math.isfinite(seconds):
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        return seconds


def workers_option(command: Command) -> Command:
    """How many workers there are while the command runs, by what, and for how long; it does not ask."""
    kept: dict[str, Any] = {"expose_value": False, "callback": _remembered}
    backend = "What runs the workers; those of dask also read tables larger than memory. Default: loky."
    command = backend_option(help=backend, **kept)(scheduler_option(**kept)(command))
    limit = "About how long best alignments of spans may be sought; then the best so far, with the gap. Default: 100."
    command = click.option("--time-limit", type=_Seconds(), metavar="SECONDS", help=limit, **kept)(command)
    workers = "Workers for what takes long, such as alignments of spans; -1 for all processors."
    return with_default("--jobs", type=int, default=1, help=workers, **kept)(command)


quiet_option = click.option("--quiet", "-q", is_flag=True, help="No notes on stderr about what was read.")


SHOWN = frozenset({"text", "markdown"})
"""Formats of `measure` and `report` that begin with what was read as what; elsewhere stderr does."""


def read_annotations(
    paths: tuple[str, ...], reading: dict[str, Any], *, quiet: bool, shown: bool = False
) -> Annotations:
    """Read the input, and say on stderr what was left out, and what was read as what unless the output shows it."""
    from accord.formats import read

    if not paths:
        raise UsageError("no data file is given", "give a file, such as ratings.csv")
    with watching("reading"):
        data: Annotations = read(paths[0] if len(paths) == 1 else list(paths), **read_options(reading))
    remember_read_as(data.read_as, told=not (quiet or shown))
    notes(data.diagnostics, quiet=quiet)
    return data


def remember_read_as(read_as: ReadAs, *, told: bool) -> None:
    """What was read as what: the JSON of the command says it, and stderr where it is told."""
    from accord.cli.command_json import remember

    remember(read_as)
    if told:
        tell_read_as(read_as)


def tell_read_as(read_as: ReadAs) -> None:
    """What was read as what, on stderr."""
    from accord.renderings.read_as import HEADING, read_as_lines

    for line in read_as_lines(read_as):
        click.echo(f"accord: {line}" if line == HEADING else line, err=True)


def read_labels(paths: tuple[str, ...], reading: dict[str, Any], *, quiet: bool) -> Labels:
    """Read labels, and refuse every other shape."""
    return only_labels(read_annotations(paths, reading, quiet=quiet))


def only_labels(data: Annotations, taken: str = "labels") -> Labels:
    """The data, if they are labels; `taken` names the shapes that the command takes."""
    if not isinstance(data, Labels):
        asked = click.get_current_context(silent=True)
        command = "this" if asked is None else f"'{asked.command_path}'"
        hint = f"for {data.kind} there are {', '.join(f'accord {name}' for name in FOR_SHAPES[data.kind])}"
        raise UsageError(f"{command} is for {taken}, and these are {data.kind}", hint)
    return data


FOR_SHAPES = {
    "spans": ("report", "measure", "align", "stability", "reference"),
    "relations": ("report", "measure", "align", "stability", "reference"),
    "answers": ("report", "measure", "stability", "score"),
}
"""The commands that take what is not labels, those that people want first."""
