"""Breadth-first search in any graph, many graphs and many sources at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from accord.annotations.directed_cycles import ranges
from accord.results.arrays import Ints

CELLS = 1 << 20  # (source, node) states held at a time


@dataclass(frozen=True, eq=False)
class Wave:
    """The steps from some sources to all nodes of their own graph, one source after the other; −1 out of reach."""

    sources: Ints
    """Places among the sources that were asked for."""
    offsets: Ints
    """(sources + 1,) where the nodes of each source begin."""
    steps: NDArray[np.int32]


def waves(starts: Ints, graph: Ints, origins: Ints, targets: Ints, sources: Ints) -> Iterator[Wave]:
    """Search from each source along the links. Nodes starts[g] … starts[g + 1] belong to graph g; `graph` (nodes,)."""
    order = np.argsort(origins, kind="stable")
    heads = targets[order]
    links = np.searchsorted(origins[order], np.arange(int(starts[-1]) + 1))
    widths = (starts[1:] - starts[:-1])[graph[sources]]
    chunk = np.cumsum(widths) // CELLS
    for part in range(int(chunk[-1]) + 1 if len(chunk) else 0):
        chosen = np.flatnonzero(chunk == part)
        if len(chosen):
            yield _wave(starts, graph, links, heads, sources, chosen, widths[chosen])


def _wave(
    starts: Ints,
    graph: Ints,
    links: Ints,
    heads: Ints,
    sources: Ints,
    chosen: Ints,
    widths: Ints,
) -> Wave:
    offsets = np.concatenate([[0], np.cumsum(widths)])
    steps = np.full(int(offsets[-1]), -1, dtype=np.int32)
    last = np.empty_like(steps)
    shift = offsets[:-1] - starts[graph[sources[chosen]]]  # from a node to its cell
    owner, node = np.arange(len(chosen)), sources[chosen]
    steps[node + shift] = 0
    level = 0
    while len(node):
        level += 1
        owner = np.repeat(owner, links[node + 1] - links[node])
        node = heads[ranges(links[node], links[node + 1])]
        cells = node + shift[owner]
        fresh = steps[cells] < 0
        owner, node, cells = owner[fresh], node[fresh], cells[fresh]
        number = np.arange(len(cells), dtype=np.int32)
        last[cells] = number
        once = last[cells] == number  # a cell reached by several links at a time is searched from once
        owner, node = owner[once], node[once]
        steps[cells] = level
    return Wave(chosen, offsets, steps)


def distances(starts: Ints, graph: Ints, links: tuple[Ints, Ints], below: Ints, above: Ints) -> NDArray[np.float64]:
    """The length of the shortest directed path from each `below` to each `above`, infinite where there is none."""
    sources, which = np.unique(below, return_inverse=True)
    lengths = np.full(len(below), np.inf)
    order = np.argsort(which, kind="stable")
    asked = np.searchsorted(which[order], np.arange(len(sources) + 1))
    for wave in waves(starts, graph, *links, sources):
        queries = order[ranges(asked[wave.sources], asked[wave.sources + 1])]
        place = np.repeat(np.arange(len(wave.sources)), asked[wave.sources + 1] - asked[wave.sources])
        steps = wave.steps[wave.offsets[place] + above[queries] - starts[graph[above[queries]]]]
        lengths[queries] = np.where(steps >= 0, steps, np.inf)
    return lengths
