"""Every measure with the parameters it needs, and random tables to measure; shared by the tests of this folder."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hypothesis import strategies as st

import accord
from accord import Labels, Result
from accord.measures import Measure, all_measures, find
from accord.results import parse_expression

Vocabulary = Literal["words", "numbers", "sets"]
Cell = str | int | frozenset[str] | None
Row = list[Cell]

WORDS: tuple[str, ...] = ("a", "b", "c", "d")
NUMBERS: tuple[int, ...] = (0, 1, 2, 5)
SETS: tuple[frozenset[str], ...] = (frozenset(), frozenset("x"), frozenset("xy"), frozenset("yz"))
NAMES = ("Ann", "Bob", "Cleo", "Dan")


@dataclass(frozen=True)
class Case:
    """A measure expression and the labels it is for."""

    expression: str
    vocabulary: Vocabulary = "words"

    def __str__(self) -> str:
        return f"{self.expression} of {self.vocabulary}"

    @property
    def name(self) -> str:
        return self.expression.partition("(")[0]

    @property
    def record(self) -> Measure:
        return find("labels", self.name)

    @property
    def needs_names(self) -> bool:
        """Whether it refuses anonymous counts."""
        return self.record.reads_rows(self.record.bind(parse_expression(self.expression).parameters).parameters)

    @property
    def oriented(self) -> bool:
        """Whether one annotator is the reference of the others."""
        return "reference=" in self.expression or "first=" in self.expression

    @property
    def ordered(self) -> bool:
        """Whether the order of words must be declared."""
        order = ("weights=", "level='ordinal'", "distance='linear'", "ac2")
        return self.vocabulary == "words" and any(word in self.expression for word in order)

    @property
    def places(self) -> bool:
        """Whether the order or the numbers of the categories matter."""
        read = any(word in self.expression for word in ("weights=", "codes=", "level=", "='linear'"))
        return read or self.record.numeric or self.name == "ac2"


CODES = "['a', 'b', 'c', 'd']"
GIVEN = (
    Case("observed_agreement"),
    Case("observed_agreement(weights='linear')"),
    Case("s"),
    Case("pi"),
    Case("pi(weights='quadratic')"),
    Case("fleiss"),
    Case("fleiss(weights='ordinal')"),
    Case("kappa"),
    Case("kappa(weights='radical')"),
    Case("multi_kappa"),
    Case("multi_kappa(weights='linear')"),
    Case("alpha"),
    Case("alpha(level='ordinal')"),
    Case("alpha(distance='linear')"),
    Case("finn(codes=" + CODES + ")"),
    Case("pabak"),
    Case("prevalence_index"),
    Case("bias_index"),
    Case("annotator_bias"),
    Case("f_measure(nothing='a')"),
    Case("f_measure(nothing='a', alpha=2, reference='Bob')"),
    Case("f_measure_half(nothing='a')"),
    Case("ser(nothing='a')"),
    Case("ser(nothing='a', reference='Bob', substitution=1)"),
    Case("alpha(level='ordinal')", "numbers"),
    Case("alpha(level='interval')", "numbers"),
    Case("alpha(level='ratio')", "numbers"),
    Case("alpha(level='circular')", "numbers"),
    Case("alpha(level='circular', period=12)", "numbers"),
    Case("kappa(weights='quadratic')", "numbers"),
    Case("multi_kappa(weights='ratio')", "numbers"),
    Case("fleiss(weights='circular')", "numbers"),
    Case("pi(weights='bipolar')", "numbers"),
    Case("finn", "numbers"),
    Case("finn(levels=6)", "numbers"),
    Case("alpha", "sets"),
    Case("alpha(distance='masi_nltk')", "sets"),
    Case("alpha(distance='masi_dkpro')", "sets"),
    Case("alpha(distance='jaccard')", "sets"),
    Case("observed_agreement", "sets"),
    Case("multi_kappa", "sets"),
    Case("ac2(weights='linear')", "numbers"),
    Case("brennan_prediger(weights='quadratic')", "numbers"),
    Case("light(weights='linear')", "numbers"),
    Case("krr(k=1)"),
    Case("xrr(first=['Bob'])"),
    Case("xrr(first='Bob', weights='linear')", "numbers"),
    Case("finn(model='twoway')", "numbers"),
    *(Case(f"icc(form='{form}')", "numbers") for form in ("1", "3", "1k", "2k", "3k")),
)
NAMED = {case.expression for case in GIVEN}
CASES = (
    *GIVEN,
    *(
        Case(record.name, "numbers" if record.numeric else "words")
        for record in all_measures().values()
        if record.shape == "labels" and record.name not in NAMED
    ),
)
"""Those that need parameters or deserve several cases, and every other registered measure by its name."""


def vocabulary(kind: Vocabulary) -> Sequence[Cell]:
    return WORDS if kind == "words" else NUMBERS if kind == "numbers" else SETS


@st.composite
def tables(draw: st.DrawFn, kind: Vocabulary = "words", *, missing: bool = True, items: int = 9) -> list[Row]:
    """Items × annotators: two annotators and two categories more often than not; a quarter or half of it missing.

    Any number of items is as likely as another, and a byte is a cell: lists of lists are slow to draw and mostly short.
    """
    people, size, holes = draw(
        st.tuples(*(st.sampled_from(sizes) for sizes in ((2, 2, 3, 4), (2, 2, 3, 4), (1, 1, 3))))
    )
    used: tuple[Cell, ...] = tuple(vocabulary(kind)[:size])
    cells = (*used * 3, *(None,) * (size * holes if missing else 0))
    number = people * draw(st.integers(1, items))
    drawn = [cells[byte % len(cells)] for byte in draw(st.binary(min_size=number, max_size=number))]
    return [drawn[start : start + people] for start in range(0, number, people)]


def built(
    rows: Sequence[Row], kind: Vocabulary = "words", *, names: Sequence[str] = NAMES, declared: bool = True
) -> Labels:
    """Labels of a table; `declared` is needed for the order of words."""
    used = vocabulary(kind)
    people = len(rows[0]) if rows else len(names)
    size = max((used.index(cell) + 1 for row in rows for cell in row if cell is not None), default=1)
    return accord.labels(
        rows,
        categories=list(used[:size]) if declared and kind != "sets" else None,
        level="sets" if kind == "sets" else "nominal",  # what is recognised depends on how many disagree
        annotators=list(names[:people]),
    )


def numbers(result: Result) -> dict[str, float]:
    return {"value": result.value, "low": result.low, "high": result.high, **result.components}


def assert_identical(one: Result, other: Result) -> None:
    """To the last digit: value, interval, components, reason."""
    assert one.measure == other.measure
    assert one.undefined == other.undefined
    assert numbers(one).keys() == numbers(other).keys()
    for name, number in numbers(one).items():
        twin = numbers(other)[name]
        assert number == twin or (math.isnan(number) and math.isnan(twin)), f"{name}: {number!r} and {twin!r}"


def assert_close(one: float, other: float, tolerance: float = 1e-12) -> None:
    assert math.isclose(one, other, rel_tol=tolerance, abs_tol=tolerance) or (math.isnan(one) and math.isnan(other)), (
        f"{one!r} and {other!r}"
    )
