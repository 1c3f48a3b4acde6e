"""Drawings of many annotators: a band of how many marked what, units that many found, thin lanes."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np

from accord.annotations.spans import Continuum
from accord.renderings.crowd_lanes import by_likeness, crowd_parts, found_together
from accord.renderings.lanes import alignment_svg
from accord.renderings.lanes_layout import LaneRow
from untyped import accord


def crowd(people: int = 14) -> Continuum:
    """Even ones mark 0–10 as x, every third 20–30 as y; the last nothing."""
    units = [(f"P{who:02}", 0, 10, "x") for who in range(0, people - 1, 2)]
    units += [(f"P{who:02}", 20, 30, "y") for who in range(0, people - 1, 3)]
    made: Continuum = accord.spans(units, annotators=[f"P{who:02}" for who in range(people)], length=40).continuum(0)
    return made


def test_units_that_a_quarter_found() -> None:
    one = crowd()
    groups = [tuple(np.flatnonzero(one.codes == code).tolist()) for code in (0, 1)]
    found = found_together(one, [*groups, (0,)])
    assert [(each.start, each.end, each.code, each.support) for each in found] == [(0, 10, 0, 7), (20, 30, 1, 5)]


def test_those_who_marked_alike_stand_side_by_side_and_nothing_last() -> None:
    one = crowd()
    order = by_likeness(one)
    assert sorted(order.tolist()) == list(range(14))
    silent = np.flatnonzero(one.cards == 0)
    assert set(order[-len(silent) :].tolist()) == set(silent.tolist())
    first = np.flatnonzero(np.isin(order, one.who[one.codes == 0]))
    assert (np.diff(first) == 1).all()  # all who marked 0–10 follow one another


def test_the_band_is_as_high_as_there_are_annotators() -> None:
    parts, bottom = crowd_parts(
        crowd(),
        [],
        LaneRow(0.0, 40.0),
        lambda position: 10 * position,
        ["x", "y"],
        (0.0, 400.0),
        range(crowd().n_annotators),
    )
    said = "".join(parts)
    assert "x: up to 7 of 14 annotators" in said
    assert "y: up to 5 of 14 annotators" in said
    highest = min(float(y) for y in re.findall(r"M0\.0 ([0-9.]+)L", said))
    assert highest == 6 + 64 * (1 - 7 / 14)
    assert bottom > 14 * 6


def test_a_crowd_is_drawn_without_links() -> None:
    units = [(f"P{who:02}", who % 3, 10, "x") for who in range(14)]
    few = [unit for unit in units if unit[0] < "P03"]
    for given, crowded in ((units, True), (few, False)):
        picture = alignment_svg(accord.align(accord.spans(given, length=20)))
        ElementTree.fromstring(picture)
        assert ("14 annotators" in picture) == crowded
        assert ("link, by disorder" in picture) != crowded
        assert ('class="link' in picture) != crowded
