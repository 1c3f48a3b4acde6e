"""Who agrees least in every question: each annotator beside the others, question by question."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from accord.diagnosis.any_findings import AnyFindings
from accord.diagnosis.finding import ERROR_RATE, Finding
from accord.results.arrays import Floats
from accord.results.json_numbers import JsonRecord, json_fields
from accord.results.tabular import Columns, Tabular
from accord.results.wording import many

FEWEST_ITEMS = 10  # that an annotator shares with others, of labels
FEWEST_PEOPLE = 3  # who take part in a question: of two, each is as far from the other
FEWEST_QUESTIONS = 2


@dataclass(frozen=True)
class OffEverywhere(JsonRecord):
    """An annotator who agrees least with the others in more questions than by chance."""

    annotator: str
    lowest: int
    of: int
    """Questions with three annotators or more in which the annotator takes part."""
    p: float
    """Of being the lowest so often if all were alike, times the number of annotators."""


@dataclass(frozen=True, eq=False)
class PeopleAcross(Tabular):
    """The agreement of each annotator with the others in each question."""

    annotators: tuple[str, ...]
    questions: tuple[str, ...]
    agreement: Floats
    """(annotators, questions) κ with the vote of the others, of spans F with each of them, of relations the agreement
    over links, of answers the share that others give too; nan where it is not known."""
    off: tuple[OffEverywhere, ...]

    def _columns(self) -> Columns:
        columns: Columns = {"annotator": list(self.annotators)}
        for place, name in enumerate(self.questions):
            columns[name if name != "annotator" else "annotator (question)"] = self.agreement[:, place].tolist()
        return columns

    def as_json(self) -> dict[str, object]:
        return json_fields(self, "annotators", "questions", "agreement", off_everywhere="off")

    def findings(self) -> list[Finding]:
        return [_finding(rater, len(self.annotators)) for rater in self.off]


def _finding(rater: OffEverywhere, people: int) -> Finding:
    return Finding(
        kind="annotator off everywhere",
        matters=0.8,
        title=f"'{rater.annotator}' agrees least with the others in {rater.lowest} of {many(rater.of, 'question')}.",
        explanation=(
            f"If all {people} annotators were alike and their questions had nothing to do with each other, somebody "
            f"would come last so often in {min(rater.p, 1):.2%} of projects. Somebody who was given harder items looks "
            "the same."
        ),
        action=f"Look at a few items of '{rater.annotator}' in every question beside those of the others.",
        numbers=rater.as_json(),
    )


def people_across(by_question: Mapping[str, AnyFindings]) -> PeopleAcross | None:
    """None where nobody can be compared."""
    values = {name: _agreement(findings) for name, findings in by_question.items()}
    people = tuple(dict.fromkeys(who for known in values.values() for who in known))
    if not people:
        return None
    table = np.array([[values[name].get(who, math.nan) for name in by_question] for who in people])
    return PeopleAcross(people, tuple(by_question), table, _off(people, table))


def _agreement(findings: AnyFindings) -> dict[str, float]:
    """The agreement of each annotator with the others, by the shape of the data."""
    if findings.shape == "labels":
        vote = findings.annotators.vote
        known = zip(vote.annotators, vote.items.tolist(), vote.kappa.tolist(), strict=True)
        return {name: kappa if items >= FEWEST_ITEMS else math.nan for name, items, kappa in known}
    if findings.shape == "spans":
        return {rater.annotator: rater.f1 for rater in findings.annotators}
    if findings.shape == "relations":
        return {rater.annotator: rater.agreement for rater in findings.annotators}
    return {rater.annotator: rater.shared for rater in findings.annotators}


def _off(people: Sequence[str], table: Floats) -> tuple[OffEverywhere, ...]:
    """Those who come last in more questions than chance would have it (exact tail of unequal chances, Bonferroni)."""
    known = ~np.isnan(table)
    counted = known.sum(axis=0) >= FEWEST_PEOPLE
    values, known = table[:, counted], known[:, counted]
    if not values.shape[1]:
        return ()
    last = np.where(known, values, np.inf).argmin(axis=0)
    off = []
    for place, name in enumerate(people):
        chances = 1 / known.sum(axis=0)[known[place]]
        lowest = int((last == place).sum())
        p = _tail(lowest, chances) * len(people)
        if len(chances) >= FEWEST_QUESTIONS and p <= ERROR_RATE:
            off.append(OffEverywhere(name, lowest, len(chances), p))
    return tuple(sorted(off, key=lambda rater: (rater.p, rater.annotator)))


def _tail(least: int, chances: Floats) -> float:
    """P(at least so many successes) of independent trials with these chances.

    >>> _tail(2, np.array([0.5, 0.5]))
    0.25
    """
    masses = np.ones(1)
    for chance in chances:
        masses = np.convolve(masses, [1 - chance, chance])
    return float(masses[least:].sum())
