"""Tables and a page of a sweep: the scorecard, the tidy table, readings."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from accord.measures import called
from accord.renderings.numbers import magnitude, shown
from accord.renderings.tables import Table, as_html, csv_text
from accord.results.foreign_text import html_text
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.sweeping import ErrorSize, Grid, Sweep


def scorecard_table(sweep: Sweep) -> Table:
    """What each measure does under each degradation."""
    rows = tuple(
        (
            called(sweep.kind, score.measure),
            score.degradation,
            score.course,
            f"{shown(score.lowest)} to {shown(score.highest)}",
            shown(score.at_full),
            shown(score.sensitivity),
            f"{score.milliseconds:.2f}",
            score.measure,
        )
        for score in sweep.scorecard
    )
    header = ("measure", "degradation", "monotone", "range", "at full", "sensitivity", "ms", "name")
    return Table(header, rows, caption_of(sweep), frozenset({4, 5, 6}))


def caption_of(sweep: Sweep) -> str:
    """How the numbers were made."""
    kept = sweep.keep_reference and sweep.annotators > 1
    simulated = many(sweep.annotators - kept, "simulated annotator")
    if sweep.against == "pairs":
        who = f"the reference and {simulated} with one another" if kept else f"{simulated} with one another"
    else:
        who = f"{simulated} with the reference"
    what = {"labels": "item", "spans": "unit", "relations": "relation", "answers": "answer"}[sweep.kind]
    return (
        f"{who}, {many(sweep.elements, what)}, "
        f"{many(len(sweep.magnitudes), 'magnitude')}, {many(sweep.repeats, 'repetition')}, seed {sweep.seed}"
    )


def tidy_csv(sweep: Sweep) -> str:
    """degradation, magnitude, repeat, measure, value: one row each, all digits; an undefined value is empty."""
    names = ("degradation", "magnitude", "repeat", "measure", "value")
    return csv_text(names, ([row[name] for name in names] for row in sweep.rows())).rstrip("\n")


def readings_table(grid: Grid, readings: tuple[ErrorSize, ...], value: float) -> Table:
    """What each kind of error would have to be like to give the value."""
    rows = tuple(
        (
            reading.degradation,
            magnitude(reading.magnitude),
            f"{magnitude(reading.low)} to {magnitude(reading.high)}",
            "– no magnitude gives it" if math.isnan(reading.magnitude) else reading.says,
        )
        for reading in readings
    )
    caption = f"{called(grid.sweep.kind, grid.measure)} = {value:g} read backwards; {caption_of(grid.sweep)}"
    return Table(("degradation", "magnitude", "interval", "annotators who"), rows, caption, frozenset({1}))


def sweep_page(sweep: Sweep, title: str) -> str:
    """A page of its own: the figure, a switch for each measure, the scorecard."""
    table = scorecard_table(sweep)
    rules = "".join(
        f"body:has(#show{number}:not(:checked)) .m{number}{{display:none}}" for number in range(len(sweep.measures))
    )
    switches = "".join(
        f'<label><input type="checkbox" id="show{number}" checked> {html_text(called(sweep.kind, name))}</label> '
        for number, name in enumerate(sweep.measures)
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html_text(title)}</title><style>"
        ":root{color-scheme:light dark;--ink:light-dark(#1c2430,#e6e9ee)}body{font:15px/1.5 system-ui,sans-serif;"
        "max-width:60rem;margin:2rem auto;padding:0 1rem;color:var(--ink)}table{border-collapse:collapse;"
        "font-variant-numeric:tabular-nums;font-size:.9em}th,td{padding:.25rem .6rem;text-align:left;"
        "border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent)}"
        "label{margin-right:1rem;display:inline-block}"
        f".wide{{overflow-x:auto}}.wide svg.sweep{{min-width:36rem}}{rules}</style></head><body>"
        f"<h1>{html_text(title)}</h1>"
        f"<p>{html_text(table.caption)}. "
        "Point at a line to see its numbers.</p>"
        f'<p>{switches}</p><div class="wide">{sweep.svg()}</div><h2>Scorecard</h2>'
        f'<div class="wide">{as_html(table)}</div></body></html>'
    )
