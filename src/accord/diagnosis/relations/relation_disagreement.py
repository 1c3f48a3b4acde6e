"""Where annotators who link units disagree, and in what way: missing, flipped, retargeted and relabelled links."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.annotations.relations import Relations
from accord.measures.relations.graphs.compared_graphs import comparisons
from accord.measures.relations.graphs.comparisons import Comparisons, Graph
from accord.measures.relations.graphs.forests import ENDLESS
from accord.measures.relations.graphs.links import common
from accord.results.arrays import Ints

KINDS = ("agreeing", "relabelled", "flipped", "retargeted", "missing")
AGREEING, RELABELLED, FLIPPED, RETARGETED, MISSING = range(len(KINDS))


@dataclass(frozen=True, eq=False)
class LinkDisagreement:
    """Every link of every comparison, once for each of the two annotators who has it; all arrays are (links,)."""

    kind: Ints
    """A position in KINDS."""
    document: Ints
    annotator: Ints
    """Who drew it."""
    other: Ints
    """Who it is compared with."""
    length: Ints
    """Units between its ends in reading order."""
    depth: Ints
    """Steps from its origin to the root in the graph it belongs to; −1 where there is a cycle or a choice of ways."""
    unit: Ints
    """Its origin's place in the reading order of the document."""

    def counts(self) -> dict[str, int]:
        """How many links of each kind."""
        return dict(zip(KINDS, np.bincount(self.kind, minlength=len(KINDS)).tolist(), strict=True))

    def by(self, name: str) -> dict[int, dict[str, int]]:
        """The kinds by document, annotator, length, depth or unit."""
        values = getattr(self, name)
        keys, which = np.unique(values, return_inverse=True)
        table = np.zeros((len(keys), len(KINDS)), dtype=np.int64)
        np.add.at(table, (which.reshape(-1), self.kind), 1)
        return {int(key): dict(zip(KINDS, row.tolist(), strict=True)) for key, row in zip(keys, table, strict=True)}


def link_disagreement(relations: Relations, units: str = "alignment") -> LinkDisagreement:
    """Each link that an annotator drew, beside each other annotator of the document.

    agreeing: the other has it, with the same label. relabelled: with another label. flipped: in the other direction.
    retargeted: the other links the same origin to another unit, to one that this annotator does not. missing: not at
    all. The first of these that holds counts.
    """
    compared = comparisons(relations, units)
    sides = ((compared.left, compared.right, 0), (compared.right, compared.left, 1))
    people = np.array(compared.pairs, dtype=np.int64).reshape(-1, 2)
    columns: list[list[Ints]] = []
    for one, other, side in sides:
        where = compared.of_node[one.origins]
        columns.append(
            [
                kinds_of_links(compared, one, other),
                compared.document[where],
                people[compared.pair[where], side],
                people[compared.pair[where], 1 - side],
                np.abs(one.targets - one.origins),
                _depths(one)[one.origins],
                compared.place[one.origins],
            ]
        )
    return LinkDisagreement(*(np.concatenate(several) for several in zip(*columns, strict=True)))


def kinds_of_links(compared: Comparisons, one: Graph, other: Graph) -> Ints:
    """(links of one,) what the other has in their place."""
    both = compared.symmetric[one.codes]
    turned = other.linked(other.targets, other.origins, other.codes)
    same, same_label = common(one, other), common(one, other, labelled=True)
    reverse, reverse_label = common(one, turned), common(one, turned, labelled=True)
    alone = np.zeros(one.nodes, dtype=bool)
    alone[other.origins[~common(other, one)]] = True
    kind = np.full(len(one.origins), MISSING, dtype=np.int64)
    kind[alone[one.origins]] = RETARGETED
    kind[reverse] = FLIPPED
    # a link that one of the two takes as going both ways is the same link with another label, whichever way it is drawn
    loose = other.keeping(compared.symmetric[other.codes])
    either_way = common(one, loose.linked(loose.targets, loose.origins, loose.codes))
    kind[same | (both & reverse) | either_way] = RELABELLED
    kind[same_label | (both & reverse_label)] = AGREEING
    return kind


def _depths(graph: Graph) -> Ints:
    """(nodes,) steps to the root where each unit has one way there."""
    single, _, deep = graph.tree_like
    return np.where(single, deep, ENDLESS)
