"""What a coefficient promises: the share of the reference that changes, with the data's own point on the curve."""

from __future__ import annotations

import math
from typing import Any

from accord.diagnosis.labels.label_findings import Findings
from accord.diagnosis.labels.promise_curve import KAPPAS, PromiseCurve, bounds_at, promise_curve, scale_bounds_at
from accord.renderings.tables import Table
from accord.report_page.charts.style import ACCENT, WARM, framed, percent, written
from accord.report_page.figure import Figure, Spec
from accord.reproducibility.extrapolation import Forecast
from accord.reproducibility.scale_populations import Scale

BEST, UNEVEN = "all items equally hard: the best case", "very unequal items (Dirichlet)"
NEAR, FAR = "annotators disagree by steps, items equally hard", "annotators disagree by leaps (Dirichlet)"
ENDS = (0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6)


def curve_figure(found: Findings) -> Figure | None:
    """The data between the most stable and a very unstable population of annotators with the same coefficient."""
    curves = promise_curve(found.results, found.promised)
    if curves is None or found.promised is None:
        return None
    made, own, name = found.promised.promise.forecast, curves.coefficient, curves.name
    least, most = curves.own
    between = percent(least) if most - least < 0.0005 else f"{percent(least)} to {percent(most)}"
    scaled = curves.reference == "median"
    said = (
        _of_medians(curves, made)
        if scaled
        else (
            f"With {people(made.k)} per item and {curves.categories} categories, all equally frequent, {name} = "
            f"{own.value:.2f} would mean that others change {between} of the reference; in these data, with their own "
            f"frequencies, it is {percent(made.value)} ({percent(made.low)} to {percent(made.high)})."
        )
    )
    spec = curve_spec(
        own.value,
        curves.categories,
        made.k,
        scale=found.promised.scale,
        interval=(own.low, own.high),
        changed=(made.value, made.low, made.high),
        name=name,
    )
    rows = tuple((f"{at:.2f}", percent(low), percent(high)) for at, low, high in curves.points)
    table = Table(
        (name, *((NEAR, FAR) if scaled else (BEST, UNEVEN))),
        rows,
        "Share of the reference that changes.",
        frozenset({0, 1, 2}),
    )
    return Figure("promise-curve", f"What {name} promises", said, table, spec=spec)


def _of_medians(curves: PromiseCurve, made: Forecast) -> str:
    near, far = curves.own
    return (
        f"The reference on this scale is the median. With {people(made.k)} per item and labels as frequent as here, "
        f"{curves.name} = {curves.coefficient.value:.2f} would mean that two medians differ on {percent(near)} of the "
        f"items if annotators disagree by steps, and on {percent(far)}, but farther, if they disagree by leaps; in "
        f"these data others change {percent(made.value)} ({percent(made.low)} to {percent(made.high)}) of the medians."
    )


def people(number: int) -> str:
    return "one annotator" if number == 1 else f"{number} annotators"


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
    scale: Scale | None = None,
) -> Spec:
    """The curves and, where the value lies on them, the point with its interval; `changed` is what the data say.

    With a `scale` they are the curves of its medians.
    """
    inside = value if 0 <= value <= 1 else KAPPAS[0]
    names = (BEST, UNEVEN) if scale is None else (NEAR, FAR)
    if scale is None:
        points = bounds_at(KAPPAS, categories, k, against, coefficient)
        ((_, least, most),) = bounds_at((inside,), categories, k, against, coefficient)
    else:
        points = scale_bounds_at(KAPPAS, scale, k)
        ((_, least, most),) = scale_bounds_at((inside,), scale, k)
    top = end_of_axis(
        max([2.2 * most if scale is None else 1.1 * points[0][1], 0.1, *(one for one in changed if math.isfinite(one))])
    )
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
    layers: list[Spec] = [area, _bound("least", names, x, y), _bound("most", names, x, y)]
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


def _bound(field: str, names: tuple[str, str], x: Spec, y: Spec) -> Spec:
    """A curve with its name in the legend: the second one is dashed."""
    said = names[field == "most"]
    dash = {"domain": list(names), "range": [[1, 0], [6, 4]]}
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


def end_of_axis(share: float) -> float:
    """The next round share."""
    return next((end for end in ENDS if share <= end), 1.0)
