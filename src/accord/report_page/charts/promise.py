"""What a coefficient promises: the curve with the data's own point, the subjective scales, the spread, the plan."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from accord.diagnosis.findings import Findings
from accord.diagnosis.scales import SCALES, Scale
from accord.renderings.numbers import shown
from accord.renderings.tables import Table
from accord.report_page.charts.style import ACCENT, NAME_LIMIT, SOFT, WARM, framed, percent, written
from accord.report_page.figure import Figure, Spec
from accord.reproducibility.curves import curve
from accord.reproducibility.disagreement_histogram import DisagreementHistogram
from accord.reproducibility.extrapolation import Forecast
from accord.results import Result

READ_AS_KAPPA = ("fleiss", "pi", "multi_kappa", "kappa", "alpha")
NAMES = {"fleiss": "Fleiss' κ", "pi": "π", "multi_kappa": "κ", "kappa": "κ", "alpha": "α"}
KAPPAS = tuple(step / 20 for step in range(1, 21))
BEST, UNEVEN = "all items equally hard: the best case", "very unequal items (Dirichlet)"
ENDS = (0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6)


def read_as_kappa(results: Sequence[Result]) -> Result | None:
    """The coefficient that the curves and scales are read for; None where there is none between 0 and 1."""
    known = {one.measure: one for one in results if one.defined}
    own = next((known[name] for name in READ_AS_KAPPA if name in known), None)
    return own if own is not None and 0 <= own.value <= 1 else None


def curve_figure(found: Findings) -> Figure | None:
    """The data between the most stable and a very unstable population of annotators with the same coefficient."""
    own = read_as_kappa(found.results)
    if found.promised is None or own is None:
        return None
    made, categories = found.promised.promise.forecast, found.promised.categories
    name = NAMES[own.measure]
    bounds = _bounds_at([own.value], categories, made.k, "group")[0]
    between = percent(bounds[1]) if bounds[2] - bounds[1] < 0.0005 else f"{percent(bounds[1])} to {percent(bounds[2])}"
    said = (
        f"With {_people(made.k)} per item and {categories} categories, all equally frequent, {name} = {own.value:.2f} "
        f"would mean that others change {between} of the reference; in these data, with their own frequencies, it is "
        f"{percent(made.value)} ({percent(made.low)} to {percent(made.high)})."
    )
    spec = curve_spec(
        own.value,
        categories,
        made.k,
        interval=(own.low, own.high),
        changed=(made.value, made.low, made.high),
        name=name,
    )
    rows = tuple((f"{at:.2f}", percent(low), percent(high)) for at, low, high in _bounds_at(KAPPAS, categories, made.k))
    table = Table((name, BEST, UNEVEN), rows, "Share of the reference that changes.", frozenset({0, 1, 2}))
    return Figure("promise-curve", f"What {name} promises", said, table, spec=spec)


def _people(number: int) -> str:
    return "one annotator" if number == 1 else f"{number} annotators"


def _bounds_at(
    kappas: Sequence[float], categories: int, k: int, against: str = "group", coefficient: str = "kappa"
) -> list[tuple[float, float, float]]:
    """Each κ with the share that changes if items are equally hard, and if they are very unequal."""
    lines = [
        curve(kappas, categories, k, model, against, coefficient).tolist() for model in ("homogeneous", "dirichlet")
    ]
    return list(zip(kappas, *lines, strict=True))


def curve_spec(
    value: float,
    categories: int,
    k: int,
    *,
    interval: tuple[float, float] = (math.nan, math.nan),
    changed: tuple[float, float, float] = (math.nan, math.nan, math.nan),
    coefficient: str = "kappa",
    name: str = "κ",
    against: str = "group",
) -> Spec:
    """The curves and, where the value lies on them, the point with its interval; `changed` is what the data say."""
    points = _bounds_at(KAPPAS, categories, k, against, coefficient)
    inside = min(max(value, KAPPAS[0]), 1.0)
    (_, least, most) = _bounds_at([inside], categories, k, against, coefficient)[0]
    top = _end_of_axis(max([2.2 * most, 0.1, *(one for one in changed if math.isfinite(one))]))
    lines = [{"kappa": at, "least": low, "most": high} for at, low, high in points]
    x = {
        "field": "kappa",
        "type": "quantitative",
        "title": name,
        "scale": {"domain": [0, 1], "nice": False},
        "axis": {"format": ".1f", "tickCount": 10},
    }
    y = {
        "type": "quantitative",
        "title": "of the reference changes",
        "scale": {"domain": [0, top], "nice": False},
        "axis": {"format": ".0%" if top >= 0.1 else ".1%", "tickCount": 5},
    }
    area = {
        "mark": {"type": "area", "opacity": 0.13, "clip": True, "interpolate": "monotone", "aria": False},
        "encoding": {"x": x, "y": {**y, "field": "least"}, "y2": {"field": "most"}},
    }
    layers: list[Spec] = [area, _bound("least", BEST, x, y), _bound("most", UNEVEN, x, y)]
    if 0 <= value <= 1:
        layers += _own(value, interval, changed, (least, most), name, top)
    return framed(
        {
            "description": f"Share of the reference that changes, by {name}",
            "height": 260,
            "data": {"values": lines},
            "layer": layers,
        },
        right=26,
    )


def _bound(field: str, said: str, x: Spec, y: Spec) -> Spec:
    """A curve with its name in the legend: the second one is dashed."""
    dash = {"domain": [BEST, UNEVEN], "range": [[1, 0], [6, 4]]}
    legend = {"columns": 1, "symbolType": "stroke", "symbolStrokeColor": ACCENT, "symbolSize": 300}
    return {
        "mark": {"type": "line", "strokeWidth": 2, "clip": True, "interpolate": "monotone", "aria": False},
        "encoding": {
            "x": x,
            "y": {**y, "field": field},
            "strokeDash": {"datum": said, "type": "nominal", "title": None, "scale": dash, "legend": legend},
        },
    }


def _own(
    value: float,
    interval: tuple[float, float],
    changed: tuple[float, float, float],
    between: tuple[float, float],
    name: str,
    top: float,
) -> list[Spec]:
    """The value as a line, its points on the curves, and what the data say as a diamond with its interval."""
    here: dict[str, Any] = {"kappa": value, "shown": f"{name} = {value:.2f}"}
    x = {"field": "kappa", "type": "quantitative"}
    rule = {
        "data": {"values": [here]},
        "mark": {"type": "rule", "stroke": WARM, "strokeWidth": 1.5, "strokeDash": [3, 3], "aria": False},
        "encoding": {"x": x},
    }
    layers: list[Spec] = [rule]
    if all(math.isfinite(end) for end in interval):
        ends = {"low": max(0.0, interval[0]), "high": min(1.0, interval[1])}
        layers.append(
            {
                "data": {"values": [ends]},
                "mark": {"type": "rule", "stroke": WARM, "strokeWidth": 5, "opacity": 0.4},
                "encoding": {
                    "x": {"field": "low", "type": "quantitative"},
                    "x2": {"field": "high"},
                    "y": {"value": "height"},
                },
            }
        )
    known = [{"kappa": value, "share": share} for share in between if share <= top]
    layers.append(
        {
            "data": {"values": known},
            "mark": {"type": "point", "size": 60},
            "encoding": {"x": x, "y": {"field": "share", "type": "quantitative"}},
        }
    )
    if math.isfinite(changed[0]):
        layers += _own_change(value, changed, top)
    side = {"align": "left", "dx": 6} if value < 0.6 else {"align": "right", "dx": -6}
    layers += [
        {"data": {"values": [here]}, **one}
        for one in written(
            {"x": x, "y": {"value": 8}, "text": {"field": "shown", "type": "nominal"}}, fontWeight="bold", **side
        )
    ]
    return layers


def _own_change(value: float, changed: tuple[float, float, float], top: float) -> list[Spec]:
    here: dict[str, Any] = {"kappa": value, "share": changed[0], "low": changed[1], "high": changed[2]}
    here["shown"] = f"{percent(changed[0])} in these data"
    x = {"field": "kappa", "type": "quantitative"}
    data = {"data": {"values": [here]}}
    layers: list[Spec] = []
    if math.isfinite(changed[1]) and math.isfinite(changed[2]):
        layers.append(
            {
                **data,
                "mark": {"type": "rule", "stroke": WARM, "strokeWidth": 5, "opacity": 0.4},
                "encoding": {"x": x, "y": {"field": "low", "type": "quantitative"}, "y2": {"field": "high"}},
            }
        )
    y = {"field": "share", "type": "quantitative"}
    mark = {"type": "point", "shape": "diamond", "size": 150, "fill": WARM}
    layers.append({**data, "mark": mark, "encoding": {"x": x, "y": y}})
    side = {"align": "right", "dx": -12} if value > 0.5 else {"align": "left", "dx": 12}
    side |= {"dy": -10} if changed[0] < 0.06 * top else {}
    text = written({"x": x, "y": y, "text": {"field": "shown", "type": "nominal"}}, fontWeight="bold", **side)
    return [*layers, *({**data, **one} for one in text)]


def _end_of_axis(share: float) -> float:
    """The next round share."""
    return next((end for end in ENDS if share <= end), 1.0)


def scales_figure(results: Sequence[Result]) -> Figure | None:
    """The value on the published scales (Bregeon et al. 2019, figure 1)."""
    own = read_as_kappa(results)
    if own is None:
        return None
    name = NAMES[own.measure]
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


def _band_at(scale: Scale, value: float) -> str:
    return next(band for low, band in reversed(scale.bands) if value >= low)


def scale_bands(scales: Sequence[Scale]) -> list[dict[str, Any]]:
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


def scales_spec(value: float = math.nan, scales: Sequence[Scale] = SCALES, name: str = "κ") -> Spec:
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


def histogram_figure(histogram: DisagreementHistogram) -> Figure | None:
    """How many items have how much disagreement with their reference."""
    if histogram.items == 0:
        return None
    said = (
        f"{percent(histogram.unanimous)} of the {histogram.items:,} items are labelled alike by everybody, "
        f"{percent(histogram.near_unanimous)} by all but a tenth of their annotators; the fewer items carry the "
        "disagreement, the less a given κ promises."
    )
    bins = list(zip(pairwise(histogram.edges), histogram.shares, strict=True))
    rows = tuple((f"{low:.0%} to {high:.0%}", percent(share)) for (low, high), share in bins)
    table = Table(("annotators off the reference", "of the items"), rows, "", frozenset({1}))
    title = "How disagreement is spread over the items"
    return Figure("promise-histogram", title, said, table, spec=histogram_spec(histogram))


def histogram_spec(histogram: DisagreementHistogram) -> Spec:
    """One bar per bin; the axis ends with the last bin that holds an item."""
    bins = list(zip(pairwise(histogram.edges), histogram.shares, strict=True))
    last = max((high for (_, high), share in bins if share > 0), default=1.0)
    values = [
        {"low": low, "high": high, "share": share, "shown": percent(share) if share else ""}
        for (low, high), share in bins
        if high <= last
    ]
    x = {
        "field": "low",
        "type": "quantitative",
        "title": "share of the annotators off the reference",
        "scale": {"domain": [0, last], "nice": False},
        "axis": {"format": ".0%", "values": [low for (low, _), _ in bins if low <= last] + [last], "grid": False},
    }
    y = {
        "field": "share",
        "type": "quantitative",
        "title": "of the items",
        "scale": {"domain": [0, max(histogram.shares) * 1.12], "nice": False},
        "axis": {"format": ".0%", "tickCount": 4},
    }
    return framed(
        {
            "description": "Items by the share of their annotators who are off the reference",
            "height": 180,
            "data": {"values": values},
            "layer": [
                {
                    "mark": {"type": "rect", "opacity": 0.8, "x2Offset": -1, "xOffset": 1},
                    "encoding": {"x": x, "x2": {"field": "high"}, "y": y, "y2": {"datum": 0}},
                },
                {
                    "transform": [{"calculate": "(datum.low + datum.high) / 2", "as": "middle"}],
                    "mark": {"type": "text", "dy": -8, "fontSize": 11, "aria": False},
                    "encoding": {
                        "x": {**x, "field": "middle"},
                        "y": y,
                        "text": {"field": "shown", "type": "nominal"},
                    },
                },
            ],
        },
        right=20,
    )


def plan_figure(forecasts: Sequence[Forecast], target: float = 0.05) -> Figure | None:
    """The share on which two references by k annotators differ, for each k, with the target that is asked for."""
    known = [one for one in forecasts if math.isfinite(one.value)]
    if len(known) < 2:
        return None
    first = next((one for one in known if one.value <= target), None)
    start, end = known[0], known[-1]
    said = f"With {_people(start.k)} per item two references differ on {percent(start.value)}"
    if first is None:
        said += (
            f", with {end.k} still on {percent(end.value)} ({percent(end.low)} to {percent(end.high)}): more "
            f"annotators alone do not soon bring it under {percent(target)}."
        )
    elif first.k == start.k:
        said += f" ({percent(first.low)} to {percent(first.high)}), which is under {percent(target)} already."
    else:
        said += (
            f"; from {first.k} on, on {percent(first.value)} ({percent(first.low)} to {percent(first.high)}), which is "
            f"under {percent(target)}."
        )
    level = f"{known[0].confidence:.0%}"
    rows = tuple((str(one.k), percent(one.value), percent(one.low), percent(one.high)) for one in known)
    header = ("annotators per item", "two references differ on", f"{level} low", f"{level} high")
    table = Table(header, rows, "", frozenset({0, 1, 2, 3}))
    spec = _plan_spec(known, target, None if first is None else first.k)
    return Figure("plan", "How many annotators it takes", said, table, spec=spec)


def _plan_spec(forecasts: Sequence[Forecast], target: float, chosen: int | None) -> Spec:
    values = [
        {"k": one.k, "share": one.value, "low": one.low, "high": one.high, "chosen": one.k == chosen}
        for one in forecasts
    ]
    top = _end_of_axis(max([target * 1.3, *(one.high for one in forecasts), *(one.value for one in forecasts)]))
    ks = [one.k for one in forecasts]
    x = {
        "field": "k",
        "type": "quantitative",
        "title": "annotators per item",
        "scale": {"domain": [min(ks), max(ks)], "nice": False, "zero": False},
        "axis": {"values": ks, "format": "d", "grid": False},
    }
    y = {
        "type": "quantitative",
        "title": "two references differ on",
        "scale": {"domain": [0, top], "nice": False},
        "axis": {"format": ".0%", "tickCount": 5},
    }
    fill = {"condition": {"test": "datum.chosen", "value": WARM}, "value": ACCENT}
    aim = {"data": {"values": [{"target": target, "shown": f"target {percent(target)}"}]}}
    goal = {"field": "target", "type": "quantitative"}
    return framed(
        {
            "description": "Expected difference between two references by the number of annotators per item",
            "height": 220,
            "data": {"values": values},
            "layer": [
                {
                    "mark": {"type": "area", "opacity": 0.15, "aria": False},
                    "encoding": {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}},
                },
                {
                    **aim,
                    "mark": {"type": "rule", "stroke": SOFT, "strokeDash": [4, 3], "aria": False},
                    "encoding": {"y": goal},
                },
                {
                    "mark": {"type": "line", "strokeWidth": 2, "aria": False},
                    "encoding": {"x": x, "y": {**y, "field": "share"}},
                },
                {
                    "mark": {"type": "point", "size": 70},
                    "encoding": {"x": x, "y": {**y, "field": "share"}, "fill": fill},
                },
                *(
                    {**aim, **one}
                    for one in written(
                        {"y": goal, "x": {"value": "width"}, "text": {"field": "shown", "type": "nominal"}},
                        align="right",
                        dx=-4,
                        dy=-9,
                    )
                ),
            ],
        },
        right=20,
    )
