"""Items that are hard in every question, not only in one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from accord.annotations import Annotations, Answers, Labels, Relations, Spans
from accord.annotations.project import Project
from accord.diagnosis.any_findings import AnyFindings
from accord.diagnosis.finding import Finding
from accord.diagnosis.labels.items import name_of
from accord.item_difficulty.hardness import item_scores
from accord.results import DataError
from accord.results.arrays import Floats
from accord.results.json_numbers import JsonRecord
from accord.results.listed import shortened
from accord.results.tabular import Records
from accord.results.wording import many
from accord.statistics.rank_correlation import midranks

HARD = 0.75  # the share of the items of a question with less disagreement than a hard one
FEWEST_QUESTIONS = 2
MOST_LISTED = 200
TWICE = 2.0  # how many times more than by chance, to be a finding


@dataclass(frozen=True)
class HardItem(JsonRecord):
    """An item whose disagreement is among the largest quarter in each question that it was compared in."""

    item: str
    questions: int
    rank: float
    """The mean over questions of the share of items with less disagreement."""
    text: str | None = None


@dataclass(frozen=True)
class ItemsAcross(JsonRecord):
    """Hard everywhere, and how many would be by chance."""

    hard: Records[HardItem]
    compared: int
    """Items that two annotators or more answered two questions or more about."""
    expected: float
    """How many of them would be hard everywhere if hardness in one question said nothing about another."""

    def findings(self) -> list[Finding]:
        if len(self.hard) < 3 or len(self.hard) < TWICE * self.expected:
            return []
        first = ", ".join(f"'{shortened(item.item, 40)}'" for item in self.hard[:3])
        return [
            Finding(
                kind="items hard everywhere",
                matters=0.4,
                title=(
                    f"{many(len(self.hard), 'item is', 'items are')} hard in every question, such as {first}; by "
                    f"chance {self.expected:.1f} of {many(self.compared, 'item')} would be."
                ),
                explanation=(
                    "In each question asked about them, their disagreement is among the largest quarter. Items that "
                    "are hard whatever is asked are unclear themselves, rather than the questions."
                ),
                action="Read them first: too short, in another language, without context, or two things in one.",
                numbers={"items": len(self.hard), "expected": self.expected, "compared": self.compared},
            )
        ]


def items_across(project: Project, by_question: Mapping[str, AnyFindings]) -> ItemsAcross | None:
    """Of all questions whose items have a disagreement of their own; None where fewer than two have."""
    ranks = [ranking for ranking in (_ranks(data, by_question[name]) for name, data in project.items()) if ranking]
    if len(ranks) < FEWEST_QUESTIONS:
        return None
    items = dict.fromkeys(item for ranking in ranks for item in ranking)
    known: list[tuple[str, list[tuple[float, float]]]] = []
    shares = [sum(hard for _, hard, _ in ranking.values()) / len(ranking) for ranking in ranks]
    expected = 0.0
    for item in items:
        here = [(ranking[item], share) for ranking, share in zip(ranks, shares, strict=True) if item in ranking]
        if len(here) < FEWEST_QUESTIONS:
            continue
        expected += float(np.prod([share for _, share in here]))
        known.append((item, [(rank, float(hard)) for (rank, hard, _), _ in here]))
    hard = [
        HardItem(item, len(values), float(np.mean([rank for rank, _ in values])), _text(ranks, item))
        for item, values in known
        if all(sure for _, sure in values)
    ]
    hard.sort(key=lambda row: (-row.questions, -row.rank, row.item))
    return ItemsAcross(Records(hard[:MOST_LISTED]), len(known), expected)


_Ranked = dict[str, tuple[float, bool, str | None]]


def _text(ranks: list[_Ranked], item: str) -> str | None:
    return next((shortened(ranking[item][2], 200) for ranking in ranks if item in ranking and ranking[item][2]), None)


def _ranks(data: Annotations, findings: AnyFindings) -> _Ranked:
    """For each item that was compared: its rank among them, whether it is hard, and its text."""
    names, values, texts = _of_documents(data) if isinstance(data, Relations | Spans) else _of_items(data, findings)
    if not len(values):
        return {}
    shares = (midranks(values) - 0.5) / len(values)
    hard = (shares >= HARD) & (values > 0)
    return dict(zip(names, zip(shares.tolist(), hard.tolist(), texts, strict=True), strict=True))


_Disputed = tuple[list[str], Floats, list[str | None]]
"""The names of items, their disagreement, and their texts."""


def _of_items(data: Answers | Labels, findings: AnyFindings) -> _Disputed:
    """Labels by the disagreement of each item, free answers by the entropy of what was said."""
    if findings.shape == "labels" and isinstance(data, Labels):
        rows = np.flatnonzero(~np.isnan(findings.items.disagreement)).tolist()
        if (data.weights != 1).any():
            return [], np.zeros(0), []
        labels = findings.items.ballots.labels
        texts = [None if labels.texts is None else labels.texts[row] for row in rows]
        return [name_of(labels, row) for row in rows], findings.items.disagreement[rows], texts
    listed = [item for item in findings.items if item.answers > 1] if findings.shape == "answers" else []
    return [item.item for item in listed], np.array([item.entropy for item in listed]), [item.text for item in listed]


def _of_documents(data: Relations | Spans) -> _Disputed:
    """1 − F of exact units in a document, mean over pairs of annotators; of relations 1 − their usual measure.

    Where several were asked and nobody marked anything, nobody disagrees.
    """
    try:
        scores = item_scores(data, "f1" if isinstance(data, Spans) else None)
    except DataError:  # nobody to compare, or no measure for each document
        return [], np.zeros(0), []
    silent = np.bincount(data.document, minlength=data.n_documents) == 0
    values = np.where(silent & (data.assigned.sum(axis=1) > 1), 0.0, scores.values)
    rows = np.flatnonzero(~np.isnan(values)).tolist()
    texts = [None if scores.texts is None else scores.texts[row] for row in rows]
    return [scores.items[row] for row in rows], values[rows], texts
