"""The graphs of every two annotators who were asked about the same document, over the units of both."""

from __future__ import annotations

import numpy as np

from accord.annotations.directed_cycles import ranges
from accord.annotations.relations import Relations
from accord.annotations.sparse import distinct_pairs
from accord.measures.relations.graphs.comparisons import Comparisons, Graph, Members, compared
from accord.measures.relations.graphs.unit_matching import matched_comparisons
from accord.results.arrays import Ints


def comparisons(relations: Relations, units: str = "alignment") -> Comparisons:
    """Every two annotators who were asked about the same document; `units` tells how own units are matched."""
    document, annotator, partner = compared(relations)
    if not relations.given:
        return matched_comparisons(relations, document, annotator, partner, units)
    sizes = np.diff(relations.bounds)[document]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    shift = starts[:-1] - relations.bounds[document]
    pairs, pair = distinct_pairs(annotator, partner)
    members = Members.of(relations)
    return Comparisons(
        left=_side(relations, members, document, annotator, shift, int(starts[-1])),
        right=_side(relations, members, document, partner, shift, int(starts[-1])),
        starts=starts,
        document=document,
        pair=pair,
        pairs=tuple((int(a), int(b)) for a, b in pairs),
        units=np.arange(int(starts[-1])) - np.repeat(starts[:-1], sizes),
        documents=relations.n_documents,
        symmetric=np.append(relations.symmetric_codes, False),
    )


def _side(relations: Relations, members: Members, document: Ints, who: Ints, shift: Ints, nodes: int) -> Graph:
    """The graphs of one annotator of each comparison; `shift` moves units to nodes."""
    cell = document * relations.n_annotators + who
    first, last = relations.relation_bounds[cell], relations.relation_bounds[cell + 1]
    rows, moved = ranges(first, last), np.repeat(shift, last - first)
    inside, kinds = np.zeros(nodes, dtype=bool), np.full(nodes, -1, dtype=np.int32)
    first, last = members.bounds[cell], members.bounds[cell + 1]
    member_rows = ranges(first, last)
    place = members.units[member_rows] + np.repeat(shift, last - first)
    inside[place], kinds[place] = True, members.types[member_rows]
    blank = Graph(
        origins=np.zeros(0, dtype=np.int64),
        targets=np.zeros(0, dtype=np.int64),
        codes=np.zeros(0, dtype=np.int32),
        present=np.ones(nodes, dtype=bool),
        inside=inside,
        kinds=kinds,
    )
    return blank.linked(relations.origins[rows] + moved, relations.targets[rows] + moved, relations.codes[rows])
