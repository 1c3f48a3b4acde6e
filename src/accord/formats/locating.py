"""From the paths that were named to files: folders, patterns and archives opened, and what each file is called."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from accord.formats.parsing.archives import MOST_FILES, PACKED_ENDINGS, is_archive, is_packed, unpack
from accord.formats.parsing.first_bytes import advice, head, unreadable
from accord.formats.readers.excel import is_workbook
from accord.results import DataError, Place
from accord.results.input_files import remember
from accord.results.output_files import UNFINISHED
from accord.results.temporary_folders import temporary_folder

_WILD = frozenset("*?[")
_IGNORED = ("__MACOSX", "Thumbs.db", "desktop.ini")


@dataclass(frozen=True)
class LocatedFile:
    """A file, the folder that was named (its own folder, for a file), and how both are shown to the user."""

    path: Path
    root: Path
    shown: str
    searched: bool
    """Whether it was found in a folder or archive, rather than named."""
    unpacked: bool = False
    """Whether it is a copy that goes when the archive has been read."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The folders between the one that was named and the file."""
        return self.path.relative_to(self.root).parts[:-1]


@contextmanager
def located(paths: Sequence[str]) -> Iterator[list[LocatedFile]]:
    """The files behind paths, while archives are unpacked."""
    with ExitStack() as stack:
        files: list[LocatedFile] = []
        for path in paths:
            for match in _matching(path):
                files += _opened(match, stack)
        yield files


def _matching(path: str) -> list[str]:
    """A path, or the paths that a pattern such as 'ann*/*.ann' matches."""
    if _WILD.isdisjoint(path) or os.path.lexists(path) or "\0" in path:
        return [path]
    matches = sorted(glob.glob(path, recursive=True))
    if not matches:
        raise DataError("ACC001", "no file matches this pattern", Place(path), "check the path")
    return matches


def _opened(path: str, stack: ExitStack) -> list[LocatedFile]:
    reason = unreadable(path)
    if reason is not None:
        raise DataError("ACC001", reason, Place(path), advice(reason, path))
    here = Path(path)
    remember(here)
    if here.is_dir():
        files = _inside(here.absolute(), path)
        return [_whole(file, stack) if file.path.suffix.lower() in PACKED_ENDINGS else file for file in files]
    if is_archive(head(here)) and not is_workbook(here):
        root = stack.enter_context(temporary_folder()) / (here.stem or "archive")
        unpack(here, root, path)
        return [replace(file, unpacked=True) for file in _inside(root, path)]
    return [_whole(LocatedFile(here, here.parent, path, searched=False), stack)]


def _whole(file: LocatedFile, stack: ExitStack) -> LocatedFile:
    """The file itself, or what is packed in it."""
    if not is_packed(head(file.path)):
        return file
    from accord.formats.parsing.archives import unpacked

    folder = stack.enter_context(temporary_folder())
    return replace(file, path=unpacked(file.path, folder, file.shown), root=folder, unpacked=True)


def _inside(root: Path, shown: str) -> list[LocatedFile]:
    """The files of a folder and those below, by name, hidden ones left aside."""
    located_files: list[LocatedFile] = []
    for here, folders, files in os.walk(root):
        if UNFINISHED in files:
            message = "accord was stopped while it wrote to this folder: some of its files are new and others are not"
            raise DataError("ACC332", message, Place(_shown(here, root, shown)), "write to the folder again")
        folders[:] = sorted(name for name in folders if not _hidden(name))
        for path in (Path(here) / name for name in sorted(files) if not _hidden(name)):
            located_files.append(LocatedFile(path, root, _shown(path, root, shown), searched=True))
        if len(located_files) > MOST_FILES:
            raise DataError("ACC050", f"there are more than {MOST_FILES:,} files", Place(shown), "name a part of them")
    if not located_files:
        what = "a folder" if Path(shown).is_dir() else "an archive"
        raise DataError("ACC001", f"this is {what}, and it is empty", Place(shown), "name a file")
    return located_files


def _shown(path: str | Path, root: Path, shown: str) -> str:
    return os.path.join(shown, *Path(path).relative_to(root).parts)


def _hidden(name: str) -> bool:
    return name.startswith(".") or name in _IGNORED
