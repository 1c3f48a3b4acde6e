"""Every two annotations of the same document as two large graphs over the same nodes: what pair measures compare."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from accord.annotations.relations import Relations
from accord.measures.record import Undefined
from accord.measures.relations.graphs.forests import ENDLESS, Forest, depths, forest
from accord.results.arrays import Bools, Ints


@dataclass(frozen=True, eq=False)
class Graph:
    """The links of one side of all comparisons, sorted by origin and target, and what is in its structure."""

    origins: Ints
    """(links,), as are the next two."""
    targets: Ints
    codes: NDArray[np.int32]
    present: Bools
    """(nodes,) whether the annotator has this unit at all; always, where units are given."""
    inside: Bools
    """(nodes,) whether it is in the annotator's structure."""
    kinds: NDArray[np.int32]
    """(nodes,) its type there, −1 without one."""

    @property
    def nodes(self) -> int:
        return len(self.present)

    @property
    def content(self) -> bytes:
        """All of it: equal graphs have equal content."""
        arrays = (self.origins, self.targets, self.codes, self.present, self.inside, self.kinds)
        return b"|".join(array.tobytes() for array in arrays)

    @cached_property
    def keys(self) -> Ints:
        """(links,) one number for each origin and target, growing."""
        return self.origins * self.nodes + self.targets

    def linked(self, origins: Ints, targets: Ints, codes: NDArray[np.int32] | None = None) -> Graph:
        """The same nodes with other links."""
        kinds = np.full(len(origins), -1, dtype=np.int32) if codes is None else codes
        order = np.lexsort((targets, origins))
        return replace(self, origins=origins[order], targets=targets[order], codes=kinds[order])

    def places_in(self, other: Graph) -> Ints:
        """(links,) where each link is among the other's, −1 where it is not."""
        if not len(other.keys):
            return np.full(len(self.keys), -1, dtype=np.int64)
        place = np.minimum(np.searchsorted(other.keys, self.keys), len(other.keys) - 1)
        return np.where(other.keys[place] == self.keys, place, -1)

    def keeping(self, links: Bools) -> Graph:
        """Only some of the links."""
        return replace(self, origins=self.origins[links], targets=self.targets[links], codes=self.codes[links])

    @cached_property
    def tree_like(self) -> tuple[Bools, Ints, Ints]:
        """(nodes,) whether a node is neither above a cycle nor branches, its parent, and its depth."""
        out = np.bincount(self.origins, minlength=self.nodes)
        parents = np.full(self.nodes, -1, dtype=np.int64)
        parents[self.origins] = self.targets
        deep = depths(parents)
        return (out <= 1) & (deep != ENDLESS), parents, deep


@dataclass(frozen=True, eq=False)
class Comparisons:
    """All comparisons: the nodes starts[c] … starts[c + 1] are the units of comparison c, in reading order."""

    left: Graph
    right: Graph
    starts: Ints
    """(comparisons + 1,)"""
    document: Ints
    """(comparisons,), as is the next."""
    pair: Ints
    pairs: tuple[tuple[int, int], ...]
    """The two annotators of each pair."""
    units: Ints
    """(nodes,) which block of its document a node is: the same for a unit in all comparisons."""
    documents: int
    symmetric: Bools
    """(types + 1,) whether a type of relation holds in both directions; the last is for links without one."""

    def __len__(self) -> int:
        return len(self.document)

    @cached_property
    def of_node(self) -> Ints:
        """(nodes,) the comparison each node belongs to."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    @cached_property
    def place(self) -> Ints:
        """(nodes,) the place of each node in the reading order of its comparison."""
        return np.arange(int(self.starts[-1])) - self.starts[self.of_node]

    @cached_property
    def sizes(self) -> Ints:
        return np.diff(self.starts)

    def forests(self, first: Graph, *others: Graph) -> Bools:
        """(comparisons,) whether all the graphs are forests there."""
        fine = np.ones(len(self), dtype=bool)
        for graph in (first, *others):
            fine[self.of_node[~graph.tree_like[0]]] = False
        return fine

    def forest_of(self, graph: Graph, where: Bools) -> Forest:
        """The graph as a forest; the links of comparisons where it is not one are left out."""
        _, parents, deep = graph.tree_like
        fine = where[self.of_node]
        return forest(np.where(fine, parents, -1), np.where(fine, deep, 0))


def compared(relations: Relations) -> tuple[Ints, Ints, Ints]:
    """(comparisons,) the document and the two annotators of every comparison there is, or Undefined."""
    if relations.n_annotators < 2:
        raise Undefined("one annotator: agreement needs two")
    asked = relations.assigned.sum(axis=1)
    if not (asked > 1).any():
        raise Undefined("no document was annotated by two annotators")
    shapes = {int(count): np.triu_indices(int(count), 1) for count in np.unique(asked[asked > 1])}
    documents, ones, others = [], [], []
    for document in np.flatnonzero(asked > 1):
        who = np.flatnonzero(relations.assigned[document])
        first, second = shapes[len(who)]
        documents.append(np.full(len(first), document))
        ones.append(who[first])
        others.append(who[second])
    return np.concatenate(documents), np.concatenate(ones), np.concatenate(others)


@dataclass(frozen=True, eq=False)
class Members:
    """The components sorted by document, annotator and unit."""

    units: Ints
    types: NDArray[np.int32]
    bounds: Ints
    """(documents × annotators + 1,)"""

    @classmethod
    def of(cls, relations: Relations) -> Members:
        documents = relations.unit_document[relations.component_units].astype(np.int64)
        keys = documents * relations.n_annotators + relations.component_who
        order = np.lexsort((relations.component_units, keys))
        edges = np.searchsorted(keys[order], np.arange(relations.n_documents * relations.n_annotators + 1))
        return cls(relations.component_units[order], relations.component_types[order], edges)
