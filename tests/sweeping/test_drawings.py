"""Drawings of reading grids and sweeps: every number that is told is drawn, and no name can break them."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from accord.degradations import labelled_items
from accord.renderings.sweep_tables import sweep_page
from accord.report_page.reading_grid_drawings import reading_grid_drawing
from accord.sweeping import Grid, Sweep, sweep
from accord.sweeping.figure import figure


@pytest.fixture(scope="module")
def made() -> Sweep:
    data = labelled_items(100, (1, 1), names=["<b>", "&"])
    return sweep(data, ["redraw", "overuse(category='<b>')"], ["alpha", "ac1"], magnitudes=5, repeats=2, annotators=2)


def _drawn(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def test_a_grid_shows_the_value_and_its_magnitude(made: Sweep) -> None:
    grid = Grid("alpha", made)
    drawn = _drawn(str(reading_grid_drawing(grid, 0.5, 0.4, 0.6, "α")))
    texts = [one.text for one in drawn.iter("text")]
    assert "overuse(category='<b>')" in texts
    redraw = grid.read(0.5, 0.4, 0.6)[0].magnitude
    assert f"{redraw:.0%}".replace("%", " %") in texts
    assert len(list(drawn.iter("circle"))) == 2


def test_a_value_that_nothing_explains_is_drawn_so(made: Sweep) -> None:
    texts = [one.text for one in _drawn(str(reading_grid_drawing(Grid("alpha", made), -0.9))).iter("text")]
    assert texts.count("no magnitude goes so low") == 2
    assert str(reading_grid_drawing(Grid("alpha", made), float("nan"))) == ""


def test_figures_of_some_measures_and_without_points(made: Sweep) -> None:
    whole, part = made.svg(), figure(made, ["ac1"], points=False)
    assert whole.count("<circle") == sum(value == value for one in made.curves for value in one.means)
    assert "<circle" not in part
    assert _drawn(part).get("aria-label", "").startswith("1 measures")


def test_a_page_escapes_names(made: Sweep) -> None:
    page = sweep_page(made, "A & <B>")
    assert "<title>A &amp; &lt;B&gt;</title>" in page
    assert "'<b>'" not in page
