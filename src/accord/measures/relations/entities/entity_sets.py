"""The entity of each unit as a value, and how many units two entities of a document share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.annotations.relation_constraints import ranges
from accord.annotations.relations import Relations
from accord.measures.relations.graphs.comparisons import Members
from accord.measures.relations.graphs.links import classes
from accord.results.arrays import Ints

PAIRS = 5_000_000  # of values of the same unit held at a time


@dataclass(frozen=True, eq=False)
class EntityValues:
    """Which unit has which entity, once for each annotator who gave it one; an entity has one annotator."""

    unit: Ints
    """(values,), growing, as is the next."""
    entity: Ints
    document: Ints
    """(entities,)"""
    sizes: Ints
    """(entities,) units in it."""


def entity_values(relations: Relations, *, alone: bool) -> EntityValues:
    """A unit outside an annotator's structure is an entity of its own, or has none."""
    document, who = np.nonzero(relations.assigned)
    sizes = np.diff(relations.bounds)[document]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    shift = starts[:-1] - relations.bounds[document]
    cell = document * relations.n_annotators + who
    first, last = relations.relation_bounds[cell], relations.relation_bounds[cell + 1]
    rows, moved = ranges(first, last), np.repeat(shift, last - first)
    label = classes(int(starts[-1]), relations.origins[rows] + moved, relations.targets[rows] + moved)
    places = np.arange(int(starts[-1]))
    if not alone:
        members = Members.of(relations)
        first, last = members.bounds[cell], members.bounds[cell + 1]
        places = members.units[ranges(first, last)] + np.repeat(shift, last - first)
    unit = places - np.repeat(shift, sizes)[places]
    order = np.argsort(unit, kind="stable")
    where = np.zeros(int(label.max(initial=-1)) + 1, dtype=np.int64)
    where[label] = np.repeat(document, sizes)
    return EntityValues(unit[order], label[places][order], where, np.bincount(label[places], minlength=len(where)))


def shared_units(values: EntityValues) -> tuple[Ints, Ints, Ints]:
    """(pairs,) every two entities, in both orders, that have units in common, itself included, and how many."""
    first = np.searchsorted(values.unit, values.unit)
    last = np.searchsorted(values.unit, values.unit, side="right")
    part = np.cumsum(last - first) // PAIRS
    found, counts = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for number in np.unique(part):
        here = np.flatnonzero(part == number)
        one = np.repeat(values.entity[here], (last - first)[here])
        other = values.entity[ranges(first[here], last[here])]
        keys, count = np.unique(one * len(values.sizes) + other, return_counts=True)
        found.append(keys)
        counts.append(count)
    keys, which = np.unique(np.concatenate(found), return_inverse=True)
    shared = np.bincount(which.reshape(-1), weights=np.concatenate(counts)).astype(np.int64)
    return keys // len(values.sizes), keys % len(values.sizes), shared
