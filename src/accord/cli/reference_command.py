"""`accord reference`: the adjudicated reference, and the items to discuss."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.annotations import Annotations, Labels, Relations, Spans
from accord.cli.command_json import command_json
from accord.cli.grouping_options import GroupChoice, group_options
from accord.cli.named_files import refuse_existing
from accord.cli.options import (
    format_option,
    number,
    one_of,
    only_labels,
    quiet_option,
    read_options,
    streamed_input_options,
    tell_read_as,
    with_default,
    workers_option,
)
from accord.cli.projects import label_columns_option, one_listing, over_fields, read_fields
from accord.cli.streams import notes, print_as
from accord.consensus import MODELS, Reference
from accord.consensus import reference as adjudicated
from accord.consensus.units import ConsensusUnits, consensus_units
from accord.evaluation.overview import overview
from accord.formats.gold_labels import gold_labels
from accord.formats.options import ReadOptions
from accord.formats.streaming.kept_items import KeptItems, keeping_items
from accord.formats.tables.own_files import unit_decisions
from accord.formats.writing import contents_of
from accord.renderings.references import (
    discussion_csv,
    discussion_lines,
    json_lines,
    reference_csv,
    reference_record,
    reference_shown,
)
from accord.results import Diagnostic, Diagnostics, Place, UsageError
from accord.results.output_files import Content, write_files
from accord.results.wording import many
from accord.results.working import watching

if TYPE_CHECKING:
    from accord.annotations.project import Project

MAKING = "making the reference"
MORE = "--discuss FILE writes them"
DRAWN = (".svg", ".dot", ".gv")


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…")
@one_of("--model", MODELS, "How labels become a reference. Default: majority, or median on a scale.")
@click.option(
    "-o",
    "--output",
    "destination",
    metavar="FILE",
    help="Write the labels to this file: .csv or .jsonl; a graph also as .svg or .dot.",
)
@click.option("--soft", is_flag=True, help="Soft labels: the distribution of each item's labels in place of one label.")
@group_options
@click.option(
    "--to",
    "tool",
    type=click.Choice(["label-studio"]),
    help="With -o: write tasks that the tool imports, those of its export, each with a ground truth.",
)
@click.option("--discuss", metavar="FILE", help="Write the items to discuss to this file: .csv or .jsonl.")
@click.option("--gold", metavar="FILE", help="A table of items (column item) and their known labels (column label).")
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
@with_default("--below", type=click.FloatRange(0, 1), default=0.75, help="Discuss items whose label is less probable.")
@with_default(
    "--smoothing",
    type=click.FloatRange(min=0),
    default=0.0,
    help="Added to the counts of dawid_skene; 0 as in the paper.",
)
@number("--max-iterations", 1000, "The largest number of iterations of a model.", least=1)
@click.option(
    "--tolerance",
    type=click.FloatRange(min=0),
    show_default="1e-6; dawid_skene: one label and 1 % of an annotator's",
    help="A model stops when no parameter changes by more; 1e-6 takes dawid_skene to a maximum of the likelihood.",
)
@number("--seed", 0, "The seed of the random starts of mace.")
@label_columns_option
@streamed_input_options
@format_option
@workers_option
@quiet_option
def reference(
    paths: tuple[str, ...],
    model: Any,
    destination: str | None,
    tool: str | None,
    discuss: str | None,
    gold: str | None,
    soft: bool,
    grouping: GroupChoice,
    force: bool,
    below: float,
    label_columns: list[str] | None,
    reading: dict[str, Any],
    output: str,
    quiet: bool,
    **settings: Any,
) -> int:
    """One label for each item of PATH with its probability, and the items to discuss; of spans, the units that most
    annotators found, with median bounds, from the best alignment; of relations, the links that most drew.

    With --soft the distribution of the labels of each item, of everybody and, with --by-group, of groups of people.

    \b
    accord reference ratings.csv
    accord reference ratings.csv --model dawid_skene -o reference.csv --discuss discuss.csv
    accord reference ratings.csv --model glad --gold known.csv -o reference.jsonl
    accord reference ratings.csv --soft --people people.csv --by-group gender -o soft.csv
    accord reference entities.csv -o reference.csv --discuss discuss.csv
    accord reference graphs.csv -o consensus.svg
    accord reference export.json -o reference.json --to label-studio     every field, to be imported again
    """
    if tool is not None and destination is None:
        raise UsageError("--to says how the reference is written, and -o where is missing", "add -o reference.json")
    named = [destination if tool is None else None, discuss]
    _check_outputs([name for name in named if name is not None], drawn=destination)
    refuse_existing(destination, discuss, force=force)
    if grouping.by_group and not soft:
        raise UsageError("--by-group is for soft labels", "add --soft")

    _settle_memory(reading, {"--soft": soft, "--gold": gold is not None, "--to": tool is not None})
    kept = click.get_current_context().with_resource(keeping_items())

    def made_of(data: Annotations) -> _Made:
        data = grouping.told(data)
        if grouping.by_group and not quiet:
            tell_read_as(data.read_as)
        if soft and not isinstance(data, Labels):
            raise UsageError(f"soft labels are of labels, and these are {data.kind}", "leave --soft out")
        if isinstance(data, Relations):
            with watching(MAKING):
                return _of_relations(data, model, gold)
        if isinstance(data, Spans):
            with watching(MAKING):
                return _of_spans(data, model, gold)
        labels = only_labels(data, "labels, spans and relations")
        if kept.filled:
            return _of_rows(labels, kept, model, below, settings)
        made = _of_labels(labels, model, gold, below, settings, quiet=quiet)
        return replace(made, **_softly(labels, model, gold, grouping, reading["people"])) if soft else made

    if tool is not None and destination is not None:
        return _to_the_tool(paths, reading, model, settings, destination, quiet=quiet)
    whole = read_fields(paths, reading, label_columns, quiet=quiet, shown=bool(grouping.by_group))
    if isinstance(whole, Mapping):
        if gold is not None:
            raise UsageError("--gold is for one question, and there are several", "choose one with --field")
        return _of_project(whole, made_of, destination, discuss, output, quiet=quiet)
    made = made_of(whole)
    with watching("writing"):
        files = _files(made, destination, discuss)
        refuse_existing(destination, discuss, force=force)
        write_files(files)
    if destination is None:
        print_as(output, made.shown(output))
    notes(made.diagnostics, quiet=quiet)
    if destination is not None:
        notes([f"{made.counted} in {destination}"], quiet=quiet)
    if discuss is not None:
        notes([f"{made.doubtful} to discuss: {discuss}"], quiet=quiet)
    return 0


def _of_project(
    project: Project,
    made_of: Callable[[Annotations], _Made],
    destination: str | None,
    discuss: str | None,
    output: str,
    *,
    quiet: bool,
) -> int:
    """The references of all fields, shown one after the other, or in one table with a column for the field."""
    if destination is not None and Path(destination).suffix.lower() in DRAWN:
        raise UsageError("a drawing is of one field, and there are several", "choose one with --field")
    kept: dict[str, _Made] = {}

    def shown(name: str, data: Annotations) -> str:
        kept[name] = made_of(data)
        return "".join(kept[name].shown(output))

    text = over_fields(project, shown, output, quiet=quiet)
    files: dict[Path, bytes] = {}
    for path, part in ((destination, "reference"), (discuss, "to_discuss")):
        if path is not None:
            jsonl = Path(path).suffix.lower() == ".jsonl"
            texts = {name: "".join(getattr(reference, part)(jsonl)) for name, reference in kept.items()}
            files[Path(path)] = one_listing(texts, jsonl=jsonl)
    write_files(files)
    if destination is None:
        print_as(output, text)
    notes(dict.fromkeys(diagnostic for made in kept.values() for diagnostic in made.diagnostics), quiet=quiet)
    for written in files:
        notes([f"{written} has {', '.join(f'{name}' for name in kept)}"], quiet=quiet)
    return 0


def _to_the_tool(
    paths: tuple[str, ...],
    reading: dict[str, Any],
    model: Any,
    settings: dict[str, Any],
    destination: str,
    *,
    quiet: bool,
) -> int:
    """The references as tasks that Label Studio imports."""
    from accord.formats.label_studio_tasks import FieldReference, reference_tasks
    from accord.formats.project_reading import project

    if not paths:
        raise UsageError("no data file is given", "give the export of the tool, such as export.json")
    fields = project(list(paths), **read_options(reading))
    made: dict[str, FieldReference] = {}
    left = []
    for name, data in fields.items():
        if isinstance(data, Labels):
            decided, tied = _decided_labels(adjudicated(data, model, **settings))
            made[name] = FieldReference(decided, {})
            left += [f"'{name}': {many(tied, 'tie is', 'ties are')} left out; --discuss lists them"] if tied else []
        elif isinstance(data, Spans):
            units: dict[str, list[tuple[float, float, str | None]]] = {}
            for unit in consensus_units(data):
                if unit.included:
                    units.setdefault(unit.document, []).append((unit.start, unit.end, unit.category))
            made[name] = FieldReference({}, units)
        else:
            left.append(f"'{name}' is left out: its {data.kind} have no place in a ground truth of the tool")
    text, number = reference_tasks(paths, made, ReadOptions.of(read_options(reading)))
    write_files({Path(destination): text})
    notes([*left, f"{many(number, 'task')} with a ground truth in {destination}"], quiet=quiet)
    return 0


def _decided_labels(made: Reference) -> tuple[dict[str, tuple[str, ...]], int]:
    """The label of each item that has one, a set by its members; and how many are ties, which are not decided."""
    categories = made.data.categories
    members = dict(zip(categories.texts, categories.members(), strict=True)) if categories.sets else {}
    labels: dict[str, tuple[str, ...]] = {}
    tied = 0
    for choice in made:
        if choice.label is not None and choice.tied == 1:
            labels[choice.item] = tuple(sorted(members[choice.label])) if choice.label in members else (choice.label,)
        tied += choice.label is not None and choice.tied > 1
    return labels, tied


@dataclass(frozen=True)
class _Made:
    """A reference and what is to be discussed: how both are written, as JSON lines or not, and what is shown."""

    reference: Callable[[bool], str | Iterator[str]]
    to_discuss: Callable[[bool], str | Iterator[str]]
    as_json: Callable[[], str | Iterator[str]]
    shown_as: Callable[[str], str | Iterator[str]]
    """For people, or as CSV."""
    diagnostics: Diagnostics
    counted: str
    doubtful: str
    drawn: Callable[[str], str] | None = None
    """The reference as a drawing, by the ending of its file."""
    beside: Callable[[Path], dict[Path, bytes]] = lambda path: {}
    """What stands beside a table of the reference."""

    def shown(self, output: str) -> str | Iterator[str]:
        return self.as_json() if output == "json" else self.shown_as(output)


def _files(made: _Made, destination: str | None, discuss: str | None) -> dict[Path, Content]:
    """What is written where."""
    files: dict[Path, Content] = {}
    if destination is not None:
        path = Path(destination)
        ending = path.suffix.lower()
        if ending in DRAWN:
            if made.drawn is None:
                raise UsageError("only the reference of relations is drawn", "name a .csv or a .jsonl file")
            files[path] = made.drawn(ending).encode()
        else:
            files[path] = _encoded(made.reference(ending == ".jsonl"))
            files |= made.beside(path)
    if discuss is not None:
        files[Path(discuss)] = _encoded(made.to_discuss(Path(discuss).suffix.lower() == ".jsonl"))
    return files


def _encoded(text: str | Iterator[str]) -> Content:
    return text.encode() if isinstance(text, str) else (piece.encode() for piece in text)


def _settle_memory(reading: dict[str, Any], whole: Mapping[str, bool]) -> None:
    """Without a budget of memory where all items must be held: with the options of `whole` that are given."""
    named = next((name for name, told in whole.items() if told), None)
    if named is None:
        return
    if reading["memory"] is not None:
        raise UsageError(f"with {named} the table is read as a whole", "leave --memory out")
    del reading["memory"]


def _of_rows(labels: Labels, kept: KeptItems, model: Any, below: float, settings: dict[str, Any]) -> _Made:
    """The reference of a table that was read in one pass: its items are written as they are read back."""
    from accord.renderings.streamed_references import StreamedReference

    with watching(MAKING):
        made = adjudicated(labels, model, **settings)
    streamed = StreamedReference(made, kept, below)
    return _Made(
        lambda jsonl: streamed.labels(jsonl=jsonl),
        lambda jsonl: streamed.to_discuss(jsonl=jsonl),
        lambda: streamed.as_json(command_json),
        lambda output: streamed.labels(jsonl=False) if output == "csv" else streamed.shown(output, MORE),
        made.diagnostics,
        many(labels.n_items, "label is", "labels are"),
        many(streamed.doubtful, "item"),
    )


def _of_labels(
    labels: Labels, model: Any, gold: str | None, below: float, settings: dict[str, Any], *, quiet: bool
) -> _Made:
    known = gold_labels(gold) if gold is not None else None
    if known == {}:
        notes([Diagnostic("ACC223", "nothing is decided: the column 'decision' is empty", Place(gold))], quiet=quiet)
    with watching(MAKING):
        made = adjudicated(labels, model, gold=known or None, **settings)
        doubtful = made.to_discuss(below)
    return _Made(
        lambda jsonl: json_lines(made) if jsonl else reference_csv(made),
        lambda jsonl: discussion_lines(doubtful) if jsonl else discussion_csv(doubtful, labels.annotators),
        lambda: command_json(reference_record(made, doubtful)),
        lambda output: reference_shown(made, doubtful, output, MORE),
        made.diagnostics,
        many(labels.n_items, "label is", "labels are"),
        many(len(doubtful), "item"),
    )


def _softly(labels: Labels, model: Any, gold: str | None, grouping: GroupChoice, people: str | None) -> dict[str, Any]:
    """What is written and shown in place of one label for each item."""
    from accord.consensus.softening import soft_labels
    from accord.renderings.soft_label_tables import soft_csv, soft_lines, soft_record, soft_shown

    if gold is not None:
        raise UsageError("soft labels are what annotators said, and --gold says what is right", "leave one of them out")
    if grouping.by_group and people is None:
        raise UsageError("--by-group needs a table of people", "name it with --people")
    who = people if grouping.by_group else None
    soft = soft_labels(labels, model, people=who, by=grouping.by_group, min_group=grouping.min_group)
    facts = overview(labels)
    return {
        "reference": lambda jsonl: soft_lines(soft) if jsonl else soft_csv(soft),
        "as_json": lambda: command_json(soft_record(soft, facts.as_json())),
        "shown_as": lambda output: soft_shown(soft, facts.lines(), output, "-o FILE writes all of them"),
        "counted": f"soft labels of {many(len(soft), 'item')} are",
    }


def _of_spans(spans: Spans, model: str, gold: str | None) -> _Made:
    """The same for spans."""
    from accord.renderings.reference_units import units_record, units_shown, units_text

    if model not in (None, "majority"):
        raise UsageError("the reference of spans is a vote over the best alignment", "leave --model out")
    units = consensus_units(spans)
    made = units if gold is None else _decided(units, gold)
    doubtful = made.to_discuss()
    return _Made(
        lambda jsonl: units_text(list(made), jsonl=jsonl),
        lambda jsonl: units_text(doubtful, jsonl=jsonl, discussed=True),
        lambda: command_json(units_record(made)),
        lambda output: units_shown(made, output, MORE),
        made.diagnostics,
        many(len(made), "unit is", "units are"),
        many(len(doubtful), "unit"),
    )


def _of_relations(relations: Relations, model: str, gold: str | None) -> _Made:
    """The same for relations."""
    from accord.diagnosis.relations.consensus_graph import consensus_graph
    from accord.renderings import matched_graphs
    from accord.renderings.trees import graph_svg

    if model not in (None, "majority") or gold is not None:
        raise UsageError("the reference of relations is a vote on each link", "leave --model and --gold out")
    made = consensus_graph(relations)
    doubtful = made.to_discuss()

    def beside(path: Path) -> dict[Path, bytes]:
        written = contents_of(made.relations, path, path.suffix.lower().removeprefix("."))
        return {file: content for file, content in written.items() if file != path}

    return _Made(
        lambda jsonl: matched_graphs.consensus_text(made, jsonl=jsonl),
        lambda jsonl: matched_graphs.discussion_text(doubtful, jsonl=jsonl),
        lambda: command_json(matched_graphs.links_record(made)),
        lambda output: matched_graphs.consensus_shown(made, output, MORE),
        (),
        many(len(made), "link is", "links are"),
        many(len(doubtful), "link"),
        lambda ending: graph_svg(made.relations) if ending == ".svg" else matched_graphs.consensus_dot(made),
        beside,
    )


def _decided(made: ConsensusUnits, gold: str) -> ConsensusUnits:
    """The consensus with what was decided in a list of units to discuss."""
    from accord.consensus.decided_units import with_decisions

    decided = unit_decisions(gold)
    if decided is None:
        message = "for spans --gold is a list of units to discuss with its column 'decision'"
        raise UsageError(message, "write one with --discuss, and fill it in")
    return with_decisions(made, decided, gold)


def _check_outputs(outputs: list[str], drawn: str | None) -> None:
    for name in outputs:
        if Path(name).suffix.lower() not in (".csv", ".jsonl", *(DRAWN if name == drawn else ())):
            hint = f"name it {Path(name).stem}.csv or {Path(name).stem}.jsonl"
            raise UsageError(f"'{name}' is neither a .csv nor a .jsonl file", hint)
    if len({Path(name).resolve() for name in outputs}) < len(outputs):
        raise UsageError("the labels and the items to discuss go to the same file", "name two files")
