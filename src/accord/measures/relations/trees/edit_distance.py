"""The edit distance of ordered labelled trees (Zhang & Shasha 1989), many pairs of trees at a time.

Unit costs: insert, delete or relabel a node. What is computed is not the distance but what a mapping saves against
deleting the one tree and inserting the other: 2 for two nodes mapped to each other, 1 if the label changes; the
distance is |x| + |y| − the most that can be saved. The dynamic programme of one pair consists of one table for each two
keyroots; here the tables of all pairs that are ready at the same time are filled together, a row at a time, and leaving
out nodes along a row is one running maximum. A keyroot that is a leaf needs no table: it saves 2 in a subtree that has
its label, else 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from accord.annotations.directed_cycles import ranges
from accord.measures.relations.graphs.forests import depths, forest
from accord.results.arrays import Ints

Counts = NDArray[np.int32] | NDArray[np.int64]
CELLS = 5_000_000  # of tables held at a time


@dataclass(frozen=True, eq=False)
class Ordered:
    """Trees one after the other, the nodes of each in postorder; nodes count from 0 in all arrays."""

    starts: Ints
    """(trees + 1,) where the nodes of each tree begin."""
    labels: Ints
    """(nodes,)"""
    leftmost: Ints
    """(nodes,) the first node of the subtree of each node."""
    keyroots: Ints
    """(keyroots,) nodes with a sibling to the left, and roots, that are not leaves; in order."""
    keyroot_starts: Ints
    """(trees + 1,) where the keyroots of each tree begin."""
    heights: Ints
    """(keyroots,) 0 for a keyroot without another one in its subtree, else one more than the highest there."""

    @cached_property
    def work(self) -> Ints:
        """(trees,) how many rows, or columns, the tables of a tree have; one at least."""
        tree = np.searchsorted(self.keyroot_starts, np.arange(len(self.keyroots)), side="right") - 1
        spans = self.keyroots - self.leftmost[self.keyroots] + 2
        return 1 + np.bincount(tree, weights=spans, minlength=len(self.starts) - 1).astype(np.int64)

    @cached_property
    def leaves(self) -> Ints:
        """(leaves,) in order."""
        return np.flatnonzero(self.leftmost == np.arange(len(self.leftmost)))

    @cached_property
    def leaf_starts(self) -> Ints:
        """(trees + 1,) where the leaves of each tree begin."""
        return np.searchsorted(self.leaves, self.starts)


@dataclass(frozen=True, eq=False)
class Trees:
    """Trees read from left to right and, as distances are the same, from right to left."""

    forth: Ordered
    back: Ordered

    @property
    def sizes(self) -> Ints:
        return np.diff(self.forth.starts)

    @property
    def work(self) -> Ints:
        """(trees,) the lesser work of the two."""
        return np.minimum(self.forth.work, self.back.work)

    def __len__(self) -> int:
        return len(self.forth.starts) - 1


def trees(starts: Ints, parents: Ints, labels: Ints) -> Trees:
    """Trees from the parent of each node (−1 for the root); nodes starts[t] … starts[t + 1] are tree t, each with one
    root, and siblings are in the order of their numbers."""
    turned = np.repeat(starts[:-1] + starts[1:] - 1, np.diff(starts)) - np.arange(len(parents))
    above = parents[turned]
    mirrored = np.where(above >= 0, turned[above], -1)
    return Trees(_ordered(starts, parents, labels), _ordered(starts, mirrored, labels[turned]))


def _ordered(starts: Ints, parents: Ints, labels: Ints) -> Ordered:
    deep = depths(parents)
    shape = forest(parents, deep)
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
    over = np.where(above[keyroots] >= 0, np.searchsorted(keyroots, top[leftmost])[above[keyroots]], -1)
    branched = leftmost[keyroots] < keyroots
    return Ordered(
        starts=starts,
        labels=names,
        leftmost=leftmost,
        keyroots=keyroots[branched],
        keyroot_starts=np.searchsorted(keyroots[branched], starts),
        heights=_heights(over)[branched],
    )


def _heights(parents: Ints) -> Ints:
    deep = depths(parents)
    heights = np.zeros(len(parents), dtype=np.int64)
    for level in range(int(deep.max(initial=0)), 0, -1):
        here = np.flatnonzero(deep == level)
        np.maximum.at(heights, parents[here], heights[here] + 1)
    return heights


def edit_distances(bank: Trees, tree: Ints, partner: Ints) -> Ints:
    """(pairs,) the edit distance of each two trees, given by their numbers.

    >>> two = trees(np.array([0, 3, 5]), np.array([-1, 0, 0, -1, 3]), np.array([1, 2, 3, 1, 3]))
    >>> edit_distances(two, np.array([0, 0]), np.array([1, 0])).tolist()
    [1, 0]
    """
    distances = np.zeros(len(tree), dtype=np.int64)
    work = [side.work[tree] * side.work[partner] for side in (bank.forth, bank.back)]
    for side, chosen in ((bank.forth, work[0] <= work[1]), (bank.back, work[0] > work[1])):
        pairs = np.flatnonzero(chosen & (tree != partner))
        pairs = pairs[np.argsort(work[0][pairs] + work[1][pairs], kind="stable")]  # tables of like sizes together
        part = np.cumsum(np.minimum(*work)[pairs]) // CELLS
        for number in np.unique(part):
            here = pairs[part == number]
            distances[here] = _distances(side, tree[here], partner[here])
    return distances


def _distances(bank: Ordered, tree: Ints, partner: Ints) -> Ints:
    sizes = np.diff(bank.starts)
    rows, widths = sizes[tree], sizes[partner]
    offsets = np.concatenate([[0], np.cumsum(rows * widths)])
    # a cell of `saved` is base + row node · width + column node
    base = offsets[:-1] - bank.starts[tree] * widths - bank.starts[partner]
    saved = _by_labels(bank, tree, partner)
    pair, leaf, node, most = _with_leaves(bank, tree, partner)
    saved[base[pair] + leaf * widths[pair] + node] = most
    pair, leaf, node, most = _with_leaves(bank, partner, tree)
    saved[base[pair] + node * widths[pair] + leaf] = most
    pair, row_root, column_root = _tables(bank, tree, partner)
    ready = bank.heights[row_root] + bank.heights[column_root]  # what a table needs has a smaller sum
    row_end, column_end = bank.keyroots[row_root], bank.keyroots[column_root]
    height = row_end - bank.leftmost[row_end] + 1
    order = np.lexsort((-height, ready))
    edges = np.flatnonzero(ready[order][1:] != ready[order][:-1]) + 1
    for here in np.split(order, edges) if len(order) else ():
        _fill(bank, base[pair[here]], widths[pair[here]], row_end[here], column_end[here], saved)
    return np.asarray(rows + widths - saved[offsets[1:] - 1])


def _by_labels(bank: Ordered, tree: Ints, partner: Ints) -> NDArray[np.int32]:
    """(row nodes × column nodes of all pairs,) what two nodes save if they are mapped to each other."""
    sizes = np.diff(bank.starts)
    rows = ranges(bank.starts[tree], bank.starts[tree + 1])
    first, last = (np.repeat(bank.starts[partner + step], sizes[tree]) for step in (0, 1))
    same = np.repeat(bank.labels[rows], last - first) == bank.labels[ranges(first, last)]
    return np.asarray(1 + same, dtype=np.int32)


def _with_leaves(bank: Ordered, tree: Ints, partner: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """(leaves of one × nodes of the other,) pair, leaf, node, and what the leaf saves in the subtree of the node."""
    of_leaf = np.repeat(np.arange(len(tree)), bank.leaf_starts[tree + 1] - bank.leaf_starts[tree])
    leaf = bank.leaves[ranges(bank.leaf_starts[tree], bank.leaf_starts[tree + 1])]
    first, last = bank.starts[partner][of_leaf], bank.starts[partner + 1][of_leaf]
    node = ranges(first, last)
    which = np.repeat(np.arange(len(leaf)), last - first)
    same = np.concatenate([[0], np.cumsum(bank.labels[leaf][which] == bank.labels[node])])
    place = np.arange(len(node))
    return of_leaf[which], leaf[which], node, 1 + (same[place + 1] > same[place - node + bank.leftmost[node]])


def _tables(bank: Ordered, tree: Ints, partner: Ints) -> tuple[Ints, Ints, Ints]:
    """(tables,) pair, keyroot of the one tree and of the other."""
    first, second = bank.keyroot_starts[tree], bank.keyroot_starts[partner]
    rows, columns = bank.keyroot_starts[tree + 1] - first, bank.keyroot_starts[partner + 1] - second
    pair = np.repeat(np.arange(len(tree)), rows * columns)
    number = ranges(np.zeros(len(tree), dtype=np.int64), rows * columns)
    return pair, first[pair] + number // columns[pair], second[pair] + number % columns[pair]


def _fill(
    bank: Ordered,
    base: Ints,
    widths: Ints,
    row_end: Ints,
    column_end: Ints,
    saved: NDArray[np.int32],
) -> None:
    """Fill the tables of these keyroots, the highest first, and write what subtrees save that is found on the way.

    `saved` holds what two nodes save until the table where their subtrees are compared is filled, then what these save.
    """
    leftmost = bank.leftmost
    row_first, column_first = leftmost[row_end], leftmost[column_end]
    heights, columns = row_end - row_first + 1, column_end - column_first + 2  # a column for nothing before the first
    begins = np.concatenate([[0], np.cumsum(columns)])
    total, rows = int(begins[-1]), int(heights.max())
    table = np.repeat(np.arange(len(columns)), columns)
    node = np.arange(total) - np.repeat(begins[:-1] - column_first + 1, columns)
    node[begins[:-1]] += 1  # nothing has no node, and what is found there is overwritten
    before = leftmost[node] + np.repeat(begins[:-1] - column_first, columns)  # the forest to the left, as a column
    straight = before == np.repeat(begins[:-1], columns)
    straight[begins[:-1]] = False
    cell = np.repeat(base, columns) + node
    # each table counts from a number of its own above all of the tables before: one running maximum serves all
    gap = 2 * min(rows, int(columns.max())) + 1
    numbers: Ints = gap * np.arange(len(columns) + 1)
    zero: Counts = numbers[:-1] if numbers[-1] > np.iinfo(np.int32).max else numbers[:-1].astype(np.int32)
    filled = np.empty((rows + 1, total), dtype=zero.dtype)
    filled[0] = zero[table]
    spare = np.empty(total, dtype=zero.dtype)
    widest = int(columns.max())
    active = np.searchsorted(-heights, -np.arange(1, rows + 1), side="right")
    for row in range(1, rows + 1):
        several = int(active[row - 1])
        live = int(begins[several])
        here = columns[:several]
        now = row_first[:several] + row - 1
        left = leftmost[now] - row_first[:several]
        both = np.flatnonzero(np.repeat(left == 0, here) & straight[:live])
        source = np.repeat(left * total, here)
        source += before[:live]
        cells = np.repeat(now * widths[:several], here)
        cells += cell[:live]
        above, best = filled[row - 1, :live], filled[row, :live]
        np.take(filled.reshape(-1), source, out=best, mode="clip")
        best[both] = above[both - 1]  # two whole subtrees: what is before them lacks their roots only
        np.add(best, np.take(saved, cells, mode="clip"), out=best)
        np.maximum(best, above, out=best)
        best[begins[:several]] = zero[:several]
        _running_maximum(best, spare[:live], widest)
        saved[cells[both]] = best[both] - zero[table[both]]


def _running_maximum(values: Counts, spare: Counts, widest: int) -> None:
    """In place, over at most `widest` values to the left: doubling is several times faster than accumulating."""
    source, target = values, spare
    reach = 1
    while reach < widest:
        target[:reach] = source[:reach]
        np.maximum(source[reach:], source[:-reach], out=target[reach:])
        source, target = target, source
        reach *= 2
    if source is not values:
        values[:] = source
