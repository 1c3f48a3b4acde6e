"""Relations on directed cycles, and ranges of places: what graphs of any kind are searched with."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def on_cycles(nodes: int, origins: NDArray[np.int64], targets: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(relations,) whether a relation is left when units without outgoing, then without incoming relations are taken
    away again and again: none is left exactly where there is no directed cycle."""
    left = np.ones(len(origins), dtype=bool)
    for tails, heads in ((origins, targets), (targets, origins)):
        degree = np.bincount(tails[left], minlength=nodes)
        order = np.argsort(heads, kind="stable")
        starts = np.searchsorted(heads[order], np.arange(nodes + 1))
        ready = np.flatnonzero(degree == 0)
        while len(ready):
            edges = order[ranges(starts[ready], starts[ready + 1])]
            edges = edges[left[edges]]
            left[edges] = False
            touched = tails[edges]
            np.subtract.at(degree, touched, 1)
            ready = np.unique(touched[degree[touched] == 0])
    return left


def ranges(first: NDArray[np.int64], last: NDArray[np.int64]) -> NDArray[np.int64]:
    """first[0]…last[0] − 1, first[1]…last[1] − 1, … one after the other.

    >>> ranges(np.array([0, 7]), np.array([2, 10])).tolist()
    [0, 1, 7, 8, 9]
    """
    sizes = last - first
    begins = np.cumsum(sizes) - sizes
    return np.asarray(np.arange(int(sizes.sum())) + np.repeat(first - begins, sizes))
