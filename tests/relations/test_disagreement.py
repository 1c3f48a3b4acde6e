"""What kind of disagreement it is, and where."""

from __future__ import annotations

import numpy as np
import pytest

from accord.annotations.relation_tuples import relations
from accord.annotations.span_building import spans
from accord.diagnosis.relations.relation_disagreement import (
    AGREEING,
    KINDS,
    MISSING,
    RELABELLED,
    RETARGETED,
    link_disagreement,
)
from accord.diagnosis.relations.relation_places import _chained
from accord.measures.relations.graphs.compared_graphs import comparisons
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


def _agreeing(kinds: dict[str, int]) -> tuple[float, int]:
    """The share of links that agree, and how many there are."""
    links = sum(kinds.values())
    return kinds["agreeing"] / links, links


def test_disagreement_by_length_depth_and_unit() -> None:
    data = relations({"A": [(1, 0), (3, 0), (4, 3)], "B": [(1, 0), (3, 1), (4, 3)]}, units=list(range(5)))
    found = link_disagreement(data)
    assert found.by("length")[3]["retargeted"] == 1
    assert _agreeing(found.by("length")[1]) == (1.0, 4)
    assert _agreeing(found.by("depth")[2]) == (0.5, 2)  # 4 → 3 → 0 of A agrees; of B, 4 is three steps down
    assert found.by("unit")[3]["agreeing"] == 0
    assert [_agreeing(row) for row in found.by("annotator").values()] == [(2 / 3, 3)] * 2


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
    by_length = found.by("length")
    assert _agreeing(by_length[1])[0] > _agreeing(by_length[12])[0]


@pytest.mark.parametrize("seed", range(20))
def test_links_of_symmetric_types_are_looked_up_in_the_closure(seed: int) -> None:
    rng = np.random.default_rng(seed)
    links = {
        who: [
            (one, other, "=~"[int(rng.integers(2))]) for one in range(7) for other in range(one) if rng.random() < 0.2
        ]
        for who in "AB"
    }
    pairs = comparisons(relations(links, units=list(range(7)), symmetric=["=", "~"]))
    for own, others, who in ((pairs.left, pairs.right, "B"), (pairs.right, pairs.left, "A")):
        classes = {unit: {unit} for unit in range(7)}
        for origin, target, _ in links[who]:
            joined = classes[origin] | classes[target]
            classes |= dict.fromkeys(joined, joined)
        linked = {unit for origin, target, _ in links[who] for unit in (origin, target)}
        theirs = list(zip(others.origins.tolist(), others.codes.tolist(), strict=True))
        expected = []
        for origin, target, code in zip(own.origins.tolist(), own.targets.tolist(), own.codes.tolist(), strict=True):
            if target in classes[origin]:
                same = any(code == of and unit in classes[origin] for unit, of in theirs)
                expected.append(AGREEING if same else RELABELLED)
            else:
                expected.append(RETARGETED if origin in linked else MISSING)
        assert _chained(pairs, own, others).tolist() == expected
