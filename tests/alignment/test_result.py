"""What `align` returns and refuses."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import accord
from accord.alignment import CategoryMatrix, Combined, Ordinal, Sporadic, align
from accord.annotations.span_building import spans
from accord.annotations.span_columns import spans_from_columns
from accord.results import DataError, UsageError

TWO: list[tuple[object, ...]] = [("A", 0, 10, "x"), ("A", 12, 20, "y"), ("B", 1, 10, "x"), ("B", 13, 20, "x")]


def test_exports() -> None:
    second: list[tuple[object, ...]] = [("A", 0, 4.5, None), ("C", 0, 4.5, None)]
    data = spans({"d1": TWO, "d2": second}, annotators=["A", "B", "C"])
    found = accord.align(data)
    record = json.loads(json.dumps(found.as_json(), allow_nan=False))
    assert record["value"] == pytest.approx(found.value)
    assert record["gap"] == 0
    assert record["optimal"] is True
    assert [one["document"] for one in record["documents"]] == ["d1", "d2"]
    last = record["documents"][1]["alignments"][0]
    assert last["units"] == {
        "A": {"start": 0, "end": 4.5, "category": None},
        "B": None,
        "C": {"start": 0, "end": 4.5, "category": None},
    }
    rows = list(found.rows())
    assert len(rows) == len(data)
    assert {row["annotator"] for row in rows if row["document"] == "d2"} == {"A", "C"}
    assert max(int(str(row["alignment"])) for row in rows) == len(found) == len(found.unitary)
    assert found.table().splitlines()[0] == "d1"
    assert "proven" in found._repr_html_()


def test_the_value_of_a_corpus_is_the_mean_over_documents() -> None:
    corpus = {"d1": TWO, "d2": [*TWO[:1], ("B", 0, 10, "x")], "d3": []}
    data = spans(corpus, annotators=["A", "B"])
    found = align(data)
    assert found.value == pytest.approx((0.5036072637734688 + 0) / 2)
    assert [one.undefined for one in found.documents] == [None, None, "nobody found a unit"]
    assert math.isnan(found.documents[2].value)
    assert found.as_json()["documents"][2]["value"] is None  # type: ignore[index]  # a list of records


def test_only_those_who_were_asked_count() -> None:
    data = spans_from_columns(
        document=["d1", "d1", "d2"],
        annotator=["A", "C", "B"],
        start=np.array([0.0, 1.0, 3.0]),
        end=np.array([5.0, 5.0, 9.0]),
        category=["x", "x", "x"],
        annotators=["A", "B", "C"],
        assigned=[("d1", "A"), ("d1", "C"), ("d2", "B"), ("d2", "C")],
    )
    found = align(data)
    assert [one.annotators for one in found.documents] == [("A", "C"), ("B", "C")]
    assert found.unitary[0].units == (0, 1)
    assert found.unitary[1].units == (2, None)
    assert found.documents[1].value == 2


def test_one_annotator_is_undefined() -> None:
    found = align(spans([("A", 0, 5, "x")]))
    assert math.isnan(found.value)
    assert found.undefined == "a single annotator was asked"
    assert "undefined" in str(found)
    assert found.unitary == ()
    json.dumps(found.as_json(), allow_nan=False)


def test_nobody_found_anything() -> None:
    for method in ("exact", "greedy", "soft"):
        found = align(spans([], annotators=["A", "B"]), method=method)
        assert math.isnan(found.value)
        assert found.undefined == "nobody found a unit"


@pytest.mark.parametrize(
    ("matrix", "categories", "said"),
    [
        ([[0, 1], [0.5, 0]], ["x", "y"], "not the same in the other direction"),
        ([[0.1, 1], [1, 0]], ["x", "y"], "'x' and 'x', 0.1, is not 0"),
        ([[0, 2], [2, 0]], ["x", "y"], "not between 0 and 1"),
        ([[0, -1], [-1, 0]], ["x", "y"], "not between 0 and 1"),
        ([[0, float("nan")], [1, 0]], ["x", "y"], "not a finite number"),
        ([[0, 1], [1, 0]], ["x", "y", "z"], "2 × 2 and there are 3 categories"),
        ([[0, 1], [1, 0]], ["x", "x"], "'x' is listed twice"),
        ([[0, "far"], [1, 0]], ["x", "y"], "not a number"),
    ],
)
def test_matrices_that_cannot_be(matrix: list[list[float]], categories: list[str], said: str) -> None:
    with pytest.raises(DataError, match=said) as error:
        CategoryMatrix(matrix, categories)
    assert error.value.code == "ACC024"


@pytest.mark.parametrize("given", [CategoryMatrix([[0, 1], [1, 0]], ["x", "z"]), Ordinal(["x", "z"])])
def test_a_category_that_is_not_in_the_matrix(given: CategoryMatrix | Ordinal) -> None:
    with pytest.raises(DataError, match="category 'y' of the data") as error:
        align(spans(TWO), dissimilarity=given)
    assert error.value.code == "ACC025"


def test_functions_that_cannot_be() -> None:
    for function, said in (
        (lambda a, b, c, d: -np.ones(len(a)), "negative or not a number"),
        (lambda a, b, c, d: np.full(len(a), np.nan), "negative or not a number"),
        (lambda a, b, c, d: np.ones(3 * len(a)), "shape"),
        (lambda a, b, c, d: np.where(a < c, 0.2, 0.7), "changes with their order"),
    ):
        with pytest.raises(DataError, match=said):
            align(spans(TWO), dissimilarity=function)


@pytest.mark.parametrize(
    "settings",
    [
        {"alpha": -1},
        {"beta": float("nan")},
        {"delta_empty": 0},
        {"delta_empty": "much"},
        {"objective": "order"},
        {"method": "fast"},
        {"method": "soft", "objective": "entropy"},
        {"incompatible": "maybe"},
        {"time_limit": -1},
        {"dissimilarity": "sporadic"},
        {"dissimilarity": Combined(), "alpha": 3},
    ],
    ids=str,
)
def test_calls_that_cannot_be(settings: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        align(spans(TWO), **settings)  # type: ignore[arg-type]  # wrong on purpose


def test_what_are_no_spans() -> None:
    with pytest.raises(UsageError, match="an array holds labels, not spans"):
        align(TWO)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(UsageError, match="tolerance"):
        Sporadic(tolerance=0)


def test_dissimilarities_can_be_keys() -> None:
    matrix = CategoryMatrix([[0, 0.5], [0.5, 0]], ["x", "y"])
    assert hash(Combined(categorical=matrix)) == hash(Combined(categorical=CategoryMatrix([[0, 0.5], [0.5, 0]], "xy")))
    assert Combined(alpha=2) != Combined()
    assert str(Combined(Sporadic(8), Ordinal("ab"), alpha=3)) == "3·sporadic(tolerance=8) + 1·ordinal, Δ∅ = 1"
