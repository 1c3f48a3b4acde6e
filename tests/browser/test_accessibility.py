"""What axe-core finds, and what it does not look at: order of headings, captions, colours of drawings, the keyboard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest

from browser.conftest import Opener
from browser.reports import Report
from browser.visiting import NARROW, Scheme, Visit

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
# Half of its time with colours would go into weak maps, in which it keeps the private fields of every colour, and into
# reading the same few colours thousands of times.
PRIVATE_FIELDS = """class {
    constructor() { this.field = Symbol(); }
    has(owner) { return Object.hasOwn(owner, this.field); }
    get(owner) { return owner[this.field]; }
    set(owner, value) { owner[this.field] = value; return this; }
    delete(owner) { return delete owner[this.field]; }
}"""
LOAD = f"(WeakMap => {{{AXE}}})({PRIVATE_FIELDS})"
PREPARE = """() => {
    const colour = axe.commons.color.Color.prototype, read = colour.parseString, known = new Map();
    colour.parseString = function (text) {
        if (known.has(text)) [this.r, this.g, this.b, this.alpha] = known.get(text);
        else known.set(text, [read.call(this, text).r, this.g, this.b, this.alpha]);
        return this;
    };
    axe.configure({ noHtml: true });
}"""
# What may change with colours and width; the colours of drawings are looked at below.
AGAIN = "color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"


def violations(visit: Visit, rules: Sequence[str] | None = None) -> list[tuple[str, str, list[str]]]:
    """Those that are serious or worse: rule, what is wrong, where. Without rules, of all but the colours."""
    if not visit.evaluate("'axe' in window"):
        visit.page.evaluate(LOAD)
        visit.page.evaluate(PREPARE)
    where = {} if rules is None else {"exclude": [["figure svg"]]}
    asked: dict[str, Any] = {"rules": {"color-contrast": {"enabled": False}}}
    options = {"resultTypes": ["violations"], **(asked if rules is None else {"runOnly": list(rules)})}
    run = "([where, options]) => axe.run({include: [['html']], ...where}, options)"
    found: list[dict[str, Any]] = visit.page.evaluate(run, [where, options])["violations"]
    return [
        (one["id"], one["help"], [f"{node['target']} {node['failureSummary']}" for node in one["nodes"][:3]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


# Details are opened; of each table a few rows are left, as rows are made alike and axe takes its time with each.
UNFOLD = """on => {
    document.querySelectorAll("details").forEach(one => { one.open = on; });
    if (on) window.rows = [...document.querySelectorAll("tbody")].map(one => {
        const all = [...one.children];
        all.slice(2).forEach(row => row.remove());
        return () => one.replaceChildren(...all);
    });
    else window.rows.forEach(putBack => putBack());
}"""


@pytest.fixture
def unfolded(shown: Visit) -> Iterator[Visit]:
    shown.page.evaluate(UNFOLD, True)
    yield shown
    shown.page.evaluate(UNFOLD, False)


def test_axe_finds_nothing_serious(unfolded: Visit) -> None:
    assert violations(unfolded) == []
    assert violations(unfolded, ["color-contrast"]) == []
    with unfolded.seen(scheme="dark", width=NARROW):
        assert violations(unfolded, AGAIN) == []


def test_axe_is_awake(answers_report: Report, opened: Opener) -> None:
    visit = opened(answers_report.path)
    visit.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert [rule for rule, _, _ in violations(visit)] == ["button-name"]
    visit.evaluate("document.querySelector('main p').style.color = 'silver'")
    assert [rule for rule, _, _ in violations(visit, AGAIN)] == ["color-contrast"]


def test_headings_tables_and_anchors_are_in_order(shown: Visit) -> None:
    seen = shown.look("outline")
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


def test_the_first_key_leads_past_the_navigation(answers_report: Report, opened: Opener) -> None:
    page = opened(answers_report.path).page
    page.keyboard.press("Tab")
    target = page.evaluate("document.activeElement.getAttribute('href')")
    assert target
    assert page.evaluate("document.activeElement.getBoundingClientRect().width") > 1  # seen while it has the focus
    page.keyboard.press("Enter")
    assert page.evaluate("document.querySelector(location.hash).matches('main, main *')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_text_of_drawings_can_be_read(shown: Visit, scheme: Scheme) -> None:
    with shown.seen(scheme=scheme):
        ratios = shown.look("contrast")
    assert len(ratios) > 5
    assert [one for one in ratios if one[0] < 4.5] == []
