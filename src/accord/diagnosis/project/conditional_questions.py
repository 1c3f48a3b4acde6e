"""Questions that were asked only where another one was answered in a certain way, inferred from who has an answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.diagnosis.finding import Finding
from accord.diagnosis.project.answer_matrix import AnswerMatrix
from accord.results.json_numbers import JsonRecord
from accord.results.listed import shortened
from accord.results.option_names import option
from accord.results.wording import many

INSIDE, OUTSIDE = 0.9, 0.02  # the shares of assignments with an answer where the question is, and is not, asked
FEWEST = 10  # assignments of either kind
MOST_CATEGORIES = 50
MOST_LISTED = 20


@dataclass(frozen=True)
class Condition(JsonRecord):
    """`question` is asked where `gate` is one of `answers`."""

    question: str
    gate: str
    answers: tuple[str, ...]
    inside: int
    """Assignments whose answer to the gate is among these, and how many of them have an answer."""
    inside_answered: int
    outside: int
    """The others, and how many of them have an answer all the same."""
    outside_answered: int
    silent: int
    """Others that the data have as asked and left empty, as they do not tell who was not asked."""
    astray: tuple[tuple[str, str], ...] = ()
    """(item, annotator) of the first of those who have an answer all the same."""

    @property
    def sentence(self) -> str:
        shown = [f"'{shortened(answer, 40)}'" for answer in self.answers[:6]]
        listed = ", ".join(shown) + (", …" if len(self.answers) > 6 else "")
        return (
            f"'{self.question}' was asked only where '{self.gate}' is {listed}: "
            f"{self.inside_answered:,} of {self.inside:,} such assignments have an answer, and "
            f"{self.outside_answered:,} of {self.outside:,} others."
        )


def conditional_questions(matrix: AnswerMatrix) -> list[Condition]:
    """For every question that is not always answered, the question that best tells when it is, if one does."""
    conditions = []
    for row in range(len(matrix.questions)):
        share = matrix.answered[row].mean() if matrix.answered.shape[1] else 1.0
        if not 0 < share < INSIDE:
            continue
        likely = [
            condition
            for gate in range(len(matrix.questions))
            if gate != row and (condition := _condition(matrix, row, gate)) is not None
        ]
        if likely:
            conditions.append(
                min(
                    likely,
                    key=lambda condition: condition.outside_answered + condition.inside - condition.inside_answered,
                )
            )
    return conditions


def _condition(matrix: AnswerMatrix, row: int, gate: int) -> Condition | None:
    names = matrix.categories[gate]
    if not 2 <= len(names) <= MOST_CATEGORIES:
        return None
    asked = matrix.answered[gate]
    codes, answered = matrix.codes[gate][asked], matrix.answered[row][asked]
    if matrix.answered[row].sum() > answered.sum() * (1 + OUTSIDE):  # answered where the gate was not
        return None
    total = np.bincount(codes, minlength=len(names))
    with_answer = np.bincount(codes, weights=answered, minlength=len(names))
    opens = with_answer >= total / 2
    opens &= total > 0
    inside, outside = int(total[opens].sum()), int(total[~opens].sum())
    yes, stray = int(with_answer[opens].sum()), int(with_answer[~opens].sum())
    if min(inside, outside) < FEWEST or yes < INSIDE * inside or stray > OUTSIDE * outside:
        return None
    silent = int((matrix.asked[row][asked] & ~answered & ~opens[codes]).sum())
    where = np.flatnonzero(asked)[np.flatnonzero(answered & ~opens[codes])[:MOST_LISTED]]
    astray = tuple((matrix.items[matrix.item[place]], matrix.annotators[matrix.who[place]]) for place in where.tolist())
    answers = tuple(names[code] for code in np.flatnonzero(opens).tolist())
    return Condition(
        matrix.questions[row], matrix.questions[gate], answers, inside, yes, outside, stray, silent, astray
    )


def _elsewhere(row: Condition) -> str:
    """How those without an answer count."""
    if not row.silent:
        return "Who has no answer elsewhere counts as not asked, and not as somebody who found nothing."
    return (
        f"Elsewhere {many(row.silent, 'assignment counts', 'assignments count')} as asked and left empty, as the data "
        f"do not say; {option('asked')} with a table of who was asked makes them not asked."
    )


def condition_findings(conditions: list[Condition]) -> list[Finding]:
    """What is inferred, as findings; answers that should not be there matter more."""
    return [
        Finding(
            kind="conditional question",
            matters=0.45 if row.outside_answered else 0.2,
            title=row.sentence,
            explanation=(
                f"{_elsewhere(row)} This is inferred from the pattern of answers. Its value is about the items that at "
                "least two annotators let "
                f"through: whether '{row.question}' should have been asked is part of the agreement on '{row.gate}'."
            ),
            action=(
                f"Look at the {many(row.outside_answered, 'answer')} given where it should not have been asked, such "
                f"as '{shortened(row.astray[0][0], 60)}' by '{row.astray[0][1]}'."
                if row.astray
                else f"Report the value of '{row.question}' as one given the answer to '{row.gate}'."
            ),
            numbers=row.as_json(),
        )
        for row in conditions
    ]
