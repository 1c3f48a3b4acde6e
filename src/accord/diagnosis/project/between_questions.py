"""Two questions that say the same, and answers to two questions that hardly ever go together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from accord.diagnosis.finding import Finding
from accord.diagnosis.project.answer_matrix import AnswerMatrix
from accord.results.arrays import Floats, Ints
from accord.results.json_numbers import JsonRecord
from accord.results.wording import many

SAME = 0.98  # share of assignments at which one answer tells the other
FEWEST = 30  # assignments with both answers
EXPECTED = 20.0  # assignments that a combination would have if the questions had nothing to do with each other
RARE = 0.01  # of them, at most
MOST_CATEGORIES = 50
MOST_LISTED = 20


@dataclass(frozen=True)
class SameQuestions(JsonRecord):
    """Two questions of which one answer tells the other."""

    one: str
    other: str
    same: float
    """The share of assignments with the answer that goes with the other one."""
    assignments: int


@dataclass(frozen=True)
class Contradiction(JsonRecord):
    """Two answers that hardly ever go together, and do in a few assignments."""

    one: str
    answer: str
    other: str
    other_answer: str
    times: int
    expected: float
    """If the two questions had nothing to do with each other."""
    places: tuple[tuple[str, str], ...]
    """(item, annotator) of the first of them."""


def between_questions(matrix: AnswerMatrix) -> tuple[list[SameQuestions], list[Contradiction]]:
    """Of every two questions that are labels with at most fifty categories."""
    usable = [row for row, names in enumerate(matrix.categories) if 2 <= len(names) <= MOST_CATEGORIES]
    same: list[SameQuestions] = []
    apart: list[Contradiction] = []
    for first, second in combinations(usable, 2):
        both = matrix.answered[first] & matrix.answered[second]
        number = int(both.sum())
        if number < FEWEST:
            continue
        width = len(matrix.categories[second])
        keys: Ints = matrix.codes[first][both] * width + matrix.codes[second][both]
        table = np.bincount(keys, minlength=len(matrix.categories[first]) * width).reshape(-1, width).astype(np.float64)
        told = float(min(table.max(axis=0).sum(), table.max(axis=1).sum()) / number)
        varied = min((table.sum(axis=axis) >= FEWEST / 10).sum() for axis in (0, 1)) > 1
        if told >= SAME and varied:
            same.append(SameQuestions(matrix.questions[first], matrix.questions[second], told, number))
            continue
        apart += _contradictions(matrix, first, second, both, table)
    return same, sorted(
        apart,
        key=lambda contradiction: (
            contradiction.times / contradiction.expected,
            contradiction.one,
            contradiction.other,
        ),
    )


def _contradictions(
    matrix: AnswerMatrix, first: int, second: int, both: np.ndarray, table: Floats
) -> Iterator[Contradiction]:
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0, keepdims=True) / table.sum()
    odd = (table > 0) & (expected >= EXPECTED) & (table <= np.maximum(1.0, RARE * expected))
    for row, column in np.argwhere(odd).tolist():
        here = both & (matrix.codes[first] == row) & (matrix.codes[second] == column)
        places = tuple(
            (matrix.items[matrix.item[place]], matrix.annotators[matrix.who[place]])
            for place in np.flatnonzero(here)[:MOST_LISTED].tolist()
        )
        yield Contradiction(
            matrix.questions[first],
            matrix.categories[first][row],
            matrix.questions[second],
            matrix.categories[second][column],
            int(table[row, column]),
            float(expected[row, column]),
            places,
        )


def between_findings(same: Sequence[SameQuestions], apart: Sequence[Contradiction]) -> Iterator[Finding]:
    """Both, as findings."""
    for questions in same:
        yield Finding(
            kind="questions that say the same",
            matters=0.35,
            title=(
                f"'{questions.one}' and '{questions.other}' say the same: in {questions.same:.1%} of "
                f"{many(questions.assignments, 'assignment')} the answer to one predicts the answer to the other."
            ),
            explanation="Two questions with the same answer cost twice as much and say the same thing. The "
            "agreement on both is one fact.",
            action="Ask one of them, or say in the guidelines in what they differ.",
            numbers=questions.as_json(),
        )
    for pair in apart[:MOST_LISTED]:
        such = f", such as '{pair.places[0][0]}' by '{pair.places[0][1]}'," if pair.places else ""
        yield Finding(
            kind="contradictory answers",
            matters=0.3,
            title=(
                f"'{pair.one}' = '{pair.answer}' with '{pair.other}' = '{pair.other_answer}': "
                f"{many(pair.times, 'assignment')}, where {pair.expected:.0f} would be expected by chance."
            ),
            explanation=(
                "The two answers hardly ever go together, so that they may exclude each other. Where both are "
                "given, one of them may be a slip."
            ),
            action=f"Look at these assignments{such} and say whether both may hold.",
            numbers=pair.as_json(),
        )
