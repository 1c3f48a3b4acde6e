"""What kind of disagreement it is, and where."""

from __future__ import annotations

import pytest

from accord.annotations.relation_tuples import relations
from accord.annotations.span_building import spans
from accord.diagnosis.relations.relation_disagreement import (
    KINDS,
    agreement_by,
    disagreement_dot,
    link_disagreement,
    unit_disagreement,
)
from relations.corpora import gcdt

A = [(1, 0, "sup"), (2, 0, "sup"), (3, 2, "att"), (4, 2, "sup"), (6, 5, "=")]
B = [(1, 0, "sup"), (2, 0, "att"), (2, 3, "att"), (4, 1, "sup"), (5, 6, "=")]


def test_links_of_every_kind() -> None:
    data = relations({"A": A, "B": B}, units=list(range(8)), symmetric=["="])
    found = link_disagreement(data)
    of_a = {A[n][:2]: KINDS[kind] for n, kind in enumerate(found.kind[found.annotator == 0])}
    assert of_a == {
        (1, 0): "agreeing",
        (2, 0): "relabelled",
        (3, 2): "flipped",
        (4, 2): "retargeted",
        (6, 5): "agreeing",
    }
    of_b = {B[n][:2]: KINDS[kind] for n, kind in enumerate(found.kind[found.annotator == 1])}
    assert of_b == {
        (1, 0): "agreeing",
        (2, 0): "relabelled",
        (2, 3): "flipped",
        (4, 1): "retargeted",
        (5, 6): "agreeing",
    }
    assert found.counts() == {"agreeing": 4, "relabelled": 2, "flipped": 2, "retargeted": 2, "missing": 0}
    assert relations({"A": A, "B": []}, units=list(range(8))).n_units == 8
    alone = link_disagreement(relations({"A": A, "B": []}, units=list(range(8))))
    assert alone.counts()["missing"] == len(A)


def test_disagreement_by_length_depth_and_unit() -> None:
    data = relations({"A": [(1, 0), (3, 0), (4, 3)], "B": [(1, 0), (3, 1), (4, 3)]}, units=list(range(5)))
    found = link_disagreement(data)
    assert found.by("length")[3]["retargeted"] == 1
    assert agreement_by(found, "length")[1] == (1.0, 4)
    assert agreement_by(found, "depth")[2] == (0.5, 2)  # 4 → 3 → 0 of A agrees; of B, 4 is three steps down
    assert unit_disagreement(found, data)[0] == ("document", "3", 1.0)
    for share, links in agreement_by(found, "annotator").values():
        assert share == pytest.approx(2 / 3)
        assert links == 3


def test_the_picture_tells_kinds_apart() -> None:
    text = disagreement_dot(relations({"A": A, "B": B}, units=list(range(8)), symmetric=["="]), 0, "A", "B")
    assert text.count("purple") == 4
    assert text.count('tooltip="relabelled"') == 2
    assert text.count("->") == len(A) + len(B)


def test_own_units_are_matched_first() -> None:
    own = spans([("A", 0, 5), ("A", 10, 15), ("B", 0, 5), ("B", 10, 15)])
    found = link_disagreement(relations({"A": [(1, 2)], "B": [(2, 1)]}, units=own))
    assert found.counts()["flipped"] == 2


def test_real_discourse_trees(shared_data: object) -> None:
    data = gcdt()
    found = link_disagreement(data)
    counts = found.counts()
    assert sum(counts.values()) == len(data)
    assert counts["agreeing"] + counts["relabelled"] == 2 * 693  # 63.75 % of 1,087 links are in both
    near, far = agreement_by(found, "length")[1][0], agreement_by(found, "length")[12][0]
    assert near > far
