"""The program run in this process, and the bytes that reach a terminal or a pipe."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
import tty
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from accord.cli import main


@dataclass(frozen=True)
class Shown:
    """How a run ended, and what it wrote."""

    status: int
    out: bytes
    err: bytes


def piped(*args: str) -> Shown:
    """Both streams into pipes, as a script sees them."""
    out, err = io.BytesIO(), io.BytesIO()
    status = _run(args, out, err)
    return Shown(status, out.getvalue(), err.getvalue())


def run_in(folder: Path, *args: object) -> subprocess.CompletedProcess[str]:
    """As a process of its own in that folder would end, without the second that it takes to start."""
    words = [str(one) for one in args]
    with chdir(folder):
        shown = piped(*words)
    return subprocess.CompletedProcess(words, shown.status, shown.out.decode(), shown.err.decode())


def on_a_terminal(*args: str) -> Shown:
    """Both streams on pseudo-terminals that pass every byte as it was written."""
    kept: list[list[bytes]] = [[], []]
    readers, slaves = [], []
    for chunks in kept:
        master, slave = os.openpty()
        tty.setraw(slave)
        reader = threading.Thread(target=_drain, args=(master, chunks))
        reader.start()
        readers.append(reader)
        slaves.append(slave)
    status = _run(args, os.fdopen(slaves[0], "wb", buffering=0), os.fdopen(slaves[1], "wb", buffering=0))
    for reader in readers:
        reader.join()
    return Shown(status, b"".join(kept[0]), b"".join(kept[1]))


def _drain(master: int, chunks: list[bytes]) -> None:
    """Read until the other side is closed, which Linux reports as an error."""
    while True:
        try:
            chunk = os.read(master, 65536)
        except OSError:
            break
        if not chunk:
            break
        chunks.append(chunk)
    os.close(master)


def _run(args: tuple[str, ...], out: object, err: object) -> int:
    streams = [io.TextIOWrapper(one, encoding="utf-8", write_through=True) for one in (out, err)]  # type: ignore[type-var]
    environment = {"TERM": "xterm-256color", "COLUMNS": "200", "LINES": "60"}
    with (
        mock.patch.dict(os.environ, environment),
        mock.patch.object(sys, "stdout", streams[0]),
        mock.patch.object(sys, "stderr", streams[1]),
    ):
        try:
            return main(list(args))
        finally:
            for stream in streams:
                stream.flush()
                if not isinstance(stream.buffer, io.BytesIO):
                    stream.close()
                else:
                    stream.detach()
