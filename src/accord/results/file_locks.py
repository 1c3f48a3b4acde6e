"""One process after the other: a file that several add to is read and replaced by one of them at a time."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from accord.results.errors import DataError, Place

PATIENCE = 60.0  # seconds that another process may take
PAUSE = 0.02
_TAKEN = (errno.EAGAIN, errno.EACCES, errno.EEXIST, errno.EWOULDBLOCK)


@contextmanager
def alone_with(path: str | os.PathLike[str]) -> Iterator[None]:
    """Wait until no other accord writes to a file, and keep the others waiting.

    What is locked is the folder, as the file itself is replaced; where folders cannot be locked, a file beside it says
    that it is taken. A file system that knows no locks is trusted.
    """
    folder = Path(os.path.realpath(path)).parent
    try:
        import fcntl
    except ImportError:  # Windows
        beside = folder / f".{Path(path).name}.taken"
        handle = _waited(lambda: os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY), path)
        try:
            yield
        finally:
            if handle is not None:
                os.close(handle)
                with suppress(OSError):
                    os.unlink(beside)
        return
    try:
        opened = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:  # whoever writes there says why it cannot be
        yield
        return
    try:
        _waited(lambda: fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB), path)
        yield
    finally:
        os.close(opened)


def _waited(take: Callable[[], int | None], path: str | os.PathLike[str]) -> int | None:
    """What `take` returns as soon as nobody else has it; None where it cannot be had at all."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return take()
        except OSError as error:
            if error.errno not in _TAKEN:
                return None
        if time.monotonic() > until:
            message = f"another process has been writing to it for {PATIENCE:.0f} seconds"
            raise DataError("ACC455", message, Place(os.fspath(path)), "run it again when the other has ended")
        time.sleep(PAUSE)
