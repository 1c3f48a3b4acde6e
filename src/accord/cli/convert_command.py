"""`accord convert`: from one format to another."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from accord.annotations.campaign import Campaign
from accord.cli.inspect_command import read_everything
from accord.cli.options import input_options, quiet_option
from accord.results import Diagnostic


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
    from accord.formats.writing import left_behind, write
    from accord.results import UsageError

    if len(paths) < 2:
        raise UsageError("convert needs what to read and where to write", "accord convert IN OUT --to NAME")
    campaign = _asked_for(read_everything(paths[:-1], reading), reading)
    written = write(campaign, paths[-1], to, force=force)
    if not quiet:
        for diagnostic in campaign.diagnostics:
            click.echo(f"accord: note: {diagnostic}", err=True)
        dropped = ", ".join(f"{layer}, {len(layer):,}" for layer in left_behind(campaign, paths[-1], to))
        if dropped:
            note = Diagnostic("ACC131", f"not written, as one {to or 'table'} has no place for it: {dropped}")
            click.echo(f"accord: note: {note}", err=True)
        more = f" and {len(written) - 1} more" if len(written) > 1 else ""
        click.echo(f"accord: written: {written[0]}{more}" if written else "accord: nothing to write", err=True)
    return 0


def _asked_for(campaign: Campaign, reading: dict[str, Any]) -> Campaign:
    """Only the layers of the kind and field that were told; relations keep the units they are about."""
    kind, field = reading.get("kind"), reading.get("field")
    if kind is None and field is None:
        return campaign
    layer, _ = campaign.chosen(kind, field)
    kept = tuple(one for one in campaign.layers if one is layer or (one.kind == "spans" and one.name == layer.units))
    return replace(campaign, layers=kept)
