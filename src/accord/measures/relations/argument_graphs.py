"""The measures of argument graphs: the graph-based measure of Kirschner et al. and three mean average recalls."""

from __future__ import annotations

from functools import partial

import numpy as np

from accord.annotations.relations import Relations
from accord.measures.record import BlockKernel, Parameter, measure
from accord.measures.relations.graphs.agreement import Chance, agreement
from accord.measures.relations.graphs.compared_graphs import comparisons
from accord.measures.relations.graphs.comparisons import Comparisons, Graph
from accord.measures.relations.graphs.descendant_sets import dset_sums
from accord.measures.relations.graphs.directions import averaged
from accord.measures.relations.graphs.links import (
    both_ways,
    both_ways_where_symmetric,
    closure,
    common,
    found_in,
    per_node,
    undirected_where_symmetric,
)
from accord.measures.relations.graphs.paths import MOST_PATHS, paths_from
from accord.measures.relations.graphs.search import distances
from accord.measures.relations.parameters import (
    CHANCE,
    DIRECTED,
    EMPTY,
    IMPLICIT,
    LABELLED,
    MEAN,
    UNITS,
    corrected_by_chance,
)
from accord.measures.relations.structure import are_directed, is_coreference
from accord.results import UsageError
from accord.results.arrays import Floats, Ints

MISSING = "Every two annotators who were asked about a document are compared; pairs are averaged."
ASSUMES = (
    "A relation of a symmetric type is one link and holds in both directions. No chance, unless chance= names a null "
    "model: corrected = (S_o − S_e) / (1 − S_e), S_e the mean over samples."
)


graph_measure = partial(
    measure,
    "relations",
    assumes=ASSUMES,
    missing=MISSING,
    family="graphs",
    blocks=(CHANCE, UNITS),
    corrected=corrected_by_chance,
    by_document=True,
)


@graph_measure(
    title="GBM: how closely the links of each graph are paths of the other",
    formula="I(A,B) = 1/|E_A| · Σ over links (x,y) of A of 1/SP_B(x,y); the mean of I(A,B) and I(B,A)",
    references=("kirschner2015", "boiteau2024"),
    shown=are_directed,
    headline=6,
    about={**MEAN, **DIRECTED, **IMPLICIT, **EMPTY},
    shown_with=({"chance": "permutation"},),
)
def gbm(
    data: Relations,
    *,
    mean: str = "arithmetic",
    directed: bool = True,
    implicit: bool = False,
    empty: float | None = 1.0,
    chance: Chance,
    units: str,
) -> BlockKernel:
    compared = comparisons(data, units)

    def score(left: Graph, right: Graph) -> Floats:
        graph, partner = undirected_where_symmetric(compared, left), undirected_where_symmetric(compared, right)
        first = inclusion(compared, graph, partner, directed, implicit)
        second = inclusion(compared, partner, graph, directed, implicit)
        return np.column_stack([first, per_node(graph), second, per_node(partner)])

    return agreement(
        compared,
        score,
        averaged(empty, mean),
        chance,
        linear=mean == "arithmetic" and not data.symmetric,
        reference="kirschner2015",
        names=data,
    )


def inclusion(compared: Comparisons, graph: Graph, partner: Graph, directed: bool, implicit: bool) -> Floats:
    """(nodes,) Σ 1/SP of the links that start there; of a symmetric type the shorter way counts."""
    reached = closure(compared, partner) if implicit else both_ways_where_symmetric(compared, partner)
    if not directed:
        reached = both_ways(reached)
    near = found_in(compared, graph, reached).astype(np.float64)
    away = np.flatnonzero(near == 0)
    near[away] = _nearness(compared, reached, graph.origins[away], graph.targets[away])
    back = away[compared.symmetric[graph.codes[away]]]
    near[back] = np.maximum(near[back], _nearness(compared, reached, graph.targets[back], graph.origins[back]))
    return per_node(graph, near)


def _nearness(compared: Comparisons, graph: Graph, origins: Ints, targets: Ints) -> Floats:
    """(pairs of units,) 1/SP, 0 without a path."""
    near = np.zeros(len(origins))
    forests = compared.forests(graph)
    quick = forests[compared.of_node[origins]]
    if quick.any():
        near[quick] = 1 / compared.forest_of(graph, forests).distance_up(origins[quick], targets[quick])
    if not quick.all():
        links = (graph.origins, graph.targets)
        near[~quick] = 1 / distances(compared.starts, compared.of_node, links, origins[~quick], targets[~quick])
    return near


recall_measure = partial(graph_measure, references=("putra2022", "boiteau2024"))
mean_recall = partial(agreement, reference="putra2022")


@recall_measure(
    title="MAR over links: the mean of the two recalls of links",
    formula="½ (k/|E_A| + k/|E_B|), k = |E_A ∩ E_B|; labelled=True counts links with the same label only",
    shown=lambda data: not is_coreference(data),
    human="MAR of links",
    headline=7,
    between_two=True,
    about={**LABELLED, **IMPLICIT, **EMPTY},
)
def mar_link(
    data: Relations,
    *,
    labelled: bool = False,
    implicit: bool = False,
    empty: float | None = 1.0,
    chance: Chance,
    units: str,
) -> BlockKernel:
    compared = comparisons(data, units)

    def score(left: Graph, right: Graph) -> Floats:
        graph, partner = undirected_where_symmetric(compared, left), undirected_where_symmetric(compared, right)
        widen = closure if implicit else both_ways_where_symmetric
        first = found_in(compared, graph, widen(compared, partner, labelled), labelled)
        second = found_in(compared, partner, widen(compared, graph, labelled), labelled)
        return np.column_stack([per_node(graph, first), per_node(graph), per_node(partner, second), per_node(partner)])

    return mean_recall(compared, score, averaged(empty), chance, linear=not data.symmetric, names=data)


@recall_measure(
    title="MAR over paths: the mean of the two recalls of directed paths",
    formula="½ (k/|P_A| + k/|P_B|), P the simple directed paths of at least one link, k = |P_A ∩ P_B|",
    human="MAR of paths",
    about={
        "max_path_length": Parameter("Paths of more links than this are left out; None: none are."),
        "max_paths": Parameter("Beyond so many paths of a document the measure is refused."),
        **IMPLICIT,
        **EMPTY,
    },
)
def mar_path(
    data: Relations,
    *,
    max_path_length: int | None = None,
    max_paths: int = MOST_PATHS,
    implicit: bool = False,
    empty: float | None = 1.0,
    chance: Chance,
    units: str,
) -> BlockKernel:
    if max_path_length is not None and (not isinstance(max_path_length, int | np.integer) or max_path_length < 1):
        raise UsageError(f"max_path_length={max_path_length!r}: a path has at least one link")
    compared = comparisons(data, units)

    def counted(graph: Graph) -> Floats:
        return paths_from(compared.of_node, graph.origins, graph.targets, max_path_length, max_paths)

    def score(left: Graph, right: Graph) -> Floats:
        graph, partner = both_ways_where_symmetric(compared, left), both_ways_where_symmetric(compared, right)
        # the paths of both are the paths of the links of both
        if not implicit:
            both = counted(graph.keeping(common(graph, partner)))
            return np.column_stack([both, counted(graph), both, counted(partner)])
        first = counted(graph.keeping(common(graph, closure(compared, right))))
        second = counted(partner.keeping(common(partner, closure(compared, left))))
        return np.column_stack([first, counted(graph), second, counted(partner)])

    return mean_recall(compared, score, averaged(empty), chance, linear=chance.model == "permutation", names=data)


@recall_measure(
    title="MAR over descendant sets: which units are below each unit",
    formula="dSet(v) = {v} ∪ {u that reach v}; ½ (Σ f_A(v)/|N_B| + Σ f_B(v)/|N_A|) over the units of both; exact: "
    "f = 1 for equal sets, partial: f_A = |A_v ∩ B_v|/|B_v|",
    human="MAR of descendant sets",
    about={
        "match": Parameter("Sets count when equal, or by the share that is the same.", ("exact", "partial")),
        "isolated": Parameter(
            "What a unit without a link has below it: itself, nothing, or it is left out.", ("self", "empty", "absent")
        ),
        **IMPLICIT,
        **EMPTY,
    },
)
def mar_dset(
    data: Relations,
    *,
    match: str = "exact",
    isolated: str = "self",
    implicit: bool = False,
    empty: float | None = 1.0,
    chance: Chance,
    units: str,
) -> BlockKernel:
    if match not in ("exact", "partial"):
        raise UsageError(f"there is no match '{match}'", "use exact or partial")
    if isolated not in ("self", "empty", "absent"):
        raise UsageError(f"isolated='{isolated}' is not known", "use self, empty or absent")
    compared = comparisons(data, units)

    def score(left: Graph, right: Graph) -> Floats:
        widen = closure if implicit else both_ways_where_symmetric
        graph, partner = widen(compared, left), widen(compared, right)
        return dset_sums(compared, graph, partner, exact=match == "exact", isolated=isolated)

    return mean_recall(
        compared, score, averaged(empty), chance, linear=chance.model == "permutation" or isolated == "self", names=data
    )
