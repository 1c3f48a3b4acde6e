"""Colours, patterns and text of a drawing of units: told apart without colour, in the light and in the dark."""

from __future__ import annotations

import math
from collections.abc import Sequence

from accord.annotations.spans import UNCATEGORISED
from accord.results.foreign_text import html_text, visible

WIDTH, LEFT, RIGHT = 960.0, 116.0, 14.0
NO_CATEGORY = "no category"

# Paul Tol's light scheme: made for cells with black text, distinct for all kinds of colour vision
FILLS = ("#77AADD", "#EE8866", "#EEDD88", "#44BB99", "#FFAABB", "#BBCC33", "#99DDFF", "#CCBB66")
GREY = "#CCCCCC"
PREFIX = "accord-lanes-"
"""Of the names of patterns."""
SHADES = (0.05, 0.13, 0.23, 0.35, 0.5)
"""How dark a link is, by the step of its disorder."""
STEPS = (0.0, 0.1, 0.25, 0.5)
"""The upper bounds of all steps but the last, in units of Δ∅."""

LIGHT = "--ink: #1c2430; --soft: #5b6675; --line: #d9dee5; --paper: #ffffff; --link: #1c2430;"
DARK = "--ink: #e6eaf0; --soft: #9aa6b6; --line: #333d4b; --paper: #12171e; --link: #e6eaf0;"
PRINT = "--ink: #000; --soft: #333; --line: #bbb; --paper: #fff; --link: #000;"

_COLOURS = f"""\
.accord-lanes {{ {LIGHT} font: 12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }}
@media (prefers-color-scheme: dark) {{ .accord-lanes {{ {DARK} }} }}
@media print {{ .accord-lanes {{ {PRINT} print-color-adjust: exact; }} }}
"""
_RULES = """\
.accord-lanes text { fill: var(--ink); }
.accord-lanes .heading { font-size: 14px; font-weight: 600; }
.accord-lanes .soft { fill: var(--soft); }
.accord-lanes .tick { fill: var(--soft); font-size: 10px; }
.accord-lanes .paper { fill: var(--paper); }
.accord-lanes .lane { fill: var(--line); opacity: .35; }
.accord-lanes .axis { stroke: var(--soft); fill: none; }
.accord-lanes .read { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre; }
.accord-lanes .unit { stroke: var(--ink); stroke-width: .8; }
.accord-lanes .alone { stroke-width: 1.8; stroke-dasharray: 4 2.5; }
.accord-lanes .edge { fill: none; }
.accord-lanes .join { fill: none; stroke: var(--ink); stroke-width: 1.2; }
.accord-lanes text.label { fill: #14181f; font-size: 10px; pointer-events: none; }
.accord-lanes .number { font-size: 8px; opacity: .75; }
.accord-lanes .link { fill: var(--link); stroke: var(--link); stroke-width: .6; }
.accord-lanes .over { stroke-width: 1; stroke-dasharray: 3 3; }
"""
_SHADING = "".join(
    f".accord-lanes .d{step} {{ fill-opacity: {shade}; stroke-opacity: {shade + 0.2:.2f}; }}\n"
    for step, shade in enumerate(SHADES)
)
STYLE = _COLOURS + _RULES + _SHADING
"""The style sheet of a drawing, for a file of its own or for a page."""


def safe(text: str) -> str:
    """A line of text that can stand in XML, between tags or in an attribute."""
    return html_text(text)


def safe_lines(lines: Sequence[str]) -> str:
    """The same for several lines, as those that are read when one points at something."""
    return "\n".join(map(safe, lines))


def cut_name(name: str, most: int) -> str:
    """A name with all that it holds made visible, cut to `most` characters.

    >>> print(cut_name("joy\\n\\x1b[2J", 9))
    joy\\n\\x1…
    """
    shown = visible(name)
    return shown if len(shown) <= most else f"{shown[: max(0, most - 1)]}…"


def category_name(code: int, names: Sequence[str]) -> str:
    """The category of a unit, also where it has none."""
    return NO_CATEGORY if code == UNCATEGORISED else names[code]


def place_shown(value: float, whole: bool) -> str:
    """A place in the text or the recording, as people read it."""
    return f"{value:,.0f}" if whole and value == int(value) else f"{value:,.6g}"


def one_line(text: str, most: int) -> str:
    """Running text without its line breaks, cut to `most` characters.

    >>> one_line("to be\\nor not to be", 12)
    'to be or no…'
    """
    return cut_name(" ".join(text.split()), most)


def fill(code: int) -> str:
    """What the units of a category are filled with: eight colours, then the same with stripes, then with dots."""
    if code < 0:
        return GREY
    number = code % (3 * len(FILLS))
    return FILLS[number] if number < len(FILLS) else f"url(#{PREFIX}{number})"


def patterns(used: Sequence[int]) -> str:
    """The patterns that the categories beyond the eighth are filled with."""
    made = []
    for number in sorted({code % (3 * len(FILLS)) for code in used if code >= 0}):
        if number < len(FILLS):
            continue
        mark = '<path d="M0 6L6 0" stroke="#14181f" stroke-width=".7" opacity=".45"/>'
        if number >= 2 * len(FILLS):
            mark = '<circle cx="3" cy="3" r="1" fill="#14181f" opacity=".45"/>'
        made.append(
            f'<pattern id="{PREFIX}{number}" width="6" height="6" patternUnits="userSpaceOnUse">'
            f'<rect width="6" height="6" fill="{FILLS[number % len(FILLS)]}"/>{mark}</pattern>'
        )
    return f"<defs>{''.join(made)}</defs>" if made else ""


def abbreviations(names: Sequence[str]) -> list[str]:
    """The shortest beginnings that tell names apart, at most four letters; else numbers.

    >>> abbreviations(["claim", "complaint", "praise"])
    ['cl', 'co', 'p']
    """
    short: list[str] = []
    for name in names:
        others = [other for other in names if other != name]
        sizes = range(1, min(4, len(name)) + 1)
        size = next((size for size in sizes if not any(other.startswith(name[:size]) for other in others)), None)
        short.append(name[:size] if size is not None else str(len(short) + 1))
    return short


def step_of(disorder: float, empty: float) -> int:
    """The shade of a disorder: 0 for none, 4 for more than half of what an empty unit costs.

    >>> [step_of(value, 1.0) for value in (0.0, 0.05, 0.2, 0.4, 3.0)]
    [0, 1, 2, 3, 4]
    """
    scale = disorder / empty if empty > 0 else math.inf
    return next((step for step, bound in enumerate(STEPS) if scale <= bound + 1e-12), len(STEPS))


def width_of(text: str, size: float) -> float:
    """About how wide a text is; fonts differ, so a little too much."""
    return sum(size if ord(letter) > 0x2E7F else 0.58 * size for letter in text)
