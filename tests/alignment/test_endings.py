"""Everything comes to an end within its budget, whatever the units are, with a valid alignment and a bound."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.alignment import Combined, align, solve
from accord.alignment.budget import Budget
from accord.annotations.span_building import spans
from accord.annotations.spans import Spans

KINDS = ("identical", "points", "nested", "ties", "few", "scattered", "of one", "none")


class Shape(NamedTuple):
    kind: str
    annotators: int
    seed: int


def crowd(shape: Shape) -> Spans:
    """Up to 22 annotators with up to nine units each, in a way that solvers have trouble with."""
    rng = np.random.default_rng(shape.seed)
    names = [f"A{number:02d}" for number in range(shape.annotators)]
    rows = []
    for name in names:
        most = {"none": 0, "of one": 0 if name != names[0] else 9, "few": 2}.get(shape.kind, 9)
        for place in range(rng.integers(0, most + 1)):
            start = {
                "identical": 5.0,
                "points": float(rng.integers(4)),
                "nested": float(place),
                "ties": 10.0 * rng.integers(3),
            }.get(shape.kind, float(rng.uniform(0, 200)))
            length = {
                "identical": 5.0,
                "points": 0.0,
                "nested": 60.0 - 2 * place,
                "ties": 5.0,
            }.get(shape.kind, float(rng.uniform(0, 30)))
            rows.append((name, start, start + length, "xyz"[rng.integers(1 if shape.kind == "identical" else 3)]))
    return spans({"text": rows}, annotators=names)


SHAPES = st.builds(Shape, st.sampled_from(KINDS), st.integers(1, 22), st.integers(0, 10_000))
WAYS = st.sampled_from([("disorder", "exact"), ("entropy", "exact"), ("disorder", "greedy"), ("disorder", "soft")])
DISSIMILARITIES = st.sampled_from([Combined(), Combined(alpha=3.0), Combined(alpha=0.0), Combined(beta=0.0)])


@settings(max_examples=40)
@given(SHAPES, WAYS, DISSIMILARITIES, st.sampled_from([0.0, 300.0, 5_000.0]))
def test_every_search_ends(shape: Shape, way: tuple[str, str], dissimilarity: Combined, steps: float) -> None:
    """Greedy alignments listed unitary alignments without end, and some proofs went on without getting anywhere."""
    continuum = crowd(shape).continuum(0)
    found = solve(continuum, dissimilarity, *way, budget=Budget(steps))
    if found.undefined is not None:
        assert np.isnan(found.value)
        return
    assert 0 <= found.bound <= found.value + 1e-9
    if way[1] != "soft":
        assert sorted(found.members.tolist()) == list(range(len(continuum)))


def test_a_greedy_alignment_of_many_says_that_it_did_not_come_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    many, few = crowd(Shape("nested", 21, 2)), crowd(Shape("scattered", 4, 2))
    monkeypatch.setattr("accord.alignment.aligning.STEPS", 3_000)
    monkeypatch.setattr("accord.alignment.aligning.LEAST_STEPS", 3_000)
    (note,) = align(many, method="greedy").diagnostics
    assert note.code == "ACC420"
    assert not align(few, method="greedy").diagnostics


def test_a_document_of_identical_units_is_proven() -> None:
    """Everybody has the same unit several times: the best alignment is perfect, and there are very many of them."""
    units = [(f"A{name:02d}", 5.0, 10.0, "x") for name in range(20) for _ in range(4)]
    found = align(spans({"text": units}))
    assert found.optimal
    assert found.value == pytest.approx(0.0, abs=1e-12)
