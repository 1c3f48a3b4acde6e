"""Where annotators of coreference disagree: mentions that are in the same entity, or in one that is cut or joined."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.annotations.relations import Relations
from accord.measures.relations.graphs.compared_graphs import comparisons
from accord.measures.relations.graphs.comparisons import Comparisons, Graph
from accord.measures.relations.graphs.links import classes
from accord.results.arrays import Ints

ENTITY_KINDS = ("same", "joined", "split", "crossing", "unmarked")
SAME, JOINED, SPLIT, CROSSING, UNMARKED = range(len(ENTITY_KINDS))


@dataclass(frozen=True, eq=False)
class EntityDisagreement:
    """Every mention of every comparison, once for each of the two annotators who marked it; arrays are (mentions,)."""

    kind: Ints
    """A position in ENTITY_KINDS, seen from `annotator`."""
    document: Ints
    annotator: Ints
    other: Ints
    unit: Ints
    """Which unit of its document it is, the same for all annotators."""

    def counts(self) -> dict[str, int]:
        """How many mentions of each kind."""
        return dict(zip(ENTITY_KINDS, np.bincount(self.kind, minlength=len(ENTITY_KINDS)).tolist(), strict=True))


def entity_disagreement(relations: Relations, units: str = "alignment") -> EntityDisagreement:
    """Each mention beside each other annotator of the document; only mentions that both marked make up entities.

    same: the same mentions in its entity. joined: this annotator's entity holds those of the other's, and more.
    split: the other's does. crossing: both have mentions that the other's has not. unmarked: no mention of the other.

    >>> from accord.annotations.relation_tuples import coreference
    >>> entity_disagreement(coreference({"A": [["x", "y", "z"]], "B": [["x", "y"], ["z"]]})).counts()
    {'same': 0, 'joined': 3, 'split': 3, 'crossing': 0, 'unmarked': 0}
    """
    compared = comparisons(relations, units)
    people = np.array(compared.pairs, dtype=np.int64).reshape(-1, 2)
    columns: list[list[Ints]] = []
    for one, other, side in ((compared.left, compared.right, 0), (compared.right, compared.left, 1)):
        marked = np.flatnonzero(one.inside)
        where = compared.of_node[marked]
        pair = people[compared.pair[where]]
        kind = _kinds(compared, one, other)[marked]
        columns.append([kind, compared.document[where], pair[:, side], pair[:, 1 - side], compared.units[marked]])
    return EntityDisagreement(*(np.concatenate(several) for several in zip(*columns, strict=True)))


def _kinds(compared: Comparisons, one: Graph, other: Graph) -> Ints:
    """(nodes,) what the other made of the entity of each mention."""
    shared = one.inside & other.inside
    mine = classes(one.nodes, one.origins, one.targets)
    theirs = classes(one.nodes, other.origins, other.targets)
    of_mine = np.bincount(mine[shared], minlength=one.nodes)[mine]
    of_theirs = np.bincount(theirs[shared], minlength=one.nodes)[theirs]
    _, cell, both = np.unique(mine[shared] * one.nodes + theirs[shared], return_inverse=True, return_counts=True)
    of_both = np.zeros(one.nodes, dtype=np.int64)
    of_both[shared] = both[cell.reshape(-1)]
    kind = np.full(one.nodes, CROSSING, dtype=np.int64)
    kind[of_both == of_theirs] = JOINED
    kind[of_both == of_mine] = SPLIT
    kind[(of_both == of_mine) & (of_both == of_theirs)] = SAME
    kind[~shared] = UNMARKED
    return kind
