"""Forests as arrays: depths, subtrees as intervals, and nodes that lie in two subtrees at once, in (near) linear time.

A forest is one array: the parent of each node, −1 for roots. Many small forests are one large one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.results.arrays import Floats, Ints

ENDLESS = -1


@dataclass(frozen=True, eq=False)
class Forest:
    """Preorder of a forest: the subtree of v is the interval first[v] … first[v] + size[v]; all arrays (nodes,)."""

    parents: Ints
    depths: Ints
    first: Ints
    sizes: Ints

    def distance_up(self, below: Ints, above: Ints) -> Floats:
        """The number of steps from each node up to another, infinite where that is not an ancestor."""
        inside = (self.first[above] <= self.first[below]) & (self.first[below] < self.first[above] + self.sizes[above])
        return np.where(inside, (self.depths[below] - self.depths[above]).astype(np.float64), np.inf)


def depths(parents: Ints) -> Ints:
    """(nodes,) steps to the root by pointer doubling; ENDLESS for nodes that run into a cycle.

    >>> depths(np.array([-1, 0, 1, 4, 3])).tolist()
    [0, 1, 2, -1, -1]
    """
    nodes = len(parents)
    jump = np.append(np.where(parents < 0, nodes, parents), nodes)
    steps = (jump != nodes).astype(np.int64)
    reach = 1
    while reach <= nodes and (jump != nodes).any():
        steps = steps + steps[jump]
        jump = jump[jump]
        reach *= 2
    return np.where(jump[:-1] == nodes, steps[:-1], ENDLESS)


def forest(parents: Ints, known_depths: Ints | None = None) -> Forest:
    """The preorder of a forest without cycles, level by level; siblings in the order of their numbers."""
    nodes = len(parents)
    deep = depths(parents) if known_depths is None else known_depths
    order = np.lexsort((np.arange(nodes), parents, deep))
    levels = np.searchsorted(deep[order], np.arange(int(deep.max(initial=-1)) + 2))
    sizes = np.ones(nodes, dtype=np.int64)
    for level in range(len(levels) - 2, 0, -1):
        here = order[levels[level] : levels[level + 1]]
        above = parents[here]
        starts = np.flatnonzero(np.append(True, above[1:] != above[:-1]))
        sizes[above[starts]] += np.add.reduceat(sizes[here], starts)
    first = np.zeros(nodes, dtype=np.int64)
    for level in range(len(levels) - 1):
        here = order[levels[level] : levels[level + 1]]
        before = np.cumsum(sizes[here]) - sizes[here]
        if level == 0:
            first[here] = before
            continue
        above = parents[here]
        starts = np.flatnonzero(np.append(True, above[1:] != above[:-1]))
        within = before - np.repeat(before[starts], np.diff(np.append(starts, len(here))))
        first[here] = first[above] + 1 + within
    return Forest(parents, deep, first, sizes)


def shared_subtrees(left: Forest, right: Forest, begins: Ints) -> Ints:
    """(nodes,) how many nodes the subtrees of v in two forests share: a range count in n log m (a wavelet matrix).

    `begins` (nodes,) is the first node of the group of m nodes that a node belongs to; trees stay within their group.
    """
    sequence = np.empty(len(left.first), dtype=np.int64)
    place = right.first - begins
    sequence[left.first] = place
    low, high = np.tile(left.first, 2), np.tile(left.first + left.sizes, 2)
    below = _below(sequence, low, high, np.concatenate([place + right.sizes, place]))
    return below[: len(sequence)] - below[len(sequence) :]


def _below(sequence: Ints, low: Ints, high: Ints, bound: Ints) -> Ints:
    """For each query how many of sequence[low:high] are below `bound`."""
    left, right = low, high
    count = np.zeros(len(low), dtype=np.int64)
    values = sequence
    for bit in range(int(bound.max(initial=0)).bit_length() - 1, -1, -1):
        ones = ((values >> bit) & 1).astype(bool)
        zeros_before = np.concatenate([[0], np.cumsum(~ones)])
        zeros = int(zeros_before[-1])
        zero_left, zero_right = zeros_before[left], zeros_before[right]
        up = ((bound >> bit) & 1).astype(bool)
        count += np.where(up, zero_right - zero_left, 0)
        left = np.where(up, zeros + left - zero_left, zero_left)
        right = np.where(up, zeros + right - zero_right, zero_right)
        values = np.concatenate([values[~ones], values[ones]])
    return count
