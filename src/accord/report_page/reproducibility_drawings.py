"""Drawings of what a coefficient promises: curves, the reader's own point, subjective scales, a histogram.

They carry their own few rules of style, as they stand in the report and in the documentation alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from markupsafe import Markup, escape

from accord.diagnosis.scales import SCALES, Scale
from accord.reproducibility.curves import curve
from accord.reproducibility.disagreement_histogram import DisagreementHistogram

WIDTH, LEFT, RIGHT, TOP, PLOT, ROW = 760, 150, 40, 16, 250, 30
STYLE = Markup(
    "<style>"
    "svg.variation{--vi:var(--ink,var(--color-foreground-primary,#1c2430));"
    "--vs:var(--soft,var(--color-foreground-secondary,#5b6675));"
    "--vl:var(--line,var(--color-background-border,#d9dee5));"
    "--va:var(--accent,var(--color-brand-primary,#1f5fa8));--vw:var(--warm,#b45309);"
    "display:block;width:100%;max-width:48rem;height:auto;margin:.75rem 0 1rem;font-family:inherit;font-size:12.5px}"
    "svg.variation text{fill:var(--vi)}svg.variation .tick{fill:var(--vs);font-size:11px}"
    "svg.variation .grid{stroke:var(--vl)}svg.variation .line{fill:none;stroke:var(--va);stroke-width:2}"
    "svg.variation .other{stroke:var(--vw)}svg.variation .third{stroke:var(--vs)}"
    "svg.variation .dashed{stroke-dasharray:6 4}svg.variation .area{fill:var(--va);opacity:.13}"
    "svg.variation .here{stroke:var(--vw);stroke-width:1.5;stroke-dasharray:3 3}svg.variation .dot{fill:var(--va)}"
    "svg.variation .otherdot{fill:var(--vw)}svg.variation .thirddot{fill:var(--vs)}"
    "svg.variation .mark{fill:var(--vw)}svg.variation .error{stroke:var(--vw);stroke-width:5;opacity:.4}"
    "svg.variation .band{fill:var(--va);stroke:var(--vl)}svg.variation .bar{fill:var(--va);opacity:.75;stroke:none}"
    "svg.variation .small{font-size:10.5px}svg.variation .strong{font-weight:600;paint-order:stroke;stroke-width:3px;"
    "stroke:var(--paper,var(--color-background-primary,#fff))}"
    "</style>"
)
KINDS = ("", " other", " third")


@dataclass(frozen=True)
class Line:
    """One curve: values of the coefficient, shares that change, a name written where it starts."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    kind: int = 0
    """0, 1 or 2: its colour."""
    dashed: bool = False
    dots: bool = False
    """Draw the points themselves, as of a simulation, instead of a line through them."""


BOUNDS = (
    Line("all items equally hard: the best case", (), ()),
    Line("very unequal items (Dirichlet)", (), (), dashed=True),
)


@dataclass(frozen=True)
class Frame:
    """The axes of a chart: from values to places."""

    left: float
    right: float
    top: float
    bottom: float
    low: float
    high: float
    most: float

    def x(self, value: float) -> float:
        return round(self.left + (value - self.low) / (self.high - self.low) * (self.right - self.left), 1)

    def y(self, share: float) -> float:
        return round(self.bottom - share / self.most * (self.bottom - self.top), 1)

    def clipped(self, drawn: str) -> str:
        """What is drawn, cut at the edges of the plot."""
        width, height = self.right - self.left, self.bottom - self.top
        box = f"{self.left} {self.top} {width} {height}"
        place = f'x="{self.left}" y="{self.top}" width="{width}" height="{height}"'
        return f'<svg {place} viewBox="{box}" style="overflow:hidden">{drawn}</svg>'


def curve_drawing(
    value: float,
    categories: int,
    k: int,
    *,
    low: float = math.nan,
    high: float = math.nan,
    changed: float = math.nan,
    changed_low: float = math.nan,
    changed_high: float = math.nan,
    coefficient: str = "kappa",
    name: str = "κ",
    against: str = "reference",
    scales: Sequence[Scale] = SCALES,
) -> Markup:
    """The reader's value between the most stable and a very unstable population of annotators, over subjective scales.

    The area lies between homogeneous errors, the most stable reference that the value allows, and a Dirichlet
    population. `low` and `high` are the interval of the value; `changed` is the share of the reference that the data
    themselves say would change, with its interval. The scales below share the axis.
    """
    grid = np.linspace(0.02, 1, 50)
    best = curve(grid, categories, k, "homogeneous", against, coefficient).tolist()
    worst = curve(grid, categories, k, "dirichlet", against, coefficient).tolist()
    here, there = (
        float(curve(min(max(value, 0.0), 1.0), categories, k, model, against, coefficient))
        for model in ("homogeneous", "dirichlet")
    )
    most = _round_up(max(2.2 * there, 0.0 if math.isnan(changed_high) else changed_high, 0.1))
    frame = Frame(LEFT, WIDTH - RIGHT, TOP, TOP + PLOT, 0.0, 1.0, most)
    height = frame.bottom + 64 + (ROW * len(scales) + 12 if scales else 0)
    said = (
        f"{name} = {value:.2f} with {categories} categories and {k} annotators: from {_percent(here)} to "
        f"{_percent(there)} of the reference would change"
    )
    parts = [_open(height, said), *_axes(frame, name, "of the reference changes")]
    upper = [(frame.x(x), frame.y(y)) for x, y in zip(grid, worst, strict=True)]
    lower = [(frame.x(x), frame.y(y)) for x, y in zip(grid, best, strict=True)]
    drawn = (
        f'<polygon class="area" points="{_points([*upper, *reversed(lower)])}"/>'
        f'<polyline class="line" points="{_points(lower)}"/><polyline class="line dashed" points="{_points(upper)}"/>'
    )
    parts.append(frame.clipped(drawn))
    if 0 <= value <= 1:
        parts.extend(_own_point(frame, value, (here, there), (low, high), name))
        parts.extend(_own_change(frame, value, changed, changed_low, changed_high))
    parts.extend(_legend(frame, BOUNDS))
    if scales:
        parts.extend(_scale_rows(frame, frame.bottom + 72, scales, value))
    return Markup("".join(parts) + "</svg>")


def _own_point(
    frame: Frame, value: float, between: tuple[float, float], interval: tuple[float, float], name: str
) -> list[str]:
    at = frame.x(value)
    parts = [f'<line class="here" x1="{at}" y1="{frame.top}" x2="{at}" y2="{frame.bottom}"/>']
    if not any(math.isnan(end) for end in interval):
        ends = [frame.x(min(max(end, 0.0), 1.0)) for end in interval]
        parts.append(
            f'<line class="error" x1="{ends[0]}" y1="{frame.bottom}" x2="{ends[1]}" y2="{frame.bottom}"><title>'
            f"interval of {escape(name)}: {interval[0]:.2f} to {interval[1]:.2f}</title></line>"
        )
    gap = max(0, 13 - abs(frame.y(between[0]) - frame.y(between[1])))
    for share, shift in zip(between, (4 + gap, 4), strict=True):
        parts.append(f'<circle class="dot" cx="{at}" cy="{frame.y(share)}" r="4"/>')
        parts.append(f'<text class="strong" x="{at + 8}" y="{frame.y(share) + shift}">{_percent(share)}</text>')
    parts.append(
        f'<text class="strong" x="{at}" y="{frame.top - 5}" text-anchor="middle">{escape(name)} = {value:.2f}</text>'
    )
    return parts


def _own_change(frame: Frame, value: float, changed: float, low: float, high: float) -> list[str]:
    if math.isnan(changed):
        return []
    at = frame.x(value)
    parts = []
    if not (math.isnan(low) or math.isnan(high)):
        parts.append(f'<line class="error" x1="{at}" y1="{frame.y(low)}" x2="{at}" y2="{frame.y(high)}"/>')
    y = frame.y(changed)
    parts.append(f'<path class="mark" d="M{at - 7} {y}L{at} {y - 7}L{at + 7} {y}L{at} {y + 7}Z"/>')
    side, anchor = (-12, "end") if value > 0.3 else (60, "start")
    said = f"{_percent(changed)} in your data"
    parts.append(f'<text class="strong" x="{at + side}" y="{y + 4}" text-anchor="{anchor}">{said}</text>')
    return parts


def _legend(frame: Frame, lines: Sequence[Line]) -> list[str]:
    """Names of lines below the axis, two in a row."""
    parts = []
    for number, line in enumerate(lines):
        x, y = frame.left + 290 * (number % 2), frame.bottom + 52 + 18 * (number // 2)
        kind = f"line{KINDS[line.kind % len(KINDS)]}{' dashed' if line.dashed else ''}"
        parts.append(f'<line class="{kind}" x1="{x}" y1="{y}" x2="{x + 26}" y2="{y}"/>')
        parts.append(f'<text class="small" x="{x + 32}" y="{y + 4}">{escape(line.name)}</text>')
    return parts


def scales_drawing(value: float = math.nan, scales: Sequence[Scale] = SCALES) -> Markup:
    """Subjective scales above one axis, each with its author and the coefficient it was proposed for."""
    height = TOP + ROW * len(scales) + 40
    frame = Frame(LEFT, WIDTH - RIGHT, TOP, height - 34, 0.0, 1.0, 1.0)
    parts = [_open(height, f"{len(scales)} subjective scales of agreement")]
    for tick in np.arange(0, 1.01, 0.1).tolist():
        at = frame.x(tick)
        parts.append(f'<line class="grid" x1="{at}" y1="{TOP}" x2="{at}" y2="{frame.bottom}"/>')
        parts.append(f'<text class="tick" x="{at}" y="{frame.bottom + 16}" text-anchor="middle">{tick:.1f}</text>')
    parts.extend(_scale_rows(frame, TOP, scales, value))
    return Markup("".join(parts) + "</svg>")


def _scale_rows(frame: Frame, top: float, scales: Sequence[Scale], value: float) -> list[str]:
    parts = []
    for number, scale in enumerate(scales):
        y = top + ROW * number
        x, proposed = frame.left - 8, escape(scale.coefficient)
        parts.append(f'<text class="small" x="{x}" y="{y + 11}" text-anchor="end">{escape(scale.name)}</text>')
        parts.append(f'<text class="tick" x="{x}" y="{y + 23}" text-anchor="end">for {proposed}</text>')
        bounds = [max(low, 0.0) for low, _ in scale.bands] + [1.0]
        for place, ((low, high), (_, band)) in enumerate(zip(pairwise(bounds), scale.bands, strict=True)):
            if high > low:
                parts.extend(_band(frame, y, low, high, band, (place + 0.4) / len(scale.bands)))
    if 0 <= value <= 1:
        at = frame.x(value)
        parts.append(f'<line class="here" x1="{at}" y1="{top}" x2="{at}" y2="{top + ROW * len(scales) - 4}"/>')
    return parts


def _band(frame: Frame, y: float, low: float, high: float, name: str, depth: float) -> list[str]:
    left, right = frame.x(low), frame.x(high)
    room = int((right - left) / 5.6)
    shown = name if len(name) <= room else f"{name[: max(room - 1, 1)]}…"
    return [
        f'<rect class="band" x="{left}" y="{y}" width="{round(right - left, 1)}" height="{ROW - 4}" '
        f'fill-opacity="{0.04 + 0.3 * depth:.2f}"><title>{escape(name)}: {low:g} to {high:g}</title></rect>',
        f'<text class="small" x="{(left + right) / 2:.1f}" y="{y + 17}" text-anchor="middle">{escape(shown)}</text>',
    ]


def line_chart(
    lines: Sequence[Line],
    label: str,
    *,
    x_title: str = "κ",
    y_title: str = "of the reference changes",
    low: float = 0.0,
    high: float = 1.0,
    most: float | None = None,
    legend: bool = False,
) -> Markup:
    """Curves of shares over one axis, each named at its left end, or in a legend below."""
    top = most or _round_up(max(max(line.y) for line in lines))
    frame = Frame(LEFT, WIDTH - RIGHT, TOP, TOP + PLOT, low, high, top)
    named = [line for line in lines if line.name]
    rows = 18 * -(-len(named) // 2) if legend else 0
    parts = [_open(frame.bottom + 44 + rows, label), *_axes(frame, x_title, y_title)]
    names = []
    for line in lines:
        kind = KINDS[line.kind % len(KINDS)]
        places = [(frame.x(x), frame.y(y)) for x, y in zip(line.x, line.y, strict=True)]
        if line.dots:
            dot = f"{kind.strip()}dot" if kind else "dot"
            drawn = "".join(f'<circle class="{dot}" cx="{x}" cy="{y}" r="3.2"/>' for x, y in places)
        else:
            dashed = " dashed" if line.dashed else ""
            drawn = f'<polyline class="line{kind}{dashed}" points="{_points(places)}"/>'
        parts.append(frame.clipped(drawn))
        inside = [place for place in places if place[1] >= frame.top]
        if line.name and inside:
            names.append((*min(inside), line.name))
    parts.extend(_legend(frame, named) if legend else _names(frame, names))
    return Markup("".join(parts) + "</svg>")


def _names(frame: Frame, names: list[tuple[float, float, str]]) -> list[str]:
    """Names to the left of where their lines start, at least 13 apart when they start in the same region."""
    parts, taken = [], list[tuple[float, float]]()
    for x, y, name in sorted(names, key=lambda one: one[1]):
        place = y + 4
        while any(abs(place - other) < 13 and abs(x - at) < 90 for at, other in taken):
            place += 2
        taken.append((x, place))
        end = x - 6 if x - frame.left > 60 else frame.left - 40
        parts.append(f'<text class="small" x="{end}" y="{place}" text-anchor="end">{escape(name)}</text>')
    return parts


def histogram_drawing(histogram: DisagreementHistogram) -> Markup:
    """How many items have how much disagreement with their reference."""
    if histogram.items == 0:
        return Markup("")
    top = _round_up(max(histogram.shares))
    frame = Frame(LEFT, WIDTH - RIGHT, TOP, TOP + 0.7 * PLOT, 0.0, 1.0, top)
    said = (
        f"{_percent(histogram.near_unanimous)} of {histogram.items:,} items are nearly unanimous, "
        f"{_percent(histogram.unanimous)} fully"
    )
    parts = [
        _open(frame.bottom + 44, said),
        *_axes(frame, "share of the annotators off the reference", "of the items", 0.1),
    ]
    for (low, high), share in zip(pairwise(histogram.edges), histogram.shares, strict=True):
        x, y = frame.x(low) + 1, frame.y(share)
        width, height = round(frame.x(high) - x - 1, 1), round(frame.bottom - y, 1)
        parts.append(f'<rect class="bar" x="{x}" y="{y}" width="{width}" height="{height}"/>')
        if share > 0:
            parts.append(
                f'<text class="small" x="{x + width / 2:.1f}" y="{y - 4}" text-anchor="middle">{_percent(share)}</text>'
            )
    return Markup("".join(parts) + "</svg>")


def _axes(frame: Frame, x_title: str, y_title: str, step: float = 0.1) -> list[str]:
    parts = []
    for tick in np.arange(frame.low, frame.high + step / 2, step).tolist():
        at = frame.x(tick)
        parts.append(f'<line class="grid" x1="{at}" y1="{frame.top}" x2="{at}" y2="{frame.bottom}"/>')
        parts.append(f'<text class="tick" x="{at}" y="{frame.bottom + 16}" text-anchor="middle">{tick:.1f}</text>')
    for share in np.linspace(0, frame.most, 6).tolist():
        y = frame.y(share)
        parts.append(f'<line class="grid" x1="{frame.left}" y1="{y}" x2="{frame.right}" y2="{y}"/>')
        parts.append(f'<text class="tick" x="{frame.left - 6}" y="{y + 4}" text-anchor="end">{_percent(share)}</text>')
    middle = (frame.left + frame.right) / 2
    parts.append(f'<text x="{middle}" y="{frame.bottom + 34}" text-anchor="middle">{escape(x_title)}</text>')
    turned = f"translate({frame.left - 62:.0f} {(frame.top + frame.bottom) / 2:.0f}) rotate(-90)"
    parts.append(f'<text transform="{turned}" text-anchor="middle">{escape(y_title)}</text>')
    return parts


def _open(height: float, label: str) -> str:
    return f'<svg class="variation" viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(label)}">{STYLE}'


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)


def _percent(share: float) -> str:
    """A share in per cent, with a digit after the point below ten.

    >>> _percent(0.0153), _percent(0.31), _percent(0.0001), _percent(0.0)
    ('1.5 %', '31 %', '0.01 %', '0 %')
    """
    percent = 100 * share
    if percent == 0 or percent >= 9.95:
        return f"{percent:.0f} %"
    return f"{percent:.1f} %" if percent >= 0.1 else f"{percent:.2g} %"


def _round_up(share: float) -> float:
    """The next round share that ends an axis."""
    return next((step for step in (0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6) if share <= step), 1.0)
