"""Values by annotator, item and category."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
import pytest

import accord
from accord.annotations.labels import Level
from accord.evaluation import (
    Options,
    annotator_pairs,
    breakdown,
    by_part,
    measure_by_annotator,
    measure_by_category,
    measure_by_item,
)
from accord.measures import Kernel, all_measures, find
from accord.results import Expression
from accord.statistics import generator

ROWS: list[list[str | None]] = [
    ["a", "a", "a", "b"],
    ["b", "b", "b", "a"],
    ["a", "a", "b", "b"],
    ["c", "c", None, "c"],
    ["b", "b", "b", None],
]


@pytest.mark.parametrize("expression", ["alpha", "kappa", "observed_agreement", "ac1"])
def test_an_annotator_is_the_mean_of_the_pairs(expression: str) -> None:
    data = accord.labels(ROWS)
    found = {result.of: result for result in measure_by_annotator(data, expression, replicates=50)}
    columns = list(zip(*ROWS, strict=True))
    for one in range(4):
        values = []
        for other in range(4):
            if other != one:
                both = [[a, b] for a, b in zip(columns[one], columns[other], strict=True) if a and b]
                pair = accord.labels(both, categories=["a", "b", "c"])
                values.append(accord.measure(pair, expression, confidence=None).value)
        assert found[f"A{one + 1}"].value == pytest.approx(np.nanmean(values))
        assert found[f"A{one + 1}"].low <= found[f"A{one + 1}"].value <= found[f"A{one + 1}"].high


def test_the_odd_one_out_is_last() -> None:
    rng = generator(1, "odd one out")
    truth = rng.integers(0, 3, size=(200, 1))
    noise = rng.integers(0, 3, size=(200, 4))
    right = rng.random((200, 4)) < [0.9, 0.9, 0.9, 0.2]
    found = measure_by_annotator(accord.labels(np.where(right, truth, noise)), "alpha", replicates=100)
    worst = min(found, key=lambda result: result.value)
    assert worst.of == "A4"
    assert worst.high < min(result.low for result in found if result.of != "A4")


@pytest.mark.parametrize(
    "expression", ["alpha", "fleiss", "multi_kappa", "observed_agreement", "s", "alpha(level='ordinal')"]
)
def test_items_make_up_the_whole(expression: str) -> None:
    """Items weigh as in the measure: alike, or for α by their labels."""
    data = accord.labels(ROWS, categories=["a", "b", "c"], items=list("vwxyz"))
    found = measure_by_item(data, expression)
    assert [result.of for result in found] == list("vwxyz")
    weights = [sum(cell is not None for cell in row) if expression.startswith("alpha") else 1 for row in ROWS]
    whole = accord.measure(data, expression, confidence=None).value
    assert np.average([result.value for result in found], weights=weights) == pytest.approx(whole)
    assert found[4].value > found[2].value


def test_ordinal_items_make_up_the_whole_with_missing_and_unused_labels() -> None:
    rows: list[list[int | None]] = [[1, 1, None], [1, 5, 5], [2, 3, 2], [5, 5, 4], [3, None, None]]
    data = accord.labels(rows, categories=[1, 2, 3, 4, 5, 6], level="ordinal")
    found = measure_by_item(data, "alpha")
    weights = [sum(cell is not None for cell in row) for row in rows[:4]]
    whole = accord.measure(data, "alpha", confidence=None).value
    assert np.average([result.value for result in found[:4]], weights=weights) == pytest.approx(whole)
    assert found[4].undefined
    assert found[0].measure == "alpha"


def test_items_with_one_label_are_undefined() -> None:
    found = measure_by_item(accord.labels([["a", None], ["a", "b"], ["b", "b"]]), "alpha")
    assert found[0].undefined
    assert found[1].value < found[2].value


def test_categories() -> None:
    data = accord.labels(ROWS)
    assert [result.of for result in measure_by_category(data, "fleiss", replicates=20)] == ["a", "b", "c"]


def test_a_crowd_is_told_why_it_has_no_intervals() -> None:
    rng = generator(2, "crowd")
    found = measure_by_annotator(
        accord.labels(rng.integers(0, 2, size=(30, 41)), orientation="items"), "alpha", replicates=20
    )
    assert {said.code for result in found for said in result.diagnostics} == {"ACC117"}
    assert all(result.confidence is None for result in found)


def sparse_crowd(items: int, people: int, each: int, level: Level, seed: int) -> accord.Labels:
    """Every item is labelled by a few annotators, who are right half of the time."""
    rng = generator(seed, "sparse crowd")
    rows: list[list[str | None]] = [[None] * people for _ in range(items)]
    for number, row in enumerate(rows):
        for person in rng.choice(people, each, replace=False).tolist():
            row[person] = str(number % 4 if rng.random() < 0.5 else rng.integers(4))
    return accord.labels(rows, level=level)


@pytest.mark.parametrize("name", sorted(name for shape, name in all_measures() if shape == "labels"))
def test_all_pairs_at_once_are_the_same_as_pair_by_pair(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where tables are measured in portions, and where some pairs share one item or none."""
    sizes: dict[Level, int] = {"nominal": 5, "ordinal": 9, "interval": 14}
    for level, people in sizes.items():
        data = sparse_crowd(40, people, 3, level, people)
        with monkeypatch.context() as patched:
            patched.setattr(breakdown, "names_annotators", lambda parameters, rows: True)
            one_by_one = measure_by_annotator(data, name, confidence=None)
        with monkeypatch.context() as patched:
            patched.setattr(annotator_pairs, "CELLS", 60)
            found = measure_by_annotator(data, name, confidence=None)
        assert [one.of for one in found] == [one.of for one in one_by_one]
        assert [one.components for one in found] == [one.components for one in one_by_one]
        values = [one.value for one in one_by_one]
        assert [one.value for one in found] == pytest.approx(values, rel=1e-9, abs=1e-12, nan_ok=True)


def test_a_thousand_annotators_do_not_need_a_kernel_for_every_two(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = 0
    alpha = find("labels", "alpha")

    def counted(*given: object, **parameters: object) -> Kernel:
        nonlocal prepared
        prepared += 1
        return alpha.prepare(*given, **parameters)

    monkeypatch.setattr(breakdown, "find", lambda shape, name: replace(alpha, prepare=counted))
    found = measure_by_annotator(sparse_crowd(600, 300, 4, "nominal", 1), "alpha", confidence=None)
    assert len(found) == 300
    assert prepared < 5


@pytest.mark.parametrize("by", ["category", "annotator", "item"])
def test_measure_gives_a_value_for_each_part(by: Literal["category", "annotator", "item"]) -> None:
    data = accord.labels([["a", "a", "b"], ["b", "b", "b"], ["c", "a", "c"], ["c", "c", "c"]])
    asked = [Expression("observed_agreement")]
    parts = accord.measure(data, "observed_agreement", by=by, replicates=20)
    assert [(one.of, one.value) for one in parts] == [
        (one.of, one.value) for one in by_part(data, by, asked, Options(replicates=20))
    ]
    assert len(parts) == len(accord.measure(data, by=by, replicates=20)) > 2


def test_parts_that_there_are_not() -> None:
    data = accord.labels([["a", "a"], ["b", "a"]])
    with pytest.raises(accord.UsageError, match="by='column' is not known"):
        accord.measure(data, "alpha", by="column")  # type: ignore[call-overload]
    with pytest.raises(accord.UsageError, match="gives one value"):
        accord.alpha(data, by="item")  # type: ignore[call-overload]
    with pytest.raises(accord.UsageError, match="in one piece"):
        accord.measure([data, data], "alpha", by="item")
