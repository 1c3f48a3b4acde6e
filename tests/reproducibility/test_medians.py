"""Medians of other annotators: by brute force, beside what is observed, and from known populations."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from accord.annotations import Labels
from accord.reproducibility import forecast, plan, promise, scale_curve
from accord.reproducibility import scale_populations as scales
from accord.reproducibility.disagreement_histogram import disagreement_histogram
from accord.reproducibility.extrapolation import Pilot
from accord.reproducibility.median_groups import dirichlet_median_pairs, dirichlet_medians
from accord.reproducibility.median_vote import median
from accord.reproducibility.mixed_population import MixedPopulation
from accord.reproducibility.scale_populations import Scale, steps
from untyped import accord


def chance(weights: list[float], *groups: tuple[int, ...]) -> float:
    """Of the counts of groups of annotators of one item, its distribution of labels being Dirichlet."""
    total, votes = sum(weights), sum(map(sum, groups))
    logs = math.lgamma(total) - math.lgamma(total + votes)
    for group in groups:
        logs += math.lgamma(sum(group) + 1) - sum(math.lgamma(times + 1) for times in group)
    both = [sum(times) for times in zip(*groups, strict=True)]
    return math.exp(
        logs + sum(math.lgamma(one + times) - math.lgamma(one) for one, times in zip(weights, both, strict=True))
    )


@pytest.mark.parametrize("k", [1, 2, 3, 4])
@pytest.mark.parametrize("weights", [[2.0, 1.0], [0.3, 0.1, 0.6], [0.2, 3.0, 0.05, 1.0]])
def test_medians_of_a_dirichlet_population_are_those_of_all_outcomes(weights: list[float], k: int) -> None:
    size = len(weights)
    outcomes = [one for one in itertools.product(range(k + 1), repeat=size) if sum(one) == k]
    alone, same, apart = np.zeros(size), 0.0, np.zeros(size - 1)
    for one in outcomes:
        first = median([one])[0]
        alone += chance(weights, one) * first
        for other in outcomes:
            second, weight = median([other])[0], chance(weights, one, other)
            same += weight * float(first @ second)
            low, high = first.cumsum()[:-1], second.cumsum()[:-1]
            apart += weight * (low * (1 - high) + high * (1 - low))
    made = dirichlet_median_pairs([weights], k)
    np.testing.assert_allclose(dirichlet_medians(weights, k), alone, atol=1e-12)
    np.testing.assert_allclose(made.same, same, atol=1e-12)
    np.testing.assert_allclose(made.apart[0], apart, atol=1e-12)


def test_large_groups_are_exact_where_weights_are_tiny_or_huge() -> None:
    for weights in ([1e-6, 3.0, 1e4], [1e4, 1e4, 1e4], [1e-6, 1e-6, 1e-6]):
        made = dirichlet_median_pairs([weights], 101)
        assert 0 <= made.same[0] <= 1
        assert ((made.apart >= 0) & (made.apart <= 0.5 + 1e-9)).all()
        assert dirichlet_medians(weights, 101).sum() == pytest.approx(1)


@pytest.mark.parametrize("ordinal", [True, False])
def test_alpha_of_a_dirichlet_population_is_its_kappa_whatever_the_distances(ordinal: bool) -> None:
    """On it the curve of leaps rests."""
    scale = Scale((0.5, 0.3, 0.2), (1.0, 2.0, 7.0), ordinal)
    rng = np.random.default_rng(0)
    chances = rng.dirichlet(np.array(scale.shares) * (1 - 0.6) / 0.6, 200_000)
    far, shares = scale.distances(), np.array(scale.shares)
    observed = float(np.einsum("ic,cd,id->", chances, far, chances)) / len(chances)
    assert 1 - observed / float(shares @ far @ shares) == pytest.approx(0.6, abs=0.005)


def test_alpha_of_counts_is_krippendorffs() -> None:
    """But for the small sample: pairs of the same item are left out of what is expected there."""
    data = drawn_stars(4000, 3, 0.7)
    pilot = Pilot.of(data)
    assert pilot.kappa == pytest.approx(accord.measure(data, "alpha").value, abs=0.001)


@pytest.mark.parametrize("alpha", [0.3, 0.8, 0.95])
def test_the_places_on_the_latent_scale_are_enough(alpha: float, monkeypatch: pytest.MonkeyPatch) -> None:
    scale = Scale((0.1, 0.5, 0.1, 0.3), (1.0, 2.0, 3.0, 4.0))
    few = steps(alpha, scale, 7)
    monkeypatch.setattr(scales, "NODES", 4000)
    many = scales._steps.__wrapped__(alpha, scale, 7)
    assert few.share == pytest.approx(many.share, abs=1e-3)
    assert few.distance == pytest.approx(many.distance, abs=1e-3)


def test_steps_are_those_of_drawn_annotators() -> None:
    """A latent scale with errors, cut in five: α and the share of medians that differ, from 60,000 items."""
    rng = np.random.default_rng(1)
    seen = rng.standard_normal((60_000, 1)) + 0.5 * rng.standard_normal((60_000, 6))
    codes = np.searchsorted(np.quantile(seen, [0.2, 0.4, 0.6, 0.8]), seen)
    counts = (codes[:, :, None] == np.arange(5)).sum(axis=1).astype(np.float64)
    alpha = Scale.even(5).alpha(counts, np.ones(len(counts)))
    first, second = np.median(codes[:, :3], axis=1), np.median(codes[:, 3:], axis=1)
    made = steps(alpha, Scale.even(5), 3)
    assert made.share == pytest.approx((first != second).mean(), abs=0.006)
    assert made.distance == pytest.approx(np.abs(first - second).mean(), abs=0.006)


def test_steps_change_more_labels_and_leaps_change_them_farther() -> None:
    for point in scale_curve(5, 3, [0.5, 0.8]):
        assert point.steps > point.leaps
        assert point.steps_distance / point.steps < point.leaps_distance / point.leaps


def drawn_stars(items: int, annotators: int, error: float, seed: int = 0) -> Labels:
    rng = np.random.default_rng(seed)
    seen = rng.standard_normal((items, 1)) + error * rng.standard_normal((items, annotators))
    return accord.labels((1 + np.searchsorted([-1.0, -0.3, 0.3, 1.0], seen)).tolist(), level="ordinal")  # type: ignore[no-any-return]  # no types here


def test_forecasts_of_a_scale_are_of_its_median() -> None:
    """They were of the vote, beside a τ and a Δ of the median."""
    data = drawn_stars(200, 8, 0.7)
    made, observed = forecast(data, 3, "group"), accord.stability(data, 3, "disjoint", confidence=None)
    assert (made.reference, observed.reference) == ("median", "median")
    assert made.value == pytest.approx(observed.value, abs=0.03)
    assert made.distance == pytest.approx(observed.shift, abs=0.05)
    assert made.low < observed.value < made.high
    voted = forecast(data, 3, "group", reference="vote")
    assert (voted.reference, math.isnan(voted.distance)) == ("vote", True)
    assert voted.value == pytest.approx(
        accord.stability(data, 3, "disjoint", reference="vote", confidence=None).value, abs=0.03
    )
    assert voted.value > made.value + 0.03


def test_single_annotators_differ_as_their_pairs_of_labels_do() -> None:
    data = drawn_stars(50, 4, 0.7)
    made, observed = forecast(data, 1, "group"), accord.stability(data, 1, "disjoint", confidence=None)
    assert made.value == pytest.approx(observed.value, abs=1e-9)
    assert made.distance == pytest.approx(observed.shift, abs=1e-9)


def test_medians_may_differ_more_than_single_labels_and_the_bound_knows() -> None:
    """Labels at both ends of a scale: medians of three fall between them more often than single labels do."""
    ends = MixedPopulation(np.array([[4500.0, 1000.0, 4500.0]]), np.ones(1))
    assert ends.between_groups(3, "median") > ends.between_groups(1, "median") + 0.02
    rows = [[1, 1, 3, 3, 2], [1, 3, 3, 1, 3], [1, 2, 1, 3, 3], [3, 1, 3, 1, 1]] * 10
    pilot = Pilot.of(accord.labels(rows, level="ordinal"))
    assert pilot.at_most(0.95) > pilot.seen(0.95)[2]


def test_a_promise_and_a_plan_say_which_reference_they_are_of() -> None:
    data = drawn_stars(60, 4, 0.5)
    said = promise(data)
    assert "of the reference labels (the median) would differ, by " in said.text
    assert said.forecast.as_json()["reference"] == "median"
    made = plan(data, target=0.3)
    assert made.reference == "median"
    assert "two such references (medians) differ" in str(made)
    assert made.as_json()["distance"] == pytest.approx(made.distance)


def test_a_plan_from_an_assumed_ordinal_alpha_is_of_medians() -> None:
    ordinal, nominal = (plan(target=0.2, kappa=0.8, categories=5, level=level) for level in ("ordinal", "nominal"))
    assert (ordinal.reference, nominal.reference) == ("median", "vote")
    assert ordinal.annotators > nominal.annotators
    with pytest.raises(accord.UsageError, match="that of the pilot"):
        plan(drawn_stars(30, 3, 0.5), target=0.2, level="ordinal")


def test_a_median_needs_a_scale() -> None:
    with pytest.raises(accord.UsageError, match="ordered categories"):
        forecast(accord.labels([["a", "b"], ["a", "a"]], level="nominal"), 3, reference="median")
    rows = [[number, number + 0.5] for number in range(30)]
    with pytest.raises(accord.DataError, match="how far medians move"):
        forecast(accord.labels(rows, level="interval"), 3)


@pytest.mark.deep
@pytest.mark.parametrize("error", [0.3, 0.7, 1.2])
@pytest.mark.parametrize("annotators", [3, 5, 10])
def test_intervals_hold_the_truth_of_a_latent_scale(error: float, annotators: int) -> None:
    """Pilots of 200 items; the truth is that of 200,000 items and two groups of five."""
    rng = np.random.default_rng(7)
    seen = rng.standard_normal((200_000, 1)) + error * rng.standard_normal((200_000, 10))
    codes = np.searchsorted([-1.0, -0.3, 0.3, 1.0], seen)
    truth = float((np.median(codes[:, :5], axis=1) != np.median(codes[:, 5:], axis=1)).mean())
    held = 0
    for draw in range(20):
        made = forecast(Pilot.of(drawn_stars(200, annotators, error, draw)), 5, "group")
        held += made.low <= truth <= made.high
    assert held >= 18


def test_the_histogram_of_a_scale_counts_who_is_off_the_median() -> None:
    made = disagreement_histogram([[2, 0, 1, 1, 1], [5, 0, 0, 0, 0]], reference="median")
    assert made.mean == pytest.approx(0.4)
    assert made.unanimous == 0.5
