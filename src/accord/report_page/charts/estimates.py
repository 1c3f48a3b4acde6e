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


def estimates_chart(estimates: Estimates) -> Chart:
    """The figure of the first model, for a notebook."""
    return Chart(estimate_figures(estimates)[0])


def estimate_figures(estimates: Estimates) -> tuple[Figure, ...]:
    """One for each model."""
    return tuple(_figure(estimates, model, number) for number, model in enumerate(estimates.models))


def _figure(estimates: Estimates, made: ModelEstimates, number: int) -> Figure:
    drawn = sorted(made.estimates, key=lambda estimate: -estimate.corrected)[:MOST]
    nan = float("nan")
    rows = [
        Dot(name, value, low, high, shown(value), look=look, group=estimate.of)
        for estimate in drawn
        for name, value, low, high, look in (
            ("people", estimate.people, estimate.people_low, estimate.people_high, "grey"),
            ("model", estimate.model, nan, nan, "apart"),
            ("corrected", estimate.corrected, estimate.low, estimate.high, "plain"),
        )
    ]
    ends = [end for row in rows for end in (row.value, row.low, row.high) if end == end]
    room = 0.05 * (max(ends) - min(ends) or 1.0)
    low, high = min(ends) - room, max(ends) + room
    if estimates.what == "shares":
        low, high = max(0.0, low), min(1.0, high)
    off = max(drawn, key=lambda estimate: abs(estimate.model - estimate.corrected))
    sentence = (
        f"The labels of {quoted(made.model)} alone are farthest off for {quoted(off.of)}: {shown(off.model)} where "
        f"people's labels correct it to {shown(off.corrected)} [{shown(off.low)}, {shown(off.high)}]."
    )
    title = f"{estimates.what.capitalize()} with the labels of {made.model}"
    spec = dots(rows, title, (low, high), title="estimate", zero=None, number_format=".2f", legend=LEGEND)
    table = estimates_table(estimates) if number == 0 and len(estimates.models) > 1 else None
    return Figure(f"estimates-{number + 1}", title, sentence, table, spec=spec)
