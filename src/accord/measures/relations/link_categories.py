"""Relations as three questions of labels: is a unit a component, are two units linked, and how."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from accord.annotations.relations import Relations
from accord.measures.record import BlockKernel, Undefined, measure
from accord.measures.relations.graphs.agreement import Chance, Finish, agreement
from accord.measures.relations.graphs.compared_graphs import comparisons
from accord.measures.relations.graphs.comparisons import Comparisons, Graph
from accord.measures.relations.graphs.links import common, facing, per_node
from accord.measures.relations.parameters import CHANCE, DISTANCE_OF_UNITS, UNITS
from accord.measures.relations.structure import are_graphs, are_labelled, leave_units_out
from accord.results import UsageError
from accord.results.arrays import Floats

MISSING = "Every two annotators who were asked about a document are compared; pairs are averaged."
DIRECTION = "A link of a symmetric type takes the direction of a directed one between its units, if there is one."
OBSERVED_AGREEMENT = "observed_agreement"
BY_CHANCE = "Each annotator has a distribution of categories of their own; chance= adds a null model of graphs to that."

category_measure = partial(measure, "relations", missing=MISSING, family="categories", corrected=True, by_document=True)


@category_measure(
    title="κ of components: is a unit in the structure or not",
    formula="Cohen's κ = (p_o − p_e)/(1 − p_e) over the units",
    assumes=BY_CHANCE,
    references=("cohen1960", "putra2022"),
    shown=leave_units_out,
    blocks=(CHANCE,),
)
def component_kappa(
    data: Relations,
    *,
    chance: Chance,
) -> BlockKernel:
    if not data.given:
        raise Undefined("the annotators found their units: a unit that nobody found is not in the data")
    compared = comparisons(data)

    def score(left: Graph, right: Graph) -> Floats:
        return np.column_stack([left.inside & right.inside, left.inside, right.inside, left.present]).astype(np.float64)

    return agreement(compared, score, _binary_kappa, chance, linear=False, reference="cohen1960", names=data)


@category_measure(
    title="κ of links: are two units linked or not",
    formula="Cohen's κ over the ordered pairs of distinct units; weight='inverse' weighs a pair by 1/distance in "
    "reading order, max_distance leaves out pairs further apart",
    assumes=f"{BY_CHANCE} {DIRECTION}",
    references=("cohen1960", "kirschner2015", "putra2022"),
    shown=are_graphs,
    headline=1,
    about=DISTANCE_OF_UNITS,
    blocks=(CHANCE, UNITS),
)
def link_kappa(
    data: Relations,
    *,
    weight: str | None = None,
    max_distance: int | None = None,
    chance: Chance,
    units: str,
) -> BlockKernel:
    compared = comparisons(data, units)
    weights = distance_weights(compared, weight, max_distance)
    so_far = np.cumsum(weights)
    everything = np.asarray(so_far[compared.place] + so_far[compared.sizes[compared.of_node] - 1 - compared.place])

    def score(left: Graph, right: Graph) -> Floats:
        first, second = facing(compared, left, right), facing(compared, right, left)
        heavy, also = weights[np.abs(first.targets - first.origins)], weights[np.abs(second.targets - second.origins)]
        both = per_node(first, heavy * common(first, second))
        return np.column_stack([both, per_node(first, heavy), per_node(second, also), everything])

    return agreement(compared, score, _binary_kappa, chance, linear=False, reference="kirschner2015", names=data)


@category_measure(
    title="κ of labels: the type of the relation where both annotators drew it",
    formula="Cohen's κ over the links of both annotators that both labelled; weight and max_distance as for link_kappa",
    assumes=f"Each annotator has a distribution of labels of their own. {DIRECTION}",
    missing="Links that one of the two left without a label are left out.",
    references=("cohen1960", "putra2022"),
    shown=are_labelled,
    about=DISTANCE_OF_UNITS,
    blocks=(UNITS,),
)
def relation_label_kappa(
    data: Relations,
    *,
    weight: str | None = None,
    max_distance: int | None = None,
    units: str,
) -> BlockKernel:
    compared = comparisons(data, units)
    weights = distance_weights(compared, weight, max_distance)
    kinds = len(data.labels)

    def score(left: Graph, right: Graph) -> Floats:
        first, second = facing(compared, left, right), facing(compared, right, left)
        place = first.places_in(second)
        there = second.codes[place] if len(second.codes) else np.full(len(place), -1)
        both = np.flatnonzero((place >= 0) & (first.codes >= 0) & (there >= 0))
        here, there = first.codes[both], there[both]
        heavy = weights[np.abs(first.targets[both] - first.origins[both])]
        sums = np.zeros((first.nodes, 1 + 2 * kinds))
        node = first.origins[both]
        np.add.at(sums, (node, np.zeros(len(node), dtype=np.int64)), heavy * (here == there))
        np.add.at(sums, (node, 1 + here), heavy)
        np.add.at(sums, (node, 1 + kinds + there), heavy)
        return sums

    return agreement(compared, score, _kappa_of(kinds), reference="cohen1960", names=data)


def distance_weights(compared: Comparisons, weight: str | None, max_distance: int | None) -> Floats:
    """(longest distance + 1,) the weight of two units at each distance in reading order."""
    if weight not in (None, "inverse"):
        raise UsageError(f"there is no weight '{weight}'", "use inverse, or None")
    if max_distance is not None and (not isinstance(max_distance, int | float | np.number) or max_distance < 1):
        raise UsageError(f"max_distance={max_distance!r}: distinct units are at least 1 apart")
    distance = np.arange(int(compared.sizes.max(initial=0)) + 1)
    weights = np.ones(len(distance)) if weight is None else 1 / np.maximum(distance, 1)
    weights[0] = 0.0
    if max_distance is not None:
        weights[distance > max_distance] = 0.0
    return weights


def _binary_kappa(sums: Floats) -> Mapping[str, Floats]:
    """κ from the weight of pairs that are yes for both, for the first, for the second, and of all."""
    total = sums[..., 3]
    both, first, second = (sums[..., column] / total for column in range(3))
    return _with_observed(1 - first - second + 2 * both, first * second + (1 - first) * (1 - second))


def _with_observed(observed: Floats, expected: Floats) -> Mapping[str, Floats]:
    """κ, and the two agreements it is made of."""
    return {"value": _kappa(observed, expected), OBSERVED_AGREEMENT: observed, "chance_agreement": expected}


def _kappa_of(kinds: int) -> Finish:
    def finish(sums: Floats) -> Mapping[str, Floats]:
        first, second = sums[..., 1 : 1 + kinds], sums[..., 1 + kinds :]
        total = first.sum(axis=-1)
        return _with_observed(sums[..., 0] / total, np.einsum("...k,...k->...", first, second) / total**2)

    return finish


def _kappa(observed: Floats, expected: Floats) -> Floats:
    # one category throughout leaves rounding of the order of 1e-16 where 1 − p_e is 0
    room = np.where(np.abs(1 - expected) < 1e-14, 0.0, 1 - expected)
    return np.asarray(np.divide(observed - expected, room, out=np.full(np.shape(room), np.nan), where=room > 0))
