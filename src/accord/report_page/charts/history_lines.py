"""Values over a campaign: a line for each series with its intervals, and the threshold that was agreed on."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

from accord.renderings.history_tables import history_table
from accord.report_page.charts.grammar import DASHED, chart, layer, nominal, over, quantity, ticks
from accord.report_page.charts.style import DASHES, LINES, SHAPES, names
from accord.report_page.figure import Figure, Spec
from accord.report_page.notebook_charts import Chart

if TYPE_CHECKING:
    from accord.comparison.histories import History

MOST_SERIES = len(LINES)
APART = 0.06  # of the room of an entry, from one series to the next
NARROWEST = 0.2  # of the scale, so that small steps do not look large


def history_chart(history: History) -> Chart:
    """For a notebook."""
    return Chart.of_values(history_figure(history))


def history_figure(history: History) -> Figure | None:
    """The values, entry by entry; None where none is defined."""
    drawn = [line for line in history.series if any(point.logged.value == point.logged.value for point in line.points)]
    drawn = drawn[:MOST_SERIES]
    if not drawn:
        return None
    entries = names(
        [f"{number}. {entry.name or entry.when[:10]}" for number, entry in enumerate(history.entries, start=1)], 24
    )
    series = names([line.called for line in drawn])
    beside = [(number - (len(series) - 1) / 2) * APART for number in range(len(series))]
    values: list[dict[str, object]] = [
        {
            "entry": entries[point.entry - 1],
            "at": point.entry + aside,
            "value": point.logged.value,
            "series": name,
            **_ends(point.logged),
        }
        for line, name, aside in zip(drawn, series, beside, strict=True)
        for point in line.points
        if point.logged.value == point.logged.value
    ]
    spec = _spec(values, entries, series, history.threshold)
    sentence = " ".join(history.sentences()[:3])
    return Figure("history", "Values over the campaign", sentence, history_table(history), spec=spec)


def _ends(value: object) -> dict[str, float | None]:
    low, high = getattr(value, "low", math.nan), getattr(value, "high", math.nan)
    return {"low": low, "high": high} if low == low and high == high else {"low": None, "high": None}


def _spec(values: list[dict[str, object]], entries: list[str], series: list[str], threshold: float | None) -> Spec:
    cells = [value[name] for value in values for name in ("value", "low", "high")]
    reach = [cell for cell in cells if isinstance(cell, float)] + ([] if threshold is None else [threshold])
    room = max(0.1 * (max(reach) - min(reach)), (NARROWEST - max(reach) + min(reach)) / 2)
    low, high = min(reach) - room, max(reach) + room
    named = f"{json.dumps(entries)}[datum.value - 1]"
    places = list(range(1, len(entries) + 1))
    axis = {"labelAngle": -30, "labelLimit": 120, "values": places, "labelExpr": named, "grid": False, "ticks": False}
    x = quantity("at", title=None, scale=over(0.5, len(entries) + 0.5, zero=False), axis=axis)
    y = quantity(title="value", scale=over(low, high, zero=False), axis=ticks(".2f", 6, grid=True))
    legend = None if len(series) < 2 else {"title": None, "columns": 2, "symbolOpacity": 1}
    of, shape = (
        nominal("series", scale={"domain": series, "range": list(looks[: len(series)])}, legend=legend)
        for looks in (LINES, SHAPES)
    )
    dashes = {"domain": series, "range": [DASHES[place % len(DASHES)] for place in range(len(series))]}
    dash = nominal("series", scale=dashes, legend=legend)
    ends = {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}, "stroke": of}
    bars = layer("rule", ends, strokeWidth=6, strokeCap="round", opacity=0.38)
    layers: list[Spec] = [
        {"transform": [{"filter": "isValid(datum.low)"}], **bars},
        layer("line", {"x": x, "y": {**y, "field": "value"}, "stroke": of, "strokeDash": dash}, strokeWidth=1.5),
        layer("point", {"x": x, "y": {**y, "field": "value"}, "fill": of, "stroke": of, "shape": shape}, size=70),
    ]
    if threshold is not None:
        layers.append(layer("rule", {"y": quantity("at")}, [{"at": threshold}], **DASHED))
    return chart("Values over the campaign", 260, values, layers)
