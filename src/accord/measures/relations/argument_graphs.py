"""The measures of argument graphs: the graph-based measure of Kirschner et al. and three mean average recalls."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from accord.annotations.relations import Relations
from accord.measures.descendant_sets import dset_sums
from accord.measures.graph_agreement import Chance, agreement
from accord.measures.graph_comparisons import Comparisons, Graph, comparisons
from accord.measures.graph_directions import averaged
from accord.measures.graph_links import (
    both_ways,
    both_ways_where_symmetric,
    closure,
    common,
    per_node,
    undirected_where_symmetric,
)
from accord.measures.graph_paths import MOST_PATHS, paths_from
from accord.measures.graph_search import distances
from accord.measures.record import BlockKernel, measure
from accord.results import UsageError

Floats = NDArray[np.float64]
MISSING = "Every two annotators who were asked about a document are compared; pairs are averaged."
ASSUMES = (
    "No chance, unless chance= names a null model: corrected = (S_o − S_e) / (1 − S_e), S_e the mean over samples."
)


@measure(
    "relations",
    title="GBM: how far the links of each graph are paths of the other",
    formula="I(A,B) = 1/|E_A| · Σ over links (x,y) of A of 1/SP_B(x,y); the mean of I(A,B) and I(B,A)",
    assumes=ASSUMES,
    missing=MISSING,
    references=("kirschner2015", "boiteau2024"),
    shown=lambda data: not data.undirected,
)
def gbm(
    data: Relations,
    *,
    mean: str = "arithmetic",
    directed: bool = True,
    implicit: bool = False,
    empty: float | None = 1.0,
    chance: str | None = None,
    precision: float = 0.01,
    samples: int | None = None,
    units: str = "alignment",
    seed: int = 0,
) -> BlockKernel:
    compared = comparisons(data, units)

    def score(left: Graph, right: Graph) -> Floats:
        one, other = undirected_where_symmetric(compared, left), undirected_where_symmetric(compared, right)
        first = _inclusion(compared, one, other, directed, implicit)
        second = _inclusion(compared, other, one, directed, implicit)
        return np.column_stack([first, per_node(one), second, per_node(other)])

    return agreement(
        compared,
        score,
        averaged(empty, mean),
        Chance(chance, precision, samples, seed),
        linear=mean == "arithmetic" and not data.symmetric,
        reference="kirschner2015",
        names=data,
    )


def _inclusion(compared: Comparisons, one: Graph, other: Graph, directed: bool, implicit: bool) -> Floats:
    """(nodes,) Σ 1/SP of the links that start there."""
    reached = closure(compared, other) if implicit else both_ways_where_symmetric(compared, other)
    if not directed:
        reached = both_ways(reached)
    near = np.zeros(len(one.origins))
    direct = common(one, reached)
    near[direct] = 1.0
    open_links = np.flatnonzero(~direct)
    forests = compared.forests(reached)[compared.of_node[one.origins[open_links]]]
    quick, slow = open_links[forests], open_links[~forests]
    if len(quick):
        tree = compared.forest_of(reached, compared.forests(reached))
        near[quick] = 1 / tree.distance_up(one.origins[quick], one.targets[quick])
    if len(slow):
        links = (reached.origins, reached.targets)
        far = distances(compared.starts, compared.of_node, links, one.origins[slow], one.targets[slow])
        near[slow] = 1 / far
    return per_node(one, near)


@measure(
    "relations",
    title="MAR over links: the mean of the two recalls of links",
    formula="½ (k/|E_A| + k/|E_B|), k = |E_A ∩ E_B|; labelled=True counts links with the same label only",
    assumes=ASSUMES,
    missing=MISSING,
    references=("putra2022", "boiteau2024"),
    shown=lambda data: not data.undirected,
)
def mar_link(
    data: Relations,
    *,
    labelled: bool = False,
    implicit: bool = False,
    empty: float | None = 1.0,
    chance: str | None = None,
    precision: float = 0.01,
    samples: int | None = None,
    units: str = "alignment",
    seed: int = 0,
) -> BlockKernel:
    compared = comparisons(data, units)

    def score(left: Graph, right: Graph) -> Floats:
        one, other = undirected_where_symmetric(compared, left), undirected_where_symmetric(compared, right)
        wide = [closure(compared, graph, labelled) if implicit else graph for graph in (one, other)]
        first, second = common(one, wide[1], labelled), common(other, wide[0], labelled)
        return np.column_stack([per_node(one, first), per_node(one), per_node(other, second), per_node(other)])

    return agreement(
        compared,
        score,
        averaged(empty),
        Chance(chance, precision, samples, seed),
        linear=not data.symmetric,
        reference="putra2022",
        names=data,
    )


@measure(
    "relations",
    title="MAR over paths: the mean of the two recalls of directed paths",
    formula="½ (k/|P_A| + k/|P_B|), P the simple directed paths of at least one link, k = |P_A ∩ P_B|",
    assumes=ASSUMES,
    missing=MISSING,
    references=("putra2022", "boiteau2024"),
    shown=lambda data: not data.undirected,
)
def mar_path(
    data: Relations,
    *,
    max_path_length: int | None = None,
    max_paths: int = MOST_PATHS,
    implicit: bool = False,
    empty: float | None = 1.0,
    chance: str | None = None,
    precision: float = 0.01,
    samples: int | None = None,
    units: str = "alignment",
    seed: int = 0,
) -> BlockKernel:
    if max_path_length is not None and max_path_length < 1:
        raise UsageError(f"max_path_length={max_path_length}: a path has at least one link")
    compared = comparisons(data, units)

    def counted(graph: Graph) -> Floats:
        return paths_from(compared.of_node, graph.origins, graph.targets, max_path_length, max_paths)

    def score(left: Graph, right: Graph) -> Floats:
        # the paths of both are the paths of the links of both
        if not implicit:
            both = counted(left.keeping(common(left, right)))
            return np.column_stack([both, counted(left), both, counted(right)])
        first = counted(left.keeping(common(left, closure(compared, right))))
        second = counted(right.keeping(common(right, closure(compared, left))))
        return np.column_stack([first, counted(left), second, counted(right)])

    return agreement(
        compared,
        score,
        averaged(empty),
        Chance(chance, precision, samples, seed),
        linear=chance == "permutation",
        reference="putra2022",
        names=data,
    )


@measure(
    "relations",
    title="MAR over descendant sets: which units are below each unit",
    formula="dSet(v) = {v} ∪ {u that reach v}; ½ (Σ f_A(v)/|N_B| + Σ f_B(v)/|N_A|) over the units of both; exact: "
    "f = 1 for equal sets, partial: f_A = |A_v ∩ B_v|/|B_v|",
    assumes=ASSUMES,
    missing=MISSING,
    references=("putra2022", "boiteau2024"),
    shown=lambda data: not data.undirected,
)
def mar_dset(
    data: Relations,
    *,
    match: str = "exact",
    isolated: str = "self",
    implicit: bool = False,
    empty: float | None = 1.0,
    chance: str | None = None,
    precision: float = 0.01,
    samples: int | None = None,
    units: str = "alignment",
    seed: int = 0,
) -> BlockKernel:
    if match not in ("exact", "partial"):
        raise UsageError(f"there is no match '{match}'", "use exact or partial")
    if isolated not in ("self", "empty", "absent"):
        raise UsageError(f"isolated='{isolated}' is not known", "use self, empty or absent")
    compared = comparisons(data, units)

    def score(left: Graph, right: Graph) -> Floats:
        graphs = [closure(compared, graph) if implicit else graph for graph in (left, right)]
        return dset_sums(compared, graphs[0], graphs[1], exact=match == "exact", isolated=isolated)

    return agreement(
        compared,
        score,
        averaged(empty),
        Chance(chance, precision, samples, seed),
        linear=chance == "permutation" or isolated == "self",
        reference="putra2022",
        names=data,
    )
