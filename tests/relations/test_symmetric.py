"""Relations of symmetric types: one link without a direction, beside directed ones of the same units too."""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import isnan

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from accord.annotations.relation_tuples import relations
from accord.annotations.relations import Relations
from accord.diagnosis import relation_findings
from accord.measures.record import Measure
from accord.measures.relations import argument_graphs, coreference_alpha, heads, link_categories
from accord.measures.relations import coreference as scores
from accord.measures.relations.graphs.compared_graphs import comparisons
from accord.measures.relations.graphs.links import closure, common, in_closure
from accord.measures.relations.graphs.paths import paths_from
from accord.measures.relations.graphs.unit_matching import split
from relations import graphs
from relations.graphs import Edges, value

Labelled = dict[tuple[int, int], str]
"""One link at most between two units, and its label; "=" is symmetric."""
UNITS = 5
MEASURES: list[tuple[Measure, dict[str, object]]] = [
    (argument_graphs.gbm, {}),
    (argument_graphs.gbm, {"directed": False}),
    (argument_graphs.gbm, {"implicit": True}),
    (argument_graphs.mar_link, {}),
    (argument_graphs.mar_link, {"labelled": True}),
    (argument_graphs.mar_link, {"implicit": True}),
    (argument_graphs.mar_link, {"implicit": True, "labelled": True}),
    (argument_graphs.mar_path, {}),
    (argument_graphs.mar_path, {"max_path_length": 2}),
    (argument_graphs.mar_path, {"implicit": True}),
    (argument_graphs.mar_dset, {}),
    (argument_graphs.mar_dset, {"match": "partial", "isolated": "empty"}),
    (link_categories.link_kappa, {}),
    (link_categories.link_kappa, {"weight": "inverse"}),
    (link_categories.relation_label_kappa, {}),
    (link_categories.component_kappa, {}),
    (heads.uas, {}),
    (heads.las, {}),
    (heads.alpha_heads, {}),
    (heads.alpha_heads, {"labelled": True}),
    (scores.muc, {}),
    (scores.b3, {}),
    (scores.ceaf_e, {}),
    (coreference_alpha.alpha_masi, {}),
]


@st.composite
def labelled_graphs(draw: st.DrawFn) -> Labelled:
    links: Labelled = {}
    for x, y in draw(st.lists(st.sampled_from(list(itertools.permutations(range(UNITS), 2))), max_size=7)):
        if (y, x) not in links:
            links[x, y] = draw(st.sampled_from(["=", "=", "support", "attack"]))
    return links


def _pair(one: Labelled, other: Labelled) -> Relations:
    links = {who: [(x, y, label) for (x, y), label in drawn.items()] for who, drawn in (("A", one), ("B", other))}
    return relations(links, units=list(range(UNITS)), symmetric=["="])


def _value(measure: Measure, data: Relations, parameters: dict[str, object]) -> float:
    return value(measure, data, **parameters)


def _same(one: float, other: float) -> bool:
    return (isnan(one) and isnan(other)) or one == pytest.approx(other, abs=1e-12)


@settings(max_examples=25)
@given(labelled_graphs(), labelled_graphs(), st.data())
def test_the_ends_of_a_symmetric_link_and_the_annotators_may_be_exchanged(
    one: Labelled, other: Labelled, data: st.DataObject
) -> None:
    turned = [
        {(y, x) if label == "=" and data.draw(st.booleans()) else (x, y): label for (x, y), label in links.items()}
        for links in (one, other)
    ]
    before, after, exchanged = _pair(one, other), _pair(*turned), _pair(other, one)
    for measure, parameters in MEASURES:
        expected = _value(measure, before, parameters)
        assert _same(_value(measure, after, parameters), expected), ("ends", measure.name, parameters)
        assert _same(_value(measure, exchanged, parameters), expected), ("annotators", measure.name, parameters)


@given(labelled_graphs(), labelled_graphs())
def test_links_in_a_closure_are_those_of_the_closure(one: Labelled, other: Labelled) -> None:
    compared = comparisons(_pair(one, other))
    for here, there in ((compared.left, compared.right), (compared.right, compared.left)):
        for labelled in (False, True):
            expected = common(here, closure(compared, there, labelled=True), labelled)
            assert in_closure(compared, here, there, labelled).tolist() == expected.tolist()


def _expanded(links: Labelled) -> Edges:
    back = {(y, x) for (x, y), label in links.items() if label == "="}
    return frozenset(set(links) | back)


def _inclusion(one: Labelled, other: Labelled) -> tuple[Fraction, Fraction]:
    """The share of links found, and of 1/SP, by the definition: a symmetric link is there in whichever direction."""
    steps = graphs.distances(_expanded(other), UNITS)
    found = near = Fraction(0)
    for (x, y), label in one.items():
        far = min(steps[x][y], steps[y][x]) if label == "=" else steps[x][y]
        found += far == 1
        near += Fraction(1, int(far)) if far < float("inf") else 0
    return found / len(one), near / len(one)


@given(labelled_graphs(), labelled_graphs())
def test_links_and_paths_by_the_definition(one: Labelled, other: Labelled) -> None:
    assume(one and other)
    data = _pair(one, other)
    (first, near), (second, also) = _inclusion(one, other), _inclusion(other, one)
    assert value(argument_graphs.mar_link, data) == pytest.approx(float((first + second) / 2), abs=1e-12)
    assert value(argument_graphs.gbm, data) == pytest.approx(float((near + also) / 2), abs=1e-12)
    wide, wider = _expanded(one), _expanded(other)
    for longest in (None, 2):
        expected = graphs.mean_recall(graphs.paths(wide, UNITS, longest), graphs.paths(wider, UNITS, longest))
        found = value(argument_graphs.mar_path, data, max_path_length=longest)
        assert found == pytest.approx(float(expected), abs=1e-12)
    expected = graphs.dset(wide, wider, UNITS, "partial", "self")
    assert value(argument_graphs.mar_dset, data, match="partial") == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.parametrize("directed", [(1, 2), (2, 1)])
@pytest.mark.parametrize("symmetric", [(1, 2), (2, 1)])
def test_a_symmetric_link_agrees_with_a_directed_one_either_way(
    directed: tuple[int, int], symmetric: tuple[int, int]
) -> None:
    data = relations({"A": [(*symmetric, "=")], "B": [(*directed, "support")]}, units=[1, 2, 3], symmetric=["="])
    for measure in (argument_graphs.gbm, argument_graphs.mar_link, link_categories.link_kappa):
        assert value(measure, data) == pytest.approx(1.0)
    assert value(argument_graphs.mar_link, data, labelled=True) == 0.0
    assert value(argument_graphs.mar_path, data) == pytest.approx((1 / 2 + 1) / 2)  # one of the two ways, the only one
    parts = split(comparisons(data))
    assert (parts.links, parts.agreeing) == (2, 2)
    labels = value(link_categories.relation_label_kappa, data)
    assert labels == pytest.approx(0.0, abs=1e-12) or isnan(labels)


def test_a_symmetric_link_agrees_with_two_that_are_opposite() -> None:
    links = {"A": [(2, 1, "=")], "B": [(1, 2, "support"), (2, 1, "attack")]}
    data = relations(links, units=[1, 2, 3], symmetric=["="])
    for measure in (
        argument_graphs.gbm,
        argument_graphs.mar_link,
        argument_graphs.mar_path,
        link_categories.link_kappa,
    ):
        assert value(measure, data) == pytest.approx(1.0)


def test_labels_of_a_symmetric_and_a_directed_link_are_compared() -> None:
    """Three links of both, one with another label: p_o = 2/3, p_e = (1·2 + 2·1)/9."""
    one = [(1, 0, "="), (2, 0, "s"), (3, 0, "s")]
    for other in ([(0, 1, "="), (2, 0, "="), (3, 0, "s")], [(1, 0, "="), (0, 2, "="), (3, 0, "s")]):
        data = relations({"A": one, "B": other}, units=[0, 1, 2, 3], symmetric=["="])
        assert value(link_categories.relation_label_kappa, data) == pytest.approx((2 / 3 - 4 / 9) / (1 - 4 / 9))


def test_paths_of_long_trees_with_links_both_ways_are_counted_at_once() -> None:
    nodes = 20_000
    origins, targets = np.arange(nodes - 1), np.arange(1, nodes)
    both = paths_from(np.zeros(nodes, dtype=np.int64), np.append(origins, targets), np.append(targets, origins))
    assert both.tolist() == [nodes - 1.0] * nodes
    # the second half both ways, the first half one way down to it
    some = origins >= nodes // 2
    mixed = paths_from(
        np.zeros(nodes, dtype=np.int64), np.append(origins, targets[some]), np.append(targets, origins[some])
    )
    expected = np.where(np.arange(nodes) <= nodes // 2, nodes - 1 - np.arange(nodes), nodes - nodes // 2 - 1)
    assert mixed.tolist() == expected.tolist()


def test_a_link_that_one_takes_as_symmetric_is_relabelled_and_not_flipped() -> None:
    for drawn in ((1, 2, "="), (2, 1, "=")):
        data = relations({"A": [drawn, (3, 2, "s")], "B": [(2, 1, "s"), (3, 2, "s")]}, units=[1, 2, 3], symmetric=["="])
        found = relation_findings(data, ["mar_link"], confidence=None)
        assert found.disagreement is not None
        assert {one.kind: one.times for one in found.disagreement.kinds if one.times} == {
            "agreeing": 2,
            "relabelled": 2,
        }
