"""The standard streams: UTF-8 wherever they lead, and plain words where they lead nowhere."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys


class ClosedStream(io.TextIOBase):
    """In the place of standard output that was closed: nothing can be printed, and whoever prints hears of it."""

    encoding = "utf-8"

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if text:
            raise OSError(errno.EBADF, "standard output is closed")
        return 0


def plain_streams() -> None:
    """UTF-8 wherever the terminal allows it, and never an error for a character it cannot show."""
    _hold_places()
    if sys.stdout is None:
        sys.stdout = ClosedStream()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            with contextlib.suppress(ValueError, OSError):
                reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _hold_places() -> None:
    """Where a standard stream is closed, let it lead nowhere: the next file that is opened would take its place."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            with contextlib.suppress(OSError):
                os.open(os.devnull, os.O_RDWR)  # the lowest number that is free, which is this one


def silence_stdout() -> None:
    """After nothing more can be printed, nothing may be flushed at exit either."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
