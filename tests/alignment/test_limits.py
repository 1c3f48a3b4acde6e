"""Time and memory that run out: the alignment stays valid, and the bound stays true."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np
import pytest

import accord
from accord.alignment import align, aligning, candidate_sets, column_generation, neighbours, pricing, solve
from accord.alignment.budget import Budget
from accord.alignment.dissimilarities import Combined
from accord.alignment.master_problem import MasterProblem
from accord.alignment.solution import STOPPED
from accord.alignment.solvers import Solvers, sparse_columns
from accord.annotations.span_building import spans
from accord.annotations.spans import Spans
from alignment.oracles import Unit
from alignment.test_against_brute_force import check_partition, random_data


@pytest.fixture
def crowd() -> Spans:
    """Six annotators at random: fractional, and far more sets than are looked at."""
    return random_data(np.random.default_rng(5), 6, 8, tiling=False)


@pytest.mark.parametrize("objective", ["disorder", "entropy"])
def test_no_time_at_all(crowd: Spans, objective: str) -> None:
    best = align(crowd, objective=objective)
    hasty = align(crowd, objective=objective, time_limit=0)
    check_partition(hasty)
    assert best.optimal
    assert not best.diagnostics
    assert hasty.bound <= best.value + 1e-9
    assert hasty.value >= best.value - 1e-9
    assert not hasty.optimal
    assert hasty.gap == pytest.approx(hasty.value - hasty.bound)
    assert [note.code for note in hasty.diagnostics] == ["ACC120"]
    assert "not proven" in str(hasty.diagnostics[0])


def test_no_time_for_soft(crowd: Spans) -> None:
    hasty = align(crowd, method="soft", time_limit=0)
    assert hasty.bound <= align(crowd, method="soft").value + 1e-9 <= hasty.value + 2e-9


@pytest.mark.parametrize("most", [1, 5, 40])
def test_searches_that_drop_sets_keep_the_bound(crowd: Spans, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    best = align(crowd)
    monkeypatch.setattr(candidate_sets, "MOST_ENUMERATED", 0)
    monkeypatch.setattr(column_generation, "FIRST_SEARCH", most)
    monkeypatch.setattr(column_generation, "LAST_SEARCH", most)
    monkeypatch.setattr("accord.alignment.pricing.FEW", 0)
    monkeypatch.setattr("accord.alignment.aligning.STEPS", 200_000)
    thin = align(crowd)
    check_partition(thin)
    assert thin.bound <= best.value + 1e-9
    assert thin.value >= best.value - 1e-9


@pytest.mark.parametrize("objective", ["disorder", "entropy"])
def test_pairs_that_do_not_fit_keep_the_bound(crowd: Spans, monkeypatch: pytest.MonkeyPatch, objective: str) -> None:
    best = align(crowd, objective=objective)
    monkeypatch.setattr(neighbours, "MOST_PAIRS", 60)
    monkeypatch.setattr(neighbours, "CHUNK", 50)
    thin = align(crowd, objective=objective)
    check_partition(thin)
    assert thin.value >= best.value - 1e-9
    assert thin.bound <= best.value + 1e-9
    assert not thin.optimal


def test_pairs_in_chunks(crowd: Spans, monkeypatch: pytest.MonkeyPatch) -> None:
    best = align(crowd)
    monkeypatch.setattr(neighbours, "CHUNK", 50)
    monkeypatch.setattr(neighbours, "LARGEST_TABLE", 0)
    assert align(crowd).value == best.value


def noisy(annotators: int, units: int, seed: int = 1) -> Spans:
    """Annotators who find 85 % of the same units, shifted a little, 15 % with another category."""
    rng = np.random.default_rng(seed)
    starts, lengths = np.cumsum(rng.uniform(8, 40, units)), rng.uniform(5, 25, units)
    truth = rng.integers(4, size=units)
    rows: list[Unit] = []
    for name in range(annotators):
        begin = starts + rng.normal(0, 3, units)
        end = begin + np.maximum(1, lengths + rng.normal(0, 3, units))
        codes = np.where(rng.random(units) < 0.15, rng.integers(4, size=units), truth)
        for place in np.flatnonzero(rng.random(units) < 0.85).tolist():
            rows.append((f"A{name}", float(begin[place]), float(end[place]), f"c{codes[place]}"))
    return spans(rows)


def test_eight_annotators() -> None:
    found = align(noisy(8, 50), time_limit=60)
    assert found.optimal
    check_partition(found)


def test_a_time_limit_is_kept() -> None:
    data = random_data(np.random.default_rng(1), 8, 50, tiling=False)
    started = perf_counter()
    found = align(data, time_limit=1)
    assert perf_counter() - started < 20
    check_partition(found)
    assert 0 < found.bound <= found.value


def test_thousands_of_units() -> None:
    found = align(noisy(3, 2_000))
    assert found.optimal
    check_partition(found)


@pytest.mark.deep
def test_time_grows_with_the_length() -> None:
    times = []
    for units in (2_000, 16_000):
        data = noisy(3, units)
        started = perf_counter()
        align(data)
        times.append(perf_counter() - started)
    assert times[1] < 8 * 2.5 * times[0]


@pytest.mark.parametrize(("objective", "method"), [("disorder", "exact"), ("entropy", "exact"), ("disorder", "soft")])
def test_whenever_time_runs_out(objective: str, method: str) -> None:
    data = random_data(np.random.default_rng(1), 5, 15, tiling=False)
    best = align(data, objective=objective, method=method)
    for limit in np.geomspace(1e-4, 0.1, 12).tolist():
        found = align(data, objective=objective, method=method, time_limit=limit)
        if method == "exact":
            check_partition(found)
        assert found.bound <= best.value + 1e-9
        assert found.value >= best.value - 1e-9
        assert found.optimal == (found.gap == 0)


def nest(annotators: int, units: int, seed: int = 2) -> Spans:
    """Units one inside the other, a little different for each annotator: every unit may go with every other."""
    rng = np.random.default_rng(seed)
    return spans(
        (f"A{name}", float(place + rng.integers(3)), float(4 * units - place - rng.integers(3)), f"c{place % 3}")
        for name in range(annotators)
        for place in range(units)
    )


def test_nested_units_are_not_all_combined() -> None:
    """160 units of each of three annotators, all neighbours, can be combined in 4 million ways that gain something."""
    continuum = nest(3, 160).continuum(0)
    near = neighbours.neighbours(continuum, Combined())
    found = pricing.priced_sets(near, 1.0, np.zeros(near.n_units), 0.0)
    assert len(found.sets) < 1_600_000
    assert not found.complete
    assert found.reduced.max() >= found.missed.max(), "the best was kept"


@pytest.mark.parametrize("found", [300, 10**9])
def test_sets_that_are_not_kept_or_not_begun_change_nothing(monkeypatch: pytest.MonkeyPatch, found: int) -> None:
    data = nest(3, 25)
    best = align(data)
    monkeypatch.setattr(candidate_sets, "MOST_ENUMERATED_TRIPLES", 0)
    plain = align(data)
    monkeypatch.setattr(pricing, "MOST_PRICED", found)
    monkeypatch.setattr(pricing, "SLICE", 500)
    thin = align(data)
    check_partition(thin)
    assert best.value == plain.value == thin.value
    assert thin.optimal
    assert thin.table() == best.table()


def nested(annotators: int, units: int) -> Spans:
    """Units that lie in each other like the skins of an onion."""
    found = [("ABCDEF"[one], n, 4 * units - n, "xy"[n % 2]) for one in range(annotators) for n in range(units)]
    return spans({"onion": found})


def test_nested_units_are_aligned_as_far_as_the_budget_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = nested(3, 4), nested(3, 8)
    monkeypatch.setattr(candidate_sets, "MOST_ENUMERATED_TRIPLES", 0)
    assert align(few).optimal
    monkeypatch.setattr("accord.alignment.aligning.STEPS", 100)
    hasty = align(many)
    check_partition(hasty)
    assert hasty.bound <= 1e-9 <= hasty.value + 2e-9
    monkeypatch.setenv("ACCORD_LARGE", "1")
    assert align(many).optimal


def test_linear_and_integer_programs_keep_to_the_budget() -> None:
    """Nested units, each annotator a little off: the first program alone used to take ten times the budget, and
    nothing was left for the search of a good alignment."""
    rng = np.random.default_rng(1)
    bounds = rng.integers(-2, 3, (3, 120, 2)) + np.stack((5 * np.arange(1, 121), 10_000 - 5 * np.arange(1, 121)), 1)
    data = spans(
        {"onion": [("ABC"[one], *map(int, unit), "xy"[rng.integers(2)]) for one in range(3) for unit in bounds[one]]}
    )
    budget = Budget(300_000)
    solution = solve(next(iter(data.continua())), Combined(), budget=budget)
    assert budget.steps > -200_000
    assert solution.value < 1.2 * solution.bound


def test_a_solver_forgets_the_budget_of_the_run_before() -> None:
    sets = np.array([[0, 2, -1], [0, -1, 4], [1, 3, -1], [-1, 3, 5], [1, 2, 5]])
    program = MasterProblem(Solvers(), 6, sparse_columns(sets), np.array([1.0, 2.0, 1.5, 1.0, 2.5]))
    assert not program.run(Budget(1))
    assert program.run()
    assert program.primal() @ [1.0, 2.0, 1.5, 1.0, 2.5] == pytest.approx(4.5)


def test_a_document_that_was_stopped_is_left_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = aligning._solved

    def stopped(*given: Any) -> list[Any]:
        first, second = usual(*given)
        return [first, replace(second, undefined=STOPPED)]

    monkeypatch.setattr(aligning, "_solved", stopped)
    units = [("A", 0, 4, "x"), ("B", 1, 4, "x")]
    made = align(accord.spans({"d": units, "e": units}, asked="everyone"))
    assert [diagnostic.code for diagnostic in made.diagnostics] == ["ACC490"]
    assert len(made.documents) == 1
