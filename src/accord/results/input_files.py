"""Which files are read, so that nothing is written over them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar

from accord.results.errors import DataError, Place

PathLike = str | os.PathLike[str]
Identity = tuple[int, int]
"""Device and inode: the same for every name of a file, through links as well."""

_read: ContextVar[dict[str, None] | None] = ContextVar("read", default=None)


@contextmanager
def remembering() -> Iterator[dict[str, None]]:
    """Remember what is read from here on: absolute paths, which whoever remembers around it learns too."""
    around = _read.get()
    known: dict[str, None] = {}
    token = _read.set(known)
    try:
        yield known
    finally:
        _read.reset(token)
        if around is not None:
            around.update(known)


def remember(path: PathLike) -> None:
    """Note that a file is read, where somebody remembers."""
    known = _read.get()
    if known is not None:
        known[os.path.abspath(path)] = None


def identity(path: PathLike) -> Identity | None:
    """What tells a file from every other one; None where there is none, or none that may be looked at."""
    with suppress(OSError, ValueError):  # ValueError: a path with a NUL character
        known = os.stat(path)
        return known.st_dev, known.st_ino
    return None


def assert_not_read(outputs: Iterable[PathLike], inputs: Iterable[PathLike] = ()) -> None:
    """A DataError where an output is a file that is read: one of `inputs`, or one that was remembered."""
    wanted = {file_id: path for path in outputs if (file_id := identity(path)) is not None}
    if not wanted:
        return
    for path in (*inputs, *(_read.get() or ())):
        file_id = identity(path)
        if file_id in wanted:
            output = os.fspath(wanted[file_id])
            same = "" if os.path.abspath(output) == os.path.abspath(path) else f" (it is the same file as {path})"
            raise DataError("ACC330", f"this file is read{same}", Place(output), "write to another file")
