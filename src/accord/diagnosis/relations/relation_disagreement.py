"""Where annotators who link units disagree, and in what way.

Links are missing, flipped, retargeted and relabelled; mentions of coreference are in the same entity, or in one that is
cut or joined.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from accord.annotations.relations import Relations
from accord.measures.relations.graphs.compared_graphs import comparisons
from accord.measures.relations.graphs.comparisons import Comparisons, Graph
from accord.measures.relations.graphs.forests import ENDLESS
from accord.measures.relations.graphs.links import classes, common
from accord.results.arrays import Ints

KINDS = ("agreeing", "relabelled", "flipped", "retargeted", "missing")
AGREEING, RELABELLED, FLIPPED, RETARGETED, MISSING = range(len(KINDS))
ENTITY_KINDS = ("same", "joined", "split", "crossing", "unmarked")
SAME, JOINED, SPLIT, CROSSING, UNMARKED = range(len(ENTITY_KINDS))


@dataclass(frozen=True, eq=False)
class EntityDisagreement:
    """Every mention of every comparison, once for each of the two annotators who marked it; arrays are (mentions,)."""

    names: ClassVar = ENTITY_KINDS
    kind: Ints
    """A position in the names, seen from `annotator`."""
    document: Ints
    annotator: Ints
    """Who marked, or drew, it."""
    other: Ints
    """Who it is compared with."""
    unit: Ints
    """Which unit of its document it is, the same for all annotators."""

    def counts(self) -> dict[str, int]:
        """How many of each kind."""
        return dict(zip(self.names, np.bincount(self.kind, minlength=len(self.names)).tolist(), strict=True))


@dataclass(frozen=True, eq=False)
class LinkDisagreement(EntityDisagreement):
    """Every link of every comparison, once for each of the two annotators who has it; all arrays are (links,).

    The unit is its origin's place in the reading order of the document.
    """

    names: ClassVar = KINDS
    length: Ints
    """Units between its ends in reading order."""
    depth: Ints
    """Steps from its origin to the root in the graph it belongs to; −1 where there is a cycle or a choice of ways."""

    def by(self, name: str) -> dict[int, dict[str, int]]:
        """The kinds by document, annotator, length, depth or unit."""
        keys, which = np.unique(getattr(self, name), return_inverse=True)
        table = np.zeros((len(keys), len(KINDS)), dtype=np.int64)
        np.add.at(table, (which.reshape(-1), self.kind), 1)
        return {int(key): dict(zip(KINDS, row.tolist(), strict=True)) for key, row in zip(keys, table, strict=True)}


def link_disagreement(relations: Relations) -> LinkDisagreement:
    """Each link that an annotator drew, beside each other annotator of the document.

    agreeing: the other has it, with the same label. relabelled: with another label. flipped: in the other direction.
    retargeted: the other links the same origin to another unit, to one that this annotator does not. missing: not at
    all. The first of these that holds counts.
    """
    compared = comparisons(relations, "alignment")
    columns: list[list[Ints]] = []
    for own, theirs, people in _both_ways(compared):
        where = compared.of_node[own.origins]
        of_links = [kinds_of_links(compared, own, theirs), compared.document[where], *people[:, where]]
        lengths = np.abs(own.targets - own.origins)
        single, _, deep = own.tree_like
        columns.append([*of_links, compared.place[own.origins], lengths, np.where(single, deep, ENDLESS)[own.origins]])
    return LinkDisagreement(*(np.concatenate(several) for several in zip(*columns, strict=True)))


def _both_ways(compared: Comparisons) -> Iterator[tuple[Graph, Graph, Ints]]:
    """Each annotator's graph and the other's, with (2, comparisons) whose they are."""
    people = np.array(compared.pairs, dtype=np.int64).reshape(-1, 2)[compared.pair].T
    yield compared.left, compared.right, people
    yield compared.right, compared.left, people[::-1]


def kinds_of_links(compared: Comparisons, first: Graph, second: Graph) -> Ints:
    """(links of one,) what the other has in their place."""
    both = compared.symmetric[first.codes]
    turned = second.linked(second.targets, second.origins, second.codes)
    same, same_label = common(first, second), common(first, second, labelled=True)
    reverse, reverse_label = common(first, turned), common(first, turned, labelled=True)
    alone = np.zeros(first.nodes, dtype=bool)
    alone[second.origins[~common(second, first)]] = True
    kind = np.full(len(first.origins), MISSING, dtype=np.int64)
    kind[alone[first.origins]] = RETARGETED
    kind[reverse] = FLIPPED
    # a link that one of the two takes as going both ways is the same link with another label, whichever way it is drawn
    loose = second.keeping(compared.symmetric[second.codes])
    either_way = common(first, loose.linked(loose.targets, loose.origins, loose.codes))
    kind[same | (both & reverse) | either_way] = RELABELLED
    kind[same_label | (both & reverse_label)] = AGREEING
    return kind


def entity_disagreement(relations: Relations) -> EntityDisagreement:
    """Each mention beside each other annotator of the document; only mentions that both marked make up entities.

    same: the same mentions in its entity. joined: this annotator's entity holds those of the other's, and more.
    split: the other's does. crossing: both have mentions that the other's has not. unmarked: no mention of the other.

    >>> from accord.annotations.relation_tuples import coreference
    >>> entity_disagreement(coreference({"A": [["x", "y", "z"]], "B": [["x", "y"], ["z"]]})).counts()
    {'same': 0, 'joined': 3, 'split': 3, 'crossing': 0, 'unmarked': 0}
    """
    compared = comparisons(relations, "alignment")
    columns: list[list[Ints]] = []
    for first, second, people in _both_ways(compared):
        marked = np.flatnonzero(first.inside)
        where = compared.of_node[marked]
        kind = _kinds(first, second)[marked]
        columns.append([kind, compared.document[where], *people[:, where], compared.units[marked]])
    return EntityDisagreement(*(np.concatenate(several) for several in zip(*columns, strict=True)))


def _kinds(first: Graph, second: Graph) -> Ints:
    """(nodes,) what the other made of the entity of each mention."""
    shared = first.inside & second.inside
    mine = classes(first.nodes, first.origins, first.targets)
    theirs = classes(first.nodes, second.origins, second.targets)
    of_mine = np.bincount(mine[shared], minlength=first.nodes)[mine]
    of_theirs = np.bincount(theirs[shared], minlength=first.nodes)[theirs]
    _, cell, both = np.unique(mine[shared] * first.nodes + theirs[shared], return_inverse=True, return_counts=True)
    of_both = np.zeros(first.nodes, dtype=np.int64)
    of_both[shared] = both[cell.reshape(-1)]
    kind = np.full(first.nodes, CROSSING, dtype=np.int64)
    kind[of_both == of_theirs] = JOINED
    kind[of_both == of_mine] = SPLIT
    kind[(of_both == of_mine) & (of_both == of_theirs)] = SAME
    kind[~shared] = UNMARKED
    return kind
