"""The reading grid: the measure against each kind of error, with the data's own value read backwards."""

from __future__ import annotations

import math
from textwrap import wrap
from typing import Any

from accord.diagnosis.additions import ErrorReading
from accord.renderings.numbers import shown
from accord.renderings.tables import Table
from accord.report_page.charts.grammar import BROAD, DASHED, chart, layer, nominal, over, quantity, ticks, with_data
from accord.report_page.charts.style import WARM, written
from accord.report_page.figure import Figure, Spec
from accord.sweeping import ErrorSize
from accord.sweeping.reading import percent

HEIGHT = 170
NARROW = 42  # letters of a line on a telephone


def reading_figures(read: ErrorReading) -> tuple[Figure, ...]:
    """One small panel per kind of error: the curve with the middle 95 % of the simulations, and the value on it."""
    if math.isnan(read.value):
        return ()
    panels = [(reading, rows) for reading in read.readings() if (rows := read.curve(reading.degradation))]
    known = [row["mean"] for _, rows in panels for row in rows]
    least = min([0.0, read.value, *known])
    ends = (0.0 if least > -0.05 else math.floor(least * 5) / 5, max(1.0, math.ceil(max([read.value, *known]) * 5) / 5))
    return tuple(_panel(read, error, rows, ends, f"reading-{place}") for place, (error, rows) in enumerate(panels, 1))


def _panel(
    read: ErrorReading, reading: ErrorSize, rows: list[dict[str, float]], ends: tuple[float, float], key: str
) -> Figure:
    what = read.title(reading.degradation)
    table = Table(
        ("size of the error", f"mean {read.name}", "95 % low", "95 % high"),
        tuple((percent(row["share"]), shown(row["mean"]), shown(row["low"]), shown(row["high"])) for row in rows),
        f"{read.name} of simulated annotators.",
        frozenset({0, 1, 2, 3}),
    )
    spec = _spec(read, reading, rows, ends, what)
    return Figure(key, f"{read.name} by the size of one error: {what}", _sentence(read, reading), table, spec=spec)


def _sentence(read: ErrorReading, reading: ErrorSize) -> str:
    what = read.title(reading.degradation)
    if math.isnan(reading.magnitude):
        return f"{what}: no amount of this error alone makes {read.name} as low as {read.value:.2f}."
    sentence = f"{what}: {read.name} = {read.value:.2f} is what annotators get who {reading.says}"
    if not (math.isnan(reading.low) or math.isnan(reading.high)):
        low, high = (read.share_of(reading.degradation, end) for end in (reading.low, reading.high))
        sentence += f" ({percent(low)} to {percent(high)})"
    return f"{sentence}."


def _spec(
    read: ErrorReading, reading: ErrorSize, rows: list[dict[str, float]], ends: tuple[float, float], what: str
) -> Spec:
    reach = over(0, max(row["share"] for row in rows))
    x = quantity("share", title=wrap(what, NARROW), scale=reach, axis=ticks(".0%", 4, grid=False))
    y = quantity(title=read.name, scale=over(*ends), axis=ticks(".1f", 4))
    between = {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}}
    layers = [
        layer("area", between, opacity=0.15, clip=True, aria=False),
        layer("line", {"x": x, "y": {**y, "field": "mean"}}, strokeWidth=2, clip=True),
        *_own(read, reading),
    ]
    return chart(f"{read.name} against the size of the error: {what}", HEIGHT, rows, layers)


def _own(read: ErrorReading, reading: ErrorSize) -> list[Spec]:
    """The value as a line to the curve and down to the size of the error, with the interval of the size."""
    y = quantity("value")
    here: dict[str, Any] = {"value": read.value}
    if math.isnan(reading.magnitude):
        return [layer("rule", {"y": y}, [here], **DASHED)]
    at = read.share_of(reading.degradation, reading.magnitude)
    here |= {"start": 0, "at": at, "shown": percent(at)}
    x = quantity("at")
    layers = [
        layer("rule", {"y": y, "x": quantity("start"), "x2": {"field": "at"}}, [here], **DASHED),
        layer("rule", {"x": x, "y": y, "y2": {"value": "height"}}, [here], **DASHED),
    ]
    if not (math.isnan(reading.low) or math.isnan(reading.high)):
        first, last = (read.share_of(reading.degradation, end) for end in (reading.low, reading.high))
        along = {"x": quantity("first"), "x2": {"field": "last"}, "y": {"value": "height"}}
        layers.append(layer("rule", along, [{"first": first, "last": last}], **BROAD))
    layers.append(layer("point", {"x": x, "y": y}, [here], size=70, fill=WARM))
    text = {"x": x, "y": y, "text": nominal("shown")}
    return [*layers, *with_data([here], written(text, fontWeight="bold", align="left", dx=8, dy=-8))]
