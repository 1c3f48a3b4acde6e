"""The entities of each document as sets of units, the same set once however many annotators drew it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from accord.annotations.relations import Relations
from accord.measures.graph_comparisons import Members
from accord.measures.graph_forests import Integers
from accord.measures.graph_links import classes

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class EntitySets:
    """One document: how often each unit was put in each distinct set, and how many units two sets share."""

    counts: Floats
    """(units, sets)"""
    sizes: Floats
    """(sets,)"""
    shared: Floats
    """(sets, sets)"""


def entity_sets(relations: Relations, *, alone: bool) -> Iterator[EntitySets]:
    """The documents one after the other; a unit outside an annotator's structure is a set of its own, or has none."""
    members = Members.of(relations)
    sizes = np.diff(relations.bounds)
    for document in range(relations.n_documents):
        known: dict[bytes, int] = {}
        sets: list[Integers] = []
        given: list[tuple[Integers, Integers]] = []
        for who in np.flatnonzero(relations.assigned[document]):
            units, label = _entities(relations, members, document, int(who), int(sizes[document]), alone)
            order = np.argsort(label, kind="stable")
            edges = np.flatnonzero(label[order][1:] != label[order][:-1]) + 1
            for entity in np.split(units[order], edges) if len(order) else ():
                key = entity.tobytes()
                if key not in known:
                    known[key] = len(sets)
                    sets.append(entity)
                given.append((entity, np.full(len(entity), known[key])))
        yield _crossed(sets, given, int(sizes[document]))


def _entities(
    relations: Relations, members: Members, document: int, who: int, size: int, alone: bool
) -> tuple[Integers, Integers]:
    """The units with an entity, counted within the document, and the number of their entity."""
    first = relations.bounds[document]
    rows = relations.of_annotation(document, who)
    label = classes(size, relations.origins[rows] - first, relations.targets[rows] - first)
    if alone:
        return np.arange(size), label
    cell = document * relations.n_annotators + who
    units = members.units[members.bounds[cell] : members.bounds[cell + 1]] - first
    return units, label[units]


def _crossed(sets: list[Integers], given: list[tuple[Integers, Integers]], size: int) -> EntitySets:
    from scipy.sparse import csr_matrix

    counts = np.zeros((size, len(sets)))
    for units, which in given:
        counts[units, which] += 1
    lengths = np.array([len(one) for one in sets], dtype=np.int64)
    row = np.repeat(np.arange(len(sets)), lengths)
    column = np.concatenate(sets) if sets else np.zeros(0, dtype=np.int64)
    belongs = csr_matrix((np.ones(len(row)), (row, column)), shape=(len(sets), size))
    return EntitySets(counts, lengths.astype(np.float64), (belongs @ belongs.T).toarray())
