"""Dirichlet populations of up to 20 categories and 25 annotators: two programmes, brute force, drawing, the tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import factorial, prod
from pathlib import Path

import numpy as np
import pytest
from dirichlet_grid import GRIDS, DirichletCurves, against_mode_grid, between_groups_grid

from accord.reproducibility import curve_tables
from accord.reproducibility.dirichlet import against_mode, between_groups
from accord.reproducibility.disjoint import dirichlet_pair
from between_workers import built_once, shared_folder
from untyped import accord

expected_variation = accord.expected_variation

WEIGHTS = np.array([4e-4, 0.01, 0.25, 6.0])
CLOSE = 2e-12


@pytest.fixture(scope="module")
def grids(tmp_path_factory: pytest.TempPathFactory) -> dict[str, np.ndarray]:
    def build(_: Path) -> dict[str, np.ndarray]:
        return {"reference": against_mode_grid(WEIGHTS, 20, 25), "group": between_groups_grid(WEIGHTS, 20, 25)}

    return built_once(shared_folder(tmp_path_factory), "grids of Dirichlet populations", build)


@pytest.mark.parametrize(
    ("categories", "k"), [(2, 1), (2, 25), (3, 2), (3, 24), (4, 7), (5, 13), (8, 12), (13, 11), (20, 3), (20, 20)]
)
def test_two_programmes_agree(grids: dict[str, np.ndarray], categories: int, k: int) -> None:
    """All categories and annotators in one pass, through the outcomes of a group, beside one population at a time, by
    integrals: to 1e−11."""
    for place, weight in enumerate(WEIGHTS):
        alike = np.full(categories, weight)
        assert grids["reference"][place, categories, k] == pytest.approx(against_mode(alike, k), abs=CLOSE)
        assert grids["group"][place, categories, k] == pytest.approx(between_groups(alike, k), abs=1e-11)
        if k <= 8:  # a third one, which does not know that categories are alike
            same = float(dirichlet_pair(alike, k).sum())
            assert grids["group"][place, categories, k] == pytest.approx(1 - same, abs=CLOSE)


@pytest.mark.parametrize("k", [1, 2, 5, 8, 9])
def test_two_programmes_agree_on_unequal_categories(k: int) -> None:
    """Some categories alike, some not, from hardly ever to nearly always."""
    for weights in ([0.2, 0.2, 0.7], [1.5, 0.01, 0.3, 0.3], [3.0, 0.4, 0.4, 0.4, 1e-4], [1e4, 2e3], [1e-6, 1e-6, 1.0]):
        same = float(dirichlet_pair(weights, k).sum())
        assert between_groups(np.array(weights), k) == pytest.approx(1 - same, abs=1e-11)


@pytest.mark.parametrize(("categories", "k"), [(3, 101), (9, 75), (60, 31), (200, 5)])
def test_groups_beyond_the_grid(categories: int, k: int) -> None:
    """κ = .5; 20,000 items, four standard errors."""
    rng = np.random.default_rng(categories)
    weights = np.full(categories, 1 / categories)
    drawn = rng.standard_gamma(np.tile(weights, (20_000, 1)))
    p = drawn / drawn.sum(axis=1, keepdims=True)
    first, again = (votes == votes.max(axis=1, keepdims=True) for votes in (rng.multinomial(k, p) for _ in range(2)))
    differ = 1 - (first & again).sum(axis=1) / first.sum(axis=1) / again.sum(axis=1)
    assert between_groups(weights, k) == pytest.approx(differ.mean(), abs=4 * differ.std() / len(differ) ** 0.5)


def rising(weight: Fraction, times: int) -> Fraction:
    return prod((weight + step for step in range(times)), start=Fraction(1))


def in_fractions(weight: Fraction, categories: int, k: int) -> float:
    """Δ_k from all outcomes of both groups."""
    outcomes = [votes for votes in product(range(k + 1), repeat=categories) if sum(votes) == k]
    total, same = rising(categories * weight, 2 * k), Fraction(0)
    for one, other in product(outcomes, repeat=2):
        chance = Fraction(factorial(k) ** 2)
        for a, b in zip(one, other, strict=True):
            chance *= rising(weight, a + b) / factorial(a) / factorial(b)
        winners, again = ({code for code, votes in enumerate(group) if votes == max(group)} for group in (one, other))
        same += chance * Fraction(len(winners & again), len(winners) * len(again))
    return float(1 - same / total)


@pytest.mark.parametrize(("categories", "k"), [(2, 3), (2, 6), (3, 4), (4, 3), (5, 2), (3, 5)])
def test_brute_force_in_fractions(categories: int, k: int) -> None:
    for weight in (Fraction(1, 20), Fraction(3, 4)):
        made = between_groups_grid(np.array([float(weight)]), categories, k)
        assert made[0, categories, k] == pytest.approx(in_fractions(weight, categories, k), abs=1e-14)


@pytest.mark.parametrize(("categories", "k", "place"), [(20, 25, 1), (20, 25, 2), (12, 18, 2), (7, 24, 3)])
def test_drawing(grids: dict[str, np.ndarray], categories: int, k: int, place: int) -> None:
    """60,000 items: four standard errors are allowed."""
    rng = np.random.default_rng(k + categories)
    p = rng.dirichlet(np.full(categories, WEIGHTS[place]), 60_000)
    one, other = (rng.multinomial(k, p) for _ in range(2))
    first, again = (votes == votes.max(axis=1, keepdims=True) for votes in (one, other))
    kept = first[np.arange(len(p)), p.argmax(axis=1)] / first.sum(axis=1)
    same = (first & again).sum(axis=1) / first.sum(axis=1) / again.sum(axis=1)
    for against, drawn in (("reference", 1 - kept), ("group", 1 - same)):
        error = 4 * drawn.std() / len(drawn) ** 0.5
        assert grids[against][place, categories, k] == pytest.approx(drawn.mean(), abs=error)


def test_identities_over_the_whole_grid(grids: dict[str, np.ndarray]) -> None:
    """W_1 = W_2; Δ_1 = (1 − κ)(C − 1) / C; never less stable with more annotators; E ≤ Δ ≤ 2 E."""
    categories = np.arange(2, 21)
    kappa = 1 / (1 + categories * WEIGHTS[:, None])
    for grid in grids.values():
        np.testing.assert_allclose(grid[:, 2:, 1], grid[:, 2:, 2], atol=CLOSE)
        assert (np.diff(grid[:, 2:, 1:], axis=2) <= CLOSE).all()
        np.testing.assert_allclose(grid[:, 2, 1:25:2], grid[:, 2, 2:26:2], atol=CLOSE)
    np.testing.assert_allclose(grids["group"][:, 2:, 1], (1 - kappa) * (categories - 1) / categories, atol=CLOSE)
    lost, pair = grids["reference"][:, 2:, 1:], grids["group"][:, 2:, 1:]
    assert (lost <= pair + CLOSE).all()
    assert (pair <= 2 * lost + CLOSE).all()


@pytest.mark.parametrize("against", ["reference", "group"])
def test_curves_between_the_nodes(against: str) -> None:
    made = DirichletCurves.of(against, 6, 7)
    for categories, k in product((2, 3, 6), (1, 4, 7)):
        for kappa in (0.15, 0.5, 0.8123, 0.97):
            exact = expected_variation(kappa, categories, k, "dirichlet", against)
            assert float(made.variation(kappa, categories, k)) == pytest.approx(exact, abs=1e-11)
    with pytest.raises(accord.UsageError, match="leaves the curve"):
        made.variation(0.001, 3, 3)
    with pytest.raises(accord.UsageError, match="leaves the curve"):
        made.smallest_kappa(0.9, 3, 3)


CELLS = [(2, 25), (3, 10), (5, 25), (6, 17), (11, 14), (16, 12), (20, 1), (20, 25)]


@pytest.mark.parametrize("against", GRIDS)
@pytest.mark.parametrize(("categories", "k"), CELLS)
def test_shipped_cells(categories: int, k: int, against: str) -> None:
    """Cells of the files beside populations computed one at a time, by the other programme."""
    slow = against == "group" and (categories, k) == (20, 25)
    for kappa in (0.8,) if slow else (0.2, 0.67, 0.8):
        found = 100 * expected_variation(kappa, categories, k, "dirichlet", against)
        cell = curve_tables.variation_table()["dirichlet", against, categories, k][kappa]
        assert cell == pytest.approx(found, abs=0.0050001)
    if not slow:
        kappa = curve_tables.smallest_kappa_table()["dirichlet", against, categories, k][0.05]
        around = [kappa - 0.00051, kappa + 0.00051]
        below, above = (expected_variation(one, categories, k, "dirichlet", against) for one in around)
        assert above < 0.05 < below
