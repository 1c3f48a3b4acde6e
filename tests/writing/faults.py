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
OLD = b"what was there before\n"
KILLED = 137


class Faulty:
    """The module `os`, in which the n-th of the steps fails."""

    def __init__(self, at: int = -1, fault: str = "") -> None:
        self.at, self.fault, self.taken = at, fault, 0

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in STEPS:
            return real

        def step(*given: Any, **named: Any) -> Any:
            number, self.taken = self.taken, self.taken + 1
            if number == self.at:
                return self._fail(name, real, *given, **named)
            return None if name == "fsync" else real(*given, **named)

        return step

    def _fail(self, name: str, real: Callable[..., Any], *given: Any, **named: Any) -> Any:
        if name == "write":  # some of it gets there
            real(given[0], given[1][: len(given[1]) // 2])
        if self.fault == "full disk":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if self.fault == "kill after" and name not in ("write", "fsync"):
            real(*given, **named)
        os._exit(KILLED)


def replay(calls: Sequence[tuple[str, tuple[Any, ...]]], steps: Faulty) -> None:
    output_files.os = steps  # type: ignore[assignment]  # the faulty one, in this process only
    largest = max(len(content) for content in wanted(calls).values())
    output_files.CHUNK = max(64, largest // 4 + 1)  # a handful of writes for a file
    try:
        for name, given in calls:
            if name == "_make_whole":
                folder, files = given
                output_files.write_folder(folder, {folder / path: content for path, content in files.items()})
            else:
                getattr(output_files, name)(*given)
    finally:
        output_files.os = os


def wanted(calls: Sequence[tuple[str, tuple[Any, ...]]]) -> dict[Path, bytes]:
    """The files of a run without faults."""
    found: dict[Path, bytes] = {}
    for name, given in calls:
        if name == "_replace_all":
            found |= given[0]
        else:
            found |= {given[0] / path: content for path, content in given[1].items()}
    return found


def prepare(new: dict[Path, bytes], *, there: bool) -> None:
    """An empty folder `out`, or one with older files of the same names."""
    shutil.rmtree("out", ignore_errors=True)
    os.mkdir("out")
    if there:
        for path in new:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(OLD)


def lost(new: dict[Path, bytes], *, there: bool, together: bool, killed: bool) -> list[str]:
    """What is wrong with the files after a fault."""
    said: list[str] = []
    state = Counter[str]()
    for path, content in new.items():
        found = path.read_bytes() if path.is_file() else None
        if found == content:
            state["new"] += 1
        elif found == (OLD if there else None):
            state["old"] += 1
        else:
            said.append(f"{path} is neither old nor new")
    hidden = [path for path in Path("out").rglob("*") if path.name.startswith(".accord-")]
    strange = [
        path
        for path in Path("out").rglob("*")
        if path.is_file() and path not in new and not any(part.startswith(".accord-") for part in path.parts)
    ]
    said += [f"{path} is nobody's" for path in strange]
    marked = any(path.name == output_files.UNFINISHED for path in hidden)
    if together and len(state) > 1 and not marked:
        said.append("a folder is half written, and looks whole")
    if not killed and [path for path in hidden if path.name != output_files.UNFINISHED]:
        said.append("an error leaves something behind")
    return said


def walk(name: str, calls: Sequence[tuple[str, tuple[Any, ...]]], figures: Counter[str]) -> list[str]:
    """All faults at all steps of one writer, in a new place and over older files."""
    new, wrong = wanted(calls), []
    together = any(call == "_make_whole" or (call == "_replace_all" and given[1]) for call, given in calls)
    for there in (False, True):
        prepare(new, there=there)
        count = Faulty()
        replay(calls, count)
        wrong += [f"{name}: {one} without a fault" for one in lost(new, there=there, together=together, killed=False)]
        for at in range(count.taken):
            for fault in ("kill", "kill after", "full disk"):
                prepare(new, there=there)
                _suffer(calls, Faulty(at, fault))
                figures[fault] += 1
                found = lost(new, there=there, together=together, killed=fault != "full disk")
                wrong += [f"{name}: {one} ({fault} at step {at})" for one in found]
    return wrong


def _suffer(calls: Sequence[tuple[str, tuple[Any, ...]]], steps: Faulty) -> None:
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
