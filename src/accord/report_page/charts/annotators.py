"""Annotators: their agreement with the vote, what leaving one out changes, and what they disagree about."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import attrgetter

import numpy as np

from accord.diagnosis.labels.left_out import LeftOut
from accord.diagnosis.labels.with_the_vote import WithTheVote
from accord.diagnosis.relations.relation_summary import RelationDisagreement
from accord.diagnosis.spans.span_findings import SpanAnnotator
from accord.measures import find
from accord.renderings.numbers import shown
from accord.renderings.tables import Table
from accord.report_page.charts.dots import Dot, dots, reach_of
from accord.report_page.charts.kinds import AGREEING
from accord.report_page.charts.stacks import Stack, stacks
from accord.report_page.charts.style import MOST_ROWS, percent, quoted, signed
from accord.report_page.figure import Figure
from accord.results import parse_expression


def vote_figure(vote: WithTheVote) -> Figure | None:
    """How often each annotator says what most of the others say, from the lowest up."""
    known = np.flatnonzero(~np.isnan(vote.agreement))
    if len(known) < 3:  # of two annotators each is the vote of the other
        return None
    order = known[np.argsort(vote.agreement[known], kind="stable")][:MOST_ROWS].tolist()
    chance = set(vote.at_chance())
    numbers = [
        (vote.annotators[annotator], *(float(values[annotator]) for values in (vote.agreement, vote.low, vote.high)))
        for annotator in order
    ]
    rows = [
        Dot(name, value, low, high, percent(value), look="apart" if annotator in chance else "plain")
        for annotator, (name, value, low, high) in zip(order, numbers, strict=True)
    ]
    first, last = numbers[0], int(known[np.argmax(vote.agreement[known])])
    if first[1] == vote.agreement[last]:
        sentence = f"All agree equally with the vote of the others, on {percent(first[1])} of the items."
    else:
        sentence = (
            f"{quoted(first[0])} agrees least with the vote of the others, on {percent(first[1])} of the items; "
            f"{quoted(vote.annotators[last])} most, on {percent(float(vote.agreement[last]))}."
        )
    sentence += f" Bars are {vote.confidence:.0%} intervals."
    sentence += " Diamonds: well below the median annotator." if chance else ""
    sentence += _left_out_of(len(known), len(order))
    title = "Agreement with the vote of the others"
    header = ("annotator", "items", "with the vote", f"{vote.confidence:.0%} low", f"{vote.confidence:.0%} high")
    cells = tuple(
        (name, f"{int(vote.items[annotator]):,}", *map(shown, three))
        for annotator, (name, *three) in zip(order, numbers, strict=True)
    )
    table = Table(header, cells, f"{title}.", frozenset({1, 2, 3, 4}))
    start = math.floor(min(row.low if math.isfinite(row.low) else row.value for row in rows) * 10) / 10
    spec = dots(rows, title, (max(0.0, start), 1.0), title="of the items", zero=None, number_format=".0%")
    return Figure("annotators-vote", title, sentence, table, spec=spec)


def left_out_figure(left_out: LeftOut) -> Figure | None:
    """How the value changes without each annotator, the largest gain first."""
    known = np.flatnonzero(~np.isnan(left_out.difference))
    if not len(known):
        return None
    gain = -left_out.difference if left_out.lower_is_better else left_out.difference
    order = known[np.argsort(-gain[known], kind="stable")]
    drawn = _ends(order.tolist())
    pulled = set(left_out.pulled_down())
    names = [left_out.annotators[annotator] for annotator in drawn]
    columns = (left_out.without, left_out.difference, left_out.low, left_out.high)
    numbers = [tuple(float(values[annotator]) for values in columns) for annotator in drawn]
    rows = [
        Dot(name, change, low, high, signed(change), look="apart" if annotator in pulled else "plain")
        for annotator, name, (_, change, low, high) in zip(drawn, names, numbers, strict=True)
    ]
    name = find("labels", parse_expression(left_out.measure).name).symbol
    sentence = (
        f"{name} of all is {shown(left_out.value)}. Without {quoted(names[0])} it would be {shown(numbers[0][0])} "
        f"({signed(numbers[0][1])}), the largest gain of all."
    )
    sentence += " Diamonds: a gain beyond chance." if pulled else " No gain is more than chance."
    sentence += _left_out_of(len(known), len(drawn))
    level = f"{left_out.confidence:.0%}"
    header = ("annotator", f"{name} without", "change", f"{level} low", f"{level} high")
    cells = tuple((who, *map(shown, four)) for who, four in zip(names, numbers, strict=True))
    caption = f"{name} without each annotator, and the change from {shown(left_out.value)}."
    table = Table(header, cells, caption, frozenset({1, 2, 3, 4}))
    reach = max(0.01, reach_of(rows)) * 1.05
    title = "What leaving an annotator out changes"
    spec = dots(
        rows, title, (-reach, reach), title=f"change of {name}", number_format="+.2f" if reach > 0.03 else "+.3f"
    )
    return Figure("annotators-left-out", title, sentence, table, spec=spec)


def _ends(order: list[int]) -> list[int]:
    """Of very many, those at both ends: who pulls the value down and who holds it up."""
    if len(order) <= MOST_ROWS:
        return order
    return order[: MOST_ROWS // 2] + order[-MOST_ROWS // 2 :]


def _left_out_of(number: int, drawn: int) -> str:
    return f" {drawn} of {number:,} annotators are drawn." if drawn < number else ""


def span_annotators_figure(people: Sequence[SpanAnnotator]) -> Figure | None:
    """What each annotator's disagreement is made of, the largest share of the disorder first."""
    ordered = sorted(people, key=lambda person: -person.counts.disorder)[:MOST_ROWS]
    parts = ("missed", "spurious", "other bounds", "other category", "split another's unit", "joined another's units")
    counted = attrgetter("missed", "spurious", "boundary_pairs", "category_pairs", "splits", "merges")
    rows = [Stack(person.annotator, counted(person.counts)) for person in ordered]
    if len(rows) < 2 or not any(sum(row.parts) for row in rows):
        return None
    first = ordered[0]
    most = max(range(len(parts)), key=lambda place: rows[0].parts[place])
    sentence = (
        f"{quoted(first.annotator)} carries the largest share of the disorder, {percent(first.counts.share)}; most "
        f"often it is '{parts[most]}' ({rows[0].parts[most]:,.0f} times)."
    ) + _left_out_of(len(people), len(rows))
    title = "Kinds of disagreement by annotator"
    return Figure("annotators-kinds", title, sentence, None, spec=stacks(rows, parts, title, "times"))


def relation_annotators_figure(disagreement: RelationDisagreement) -> Figure | None:
    """What others have in the place of each annotator's links, as shares of them; who disagrees most comes first."""
    parts = [kind.kind for kind in disagreement.kinds if kind.kind not in AGREEING]
    compared = {annotator.annotator: sum(annotator.kinds.values()) for annotator in disagreement.annotators}
    rows = [
        Stack(annotator.annotator, tuple(annotator.kinds[kind] / compared[annotator.annotator] for kind in parts))
        for annotator in disagreement.annotators
        if compared[annotator.annotator]
    ]
    rows.sort(key=lambda row: -sum(row.parts))
    if len(rows) < 2 or not any(sum(row.parts) for row in rows):
        return None
    first, last = rows[0], rows[-1]
    most = max(range(len(parts)), key=lambda place: first.parts[place])
    sentence = (
        f"{percent(sum(first.parts))} of the {disagreement.of} of {quoted(first.name)} differ from those of another "
        f"annotator, most of them '{parts[most]}' ({percent(first.parts[most])}); of {quoted(last.name)}, "
        f"{percent(sum(last.parts))}."
    ) + _left_out_of(len(rows), min(len(rows), MOST_ROWS))
    title = "Kinds of disagreement by annotator"
    axis = f"of the annotator's {disagreement.of}"
    rows = rows[:MOST_ROWS]
    cells = tuple((row.name, *map(percent, row.parts)) for row in rows)
    table = Table(("annotator", *parts), cells, f"Shares {axis}.", frozenset(range(1, 1 + len(parts))))
    return Figure("annotators-kinds", title, sentence, table, spec=stacks(rows, parts, title, axis, ".0%"))
