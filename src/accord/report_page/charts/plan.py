"""How much two references differ, by how many annotators label each item."""

from __future__ import annotations

import math
from collections.abc import Sequence

from accord.renderings.label_sections import differ_on
from accord.renderings.tables import Table
from accord.report_page.charts.grammar import chart, layer, nominal, over, quantity, ticks, with_data
from accord.report_page.charts.promise import end_of_axis, people
from accord.report_page.charts.style import ACCENT, SOFT, WARM, percent, written
from accord.report_page.figure import Figure, Spec
from accord.reproducibility.extrapolation import Forecast


def plan_figure(forecasts: Sequence[Forecast], target: float = 0.05, *, marked: bool = False) -> Figure | None:
    """The share on which two references by k annotators differ, for each k, with the target that is asked for."""
    known = [forecast for forecast in forecasts if math.isfinite(forecast.value)]
    if len(known) < 2:
        return None
    first = next((forecast for forecast in known if forecast.value <= target), None)
    start, end = known[0], known[-1]
    sentence = f"With {people(start.k)} per item {differ_on(marked)} {percent(start.value)}"
    if first is None:
        sentence += (
            f", with {end.k} still on {percent(end.value)} ({percent(end.low)} to {percent(end.high)}): a "
            f"few more annotators alone do not bring it under {percent(target)}."
        )
    else:
        between = f"({percent(first.low)} to {percent(first.high)})"
        if first.k == start.k:
            sentence += f" {between}, which is under {percent(target)} already"
        else:
            sentence += f"; from {first.k} on, on {percent(first.value)} {between}, which is under {percent(target)}"
        sentence += "." if first.high <= target else ", though the interval reaches above."
    level = f"{known[0].confidence:.0%}"
    rows = tuple((str(point.k), percent(point.value), percent(point.low), percent(point.high)) for point in known)
    header = ("annotators per item", differ_on(marked), f"{level} low", f"{level} high")
    table = Table(header, rows, "", frozenset({0, 1, 2, 3}))
    spec = _plan_spec(known, target, None if first is None else first.k, differ_on(marked))
    return Figure("plan", "How many annotators it takes", sentence, table, spec=spec)


def _plan_spec(forecasts: Sequence[Forecast], target: float, chosen: int | None, what: str) -> Spec:
    values = [
        {"k": point.k, "share": point.value, "low": point.low, "high": point.high, "chosen": point.k == chosen}
        for point in forecasts
    ]
    top = end_of_axis(
        max([target * 1.3, *(forecast.high for forecast in forecasts), *(forecast.value for forecast in forecasts)])
    )
    ks = [forecast.k for forecast in forecasts]
    x = quantity(
        "k",
        title="annotators per item",
        scale=over(min(ks), max(ks), zero=False),
        axis={"values": ks, "format": "d", "grid": False},
    )
    y = quantity(title=what, scale=over(0, top), axis=ticks(".0%", 5))
    share = {**y, "field": "share"}
    fill = {"condition": {"test": "datum.chosen", "value": WARM}, "value": ACCENT}
    aim = [{"target": target, "shown": f"target {percent(target)}"}]
    goal = quantity("target")
    text = {"y": goal, "x": {"value": 0}, "text": nominal("shown")}
    layers = [
        layer("area", {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}}, opacity=0.15, aria=False),
        layer("rule", {"y": goal}, aim, stroke=SOFT, strokeDash=[4, 3], aria=False),
        layer("line", {"x": x, "y": share}, strokeWidth=2, aria=False),
        layer("point", {"x": x, "y": share, "fill": fill}, size=70),
        *with_data(aim, written(text, align="left", dx=6, dy=-9)),
    ]
    description = "Expected difference between two references by the number of annotators per item"
    return chart(description, 220, values, layers, right=20)
