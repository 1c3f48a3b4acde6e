"""Which units are aligned does not depend on the order of annotators, nor on their names."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.alignment import align
from accord.alignment.result import Alignment
from accord.annotations.span_building import spans

Unit = tuple[str, int, int, str]
Listed = list[tuple[float, list[tuple[str, float, float, str]]]]
unit = st.tuples(st.sampled_from("ABC"), st.integers(0, 5).map(lambda place: 21 * place), st.sampled_from("xy"))
"""On a grid and of one length: many alignments tie."""


def sets(found: Alignment, names: dict[str, str]) -> Listed:
    """The unitary alignments as lists of units, under the names they had."""
    data = found.spans
    listed: Listed = []
    for one in found.documents[0].unitary:
        units = [place for place in one.units if place is not None]
        told = [
            (names[data.annotators[data.who[place]]], data.starts[place], data.ends[place], data.category(place) or "")
            for place in units
        ]
        listed.append((one.disorder, sorted(told)))
    return sorted(listed)


@settings(max_examples=60)
@given(st.lists(unit, min_size=2, max_size=9), st.permutations("PQR"), st.sampled_from(["disorder", "entropy"]))
def test_ties_are_broken_by_the_units_alone(
    units: list[tuple[str, int, str]], people: list[str], objective: str
) -> None:
    rows = [(who, start, start + 20, category) for who, start, category in units]
    plain = align(spans(rows, annotators=["A", "B", "C"]), objective=objective)
    names = dict(zip(people, "ABC", strict=True))
    back = {old: new for new, old in names.items()}
    moved = spans([(back[who], *row) for who, *row in rows[::-1]], annotators=sorted(back.values()))
    other = align(moved, objective=objective)
    assert other.value == plain.value
    twins = _twins(rows)
    if not twins:
        assert sets(other, names) == sets(plain, {name: name for name in "ABC"})


def _twins(rows: list[Unit]) -> bool:
    """Whether two annotators have the same units, who can be exchanged."""
    lanes = [sorted(row[1:] for row in rows if row[0] == name) for name in "ABC"]
    return any(one == other for one, other in itertools.combinations(lanes, 2))


def test_which_of_two_neighbours_a_unit_goes_with() -> None:
    """B is as far from A as from C: it went with whoever of them was named first."""
    rows = [("A", 0, 20, "x"), ("B", 21, 41, "x"), ("C", 42, 62, "x")]
    same = {name: name for name in "ABC"}
    found = [sets(align(spans(rows, annotators=order)), same) for order in itertools.permutations("ABC")]
    assert all(one == found[0] for one in found)


@pytest.mark.parametrize("method", ["exact", "soft"])
def test_unitary_alignments_are_listed_as_annotators_are(method: str) -> None:
    rows = [("B", 0, 5, "x"), ("A", 0, 5, "y"), ("A", 0, 5, "x"), ("B", 20, 25, "x"), ("C", 20, 24, "x")]
    found = align(spans(rows, annotators=["B", "A", "C"]), method=method)
    firsts = [[-1 if place is None else place for place in one.units] for one in found.documents[0].unitary]
    starts = [min(found.spans.starts[place] for place in units if place >= 0) for units in firsts]
    assert [(start, units) for start, units in zip(starts, firsts, strict=True)] == sorted(
        zip(starts, firsts, strict=True)
    )
