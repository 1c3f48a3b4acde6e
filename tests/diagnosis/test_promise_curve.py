"""What a coefficient promises, beside the vote that it is about."""

from __future__ import annotations

import numpy as np
import pytest

import accord
from accord.annotations import Labels
from accord.annotations.labels import Level
from accord.diagnosis import findings
from accord.diagnosis.promise_curve import promise_curve
from accord.diagnosis.promised import promised
from accord.report_page.charts.promise import COUNTED, curve_figure


def stars(level: Level) -> Labels:
    """Sixty items of one to five stars by three people, who are seldom off by more than one."""
    rng = np.random.default_rng(5)
    true = rng.integers(1, 6, 60)[:, None]
    return accord.labels(np.clip(true + rng.integers(-1, 2, (60, 3)), 1, 5).tolist(), level=level)


def test_ordered_labels_lie_on_the_curve_by_their_coefficient_as_names() -> None:
    """The ordinal α stood on the curves of κ, where it promised far less change than the vote has."""
    ordinal = findings(stars("ordinal"))
    nominal = accord.measure(stars("nominal"), "fleiss")
    made = promise_curve(ordinal.results, ordinal.promised)
    assert made is not None
    assert made.as_names
    assert (made.coefficient.measure, made.coefficient.value) == ("fleiss", nominal.value)
    alpha = next(one for one in ordinal.results if one.measure == "alpha")
    assert alpha.value > nominal.value + 0.3
    assert ordinal.promised is not None
    least, most = made.own
    assert least / 1.5 < ordinal.promised.promise.forecast.value < most * 1.5
    figure = curve_figure(ordinal)
    assert figure is not None
    assert figure.sentence.startswith(COUNTED)
    assert made.as_json()["counted_as_names"] is True


def test_names_lie_there_as_they_are() -> None:
    nominal = findings(stars("nominal"))
    made = promise_curve(nominal.results, nominal.promised)
    assert made is not None
    assert not made.as_names
    figure = curve_figure(nominal)
    assert figure is not None
    assert COUNTED not in figure.sentence


def test_the_promise_of_ordered_labels_says_what_it_counts() -> None:
    found = promised(stars("ordinal"))
    assert found is not None
    assert found.as_names is not None
    assert found.as_json()["counted_as_names"] == pytest.approx(found.as_names.value)
    assert "counted as names" in found.short
