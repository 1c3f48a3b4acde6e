"""What everybody answered to every question, with the items and annotators of all questions in one numbering."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from accord.annotations import Annotations, Answers, Labels
from accord.annotations.project import Project, asked_of, items_of
from accord.results.arrays import Bools, Ints

UNANSWERED = -1
SOMETHING = 0
"""The code of units, links and free answers, of which it only counts that there are any."""
MOST_CELLS = 200_000_000  # questions × assignments


@dataclass(frozen=True, eq=False)
class AnswerMatrix:
    """Assignments are pairs of an item and an annotator that some question was asked of."""

    questions: tuple[str, ...]
    items: tuple[str, ...]
    annotators: tuple[str, ...]
    item: Ints
    """(assignments,)"""
    who: Ints
    """(assignments,)"""
    codes: Ints
    """(questions, assignments) the category of the first label, 0 for annotations of other shapes, −1 for none."""
    asked: Bools
    """(questions, assignments) whether the data say that it was asked: a label, or an assignment, perhaps with
    nothing."""
    categories: tuple[tuple[str, ...], ...]
    """The categories of each question that is labels; none of others."""

    @cached_property
    def answered(self) -> Bools:
        """(questions, assignments)"""
        return np.asarray(self.codes != UNANSWERED)

    @property
    def coverage(self) -> list[float]:
        """The share of all assignments that were asked each question."""
        total = max(len(self.item), 1)
        return [float(row.sum() / total) for row in self.asked]

    @property
    def items_asked(self) -> list[int | None]:
        """How many items somebody was asked each question about."""
        return [len(np.unique(self.item[row])) for row in self.asked]

    @classmethod
    def of(cls, project: Project) -> AnswerMatrix:
        items, annotators = project.documents, project.annotators
        at = {name: place for place, name in enumerate(items)}
        whom = {name: place for place, name in enumerate(annotators)}
        pairs = [_pairs(data, at, whom, len(annotators)) for data in project.values()]
        every = np.unique(np.concatenate([asked for asked, _, _ in pairs])) if pairs else np.zeros(0, dtype=np.int64)
        codes = np.full((len(pairs), len(every)), UNANSWERED, dtype=np.int64)
        known = np.zeros(codes.shape, dtype=bool)
        for row, (asked, answered, values) in enumerate(pairs):
            known[row, np.searchsorted(every, asked)] = True
            codes[row, np.searchsorted(every, answered)] = values
        width = max(len(annotators), 1)
        texts = tuple(tuple(data.categories.texts) if isinstance(data, Labels) else () for data in project.values())
        return cls(tuple(project), items, annotators, every // width, every % width, codes, known, texts)


def _pairs(data: Annotations, at: dict[str, int], whom: dict[str, int], width: int) -> tuple[Ints, Ints, Ints]:
    """The assignments of a field, those with an answer and the code of each; of repeated labels the first."""
    if not data.annotators:
        nothing = np.zeros(0, dtype=np.int64)
        return nothing, nothing, nothing
    items = np.array([at[name] for name in items_of(data)], dtype=np.int64)
    people = np.array([whom[name] for name in data.annotators], dtype=np.int64)
    where, who = asked_of(data)
    asked = items[where] * width + people[who]
    if isinstance(data, Labels):
        answered, first = np.unique(asked, return_index=True)
        return answered, answered, data.codes[first].astype(np.int64)
    place = data.item if isinstance(data, Answers) else data.document
    row, person = place.astype(np.int64), data.who.astype(np.int64)
    answered = np.unique(items[row] * width + people[person])
    return np.unique(asked), answered, np.full(len(answered), SOMETHING, dtype=np.int64)
