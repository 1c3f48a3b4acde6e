"""How close two annotations of one item are, for every two annotators of every item: what all readings begin with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from accord.admission.participants import Participants
from accord.annotations import Answers, Relations, Spans
from accord.results.arrays import Bools, Floats, Ints


@dataclass(frozen=True, eq=False)
class ChanceSpace:
    """Where labels lie, so that disagreement by chance is known: labels are points, and two of them differ by the
    squared distance of their points, or by `form` where each category is a dimension of its own."""

    points: Floats
    """(categories, dimensions)"""
    form: Floats | None = None
    """(dimensions, dimensions)"""

    @cached_property
    def squares(self) -> Floats:
        """(categories,) the squared length of each point."""
        return np.asarray(np.square(self.points).sum(axis=1))

    def expected(self, one_mean: Floats, other_mean: Floats, one_square: Floats, other_square: Floats) -> Floats:
        """(…,) the mean distance of two labels drawn independently, from the means (…, dimensions) of their points."""
        if self.form is not None:
            return np.asarray(np.einsum("...i,ij,...j->...", one_mean, self.form, other_mean))
        return np.asarray(one_square + other_square - 2 * (one_mean * other_mean).sum(axis=-1))


@dataclass(frozen=True, eq=False)
class PairwiseCloseness:
    """All pairs (a, b) of annotators of one item in which b is a person, sorted by a, b and item.

    Items stand by name, so that nothing drawn depends on the order of rows.
    """

    kind: str
    score: str
    items: Sequence[str]
    annotators: tuple[str, ...]
    is_person: Bools
    """(annotators,)"""
    unit: Ints
    """(items,) the cluster of each item: items without clusters are their own."""
    asked: Bools = field(repr=False)
    """(items, annotators) who annotated what."""
    people: Ints
    """(items,) how many people annotated each."""
    item: Ints
    """(pairs,), as are the next."""
    first: Ints
    second: Ints
    closeness: Floats
    """s(a, b), or with `root` the squared difference of the two."""
    distance: Floats
    """What the panel's coefficient counts: 0 for the same annotation."""
    root: bool = False
    """Whether the closeness to several people is minus the root of the mean squared difference."""
    categories: tuple[str, ...] = ()
    """Of labels, units or links; none for answers."""
    uses: Ints | None = None
    """(items, annotators, categories) how many units or links each has in each document; None for labels."""
    codes: Ints | None = None
    """(items, annotators) the label of each, −1 where there is none; None for other shapes than labels."""
    space: ChanceSpace | None = None
    """None: the panel compares closeness itself, which nothing corrects for chance."""

    @cached_property
    def bounds(self) -> Ints:
        """(annotators + 1,) where the pairs of each first annotator begin."""
        return np.searchsorted(self.first, np.arange(len(self.annotators) + 1))

    def of(self, candidate: int) -> slice:
        """The pairs of one annotator with people."""
        return slice(int(self.bounds[candidate]), int(self.bounds[candidate + 1]))

    @cached_property
    def total(self) -> dict[str, Floats]:
        """(annotators × items,) the sum over all other people of the closeness and of the distance to them."""
        made = {}
        size = len(self.items)
        key = self.first * size + self.item
        for name in ("closeness", "distance"):
            sums = np.bincount(key, weights=getattr(self, name), minlength=len(self.annotators) * size)
            made[name] = np.asarray(sums, dtype=np.float64)
        return made

    def sum_to_people(self, who: Ints, item: Ints, name: str) -> Floats:
        """The sum over the people other than `who` of what `name` is between them."""
        return np.asarray(self.total[name][who * len(self.items) + item])

    @property
    def n_units(self) -> int:
        return int(self.unit.max(initial=-1)) + 1


def sorted_pairs(item: Ints, first: Ints, second: Ints, is_person: Bools) -> Ints:
    """The places of the pairs whose second is a person, in the order of (first, second, item)."""
    kept = np.flatnonzero(is_person[second] & (first != second))
    return kept[np.lexsort((item[kept], second[kept], first[kept]))]


def asked_pairs(data: Answers | Spans) -> tuple[Ints, Ints, Ints]:
    """(comparisons,) documents and two annotators who were both asked about them."""
    parts = []
    for document, row in enumerate(data.assigned):
        there = np.flatnonzero(row)
        left, right = np.triu_indices(len(there), 1)
        parts.append((np.full(len(left), document), there[left], there[right]))
    made = [np.concatenate(column).astype(np.int64) for column in zip(*parts, strict=True)]
    return made[0], made[1], made[2]


def of_documents(
    data: Answers | Relations | Spans, who: Participants, score: str, pairs: tuple[Ints, Ints, Ints, Floats]
) -> PairwiseCloseness:
    """For shapes whose items are documents: `pairs` are document, two annotators and their closeness, once each."""
    names, annotators, asked = data.documents, data.annotators or (), data.assigned
    categories: tuple[str, ...] = ()
    uses = None
    if not isinstance(data, Answers):
        known, plain = (data.categories, "units") if isinstance(data, Spans) else (data.labels, "links")
        categories = tuple(known.texts) or (plain,)
        uses = np.zeros((*asked.shape, len(categories)), dtype=np.int64)
        np.add.at(uses, (data.document, data.who, np.maximum(data.codes, 0)), 1)
    order = np.array(sorted(range(len(names)), key=names.__getitem__), dtype=np.int64)
    is_person = np.array([name in who.people for name in annotators], dtype=bool)
    document, annotator, partner, value = pairs
    item = np.argsort(order)[np.concatenate([document, document])]
    first, second = np.concatenate([annotator, partner]), np.concatenate([partner, annotator])
    values = np.concatenate([value, value])
    kept = sorted_pairs(item, first, second, is_person)
    return PairwiseCloseness(
        data.kind,
        score,
        tuple(names[row] for row in order),
        annotators,
        is_person,
        np.arange(len(names), dtype=np.int64),
        asked[order],
        asked[order][:, is_person].sum(axis=1).astype(np.int64),
        item[kept],
        first[kept],
        second[kept],
        values[kept],
        1 - values[kept],
        categories=categories,
        uses=None if uses is None else uses[order],
    )
