"""Folders for what is unpacked, which hold annotations and must not outlive the program.

One that was killed leaves them; the next that unpacks something removes them.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from accord.results.abandoned_files import own_name, sweep

_there: set[str] = set()


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder that nobody else may look into, and that goes in the end."""
    parent = tempfile.gettempdir()
    sweep(Path(parent))
    folder = os.path.join(parent, own_name())
    os.mkdir(folder, 0o700)
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
