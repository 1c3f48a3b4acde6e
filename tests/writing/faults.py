"""The one writer under faults: killed at every step, and on a disk that is full at every step.

`python faults.py CALLS FOLDER` replays what commands had the writer do (a pickle of `{writer: [calls]}`) once for each
fault and prints, as JSON, how many faults there were and what was lost. It imports nothing but the writer, so that a
child for each fault costs little.
"""

from __future__ import annotations

import errno
import json
import os
import pickle
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from accord.results import DataError, output_files

STEPS = ("open", "write", "fsync", "fchmod", "fchown", "close", "replace", "rename", "mkdir", "makedirs", "unlink")
Call = tuple[str, tuple[Any, ...]]
OLD = b"what was there before\n"
KILLED = 137


class Faulty:
    """The module `os`, in which the n-th of the steps fails."""

    def __init__(self, at: int = -1, fault: str = "") -> None:
        self.at, self.fault, self.taken = at, fault, 0
        self.names: list[str] = []

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in STEPS:
            return real

        def step(*given: Any, **named: Any) -> Any:
            number, self.taken = self.taken, self.taken + 1
            self.names.append(name)
            if number == self.at:
                return self._fail(name, real, *given, **named)
            return None if name == "fsync" else real(*given, **named)

        return step

    def _fail(self, name: str, real: Callable[..., Any], *given: Any, **named: Any) -> Any:
        if name == "write":  # some of it gets there
            real(given[0], given[1][: len(given[1]) // 2])
        if self.fault == "full disk":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os._exit(KILLED)


def replay(calls: Sequence[Call], steps: Faulty) -> None:
    vars(output_files)["os"] = steps  # the faulty one, in this process only
    largest = max(len(content) for content in wanted(calls).values())
    output_files.CHUNK = max(64, largest // 2 + 1)  # two writes or three for a file
    try:
        for name, given in calls:
            if name == "_make_whole":
                folder, files = given
                output_files.write_folder(folder, {folder / path: content for path, content in files.items()})
            else:
                getattr(output_files, name)(*given)
    finally:
        vars(output_files)["os"] = os


def wanted(calls: Sequence[Call]) -> dict[Path, bytes]:
    """The files of a run without faults."""
    found: dict[Path, bytes] = {}
    for name, given in calls:
        if name == "_replace_all":
            found |= given[0]
        else:
            found |= {given[0] / path: content for path, content in given[1].items()}
    return found


def prepare(calls: Sequence[Call], *, there: bool) -> None:
    """An empty folder `out` with the folders that are not to be made, or one with older files of the same names."""
    shutil.rmtree("out", ignore_errors=True)
    os.mkdir("out")
    for name, given in calls:
        for path in given[0] if name == "_replace_all" else ():
            path.parent.mkdir(parents=True, exist_ok=True)
    if there:
        for path in wanted(calls):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(OLD)


def lost(calls: Sequence[Call], *, there: bool, killed: bool) -> list[str]:
    """What is wrong with the files after a fault."""
    new, said = wanted(calls), []
    states = {path: _state(path, content, there=there) for path, content in new.items()}
    said += [f"{path} is neither old nor new" for path, state in states.items() if state == "broken"]
    hidden = [path for path in Path("out").rglob("*") if path.name.startswith(".accord-")]
    strange = [
        path
        for path in Path("out").rglob("*")
        if path.is_file() and path not in new and not any(part.startswith(".accord-") for part in path.parts)
    ]
    said += [f"{path} is nobody's" for path in strange]
    for name, given in calls:
        mixed = name == "_make_whole" and len({states[given[0] / path] for path in given[1]}) > 1
        if mixed and given[0] / output_files.UNFINISHED not in hidden:
            said.append(f"{given[0]} is half written, and looks whole")
    if not killed and [path for path in hidden if path.name != output_files.UNFINISHED]:
        said.append("an error leaves something behind")
    return said


def _state(path: Path, content: bytes, *, there: bool) -> str:
    found = path.read_bytes() if path.is_file() else None
    return "new" if found == content else "old" if found == (OLD if there else None) else "broken"


def walk(name: str, calls: Sequence[Call], figures: Counter[str]) -> list[str]:
    """All faults at all steps of one writer, in a new place and over older files."""
    wrong: list[str] = []
    for there in (False, True):
        prepare(calls, there=there)
        count = Faulty()
        replay(calls, count)
        wrong += [f"{name}: {one} without a fault" for one in lost(calls, there=there, killed=False)]
        for at in range(count.taken):
            for fault in ("kill", "full disk"):
                prepare(calls, there=there)
                _suffer(calls, Faulty(at, fault))
                figures[fault] += 1
                found = lost(calls, there=there, killed=fault != "full disk")
                wrong += [f"{name}: {one} ({fault} at step {at})" for one in found]
    return wrong


def _suffer(calls: Sequence[Call], steps: Faulty) -> None:
    if steps.fault == "full disk":
        try:
            replay(calls, steps)
        except DataError as error:
            if error.code != "ACC018":
                raise
        return
    child = os.fork()
    if child == 0:
        replay(calls, steps)
        os._exit(0)
    os.waitpid(child, 0)


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as opened:
        writers = pickle.load(opened)
    os.chdir(sys.argv[2])
    figures: Counter[str] = Counter()
    wrong = [one for name, calls in writers.items() for one in walk(name, calls, figures)]
    print(json.dumps({"writers": len(writers), "faults": figures, "wrong": wrong}))
