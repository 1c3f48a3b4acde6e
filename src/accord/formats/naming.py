"""Who annotated which document, by the names of folders and files."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from accord.formats.locating import LocatedFile

Preference = Literal["field", "dir", "file", "path"]
"""Where a format has the annotator: 'path' is the folder where several folders have the same files, else the file."""


@dataclass(frozen=True)
class Source:
    """One file of an export, with the annotator and the document that its path names."""

    path: Path
    shown: str
    """The path as the user knows it, for messages."""
    annotator: str
    document: str


def sources(files: Sequence[LocatedFile], preference: Preference, told: str | None) -> tuple[list[Source], str]:
    """The files with their names, and where the annotators were taken from: 'dir' or 'file'."""
    by = told if told in ("dir", "file") else preference
    shared = _shared(files)
    rows = [(file, _folders(file, shared), file.path.stem or file.path.name) for file in files]
    level = None
    if by in ("dir", "path"):
        level = _level([(folders, stem) for _, folders, stem in rows])
        if level is None and by == "path":
            by = "file"
    if by == "dir" or (by == "path" and level is not None):
        return [_by_folder(file, folders, stem, level) for file, folders, stem in rows], "dir"
    return [
        Source(file.path, file.shown, stem, "/".join(folders) or "document") for file, folders, stem in rows
    ], "file"


def _shared(files: Sequence[LocatedFile]) -> Path | None:
    """The folder that several named files share; None where one folder was named."""
    if len({file.root for file in files}) == 1:
        return None
    return Path(os.path.commonpath({str(file.path.absolute().parent) for file in files}))


def _folders(file: LocatedFile, shared: Path | None) -> tuple[str, ...]:
    """The folders that tell files apart: below the folder that was named, or below what several named files share."""
    return file.parts if shared is None else file.path.absolute().parent.relative_to(shared).parts


def _level(rows: Sequence[tuple[tuple[str, ...], str]]) -> int | None:
    """Which folder names annotators: the one whose exchange leaves most documents with two of them, else none."""
    deepest = min((len(folders) for folders, _ in rows), default=0)
    best, chosen = 0, None
    for level in range(1, deepest + 1):  # from the file upwards
        people: dict[tuple[str, ...], set[str]] = defaultdict(set)
        for folders, stem in rows:
            place = len(folders) - level
            people[(*folders[:place], *folders[place + 1 :], stem)].add(folders[place])
        shared = sum(len(names) > 1 for names in people.values())
        if shared > best:
            best, chosen = shared, level
    return chosen


def _by_folder(file: LocatedFile, folders: tuple[str, ...], stem: str, level: int | None) -> Source:
    if not folders:
        return Source(file.path, file.shown, file.path.absolute().parent.name or "annotator", stem)
    place = len(folders) - (level or 1)
    rest = (*folders[:place], *folders[place + 1 :], stem)
    return Source(file.path, file.shown, folders[place], "/".join(rest))
