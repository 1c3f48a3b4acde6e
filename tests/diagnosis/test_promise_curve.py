"""What a coefficient promises, beside the reference that it is about."""

from __future__ import annotations

import numpy as np
import pytest

import accord
from accord.annotations import Labels
from accord.annotations.labels import Level
from accord.diagnosis import findings
from accord.diagnosis.labels.promise_curve import promise_curve
from accord.diagnosis.labels.promised import promised
from accord.report_page.charts.promise import curve_figure


def stars(level: Level) -> Labels:
    """Sixty items of one to five stars by three people, who are seldom off by more than one."""
    rng = np.random.default_rng(5)
    true = rng.integers(1, 6, 60)[:, None]
    return accord.labels(np.clip(true + rng.integers(-1, 2, (60, 3)), 1, 5).tolist(), level=level)


@pytest.mark.parametrize("level", ["ordinal", "interval"])
def test_a_scale_lies_on_the_curves_of_its_medians_by_its_own_alpha(level: Level) -> None:
    """They were curves of a vote, and Fleiss' κ of labels counted as names stood on them; an interval had none."""
    found = findings(stars(level))
    made = promise_curve(found.results, found.promised)
    assert made is not None
    assert found.promised is not None
    alpha = next(one for one in found.results if one.measure == "alpha")
    assert (made.reference, made.coefficient) == ("median", alpha)
    near, far = made.own
    assert near == pytest.approx(found.promised.promise.forecast.value, abs=0.08)
    assert far < near / 2
    json = made.as_json()
    assert json["reference"] == "median"
    assert set(json["own"]) == {"steps", "leaps"}  # type: ignore[call-overload]
    figure = curve_figure(found)
    assert figure is not None
    assert figure.sentence.startswith("The reference on this scale is the median.")


def test_a_scale_without_an_alpha_of_its_level_has_no_curve() -> None:
    found = findings(stars("ordinal"), ["fleiss", "alpha(level='nominal')"])
    assert found.promised is not None
    assert promise_curve(found.results, found.promised) is None


def test_names_lie_on_the_curves_of_the_vote() -> None:
    found = promised(accord.counts([[4, 0], [3, 1], [0, 4], [2, 2]] * 10, level="nominal"))
    assert found is not None
    assert found.scale is None
    assert found.as_json()["reference"] == "vote"
    assert "(the vote)" in found.short


def test_the_promise_of_a_scale_names_the_median_and_how_far_it_moves() -> None:
    found = promised(stars("ordinal"))
    assert found is not None
    assert found.as_json()["reference"] == "median"
    assert "reference labels (the median) would differ, by 0." in found.short
    assert {one.reference for one in found.forecasts} == {"median"}


def test_of_many_different_values_only_the_distance_is_said() -> None:
    rng = np.random.default_rng(3)
    true = rng.normal(50, 20, (40, 1))
    data = accord.labels((true + rng.normal(0, 5, (40, 4))).round(1).tolist(), level="interval")
    found = findings(data, replicates=100)
    assert found.promised is None
    assert found.moved is not None
    assert found.moved.k == 2
    exact = accord.stability(data, 2, "disjoint", confidence=None)
    assert found.moved.value == pytest.approx(exact.shift, abs=1e-12)
    assert found.moved.low < found.moved.value < found.moved.high
    assert "no share of changed labels is given, and no curve" in found.verdict[1]
