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


def span_kinds_figure(found: SpanDisagreement) -> Figure | None:
    """Each kind's share of the disorder."""
    shares = {one.kind: one.share for one in found.kinds if one.pairs and one.kind not in AGREEING}
    known = {kind: share for kind, share in shares.items() if not math.isnan(share)}
    if not known:
        return None
    counts = {one.kind: f"{one.pairs:,} pairs" for one in found.kinds}
    first = max(known, key=lambda kind: known[kind])
    said = (
        f"The largest share of the disorder, {percent(known[first])}, is of the kind '{WORDS.get(first, first)}' "
        f"({counts[first]} of annotators)."
    )
    spec = _bars({WORDS.get(kind, kind): share for kind, share in known.items()}, "of the disorder", ())
    return Figure("kinds", "Kinds of disagreement", said, None, spec=spec)


def relation_kinds_figure(found: RelationDisagreement) -> Figure | None:
    """What the other annotator has in the place of a link, or of a mention's entity."""
    known = {one.kind: one.share for one in found.kinds if one.times and not math.isnan(one.share)}
    if not known:
        return None
    apart = [kind for kind in known if kind not in AGREEING]
    same = sum(share for kind, share in known.items() if kind in AGREEING)
    said = f"{percent(same)} of {found.compared:,} {found.of} compared with another annotator agree"
    if apart:
        first = max(apart, key=lambda kind: known[kind])
        said += f"; the most frequent disagreement is '{first}', {percent(known[first])}"
    spec = _bars(known, f"of the {found.of}", [kind for kind in known if kind in AGREEING])
    return Figure("kinds", "Kinds of disagreement", f"{said}.", None, spec=spec)


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
    said = "Kinds of disagreement and their shares"
    return chart(said, 30 * len(values), values, layers, right=48, encoding={"y": y, "x": x})


def category_units_figure(found: SpanDisagreement) -> Figure | None:
    """What happens to the units of each category, those with the most disorder first."""
    ordered = sorted(found.categories, key=lambda one: -one.disorder)[:MOST_ROWS]
    if len(ordered) < 2:
        return None
    parts = ("missed", "spurious", "other bounds", "other category")
    rows = [Stack(one.category, (one.missed, one.spurious, one.boundary_pairs, one.category_pairs)) for one in ordered]
    if not any(sum(row.parts) for row in rows):
        return None
    first = ordered[0]
    said = (
        f"{quoted(first.category)} carries the largest share of the disorder, {percent(first.share)}: {first.missed:,} "
        f"missed, {first.spurious:,} spurious, {first.boundary_pairs:,} with other bounds, {first.category_pairs:,} "
        "with another category."
    )
    spec = stacks(rows, parts, "Disagreement by category", "times")
    return Figure("category-units", "Disagreement by category", said, None, spec=spec)


def categories_figure(results: Sequence[Result]) -> Figure | None:
    """A value for each category with its interval, the hardest first."""
    known = sorted((one for one in results if one.defined), key=lambda one: one.value)[:MOST_ROWS]
    if len(known) < 2:
        return None
    rows = [Dot(one.of or one.measure, one.value, one.low, one.high, shown(one.value)) for one in known]
    hardest, easiest = known[0], known[-1]
    said = f"All categories have {shown(hardest.value)}."
    if hardest.value < easiest.value:
        said = (
            f"The hardest category is {quoted(str(hardest.of))} with {shown(hardest.value)}, the easiest "
            f"{quoted(str(easiest.of))} with {shown(easiest.value)}."
        )
    left = sum(one.defined for one in results) - len(known)
    said += f" The {len(known)} hardest are drawn, {left} are not." if left else ""
    title = "Categories from the hardest to the easiest"
    return Figure("categories", title, said, None, spec=dots(rows, title, domain_of(rows), title=human_name(hardest)))


def lengths_figure(found: RelationDisagreement) -> Figure | None:
    """Agreement by how many units a link spans."""
    return _stretches("lengths", found.lengths, "length of the link, in units", "links of length")


def depths_figure(found: RelationDisagreement) -> Figure | None:
    """Agreement by how far from the root a link starts."""
    return _stretches("depths", found.depths, "depth: steps to the root", "links at depth")


def _stretches(key: str, stretches: Sequence[Stretch], axis: str, which: str) -> Figure | None:
    known = [one for one in stretches if not math.isnan(one.both)]
    if len(known) < 2:
        return None
    labelled = any(one.both != one.agreeing for one in known)
    both, alike = "drawn by the other too", "with the same label"
    values = [{"stretch": one.name, "share": one.both, "what": both, "links": one.times} for one in known]
    values += [
        {"stretch": one.name, "share": one.agreeing, "what": alike, "links": one.times} for one in known if labelled
    ]
    first, last = known[0], known[-1]
    said = (
        f"Of {which} {first.name}, {percent(first.both)} are drawn by the other annotator too (of {first.times:,}); "
        f"of {which} {last.name}, {percent(last.both)} (of {last.times:,})."
    )
    scale = {"domain": [both, alike], "range": [ACCENT, WARM]} if labelled else {"domain": [both], "range": [ACCENT]}
    legend = {"columns": {"expr": "containerSize()[0] && containerSize()[0] < 420 ? 1 : 2"}}
    x = {
        "field": "stretch",
        "type": "ordinal",
        "sort": names([one.name for one in known]),
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
    return Figure(key, f"Agreement by {axis.split(':')[0]}", said, None, spec=spec)
