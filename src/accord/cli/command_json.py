"""What a command writes for other programs: JSON that says first what was read as what, and what is unfinished."""

from __future__ import annotations

from collections.abc import Mapping

import click

from accord.results import ReadAs
from accord.results.foreign_text import json_text
from accord.results.working import unfinished_now

_KEY = "accord.read_as"


def remember(read_as: ReadAs, *, anew: bool = False) -> None:
    """Keep what the command read for its JSON; of several inputs the first is the data, unless it begins `anew`."""
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta[_KEY] = read_as if anew else context.meta.get(_KEY, read_as)


def command_json(record: Mapping[str, object]) -> str:
    """The record with what is unfinished and `read_as` behind its schema, unless it has it already."""
    context = click.get_current_context(silent=True)
    read_as: ReadAs = () if context is None else context.meta.get(_KEY, ())
    known = {} if not read_as or "read_as" in record else {"read_as": [reading.as_json() for reading in read_as]}
    first = {"schema": record["schema"]} if "schema" in record else {}
    return json_text({**first, **stopped_record(), **known, **record})


def stopped_record() -> dict[str, object]:
    """What is unfinished, under the key `stopped`; nothing where all is finished."""
    unfinished = unfinished_now()
    return {"stopped": list(unfinished)} if unfinished else {}
