"""The sets of units below each unit in two graphs, compared."""

from __future__ import annotations

import numpy as np

from accord.measures.relations.graphs.comparisons import Comparisons, Graph
from accord.measures.relations.graphs.forests import shared_subtrees
from accord.measures.relations.graphs.search import waves
from accord.results.arrays import Bools, Floats, Ints


def dset_sums(compared: Comparisons, left: Graph, right: Graph, *, exact: bool, isolated: str) -> Floats:
    """(nodes, 4) Σ f_B, |N_A|, Σ f_A, |N_B| by node.

    A unit outside of a structure has itself as its set (isolated='self'), the empty set, or is not there ('absent').
    """
    sizes, others, shared = set_sizes(compared, left, right)
    here, there = left.present.copy(), right.present.copy()
    if isolated == "absent":
        here, there = here & left.inside, there & right.inside
    elif isolated == "empty":
        sizes, others = np.where(left.inside, sizes, 0), np.where(right.inside, others, 0)
        shared = np.where(left.inside & right.inside, shared, 0)
        bare = ~(_any_inside(compared, left) | _any_inside(compared, right))[compared.of_node]
        here, there = here & ~bare, there & ~bare  # both drew nothing: the value is what `empty` says
    both = here & there
    if exact:
        first = second = (both & (sizes == shared) & (others == shared)).astype(np.float64)
    else:
        first, second = _share(shared, others, both), _share(shared, sizes, both)
    return np.column_stack([second, here, first, there]).astype(np.float64)


def set_sizes(compared: Comparisons, left: Graph, right: Graph) -> tuple[Ints, Ints, Ints]:
    """(nodes,) |A_v|, |B_v| and |A_v ∩ B_v|; forests by intervals, other graphs by search."""
    quick = compared.forests(left, right)
    forest, partner = compared.forest_of(left, quick), compared.forest_of(right, quick)
    sizes, others = forest.sizes.copy(), partner.sizes.copy()
    shared = shared_subtrees(forest, partner, compared.starts[compared.of_node])
    slow = np.flatnonzero(~quick[compared.of_node])
    if len(slow):
        backward = [(graph.targets, graph.origins) for graph in (left, right)]
        sides = [waves(compared.starts, compared.of_node, *links, slow) for links in backward]
        for here, there in zip(*sides, strict=True):
            reached, also = here.steps >= 0, there.steps >= 0
            nodes, begins = slow[here.sources], here.offsets[:-1]
            sizes[nodes] = np.add.reduceat(reached, begins, dtype=np.int64)
            others[nodes] = np.add.reduceat(also, begins, dtype=np.int64)
            shared[nodes] = np.add.reduceat(reached & also, begins, dtype=np.int64)
    return sizes, others, shared


def _share(shared: Ints, whole: Ints, both: Bools) -> Floats:
    """|A_v ∩ B_v| / |B_v| at units of both; an empty set shares nothing, not even with another."""
    part = np.divide(shared, whole, out=np.zeros(len(whole)), where=whole > 0)
    return np.where(both, part, 0.0)


def _any_inside(compared: Comparisons, graph: Graph) -> Bools:
    """(comparisons,) whether anything is in the structure."""
    return np.bincount(compared.of_node[graph.inside], minlength=len(compared)) > 0
