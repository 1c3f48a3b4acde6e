"""What a model changes in the reference of spans, relations and answers: 1 − F between references with and without it.

The reference is the consensus of the people of a document: the units of their best alignment that most of them found,
the links that most of them drew, the answers given most often. Where more people annotated a document than can be
aligned, groups of five are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from accord.admission.reference_change import ReferenceChange, Share
from accord.admission.resamples import Resamples
from accord.annotations import Answers, Relations, Spans
from accord.reproducibility.group_references import MATCHES, SHAPES, Shape, given_links
from accord.reproducibility.reference_work import ReferenceWork
from accord.results.arrays import Bools, Floats, Ints
from accord.statistics.bootstrap import percentile_interval
from accord.statistics.seeds import generator

DRAWS = 10  # choices of who is replaced, one in each document
LARGEST_WHOLE = 11  # people of a document who all make its reference: more take seconds each
GROUP = 5  # people, where all of them are too many


@dataclass(frozen=True, eq=False)
class ReferenceGroup:
    """(documents, annotators): who makes the reference, and who of them is replaced."""

    members: Bools
    replaced: Bools


@dataclass(frozen=True, eq=False)
class PeopleReferences:
    """The references of people, made once for all models."""

    data: Spans | Relations | Answers
    shape: Shape
    match: str
    groups: tuple[tuple[ReferenceGroup, object], ...]
    """Each with its reference."""
    without: Share
    """What changes when the one who would be replaced is left out."""
    whole: bool
    """Whether all people of a document make its reference."""


def people_references(
    data: Spans | Relations | Answers, people: Ints, resamples: Resamples, *, confidence: float, seed: int
) -> PeopleReferences:
    """References of the people of each document, in the order of its name."""
    work = ReferenceWork()
    ready = given_links(data, work) if isinstance(data, Relations) else data
    ready = ready.of_documents(sorted(ready.documents))
    shape, match = SHAPES[data.kind], MATCHES[data.kind][-1]
    asked = np.zeros(ready.assigned.shape, dtype=bool)
    asked[:, people] = ready.assigned[:, people]
    most = int(asked.sum(axis=1).max(initial=0))
    whole = data.kind != "spans" or most <= LARGEST_WHOLE
    made = []
    pieces = []
    for grouping in _groupings(asked, None if whole else GROUP, seed):
        groups = (grouping.members, grouping.members & ~grouping.replaced)
        reference, fewer = shape.references([shape.restricted(ready, group) for group in groups], work)
        made.append((grouping, reference))
        pieces.append(_parts(shape, reference, fewer, match, grouping.members))
    return PeopleReferences(ready, shape, match, tuple(made), _share(pieces, resamples, confidence), whole)


def structure_change(people: PeopleReferences, model: int, resamples: Resamples, confidence: float) -> ReferenceChange:
    """What the model changes in the place of one person, and beside all of them."""
    replaced: list[Floats] = []
    added: list[Floats] = []
    there = np.zeros(people.data.assigned.shape, dtype=bool)
    there[:, model] = people.data.assigned[:, model]
    for grouping, reference in people.groups:
        known = np.asarray(there.any(axis=1))[:, None] & grouping.members
        for with_model, parts in (
            ((grouping.members & ~grouping.replaced) | there, replaced),
            (grouping.members | there, added),
        ):
            (other,) = people.shape.references([people.shape.restricted(people.data, with_model)], ReferenceWork())
            parts.append(_parts(people.shape, reference, other, people.match, known))
    items = int((there.any(axis=1) & people.data.assigned.any(axis=1)).sum())
    return ReferenceChange(
        replaced=_share(replaced, resamples, confidence),
        replaced_by_person=float("nan"),
        added=_share(added, resamples, confidence),
        left_out=people.without.value,
        items=items,
        people=None if people.whole else GROUP,
    )


def _groupings(asked: Bools, size: int | None, seed: int) -> Iterator[ReferenceGroup]:
    """In each document another person is replaced in every draw, as far as there are others."""
    rng = generator(seed, "people who are replaced")
    people = int(asked.any(axis=0).sum())
    order = rng.permutation(asked.shape[1])
    for draw in range(min(DRAWS, people)):
        if size is not None:
            order = rng.permutation(asked.shape[1])
        place = np.where(asked, order[None, :], asked.shape[1])
        rank = np.argsort(np.argsort(place, axis=1, kind="stable"), axis=1, kind="stable")
        members = asked if size is None else asked & (rank < size)
        turn = draw % np.maximum(members.sum(axis=1), 1) if size is None else np.zeros(len(asked), dtype=np.int64)
        yield ReferenceGroup(members, members & (rank == turn[:, None]))


def _parts(shape: Shape, first: object, second: object, match: str, where: Bools) -> Floats:
    """(documents, 2) what two references have in common, twice, and how much both have; 0 where nobody is compared."""
    compared = shape.compared(first, second, match)
    made = np.column_stack([2 * compared.common, compared.sizes])
    return np.asarray(made * np.asarray(where.any(axis=1))[:, None])


def _share(parts: list[Floats], resamples: Resamples, confidence: float) -> Share:
    """1 − F over all draws, with documents drawn anew; references without anything are the same."""
    total = np.sum(parts, axis=0)

    def changed(weights: Floats) -> Floats:
        sums = weights @ total
        return np.asarray(1 - np.divide(sums[:, 0], sums[:, 1], out=np.ones(len(sums)), where=sums[:, 1] > 0))

    value = float(changed(np.ones((1, len(total))))[0])
    return Share(value, *percentile_interval(resamples.values(changed), confidence))
