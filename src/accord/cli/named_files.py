"""Which files a command reads and which it writes: nothing is written over what is read, whatever the command."""

from __future__ import annotations

import copy
import functools
import os
import re
from typing import Any

import click

from accord.results import DataError, UsageError
from accord.results.input_files import assert_not_read, remember, remembering
from accord.results.output_files import assert_new, assert_writable

OUTPUTS = frozenset({"destination", "discuss", "listing", "folder", "log", "certificate", "assign"})
"""Parameters that name what is written; all others whose help says FILE or PATH name what is read."""
_READ = re.compile(r"\b(FILE|PATH|IN|GOLD|SYSTEM|LOG|BEFORE|AFTER)\b")
OVERWRITE = "say --force to overwrite it"


def refuse_existing(*paths: str | os.PathLike[str] | None, force: bool) -> None:
    """A DataError for what is there already, unless it is to be overwritten."""
    for path in paths:
        if path is not None and not force:
            assert_new(path, OVERWRITE)


def guarded(command: click.Command) -> click.Command:
    """The same command, which knows what it reads and refuses at once to write there."""
    made, inner = copy.copy(command), command.callback
    if inner is None:
        return made

    @functools.wraps(inner)
    def callback(*args: Any, **kwargs: Any) -> Any:
        inputs, outputs = named_files(click.get_current_context())
        with remembering():
            for path in inputs:
                remember(path)
            _assert_sensible(outputs)
            for path in outputs:
                if os.path.isfile(path):
                    assert_writable(path)
            return inner(*args, **kwargs)

    made.callback = callback
    return made


def _assert_sensible(outputs: list[str]) -> None:
    """A UsageError for an output that is an input, and for two that are one, unless it is a device."""
    try:
        assert_not_read(outputs)
    except DataError as error:
        raise UsageError(f"'{error.place.file}' is an input: {error.message}", error.hint) from error
    places = {path: os.path.realpath(path) for path in outputs if os.path.isfile(path) or not os.path.exists(path)}
    twice = next((path for path in outputs if path in places and list(places.values()).count(places[path]) > 1), None)
    twice = twice or next((path for path in places if outputs.count(path) > 1), None)
    if twice is not None:
        raise UsageError(f"two outputs go to the same file, '{twice}'", "name two files")


def named_files(context: click.Context) -> tuple[list[str], list[str]]:
    """The files and folders that the command line names: those to read, those to write."""
    inputs: list[str] = []
    outputs: list[str] = []
    for parameter in context.command.params:
        value = context.params.get(parameter.name or "")
        several = value if isinstance(value, tuple | list) else (value,)
        texts = [text for text in several if isinstance(text, str)]
        metavar = parameter.metavar or ""
        if parameter.name in OUTPUTS:
            outputs += texts
        elif metavar.endswith("OUT"):
            inputs += texts[:-1]
            outputs += texts[-1:] if len(texts) > 1 else []
        elif _READ.search(metavar):
            inputs += texts
    return inputs, outputs
