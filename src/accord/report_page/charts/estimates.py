"""Estimates three ways: people alone, the model alone, corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.renderings.estimate_tables import estimates_table
from accord.renderings.numbers import shown
from accord.report_page.charts.dots import Dot, dots
from accord.report_page.charts.style import quoted
from accord.report_page.figure import Figure
from accord.report_page.notebook_charts import Chart

if TYPE_CHECKING:
    from accord.comparison.estimated import Estimates, ModelEstimates

MOST = 12  # categories drawn
LEGEND = {"plain": "corrected", "grey": "people alone", "apart": "model alone"}


def estimates_chart(found: Estimates) -> Chart:
    """The figure of the first model, for a notebook."""
    return Chart(estimate_figures(found)[0])


def estimate_figures(found: Estimates) -> tuple[Figure, ...]:
    """One for each model."""
    return tuple(_figure(found, one, number) for number, one in enumerate(found.models))


def _figure(found: Estimates, made: ModelEstimates, number: int) -> Figure:
    drawn = sorted(made.estimates, key=lambda one: -one.corrected)[:MOST]
    nan = float("nan")
    rows = [
        Dot(name, value, low, high, shown(value), look=look, group=one.of)
        for one in drawn
        for name, value, low, high, look in (
            ("people", one.people, one.people_low, one.people_high, "grey"),
            ("model", one.model, nan, nan, "apart"),
            ("corrected", one.corrected, one.low, one.high, "plain"),
        )
    ]
    ends = [end for one in rows for end in (one.value, one.low, one.high) if end == end]
    room = 0.05 * (max(ends) - min(ends) or 1.0)
    low, high = min(ends) - room, max(ends) + room
    if found.what == "shares":
        low, high = max(0.0, low), min(1.0, high)
    off = max(drawn, key=lambda one: abs(one.model - one.corrected))
    sentence = (
        f"The labels of {quoted(made.model)} alone are farthest off for {quoted(off.of)}: {shown(off.model)} where "
        f"people's labels correct it to {shown(off.corrected)} [{shown(off.low)}, {shown(off.high)}]."
    )
    title = f"{found.what.capitalize()} with the labels of {made.model}"
    spec = dots(rows, title, (low, high), title="estimate", zero=None, number_format=".2f", legend=LEGEND)
    table = estimates_table(found) if number == 0 and len(found.models) > 1 else None
    return Figure(f"estimates-{number + 1}", title, sentence, table, spec=spec)
