"""`accord inspect`: what is in an export — documents, annotators, fields, who did what, what was left out and why."""

from __future__ import annotations

from collections import Counter
from typing import Any

import click

from accord.annotations.campaign import Campaign, Layer, counted
from accord.annotations.project import Project
from accord.cli.command_json import command_json
from accord.cli.options import format_option, input_options, quiet_option, read_options
from accord.cli.projects import label_columns_option
from accord.cli.streams import notes, print_as
from accord.cli.supported_commands import Supported, settings_path, write_settings
from accord.formats.reading import read_campaign
from accord.renderings.tables import WRITERS, Table
from accord.results import DataError, UsageError
from accord.results.foreign_text import visible
from accord.results.wording import many
from accord.results.working import watching


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option("--write-config", is_flag=True, help="Write how the data are read to accord.toml beside them.")
@click.option("--force", is_flag=True, help="Overwrite an accord.toml that exists.")
@label_columns_option
@input_options
@format_option
@quiet_option
def inspect(
    paths: tuple[str, ...],
    write_config: bool,
    force: bool,
    label_columns: list[str] | None,
    reading: dict[str, Any],
    output: str,
    quiet: bool,
) -> int:
    """Show what is in PATH: a file, folder, archive or pattern.

    Lists documents, annotators, the fields with their kinds, who annotated how much, and what was left out with its
    reason. The names of fields are those that --field takes. At the end come the commands that the data support.

    --write-config writes accord.toml beside the data: the columns and questions, and of each question its level,
    its categories and its category for nothing, as they were recognised. Change there what was recognised wrongly:
    every command reads it.

    \b
    accord inspect export.json
    accord inspect survey.csv --write-config
    accord inspect brat-corpus/
    """
    settings = settings_path(paths, force=force) if write_config and paths else None
    project = read_project(paths, reading, label_columns)
    campaign = read_everything(paths, reading) if project is None or project.is_single else project.campaign
    supported = Supported.of(campaign, paths)
    if output == "json":
        click.echo(command_json({**_record(campaign), "supports": supported.as_json()}))
    else:
        parts = [WRITERS[output](table) for table in (_fields(campaign), _people(campaign))]
        if output == "text":
            parts.insert(0, _overview(campaign))
            if campaign.left_out:
                parts.append(visible(f"Left out: {counted(campaign.left_out)}"))
            parts.append(supported.text())
        print_as(output, "\n\n".join(parts))
    if not quiet:
        tell_how_it_was_read(campaign)
    if settings is not None:
        if project is None:
            raise UsageError("these data cannot be described by accord.toml", "name the fields with --field")
        write_settings(settings, project, reading)
        notes([f"how the data are read is in {settings}"], quiet=quiet)
    return 0


def read_project(
    paths: tuple[str, ...], reading: dict[str, Any], label_columns: list[str] | None = None
) -> Project | None:
    """All fields, where there is something to measure; None where only the whole can be shown."""
    from accord.formats.project_reading import project

    if not paths:
        raise UsageError("no data file is given", "give a file or folder, such as export.json")
    try:
        return project(list(paths), label_columns=label_columns, **read_options(reading))
    except DataError:
        if label_columns is not None:
            raise
        return None  # what is wrong with it is said when everything is read


def tell_how_it_was_read(campaign: Campaign) -> None:
    for reading in campaign.read_as:
        click.echo(f"accord: read as: {visible(reading.line())}", err=True)
    notes(campaign.diagnostics, quiet=False)


def read_everything(paths: tuple[str, ...], reading: dict[str, Any]) -> Campaign:
    """Everything in an export, or in tables as if they were one."""
    with watching("reading"):
        return read_campaign(paths[0] if len(paths) == 1 else list(paths), **read_options(reading))


def _overview(campaign: Campaign) -> str:
    several = Counter(document for document, _ in campaign.assigned)
    shared = sum(number > 1 for number in several.values())
    texts = sum(document in campaign.texts for document in campaign.documents)
    return (
        f"{visible(campaign.source or 'data')}\n"
        f"{many(len(campaign.documents), 'document')}, {shared:,} of them annotated more than once; "
        f"{many(len(campaign.annotators), 'annotator')}; {many(texts, 'text')} known"
    )


def _categories(layer: Layer) -> list[str]:
    """The categories of a layer, most frequent first."""
    column = {"labels": "label", "spans": "category", "relations": "label", "answers": "answer"}[layer.kind]
    counts: Counter[str] = Counter()
    for cell in layer.columns[column]:
        counts.update(cell if isinstance(cell, tuple) else ["(none)" if cell is None else str(cell)])
    return [name for name, _ in counts.most_common()]


def _fields(campaign: Campaign) -> Table:
    rows = []
    for layer in campaign.layers:
        categories = _categories(layer)
        shown = ", ".join(categories[:6]) + (f", … ({len(categories):,})" if len(categories) > 6 else "")
        rows.append((layer.name, layer.kind, f"{len(layer):,}", f"{len(set(layer.document)):,}", shown))
    return Table(("field", "kind", "annotations", "documents", "categories"), tuple(rows), numeric=frozenset({2, 3}))


def _people(campaign: Campaign) -> Table:
    rows = tuple(
        (name, role, *(f"{number:,}" for number in (done, cancelled, *cards.values())))
        for name, role, done, cancelled, cards in (record.values() for record in _people_records(campaign))
    )
    fields = (f"{layer.name} ({layer.kind})" for layer in campaign.layers)
    header = ("annotator", "role", "documents", "cancelled", *fields)
    return Table(header, rows, numeric=frozenset(range(2, len(header))))


def _people_records(campaign: Campaign) -> list[dict[str, Any]]:
    done = Counter(annotator for _, annotator in campaign.assigned)
    cancelled = Counter(annotator for _, annotator in campaign.cancelled)
    cards = {f"{layer.name} ({layer.kind})": campaign.cards(layer) for layer in campaign.layers}
    return [
        {
            "name": name,
            "role": campaign.roles.get(name, "person"),
            "documents": done[name],
            "cancelled": cancelled[name],
            "annotations": {field: held[name] for field, held in cards.items()},
        }
        for name in campaign.annotators
    ]


def _record(campaign: Campaign) -> dict[str, Any]:
    """What other programs read; the keys are stable."""
    return {
        "schema": 1,
        "source": campaign.source,
        "documents": len(campaign.documents),
        "texts": sum(document in campaign.texts for document in campaign.documents),
        "annotators": _people_records(campaign),
        "fields": [
            {
                "name": layer.name,
                "kind": layer.kind,
                "annotations": len(layer),
                "documents": len(set(layer.document)),
                "categories": _categories(layer)[:1000],
            }
            for layer in campaign.layers
        ],
        "left_out": {reason.partition("|")[0]: number for reason, number in campaign.left_out.items()},
        "diagnostics": [str(diagnostic) for diagnostic in campaign.diagnostics],
    }
