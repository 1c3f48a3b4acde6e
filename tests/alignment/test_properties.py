"""What must hold of alignments whatever the data."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.alignment import CategoryMatrix, Combined, Hamming, Ordinal, Sporadic, align, solve
from accord.annotations.span_building import spans
from accord.annotations.spans import Spans
from alignment.oracles import Unit

FEW = settings(max_examples=25)


@st.composite
def units(draw: st.DrawFn, most: int = 4) -> list[Unit]:
    """Units of two to four annotators, all of whom have some."""
    found: list[Unit] = []
    for name in range(draw(st.integers(2, 4))):
        for _ in range(draw(st.integers(1, most))):
            start = draw(st.integers(0, 40))
            length = draw(st.integers(1, 12))
            found.append((f"A{name}", start, start + length, draw(st.sampled_from(["x", "y", None]))))
    return found


def values(data: Spans) -> list[float]:
    return [
        align(data).value,
        align(data, objective="entropy", delta_empty=4).value,
        align(data, method="soft").value,
    ]


@FEW
@given(units())
def test_the_order_of_annotators_does_not_matter(given: list[Unit]) -> None:
    names = sorted({unit[0] for unit in given})
    turned = spans(given, annotators=names[::-1])
    assert values(turned) == pytest.approx(values(spans(given, annotators=names)), abs=1e-9)


@FEW
@given(units(), st.sampled_from([0.25, 3.0, 1000.0]), st.sampled_from([-7.0, 1e6, 1e8]))
def test_shifting_and_stretching_change_nothing(given: list[Unit], factor: float, shift: float) -> None:
    moved = [(who, start * factor + shift, end * factor + shift, category) for who, start, end, category in given]
    assert values(spans(moved)) == pytest.approx(values(spans(given)), abs=1e-9)


@FEW
@given(units(), st.integers(2, 5))
def test_the_same_annotations_have_no_disorder(given: list[Unit], annotators: int) -> None:
    own = [unit[1:] for unit in given if unit[0] == "A0"]
    copies = [(f"B{name}", *unit) for name in range(annotators) for unit in own]
    data = spans(copies)
    assert values(data) == [0.0, 0.0, 0.0]
    assert len(align(data)) == len(own)
    greedy = align(data, objective="entropy", method="greedy")
    assert greedy.value == 0
    assert greedy.optimal


@FEW
@given(units())
def test_an_empty_annotator_is_defined_and_makes_things_worse(given: list[Unit]) -> None:
    names = sorted({unit[0] for unit in given})
    more = align(spans(given, annotators=[*names, "nothing"]))
    assert more.value >= align(spans(given)).value - 1e-9
    assert all(len(one.units) == len(names) + 1 and one.units[-1] is None for one in more.unitary)


@FEW
@given(units(), st.sampled_from([0.5, 4.0]))
def test_delta_empty_is_a_scale(given: list[Unit], delta: float) -> None:
    data = spans(given)
    assert align(data, delta_empty=delta).value == pytest.approx(align(data).value * delta, abs=1e-9)


@FEW
@given(units())
def test_methods_are_ordered(given: list[Unit]) -> None:
    data = spans(given)
    best, entropy = align(data), align(data, objective="entropy")
    assert align(data, method="soft").value <= best.value + 1e-9
    assert align(data, method="greedy").value >= best.value - 1e-9
    assert entropy.value <= float(np.mean([one.disorder for one in best.unitary])) + 1e-9
    assert align(data, incompatible="forbid").value >= best.value - 1e-9
    assert best.value <= len(data.annotators) + 1e-9


@FEW
@given(units())
def test_forbidden_categories_never_meet(given: list[Unit]) -> None:
    data = spans(given)
    for method in ("exact", "greedy", "soft"):
        for one in align(data, incompatible="forbid", method=method).unitary:
            assert len({data.codes[unit] for unit in one.units if unit is not None}) == 1


@FEW
@given(units())
def test_the_choice_between_ties_depends_on_the_data_alone(given: list[Unit]) -> None:
    first = align(spans(given, annotators=["A0", "A1", "A2", "A3"]))
    again = align(spans(given[::-1], annotators=["A0", "A1", "A2", "A3"]))
    assert [one.units for one in first.unitary] == [one.units for one in again.unitary]


def test_units_need_not_stand_by_annotator() -> None:
    data = spans([("A", 0, 5, "x"), ("A", 8, 12, "y"), ("B", 1, 5, "x"), ("C", 8, 13, "y"), ("C", 0, 4, "x")])
    sorted_one = data.continuum(0)
    order = np.array([3, 0, 4, 2, 1])
    mixed = replace(
        sorted_one,
        who=sorted_one.who[order],
        starts=sorted_one.starts[order],
        ends=sorted_one.ends[order],
        codes=sorted_one.codes[order],
    )
    here, there = solve(sorted_one, Combined()), solve(mixed, Combined())
    assert there.value == here.value
    assert sorted(mixed.starts[there.members].tolist()) == sorted(sorted_one.starts.tolist())
    sets = [set(sorted_one.starts[here.members[a:b]]) for a, b in zip(here.starts[:-1], here.starts[1:], strict=True)]
    assert [
        set(mixed.starts[there.members[a:b]]) for a, b in zip(there.starts[:-1], there.starts[1:], strict=True)
    ] == sets


# ---- dissimilarities


def test_two_touching_units_of_one_length_are_as_bad_as_a_missing_one() -> None:
    """Mathet & Widlöcher 2011, section 4.4.1: 4 with Δ∅ = 4."""
    pair = spans([("A", 0, 10), ("B", 10, 20)]).continuum(0)
    one, other = np.array([0]), np.array([1])
    assert Combined(delta_empty=4).between(pair, one, other).tolist() == [4.0]
    assert Sporadic(tolerance=16).between(pair, one, other).tolist() == [0.25]


def test_hamming_looks_at_ends_only() -> None:
    """Mathet & Widlöcher 2011, eq. 2: |Δend| / (k / 2)."""
    data = spans([("A", 0, 10), ("A", 10, 20), ("B", 0, 12), ("B", 12, 20)])
    continuum = data.continuum(0)
    assert Hamming().between(continuum, np.array([0, 1]), np.array([2, 3])).tolist() == [0.4, 0.0]
    found = align(data, dissimilarity=Hamming())
    assert found.value == pytest.approx((0.4 + 0.0) / 2)


def test_units_without_length() -> None:
    data = spans([("A", 5, 5), ("B", 5, 5), ("A", 9, 9), ("B", 9.5, 9.5), ("B", 8, 10)])
    found = align(data, objective="entropy")
    joined = [one.units for one in found.unitary if None not in one.units]
    assert found.optimal
    starts = {tuple(sorted(float(data.starts[unit]) for unit in units if unit is not None)) for units in joined}
    assert starts == {(5.0, 5.0), (8.0, 9.0)}


def test_no_category_is_like_no_category_only() -> None:
    data = spans([("A", 0, 5), ("B", 0, 5)])
    assert align(data).value == 0
    assert align(spans([("A", 0, 5), ("B", 0, 5, "x")])).value == 1
    matrix = CategoryMatrix([[0, 0.25], [0.25, 0]], ["x", "y"])
    assert align(spans([("A", 0, 5, "x"), ("B", 0, 5, "y")]), dissimilarity=matrix).value == 0.25
    assert align(spans([("A", 0, 5, "x"), ("B", 0, 5)]), dissimilarity=matrix).value == 1
    assert align(spans([("A", 0, 5), ("B", 0, 5)]), dissimilarity=matrix).value == 0


def test_ordered_categories() -> None:
    order = Ordinal(["low", "medium", "high"])
    data = spans([("A", 0, 5, "low"), ("B", 0, 5, "medium"), ("A", 9, 12, "high"), ("B", 9, 12, "low")])
    assert [one.disorder for one in align(data, dissimilarity=order).unitary] == [0.5, 1.0]


def test_many_categories() -> None:
    """The reference implementation overflows beyond 127."""
    rows = [(who, 10 * number, 10 * number + 6, f"c{number}") for number in range(300) for who in ("A", "B")]
    found = align(spans(rows))
    assert found.value == 0
    assert len(found) == 300


def test_identical_units_are_all_kept() -> None:
    data = spans([("A", 0, 5, "x"), ("A", 0, 5, "x"), ("B", 0, 5, "x")])
    found = align(data)
    assert sorted(sum(unit is not None for unit in one.units) for one in found.unitary) == [1, 2]
    assert found.value == pytest.approx(2 * 1 / 3)


def test_functions_as_dissimilarities() -> None:
    data = spans([("A", 0, 10, "x"), ("A", 12, 20, "y"), ("B", 1, 10, "x"), ("B", 13, 20, "x")])

    def same_as_sporadic(starts, ends, other_starts, other_ends):  # type: ignore[no-untyped-def]  # as a user writes it
        return (
            (abs(starts - other_starts) + abs(ends - other_ends)) / (ends - starts + other_ends - other_starts)
        ) ** 2

    by_function = align(data, dissimilarity=same_as_sporadic)
    assert by_function.value == pytest.approx(align(data).value, abs=1e-12)
    categories = Combined(categorical=lambda one, other: 0.5 * (one != other))  # type: ignore[arg-type]  # wrapped
    assert align(data, dissimilarity=categories).value == pytest.approx(align(data, beta=0.5).value, abs=1e-12)
    assert "same_as_sporadic" in str(by_function.dissimilarity)
