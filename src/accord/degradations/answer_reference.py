"""The answers of one annotator: what copies of free answers start from, and how copies become answers again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from accord.annotations.answers import Answers
from accord.degradations.label_reference import assert_annotator, simulated_people
from accord.results.arrays import Floats, Ints

REFERENCE = "reference"


@dataclass(frozen=True, eq=False)
class Given:
    """The answers of one simulated annotator, in order; all arrays are (answers,)."""

    item: NDArray[np.int32]
    codes: NDArray[np.int32]
    elements: Ints
    """The number of each answer: its place in the reference, or a number above these for one that is new."""

    def __len__(self) -> int:
        return len(self.item)

    def keeping(self, answers: NDArray[np.bool_]) -> Given:
        return Given(self.item[answers], self.codes[answers], self.elements[answers])


@dataclass(frozen=True, eq=False)
class AnswerReference:
    """The reference answers of every item."""

    data: Answers
    """Answers of one annotator."""

    @classmethod
    def of(cls, answers: Answers, name: str | None, seed: int) -> AnswerReference:
        """Of the annotator `name`, of the only one, or the answers that were given most often, at least twice."""
        if name is not None:
            assert_annotator(name, answers.annotators or ())
            return cls(answers.of_annotators([name]))
        return cls(answers if answers.n_annotators == 1 else _most_given(answers))

    @property
    def size(self) -> int:
        return len(self.data.codes)

    @cached_property
    def sizes(self) -> Ints:
        """(items,) how many answers each item has."""
        return np.diff(self.data.bounds)

    @cached_property
    def shares(self) -> Floats:
        """(vocabulary,) how often each answer is given."""
        return np.bincount(self.data.codes, minlength=len(self.data.vocabulary)) / max(self.size, 1)

    def copy(self) -> Given:
        return Given(self.data.item, self.data.codes, np.arange(self.size, dtype=np.int64))

    def assembled(self, copies: Sequence[Given], names: Sequence[str]) -> Answers:
        """Answers of several annotators, each without repetition; all are asked what the reference was asked."""
        data = self.data
        who, people = simulated_people(data, copies, names)
        item = np.concatenate([copy.item for copy in copies])
        codes = np.concatenate([copy.codes for copy in copies])
        order = np.lexsort((np.arange(len(who)), who, item))
        keys = (item[order].astype(np.int64) * len(copies) + who[order]) * max(len(data.vocabulary), 1) + codes[order]
        order = order[np.sort(np.unique(keys, return_index=True)[1])]
        times = np.ones(len(order), dtype=np.int64)
        return replace(data, **people, item=item[order], who=who[order], codes=codes[order], times=times)


def _most_given(answers: Answers) -> Answers:
    """For each item the answers that two or more people gave, and the most frequent in any case, these first."""
    tallies = answers.tallies
    most = np.zeros(answers.n_items, dtype=np.int64)
    np.maximum.at(most, tallies.item, tallies.count)
    kept = np.flatnonzero((tallies.count >= 2) | (tallies.count == most[tallies.item]))
    order = kept[np.lexsort((tallies.codes[kept], -tallies.count[kept], tallies.item[kept]))]
    asked = answers.assigned.any(axis=1) if answers.n_annotators else np.ones(answers.n_items, dtype=bool)
    return replace(
        answers,
        annotators=(REFERENCE,),
        assigned=np.asarray(asked)[:, None],
        item=tallies.item[order].astype(np.int32),
        who=np.zeros(len(order), dtype=np.int32),
        codes=tallies.codes[order].astype(np.int32),
        times=np.ones(len(order), dtype=np.int64),
        diagnostics=(),
    )
