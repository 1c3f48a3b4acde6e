"""`accord stability` and `accord plan` as a user runs them."""

from __future__ import annotations

import csv
import io
import json
import re
from itertools import combinations
from pathlib import Path
from statistics import stdev

import pytest

from accord.cli import main, program
from accord.reproducibility import stability
from accord.reproducibility.empirical import counts_of
from untyped import accord

RATINGS = "item,A,B,C,D,E,F\n" + "\n".join(
    f"s{number},{','.join(labels)}"
    for number, labels in enumerate(
        ["xxxxxx", "xxxxxy", "yyyyyy", "yyyyzy", "zzzzzz", "zzxzzz", "xxxyyy", "yyyxyy", "zzzzzx", "xyxxxx"], start=1
    )
)


@pytest.fixture(autouse=True)
def _commands(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stability", "plan"):
        monkeypatch.setitem(program.COMMANDS, name, (f"accord.cli.{name}_command", name))


@pytest.fixture
def ratings(tmp_path: Path) -> str:
    path = tmp_path / "ratings.csv"
    path.write_text(RATINGS + "\n", encoding="utf-8")
    return str(path)


def test_text(ratings: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stability", ratings, "--annotators", "3", "-q", "--target", ".3"]) == 0
    out = capsys.readouterr().out
    data = accord.read(ratings)
    found = stability(data, 3)
    assert "With 3 other annotators of the same kind" in out
    assert f"{found.value:.3f}" in out
    assert "τ: k of them against all" in out
    assert "Δ: two groups of k, nobody in both" in out
    assert "s7" in out


@pytest.mark.parametrize("option", [["-k", "2"], ["--annotators", "2"], ["-k", "2", "--annotators", "A,B,C,D,E,F"]])
def test_json(option: list[str], ratings: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stability", ratings, *option, "--format", "json", "-q", "--target", ".3"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [one["against"] for one in record["results"]] == ["all", "disjoint"]
    assert [one["k"] for one in record["results"]] == [2, 2]
    assert record["promise"]["forecast"]["k"] == 2
    assert record["data"]["items"] == 10
    assert record["results"][0]["per_category"]["x"]["share"] == pytest.approx(0.35)


@pytest.mark.parametrize("form", ["text", "csv", "markdown", "latex", "json"])
@pytest.mark.parametrize("by", [[], ["--by", "category"], ["--by", "item"]])
def test_formats(form: str, by: list[str], ratings: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stability", ratings, "-k", "3", *by, "--format", form, "-q", "--target", ".3"]) == 0
    out = capsys.readouterr().out
    if by[1:] == ["item"]:
        assert "s10" in out
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(out)))
        assert len(rows) == {"": 3, "category": 3, "item": 10}[by[1] if by else ""]
    if form == "latex":
        assert out.count(r"\begin{tabular}") == out.count(r"\bottomrule") >= 1


def test_other_options(ratings: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["stability", ratings, "-k", "2", "--against", "disjoint", "--format", "json", "-q", "--target", ".3"]
    assert main([*arguments, "--sample", "--groups", "50", "--no-interval"]) == 0
    record = json.loads(capsys.readouterr().out)["results"]
    assert len(record) == 1
    assert (record[0]["method"], record[0]["groups"], record[0]["low"]) == ("sample", 50, None)
    assert main([*arguments, "--reference", "median", "--level", "ordinal", "--categories", "x,y,z"]) == 0
    assert json.loads(capsys.readouterr().out)["results"][0]["shift"] > 0
    assert main([*arguments, "--reference", "dawid_skene", "--groups", "5"]) == 0


def test_systems(ratings: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = tmp_path / "runs.csv"
    labels = "xxyyzzxyzx"
    lines = [f"s{place},{label},{'x' if place % 3 else label}" for place, label in enumerate(labels, start=1)]
    runs.write_text("item,best,other\n" + "\n".join(lines) + "\n", encoding="utf-8")
    assert main(["stability", ratings, "-k", "3", "--system", str(runs), "-q", "--target", ".3"]) == 0
    out = capsys.readouterr().out
    assert "changes places" in out
    single = tmp_path / "mine.csv"
    single.write_text("item,label\n" + "\n".join(f"s{n},{x}" for n, x in enumerate(labels, start=1)), encoding="utf-8")
    arguments = [
        "stability",
        ratings,
        "--system",
        str(runs),
        "--system",
        str(single),
        "--redraw",
        "annotators",
        "--target",
        ".3",
    ]
    assert main([*arguments, "--format", "json", "-q"]) == 0
    record = json.loads(capsys.readouterr().out)["systems"]
    assert sorted(one["system"] for one in record["systems"]) == ["best", "mine", "other"]
    assert record["systems"][0]["score"] == pytest.approx(0.95)
    assert main(["stability", ratings, "--system", str(runs), "--system", str(runs)]) == 2
    assert "two systems are named 'best'" in capsys.readouterr().err


def test_without_data(capsys: pytest.CaptureFixture[str]) -> None:
    """Bregeon et al. 2019, section 5.2, for κ = .8 and five categories."""
    assert main(["stability", "--kappa", ".8", "--categories", "5", "--annotators", "3", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [one["model"] for one in record["results"]] == ["homogeneous", "dirichlet"]
    assert record["results"][0]["reference"] == pytest.approx(0.0153, abs=5e-5)
    assert main(["stability", "--kappa", ".8", "--categories", "a,b,c", "-k", "3", "--model", "unanimous",
                 "--unanimous", ".2"]) == 0  # fmt: skip
    out = capsys.readouterr().out
    assert "3 categories" in out
    assert "unanimous" in out


def test_the_items_of_data_with_another_agreement(ratings: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["stability", ratings, "--model", "empirical", "-k", "3", "--format", "json", "-q"]
    counts = counts_of(accord.read(ratings))
    assert main([*command, "--kappa", ".8"]) == 0
    [found] = json.loads(capsys.readouterr().out)["results"]
    for against in ("reference", "group"):
        expected = accord.expected_variation(0.8, None, 3, "empirical", against, counts=counts)
        assert found[against] == pytest.approx(expected, abs=1e-12)
    assert main(command) == 0
    record = json.loads(capsys.readouterr().out)
    as_they_are = accord.expected_variation(None, None, 3, "empirical", counts=counts)
    assert record["results"][0]["reference"] == pytest.approx(as_they_are, abs=1e-9)
    assert record["categories"] == counts.shape[1]
    assert main([*command[:-3], "--format", "text"]) == 0
    said = capsys.readouterr()
    measured = accord.measure(accord.read(ratings), "fleiss", confidence=None).value
    assert record["kappa"] > measured, "few labels look more unanimous than their items are"
    assert f"kappa = {record['kappa']:.3f} is computed from the labels of each item as they are" in said.err


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["stability"], 2, "give a file, or --kappa"),
        (["stability", "--model", "empirical", "--kappa", ".8"], 2, "takes the items of data"),
        (["stability", "RATINGS", "--model", "empirical", "--coefficient", "gamma"], 2, "no curve is drawn over"),
        (["stability", "--kappa", ".8"], 2, "number of categories"),
        (["stability", "--kappa", "1.8", "--categories", "3"], 2, "kappa"),
        (["stability", "RATINGS", "--kappa", ".8", "--categories", "3"], 2, "leave out either PATH or --kappa"),
        (["stability", "RATINGS", "-k", "7"], 3, "no item has more than 6 [ACC140]"),
        (["stability", "RATINGS", "--annotators", "0"], 2, "at least one annotator"),
        (["stability", "RATINGS", "--reference", "median"], 2, "ordered categories"),
        (["stability", "RATINGS", "-k", "0"], 2, "is not a number of annotators"),
        (["stability", "RATINGS", "-k", "5-3"], 2, "is not a number of annotators"),
        (["stability", "RATINGS", "-k", "1-500"], 2, "more than 100 numbers"),
        (["stability", "RATINGS", "--prevalence", ".9,.1"], 2, "--prevalence does nothing with data"),
        (["stability", "RATINGS", "-k", "2", "--view", "without q"], 2, "'q'"),
        (["stability", "RATINGS", "--view", "without x", "--by", "item"], 2, "cannot be combined"),
        (["stability", "--kappa", "high", "--categories", "3"], 2, "is not a number: write .8"),
        (["stability", "--kappa", ".8", "--categories", "3", "--prevalence", ".9,.1"], 2, "2 class weights"),
        (["stability", "--kappa", ".8", "--categories", "3", "--view", "without x"], 2, "--view does nothing"),
        (["stability", "RATINGS", "--confidence", "95"], 2, "between 0 and 1"),
        (["plan"], 2, "a pilot or an assumption"),
        (["plan", "--kappa", ".7"], 2, "number of categories"),
        (["plan", "--kappa", ".1", "--categories", "2", "--target", ".001"], 3, "ACC146"),
        (["plan", "RATINGS", "--kappa", ".1"], 2, "not both; leave out either PATH or --kappa"),
        (["stability", "--kappa", ".7", "--categories", "3", "--model", "unanimous"], 2, "such as --unanimous .2"),
        (["stability", "--kappa", ".7", "--categories", "3", "--model", "beta"], 2, "such as --phi"),
        (["plan", "--kappa", ".7", "--categories", "3", "--target", "5"], 2, "--target 5.0 is not between"),
    ],
)
def test_what_goes_wrong_is_said(
    arguments: list[str], status: int, words: str, ratings: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([ratings if one == "RATINGS" else one for one in arguments]) == status
    said = capsys.readouterr()
    assert words in said.err
    assert "Traceback" not in said.err


def test_only_what_is_possible_of_both(ratings: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Six annotators: groups of four can be drawn, two of them cannot."""
    assert main(["stability", ratings, "-k", "4", "--format", "json", "--target", ".3"]) == 0
    said = capsys.readouterr()
    assert [one["against"] for one in json.loads(said.out)["results"]] == ["all"]
    assert "two groups of 4 need 8 labels" in said.err


def test_two_annotators_and_no_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.csv"
    path.write_text("item,A,B\n1,x,x\n2,x,y\n3,y,y\n4,y,y\n", encoding="utf-8")
    assert main(["stability", str(path), "--format", "json", "-q", "--target", ".4"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [one["value"] for one in record["results"]] == pytest.approx([0.125, 0.25])
    assert {one["k"] for one in record["results"]} == {record["promise"]["forecast"]["k"]} == {1}


def test_more_categories_than_can_be_forecast(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "many.csv"
    path.write_text("item,A,B\n" + "\n".join(f"{n},c{n},c{n}" for n in range(45)), encoding="utf-8")
    assert main(["stability", str(path)]) == 0
    said = capsys.readouterr()
    assert "no forecast for other annotators: a population with 45 categories" in said.err
    assert "0.000" in said.out


@pytest.mark.parametrize("form", ["text", "csv", "markdown", "latex", "json"])
def test_plan(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head, *rows = RATINGS.splitlines()
    pilot = tmp_path / "pilot.csv"
    pilot.write_text("\n".join([head, *(f"{part}{row}" for part in "ab" for row in rows)]) + "\n", encoding="utf-8")
    assert main(["plan", str(pilot), "--target", ".2", "--price", ".04", "--format", form, "-q"]) == 0
    assert main(["plan", "--kappa", ".8", "--categories", "3", "--format", form]) == 0
    out = capsys.readouterr().out
    assert "5" in out
    if form == "text":
        assert "annotators per item" in out
        assert "cost" in out
        assert "from 20 items with 6 annotators each" in out


def test_no_plan_from_a_handful_of_items(ratings: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", ratings]) == 3
    assert "10 items with two labels or more are too few to extrapolate from, which takes 20" in capsys.readouterr().err


def test_one_table_has_one_size_of_groups(ratings: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Without -k, τ and Δ were of groups of three, and the forecast beside them of as many as an item has."""
    assert main(["stability", ratings, "--format", "csv", "-q", "--target", ".3"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["k"] for row in rows] == ["3", "3", "3"]


@pytest.mark.parametrize("sizes", [["-k", "2,3"], ["-k", "2", "-k", "3"], ["-k", "2-3"]])
def test_several_sizes_of_groups(sizes: list[str], ratings: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stability", ratings, *sizes, "--format", "json", "-q", "--target", ".3", "--no-interval"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [(one["k"], one["against"]) for one in record["results"]] == [
        (2, "all"), (2, "disjoint"), (3, "all"), (3, "disjoint"),
    ]  # fmt: skip
    assert [one["forecast"]["k"] for one in record["promises"]] == [2, 3]
    data = accord.read(ratings)
    for one in record["results"]:
        assert one["value"] == pytest.approx(accord.stability(data, one["k"], one["against"], confidence=None).value)


def test_the_agreement_of_the_groups(ratings: str, capsys: pytest.CaptureFixture[str]) -> None:
    """κ_G of formula 5: the mean of the κ of all twenty groups of three."""
    assert main(["stability", ratings, "-k", "3", "--format", "csv", "-q", "--target", ".3", "--no-interval"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    every = list(combinations("ABCDEF", 3))
    kappas = [accord.measure(ratings, "multi_kappa", confidence=None, only=list(group)).value for group in every]
    assert [float(row["κ of groups"]) for row in rows[:2]] == pytest.approx([sum(kappas) / 20] * 2)
    found = accord.stability(ratings, 3, confidence=None)
    assert (found.kappa_groups, found.kappa_deviation) == (20, pytest.approx(stdev(kappas)))
    assert accord.stability(ratings, 1, confidence=None).kappa != accord.stability(ratings, 1, confidence=None).kappa


def test_labels_seen_otherwise(ratings: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["stability", ratings, "-k", "2", "-q", "--target", ".3", "--no-interval", "--view", "merge x+y as xy"]
    assert main([*command, "--format", "json"]) == 0
    [seen] = json.loads(capsys.readouterr().out)["views"]
    merged = accord.read(ratings).merged({"xy": ["x", "y"]})
    assert seen["view"] == "merge x+y as xy"
    assert seen["results"][0]["value"] == pytest.approx(accord.stability(merged, 2, confidence=None).value)
    assert main([*command, "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["view"] for row in rows] == [""] * 3 + ["merge x+y as xy"] * 3
    assert main(command) == 0
    assert "Other views." in capsys.readouterr().out


def test_which_agreement_a_target_takes(capsys: pytest.CaptureFixture[str]) -> None:
    """Bregeon et al. 2019, section 3: which κ keeps the reference within 5 %, for P and C that are given."""
    assert main(["stability", "--target", ".05", "--categories", "5", "-k", "2,3", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["results"] == []
    for one in record["least"]:
        for against in ("reference", "group"):
            expected = accord.smallest_kappa(0.05, 5, one["k"], one["model"], against)
            assert one[against] == pytest.approx(expected, abs=1e-9)
    assert [(one["model"], one["k"]) for one in record["least"]][:3] == [
        ("homogeneous", 2), ("dirichlet", 2), ("homogeneous", 3),
    ]  # fmt: skip


def test_several_values_of_agreement(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stability", "--kappa", ".67,.8", "--categories", "5", "-k", "3,5", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["kappa"], record["k"]) == (None, None)
    assert len(record["results"]) == 8
    for one in record["results"]:
        expected = accord.expected_variation(one["kappa"], 5, one["k"], one["model"])
        assert one["reference"] == pytest.approx(expected, abs=1e-9)
    assert main(["stability", "--kappa", ".67,.8", "--categories", "5", "-k", "3,5", "--format", "csv"]) == 0
    assert len(list(csv.DictReader(io.StringIO(capsys.readouterr().out)))) == 8


def test_prevalence(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["stability", "--kappa", ".8", "--categories", "2", "-k", "3", "--prevalence", ".9,.1"]
    for more, given in (([], {}), (["--errors", "prevalence"], {"errors": "prevalence"})):
        assert main([*command, *more, "--format", "json"]) == 0
        [first, second] = json.loads(capsys.readouterr().out)["results"]
        expected = accord.expected_variation(0.8, 2, 3, prevalence=[0.9, 0.1], **given)
        assert first["reference"] == pytest.approx(expected, abs=1e-12)
        expected = accord.expected_variation(0.8, 2, 3, "dirichlet", prevalence=[0.9, 0.1])
        assert second["reference"] == pytest.approx(expected, abs=1e-12)
    with pytest.warns(DeprecationWarning, match="is called prevalence= now"):
        accord.expected_variation(0.8, 2, 3, weights=[0.9, 0.1])


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for name, words in (
        ("stability", "accord stability ratings.csv --annotators 3"),
        ("plan", "accord plan pilot.csv"),
    ):
        assert main([name, "--help"]) == 0
        assert words in capsys.readouterr().out


def test_one_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--kappa", "1", "--categories", "3"]) == 0
    assert "A reference that one other would change" in capsys.readouterr().out
    assert main(["stability", "--kappa", "1", "--categories", "3", "-k", "1"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"homogeneous +1\.000 +1 +0\.000 +0\.000", out)
