"""Entropies of many continua together against those of the same ones aligned one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from accord.alignment import Combined, Hamming, Sporadic, batch_entropy, solve
from accord.alignment.batch_entropy import least_entropies
from accord.alignment.dissimilarities import Dissimilarity
from accord.alignment.solution import Solution
from accord.annotations import Continuum
from accord.annotations.span_building import spans


def continua(seed: int, number: int, annotators: int, units: int, density: float = 1.0) -> list[Continuum]:
    """Units at random; every fourth document has an annotator without any."""
    rng = np.random.default_rng(seed)
    model = spans([(f"A{name}", 0, 1, f"c{name}") for name in range(annotators)]).continuum(0)
    drawn = []
    for place in range(number):
        cards = rng.integers(1, units + 1, size=annotators)
        cards[-1] *= place % 4 != 3
        total = int(cards.sum())
        who = np.repeat(np.arange(annotators, dtype=np.int32), cards)
        starts, sizes = rng.uniform(0, 4 * units / density, total), rng.uniform(1, 9, total)
        order = np.lexsort((starts, who))
        codes = rng.integers(0, 2, total).astype(np.int32)
        drawn.append(replace(model, who=who, starts=starts[order], ends=(starts + sizes)[order], codes=codes))
    return drawn


def one_by_one(given: list[Continuum], dissimilarity: Dissimilarity) -> list[float]:
    return [solve(one, dissimilarity, "entropy").value for one in given]


@pytest.mark.parametrize(
    ("annotators", "units", "density"), [(2, 20, 1.0), (3, 10, 1.0), (3, 12, 3.0), (4, 4, 1.0)], ids=str
)
def test_together_as_one_by_one(annotators: int, units: int, density: float) -> None:
    given = continua(annotators, 24, annotators, units, density)
    dissimilarity = Combined(delta_empty=4.0)
    found, bounds = least_entropies(given, dissimilarity)
    np.testing.assert_allclose(found, one_by_one(given, dissimilarity), rtol=0, atol=1e-11)
    np.testing.assert_allclose(bounds, found, rtol=0, atol=1e-9)


def test_few_continua_are_solved_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three annotators with a dozen units: were they all aligned alone, nothing would be gained."""
    alone: list[Continuum] = []

    def counted(one: Continuum, *given: Any, **options: Any) -> Solution:
        alone.append(one)
        return solve(one, *given, **options)

    monkeypatch.setattr(batch_entropy, "solve", counted)
    least_entropies(continua(5, 40, 3, 12), Combined())
    assert len(alone) < 4


@pytest.mark.parametrize(
    "dissimilarity",
    [
        Combined(Hamming()),
        Combined(Sporadic(tolerance=9), delta_empty=3.0),
        Combined(alpha=0.0),
        Combined(forbid=True),
    ],
    ids=["hamming", "tolerance", "categories only", "forbid"],
)
def test_any_dissimilarity(dissimilarity: Dissimilarity) -> None:
    given = continua(6, 8, 3, 5)
    np.testing.assert_allclose(least_entropies(given, dissimilarity)[0], one_by_one(given, dissimilarity), atol=1e-11)


def test_the_same_units_and_units_that_never_meet() -> None:
    same = spans([(who, 20 * place, 20 * place + 5, "x") for who in "ABC" for place in range(6)]).continuum(0)
    apart = replace(same, starts=same.starts + 1e4 * same.who, ends=same.ends + 1e4 * same.who)
    assert least_entropies([same, apart, same], Combined(delta_empty=4.0)).tolist() == 2 * [[0.0, 4.0, 0.0]]
