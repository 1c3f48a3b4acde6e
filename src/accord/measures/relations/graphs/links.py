"""Links as two annotators drew them: symmetric types have no direction, and imply further links."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from accord.annotations.directed_cycles import ranges
from accord.measures.relations.graphs.comparisons import Comparisons, Graph
from accord.results.arrays import Bools, Ints


def undirected_where_symmetric(compared: Comparisons, graph: Graph) -> Graph:
    """Links of symmetric types from the earlier to the later unit; two of them that become one are one."""
    both = compared.symmetric[graph.codes]
    if not both.any():
        return graph
    low, high = np.minimum(graph.origins, graph.targets), np.maximum(graph.origins, graph.targets)
    origins, targets = np.where(both, low, graph.origins), np.where(both, high, graph.targets)
    keys = (origins * graph.nodes + targets) * 2 + both  # a directed link is another one
    _, first = np.unique(keys, return_index=True)
    return graph.linked(origins[first], targets[first], graph.codes[first])


def both_ways_where_symmetric(compared: Comparisons, graph: Graph, labelled: bool = False) -> Graph:
    """Links of symmetric types in both directions. With `labelled` two units may be linked under several types."""
    both = compared.symmetric[graph.codes]
    if not both.any():
        return graph
    return _distinct(
        graph,
        np.concatenate([graph.origins, graph.targets[both]]),
        np.concatenate([graph.targets, graph.origins[both]]),
        np.concatenate([graph.codes, graph.codes[both]]),
        labelled,
    )


def facing(compared: Comparisons, graph: Graph, other: Graph) -> Graph:
    """Links of symmetric types in the direction of a directed link that either annotator drew between the same units
    (in both where there are two), from the earlier to the later unit where there is none."""
    both, theirs = compared.symmetric[graph.codes], compared.symmetric[other.codes]
    if not both.any():
        return graph
    directed = np.concatenate([graph.keys[~both], other.keys[~theirs]])
    low = np.minimum(graph.origins[both], graph.targets[both])
    high = np.maximum(graph.origins[both], graph.targets[both])
    back = np.isin(high * graph.nodes + low, directed)
    forth = np.isin(low * graph.nodes + high, directed) | ~back
    codes = graph.codes[both]
    return _distinct(
        graph,
        np.concatenate([graph.origins[~both], low[forth], high[back]]),
        np.concatenate([graph.targets[~both], high[forth], low[back]]),
        np.concatenate([graph.codes[~both], codes[forth], codes[back]]),
    )


def found_in(compared: Comparisons, graph: Graph, partner: Graph, labelled: bool = False) -> Bools:
    """(links of one,) whether the other, with the reverse of its symmetric links, has the link; one of a symmetric type
    is there in whichever direction."""
    shared = common(graph, partner, labelled)
    both = compared.symmetric[graph.codes]
    if labelled or not both.any():  # the same label: the type is symmetric in both, and the reverse is there
        return shared
    return shared | (both & np.isin(graph.targets * graph.nodes + graph.origins, partner.keys))


def both_ways(graph: Graph) -> Graph:
    """All links in both directions."""
    origins = np.concatenate([graph.origins, graph.targets])
    targets = np.concatenate([graph.targets, graph.origins])
    return _distinct(graph, origins, targets, np.concatenate([graph.codes, graph.codes]))


def closure(compared: Comparisons, graph: Graph, labelled: bool = False) -> Graph:
    """The links with those that symmetric types imply (Putra et al. 2022).

    Units joined by a symmetric type form a class: its members are linked with each other, and each has the ingoing and
    outgoing links of all. Never a unit with itself. With `labelled` two units may be linked under several types.
    """
    both = compared.symmetric[graph.codes]
    if not both.any():
        return graph
    label = classes(graph.nodes, graph.origins[both], graph.targets[both])
    order = np.argsort(label, kind="stable")
    starts = np.searchsorted(label[order], np.arange(int(label.max()) + 2))
    size = np.diff(starts)
    origin_class, target_class = label[graph.origins], label[graph.targets]
    width = size[target_class]
    link = np.repeat(np.arange(len(origin_class)), size[origin_class] * width)
    number = ranges(np.zeros(len(origin_class), dtype=np.int64), size[origin_class] * width)
    origins = order[starts[origin_class[link]] + number // width[link]]
    targets = order[starts[target_class[link]] + number % width[link]]
    kept = origins != targets
    return _distinct(graph, origins[kept], targets[kept], graph.codes[link[kept]], labelled)


def in_closure(compared: Comparisons, graph: Graph, partner: Graph, labelled: bool = False) -> Bools:
    """(links of one,) whether the other has the link in its closure, under the same label where that counts: by the
    classes of units, as the closure of a class has as many links as it has pairs."""
    both = compared.symmetric[partner.codes]
    if not both.any():
        return common(graph, partner, labelled)
    label = classes(partner.nodes, partner.origins[both], partner.targets[both])
    here, there = (label[links.origins] * partner.nodes + label[links.targets] for links in (graph, partner))
    if labelled:
        kinds = max(int(graph.codes.max(initial=-1)), int(partner.codes.max(initial=-1))) + 2
        here, there = here * kinds + graph.codes + 1, there * kinds + partner.codes + 1
    return np.asarray(np.isin(here, there) & (graph.origins != graph.targets))


def classes(nodes: int, origins: Ints, targets: Ints) -> Ints:
    """(nodes,) the number of the group of each node: groups are what links join, whatever their direction."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    links = csr_matrix((np.ones(len(origins), dtype=bool), (origins, targets)), shape=(nodes, nodes))
    return np.asarray(connected_components(links, directed=False)[1], dtype=np.int64)


def common(graph: Graph, partner: Graph, labelled: bool = False) -> Bools:
    """(links of one,) whether the other has the same link, and the same label where that counts."""
    if not labelled:
        return graph.places_in(partner) >= 0
    kinds = max(int(graph.codes.max(initial=-1)), int(partner.codes.max(initial=-1))) + 2
    return np.isin(graph.keys * kinds + graph.codes + 1, partner.keys * kinds + partner.codes + 1)


def per_node(graph: Graph, values: NDArray[np.float64] | Bools | None = None) -> NDArray[np.float64]:
    """(nodes,) the values of links (or their number) added up at their origins."""
    return np.bincount(graph.origins, weights=values, minlength=graph.nodes).astype(np.float64)


def _distinct(graph: Graph, origins: Ints, targets: Ints, codes: NDArray[np.int32], labelled: bool = False) -> Graph:
    keys = origins * graph.nodes + targets
    if labelled:
        keys = keys * (int(codes.max(initial=-1)) + 2) + codes + 1
    _, first = np.unique(keys, return_index=True)
    return graph.linked(origins[first], targets[first], codes[first])
