"""Lines of how much of the reference changes, by κ: the figures of Bregeon et al. 2019."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accord.report_page.charts.grammar import layer, nominal, over, quantity, ticks
from accord.report_page.charts.style import (
    ACCENT,
    DASHES,
    PALE_ACCENT,
    PALE_THIRD,
    PALE_WARM,
    SOFT,
    THIRD,
    WARM,
    framed,
    written,
)
from accord.report_page.figure import Spec

COLOURS = (ACCENT, WARM, SOFT, THIRD, PALE_ACCENT, PALE_WARM, PALE_THIRD)
HEIGHT, APART = 260, 13


@dataclass(frozen=True)
class VariationLine:
    """One curve: values of the coefficient, shares that change, a name written where it starts or in the legend."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    kind: int = 0
    """Its colour."""
    dash: int = 0
    """0 for none."""
    dots: bool = False
    """Draw the points themselves instead of a line through them."""


def lines_spec(
    lines: Sequence[VariationLine],
    label: str,
    *,
    most: float,
    low: float,
    high: float = 1.0,
    legend: int = 0,
    own: Sequence[VariationLine] = (),
) -> Spec:
    """Curves of shares over κ, each named at its left end, or in a legend above with so many columns.

    `own` are points of real annotators, drawn as diamonds.
    """
    x = quantity("kappa", title="κ", scale=over(low, high), axis=ticks(".1f", 8))
    axis = ticks(".0%" if most >= 0.05 else ".1%", 5)
    y = quantity("share", title="of the reference changes", scale=over(0, most), axis=axis)
    named = list({line.name: line for line in lines if line.name}.values())
    layers = [(_dots if line.dots else _line)(line, x, y, named, legend) for line in lines]
    layers += [_diamonds(line, x, y) for line in own]
    if not legend:
        layers += _names([line for line in named if not line.dots], most, x, y)
    return framed({"description": label, "height": HEIGHT, "layer": layers})


def _values(line: VariationLine) -> list[dict[str, float]]:
    return [{"kappa": at, "share": share} for at, share in zip(line.x, line.y, strict=True)]


def _keys(line: VariationLine, named: Sequence[VariationLine], legend: int) -> tuple[Spec, Spec]:
    """The channels of colour and dash, with the legend that both share."""
    domain = [named_line.name for named_line in named]
    shown = {"orient": "top", "columns": legend, "symbolType": "stroke", "symbolSize": 300} if legend else None
    name = {"datum": line.name, "type": "nominal", "title": None, "legend": shown}
    stroke = {"domain": domain, "range": [COLOURS[named_line.kind % len(COLOURS)] for named_line in named]}
    dash = {"domain": domain, "range": [DASHES[named_line.dash % len(DASHES)] for named_line in named]}
    return {**name, "scale": stroke}, {**name, "scale": dash}


def _line(line: VariationLine, x: Spec, y: Spec, named: Sequence[VariationLine], legend: int) -> Spec:
    stroke, dash = _keys(line, named, legend)
    encoding = {"x": x, "y": y, "stroke": stroke, "strokeDash": dash}
    return layer("line", encoding, _values(line), strokeWidth=2, clip=True)


def _dots(line: VariationLine, x: Spec, y: Spec, named: Sequence[VariationLine], legend: int) -> Spec:
    colour = COLOURS[line.kind % len(COLOURS)]
    if not line.name or not legend:
        return layer("point", {"x": x, "y": y}, _values(line), size=28, fill=colour, clip=True)
    scale = {
        "domain": [named_line.name for named_line in named],
        "range": [COLOURS[named_line.kind % len(COLOURS)] for named_line in named],
    }
    shown = {"orient": "top", "columns": legend, "symbolType": "circle", "symbolSize": 70}
    fill = {"datum": line.name, "type": "nominal", "title": None, "legend": shown, "scale": scale}
    return layer("point", {"x": x, "y": y, "fill": fill}, _values(line), size=60, clip=True, opacity=1)


def _diamonds(line: VariationLine, x: Spec, y: Spec) -> Spec:
    colour = COLOURS[line.kind % len(COLOURS)]
    look = {"shape": "diamond", "size": 110, "fill": colour, "stroke": "var(--paper)", "strokeWidth": 1, "opacity": 1}
    return layer("point", {"x": x, "y": y}, _values(line), clip=True, **look)


def _names(lines: Sequence[VariationLine], most: float, x: Spec, y: Spec) -> list[Spec]:
    """Names to the left of where lines start, 13 apart where they start at about the same share."""
    starts = []
    for line in lines:
        inside = [(at, share) for at, share in zip(line.x, line.y, strict=True) if share <= most]
        if inside:
            starts.append((*min(inside), line.name))
    apart, taken = APART / HEIGHT * most, most + 1.0
    places = []
    for at, share, name in sorted(starts, key=lambda start: -start[1]):
        taken = min(share, taken - apart)
        places.append({"kappa": at, "share": taken, "name": name})
    text = {"x": x, "y": y, "text": nominal("name")}
    return [{"data": {"values": places}, **text_mark} for text_mark in written(text, fontSize=11, align="right", dx=-6)]
