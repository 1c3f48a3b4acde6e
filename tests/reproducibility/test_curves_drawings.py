"""The charts of what a coefficient promises: the reader's point where it belongs, and published scales as they are."""

from __future__ import annotations

import math
from typing import Any
from xml.etree import ElementTree

import pytest
import vl_convert

from accord.evaluation.scales import SCALES, PublishedScale
from accord.report_page.charts.promise import curve_spec
from accord.report_page.charts.scales import scale_bands, scales_spec
from accord.report_page.charts.spread import histogram_spec
from accord.report_page.charts.style import in_light
from accord.report_page.figure import Spec
from accord.reproducibility.disagreement_histogram import disagreement_histogram


def words(spec: Spec) -> list[str]:
    drawn = vl_convert.vegalite_to_svg(dict(in_light(spec)), vl_version="6.4")
    return [one.text or "" for one in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]


def rows(spec: Spec) -> list[dict[str, Any]]:
    return [row for layer in spec["layer"] for row in layer.get("data", {}).get("values", ())]


@pytest.mark.parametrize("value", [-0.2, 0.0, 0.31, 0.8, 0.97, 1.0])
@pytest.mark.parametrize("changed", [math.nan, 0.04])
def test_curve_with_the_readers_point(value: float, changed: float) -> None:
    spec = curve_spec(value, 5, 3, interval=(value - 0.05, value + 0.05), changed=(changed, 0.03, 0.06))
    said = words(spec)
    assert any("in these data" in text for text in said) == (value >= 0 and not math.isnan(changed))
    assert (f"κ = {value:.2f}" in said) == (value >= 0)
    assert all(row["kappa"] == value for row in rows(spec) if "kappa" in row)


def test_points_stand_at_their_share() -> None:
    """κ = .8, C = 5, three annotators: 1.53 % and 7.71 % (Bregeon et al. 2019, section 5.2)."""
    spec = curve_spec(0.8, 5, 3, against="reference")
    found = [row["share"] for row in rows(spec) if set(row) == {"kappa", "share"}]
    assert found == pytest.approx([0.0153, 0.0771], abs=5e-5)
    between = curve_spec(0.8, 5, 3, name="α", coefficient="alpha")
    assert rows(between)[1]["share"] == pytest.approx(0.0303, abs=5e-5)
    assert "α = 0.80" in words(between)
    at = {row["kappa"]: row for row in spec["data"]["values"]}
    assert (at[0.8]["least"], at[0.8]["most"]) == pytest.approx(found)


def test_an_interval_ends_where_the_axis_does() -> None:
    ends = [row for row in rows(curve_spec(0.97, 5, 3, interval=(0.9, 1.04))) if set(row) == {"low", "high"}]
    assert ends == [{"low": 0.9, "high": 1.0}]


def test_every_scale_shows_its_bands() -> None:
    said = words(scales_spec(0.8))
    assert {scale.name for scale in SCALES} <= set(said)
    bands = scale_bands(SCALES)
    for scale in SCALES:
        for low, band in scale.bands:
            if low >= 0:
                found = [one for one in bands if (one["scale"], one["band"]) == (scale.name, band)]
                assert [(one["low"], one["proposed"]) for one in found] == [(low, scale.coefficient)]
    assert rows(scales_spec(0.8)) == [{"value": 0.8}]
    assert rows(scales_spec()) == []


def test_names_are_text() -> None:
    odd = PublishedScale("<b>", "x", "a & b", ((-math.inf, "<low>"), (0.5, '"high"')))
    assert {"<b>", "<low>", '"high"'} <= set(words(scales_spec(scales=[odd])))


def test_histogram() -> None:
    spec = histogram_spec(disagreement_histogram([[10, 0], [9, 1], [5, 5]]))
    assert [text for text in words(spec) if "33 %" in text] == ["33 %"] * 3
    shares = [row["share"] for row in spec["data"]["values"]]
    assert shares == pytest.approx([1 / 3, 1 / 3, 0, 0, 0, 1 / 3])
