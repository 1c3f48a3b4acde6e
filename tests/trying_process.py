"""Parquet is tried in a process that is kept for the next file, where the program starts a new one for each: nearly all
that it costs is loading polars.

Whoever asks gets what a process of its own gives. After a file that is not sound the process is not used again.
"""

from __future__ import annotations

import json
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from accord.results import child_processes
from accord.results.child_processes import completed


class TryingProcess:
    """A process in which one file is tried after the other."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def completed(self, command: list[str], **options: Any) -> subprocess.CompletedProcess[bytes]:
        """As the program would be run, of what `isolation` asks."""
        program, *_, code = command[:4]
        if program != sys.executable or "import polars" not in code:
            return completed(command, **options)
        process = self._started(options["environment"])
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps([code, command[4:]]).encode() + b"\n")
        process.stdin.flush()
        if not select.select([process.stdout], [], [], options["timeout"])[0]:
            self.stop()
            raise subprocess.TimeoutExpired(command, options["timeout"])
        answer = process.stdout.readline()
        if not answer:  # reading ended the process
            return subprocess.CompletedProcess(command, self.stop(), b"")
        status, printed = json.loads(answer)
        if status == 1:
            self.stop()
        return subprocess.CompletedProcess(command, status, printed.encode())

    def _started(self, environment: dict[str, str]) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-P", str(Path(__file__).with_name("trying_files.py"))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment,
            )
        return self._process

    def stop(self) -> int:
        """Its exit status."""
        process, self._process = self._process, None
        if process is None:
            return 0
        process.kill()
        process.communicate()
        return process.returncode


@contextmanager
def trying_process() -> Iterator[None]:
    """For as long as it lasts, in this process."""
    kept = TryingProcess()
    try:
        with mock.patch.object(child_processes, "completed", kept.completed):
            yield
    finally:
        kept.stop()
