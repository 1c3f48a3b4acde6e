"""The figure of a sweep: value against magnitude, one panel per degradation (Boiteau 2024, figure 1), as SVG.

Lines are means over the repetitions, bands the middle 95 % of them. Measures are called as people call them, and bear
the same colour and dash in every panel, so that they are told apart in grey print too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from accord.degradations import degradations as known_degradations
from accord.measures import called
from accord.results.foreign_text import html_text

if TYPE_CHECKING:
    from accord.sweeping.result import Curve, Sweep

PANEL, HEIGHT, GAP, LEFT, TOP, ACROSS = 300, 200, 38, 58, 44, 2
BELOW = 76  # a panel: ticks, title of the axis, name of the next panel
LETTER = 7.4  # the width of a letter, at most
# Okabe & Ito 2008: eight colours that people with any kind of colour vision tell apart; black follows the text.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "currentColor", "#999999")
DASHES = ("", "7 3", "2 3", "9 3 2 3")
STYLE = (
    "<style>svg.sweep{color:var(--ink,var(--color-foreground-primary,#1c2430));max-width:46rem;width:100%;height:auto;"
    "font:12px system-ui,sans-serif;display:block}svg.sweep text{fill:currentColor}svg.sweep .tick{opacity:.7;"
    "font-size:10.5px}svg.sweep .grid{stroke:currentColor;opacity:.14}svg.sweep .zero{stroke:currentColor;opacity:.45}"
    "svg.sweep polyline{fill:none;stroke-width:1.9;stroke-linejoin:round}svg.sweep .name{font-weight:600}"
    "svg.sweep .point{opacity:0}svg.sweep .point:hover{opacity:1}svg.sweep .axis{opacity:.8;font-size:11px}"
    "svg.sweep .band{opacity:.13;stroke:none}</style>"
)


def figure(
    sweep: Sweep, measures: Sequence[str] | None = None, *, points: bool = True, background: str | None = None
) -> str:
    """One panel per degradation, one line per measure, a legend below; points tell their numbers when pointed at.

    Files that are looked at alone have a background.
    """
    shown = tuple(measures) if measures is not None else sweep.measures
    curves = {name: [sweep.curve(name, measure) for measure in shown] for name in sweep.degradations}
    low, high = _range([curve for several in curves.values() for curve in several])
    rows = math.ceil(len(curves) / ACROSS)
    across = min(ACROSS, len(curves))
    human = [called(sweep.kind, measure) for measure in shown]
    legend = _legend(human, across * (PANEL + GAP) + LEFT)
    width = LEFT + across * (PANEL + GAP)
    height = TOP + rows * (HEIGHT + BELOW) + legend[1] + 20
    description = f"{len(shown)} measures under {len(curves)} degradations, value against magnitude"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="sweep" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{html_text(description)}">',
        STYLE,
        "" if background is None else f'<rect width="{width}" height="{height}" fill="{html_text(background)}"/>',
    ]
    for place, (name, several) in enumerate(curves.items()):
        x = LEFT + place % ACROSS * (PANEL + GAP)
        y = TOP + place // ACROSS * (HEIGHT + BELOW)
        parts.append(_panel((name, _explained(name, sweep.kind)), several, x, y, low, high, human if points else ()))
    middle = TOP + rows * (HEIGHT + BELOW) / 2 - BELOW / 2
    parts.append(
        f'<text class="axis" text-anchor="middle" transform="translate(14 {middle:g}) rotate(-90)">value</text>'
    )
    parts.append(f'<g transform="translate({LEFT} {TOP + rows * (HEIGHT + BELOW)})">{legend[0]}</g></svg>')
    return "".join(parts)


def _explained(degradation: str, kind: str) -> str:
    """What a degradation does, where it is one of ours and alone; cut to the width of a panel."""
    known = known_degradations(kind).get(degradation.partition("(")[0])
    title = "" if known is None or "+" in degradation else known.title
    return title if len(title) * LETTER * 0.8 <= PANEL else f"{title[: int(PANEL / LETTER / 0.8) - 1].rstrip()}…"


def _range(curves: Sequence[Curve]) -> tuple[float, float]:
    ends = (value for curve in curves for values in (curve.means, curve.lows, curve.highs) for value in values)
    known = [value for value in ends if not math.isnan(value)]
    low, high = min([0.0, *known]), max([1.0, *known])
    return math.floor(low * 5 - 1e-9) / 5 if low < 0 else 0.0, math.ceil(high * 5 - 1e-9) / 5


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers between the ends, 0 among them.

    >>> _ticks(-0.8, 1.0), _ticks(0.0, 1.0)
    ([-0.5, 0.0, 0.5, 1.0], [0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
    >>> _ticks(-12.4, 1.0)
    [-10.0, -5.0, 0.0]
    """
    span = high - low
    tenth = 10.0 ** math.floor(math.log10(span / 5))
    step = 0.2 if span <= 1.6 else 0.5 if span <= 4 else next(n * tenth for n in (1, 2, 5, 10) if n * tenth >= span / 5)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]


def _panel(
    named: tuple[str, str],
    curves: Sequence[Curve],
    left: float,
    top: float,
    low: float,
    high: float,
    told: Sequence[str],
) -> str:
    def x(magnitude: float) -> float:
        return round(left + magnitude * PANEL, 1)

    def y(value: float) -> float:
        return round(top + (high - value) / (high - low) * HEIGHT, 1)

    name, explained = (html_text(text) for text in named)
    parts = [
        f'<text class="name" x="{left}" y="{top - 24}">{name}</text>'
        f'<text class="axis" x="{left}" y="{top - 9}">{explained}</text>'
    ]
    for tick in _ticks(low, high):
        kind = "zero" if abs(tick) < 1e-9 else "grid"
        parts.append(f'<line class="{kind}" x1="{left}" y1="{y(tick)}" x2="{left + PANEL}" y2="{y(tick)}"/>')
        parts.append(f'<text class="tick" x="{left - 6}" y="{y(tick) + 3.5}" text-anchor="end">{tick:.1f}</text>')
    for tick in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
        place = top + HEIGHT
        parts.append(f'<line class="grid" x1="{x(tick)}" y1="{top}" x2="{x(tick)}" y2="{place}"/>')
        parts.append(f'<text class="tick" x="{x(tick)}" y="{place + 14}" text-anchor="middle">{tick:g}</text>')
    parts.append(
        f'<text class="axis" x="{left + PANEL / 2:g}" y="{top + HEIGHT + 29}" text-anchor="middle">magnitude of the '
        "errors</text>"
    )
    parts += [_band(curve, number, x, y) for number, curve in enumerate(curves)]
    for number, curve in enumerate(curves):
        places = [(x(m), y(v)) for m, v in zip(curve.magnitudes, curve.means, strict=True)]
        parts.append(_line(curve, number, places, told[number] if told else None))
    return "".join(parts)


def _band(curve: Curve, number: int, x: Callable[[float], float], y: Callable[[float], float]) -> str:
    """The middle 95 % of the repetitions, in pieces where the measure is undefined in between."""
    pieces: list[list[tuple[float, float, float]]] = [[]]
    for magnitude, low, high in zip(curve.magnitudes, curve.lows, curve.highs, strict=True):
        if math.isnan(low) or math.isnan(high):
            pieces.append([])
        else:
            pieces[-1].append((x(magnitude), y(low), y(high)))
    colour = COLOURS[number % len(COLOURS)]
    drawn = [
        " ".join([*(f"{at},{low}" for at, low, _ in piece), *(f"{at},{high}" for at, _, high in reversed(piece))])
        for piece in pieces
        if len(piece) > 1
    ]
    return "".join(f'<polygon class="band m{number}" fill="{colour}" points="{points}"/>' for points in drawn)


def _line(curve: Curve, number: int, points: Sequence[tuple[float, float]], name: str | None) -> str:
    """The line through the means, broken where the measure is undefined, with a tooltip at each point."""
    pieces: list[list[tuple[float, float]]] = [[]]
    for point, mean in zip(points, curve.means, strict=True):
        if math.isnan(mean):
            pieces.append([])
        else:
            pieces[-1].append(point)
    look = f'stroke="{COLOURS[number % len(COLOURS)]}"'
    dash = _dash(number)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    drawn = [
        f'<polyline {look}{dashed} points="{" ".join(f"{px},{py}" for px, py in piece)}"/>' for piece in pieces if piece
    ]
    for (px, py), m, mean, low, high in zip(
        points, curve.magnitudes, curve.means, curve.lows, curve.highs, strict=True
    ):
        if name is not None and not math.isnan(mean):
            numbers = html_text(f"{name} at {m:g}: {mean:.3f} ({low:.3f} to {high:.3f})")
            drawn.append(
                f'<circle class="point" cx="{px}" cy="{py}" r="5" fill="{COLOURS[number % len(COLOURS)]}">'
                f"<title>{numbers}</title></circle>"
            )
    return f'<g class="m{number}">{"".join(drawn)}</g>'


def _dash(number: int) -> str:
    """Neighbours in the legend differ in their dash as well, for grey print; so do measures of one colour."""
    return DASHES[(number + number // len(COLOURS)) % len(DASHES)]


def _legend(measures: Sequence[str], width: float) -> tuple[str, float]:
    """The measures with their lines, as many in a row as fit."""
    parts, x, y = [], 0.0, 0.0
    for number, name in enumerate(measures):
        label = name if len(name) <= 60 else f"{name[:59]}…"
        wide = 48 + LETTER * len(label)
        if x and x + wide > width - LEFT:
            x, y = 0.0, y + 20
        dash = _dash(number)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        colour = COLOURS[number % len(COLOURS)]
        parts.append(
            f'<line x1="{x}" y1="{y + 4}" x2="{x + 26}" y2="{y + 4}" stroke="{colour}" stroke-width="2.4"{dashed}/>'
            f'<text x="{x + 32}" y="{y + 8}">{html_text(label)}</text>'
        )
        x += wide
    return "".join(parts), y + 24
