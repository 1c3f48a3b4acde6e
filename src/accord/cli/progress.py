"""How far a command is: what it does, how much of that is done and the time left, on stderr, after two seconds.

One style for all commands, and only where somebody looks: not with --quiet, nor where stderr is no terminal.
"""

from __future__ import annotations

import copy
import functools
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from accord.cli.options import BACKEND, SCHEDULER, TIME_LIMIT, WORKERS
from accord.cli.schedulers import on_cluster
from accord.results.stopping import Stopping
from accord.results.working import Advance, working

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 2.0  # seconds that pass before anything is shown
STOPPABLE = ("align", "measure", "reference", "report")  # those that give what is finished


class Bars:
    """Lines that come and go with the work: an outer one for the step of a command, inner ones for what it counts."""

    def __init__(self) -> None:
        self._began = monotonic()
        self._shown: Progress | None = None

    @contextmanager
    def watching(self, what: str, total: int | None = None) -> Iterator[Advance]:
        """A line for as long as it lasts; the function it gives says how much is done, and of how much."""
        outermost = self._shown is None
        shown = self._shown = self._shown or _display(self._began)
        if outermost:
            shown.start()
        line = shown.add_task(what, total=total)

        def advance(done: int, of: int | None = None) -> None:
            shown.update(line, completed=done, total=of if of is not None else total)

        try:
            yield advance
        finally:
            shown.remove_task(line)
            if outermost:
                shown.stop()
                self._shown = None


def _display(began: float) -> Progress:
    from rich.console import Console, RenderableType
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Counted(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text("" if task.total is None else f"{task.completed:,.0f} of {task.total:,.0f}")

    class Later(Progress):
        def get_renderables(self) -> Iterator[RenderableType]:
            if monotonic() - began >= PATIENCE:
                yield from super().get_renderables()

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        Counted(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    console = Console(stderr=True)
    return Later(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)


def somebody_looks(*, quiet: bool) -> bool:
    """Whether there is somebody to tell how far it is."""
    return not quiet and sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def watched(command: click.Command) -> click.Command:
    """The same command, which shows how far it is."""
    made, inner = copy.copy(command), command.callback
    if inner is None:
        return made

    @functools.wraps(inner)
    def callback(*args: Any, **kwargs: Any) -> Any:
        context = click.get_current_context()
        looks = somebody_looks(quiet=bool(context.params.get("quiet")))
        jobs, backend, scheduler = (context.meta.get(name) for name in (WORKERS, BACKEND, SCHEDULER))
        with (
            working(
                jobs=jobs,
                backend=backend,
                watcher=Bars() if looks else None,
                time_limit=context.meta.get(TIME_LIMIT),
                stopping=context.find_object(Stopping) if context.info_name in STOPPABLE else None,
            ),
            on_cluster(scheduler, backend),
        ):
            return inner(*args, **kwargs)

    made.callback = callback
    return made
