"""Solvers and what is kept belong to their caller: no threads, and nothing at the level of a module."""

from __future__ import annotations

import gc
import pickle
import threading
import weakref
from importlib import import_module
from pkgutil import iter_modules

import numpy as np
import pytest

import accord
import accord.alignment
from accord.alignment import Combined, solve, solvers
from accord.alignment.batch_solving import solve_batch
from accord.alignment.budget import Budget
from accord.alignment.chance import against_chance
from accord.alignment.solvers import LINEAR, UNPERTURBED, Solver, sparse_columns
from accord.annotations.spans import Spans
from alignment.test_against_brute_force import random_data
from alignment.test_batch_solving import continua


@pytest.fixture
def data() -> Spans:
    return random_data(np.random.default_rng(4), 3, 12, tiling=False)


def test_no_thread_is_started(monkeypatch: pytest.MonkeyPatch, data: Spans) -> None:
    """Dozens of random continua, enough that threads would pay, on as many cores as there may be."""

    def refused(thread: threading.Thread) -> None:
        raise AssertionError(f"{thread.name} was started")

    monkeypatch.setattr("os.cpu_count", lambda: 8)
    monkeypatch.setattr("os.sched_getaffinity", lambda process: set(range(8)), raising=False)
    monkeypatch.setattr(threading.Thread, "start", refused)
    assert accord.measure(data, "gamma(samples=40, precision=None)", confidence=None).undefined is None


def test_modules_keep_nothing() -> None:
    """No cached function and no container that is filled: two callers never meet in one."""
    kept = []
    for module in iter_modules(accord.alignment.__path__):
        for name, value in vars(import_module(f"accord.alignment.{module.name}")).items():
            filled = isinstance(value, list | weakref.WeakKeyDictionary | weakref.WeakValueDictionary)
            if (filled or hasattr(value, "cache_clear")) and not name.startswith("__"):
                kept.append(f"{module.name}.{name}")
    assert kept == []


def test_solvers_are_made_once_for_many_continua(monkeypatch: pytest.MonkeyPatch, data: Spans) -> None:
    made: list[solvers.Solver] = []
    make = solvers.Solver.__init__

    def counted(solver: solvers.Solver, options: dict[str, str | float]) -> None:
        made.append(solver)
        make(solver, options)

    monkeypatch.setattr(solvers.Solver, "__init__", counted)
    units = [("A", 0, 4, "x"), ("A", 9, 12, "y"), ("B", 1, 4, "x"), ("C", 8, 12, "x")]
    accord.align(accord.spans({f"d{number}": units for number in range(5)}))
    assert len(made) == 0, "so small that sets of units are listed"
    solve_batch(continua(3, 40, 3, 10), Combined())
    assert len(made) == 1
    solve(data.continuum(0), Combined())
    assert len(made) == 2


def test_shared_solvers_change_nothing() -> None:
    shared = solvers.Solvers()
    for continuum in continua(11, 12, 4, 6, whole=True):
        for objective in ("disorder", "entropy"):
            expected = solve(continuum, Combined(), objective)
            found = solve(continuum, Combined(), objective, solvers=shared)
            assert found.value == expected.value
            assert found.members.tolist() == expected.members.tolist()


def test_alignments_against_chance_live_and_die_with_the_data(data: Spans) -> None:
    first = against_chance(data, Combined(), samples=3, precision=None)
    assert against_chance(data, Combined(), samples=3, precision=None) is first
    assert against_chance(data, Combined(), samples=4, precision=None) is not first
    assert not pickle.loads(pickle.dumps(data)).derived
    known = weakref.ref(first[0])
    del first
    data.derived.clear()
    gc.collect()
    assert known() is None


def test_pivots_are_paid() -> None:
    solver, budget = Solver({**LINEAR, **UNPERTURBED}), Budget(1e6)
    columns = sparse_columns(np.array([[0, 1], [1, 2], [0, 2]]))
    solver.load(-1, np.ones(3), columns, np.ones(6), rows=(3, -np.inf, 1.0), upper=np.inf)
    assert solver.run(budget)
    pivots = solver.highs.getInfo().simplex_iteration_count
    assert pivots > 0
    assert budget.steps == 1e6 - pivots * solver._steps_per_iteration()
