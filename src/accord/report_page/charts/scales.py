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
from accord.report_page.charts.grammar import ROOM, chart, layer, middle_text, nominal, over, quantity, ticks
from accord.report_page.charts.style import NAME_LIMIT, WARM
from accord.report_page.figure import Figure, Spec
from accord.results import Result


def scales_figure(results: Sequence[Result]) -> Figure | None:
    """The value on the published scales (Bregeon et al. 2019, figure 1)."""
    own = read_as_kappa(results)
    if own is None:
        return None
    name = find("labels", own.measure).symbol
    called = {scale.name: next(band for low, band in reversed(scale.bands) if own.value >= low) for scale in SCALES}
    chosen = [scale for scale in ("Landis & Koch 1977", "Fleiss 1981", "Krippendorff 2004") if scale in called]
    sentence = (
        f"The same {name} = {own.value:.2f} is called "
        + ", ".join(f"'{called[scale]}' by {scale}" for scale in chosen)
        + ": scales are opinions, each proposed for one coefficient."
    )
    bands = scale_bands(SCALES)
    rows = tuple(
        (
            str(row["scale"]),
            str(row["proposed"]),
            str(row["band"]),
            f"{row['low']:g}",
            f"{row['high']:g}",
            "yes" if row["band"] == called[str(row["scale"])] else "",
        )
        for row in bands
    )
    header = ("scale", "proposed for", "band", "from", "to", f"holds {shown(own.value, 2)}")
    table = Table(header, rows, "Bands from 0 on.", frozenset({3, 4}))
    spec = scales_spec(own.value, name=name)
    return Figure("promise-scales", f"{name} on published scales", sentence, table, spec=spec)


def scale_bands(scales: Sequence[PublishedScale]) -> list[dict[str, Any]]:
    """Every band from 0 on, with its bounds and how far up its scale it is."""
    made = []
    for scale in scales:
        bounds = [max(low, 0.0) for low, _ in scale.bands] + [1.0]
        for place, ((low, high), (_, band)) in enumerate(zip(pairwise(bounds), scale.bands, strict=True)):
            if high > low:
                known = {"scale": scale.name, "proposed": scale.coefficient, "band": band, "low": low, "high": high}
                made.append({**known, "depth": round(0.04 + 0.36 * (place + 0.4) / len(scale.bands), 3)})
    return made


def scales_spec(value: float = math.nan, scales: Sequence[PublishedScale] = SCALES, name: str = "κ") -> Spec:
    """A row of bands per scale over one axis from 0 to 1, the value as a line through all of them."""
    x = quantity("low", title=name, scale=over(0, 1), axis=ticks(".1f", 10, grid=False))
    order = [scale.name for scale in scales]
    y = nominal("scale", title=None, sort=order, axis={"labelLimit": NAME_LIMIT})
    depth = quantity("depth", scale=None, legend=None)
    layers = [
        layer("rect", {"x": x, "x2": {"field": "high"}, "y": y, "fillOpacity": depth}, height={"band": 0.84}),
        middle_text({"y": y}, x, "band", fontSize=11, limit=ROOM),
    ]
    if 0 <= value <= 1:
        layers.append(layer("rule", {"x": quantity("value")}, [{"value": value}], stroke=WARM, strokeWidth=2))
    description = f"{len(scales)} published scales of agreement"
    return chart(description, 30 * len(scales), scale_bands(scales), layers, right=14)
