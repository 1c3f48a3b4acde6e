"""Each of many annotators with the others."""

from __future__ import annotations

import numpy as np
import pytest

from accord.annotations.span_building import spans
from accord.annotations.spans import Spans
from accord.evaluation.document_breakdown import by_part
from accord.evaluation.options import Options
from accord.results import Expression


def crowd(annotators: int) -> Spans:
    starts = np.random.default_rng(annotators).integers(0, 3, (annotators, 2)) + np.array((0, 10))
    return spans([(f"A{number}", start, start + 5, "x") for number, row in enumerate(starts.tolist()) for start in row])


def test_twenty_nine_annotators_have_their_values() -> None:
    results = by_part(crowd(29), "annotator", [Expression("f1")], Options(confidence=None))
    assert len(results) == 29
    assert all(0 <= one.value <= 1 and one.components["pairs"] == 28 for one in results)


def test_of_more_than_forty_some_pairs_are_compared_and_that_is_said() -> None:
    data = crowd(60)
    results = by_part(data, "annotator", [Expression("f1")], Options(confidence=None))
    assert len(results) == 60
    pairs = [one.components["pairs"] for one in results]
    assert max(pairs) == 26
    assert min(pairs) > 0
    assert sum(pairs) == pytest.approx(2 * 780, rel=0.02)
    assert "of 1,770 pairs of annotators are compared" in str(results[0].diagnostics)
    turned = data.of_annotators(data.annotators[::-1])
    again = {one.of: one.value for one in by_part(turned, "annotator", [Expression("f1")], Options(confidence=None))}
    assert again == {one.of: one.value for one in results}


def test_pairs_who_share_a_document_are_all_compared_where_they_are_few() -> None:
    documents = {f"{n}": [(f"A{2 * n + one}", 0, 5, "x") for one in range(2)] for n in range(25)}
    asked = {f"{n}": [f"A{2 * n}", f"A{2 * n + 1}"] for n in range(25)}
    results = by_part(spans(documents, asked=asked), "annotator", [Expression("f1")], Options(confidence=None))
    assert [one.components["pairs"] for one in results] == [1.0] * 50
    assert not results[0].diagnostics
