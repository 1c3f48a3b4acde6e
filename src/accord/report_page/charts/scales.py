"""A value on the subjective scales, one below the other (Bregeon et al. 2019, figure 1)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from accord.diagnosis.labels.promise_curve import read_as_kappa
from accord.evaluation.scales import SCALES, PublishedScale
from accord.measures import find
from accord.renderings.numbers import shown
from accord.renderings.tables import Table
from accord.report_page.charts.style import NAME_LIMIT, WARM, framed
from accord.report_page.figure import Figure, Spec
from accord.results import Result


def scales_figure(results: Sequence[Result]) -> Figure | None:
    """The value on the published scales (Bregeon et al. 2019, figure 1)."""
    own = read_as_kappa(results)
    if own is None:
        return None
    name = find("labels", own.measure).symbol
    called = {scale.name: _band_at(scale, own.value) for scale in SCALES}
    chosen = [scale for scale in ("Landis & Koch 1977", "Fleiss 1981", "Krippendorff 2004") if scale in called]
    said = (
        f"The same {name} = {own.value:.2f} is called "
        + ", ".join(f"'{called[scale]}' by {scale}" for scale in chosen)
        + ": scales are opinions, each proposed for one coefficient."
    )
    bands = scale_bands(SCALES)
    rows = tuple(
        (
            str(one["scale"]),
            str(one["proposed"]),
            str(one["band"]),
            f"{one['low']:g}",
            f"{one['high']:g}",
            "yes" if one["band"] == called[str(one["scale"])] else "",
        )
        for one in bands
    )
    header = ("scale", "proposed for", "band", "from", "to", f"holds {shown(own.value, 2)}")
    table = Table(header, rows, "Bands from 0 on.", frozenset({3, 4}))
    spec = scales_spec(own.value, name=name)
    return Figure("promise-scales", f"{name} on published scales", said, table, spec=spec)


def _band_at(scale: PublishedScale, value: float) -> str:
    return next(band for low, band in reversed(scale.bands) if value >= low)


def scale_bands(scales: Sequence[PublishedScale]) -> list[dict[str, Any]]:
    """Every band from 0 on, with its bounds and how far up its scale it is."""
    made = []
    for scale in scales:
        bounds = [max(low, 0.0) for low, _ in scale.bands] + [1.0]
        for place, ((low, high), (_, band)) in enumerate(zip(pairwise(bounds), scale.bands, strict=True)):
            if high > low:
                depth = round(0.04 + 0.36 * (place + 0.4) / len(scale.bands), 3)
                made.append(
                    {
                        "scale": scale.name,
                        "proposed": scale.coefficient,
                        "band": band,
                        "low": low,
                        "high": high,
                        "depth": depth,
                    }
                )
    return made


def scales_spec(value: float = math.nan, scales: Sequence[PublishedScale] = SCALES, name: str = "κ") -> Spec:
    """A row of bands per scale over one axis from 0 to 1, the value as a line through all of them."""
    x = {
        "field": "low",
        "type": "quantitative",
        "title": name,
        "scale": {"domain": [0, 1], "nice": False},
        "axis": {"format": ".1f", "tickCount": 10, "grid": False},
    }
    order = [scale.name for scale in scales]
    y = {"field": "scale", "type": "nominal", "title": None, "sort": order, "axis": {"labelLimit": NAME_LIMIT}}
    depth = {"field": "depth", "type": "quantitative", "scale": None, "legend": None}
    room = {"expr": "max(0, (datum.high - datum.low) * width - 6)"}
    layers: list[Spec] = [
        {
            "mark": {"type": "rect", "height": {"band": 0.84}},
            "encoding": {"x": x, "x2": {"field": "high"}, "y": y, "fillOpacity": depth},
        },
        {
            "transform": [{"calculate": "(datum.low + datum.high) / 2", "as": "middle"}],
            "mark": {"type": "text", "fontSize": 11, "limit": room, "aria": False},
            "encoding": {
                "x": {**x, "field": "middle"},
                "y": y,
                "text": {"field": "band", "type": "nominal"},
            },
        },
    ]
    if 0 <= value <= 1:
        layers.append(
            {
                "data": {"values": [{"value": value}]},
                "mark": {"type": "rule", "stroke": WARM, "strokeWidth": 2},
                "encoding": {"x": {"field": "value", "type": "quantitative"}},
            }
        )
    return framed(
        {
            "description": f"{len(scales)} published scales of agreement",
            "height": 30 * len(scales),
            "data": {"values": scale_bands(scales)},
            "layer": layers,
        },
        right=14,
    )
