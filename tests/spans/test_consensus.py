"""Consensus units: what most annotators found, and what is to be discussed."""

from __future__ import annotations

import json
from collections import Counter
from statistics import median_high, median_low

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.alignment import align
from accord.annotations.span_building import spans
from accord.annotations.span_columns import spans_from_columns
from accord.annotations.spans import Spans
from accord.consensus.units import (
    HALF,
    MINORITY,
    NO_CATEGORY,
    NO_END,
    NO_START,
    SINGLE,
    TIED_CATEGORY,
    ConsensusUnits,
    Support,
    consensus_units,
)
from accord.results import UsageError
from spans.hand_aligned import Group, hand_aligned


def agreed(data: Spans, groups: list[Group], support: Support = "majority") -> ConsensusUnits:
    return consensus_units(data, hand_aligned(data, groups), support)


def one_place(*units: tuple[float, float, str | None], asked: int | None = None) -> tuple[Spans, list[Group]]:
    """One unit of each annotator, all aligned; `asked` annotators in all."""
    names = [f"A{place}" for place in range(asked or len(units))]
    data = spans([(name, *unit) for name, unit in zip(names, units, strict=False)], annotators=names)
    row: list[int | None] = [*range(len(units)), *[None] * (len(names) - len(units))]
    return data, [tuple(row)]


def test_a_majority_settles_everything() -> None:
    found = agreed(*one_place((0, 9, "x"), (0, 9, "x"), (2, 8, "y")))
    (unit,) = found
    assert (unit.start, unit.end, unit.category, unit.support, unit.asked) == (0, 9, "x", 3, 3)
    assert unit.category_share == unit.start_share == unit.end_share == pytest.approx(2 / 3)
    assert unit.discuss == ()
    assert found.diagnostics == ()


def test_without_a_majority_the_rule_is_fixed_and_told() -> None:
    (unit,) = agreed(*one_place((0, 9, "x"), (2, 7, "x")))
    assert (unit.start, unit.end) == (0, 9)  # between two, the longer unit
    assert unit.discuss == (NO_START, NO_END)
    (unit,) = agreed(*one_place((0, 9, "x"), (1, 9, "x"), (5, 9, "x")))
    assert (unit.start, unit.discuss) == (1, (NO_START,))


def test_tied_categories_are_flagged_and_follow_the_corpus() -> None:
    data = spans([("A", 0, 9, "y"), ("A", 20, 29, "y"), ("B", 0, 9, "x"), ("B", 20, 29, "y")])
    found = agreed(data, [(0, 2), (1, 3)])
    first, second = found
    assert (first.category, first.tied, first.discuss) == ("y", ("y", "x"), (TIED_CATEGORY,))
    assert (second.category, second.discuss) == ("y", ())
    assert "1 tied categories" in str(found.diagnostics[0])
    assert found.diagnostics[0].code == "ACC155"
    same = agreed(*one_place((0, 9, "x"), (0, 9, "y")))
    assert next(iter(same)).category == "x"  # as frequent: the first in order
    plurality = agreed(*one_place((0, 9, "x"), (0, 9, "x"), (0, 9, "y"), (0, 9, "z")))
    assert next(iter(plurality)).discuss == (NO_CATEGORY,)


def test_units_without_category_vote_too() -> None:
    (unit,) = agreed(*one_place((0, 9, None), (0, 9, None), (0, 9, "x")))
    assert unit.category is None
    assert unit.discuss == ()


def test_what_half_of_the_annotators_found_is_left_out_and_discussed() -> None:
    found = agreed(*one_place((0, 9, "x"), (0, 9, "x"), asked=4))
    assert len(found) == 0
    assert found.to_discuss()[0].discuss == (HALF,)
    assert [row["included"] for row in found.rows()] == [False]
    found = agreed(*one_place((0, 9, "x"), asked=3))
    assert (len(found), found.to_discuss(), found.rows()) == (0, [], [])
    assert len(found.units) == 1


def test_a_number_of_annotators_may_be_asked_for() -> None:
    data, groups = one_place((0, 9, "x"), (0, 9, "x"), asked=5)
    assert len(agreed(data, groups)) == 0
    (unit,) = agreed(data, groups, support=2)
    assert unit.discuss == (MINORITY,)
    assert len(agreed(data, groups, support=3)) == 0
    wrong: list[object] = ["all", 0, True, 1.5]
    for support in wrong:
        with pytest.raises(UsageError, match="is not known"):
            consensus_units(data, support=support)  # type: ignore[arg-type]


def test_the_reference_is_spans_of_one_annotator() -> None:
    data = spans(
        {
            "d1": [("A", 5, 9, "x"), ("B", 5, 9, "x"), ("A", 0, 2, "y"), ("B", 0, 2, "y")],
            "d2": [],
            "d3": [("A", 0, 4, "x"), ("B", 0, 4, "x"), ("B", 7, 9, "x")],
        },
        texts={"d1": "ab   cdef", "d2": "nothing", "d3": "four     five"},
    )
    found = consensus_units(data)
    assert found.spans.annotators == ("reference",)
    assert found.spans.documents == data.documents
    assert list(
        zip(found.spans.document.tolist(), found.spans.starts.tolist(), found.spans.ends.tolist(), strict=True)
    ) == [
        (0, 0.0, 2.0),
        (0, 5.0, 9.0),
        (2, 0.0, 4.0),
    ]
    assert [found.spans.category(unit) for unit in range(3)] == ["y", "x", "x"]
    assert [unit.text for unit in found] == ["ab", "cdef", "four"]
    assert found.spans.assigned.all()
    assert repr(found) == "ConsensusUnits(3 units in 3 documents, 1 to discuss)"
    json.dumps(found.as_json(), allow_nan=False)


def test_one_annotator_is_taken_over_and_flagged() -> None:
    data = spans_from_columns(
        document=["d", "d", "e"],
        annotator=["A", "B", "A"],
        start=np.zeros(3),
        end=np.ones(3),
        category=["x"] * 3,
        assigned=[],
    )
    found = consensus_units(data)
    assert [(unit.document, unit.discuss) for unit in found] == [("d", ()), ("e", (SINGLE,))]


def test_nobody_with_a_unit_gives_an_empty_reference() -> None:
    found = consensus_units(spans([], annotators=["A", "B"]))
    assert (len(found), found.units, found.diagnostics) == (0, (), ())


def test_most_open_questions_come_first() -> None:
    data = spans([("A", 0, 9, "x"), ("B", 1, 9, "x"), ("A", 20, 29, "x"), ("B", 20, 29, "y"), ("A", 40, 49, "x")])
    found = agreed(data, [(0, 3), (1, 4), (2, None)])
    assert [unit.start for unit in found.to_discuss()] == [40, 20, 0]
    assert [unit.start for unit in found.to_discuss(limit=1)] == [40]


# ---- oracle

position = st.integers(0, 20)
unit = st.tuples(st.sampled_from("ABCD"), position, st.integers(0, 9), st.sampled_from(["x", "y", "z", None]))


@settings(max_examples=60)
@given(st.lists(unit, min_size=1, max_size=14))
def test_every_group_by_the_book(rows: list[tuple[str, int, int, str | None]]) -> None:
    data = spans([(name, start, start + length, label) for name, start, length, label in rows], annotators=list("ABCD"))
    alignment = align(data)
    found = consensus_units(data, alignment)
    by_members = {frozenset(unit for _, unit in one.members): one for one in found.units}
    assert len(by_members) == len(alignment.unitary)
    for group in alignment.unitary:
        units = [place for place in group.units if place is not None]
        one = by_members[frozenset(units)]
        assert one.start == median_low(data.starts[units].tolist())
        assert one.end == median_high(data.ends[units].tolist())
        assert one.start <= one.end
        votes = Counter(data.category(place) for place in units)
        assert votes[one.category] == max(votes.values())
        assert set(one.tied) == {label for label, times in votes.items() if times == max(votes.values())}
        assert one.included == (2 * len(units) > 4)
        settled = all(2 * share > 1 for share in (one.category_share, one.start_share, one.end_share))
        assert bool(one.discuss) == ((one.included and not settled) or 2 * len(units) == 4)
    assert len(found.spans) == sum(one.included for one in found.units)


@settings(max_examples=30)
@given(st.lists(unit, min_size=1, max_size=8))
def test_identical_annotations_are_their_own_consensus(rows: list[tuple[str, int, int, str | None]]) -> None:
    lane = sorted({(float(start), float(start + length), label or "") for _, start, length, label in rows})
    data = spans([(name, *one) for name in "ABC" for one in lane])
    found = consensus_units(data)
    assert not found.to_discuss()
    got = [(u.start, u.end, u.category or "") for u in found]
    assert sorted(got) == lane
    assert len(found.spans) == len(lane)
