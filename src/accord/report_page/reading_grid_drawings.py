"""The reading grid of a report: the measure against each kind of error, with the reader's own value read backwards."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from markupsafe import Markup, escape

from accord.sweeping import Grid, Reading
from accord.sweeping.reading import percent
from accord.sweeping.result import Curve

PANEL, HEIGHT, GAP, LEFT, TOP, FOOT, ACROSS = 216, 150, 28, 40, 30, 48, 3
Place = Callable[[float], float]
STYLE = Markup(
    "<style>"
    "svg.grid-reading{--gi:var(--ink,var(--color-foreground-primary,#1c2430));"
    "--gs:var(--soft,var(--color-foreground-secondary,#5b6675));"
    "--gl:var(--line,var(--color-background-border,#d9dee5));"
    "--ga:var(--accent,var(--color-brand-primary,#1f5fa8));--gw:var(--warm,#b45309);display:block;width:100%;"
    "max-width:48rem;height:auto;margin:.75rem 0 1rem;font-family:inherit;font-size:12px}"
    "svg.grid-reading text{fill:var(--gi)}svg.grid-reading .tick{fill:var(--gs);font-size:10.5px}"
    "svg.grid-reading .name{font-weight:600}svg.grid-reading .grid{stroke:var(--gl)}"
    "svg.grid-reading .band{fill:var(--ga);opacity:.15}"
    "svg.grid-reading .line{fill:none;stroke:var(--ga);stroke-width:2}"
    "svg.grid-reading .here{fill:none;stroke:var(--gw);stroke-width:1.5;stroke-dasharray:3 3}"
    "svg.grid-reading .spread{stroke:var(--gw);stroke-width:5;opacity:.4}svg.grid-reading .dot{fill:var(--gw)}"
    "svg.grid-reading .read{fill:var(--gw);font-weight:600}"
    "</style>"
)


def reading_grid_drawing(
    grid: Grid, value: float, low: float = math.nan, high: float = math.nan, name: str | None = None
) -> Markup:
    """One small panel per kind of error: the curve with the middle 95 % of the simulations, and the value on it.

    The dashed line goes from the value to the curve and down to the magnitude; the bar below is its interval.
    """
    readings = grid.read(value, low, high)
    if not readings or math.isnan(value):
        return Markup("")
    curves = [grid.sweep.curve(one.degradation, grid.measure) for one in readings]
    least = _floor(min([value, *(number for one in curves for number in one.means if not math.isnan(number))]))
    across = min(ACROSS, len(readings))
    rows = math.ceil(len(readings) / across)
    width, height = LEFT + across * (PANEL + GAP), rows * (TOP + HEIGHT + FOOT)
    parts = [
        f'<svg class="grid-reading" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(grid.sentence(value, low, high, name))}">'
    ]
    for place, (curve, reading) in enumerate(zip(curves, readings, strict=True)):
        left = LEFT + place % across * (PANEL + GAP)
        top = TOP + place // across * (TOP + HEIGHT + FOOT)
        parts.append(_panel(grid, curve, reading, value, left, top, least))
    return Markup("".join(parts) + "</svg>")


def _floor(least: float) -> float:
    return 0.0 if least >= 0 else math.floor(least * 5) / 5


def _panel(grid: Grid, curve: Curve, reading: Reading, value: float, left: float, top: float, least: float) -> str:
    def x(magnitude: float) -> float:
        return round(left + magnitude * PANEL, 1)

    def y(number: float) -> float:
        return round(top + (1 - min(max(number, least), 1)) / (1 - least) * HEIGHT, 1)

    bottom = top + HEIGHT
    parts = [f'<text class="name" x="{left}" y="{top - 10}">{escape(_what(reading.degradation))}</text>']
    for tick in (least, (least + 1) / 2, 1.0):
        parts.append(f'<line class="grid" x1="{left}" y1="{y(tick)}" x2="{left + PANEL}" y2="{y(tick)}"/>')
        parts.append(f'<text class="tick" x="{left - 5}" y="{y(tick) + 3.5}" text-anchor="end">{tick:.1f}</text>')
    for share in (0.0, 0.5, 1.0):
        told = _share(grid, reading.degradation, share)
        parts.append(f'<text class="tick" x="{x(share)}" y="{bottom + 15}" text-anchor="middle">{told}</text>')
    known = [number for number, mean in enumerate(curve.means) if not math.isnan(mean)]
    band = [(x(curve.magnitudes[n]), y(curve.highs[n])) for n in known]
    band += [(x(curve.magnitudes[n]), y(curve.lows[n])) for n in reversed(known)]
    parts.append(f'<polygon class="band" points="{_points(band)}"/>')
    parts.append(
        f'<polyline class="line" points="{_points([(x(curve.magnitudes[n]), y(curve.means[n])) for n in known])}"/>'
    )
    parts.extend(_own(grid, reading, x(0), y(value), bottom, x))
    return "".join(parts)


def _own(grid: Grid, reading: Reading, left: float, height: float, bottom: float, place: Place) -> list[str]:
    """The reader's value, the magnitude it stands for, and its interval."""
    if math.isnan(reading.magnitude):
        end = left + PANEL
        return [
            f'<path class="here" d="M{left} {height}H{end}"/>',
            f'<text class="read" x="{left}" y="{bottom + 32}">no magnitude goes so low</text>',
        ]
    at = place(reading.magnitude)
    parts = [f'<path class="here" d="M{left} {height}H{at}V{bottom}"/>']
    if not (math.isnan(reading.low) or math.isnan(reading.high)):
        first, last = place(reading.low), place(reading.high)
        parts.append(f'<line class="spread" x1="{first}" y1="{bottom}" x2="{last}" y2="{bottom}"/>')
    parts.append(f'<circle class="dot" cx="{at}" cy="{bottom}" r="4"/>')
    told = _share(grid, reading.degradation, reading.magnitude)
    parts.append(f'<text class="read" x="{at}" y="{bottom + 32}" text-anchor="middle">{told}</text>')
    return parts


def _what(degradation: str) -> str:
    return degradation.replace("_", " ")


def _share(grid: Grid, degradation: str, magnitude: float) -> str:
    """The magnitude as readers know it: percent of the units, or of the unit's length."""
    steps = grid.sweep.steps[degradation]
    share = steps[0].record.scale(magnitude, steps[0].options) if len(steps) == 1 else magnitude
    return percent(share)


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{px},{py}" for px, py in points)
