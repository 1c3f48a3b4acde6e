"""Distances and tolerances that are learnt from other documents."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import accord
from accord.alignment import AutoTolerance, CategoryMatrix, Combined, Estimated, Hamming, Sporadic, align
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


def planted(tolerance: float, seed: int, people: str = "AB", dense: bool = False) -> Spans:
    """Counterparts that are as far apart as the tolerance allows at most: d = 4 (Δ / length)², Δ evenly drawn."""
    rng = np.random.default_rng(seed)
    made: dict[str, list[tuple[object, ...]]] = {}
    for number in range(8):
        lengths = rng.uniform(8, 12, 12)
        starts = np.cumsum(rng.uniform(*((1, 3) if dense else (20, 200)), 12) + lengths)
        made[f"d{number}"] = [
            (who, start + shift, start + shift + length)
            for start, length in zip(starts.tolist(), lengths.tolist(), strict=True)
            for who in people
            for shift in [float(rng.uniform(-1, 1)) * np.sqrt(tolerance) / 4 * length]
            if rng.random() > 0.1
        ]
    return spans(made)


def tolerances(data: Spans) -> list[float]:
    found = align(data, dissimilarity=AutoTolerance())
    return [one.dissimilarity.positional.tolerance for one in found.documents]  # type: ignore[attr-defined]


@pytest.mark.parametrize("tolerance", [0.1, 0.5, 1.0, 4.0])
@pytest.mark.parametrize("people", ["AB", "ABC"])
def test_a_planted_tolerance_comes_back(tolerance: float, people: str) -> None:
    """Within a factor of two, and at no edge of what is tried: the farthest counterparts are rare, and left out."""
    for seed in range(3):
        for found in tolerances(planted(tolerance, seed, people)):
            assert tolerance / 2 < found < tolerance * 1.26  # a step of what is tried


def test_where_chance_is_as_near_nothing_is_learnt() -> None:
    found = align(planted(16.0, 0, dense=True), dissimilarity=AutoTolerance())
    assert [one.dissimilarity for one in found.documents] == [Combined(Sporadic())] * 8
    assert [one.code for one in found.diagnostics] == ["ACC382"]


def test_what_was_learnt_is_told() -> None:
    found = align(planted(1.0, 0), dissimilarity=AutoTolerance())
    [said] = [one for one in found.diagnostics if one.code == "ACC381"]
    assert said.message.endswith("0.63 for 1 document, 0.79 for 1 document, 1 for 6 documents")


@pytest.mark.parametrize("name", ["gamma", "gamma_cat", "holistic"])
@pytest.mark.parametrize(
    ("given", "dissimilarity"),
    [
        ("tolerance=9", Combined(Sporadic(9))),
        ("positional='hamming'", Combined(Hamming())),
        ("tolerance='auto'", Combined(AutoTolerance())),
        ("matrix='estimated'", Combined(categorical=Estimated())),
    ],
)
def test_measures_take_the_dissimilarities_of_alignments(name: str, given: str, dissimilarity: Combined) -> None:
    data = corpus(4, shift=4.0)
    found = accord.measure(data, f"{name}({given}, samples=3)", confidence=None)
    assert found.defined
    if name == "gamma":
        aligned = align(data, dissimilarity=dissimilarity)
        assert found.components["observed"] == pytest.approx(np.mean([one.value for one in aligned.documents]))
    if name == "holistic":
        four = replace(dissimilarity, delta_empty=4.0)
        aligned = align(data, dissimilarity=four, objective="entropy")
        assert found.components["entropy"] == pytest.approx(np.mean([one.value for one in aligned.documents]))
    assert ("ACC381" in [one.code for one in found.diagnostics]) == ("auto" in given)


@pytest.mark.parametrize("name", ["gamma", "holistic"])
def test_documents_are_measured_with_what_the_others_taught(name: str) -> None:
    data = corpus(4, shift=4.0)
    parts = accord.measure(data, f"{name}(matrix='estimated', samples=3)", by="item", confidence=None)
    assert all(one.defined for one in parts)
    alone = accord.measure(data.of_document("d0"), f"{name}(matrix='estimated')", confidence=None)
    assert alone.undefined == "there are no other documents to learn from"


def test_without_categories_there_is_nothing_to_estimate() -> None:
    data = spans({"d1": [("A", 0, 5), ("B", 1, 5)], "d2": [("A", 3, 5), ("B", 3, 6)]})
    plain, estimated = align(data), align(data, dissimilarity=Estimated())
    assert [one.value for one in plain.documents] == [one.value for one in estimated.documents]


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
    with pytest.raises(UsageError, match="no other documents"):
        align(corpus(1), dissimilarity=AutoTolerance())
    with pytest.raises(UsageError, match="on other documents"):
        Estimated().between(corpus(1).continuum(0), np.array([0]), np.array([1]))
    assert align(corpus(2), dissimilarity=Sporadic(8)).documents[0].dissimilarity == Combined(Sporadic(8))
