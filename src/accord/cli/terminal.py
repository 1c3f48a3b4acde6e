"""Whether somebody looks at a terminal, and a sign of life while they wait."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


def on_a_terminal() -> bool:
    """Whether somebody looks at what is printed; colours are left out separately, as NO_COLOR asks."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def busy(what: str, *, quiet: bool) -> Iterator[None]:
    """A sign of life on stderr while something takes long, on a terminal only."""
    if quiet or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield
