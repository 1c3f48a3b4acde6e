"""Scales read by probability (cumulative membership, Gwet 2014)."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.evaluation.scales import SCALES, readings
from accord.measures import references
from accord.renderings.results import scales_table
from accord.results import Result


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


def of(value: float, low: float, high: float) -> Result:
    result = accord.measure(accord.contingency([[20, 10], [20, 50]]), "kappa")
    return replace(result, value=value, low=low, high=high)


def test_an_interval_on_both_sides_of_a_bound_is_in_neither_band_for_sure() -> None:
    """α = .667 [.642, .716] was "discard, 1.00": that the value is in the lowest band or a better one."""
    found = {one.scale.name: one for one in readings(of(0.667, 0.642, 0.716))}
    likeliest, probability = found["Krippendorff 2004"].likeliest
    assert likeliest == "tentative"
    assert probability == pytest.approx(0.5, abs=0.01)
    assert found["Krippendorff 2004"].reached is None
    assert found["Landis & Koch 1977"].likeliest[0] == "substantial"
    assert found["Landis & Koch 1977"].likeliest[1] == pytest.approx(1.0, abs=0.01)
    assert found["Landis & Koch 1977"].reached == "substantial"
    shown = scales_table(list(found.values())).rows
    assert ("Cohen's κ", "Krippendorff 2004", "α", "tentative", "0.50", "–") in shown
    assert not any(row[3] == "discard" and row[4] == "1.00" for row in shown)


@given(st.floats(-0.9, 0.99), st.floats(0.001, 0.3), st.floats(0.001, 0.3))
def test_no_band_has_more_than_the_interval_leaves_it(value: float, below: float, above: float) -> None:
    low, high = max(value - below, -1.0), min(value + above, 1.0)
    for one in readings(of(value, low, high)):
        assert sum(one.probabilities) == pytest.approx(1)
        bounds = [bound for bound, _ in one.scale.bands]
        for place, share in enumerate(one.probabilities):
            upper = bounds[place + 1] if place + 1 < len(bounds) else math.inf
            if low < bounds[place] < high or low < upper < high:
                assert share < 0.98


def test_the_ends_of_the_range() -> None:
    for value, low, high in ((1.0, 1.0, 1.0), (1.0, 0.9, 1.0), (-1.0, -1.0, -0.5), (0.5, 0.52, 0.6), (0.8, 0.8, 0.8)):
        for one in readings(of(value, low, high)):
            assert sum(one.probabilities) == pytest.approx(1)
    assert readings(of(1.0, 1.0, 1.0))[0].likeliest == ("almost perfect", 1.0)


def test_no_reading_without_an_error() -> None:
    assert readings(accord.measure(accord.labels([["a", "b"], ["b", "b"]]), "prevalence_index", confidence=None)) == []
    assert readings(accord.measure(accord.labels([["a", "a"]]), "alpha")) == []


def test_who_disagrees_is_said() -> None:
    """'Great disagreement' below .8 is that of authors on methods (Neuendorf 2002), not of the annotators."""
    lowest = next(scale for scale in SCALES if scale.name == "Neuendorf 2002").bands[0][1]
    assert lowest == "methodologists disagree"


def test_the_page_has_the_words_of_the_figure() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reproducibility.md").read_text(encoding="utf-8")
    told = {name: words for words, name in re.findall(r'"([^"]+)"\s+\(([^)]+)\)', page.split("\n## ")[0])}
    assert {"Landis & Koch 1977", "McHugh 2012", "Neuendorf 2002"} <= told.keys()
    for scale in SCALES:
        if scale.name in told:
            assert told[scale.name] == next(band for low, band in reversed(scale.bands) if low <= 0.8)
