"""How much two references differ, by how many annotators label each item."""

from __future__ import annotations

import math
from collections.abc import Sequence

from accord.renderings.tables import Table
from accord.report_page.charts.promise import end_of_axis, people
from accord.report_page.charts.style import ACCENT, SOFT, WARM, framed, percent, written
from accord.report_page.figure import Figure, Spec
from accord.reproducibility.extrapolation import Forecast


def plan_figure(forecasts: Sequence[Forecast], target: float = 0.05) -> Figure | None:
    """The share on which two references by k annotators differ, for each k, with the target that is asked for."""
    known = [one for one in forecasts if math.isfinite(one.value)]
    if len(known) < 2:
        return None
    first = next((one for one in known if one.value <= target), None)
    start, end = known[0], known[-1]
    said = f"With {people(start.k)} per item two references differ on {percent(start.value)}"
    if first is None:
        said += (
            f", with {end.k} still on {percent(end.value)} ({percent(end.low)} to {percent(end.high)}): more "
            f"annotators alone do not soon bring it under {percent(target)}."
        )
    else:
        between = f"({percent(first.low)} to {percent(first.high)})"
        if first.k == start.k:
            said += f" {between}, which is under {percent(target)} already"
        else:
            said += f"; from {first.k} on, on {percent(first.value)} {between}, which is under {percent(target)}"
        said += "." if first.high <= target else ", though the interval reaches above."
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
    top = end_of_axis(max([target * 1.3, *(one.high for one in forecasts), *(one.value for one in forecasts)]))
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
