"""Who shares how many items with whom, and where the plan of a project has holes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from accord.alignment.unit_sets import connected_components
from accord.diagnosis.finding import Finding
from accord.diagnosis.project.answer_matrix import AnswerMatrix
from accord.diagnosis.project.proposed_assignments import Proposal, proposal
from accord.results.arrays import Ints
from accord.results.json_numbers import json_fields, json_value
from accord.results.listed import left_out
from accord.results.tabular import Columns, Tabular
from accord.results.wording import many

MOST_PEOPLE = 400  # whose pairs are counted
ENOUGH = 30  # items that two annotators share, to be compared with each other
MOST_LISTED = 40


@dataclass(frozen=True, eq=False)
class Overlap(Tabular):
    """Items by the number of their annotators, and how many every two annotators share."""

    annotators: tuple[str, ...]
    items: Ints
    """(annotators,) that each was asked about."""
    shared: Ints | None
    """(annotators, annotators) items that two share; None of more than four hundred annotators."""
    by_annotators: dict[int, int]
    """How many items have so many annotators."""
    groups: int
    """Groups of annotators without an item in common between them."""
    proposed: Proposal | None = None
    """Who should annotate what next; None of many annotators, and where every two share enough."""

    @property
    def pairs(self) -> int:
        return len(self.annotators) * (len(self.annotators) - 1) // 2

    def _few(self, least: int) -> int:
        if self.shared is None:
            return 0
        upper = self.shared[np.triu_indices(len(self.annotators), 1)]
        return int((upper < least).sum())

    @property
    def strangers(self) -> int:
        """Pairs of annotators who share nothing."""
        return self._few(1)

    @property
    def thin(self) -> int:
        """Pairs who share fewer than thirty items."""
        return self._few(ENOUGH)

    def _columns(self) -> Columns:
        columns: Columns = {"annotator": list(self.annotators), "items": self.items.tolist()}
        if self.shared is not None:
            others = self.shared - np.diag(np.diag(self.shared))
            columns["shares_with"] = (others > 0).sum(axis=1).tolist()
            columns["shared_most"] = others.max(axis=1, initial=0).tolist()
            columns["shared_least"] = [
                int(np.delete(row, place).min(initial=0)) if len(row) > 1 else 0 for place, row in enumerate(others)
            ]
        return columns

    @property
    def sentence(self) -> str:
        """In words."""
        spread = ", ".join(f"{times:,} by {people}" for people, times in sorted(self.by_annotators.items())[:8])
        text = f"Items by the number of their annotators: {spread}."
        if self.shared is not None and len(self.annotators) > 1:
            text += (
                f" Of {many(self.pairs, 'pair')} of annotators {self.strangers:,} share no item, and "
                f"{self.thin:,} fewer than {ENOUGH}."
            )
        return text

    @property
    def advice(self) -> str:
        """What to hand out next, in words; nothing where every two share enough."""
        plan = self.proposed
        if plan is None:
            return ""
        if not plan.number:
            return f"{many(plan.short, 'pair')} of annotators share fewer than {plan.enough} items: there are no more."
        own = sorted(plan.assignments, key=lambda assignment: (-len(assignment.items), assignment.annotator))
        listed = ", ".join(f"{len(assignment.items):,} to '{assignment.annotator}'" for assignment in own[:6])
        more = f", and so on for {len(own) - 6} others" if len(own) > 6 else ""
        short = f", but for {many(plan.short, 'pair')} for whom there are not as many items" if plan.short else ""
        return (
            f"With {many(plan.number, 'more assignment')} ({listed}{more}) every two annotators would share "
            f"{plan.enough} items{short}."
        )

    def as_json(self) -> dict[str, object]:
        shown = min(len(self.annotators), MOST_LISTED)
        return {
            "annotators": list(self.annotators[:shown]),
            "items": self.items[:shown].tolist(),
            "shared": None if self.shared is None else json_value(self.shared[:shown, :shown]),
            "items_by_annotators": {str(people): times for people, times in sorted(self.by_annotators.items())},
            **json_fields(self, pairs_without_an_item="strangers", pairs_with_few_items="thin"),
            **json_fields(self, "groups", "proposed"),
            **left_out(len(self.annotators), shown),
        }

    def findings(self) -> Iterator[Finding]:
        if self.groups > 1:
            yield Finding(
                kind="groups without an item in common",
                matters=0.6,
                title=f"The annotators fall into {self.groups} groups that share no item with each other.",
                explanation=(
                    "Whether these groups mean the same by a category cannot be seen from the data, and values "
                    "are averages within groups. A difference between groups would look like agreement."
                ),
                action=self.advice or f"Give {ENOUGH} items to somebody of each group.",
                numbers={"groups": self.groups},
            )
        alone, total = self.by_annotators.get(1, 0), sum(self.by_annotators.values())
        if alone > 0.2 * total:
            yield Finding(
                kind="items of one annotator",
                matters=0.25,
                title=f"{alone:,} of {many(total, 'item')} ({alone / total:.1%}) have a single annotator.",
                explanation=(
                    "They do not contribute to any value, and nobody has checked their labels. Agreement is "
                    "measured on the "
                    "others, and applies to these only as far as they are similar."
                ),
                action="Give a random part of them to a second annotator.",
                numbers={"items": alone, "of": total},
            )


def overlap(matrix: AnswerMatrix, enough: int = ENOUGH) -> Overlap:
    """By items and annotators of all questions together; proposes who should share `enough` items with whom."""
    people = len(matrix.annotators)
    items = np.bincount(matrix.who, minlength=people)
    per_item = np.bincount(matrix.item)
    by_annotators = {int(number): int(times) for number, times in enumerate(np.bincount(per_item)) if number and times}
    shared = proposed = None
    if people <= MOST_PEOPLE:
        present = np.zeros((len(matrix.items), people), dtype=bool)
        present[matrix.item, matrix.who] = True
        shared = (present.T.astype(np.float32) @ present.astype(np.float32)).astype(np.int64)
        thin = bool((shared < enough)[np.triu_indices(people, 1)].any())
        proposed = proposal(present, matrix.annotators, matrix.items, enough) if thin else None
    return Overlap(matrix.annotators, items, shared, by_annotators, _groups(matrix), proposed)


def _groups(matrix: AnswerMatrix) -> int:
    """Components of the graph of annotators who have an item in common."""
    order = np.argsort(matrix.item, kind="stable")
    item, who = matrix.item[order], matrix.who[order]
    together = item[1:] == item[:-1]
    return len(np.unique(connected_components(len(matrix.annotators), who[:-1][together], who[1:][together])[who]))
