"""Populations of annotators: the agreement they have, who wins their votes, and what cannot be had."""

import math
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from accord.degradations import fictitious_groups
from accord.measures import measures_of
from accord.reproducibility.curves import curve
from accord.reproducibility.dirichlet import against_mode, between_groups
from accord.reproducibility.empirical import EmpiricalPopulation
from accord.reproducibility.populations import ErringPopulation, class_shares, coefficient_value
from accord.reproducibility.vote_distribution import multinomial_votes, vote
from accord.reproducibility.vote_of_errors import error_curve, lost_votes
from untyped import accord

expected_variation = accord.expected_variation

Floats = NDArray[np.float64]
CHANCE = [one.name for one in measures_of("labels").values() if one.chance_of_shares is not None]
CATEGORIES = st.integers(2, 6)


def brute_force(p: Floats, k: int) -> Floats:
    """The vote of k annotators from all C^k sequences of labels."""
    won = np.zeros(len(p))
    for labels in product(range(len(p)), repeat=k):
        counts = np.bincount(labels, minlength=len(p))
        first = counts == counts.max()
        won += math.prod(p[list(labels)]) * first / first.sum()
    return won


@pytest.mark.parametrize(("categories", "k"), [(2, 1), (2, 4), (3, 3), (3, 5), (4, 4), (5, 3), (6, 2), (4, 6)])
@pytest.mark.parametrize("rate", [0.0, 0.1, 0.4, 0.75])
def test_errors_and_votes_by_brute_force(categories: int, k: int, rate: float) -> None:
    p = np.full(categories, rate / (categories - 1))
    p[0] = 1 - rate
    assert error_curve(np.array(rate), categories, k) == pytest.approx(1 - brute_force(p, k)[0], abs=1e-13)


@settings(max_examples=40)
@given(st.integers(2, 30), st.integers(1, 40), st.floats(0, 1))
def test_errors_and_votes_agree_with_the_general_vote(categories: int, k: int, rate: float) -> None:
    p = np.full(categories, rate / (categories - 1))
    p[0] = 1 - rate
    assert error_curve(np.array(rate), categories, k) == pytest.approx(1 - multinomial_votes(p, k)[0], abs=1e-11)


def test_a_reference_with_more_votes_than_errors_is_never_lost() -> None:
    lost = lost_votes(7, 25)
    assert all(lost[m, i] == 0 for m in range(1, 26) for i in range(min(m, 26 - m)))
    assert all(0 < lost[m, i] <= 1 for m in range(1, 13) for i in range(m, 26 - m))
    assert lost[2, 2] == pytest.approx(1 / 6 / 2)  # both errors on one of six categories, and the tie lost


@settings(max_examples=40)
@given(
    CATEGORIES.flatmap(lambda c: st.tuples(st.just(c), st.lists(st.floats(0.05, 1), min_size=c, max_size=c))),
    st.floats(0, 0.9),
    st.sampled_from([math.inf, 0.5, 4.0, 60.0]),
    st.booleans(),
    st.sampled_from(sorted(CHANCE)),
    st.floats(0.01, 1),
)
def test_the_rate_gives_the_coefficient_asked_for(
    shape: tuple[int, list[float]], u: float, phi: float, by_prevalence: bool, coefficient: str, place: float
) -> None:
    categories, weights = shape
    population = ErringPopulation(categories, class_shares(weights, categories), u, phi, by_prevalence)
    lowest = population.lowest(coefficient)
    wanted = np.array(lowest + place * (1 - lowest))
    rate = population.rate(coefficient, wanted)
    assert 0 <= rate <= population.largest_rate
    assert population.value(coefficient, rate) == pytest.approx(float(wanted), abs=1e-9)


@pytest.mark.parametrize("by_prevalence", [False, True])
@pytest.mark.parametrize("u", [0.0, 0.3])
def test_agreement_of_a_population_from_its_items(by_prevalence: bool, u: float) -> None:
    """A_o and q against the distributions of labels of the items themselves."""
    weights = np.array([0.6, 0.3, 0.1])
    rate = 0.24
    known = 1 - rate * 1.5
    guess = weights if by_prevalence else np.full(3, 1 / 3)
    items = np.vstack([np.eye(3), known * np.eye(3) + (1 - known) * guess])
    often = np.concatenate([u * weights, (1 - u) * weights])
    agreed, shares = ErringPopulation(3, tuple(weights), u, by_prevalence=by_prevalence).agreement(np.array(rate))
    assert agreed == pytest.approx(float(often @ np.square(items).sum(axis=1)), abs=1e-14)
    np.testing.assert_allclose(shares, often @ items, atol=1e-14)


@pytest.mark.parametrize("coefficient", ["multi_kappa", "fleiss", "alpha", "ac1"])
def test_coefficients_are_those_of_annotators_of_this_kind(coefficient: str) -> None:
    """60,000 items, six annotators, unequal categories: our measures find the value that the population has."""
    weights = [0.7, 0.2, 0.1]
    [group] = fictitious_groups(60_000, 3, 6, 9_000, prevalence=weights, unanimous=0.2, seed=1)
    population = ErringPopulation(3, tuple(weights), unanimous=0.2)
    expected = population.value(coefficient, np.array(9_000 / 48_000))
    assert accord.measure(group, coefficient, confidence=None).value == pytest.approx(float(expected), abs=0.004)


def test_coefficients_coincide_for_equal_categories_only() -> None:
    names = [name for name in CHANCE if name != "observed_agreement"]
    equal = {name: expected_variation(0.7, 4, 3, coefficient=name) for name in names}
    assert max(equal.values()) - min(equal.values()) < 1e-12
    skewed = {name: expected_variation(0.7, 4, 3, coefficient=name, prevalence=[0.7, 0.1, 0.1, 0.1]) for name in names}
    assert skewed["kappa"] == pytest.approx(skewed["alpha"])
    assert skewed["kappa"] < skewed["s"] < skewed["ac1"]
    agreement = 0.7 + 0.3 / 4
    assert expected_variation(agreement, 4, 3, coefficient="observed_agreement") == pytest.approx(equal["kappa"])


# ---- Dirichlet


@pytest.mark.parametrize(("categories", "kappa"), [(2, 0.5), (3, 0.8), (5, 0.67), (8, 0.3)])
def test_dirichlet_by_sampling(categories: int, kappa: float) -> None:
    """100,000 items drawn: five standard errors are allowed."""
    rng = np.random.default_rng(categories)
    p = rng.dirichlet(np.full(categories, (1 - kappa) / kappa / categories), 100_000)
    for k in (1, 3, 6):
        votes = multinomial_votes(p, k)
        for against, lost in (
            ("reference", 1 - (votes * vote(p)).sum(axis=1)),
            ("group", 1 - np.square(votes).sum(axis=1)),
        ):
            found = expected_variation(kappa, categories, k, "dirichlet", against)
            assert found == pytest.approx(lost.mean(), abs=5 * lost.std() / len(p) ** 0.5)


def test_dirichlet_with_unequal_categories_by_sampling() -> None:
    weights, kappa = np.array([0.6, 0.3, 0.1]), 0.6
    p = np.random.default_rng(4).dirichlet(weights * (1 - kappa) / kappa, 150_000)
    votes = multinomial_votes(p, 4)
    lost = {"reference": 1 - (votes * vote(p)).sum(axis=1), "group": 1 - np.square(votes).sum(axis=1)}
    for against, sample in lost.items():
        found = expected_variation(kappa, 3, 4, "dirichlet", against, prevalence=weights)
        assert found == pytest.approx(sample.mean(), abs=5 * sample.std() / len(p) ** 0.5)


@settings(max_examples=40)
@given(CATEGORIES, st.floats(0.05, 0.95))
def test_dirichlet_of_a_single_annotator_in_closed_form(categories: int, kappa: float) -> None:
    """Δ_1 = 1 − A_o; and equal categories given one by one (compositions) or as alike (partitions) are the same."""
    alike = np.full(categories, (1 - kappa) / kappa / categories)
    assert between_groups(alike, 1) == pytest.approx((1 - kappa) * (categories - 1) / categories, abs=1e-11)
    nearly = alike * (1 + 1e-13 * np.arange(categories))
    assert between_groups(nearly, 4) == pytest.approx(between_groups(alike, 4), abs=1e-10)
    assert against_mode(nearly, 4) == pytest.approx(against_mode(alike, 4), abs=1e-10)


def test_two_categories_dirichlet_is_a_beta_population() -> None:
    """Dirichlet(a, a) is Beta(1/2, φ = 2a): the exact moments of one against the quadrature of the other."""
    for kappa in (0.2, 0.5, 0.8):
        phi = (1 - kappa) / kappa
        population = ErringPopulation(2, (0.5, 0.5), precision=phi)
        assert population.rate("kappa", np.array(kappa)) == pytest.approx(0.5, abs=1e-6)
        for k, against in product((1, 2, 3, 8), ("reference", "group")):
            ends = [expected_variation(kappa, 2, k, "dirichlet", against) for _ in range(1)]
            ends.append(float(population._spread(np.array(0.5), k, against)))
            assert ends[0] == pytest.approx(ends[1], abs=1e-11)


def test_no_and_full_agreement_of_a_dirichlet_population() -> None:
    made = curve([0.0, 1e-5, 1.0], 3, 5, "dirichlet")
    assert made[0] == pytest.approx(2 / 3)
    assert made[1] == pytest.approx(2 / 3, abs=0.01)
    assert made[2] == 0


def test_large_groups_and_unequal_categories() -> None:
    """22 votes fall on eight categories in 1,560,780 ways, which are not gone through; 60,000 drawn items."""
    weights = np.arange(1.0, 9.0)
    made = expected_variation(0.5, 8, 22, "dirichlet", "group", prevalence=weights)
    rng = np.random.default_rng(8)
    p = rng.dirichlet(weights / weights.sum(), 60_000)
    first, again = (votes == votes.max(axis=1, keepdims=True) for votes in (rng.multinomial(22, p) for _ in range(2)))
    differ = 1 - (first & again).sum(axis=1) / first.sum(axis=1) / again.sum(axis=1)
    assert made == pytest.approx(differ.mean(), abs=4 * differ.std() / len(differ) ** 0.5)


# ---- beta


@pytest.mark.parametrize(("categories", "kappa", "phi"), [(2, 0.6, 3.0), (3, 0.7, 0.5), (5, 0.8, 20.0)])
def test_beta_by_sampling(categories: int, kappa: float, phi: float) -> None:
    mean = float(
        ErringPopulation(categories, (1 / categories,) * categories, precision=phi).rate("kappa", np.array(kappa))
    )
    rates = np.random.default_rng(2).beta(mean * phi, (1 - mean) * phi, 100_000)
    p = np.repeat(rates[:, None] / (categories - 1), categories, axis=1)
    p[:, 0] = 1 - rates
    assert coefficient_value("kappa", np.square(p).sum(axis=1).mean(), np.full(categories, 1 / categories)) == (
        pytest.approx(kappa, abs=0.006)
    )
    votes = multinomial_votes(p, 3)
    mode = vote(p)
    lost = {"reference": 1 - (votes * mode).sum(axis=1), "group": 1 - np.square(votes).sum(axis=1)}
    for against, sample in lost.items():
        found = expected_variation(kappa, categories, 3, "beta", against, phi=phi)
        assert found == pytest.approx(sample.mean(), abs=5 * sample.std() / len(p) ** 0.5)


def test_a_precise_beta_population_is_homogeneous() -> None:
    values = np.linspace(0.1, 1, 10)
    for against in ("reference", "group"):
        near = curve(values, 4, 5, "beta", against, phi=1e8)
        np.testing.assert_allclose(near, curve(values, 4, 5, against=against), atol=1e-6)


# ---- the data's own


COUNTS = st.integers(2, 4).flatmap(
    lambda c: st.lists(st.lists(st.integers(0, 5), min_size=c, max_size=c).filter(any), min_size=1, max_size=12)
)


@settings(max_examples=40)
@given(COUNTS, st.floats(0.02, 1))
def test_stretched_data_keep_their_reference_and_reach_the_agreement(rows: list[list[int]], place: float) -> None:
    counts = np.array(rows)
    population = EmpiricalPopulation.of(counts)
    labels = population.stretched(np.array(population.end))
    assert (labels >= -1e-12).all()
    np.testing.assert_allclose(labels.sum(axis=-1), 1)
    winners = (population.vote * labels).sum(axis=-1)
    runner_up = np.where(population.vote > 0, 0.0, labels).max(axis=-1)
    contested = np.isfinite(population.furthest)
    np.testing.assert_allclose(winners[contested], runner_up[contested], atol=1e-12)  # they tie at the end
    assert (winners >= labels.max(axis=-1) - 1e-12).all()
    lowest = population.lowest("s")
    highest = population.value("s", np.array(0.0))  # below 1 when the vote itself is tied
    if highest == 1 and lowest < 1:
        wanted = np.array(lowest + place * (1 - lowest))
        factor = population.factor("s", wanted)
        assert population.value("s", factor) == pytest.approx(float(wanted), abs=1e-9)


def test_the_data_as_they_are() -> None:
    """t = 1 is n / P; and one kind of items of homogeneous counts is the homogeneous population."""
    counts = np.array([[6, 2, 2], [2, 6, 2], [2, 2, 6]])
    population = EmpiricalPopulation.of(counts)
    np.testing.assert_allclose(population.stretched(np.array(1.0)).sum(axis=0), counts.sum(axis=0) / 10)
    for against in ("reference", "group"):
        made = curve([0.2, 0.5, 0.9], None, 4, "empirical", against, counts=counts)
        np.testing.assert_allclose(made, curve([0.2, 0.5, 0.9], 3, 4, against=against), atol=1e-10)


def test_without_a_value_the_data_are_taken_as_they_are() -> None:
    counts = np.array([[5, 1, 0], [3, 3, 0], [0, 0, 6], [2, 3, 1]])
    votes = multinomial_votes(counts / 6, 4)
    kept = (votes[0, 0], votes[1, 0], votes[2, 2], votes[3, 1])  # in a tie either label is half the reference
    found = expected_variation(None, None, 4, "empirical", counts=counts)
    assert found == pytest.approx(1 - float(np.mean(kept)), abs=1e-12)
    value = EmpiricalPopulation.of(counts).value("kappa", np.array(1.0))
    assert expected_variation(float(value), 3, 4, "empirical", counts=counts) == pytest.approx(found, abs=1e-9)


# ---- what cannot be asked


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ({"kappa": 1.2}, "cannot have kappa = 1.2"),
        ({"kappa": -0.1}, "reaches 0 to 1"),
        ({"kappa": float("nan")}, "is nan"),
        ({"kappa": None}, "needs a value of kappa"),
        ({"categories": 1}, "categories=1 is not a whole number of at least 2"),
        ({"categories": None}, "categories=None"),
        ({"k": 0}, "k=0 is not a whole number"),
        ({"k": 2.0}, "k=2.0 is not a whole number"),
        ({"k": 151}, "from 1 to 150"),
        ({"model": "normal"}, "use one of homogeneous, unanimous, beta, dirichlet, empirical"),
        ({"against": "all"}, "use 'reference' or 'group'"),
        ({"coefficient": "gamma"}, "no curve is drawn over 'gamma'"),
        ({"unanimous": 0.2}, "model 'homogeneous' has no parameter 'unanimous'"),
        ({"model": "unanimous"}, "needs its parameter u"),
        ({"model": "unanimous", "unanimous": 2}, "unanimous=2 is not a number from 0 to 1"),
        ({"model": "unanimous", "unanimous": 0.9}, "90% of its items are unanimous, and it reaches 0.9 to 1"),
        ({"model": "beta"}, "needs its parameter phi"),
        ({"model": "beta", "phi": 0}, "phi=0 is not a number"),
        ({"model": "beta", "phi": 0.01, "kappa": 0.1}, "makes many items nearly unanimous"),
        ({"errors": "odd"}, "use 'uniform' or 'prevalence'"),
        ({"prevalence": [1, 1]}, "2 class weights are given for 5 categories"),
        ({"prevalence": [1, 0, 0, 0, 0]}, "at least two of them positive"),
        ({"prevalence": "heavy"}, "class weights are numbers"),
        ({"model": "empirical"}, "needs counts"),
        ({"model": "empirical", "counts": [[0, 0]], "categories": None}, "hold no label"),
        ({"model": "empirical", "counts": [[1, -1]], "categories": None}, "numbers of at least 0"),
        ({"model": "empirical", "counts": [[3, 1]]}, "of 2 categories, not of 5"),
        ({"model": "empirical", "counts": [[3, 0], [0, 4]], "categories": None}, "all unanimous"),
    ],
)
def test_refusals(call: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"kappa": 0.8, "categories": 5, "k": 3} | call
    with pytest.raises(accord.UsageError, match=message):
        expected_variation(**arguments)
