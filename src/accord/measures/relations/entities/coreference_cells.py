"""Two partitions of mentions into entities, crossed: how many mentions two entities share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.measures.relations.graphs.comparisons import Comparisons, Graph
from accord.measures.relations.graphs.links import classes
from accord.results.arrays import Bools, Floats, Ints


@dataclass(frozen=True, eq=False)
class Crossed:
    """Entities of two annotators; the arrays are (nodes,), 0 for a node that is not a mention there.

    `size` and `other_size`: mentions in the entity of the node; `shared`: mentions in both its entities;
    `kept` and `other_kept`: mentions in its entity that the other annotator has too.
    """

    mention: Bools
    other_mention: Bools
    size: Ints
    other_size: Ints
    shared: Ints
    kept: Ints
    other_kept: Ints
    mentions: Ints
    """(nodes,) mentions in the comparison: of the one, of the other, of both."""
    other_mentions: Ints
    common: Ints
    entity: Ints
    other_entity: Ints
    """(nodes,) the entity's number, unique across comparisons."""

    @property
    def both(self) -> Bools:
        return self.mention & self.other_mention

    def turned(self) -> Crossed:
        """The same with the two annotators exchanged."""
        return Crossed(
            self.other_mention,
            self.mention,
            self.other_size,
            self.size,
            self.shared,
            self.other_kept,
            self.kept,
            self.other_mentions,
            self.mentions,
            self.common,
            self.other_entity,
            self.entity,
        )


def crossed(compared: Comparisons, left: Graph, right: Graph, singletons: bool = True) -> Crossed:
    """Entities are what links join, whatever their direction; units in the structure without a link are singletons."""
    entity, mention, size = _entities(left, singletons)
    other_entity, other_mention, other_size = _entities(right, singletons)
    both = mention & other_mention
    _, cell, count = np.unique(entity[both] * left.nodes + other_entity[both], return_inverse=True, return_counts=True)
    shared = np.zeros(left.nodes, dtype=np.int64)
    shared[both] = count[cell.reshape(-1)]

    def in_comparison(which: Bools) -> Ints:
        return np.bincount(compared.of_node[which], minlength=len(compared))[compared.of_node]

    return Crossed(
        mention,
        other_mention,
        size,
        other_size,
        shared,
        np.bincount(entity[both], minlength=left.nodes)[entity],
        np.bincount(other_entity[both], minlength=left.nodes)[other_entity],
        in_comparison(mention),
        in_comparison(other_mention),
        in_comparison(both),
        entity,
        other_entity,
    )


def _entities(graph: Graph, singletons: bool) -> tuple[Ints, Bools, Ints]:
    """(nodes,) the entity of each node, whether it is a mention, and the mentions of its entity."""
    entity = classes(graph.nodes, graph.origins, graph.targets)
    mention = graph.inside
    size = np.bincount(entity[mention], minlength=graph.nodes)[entity]
    if not singletons:
        mention = mention & (size > 1)
    return entity, mention, np.where(mention, size, 0)


def best_partners(cross: Crossed, similarity: Floats) -> Bools:
    """(nodes,) whether the two entities of a mention are partners in the one-to-one map of largest total similarity.

    `similarity` (nodes,) is that of the two entities of each common mention. Entities that share no mention have none,
    so that each group of overlapping entities is solved alone.
    """
    both = np.flatnonzero(cross.both)
    if not len(both):
        return np.zeros(len(cross.entity), dtype=bool)
    rows, row = np.unique(cross.entity[both], return_inverse=True)
    columns, column = np.unique(cross.other_entity[both], return_inverse=True)
    row, column = row.reshape(-1), column.reshape(-1)
    _, first, cell = np.unique(row * len(columns) + column, return_index=True, return_inverse=True)
    cell_row, cell_column, gain = row[first], column[first], similarity[both[first]]
    partners = np.zeros(len(cross.entity), dtype=bool)
    partners[both] = _assigned(cell_row, cell_column, gain, len(rows), len(columns))[cell.reshape(-1)]
    return partners


def _assigned(row: Ints, column: Ints, gain: Floats, rows: int, columns: int) -> Bools:
    """(cells,) the best one-to-one choice of cells, group by group of cells that touch."""
    from scipy.optimize import linear_sum_assignment

    alone = (np.bincount(row, minlength=rows)[row] == 1) & (np.bincount(column, minlength=columns)[column] == 1)
    chosen = np.array(alone, dtype=bool)
    cells = np.flatnonzero(~alone)
    if not len(cells):
        return chosen
    group = classes(rows + columns, row[cells], rows + column[cells])[row[cells]]
    order = np.lexsort((-gain[cells], group))
    cells, group = cells[order], group[order]
    row_place, heights = _places(group, row[cells])
    column_place, widths = _places(group, column[cells])
    edges = np.flatnonzero(np.append(True, group[1:] != group[:-1]))
    stars = (heights[edges] == 1) | (widths[edges] == 1)
    chosen[cells[edges[stars]]] = True  # one entity for several: the best of them comes first
    ends = np.append(edges[1:], len(cells))
    for first, last in zip(edges[~stars].tolist(), ends[~stars].tolist(), strict=True):
        table = np.zeros((heights[first], widths[first]))
        table[row_place[first:last], column_place[first:last]] = gain[cells[first:last]]
        number = np.full(table.shape, -1)
        number[row_place[first:last], column_place[first:last]] = cells[first:last]
        picked = number[linear_sum_assignment(table, maximize=True)]
        chosen[picked[picked >= 0]] = True
    return chosen


def _places(group: Ints, entity: Ints) -> tuple[Ints, Ints]:
    """(cells,) the place of each entity among those of its group, and how many there are."""
    width = int(entity.max()) + 1
    keys, place = np.unique(group * width + entity, return_inverse=True)
    first, last = (np.searchsorted(keys // width, group, side=side) for side in ("left", "right"))
    return place.reshape(-1) - first, last - first
