"""One label for each item: what copies of labels start from, and how copies become labels again."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Categories, Labels
from accord.annotations.roles import listed_names
from accord.consensus.votes import drawn_vote
from accord.results import DataError
from accord.results.arrays import Codes, Floats
from accord.statistics import generator

MOST_ROWS = 1 << 16  # things that annotators may say of an item, up to which they are counted


@dataclass(frozen=True, eq=False)
class LabelReference:
    """The reference label of every item; −1 for an item without one."""

    data: Labels
    codes: Codes
    name: str | None = None
    """Whose labels these are, where they are an annotator's."""

    @classmethod
    def of(cls, labels: Labels, name: str | None, seed: int) -> LabelReference:
        """Of the annotator `name`, of the only one, or the vote, its ties drawn at random."""
        if name is None:
            vote = drawn_vote(labels, generator(seed, "controlled degradation", "ties"))
        else:
            vote = _labels_of(labels, name)
        only = labels.annotators[0] if labels.annotators is not None and len(labels.annotators) == 1 else None
        return cls(labels, vote, name if name is not None else only)

    @property
    def categories(self) -> Categories:
        return self.data.categories

    @property
    def level(self) -> str:
        return self.data.level

    @cached_property
    def shares(self) -> Floats:
        """(categories,) how often each is the reference; nothing but zeros without items."""
        known = self.codes[self.codes >= 0]
        return np.bincount(known, minlength=len(self.categories)) / max(len(known), 1)

    @property
    def size(self) -> int:
        return int((self.codes >= 0).sum())

    def copy(self) -> Codes:
        return self.codes

    def assembled(self, copies: Sequence[Codes], names: Sequence[str]) -> Labels:
        """Labels of several annotators; an item that an annotator did not label is not asked of them."""
        table = np.array(copies, dtype=np.int32).reshape(len(copies), -1)
        labelled = table >= 0
        who, item = np.nonzero(labelled)
        order = np.lexsort((who, item))
        alike = bool((self.data.weights == 1).all())
        known = self.categories
        return Labels(
            categories=Categories(known.texts, known.values, declared=True, sets=known.sets),
            level=self.data.level,
            annotators=tuple(names),
            starts=np.concatenate(([0], np.cumsum(labelled.sum(axis=0)))).astype(np.int64),
            who=who[order].astype(np.int32),
            codes=table[who[order], item[order]],
            weights=np.ones(table.shape[1], dtype=np.int64),
            items=self.data.items if alike else None,
            nothing=self.data.nothing,
            texts=self.data.texts if alike else None,
        )

    def gathered(self, copies: Sequence[Codes], names: Sequence[str]) -> Labels:
        """The same labels as one weighted row for all items of which everybody says the same, without their names."""
        base = len(self.categories) + 1
        if base ** len(copies) > MOST_ROWS:
            return self.assembled(copies, names)
        keys = np.zeros(len(self.codes), dtype=np.int64)
        for copy in copies:
            keys *= base
            keys += copy
            keys += 1
        weights = np.bincount(keys, minlength=base ** len(copies))
        distinct = np.flatnonzero(weights)
        rows = distinct // (base ** np.arange(len(copies) - 1, -1, -1))[:, None] % base - 1
        few = LabelReference(replace(self.data, items=None, texts=None), rows[0].astype(np.int32))
        made = few.assembled([row.astype(np.int32) for row in rows], names)
        return replace(made, weights=weights[distinct].astype(np.int64))


def _labels_of(labels: Labels, name: str) -> Codes:
    """(items,) the label of one annotator; −1 where there is none."""
    data = labels.first_ratings()
    if data.annotators is None or data.who is None:
        raise DataError("ACC082", f"the reference is to be '{name}', and the annotators are unknown")
    assert_annotator(name, data.annotators)
    whose = np.flatnonzero(data.who == data.annotators.index(name))
    vote = np.full(data.n_rows, -1, dtype=np.int32)
    vote[np.searchsorted(data.starts, whose, side="right") - 1] = data.codes[whose]
    return np.repeat(vote, data.weights)


def assert_annotator(name: str, known: Sequence[str]) -> None:
    """A DataError where the reference is to be somebody who is no annotator."""
    if name not in known:
        hint = f"they are {listed_names(known, 6)}" if known else "only counts of answers are known"
        raise DataError("ACC082", f"the reference is to be '{name}', who is not an annotator", hint=hint)


def simulated_people(
    data: Any, copies: Sequence[Sized], names: Sequence[str]
) -> tuple[NDArray[np.int32], dict[str, Any]]:
    """(elements,) whose each is, copy by copy; and for `replace` who they are: all are asked what the reference was."""
    who = np.repeat(np.arange(len(copies), dtype=np.int32), [len(copy) for copy in copies])
    assigned = np.repeat(data.assigned[:, :1], len(copies), axis=1)
    return who, {"annotators": tuple(names), "assigned": assigned, "diagnostics": ()}
