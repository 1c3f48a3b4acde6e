"""Vega-Lite in fewer words: the channels, layers and frames that the charts are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.report_page.charts.style import WARM, framed
from accord.report_page.figure import Spec

ROOM = {"expr": "max(0, (datum.high - datum.low) * width - 6)"}
"""The width of a text between `low` and `high`."""
DASHED: Mapping[str, Any] = {"stroke": WARM, "strokeWidth": 1.5, "strokeDash": [3, 3], "aria": False}
BROAD: Mapping[str, Any] = {"stroke": WARM, "strokeWidth": 5, "opacity": 0.4}
"""The look of lines at the data's own value, and of its interval."""


def quantity(field: str = "", **parts: object) -> Spec:
    """A channel of numbers; without a field it is to be filled in.

    >>> quantity("kappa", title="κ")
    {'field': 'kappa', 'type': 'quantitative', 'title': 'κ'}
    """
    return {**({"field": field} if field else {}), "type": "quantitative", **parts}


def nominal(field: str, **parts: object) -> Spec:
    """A channel of names."""
    return {"field": field, "type": "nominal", **parts}


def over(first: float, last: float, **parts: object) -> Spec:
    """The scale that begins and ends exactly there."""
    return {"domain": [first, last], "nice": False, **parts}


def ticks(number_format: str, number: int, **parts: object) -> Spec:
    """An axis with so many ticks, about."""
    return {"format": number_format, "tickCount": number, **parts}


def layer(mark: str, encoding: Spec, values: Sequence[object] | None = None, **look: object) -> Spec:
    """One kind of mark, with data of its own or those of the chart."""
    data = {} if values is None else {"data": {"values": list(values)}}
    return {**data, "mark": {"type": mark, **look}, "encoding": encoding}


def middle_text(channels: Spec, x: Spec, field: str, **look: object) -> Spec:
    """A text in the middle between `low` and `high`."""
    middle = [{"calculate": "(datum.low + datum.high) / 2", "as": "middle"}]
    text = {"x": {**x, "field": "middle"}, **channels, "text": nominal(field)}
    return {"transform": middle, **layer("text", text, None, **look, aria=False)}


def with_data(values: Sequence[object], layers: Sequence[Spec]) -> list[Spec]:
    """The same layers over data of their own."""
    return [{"data": {"values": list(values)}, **spec} for spec in layers]


def chart(
    description: str,
    height: int,
    values: Sequence[object],
    layers: Sequence[Spec],
    *,
    right: int = 18,
    encoding: Spec | None = None,
) -> Spec:
    """Layers over the same data in the frame that all charts have; `encoding` is what all of them share."""
    shared = {} if encoding is None else {"encoding": encoding}
    head = {"description": description, "height": height, "data": {"values": list(values)}}
    return framed({**head, **shared, "layer": list(layers)}, right=right)
