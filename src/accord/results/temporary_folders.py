"""Folders for what is unpacked, which hold annotations and must not outlive the program."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_there: set[str] = set()


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder that nobody else may look into, and that goes in the end."""
    folder = tempfile.mkdtemp(prefix="accord-")
    _there.add(folder)
    try:
        yield Path(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        _there.discard(folder)


def remove_all() -> None:
    """Those that are still there, when the program ends without leaving them."""
    for folder in tuple(_there):
        shutil.rmtree(folder, ignore_errors=True)
