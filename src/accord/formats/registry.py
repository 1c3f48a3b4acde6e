"""Finding readers by name: our own modules, and plugins through the entry point `accord.formats`."""

from __future__ import annotations

import difflib
import importlib
import logging
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol, cast, runtime_checkable

from accord.annotations.campaign import Campaign
from accord.annotations.relations import Relations
from accord.formats.gathering import Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.shapes import Part
from accord.formats.sources import remembered_head
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

    def read(self, path: Path, options: ReadOptions) -> Part | Relations | Campaign: ...


@runtime_checkable
class Gatherer(Protocol):
    """A reader of an annotation tool's export, which may be many files: each adds to what was gathered so far.

    ANNOTATOR_FROM says where the format has the annotator: 'field' (in the file), 'dir', 'file' or 'path'.
    """

    NAME: str
    DESCRIPTION: str
    ANNOTATOR_FROM: Preference

    def sniff(self, path: Path) -> float: ...

    def gather(self, source: Source, into: Gathering, options: ReadOptions) -> None: ...


Writer = Callable[[Campaign, Path], Mapping[Path, bytes]]
"""From annotations and the file or folder that is named to what stands in each file; `accord.write` puts it there."""


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
    raise UsageError(f"there is no reader '{name}'", _nearest(name, list(known)))


def all_writers() -> dict[str, Writer]:
    """Every format that can be written, by name."""
    found = {name: getattr(reader, "write", None) for name, reader in all_readers().items()}
    return {name: cast(Writer, write) for name, write in found.items() if write is not None}


def find_writer(name: str) -> Writer:
    """The writer of that name, or a UsageError with the nearest names."""
    known = all_writers()
    if name in known:
        return known[name]
    what = "is read and not written" if name in all_readers() else "is not known"
    raise UsageError(f"the format '{name}' {what}", _nearest(name, list(known)))


def sniffed(path: Path) -> Reader | None:
    """The reader that is surest about a file, or None when none knows it."""
    with remembered_head(path):
        sure = {name: reader.sniff(path) for name, reader in all_readers().items()}
    best = max(sure, key=lambda name: sure[name])
    return all_readers()[best] if sure[best] > 0 else None


def _nearest(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(str(name).lower(), known, n=1)
    return f"did you mean {near[0]}?" if near else f"they are {', '.join(known)}"
