"""Finding readers by name: our own modules, and plugins through the entry point `accord.formats`."""

from __future__ import annotations

import difflib
import importlib
import os
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Protocol, cast, runtime_checkable

from accord.annotations.campaign import Campaign
from accord.annotations.relations import Relations
from accord.formats.declared import declared
from accord.formats.gathering import Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import remembered_head
from accord.formats.tables.shapes import Part
from accord.results import UsageError
from accord.results.plugins import STOPPED, kind_of, plugins, replaces, set_aside


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
    added = {name: reader for name, (_, reader) in _plugin_readers().items()}
    return dict(sorted({**_own_readers(), **added}.items()))


@cache
def _own_readers() -> dict[str, Reader]:
    package = importlib.import_module("accord.formats.readers")
    names = [f"{package.__name__}.{module.name}" for module in pkgutil.iter_modules(package.__path__)]
    readers = [cast(Reader, importlib.import_module(name)) for name in names]
    return {reader.NAME: reader for reader in readers}


@cache
def _plugin_readers() -> dict[str, tuple[str, Reader]]:
    """The readers of other packages by the names of their formats, each with what its plugin is called."""
    readers: dict[str, tuple[str, Reader]] = {}
    for plugin, offered in plugins("accord.formats"):
        lacking = _lacking(offered)
        if lacking is not None:
            set_aside(plugin, lacking)
            continue
        reader = cast(Reader, offered)
        if reader.NAME in _own_readers():
            raise replaces(plugin, f"format '{reader.NAME}'")
        if reader.NAME in readers:
            set_aside(plugin, f"another plugin offers the format '{reader.NAME}'")
            continue
        readers[reader.NAME] = (plugin, reader)
    return readers


def _lacking(reader: object) -> str | None:
    """What a plugin's reader lacks to be one, or None."""
    if not all(isinstance(getattr(reader, name, None), str) for name in ("NAME", "DESCRIPTION")):
        return "its format has no NAME or no DESCRIPTION"
    if not callable(getattr(reader, "sniff", None)):
        return "its format has no function sniff"
    if not (callable(getattr(reader, "read", None)) or isinstance(reader, Gatherer)):
        return "its format has neither read nor gather"
    return None


def plugin_of(reader: Reader | Gatherer) -> str | None:
    """What the plugin is called that a reader comes from; None for our own."""
    known = _plugin_readers().get(reader.NAME)
    return None if known is None else known[0]


def sureness(reader: Reader | Gatherer, path: Path) -> float:
    """How sure a reader is that a file is its own; a plugin that cannot say so is set aside."""
    plugin = plugin_of(reader)
    if plugin is None:
        return reader.sniff(path)
    try:
        sure = float(reader.sniff(path))
    except STOPPED:
        raise
    except BaseException as error:
        set_aside(plugin, f"it fails when it looks at a file: {kind_of(error)}")
        return 0.0
    if not 0 <= sure <= 1:
        set_aside(plugin, f"its confidence in a file is {sure}, not a number from 0 to 1")
        return 0.0
    return sure


def find_reader(name: str) -> Reader:
    """The reader of that name, or a UsageError with the nearest names."""
    known = all_readers()
    if name in known:
        return known[name]
    raise UsageError(f"there is no reader '{name}'", _nearest(name, list(known)))


def all_writers() -> dict[str, Writer]:
    """Every format that can be written, by name."""
    writers = {name: getattr(reader, "write", None) for name, reader in all_readers().items()}
    return {name: cast(Writer, write) for name, write in writers.items() if write is not None}


def find_writer(name: str) -> Writer:
    """The writer of that name, or a UsageError with the nearest names."""
    known = all_writers()
    if name in known:
        return known[name]
    what = "can be read but not written" if name in all_readers() else "is not known"
    raise UsageError(f"the format '{name}' {what}", _nearest(name, list(known)))


def format_written(path: str | os.PathLike[str], to: str | None = None) -> str | None:
    """The format that is named, or the one that the ending of a path chooses; None where neither tells."""
    if to is not None:
        return to
    ending = Path(path).suffix.lower()
    writers = {name: reader for name, reader in all_readers().items() if declared(reader).ending is not None}
    known = [name for name, reader in writers.items() if str(declared(reader).ending).lower() == ending]
    return min(known, key=lambda name: plugin_of(writers[name]) is not None, default=None)  # our own before plugins


def sniffed(path: Path) -> Reader | None:
    """The reader that is surest about a file, or None when none knows it."""
    with remembered_head(path):
        sure = {name: sureness(reader, path) for name, reader in all_readers().items()}
    best = max(sure, key=lambda name: sure[name])
    return all_readers()[best] if sure[best] > 0 else None


def _nearest(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(str(name).lower(), known, n=1)
    return f"did you mean {near[0]}?" if near else f"they are {', '.join(known)}"
