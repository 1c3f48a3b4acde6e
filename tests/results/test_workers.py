"""Workers have one thread each for every library, and every command that may take long has them."""

from __future__ import annotations

import os
from functools import partial

import pytest

from accord.cli.program import accord as program
from accord.results import UsageError
from accord.results.threads import THREADS
from accord.results.workers import run
from accord.results.working import worked, working

LONG = (
    "admit",
    "align",
    "compare",
    "degrade",
    "difficulty",
    "estimate",
    "measure",
    "plan",
    "reference",
    "report",
    "score",
    "stability",
    "sweep",
)


# what a worker was told, and how many threads polars has there; a text, as workers do not know this module
THREADS_THERE = f"[__import__('os').environ.get(name) for name in {THREADS}], __import__('polars').thread_pool_size()"


@pytest.mark.parametrize("backend", [None, pytest.param("dask", marks=pytest.mark.deep)])
def test_workers_have_one_thread_for_each_library(backend: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in THREADS:
        monkeypatch.delenv(name, raising=False)
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(wait=True)  # so that workers of other tests do not serve
    for _, (told, pool) in run([partial(eval, THREADS_THERE)] * 2, 2, backend):
        assert (told, pool) == (["1"] * len(THREADS), 1)
    assert not any(name in os.environ for name in THREADS)


@pytest.mark.parametrize("command", LONG)
def test_commands_that_may_take_long_have_workers(command: str) -> None:
    import click

    found = program.get_command(click.Context(program), command)
    assert found is not None
    assert "jobs" in {one.name for one in found.params}


def test_a_single_task_goes_to_the_backend_too() -> None:
    with working(backend="nowhere"), pytest.raises(UsageError, match="nowhere"):
        worked([lambda: 1], None)
