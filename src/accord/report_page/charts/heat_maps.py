"""Heat maps: which labels meet, which categories stand for each other, which annotators agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from accord.diagnosis.labels.pairs import PairwiseTable
from accord.diagnosis.labels.schools import Schools
from accord.diagnosis.labels.similarity import CategorySimilarity
from accord.evaluation.cross_table import CrossTable
from accord.renderings.numbers import counted, shown
from accord.renderings.tables import Table
from accord.report_page.charts.grammar import chart, layer, nominal, quantity
from accord.report_page.charts.style import ACCENT, INK, MOST_ROWS, NAME_LIMIT, PAPER, names, narrower, percent, quoted
from accord.report_page.figure import Figure, Spec
from accord.results.arrays import Floats
from accord.statistics.division import divided

MOST_CATEGORIES = 40
MOST_WRITTEN = 12  # rows and columns up to which the numbers are written into the cells
DEEPEST = 0.5  # opacity of the darkest cell: text keeps a contrast of 4.5 on it, in light and in dark


def cross_figure(table: CrossTable) -> Figure | None:
    """Each row's shares as shades, the counts as text."""
    if not 2 <= len(table.categories) <= MOST_CATEGORIES or not table.values.sum() > 0:
        return None
    shares = divided(table.values, table.values.sum(axis=1, keepdims=True))
    text = [[counted(float(value)) for value in row] for row in table.values]
    spec = _map(table.categories, shares, text, "Coincidences of labels", (0.0, 1.0), (table.row, table.column))
    same = float(np.trace(table.values) / table.values.sum())
    sentence = f"{percent(same)} lie on the diagonal, where the labels agree."
    off = np.where(np.eye(len(shares), dtype=bool) | np.isnan(shares), -1.0, shares)
    row, column = np.unravel_index(int(np.argmax(off)), off.shape)
    if off[row, column] > 0:
        who, whom = (table.row, table.column) if table.kind == "contingency" else ("one annotator", "another")
        sentence += (
            f" The darkest cell beside it: where {who} says {quoted(table.categories[row])}, {whom} "
            f"says {quoted(table.categories[column])} in {percent(float(off[row, column]))} of the cases. Shades are "
            "shares of rows."
        )
    return Figure("table", "Coincidences of labels", sentence, None, spec=spec)


def similarity_figure(similarity: CategorySimilarity) -> Figure | None:
    """P(C2|C1): how often another annotator says C2 where one says C1."""
    used = np.flatnonzero(~np.isnan(similarity.probability).all(axis=1))
    if not 2 <= len(used) <= MOST_CATEGORIES:
        return None
    categories = [similarity.categories[code] for code in used.tolist()]
    shares = np.asarray(similarity.probability[np.ix_(used, used)])
    title = "Which categories are confused"
    text = [["" if np.isnan(share) else percent(float(share)) for share in row] for row in shares]
    spec = _map(categories, shares, text, title, (0.0, 1.0), ("one annotator says", "another says"))
    first, second, value = next(iter(similarity.pairs()), ("", "", 0.0))
    sentence = "No two categories are ever confused."
    if value > 0:
        there, back = similarity.given(first, second), similarity.given(second, first)
        sentence = (
            f"{quoted(first)} and {quoted(second)} are confused most: where one annotator says {quoted(first)}, "
            f"another says {quoted(second)} in {percent(there)} of the cases, and {quoted(first)} for "
            f"{quoted(second)} in {percent(back)}."
        )
    rows = tuple((name, *row) for name, row in zip(categories, text, strict=True))
    header = ("one says \\ another says", *categories)
    table = Table(header, rows, "P(C2|C1): each row adds up to 100 %.", frozenset(range(1, len(header))))
    return Figure("similarity", title, sentence, table, spec=spec)


def pairs_figure(pairs: PairwiseTable, schools: Schools | None = None) -> Figure | None:
    """Every two annotators; the members of a school stand together where there are two, else those who agree most.

    Of more than 40 annotators, the 40 who agree least with the others.
    """
    people = len(pairs.annotators)
    if people < 3 or np.isnan(pairs.values).all():
        return None
    order = _order(pairs, schools)
    values = np.asarray(pairs.values[np.ix_(order, order)])
    drawn = [pairs.annotators[annotator] for annotator in order]
    known = values[~np.isnan(values)]
    if not len(known):
        return None
    ends = (float(known.min()), float(known.max()))
    text = [["" if np.isnan(value) else shown(float(value), 2) for value in row] for row in values]
    name = "α" if pairs.measure == "alpha" else pairs.measure
    title = f"{name} of each pair of annotators"
    spec = _map(drawn, values, text, title, ends if ends[1] > ends[0] else (ends[0] - 1, ends[1]), None)
    ranked = [pair for pair in pairs.ranked() if pair[0] in set(drawn) and pair[1] in set(drawn)]
    worst, best = ranked[0], ranked[-1]
    note = (
        f"{name} runs from {shown(worst[2])} ({quoted(worst[0])} and {quoted(worst[1])}, {worst[3]:,} items) to "
        f"{shown(best[2])} ({quoted(best[0])} and {quoted(best[1])}, {best[3]:,} items); the darker, the higher."
    )
    if schools is not None and schools.found:
        note += f" The first {len(schools.groups[0])} and the others are two schools, each agreeing more with its own."
    note += f" {len(drawn)} of {people} annotators are drawn, those who agree least." if len(drawn) < people else ""
    rows = tuple((annotator, *row) for annotator, row in zip(drawn, text, strict=True))
    table = Table(("", *drawn), rows, f"{title}.", frozenset(range(1, len(drawn) + 1)))
    return Figure("pairs", title, note, table, spec=spec)


def _order(pairs: PairwiseTable, schools: Schools | None) -> list[int]:
    known = ~np.isnan(pairs.values)
    total, number = np.where(known, pairs.values, 0.0).sum(axis=1), known.sum(axis=1)
    mean = np.where(number > 0, total / np.maximum(number, 1), -np.inf)
    mean = -mean if pairs.lower_is_better else mean
    groups = schools.groups if schools is not None and schools.found else ()
    group = {name: place for place, members in enumerate(groups) for name in members}
    chosen = range(len(mean))
    if len(mean) > MOST_ROWS:
        chosen = sorted(np.argsort(mean, kind="stable")[:MOST_ROWS].tolist())  # type: ignore[assignment]  # both are ints
    return sorted(chosen, key=lambda annotator: (group.get(pairs.annotators[annotator], 0), -mean[annotator]))


def _map(
    categories: Sequence[str],
    values: Floats,
    text: Sequence[Sequence[str]],
    description: str,
    domain: tuple[float, float],
    titles: tuple[str, str] | None,
) -> Spec:
    """A square of cells; values that are nan are left out."""
    drawn, size = names(categories), len(categories)
    written = size <= MOST_WRITTEN
    cells = _cells(drawn, values, text if written else None)
    longest = max(len(name) for name in drawn)
    straight = size <= 3 or 6.6 * size * longest <= 200  # side by side even on a telephone
    angle = {"labelAngle": 0, "labelLimit": {"expr": "bandwidth('x')"}} if straight else _turned(size)
    row, column = titles or (None, None)
    axis = {"orient": "top", "labelOverlap": False, **angle, "titleAnchor": "start"}
    x = nominal("column", sort=drawn, title=_short(column), axis=axis, scale={"domain": drawn})
    y = nominal("row", sort=drawn, scale={"domain": drawn}, title=_short(row), axis={"labelLimit": NAME_LIMIT})
    depth = {"domain": list(domain), "range": [0.03, DEEPEST], "clamp": True}
    opacity = quantity("value", scale=depth, legend=None)
    layers = [layer("rect", {"fillOpacity": opacity}, fill=ACCENT, stroke=PAPER, strokeWidth=1)]
    if written:
        # a number that does not fit into its cell is not written: half a number would be another number
        fits = {"expr": "length(datum.shown) * 6.6 + 2 > bandwidth('x') ? 0 : 1"}
        layers.append(layer("text", {"text": nominal("shown")}, fill=INK, fontSize=12, opacity=fits, aria=False))
    height = size * (34 if size <= MOST_WRITTEN else 20 if size <= 30 else 16)
    right = 18 if straight else 40
    return chart(description, height, cells, layers, right=right, encoding={"x": x, "y": y})


def _cells(drawn: Sequence[str], values: Floats, text: Sequence[Sequence[str]] | None) -> list[dict[str, Any]]:
    size = len(drawn)
    return [
        {
            "row": drawn[row],
            "column": drawn[column],
            "value": float(values[row, column]),
            **({} if text is None else {"shown": text[row][column]}),
        }
        for row in range(size)
        for column in range(size)
        if not np.isnan(values[row, column])
    ]


def _turned(size: int) -> dict[str, Any]:
    """Names of columns at an angle; none where they would lie on each other, as the rows have the same names."""
    narrow = narrower(140 + 14 * size)
    return {
        "labelAngle": -55,
        "labelAlign": "left",
        "labelLimit": {"expr": f"{narrow} ? 4 : {narrower(560)} ? 80 : 140"},
        "labelOpacity": {"expr": f"{narrow} ? 0 : 1"},
    }


def _short(title: str | None) -> str | None:
    return None if title is None else names([title], 30)[0]
