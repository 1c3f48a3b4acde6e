"""Every output of the report on data with next to nothing in them, or too much."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import accord
from accord.annotations import Annotations
from accord.measures.relations.graphs import agreement
from accord.renderings.findings_text import findings_csv, findings_latex, findings_markdown, findings_text
from accord.report_page import page, report_json

DRAW = np.random.default_rng(0)
CASES: dict[str, Callable[[], Annotations]] = {
    "one item": lambda: accord.labels([["a", "b"]]),
    "one annotator": lambda: accord.labels([["a"], ["b"], ["a"]]),
    "all labels equal": lambda: accord.labels([["a", "a"]] * 5),
    "no item with two labels": lambda: accord.labels([["a", None], [None, "b"]]),
    "nothing but disagreement": lambda: accord.labels([["a", "b"], ["b", "a"]]),
    "interval": lambda: accord.labels(DRAW.normal(size=(40, 4)).round(2).tolist(), level="interval"),
    "circular": lambda: accord.labels(DRAW.uniform(0, 360, size=(30, 3)).round(1).tolist(), level="circular"),
    "ordinal": lambda: accord.labels(DRAW.integers(1, 6, size=(60, 6)).tolist(), level="ordinal"),
    "sets": lambda: accord.labels([[["a", "b"], ["a"]], [["b"], ["b"]], [["a"], ["a", "c"]]]),
    "sixty categories": lambda: accord.labels([[f"cat {DRAW.integers(60)}" for _ in range(3)] for _ in range(200)]),
    "many annotators": lambda: accord.labels(DRAW.choice(list("ab"), size=(20, 80)).tolist(), orientation="items"),
    "counts": lambda: accord.counts(DRAW.integers(0, 4, size=(30, 3)).tolist()),
    "long names": lambda: accord.labels([["x" * 300, "y" * 300], ["z " * 200, "y" * 300]], annotators=["A" * 200, "B"]),
    "one unit": lambda: accord.spans([("A", 0, 5, "x")]),
    "no unit": lambda: accord.spans([], annotators=["A", "B"]),
    "the same unit": lambda: accord.spans([("A", 0, 5, "x"), ("B", 0, 5, "x")]),
    "units without category": lambda: accord.spans([("A", 0, 5, None), ("B", 1, 5, None), ("C", 9, 12, None)]),
    "no relation": lambda: accord.relations({"A": [], "B": []}, units=[1, 2]),
    "relations of one": lambda: accord.relations({"A": [(1, 2)]}, units=[1, 2]),
    "the same relation": lambda: accord.relations({"A": [(1, 2)], "B": [(1, 2)]}, units=[1, 2]),
    "entities": lambda: accord.coreference({"A": [[1, 2], [3]], "B": [[1], [2, 3]]}),
    "no answer": lambda: accord.answers({"i": {"A": [], "B": []}}),
    "answers of one": lambda: accord.answers({"i": {"A": ["x"]}}),
    "counted answers": lambda: accord.answers({"i": {"x": 3, "y": 1}, "j": {"x": 1}}),
}


@pytest.mark.parametrize("name", CASES)
def test_every_output_is_written_and_read_back(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreement, "MOST_SAMPLES", 200)  # the page is the point, not how precise its numbers are
    data = CASES[name]()
    for shown in (data, accord.redacted(data)):
        found = accord.findings(shown, replicates=20)
        record = json.loads(json.dumps(report_json([found]), allow_nan=False))
        html = page([found])
        assert not re.search(r">(nan|None|inf)<", html)
        (tmp_path / "page.html").write_text(html, encoding="utf-8")
        assert [one.as_json() for one in accord.read_report(tmp_path / "page.html")] == record["findings"]
        texts = [findings_text(found, details=True), findings_text(found, details=False), findings_csv(found)]
        for text in (*texts, findings_markdown(found), findings_latex(found)):
            assert not re.search(r"(^|[\s|&])(nan|None|inf)([\s|&%]|$)", text)
        assert found.verdict
        assert all(sentence.endswith(".") for sentence in found.verdict)
