"""Many categories: what compares each with each is refused beforehand, and replicates are measured in portions."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

import accord
from accord.annotations import Summary, summarise
from accord.evaluation import evaluate
from accord.measures import Kernel, find
from accord.measures.labels.kernels import distances
from accord.measures.record import Components
from accord.results import Expression
from accord.results.arrays import Floats


@pytest.fixture(scope="module")
def continuous() -> accord.Labels:
    """Ratings with four decimals are more numbers than categories can be."""
    rng = np.random.default_rng(0)
    return accord.labels(rng.permutation(np.arange(5_200)).reshape(2_600, 2) / 10_000, level="interval")


@pytest.mark.parametrize(
    "expression",
    [
        "ac2",
        "kappa(weights='linear')",
        "light",
        "kappa_max",
        "bangdiwala",
        "brennan_prediger(weights='ordinal')",
        "alpha(distance='quadratic')",
    ],
)
def test_no_matrix_of_thousands_of_categories(
    continuous: accord.Labels, monkeypatch: pytest.MonkeyPatch, expression: str
) -> None:
    def refused(*given: object, **options: object) -> None:
        raise AssertionError("a square matrix is made")

    monkeypatch.setattr(np, "subtract", refused)
    found = accord.measure(continuous, expression)
    assert found.undefined is not None
    assert "5,200 are too many" in found.undefined


def test_thousands_of_numbers_are_measured_all_the_same(continuous: accord.Labels) -> None:
    names = [one.measure for one in accord.measure(continuous, confidence=None)]
    assert "alpha" in names
    assert "ac2" not in names


def test_thousands_of_label_sets_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distances, "LARGEST_MATRIX", 3)
    sets = [[{"a"}, {"b"}], [{"a", "b"}, {"c"}], [{"a"}, {"a"}]]
    assert accord.measure(accord.labels(sets), "alpha").undefined is not None


@pytest.mark.parametrize("expression", ["alpha", "fleiss", "multi_kappa", "light", "annotator_bias"])
def test_portions_change_nothing_and_are_small(monkeypatch: pytest.MonkeyPatch, expression: str) -> None:
    rng = np.random.default_rng(1)
    data = accord.labels(rng.integers(0, 4, size=(60, 4)).astype(str))
    plain = accord.measure(data, expression, replicates=200)
    monkeypatch.setattr("accord.measures.record.CELLS", 500)
    largest = _replicates_at_once(monkeypatch, expression)
    found = accord.measure(data, expression, replicates=200)
    assert (found.value, found.low, found.high) == pytest.approx((plain.value, plain.low, plain.high), abs=1e-12)
    assert 0 < max(largest) <= 125


def _replicates_at_once(monkeypatch: pytest.MonkeyPatch, name: str) -> list[int]:
    """How many replicates the kernel of a measure is asked for together."""
    seen: list[int] = []
    record = find("labels", name)
    prepare = record.prepare

    def counted(summary: Summary, **parameters: object) -> Kernel:
        kernel = prepare(summary, **parameters)

        def called(weights: Floats) -> Components:
            seen.append(len(weights))
            return kernel(weights)

        return called

    monkeypatch.setitem(record.__dict__, "prepare", counted)
    return seen


@pytest.mark.deep
def test_ten_thousand_categories_take_little_memory() -> None:
    """All replicates of the annotators' shares at once took 1.6 GB."""
    rng = np.random.default_rng(2)
    codes = rng.integers(0, 10_000, size=(2_000, 8))
    data = accord.labels([[f"t{code}" for code in row] for row in codes.tolist()])
    summary = summarise(data)
    tracemalloc.start()
    try:
        evaluate(summary, [Expression("multi_kappa")])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 350e6
