"""Agreement on what lies in what."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.annotations.spans import Spans
from accord.measures.spans.nesting import nested
from accord.results import Expression
from untyped import accord

Unit = tuple[int, int, str]
UNITS = st.lists(
    st.tuples(st.integers(0, 8), st.integers(0, 8), st.sampled_from("xy")).map(
        lambda one: (min(one[:2]), max(one[:2]), one[2])
    ),
    max_size=6,
)


def of(documents: list[tuple[list[Unit], ...]]) -> Spans:
    made: Spans = accord.spans(
        {
            f"d{place}": [(who, *unit) for who, units in zip("ABC", people, strict=True) for unit in units]
            for place, people in enumerate(documents)
        },
        annotators=list("ABC"),
        asked="everyone",
        length=20,
    )
    return made


def parents(units: list[Unit]) -> Counter[tuple[tuple[int, int], tuple[int, int]]]:
    found: Counter[tuple[tuple[int, int], tuple[int, int]]] = Counter()
    for start, end, _ in units:
        around = {(s, e) for s, e, _ in units if s <= start < e and e >= end and (s, e) != (start, end)}
        smallest = min(around, key=lambda one: (one[1] - one[0], -one[0]), default=None)
        if smallest is not None:
            found[(start, end), smallest] += 1
    return found


@settings(max_examples=60)
@given(UNITS)
def test_the_parent_is_the_smallest_around(units: list[Unit]) -> None:
    """Of two that are as small, which overlap, any will do: the lengths agree."""
    data = of([(units, [], [])])
    child, parent = nested(data)
    found = sorted(
        (data.starts[c], data.ends[c], data.ends[p] - data.starts[p]) for c, p in zip(child, parent, strict=True)
    )
    expected = sorted((s, e, pe - ps) for ((s, e), (ps, pe)), times in parents(units).items() for _ in range(times))
    assert found == expected


def test_by_hand() -> None:
    a = [(0, 10, "s"), (1, 4, "x"), (2, 3, "y"), (12, 14, "x")]
    b = [(0, 10, "s"), (1, 4, "x"), (5, 6, "y")]
    data = of([(a, b, [])])
    # A: x in s, y in x; B: x in s, y in s; C nests nothing
    found = accord.measure(data, "nesting_f1", confidence=None)
    assert found.value == pytest.approx((2 * 1 / 4 + 0 + 0) / 3)
    other = accord.measure(
        of([(a, [(0, 10, "t"), (1, 4, "x"), (2, 3, "y")], a)]), Expression("nesting_f1", match="boundary")
    )
    assert other.value == 1
    with pytest.raises(accord.UsageError):
        accord.measure(data, Expression("nesting_f1", match="type"))


@settings(max_examples=30)
@given(st.lists(st.tuples(UNITS, UNITS, UNITS), min_size=1, max_size=3))
def test_the_mean_over_pairs_of_annotators(documents: list[tuple[list[Unit], ...]]) -> None:
    data = of(documents)
    child, parent = nested(data)
    own: dict[int, Counter[object]] = {who: Counter() for who in range(3)}
    for c, p in zip(child, parent, strict=True):
        key = (
            data.document[c],
            data.starts[c],
            data.ends[c],
            data.codes[c],
            data.starts[p],
            data.ends[p],
            data.codes[p],
        )
        own[int(data.who[c])][key] += 1
    values = [
        2 * (own[one] & own[other]).total() / (own[one] + own[other]).total()
        for one, other in combinations(range(3), 2)
        if own[one] or own[other]
    ]
    expected = sum(values) / len(values) if values else math.nan
    assert accord.measure(data, "nesting_f1", confidence=None).value == pytest.approx(expected, nan_ok=True)


def test_nothing_nested_has_no_value() -> None:
    flat = of([([(0, 2, "x")], [(3, 5, "x")], [])])
    assert "nobody put a unit in another" in str(accord.measure(flat, "nesting_f1").undefined)
