"""Scales read by probability (cumulative membership, Gwet 2014)."""

from __future__ import annotations

import pytest

import accord
from accord.diagnosis.scales import SCALES, readings
from accord.measures import references


def test_every_scale_is_cited_and_rises() -> None:
    for scale in SCALES:
        assert scale.reference in references()
        lows = [low for low, _ in scale.bands]
        assert lows == sorted(lows)


def test_probabilities_add_up_and_a_wide_error_lowers_the_band() -> None:
    table = [[20, 10], [20, 50]]
    few = accord.measure(accord.contingency(table), "kappa")
    many = accord.measure(accord.contingency([[100 * n for n in row] for row in table]), "kappa")
    for result in (few, many):
        for reading in readings(result):
            assert sum(reading.probabilities) == pytest.approx(1)
            assert reading.at_least >= 0.95
    assert few.value == pytest.approx(many.value)
    landis = {name: next(r for r in readings(result) if r.scale.name.startswith("Landis")) for name, result in
              (("few", few), ("many", many))}  # fmt: skip
    assert landis["few"].band == "slight"  # κ = .348 is 'fair' by look-up; with 100 items that is not sure
    assert landis["many"].band == "fair"


def test_no_reading_without_an_error() -> None:
    assert readings(accord.measure(accord.labels([["a", "b"], ["b", "b"]]), "prevalence_index", confidence=None)) == []
    assert readings(accord.measure(accord.labels([["a", "a"]]), "alpha")) == []
