"""Groups of people: agreement in them and between them, the test, and what is kept apart."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars
import pytest

import accord
from accord.annotations import Labels
from accord.cli import main
from accord.comparison.group_test import label_closeness, permuted
from accord.results.arrays import Ints

PEOPLE = [f"p{number}" for number in range(12)]


def schools(rng: np.random.Generator, items: int = 80, apart: float = 0.5, people: int = 12, every: int = 1) -> Labels:
    """The first half of the people sees some items otherwise than the second."""
    rows: list[list[str | None]] = []
    for _ in range(items):
        first = rng.integers(3)
        second = rng.integers(3) if rng.random() < apart else first
        row: list[str | None] = []
        for person in range(people):
            seen = first if person < people // 2 else second
            kept = rng.integers(3) if rng.random() < 0.3 else seen
            row.append("abc"[kept] if rng.integers(every) == 0 else None)
        rows.append(row)
    return accord.labels(rows, annotators=PEOPLE[:people])


HALVES = {name: "old" if number < 6 else "young" for number, name in enumerate(PEOPLE)}
MIXED = {name: "f" if number % 2 else "m" for number, name in enumerate(PEOPLE)}
BOTH = {name: {"age": HALVES[name], "gender": MIXED[name]} for name in PEOPLE}


@pytest.fixture(scope="module")
def data() -> Labels:
    return schools(np.random.default_rng(1))


def test_groups_that_differ_are_told_from_groups_that_do_not(data: Labels) -> None:
    found = accord.compare_groups(data, BOTH, ["age", "gender"], replicates=100)
    age, gender = found["age"], found["gender"]
    assert age.p_holm < 0.05 < gender.p_holm
    assert age.p_holm == pytest.approx(min(1.0, 2 * age.p))
    assert age.difference > 0.05 > gender.difference
    old, young, between = age.agreement
    assert between.value < min(old.value, young.value)
    assert between.low < between.value < between.high
    assert between.normalised == pytest.approx(between.value / (old.value * young.value) ** 0.5)
    assert old.value == pytest.approx(float(accord.alpha(data.of_annotators(PEOPLE[:6]))))
    assert between.value == pytest.approx(float(accord.xrr(data, first=PEOPLE[:6])))
    assert age.references[0].items == 80
    assert age.references[0].share > 1.2 * age.references[0].of_any
    assert gender.references[0].share == pytest.approx(gender.references[0].of_any, abs=0.1)
    assert age.items[0].distance >= age.items[-1].distance
    assert found.to_frame().shape[0] == 6
    assert found.chart().to_dict()["height"] > 0
    assert "<table>" in found._repr_html_()


def test_the_smallest_p_that_sizes_allow() -> None:
    """Three and three: 20 arrangements, each pair of groups twice."""
    rng = np.random.default_rng(2)
    small = schools(rng, people=6, apart=1.0)
    halves = {name: "x" if number < 3 else "y" for number, name in enumerate(PEOPLE[:6])}
    found = accord.compare_groups(small, halves, min_group=3, replicates=50)["group"]
    assert found.smallest_p == pytest.approx(0.1)
    assert found.p == pytest.approx(0.1)
    assert found.exact


def test_drawn_arrangements_agree_with_all_of_them(data: Labels, monkeypatch: pytest.MonkeyPatch) -> None:
    group: Ints = np.array([0] * 6 + [1] * 6, dtype=np.int64)
    exact = permuted(label_closeness(data), group, 0)
    monkeypatch.setattr("accord.comparison.group_test.MOST_LISTED", 1)
    drawn = permuted(label_closeness(data), group, 0)
    assert exact.exact
    assert not drawn.exact
    assert drawn.difference == exact.difference
    assert drawn.p == pytest.approx(exact.p, abs=0.01)


def test_small_groups_are_not_named_and_not_compared(data: Labels) -> None:
    three = {name: "rare" if number == 0 else HALVES[name] for number, name in enumerate(PEOPLE)}
    found = accord.compare_groups(data, three, replicates=50)["group"]
    assert found.groups == ("old", "young")
    assert found.small == 1
    assert "rare" not in json.dumps(found.as_json())
    with pytest.raises(accord.DataError, match="no two groups") as caught:
        accord.compare_groups(data, {PEOPLE[0]: "alone", PEOPLE[1]: "other"})
    assert caught.value.code == "ACC457"
    assert "min_group" in str(caught.value.hint)


def test_one_attribute_that_cannot_be_compared_is_a_stated_restriction(data: Labels) -> None:
    people = {name: {"age": HALVES[name], "city": "X" if name == "p0" else "Y"} for name in PEOPLE}
    found = accord.compare_groups(data, people, ["age", "city"], replicates=50)
    assert found["city"].restricted is not None
    assert any("city: 1 group has 5 people or more" in line for line in found.sentences())
    assert found["age"].p_holm == found["age"].p  # a family of one


def test_people_who_share_no_items_have_no_test() -> None:
    rows = [["a", "b", "a", None, None, None]] * 6 + [[None, None, None, "a", "b", "b"]] * 6
    halves = {name: "x" if number < 3 else "y" for number, name in enumerate(PEOPLE[:6])}
    found = accord.compare_groups(accord.labels(rows, annotators=PEOPLE[:6]), halves, min_group=3, replicates=20)
    assert np.isnan(found["group"].p)
    assert found["group"].agreement[2].undefined is not None or np.isnan(found["group"].agreement[2].value)
    assert any("share no items" in line for line in found.sentences())


def test_the_order_of_rows_and_annotators_does_not_matter(data: Labels) -> None:
    turned = data.of_items(list(reversed(range(data.n_items)))).of_annotators(PEOPLE[::-1])
    one, other = (accord.compare_groups(labels, BOTH, ["age"], replicates=20) for labels in (data, turned))
    for first, second in zip(one["age"].agreement, other["age"].agreement, strict=True):
        assert first == second or np.isnan(first.normalised)
    assert one["age"].difference == pytest.approx(other["age"].difference, abs=1e-12)
    assert one["age"].p == other["age"].p
    assert one["age"].references == other["age"].references


def test_tables_frames_and_mappings_say_the_same(data: Labels, tmp_path: Path) -> None:
    frame = polars.DataFrame({"annotator": PEOPLE, "age": [HALVES[name] for name in PEOPLE]})
    frame.write_csv(tmp_path / "people.csv")
    made = [
        accord.compare_groups(data, people, "age", replicates=20)["age"]
        for people in (BOTH, frame, frame.to_pandas(), tmp_path / "people.csv")
    ]
    assert len({one.p for one in made}) == 1
    with pytest.raises(accord.DataError, match="no column 'size'"):
        accord.compare_groups(data, tmp_path / "people.csv", "size")
    with pytest.raises(accord.DataError, match="knows 'age' of none"):
        accord.compare_groups(data, {"nobody": {"age": "x"}}, "age")


@pytest.mark.parametrize("shape", ["spans", "relations", "answers"])
def test_other_shapes(shape: str) -> None:
    found = accord.compare_groups(
        of_shape(shape), dict.fromkeys("ABC", "x") | dict.fromkeys("DEF", "y"), min_group=3, replicates=50
    )
    one = found["group"]
    assert one.p == pytest.approx(0.1)
    inside, _, between = one.agreement
    assert inside.value > between.value
    assert between.low <= between.value <= between.high


def of_shape(shape: str) -> accord.Spans | accord.Relations | accord.Answers:
    """Six documents by six people, three of whom see everything otherwise."""
    if shape == "answers":
        said = {
            f"i{place}": {who: [f"x{place}" if who < "D" else f"y{place}"] for who in "ABCDEF"} for place in range(6)
        }
        return accord.answers(said)
    if shape == "relations":
        one = {who: [(1, 2, "s"), (2, 3, "s")] if who < "D" else [(3, 2, "s"), (2, 1, "s")] for who in "ABCDEF"}
        return accord.relations([one] * 6, units=[1, 2, 3])
    rows = [
        (f"d{place}", who, 0 if who < "D" else 20, 9 if who < "D" else 29, "x")
        for place in range(6)
        for who in "ABCDEF"
    ]
    header = ("document", "annotator", "start", "end", "category")
    frame = polars.DataFrame({name: [row[place] for row in rows] for place, name in enumerate(header)})
    made = accord.read(frame)
    assert isinstance(made, accord.Spans)
    return made


def test_the_commands_compare_and_redact(data: Labels, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    accord.write(data, tmp_path / "ratings.csv")
    lines = ["annotator,age", *(f"{name},{HALVES[name]}" for name in PEOPLE)]
    (tmp_path / "people.csv").write_text("\n".join(lines), encoding="utf-8")
    both = ["--people", str(tmp_path / "people.csv"), "--by-group", "age", "--replicates", "20", "-q"]
    assert main(["measure", str(tmp_path / "ratings.csv"), "-m", "alpha", *both, "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["groups"]["attributes"][0]["groups"] == ["old", "young"]
    assert main(["measure", str(tmp_path / "ratings.csv"), "-m", "alpha", *both, "--redact"]) == 0
    shown = capsys.readouterr().out
    assert "group 1" in shown
    assert "people.csv" not in shown
    some = ["--only", ",".join(PEOPLE[:10]), "--min-group", "4"]
    assert main(["measure", str(tmp_path / "ratings.csv"), "-m", "alpha", *both, *some, "--redact"]) == 0
    assert not set(PEOPLE) & set(capsys.readouterr().out.replace(",", " ").split())
    assert not {"young", "p11", "age:"} & set(shown.replace(",", " ").split())
    report = ["report", str(tmp_path / "ratings.csv"), "--no-grid", "-m", "alpha", *both]
    assert main([*report, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["findings"][0]["groups"]["min_group"] == 5
    assert main([*report, "-o", str(tmp_path / "page.html"), "--redact"]) == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Groups of people" in page
    assert "young" not in page
    assert main(["measure", str(tmp_path / "ratings.csv"), "--by-group", "age"]) == 2


def test_people_and_models_are_kept_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        ["a", "a", "b", "b"],
        ["b", "b", "b", "b"],
        ["a", "a", "a", "a"],
        ["a", "b", "b", "b"],
        ["b", "b", "a", "a"],
    ] * 4
    lines = ["item,Ann,Bob,m1,m2", *(",".join([f"s{place}", *row]) for place, row in enumerate(rows))]
    (tmp_path / "labels.csv").write_text("\n".join(lines), encoding="utf-8")
    line = ["measure", str(tmp_path / "labels.csv"), "-m", "alpha", "--models", "m1,m2", "--replicates", "20", "-q"]
    assert main([*line, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["people_and_models"]
    values = {tuple(one["of"]): one["value"] for one in found["agreement"]}
    data = accord.labels(rows, annotators=["Ann", "Bob", "m1", "m2"])
    assert values["people",] == pytest.approx(float(accord.alpha(data.of_annotators(["Ann", "Bob"]))))
    assert values["models",] == pytest.approx(1.0)
    assert values["people", "models"] == pytest.approx(float(accord.xrr(data, first=["Ann", "Bob"])))
    assert main(line) == 0
    assert "people with models" in capsys.readouterr().out
    assert (
        main(
            [
                "report",
                str(tmp_path / "labels.csv"),
                "--models",
                "m*",
                "--no-grid",
                "-q",
                "--replicates",
                "20",
                "--format",
                "json",
            ]
        )
        == 0
    )
    assert "people_and_models" in json.loads(capsys.readouterr().out)["findings"][0]
    assert main(["measure", str(tmp_path / "labels.csv"), "-m", "alpha", "-q", "--format", "json"]) == 0
    assert "people_and_models" not in json.loads(capsys.readouterr().out)


@pytest.mark.deep
@pytest.mark.parametrize("every", [1, 3], ids=["complete", "sparse"])
@pytest.mark.parametrize("sizes", [(6, 6), (8, 4), (4, 4, 4)])
def test_false_alarms_of_the_group_test(every: int, sizes: tuple[int, ...]) -> None:
    """Groups that make no difference are told apart in one of twenty data sets."""
    rng, alarms = np.random.default_rng(5), []
    group: Ints = np.repeat(np.arange(len(sizes)), sizes)
    for _ in range(400):
        alarms.append(
            permuted(label_closeness(schools(rng, 40, 0.0, every=every)), group, int(rng.integers(1000))).p < 0.05
        )
    print(f"{sizes}, every {every}: {np.mean(alarms):.3f} false alarms")
    assert np.mean(alarms) < 0.08


@pytest.mark.deep
def test_power_of_the_group_test() -> None:
    rng = np.random.default_rng(6)
    group: Ints = np.repeat([0, 1], 6)
    found = [permuted(label_closeness(schools(rng, 60, 0.3)), group, 0).p < 0.05 for _ in range(100)]
    print(f"power {np.mean(found):.2f}")
    assert np.mean(found) > 0.9
