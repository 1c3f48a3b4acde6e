"""The edit distance of ordered labelled trees (Zhang & Shasha 1989), many pairs of trees at a time.

Unit costs: insert, delete or relabel a node. The dynamic programme of one pair consists of one table for each two
keyroots; here the tables of all pairs that are ready at the same time are filled together, a row at a time, and
insertions along a row are one cumulative minimum.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from accord.annotations.relation_constraints import ranges
from accord.measures.graph_forests import Integers, depths, forest

CELLS = 2_000_000  # of tables held at a time


@dataclass(frozen=True, eq=False)
class Ordered:
    """Trees one after the other, the nodes of each in postorder; nodes count from 0 in all arrays."""

    starts: Integers
    """(trees + 1,) where the nodes of each tree begin."""
    labels: Integers
    """(nodes,)"""
    leftmost: Integers
    """(nodes,) the first node of the subtree of each node."""
    keyroots: Integers
    """(keyroots,) nodes with a sibling to the left, and roots; in order."""
    keyroot_starts: Integers
    """(trees + 1,) where the keyroots of each tree begin."""
    heights: Integers
    """(keyroots,) 0 for a keyroot without another one in its subtree, else one more than the highest there."""

    @cached_property
    def work(self) -> Integers:
        """(trees,) how many rows, or columns, the tables of a tree have."""
        spans = self.keyroots - self.leftmost[self.keyroots] + 2
        return np.add.reduceat(spans, self.keyroot_starts[:-1]) if len(self.starts) > 1 else spans


@dataclass(frozen=True, eq=False)
class Trees:
    """Trees read from left to right and, as distances are the same, from right to left."""

    forth: Ordered
    back: Ordered

    @property
    def sizes(self) -> Integers:
        return np.diff(self.forth.starts)

    @property
    def work(self) -> Integers:
        """(trees,) the lesser work of the two."""
        return np.minimum(self.forth.work, self.back.work)

    def __len__(self) -> int:
        return len(self.forth.starts) - 1


def trees(starts: Integers, parents: Integers, labels: Integers) -> Trees:
    """Trees from the parent of each node (−1 for the root); nodes starts[t] … starts[t + 1] are tree t, each with one
    root, and siblings are in the order of their numbers."""
    turned = np.repeat(starts[:-1] + starts[1:] - 1, np.diff(starts)) - np.arange(len(parents))
    above = parents[turned]
    mirrored = np.where(above >= 0, turned[above], -1)
    return Trees(_ordered(starts, parents, labels), _ordered(starts, mirrored, labels[turned]))


def _ordered(starts: Integers, parents: Integers, labels: Integers) -> Ordered:
    deep = depths(parents)
    shape = forest(parents, deep)
    of_node = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    # forest() numbers all roots first by tree, so that preorder numbers of a tree are contiguous
    post = shape.first + shape.sizes - 1 - deep
    leftmost = np.empty_like(post)
    leftmost[post] = post - shape.sizes + 1
    names = np.empty_like(labels)
    names[post] = labels
    above = np.full(len(post), -1, dtype=np.int64)
    above[post] = np.where(parents >= 0, post[parents], -1)
    top = np.empty_like(post)
    top[leftmost] = np.arange(len(post))  # the last, and highest, node with this leftmost one
    keyroots = np.unique(top[leftmost])
    place = np.searchsorted(keyroots, top[leftmost])
    over = np.where(above[keyroots] >= 0, place[above[keyroots]], -1)
    return Ordered(
        starts=starts,
        labels=names,
        leftmost=leftmost,
        keyroots=keyroots,
        keyroot_starts=np.searchsorted(of_node[keyroots], np.arange(len(starts))),
        heights=_heights(over),
    )


def _heights(parents: Integers) -> Integers:
    deep = depths(parents)
    heights = np.zeros(len(parents), dtype=np.int64)
    for level in range(int(deep.max(initial=0)), 0, -1):
        here = np.flatnonzero(deep == level)
        np.maximum.at(heights, parents[here], heights[here] + 1)
    return heights


def edit_distances(bank: Trees, one: Integers, other: Integers) -> Integers:
    """(pairs,) the edit distance of each two trees, given by their numbers.

    >>> two = trees(np.array([0, 3, 5]), np.array([-1, 0, 0, -1, 3]), np.array([1, 2, 3, 1, 3]))
    >>> edit_distances(two, np.array([0, 0]), np.array([1, 0])).tolist()
    [1, 0]
    """
    found = np.zeros(len(one), dtype=np.int64)
    work = [side.work[one] * side.work[other] for side in (bank.forth, bank.back)]
    for side, chosen in ((bank.forth, work[0] <= work[1]), (bank.back, work[0] > work[1])):
        pairs = np.flatnonzero(chosen)
        pairs = pairs[np.argsort(work[0][pairs] + work[1][pairs], kind="stable")]  # tables of like sizes together
        part = np.cumsum(np.minimum(*work)[pairs]) // CELLS
        for number in np.unique(part):
            here = pairs[part == number]
            found[here] = _distances(side, one[here], other[here])
    return found


def _distances(bank: Ordered, one: Integers, other: Integers) -> Integers:
    sizes = np.diff(bank.starts)
    rows, widths = sizes[one], sizes[other]
    offsets = np.concatenate([[0], np.cumsum(rows * widths)])
    subtree = np.zeros(int(offsets[-1]), dtype=np.int32)
    # a cell of `subtree` is base + row node · width + column node
    base = offsets[:-1] - bank.starts[one] * widths - bank.starts[other]
    pair, row_root, column_root = _tables(bank, one, other)
    ready = bank.heights[row_root] * (int(bank.heights.max(initial=0)) + 1) + bank.heights[column_root]
    row_end, column_end = bank.keyroots[row_root], bank.keyroots[column_root]
    height = row_end - bank.leftmost[row_end] + 1
    order = np.lexsort((-height, ready))
    edges = np.flatnonzero(np.append(True, ready[order][1:] != ready[order][:-1]))
    for here in np.split(order, edges[1:]):
        _fill(bank, base[pair[here]], widths[pair[here]], row_end[here], column_end[here], subtree)
    return np.asarray(subtree[offsets[1:] - 1], dtype=np.int64)


def _tables(bank: Ordered, one: Integers, other: Integers) -> tuple[Integers, Integers, Integers]:
    """(tables,) pair, keyroot of the one tree and of the other."""
    first, second = bank.keyroot_starts[one], bank.keyroot_starts[other]
    rows, columns = bank.keyroot_starts[one + 1] - first, bank.keyroot_starts[other + 1] - second
    pair = np.repeat(np.arange(len(one)), rows * columns)
    number = ranges(np.zeros(len(one), dtype=np.int64), rows * columns)
    return pair, first[pair] + number // columns[pair], second[pair] + number % columns[pair]


def _fill(
    bank: Ordered,
    base: Integers,
    widths: Integers,
    row_end: Integers,
    column_end: Integers,
    subtree: NDArray[np.int32],
) -> None:
    """Fill the tables of these keyroots, the highest first, and write the distances of subtrees found on the way."""
    leftmost, labels = bank.leftmost, bank.labels
    row_first, column_first = leftmost[row_end], leftmost[column_end]
    heights, columns = row_end - row_first + 1, column_end - column_first + 2  # a column for nothing before the first
    begins = np.concatenate([[0], np.cumsum(columns)])
    total = int(begins[-1])
    table = np.repeat(np.arange(len(columns)), columns)
    place = np.arange(total) - begins[table]
    node = np.where(place > 0, column_first[table] + place - 1, column_first[table])
    straight = (leftmost[node] == column_first[table]) & (place > 0)
    before = begins[table] + leftmost[node] - column_first[table]
    cell = base[table] + node
    column_label = labels[node]
    gap = int(heights.max() + columns.max()) * 2 + 1
    apart = table * gap + place  # keeps the minimum of one table out of the next
    rows = int(heights.max())
    filled = np.zeros((rows + 1) * total, dtype=np.int32)
    filled[:total] = place
    active = np.searchsorted(-heights, -np.arange(1, rows + 1), side="right")
    for row in range(1, rows + 1):
        several = int(active[row - 1])
        live = int(begins[several])
        here = table[:live]
        now = row_first[:several] + row - 1
        first = leftmost[now]
        above = filled[(row - 1) * total : (row - 1) * total + live]
        cells = (now * widths[:several])[here] + cell[:live]
        both = (first == row_first[:several])[here] & straight[:live]
        best = filled[((first - row_first[:several]) * total)[here] + before[:live]] + subtree[cells]
        renamed = labels[now][here] != column_label[:live]
        best[1:] = np.where(both[1:], above[:-1] + renamed[1:], best[1:])
        np.minimum(best, above + 1, out=best)
        best[begins[:several]] = row
        line = np.minimum.accumulate(best - apart[:live]) + apart[:live]
        filled[row * total : row * total + live] = line
        subtree[cells[both]] = line[both]
