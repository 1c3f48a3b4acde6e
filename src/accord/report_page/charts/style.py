"""The look that all charts share: colours by name, one configuration, and names that are safe to draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from accord.report_page.figure import Spec
from accord.results.foreign_text import visible

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
INK, SOFT, LINE, PAPER = "var(--ink)", "var(--soft)", "var(--line)", "var(--paper)"
ACCENT, WARM, THIRD = "var(--accent)", "var(--warm)", "var(--third)"
PALE_ACCENT, PALE_WARM, PALE_THIRD = (f"color-mix(in srgb, {colour} 45%, {PAPER})" for colour in (ACCENT, WARM, THIRD))
MIDDLE_WARM, LIGHT_THIRD = f"color-mix(in srgb, {WARM} 70%, {PAPER})", f"color-mix(in srgb, {THIRD} 28%, {PAPER})"
_COLOURS = {
    INK: ("#1c2430", "#e6eaf0"),
    SOFT: ("#5b6675", "#9aa6b6"),
    LINE: ("#d9dee5", "#333d4b"),
    PAPER: ("#ffffff", "#12171e"),
    ACCENT: ("#1f5fa8", "#7db4f0"),
    WARM: ("#b45309", "#f0b25c"),
    THIRD: ("#2f7d5b", "#6fc79b"),
    PALE_ACCENT: ("#9ab7d8", "#425e7c"),
    PALE_WARM: ("#ddb290", "#765d3a"),
    PALE_THIRD: ("#a1c4b5", "#3c6656"),
    MIDDLE_WARM: ("#ca8653", "#ad8349"),
    LIGHT_THIRD: ("#c5dbd1", "#2c4841"),
}
LIGHT, DARK = ({name: pair[place] for name, pair in _COLOURS.items()} for place in (0, 1))
KINDS = (ACCENT, MIDDLE_WARM, LIGHT_THIRD, SOFT, PALE_ACCENT, THIRD, PALE_WARM)
"""The fills of stacked bars, in this order: neighbours are as far apart in grey as in colour."""
LINES = (ACCENT, WARM, THIRD, SOFT, PALE_ACCENT, PALE_WARM, PALE_THIRD)
DASHES = ([1, 0], [6, 4], [2, 3], [9, 3, 2, 3])
SHAPES = ("circle", "diamond", "square", "triangle-up", "cross", "triangle-down", "triangle-right")
"""Colours, dashes and points of lines, in this order: in grey print dashes and points tell them apart."""
FONT = "system-ui, sans-serif"
FILE_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"  # of equal widths: what is measured here fits elsewhere
LONGEST = 60  # letters of a name; how many of them fit is the chart's business
MOST_ROWS = 40
FILE_WIDTH = 720
WIDTH = "(width >= 0 && containerSize()[0])"
"""Of where a chart stands, false in a file; the size of a container tells nobody that it changed, the signal does."""
# a third of the width for names, so that a telephone keeps room for what is drawn
NAME_LIMIT = {"expr": f"{WIDTH} ? max(76, min(230, 0.34 * {WIDTH})) : 230"}


def framed(spec: Spec, *, right: int = 18) -> Spec:
    """The specification with what all charts have: the width of where it stands, colours and fonts.

    `right` leaves room for numbers that are written beyond the right end of the axis.
    """
    return {**shared_by_charts(), "padding": {"left": 2, "right": right, "top": 6, "bottom": 4}, **spec}


def shared_by_charts() -> Spec:
    """What is the same in all charts."""
    return {
        "$schema": SCHEMA,
        "width": "container",
        "autosize": {"type": "fit-x", "contains": "padding"},
        "background": None,
        "config": _CONFIG,
    }


_CONFIG = {
    "font": FONT,
    "view": {"stroke": None},
    "axis": {
        "labelColor": INK,
        "labelFontSize": 12,
        "titleColor": SOFT,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "titlePadding": 8,
        "gridColor": LINE,
        "domainColor": LINE,
        "tickColor": LINE,
        "labelLimit": 200,
        "maxExtent": 400,
    },
    "axisQuantitative": {
        "labelColor": SOFT,
        "labelFontSize": 11,
        "domain": False,
        "ticks": False,
        "labelFlush": False,
        "labelPadding": 7,
        "labelOverlap": True,
        "labelSeparation": 8,
    },
    "axisBand": {"domain": False, "ticks": False, "labelPadding": 8},
    "legend": {
        "labelColor": INK,
        "labelFontSize": 12,
        "titleColor": SOFT,
        "titleFontWeight": "normal",
        "titleFontSize": 12,
        "orient": "top",
        "labelLimit": 300,
        "symbolStrokeColor": PAPER,
    },
    "text": {"fill": INK, "fontSize": 12},
    "rule": {"stroke": ACCENT},
    "line": {"stroke": ACCENT},
    "bar": {"fill": ACCENT},
    "rect": {"fill": ACCENT},
    "area": {"fill": ACCENT},
    "point": {"filled": True, "fill": ACCENT, "opacity": 1},
}


def narrower(than: int) -> str:
    """An expression: whether a chart stands in less than so many pixels."""
    return f"{WIDTH} && {WIDTH} < {than}"


def in_light(spec: Spec, width: int = FILE_WIDTH) -> Spec:
    """The specification for a file: light colours, a font that renderers have, a width of its own.

    >>> in_light({"mark": {"fill": "var(--accent)"}, "width": "container"}, 300)
    {'mark': {'fill': '#1f5fa8'}, 'width': 300, 'background': '#ffffff'}
    """
    return {**fixed(spec, width, LIGHT), "background": LIGHT[PAPER]}


def in_dark(spec: Spec, width: int = FILE_WIDTH) -> Spec:
    """The same on a dark ground."""
    return {**fixed(spec, width, DARK), "background": DARK[PAPER]}


def fixed(spec: Spec, width: int = FILE_WIDTH, colours: Mapping[str, str] = MappingProxyType({})) -> Spec:
    """The specification for drawing once, in a width and a font of its own; colours that are not given stay names."""
    return {**_painted(spec, {**colours, FONT: FILE_FONT}), "width": width}


def _painted(part: Any, colours: Mapping[str, str]) -> Any:
    """Whatever stands in a specification; what holds labels is left alone, as one may look like a colour."""
    if isinstance(part, Mapping):
        return {key: v if key in ("data", "domain", "sort") else _painted(v, colours) for key, v in part.items()}
    if isinstance(part, list | tuple):
        return [_painted(value, colours) for value in part]
    return colours.get(part, part) if isinstance(part, str) else part


def names(texts: Sequence[str], longest: int = LONGEST) -> list[str]:
    """Names as they are drawn: in one line, cut where they are very long, each different from the others.

    >>> names(["a b", "x" * 9, "x" * 8 + "y"], longest=4)
    ['a b', 'xxx…', 'xxx… (2)']
    """
    made: list[str] = []
    taken: set[str] = set()
    for text in texts:
        line = " ".join(visible(text).split())
        line = (line if len(line) <= longest else f"{line[: longest - 1]}…") or "(empty)"
        name, number = line, 1
        while name in taken:
            number += 1
            name = f"{line} ({number})"
        taken.add(name)
        made.append(name)
    return made


def quoted(name: str) -> str:
    """A name in a sentence.

    >>> quoted("joy"), quoted("x" * 100_000)[-3:]
    ("'joy'", "x…'")
    """
    return f"'{names([name])[0]}'"


def percent(share: float) -> str:
    """A share in per cent, with a digit after the point below ten, and where all but all is not all.

    >>> percent(0.0153), percent(0.31), percent(1e-5), percent(0.05), percent(0.9961)
    ('1.5 %', '31 %', '< 0.01 %', '5 %', '99.6 %')
    """
    number = 100 * share
    if 0 < abs(number) < 0.1:
        return f"{number:.2f} %" if abs(number) >= 0.005 else "< 0.01 %"
    digits = 1 if number < 9.95 or 99 < number < 100 else 0
    return f"{number:.{digits}f}".removesuffix(".0") + " %"


def signed(value: float, digits: int = 3) -> str:
    """
    >>> signed(0.331), signed(-0.5, 1), signed(0.0, 2)
    ('+0.331', '−0.5', '0.00')
    """
    text = f"{value:+.{digits}f}" if abs(value) >= 0.5 * 10**-digits else f"{0:.{digits}f}"
    return text.replace("-", "−")


def written(encoding: Spec, **look: object) -> list[Spec]:
    """Two layers that write text so that it is read over lines: its outline in the colour of the paper, then itself."""
    mark = {"type": "text", **look}
    outline = {**mark, "stroke": PAPER, "strokeWidth": 3, "strokeJoin": "round", "fill": PAPER, "aria": False}
    return [{"mark": outline, "encoding": encoding}, {"mark": mark, "encoding": encoding}]
