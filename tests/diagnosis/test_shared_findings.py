"""What findings of every shape have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import accord
from accord.diagnosis import findings
from accord.diagnosis.shared_findings import SharedFindings
from accord.results.foreign_text import html_text

DATA: dict[str, Callable[[], Any]] = {
    "labels": lambda: accord.labels([["a", "a"], ["a", "b"], ["b", "b"]]),
    "spans": lambda: accord.spans([("A", 0, 9, "x"), ("B", 0, 9, "x"), ("B", 20, 29, "y")]),
    "relations": lambda: accord.relations({"A": [(2, 1, "s"), (3, 1)], "B": [(2, 1, "t"), (3, 2)]}, units=[1, 2, 3]),
    "answers": lambda: accord.answers({"1": {"A": ["x"], "B": ["x", "y"]}, "2": {"A": ["x"], "B": ["y"]}}),
}
FIRST = ["schema", "title", "read_as", "data", "verdict", "remarks", "results", "findings", "diagnostics"]


@pytest.mark.parametrize("shape", DATA)
def test_every_shape_has_the_same_beginning_and_look(shape: str) -> None:
    data = DATA[shape]()
    report = findings(data, title="<ours>", confidence=None)
    assert isinstance(report, SharedFindings)
    assert report.shape == report.data.kind == shape
    assert list(report.as_json())[: len(FIRST)] == FIRST
    look = report._repr_html_()
    assert look.startswith("<h3>&lt;ours&gt;</h3>")
    assert len(report.verdict) == 3
    assert all(f"<p>{html_text(sentence)}</p>" in look for sentence in report.verdict)
    assert report.results._repr_html_() in look
    assert all(name in look.partition("</table>")[2] for name in (*report.tables, *report.charts))
