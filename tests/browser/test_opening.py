"""Every report opens without a complaint and without the network, with all its charts, at any width, light and dark."""

from __future__ import annotations

from typing import Any

from browser.visiting import NARROW, WIDE, Visit


def figures(visit: Visit) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = visit.look("figures")
    return found


def test_all_charts_are_drawn_with_a_sentence_before_and_a_table_behind(shown: Visit) -> None:
    seen = figures(shown)
    assert len(seen) > 0
    assert len({one["id"] for one in seen}) == len(seen)
    for one in seen:
        assert one["id"], one
        assert one["key"], one
        assert one["sizes"], one
        assert all(width > 100 and height > 20 for width, height in one["sizes"]), one
        assert all(marks > 0 for marks in one["marks"]), one
        assert one["sentence"].endswith("."), one
        assert one["before"], one
        assert one["cells"] > 0, one
        assert one["name"] not in ("", "Vega visualization"), one
        assert one["role"] in ("img", "graphics-document"), one


def test_the_page_neither_complains_nor_asks_for_anything(shown: Visit) -> None:
    shown.check()
    policy = shown.page.locator("meta[http-equiv='Content-Security-Policy']").get_attribute("content") or ""
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy


def test_nothing_is_cut_off_on_a_telephone_and_charts_follow_the_width(shown: Visit) -> None:
    with shown.seen(width=NARROW, scheme="dark"):
        assert shown.evaluate("document.documentElement.scrollWidth") <= NARROW
        narrow = figures(shown)
        assert all(width > 100 for one in narrow for width, _ in one["sizes"])
        texts = shown.look("texts")
        assert len(texts) > 0
        assert [one for one in texts if one["out"] > 2] == []
        assert [one for one in texts if one["size"] < 9] == []
    first = shown.evaluate("document.querySelector('figure .vega svg').getBoundingClientRect().width")
    assert first > max(width for width, _ in narrow[0]["sizes"]) * 1.5
    assert shown.evaluate("document.documentElement.scrollWidth") <= WIDE


def brightness(colour: str) -> float:
    """0 … 1, of "rgb(28, 36, 48)"."""
    red, green, blue = (float(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(","))
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def test_dark_is_dark_and_a_change_needs_no_new_drawing(shown: Visit) -> None:
    chart = shown.page.locator("figure .vega svg").first
    drawn = chart.evaluate("one => one.outerHTML")
    paper, *inks = (brightness(colour) for colour in shown.look("colours"))
    assert paper > 0.9
    assert max(inks) < 0.5
    with shown.seen(scheme="dark"):
        paper, *inks = (brightness(colour) for colour in shown.look("colours"))
        assert paper < 0.2
        assert min(inks) > 0.5
        assert chart.evaluate("one => one.outerHTML") == drawn
