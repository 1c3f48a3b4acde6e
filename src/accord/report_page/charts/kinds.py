"""Kinds of disagreement, agreement by length and depth of links, and category by category."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from accord.diagnosis.relations.relation_summary import RelationDisagreement, Stretch
from accord.diagnosis.spans.span_disagreement import SpanDisagreement
from accord.renderings.measure_names import human_name
from accord.renderings.numbers import shown
from accord.report_page.charts.dots import Dot, domain_of, dots
from accord.report_page.charts.grammar import chart, layer, nominal, quantity, ticks
from accord.report_page.charts.stacks import Stack, stacks
from accord.report_page.charts.style import (
    ACCENT,
    DASHES,
    MOST_ROWS,
    NAME_LIMIT,
    SHAPES,
    SOFT,
    WARM,
    names,
    narrower,
    percent,
    quoted,
)
from accord.report_page.figure import Figure, Spec
from accord.results import Result

AGREEING = ("agreement", "agreeing", "same")
WORDS = {
    "boundary": "other bounds",
    "category": "other category",
    "boundary and category": "other bounds and category",
    "split": "split or joined",
}


def span_kinds_figure(disagreement: SpanDisagreement) -> Figure | None:
    """Each kind's share of the disorder."""
    shares = {
        kind_share.kind: kind_share.share
        for kind_share in disagreement.kinds
        if kind_share.pairs and kind_share.kind not in AGREEING
    }
    known = {kind: share for kind, share in shares.items() if not math.isnan(share)}
    if not known:
        return None
    counts = {kind_share.kind: f"{kind_share.pairs:,} pairs" for kind_share in disagreement.kinds}
    first = max(known, key=lambda kind: known[kind])
    sentence = (
        f"The largest share of the disorder, {percent(known[first])}, is of the kind '{WORDS.get(first, first)}' "
        f"({counts[first]} of annotators)."
    )
    spec = _bars({WORDS.get(kind, kind): share for kind, share in known.items()}, "of the disorder", ())
    return Figure("kinds", "Kinds of disagreement", sentence, None, spec=spec)


def relation_kinds_figure(disagreement: RelationDisagreement) -> Figure | None:
    """What the other annotator has in the place of a link, or of a mention's entity."""
    known = {
        link_kind.kind: link_kind.share
        for link_kind in disagreement.kinds
        if link_kind.times and not math.isnan(link_kind.share)
    }
    if not known:
        return None
    apart = [kind for kind in known if kind not in AGREEING]
    same = sum(share for kind, share in known.items() if kind in AGREEING)
    sentence = f"{percent(same)} of {disagreement.compared:,} {disagreement.of} compared with another annotator agree"
    if apart:
        first = max(apart, key=lambda kind: known[kind])
        sentence += f"; the most frequent disagreement is '{first}', {percent(known[first])}"
    spec = _bars(known, f"of the {disagreement.of}", [kind for kind in known if kind in AGREEING])
    return Figure("kinds", "Kinds of disagreement", f"{sentence}.", None, spec=spec)


def _bars(shares: Mapping[str, float], title: str, grey: Sequence[str]) -> Spec:
    """One bar each, its share at the end."""
    values = [
        {"kind": kind, "share": share, "shown": percent(share), "look": "grey" if kind in grey else "plain"}
        for kind, share in shares.items()
    ]
    fill = {"domain": ["plain", "grey"], "range": [ACCENT, SOFT]}
    y = nominal("kind", title=None, sort=None, axis={"labelLimit": NAME_LIMIT})
    scale = {"domain": [0, max(shares.values())], "nice": True}
    x = quantity("share", title=title, scale=scale, axis=ticks(".0%", 5))
    look = nominal("look", scale=fill, legend=None)
    layers = [
        layer("bar", {"fill": look}, height={"band": 0.62}, cornerRadiusEnd=2, opacity=0.85),
        layer("text", {"text": nominal("shown")}, align="left", dx=6, aria=False),
    ]
    description = "Kinds of disagreement and their shares"
    return chart(description, 30 * len(values), values, layers, right=48, encoding={"y": y, "x": x})


def category_units_figure(disagreement: SpanDisagreement) -> Figure | None:
    """What happens to the units of each category, those with the most disorder first."""
    ordered = sorted(disagreement.categories, key=lambda category: -category.disorder)[:MOST_ROWS]
    if len(ordered) < 2:
        return None
    parts = ("missed", "spurious", "other bounds", "other category")
    rows = [
        Stack(category.category, (category.missed, category.spurious, category.boundary_pairs, category.category_pairs))
        for category in ordered
    ]
    if not any(sum(row.parts) for row in rows):
        return None
    first = ordered[0]
    sentence = (
        f"{quoted(first.category)} carries the largest share of the disorder, {percent(first.share)}: {first.missed:,} "
        f"missed, {first.spurious:,} spurious, {first.boundary_pairs:,} with other bounds, {first.category_pairs:,} "
        "with another category."
    )
    spec = stacks(rows, parts, "Disagreement by category", "times")
    return Figure("category-units", "Disagreement by category", sentence, None, spec=spec)


def categories_figure(results: Sequence[Result]) -> Figure | None:
    """A value for each category with its interval, the hardest first."""
    known = sorted((result for result in results if result.defined), key=lambda result: result.value)[:MOST_ROWS]
    if len(known) < 2:
        return None
    rows = [
        Dot(result.of or result.measure, result.value, result.low, result.high, shown(result.value)) for result in known
    ]
    hardest, easiest = known[0], known[-1]
    text = f"All categories have {shown(hardest.value)}."
    if hardest.value < easiest.value:
        text = (
            f"The hardest category is {quoted(str(hardest.of))} with {shown(hardest.value)}, the easiest "
            f"{quoted(str(easiest.of))} with {shown(easiest.value)}."
        )
    left = sum(result.defined for result in results) - len(known)
    text += f" The {len(known)} hardest are drawn, {left} are not." if left else ""
    title = "Categories from the hardest to the easiest"
    return Figure("categories", title, text, None, spec=dots(rows, title, domain_of(rows), title=human_name(hardest)))


def lengths_figure(disagreement: RelationDisagreement) -> Figure | None:
    """Agreement by how many units a link spans."""
    return _stretches("lengths", disagreement.lengths, "length of the link, in units", "links of length")


def depths_figure(disagreement: RelationDisagreement) -> Figure | None:
    """Agreement by how far from the root a link starts."""
    return _stretches("depths", disagreement.depths, "depth: steps to the root", "links at depth")


def _stretches(key: str, stretches: Sequence[Stretch], axis: str, which: str) -> Figure | None:
    known = [stretch for stretch in stretches if not math.isnan(stretch.both)]
    if len(known) < 2:
        return None
    labelled = any(stretch.both != stretch.agreeing for stretch in known)
    both, alike = "drawn by the other too", "with the same label"
    values = [
        {"stretch": stretch.name, "share": stretch.both, "what": both, "links": stretch.times} for stretch in known
    ]
    values += [
        {"stretch": stretch.name, "share": stretch.agreeing, "what": alike, "links": stretch.times}
        for stretch in known
        if labelled
    ]
    first, last = known[0], known[-1]
    sentence = (
        f"Of {which} {first.name}, {percent(first.both)} are drawn by the other annotator too (of {first.times:,}); "
        f"of {which} {last.name}, {percent(last.both)} (of {last.times:,})."
    )
    scale = {"domain": [both, alike], "range": [ACCENT, WARM]} if labelled else {"domain": [both], "range": [ACCENT]}
    legend = {"columns": {"expr": f"{narrower(420)} ? 1 : 2"}}
    x = {
        "field": "stretch",
        "type": "ordinal",
        "sort": names([stretch.name for stretch in known]),
        "title": axis,
        "axis": {"labelAngle": 0, "labelOverlap": True},
        "scale": {"type": "point", "padding": 0.3},
    }
    y = quantity("share", title="agree", scale={"domain": [0, 1]}, axis=ticks(".0%", 5))
    encoding = {"x": x, "y": y, "color": nominal("what", title=None, scale=scale, legend=legend)}
    looks = {
        look: nominal("what", title=None, scale={**scale, "range": several[: len(scale["range"])]}, legend=legend)
        for look, several in (("strokeDash", list(DASHES)), ("shape", list(SHAPES)))
    }
    line = {"mark": {"type": "line", "strokeWidth": 2, "opacity": 0.7, "aria": False}}
    layers = [
        {**line, "encoding": {"strokeDash": looks["strokeDash"]}},
        {"mark": {"type": "point", "size": 80}, "encoding": {"shape": looks["shape"]}},
    ]
    spec = chart(f"Agreement by {axis}", 200, values, layers, encoding=encoding)
    return Figure(key, f"Agreement by {axis.split(':')[0]}", sentence, None, spec=spec)
