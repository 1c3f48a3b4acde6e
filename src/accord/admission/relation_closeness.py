"""Closeness of two annotators' graphs of a document: F of links, GBM, or descendant sets in common."""

from __future__ import annotations

import numpy as np

from accord.admission.pair_closeness import PairwiseCloseness, of_documents
from accord.admission.participants import Participants
from accord.annotations import Relations
from accord.measures.record import Undefined
from accord.measures.relations.argument_graphs import inclusion
from accord.measures.relations.graphs.compared_graphs import comparisons
from accord.measures.relations.graphs.comparisons import Comparisons, Graph
from accord.measures.relations.graphs.descendant_sets import dset_sums
from accord.measures.relations.graphs.directions import averaged
from accord.measures.relations.graphs.links import (
    both_ways_where_symmetric,
    found_in,
    per_node,
    undirected_where_symmetric,
)
from accord.results import DataError, UsageError
from accord.results.arrays import Floats

SCORES = ("links", "labelled_links", "gbm", "dset")


def relation_closeness(data: Relations, who: Participants, score: str | None) -> PairwiseCloseness:
    """Two annotators without a link agree. The default is the F of links, whatever their labels."""
    score = SCORES[0] if score is None else score
    if score not in SCORES:
        raise UsageError(f"score '{score}' is not for relations", f"use {', '.join(SCORES)}")
    try:
        compared = comparisons(data)
    except Undefined as refusal:
        raise DataError("ACC442", refusal.reason, hint="name other annotators or documents") from None
    value = _value(compared, score)
    annotator, partner = (np.array(side, dtype=np.int64)[compared.pair] for side in zip(*compared.pairs, strict=True))
    return of_documents(data, who, score, (compared.document.astype(np.int64), annotator, partner, value))


def _value(compared: Comparisons, score: str) -> Floats:
    """(comparisons,)"""
    left, right = compared.left, compared.right
    if score == "dset":
        graph, other = both_ways_where_symmetric(compared, left), both_ways_where_symmetric(compared, right)
        sums = _sums(compared, dset_sums(compared, graph, other, exact=True, isolated="self"))
        return np.asarray(averaged(1.0)(sums)["value"], dtype=np.float64)
    graph, other = undirected_where_symmetric(compared, left), undirected_where_symmetric(compared, right)
    if score == "gbm":
        first, second = (inclusion(compared, *sides, True, False) for sides in ((graph, other), (other, graph)))
        sums = _sums(compared, np.column_stack([first, per_node(graph), second, per_node(other)]))
        return np.asarray(averaged(1.0)(sums)["value"], dtype=np.float64)
    return _links(compared, graph, other, labelled=score == "labelled_links")


def _links(compared: Comparisons, graph: Graph, other_graph: Graph, *, labelled: bool) -> Floats:
    shared = found_in(compared, graph, both_ways_where_symmetric(compared, other_graph, labelled), labelled)
    sums = _sums(compared, np.column_stack([per_node(graph, shared), per_node(graph), per_node(other_graph)]))
    drawn = sums[:, 1] + sums[:, 2]
    return np.divide(2 * sums[:, 0], drawn, out=np.ones(len(drawn)), where=drawn > 0)


def _sums(compared: Comparisons, values: Floats) -> Floats:
    """(comparisons, sums) what their nodes add up to."""
    made = np.zeros((len(compared), values.shape[1]))
    np.add.at(made, compared.of_node, values)
    return made
