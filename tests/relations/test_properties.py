"""What holds of measures of relations whatever the graphs."""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import isnan
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from accord.annotations.relation_tuples import coreference, relations
from accord.measures.record import BlockKernel, Measure
from accord.measures.relations import argument_graphs, coreference_alpha, heads, link_categories
from accord.measures.relations import coreference as scores
from accord.measures.relations.graphs.paths import paths_from
from accord.measures.relations.trees.edit_distance import edit_distances, trees
from accord.results import DataError
from relations import graphs
from relations.graphs import Clusters, Edges, Tree, any_graphs, forests, pair, pairs_of_graphs, value

GRAPH_MEASURES: list[tuple[Measure, dict[str, object]]] = [
    (argument_graphs.gbm, {}),
    (argument_graphs.gbm, {"mean": "harmonic"}),
    (argument_graphs.gbm, {"directed": False}),
    (argument_graphs.mar_link, {}),
    (argument_graphs.mar_path, {}),
    (argument_graphs.mar_dset, {}),
    (argument_graphs.mar_dset, {"match": "partial", "isolated": "absent"}),
    (link_categories.link_kappa, {}),
    (link_categories.link_kappa, {"weight": "inverse", "max_distance": 3}),
    (link_categories.component_kappa, {}),
    (heads.uas, {}),
    (heads.las, {}),
    (heads.alpha_heads, {}),
]
ENTITY_MEASURES = [scores.muc, scores.b3, scores.ceaf_m, scores.ceaf_e, scores.blanc, scores.lea, scores.conll]


def _same(one: float, other: float) -> bool:
    return (isnan(one) and isnan(other)) or one == pytest.approx(other, abs=1e-12)


@settings(max_examples=30)
@given(pairs_of_graphs())
def test_the_definitions(case: tuple[Edges, Edges, int]) -> None:
    one, other, units = case
    data = pair(one, other, units)
    assert value(argument_graphs.gbm, data) == pytest.approx(float(graphs.gbm(one, other, units)), abs=1e-12)
    assert value(argument_graphs.mar_link, data) == pytest.approx(float(graphs.mean_recall(one, other)), abs=1e-12)
    for longest in (None, 1, 2):
        expected = graphs.mean_recall(graphs.paths(one, units, longest), graphs.paths(other, units, longest))
        found = value(argument_graphs.mar_path, data, max_path_length=longest)
        assert found == pytest.approx(float(expected), abs=1e-12)
    for match, isolated in itertools.product(("exact", "partial"), ("self", "empty", "absent")):
        expected = graphs.dset(one, other, units, match, isolated)
        found = value(argument_graphs.mar_dset, data, match=match, isolated=isolated)
        assert found == pytest.approx(float(expected), abs=1e-12)


@settings(max_examples=30)
@given(pairs_of_graphs())
def test_the_annotators_may_be_exchanged(case: tuple[Edges, Edges, int]) -> None:
    one, other, units = case
    for measure, parameters in GRAPH_MEASURES:
        here, there = (
            value(measure, pair(one, other, units), **parameters),
            value(measure, pair(other, one, units), **parameters),
        )
        assert _same(here, there), measure.name


@settings(max_examples=30)
@given(st.integers(2, 6).flatmap(lambda units: st.tuples(any_graphs(units), st.just(units))))
def test_identical_graphs_agree(case: tuple[Edges, int]) -> None:
    links, units = case
    assume(links)
    for measure, parameters in GRAPH_MEASURES:
        found = value(measure, pair(links, links, units), **parameters)
        # one category throughout, or one value only, leaves nothing to agree about by chance
        assert found == pytest.approx(1.0, abs=1e-12) or (
            isnan(found) and ("kappa" in measure.name or "alpha" in measure.name)
        )


@given(pairs_of_graphs())
def test_gbm_is_at_least_mar_link(case: tuple[Edges, Edges, int]) -> None:
    """With equality exactly where no link that one has alone is a path of the other."""
    one, other, units = case
    near, far = (
        value(argument_graphs.gbm, pair(one, other, units)),
        value(argument_graphs.mar_link, pair(one, other, units)),
    )
    assert near >= far - 1e-12
    reached = any(
        graphs.distances(there, units)[x][y] < float("inf")
        for here, there in ((one, other), (other, one))
        for x, y in here - there
    )
    assert (near > far + 1e-12) == reached


@given(pairs_of_graphs(), st.randoms(use_true_random=False))
def test_link_kappa_is_mar_link_corrected_for_density(case: tuple[Edges, Edges, int], random: Random) -> None:
    one, other, units = case
    place = list(range(units))
    random.shuffle(place)
    other = frozenset((place[x], place[y]) for x, y in one)  # as many links
    assume(one)
    density = Fraction(len(one), units * (units - 1))
    assume(density < 1)
    expected = (graphs.mean_recall(one, other) - density) / (1 - density)
    assert value(link_categories.link_kappa, pair(one, other, units)) == pytest.approx(float(expected), abs=1e-12)


@given(pairs_of_graphs(), st.sampled_from([None, "inverse"]), st.sampled_from([None, 1, 2, 3]))
def test_link_kappa_with_distances_is_kappa_of_weighted_pairs(
    case: tuple[Edges, Edges, int], weight: str | None, longest: int | None
) -> None:
    one, other, units = case
    table = np.zeros((2, 2))
    for x, y in itertools.permutations(range(units), 2):
        if longest is None or abs(x - y) <= longest:
            table[int((x, y) in one), int((x, y) in other)] += 1 / abs(x - y) if weight else 1
    table /= table.sum()
    by_chance = float(table.sum(axis=1) @ table.sum(axis=0))
    found = value(link_categories.link_kappa, pair(one, other, units), weight=weight, max_distance=longest)
    if 1 - by_chance < 1e-12:
        assert isnan(found)
    else:
        assert found == pytest.approx((np.trace(table) - by_chance) / (1 - by_chance), abs=1e-12)


@settings(max_examples=30)
@given(pairs_of_graphs(), st.randoms(use_true_random=False))
def test_names_of_units_do_not_matter(case: tuple[Edges, Edges, int], random: Random) -> None:
    one, other, units = case
    names = [f"u{n}" for n in range(units)]
    random.shuffle(names)
    renamed = {who: [(names[x], names[y]) for x, y in sorted(links)] for who, links in (("A", one), ("B", other))}
    for measure, parameters in GRAPH_MEASURES:
        assert _same(
            value(measure, pair(one, other, units), **parameters),
            value(measure, relations(renamed, names), **parameters),
        )


@settings(max_examples=30)
@given(
    st.lists(
        st.integers(2, 5).flatmap(lambda n: st.tuples(any_graphs(n), any_graphs(n), st.just(n))), min_size=2, max_size=4
    )
)
def test_documents_add_up(cases: list[tuple[Edges, Edges, int]]) -> None:
    """Numerators and denominators are summed per direction; weights of whole documents are repetitions of them."""
    links = {f"d{n}": {"A": sorted(one), "B": sorted(other)} for n, (one, other, _) in enumerate(cases)}
    data = relations(links, {f"d{n}": list(range(size)) for n, (_, _, size) in enumerate(cases)})
    both = sum(len(one & other) for one, other, _ in cases)
    sizes = [sum(len(one) for one, _, _ in cases), sum(len(other) for _, other, _ in cases)]
    expected = 1.0 if not any(sizes) else sum(both / size if size else 0 for size in sizes) / 2
    assert value(argument_graphs.mar_link, data) == pytest.approx(expected, abs=1e-12)
    for measure, parameters in GRAPH_MEASURES:
        kernel = measure.prepare(data, **parameters)
        assert isinstance(kernel, BlockKernel)
        assert (kernel.blocks, kernel.drawn) == (len(cases), "documents")
        weights = np.array([[2.0, *([1.0] * (len(cases) - 1))]])
        again = data.of_documents([0, 0, *range(1, len(cases))])
        assert _same(float(kernel(weights)["value"][0]), value(measure, again, **parameters)), measure.name


@settings(max_examples=30)
@given(pairs_of_graphs())
def test_one_document_is_drawn_by_units(case: tuple[Edges, Edges, int]) -> None:
    one, other, units = case
    for measure, parameters in GRAPH_MEASURES:
        kernel = measure.prepare(pair(one, other, units), **parameters)
        assert isinstance(kernel, BlockKernel)
        assert (kernel.blocks, kernel.drawn) == (units, "units")


def test_three_annotators_are_three_pairs() -> None:
    links = {"A": [(0, 1), (2, 1)], "B": [(0, 1), (2, 0)], "C": [(1, 0)], "D": None}
    data = relations(links, units=[0, 1, 2])
    for measure in (argument_graphs.gbm, argument_graphs.mar_dset, heads.uas):
        two = [value(measure, data.of_annotators(list(pair))) for pair in itertools.combinations("ABC", 2)]
        assert value(measure, data) == pytest.approx(sum(two) / 3)


# ---- paths


@settings(max_examples=200)
@given(
    st.integers(2, 6).flatmap(lambda n: st.tuples(st.one_of(any_graphs(n), forests(n)), st.just(n))), st.integers(1, 5)
)
def test_paths_are_those_that_enumeration_finds(case: tuple[Edges, int], longest: int) -> None:
    links, units = case
    origins, targets = (np.array([link[end] for link in sorted(links)], dtype=np.int64) for end in (0, 1))
    for limit in (None, longest):
        found = paths_from(np.zeros(units, dtype=np.int64), origins, targets, limit)
        every = graphs.paths(links, units, limit)
        assert found.tolist() == [sum(path[0] == node for path in every) for node in range(units)]


def test_dense_graphs_with_cycles_are_refused_before_they_explode() -> None:
    links = list(itertools.permutations(range(12), 2))
    with pytest.raises(DataError, match="ACC035"):
        value(argument_graphs.mar_path, pair(frozenset(links), frozenset(links), 12), max_paths=20_000)
    assert value(argument_graphs.mar_path, pair(frozenset(links), frozenset(links), 12), max_path_length=2) == 1.0


def test_acyclic_graphs_are_counted_however_many_paths_they_have() -> None:
    units = 200
    origins, targets = np.triu_indices(units, 1)
    found = paths_from(np.zeros(units, dtype=np.int64), origins, targets)
    assert found[0] == pytest.approx(2.0 ** (units - 1) - 1)


@pytest.mark.parametrize("shape", ["chain", "star", "bush"])
def test_large_trees_are_quick(shape: str) -> None:
    """Nothing here is quadratic in 10,000 units: that would take minutes."""
    units = 10_000
    above = {"chain": range(units - 1), "star": [0] * (units - 1), "bush": [n // 2 for n in range(units - 1)]}[shape]
    links = frozenset((n, above[n - 1]) for n in range(1, units))
    data = pair(links, links, units)
    for measure, parameters in GRAPH_MEASURES:
        if parameters.get("directed", True):
            assert value(measure, data, **parameters) == pytest.approx(1.0) or measure.name == "component_kappa"


# ---- coreference


@st.composite
def clusterings(draw: st.DrawFn) -> Clusters:
    mentions = draw(st.lists(st.sampled_from("abcdefg"), unique=True))
    entities: dict[int, list[str]] = {}
    for mention in mentions:
        entities.setdefault(draw(st.integers(0, 3)), []).append(mention)
    return list(entities.values())


@given(clusterings(), clusterings())
def test_coreference_by_its_definitions(key: Clusters, response: Clusters) -> None:
    data = coreference({"key": key, "response": response})
    for measure in (scores.muc, scores.b3, scores.ceaf_m, scores.ceaf_e, scores.blanc, scores.lea):
        if measure is scores.blanc and max((sum(map(len, side)) for side in (key, response)), default=0) < 2:
            continue  # no two mentions: nothing to compare, by convention the same
        found = graphs.components(measure, data)
        expected = graphs.coreference(measure.name, key, response)
        assert (found["recall"], found["precision"]) == pytest.approx(expected), measure.name


@settings(max_examples=30)
@given(clusterings(), clusterings())
def test_coreference_is_symmetric_and_one_for_the_same(key: Clusters, response: Clusters) -> None:
    for measure in (*ENTITY_MEASURES, coreference_alpha.alpha_masi):
        if not key and not response:
            continue
        one, other = (coreference({"A": a, "B": b}) for a, b in ((key, response), (response, key)))
        assert _same(value(measure, one), value(measure, other)), measure.name
        if key:
            alone = value(measure, coreference({"A": key, "B": key}))
            assert alone == pytest.approx(1.0) or (isnan(alone) and measure is coreference_alpha.alpha_masi)


def test_alpha_masi_by_hand() -> None:
    """Three mentions; A joins the first two, B all three: {1,2} against {1,2,3} twice, {3} against {1,2,3}."""
    data = coreference({"A": [["1", "2"], ["3"]], "B": [["1", "2", "3"]]})
    nested, single = 1 - 2 / 3 * 2 / 3, 1 - 1 / 3 * 2 / 3
    observed = (2 * nested + single) / 3
    pairs = {("x", "y"): 2 * 1 * 1.0, ("x", "z"): 2 * 3 * nested, ("y", "z"): 1 * 3 * single}
    expected = 2 * sum(pairs.values()) / (6 * 5)
    assert value(coreference_alpha.alpha_masi, data) == pytest.approx(1 - observed / expected)


# ---- trees


@st.composite
def _trees(draw: st.DrawFn, most: int = 7) -> tuple[list[int], list[int], Tree]:
    size = draw(st.integers(1, most))
    parents = [-1, *(draw(st.integers(0, n - 1)) for n in range(1, size))]
    labels = [draw(st.integers(0, 2)) for _ in range(size)]

    def below(node: int) -> Tree:
        return labels[node], tuple(below(child) for child in range(size) if parents[child] == node)

    return parents, labels, below(0)


@settings(max_examples=200)
@given(st.lists(_trees(), min_size=2, max_size=6))
def test_edit_distances_are_those_of_the_recursive_definition(cases: list[tuple[list[int], list[int], Tree]]) -> None:
    starts = np.concatenate([[0], np.cumsum([len(parents) for parents, _, _ in cases])])
    parents = [
        n + start if n >= 0 else -1 for (several, _, _), start in zip(cases, starts[:-1], strict=True) for n in several
    ]
    bank = trees(starts, np.array(parents), np.array([label for _, several, _ in cases for label in several]))
    one, other = np.triu_indices(len(cases))
    expected = [graphs.edit_distance((cases[i][2],), (cases[j][2],)) for i, j in zip(one, other, strict=True)]
    assert edit_distances(bank, one, other).tolist() == expected
    assert edit_distances(bank, other, one).tolist() == expected
