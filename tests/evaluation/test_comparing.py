"""Tests of κ = 0 and of differences: published z, exact cases, and simulated levels and power."""

from __future__ import annotations

import math

import numpy as np
import pytest

from accord import DataError, Labels, UsageError
from accord.evaluation import Difference, ZeroTest
from untyped import accord

AGREEING = accord.contingency([[45, 5], [5, 45]])
GUESSING = accord.contingency([[25, 25], [25, 25]])
THREE = accord.labels(
    [["a", "a", "b"], ["b", "b", "b"], ["a", "a", "a"], ["b", "a", "b"], ["c", "c", "c"], ["c", "a", None]] * 6
)
FLEISS_1971 = accord.counts(
    [
        [int(digit) for digit in f"{item:05}"]
        for item in (
            *(60, 3003, 1401, 6, 3030, 20400, 402, 20310, 20040, 6, 10050, 11040, 3300, 10050, 2031),
            *(501, 30012, 51000, 2040, 10203, 6, 1050, 2013, 20040, 10041, 5010, 40002, 2040, 10500, 6),
        )
    ]
)


def simulated(items: int, kappa: float, seed: int) -> Labels:
    rng = np.random.default_rng(seed)
    true = rng.integers(3, size=items)
    known = rng.random((items, 2)) < math.sqrt(kappa)
    return accord.labels(np.where(known, true[:, None], rng.integers(3, size=(items, 2))), categories=range(3))  # type: ignore[no-any-return]  # no types here


# ---- κ = 0


def test_z_of_fleiss_1971() -> None:
    """R irr's kappam.fleiss(diagnoses): κ .430, z 17.65, by Fleiss, Nee & Landis 1979."""
    found = accord.zero_test(FLEISS_1971, "fleiss")
    assert found.z == pytest.approx(17.651830582991366, rel=1e-12)
    assert found.standard_error == pytest.approx(0.024373932099411154, rel=1e-12)
    assert found.p < 1e-60
    assert found.reference == "fleiss1979"


def test_z_of_kappa_uses_the_error_under_zero() -> None:
    """Sim & Wright 2005, table 1: κ = 2/3 with standard error .159137 under κ = 0 (statsmodels)."""
    found = accord.zero_test(accord.contingency([[22, 2], [4, 11]]), "kappa")
    assert found.z == pytest.approx(2 / 3 / 0.15913663867542954, rel=1e-12)
    assert found.p == pytest.approx(2.8e-5, abs=5e-7)
    assert "z = 4.19" in str(found)


def test_chance_agreement_has_p_1() -> None:
    assert accord.zero_test(GUESSING, "kappa").p == 1.0


def test_level_of_the_zero_test() -> None:
    """On annotators who guess, 5 % of the tests reject at 5 %: 400 tests, within four standard errors."""
    rejected = sum(accord.zero_test(simulated(80, 0.0, seed), "kappa").p < 0.05 for seed in range(400))
    assert 20 - 4 * 4.4 < rejected < 20 + 4 * 4.4


@pytest.mark.parametrize("expression", ["alpha", "multi_kappa", "fleiss(weights='linear')", "s"])
def test_what_has_no_error_under_zero_names_those_that_have(expression: str) -> None:
    data = accord.labels([[1, 1], [2, 2], [3, 2], [1, 1]])
    with pytest.raises(UsageError, match=r"kappa.*fleiss.*pi"):
        accord.zero_test(data, expression)


def test_missing_labels_leave_no_formula() -> None:
    with pytest.raises(UsageError, match="on these data"):
        accord.zero_test(accord.labels([["a", "a"], ["b", None], ["b", "a"]]), "kappa")


def test_an_undefined_value_is_not_tested() -> None:
    with pytest.raises(DataError, match="undefined"):
        accord.zero_test(accord.labels([["a", "a"], ["a", "a"]]), "kappa")


def test_an_error_of_0_gives_no_z() -> None:
    """One annotator says the same always: κ is 0 and cannot be anything else."""
    found = accord.zero_test(accord.contingency([[10, 10], [0, 0]]), "kappa")
    assert found.value == pytest.approx(0.0, abs=1e-12)
    assert math.isnan(found.z)
    assert math.isnan(found.p)


# ---- two coefficients on the same items


@pytest.mark.parametrize("expression", ["kappa", "alpha", "s", "f_measure(nothing='1')"])
def test_a_measure_does_not_differ_from_itself(expression: str) -> None:
    found = accord.difference(AGREEING, expression, expression, replicates=200)
    assert (found.value, found.low, found.high, found.p) == (0.0, 0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("first", "second"),
    [("alpha", "fleiss"), ("multi_kappa", "alpha"), ("light", "multi_kappa"), ("fleiss", "ac1"), ("alpha", "s")],
)
def test_values_are_those_of_measure(first: str, second: str) -> None:
    """Also where one measure reads who said what and the other counts alone, with missing labels."""
    found = accord.difference(THREE, first, second, replicates=100)
    one, other = accord.measure(THREE, [first, second], confidence=None)
    assert found.first_value == pytest.approx(one.value, rel=1e-12)
    assert found.second_value == pytest.approx(other.value, rel=1e-12)
    assert found.value == found.first_value - found.second_value
    assert found.low <= found.high


def test_pairs_see_the_same_items() -> None:
    """α = 1 − (1 − π) (1 − 1/2N) in every replicate, so that their difference hardly varies; unpaired it would."""
    found = accord.difference(simulated(100, 0.5, 0), "alpha", "pi")
    alone = accord.measure(simulated(100, 0.5, 0), "alpha")
    assert found.high - found.low < 0.01 * (alone.high - alone.low)
    assert found.low > 0


def test_parameters_make_another_coefficient() -> None:
    data = accord.labels([[1, 1], [2, 2], [3, 2], [1, 2], [3, 3], [1, 3]] * 10)
    found = accord.difference(data, "kappa(weights='quadratic')", "kappa")
    assert found.first == "kappa(weights='quadratic')"
    assert found.value == pytest.approx(
        accord.measure(data, "kappa(weights='quadratic')").value - accord.measure(data, "kappa").value, rel=1e-12
    )


def test_swapping_turns_the_sign() -> None:
    one, other = (accord.difference(THREE, *pair, seed=3) for pair in (("alpha", "ac1"), ("ac1", "alpha")))
    assert one.value == -other.value
    assert one.low == pytest.approx(-other.high, rel=1e-12)
    assert one.p == other.p


def test_anonymous_counts_can_be_compared() -> None:
    found = accord.difference(FLEISS_1971, "fleiss", "ac1", replicates=200)
    assert found.undefined is None
    assert found.low < found.value < found.high


def test_undefined_sides_say_why() -> None:
    found = accord.difference(FLEISS_1971, "fleiss", "kappa", replicates=20)
    assert math.isnan(found.value)
    assert math.isnan(found.p)
    assert found.undefined is not None
    assert "kappa: it needs to know who" in found.undefined
    assert "undefined" in str(found)


# ---- one coefficient on two sets of items


def test_the_same_items_twice_are_drawn_apart() -> None:
    found = accord.difference_between(AGREEING, AGREEING, "kappa")
    assert found.value == 0.0
    assert found.low < 0 < found.high
    assert found.p > 0.8


def test_width_between_sets_adds_variances() -> None:
    data = simulated(300, 0.6, 1)
    found = accord.difference_between(data, data, "alpha", replicates=4000)
    error = accord.measure(data, "alpha", confidence=None).standard_errors[0].value
    assert found.high - found.low == pytest.approx(2 * 1.96 * math.sqrt(2) * error, rel=0.06)


def test_a_clear_difference_is_found() -> None:
    found = accord.difference_between(AGREEING, GUESSING, "kappa")
    assert found.value == pytest.approx(0.8)
    assert found.low > 0.4
    assert found.p < 0.01


def test_level_of_the_difference() -> None:
    """Two halves of one population: 5 % rejected at 5 %, within four standard errors of 200 tests."""
    rejected = 0
    for seed in range(200):
        halves = simulated(100, 0.5, 1000 + seed), simulated(100, 0.5, 5000 + seed)
        rejected += accord.difference_between(*halves, "alpha", replicates=300, seed=seed).p < 0.05
    assert rejected < 10 + 4 * 3.1


def test_categories_of_one_side_count_for_both() -> None:
    """S depends on the number of categories."""
    one = accord.labels([["a", "a"], ["b", "b"], ["a", "b"]] * 5)
    other = accord.labels([["a", "a"], ["c", "c"], ["a", "c"]] * 5)
    found = accord.difference_between(one, other, "s", replicates=50)
    assert found.value == 0.0
    assert found.first_value == pytest.approx((2 / 3 - 1 / 3) / (1 - 1 / 3))
    assert accord.difference_between(one, other, "kappa", replicates=50).value == 0.0


def test_different_declared_categories_are_refused() -> None:
    with pytest.raises(DataError, match="different categories"):
        accord.difference_between(AGREEING, accord.contingency([[1, 0], [0, 1]], categories=["x", "y"]), "kappa")


@pytest.mark.parametrize("options", [{"confidence": 2.0}, {"confidence": None}, {"replicates": 0}, {"seed": -1}])
def test_wrong_options_are_usage_errors(options: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        accord.difference(AGREEING, "kappa", "alpha", **options)
    with pytest.raises(UsageError):
        accord.difference_between(AGREEING, GUESSING, "kappa", **options)


def test_a_path_is_read() -> None:
    with pytest.raises(accord.DataError, match="no such file"):
        accord.zero_test("ratings.csv", "kappa")


def test_parts_are_one_data_set() -> None:
    parts = [simulated(40, 0.5, seed) for seed in (1, 2, 3)]
    assert isinstance(accord.zero_test(parts, "kappa"), ZeroTest)
    found = accord.difference(parts, "kappa", "alpha", replicates=50)
    assert isinstance(found, Difference)
    assert found.first_value == pytest.approx(accord.measure(parts, "kappa", confidence=None).value, rel=1e-12)
