"""What a coefficient promises: the share of the reference that changes, with the data's own point on the curve."""

from __future__ import annotations

import math
from typing import Any

from accord.diagnosis.labels.label_findings import Findings
from accord.diagnosis.labels.promise_curve import KAPPAS, PromiseCurve, bounds_at, promise_curve, scale_bounds_at
from accord.renderings.tables import Table
from accord.report_page.charts.grammar import BROAD, DASHED, chart, layer, nominal, over, quantity, ticks, with_data
from accord.report_page.charts.style import ACCENT, WARM, percent, written
from accord.report_page.figure import Figure, Spec
from accord.reproducibility.extrapolation import Forecast
from accord.reproducibility.scale_populations import Scale

BEST, UNEVEN = "all items equally hard: the best case", "very unequal items (Dirichlet)"
NEAR, FAR = "disagreement by steps, equally hard", "disagreement by leaps (Dirichlet)"
ENDS = (0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6)


def curve_figure(findings: Findings) -> Figure | None:
    """The data between the most stable and a very unstable population of annotators with the same coefficient."""
    curves = promise_curve(findings.results, findings.promised)
    if curves is None or findings.promised is None:
        return None
    made, own, name = findings.promised.promise.forecast, curves.coefficient, curves.name
    least, most = curves.own
    between = percent(least) if most - least < 0.0005 else f"{percent(least)} to {percent(most)}"
    scaled = curves.reference == "median"
    sentence = (
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
        scale=findings.promised.scale,
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
    return Figure("promise-curve", f"What {name} promises", sentence, table, spec=spec)


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
        max(
            [
                2.2 * most if scale is None else 1.1 * points[0][1],
                0.1,
                *(share for share in changed if math.isfinite(share)),
            ]
        )
    )
    lines = [{"kappa": at, "least": low, "most": high} for at, low, high in points]
    x = quantity("kappa", title=name, scale=over(0, 1), axis=ticks(".1f", 10))
    axis = ticks(".0%" if top >= 0.1 else ".1%", 5)
    y = quantity(title="of the reference changes", scale=over(0, top), axis=axis)
    between = {"x": x, "y": {**y, "field": "least"}, "y2": {"field": "most"}}
    area = layer("area", between, opacity=0.13, clip=True, interpolate="monotone", aria=False)
    layers = [area, _bound("least", names, x, y), _bound("most", names, x, y)]
    if 0 <= value <= 1:
        layers += _own(value, interval, changed, (least, most), name, top)
    return chart(f"Share of the reference that changes, by {name}", 260, lines, layers, right=26)


def _bound(field: str, names: tuple[str, str], x: Spec, y: Spec) -> Spec:
    """A curve with its name in the legend: the second one is dashed."""
    name = names[field == "most"]
    dash = {"domain": list(names), "range": [[1, 0], [6, 4]]}
    legend = {"columns": 1, "symbolType": "stroke", "symbolStrokeColor": ACCENT, "symbolSize": 300}
    dashes = {"datum": name, "type": "nominal", "title": None, "scale": dash, "legend": legend}
    encoding = {"x": x, "y": {**y, "field": field}, "strokeDash": dashes}
    return layer("line", encoding, strokeWidth=2, clip=True, interpolate="monotone", aria=False)


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
    x = quantity("kappa")
    layers = [layer("rule", {"x": x}, [here], **DASHED)]
    if all(math.isfinite(end) for end in interval):
        ends = {"low": max(0.0, interval[0]), "high": min(1.0, interval[1])}
        along = {"x": quantity("low"), "x2": {"field": "high"}, "y": {"value": "height"}}
        layers.append(layer("rule", along, [ends], **BROAD))
    known = [{"kappa": value, "share": share} for share in between if share <= top]
    layers.append(layer("point", {"x": x, "y": quantity("share")}, known, size=60))
    if math.isfinite(changed[0]):
        layers += _own_change(value, changed, top)
    side = {"align": "left", "dx": 6} if value < 0.6 else {"align": "right", "dx": -6}
    text = {"x": x, "y": {"value": 8}, "text": nominal("shown")}
    return [*layers, *with_data([here], written(text, fontWeight="bold", **side))]


def _own_change(value: float, changed: tuple[float, float, float], top: float) -> list[Spec]:
    here: dict[str, Any] = {"kappa": value, "share": changed[0], "low": changed[1], "high": changed[2]}
    here["shown"] = f"{percent(changed[0])} in these data"
    x, y = quantity("kappa"), quantity("share")
    layers: list[Spec] = []
    if math.isfinite(changed[1]) and math.isfinite(changed[2]):
        layers.append(layer("rule", {"x": x, "y": quantity("low"), "y2": {"field": "high"}}, [here], **BROAD))
    layers.append(layer("point", {"x": x, "y": y}, [here], shape="diamond", size=150, fill=WARM))
    side = {"align": "right", "dx": -12} if value > 0.5 else {"align": "left", "dx": 12}
    side |= {"dy": -10} if changed[0] < 0.06 * top else {}
    text = written({"x": x, "y": y, "text": nominal("shown")}, fontWeight="bold", **side)
    return [*layers, *with_data([here], text)]


def end_of_axis(share: float) -> float:
    """The next round share."""
    return next((end for end in ENDS if share <= end), 1.0)
