"""Free answers: what was said on the most dispersed items, and how much of each annotator's answers others share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accord.diagnosis.answers.answer_findings import Answering, DispersedItem
from accord.renderings.numbers import shown
from accord.report_page.charts.dots import Dot, dots
from accord.report_page.charts.grammar import ROOM, chart, layer, middle_text, nominal, quantity, ticks
from accord.report_page.charts.style import ACCENT, MOST_ROWS, NAME_LIMIT, PAPER, SOFT, names, percent, quoted
from accord.report_page.figure import Figure, Spec

MOST_ITEMS = 15
PALER = (0.5, 0.4, 0.31, 0.22, 0.15, 0.1)  # by rank of the answer; text is read on all of them


def items_figure(items: Sequence[DispersedItem]) -> Figure | None:
    """What was answered to the most dispersed items, as parts of a bar; the table is that of the section."""
    chosen = [item for item in items if item.answers][:MOST_ITEMS]
    if not chosen:
        return None
    first = chosen[0]
    answer, times = first.counts[0]
    sentence = (
        f"Answers differ most on {quoted(first.item)} (entropy {shown(first.entropy)}): the most frequent of its "
        f"{first.answers:,} answers, {quoted(answer)}, was given {'once' if times == 1 else f'{times:,} times'}."
    )
    drawn = names([item.item for item in chosen], 40)
    spec = _items_spec(drawn, _parts(drawn, chosen))
    return Figure("items", "Answers of the items that differ most", sentence, None, spec=spec)


def _parts(drawn: Sequence[str], chosen: Sequence[DispersedItem]) -> list[dict[str, Any]]:
    """Every answer with where its part of the bar starts and ends; what is not listed is the last part."""
    values: list[dict[str, Any]] = []
    for name, item in zip(drawn, chosen, strict=True):
        start = 0
        for rank, (answer, times) in enumerate(item.counts):
            part = {"answer": names([answer], 40)[0], "times": times, "rank": rank, "depth": PALER[rank % len(PALER)]}
            values.append({"item": name, **part, "low": start / item.answers, "high": (start + times) / item.answers})
            start += times
        if start < item.answers:
            rest = {"answer": "others", "times": item.answers - start, "rank": len(PALER), "depth": 0.12}
            values.append({"item": name, **rest, "low": start / item.answers, "high": 1.0})
    return values


def _items_spec(drawn: Sequence[str], parts: Sequence[dict[str, Any]]) -> Spec:
    x = quantity("low", title="of the answers", scale={"domain": [0, 1]}, axis=ticks(".0%", 5, grid=False))
    y = nominal("item", title=None, sort=drawn, axis={"labelLimit": NAME_LIMIT})
    fill = {"domain": list(range(len(PALER) + 1)), "range": [*(ACCENT for _ in PALER), SOFT]}
    bars = {
        "x": x,
        "x2": {"field": "high"},
        "fill": {"field": "rank", "type": "ordinal", "scale": fill, "legend": None},
        "fillOpacity": quantity("depth", scale=None, legend=None),
        "description": nominal("answer"),
    }
    layers = [
        layer("rect", bars, height={"band": 0.84}, stroke=PAPER, strokeWidth=1),
        middle_text({}, x, "answer", fontSize=11, limit=ROOM),
    ]
    description = "The answers of the items on which they differ most"
    return chart(description, 26 * len(drawn), parts, layers, encoding={"y": y})


def annotators_figure(people: Sequence[Answering]) -> Figure | None:
    """The share of each annotator's answers that somebody else gave too, from the lowest up."""
    known = sorted((person for person in people if person.shared == person.shared), key=lambda person: person.shared)
    if len(known) < 2:
        return None
    nothing = float("nan")
    rows = [Dot(rater.annotator, rater.shared, nothing, nothing, percent(rater.shared)) for rater in known[:MOST_ROWS]]
    first, last = known[0], known[-1]
    sentence = (
        f"Others share {percent(first.shared)} of the {first.answers:,} answers of {quoted(first.annotator)}, and "
        f"{percent(last.shared)} of the {last.answers:,} of {quoted(last.annotator)}."
    )
    sentence += f" {len(rows)} of {len(known):,} annotators are drawn." if len(rows) < len(known) else ""
    title = "Answers that somebody else gave too"
    spec = dots(rows, title, (0.0, 1.0), title="of the annotator's answers", zero=None, number_format=".0%")
    return Figure("annotators-shared", title, sentence, None, spec=spec)
