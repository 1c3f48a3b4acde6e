"""Small drawings of the report, as SVG and CSS."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup, escape

from accord.renderings.numbers import shown
from accord.results import Result

WIDTH, ROW, LEFT, RIGHT, TOP = 760, 30, 190, 60, 26


def interval_chart(results: Sequence[Result]) -> Markup:
    """Values as dots and intervals as bars on one axis, from the lowest bound (at most 0) to 1."""
    drawn = [result for result in results if result.defined]
    if not drawn:
        return Markup("")
    lows = [result.value if math.isnan(result.low) else min(result.low, result.value) for result in drawn]
    highs = [result.value if math.isnan(result.high) else max(result.high, result.value) for result in drawn]
    start = min(0.0, math.floor(min(lows) * 5) / 5)
    end = max(1.0, math.ceil(max(highs) * 5) / 5)
    height = TOP + ROW * len(drawn) + 8

    def x(value: float) -> float:
        return round(LEFT + (value - start) / (end - start) * (WIDTH - LEFT - RIGHT), 1)

    parts = [
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="Values and intervals of {len(drawn)} measures; the table below holds the numbers">'
    ]
    step = 0.2 if end - start <= 2 else 0.5 if end - start <= 5 else math.ceil((end - start) / 10)
    tick = start
    while tick <= end + 1e-9:
        at = x(tick)
        parts.append(f'<line class="grid" x1="{at}" y1="{TOP - 6}" x2="{at}" y2="{height - 4}"/>')
        parts.append(f'<text class="tick" x="{at}" y="{TOP - 12}" text-anchor="middle">{tick:.1f}</text>')
        tick += step
    for number, (result, low, high) in enumerate(zip(drawn, lows, highs, strict=True)):
        y = TOP + ROW * number + ROW / 2
        name = result.measure if len(result.measure) <= 26 else result.measure[:25] + "…"
        parts.append(f'<text class="name" x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<line class="bar" x1="{x(low)}" y1="{y}" x2="{x(high)}" y2="{y}"/>')
        parts.append(f'<circle class="dot" cx="{x(result.value)}" cy="{y}" r="5"/>')
        parts.append(f'<text class="number" x="{WIDTH - 4}" y="{y + 4}" text-anchor="end">{shown(result.value)}</text>')
    parts.append("</svg>")
    return Markup("".join(parts))


def shade(value: float, largest: float) -> str:
    """A step 0 … 9 for the background of a cell: the square root brings small counts out beside large ones."""
    if not largest > 0 or not value > 0:
        return "0"
    return str(min(9, max(1, round(9 * math.sqrt(value / largest)))))
