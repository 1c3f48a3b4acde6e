"""Time that annotators mark alike, against places counted one by one and values of pyannote.metrics."""

from __future__ import annotations

import math
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord import Result
from accord.annotations.spans import Spans
from accord.results import Expression
from untyped import accord

Turn = tuple[int, int, str]


def measured(data: Spans, name: str, **parameters: object) -> Result:
    found: Result = accord.measure(data, Expression(name, **parameters), confidence=None)
    return found


def of(*people: list[Turn]) -> Spans:
    made: Spans = accord.spans(
        [(who, *turn) for who, turns in zip("ABC", people, strict=False) for turn in turns],
        annotators=list("ABC"[: len(people)]),
        length=40,
    )
    return made


@pytest.mark.parametrize(
    ("first", "second", "collar", "known"),
    [
        # pyannote.metrics 4.2.0, DiarizationErrorRate(collar=2 × collar): rate, missed, false alarm, confusion
        (
            [(0, 10, "a"), (12, 20, "b"), (24, 27, "a")],
            [(2, 13, "x"), (13, 20, "y"), (22, 27, "y")],
            0,
            (10 / 21, 2, 4, 4),
        ),
        (
            [(0, 10, "a"), (12, 20, "b"), (24, 27, "a")],
            [(2, 13, "x"), (13, 20, "y"), (22, 27, "y")],
            0.5,
            (6.5 / 18, 1.5, 2.5, 2.5),
        ),
        ([(0, 10, "a"), (5, 20, "b")], [(0, 12, "x"), (4, 8, "y"), (12, 20, "z")], 0, (0.32, 2, 1, 5)),
    ],
)
def test_pyannote(first: list[Turn], second: list[Turn], collar: float, known: tuple[float, ...]) -> None:
    found = measured(of(first, second), "der", reference="A", collar=collar)
    parts = [found.components[name] for name in ("missed", "false_alarm", "confusion")]
    assert [found.value, *parts] == pytest.approx(known)


TURNS = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9), st.sampled_from("xyz")), max_size=5)


def placed(turns: list[tuple[int, int, str]]) -> list[Turn]:
    return [(start, start + length, name) for start, length, name in turns]


def at(turns: list[Turn], place: int) -> list[str]:
    return [name for start, end, name in turns if start <= place < end]


def error_rate(first: list[Turn], second: list[Turn], names: dict[str, str]) -> float:
    cost, spoken = 0, 0
    for place in range(40):
        here, there = at(first, place), [names.get(one, f"new {one}") for one in at(second, place)]
        right = sum(min(here.count(one), there.count(one)) for one in set(here))
        cost += max(len(here), len(there)) - right
        spoken += len(here)
    return cost / spoken if spoken else math.nan


@settings(max_examples=30)
@given(TURNS, TURNS)
def test_errors_are_those_of_every_place(first: list[Turn], second: list[Turn]) -> None:
    """With mapping, of the names that share most time."""
    one, other = placed(first), placed(second)
    data = of(one, other)
    plain = measured(data, "der", reference="A", mapping=False).value
    assert plain == pytest.approx(error_rate(one, other, {name: name for name in "xyz"}), nan_ok=True)
    shared = {
        (a, b): sum(at(one, place).count(a) * at(other, place).count(b) for place in range(40))
        for a in "xyz"
        for b in "xyz"
    }
    best = max(sum(shared[a, b] for a, b in zip(chosen, "xyz", strict=True)) for chosen in permutations("xyz"))
    rates = [
        error_rate(one, other, {b: a for a, b in zip(chosen, "xyz", strict=True) if shared[a, b]})
        for chosen in permutations("xyz")
        if sum(shared[a, b] for a, b in zip(chosen, "xyz", strict=True)) == best
    ]
    found = measured(data, "der", reference="A").value
    assert any(found == pytest.approx(rate, nan_ok=True) for rate in rates)


@settings(max_examples=30)
@given(st.lists(TURNS, min_size=3, max_size=3))
def test_common_shares_are_those_of_every_place(people: list[list[Turn]]) -> None:
    turns = [placed(one) for one in people]
    for categories in (True, False):
        cells = [
            {(place, name if categories else "") for place in range(40) for name in at(one, place)} for one in turns
        ]
        shares = [len(a & b) / len(a | b) for a, b in combinations(cells, 2) if a | b]
        expected = sum(shares) / len(shares) if shares else math.nan
        assert measured(of(*turns), "iou", categories=categories).value == pytest.approx(expected, nan_ok=True)


def test_documents_are_summed_and_drawn() -> None:
    random = np.random.default_rng(1)
    units = {}
    for number in range(30):
        start = int(random.integers(0, 20))
        units[f"d{number}"] = [("A", start, start + 6, "x"), ("B", start + int(random.integers(0, 3)), start + 7, "x")]
    data = accord.spans(units, length=40)
    for name in ("iou", "der"):
        found = accord.measure(data, name)
        assert found.low < found.value < found.high


def test_degenerate_data() -> None:
    for name in ("iou", "der", "ser"):
        assert "there is one" in str(accord.measure(accord.spans([("A", 0, 4, "x")]), name).undefined)
        nothing = accord.spans({"d": []}, annotators=["A", "B"], length=9)
        assert accord.measure(nothing, name).undefined
    for name, given_ in (("der", {"collar": -1}), ("der", {"reference": "Z"}), ("ser", {"both": -1})):
        with pytest.raises(accord.UsageError):
            measured(of([(0, 4, "x")], [(0, 4, "x")]), name, **given_)


# ---- schemes of matching by their names in shared tasks


def test_schemes_have_the_names_of_shared_tasks() -> None:
    data = of(
        [(0, 5, "PER"), (6, 10, "ORG"), (12, 20, "LOC"), (25, 30, "LOC")],
        [(0, 5, "PER"), (6, 10, "LOC"), (13, 20, "LOC"), (28, 35, "ORG"), (36, 38, "PER")],
    )
    same = {"strict": "exact", "semeval_strict": "exact", "conll": "exact", "semeval_exact": "boundary"}
    same |= {"semeval_type": "type", "ace": "overlap", "semeval_partial": "partial"}
    for scheme, match in same.items():
        assert measured(data, "f1", match=scheme).value == measured(data, "f1", match=match).value
    partial = measured(data, "f1", match="overlap", credit=0.5).value
    assert measured(data, "f1", match="partial").value == partial == pytest.approx(2 * 3 / 9)
    # MUC: bounds 2 and categories 2 of 4 + 5 units, of which each has both
    assert measured(data, "f1", match="muc").value == pytest.approx(2 * (2 + 2) / (2 * 4 + 2 * 5))
    with pytest.raises(accord.UsageError, match=r"SemEval's exact \(bounds alone\) is 'boundary'"):
        measured(data, "f1", match="semeval")
    with pytest.raises(accord.UsageError, match="leave credit out"):
        measured(data, "f1", match="partial", credit=0.3)


def test_slot_error_rate_by_hand() -> None:
    """One right, one of another category, one with other bounds, one with both, one missing, two too many."""
    data = of(
        [(0, 5, "PER"), (6, 10, "ORG"), (12, 20, "LOC"), (25, 30, "LOC"), (38, 40, "LOC")],
        [(0, 5, "PER"), (6, 10, "LOC"), (13, 20, "LOC"), (28, 35, "ORG"), (35, 36, "PER"), (36, 38, "PER")],
    )
    assert measured(data, "ser", reference="A").value == pytest.approx((0.5 + 0.5 + 1 + 1 + 2) / 5)
    costs = {"type_error": 0.25, "boundary_error": 0.75, "both": 2}
    assert measured(data, "ser", reference="A", **costs).value == pytest.approx((0.25 + 0.75 + 2 + 1 + 2) / 5)
    assert measured(data, "ser").value == pytest.approx((5 / 5 + 5 / 6) / 2)
