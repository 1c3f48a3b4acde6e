"""Finding readers by name: our own modules, and plugins through the entry point `accord.formats`."""

from __future__ import annotations

import difflib
import importlib
import logging
import pkgutil
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol, cast

from accord.annotations import Labels
from accord.formats.options import ReadOptions
from accord.results import UsageError

_log = logging.getLogger("accord")


class Reader(Protocol):
    """What a format's module offers. It imports what it needs when it reads, not before.

    `sniff` looks at the beginning of a file (or into a folder) and says how sure it is, from 0 to 1: up to .5 for a
    container that many programs write (a text table, JSON lines, a workbook), more for the marks of one tool. It never
    raises.
    """

    NAME: str
    DESCRIPTION: str

    def sniff(self, path: Path) -> float: ...

    def read(self, path: Path, options: ReadOptions) -> Labels: ...


@cache
def all_readers() -> dict[str, Reader]:
    """Every reader by name, in alphabetical order."""
    found: dict[str, Reader] = {}
    package = importlib.import_module("accord.formats.readers")
    for module in pkgutil.iter_modules(package.__path__):
        reader = cast(Reader, importlib.import_module(f"{package.__name__}.{module.name}"))
        found[reader.NAME] = reader
    for point in entry_points(group="accord.formats"):
        try:
            plugin = cast(Reader, point.load())
            found[plugin.NAME] = plugin
        except Exception as error:  # a broken plugin must not take the rest down; it is named
            _log.warning("the format of plugin '%s' cannot be loaded: %s", point.name, error)
    return dict(sorted(found.items()))


def find_reader(name: str) -> Reader:
    """The reader of that name, or a UsageError with the nearest names."""
    known = all_readers()
    if name in known:
        return known[name]
    near = difflib.get_close_matches(str(name).lower(), known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"they are {', '.join(known)}"
    raise UsageError(f"there is no reader '{name}'", hint)


def sniffed(path: Path) -> Reader | None:
    """The reader that is surest about a file, or None when none knows it."""
    surest = max(all_readers().values(), key=lambda reader: reader.sniff(path))
    return surest if surest.sniff(path) > 0 else None
