"""Distances and tolerances that are learnt from other documents."""

from __future__ import annotations

import numpy as np
import pytest

from accord.alignment import AutoTolerance, CategoryMatrix, Combined, Estimated, Sporadic, align
from accord.annotations.span_building import spans
from accord.annotations.spans import Spans
from accord.results import UsageError


def corpus(documents: int, seed: int = 0, shift: float = 1.0) -> Spans:
    """x and y are confused half of the time, z with nothing; units are moved by up to `shift`."""
    rng = np.random.default_rng(seed)
    made: dict[str, list[tuple[object, ...]]] = {}
    for number in range(documents):
        rows: list[tuple[object, ...]] = []
        starts = np.cumsum(rng.uniform(20, 200, 12))
        for who in "AB":
            for place, start in enumerate(starts.tolist()):
                begin = start + rng.uniform(-shift, shift)
                rows.append((who, begin, begin + 10, "z" if place % 3 == 0 else str(rng.choice(["x", "y"]))))
        made[f"d{number}"] = rows
    return spans(made)


def test_distances_come_from_the_other_documents() -> None:
    """Fort et al. 2012: Sim is the mean of P(C2|C1) and P(C1|C2)."""
    first = [("A", 0, 5, "x"), ("B", 0, 5, "y"), ("A", 20, 25, "z"), ("B", 20, 25, "z")]
    second = [("A", 0, 5, "x"), ("B", 0, 5, "x"), ("A", 9, 12, "x"), ("B", 9, 12, "y"), ("A", 20, 25, "z")]
    found = align(spans({"d1": first, "d2": second}), dissimilarity=Estimated())
    learnt = [document.dissimilarity.categorical for document in found.documents]
    # In d2 x is with x once and with y once, in both directions: P(y|x) = 1/3, P(x|y) = 1.
    third = 1 - 2 / 3
    assert learnt[0] == CategoryMatrix([[0.0, third, 1.0], [third, 0.0, 1.0], [1.0, 1.0, 0.0]], ["x", "y", "z"])
    assert learnt[1] == CategoryMatrix([[0, 0, 1], [0, 0, 1], [1, 1, 0]], ["x", "y", "z"])
    assert found.documents[0].value == pytest.approx((1 / 3 + 0) / 2)
    assert "other documents" in str(found.dissimilarity)


def test_confused_categories_come_near() -> None:
    found = align(corpus(6), dissimilarity=Estimated())
    for document in found.documents:
        matrix = document.dissimilarity.categorical
        assert isinstance(matrix, CategoryMatrix)
        assert matrix.values[0][1] < 0.75
        assert matrix.values[0][2] == 1


def test_the_tolerance_follows_the_noise() -> None:
    def chosen(shift: float) -> list[float | None]:
        found = align(corpus(6, shift=shift), dissimilarity=AutoTolerance())
        return [one.dissimilarity.positional.tolerance for one in found.documents]  # type: ignore[attr-defined]

    exact, loose = chosen(0.1), chosen(9.0)
    assert max(tolerance or 0 for tolerance in exact) < min(tolerance or 0 for tolerance in loose)


def test_a_document_does_not_choose_for_itself() -> None:
    data = corpus(6)
    changed = data.keeping((data.document != 2) | (data.starts < 300))
    both = Combined(AutoTolerance(), Estimated())
    one, other = align(data, dissimilarity=both), align(changed, dissimilarity=both)
    assert one.documents[2].dissimilarity == other.documents[2].dissimilarity
    assert one.documents[0].dissimilarity != other.documents[0].dissimilarity


def test_learning_needs_documents() -> None:
    with pytest.raises(UsageError, match="no other documents"):
        align(corpus(1), dissimilarity=Estimated())
    with pytest.raises(UsageError, match="more documents than annotators"):
        align(corpus(2), dissimilarity=AutoTolerance())
    with pytest.raises(UsageError, match="on other documents"):
        Estimated().between(corpus(1).continuum(0), np.array([0]), np.array([1]))
    assert align(corpus(2), dissimilarity=Sporadic(8)).documents[0].dissimilarity == Combined(Sporadic(8))
