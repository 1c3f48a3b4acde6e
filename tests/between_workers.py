"""What is built once in a run, by the worker that needs it first, and lies in a folder that all workers share."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import pytest

T = TypeVar("T")


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """A folder of this run; a worker has its own temporary folder in it."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def built_once(folder: Path, name: str, build: Callable[[Path], T]) -> T:
    """What `build` gives, which may leave files in the folder it is called with; others wait for it and get a copy."""
    import fcntl  # not on Windows, where the suite is not run

    place = folder / name.replace(" ", "_")
    place.mkdir(exist_ok=True, parents=True)
    record = place / "built.pickle"
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not record.exists():
            record.write_bytes(pickle.dumps(build(place)))
        return cast(T, pickle.loads(record.read_bytes()))
