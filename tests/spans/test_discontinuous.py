"""Discontinuous units, against units as sets of positions that are looked at one by one."""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from itertools import combinations, groupby, permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.alignment.dissimilarities import Hamming, Sporadic, symmetric_difference
from accord.alignment.random_continua import random1, random2, sampler
from accord.annotations.fragments import covered_by_half, of_one_piece
from accord.annotations.spans import Spans
from accord.cli import main
from accord.renderings.lanes import alignment_svg
from accord.results import DataError, Expression
from untyped import accord

LENGTH = 16
Unit = tuple[frozenset[int], str]
"""The positions that a unit covers, and its category."""


def bounds(positions: frozenset[int]) -> list[tuple[int, int]]:
    """The fragments of a set of positions."""
    runs = groupby(enumerate(sorted(positions)), key=lambda pair: pair[1] - pair[0])
    found = [[place for _, place in run] for _, run in runs]
    return [(run[0], run[-1] + 1) for run in found]


def of(people: dict[str, list[Unit]]) -> Spans:
    rows = [(who, bounds(positions), name) for who, units in people.items() for positions, name in units]
    made: Spans = accord.spans(rows, annotators=list(people), length=LENGTH)
    return made


def value(data: Spans, name: str, **parameters: object) -> float:
    found: float = accord.measure(data, Expression(name, **parameters), confidence=None).value
    return found


UNIT = st.tuples(st.frozensets(st.integers(0, LENGTH - 1), min_size=1, max_size=7), st.sampled_from("xy"))
PEOPLE = st.tuples(*[st.lists(UNIT, max_size=3)] * 2).map(lambda both: dict(zip("AB", both, strict=True)))


@st.composite
def parted(draw: st.DrawFn) -> dict[str, list[Unit]]:
    """Units of one annotator that do not overlap, though one may lie in the gaps of another."""
    found: dict[str, list[Unit]] = {}
    for who in "ABC"[: draw(st.integers(2, 3))]:
        owner = draw(st.lists(st.integers(0, 3), min_size=LENGTH, max_size=LENGTH))
        sets = [frozenset(at for at, one in enumerate(owner) if one == number) for number in (1, 2, 3)]
        found[who] = [(one, draw(st.sampled_from("xy"))) for one in sets if one]
    return found


# ---- the dissimilarity


@settings(max_examples=200)
@given(st.lists(st.tuples(st.floats(0, 90), st.floats(0, 20)), min_size=2, max_size=6))
def test_of_one_piece_it_is_the_distance_of_starts_and_ends(units: list[tuple[float, float]]) -> None:
    starts = np.array([start for start, _ in units])
    ends = starts + np.array([length for _, length in units])
    first, second = (np.array(one) for one in zip(*permutations(range(len(units)), 2), strict=True))
    plain = np.abs(starts[first] - starts[second]) + np.abs(ends[first] - ends[second])
    assert symmetric_difference(of_one_piece(starts, ends), first, second) == pytest.approx(plain, abs=1e-9)


@settings(max_examples=100)
@given(UNIT, UNIT)
def test_it_is_the_symmetric_difference_of_positions(one: Unit, other: Unit) -> None:
    data = of({"A": [one], "B": [other]}).continuum(0)
    apart = 0 if one[0] & other[0] else min(abs(a - b) for a in one[0] for b in other[0]) - 1
    expected = ((len(one[0] ^ other[0]) + 2 * apart) / (len(one[0]) + len(other[0]))) ** 2
    found = Sporadic().between(data, np.array([0]), np.array([1]))
    assert found == pytest.approx([expected])
    assert Sporadic(tolerance=2).between(data, np.array([0]), np.array([1])) == pytest.approx([2 * expected])


@settings(max_examples=60)
@given(st.lists(UNIT, min_size=2, max_size=6), st.floats(0.1, 12))
def test_units_within_reach_have_stretches_that_overlap(units: list[Unit], limit: float) -> None:
    data = of({"A": units}).continuum(0)
    stretches = Sporadic().reach(data, limit)
    assert stretches is not None
    for one, other in combinations(range(len(data)), 2):
        near = Sporadic().between(data, np.array([one]), np.array([other]))[0] <= limit
        overlap = stretches[0][one] <= stretches[1][other] and stretches[0][other] <= stretches[1][one]
        assert overlap or not near


@settings(max_examples=40)
@given(PEOPLE)
def test_the_alignment_of_two_is_the_best_of_all(people: dict[str, list[Unit]]) -> None:
    data = of(people)
    units = len(data)
    if not units:
        return
    continuum = data.continuum(0)
    mine, theirs = (np.flatnonzero(continuum.who == who) for who in (0, 1))
    short, long = sorted((mine.tolist(), theirs.tolist()), key=len)
    least = math.inf
    for size in range(len(short) + 1):
        for some in combinations(short, size):
            for partners in permutations(long, size):
                pairs = [(np.array([one]), np.array([other])) for one, other in zip(some, partners, strict=True)]
                cost = sum(float(Sporadic().between(continuum, *pair)[0]) for pair in pairs)
                cost += sum(float(continuum.codes[one] != continuum.codes[other]) for (one,), (other,) in pairs)
                least = min(least, cost + units - 2 * size)
    assert accord.align(data).value == pytest.approx(least / (units / 2))


# ---- measures that count positions


@settings(max_examples=60)
@given(PEOPLE)
def test_common_share_is_that_of_positions(people: dict[str, list[Unit]]) -> None:
    marked = [{(at, name) for positions, name in units for at in positions} for units in people.values()]
    either = len(marked[0] | marked[1])
    expected = len(marked[0] & marked[1]) / either if either else math.nan
    assert value(of(people), "iou") == pytest.approx(expected, nan_ok=True)


@settings(max_examples=60)
@given(PEOPLE)
def test_diarization_errors_are_those_of_positions(people: dict[str, list[Unit]]) -> None:
    cost = spoken = 0
    for at in range(LENGTH):
        here, there = ([name for positions, name in units if at in positions] for units in people.values())
        cost += max(len(here), len(there)) - sum(min(here.count(one), there.count(one)) for one in "xy")
        spoken += len(here)
    expected = cost / spoken if spoken else math.nan
    assert value(of(people), "der", mapping=False, reference="A") == pytest.approx(expected, nan_ok=True)


@settings(max_examples=60)
@given(parted())
def test_the_u_family_is_that_of_positions(people: dict[str, list[Unit]]) -> None:
    if not any(people.values()):
        return
    data = of(people)
    assert value(data, "u_alpha") == pytest.approx(by_positions(people, gaps=True), nan_ok=True)
    assert value(data, "cu_alpha") == pytest.approx(by_positions(people, gaps=False), nan_ok=True)


def by_positions(people: dict[str, list[Unit]], *, gaps: bool) -> float:
    """1 − D_o / D_e over pairs of annotators at a position; by chance a unit is never paired with itself."""
    share = Fraction(1, len(people) - 1)
    total = disagreed = squares = Fraction(0)
    used: dict[object, Fraction] = {}
    meetings: dict[object, int] = {}
    for one, other in permutations(people, 2):
        for at in range(LENGTH):
            here, there = (
                next(((name, place) for place, (own, name) in enumerate(people[who]) if at in own), (None, -at - 1))
                for who in (one, other)
            )
            if not gaps and (here[0] is None or there[0] is None):
                continue
            total += share
            used[here[0]] = used.get(here[0], Fraction(0)) + share
            disagreed += share * (here[0] != there[0])
            meetings[one, here[1], other] = meetings.get((one, here[1], other), 0) + 1
    squares = share * sum(times**2 for times in meetings.values())
    expected = total**2 - sum(one**2 for one in used.values())
    if not total or not expected or total**2 <= squares:
        return math.nan
    return float(1 - disagreed * (total**2 - squares) / (total * expected))


# ---- measures that match units


@settings(max_examples=60)
@given(PEOPLE)
def test_units_match_whose_positions_are_the_same(people: dict[str, list[Unit]]) -> None:
    ann, bob = people.values()
    if not ann and not bob:
        return
    data, units = of(people), len(ann) + len(bob)
    common = sum(min(ann.count(unit), bob.count(unit)) for unit in set(ann))
    assert value(data, "f1") == pytest.approx(2 * common / units)
    places, others = ([positions for positions, _ in side] for side in (ann, bob))
    common = sum(min(places.count(one), others.count(one)) for one in set(places))
    assert value(data, "f1", match="boundary") == pytest.approx(2 * common / units)
    short, long = sorted((places, others), key=len)
    best = max(sum(bool(a & b) for a, b in zip(short, some, strict=True)) for some in permutations(long, len(short)))
    assert value(data, "f1", match="overlap") == pytest.approx(2 * best / units)


def test_a_unit_lies_in_another_that_covers_all_of_it() -> None:
    """Bob's y lies in the gap of his x, and Ann's in her x."""
    data = of(
        {
            "A": [(frozenset(range(12)), "x"), (frozenset(range(5, 8)), "y")],
            "B": [(frozenset({*range(4), *range(9, 12)}), "x"), (frozenset(range(5, 8)), "y")],
        }
    )
    assert value(data, "nesting_f1") == 0
    inside = of({who: [(frozenset({0, 1, 2, 7, 8, 9}), "x"), (frozenset({1, 8}), "y")] for who in "AB"})
    assert value(inside, "nesting_f1") == 1


# ---- what the gaps are worth


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Ann marks 3–6 and 18–20 as one unit, Bob 3–20; and so in a second document."""
    for name, where in (("ann", "3 6;18 20"), ("bob", "3 20")):
        (tmp_path / "brat" / name).mkdir(parents=True)
        for document in ("d1", "d2"):
            file = tmp_path / "brat" / name / document
            file.with_suffix(".txt").write_text("wwww " * 12, encoding="utf-8")
            stored = "ww … ww" if ";" in where else ("wwww " * 12)[3:20]
            file.with_suffix(".ann").write_text(
                f"T1\tX {where}\t{stored}\nT2\tY 30 34\twwww\n".replace(" … ", " "), encoding="utf-8"
            )
    return tmp_path / "brat"


def test_values_see_the_gap(folder: Path) -> None:
    """5 positions against 17, of which 5 are common; and a unit on which both agree."""
    data = accord.read(folder)
    assert data.n_discontinuous == 2
    assert not data.diagnostics
    assert value(data, "f1") == 0.5
    assert value(data, "f1", match="overlap") == 1
    assert value(data, "iou") == pytest.approx((5 + 4) / (17 + 4))
    assert accord.align(data).value == pytest.approx((12 / 22) ** 2 / 2)
    assert value(data, "gamma") < 1
    assert value(data, "holistic") < 1


def test_tokens_in_the_gap_are_not_marked(folder: Path) -> None:
    labels = accord.read(folder, per="token").of_items(["d1:0", "d1:5", "d1:10", "d1:15", "d1:20"])
    rows = {(row["item"], row["annotator"]): row["label"] for row in labels.rows()}
    assert [rows[f"d1:{at}", "ann"] for at in (0, 5, 10, 15)] == ["X", "X", "nothing", "X"]
    assert [rows[f"d1:{at}", "bob"] for at in (0, 5, 10, 15)] == ["X", "X", "X", "X"]


@pytest.mark.parametrize("name", ["alpha_u", "pk", "window_diff", "boundary_similarity"])
def test_measures_of_bounds_say_that_they_have_no_place_for_it(folder: Path, name: str) -> None:
    found = accord.measure(accord.read(folder), name, confidence=None)
    assert math.isnan(found.value)
    assert "2 units are discontinuous" in found.undefined


def test_hamming_refuses(folder: Path) -> None:
    with pytest.raises(DataError, match="without gaps"):
        accord.align(accord.read(folder), dissimilarity=Hamming())


@pytest.mark.parametrize("name", ["f1", "iou", "u_alpha", "gamma", "gamma_cat", "holistic", "der", "nesting_f1"])
def test_cutting_a_unit_in_two_that_touch_changes_nothing(name: str) -> None:
    whole = {"A": [(0, 8, "x"), (2, 4, "y")] if name == "nesting_f1" else [(0, 8, "x"), (9, 12, "y")]}
    whole["B"] = [(0, 7, "x"), (9, 12, "y")]
    rows = [(who, *unit) for who, units in whole.items() for unit in units]
    cut = [(who, [(start, start + 1), (start + 1, end)], category) for who, start, end, category in rows]
    one, other = accord.spans(rows, length=20), accord.spans(cut, length=20)
    assert other.fragments is None
    assert one == other
    assert one.sha256 == other.sha256
    assert value(one, name) == pytest.approx(value(other, name), nan_ok=True)


def test_the_data_are_those_of_their_fragments() -> None:
    one = accord.spans([("A", [(3, 6), (18, 20)], "x"), ("B", [(3, 5), (18, 20)], "x")])
    same = accord.spans([("B", ((18, 20), (3, 5)), "x"), ("A", [[3, 6], [18, 20]], "x")])
    assert one == same
    assert one.sha256 == same.sha256
    other = accord.spans([("A", [(3, 6), (18, 20)], "x"), ("B", [(3, 6), (18, 20)], "x")])
    assert one != other
    assert one.sha256 != other.sha256
    assert one != accord.spans([("A", 3, 20, "x"), ("B", 3, 20, "x")])


# ---- chance


@pytest.mark.parametrize("name", ["shuffle", "statistical", "pygamma"])
def test_random_continua_have_fragments_within_their_units(name: str) -> None:
    data = accord.spans(
        [("A", [(3, 6), (18, 20)], "x"), ("A", 30, 35, "y"), ("B", [(2, 5), (9, 11), (19, 22)], "x")], length=60
    )
    drawn = sampler(name, data.continuum(0))(np.random.default_rng(1), 20)
    assert sum(0 if one.fragments is None else int(one.fragments.several.sum()) for one in drawn) >= 10
    for one in drawn:
        fragments = of_one_piece(one.starts, one.ends) if one.fragments is None else one.fragments
        assert fragments.starts[fragments.bounds[:-1]] == pytest.approx(one.starts)
        assert fragments.ends[fragments.bounds[1:] - 1] == pytest.approx(one.ends)
        assert (fragments.ends >= fragments.starts).all()
        if name == "shuffle":
            assert set(fragments.lengths.tolist()) <= {5.0, 8.0}


def test_random_processes_of_a_corpus_keep_fragments() -> None:
    rows = [("A", [(3, 6), (18, 20)], "x"), ("B", [(2, 5), (9, 11), (19, 22)], "x")]
    data = accord.spans({"one": rows, "two": rows, "three": rows}, length=40)
    continua = list(data.continua())
    rng = np.random.default_rng(1)
    assert random1(continua, 2)(rng).fragments is not None
    draw, every = random2(continua, 2)
    assert every is not None
    assert all(one.fragments is not None for one in (draw(rng), *every))
    assert {size for one in every for size in one.sizes.tolist()} == {5.0, 8.0}


# ---- what cannot be, and what is put in order


@pytest.mark.parametrize(
    ("fragments", "message"),
    [
        ([(3, 6), (20, 18)], "ends before it starts"),
        ([(3, 6), (18, float("nan"))], "not finite"),
        ([(3, 3), (5, 5)], "no fragment of a unit has a length"),
        ([], "are not fragments"),
        ([(3, 6), (18, 99)], "ends after the document"),
        ([(3, 6, 9)], "are not fragments"),
        ([("a", "b")], "are not fragments"),
    ],
)
def test_fragments_that_cannot_be(fragments: list[tuple[float, ...]], message: str) -> None:
    with pytest.raises(DataError, match=message):
        accord.spans([("A", fragments, "x")], length=60)


def test_fragments_are_put_in_order_and_that_is_said() -> None:
    data = accord.spans(
        [("A", [(18, 20), (3, 6)], "x"), ("A", [(30, 33), (32, 35)], "x"), ("A", [(40, 42), (44, 44), (46, 48)], "x")]
    )
    assert [data.bounds_of(unit) for unit in range(3)] == ["3–6;18–20", "30–35", "40–42;46–48"]
    [said] = data.diagnostics
    assert said.code == "ACC436"
    assert said.message == (
        "1 unit had fragments not in order, now sorted; 1 unit had fragments overlapping or touching, now joined; "
        "1 unit had fragments without length, now left out"
    )


def test_tables_whose_fragments_do_not_fit_their_bounds(tmp_path: Path) -> None:
    table = tmp_path / "spans.csv"
    table.write_text("annotator,start,end,category,fragments\nA,3,25,x,3 6;18 20\nB,3,20,x,\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"reach from 3 to 20, and it is said to be 3 to 25"):
        accord.read(table)
    table.write_text("annotator,start,end,category,fragments\nA,3,25,x,all of it\n", encoding="utf-8")
    with pytest.raises(DataError, match="are not fragments"):
        accord.read(table)


# ---- outputs


def test_the_alignment_shows_fragments(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["align", str(folder), "--quiet", "--document", "d1"]) == 0
    assert "X 3–6;18–20" in capsys.readouterr().out
    assert main(["align", str(folder), "--format", "json", "--quiet"]) == 0
    units = json.loads(capsys.readouterr().out)["documents"][0]["alignments"][0]["units"]
    assert units["ann"]["fragments"] == [[3, 6], [18, 20]]
    assert "fragments" not in units["bob"]


@pytest.mark.parametrize("to", ["conll2003", "glozz", "textgrid"])
def test_formats_without_a_place_for_them_refuse(folder: Path, tmp_path: Path, to: str) -> None:
    with pytest.raises(DataError, match=r"no place for discontinuous units, of which there are 2; the first is 3 6;18"):
        accord.write(accord.read(folder), tmp_path / "out", to=to)


def test_functions_of_starts_and_ends_do_not_see_the_gaps_and_that_is_said(folder: Path) -> None:
    def apart(starts: np.ndarray, ends: np.ndarray, others: np.ndarray, other_ends: np.ndarray) -> np.ndarray:
        return np.asarray(np.abs(starts - others) + np.abs(ends - other_ends))

    found = accord.align(accord.read(folder), dissimilarity=apart)
    assert found.value == 0
    [said] = found.diagnostics
    assert said.code == "ACC383"
    assert said.message == "2 discontinuous units are compared from the first fragment to the last by function(apart)"


# ---- what most annotators found


def test_the_reference_is_what_half_of_them_cover() -> None:
    rows = [("A", [(3, 6), (18, 20)], "x"), ("B", [(3, 6), (17, 20)], "x"), ("C", 2, 20, "x"), ("A", 30, 35, "y")]
    made = accord.consensus_units(accord.spans([*rows, ("B", 30, 35, "y")], length=60))
    assert [made.spans.bounds_of(unit) for unit in range(len(made))] == ["3–6;17–20", "30–35"]
    [first, second] = list(made)
    assert first.fragments == ((3, 6), (17, 20))
    assert first.discuss == ("fragments without a majority",)
    assert second.fragments is None
    assert first.as_json()["fragments"] == [[3, 6], [17, 20]]


@settings(max_examples=100)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(11, 20)), min_size=1, max_size=5))
def test_of_units_of_one_piece_that_are_the_medians(units: list[tuple[int, int]]) -> None:
    rows = [(str(number), *bounds, "x") for number, bounds in enumerate(units)]
    made = accord.consensus_units(accord.spans(rows), support=1)
    grouped = [[units[int(name)] for name, _ in one.members] for one in made.units]
    assert [((one.start, one.end),) for one in made.units] == [covered_by_half([[b] for b in some]) for some in grouped]


def test_the_reference_is_written_and_read(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "cem").mkdir()
    for name in ("d1", "d2"):
        for ending in (".txt", ".ann"):
            (folder / "cem" / name).with_suffix(ending).write_bytes(
                (folder / "ann" / name).with_suffix(ending).read_bytes()
            )
    target = tmp_path / "gold.csv"
    assert main(["reference", str(folder), "--quiet", "--output", str(target)]) == 0
    capsys.readouterr()
    gold = accord.read(target)
    assert [gold.bounds_of(unit) for unit in range(len(gold))] == ["3–6;18–20", "30–34"] * 2


# ---- neither names nor order


@pytest.mark.parametrize("name", ["gamma", "holistic", "f1", "u_alpha"])
def test_names_and_order_do_not_matter(name: str) -> None:
    rows = [
        ("A", [(3, 6), (18, 20)], "x"), ("A", [(8, 10), (13, 15)], "y"), ("B", [(3, 6), (17, 20)], "x"),
        ("B", 8, 15, "y"), ("C", [(3, 4), (18, 20)], "x"), ("C", [(8, 10), (12, 15)], "y"), ("C", 30, 35, "x"),
    ]  # fmt: skip
    one = accord.spans({"one": rows, "two": rows[::2]}, length=60, asked="everyone")
    other = accord.spans(
        {
            document: [(f"Z{9 - ord(str(who)) % 7}", *unit) for who, *unit in reversed(several)]
            for document, several in (("b", rows[::2]), ("a", rows))
        },
        length=60,
        asked="everyone",
    )
    assert value(one, name) == value(other, name)


# ---- pictures


def test_lanes_join_fragments_with_a_thin_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["align", str(folder), "--format", "svg", "--quiet", "--document", "d1"]) == 0
    drawn = capsys.readouterr().out
    assert drawn.count('class="fragments"') == 1
    [unit] = re.findall(r'<g class="fragments">(.*?)</g>', drawn, re.DOTALL)
    assert unit.count("<rect") == 2
    assert unit.count('class="join"') == 1
    assert "3 to 6 and 18 to 20" in unit
    assert "“w w … w”" in unit


def test_a_crowd_is_drawn_with_its_gaps() -> None:
    rows = [(f"a{who:02}", [(3, 6), (18, 20)] if who % 3 else [(3, 20)], "x") for who in range(14)]
    drawn = alignment_svg(accord.align(accord.spans(rows, length=30)))
    assert drawn.count('class="join"') == 9 + 1


def test_the_csv_of_an_alignment_is_read_again(folder: Path, tmp_path: Path) -> None:
    table = tmp_path / "aligned.csv"
    assert main(["align", str(folder), "--format", "csv", "--quiet", "--output", str(table)]) == 0
    again = accord.read(table)
    assert sorted(map(again.bounds_of, range(len(again)))) == sorted(["3–6;18–20", "3–20", "30–34", "30–34"] * 2)


def test_convert_refuses_what_would_be_other_units(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", str(folder), str(tmp_path / "conll"), "--to", "conll2003"]) == 3
    assert "has no place for discontinuous units, of which there are 2" in capsys.readouterr().err
    assert not (tmp_path / "conll").exists()
    assert main(["convert", str(folder), str(tmp_path / "all.csv")]) == 0
    assert accord.read(tmp_path / "all.csv") == accord.read(folder)
