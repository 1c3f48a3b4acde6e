"""`accord reference`: what it writes, and what it never overwrites."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from accord.cli import main
from untyped import accord

RATINGS = """\
item,text,annotator,label
s1,one,Ann,+
s1,one,Bob,+
s1,one,Eve,+
s2,two,Ann,-
s2,two,Bob,-
s2,two,Eve,+
s3,=3,Ann,+
s3,=3,Bob,-
s4,four,Ann,-
s4,four,Bob,-
s4,four,Eve,-
"""


@pytest.fixture
def ratings(tmp_path: Path) -> Path:
    path = tmp_path / "ratings.csv"
    path.write_text(RATINGS, encoding="utf-8")
    return path


def rows_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("model", ["majority", "dawid_skene", "mace", "glad"])
def test_writes_labels_and_items_to_discuss(ratings: Path, model: str, capsys: pytest.CaptureFixture[str]) -> None:
    labels, discuss = ratings.with_name("reference.csv"), ratings.with_name("discuss.jsonl")
    status = main(["reference", str(ratings), "--model", model, "-o", str(labels), "--discuss", str(discuss)])
    assert status == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert "4 labels are in" in said.err
    rows = rows_of(labels)
    assert [row["item"] for row in rows] == ["s1", "s2", "s3", "s4"]
    assert [rows[place]["label"] for place in (0, 3)] == ["+", "-"]
    assert all(0 < float(row["probability"]) <= 1 for row in rows)
    records = [json.loads(line) for line in discuss.read_text(encoding="utf-8").splitlines()]
    if model == "majority":
        assert [record["item"] for record in records] == ["s3", "s2"]
        assert records[0]["said"] == [{"annotator": "Ann", "label": "+"}, {"annotator": "Bob", "label": "-"}]
        assert records[0]["text"] == "=3"
        assert records[0]["tied"] == 2


def test_json_lines_and_a_spreadsheet_to_discuss(ratings: Path) -> None:
    labels, discuss = ratings.with_name("reference.jsonl"), ratings.with_name("discuss.csv")
    assert main(["reference", str(ratings), "-o", str(labels), "--discuss", str(discuss), "-q"]) == 0
    records = [json.loads(line) for line in labels.read_text(encoding="utf-8").splitlines()]
    assert records[0] == {
        "item": "s1",
        "label": "+",
        "probability": 1.0,
        "second": None,
        "second_probability": 0.0,
        "tied": 1,
        "gold": False,
    }
    first = rows_of(discuss)[0]
    assert (first["item"], first["Eve"], first["text"]) == ("s3", "", "'=3")  # no formula in a spreadsheet


def test_an_existing_file_stays_as_it_is(ratings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labels, discuss = ratings.with_name("reference.csv"), ratings.with_name("discuss.csv")
    discuss.write_text("mine", encoding="utf-8")
    command = ["reference", str(ratings), "-o", str(labels), "--discuss", str(discuss), "-q"]
    assert main(command) == 3
    assert "ACC021" in capsys.readouterr().err
    assert discuss.read_text(encoding="utf-8") == "mine"
    assert not labels.exists()
    assert main([*command, "--force"]) == 0
    assert labels.exists()
    assert discuss.read_text(encoding="utf-8").startswith("item,decision,label,probability")


def test_outputs_that_make_no_sense(ratings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = ratings.read_bytes()
    same = str(ratings.with_name("same.csv"))
    for options in (
        ["-o", str(ratings), "--force"],
        ["-o", same, "--discuss", same],
        ["-o", str(ratings.with_name("reference.xlsx"))],
    ):
        assert main(["reference", str(ratings), *options]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert ratings.read_bytes() == before
    assert list(ratings.parent.iterdir()) == [ratings]


def test_a_folder_that_is_not_there(ratings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reference", str(ratings), "-q", "-o", str(ratings.parent / "nowhere" / "r.csv")]) == 3
    assert "ACC018" in capsys.readouterr().err


def test_its_own_output_serves_as_gold(ratings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = ratings.with_name("gold.csv")
    gold.write_text("item,label,probability\ns3,-,1\n", encoding="utf-8")
    assert main(["reference", str(ratings), "--gold", str(gold), "--format", "json", "-q"]) == 0
    written = json.loads(capsys.readouterr().out)
    third = written["reference"][2]
    assert (third["label"], third["probability"], third["gold"]) == ("-", 1.0, True)
    assert [one["item"] for one in written["discuss"]] == ["s2"]
    gold.write_text("item,label\ns3,other\n", encoding="utf-8")
    assert main(["reference", str(ratings), "--gold", str(gold), "-q"]) == 2
    gold.write_text("item,left,right\ns3,-,+\n", encoding="utf-8")
    assert main(["reference", str(ratings), "--gold", str(gold), "-q"]) == 3
    assert "ACC007" in capsys.readouterr().err


@pytest.mark.parametrize("output", ["text", "json", "csv", "markdown", "latex"])
def test_every_format(ratings: Path, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reference", str(ratings), "--model", "dawid_skene", "--format", output]) == 0
    written = capsys.readouterr().out
    assert "s1" in written if output in ("json", "csv") else "Ann" in written
    if output == "json":
        record = json.loads(written)
        assert (record["schema"], record["model"]) == (1, "dawid_skene")
        assert {"annotators", "reference", "discuss", "log_likelihood", "converged"} <= set(record)
    if output == "csv":
        assert written.splitlines()[1].startswith("s1,+,")


def test_labels_survive_the_way_through_a_file(ratings: Path) -> None:
    """Categories such as + and - must come back as they are."""
    labels = ratings.with_name("reference.csv")
    assert main(["reference", str(ratings), "-o", str(labels), "-q"]) == 0
    again = accord.read(labels, item_column="item", annotators=["label"])
    assert set(again.categories.texts) == {"+", "-"}


def test_degenerate_input_is_said_not_raised(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "one.csv"
    path.write_text("item,annotator,label\n1,Ann,a\n2,Ann,b\n", encoding="utf-8")
    assert main(["reference", str(path), "--model", "glad", "-q"]) == 0
    assert "one annotator gave all labels" in capsys.readouterr().out


def test_counts_and_contingency_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.csv"
    path.write_text(",a,b\na,20,3\nb,2,15\n", encoding="utf-8")
    out = tmp_path / "reference.csv"
    assert main(["reference", str(path), "--table", "--model", "dawid_skene", "-o", str(out), "-q"]) == 0
    assert [row["times"] for row in rows_of(out)] == ["20", "3", "2", "15"]
    counts = tmp_path / "counts.csv"
    counts.write_text("item,a,b\n1,3,0\n2,1,2\n", encoding="utf-8")
    assert main(["reference", str(counts), "--counts", "-q"]) == 0
    assert main(["reference", str(counts), "--counts", "--model", "mace", "-q"]) == 2
    assert "annotators are unknown" in capsys.readouterr().err
