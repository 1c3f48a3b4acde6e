"""Commands on a project: all of its fields where there are several and none is named, else the one there is."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.annotations import Annotations
from accord.cli.command_json import remember
from accord.cli.gates import Gate, parse_gate
from accord.cli.options import listed_option, read_annotations, read_options, remember_read_as
from accord.cli.streams import notes, print_as
from accord.measures import shapes_of
from accord.renderings.tables import csv_text, latex_text, markdown_text
from accord.results import SCHEMA, DataError, Diagnostic, UsageError
from accord.results.foreign_text import json_text, visible
from accord.results.formulas import unguarded
from accord.results.working import watching

if TYPE_CHECKING:
    from accord.annotations.project import Project

_ONE_FIELD = ("field", "label_column", "annotators", "per", "table", "counts", "transpose", "orientation")
"""Options that say which field is meant, or that there is only one."""
label_columns_option = listed_option(
    "--label-columns", help="The columns of a table that are questions, one row per item and annotator."
)


def read_fields(
    paths: tuple[str, ...],
    reading: dict[str, Any],
    label_columns: Sequence[str] | None,
    *,
    quiet: bool,
    shown: bool = False,
) -> Annotations | Project:
    """All fields of what is named; where there is only one, or one is named, its annotations."""
    made = _project_in(paths, reading, label_columns)
    if made is None or made.meant is not None:
        return read_annotations(paths, reading, quiet=quiet, shown=shown)
    if made.is_single:
        return _the_only(made, quiet=quiet, shown=shown)
    return _told_of(made, quiet=quiet)


def read_rounds(
    paths: Sequence[str], reading: dict[str, Any], label_columns: Sequence[str] | None, *, quiet: bool
) -> list[Annotations] | list[Project]:
    """Rounds as projects where one of them has several fields, and none is named; else the annotations of each."""
    projects = [_project_in((path,), reading, label_columns) for path in paths]
    made = [project for project in projects if project is not None]
    if len(made) == len(projects) and any(not project.is_single and project.meant is None for project in made):
        return [_told_of(project, quiet=quiet) for project in made]
    return [
        read_annotations((path,), reading, quiet=quiet)
        if project is None or project.meant is not None
        else _the_only(project, quiet=quiet)
        for path, project in zip(paths, projects, strict=True)
    ]


def _project_in(paths: tuple[str, ...], reading: dict[str, Any], label_columns: Sequence[str] | None) -> Project | None:
    """All fields; None where nothing is named, or options say which field is meant."""
    told = [name for name in _ONE_FIELD if reading.get(name) not in (None, False)]
    if told and label_columns is not None and told != ["field"]:
        name = told[0].replace("_", "-")
        raise UsageError(f"--label-columns names several questions, and --{name} says there is one", "leave one out")
    if not paths or (told and label_columns is None):
        return None
    from accord.formats.project_reading import project

    options = read_options(reading)
    with watching("reading"):
        return project(paths[0] if len(paths) == 1 else list(paths), label_columns=label_columns, **options)


def _the_only(made: Project, *, quiet: bool, shown: bool = False) -> Annotations:
    data = next(iter(made.values()))
    remember_read_as(data.read_as, told=not (quiet or shown))
    notes((*made.diagnostics, *data.diagnostics), quiet=quiet)
    return data


def _told_of(made: Project, *, quiet: bool) -> Project:
    remember(made.read_as)
    notes(_said(made), quiet=quiet)
    return made


def print_each(whole: Annotations | Project, written: Callable[[Annotations], str], output: str, *, quiet: bool) -> int:
    """What a command writes of the data, or of each field of a project."""
    if isinstance(whole, Mapping):
        print_as(output, over_fields(whole, lambda _, data: written(data), output, quiet=quiet))
    else:
        print_as(output, written(whole))
    return 0


def field_options(name: str, data: Annotations) -> dict[str, Any]:
    """The options that read one field of a project alone; of two fields of one name, the kind tells them apart."""
    return {"field": name.removesuffix(f" ({data.kind})"), "kind": data.kind}


def over_fields(project: Project, written: Callable[[str, Annotations], str], output: str, *, quiet: bool) -> str:
    """What a command writes of each field, together; fields that it cannot do are told, and an error if it can none."""
    texts: dict[str, str] = {}
    refused: dict[str, DataError | UsageError] = {}
    for name, data in project.items():
        remember(data.read_as, anew=True)
        try:
            texts[name] = written(name, data)
        except (DataError, UsageError) as error:
            refused[name] = error
    if not texts:
        raise next(iter(refused.values()))
    notes([f"'{name}' is left out: {error}" for name, error in refused.items()], quiet=quiet)
    return _together(texts, output)


def _together(texts: Mapping[str, str], output: str) -> str:
    """Under the name of each field; in JSON by name, in CSV with a column for it."""
    if output == "json":
        return json_text({"schema": SCHEMA, "fields": {name: json.loads(text) for name, text in texts.items()}})
    if output == "csv":
        return _one_table(texts)
    return "\n\n".join([f"{_heading(name, output)}\n\n{text}" for name, text in texts.items()])


def _heading(name: str, output: str) -> str:
    if output == "markdown":
        return f"## {markdown_text(name)}"
    if output == "latex":
        return f"\\paragraph{{{latex_text(visible(name))}}}"
    return f"{visible(name)}\n{'═' * len(visible(name))}"


def _one_table(texts: Mapping[str, str]) -> str:
    """The tables of all fields under each other; a column that a field does not have is empty there."""
    tables = {
        name: [[unguarded(cell) for cell in row] for row in csv.reader(io.StringIO(text))]
        for name, text in texts.items()
    }
    header = list(dict.fromkeys(column for rows in tables.values() if rows for column in rows[0]))
    first = "field" if "field" not in header else "field of the project"
    made = []
    for name, rows in tables.items():
        for row in rows[1:]:
            cells = dict(zip(rows[0], row, strict=False))
            made.append([name, *(cells.get(column, "") for column in header)])
    return csv_text([first, *header], made).rstrip("\n")


def one_listing(texts: Mapping[str, str], *, jsonl: bool) -> bytes:
    """Tables of all fields as one file, each row with its field."""
    if not jsonl:
        return f"{_one_table(texts)}\n".encode()
    rows = [
        json.dumps({"field": name, **json.loads(line)}, ensure_ascii=False)
        for name, text in texts.items()
        for line in text.splitlines()
        if line
    ]
    return "".join(f"{row}\n" for row in rows).encode()


def field_gates(gates: Sequence[str], project: Project) -> dict[str, list[Gate]]:
    """The gates of each field: "sentiment.alpha.low>=0.667" is for one, "alpha>=0.667" for all with the measure."""
    names = sorted(project, key=len, reverse=True)
    by_field: dict[str, list[Gate]] = {name: [] for name in names}
    for text in gates:
        owner = next((name for name in names if text.strip().startswith(f"{name}.")), None)
        if owner is not None:
            by_field[owner].append(replace(parse_gate(text.strip()[len(owner) + 1 :]), text=text.strip()))
            continue
        gate = parse_gate(text)
        fitting = [name for name in project if project[name].kind in shapes_of(gate.measure.name)]
        if not fitting:
            raise UsageError(f"no field has the measure of the gate {text!r}", f"the fields are {', '.join(project)}")
        for name in fitting:
            by_field[name].append(replace(gate, text=f"{name}.{gate.text}"))
    return by_field


def _said(made: Project) -> list[Diagnostic]:
    """What is to be known about the project and its fields: what is true of all of them once, else with its field."""
    times = Counter(diagnostic for data in made.values() for diagnostic in dict.fromkeys(data.diagnostics))
    own = [
        replace(diagnostic, message=f"'{name}': {diagnostic.message}")
        for name, data in made.items()
        for diagnostic in dict.fromkeys(data.diagnostics)
        if times[diagnostic] < len(made)
    ]
    return [*made.diagnostics, *[diagnostic for diagnostic, number in times.items() if number == len(made)], *own]
