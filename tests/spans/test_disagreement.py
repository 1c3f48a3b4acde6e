"""What kind of disagreement it is, on alignments made by hand and on the best ones."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.alignment import align
from accord.annotations.span_building import spans
from accord.annotations.span_columns import spans_from_columns
from accord.annotations.spans import Spans
from accord.diagnosis.spans.span_disagreement import SpanDisagreement, span_disagreement
from accord.diagnosis.spans.span_pairs import KINDS
from accord.diagnosis.spans.span_splits import splits_and_merges
from accord.results import DataError, UsageError
from spans.hand_aligned import Group, hand_aligned

TEXT = "Ada Lovelace met Charles Babbage in London. They worked on it at night, in Turin."
DATA = spans(
    {
        "d": [
            ("A", 0, 12, "PER"),  # unit 0: everybody has it
            ("A", 17, 32, "PER"),  # 1
            ("A", 36, 42, "LOC"),  # 2
            ("A", 65, 70, "TIME"),  # 3
            ("B", 0, 12, "PER"),  # 4
            ("B", 25, 32, "PER"),  # 5: starts later
            ("B", 36, 42, "ORG"),  # 6: another category
            ("C", 0, 12, "PER"),  # 7
            ("C", 17, 32, "PER"),  # 8
            ("C", 65, 70, "TIME"),  # 9: B has none
            ("C", 75, 80, "LOC"),  # 10: nobody else
        ]
    },
    texts={"d": TEXT},
)
GROUPS: list[Group] = [
    (0, 4, 7),
    (1, 5, 8),
    (2, 6, None),
    (3, None, 9),
    (None, None, 10),
]


def by_hand(reference: str | None = None) -> SpanDisagreement:
    return span_disagreement(DATA, hand_aligned(DATA, GROUPS), reference=reference)


def counts(found: SpanDisagreement) -> dict[str, int]:
    return {one.kind: one.pairs for one in found.kinds if one.pairs}


def test_every_pair_is_of_one_kind() -> None:
    assert counts(by_hand()) == {"agreement": 5, "boundary": 2, "category": 1, "missed": 4, "spurious": 2}
    assert [by_hand().of_kind(kind).groups for kind in ("agreement", "boundary", "missed")] == [3, 1, 2]


def test_a_reference_decides_what_is_missed_and_what_is_spurious() -> None:
    by_c = by_hand(reference="C")
    assert counts(by_c) == {"agreement": 5, "boundary": 2, "category": 1, "missed": 4, "spurious": 2}
    assert {one.annotator: (one.missed, one.spurious) for one in by_c.annotators} == {
        "A": (1, 1),
        "B": (2, 1),
        "C": (0, 0),
    }
    by_majority = {one.annotator: (one.missed, one.spurious) for one in by_hand().annotators}
    assert by_majority == {"A": (0, 0), "B": (1, 0), "C": (1, 1)}


def test_parts_of_the_disorder_by_hand() -> None:
    found = by_hand()
    place = 2 * (8 / 22) ** 2 / 3  # B's start is 8 off twice: ((8 + 0) / (15 + 7))², a mean over three pairs
    assert found.parts["positional"] == pytest.approx(place, abs=1e-12)
    assert found.parts["categorical"] == pytest.approx(1 / 3, abs=1e-12)
    assert found.parts["unaligned"] == pytest.approx(2 / 3 + 2 / 3 + 1, abs=1e-12)
    assert found.of_kind("spurious").disorder == pytest.approx(1)


def test_shifts_categories_and_annotators_by_hand() -> None:
    found = by_hand()
    assert found.shifts.as_json() == {"start_only": 2, "end_only": 0, "both": 0, "mean_start": 8.0, "mean_end": None}
    persons = next(one for one in found.categories if one.category == "PER")
    assert (persons.units, persons.agreed, persons.groups, persons.boundary_pairs) == (6, 1, 2, 2)
    assert persons.mean_shift == pytest.approx(16 / 6)
    places = next(one for one in found.categories if one.category == "LOC")
    assert (places.missed, places.spurious, places.category_pairs) == (1, 1, 1)
    assert [tuple(one.as_json().values()) for one in found.exchanges] == [("LOC", "ORG", 1, 1, 1, 1)]
    b = found.annotators[1]
    assert (b.boundary_pairs, b.category_pairs) == (2, 1)
    assert b.start_shift == pytest.approx(16 / 5)
    assert b.end_shift == 0


def test_the_worst_units_come_with_their_texts() -> None:
    found = by_hand()
    assert [one.disorder for one in found.worst[:2]] == pytest.approx([1, 1])  # more annotators first
    assert found.worst[0].units == (("A", 36.0, 42.0, "LOC", "London"), ("B", 36.0, 42.0, "ORG", "London"))
    assert found.worst[0].kinds == ("missed", "category")
    assert found.worst[1].units == (("C", 75.0, 80.0, "LOC", "Turin"),)
    assert found.worst[1].without == ("A", "B")
    assert found.worst[1].kinds == ("spurious",)
    assert len(found.worst) == 4  # the first group is agreed upon
    json.dumps(found.as_json(), allow_nan=False)


def test_half_of_the_annotators_decide_nothing() -> None:
    data = spans([("A", 0, 5, "x"), ("B", 10, 15, "x")])
    found = span_disagreement(data, hand_aligned(data, [(0, None), (None, 1)]))
    assert counts(found) == {"undecided": 2}
    assert [one.undecided for one in found.annotators] == [1, 1]
    assert [(one.missed, one.spurious) for one in found.annotators] == [(0, 0), (0, 0)]


# ---- splits


def test_a_split_is_neither_boundary_nor_missed() -> None:
    data = spans([("A", 0, 20, "x"), ("B", 0, 9, "x"), ("B", 10, 20, "x"), ("C", 0, 20, "x")])
    found = span_disagreement(data, hand_aligned(data, [(0, 2, 3), (None, 1, None)]))
    assert counts(found) == {"agreement": 1, "split": 4}
    assert [(one.splits, one.merges, one.missed, one.spurious) for one in found.annotators] == [
        (0, 1, 0, 0),
        (2, 0, 0, 0),
        (0, 1, 0, 0),
    ]


def test_who_joined_has_not_missed_the_other_piece() -> None:
    data = spans([("A", 0, 20, "x"), *((name, *unit, "x") for name in "BC" for unit in ((0, 9), (10, 20)))])
    found = span_disagreement(data, hand_aligned(data, [(0, 2, 4), (None, 1, 3)]))
    assert counts(found) == {"agreement": 2, "split": 4}
    assert [(one.splits, one.merges, one.missed, one.spurious) for one in found.annotators] == [
        (0, 1, 0, 0),
        (1, 0, 0, 0),
        (1, 0, 0, 0),
    ]


@pytest.mark.parametrize(
    ("second", "pieces"),
    [
        ([(0, 10), (10, 20)], 2),
        ([(0, 10), (11, 20)], 2),
        ([(0, 7), (7, 13), (13, 20)], 3),
        ([(0, 8), (12, 20)], 0),  # a gap
        ([(0, 5), (5, 10)], 0),  # half of the unit
        ([(0, 20), (0, 10), (10, 20)], 0),  # nested: the unit itself is there
        ([(0, 16), (16, 20)], 0),  # one of them is as good as the unit
        ([(0, 20)], 0),
        ([(0, 10), (10, 60)], 0),  # the second lies mostly elsewhere
        ([(0, 12), (8, 20)], 0),  # they overlap
    ],
    ids=str,
)
def test_what_counts_as_a_split(second: list[tuple[int, int]], pieces: int) -> None:
    found = splits_and_merges(spans([("A", 0, 20, "x")] + [("B", *unit, "x") for unit in second]))
    assert (len(found.of(0)) if len(found) else 0) == pieces


def test_splits_stay_within_their_document() -> None:
    found = splits_and_merges(spans({"d1": [("A", 0, 20), ("B", 0, 10)], "d2": [("B", 10, 20)]}))
    assert len(found) == 0


# ---- the best alignment

position = st.integers(0, 30)
unit = st.tuples(
    st.sampled_from("ABC"), position, st.integers(1, 9), st.sampled_from(["x", "y", None]), st.sampled_from(["d", "e"])
)


def corpus(rows: list[tuple[str, int, int, str | None, str]]) -> Spans:
    return spans_from_columns(
        document=[row[4] for row in rows],
        annotator=[row[0] for row in rows],
        start=np.array([row[1] for row in rows], dtype=float),
        end=np.array([row[1] + row[2] for row in rows], dtype=float),
        category=[row[3] for row in rows],
        documents=["d", "e"],
        annotators=["A", "B", "C"],
        assigned=[("d", "A"), ("d", "B"), ("d", "C"), ("e", "A"), ("e", "C")],
    )


@settings(max_examples=60)
@given(
    st.lists(unit, min_size=1, max_size=14),
    st.sampled_from([(1.0, 1.0, 1.0), (3.0, 1.0, 1.0), (0.0, 2.0, 1.0), (1.0, 0.0, 4.0)]),
    st.sampled_from([None, "A"]),
)
def test_every_division_of_the_disorder_adds_up(
    rows: list[tuple[str, int, int, str | None, str]], weights: tuple[float, float, float], reference: str | None
) -> None:
    data = corpus(rows)
    alpha, beta, delta = weights
    alignment = align(data, alpha=alpha, beta=beta, delta_empty=delta)
    found = span_disagreement(data, alignment, reference=reference)
    total = sum(one.disorder for one in alignment.unitary)
    assert found.total == pytest.approx(total, abs=1e-9)
    for parts in (found.kinds, found.categories, found.annotators):
        assert sum(part.disorder for part in parts) == pytest.approx(total, abs=1e-9)
    assert sum(found.parts.values()) == pytest.approx(total, abs=1e-9)
    assert found.of_kind("agreement").disorder == pytest.approx(0, abs=1e-12)
    somebody = (found.pairs.one >= 0) | (found.pairs.other >= 0)
    assert sum(one.pairs for one in found.kinds) == somebody.sum()


@settings(max_examples=30)
@given(st.lists(unit, min_size=1, max_size=10))
def test_identical_annotations_have_one_kind(rows: list[tuple[str, int, int, str | None, str]]) -> None:
    lane = [(start, start + length, category) for _, start, length, category, _ in rows]
    data = spans([(name, *one) for name in "ABC" for one in lane])
    found = span_disagreement(data)
    assert found.total == pytest.approx(0, abs=1e-12)
    assert set(counts(found)) == {"agreement"}
    assert sum(one.agreed for one in found.categories) == len(lane)


def test_kinds_are_named_once() -> None:
    assert len(set(KINDS)) == len(KINDS) == 8


def test_wrong_alignments_are_refused() -> None:
    with pytest.raises(UsageError, match="no annotator 'Z'"):
        by_hand(reference="Z")
    with pytest.raises(UsageError, match="soft"):
        span_disagreement(DATA, align(DATA, method="soft"))
    other = spans([("A", 0, 1), ("B", 0, 1)])
    with pytest.raises(UsageError, match="other spans"):
        span_disagreement(DATA, align(other))
    with pytest.raises(DataError, match="ACC060"):
        span_disagreement(DATA, hand_aligned(DATA, GROUPS[1:]))
