"""Crowds: chance of annotators' own habits group by group, and an order of very many annotators who are alike."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.annotations import RatingRows, Summary
from accord.annotations.labels import Labels
from accord.measures.labels.kernels import annotator_habits
from accord.measures.labels.kernels.annotator_habits import expected_other_annotator
from accord.results.arrays import Floats


def crowd(seed: int, items: int = 30, people: int = 40) -> Labels:
    rng = np.random.default_rng(seed)
    rows = [
        (f"i{item}", f"w{who}", "abcd"[rng.integers(4)])
        for item in range(items)
        for who in rng.choice(people, size=int(rng.integers(1, 5)), replace=False).tolist()
    ]
    return labels_of(rows)


def labels_of(rows: Sequence[tuple[str, str, str]]) -> Labels:
    return accord.labels(pl.DataFrame(rows, schema=["item", "annotator", "label"], orient="row"))


def expected_of(rows: RatingRows, distances: Floats | None, weights: Floats, *, most_held: int) -> Floats:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(annotator_habits, "MOST_HELD", most_held)
        patch.setattr(annotator_habits, "CELLS_AT_ONCE", 7)
        return expected_other_annotator(rows, distances)(weights)


@given(seed=st.integers(0, 10_000), drawn=st.booleans(), weighted=st.booleans())
def test_group_by_group_is_all_at_once(seed: int, drawn: bool, weighted: bool) -> None:
    rng = np.random.default_rng(seed)
    rows = Summary.of(crowd(seed)).canonical().rows
    assert rows is not None
    if drawn:
        rows = rows.drawn(rng.integers(0, 3, len(rows.annotators)))
    size = len(rows.categories)
    distances = np.abs(np.subtract.outer(np.arange(size), np.arange(size))).astype(np.float64) if weighted else None
    weights = rng.poisson(1.0, (3, len(rows))).astype(np.float64)
    whole = expected_of(rows, distances, weights, most_held=10**9)
    np.testing.assert_allclose(expected_of(rows, distances, weights, most_held=0), whole, rtol=1e-12)


def test_what_measures_share_is_that_of_the_weights_they_give(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annotator_habits, "MOST_HELD", 0)
    rows = Summary.of(crowd(1)).canonical().rows
    assert rows is not None
    weights = np.random.default_rng(1).poisson(1.0, (2, len(rows))).astype(np.float64)
    first, second = expected_other_annotator(rows, None), expected_other_annotator(rows, None)
    assert first is second
    before = first(weights)
    weights[0] += 1
    after = second(weights)
    assert before[0] != after[0]
    assert before[1] == after[1]


@pytest.mark.parametrize("most", [0, 20_000_000])
def test_very_many_alike_have_one_order_whatever_that_of_the_rows_is(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("accord.annotations.canonical"), "MOST_MARKED", most)
    pairs = [(f"i{item}", f"w{item}-{place}", "xxyz"[place]) for item in range(30) for place in range(4)]
    pairs += [(f"j{item}", f"w{item}-{place}", "xy"[(item + place) % 2]) for item in range(30) for place in (0, 3)]
    found = []
    for order in (pairs, pairs[::-1]):
        result = accord.measure(labels_of(order), "multi_kappa", replicates=50)
        found.append((result.value, result.low, result.high))
    assert found[0] == found[1]
