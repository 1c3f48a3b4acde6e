"""Annotators and items as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.renderings.numbers import shown
from accord.renderings.tables import Table
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.diagnosis import Findings
    from accord.diagnosis.labels.annotators import Annotators

MOST_PAIRS = 16  # annotators whose pairs are shown as a matrix
MOST_PEOPLE = 40  # annotators listed


def annotators_table(findings: Findings) -> Table | None:
    """Who agrees with the vote of the others, and who pulls the value down; those who agree least come first.

    Numbers have no vote: there, annotators are ranked by what leaving them out brings.
    """
    vote, left = findings.annotators.vote, findings.annotators.left_out
    place = {name: number for number, name in enumerate(left.annotators)}
    voted = findings.data.level not in ("interval", "ratio", "circular")
    if len(vote.annotators) < 2 or not (voted or place):
        return None
    gains = np.array([left.difference[place[name]] if name in place else np.nan for name in vote.annotators])
    key = np.nan_to_num(vote.agreement, nan=2.0) if voted else -np.nan_to_num(gains, nan=-np.inf)
    header = ["annotator", "items", *(["with the vote", "κ with the vote"] if voted else [])]
    header += ["α without", "change", "low", "high"] if place else []
    rows = []
    for number in np.argsort(key, kind="stable")[:MOST_PEOPLE].tolist():
        name = vote.annotators[number]
        row = [name, f"{int(vote.items[number]):,}"]
        row += [shown(float(vote.agreement[number])), shown(float(vote.kappa[number]))] if voted else []
        if place:
            at = place.get(name)
            numbers = (left.without, left.difference, left.low, left.high)
            row += ["–"] * 4 if at is None else [shown(float(values[at])) for values in numbers]
        rows.append(tuple(row))
    caption = "Agreement with the vote of the others, from the lowest up." if voted else ""
    if place:
        caption += " 'change': how the value changes without this annotator, with its interval."
    if len(vote.annotators) > MOST_PEOPLE:
        caption += f" {MOST_PEOPLE} of {len(vote.annotators):,} annotators are shown."
    return Table(tuple(header), tuple(rows), caption.strip(), frozenset(range(1, len(header))))


def pairs_table(people: Annotators) -> Table | None:
    """The measure for every pair of annotators."""
    pairs = people.pairs
    if not 2 < len(pairs.annotators) <= MOST_PAIRS:
        return None
    values = [[shown(float(value)) for value in row] for row in pairs.values]
    rows = tuple(
        (name, *("" if place == other else cell for other, cell in enumerate(values[place])))
        for place, name in enumerate(pairs.annotators)
    )
    return Table(("", *pairs.annotators), rows, "α of each pair of annotators.", frozenset(range(1, len(rows) + 1)))


def items_table(findings: Findings, most: int = 15, widest: int | None = None) -> Table | None:
    """The items with most disagreement, with everyone's label and their text; cells are cut to `widest` characters."""
    top = findings.items.top(most)
    if not top:
        return None
    with_text = any(view.text for view in top)
    header = ("item", "disagreement", "labels", *(("text",) if with_text else ()))
    rows = tuple(
        (
            view.item + (f" (× {view.times:,})" if view.times > 1 else ""),
            shown(view.disagreement, 2),
            cut(", ".join(f"{who}: {label}" for who, label in view.labels), widest),
            *((cut(view.text or "", widest),) if with_text else ()),
        )
        for view in top
    )
    are = "is" if findings.items.disputed == 1 else "are"
    disputed = f"{findings.items.disputed:,} of {many(findings.items.compared, 'item')} {are} disputed"
    caption = f"{disputed} (1: as much disagreement as by chance)."
    return Table(header, rows, caption, frozenset({1}))


def merges_table(findings: Findings) -> Table | None:
    """What if the most confusable categories were one."""
    if not findings.merges:
        return None
    rows = tuple(
        (
            f"{merge.one} + {merge.other}",
            f"{merge.similarity:.1%}",
            shown(merge.before.value),
            shown(merge.after.value),
        )
        for merge in findings.merges
    )
    header = ("merged", "confused", "α before", "α after")
    return Table(header, rows, "What if these two were one?", frozenset({1, 2, 3}))


def cut(text: str, widest: int | None) -> str:
    """At most so many letters."""
    return text if widest is None or len(text) <= widest else f"{text[: widest - 1]}…"
