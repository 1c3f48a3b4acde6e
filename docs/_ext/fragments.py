"""The directives `accord-fragment` and `accord-run`: parts of pages that the program itself knows best.

`accord-fragment NAME` inserts what the function NAME of this module writes; `accord-run` runs a command line in
docs/examples and shows it with its output.
"""

from __future__ import annotations

import math
import re
import shutil
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from docutils import nodes
from example_directives import ExampleRun
from markup import block, code, escaped, table
from measure_pages import stem
from sphinx.util.docutils import SphinxDirective
from worked_examples import EXAMPLES, value_on

import accord
from accord.annotations import LEVELS, Labels
from accord.annotations.columns import ANNOTATOR, ITEM, LABEL
from accord.cli import program
from accord.measures import Measure, all_measures
from accord.results import CATALOGUE, Expression
from accord.results.option_names import in_the_shell

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[2]
Row = tuple[str, str]
MANY = 6
"""Commands that have an option with the same meaning, from which on it is listed once for all."""


# ---- what annotators, tables and diagnostics are called


def diagnostics() -> str:
    """Every diagnostic, with what it means, in the words of the command line."""
    with in_the_shell():
        return "\n\n".join(
            f"({known.lower()})=\n**{known}** — {escaped(entry.title)}\n: {escaped(entry.explanation)}"
            for known, entry in sorted(CATALOGUE.items())
        )


def headers() -> str:
    """The column names that are recognised."""
    rows = [("item", ITEM), ("annotator", ANNOTATOR), ("label", LABEL)]
    return table(("column", "recognised names"), [(what, ", ".join(code(n) for n in names)) for what, names in rows])


def levels() -> str:
    return ", ".join(code(level) for level in LEVELS)


# ---- measures side by side


def measures() -> str:
    """The list of all measures."""
    rows = [(record.shape, _linked(record), escaped(record.title)) for record in all_measures().values()]
    return table(("shape", "measure", "what it is"), rows)


def _linked(record: Measure) -> str:
    return f"[{record.name}](measures/{stem(record)}.md)"


def assumptions() -> str:
    """What each measure assumes and does with missing labels, in its own words."""
    rows = [(_linked(record), escaped(record.assumes), escaped(record.missing)) for record in all_measures().values()]
    return table(("measure", "what it assumes", "missing labels"), rows)


def behaviour() -> str:
    """What each measure does on small tables, tried out now."""
    header = (
        "measure",
        "annotators",
        "needs names",
        "incomplete items",
        "distances",
        "balanced",
        "skewed",
        "one-sided",
    )
    return table(header, [_behaviour(record) for record in all_measures().values() if record.shape == "labels"])


BALANCED = [[35, 15], [15, 35]]
SKEWED = [[5, 15], [15, 65]]
ONE_SIDED = [[35, 30], [0, 35]]


def _behaviour(record: Measure) -> tuple[str, ...]:
    near = {"weights", "distance", "level"} & set(record.parameters)
    distances = ", ".join(code(f"{name}=") for name in sorted(near)) or ("numbers" if record.numeric else "–")
    return (
        _linked(record),
        _annotators(record),
        "yes" if record.reads_rows(record.parameters) else "no",
        _incomplete(record),
        distances,
        *(_shown(record, cells) for cells in (BALANCED, SKEWED, ONE_SIDED)),
    )


def _annotators(record: Measure) -> str:
    works = [number for number in (2, 3, 4, 6) if _defined(record, _ratings(number))]
    if works == [2]:
        return "two"
    return "any" if works[:1] == [2] else f"{works[0]} or more" if works else "–"


def _incomplete(record: Measure) -> str:
    """Whether items that lack a label change the value: used, or left out."""
    annotators = 2 if _annotators(record) == "two" else 6
    part, whole = _ratings(annotators, incomplete=8), _ratings(annotators)
    if not _defined(record, part):
        return "refused"
    values = [[_tried(record, seen) for seen in (data, _merged(data))] for data in (part, whole)]
    return "left out" if all(one == other or one != one for one, other in zip(*values, strict=True)) else "used"


def _ratings(annotators: int, *, incomplete: int = 0) -> Labels:
    """Twelve items rated 1 to 3 by all, and some more that lack a label."""
    rows: list[list[int | None]] = [
        [1 + (item + (item % 4 == who)) % 3 for who in range(annotators)] for item in range(12 + incomplete)
    ]
    for item in range(12, len(rows)):
        rows[item][item % 2] = None
    return accord.labels(rows)


def _merged(data: Labels) -> Labels:
    return data.merged({"2": ["2", "3"]})


def _tried(record: Measure, data: Labels) -> float:
    told = {"first": ["A1"], "codes": ["1", "2", "3"]}
    for given in ({}, *({name: value} for name, value in told.items() if name in record.parameters)):
        value = value_on(Expression(record.name, **given), data)
        if not math.isnan(value):
            return value
    return math.nan


def _defined(record: Measure, data: Labels) -> bool:
    """Whether it has a value with three categories, or with two at least."""
    return any(not math.isnan(_tried(record, seen)) for seen in (data, _merged(data)))


def _shown(record: Measure, cells: list[list[int]]) -> str:
    value = _tried(record, accord.contingency(cells, categories=[1, 2], nothing=2))
    return "–" if math.isnan(value) else f"{value:.2f}"


def example_tables() -> str:
    """The published tables that worked examples use."""
    return "\n".join(f"- {escaped(one.title)}" for one in EXAMPLES)


# ---- the command line


def commands() -> str:
    """Every command with its arguments and options; those that most commands have in common once, at the end."""
    root = program.accord
    context = click.Context(root, info_name="accord")
    known = [(name, root.get_command(context, name)) for name in root.list_commands(context)]
    inside = [(one, click.Context(one, info_name=name, parent=context)) for name, one in known if one is not None]
    rows = {one.name: [_option(option, within) for option in _options(one)] for one, within in inside}
    often = Counter(row for listed in rows.values() for row in set(listed))
    shared = {row: None for listed in rows.values() for row in listed if often[row] >= MANY}
    parts = [_command(one, within, rows[one.name], shared) for one, within in inside]
    return "\n\n".join(
        [*parts, "(shared-options)=\n### Options that commands share", table(("option", "meaning"), shared)]
    )


def _options(command: click.Command) -> list[click.Option]:
    return [one for one in command.params if isinstance(one, click.Option) and not one.hidden]


def _command(command: click.Command, context: click.Context, rows: Sequence[Row], shared: Collection[Row]) -> str:
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    own = [row for row in rows if row not in shared]
    parts = [f"### accord {command.name}", block("console", f"$ {usage}"), _help(command.help or "")]
    if own:
        parts.append(table(("option", "meaning"), own))
    if len(own) < len(rows):
        names = ", ".join(row[0].split(" ")[0].rstrip("`,") + "`" for row in rows if row in shared)
        parts.append(f"[Shared](#shared-options): {names}.")
    return "\n\n".join(parts)


def _help(text: str) -> str:
    paragraphs = re.split(r"\n\s*\n", text.strip())
    return "\n\n".join(
        block("console", "\n".join(f"$ {line.strip()}" for line in paragraph.splitlines()[1:]))
        if paragraph.lstrip().startswith("\b")
        else escaped(paragraph)
        for paragraph in paragraphs
    )


def _option(option: click.Option, context: click.Context) -> Row:
    names = ", ".join(sorted((*option.opts, *option.secondary_opts), key=len))
    meaning = escaped(option.help or "")
    if isinstance(option.type, click.Choice):
        meaning += f" One of {', '.join(code(choice) for choice in option.type.choices)}."
        value = " NAME"
    else:
        value = "" if option.is_flag else f" {option.make_metavar(context)}"
    if isinstance(option.show_default, str):
        meaning += f" Default: {escaped(option.show_default)}."
    elif option.show_default and not option.is_flag:
        meaning += f" Default: {code(str(option.get_default(context)))}."
    return code(f"{names}{value}".replace(" INTEGER RANGE", " NUMBER").replace(" FLOAT", " NUMBER")), meaning


# ---- speed


def benchmarks() -> str:
    """The sections of benchmarks/README.md, if it was written."""
    file = ROOT / "benchmarks" / "README.md"
    if not file.exists():
        return "The comparison with other packages has not been written down here; `make bench` runs it."
    text = file.read_text(encoding="utf-8")
    body = text[max(text.find("\n## "), 0) :]  # how to run it is said above
    return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", body)


FRAGMENTS: dict[str, Callable[[], str]] = {
    made.__name__: made
    for made in (
        assumptions,
        behaviour,
        benchmarks,
        commands,
        diagnostics,
        example_tables,
        headers,
        levels,
        measures,
    )
}


class Fragment(SphinxDirective):
    """Insert what a function of this module writes."""

    required_arguments = 1
    has_content = False

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes(FRAGMENTS[self.arguments[0]](), allow_section_headings=True)


class Run(ExampleRun):
    """Run `accord …` in a copy of docs/examples and show what it prints."""

    @staticmethod
    def write(folder: Path) -> Path:
        return Path(shutil.copytree(Path(__file__).parents[1] / "examples", folder, dirs_exist_ok=True))


def _trimmed(app: Sphinx, tree: nodes.document) -> None:
    """Without the empty line that ends an example for doctest's sake."""
    for literal in tree.findall(nodes.literal_block):
        text = literal.astext().rstrip("\n")
        literal.rawsource = text
        literal.children = [nodes.Text(text)]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("accord-fragment", Fragment)
    app.add_directive("accord-run", Run)
    app.connect("doctree-read", _trimmed)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
