"""`accord convert`: from one format to another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from accord.annotations.campaign import Campaign, counted
from accord.cli.inspect_command import read_everything, tell_how_it_was_read
from accord.cli.named_files import refuse_existing
from accord.cli.options import input_options, quiet_option
from accord.cli.streams import notes
from accord.formats.writing import write
from accord.results import Diagnostic, UsageError
from accord.results.foreign_text import visible
from accord.results.wording import many
from accord.results.working import watching


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="IN… OUT")
@click.option("--to", metavar="NAME", help="The format to write. Default: by the ending of OUT (csv, tsv, jsonl, …).")
@click.option("--force", is_flag=True, help="Overwrite what is there.")
@input_options
@quiet_option
def convert(paths: tuple[str, ...], to: str | None, force: bool, reading: dict[str, Any], quiet: bool) -> int:
    """Convert annotations in IN to the format that --to names, into the file or folder OUT.

    Tables hold one kind of annotations: choose it with --kind and --field where an export has several. Formats of
    annotation tools are written as folders or files that these tools, and accord, read.

    \b
    accord convert export.json spans.csv
    accord convert export.json corpus --to brat
    accord convert brat-corpus/ export.json --to label-studio
    """
    if len(paths) < 2:
        named = paths[0] if paths else "IN"
        raise UsageError(
            "convert needs what to read and where to write", f"accord convert {named} OUT.csv, or --to NAME"
        )
    refuse_existing(paths[-1], force=force)
    campaign = _asked_for(read_everything(paths[:-1], reading), reading)
    with watching("writing"):
        written = write(campaign, paths[-1], to, force=force)
    if not quiet:
        tell_how_it_was_read(campaign)
        notes(_lost(campaign, paths[-1], to), quiet=False)
        click.echo(f"accord: {visible(_told(written))}", err=True)
    return 0


def _lost(campaign: Campaign, path: str, to: str | None) -> Iterator[Diagnostic]:
    """What was in the export and is not in what was written."""
    from accord.formats.losses import left_behind, lost_of_relations, reading_back, texts_lost

    if campaign.left_out:
        yield Diagnostic("ACC131", f"left out when it was read: {counted(campaign.left_out)}")
    dropped = ", ".join(f"{layer}, {len(layer):,}" for layer in left_behind(campaign, path, to))
    if dropped:
        yield Diagnostic("ACC131", f"not written, as one {to or 'table'} has no place for it: {dropped}")
    lost = list(lost_of_relations(campaign, path, to))
    if texts := texts_lost(campaign, path, to):
        lost.append(f"the texts of {many(texts, 'document')}")
    if lost:
        yield Diagnostic("ACC131", f"not written: {'; '.join(lost)}")
    again = reading_back(campaign, path, to)
    if again is not None:
        yield Diagnostic("ACC134", again)


def _told(written: Sequence[Path]) -> str:
    """What was written; relations and their units are two tables, and the second is read with the first."""
    if not written:
        return "nothing to write"
    if len(written) == 2 and written[1].stem == f"{written[0].stem}.units":
        return f"written: {written[0]} and its units {written[1]}, read together if both are in one folder"
    return f"written: {written[0]}" + (f" and {len(written) - 1} more" if len(written) > 1 else "")


def _asked_for(campaign: Campaign, reading: dict[str, Any]) -> Campaign:
    """Only the layers of the kind and field that were told; relations keep the units they are about."""
    kind, field = reading.get("kind"), reading.get("field")
    if kind is None and field is None:
        return campaign
    layer, _ = campaign.chosen(kind, field)
    kept = tuple(
        candidate
        for candidate in campaign.layers
        if candidate is layer or (candidate.kind == "spans" and candidate.name == layer.units)
    )
    return replace(campaign, layers=kept)
