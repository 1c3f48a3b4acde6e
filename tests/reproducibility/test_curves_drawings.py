"""Drawings: well-formed, with the reader's point where it belongs, and escaped names."""

import math
import re
from xml.etree import ElementTree

import pytest

from accord.diagnosis.scales import SCALES, Scale
from accord.report_page.reproducibility_drawings import (
    LEFT,
    RIGHT,
    WIDTH,
    Line,
    curve_drawing,
    histogram_drawing,
    line_chart,
    scales_drawing,
)
from accord.reproducibility.disagreement_histogram import disagreement_histogram


def parsed(drawn: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawn)


def words(drawn: str) -> list[str]:
    return [one.text or "" for one in parsed(drawn).iter("text")]


@pytest.mark.parametrize("value", [-0.2, 0.0, 0.31, 0.8, 0.97, 1.0])
@pytest.mark.parametrize("changed", [math.nan, 0.04])
def test_curve_with_the_readers_point(value: float, changed: float) -> None:
    drawn = curve_drawing(
        value, 5, 3, low=value - 0.05, high=value + 0.05, changed=changed, changed_low=0.03, changed_high=0.06
    )
    said = words(drawn)
    assert {scale.name for scale in SCALES} <= set(said)
    assert any("in your data" in text for text in said) == (value >= 0 and not math.isnan(changed))
    dots = [float(one.attrib["cx"]) for one in parsed(drawn).iter("circle")]
    if value >= 0:
        expected = LEFT + value * (WIDTH - LEFT - RIGHT)
        assert dots == pytest.approx([expected, expected], abs=0.1)
    else:
        assert dots == []


def test_curve_says_its_numbers() -> None:
    drawn = parsed(curve_drawing(0.8, 5, 3))
    assert drawn.attrib["aria-label"] == (
        "κ = 0.80 with 5 categories and 3 annotators: from 1.5 % to 7.7 % of the reference would change"
    )
    between = parsed(curve_drawing(0.8, 5, 3, against="group", name="α", coefficient="alpha"))
    assert between.attrib["aria-label"].startswith("α = 0.80")
    assert "from 3.0 % to 11 %" in between.attrib["aria-label"]


def test_points_stand_at_the_height_of_their_share() -> None:
    """The axis of κ = .8, C = 5 ends at 20 %: 1.53 % and 7.71 % of its 250 units above the bottom."""
    places = [float(one.attrib["cy"]) for one in parsed(curve_drawing(0.8, 5, 3)).iter("circle")]
    assert places == pytest.approx([266 - 250 * 0.0153 / 0.2, 266 - 250 * 0.0771 / 0.2], abs=0.15)


def test_every_scale_shows_its_bands_and_its_coefficient() -> None:
    drawn = scales_drawing(0.8)
    said = words(drawn)
    titles = [one.text or "" for one in parsed(drawn).iter("title")]
    for scale in SCALES:
        assert f"for {scale.coefficient}" in said
        for low, band in scale.bands:
            if low >= 0:
                assert any(title.startswith(f"{band}: {low:g} to") for title in titles)


def test_names_are_escaped() -> None:
    odd = Scale("<b>", "x", "a & b", ((-math.inf, "<low>"), (0.5, '"high"')))
    parsed(scales_drawing(scales=[odd]))
    assert "<b>" not in scales_drawing(scales=[odd])
    parsed(line_chart([Line("<k>", [0.2, 1], [0.1, 0])], "a < b"))


def test_line_chart_and_its_legend() -> None:
    lines = [Line("one", [0.2, 1.0], [0.1, 0.0]), Line("two", [0.2, 1.0], [0.3, 0.0], 1, dots=True), Line("", [1], [0])]
    for legend in (True, False):
        drawn = line_chart(lines, "two lines", legend=legend)
        assert {"one", "two"} <= set(words(drawn))
        assert len(list(parsed(drawn).iter("circle"))) == 2
    assert re.search(r'viewBox="0 0 760 \d+"', drawn)


def test_histogram() -> None:
    found = disagreement_histogram([[10, 0], [9, 1], [5, 5]])
    drawn = histogram_drawing(found)
    assert parsed(drawn).attrib["aria-label"] == "67 % of 3 items are nearly unanimous, 33 % fully"
    assert len(list(parsed(drawn).iter("rect"))) == 10
    assert histogram_drawing(disagreement_histogram([[1, 0]])) == ""
