"""The vote and the median of k annotators: published values, all groups one by one, identities."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise, product
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.reproducibility.disjoint import dirichlet_pair, disjoint_votes
from accord.reproducibility.kept_votes import kept_votes
from accord.reproducibility.median_vote import disjoint_medians, hypergeometric_medians, median, multinomial_medians
from accord.reproducibility.vote_distribution import (
    dirichlet_votes,
    hypergeometric_votes,
    multinomial_votes,
    vote,
)
from reproducibility.groups import counted, middles, over_all_groups, over_all_pairs, winners

CLOSE = 1e-12


@pytest.fixture(scope="module")
def gold(shared_gold: Path) -> Any:
    return json.loads((shared_gold / "reproducibility.json").read_text(encoding="utf-8"))["exact"]["votes"]


@st.composite
def said(draw: st.DrawFn, most: int = 9) -> tuple[list[int], int, int]:
    """What annotators said of one item, the number of categories, and k."""
    size = draw(st.integers(1, 5))
    labels = draw(st.lists(st.integers(0, size - 1), min_size=2, max_size=most))
    return labels, size, draw(st.integers(1, len(labels)))


def test_gold_votes(gold: Any) -> None:
    for k, expected in gold["W_k"].items():
        np.testing.assert_allclose(multinomial_votes(gold["p"], int(k)), expected, atol=CLOSE)


def test_gold_medians(gold: Any) -> None:
    for k, expected in gold["median_k"].items():
        np.testing.assert_allclose(multinomial_medians(gold["p"], int(k)), expected, atol=CLOSE)


@given(said())
def test_equals_all_groups(case: tuple[list[int], int, int]) -> None:
    labels, size, k = case
    counts = counted(labels, size)[None]
    np.testing.assert_allclose(
        hypergeometric_votes(counts, k)[0], over_all_groups(labels, size, k, winners), atol=CLOSE
    )
    np.testing.assert_allclose(
        hypergeometric_medians(counts, k)[0], over_all_groups(labels, size, k, middles), atol=CLOSE
    )
    np.testing.assert_allclose(vote(counts)[0], winners(counts[0]), atol=CLOSE)
    np.testing.assert_allclose(median(counts)[0], middles(counts[0]), atol=CLOSE)


@given(said(8))
def test_equals_all_pairs_of_disjoint_groups(case: tuple[list[int], int, int]) -> None:
    labels, size, k = case
    k = max(1, min(k, len(labels) // 2))
    counts = counted(labels, size)[None]
    for rule, found in (
        (winners, disjoint_votes(counts, k, apart=True)),
        (middles, disjoint_medians(counts, k)),
    ):
        joint = over_all_pairs(labels, size, k, rule)
        np.testing.assert_allclose(found.same[0], np.diag(joint), atol=CLOSE)
        across = [joint[: c + 1, c + 1 :].sum() + joint[c + 1 :, : c + 1].sum() for c in range(size)]
        assert found.apart is not None
        np.testing.assert_allclose(found.apart[0], across, atol=CLOSE)
    np.testing.assert_allclose(disjoint_votes(counts, k).same, disjoint_votes(counts, k, apart=True).same, atol=CLOSE)


def exactly(p: list[Fraction], k: int) -> list[float]:
    """The multinomial vote in fractions, by all ways to distribute k votes."""
    won = [Fraction(0)] * len(p)
    for votes in product(range(k + 1), repeat=len(p)):
        if sum(votes) == k:
            chance = Fraction(factorial(k))
            for probability, times in zip(p, votes, strict=True):
                chance *= probability**times / factorial(times)
            best = [code for code, times in enumerate(votes) if times == max(votes)]
            for code in best:
                won[code] += chance / len(best)
    return [float(share) for share in won]


@pytest.mark.parametrize("k", [1, 2, 7, 12, 25])
def test_multinomial_in_fractions(k: int) -> None:
    p = [Fraction(9, 20), Fraction(7, 20), Fraction(1, 5)]
    np.testing.assert_allclose(multinomial_votes([float(one) for one in p], k), exactly(p, k), rtol=CLOSE)


def test_stable_for_many_annotators_and_categories() -> None:
    p = np.random.default_rng(0).dirichlet(np.full(20, 0.5), 30)
    for k in (2, 13, 25):
        np.testing.assert_allclose(multinomial_votes(p, k).sum(axis=1), 1.0, atol=CLOSE)
    counts = np.array([[100_000, 90_000, 5], [700, 300, 0]])
    np.testing.assert_allclose(hypergeometric_votes(counts, 25).sum(axis=1), 1.0, atol=CLOSE)
    # a large pool is a population
    np.testing.assert_allclose(
        hypergeometric_votes(np.array([[5, 3, 2]]) * 10**7, 5)[0], multinomial_votes([0.5, 0.3, 0.2], 5), atol=1e-6
    )


@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=6), st.integers(1, 4))
def test_identities(weights: list[float], half: int) -> None:
    p = np.array(weights) / sum(weights)
    np.testing.assert_allclose(multinomial_votes(p, 1), p, atol=CLOSE)
    np.testing.assert_allclose(multinomial_votes(p, 2), p, atol=CLOSE)
    two = np.array([p[0], 1 - p[0]])
    np.testing.assert_allclose(multinomial_votes(two, 2 * half), multinomial_votes(two, 2 * half - 1), atol=CLOSE)
    np.testing.assert_allclose(multinomial_medians(p, 2 * half), multinomial_medians(p, 2 * half - 1), atol=CLOSE)
    changes = [1 - float((multinomial_votes(p, k) ** 2).sum()) for k in range(1, 8)]
    assert changes[0] == pytest.approx(changes[1], abs=CLOSE)
    assert all(later <= earlier + CLOSE for earlier, later in pairwise(changes))


def test_disjoint_groups_of_finite_data_need_not_differ_less_with_more_annotators() -> None:
    """Counts (4, 3, 1): .679 .679 .729 .743 for k = 1 … 4; 1 − Σ W² would be wrong."""
    found = [1 - float(disjoint_votes([[4, 3, 1]], k).same.sum()) for k in (1, 2, 3, 4)]
    assert [round(value, 3) for value in found] == [0.679, 0.679, 0.729, 0.743]
    independent = [1 - float((hypergeometric_votes([[4, 3, 1]], k) ** 2).sum()) for k in (1, 2, 3, 4)]
    assert all(abs(one - other) > 0.05 for one, other in zip(found, independent, strict=True))


def test_dirichlet_votes_by_drawing() -> None:
    weights = np.array([0.7, 0.2, 0.4])
    votes = multinomial_votes(np.random.default_rng(0).dirichlet(weights, 40_000), 5)
    np.testing.assert_allclose(dirichlet_votes(weights, 5), votes.mean(axis=0), atol=0.006)
    np.testing.assert_allclose(dirichlet_pair(weights, 5), (votes**2).mean(axis=0), atol=0.006)


@given(st.lists(st.floats(0.05, 20), min_size=2, max_size=5))
def test_single_annotators_of_a_dirichlet_population(weights: list[float]) -> None:
    a = np.array(weights)
    np.testing.assert_allclose(dirichlet_votes(a, 1), a / a.sum(), atol=CLOSE)
    np.testing.assert_allclose(dirichlet_pair(a, 1), a * (a + 1) / (a.sum() * (a.sum() + 1)), atol=CLOSE)
    np.testing.assert_allclose(dirichlet_pair(a, 2), dirichlet_pair(a, 1), atol=CLOSE)


def test_too_few_labels_are_nan() -> None:
    counts = np.array([[2, 1], [1, 0], [0, 0]])
    assert np.isnan(hypergeometric_votes(counts, 2)).all(axis=1).tolist() == [False, True, True]
    assert np.isnan(hypergeometric_medians(counts, 2)).all(axis=1).tolist() == [False, True, True]
    assert np.isnan(disjoint_votes(counts, 1).same).all(axis=1).tolist() == [False, True, True]
    assert np.isnan(disjoint_medians(counts, 1).same).all(axis=1).tolist() == [False, True, True]
    assert np.isnan(vote(counts)).all(axis=1).tolist() == [False, False, True]


@given(said())
def test_the_vote_of_all_comes_back_as_often_as_over_all_groups(case: tuple[list[int], int, int]) -> None:
    labels, size, k = case
    counts = counted(labels, size)[None]
    expected = winners(counts[0]) @ over_all_groups(labels, size, k, winners)
    np.testing.assert_allclose(kept_votes(counts, k), [expected], atol=CLOSE)


@pytest.mark.parametrize(("categories", "k"), [(2, 7), (3, 24), (5, 9), (12, 25), (20, 3)])
def test_the_vote_of_all_and_those_for_every_category(categories: int, k: int) -> None:
    """Two programmes: one for the leading category alone, one for all; also where binomials leave the table."""
    rng = np.random.default_rng(k)
    counts = rng.multinomial(rng.integers(k - 1, 60, size=40), np.full(categories, 1 / categories))
    for factor in (1, 900):
        told = (vote(counts * factor) * hypergeometric_votes(counts * factor, k)).sum(axis=1)
        np.testing.assert_allclose(kept_votes(counts * factor, k), told, atol=CLOSE)
    assert np.isnan(kept_votes(counts, k)).tolist() == (counts.sum(axis=1) < k).tolist()
    assert len(kept_votes(np.zeros((0, categories)), k)) == 0
