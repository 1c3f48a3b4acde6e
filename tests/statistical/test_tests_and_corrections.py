"""Corrections, p-values, exact tests and intervals of shares beside scipy."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
import pytest
from scipy import stats

from accord.results.installed_version import UNKNOWN, installed_version
from accord.results.json_numbers import json_number, json_numbers, json_record
from accord.statistics import achieved_significance
from accord.statistics.division import divided, mean_of_defined, ratio
from accord.statistics.homogeneity_tests import hotelling_test, jackknife_variance, welch_test
from accord.statistics.multiple_comparisons import benjamini_hochberg, bonferroni, holm
from accord.statistics.p_values import more_often, more_one_way, two_sided_normal, two_sided_p, two_sided_t
from accord.statistics.proportions import jeffreys, share_interval


def test_holm_of_any_shape() -> None:
    p = np.random.default_rng(0).random((4, 3)) / 20
    p[1, 2] = np.nan
    flat = p.ravel()
    order = np.argsort(flat)[:11]
    by_hand = np.full(12, np.nan)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, flat[place] * (11 - rank)))
        by_hand[place] = highest
    assert holm(p) == pytest.approx(by_hand.reshape(4, 3), nan_ok=True)
    assert holm(np.zeros((0, 2))).shape == (0, 2)


def test_benjamini_hochberg_as_scipy() -> None:
    p = np.random.default_rng(1).random(30)
    assert benjamini_hochberg(p) == pytest.approx(stats.false_discovery_control(p), rel=1e-14)


def test_bonferroni_is_never_beyond_one() -> None:
    assert bonferroni(0.01, 3) == pytest.approx(0.03)
    assert bonferroni(0.6, 3) == 1.0


def test_p_values_as_scipy() -> None:
    """Degrees of freedom between 0 and 1 are taken as they are, not as 1."""
    assert two_sided_p(2.5, 7) == pytest.approx(2 * stats.t.sf(2.5, 7))
    assert two_sided_t(np.array([2.5]), np.array([0.5]))[0] == pytest.approx(2 * stats.t.sf(2.5, 0.5))
    assert np.isnan([two_sided_p(2.5, 0), two_sided_p(np.nan, 3)]).all()
    assert two_sided_normal(np.array([-1.96]))[0] == pytest.approx(2 * stats.norm.sf(1.96))


@pytest.mark.parametrize(
    ("times", "of", "elsewhere", "rest"), [(3, 4, 1, 4), (7, 9, 20, 80), (0, 5, 3, 9), (5, 5, 0, 7)]
)
def test_fisher_as_scipy(times: int, of: int, elsewhere: int, rest: int) -> None:
    """Both ways in which it was computed."""
    table = [[times, of - times], [elsewhere, rest - elsewhere]]
    assert more_often(times, of, elsewhere, rest) == pytest.approx(stats.fisher_exact(table, "greater").pvalue)
    tail = stats.hypergeom.sf(times - 1, of + rest, times + elsewhere, of)
    assert more_often(times, of, elsewhere, rest) == pytest.approx(tail)
    assert more_one_way(times, of) == pytest.approx(stats.binomtest(times, times + of).pvalue)


def test_intervals_of_shares() -> None:
    low, high = jeffreys(0.25, 20, 0.9)
    assert (low, high) == pytest.approx(stats.beta.interval(0.9, 5.5, 15.5))
    assert share_interval(np.array([5.0, 0.0, 0.0]), np.array([20.0, 20.0, 0.0]), 0.9)[:, 1] == pytest.approx(
        [low, 0.0, np.nan], nan_ok=True
    )


def test_estimates_that_are_the_same_are_found_different_at_the_nominal_rate() -> None:
    rng = np.random.default_rng(2)
    found = []
    for _ in range(400):
        samples = [rng.normal(size=size) * spread for size, spread in ((12, 1), (25, 2), (40, 0.5))]
        variances = np.array([one.var(ddof=1) / len(one) for one in samples])
        degrees = np.array([len(one) - 1 for one in samples])
        statistic, first, second = welch_test(np.array([one.mean() for one in samples]), variances, degrees)
        found.append(stats.f.sf(statistic, first, second))
    assert 0.02 < np.mean(np.array(found) < 0.05) < 0.09
    assert np.isnan(welch_test(np.zeros(2), np.array([0.0, 1.0]), np.array([5, 5]))[0])


def test_hotelling_of_two_is_the_paired_t_test() -> None:
    pairs = np.random.default_rng(3).normal([0.0, 0.4], size=(15, 2))
    without = (pairs.sum(axis=0) - pairs) / (len(pairs) - 1)
    statistic, first, second = hotelling_test(pairs.mean(axis=0), without)
    assert statistic == pytest.approx(stats.ttest_rel(pairs[:, 0], pairs[:, 1]).statistic ** 2)
    assert (first, second) == (1.0, 14.0)
    assert jackknife_variance(without[:, 0]) == pytest.approx(pairs[:, 0].var(ddof=1) / len(pairs))


def test_an_undefined_replicate_does_not_count() -> None:
    assert achieved_significance(np.array([1.0, 2.0, np.nan, -1.0])) == pytest.approx(1.0)
    assert achieved_significance(np.ones(99)) == pytest.approx(2 / 100)


def test_nothing_to_divide_by() -> None:
    assert divided(np.ones((2, 2)), np.array([2, 0])).tolist()[0][0] == 0.5
    assert divided([1.0], [0.0], 0.0).tolist() == [0.0]
    assert [ratio(1, 0), ratio(1, -2)] == pytest.approx([np.nan, -0.5], nan_ok=True)
    assert mean_of_defined(np.array([[1.0, np.nan], [2.0, np.nan]])).tolist() == pytest.approx(
        [1.5, np.nan], nan_ok=True
    )


def test_numbers_for_json() -> None:
    """Infinity is no number of JSON either."""

    @dataclass
    class Record:
        name: str
        items: int
        value: float

    assert json_numbers(np.array([1.0, np.nan, np.inf])) == [1.0, None, None]
    assert json_number(None) is None
    found = json_record(Record("a", 3, float("-inf")))
    assert found == {"name": "a", "items": 3, "value": None}
    json.dumps(found, allow_nan=False)


def test_a_package_that_is_not_installed() -> None:
    assert installed_version("no-such-package-as-this") == UNKNOWN
    assert installed_version() != ""
