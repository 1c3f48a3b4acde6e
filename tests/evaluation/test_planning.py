"""Sample sizes: closed forms, the model behind them, and the width that intervals then have."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from accord import DataError, Labels, UsageError
from accord.results import parse_expression
from untyped import accord


def simulated(items: int, kappa: float, shares: list[float], annotators: int, seed: int) -> Labels:
    rng = np.random.default_rng(seed)
    codes = np.arange(len(shares))
    true = rng.choice(codes, size=items, p=shares)
    guessed = rng.choice(codes, size=(items, annotators), p=shares)
    known = rng.random((items, annotators)) < math.sqrt(kappa)
    return accord.labels(np.where(known, true[:, None], guessed), codes.tolist(), level="nominal")  # type: ignore[no-any-return]  # no types here


@pytest.mark.parametrize(("kappa", "width"), [(0.0, 0.3), (0.4, 0.2), (0.6, 0.2), (0.8, 0.1)])
def test_two_categories_used_alike_have_a_closed_form(kappa: float, width: float) -> None:
    """κ = 2 A_o − 1 with marginals of 1/2, and its variance is 1 − κ² over n."""
    found = accord.sample_size(width=width, kappa=kappa, categories=2)
    assert found.items == math.ceil((1 - kappa**2) * (2 * 1.959963984540054 / width) ** 2)
    assert found.high - found.low <= width
    assert found.low < kappa < found.high
    assert found.value == kappa


def test_two_of_many_annotators_are_two() -> None:
    """The sum over patterns for any number of annotators, at two, against Fleiss, Cohen & Everitt."""
    from accord.evaluation import planning

    shares = np.array([0.7, 0.2, 0.1])
    expected, _ = planning._model(0.6, shares, 2)
    assert planning._many(0.6, shares, 2) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("annotators", [2, 3, 5])
@pytest.mark.parametrize("shares", [[0.5, 0.5], [0.6, 0.3, 0.1]], ids=["even", "uneven"])
def test_the_model_is_the_population_it_speaks_of(annotators: int, shares: list[float]) -> None:
    """The analytic error on 200,000 simulated items, and κ itself."""
    number = 200_000
    data = simulated(number, 0.5, shares, annotators, seed=7)
    result = accord.measure(data, "fleiss", confidence=None)
    assert result.value == pytest.approx(0.5, abs=0.01)
    found = accord.sample_size(width=0.1, kappa=0.5, prevalence=shares, annotators=annotators)
    error = result.standard_errors[0].value * math.sqrt(number / found.items)
    assert found.standard_error == pytest.approx(error, rel=0.02)


@pytest.mark.parametrize(
    ("kappa", "shares", "annotators", "width"),
    [(0.6, [0.5, 0.5], 2, 0.2), (0.4, [0.5, 0.3, 0.2], 3, 0.15), (0.8, [0.8, 0.2], 2, 0.2)],
)
def test_intervals_then_have_the_wanted_width(kappa: float, shares: list[float], annotators: int, width: float) -> None:
    items = accord.sample_size(width=width, kappa=kappa, prevalence=shares, annotators=annotators).items
    widths = []
    for seed in range(30):
        result = accord.measure(simulated(items, kappa, shares, annotators, seed), "alpha", replicates=500)
        widths.append(result.high - result.low)
    assert np.mean(widths) == pytest.approx(width, rel=0.08)


def test_a_pilot_is_scaled_by_the_root_of_its_items() -> None:
    pilot = simulated(120, 0.6, [0.5, 0.5], 2, seed=1)
    result = accord.measure(pilot, "alpha", confidence=None)
    width = 4 * 1.959963984540054 * result.standard_errors[0].value
    found = accord.sample_size(width=width / 2, data=pilot)
    assert found.value == result.value
    assert found.items == 120
    assert accord.sample_size(width=width / 4, data=pilot).items == 480


def test_a_pilot_without_a_formula_is_drawn_anew() -> None:
    pilot = simulated(100, 0.6, [0.4, 0.3, 0.3], 3, seed=2)
    found = accord.sample_size(width=0.2, data=pilot, measure="alpha(level='ordinal')")
    assert found.formula == "bootstrap over items"
    result = accord.measure(pilot, "alpha(level='ordinal')")
    assert found.items == pytest.approx(100 * ((result.high - result.low) / 0.2) ** 2, rel=0.15)


def test_more_annotators_and_less_confidence_need_fewer_items() -> None:
    sizes = [accord.sample_size(width=0.2, kappa=0.6, categories=3, annotators=number).items for number in (2, 3, 5, 8)]
    assert sizes == sorted(sizes, reverse=True)
    assert accord.sample_size(width=0.2, kappa=0.6, categories=3, confidence=0.9).items < sizes[0]
    skewed = accord.sample_size(width=0.2, kappa=0.6, prevalence=0.05)
    assert skewed.items > accord.sample_size(width=0.2, kappa=0.6, prevalence=0.5).items
    assert accord.sample_size(width=0.2, kappa=0.6, prevalence=[0.05, 0.95]) == skewed


def test_chance_corrected_measures_share_the_assumed_size() -> None:
    sizes = {
        name: accord.sample_size(width=0.2, kappa=0.6, categories=3, measure=name).items for name in ("alpha", "pi")
    }
    assert len(set(sizes.values())) == 1
    with pytest.raises(UsageError, match="pilot"):
        accord.sample_size(width=0.2, kappa=0.6, categories=3, measure="ac1")
    with pytest.raises(UsageError, match="pilot"):
        accord.sample_size(width=0.2, kappa=0.6, categories=3, measure="kappa(weights='linear')")


@pytest.mark.parametrize(
    ("width", "options", "said"),
    [
        (0, {"kappa": 0.5, "categories": 2}, "width"),
        (2.5, {"kappa": 0.5, "categories": 2}, "width"),
        ("wide", {"kappa": 0.5, "categories": 2}, "width"),
        (0.2, {}, "pilot or an assumption"),
        (0.2, {"kappa": 0.5}, "categories"),
        (0.2, {"kappa": 1.0, "categories": 2}, "kappa"),
        (0.2, {"kappa": -0.1, "categories": 2}, "kappa"),
        (0.2, {"kappa": 0.5, "categories": 1}, "categories"),
        (0.2, {"kappa": 0.5, "prevalence": [0.5, 0.6]}, "prevalence"),
        (0.2, {"kappa": 0.5, "prevalence": [1.0, 0.0]}, "prevalence"),
        (0.2, {"kappa": 0.5, "prevalence": [0.5, 0.5], "categories": 3}, "prevalence"),
        (0.2, {"kappa": 0.5, "categories": 2, "annotators": 1}, "annotators"),
        (0.2, {"kappa": 0.5, "categories": 30, "annotators": 20}, "too many ways"),
        (0.2, {"kappa": 0.5, "categories": 2, "confidence": 95}, "confidence"),
    ],
)
def test_wrong_wishes_are_usage_errors(width: Any, options: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        accord.sample_size(width=width, **options)


def test_a_pilot_and_an_assumption_are_one_too_many() -> None:
    pilot = simulated(50, 0.6, [0.5, 0.5], 2, seed=1)
    with pytest.raises(UsageError, match="pilot or an assumption"):
        accord.sample_size(width=0.2, data=pilot, kappa=0.5)
    with pytest.raises(UsageError, match="those of the pilot"):
        accord.sample_size(width=0.2, data=pilot, categories=2)


def test_a_pilot_without_disagreement_says_nothing() -> None:
    with pytest.raises(DataError, match="standard error is 0"):
        accord.sample_size(width=0.2, data=accord.labels([["a", "a"], ["b", "b"]] * 5))
    with pytest.raises(DataError, match="undefined"):
        accord.sample_size(width=0.2, data=accord.labels([["a", "a"]] * 5), measure=parse_expression("alpha"))


def test_a_pilot_is_extrapolated_with_a_range_and_not_from_a_handful() -> None:
    pilot = accord.labels([["a", "a"], ["b", "b"], ["a", "b"], ["b", "b"]] * 10)
    found = accord.sample_size(width=0.1, data=pilot)
    assert found.pilot_items == 40
    assert found.items_low is not None
    assert found.items_high is not None
    assert found.items_low < found.items < found.items_high
    ends = f"between {found.items_low:,} and {found.items_high:,} items"
    assert str(found).endswith(f"extrapolated from 40 items: {ends}")
    with pytest.raises(accord.DataError, match=r"8 items are too few to extrapolate from.*ACC315"):
        accord.sample_size(width=0.1, data=accord.labels([["a", "a"], ["b", "b"], ["a", "b"], ["b", "b"]] * 2))
    assert accord.sample_size(width=0.1, kappa=0.6, categories=2).pilot_items is None
