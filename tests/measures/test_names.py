"""Measures are called as people call them, and each row of a table is told apart."""

from __future__ import annotations

import accord
from accord.measures import all_measures, called


def test_rows_of_matched_units_are_told_apart() -> None:
    """F, precision and recall, by what counts as a match."""
    names = [
        called("spans", f"{measure}(match='{match}')")
        for measure in ("precision", "recall", "f1")
        for match in ("exact", "boundary", "type", "overlap", "muc", "strict", "partial")
    ]
    assert len(set(names)) == len(names)
    assert called("spans", "f1") == "F1 of matched units (exact match)" == called("spans", "f1(match='exact')")
    assert called("spans", "recall(match='overlap')") == "Recall of matched units (any overlap)"


def test_a_result_is_called_as_its_expression_is() -> None:
    rows = [("ann", 0, 5, "a"), ("bob", 0, 6, "a"), ("ann", 9, 12, "b"), ("bob", 9, 12, "b")]
    for measure in ("f1", "f1(match='boundary', credit=1.0)", "ser(both=2.0)"):
        result = accord.measure(accord.spans(rows), measure, confidence=None)
        assert result.name == called("spans", measure)


def test_no_name_is_a_code_name() -> None:
    """Code names of several words have underscores, and no name that people read has."""
    wrong = [record.human for record in all_measures().values() if "_" in record.human and record.human != "α_U"]
    assert not wrong
