"""Intervals over items and annotators, percentile and BCa."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from accord.degradations import fictitious_groups
from accord.measures import all_measures
from accord.statistics import bca_interval, generator, percentile_interval, standard_deviation
from untyped import accord

DATA = fictitious_groups(80, 3, 6, 20, sigma=4, seed=3)[0]


@pytest.mark.parametrize("resample", ["items", "annotators", "both"])
def test_every_measure_has_an_interval_or_says_why_not(resample: str) -> None:
    for (shape, name), record in all_measures().items():
        if shape != "labels":
            continue
        result = accord.measure(DATA, name, resample=resample, replicates=40)
        if not result.defined:
            assert result.undefined
        elif math.isnan(result.low):
            assert {said.code for said in result.diagnostics} & {"ACC111", "ACC112"}
            assert resample not in record.resamples
        else:
            assert result.low <= result.high


def test_a_copy_of_an_annotator_is_not_agreement() -> None:
    """Annotators who never agree stay at zero agreement however often they are drawn."""
    data = accord.labels([["a", "b", "c", "d"]] * 10)
    for name in ("observed_agreement", "f_measure", "percent_unanimous"):
        result = accord.measure(data, name, resample="annotators", replicates=100)
        assert (result.value, result.low, result.high) == (0.0, 0.0, 0.0)


def test_annotators_alike_have_no_spread_over_annotators() -> None:
    rng = generator(5, "alike")
    column = rng.integers(0, 3, size=(60, 1))
    data = accord.labels(np.repeat(column, 5, axis=1))
    for name in ("alpha", "multi_kappa", "fleiss", "ac1", "light"):
        result = accord.measure(data, name, resample="annotators", replicates=50)
        assert (result.low, result.high) == (1.0, 1.0)


def test_both_is_wider_than_either() -> None:
    widths = {}
    for resample in ("items", "annotators", "both"):
        result = accord.measure(DATA, "alpha", resample=resample, replicates=400)
        widths[resample] = result.high - result.low
    assert widths["both"] > max(widths["items"], widths["annotators"])


def test_seeds_and_repeatability() -> None:
    for options in ({"resample": "annotators"}, {"resample": "both"}, {"method": "bca"}):
        one, other = (accord.measure(DATA, "alpha", replicates=50, **options) for _ in range(2))
        assert one == other
        assert accord.measure(DATA, "alpha", replicates=50, seed=1, **options).low != one.low


def test_two_annotators_have_no_interval_over_annotators() -> None:
    result = accord.measure(accord.contingency([[20, 10], [20, 50]]), "kappa", resample="annotators")
    assert math.isnan(result.low)
    assert result.diagnostics[0].code == "ACC112"


def test_bca_of_a_mean_matches_scipy() -> None:
    """The same bootstrap distribution, bias and acceleration as scipy.stats.bootstrap (BCa) on a sample mean."""
    from scipy import stats

    rng = generator(0, "bca")
    sample = rng.exponential(size=40)
    draws = np.array([rng.choice(sample, 40).mean() for _ in range(4000)])
    left_out = np.array([np.delete(sample, i).mean() for i in range(40)])
    ours = bca_interval(draws, float(sample.mean()), [(left_out, np.ones(40))], 0.95)
    theirs = stats.bootstrap((sample,), np.mean, n_resamples=9999, method="BCa", rng=np.random.default_rng(1))
    np.testing.assert_allclose(ours, theirs.confidence_interval, rtol=0.02)


def test_bca_shifts_a_skewed_interval() -> None:
    skewed = accord.contingency([[95, 3], [2, 4]])
    plain, bca = (accord.measure(skewed, "kappa", method=method) for method in ("percentile", "bca"))
    assert (plain.low, plain.high) != (bca.low, bca.high)
    assert "interval:bca" in str(bca.signature)


def test_bca_of_two_samples_matches_scipy() -> None:
    """The acceleration of several samples, on a difference of means."""
    from scipy import stats

    rng = generator(1, "bca of two")
    one, other = rng.exponential(size=30), rng.exponential(size=50)

    def apart(x: np.ndarray, y: np.ndarray, axis: int = -1) -> np.ndarray:
        return np.asarray(x.mean(axis=axis) - y.mean(axis=axis))

    draws = np.array([rng.choice(one, 30).mean() - rng.choice(other, 50).mean() for _ in range(4000)])
    left_one = np.array([np.delete(one, i).mean() - other.mean() for i in range(30)])
    left_other = np.array([one.mean() - np.delete(other, i).mean() for i in range(50)])
    left = [(left_one, np.ones(30)), (left_other, np.ones(50))]
    ours = bca_interval(draws, float(apart(one, other)), left, 0.95)
    theirs = stats.bootstrap((one, other), apart, n_resamples=9999, method="BCa", rng=np.random.default_rng(1))
    np.testing.assert_allclose(ours, theirs.confidence_interval, atol=0.03)


def test_bca_over_both() -> None:
    result = accord.measure(DATA, "alpha", resample="both", method="bca", replicates=200)
    assert result.low < result.value < result.high
    assert "interval:bca|resample:both" in str(result.signature)


def test_a_value_is_in_its_interval_where_bca_breaks_down() -> None:
    """Seven places for one unit each: drawing places anew nearly always lowers F, and BCa would end in a far tail."""
    rng = random.Random(3)
    starts = [rng.randint(0, 6) for _ in range(25)]
    data = accord.spans([(f"a{place:02d}", start, start + 30, "x") for place, start in enumerate(starts)])
    found = accord.measure(data, "f1")
    assert found.low + 0.05 < found.value <= found.high
    assert [one.code for one in found.diagnostics] == ["ACC114"]


@pytest.mark.parametrize("value", [-0.5, 0.01, 0.99, 1.5])
def test_bca_is_the_percentile_interval_where_replicates_lie_on_one_side(value: float) -> None:
    drawn = np.linspace(0, 1, 1001)
    left_out = [(np.array([0.1, 0.5, 0.9]), np.ones(3))]
    assert bca_interval(drawn, value, left_out, 0.95) == percentile_interval(drawn, 0.95)
    assert bca_interval(drawn, 0.6, left_out, 0.95) != percentile_interval(drawn, 0.95)


@pytest.mark.parametrize("size", [1, 2, 3, 29, 30, 1000])
def test_percentiles_and_spread_are_those_of_numpy(size: int) -> None:
    """Of replicates that are defined, ties among them."""
    rng = generator(size, "replicates")
    for _ in range(50):
        drawn = rng.integers(-3, 9, size=size) / 7 if rng.random() < 0.5 else rng.normal(size=size)
        drawn[1:][rng.random(size - 1) < rng.choice([0, 0.2])] = math.nan
        share = rng.choice([0.5, 0.8, 0.95, 0.999])
        low, high = np.nanquantile(drawn, [(1 - share) / 2, 1 - (1 - share) / 2])
        assert percentile_interval(drawn, share) == pytest.approx((low, high), rel=1e-13, abs=1e-15)
        if np.count_nonzero(~np.isnan(drawn)) > 1:
            assert standard_deviation(drawn) == pytest.approx(np.nanstd(drawn, ddof=1), rel=1e-13, abs=1e-15)
