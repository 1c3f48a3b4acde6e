"""Krippendorff's measures of units and gaps, against published values and a continuum cut into positions."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import pairwise, permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord import Result
from accord.annotations.spans import Spans
from accord.results import Expression
from shared_files import ABSENT, GOLD
from untyped import accord

FAMILY = ("u_alpha", "u_alpha_binary", "cu_alpha", "alpha_u")
GOLDEN = GOLD / "spans.json"
Marked = dict[str, dict[str, list[tuple[int, int, str]]]]
"""Documents, annotators, units."""


def result(data: Spans, name: str, **parameters: object) -> Result:
    found: Result = accord.measure(data, Expression(name, **parameters), confidence=None)
    return found


def of(marked: Marked, length: int = 12) -> Spans:
    made: Spans = accord.spans(
        {
            document: [(who, *unit) for who, units in people.items() for unit in units]
            for document, people in marked.items()
        },
        annotators=sorted({who for people in marked.values() for who in people}),
        asked={document: list(people) for document, people in marked.items()},
        length=length,
    )
    return made


# ---- published

ALEX_PAUL_SUZAN = {
    "Alex": [(2, 9, "1"), (11, 17, "2"), (24, 30, "5"), (32, 36, "6"), (36, 44, "6"), (44, 60, "7")],
    "Paul": [(2, 9, "1"), (11, 17, "3"), (19, 25, "5"), (32, 44, "6")],
    "Suzan": [(2, 9, "1"), (11, 17, "4"), (21, 27, "5"), (32, 36, "6"), (36, 40, "6"), (40, 44, "6")],
}


def test_krippendorff_2019_figure_12_11() -> None:
    """Also the example of Krippendorff et al. (2016)."""
    data = of({"d": ALEX_PAUL_SUZAN}, length=60)
    assert round(result(data, "u_alpha").value, 3) == 0.510
    assert round(result(data, "u_alpha_binary").value, 3) == 0.413
    assert round(result(data, "cu_alpha").value, 3) == 0.724
    by_category = {k: result(data, "ku_alpha", category=k) for k in "1234567"}
    assert [round(by_category[k].value, 12) for k in "123456"] == [1, 0, 0, 0, 1, 1]
    assert by_category["5"].components["coverage"] == pytest.approx(8 / 18)
    assert "no unit of '7' overlaps" in str(by_category["7"].undefined)


def test_krippendorff_2004_page_254() -> None:
    i = [(75, 145, "c"), (220, 250, "c"), (30, 90, "k"), (150, 200, "k")]
    j = [(70, 150, "c"), (205, 225, "c"), (250, 270, "c"), (30, 90, "k"), (150, 200, "k")]
    data = of({"d": {"i": i, "j": j}}, length=300)
    of_c = result(data, "alpha_u", category="c")
    assert result(data, "alpha_u").value == pytest.approx(0.8591, abs=5e-4)
    assert of_c.value == pytest.approx(0.7286, abs=5e-5)
    assert of_c.components["observed"] == pytest.approx(0.0144, abs=5e-5)
    assert of_c.components["expected"] == pytest.approx(0.0532, abs=5e-5)
    assert result(data, "alpha_u", category="k").value == 1


@pytest.mark.skipif(not GOLDEN.exists(), reason=ABSENT)
def test_gold() -> None:
    cases = json.loads(GOLDEN.read_text())["alpha_u"]
    for case in cases["alpha_u_family_2016"]:
        data = accord.spans([tuple(unit) for unit in case["units"]], length=case["length"])
        for name, key in (("u_alpha", "u_alpha"), ("u_alpha_binary", "bar_u_alpha"), ("cu_alpha", "cu_alpha_pairs")):
            assert result(data, name).value == near(case[key]), (case["id"], name)
        assert result(data, "cu_alpha").components["coverage"] == near(case["cu_coverage"])
        for category, (value, coverage) in case["ku_alpha_pairs"].items():
            found = result(data, "ku_alpha", category=category)
            assert (found.value, found.components["coverage"]) == (near(value), near(coverage)), case["id"]
    for case in cases["alpha_U_1995_2004"]:
        moved = [(who, start - case["begin"], end - case["begin"], k) for who, start, end, k in case["units"]]
        data = accord.spans(moved, length=case["length"])
        found = result(data, "alpha_u")
        known = (case["alpha_U"], case["D_o"], case["D_e"])
        assert (found.value, found.components["observed"], found.components["expected"]) == pytest.approx(known, 1e-9)
        for category, known in case["per_category"].items():
            assert result(data, "alpha_u", category=category).value == pytest.approx(known["alpha"], abs=1e-9)


def near(value: float | None) -> object:
    return pytest.approx(math.nan if value is None else value, abs=1e-9, nan_ok=True)


# ---- against a continuum that is cut into positions


@st.composite
def marked(draw: st.DrawFn, documents: int = 2, length: int = 12) -> Marked:
    """Units that do not overlap, of up to four annotators who need not all be asked; touching ones and none occur."""
    found: Marked = {}
    for document in range(draw(st.integers(1, documents))):
        people = draw(st.lists(st.sampled_from("ABCD"), min_size=1, max_size=4, unique=True))
        found[f"d{document}"] = {who: draw(_units(length)) for who in people}
    return found


@st.composite
def _units(draw: st.DrawFn, length: int) -> list[tuple[int, int, str]]:
    bounds = sorted(draw(st.lists(st.integers(0, length), max_size=6, unique=True)))
    pairs = list(pairwise(bounds))
    kept = draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
    return [(*pair, draw(st.sampled_from("xyz"))) for pair, keep in zip(pairs, kept, strict=True) if keep]


Piece = tuple[str | None, object]
"""What stands at a position, None in a gap, and the unit that it belongs to: a piece of a gap is by itself."""


def cut(data: Marked, length: int) -> list[dict[str, list[Piece]]]:
    found = []
    for document, people in data.items():
        if len(people) < 2:
            continue
        pieces = {who: [(None, (document, who, place)) for place in range(length)] for who in people}
        for who, units in people.items():
            for start, end, category in units:
                pieces[who][start:end] = [(category, (document, who, "unit", start))] * (end - start)  # type: ignore[list-item]
        found.append(pieces)
    return found  # type: ignore[return-value]


def by_positions(continua: list[dict[str, list[Piece]]], *, units_only: bool) -> float | None:
    """1 − D_o / D_e: pairs at the same position, and all pairs of pieces but those of one unit; for cuα each weighs as
    often as somebody else has a unit there."""
    disagreed, total = Fraction(0), Fraction(0)
    used: dict[str | None, Fraction] = {}
    squares = Fraction(0)
    for people in continua:
        share = Fraction(1, len(people) - 1)
        meetings: dict[tuple[object, str], int] = {}
        for one, other in permutations(people, 2):
            for (here, unit), (there, _) in zip(people[one], people[other], strict=True):
                if units_only and (here is None or there is None):
                    continue
                total += share
                used[here] = used.get(here, Fraction(0)) + share
                disagreed += share * (here != there)
                meetings[unit, other] = meetings.get((unit, other), 0) + 1
        squares += share * sum(times**2 for times in meetings.values())
    expected = total**2 - sum(value**2 for value in used.values())
    return (
        float(1 - disagreed * (total**2 - squares) / (total * expected))
        if total and expected and total**2 > squares
        else None
    )


@settings(max_examples=60)
@given(marked())
def test_the_u_family_is_that_of_positions(data: Marked) -> None:
    spans, continua = of(data), cut(data, 12)
    if not any(units for people in data.values() if len(people) > 1 for units in people.values()):
        for name in FAMILY:
            assert result(spans, name).undefined
        return
    assert result(spans, "u_alpha").value == near(by_positions(continua, units_only=False))
    assert result(spans, "cu_alpha").value == near(by_positions(continua, units_only=True))
    plain = [
        {who: [(value and "unit", unit) for value, unit in pieces] for who, pieces in people.items()}
        for people in continua
    ]
    assert result(spans, "u_alpha_binary").value == near(by_positions(plain, units_only=False))


@settings(max_examples=30)
@given(marked(documents=3))
def test_documents_are_one_continuum_after_the_other(data: Marked) -> None:
    """As long as everybody was asked about each of them."""
    people = sorted({who for document in data.values() for who in document})
    if len(people) < 2 or not any(units for document in data.values() for units in document.values()):
        return
    apart: Marked = {name: {who: one.get(who, []) for who in people} for name, one in data.items()}
    joined = {
        who: [
            (start + 12 * place, end + 12 * place, category)
            for place, one in enumerate(apart.values())
            for start, end, category in one[who]
        ]
        for who in people
    }
    for name in ("u_alpha", "u_alpha_binary", "cu_alpha"):
        assert result(of(apart), name).value == near(result(of({"all": joined}, 12 * len(apart)), name).value)


def alpha_1995(people: dict[str, list[tuple[int, int]]], length: int) -> tuple[Fraction, Fraction]:
    """D_o and D_e of one category as Krippendorff (2004, pp. 253–255) writes them, section by section."""
    sections: dict[str, list[tuple[int, int, bool]]] = {}
    for who, units in people.items():
        at, sections[who] = 0, []
        for start, end in sorted(units):
            sections[who] += [(at, start - at, False)] * (start > at) + [(start, end - start, True)]
            at = end
        sections[who] += [(at, length - at, False)] * (at < length)
    observed, m = Fraction(0), len(people)
    for one, other in permutations(people, 2):
        for (b, size, v), (c, width, w) in product(sections[one], sections[other]):
            if v and w and -size < b - c < width:
                observed += (b - c) ** 2 + (b + size - c - width) ** 2
            elif v and not w and width - size >= b - c >= 0:
                observed += size**2
            elif w and not v and size - width >= c - b >= 0:
                observed += width**2
    lengths = [size for all_of in sections.values() for _, size, v in all_of if v]
    gaps = [size for all_of in sections.values() for _, size, v in all_of if not v]
    above = sum(
        Fraction(len(lengths) - 1, 3) * (2 * n**3 - 3 * n**2 + n) + n**2 * sum(g - n + 1 for g in gaps if g >= n)
        for n in lengths
    )
    below = m * length * (m * length - 1) - sum(n * (n - 1) for n in lengths)
    return observed / (m * (m - 1) * length**2), Fraction(2, length) * above / below


@settings(max_examples=50)
@given(marked(documents=1))
def test_alpha_u_is_that_of_sections(data: Marked) -> None:
    people = data["d0"]
    categories = sorted({category for units in people.values() for *_, category in units})
    if len(people) < 2 or not categories:
        return
    parts = [
        alpha_1995({who: [(s, e) for s, e, k in units if k == category] for who, units in people.items()}, 12)
        for category in categories
    ]
    expected = sum(below for _, below in parts)
    value = float(1 - sum(above for above, _ in parts) / expected) if expected else None
    assert result(of(data), "alpha_u").value == near(value)


# ---- habits


def test_neither_order_nor_names_matter() -> None:
    data = of({"d": ALEX_PAUL_SUZAN, "e": {"Paul": [(1, 5, "2")], "Alex": [(2, 6, "3")], "Suzan": []}}, length=60)
    other = of(
        {
            "x": {"c": ALEX_PAUL_SUZAN["Paul"], "a": ALEX_PAUL_SUZAN["Suzan"], "b": ALEX_PAUL_SUZAN["Alex"]},
            "a": {"a": [], "b": [(2, 6, "3")], "c": [(1, 5, "2")]},
        },
        length=60,
    )
    for name in FAMILY:
        one, two = (accord.measure(each, name, replicates=200) for each in (data, other))
        assert (one.value, one.low, one.high) == pytest.approx((two.value, two.low, two.high), abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("name", FAMILY)
def test_degenerate_data_have_no_value_and_a_reason(name: str) -> None:
    nothing = of({"d": {"A": [], "B": []}})
    assert "no annotator found a unit" in str(result(nothing, name).undefined)
    alone = of({"d": {"A": [(0, 4, "x")]}, "e": {"B": [(0, 4, "x")]}})
    assert "same document" in str(result(alone, name).undefined)
    points = of({"d": {"A": [(3, 3, "x")], "B": [(3, 3, "x")]}})
    assert "has a length" in str(result(points, name).undefined)
    nested = of({"d": {"A": [(0, 8, "x"), (2, 4, "x")], "B": [(0, 8, "x")]}})
    assert "units of 'A'" in str(result(nested, name).undefined)
    everything = of({"d": {"A": [(0, 12, "x")], "B": [(0, 12, "x")]}})
    assert (result(everything, name).undefined is None) == (name == "alpha_u")  # for it units could lie elsewhere


def test_units_of_other_categories_may_overlap_for_alpha_u() -> None:
    crossed = of({"d": {"A": [(0, 8, "x"), (2, 4, "y")], "B": [(0, 8, "x"), (2, 4, "y")]}})
    assert result(crossed, "alpha_u").value == 1
    assert result(crossed, "u_alpha").undefined


def test_an_annotator_who_found_nothing_left_a_gap() -> None:
    data = of({"d": {"A": [(0, 4, "x")], "B": [(0, 4, "x")], "C": []}})
    assert result(data, "u_alpha").value < result(of({"d": {"A": [(0, 4, "x")], "B": [(0, 4, "x")]}}), "u_alpha").value
    assert result(data, "cu_alpha").undefined is not None  # one category


def test_a_length_that_is_not_known_is_said() -> None:
    units = [("A", 2, 5, "x"), ("A", 7, 9, "y"), ("B", 2, 6, "x"), ("B", 7, 9, "y")]
    unknown, known = (
        accord.measure(accord.spans(units), "u_alpha"),
        accord.measure(accord.spans(units, length=40), "u_alpha"),
    )
    assert [one.code for one in unknown.diagnostics if one.code == "ACC410"] == ["ACC410"]
    assert "ACC410" not in [one.code for one in known.diagnostics]
    assert known.value > unknown.value


def test_gaps_without_pieces_are_the_limit_of_a_finer_clock() -> None:
    fine = {who: [(1000 * s, 1000 * e, k) for s, e, k in units] for who, units in ALEX_PAUL_SUZAN.items()}
    without = result(of({"d": ALEX_PAUL_SUZAN}, length=60), "u_alpha", smallest=0)
    assert result(of({"d": fine}, length=60_000), "u_alpha").value == pytest.approx(without.value, abs=1e-4)
    with pytest.raises(accord.UsageError, match="not a length"):
        result(of({"d": ALEX_PAUL_SUZAN}, length=60), "u_alpha", smallest=-1)


def test_the_interval_draws_documents() -> None:
    drawn = np.random.default_rng(4)
    marked = {}
    for number in range(40):
        start = int(drawn.integers(0, 8))
        moved = int(drawn.integers(0, 3))
        marked[f"d{number}"] = {
            "A": [(start, start + 3, "x")],
            "B": [(start + moved, start + moved + 3, "xy"[moved % 2])],
        }
    for name in FAMILY:
        found = accord.measure(of(marked, 20), name)
        assert found.low < found.value < found.high
        assert "documents" in str(found.signature)
