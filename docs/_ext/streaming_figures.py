"""The directive `streaming-figure NAME`: time and memory of one pass over large tables (benchmarks/streaming.csv)."""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from charts import drawn
from docutils import nodes
from markup import table
from sphinx.util.docutils import SphinxDirective

from accord.report_page.charts.grammar import layer, nominal, quantity
from accord.report_page.charts.style import ACCENT, SOFT, WARM, framed
from accord.report_page.figure import Spec

if TYPE_CHECKING:
    from sphinx.application import Sphinx

MEASURED = Path(__file__).resolve().parents[2] / "benchmarks" / "streaming.csv"
FEWEST = 100_000  # ratings that are drawn; fewer show what a program costs that does nothing
NAMES = {"polars": "polars, group-by alone", "one pass": "accord, one pass", "in memory": "accord, read as a whole"}
COLOURS = (SOFT, ACCENT, WARM)
NOTHING = "–"
DASHES = {"sorted": [1, 0], "scattered": [5, 3]}


@cache
def rows() -> tuple[dict[str, str], ...]:
    """The runs, each with ratings, order, how, seconds, processor seconds and peak MB."""
    with MEASURED.open(encoding="utf-8") as opened:
        return tuple(csv.DictReader(opened))


def _curves(field: str, title: str, said: str) -> str:
    values = [
        {"ratings": int(row["ratings"]), "y": float(row[field]), "how": NAMES[row["how"]], "order": row["order"]}
        for row in rows()
        if int(row["ratings"]) >= FEWEST and row["how"] in NAMES
    ]
    ends = sorted({value["ratings"] for value in values})
    x = quantity("ratings", title="ratings", scale={"type": "log"}, axis={"values": ends, "format": "~s"})
    powers = {"values": [10.0**power for power in range(-2, 5)], "format": ",~g"}
    y = quantity("y", title=title, scale={"type": "log"}, axis=powers)
    drawn_as = {"symbolType": "stroke", "symbolSize": 300}
    colours = {"domain": list(NAMES.values()), "range": list(COLOURS)}
    dashes = {"domain": list(DASHES), "range": list(DASHES.values())}
    encoding: Spec = {
        "x": x,
        "y": y,
        "stroke": nominal("how", title=None, scale=colours, legend=drawn_as),
        "strokeDash": nominal("order", title=None, scale=dashes, legend={**drawn_as, "symbolStrokeColor": SOFT}),
    }
    lines = [layer("line", encoding, values, strokeWidth=2)]
    return drawn(framed({"description": said, "height": 240, "layer": lines}))


def time() -> str:
    """Processor seconds by the number of ratings."""
    return _curves(
        "processor seconds",
        "processor seconds",
        "Processor time by the number of ratings: reading in one pass grows as the group-by of polars does.",
    )


def memory() -> str:
    """Megabytes at the peak by the number of ratings."""
    return _curves(
        "peak MB",
        "MB at the peak",
        "Peak memory by the number of ratings: in one pass it stays flat, read as a whole it grows with the table.",
    )


def numbers() -> str:
    """All runs side by side: calls in a process that has loaded everything, and whole processes."""
    found = {(row["ratings"], row["order"], row["how"]): row for row in rows()}
    lines = []
    for ratings, order in dict.fromkeys((row["ratings"], row["order"]) for row in rows()):
        plain, own, whole, script, command = (
            found.get((ratings, order, how)) for how in ("polars", "one pass", "in memory", "polars script", "command")
        )
        shown = (_cell(plain), _cell(own), _ratio(own, plain), _cell(whole))
        lines.append((f"{int(ratings):,}", order, *shown, _seconds(script), _seconds(command), _ratio(command, script)))
    calls = ("polars", "one pass", "ratio", "read as a whole")
    return table(("ratings", "order", *calls, "script of polars", "command", "ratio"), lines)


def _cell(row: dict[str, str] | None) -> str:
    return NOTHING if row is None else f"{_seconds(row)}, {int(row['peak MB']):,} MB"


def _seconds(row: dict[str, str] | None) -> str:
    return NOTHING if row is None else f"{float(row['processor seconds']):.2f} s"


def _ratio(own: dict[str, str] | None, plain: dict[str, str] | None) -> str:
    if own is None or plain is None:
        return NOTHING
    return f"{float(own['processor seconds']) / max(float(plain['processor seconds']), 0.01):.1f}"


DRAWN: dict[str, Callable[[], str]] = {"time": time, "memory": memory}


class StreamingFigure(SphinxDirective):
    """Insert one of the curves, or the table of numbers."""

    required_arguments = 1
    has_content = False

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        if name == "numbers":
            return self.parse_text_to_nodes(numbers())
        return [nodes.raw("", DRAWN[name](), format="html")]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("streaming-figure", StreamingFigure)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
