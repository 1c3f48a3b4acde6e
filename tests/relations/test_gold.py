"""Published and hand-made values: graphs as fractions, the cases of the reference scorer, real annotations."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from accord.annotations.relation_tuples import coreference, relations
from accord.measures.record import Measure
from accord.measures.relations import argument_graphs, heads, link_categories, tree_alpha
from accord.measures.relations import coreference as scores
from accord.measures.relations.graphs.compared_graphs import comparisons
from accord.measures.relations.graphs.links import closure
from relations.corpora import ezcoref, gcdt, skjaerholt
from relations.graphs import components, value
from shared_files import GOLD

EXACT = 1e-12
GRAPHS: dict[str, tuple[Measure, dict[str, object]]] = {
    "gbm": (argument_graphs.gbm, {}),
    "gbm_harmonic": (argument_graphs.gbm, {"mean": "harmonic"}),
    "gbm_undirected": (argument_graphs.gbm, {"directed": False}),
    "mar_link": (argument_graphs.mar_link, {}),
    "mar_path": (argument_graphs.mar_path, {}),
    "kappa_ordered_pairs": (link_categories.link_kappa, {}),
    **{
        f"dset_{match}_{isolated}": (argument_graphs.mar_dset, {"match": match, "isolated": isolated})
        for match in ("exact", "partial")
        for isolated in ("self", "empty", "absent")
    },
}
COREFERENCE = {
    "muc": scores.muc,
    "bcub": scores.b3,
    "ceafm": scores.ceaf_m,
    "ceafe": scores.ceaf_e,
    "blanc": scores.blanc,
    "lea": scores.lea,
}


def _gold() -> dict[str, Any]:
    path = GOLD / "relations.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def _graph_cases() -> list[Any]:
    return [
        pytest.param(case, name, expected, id=f"{case['name']}-{name}")
        for case in _gold().get("graphs", ())
        for name, expected in case["expected"].items()
        if not name.startswith("paths_")
    ]


@pytest.mark.usefixtures("shared_gold")
@pytest.mark.parametrize(("case", "name", "expected"), _graph_cases())
def test_graphs(case: dict[str, Any], name: str, expected: str) -> None:
    measure, parameters = GRAPHS[name]
    data = relations({"A": case["A"], "B": case["B"]}, units=case["units"])
    assert value(measure, data, **parameters) == pytest.approx(float(Fraction(expected)), abs=EXACT)


@pytest.mark.parametrize("empty", [1.0, 0.0, None])
def test_two_empty_graphs_are_what_the_parameter_says(empty: float | None) -> None:
    data = relations({"A": [], "B": []}, units=[1, 2])
    for measure in (argument_graphs.gbm, argument_graphs.mar_link, argument_graphs.mar_path):
        assert value(measure, data, empty=empty) == pytest.approx(float("nan") if empty is None else empty, nan_ok=True)
    for isolated in ("empty", "absent"):
        found = value(argument_graphs.mar_dset, data, empty=empty, isolated=isolated)
        assert found == pytest.approx(float("nan") if empty is None else empty, nan_ok=True)
    assert value(argument_graphs.mar_dset, data, empty=empty) == 1.0  # each unit is alone for both


def test_restatement_closure(shared_gold: object) -> None:
    case = _gold()["restatement"]
    data = relations({"A": case["A"], "B": case["B"]}, units=case["units"], symmetric=["="])
    assert value(argument_graphs.mar_link, data) == pytest.approx(2 / 3, abs=EXACT)
    assert value(argument_graphs.mar_link, data, implicit=True) == 1.0
    compared = comparisons(data)
    for graph in (compared.left, compared.right):
        wide = closure(compared, graph)
        assert {(int(x), int(y)) for x, y in zip(wide.origins, wide.targets, strict=True)} == {
            tuple(link) for link in case["closure_of_both"]
        }


def _coreference_cases() -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in _gold().get("coreference", ())]


@pytest.mark.usefixtures("shared_gold")
@pytest.mark.parametrize("case", _coreference_cases())
def test_the_reference_scorer(case: dict[str, Any]) -> None:
    data = coreference({"key": case["key"], "response": case["response"]})
    for name, measure in COREFERENCE.items():
        found = components(measure, data)
        three = [found["recall"], found["precision"], found["value"]]
        assert three == pytest.approx(case["computed"][name], abs=1e-6)
        if name in case["expected_rpf"]:
            assert three == pytest.approx(case["expected_rpf"][name], abs=1e-5)
    assert value(scores.conll, data) == pytest.approx(case["conll_f1"], abs=1e-6)


@pytest.mark.parametrize("language", ["danish", "swedish", "norwegian"])
def test_dependency_trees_of_skjaerholt_2014(language: str, shared_data: object, shared_gold: object) -> None:
    row = next(row for row in _gold()["skjaerholt2014"]["rows"] if language in row["corpus"])
    data = skjaerholt(language)
    found = {
        "alpha_plain": value(tree_alpha.alpha_ted, data),
        "LAS": value(heads.las, data),
        "UAS": value(heads.uas, data),
    }
    if language == "swedish":  # the other metrics are the same distances, divided or reduced
        found["alpha_diff"] = value(tree_alpha.alpha_ted, data, metric="diff")
        found["alpha_norm"] = value(tree_alpha.alpha_ted, data, metric="norm")
    for name, number in found.items():
        assert 100 * number == pytest.approx(row["recomputed"][name], abs=0.0051)
        if name in row["published"]:
            assert 100 * number == pytest.approx(row["published"][name], abs=0.06)


@pytest.mark.deep
@pytest.mark.parametrize("language", ["danish", "norwegian"])
@pytest.mark.parametrize("metric", ["diff", "norm"])
def test_the_other_metrics_of_skjaerholt_2014(
    language: str, metric: str, shared_data: object, shared_gold: object
) -> None:
    row = next(row for row in _gold()["skjaerholt2014"]["rows"] if language in row["corpus"])
    found = 100 * value(tree_alpha.alpha_ted, skjaerholt(language), metric=metric)
    assert found == pytest.approx(row["published"][f"alpha_{metric}"], abs=0.06)


def test_discourse_trees_of_gcdt(shared_data: object, shared_gold: object) -> None:
    data = gcdt()
    assert data.n_documents == 5
    for row in _gold()["gcdt_double"]["rows"]:
        one = data.of_document(row["doc"])
        assert one.n_units == row["n"]
        assert value(argument_graphs.gbm, one) == pytest.approx(row["gbm"], abs=0.0005)
        assert value(argument_graphs.mar_link, one) == pytest.approx(row["mar_link"], abs=0.0005)
        assert value(argument_graphs.mar_path, one) == pytest.approx(row["mar_path"], abs=0.0005)
        assert value(argument_graphs.mar_dset, one) == pytest.approx(row["dset_exact"], abs=0.0005)
        assert value(argument_graphs.mar_dset, one, match="partial") == pytest.approx(row["dset_partial"], abs=0.0005)


def test_coreference_of_ezcoref(shared_data: object) -> None:
    """Gupta et al. 2023 average over the pairs of annotators of a passage, then over passages."""
    data = ezcoref()
    assert (data.n_documents, data.n_units) == (264, 13_361)
    published = ((scores.muc, 0.61), (scores.b3, 0.88), (scores.ceaf_e, 0.85), (scores.lea, 0.72))
    for measure, expected in published:
        assert components(measure, data)["mean_of_documents"] == pytest.approx(expected, abs=0.005)
