"""Degenerate spans through every measure: a value that can be, or none and the reason why."""

from __future__ import annotations

import math
import warnings

import pytest

import accord
from accord.annotations.spans import Spans
from accord.measures import Measure, measures_of
from accord.results import Expression, Result

MEASURES = measures_of("spans")
TEXT = {"document": "one two three four five"}
SAME = [(who, start, end, category) for who in "ABC" for start, end, category in ((0, 3, "x"), (4, 7, "y"))]

DATA: dict[str, Spans] = {
    "one annotator who found nothing": accord.spans([], annotators=["A"], texts=TEXT),
    "one annotator": accord.spans([("A", 0, 3, "x")], texts=TEXT),
    "nobody found anything": accord.spans([], annotators=["A", "B"], texts=TEXT),
    "one found nothing": accord.spans([("A", 0, 3, "x"), ("A", 4, 7, "y")], annotators=["A", "B"], texts=TEXT),
    "one of three found nothing": accord.spans(
        [("A", 0, 3, "x"), ("B", 0, 7, "x")], annotators=["A", "B", "C"], texts=TEXT
    ),
    "zero length": accord.spans([("A", 3, 3, "x"), ("B", 3, 3, "x")], texts=TEXT),
    "zero length at other places": accord.spans([("A", 3, 3, "x"), ("B", 7, 7, "x")], texts=TEXT),
    "zero length beside others": accord.spans(
        [("A", 3, 3, "x"), ("A", 4, 7, "x"), ("B", 4, 7, "x"), ("B", 9, 9, "y")], texts=TEXT
    ),
    "the same twice": accord.spans(
        [("A", 0, 3, "x"), ("A", 0, 3, "x"), ("B", 0, 3, "x"), ("B", 8, 13, "x")], texts=TEXT
    ),
    "the same": accord.spans(SAME, texts=TEXT),
    "one category": accord.spans([("A", 0, 3, "x"), ("B", 0, 7, "x"), ("B", 8, 13, "x")], texts=TEXT),
    "no categories": accord.spans([("A", 0, 3), ("B", 0, 7), ("B", 8, 13)], texts=TEXT),
    "everything is one unit": accord.spans([("A", 0, 23, "x"), ("B", 0, 23, "x")], texts=TEXT),
    "nobody shares a document": accord.spans(
        {"d": [("A", 0, 3, "x")], "e": [("B", 0, 3, "x")]}, asked={"d": "A", "e": "B"}
    ),
    "a text without a letter": accord.spans([], annotators=["A", "B"], texts={"document": ""}),
    "one position": accord.spans([("A", 0, 1, "x"), ("B", 0, 1, "y")], texts={"document": "a"}),
    "nothing in common": accord.spans([("A", 0, 3, "x"), ("B", 8, 13, "y")], texts=TEXT),
    "discontinuous": accord.spans([("A", [(0, 3), (8, 13)], "x"), ("B", 0, 13, "x")], texts=TEXT),
}


def measured(record: Measure, data: Spans) -> Result:
    needed = {"category": "x"} if "category" in record.parameters else {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = accord.measure(data, Expression(record.name, **needed), replicates=20)
    assert isinstance(result, Result)
    return result


def about_one_category(record: Measure, data: Spans) -> bool:
    return "category" in record.parameters and data.categories.code("x") is None


@pytest.mark.parametrize("name", list(DATA))
@pytest.mark.parametrize("record", MEASURES.values(), ids=list(MEASURES))
def test_a_value_or_a_reason(record: Measure, name: str) -> None:
    data = DATA[name]
    if about_one_category(record, data):
        with pytest.raises(accord.UsageError, match="is not a category of these data"):
            measured(record, data)
        return
    result = measured(record, data)
    if math.isnan(result.value):
        assert result.undefined, name
        assert result.undefined != "None"
        return
    assert math.isfinite(result.value)
    assert result.value <= 1 + 1e-12 if record.bounded else result.value >= 0
    assert math.isnan(result.low) or result.low <= result.value + 1e-9
    assert math.isnan(result.high) or result.high >= result.value - 1e-9


@pytest.mark.parametrize("record", MEASURES.values(), ids=list(MEASURES))
def test_who_finds_the_same_agrees(record: Measure) -> None:
    result = measured(record, DATA["the same"])
    if record.name == "nesting_f1":
        assert result.undefined == "nobody put a unit in another"
        return
    assert result.value == pytest.approx(0 if record.lower_is_better else 1)


@pytest.mark.parametrize("record", MEASURES.values(), ids=list(MEASURES))
def test_where_nobody_found_anything_there_is_nothing_to_agree_on(record: Measure) -> None:
    """A text that nobody cut is cut alike: measures of errors and similarities of segmentations have a value."""
    if about_one_category(record, DATA["nobody found anything"]):
        return
    result = measured(record, DATA["nobody found anything"])
    if record.family == "segmentation" and not math.isnan(result.value):
        assert result.value == (0 if record.lower_is_better else 1)
    else:
        assert math.isnan(result.value)
        assert result.undefined
