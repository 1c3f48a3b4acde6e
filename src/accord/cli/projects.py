"""Commands on a project: all of its fields where there are several and none is named, else the one there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.cli.options import Annotations, listed_option, read_annotations, read_options, tell_read_as
from accord.cli.streams import notes
from accord.results import Diagnostic, UsageError
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
    told = [name for name in _ONE_FIELD if reading.get(name) not in (None, False)]
    if told and label_columns is not None and told != ["field"]:
        name = told[0].replace("_", "-")
        raise UsageError(f"--label-columns names several questions, and --{name} says there is one", "leave one out")
    if not paths or (told and label_columns is None):
        return read_annotations(paths, reading, quiet=quiet, shown=shown)
    from accord.cli.command_json import remember
    from accord.formats.project_reading import project

    options = read_options(reading)
    with watching("reading"):
        made = project(paths[0] if len(paths) == 1 else list(paths), label_columns=label_columns, **options)
    if made.meant is not None:
        return read_annotations(paths, reading, quiet=quiet, shown=shown)
    if made.is_single:
        data = next(iter(made.values()))
        remember(data.read_as)
        if not (quiet or shown):
            tell_read_as(data)
        notes((*made.diagnostics, *data.diagnostics), quiet=quiet)
        return data
    remember(made.read_as)
    notes(_said(made), quiet=quiet)
    return made


def _said(made: Project) -> list[Diagnostic]:
    """What is to be known about the project and its fields: what is true of all of them once, else with its field."""
    times = Counter(one for data in made.values() for one in dict.fromkeys(data.diagnostics))
    everywhere = [one for one, number in times.items() if number == len(made)]
    own = [
        replace(one, message=f"'{name}': {one.message}")
        for name, data in made.items()
        for one in dict.fromkeys(data.diagnostics)
        if times[one] < len(made)
    ]
    return [*made.diagnostics, *everywhere, *own]
