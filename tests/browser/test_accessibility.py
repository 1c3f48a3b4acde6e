"""What axe-core finds, and what it does not look at: order of headings, captions, colours of drawings, the keyboard."""

from __future__ import annotations

from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest

from browser.conftest import Opener, Reports
from browser.reports import EXAMPLES, REAL
from browser.visiting import NARROW, WIDE, Visit

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(visit: Visit) -> list[tuple[str, str, list[str]]]:
    """Those that are serious or worse: rule, what is wrong, where."""
    visit.page.evaluate(AXE)
    found: list[dict[str, Any]] = visit.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    return [
        (one["id"], one["help"], [f"{node['target']} {node['failureSummary']}" for node in one["nodes"][:3]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(("width", "scheme"), [(WIDE, "light"), (NARROW, "dark")])
@pytest.mark.parametrize("name", EXAMPLES)
def test_axe_finds_nothing_serious(name: str, width: int, scheme: str, opened: Opener, reports: Reports) -> None:
    visit = opened(reports(name).path, width=width, scheme=scheme)
    visit.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert violations(visit) == []


@pytest.mark.parametrize("name", REAL)
def test_axe_finds_nothing_serious_in_real_data(name: str, opened: Opener, reports: Reports) -> None:
    assert violations(opened(reports(name).path)) == []


def test_axe_is_awake(opened: Opener, reports: Reports) -> None:
    visit = opened(reports("answers").path)
    visit.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert [rule for rule, _, _ in violations(visit)] == ["button-name"]


@pytest.mark.parametrize("name", [*EXAMPLES, *REAL])
def test_headings_tables_and_anchors_are_in_order(name: str, shown: Opener) -> None:
    seen = shown(name).look("outline")
    assert seen["language"] == "en"
    assert seen["title"]
    levels = [level for level, _ in seen["headings"]]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels)), seen["headings"]
    assert all(text for _, text in seen["headings"])
    assert sorted(set(seen["ids"])) == sorted(seen["ids"])
    assert set(seen["anchors"]) <= set(seen["ids"])
    assert seen["bare"] == []
    assert seen["scopeless"] == []


def test_the_first_key_leads_past_the_navigation(opened: Opener, reports: Reports) -> None:
    page = opened(reports("labels").path).page
    page.keyboard.press("Tab")
    target = page.evaluate("document.activeElement.getAttribute('href')")
    assert target
    assert page.evaluate("document.activeElement.getBoundingClientRect().width") > 1  # seen while it has the focus
    page.keyboard.press("Enter")
    assert page.evaluate("document.querySelector(location.hash).matches('main, main *')")


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_text_of_drawings_can_be_read(name: str, opened: Opener, reports: Reports) -> None:
    visit = opened(reports(name).path)
    for scheme in ("light", "dark"):
        visit.page.emulate_media(color_scheme=scheme)
        ratios = visit.look("contrast")
        assert len(ratios) > 5
        assert [one for one in ratios if one[0] < 4.5] == [], scheme
