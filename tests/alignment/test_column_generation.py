"""Bounds of column generation, and what is claimed where a proof is missing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from accord.alignment import Combined, align, column_generation
from accord.alignment.column_generation import pairwise_bound
from accord.alignment.integral_solutions import IntegralSolution, improved_solution
from accord.alignment.neighbours import neighbours
from accord.annotations.span_building import spans
from alignment.test_against_brute_force import random_data


def test_identical_annotations_reach_the_bound_by_pairs() -> None:
    data = spans([(who, start, start + 4, "x") for who in "ABCDE" for start in (0, 10, 20)])
    near = neighbours(data.continuum(0), Combined())
    assert pairwise_bound(near, 1.0) == pytest.approx(len(data), abs=1e-9)


def test_what_is_not_proven_is_not_called_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fractional program whose integer program does not end."""
    data = random_data(np.random.default_rng(3), 3, 60, tiling=True)
    called = []

    def unsure(*given: object) -> IntegralSolution:
        called.append(True)
        return replace(improved_solution(*given), exact=False)  # type: ignore[arg-type]

    monkeypatch.setattr(column_generation, "improved_solution", unsure)
    monkeypatch.setattr("accord.alignment.aligning.STEPS", 0)
    found = align(data)
    assert called, "the program was not fractional"
    assert not found.optimal
    assert found.bound < found.value
