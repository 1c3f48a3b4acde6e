"""Who is told how much of a table has been read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Progress = Callable[[float], None]
"""Called with the share that is done, from 0 to 1."""
_watching: ContextVar[Progress | None] = ContextVar("watching", default=None)


def watching() -> Progress | None:
    """Whom to tell."""
    return _watching.get()


@contextmanager
def watched(progress: Progress) -> Iterator[None]:
    """Have what is read in portions meanwhile tell how much of it is done."""
    before = _watching.set(progress)
    try:
        yield
    finally:
        _watching.reset(before)
