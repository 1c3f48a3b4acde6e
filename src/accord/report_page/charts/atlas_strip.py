"""Public data sets on one line, some of them by name, and the value of the data among them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from accord.atlas.placing import PublicPlace, repository_weights, short, weighted_quantile
from accord.atlas.public_corpora import PublicCorpus
from accord.measures import find
from accord.renderings.atlas_tables import HEADING, main_measure
from accord.report_page.charts.grammar import chart, layer, over, quantity, ticks
from accord.report_page.charts.style import ACCENT, INK, LINE, PALE_ACCENT, WARM, names
from accord.report_page.figure import Figure, Spec

NAMED = 8  # data sets whose names are written
BINS = 60  # along the line; dots that fall into one are stacked
_READ = "Each dot is a public data set, some of them by name; the band is the middle half, repositories counted once."
DOT, ROW = 9, 17  # the height of a dot in a stack, and of a name
LONGEST = 19  # letters of a name


@dataclass(frozen=True)
class Mark:
    """One data set on the line."""

    name: str
    value: float


def place_figure(place: PublicPlace) -> Figure | None:
    """The value among those it is compared with; None where there are too few."""
    if not place.placed:
        return None
    marks = [Mark(corpus.name, corpus.values[place.data.measure].value) for corpus in place.comparable.corpora]
    spec = strip(marks, place.symbol, middle=place.middle, own=place.value)
    return Figure("atlas", HEADING, f"{_READ} The line is your value.", None, spec=spec)


def atlas_figure(corpora: Sequence[PublicCorpus]) -> Figure | None:
    """The main value of data sets of a list, of the measure that most of them have; None where there are none."""
    measured = [(entry, name) for entry in corpora if (name := main_measure(entry)) is not None and not entry.same_as]
    if not measured:
        return None
    kinds = [(corpus.shape, name) for corpus, name in measured]
    chosen = max(dict.fromkeys(kinds), key=kinds.count)
    drawn = [corpus for corpus, name in measured if (corpus.shape, name) == chosen]
    values = [corpus.values[chosen[1]].value for corpus in drawn]
    weights = repository_weights(drawn)
    middle = (weighted_quantile(values, weights, 0.25), weighted_quantile(values, weights, 0.75))
    symbol = find(*chosen).symbol
    marks = [Mark(corpus.name, value) for corpus, value in zip(drawn, values, strict=True)]
    low, high = map(short, middle)
    sentence = f"{symbol} of {len(drawn)} public data sets of {chosen[0]}; {low} to {high} in the middle half."
    return Figure("atlas", "Public data sets", sentence, None, spec=strip(marks, symbol, middle=middle))


def strip(marks: Sequence[Mark], symbol: str, *, middle: tuple[float, float], own: float | None = None) -> Spec:
    """Dots stacked along a line, a band for the middle half, a line at the data's own value, names below."""
    ends = [mark.value for mark in marks] + ([] if own is None else [own])
    low, high = math.floor(10 * min(0.0, *ends)) / 10, math.ceil(10 * max(1.0, *ends)) / 10
    stacked = _stacked(marks, low, high)
    named = _named(marks, own, low, high)
    tallest = max(at for *_, at in stacked) + 1
    top, bottom = tallest * DOT + 14, -(len(named) + 1) * ROW
    x = quantity(title=symbol, scale=over(low, high, zero=False), axis=ticks(".1f", 8, grid=False))
    y = quantity(scale=over(bottom, top, zero=False), axis=None)
    dots = [{"name": name, "value": value, "y": (at + 0.5) * DOT} for name, value, at in stacked]
    texts = [
        {"shown": f"{_cut(name)}  {short(value)}", "value": value, "y": -(row + 1) * ROW, "start": 0.0, "side": side}
        for row, (name, value, side) in enumerate(named)
    ]
    band = [{"low": middle[0], "high": middle[1], "start": bottom, "y": top}]
    across = {"x": {**x, "field": "low"}, "x2": {"field": "high"}, "y": {**y, "field": "start"}, "y2": {"field": "y"}}
    at, up = {**x, "field": "value"}, {**y, "field": "y"}
    leader = {"x": at, "y": {**y, "field": "start"}, "y2": {"field": "y"}}
    layers = [
        layer("rect", across, band, fill=PALE_ACCENT, opacity=0.2, aria=False),
        layer("rule", leader, texts, stroke=LINE, strokeWidth=1, aria=False),
        layer("point", {"x": at, "y": up}, size=42, fill=ACCENT, opacity=0.75),
    ]
    for side, align, away in (("left", "left", 5), ("right", "right", -5)):
        chosen = [text for text in texts if text["side"] == side]
        if chosen:
            words = {"x": at, "y": up, "text": {"field": "shown", "type": "nominal"}}
            layers.append(layer("text", words, chosen, align=align, dx=away, fontSize=11, fill=INK))
    if own is not None:
        mine = [{"value": own, "start": 0.0, "y": top, "shown": f"yours {short(own)}"}]
        layers.append(layer("rule", leader, mine, stroke=WARM, strokeWidth=2.5))
        side, away = ("right", -6) if own > (low + high) / 2 else ("left", 6)
        words = {"x": at, "y": up, "text": {"field": "shown", "type": "nominal"}}
        layers.append(layer("text", words, mine, align=side, dx=away, dy=7, fontSize=12, fontWeight="bold", fill=INK))
    return chart(_READ, top - bottom, dots, layers)


def _cut(name: str) -> str:
    """Short enough for a telephone."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _stacked(marks: Sequence[Mark], low: float, high: float) -> list[tuple[str, float, int]]:
    """Each with its height in the stack of its place on the line."""
    heights: dict[int, int] = {}
    made = []
    for mark in sorted(marks, key=lambda mark: (mark.value, mark.name)):
        place = int(BINS * (mark.value - low) / (high - low))
        made.append((mark.name, mark.value, heights.get(place, 0)))
        heights[place] = heights.get(place, 0) + 1
    return made


def _named(marks: Sequence[Mark], own: float | None, low: float, high: float) -> list[tuple[str, float, str]]:
    """Data sets spread over the line, those next to the own value among them, the highest first.

    Each with the end of its name that stands at its line; in this order hardly a name crosses the line of another.
    """
    ordered = sorted(marks, key=lambda mark: (mark.value, mark.name))
    shown = {0, len(ordered) - 1}
    if own is not None:
        below = sum(mark.value <= own for mark in ordered)
        shown |= {place for place in (below - 1, below) if 0 <= place < len(ordered)}
    for step in range(1, NAMED):
        if len(shown) < NAMED:
            shown.add(round(step * (len(ordered) - 1) / (NAMED - 1)))
    chosen = [ordered[place] for place in sorted(shown, reverse=True)][: NAMED + 2]
    told = names([mark.name for mark in chosen], 42)
    far = low + 0.7 * (high - low)
    return [
        (name, mark.value, "right" if mark.value > far else "left") for name, mark in zip(told, chosen, strict=True)
    ]
