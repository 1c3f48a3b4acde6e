"""How much of a reference of units, links and answers other annotators would change, counted one by one."""

from __future__ import annotations

import csv
import io
import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from statistics import mean

import numpy as np
import pytest

from accord.annotations.relation_building import relations_from_columns
from accord.annotations.span_columns import spans_from_columns
from accord.cli import main
from accord.consensus import consensus_units
from accord.results import DataError, UsageError
from untyped import accord

PEOPLE = "ABCDE"
FORMATS = ("text", "json", "csv", "markdown", "latex")


def units(seed: int = 1, documents: int = 4, people: str = PEOPLE) -> list[tuple[str, str, int, int, str]]:
    """(document, annotator, start, end, category) of people who mostly see the same units."""
    rng = random.Random(seed)
    made = []
    for document in range(documents):
        for start in range(0, 120, 12):
            for person in people:
                if rng.random() < 0.8:
                    moved = rng.choice((0, 0, 0, 1))
                    made.append((f"d{document}", person, start + moved, start + 8, "x" if rng.random() < 0.7 else "y"))
    return made


def spans_of(rows: list[tuple[str, str, int, int, str]], people: str = PEOPLE) -> object:
    documents = sorted({row[0] for row in rows})
    content = {one: [row[1:] for row in rows if row[0] == one] for one in documents}
    return accord.spans(content, asked={one: list(people) for one in documents})


def f(one: Counter[object], other: Counter[object]) -> float:
    both = one.total() + other.total()
    return 2 * (one & other).total() / both if both else 1.0


def pairs(k: int, people: str = PEOPLE) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    for one in combinations(people, k):
        for other in combinations([name for name in people if name not in one], k):
            if one < other:
                yield one, other


def units_of(data: object, group: tuple[str, ...]) -> Counter[object]:
    found = consensus_units(data.of_annotators(list(group)))  # type: ignore[attr-defined]
    return Counter((one.document, one.start, one.end, one.category) for one in found)


@pytest.mark.parametrize("k", [1, 2])
def test_units_of_two_groups(k: int) -> None:
    data = spans_of(units())
    found = accord.stability(data, k, "group", replicates=200)
    expected = mean(1 - f(units_of(data, one), units_of(data, other)) for one, other in pairs(k))
    assert found.value == pytest.approx(expected)
    assert (found.method, found.groups, found.match) == ("exact", None, "exact")
    assert found.low <= found.value <= found.high
    assert found.items == 4


def test_units_of_single_annotators_are_the_f_of_their_pairs() -> None:
    """Micro-averaged over one document, F of references by one annotator each is f1."""
    data = spans_of(units(documents=1))
    for match in ("exact", "overlap"):
        measured = accord.measure(data, f"f1(match='{match}')", confidence=None).value
        assert accord.stability(data, 1, "group", match=match, confidence=None).value == pytest.approx(1 - measured)


def test_units_beside_all() -> None:
    data = spans_of(units(3))
    everybody = units_of(data, tuple(PEOPLE))
    expected = mean(1 - f(units_of(data, group), everybody) for group in combinations(PEOPLE, 3))
    assert accord.stability(data, 3, confidence=None).value == pytest.approx(expected)


LINKS = {
    "d1": {"A": [(1, 2, "s"), (2, 3, "a"), (4, 3, "s")], "B": [(1, 2, "s"), (2, 3, "s")],
           "C": [(1, 2, "a"), (4, 3, "s")], "D": [(1, 2, "s"), (4, 3, "s"), (3, 1, "a")]},
    "d2": {"A": [(1, 2, "s")], "B": [(1, 2, "s"), (3, 2, "a")], "C": [(3, 2, "a")], "D": []},
}  # fmt: skip


def links_of(group: tuple[str, ...], *, labelled: bool) -> Counter[object]:
    made: Counter[object] = Counter()
    for document, drawn in LINKS.items():
        votes = Counter((origin, target) for person in group for origin, target, _ in drawn[person])
        for ends, times in votes.items():
            if 2 * times > len(group):
                labels = Counter(label for person in group for *other, label in drawn[person] if tuple(other) == ends)
                most = max(labels.values())
                label = min(name for name, number in labels.items() if number == most)
                made[document, ends, label if labelled else ""] += 1
    return made


@pytest.mark.parametrize("match", ["exact", "link"])
@pytest.mark.parametrize("k", [1, 2])
def test_links(k: int, match: str) -> None:
    units = {"d1": [1, 2, 3, 4], "d2": [1, 2, 3]}
    data = accord.relations(LINKS, units=units)
    labelled = match == "exact"
    expected = mean(
        1 - f(links_of(one, labelled=labelled), links_of(other, labelled=labelled)) for one, other in pairs(k, "ABCD")
    )
    assert accord.stability(data, k, "group", match=match, confidence=None).value == pytest.approx(expected)
    everybody = links_of(tuple("ABCD"), labelled=labelled)
    expected = mean(1 - f(links_of(one, labelled=labelled), everybody) for one in combinations("ABCD", 3))
    assert accord.stability(data, 3, match=match, confidence=None).value == pytest.approx(expected)


def test_a_symmetric_link_has_no_direction() -> None:
    drawn = {"A": [(1, 2, "same")], "B": [(2, 1, "same")], "C": [(1, 2, "same")]}
    data = accord.relations(drawn, units=[1, 2, 3], symmetric=["same"])
    assert accord.stability(data, 1, "group", confidence=None).value == 0


ANSWERS = {
    "i1": {"A": ["car", "bus"], "B": ["car"], "C": ["bus", "car"], "D": ["tram"]},
    "i2": {"A": ["big"], "B": ["large"], "C": ["big"], "D": ["large", "huge"]},
}


def answers_of(group: tuple[str, ...]) -> Counter[object]:
    made: Counter[object] = Counter()
    for item, given in ANSWERS.items():
        votes = Counter(answer for person in group for answer in given[person])
        most = max(votes.values())
        made.update((item, answer) for answer, times in votes.items() if times >= 2 or times == most)
    return made


@pytest.mark.parametrize("k", [1, 2])
def test_answers(k: int) -> None:
    expected = mean(1 - f(answers_of(one), answers_of(other)) for one, other in pairs(k, "ABCD"))
    assert accord.stability(accord.answers(ANSWERS), k, "group", confidence=None).value == pytest.approx(expected)


def test_nobody_changes_what_all_agree_on() -> None:
    same = [("d1", person, 0, 9, "x") for person in PEOPLE] + [("d2", person, 5, 7, "y") for person in PEOPLE]
    found = accord.stability(spans_of(same), 2, "group", replicates=50)
    assert (found.value, found.low, found.high) == (0, 0, 0)
    assert found.per_category == {"x": 0, "y": 0}


def test_some_pairs_are_drawn_where_there_are_many() -> None:
    data = spans_of(units(documents=2))
    found = accord.stability(data, 2, "group", groups=10, confidence=None)
    assert (found.method, found.groups) == ("sample", 10)
    every = accord.stability(data, 2, "group", confidence=None)
    assert every.method == "exact"
    assert found.value == pytest.approx(every.value, abs=6 * found.simulation_error)
    assert accord.stability(data, 2, "group", groups=15, confidence=None).method == "exact"


def test_documents_with_annotators_of_their_own() -> None:
    """A document that few were asked about is left out; elsewhere its own annotators are drawn."""
    rows = [
        row for row in units() if not (row[0] == "d0" and row[1] in "CDE") and not (row[0] == "d1" and row[1] == "A")
    ]
    asked = {"d0": list("AB"), "d1": list("BCDE"), "d2": list(PEOPLE), "d3": list(PEOPLE)}
    data = accord.spans({one: [row[1:] for row in rows if row[0] == one] for one in asked}, asked=asked)
    found = accord.stability(data, 2, "group", groups=20, replicates=50)
    assert (found.items, dict(found.left_out)) == (3, {"fewer than 4 annotators": 1})
    assert found.method == "sample"
    assert "ACC141" in {one.code for one in found.diagnostics}


def test_the_order_of_rows_does_not_matter() -> None:
    rows = units(5)
    shuffled = random.Random(2).sample(rows, len(rows))
    one, other = (accord.stability(spans_of(some, people), 2, "group", groups=7, replicates=50)
                  for some, people in ((rows, PEOPLE), (shuffled, PEOPLE[::-1])))  # fmt: skip
    assert (one.value, one.low, one.high) == (other.value, other.low, other.high)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"k": 3, "against": "group"}, DataError, "need 6 annotators"),
        ({"match": "link"}, UsageError, "not known for spans"),
        ({"reference": "vote"}, UsageError, "is for labels, and these are spans"),
        ({"resample": "annotators"}, UsageError, "is for labels"),
        ({"k": 0}, UsageError, "k=0 is not a whole number"),
        ({"groups": 0}, UsageError, "groups=0"),
    ],
)
def test_what_cannot_be_asked(options: dict[str, object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        accord.stability(spans_of(units(documents=1)), **options)


def test_match_is_not_for_labels() -> None:
    with pytest.raises(UsageError, match="these are labels"):
        accord.stability([["a", "b", "a"]] * 4, 1, match="exact")


def test_counts_of_answers_have_no_groups(tmp_path: Path) -> None:
    path = tmp_path / "gold.txt"
    path.write_text("bright.a 1 :: intelligent 3;clever 2;\n", encoding="utf-8")
    data = accord.read(path, kind="answers")
    assert data.counted
    with pytest.raises(DataError, match="ACC371"):
        accord.stability(data, 1)


THIRTY = tuple(f"p{number:02}" for number in range(30))


def test_units_of_thirty_annotators_beside_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All mark 0 to 9 or 10: who is alone with 10 changes the reference, whose bounds are medians."""
    path = tmp_path / "units.csv"
    path.write_text("annotator,start,end\n" + "\n".join(f"{name},0,{9 + (n < 6)}" for n, name in enumerate(THIRTY)),
                    encoding="utf-8")  # fmt: skip
    found = accord.stability(path, 1, groups=None)
    assert (found.value, found.method, found.k) == (pytest.approx(6 / 30), "exact", 1)
    assert accord.stability(path, 13, confidence=None).value < 0.1
    assert main(["stability", str(path), "-k", "1", "--groups", "5", "--format", "json"]) == 0
    said = capsys.readouterr()
    assert {one["against"] for one in json.loads(said.out)["results"]} == {"all", "disjoint"}


def many_units(people: int = 14) -> object:
    """Units of many who mark the same places badly, so that their best alignment is not found at once."""
    rng = random.Random(4)
    rows = []
    for document in ("d1", "d2"):
        for person in THIRTY[:people]:
            for _ in range(6):
                start = rng.randrange(0, 60)
                rows.append((document, person, start, start + rng.randrange(5, 30), rng.choice("xyz")))
    content = {one: [row[1:] for row in rows if row[0] == one] for one in ("d1", "d2")}
    return accord.spans(content, asked={one: list(THIRTY[:people]) for one in content})


def codes_of(found: object) -> set[str]:
    return {one.code for one in found.diagnostics}  # type: ignore[attr-defined]


def test_alignments_without_a_proof_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.reproducibility.reference_work.GROUP_STEPS", 2_000)
    data = many_units()
    found = accord.stability(data, 7, "group", groups=2, replicates=20)
    [said] = [one for one in found.diagnostics if one.code == "ACC430"]
    assert "are not proven to be the best" in str(said)
    assert "of groups" in str(said)
    assert found.groups == 2
    again = accord.stability(data, 7, "group", groups=2, replicates=20)
    assert (again.value, again.low, again.high) == (found.value, found.low, found.high)


def test_groups_that_take_long_are_drawn_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """After so much work ten pairs are enough, and it is told; a number that was asked for is kept."""
    monkeypatch.setattr("accord.reproducibility.reference_work.STEPS", 1)
    data = spans_of(units(documents=2))
    assert accord.stability(data, 1, "group", confidence=None).method == "exact"  # 10 pairs are all there are
    found = accord.stability(data, 2, "group", confidence=None)
    assert (found.method, found.groups, "ACC431" in codes_of(found)) == ("sample", 10, True)
    assert "10 pairs of groups are compared, not 15" in str(found.diagnostics[-1])
    assert 0 < found.simulation_error < 0.1
    asked = accord.stability(data, 2, "group", groups=15, confidence=None)
    assert (asked.method, asked.groups, "ACC431" in codes_of(asked)) == ("exact", None, False)


def test_links_of_thirty_annotators_between_units_of_their_own() -> None:
    """Two in three draw the link: all thirty do so by majority, one of them with a probability of 2/3."""
    own = spans_from_columns(
        document=["d1"] * 60,
        annotator=[name for name in THIRTY for _ in "ab"],
        start=np.array([0.0, 10.0] * 30),
        end=np.array([end for n in range(30) for end in (5.0 + n % 2, 15.0)]),
        category=["X"] * 60,
        names=["a", "b"] * 30,
    )
    drawing = [name for n, name in enumerate(THIRTY) if n % 3]
    data = relations_from_columns(
        document=["d1"] * 20, annotator=drawing, origin=["a"] * 20, target=["b"] * 20, spans=own
    )
    assert not data.given
    found = accord.stability(data, 1, confidence=None)
    assert (found.value, found.method) == (pytest.approx(10 / 30), "exact")


def test_answers_of_thirty_annotators() -> None:
    data = accord.answers({"i1": {name: ["car" if n % 3 else "bus"] for n, name in enumerate(THIRTY)}})
    found = accord.stability(data, 1, confidence=None)
    everybody = {"car", "bus"}  # both were given more than once
    expected = mean(1 - 2 * len({answer} & everybody) / 3 for answer in ["car"] * 20 + ["bus"] * 10)
    assert found.value == pytest.approx(expected)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("by", [[], ["--by", "category"], ["--by", "item"]])
def test_command(form: str, by: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "units.csv"
    lines = [",".join(map(str, row)) for row in units()]
    path.write_text("document,annotator,start,end,category\n" + "\n".join(lines), encoding="utf-8")
    command = ["stability", str(path), "-k", "1,2", *by, "--format", form, "-q", "--replicates", "50"]
    assert main(command) == 0
    out = capsys.readouterr().out
    if form == "json":
        found = json.loads(out)["results"]
        assert [(one["k"], one["against"], one["match"]) for one in found] == [
            (k, against, match) for k in (1, 2) for against in ("all", "disjoint") for match in ("exact", "overlap")
        ]
        expected = accord.stability(spans_of(units()), 2, "group", replicates=50)
        assert (found[6]["value"], found[6]["low"]) == pytest.approx((expected.value, expected.low))
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(out)))
        assert len(rows) == {"": 8, "category": 2, "item": 4}[by[1] if by else ""]


def test_command_refuses_what_is_for_labels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "units.csv"
    path.write_text("annotator,start,end,category\nA,0,9,x\nB,0,9,x\n", encoding="utf-8")
    assert main(["stability", str(path), "-k", "1", "--view", "without x"]) == 2
    assert "--view does nothing with spans" in capsys.readouterr().err
    assert main(["stability", str(path), "-k", "5"]) == 3
    assert "a group of 5 needs 5 annotators of a document" in capsys.readouterr().err
