"""Printed, the report is light and whole, whatever the screen is."""

from __future__ import annotations

import re
import zlib

from browser.visiting import Visit

A4 = 718  # pixels between margins of 1 cm
VARIABLE = "name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()"


def content(pdf: bytes) -> str:
    """The drawing instructions of all pages, as far as they are deflated streams."""
    parts = []
    for match in re.finditer(rb"stream\r?\n", pdf):
        end = pdf.find(b"endstream", match.end())
        try:
            parts.append(zlib.decompressobj().decompress(pdf[match.end() : end]))
        except zlib.error:
            continue  # a font or a picture
    return b"\n".join(parts).decode("latin-1")


def colours(drawn: str) -> set[tuple[int, int, int]]:
    """The colours of fills and strokes, 0 … 255."""
    set_before = re.split(r" (?:rg|RG)\b", drawn)[:-1]  # lines and curves have numbers too, and many more
    found = {tuple(one[-100:].rsplit(maxsplit=3)[-3:]) for one in set_before}
    return {tuple(round(float(part) * 255) for part in one) for one in found}  # type: ignore[misc]  # three of them


def rgb(text: str) -> tuple[int, int, int]:
    digits = text.removeprefix("#")
    digits = "".join(2 * one for one in digits) if len(digits) == 3 else digits
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def palette(visit: Visit) -> dict[str, tuple[int, int, int]]:
    return {name: rgb(visit.page.evaluate(VARIABLE, name)) for name in ("--ink", "--paper", "--accent")}


def test_a_dark_screen_prints_light_pages_that_hold_everything(shown: Visit) -> None:
    drawings = shown.page.locator("figure svg").count()
    with shown.seen(scheme="dark"):
        screen = palette(shown)
        pdf = shown.page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) >= 1
    with shown.seen(scheme="dark", media="print", width=A4):
        paper = palette(shown)
        assert max(paper["--ink"]) < 80
        assert min(paper["--paper"]) > 240
        assert shown.page.locator("figure svg:visible").count() == drawings > 0
        assert shown.evaluate("document.documentElement.scrollWidth") <= A4
        for control in ("input[type=search]", "nav"):
            assert shown.page.locator(f"{control}:visible").count() == 0
    used = colours(content(pdf))
    assert {paper["--ink"], paper["--accent"]} <= used
    assert used.isdisjoint(screen.values())
