"""What is given where a list or a mapping is meant: never taken apart into letters, never a bare TypeError."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import accord

LINKS: Any = {"A": [("1", "2")], "B": [("1", "3")]}
UNITS: Any = [("A", 0, 1, "x"), ("B", 0, 2, "x")]
wrong: Any = accord  # calls that a type checker would refuse


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: wrong.relations(LINKS, symmetric="res"), r"symmetric='res' is one text.*symmetric=\['res', …\]"),
        (lambda: wrong.relations(LINKS, symmetric=None), "symmetric=None is of type NoneType"),
        (lambda: wrong.relations(LINKS, units="123"), r"units='123' is one text.*write a list"),
        (lambda: wrong.relations({"d": LINKS}, units={"d": "123"}), "units='123' is one text"),
        (lambda: wrong.relations(LINKS, units={"A": "123", "B": "123"}), "units of 'A': '123' is one text"),
        (lambda: wrong.relations(LINKS, components={"A": "12"}), "components of 'A': '12' is one text"),
        (lambda: wrong.relations(LINKS, components=["1"]), r"components=\['1'\] is of type list"),
        (lambda: wrong.relations(LINKS, unit_texts="abc"), "unit_texts='abc' is of type str"),
        (lambda: wrong.relations({"A": 5}), "'A': 5 is of type int.*origin, target"),
        (lambda: wrong.relations({"A": "ab"}), "'A': 'ab' is one text"),
        (lambda: wrong.relations({"d": LINKS, "e": None}), "'e' has no mapping of annotators"),
        (lambda: wrong.relations(LINKS).of_document(7), "there is no document 7; the documents are document"),
        (lambda: wrong.relations(LINKS).links(0, 9), "there is no annotator 9; the annotators are A, B"),
        (lambda: wrong.coreference({"A": ["xy"]}), "'A': 'xy' is one text.*an entity is a list of mentions"),
        (lambda: wrong.coreference({"A": "xy"}), "'A': 'xy' is one text"),
        (lambda: wrong.coreference({"A": 3}), "'A': 3 is of type int"),
        (lambda: wrong.coreference(None), "coreference.* takes .*not NoneType"),
        (lambda: wrong.coreference({"A": [["x"]]}, mentions="xyz"), "'xyz' is one text"),
        (lambda: wrong.spans(UNITS, annotators="AB"), r"annotators='AB' is one text.*annotators=\['AB', …\]"),
        (lambda: wrong.spans({"d": 5}), "document 'd': 5 is of type int"),
        (lambda: wrong.spans({"d": "abc"}), "document 'd': 'abc' is one text"),
        (lambda: wrong.spans(UNITS, texts="abc"), "texts='abc' is of type str.*texts={document: text}"),
        (lambda: wrong.spans(UNITS, length="ten"), "the length 'ten' is not a number"),
        (lambda: wrong.spans(UNITS, length={"document": "ten"}), "the length 'ten' is not a number"),
        (lambda: wrong.spans(UNITS).of_document(7), "there is no document 7; the documents are document"),
        (lambda: wrong.spans(UNITS).of_document(None), "there is no document None"),
        (lambda: wrong.spans([("A", 0, 1, ["x"])]), r"the category \['x'\] of a unit is not one category"),
        (lambda: wrong.labels([[1, 2], [1, 1]], items="AB"), "items='AB' is one text"),
        (lambda: wrong.labels([[1, 2], [1, 1]], annotators="AB"), "annotators='AB' is one text"),
        (lambda: wrong.labels([[1, 2], [1, 1]], items=["A", "A"]), "two items are called 'A'"),
        (lambda: wrong.labels([["x", "y"], ["x", "x"]], items=[1, "1"]), "two items are called '1'"),
        (lambda: wrong.contingency([[1, 2], [3, 4]], annotators="AB"), "annotators='AB' is one text"),
        (lambda: wrong.answers({"i": {"A": ["x"]}}, annotators="AB"), "annotators='AB' is one text"),
        (lambda: wrong.answers({"i": {"A": ["x"]}}, texts="abc"), "texts='abc' is of type str.*texts={item: text}"),
    ],
)
def test_what_is_no_list_is_refused(call: Callable[[], object], said: str) -> None:
    with pytest.raises((accord.UsageError, accord.DataError), match=said):
        call()


def test_lists_of_every_kind_are_taken() -> None:
    assert accord.relations(LINKS, symmetric={"res"}).symmetric == ("res",)
    assert wrong.spans(UNITS, annotators=iter("BA")).annotators == ("B", "A")
    assert wrong.spans(UNITS, texts={"document": None}).texts == [""]
    assert accord.coreference({"A": (["x", "y"], ("z",)), "B": None}).n_units == 3
    assert accord.relations(LINKS).of_document(-1).documents == ("document",)
    assert list(wrong.labels([[1, 2], [1, 1]], items=range(2)).items or ()) == ["0", "1"]


def test_one_of_a_kind_is_written_in_the_singular() -> None:
    assert repr(accord.spans([("A", 0, 1, "x")])) == "Spans(1 document, 1 annotator, 1 unit, 1 category)"
    assert (
        repr(accord.relations({"A": [(1, 2, "x")]}))
        == "Relations(1 document, 1 annotator, 2 units, 1 relation, 1 type)"
    )
    assert repr(accord.labels([["a"]])) == "Labels(1 item, 1 annotator, 1 category, level nominal, 0 missing)"
    assert repr(accord.answers({"i": {"A": ["x"]}})) == "Answers(1 item, 1 annotator, 1 answer, 1 distinct)"
