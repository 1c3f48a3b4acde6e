"""Making relations, and what is refused."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest

import accord
from accord.annotations.frames import Origin
from accord.annotations.relation_building import relations_from_columns
from accord.annotations.relation_dot import dot
from accord.annotations.relation_tuples import coreference, relations
from accord.annotations.span_building import spans
from accord.annotations.span_columns import spans_from_columns
from accord.measures.record import Undefined
from accord.measures.relations import argument_graphs, coreference_alpha, heads, link_categories, tree_alpha
from accord.measures.relations import coreference as scores
from accord.results import DataError, UsageError
from relations.graphs import value

EVERY = [
    argument_graphs.gbm,
    argument_graphs.mar_link,
    argument_graphs.mar_path,
    argument_graphs.mar_dset,
    link_categories.component_kappa,
    link_categories.link_kappa,
    link_categories.relation_label_kappa,
    heads.uas,
    heads.las,
    heads.alpha_heads,
    scores.muc,
    scores.b3,
    scores.ceaf_m,
    scores.ceaf_e,
    scores.blanc,
    scores.lea,
    scores.conll,
    coreference_alpha.alpha_masi,
    tree_alpha.alpha_ted,
]


@pytest.mark.parametrize(
    ("given", "code", "words"),
    [
        ({"links": {"A": [(1, 1)]}}, "ACC030", "'A' relates the unit '1' to itself"),
        ({"links": {"A": [(1, 2), (2, 3), (1, 2, "x")]}}, "ACC031", "1 → 2 twice"),
        ({"links": {"A": [(1, 9)]}, "units": [1, 2]}, "ACC032", "the unit '9'"),
        ({"links": {"A": [(1, 2)]}, "units": [1, 2], "components": {"A": [7]}}, "ACC032", "the unknown unit '7'"),
        ({"links": {"A": [(1, 2), (2, 3), (3, 1)]}, "constraint": "dag"}, "ACC033", "closes a cycle"),
        ({"links": {"A": [(1, 2), (1, 3)]}, "constraint": "forest"}, "ACC033", "1 → 3 of 'A'"),
        ({"links": {"A": [(1, 2), (3, 4)]}, "constraint": "tree"}, "ACC033", "2 roots"),
        (
            {"links": {"A": [(2, 1)]}, "components": {"A": {2: "main claim"}}, "constraint": "argument"},
            "ACC033",
            "its origin is a main claim",
        ),
        (
            {
                "links": {"A": [(2, 1)]},
                "units": [1, 2, 3],
                "components": {"A": {1: "main claim", 3: None}},
                "constraint": "argument",
            },
            "ACC033",
            "the component '3' of 'A' has no outgoing relation",
        ),
        ({"links": {"A": [(1, 2)], "B": []}, "units": {"A": [1, 2], "B": [1, 3]}}, "ACC034", "different units"),
        ({"links": {"A": [(1, 2)]}, "units": [1, 2, 1]}, "ACC034", "'1' is listed twice"),
        ({"links": {"A": [(1,)]}}, "ACC036", "is not a relation"),
        ({"links": {"A": [(1, 2, "z")]}, "labels": ["x", "y"]}, "ACC008", "'z' is not a declared type"),
    ],
)
def test_what_cannot_be_is_refused(given: dict[str, object], code: str, words: str) -> None:
    with pytest.raises(DataError) as refusal:
        relations(**given)  # type: ignore[arg-type]  # as a user may write it
    assert refusal.value.code == code
    assert words in refusal.value.message
    assert "document" in str(refusal.value.place)


def test_the_offending_line_is_named() -> None:
    with pytest.raises(DataError, match=r"links\.csv:4: .*itself"):
        relations_from_columns(
            document=["d"] * 3,
            annotator=["A"] * 3,
            origin=["1", "2", "3"],
            target=["2", "1", "3"],
            source_lines=Origin("links.csv", [2, 3, 4]),
        )


def test_constraints_that_hold_are_accepted() -> None:
    relations({"A": [(2, 1), (3, 1)], "B": []}, units=[1, 2, 3], constraint="tree")
    relations({"A": [(2, 1), (4, 3)]}, constraint="forest")
    relations({"A": [(2, 1), (3, 1), (3, 2)]}, constraint="dag")
    relations({"A": [(2, 1)]}, units=[1, 2, 3], components={"A": {1: "Main_Claim"}}, constraint="argument")
    relations({"A": [(2, 1), (1, 2)]}, constraint="any")
    with pytest.raises(UsageError, match="no constraint 'net'"):
        relations({"A": []}, constraint="net")


def test_nothing_drawn_and_not_asked_are_two_facts() -> None:
    data = relations({"d": {"A": [(1, 2)], "B": []}, "e": {"A": [(1, 2)], "B": None}}, {"d": [1, 2], "e": [1, 2]})
    assert data.assigned.tolist() == [[True, True], [True, False]]
    assert value(argument_graphs.mar_link, data) == 0.0
    asked = relations({"d": {"A": [(1, 2)], "B": []}, "e": {"A": [(1, 2)], "B": []}}, {"d": [1, 2], "e": [1, 2]})
    assert asked.sha256 != data.sha256


@pytest.mark.parametrize("measure", EVERY, ids=lambda one: one.name)
def test_degenerate_data_have_a_value_or_a_reason(measure: object) -> None:
    with pytest.raises(Undefined, match=r"annotator|two|twice"):
        value(measure, relations({"A": [(1, 2)]}))  # type: ignore[arg-type]  # measures, all of them
    with pytest.raises(Undefined, match=r"two|twice"):
        value(measure, relations({"A": [(1, 2)], "B": None}))  # type: ignore[arg-type]  # the same
    for data in (
        relations({"A": [], "B": []}, units=[]),
        relations({"A": [], "B": []}, units=[1, 2]),
        relations({"d": {"A": [], "B": []}, "e": {"A": [(1, 2)], "B": [(2, 1)]}}, {"d": [], "e": [1, 2]}),
    ):
        with suppress(Undefined):
            found = value(measure, data)  # type: ignore[arg-type]  # the same
            assert np.isnan(found) or -1 <= found <= 1


def test_parts_and_digest() -> None:
    data = relations(
        {"d": {"A": [(1, 2, "x")], "B": [(2, 1)]}, "e": {"A": [(3, 4)], "B": [(4, 3, "x")]}}, {"d": [1, 2], "e": [3, 4]}
    )
    assert data.of_document("e").links(0, "B") == [("4", "3", "x")]
    assert data.of_documents([1, 0]).sha256 == data.sha256
    assert data.of_annotators(["B", "A"]).links("e", "A") == [("3", "4", None)]
    assert data.of_annotators(["B", "A"]).sha256 == data.sha256
    assert data.of_document("d").sha256 != data.sha256
    assert next(data.rows()) == {"document": "d", "annotator": "A", "origin": "1", "target": "2", "label": "x"}
    with pytest.raises(UsageError, match="no document 'f'"):
        data.of_document("f")


def test_own_units_in_another_order_of_annotators() -> None:
    own = spans([("A", 0, 5, "x"), ("A", 6, 9, "y"), ("B", 0, 5, "x"), ("B", 6, 8, "y")])
    data = relations({"A": [(1, 2)], "B": [(2, 1)]}, units=own)
    turned = data.of_annotators(["B", "A"])
    assert (turned.links(0, "A"), turned.links(0, "B")) == ([("1", "2", None)], [("2", "1", None)])
    assert turned.sha256 == data.sha256


def test_unit_names_of_spans_must_be_known() -> None:
    own = spans_from_columns(
        document=["d", "d"],
        annotator=["A", "B"],
        start=np.array([0.0, 0.0]),
        end=np.array([1.0, 1.0]),
        category=[None, None],
        names=["T1", "T2"],
    )
    with pytest.raises(DataError, match="among the units of that annotator"):
        relations({"d": {"A": [("T1", "T2")]}}, units=own)


def test_dot_says_who_drew_what() -> None:
    data = relations({"A": [(1, 2, 'a "b"')], "B": [(2, 1, "=")]}, units=[1, 2, 3], symmetric=["="])
    text = dot(data, 0)
    assert 'u0_0 -> u0_1 [label="a \\"b\\""];' in text
    assert "dir=both" in text
    assert text.count("style=dotted") == 2


def test_clusters_are_chains_of_mentions() -> None:
    data = coreference({"A": [["a", "b", "c"], ["d"]]}, mentions=list("abcd"))
    assert data.links(0, "A") == [("b", "a", "coreference"), ("c", "b", "coreference")]
    assert data.component_units.tolist() == [0, 1, 2, 3]


def test_units_that_links_name_do_not_stand_in_the_order_of_the_rows() -> None:
    links = [("u10", "u9"), ("u2", "u10"), ("u9", "root"), ("u11", "u2")]
    one, other = (accord.relations({"A": several, "B": [("u2", "u9")]}) for several in (links, links[::-1]))
    assert list(one.unit_names) == list(other.unit_names) == ["root", "u2", "u9", "u10", "u11"]
    assert one.sha256 == other.sha256
    expression = "mar_link(chance='length', samples=20)"
    assert accord.measure(one, expression).value == accord.measure(other, expression).value
