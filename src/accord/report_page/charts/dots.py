"""Values as dots and intervals as bars, one row each: the drawing behind coefficients, categories and annotators."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accord.report_page.charts.grammar import chart, layer, nominal, over, quantity, ticks
from accord.report_page.charts.style import ACCENT, INK, NAME_LIMIT, PAPER, SOFT, WARM, names, narrower
from accord.report_page.figure import Spec

ROW = 28
_BETWEEN = "\u2063"  # an invisible separator: between the heading of a row and its name
_NARROW = narrower(420)  # a telephone


@dataclass(frozen=True)
class Dot:
    """One row."""

    name: str
    value: float
    low: float
    high: float
    shown: str
    """The value as it is written at the end of the row."""
    look: str = "plain"
    """plain, apart (it stands out), grey or empty (less sure, not at all); each with a shape, for grey print."""
    group: str = ""
    """The heading that the row stands under, where rows have several."""
    marks: tuple[float, ...] = ()
    """Places of this row alone, as thin lines."""
    square: bool = False
    """Drawn as a square in place of a circle."""


def dots(
    rows: Sequence[Dot],
    description: str,
    domain: tuple[float, float],
    *,
    title: str | None = None,
    zero: float | None = 0.0,
    number_format: str = ".1f",
    legend: Mapping[str, str] | None = None,
) -> Spec:
    """A chart with the rows in the order given; a line is drawn at `zero`, `legend` says what the looks mean."""
    order, places = _rows(rows)
    squares = any(row.square for row in rows)
    values = [
        {
            "row": place,
            "value": row.value,
            **_bounds(row, domain),
            "shown": row.shown,
            "look": row.look,
            **({"shape": "square" if row.square else "circle"} if squares else {}),
        }
        for row, place in zip(rows, places, strict=True)
    ]
    axis = {"labelLimit": NAME_LIMIT, **(_UNDER_HEADINGS if len(order) > len(rows) else {})}
    y = nominal("row", title=None, sort=order, scale={"domain": order}, axis=axis)
    x = quantity(title=title, scale=over(*domain, zero=False), axis=ticks(number_format, 6, grid=True))
    marked = [{"row": place, "at": at} for row, place in zip(rows, places, strict=True) for at in row.marks]
    layers: list[Spec] = [] if zero is None else [_line_at(x, zero)]
    bounded = any(value["low"] is not None for value in values)  # a layer without a mark would have no name to read out
    told = _legend(rows, legend)
    layers += [_intervals(x, told)] if bounded else []
    if marked:
        layers.append(layer("tick", {"x": quantity("at")}, marked, thickness=1.5, size=18, fill=INK, aria=False))
    layers += [_points(x, told, squares=squares), _NUMBERS]
    right = 18 + 7 * max((len(row.shown) for row in rows), default=0)
    return chart(description, ROW * len(order), values, layers, right=right, encoding={"y": y})


def reach_of(rows: Sequence[Dot]) -> float:
    """How far from 0 the values and their intervals reach."""
    return max((abs(end) for row in rows for end in (row.value, row.low, row.high) if math.isfinite(end)), default=0.0)


def domain_of(rows: Sequence[Dot], low: float = 0.0, high: float = 1.0) -> tuple[float, float]:
    """From `low` to `high`, or farther where a value or an interval does, in steps of a fifth."""
    ends = [end for row in rows for end in (row.value, row.low, row.high) if math.isfinite(end)]
    least, most = min([low, *ends]), max([high, *ends])
    return (
        low if least >= low else max(-1.0, math.floor(least * 5 + 1e-9) / 5),
        high if most <= high else math.ceil(most * 5 - 1e-9) / 5,
    )


def _rows(rows: Sequence[Dot]) -> tuple[list[str], list[str]]:
    """All rows in their order, headings among them; and the row of each dot."""
    groups = list(dict.fromkeys(row.group for row in rows))
    if len(groups) < 2:
        plain = names([row.name for row in rows])
        return plain, plain
    heads = names(groups)
    order: list[str] = []
    place: dict[int, str] = {}
    for group, head in zip(groups, heads, strict=True):
        order.append(f"{_BETWEEN}{_BETWEEN}{head}")
        mine = [number for number, row in enumerate(rows) if row.group == group]
        for number, name in zip(mine, names([rows[number].name for number in mine]), strict=True):
            place[number] = f"{head}{_BETWEEN}{name}"
            order.append(place[number])
    return order, [place[number] for number in range(len(rows))]


_UNDER_HEADINGS: dict[str, Any] = {
    "labelExpr": f"split(datum.label, '{_BETWEEN}')[2] || split(datum.label, '{_BETWEEN}')[1]",
    "labelFontWeight": {
        "condition": {"test": f"indexof(datum.value, '{_BETWEEN}{_BETWEEN}') == 0", "value": "bold"},
        "value": "normal",
    },
}


def _bounds(dot: Dot, domain: tuple[float, float]) -> dict[str, float | None]:
    """The interval, cut at the ends of the axis; none where it is unknown."""
    if not (math.isfinite(dot.low) and math.isfinite(dot.high)):
        return {"low": None, "high": None}
    return {"low": max(dot.low, domain[0]), "high": min(dot.high, domain[1])}


_STROKES = {"domain": ["plain", "apart", "grey", "empty"], "range": [ACCENT, WARM, SOFT, SOFT]}
_FILLS = {"domain": ["plain", "apart", "grey", "empty"], "range": [ACCENT, WARM, SOFT, PAPER]}
_SHAPES = {"domain": ["plain", "apart", "grey", "empty"], "range": ["circle", "diamond", "square", "circle"]}
_TEXT = {"x": {"value": "width"}, "text": nominal("shown")}
_NUMBERS = layer("text", _TEXT, align="left", dx=10, aria=False)


def _line_at(x: Spec, zero: float) -> Spec:
    places = {"x": {**x, "datum": zero}, "y": {"value": 0}, "y2": {"value": "height"}}
    line = layer("rule", places, stroke=SOFT, strokeWidth=1, strokeDash=[4, 3], aria=False)
    return {**line, "data": {"values": [{}]}}


def _look(colours: Spec, legend: Spec | None) -> Spec:
    """Fill or stroke; all of them have the legend, as one without would take it away from the others."""
    return nominal("look", scale=colours, legend=legend)


def _intervals(x: Spec, legend: Spec | None) -> Spec:
    ends = {"x": {**x, "field": "low"}, "x2": {"field": "high"}, "stroke": _look(_STROKES, legend)}
    bar = layer("rule", ends, strokeWidth=6, strokeCap="round", opacity=0.38)
    return {"transform": [{"filter": "isValid(datum.low)"}], **bar}


def _legend(rows: Sequence[Dot], told: Mapping[str, str] | None) -> Spec | None:
    """What the looks in use mean; where there is but one, nothing need be told apart."""
    looks = [look for look in _STROKES["domain"] if any(row.look == look for row in rows)]
    if told is None or len(looks) < 2:
        return None
    names = ", ".join(f"'{look}': '{told[look]}'" for look in looks)
    return {
        "values": looks,
        "labelExpr": f"({{{names}}})[datum.label]",
        "title": None,
        "columns": len(looks) if len(looks) < 3 else {"expr": f"{_NARROW} ? 2 : {len(looks)}"},
        "columnPadding": 14,
        "symbolOpacity": 1,
        "symbolStrokeWidth": 1.8,
    }


def _points(x: Spec, legend: Spec | None, *, squares: bool) -> Spec:
    shapes = {"domain": ["circle", "square"], "range": ["circle", "square"]}
    shape = nominal("shape", scale=shapes, legend=None) if squares else _look(_SHAPES, legend)
    looks = {"fill": _look(_FILLS, legend), "stroke": _look(_STROKES, legend), "shape": shape}
    return layer("point", {"x": {**x, "field": "value"}, **looks}, size=85, strokeWidth=1.8)
