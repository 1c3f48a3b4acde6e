"""Finished cells of sweeps on disk: one file each, written whole, checked when it is read, the oldest removed."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from accord.results import DataError, Place
from accord.results.json_numbers import json_number
from accord.results.output_files import make_folder, write_text
from accord.sweeping.cells import Cell, Scored

MOST = 5_000  # files of the user's cache folder
LARGEST = 1 << 24  # bytes of a file that is read
_OURS = re.compile(r"[0-9a-f]{64}\.json")
_LEFT = re.compile(r"\.accord-[0-9a-f-]{16,80}\.part")
_A_DAY = 86_400  # seconds


class Shelf:
    """A folder of finished cells; None keeps nothing."""

    def __init__(self, folder: str | os.PathLike[str] | None) -> None:
        self.folder = None if folder is None else Path(folder)
        if self.folder is not None:
            try:
                make_folder(self.folder)
            except DataError as error:
                raise _unkept(self.folder, error) from error

    def known(self, key: str) -> Scored:
        """What is known of a cell; nothing where the file is absent, damaged, or not ours."""
        if self.folder is None:
            return Scored()
        path = self.folder / f"{key}.json"
        try:
            if path.stat().st_size > LARGEST:
                return Scored()
            scored = _checked(json.loads(path.read_bytes(), parse_constant=_refused), key)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return Scored()
        with suppress(OSError):
            os.utime(path)  # what is used is not what `prune` removes
        return scored

    def keep(self, key: str, cell: Cell, done: Scored, unkept: Collection[str] = ()) -> None:
        """Write a cell whole or not at all, without the measures that are computed anew each time."""
        if self.folder is None:
            return
        values = [[name, m, json_number(number)] for (name, m), number in done.values.items() if name not in unkept]
        if not values:
            return
        record = {
            "key": key,
            "degradation": cell.name,
            "repeat": cell.repeat,
            "values": values,
            "seconds": {name: spent for name, spent in done.seconds.items() if name not in unkept},
            "evaluations": {name: times for name, times in done.evaluations.items() if name not in unkept},
        }
        try:
            text = json.dumps({**record, "sha256": _digest(record)}, allow_nan=False)
            write_text(self.folder / f"{key}.json", text, durable=False)
        except DataError as error:
            raise _unkept(self.folder, error) from error

    def prune(self, most: int | None = None) -> None:
        """Leave the cells that were used last, and nothing that a stopped run left half written."""
        if self.folder is None:
            return
        with suppress(OSError):
            ours: list[tuple[float, str]] = []
            for entry in os.scandir(self.folder):
                with suppress(OSError):
                    used = entry.stat(follow_symlinks=False).st_mtime
                    if _OURS.fullmatch(entry.name):
                        ours.append((used, entry.path))
                    elif _LEFT.fullmatch(entry.name) and time.time() - used > _A_DAY:
                        os.unlink(entry.path)
            for _, path in sorted(ours)[: max(0, len(ours) - (MOST if most is None else most))]:
                with suppress(OSError):
                    os.unlink(path)


def _checked(record: Any, key: str) -> Scored:
    """The cell of a record; an error where anything in it is not as it was written."""
    told = record.pop("sha256")
    if record["key"] != key or told != _digest(record):
        raise ValueError("not the record of this cell")
    values = {(_text(name), _finite(m)): _number(number) for name, m, number in record["values"]}
    seconds = {_text(name): _finite(spent) for name, spent in record["seconds"].items()}
    return Scored(values, seconds, {_text(name): _whole(times) for name, times in record["evaluations"].items()})


def _digest(record: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()


def _refused(name: str) -> float:
    raise ValueError(f"{name} is not written")


def _number(number: object) -> float:
    return float("nan") if number is None else _finite(number)


def _finite(number: object) -> float:
    if isinstance(number, bool) or not isinstance(number, int | float) or not np.isfinite(number):
        raise ValueError("not a finite number")
    return float(number)


def _whole(number: object) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise ValueError("not a number of times")
    return number


def _text(name: object) -> str:
    if not isinstance(name, str):
        raise ValueError("not a name")
    return name


def _unkept(folder: Path, error: DataError) -> DataError:
    return DataError(
        "ACC084", f"finished work cannot be kept: {error.message}", Place(str(folder)), "name another folder"
    )
