"""Random graphs to compare with: relabelled units, kept degrees, kept lengths of links."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from accord.measures.relations.graphs.comparisons import Comparisons, Graph
from accord.results import UsageError
from accord.results.arrays import Bools, Ints

NULL_MODELS = ("permutation", "degree", "length")
ROUNDS = 200  # of repair, after which a link that cannot be placed stays where it was


def randomised(compared: Comparisons, chance: str, rng: np.random.Generator) -> tuple[Graph, Graph]:
    """Both sides of all comparisons as the null model draws them.

    permutation: the units of the right side are relabelled at random, which is as good as relabelling both. degree:
    each unit keeps its number of outgoing and of incoming links. length: each link keeps its label and its signed
    length in reading order and begins anywhere. The last two draw both sides, so that no annotator is special.
    """
    if chance == "permutation":
        return compared.left, permuted(compared, compared.right, rng)
    if chance == "degree":
        return rewired(compared, compared.left, rng), rewired(compared, compared.right, rng)
    if chance == "length":
        return moved(compared, compared.left, rng), moved(compared, compared.right, rng)
    raise UsageError(f"there is no null model '{chance}'", f"use one of {', '.join(NULL_MODELS)}, or None")


def permuted(compared: Comparisons, graph: Graph, rng: np.random.Generator) -> Graph:
    """The units of every comparison in a random order."""
    new = np.argsort(compared.of_node + rng.random(graph.nodes), kind="stable")
    old = np.argsort(new)
    nodes = replace(graph, present=graph.present[old], inside=graph.inside[old], kinds=graph.kinds[old])
    return nodes.linked(new[graph.origins], new[graph.targets], graph.codes)


def rewired(compared: Comparisons, graph: Graph, rng: np.random.Generator) -> Graph:
    """The targets of each comparison's links dealt anew; what became a loop or a repetition is exchanged again."""
    of_link = compared.of_node[graph.origins]
    order = np.argsort(of_link + rng.random(len(of_link)), kind="stable")
    targets = graph.targets[order]
    starts = np.searchsorted(of_link, np.arange(len(compared) + 1))
    for _ in range(ROUNDS):
        odd = np.flatnonzero(_odd(graph.nodes, graph.origins, targets))
        if not len(odd):
            break
        # one exchange per comparison and round, so that no two exchanges meet
        odd = rng.permutation(odd)
        _, chosen = np.unique(of_link[odd], return_index=True)
        link = odd[chosen]
        here = of_link[link]
        partner = starts[here] + (rng.random(len(link)) * (starts[here + 1] - starts[here])).astype(np.int64)
        targets[link], targets[partner] = targets[partner], targets[link]
    else:
        stuck = np.isin(of_link, of_link[_odd(graph.nodes, graph.origins, targets)])
        targets = np.where(stuck, graph.targets, targets)
    return graph.linked(graph.origins, targets, graph.codes)


def moved(compared: Comparisons, graph: Graph, rng: np.random.Generator) -> Graph:
    """Each link at a random place, as long as before and in the same direction."""
    of_link = compared.of_node[graph.origins]
    length = graph.targets - graph.origins
    room = compared.sizes[of_link] - np.abs(length)
    first = compared.starts[of_link] + np.maximum(-length, 0)
    origins = first + (rng.random(len(first)) * room).astype(np.int64)
    for _ in range(ROUNDS):
        odd = np.flatnonzero(_odd(graph.nodes, origins, origins + length))
        if not len(odd):
            break
        origins[odd] = first[odd] + (rng.random(len(odd)) * room[odd]).astype(np.int64)
    else:
        stuck = np.isin(of_link, of_link[_odd(graph.nodes, origins, origins + length)])
        origins = np.where(stuck, graph.origins, origins)
    ends = np.zeros(graph.nodes, dtype=bool)
    ends[graph.origins] = ends[graph.targets] = True
    inside = graph.inside & ~ends  # components without links stay, ends of links follow them
    inside[origins] = inside[origins + length] = True
    return replace(graph, inside=inside).linked(origins, origins + length, graph.codes)


def _odd(nodes: int, origins: Ints, targets: Ints) -> Bools:
    """(links,) loops, and all but the first of several links with the same ends."""
    keys = origins * nodes + targets
    order = np.argsort(keys, kind="stable")
    again = np.zeros(len(keys), dtype=bool)
    again[order[1:][keys[order][1:] == keys[order][:-1]]] = True
    again |= origins == targets
    return again
