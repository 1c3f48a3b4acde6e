"""Each unit's head: attachment scores of dependency trees, and Krippendorff's α over heads as nominal values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from accord.annotations.directed_cycles import ranges
from accord.annotations.relations import Relations
from accord.annotations.sparse import distinct_pairs
from accord.measures.record import BlockKernel, measure
from accord.measures.relations.graphs.agreement import Chance, agreement
from accord.measures.relations.graphs.compared_graphs import comparisons
from accord.measures.relations.graphs.comparisons import Graph, Members
from accord.measures.relations.graphs.directions import value_of_nothing
from accord.measures.relations.graphs.links import both_ways_where_symmetric, common, per_node
from accord.measures.relations.graphs.unit_matching import with_given_units
from accord.measures.relations.nominal_documents import UnitValues, nominal_alpha
from accord.measures.relations.parameters import CHANCE, EMPTY, LABELLED, UNITS, corrected_by_chance
from accord.measures.relations.structure import are_graphs, are_trees
from accord.results.arrays import Floats, Ints

MISSING = "Every two annotators who were asked about a document are compared; pairs are averaged."
ASSUMES = (
    "A unit's head is the target of its outgoing relation; the ends of a symmetric one are each other's. No chance, "
    "unless chance= names a null model."
)
COUNTED = "Units in the structure of at least one of the two count; a unit without a head is a root."


attachment_score = partial(
    measure,
    "relations",
    assumes=ASSUMES,
    missing=f"{MISSING} {COUNTED}",
    references=("buchholz2006",),
    shown=are_trees,
    family="heads",
    about=EMPTY,
    blocks=(CHANCE, UNITS),
    corrected=corrected_by_chance,
    by_document=True,
)


@attachment_score(
    title="UAS: share of units with the same head",
    formula="units with the same head (or heads, or none) in both / units; symmetric in the two annotators",
    headline=3,
)
def uas(
    data: Relations,
    *,
    empty: float | None = 1.0,
    chance: Chance,
    units: str,
) -> BlockKernel:
    return _attachment(data, False, empty, chance, units)


@attachment_score(
    title="LAS: share of units with the same head and label",
    formula="units with the same head and label in both / units; the label of a root is the type of the unit",
)
def las(
    data: Relations,
    *,
    empty: float | None = 1.0,
    chance: Chance,
    units: str,
) -> BlockKernel:
    return _attachment(data, True, empty, chance, units)


@measure(
    "relations",
    title="Krippendorff's α over heads: any number of annotators",
    formula="α = 1 − D_o/D_e; the value of a unit is its head (none: root; outside the structure is a value too); D_e "
    "pairs the heads given within a document",
    assumes="Chance heads are drawn without replacement from the heads that were given in the same document.",
    missing="Only units that two annotators were asked about count.",
    references=("krippendorff2004", "krippendorff2011"),
    shown=lambda data: are_trees(data) or (are_graphs(data) and data.constraint == "argument"),
    family="heads",
    human="α over heads",
    headline=2,
    corrected=True,
    by_document=True,
    about=LABELLED,
    blocks=(UNITS,),
)
def alpha_heads(
    data: Relations,
    *,
    labelled: bool = False,
    units: str,
) -> BlockKernel:
    return nominal_alpha(head_values(with_given_units(data, units), labelled))


def _attachment(data: Relations, labelled: bool, empty: float | None, chance: Chance, units: str) -> BlockKernel:
    compared = comparisons(data, units)
    nothing = value_of_nothing(empty)

    def score(left: Graph, right: Graph) -> Floats:
        first, second = (both_ways_where_symmetric(compared, graph, labelled) for graph in (left, right))
        shared = per_node(first, common(first, second, labelled))
        same = (shared == per_node(first)) & (shared == per_node(second))
        same &= left.inside == right.inside
        if labelled:
            same &= (shared > 0) | (left.kinds == right.kinds)
        counted = left.inside | right.inside
        return np.column_stack([same & counted, counted]).astype(np.float64)

    def finish(sums: Floats) -> Mapping[str, Floats]:
        return {"value": np.where(sums[..., 1] > 0, sums[..., 0] / sums[..., 1], nothing)}

    linear = chance.model == "degree"
    return agreement(compared, score, finish, chance, linear=linear, reference="buchholz2006", names=data)


def head_values(relations: Relations, labelled: bool) -> UnitValues:
    """One value for each unit and each annotator who was asked: outside, root, its head, or its set of heads.

    The two ends of a relation of a symmetric type are each other's heads.
    """
    document, who = np.nonzero(relations.assigned)
    sizes = np.diff(relations.bounds)[document]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    shift = starts[:-1] - relations.bounds[document]
    cell = document * relations.n_annotators + who
    members = Members.of(relations)
    kinds, types = len(relations.labels) + 1, len(relations.types) + 1
    first, last = members.bounds[cell], members.bounds[cell + 1]
    unit_rows = ranges(first, last)
    values = np.zeros(int(starts[-1]), dtype=np.int64)  # 0 is outside
    values[members.units[unit_rows] + np.repeat(shift, last - first)] = 1 + (members.types[unit_rows] + 1) * labelled
    first, last = relations.relation_bounds[cell], relations.relation_bounds[cell + 1]
    rows, moved = ranges(first, last), np.repeat(shift, last - first)
    both = np.flatnonzero(np.append(relations.symmetric_codes, False)[relations.codes[rows]])
    origins = np.concatenate([relations.origins[rows], relations.targets[rows][both]])
    targets = np.concatenate([relations.targets[rows], relations.origins[rows][both]])
    codes = np.concatenate([relations.codes[rows], relations.codes[rows][both]])
    heads = (targets * kinds + (codes + 1) * labelled) + 1 + types
    places = origins + np.concatenate([moved, moved[both]])
    _set_heads(values, *distinct_pairs(places, heads)[0].T)
    unit = np.arange(int(starts[-1])) - np.repeat(shift, sizes)
    codes = np.unique(values, return_inverse=True)[1].reshape(-1)
    return UnitValues(unit, codes, relations.unit_document.astype(np.int64), relations.n_documents)


def _set_heads(values: Ints, places: Ints, heads: Ints) -> None:
    """One head is itself; several are a value of their own, the same for the same set."""
    values[places] = heads
    several = np.flatnonzero(np.bincount(places, minlength=len(values))[places] > 1)
    sets: dict[int, list[int]] = {}
    for link in several.tolist():
        sets.setdefault(int(places[link]), []).append(int(heads[link]))
    known: dict[tuple[int, ...], int] = {}
    top = int(heads.max(initial=0)) + 1
    for place, several_heads in sets.items():
        values[place] = top + known.setdefault(tuple(sorted(several_heads)), len(known))
