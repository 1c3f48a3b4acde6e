"""The models against enumeration and loops, that they climb, and what must not matter to them."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import accord
from accord.consensus import mace as mace_module
from accord.consensus.ratings import Ratings
from consensus.crowds import panel
from consensus.oracles import dawid_skene_counts, enumerated, glad_density

MODELS = ("dawid_skene", "mace", "glad")
TINY: list[list[int | None]] = [[0, 0, 1], [1, 1, 1], [2, None, 2], [0, 2, 0], [1, 1, None], [2, 2, 0]]


def grids(cells: st.SearchStrategy[object]) -> st.SearchStrategy[list[list[object]]]:
    return st.integers(2, 6).flatmap(
        lambda width: st.lists(st.lists(cells, min_size=width, max_size=width), min_size=1, max_size=30)
    )


def test_dawid_skene_equals_enumeration() -> None:
    found = accord.reference(accord.labels(TINY, categories=range(3)), "dawid_skene", smoothing=0.1, tolerance=1e-12)
    assert found.confusion is not None
    assert found.probabilities is not None
    confusion = found.confusion
    expected, marginals = enumerated(
        TINY, found.shares.tolist(), lambda item, who, said, true: confusion[who, true, said]
    )
    assert found.log_likelihood == pytest.approx(expected, rel=1e-9)
    np.testing.assert_allclose(found.probabilities, marginals, atol=1e-9)


@pytest.mark.parametrize(("items", "largest"), [(40, "share"), (400, "labels")])
def test_dawid_skene_stops_when_less_than_a_label_and_one_in_a_hundred_move(items: int, largest: str) -> None:
    """With few labels the share is what keeps it going, with many the number."""
    data, _ = panel(3, items=items)
    assert data.who is not None
    grid: list[list[int | None]] = [[None] * data.n_annotators for _ in range(data.n_rows)]
    for row in range(data.n_rows):
        for place in range(data.starts[row], data.starts[row + 1]):
            grid[row][data.who[place]] = int(data.codes[place])
    found = accord.reference(data, "dawid_skene")
    assert found.converged
    counts = dawid_skene_counts(grid, 3, found.iterations)
    assert found.settings["tolerance"] == "1 label and 1 % of an annotator's"

    def moved(after: int) -> tuple[float, float]:
        change = np.abs(counts[after] - counts[after - 1])
        given = counts[after].sum(axis=(1, 2))[:, None, None]
        return float(change.max()), float((change / given).max())

    labels, share = moved(found.iterations)
    assert labels < 1
    assert share < 0.01
    for iteration in range(1, found.iterations):
        labels, share = moved(iteration)
        assert labels >= 1 or share >= 0.01
    assert (labels < 1) == (largest == "share")  # the last iteration but one: one of both was small enough
    assert (share < 0.01) == (largest == "labels")


def test_dawid_skene_goes_on_with_a_tolerance() -> None:
    data, _ = panel(5, items=100)
    short, far = accord.reference(data, "dawid_skene"), accord.reference(data, "dawid_skene", tolerance=1e-9)
    assert short.converged
    assert far.converged
    assert short.iterations < far.iterations
    assert short.log_likelihood < far.log_likelihood


def test_mace_equals_enumeration() -> None:
    ratings = Ratings(accord.labels(TINY, categories=range(3)))
    rng = np.random.default_rng(1)
    trust, strategy = rng.uniform(0.2, 0.9, 3), rng.dirichlet(np.ones(3), size=3)
    shares, evidence = mace_module._expectation(
        ratings, np.full(len(TINY), -1, dtype=np.int32), np.log(trust), np.log((1 - trust)[:, None] * strategy)
    )

    def says(item: int, who: int, said: int, true: int) -> float:
        return float(trust[who] * (said == true) + (1 - trust[who]) * strategy[who, said])

    expected, marginals = enumerated(TINY, [1 / 3] * 3, says)
    assert evidence.sum() == pytest.approx(expected, rel=1e-12)
    np.testing.assert_allclose(shares.T, marginals, atol=1e-12)


def test_mace_climbs_a_bound_of_the_evidence() -> None:
    """ln p(labels) of one annotator by simple Monte Carlo over the priors, to about 1 %."""
    rows = [[0], [0], [1], [0]]
    ratings = Ratings(accord.labels(rows, categories=range(2)))
    rng = np.random.default_rng(0)
    trust, strategy = rng.beta(0.5, 0.5, 200_000), rng.beta(10, 10, 200_000)
    half = 0.5 * (trust + 2 * (1 - trust) * np.array([strategy, 1 - strategy]))
    evidence = math.log(float((half[0] ** 3 * half[1]).mean()))
    beliefs = mace_module._from_votes(ratings, np.full(4, -1, dtype=np.int32), ratings.given)
    bounds = []
    for _ in range(50):
        beliefs, bound = mace_module._step(ratings, np.full(4, -1, dtype=np.int32), ratings.given, beliefs)
        bounds.append(bound)
    assert all(after >= before - 1e-12 for before, after in itertools.pairwise(bounds))
    assert evidence - 1.5 < bounds[-1] < evidence + 0.02


def test_glad_ends_where_the_slope_is_zero() -> None:
    found = accord.reference(accord.labels(TINY, categories=range(3)), "glad", tolerance=1e-10)
    assert found.converged
    assert found.difficulty is not None
    point = np.concatenate([[one.value for one in found.competence], -np.log(found.difficulty)])

    def density(at: NDArray[np.float64]) -> float:
        return glad_density(TINY, at[:3], at[3:], 3)

    assert found.objective[-1] == pytest.approx(density(point), rel=1e-10)
    for place in range(len(point)):
        step = np.zeros(len(point))
        step[place] = 1e-5
        assert density(point + step) - density(point - step) == pytest.approx(0, abs=1e-9)


def test_glad_interval_is_that_of_the_curvature() -> None:
    found = accord.reference(accord.labels(TINY, categories=range(3)), "glad", tolerance=1e-10)
    assert found.difficulty is not None
    ability, scale = np.array([one.value for one in found.competence]), -np.log(found.difficulty)
    for who, one in enumerate(found.competence):
        step = np.zeros(3)
        step[who] = 1e-3
        around = [glad_density(TINY, ability + sign * step, scale, 3) for sign in (-1, 0, 1)]
        curvature = -(around[0] - 2 * around[1] + around[2]) / 1e-6
        assert (one.high - one.low) / 2 == pytest.approx(1.959964 / math.sqrt(curvature), rel=1e-4)


@given(grids(st.sampled_from([None, 0, 1, 2])), st.sampled_from(MODELS), st.sampled_from([0.0, 0.5]))
@settings(max_examples=60)
def test_nothing_crashes_and_the_objective_never_falls(rows: list[list[object]], model: str, smoothing: float) -> None:
    data = accord.labels(rows, categories=range(3))
    found = accord.reference(data, model, smoothing=smoothing, restarts=2, max_iterations=60)  # type: ignore[arg-type]
    trace = np.array(found.objective)
    assert (np.diff(trace) >= -1e-9 * np.maximum(np.abs(trace[1:]), 1e-6)).all()  # rounding, where it is 0
    assert found.probabilities is not None
    some = ~np.isnan(found.probabilities).any(axis=1)
    assert some.tolist() == (data.sizes > 0).tolist()
    np.testing.assert_allclose(found.probabilities[some].sum(axis=1), 1)
    for one in found.competence:
        assert math.isnan(one.value) or one.low <= one.value <= one.high


@given(grids(st.sampled_from([None, 0, 1, 2])))
@settings(max_examples=60)
def test_panel_and_crowd_add_up_the_same(rows: list[list[object]]) -> None:
    data = accord.labels(rows, categories=range(3))
    table = np.array([[np.nan if cell is None else cell for cell in row] for row in rows], dtype=np.float64)
    table = table[~np.isnan(table).all(axis=1)]
    rng = np.random.default_rng(0)
    parts, base, shares = rng.random((table.shape[1], 3, 2)), rng.random(2), rng.random((2, len(table)))
    sums = [[base[k] + sum(parts[j, int(c), k] for j, c in enumerate(r) if c == c) for r in table] for k in range(2)]
    chosen = table[:, :, None] == np.arange(3)
    for is_panel in (True, False):
        ratings = Ratings(data)
        ratings.__dict__["_is_panel"] = is_panel
        np.testing.assert_allclose(ratings.sums(parts, base), np.array(sums).reshape(2, len(table)))
        np.testing.assert_allclose(ratings.totals(shares), np.einsum("ijc,ki->jck", chosen, shares))


@pytest.mark.parametrize("model", MODELS)
def test_large_panels_are_packed_and_give_the_same(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data, _ = panel(0, items=3_000, good=4, spammers=1)
    assert Ratings(data)._is_panel
    found = accord.reference(data, model)  # type: ignore[arg-type]
    monkeypatch.setattr(Ratings, "_is_panel", False)
    again = accord.reference(data, model)  # type: ignore[arg-type]
    assert found.labels == again.labels
    assert found.log_likelihood == pytest.approx(again.log_likelihood, rel=1e-12)


@pytest.mark.parametrize("model", ["majority", *MODELS])
def test_the_order_of_items_and_annotators_and_the_names_of_categories_do_not_matter(model: str) -> None:
    data, _ = panel(3, items=120)
    table = _table(data)
    rng = np.random.default_rng(0)
    items, people, names = rng.permutation(len(table)), rng.permutation(table.shape[1]), ["x", "a", "m"]
    turned = np.array(table, dtype=object)[np.ix_(items, people)]
    renamed = [[None if cell != cell else names[int(cell)] for cell in row] for row in turned]
    one = accord.reference(data, model)  # type: ignore[arg-type]
    other = accord.reference(
        accord.labels(renamed, categories=names, annotators=[f"A{who + 1}" for who in people]),
        model,  # type: ignore[arg-type]
    )
    assert one.probabilities is not None
    assert other.probabilities is not None
    np.testing.assert_allclose(other.probabilities, one.probabilities[items], atol=1e-4)
    values = np.array([one.value for one in one.competence])
    np.testing.assert_allclose([one.value for one in other.competence], values[people], atol=1e-4)


@pytest.mark.parametrize("model", ["majority", *MODELS])
def test_weighted_rows_are_as_many_items(model: str) -> None:
    table = [[20, 5, 1], [4, 30, 2], [0, 3, 15]]
    alike = accord.contingency(table)
    apart = accord.labels(
        [[row + 1, column + 1] for row in range(3) for column in range(3) for _ in range(table[row][column])],
        categories=[1, 2, 3],
        annotators=["A1", "A2"],
    )
    one = accord.reference(alike, model, tolerance=1e-9)  # type: ignore[arg-type]
    other = accord.reference(apart, model, tolerance=1e-9)  # type: ignore[arg-type]
    np.testing.assert_allclose(one.shares, other.shares, atol=1e-6)
    for mine, theirs in zip(one.competence, other.competence, strict=True):
        assert mine.labels == theirs.labels == 80
        assert (mine.value, mine.low, mine.high) == pytest.approx((theirs.value, theirs.low, theirs.high), abs=1e-5)
    assert one.log_likelihood == pytest.approx(other.log_likelihood, rel=1e-8, nan_ok=True)
    assert sum(item.times for item in one) == 80


@pytest.mark.parametrize("model", MODELS)
def test_same_seed_same_reference(model: str) -> None:
    data, _ = panel(1)
    found = [accord.reference(data, model, seed=5) for _ in range(2)]  # type: ignore[arg-type]
    assert found[0].as_json() == found[1].as_json()


def _table(data: accord.Labels) -> NDArray[np.float64]:
    """(items, annotators) codes, nan where missing."""
    table = np.full((data.n_rows, data.n_annotators), np.nan)
    table[np.repeat(np.arange(data.n_rows), data.sizes), data.who] = data.codes
    return table
