"""Each of many annotators with the others."""

from __future__ import annotations

import numpy as np
import pytest

from accord.annotations.span_building import spans
from accord.annotations.spans import Spans
from accord.evaluation.document_breakdown import by_part
from accord.evaluation.options import Options
from accord.results import Expression, UsageError


def crowd(annotators: int) -> Spans:
    starts = np.random.default_rng(annotators).integers(0, 3, (annotators, 2)) + np.array((0, 10))
    return spans([(f"A{number}", start, start + 5, "x") for number, row in enumerate(starts.tolist()) for start in row])


def test_twenty_nine_annotators_have_their_values() -> None:
    results = by_part(crowd(29), "annotator", [Expression("f1")], Options(confidence=None))
    assert len(results) == 29
    assert all(0 <= one.value <= 1 and one.components["pairs"] == 28 for one in results)


def test_forty_one_are_too_many() -> None:
    with pytest.raises(UsageError, match="41 annotators are too many"):
        by_part(crowd(41), "annotator", [Expression("f1")], Options(confidence=None))
