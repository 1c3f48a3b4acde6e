"""Spans: what they keep, what they refuse, and that order does not matter."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.annotations import spans_from_columns

UNITS = [("A", 0, 10, "x"), ("A", 2, 5, None), ("A", 2, 5, None), ("B", 1.5, 10, "y"), ("C", 30, 30, "x")]


def test_everything_is_kept() -> None:
    data = accord.spans(UNITS, annotators=["C", "A", "B", "nobody"], length=60)
    assert data.annotators == ("C", "A", "B", "nobody")
    assert len(data) == 5
    assert data.categories.texts == ("x", "y")
    continuum = data.continuum(0)
    assert continuum.cards.tolist() == [1, 3, 1, 0]
    assert (continuum.begin, continuum.end, continuum.length) == (0.0, 60.0, 60.0)
    assert not continuum.whole
    assert [data.category(unit) for unit in range(5)] == ["x", "x", None, None, "y"]


def test_a_document_without_a_length_runs_from_its_first_unit_to_its_last() -> None:
    continuum = accord.spans([("A", 100, 110), ("B", 105, 130)]).continuum(0)
    assert (continuum.begin, continuum.end) == (100.0, 130.0)


def test_nothing_annotated_and_not_asked_are_two_things() -> None:
    columns = {"document": ["d1", "d2"], "annotator": ["A", "B"], "category": ["x", "x"]}
    data = spans_from_columns(
        **columns,  # type: ignore[arg-type]
        start=np.array([0.0, 1.0]),
        end=np.array([2.0, 3.0]),
        annotators=["A", "B", "C"],
        assigned=[("d1", "A"), ("d1", "C"), ("d2", "B")],
    )
    assert data.assigned.tolist() == [[True, False, True], [False, True, False]]
    assert data.continuum(0).annotators == ("A", "C")
    assert data.continuum(0).cards.tolist() == [1, 0]
    assert data.continuum(1).annotators == ("B",)


@pytest.mark.parametrize(
    ("unit", "options", "said"),
    [
        (("A", 5, 1, "x"), {}, "it ends before it starts"),
        (("A", float("nan"), 1, "x"), {}, "not finite"),
        (("A", 0, float("inf"), "x"), {}, "not finite"),
        (("A", 0, 70, "x"), {"length": 60}, "it ends after the document (length 60)"),
        (("A", -1, 7, "x"), {"length": 60}, "it starts before the document"),
        (("A", "here", 7, "x"), {}, "are not numbers"),
        (("A", 3), {}, "is not a unit"),
        ("A37", {}, "is not a unit"),
        (("A", 0, 7, "z"), {"categories": ["x", "y"]}, "'z' is not a declared category"),
        (("A", 0, 7, "x"), {"length": -2}, "has the length -2"),
    ],
)
def test_what_cannot_be_a_unit_is_refused(unit: object, options: dict[str, object], said: str) -> None:
    with pytest.raises(accord.DataError) as refused:
        accord.spans([("B", 0, 1, "x"), unit], **options)  # type: ignore[arg-type]
    assert said in str(refused.value)


def test_no_annotator_is_an_error_and_no_unit_is_not() -> None:
    with pytest.raises(accord.DataError, match="ACC022"):
        accord.spans([])
    assert len(accord.spans([], annotators=["A", "B"])) == 0
    with pytest.raises(accord.DataError, match="no such file"):
        accord.spans("spans.csv")


def test_positions_far_from_zero_keep_their_digits() -> None:
    continuum = accord.spans([("A", 1e8 + 0.25, 1e8 + 10, "x")]).continuum(0)
    assert continuum.starts[0] == 100_000_000.25


@given(st.permutations(range(len(UNITS))))
def test_the_order_of_rows_does_not_matter(order: list[int]) -> None:
    one = accord.spans(UNITS, annotators=["A", "B", "C"])
    other = accord.spans([UNITS[place] for place in order], annotators=["A", "B", "C"])
    assert one.sha256 == other.sha256
    assert np.array_equal(one.starts, other.starts)


def test_the_digest_tells_apart_what_measures_see() -> None:
    base = accord.spans({"d": UNITS}, annotators=["A", "B", "C"])
    others = [
        accord.spans({"d": UNITS[1:]}, annotators=["A", "B", "C"]),
        accord.spans({"d": UNITS}, annotators=["A", "B", "C", "D"]),
        accord.spans({"d": UNITS}, annotators=["A", "B", "C"], length=60),
        accord.spans({"d": UNITS, "e": UNITS}, annotators=["A", "B", "C"]),
        accord.spans({"d": [*UNITS[:-1], ("C", 30, 30, "y")]}, annotators=["A", "B", "C"]),
        accord.spans({"d": [*UNITS[:-1], ("C", 30, 31, "x")]}, annotators=["A", "B", "C"]),
    ]
    assert len({base.sha256, *(other.sha256 for other in others)}) == 7
    assert accord.spans({"another name": UNITS}, annotators=["C", "B", "A"]).sha256 == base.sha256


def test_parts_keep_what_belongs_to_them() -> None:
    data = accord.spans(
        {"d1": UNITS, "d2": UNITS[:2]}, annotators=["A", "B", "C"], texts={"d1": "x" * 40, "d2": "y" * 20}
    )
    second = data.of_document("d2")
    assert (second.documents, len(second), second.texts) == (("d2",), 2, ["y" * 20])
    assert data.of_documents([1, 0]).documents == ("d2", "d1")
    pair = data.of_annotators(["C", "A"])
    assert pair.annotators == ("C", "A")
    assert pair.who.tolist() == [0, 1, 1, 1, 1, 1]
    assert len(data.of_category("x")) == 3
    assert data.of_category("x").n_annotators == 3
    with pytest.raises(accord.UsageError, match="no document 'd3'"):
        data.of_document("d3")
    with pytest.raises(accord.UsageError, match="no annotator 'Z'"):
        data.of_annotators(["Z"])
    assert data.continuum(0).without(0).cards.tolist() == [1, 1]


def test_a_unit_knows_its_text() -> None:
    data = accord.spans({"d": [("A", 4, 9, "x")]}, texts={"d": "The 🦉 owl sleeps."})
    assert data.text_of(0) == "🦉 owl"[:5]
    assert data.extent(0) == (0.0, 17.0)


def test_annotators_are_found_in_any_order_of_documents() -> None:
    for names in itertools.permutations(["d1", "d2", "d3"]):
        data = accord.spans(dict.fromkeys(names, UNITS))
        assert data.documents == names
        assert data.bounds.tolist() == [0, 5, 10, 15]
