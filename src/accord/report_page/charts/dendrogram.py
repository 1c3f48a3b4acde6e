"""Categories joined two at a time: the closer to their names, the more they are confused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accord.diagnosis.labels.similarity import CategorySimilarity, Join
from accord.renderings.tables import Table
from accord.report_page.charts.grammar import chart, layer, nominal, over, quantity, ticks, with_data
from accord.report_page.charts.style import ACCENT, NAME_LIMIT, SOFT, names, percent, quoted, written
from accord.report_page.figure import Figure, Spec

ROW = 26


def dendrogram_figure(similarity: CategorySimilarity) -> Figure | None:
    """The tree of all categories; None with fewer than three."""
    joins = similarity.joins()
    if len(joins) < 2:
        return None
    rows = tuple((" + ".join(join.one), " + ".join(join.other), percent(join.similarity)) for join in joins)
    table = Table(("one group", "other group", "confused"), rows, "Mean similarity of their members.", frozenset({2}))
    first, last = joins[0], joins[-1]
    sentence = (
        f"{_group(first.one)} and {_group(first.other)} join first, at {percent(first.similarity)}: they are confused "
        f"most. All categories are joined only at {percent(last.similarity)}."
    )
    return Figure("dendrogram", "Which categories are close", sentence, table, spec=_spec(joins))


def _group(members: Sequence[str]) -> str:
    return " + ".join(quoted(name) for name in members)


def _spec(joins: Sequence[Join]) -> Spec:
    """Branches as lines over the similarity, beside the names in rows."""
    order = _leaf_order(joins)
    drawn = names(order)
    largest = max(join.similarity for join in joins) or 1.0
    branches, texts = _branches(joins, order, largest)
    axis = ticks(".0%" if largest >= 0.05 else ".1%", 5, grid=False)
    x = quantity("x", title="confused", scale=over(0, largest, reverse=True), axis=axis)
    y = quantity("y", scale=over(0, len(order), reverse=True), axis=None)
    band = {"type": "band", "domain": drawn, "padding": 0}
    leaf = nominal("name", title=None, sort=drawn, scale=band, axis={"labelLimit": NAME_LIMIT})
    lines = {"x": x, "y": y, "x2": {"field": "x2"}, "y2": {"field": "y2"}}
    number = {"x": x, "y": y, "text": nominal("shown")}
    tree = [
        layer("rule", lines, branches, stroke=ACCENT, strokeWidth=1.6, strokeCap="square", aria=False),
        *with_data(texts, written(number, align="left", dx=4, dy=-7, fontSize=11, fill=SOFT)),
    ]
    layers = [layer("point", {"y": leaf}, opacity=0, aria=False), {"layer": tree}]
    leaves = [{"name": name} for name in drawn]
    spec = chart("Categories, joined two groups at a time", ROW * len(order), leaves, layers, right=34)
    return {**spec, "resolve": {"scale": {"y": "independent"}}}


def _branches(
    joins: Sequence[Join], order: Sequence[str], largest: float
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The lines, for every join one across and one to each of its groups; and the similarities, where these meet.

    Places are similarities and rows, which are 1 high.
    """
    at: dict[frozenset[str], tuple[float, float]] = {
        frozenset([name]): (largest, place + 0.5) for place, name in enumerate(order)
    }
    branches: list[dict[str, Any]] = []
    texts: list[dict[str, Any]] = []
    for join in joins:
        first, second = at[frozenset(join.one)], at[frozenset(join.other)]
        here = join.similarity
        branches += [{"x": start, "x2": here, "y": y, "y2": y} for start, y in (first, second)]
        branches.append({"x": here, "x2": here, "y": first[1], "y2": second[1]})
        middle = (first[1] + second[1]) / 2
        texts.append({"x": here, "y": middle, "shown": percent(here)})
        at[frozenset((*join.one, *join.other))] = (here, middle)
    return branches, texts


def _leaf_order(joins: Sequence[Join]) -> list[str]:
    """Leaves so that branches do not cross."""
    groups: dict[frozenset[str], list[str]] = {}
    order: list[str] = []
    for join in joins:
        first = groups.pop(frozenset(join.one), list(join.one))
        second = groups.pop(frozenset(join.other), list(join.other))
        order = first + second
        groups[frozenset(order)] = order
    return order
