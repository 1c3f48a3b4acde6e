"""Printed, the report is light and whole, whatever the screen is."""

from __future__ import annotations

import re
import zlib

import pytest

from browser.conftest import Opener, Reports
from browser.reports import EXAMPLES, REAL
from browser.visiting import WIDE

A4 = 718  # pixels between margins of 1 cm
VARIABLE = "name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()"


def content(pdf: bytes) -> str:
    """The drawing instructions of all pages, as far as they are deflated streams."""
    parts = []
    for match in re.finditer(rb"stream\r?\n", pdf):
        try:
            parts.append(zlib.decompressobj().decompress(pdf[match.end() :]))
        except zlib.error:
            continue  # a font or a picture
    return b"\n".join(parts).decode("latin-1")


def colours(drawn: str) -> set[tuple[int, int, int]]:
    """The colours of fills and strokes, 0 … 255."""
    number = r"(\d*\.?\d+)"
    found = re.findall(rf"{number} {number} {number} (?:rg|RG)\b", drawn)
    return {tuple(round(float(part) * 255) for part in one) for one in found}  # type: ignore[misc]  # three of them


def rgb(text: str) -> tuple[int, int, int]:
    digits = text.removeprefix("#")
    digits = "".join(2 * one for one in digits) if len(digits) == 3 else digits
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


@pytest.mark.parametrize("name", [*EXAMPLES, *REAL])
def test_a_dark_screen_prints_light_pages(name: str, opened: Opener, reports: Reports) -> None:
    visit = opened(reports(name).path, scheme="dark")
    dark = {name: rgb(visit.page.evaluate(VARIABLE, name)) for name in ("--ink", "--paper", "--accent")}
    pdf = visit.page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) >= 1
    visit.page.emulate_media(color_scheme="light")
    light = {name: rgb(visit.page.evaluate(VARIABLE, name)) for name in dark}
    assert set(light.values()).isdisjoint(dark.values())
    used = colours(content(pdf))
    assert light["--ink"] in used
    assert light["--accent"] in used
    assert used.isdisjoint(dark.values())


@pytest.mark.parametrize("name", EXAMPLES)
def test_on_paper_every_chart_is_there_and_nothing_is_wider_than_the_page(
    name: str, opened: Opener, reports: Reports
) -> None:
    visit = opened(reports(name).path, width=WIDE)
    screen = visit.page.locator("figure svg").count()
    visit.page.emulate_media(media="print")
    visit.page.set_viewport_size({"width": A4, "height": 1000})
    assert visit.page.locator("figure svg:visible").count() == screen > 0
    assert visit.evaluate("document.documentElement.scrollWidth") <= A4
    for control in ("input[type=search]", "nav"):
        assert visit.page.locator(f"{control}:visible").count() == 0
