"""How many simple directed paths start at each node: linear in forests, dynamic in acyclic graphs, capped elsewhere."""

from __future__ import annotations

import numpy as np

from accord.annotations.directed_cycles import on_cycles, ranges
from accord.measures.relations.graphs.forests import ENDLESS, depths
from accord.results import DataError
from accord.results.arrays import Bools, Floats, Ints

MOST_PATHS = 1_000_000


def paths_from(graph: Ints, origins: Ints, targets: Ints, longest: int | None = None, most: int = MOST_PATHS) -> Floats:
    """(nodes,) the number of simple directed paths of 1 to `longest` links that start at each node.

    `graph` (nodes,) tells which graph a node belongs to. Graphs where every node has at most one outgoing link are
    counted in linear time, as are trees with links in both directions; acyclic ones by dynamic programming; in the
    others paths are enumerated, and a DataError
    says when there are more than `most` in one of them.

    >>> chain = np.zeros(3, dtype=np.int64)
    >>> paths_from(chain, np.array([0, 1]), np.array([1, 2])).tolist()
    [2.0, 1.0, 0.0]
    """
    nodes = len(graph)
    graphs = int(graph.max(initial=-1)) + 1
    counts = np.zeros(nodes)
    branching = np.bincount(graph[np.bincount(origins, minlength=nodes) > 1], minlength=graphs) > 0
    of_link = graph[origins]
    single = ~branching[of_link]
    cyclic = np.zeros(graphs, dtype=bool)
    if branching.any():
        left = on_cycles(nodes, origins[~single], targets[~single])
        cyclic[of_link[~single][left]] = True
    counts += _single_paths(nodes, origins[single], targets[single], longest)
    acyclic = branching[of_link] & ~cyclic[of_link]
    if acyclic.any():
        counts += _acyclic_paths(nodes, origins[acyclic], targets[acyclic], longest)
    rest = branching & cyclic
    if longest is None and rest.any():
        here = rest[of_link]
        known, left = _paths_in_trees(nodes, origins[here], targets[here])
        known[~rest[graph]] = 0.0
        rest = np.bincount(graph[left], minlength=graphs) > 0
        counts += np.where(rest[graph], 0.0, known)
    for graph_number in np.flatnonzero(rest):
        here = of_link == graph_number
        counts += _enumerated(nodes, origins[here], targets[here], longest, most)
    return counts


def _paths_in_trees(nodes: int, origins: Ints, targets: Ints) -> tuple[Floats, Bools]:
    """(nodes,) the paths from each node where links that are taken without their direction form trees, as trees with
    links of symmetric types do; and whether a node is on a circle there. One path at most joins two nodes of a tree."""
    low, high = np.minimum(origins, targets), np.maximum(origins, targets)
    joined = np.unique(low * nodes + high)
    parents, rounds, left = _peeled(nodes, joined // nodes, joined % nodes)
    keys = origins * nodes + targets
    every = np.arange(nodes)
    up, down = np.isin(every * nodes + parents, keys), np.isin(parents * nodes + every, keys)
    below = np.ones(nodes)
    for leaves in rounds:
        np.add.at(below, parents[leaves], np.where(down[leaves], below[leaves], 0.0))
    reached = below.copy()
    for leaves in reversed(rounds):
        above = reached[parents[leaves]] - np.where(down[leaves], below[leaves], 0.0)
        reached[leaves] += np.where(up[leaves], above, 0.0)
    return reached - 1, left


def _peeled(nodes: int, low: Ints, high: Ints) -> tuple[Ints, list[Ints], Bools]:
    """Leaves of an undirected graph taken away round by round: the neighbour each had then, the leaves of each round,
    and (nodes,) what is left, which is nothing where the graph is a forest."""
    degree = np.bincount(low, minlength=nodes) + np.bincount(high, minlength=nodes)
    neighbour = np.zeros(nodes, dtype=np.int64)  # all neighbours, exclusive or: the only one of a leaf
    np.bitwise_xor.at(neighbour, low, high)
    np.bitwise_xor.at(neighbour, high, low)
    parents = np.full(nodes, -1, dtype=np.int64)
    rounds: list[Ints] = []
    leaves = np.flatnonzero(degree == 1)
    while len(leaves):
        # of two leaves with a link of their own, one stays as the root
        leaves = leaves[(degree[neighbour[leaves]] > 1) | (leaves > neighbour[leaves])]
        parents[leaves] = neighbour[leaves]
        rounds.append(leaves)
        degree[leaves] = 0
        np.subtract.at(degree, parents[leaves], 1)
        np.bitwise_xor.at(neighbour, parents[leaves], leaves)
        touched = np.unique(parents[leaves])
        leaves = touched[degree[touched] == 1]
    return parents, rounds, degree > 0


def _single_paths(nodes: int, origins: Ints, targets: Ints, longest: int | None) -> Floats:
    """At most one way on from each node: steps to the root, or to a cycle and round it."""
    parents = np.full(nodes, -1, dtype=np.int64)
    parents[origins] = targets
    steps = depths(parents)
    if (steps == ENDLESS).any():
        on_it = np.zeros(nodes, dtype=bool)
        on_it[origins[on_cycles(nodes, origins, targets)]] = True
        steps_to_cycle = depths(np.where(on_it, -1, parents))
        label = _cycle_labels(parents, on_it)
        length = np.bincount(label[on_it], minlength=nodes)
        entry = _roots(np.where(on_it, -1, parents))
        steps = np.where(steps == ENDLESS, steps_to_cycle + length[label[entry]] - 1, steps)
    return (steps if longest is None else np.minimum(steps, longest)).astype(np.float64)


def _roots(parents: Ints) -> Ints:
    """(nodes,) the root of each node of a forest, by pointer doubling."""
    jump = np.where(parents < 0, np.arange(len(parents)), parents)
    while True:
        further = jump[jump]
        if (further == jump).all():
            return jump
        jump = further


def _cycle_labels(parents: Ints, on_it: Bools) -> Ints:
    """(nodes,) the smallest node of the cycle each node is on, itself elsewhere; by doubling."""
    label = np.arange(len(parents))
    jump = np.where(on_it, parents, label)
    reach = 1
    while reach <= len(parents):
        label = np.minimum(label, label[jump])
        jump = jump[jump]
        reach *= 2
    return label


def _acyclic_paths(nodes: int, origins: Ints, targets: Ints, longest: int | None) -> Floats:
    """p(v) = Σ over links v → w of 1 + p(w), from the ends of the graph upwards, or `longest` times."""
    if longest is not None and longest < nodes:
        counts: Floats = np.zeros(nodes)
        for _ in range(longest):
            counts = np.asarray(np.bincount(origins, weights=1 + counts[targets], minlength=nodes), dtype=np.float64)
        return _finite(counts)
    counts = np.zeros(nodes)
    waiting = np.bincount(origins, minlength=nodes)
    order = np.argsort(targets, kind="stable")
    starts = np.searchsorted(targets[order], np.arange(nodes + 1))
    ready = np.flatnonzero(waiting == 0)
    with np.errstate(over="ignore"):
        while len(ready):
            links = order[ranges(starts[ready], starts[ready + 1])]
            np.add.at(counts, origins[links], 1 + counts[targets[links]])
            np.subtract.at(waiting, origins[links], 1)
            touched = np.unique(origins[links])
            ready = touched[waiting[touched] == 0]
    return _finite(counts)


def _finite(counts: Floats) -> Floats:
    if not np.isfinite(counts.sum()):
        raise DataError("ACC035", "a graph has more than 10^308 paths", hint="set max_path_length")
    return counts


def _enumerated(nodes: int, origins: Ints, targets: Ints, longest: int | None, most: int) -> Floats:
    """Depth-first enumeration in one graph with cycles."""
    onward: dict[int, list[int]] = {}
    for origin, target in zip(origins.tolist(), targets.tolist(), strict=True):
        onward.setdefault(origin, []).append(target)
    limit = nodes if longest is None else longest
    counts = np.zeros(nodes)
    total = 0
    for source in onward:
        path, inside = [iter(onward[source])], [source]
        on_path = {source}
        while path:
            node = next((step for step in path[-1] if step not in on_path), None) if len(path) <= limit else None
            if node is None:
                path.pop()
                on_path.discard(inside.pop())
                continue
            counts[source] += 1
            total += 1
            if total > most:
                raise DataError(
                    "ACC035",
                    f"a graph with directed cycles has more than {most:,} paths",
                    hint="set max_path_length, break the cycles, or use mar_link or mar_dset",
                )
            path.append(iter(onward.get(node, ())))
            inside.append(node)
            on_path.add(node)
    return counts
