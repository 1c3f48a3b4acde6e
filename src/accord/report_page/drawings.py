"""Small drawings of the report, as SVG and CSS."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

from accord.diagnosis.similarity import Join
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


def dendrogram(joins: Sequence[Join]) -> Markup:
    """Categories joined two groups at a time: the closer to their names, the more they are confused."""
    if not joins:
        return Markup("")
    order = _leaf_order(joins)
    height, left, right = 18 + 26 * len(order), 150, 40
    largest = max(join.similarity for join in joins) or 1.0

    def x(similarity: float) -> float:
        return round(left + 10 + (1 - similarity / largest) * (WIDTH - left - right - 10), 1)

    at: dict[tuple[str, ...], tuple[float, float]] = {
        (name,): (left, 18 + 26 * position) for position, name in enumerate(order)
    }
    parts = [
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" '
        'aria-label="Dendrogram of the categories; the table above holds the numbers">'
    ]
    for name in order:
        shown_name = name if len(name) <= 20 else name[:19] + "…"
        parts.append(
            f'<text class="name" x="{left - 8}" y="{at[(name,)][1] + 4}" text-anchor="end">{escape(shown_name)}</text>'
        )
    for join in joins:
        (x1, y1), (x2, y2) = at[_group(at, join.one)], at[_group(at, join.other)]
        here = x(join.similarity)
        parts.append(f'<path class="branch" d="M{x1} {y1}H{here}V{y2}H{x2}"/>')
        parts.append(f'<text class="tick" x="{here + 5}" y="{(y1 + y2) / 2 - 4}">{join.similarity:.1%}</text>')
        at[tuple(sorted((*join.one, *join.other)))] = (here, (y1 + y2) / 2)
    parts.append("</svg>")
    return Markup("".join(parts))


def _group(at: Mapping[tuple[str, ...], object], names: tuple[str, ...]) -> tuple[str, ...]:
    return names if names in at else tuple(sorted(names))


def _leaf_order(joins: Sequence[Join]) -> list[str]:
    """Leaves so that branches do not cross."""
    groups: dict[frozenset[str], list[str]] = {}
    order: list[str] = []
    for join in joins:
        one = groups.pop(frozenset(join.one), list(join.one))
        other = groups.pop(frozenset(join.other), list(join.other))
        order = one + other
        groups[frozenset(order)] = order
    return order
