"""How much of a large table has been read, on a terminal: a bar with the time left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


@contextmanager
def reading_bar() -> Iterator[None]:
    """A bar while tables are read in portions; none for what is read as a whole."""
    from accord.formats.streaming.watching import watched

    shown: list[tuple[Progress, TaskID]] = []

    def progress(share: float) -> None:
        if not shown:
            shown.append(_begun())
        bar, task = shown[0]
        bar.update(task, completed=share)

    try:
        with watched(progress):
            yield
    finally:
        for bar, _ in shown:
            bar.stop()


def _begun() -> tuple[Progress, TaskID]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("reading"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    bar.start()
    return bar, bar.add_task("reading", total=1.0)
