"""Bregeon et al. 2019: table 1, figures and the claims of the conclusion, with the verdicts that the site states."""

import csv
import json
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import accord
from accord.reproducibility.curves import curve, expected_variation
from accord.reproducibility.disagreement_histogram import disagreement_histogram
from accord.reproducibility.simulated_groups import Point, fictitious_points, group_kappas, simulated_points
from accord.reproducibility.vote_distribution import hypergeometric_votes, vote

Codes = NDArray[np.int64]
PAGE = Path(__file__).resolve().parents[2] / "docs" / "reproducibility.md"
TABLE_1 = {
    "kappa": [0.923, 0.799, 0.684, 0.580, 0.484, 0.398, 0.319, 0.247],
    "sd": [0.010, 0.015, 0.016, 0.020, 0.022, 0.025, 0.028, 0.029],
}


def percent(*arguments: Any, **parameters: Any) -> float:
    return 100 * expected_variation(*arguments, **parameters)


# ---- table 1, figure 8


def test_table_1() -> None:
    """N = 60, C = 3, M = 1.57 + 2.66 i, σ = .4: means and deviations of 200 groups of four within .005."""
    points = fictitious_points(60, 3, 4, [1.57 + 2.66 * i for i in range(8)], groups=200, sigma=0.4, seed=3)
    for point, kappa, deviation in zip(points, TABLE_1["kappa"], TABLE_1["sd"], strict=True):
        assert point.kappa == pytest.approx(kappa, abs=0.005)
        assert point.kappa_deviation == pytest.approx(deviation, abs=0.005)


def test_table_1_is_the_published_one(shared_gold: Path) -> None:
    gold = json.loads((shared_gold / "reproducibility.json").read_text())["paper_000"]["table1"]
    assert gold["kappa"][::-1] == TABLE_1["kappa"]
    assert gold["sd"][::-1] == TABLE_1["sd"]


def test_figure_8_simulations_lie_on_the_exact_curves() -> None:
    """600 items, 60 groups: the rate of a pair of groups has an error of some .02 / √60."""
    for u, k in product((0.0, 0.2), (3, 6)):
        for point in fictitious_points(600, 3, k, [60 * (1 - u), 180 * (1 - u)], groups=60, sigma=2, unanimous=u):
            exact = expected_variation(point.kappa, 3, k, "unanimous", "group", unanimous=u)
            assert point.variation == pytest.approx(exact, abs=0.006)


def test_kappas_of_groups_are_those_of_the_measure() -> None:
    rng = np.random.default_rng(1)
    codes = rng.integers(0, 3, (30, 4))
    counts = (codes[:, :, None] == np.arange(3)).sum(axis=1)[None].astype(float)
    shares = (codes.T[:, :, None] == np.arange(3)).mean(axis=1)[None]
    expected = accord.measure(accord.labels(codes.tolist()), "multi_kappa", confidence=None).value
    assert group_kappas(counts, shares)[0] == pytest.approx(expected, abs=1e-12)
    alone = np.ones((1, 5, 1)) * 3
    assert np.isnan(group_kappas(alone, np.ones((1, 3, 1)))[0])  # one category: κ is not defined


# ---- claims that are about κ alone


@pytest.mark.parametrize(("categories", "best", "dirichlet"), [(2, 0.81, 4.64), (5, 1.53, 7.71), (20, 1.96, 9.33)])
def test_kappa_of_point_eight_and_three_annotators(categories: int, best: float, dirichlet: float) -> None:
    """ "Always less than 3 %": yes for homogeneous errors, no for a Dirichlet population."""
    assert percent(0.8, categories, 3) == pytest.approx(best, abs=0.006)
    assert percent(0.8, categories, 3, "dirichlet") == pytest.approx(dirichlet, abs=0.006)
    assert all(percent(0.8, categories, k) < 3 for k in range(3, 26))


def test_another_set_of_annotators_changes_more_than_three_percent() -> None:
    assert percent(0.8, 5, 3, against="group") == pytest.approx(3.03, abs=0.006)
    assert percent(0.8, 10, 3, against="group") > 3.5


def test_kappa_of_two_thirds() -> None:
    """ "5 to 10 %" lies between homogeneous errors and a Dirichlet population."""
    assert [round(percent(0.67, c, 3), 1) for c in (2, 20)] == [2.3, 5.6]
    assert [round(percent(0.67, c, 3, "dirichlet"), 1) for c in (2, 20)] == [8.0, 16.6]


def test_two_and_eight_annotators() -> None:
    assert [round(percent(0.8, 5, k), 2) for k in (2, 8)] == [8.45, 0.01]
    assert [round(percent(0.8, 5, k, "dirichlet"), 1) for k in (2, 8)] == [11.3, 5.1]


def test_fewer_categories_vary_less_for_three_annotators_and_not_always_beyond() -> None:
    grid = np.linspace(0.02, 0.98, 49)
    for k in range(1, 9):
        by_size = np.array([curve(grid, categories, k) for categories in range(2, 21)])
        assert (np.diff(by_size, axis=0) >= -1e-15).all() == (k <= 3)
    assert percent(0.8, 2, 6) > 5 * percent(0.8, 20, 6)
    assert percent(0.3, 2, 4) < percent(0.3, 20, 4)


def test_unanimous_items_lift_the_curve() -> None:
    for categories, k, against in product((2, 3, 5, 12), (1, 2, 3, 6, 11), ("reference", "group")):
        grid = np.linspace(0.2, 1, 41)
        above = curve(grid, categories, k, "unanimous", against, unanimous=0.2)
        assert (above >= curve(grid, categories, k, against=against) - 1e-12).all()
        # E_1 = E_2 against another group is 1 − A_o whatever the items
        assert (above[10:30] > curve(grid[10:30], categories, k, against=against) + 1e-9).all() != (
            against == "group" and k <= 2
        )


def test_a_correction_for_chance_nearly_merges_numbers_of_categories() -> None:
    """1 − Δ_k / (1 − Σ W̄²), W̄ = 1 / C for equal categories."""
    made = [1 - expected_variation(0.8, c, 3, against="group") * c / (c - 1) for c in (2, 3, 5, 10)]
    assert [round(one, 3) for one in made] == [0.968, 0.965, 0.962, 0.960]


def test_prevalence_at_a_fixed_coefficient() -> None:
    """Skew makes the reference more stable at a fixed κ, less at a fixed AC1; the rare category suffers either way."""
    shares = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
    for options in ({}, {"errors": "prevalence"}, {"model": "dirichlet"}):
        made = [percent(0.8, 2, 3, prevalence=[share, 1 - share], **options) for share in shares]
        assert made == sorted(made, reverse=True)
        assert made[0] > 3 * made[-1]
    gwet = [percent(0.8, 2, 3, coefficient="ac1", prevalence=[share, 1 - share]) for share in shares]
    assert gwet == sorted(gwet)


# ---- on real data


def crowd(folder: Path, name: str) -> Codes:
    """(items, 20) the first twenty labels of each item."""
    by_item: dict[str, list[int]] = {}
    with (folder / "labels" / "crowd" / name).open(newline="") as stream:
        for row in csv.reader(stream):
            by_item.setdefault(row[1], []).append(int(row[2]))
    return np.array([labels[:20] for labels in by_item.values() if len(labels) >= 20])


def tally(codes: Codes, size: int) -> Codes:
    return np.asarray((codes[:, :, None] == np.arange(size)).sum(axis=1))


SETS = ("CF5", "CF3", "SP2")


@pytest.fixture(scope="module")
def sets(shared_data: Path) -> dict[str, tuple[Codes, int]]:
    weather = crowd(shared_data, "CF_amt.csv")
    return {
        "CF5": (weather, 5),
        "CF3": (np.array([0, 1, 2, 1, 1])[weather], 3),
        "SP2": (crowd(shared_data, "SP_amt.csv"), 2),
    }


@pytest.mark.parametrize(
    ("name", "unanimous", "near"), [("CF5", 0.147, 0.347), ("CF3", 0.203, 0.507), ("SP2", 0.426, 0.774)]
)
def test_figure_7(sets: dict[str, tuple[Codes, int]], name: str, unanimous: float, near: float) -> None:
    found = disagreement_histogram(tally(*sets[name]))
    assert found.unanimous == pytest.approx(unanimous, abs=0.0005)
    assert found.near_unanimous == pytest.approx(near, abs=0.0005)
    assert sum(found.shares) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "kappas", "rates"),
    [
        ("CF5", (0.514, 0.532), (0.145, 0.159)),
        ("CF3", (0.558, 0.590), (0.089, 0.105)),
        ("SP2", (0.722, 0.752), (0.033, 0.039)),
    ],
)
def test_figure_2(
    sets: dict[str, tuple[Codes, int]], name: str, kappas: tuple[float, float], rates: tuple[float, float]
) -> None:
    """Windows of nine labels: κ_G of all 84 groups of three, τ_G against the vote of nine."""
    codes, size = sets[name]
    groups = list(combinations(range(9), 3))
    found = []
    for start in range(12):
        window = codes[:, start : start + 9]
        counts = np.stack([tally(window[:, group], size) for group in groups]).astype(float)
        shares = np.stack([(window[:, group].T[:, :, None] == np.arange(size)).mean(axis=1) for group in groups])
        votes = tally(window, size)
        changed = 1 - (vote(votes) * hypergeometric_votes(votes, 3)).sum(axis=1).mean()
        found.append((group_kappas(counts, shares).mean(), changed))
    made = np.array(found)
    np.testing.assert_allclose([made[:, 0].min(), made[:, 0].max()], kappas, atol=0.0006)
    np.testing.assert_allclose([made[:, 1].min(), made[:, 1].max()], rates, atol=0.0006)


def falling(points: list[Point], kappa: float) -> float:
    least = int(np.argmin([point.kappa for point in points]))
    held = points[: least + 1][::-1]
    return 100 * float(np.interp(kappa, [one.kappa for one in held], [one.variation for one in held]))


@pytest.mark.parametrize("name", SETS)
def test_claims_on_annotators_simulated_from_real_data(sets: dict[str, tuple[Codes, int]], name: str) -> None:
    """κ = .8: under 3 % for three simulated annotators; κ = .67: 5 to 10 %; between groups 4 to 6 % at .8."""
    codes, size = sets[name]
    contested = int((tally(codes, size).max(axis=1) < 20).sum())
    means = np.rint(np.linspace(0.05, 0.65, 16) * contested).tolist()
    points = simulated_points(accord.labels(codes.tolist()), 3, means, groups=40)
    assert 1.8 < falling(points, 0.8) < 3
    assert 5 < falling(points, 0.67) < 10
    exact = percent(0.8, None, 3, "empirical", counts=tally(codes, size))
    assert exact == pytest.approx({"CF5": 3.5, "CF3": 2.5, "SP2": 2.9}[name], abs=0.06)
    between = percent(0.8, None, 3, "empirical", "group", counts=tally(codes, size))
    assert between == pytest.approx({"CF5": 5.6, "CF3": 4.2, "SP2": 4.7}[name], abs=0.06)


# ---- the page says these numbers


@pytest.mark.parametrize(
    "said",
    [
        "at most 2.0 % up to 20 categories",
        "4.6 to 9.3 %",
        "2.3 to 5.6 %",
        "8.0 to 16.6 %",
        "11.3 % and 5.1 %",
        "1.5 % and 7.7 %",
    ],
)
def test_the_page_states_what_is_tested_here(said: str) -> None:
    assert said in PAGE.read_text(encoding="utf-8")


# ---- histogram


def test_histogram_of_nothing_and_of_ties() -> None:
    empty = disagreement_histogram([[1, 0], [0, 0]])
    assert empty.items == 0
    assert np.isnan(empty.mean)
    tied = disagreement_histogram([[2, 2], [1, 1]])
    assert (tied.mean, tied.shares[5], tied.unanimous) == (0.5, 1.0, 0.0)
    assert disagreement_histogram([[4, 0], [2, 2], [1, 0]], weights=[3, 2, 9]) == disagreement_histogram(
        [[4, 0]] * 3 + [[2, 2]] * 2
    )
    all_off = disagreement_histogram([[3, 7]], bins=10)
    assert all_off.shares[3] == 1  # 3/10 lies in the bin that begins there


@pytest.mark.parametrize(("counts", "bins"), [([[1, 2]], 0), ([[1, 2]], True), ([1, 2], 5)])
def test_histogram_refusals(counts: Any, bins: Any) -> None:
    with pytest.raises(accord.UsageError):
        disagreement_histogram(counts, bins)
