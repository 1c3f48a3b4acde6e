"""Drawings of sweeps: every number that is told is drawn, and no name can break them."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from accord.degradations import labelled_items
from accord.renderings.sweep_tables import sweep_page
from accord.sweeping import Sweep, sweep
from accord.sweeping.figure import figure


@pytest.fixture(scope="module")
def made() -> Sweep:
    data = labelled_items(100, (1, 1), names=["<b>", "&"])
    return sweep(data, ["redraw", "overuse(category='<b>')"], ["alpha", "ac1"], magnitudes=5, repeats=2, annotators=2)


def _drawn(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def test_figures_of_some_measures_and_without_points(made: Sweep) -> None:
    whole, part = made.svg(), figure(made, ["ac1"], points=False)
    assert whole.count("<circle") == sum(value == value for one in made.curves for value in one.means)
    assert "<circle" not in part
    assert _drawn(part).get("aria-label", "").startswith("1 measures")


def test_a_page_escapes_names(made: Sweep) -> None:
    page = sweep_page(made, "A & <B>")
    assert "<title>A &amp; &lt;B&gt;</title>" in page
    assert "'<b>'" not in page
