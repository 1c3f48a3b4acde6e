"""Units that annotators found themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from accord.annotations.relation_tuples import relations
from accord.annotations.relations import Relations
from accord.annotations.span_building import spans
from accord.annotations.span_columns import spans_from_columns
from accord.measures.record import BlockKernel, Measure, Undefined
from accord.measures.relations import argument_graphs, coreference_alpha, heads, link_categories, tree_alpha
from accord.measures.relations import coreference as scores
from accord.measures.relations.graphs.compared_graphs import comparisons
from accord.measures.relations.graphs.comparisons import compared
from accord.measures.relations.graphs.unit_matching import MATCHES, split
from accord.results import UsageError
from relations.graphs import value

MEASURES = [
    argument_graphs.gbm,
    argument_graphs.mar_link,
    argument_graphs.mar_path,
    argument_graphs.mar_dset,
    link_categories.link_kappa,
    link_categories.relation_label_kappa,
    heads.uas,
    scores.muc,
    scores.b3,
    scores.ceaf_e,
    scores.blanc,
    scores.lea,
]


def _corpora(jitter: int = 0) -> tuple[Relations, Relations]:
    """The same links over units of the annotators' own and over given ones."""
    rng = np.random.default_rng(5)
    links: dict[str, dict[str, list[tuple[int, int, str]]]] = {}
    rows: list[tuple[str, str, float, float, str]] = []
    for document in ("d", "e"):
        begins = np.cumsum(rng.integers(4, 9, size=8))
        for who in "ABC":
            links.setdefault(document, {})[who] = [
                (
                    u,
                    int(rng.integers(u)) if rng.random() < 0.5 else (5 * u) % u if u > 4 else 0,
                    "xy"[int(rng.integers(2))],
                )
                for u in range(1, 8)
                if rng.random() < 0.7
            ]
            rows += [
                (document, who, float(start + jitter * rng.integers(0, 2)), float(start + 3), str(n))
                for n, start in enumerate(begins)
            ]
    own = spans_from_columns(
        document=[row[0] for row in rows],
        annotator=[row[1] for row in rows],
        start=np.array([row[2] for row in rows]),
        end=np.array([row[3] for row in rows]),
        category=["unit"] * len(rows),
        names=[row[4] for row in rows],
    )
    inside = {document: {who: list(range(8)) for who in "ABC"} for document in links}
    return relations(links, own), relations(links, {name: list(range(8)) for name in links}, components=inside)


@pytest.mark.parametrize("measure", MEASURES, ids=lambda one: one.name)
def test_identical_spans_are_given_units(measure: Measure) -> None:
    own, given = _corpora()
    expected = value(measure, given)
    for units in MATCHES:
        assert value(measure, own, units=units) == pytest.approx(expected, abs=1e-12)
    assert value(measure, own.of_document("e")) == pytest.approx(value(measure, given.of_document("e")), abs=1e-12)


@pytest.mark.parametrize(
    "measure", [heads.alpha_heads, coreference_alpha.alpha_masi, tree_alpha.alpha_ted], ids=lambda m: m.name
)
def test_identical_spans_are_given_units_to_all_annotators_at_once(measure: Measure) -> None:
    own, given = _corpora()
    assert value(measure, own) == pytest.approx(value(measure, given), abs=1e-12)
    if measure is heads.alpha_heads:
        assert value(measure, own, units="exact") == pytest.approx(value(measure, given), abs=1e-12)


def test_bounds_that_differ_a_little_are_matched_all_the_same() -> None:
    own, given = _corpora(jitter=1)
    for units in ("alignment", "joint", "overlap"):
        assert value(argument_graphs.mar_link, own, units=units) == pytest.approx(
            value(argument_graphs.mar_link, given)
        )
    assert value(argument_graphs.mar_link, own, units="exact") < value(argument_graphs.mar_link, given)


def test_the_disagreement_is_split_into_units_and_links() -> None:
    """A: 1→2, 2→3; B has no unit like A's third, and the first link only in the other direction."""
    own = spans([("A", 0, 5), ("A", 10, 15), ("A", 20, 25), ("B", 0, 5), ("B", 10, 15), ("B", 40, 45)])
    data = relations({"A": [(1, 2), (2, 3)], "B": [(2, 1)]}, units=own)
    found = split(comparisons(data))
    assert (found.links, found.agreeing, found.by_units, found.by_links) == (3, 0, 1, 2)
    assert found.share_of_units == pytest.approx(1 / 3)
    kernel = argument_graphs.mar_link.prepare(data)
    assert isinstance(kernel, BlockKernel)
    assert kernel.tables["disagreement"] == found.as_json()
    assert [note.code for note in kernel.diagnostics] == ["ACC126"]
    assert "33%" in kernel.diagnostics[0].message


def test_unmatched_units_stay_the_annotators_own() -> None:
    """dSets over the units of each: A has three, B two, and they share one."""
    own = spans([("A", 0, 5), ("A", 10, 15), ("A", 20, 25), ("B", 0, 5), ("B", 60, 65)])
    data = relations({"A": [], "B": []}, units=own)
    assert value(argument_graphs.mar_dset, data) == pytest.approx((1 / 3 + 1 / 2) / 2)


def test_identical_bounds_twice_are_matched_by_category_first() -> None:
    own = spans([("A", 0, 5, "x"), ("A", 0, 5, "y"), ("A", 9, 12, "x"), ("B", 0, 5, "y"), ("B", 9, 12, "x")])
    data = relations({"A": [(2, 3)], "B": [(1, 2)]}, units=own)
    for units in ("alignment", "exact"):
        assert value(argument_graphs.mar_link, data, units=units) == 1.0


def test_what_cannot_be_matched_says_why() -> None:
    own, _ = _corpora()
    with pytest.raises(Undefined, match="a unit that nobody found"):
        value(link_categories.component_kappa, own)
    with pytest.raises(UsageError, match="alignment, joint, exact, overlap"):
        value(argument_graphs.gbm, own, units="nearest")
    with pytest.raises(UsageError, match="two annotators at a time"):
        value(heads.alpha_heads, own, units="overlap")


def test_annotators_without_units() -> None:
    own = spans([("A", 0, 5), ("A", 10, 15)], annotators=["A", "B"])
    data = relations({"A": [(1, 2)], "B": []}, units=own)
    assert value(argument_graphs.mar_link, data) == 0.0
    assert value(scores.b3, data) == 0.0


def test_pairs_of_annotators_are_those_that_are_compared() -> None:
    for data in _corpora():
        _, who, partner = compared(data)
        found = comparisons(data)
        assert [found.pairs[pair] for pair in found.pair] == list(zip(who.tolist(), partner.tolist(), strict=True))


def test_the_value_of_a_pair_is_that_of_the_two_alone() -> None:
    links = {"A": [(0, 1), (1, 2), (3, 4)], "B": [(0, 1), (1, 2), (2, 3)], "C": [(0, 4), (4, 2), (3, 4)]}
    kernel = argument_graphs.mar_link.prepare(relations(links, units=list(range(5))))
    assert isinstance(kernel, BlockKernel)
    table: Any = kernel.tables["pairs"]
    assert len(set(table.values())) > 1
    for pair, found in table.items():
        alone = {name: links[name] for name in links if name in str(pair)}
        assert found == pytest.approx(value(argument_graphs.mar_link, relations(alone, units=list(range(5)))))
