"""`accord score` as a user runs it."""

from __future__ import annotations

import csv
import io
import json
import subprocess
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from accord.cli.program import accord
from cli.shown_bytes import run_in

GOLD = "a.n 1 :: xx 3;yy 1;\na.n 2 :: zz 2;xx 2;\n" + "".join(f"b.v {n} :: go 2;run {n};\n" for n in range(3, 13))
GOOD = "a.n 1 :: xx\na.n 2 :: zz\n" + "".join(f"b.v {n} :: run;go\n" for n in range(3, 13))
POOR = "a.n 1 :: no\na.n 2 :: \n" + "".join(f"b.v {n} :: go\n" for n in range(3, 13)) + "c.n 99 :: what\n"


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return run_in(cwd, "score", *arguments)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in (("gold.txt", GOLD), ("good.txt", GOOD), ("poor.txt", POOR)):
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


def test_text_ranks_the_systems_and_says_what_is_odd(folder: Path) -> None:
    ran = run("gold.txt", "poor.txt", "good.txt", "-m", "oot", cwd=folder)
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert lines[0].startswith("oot, recall over 12 items, 103 answers, 11 with a mode; the gold answers")
    ranked = [line.split() for line in lines if line.startswith(("   1", "   2"))]
    assert [(cells[0], cells[1]) for cells in ranked] == [("1", "good"), ("2", "poor")]
    assert any(line.startswith("good") and "poor" in line for line in lines)
    assert "[ACC172]" in ran.stderr
    assert "poor.txt:13" in ran.stderr
    assert "[ACC173]" in ran.stderr
    assert run("gold.txt", "poor.txt", "--quiet", cwd=folder).stderr == ""


def test_json_is_the_stable_form(folder: Path) -> None:
    arguments = ("-m", "best", "-m", "oot", "--format", "json", "--per-item")
    ran = run("gold.txt", "good.txt", "poor.txt", *arguments, cwd=folder)
    assert ran.returncode == 0, ran.stderr
    record = json.loads(ran.stdout)
    assert record["schema"] == 1
    assert (record["data"]["kind"], record["data"]["items"]) == ("answers", 12)
    assert [(one["measure"], one["of"], one["rank"]) for one in record["results"][:2]] == [
        ("best", "good", 1),
        ("best", "poor", 2),
    ]
    first = record["results"][2]
    assert first["low"] <= first["value"] <= first["high"] <= first["components"]["ceiling"] == 1
    assert {pair["measure"] for pair in record["pairs"]} == {"best", "oot"}
    assert len(record["per_item"]) == 24
    assert next(row for row in record["per_item"] if row["item"] == "a.n 2")["poor"] is None


def test_per_item_csv_is_one_clean_table(folder: Path) -> None:
    ran = run("gold.txt", "good.txt", "poor.txt", "--per-item", "--format", "csv", "-q", cwd=folder)
    rows = list(csv.DictReader(io.StringIO(ran.stdout)))
    assert [*rows[0]] == ["item", "good", "poor", "mean"]
    assert len(rows) == 12
    assert rows[0] == {"item": "a.n 1", "good": "0.75", "poor": "0.0", "mean": "0.375"}
    assert rows[1]["poor"] == ""


@pytest.mark.parametrize(
    ("form", "mark"), [("markdown", "| rank | system |"), ("latex", r"\toprule"), ("csv", "rank,")]
)
def test_other_formats(folder: Path, form: str, mark: str) -> None:
    ran = run("gold.txt", "good.txt", "--format", form, "--no-interval", cwd=folder)
    assert ran.returncode == 0, ran.stderr
    assert mark in ran.stdout


def test_official_numbers(folder: Path) -> None:
    ran = run("gold.txt", "good.txt", "-m", "best", "--compatibility", "semeval2007", cwd=folder)
    assert ran.returncode == 0, ran.stderr
    assert "good, by the official script:\n  Total = 12, attempted = 12\n" in ran.stdout
    official = run(
        "gold.txt", "good.txt", "--compatibility", "semeval2007", "--format", "json", "-m", "best", cwd=folder
    )
    assert json.loads(official.stdout)["official"]["good"][0] == "Total = 12, attempted = 12"


def test_mapping(folder: Path) -> None:
    (folder / "map.txt").write_text("# forms\nno(a.n)-->xx\n", encoding="utf-8")
    plain = json.loads(run("gold.txt", "poor.txt", "--format", "json", "-q", cwd=folder).stdout)
    mapped = json.loads(
        run("gold.txt", "poor.txt", "--mapping", "map.txt", "--format", "json", "-q", cwd=folder).stdout
    )
    assert mapped["results"][0]["value"] == pytest.approx(plain["results"][0]["value"] + 0.75 / 12)
    (folder / "map.txt").write_text("no rule\n", encoding="utf-8")
    bad = run("gold.txt", "poor.txt", "--mapping", "map.txt", cwd=folder)
    assert (bad.returncode, "map.txt:1" in bad.stderr, "[ACC088]" in bad.stderr) == (3, True, True)


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("gold.txt",), 2, "no system is named"),
        (("gold.txt", "absent.txt"), 3, "absent.txt: there is no such file [ACC001]"),
        (("gold.txt", "gold.txt"), 3, "[ACC087]"),
        (("gold.txt", "good.txt", "-m", "bleu"), 2, "bleu"),
        (("gold.txt", "good.txt", "-m", "gap", "--compatibility", "semdis2014"), 2, "has no gap"),
        (("gold.txt", "poor.txt", "--compatibility", "semdis2014"), 3, "[ACC086]"),
        (("gold.txt", "good.txt", "--confidence", "1.5"), 2, "not between 0 and 1"),
    ],
)
def test_what_goes_wrong_is_one_line(folder: Path, arguments: tuple[str, ...], status: int, said: str) -> None:
    ran = run(*arguments, cwd=folder)
    assert ran.returncode == status
    assert said in ran.stderr
    assert ran.stdout == ""
    assert len(ran.stderr.strip().splitlines()) == 1


def test_whose_answers_are_gold(tmp_path: Path) -> None:
    rows = [("1", "Ann", "vide"), ("1", "Bob", "vide"), ("1", "Cleo", "lieu"), ("1", "gpt-4o", "lieu")]
    gold = tmp_path / "gold.csv"
    gold.write_text("item,annotator,answer\n" + "".join(",".join(row) + "\n" for row in rows))
    runs = tmp_path / "runs.csv"
    runs.write_text("item,annotator,answer\n1,ours,vide\n1,baseline,lieu\n1,gpt-4o,zone\n")
    args = ["score", str(gold), str(runs), "-m", "best", "--no-interval", "--format", "json"]

    def values(*more: str) -> dict[str, float]:
        result = CliRunner().invoke(accord, [*args, *more])
        assert result.exit_code == 0, result.output
        return {one["of"]: round(one["value"], 3) for one in json.loads(result.stdout)["results"]}

    people = values()
    assert people == {"ours": 0.667, "baseline": 0.333, "gpt-4o": 0.0}  # a system that is a model is a system
    assert values("--only", "*")["baseline"] == 0.5
    assert values("--only", "Ann,Bob")["ours"] == 1.0
    assert values("--without", "Bob")["ours"] == 0.5
    assert values("--models", "Cleo") == values("--only", "Ann,Bob")
    assert "1 model (gpt-4o)" in CliRunner().invoke(accord, args).stderr
    counted = tmp_path / "gold.txt"
    counted.write_text("bright.a 1 :: clever 3;smart 2;\n")
    refused = run(str(counted), str(runs), "--only", "Ann", cwd=tmp_path)
    assert refused.returncode == 2
    assert "annotators are named, and these are counts" in refused.stderr


def test_every_command_that_takes_data_lets_annotators_be_chosen() -> None:
    without_data = {"atlas", "measures", "cite", "explain", "completion", "history"}
    told = {"--only", "--without", "--models", "--curator", "--gold-annotator", "--people"}
    context = click.Context(accord)
    lacking = set()
    for name in accord.list_commands(context):
        command = accord.get_command(context, name)
        assert command is not None
        if not told <= {text for one in command.params for text in one.opts}:
            lacking.add(name)
    assert lacking == without_data
