"""A corpus of relations as a list: of mappings, or of relations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

import accord

ONE: dict[str, Iterable[Sequence[object]] | None] = {"A": [(1, 2), (2, 3, "support")], "B": [(1, 3), (2, 3)]}


def test_a_list_of_mappings_is_a_corpus() -> None:
    shared = accord.relations([ONE, ONE], units=[1, 2, 3])
    own = accord.relations([ONE, ONE], units=[[1, 2, 3], [1, 2, 3, 4]])
    assert shared.documents == own.documents == ("1", "2")
    assert (shared.n_units, own.n_units) == (6, 7)
    assert accord.measure(shared, "gbm", confidence=None).value == 0.625
    with pytest.raises(accord.UsageError, match="3 lists of units"):
        accord.relations([ONE, ONE], units=[[1, 2, 3]] * 3)


def test_a_list_of_relations_is_joined() -> None:
    part = accord.relations(ONE, units=[1, 2, 3], components={"A": {1: "claim"}})
    whole = accord.relations([part, part])
    assert whole.documents == ("document", "document (2)")
    assert whole.types.texts == ("claim",)
    assert accord.measure([part, part], "mar_link", confidence=None).value == 0.5
    own = accord.relations({"A": [("1", "2")]}, units=accord.spans([("A", 0, 3), ("A", 5, 8)]))
    with pytest.raises(accord.UsageError, match="cannot be joined"):
        accord.relations([own])
