"""What accord wrote, read back as what it is."""

import csv
import json
from pathlib import Path

import pytest

from accord.cli import main
from accord.formats import read_campaign
from accord.formats.tables.own_files import decisions
from untyped import accord

ROWS = ["+++", "--+", "+-+", "---", "+--"]
WIDE = "item,Ann,Bob,Eve\n" + "".join(f"s{n},{','.join(row)}\n" for n, row in enumerate(ROWS, start=1))


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """A folder with ratings.csv, and the reference and the items to discuss that accord made of them."""
    (tmp_path / "ratings.csv").write_text(WIDE)
    for end in ("csv", "jsonl"):
        files = ["-o", str(tmp_path / f"reference.{end}"), "--discuss", str(tmp_path / f"discuss.{end}")]
        assert main(["reference", str(tmp_path / "ratings.csv"), "-q", *files]) == 0
    return tmp_path


@pytest.mark.parametrize("end", ["csv", "jsonl"])
def test_a_reference_is_one_adjudicated_layer(written: Path, end: str) -> None:
    data = accord.read(written / f"reference.{end}", strict=True)
    assert (data.annotators, data.roles, data.n_items) == (("reference",), {"reference": "curator"}, 5)
    assert [data.categories.texts[code] for code in data.codes] == ["+", "-", "+", "-", "-"]
    lines = [one.line() for one in data.read_as]
    assert "annotators: a reference that accord wrote: one adjudicated layer" in lines
    assert "set aside: its columns probability, second, second_probability, tied, gold" in lines


def test_a_reference_is_converted_as_such(written: Path) -> None:
    """Its own columns were six annotators before."""
    assert main(["convert", str(written / "reference.csv"), str(written / "out.json"), "--to", "label-studio"]) == 0
    tasks = json.loads((written / "out.json").read_text())
    assert [[one["ground_truth"] for one in task["annotations"]] for task in tasks] == [[True]] * 5
    assert read_campaign(written / "out.json").annotators == ("reference",)


@pytest.mark.parametrize("end", ["csv", "jsonl"])
def test_what_is_not_decided_is_not_gold(written: Path, end: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The labels of the vote were taken for decisions, and nothing was left to discuss."""
    ratings, discuss = str(written / "ratings.csv"), written / f"discuss.{end}"
    assert decisions(str(discuss)) == {}
    assert main(["reference", ratings, "--gold", str(discuss), "--format", "json"]) == 0
    out, said = capsys.readouterr()
    assert "nothing is decided: the column 'decision' is empty [ACC223]" in said
    assert len(json.loads(out)["discuss"]) == 3
    assert not any(one["gold"] for one in json.loads(out)["reference"])


def decided(path: Path, item: str, label: str) -> None:
    """Fill in the decision on one item, as people do."""
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["decision"] = label if row["item"] == item else ""
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def test_what_is_decided_is(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    decided(written / "discuss.csv", "s2", "+")
    words = ["--gold", str(written / "discuss.csv"), "--format", "json"]
    assert main(["reference", str(written / "ratings.csv"), *words]) == 0
    found = {one["item"]: one for one in json.loads(capsys.readouterr().out)["reference"]}
    assert [item for item, one in found.items() if one["gold"]] == ["s2"]
    assert found["s2"]["label"] == "+"


@pytest.mark.parametrize("end", ["csv", "jsonl"])
def test_items_to_discuss_are_what_annotators_said_of_them(written: Path, end: str) -> None:
    data = accord.read(written / f"discuss.{end}")
    assert (data.annotators, sorted(data.items)) == (("Ann", "Bob", "Eve"), ["s2", "s3", "s5"])
    assert data.categories.texts == ("+", "-")


def test_the_decision_is_a_curators(written: Path) -> None:
    decided(written / "discuss.csv", "s2", "+")
    assert accord.read(written / "discuss.csv").annotators == ("Ann", "Bob", "Eve")
    assert accord.read(written / "discuss.csv", only="*").roles == {"decision": "curator"}


def test_a_list_without_decisions_is_refused_as_gold(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = (written / "discuss.csv").read_text().replace("item,decision,", "item,").replace(",,", ",", 3)
    (written / "old.csv").write_text(old)
    assert main(["reference", str(written / "ratings.csv"), "--gold", str(written / "old.csv")]) == 3
    assert "without a column 'decision': nothing says what was decided [ACC223]" in capsys.readouterr().err


def test_units_of_a_reference(tmp_path: Path) -> None:
    table = "document,annotator,category,start,end\n" + "".join(f"d,{who},x,0,5\n" for who in "ABC")
    (tmp_path / "s.csv").write_text(table)
    assert main(["reference", str(tmp_path / "s.csv"), "-q", "-o", str(tmp_path / "reference.csv")]) == 0
    data = accord.read(tmp_path / "reference.csv", strict=True)
    assert (data.annotators, data.roles, len(data)) == (("reference",), {"reference": "curator"}, 1)


def test_columns_that_are_told_are_read_as_told(written: Path) -> None:
    data = accord.read(written / "reference.csv", item_column="item", annotators=["label", "second"])
    assert data.annotators == ("label", "second")


@pytest.mark.parametrize("end", ["csv", "jsonl"])
def test_units_to_discuss_are_decided_where_it_is_filled_in(
    tmp_path: Path, end: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The list had no column to fill in, and read back it was a reference."""
    rows = ["d,A,x,0,5", "d,B,y,0,5", "d,A,x,10,15", "d,B,y,10,15", "d,A,x,20,25", "d,B,x,20,25", "d,A,y,30,35"]
    spans, discuss = tmp_path / "s.csv", tmp_path / f"discuss.{end}"
    spans.write_text("document,annotator,category,start,end\n" + "\n".join(rows) + "\nd,B,,,\n")
    words = ["reference", str(spans), "--format", "json"]
    assert main(["reference", str(spans), "-q", "--discuss", str(discuss)]) == 0
    capsys.readouterr()

    def found() -> tuple[list[tuple[float, str]], int]:
        assert main([*words, "--gold", str(discuss)]) == 0
        record = json.loads(capsys.readouterr().out)
        return [(one["start"], one["category"]) for one in record["units"]], len(record["discuss"])

    assert found() == ([(0, "x"), (10, "x"), (20, "x")], 3)  # nothing is decided yet
    decide(discuss, {"0": "y", "10": "-", "30": "x"})
    assert found() == ([(0, "y"), (20, "x"), (30, "x")], 0)
    decide(discuss, {"0": "z"})
    assert main([*words, "--gold", str(discuss)]) == 3
    assert "'z' is not a category of these units" in capsys.readouterr().err
    assert main([*words, "--gold", str(spans)]) == 2
    assert "--gold is a list of units to discuss" in capsys.readouterr().err


def test_only_decided_units_are_read_back(tmp_path: Path) -> None:
    spans, discuss = tmp_path / "s.csv", tmp_path / "discuss.csv"
    spans.write_text("document,annotator,category,start,end\nd,A,x,0,5\nd,B,y,0,5\nd,A,x,10,15\nd,B,y,10,15\n")
    assert main(["reference", str(spans), "-q", "--discuss", str(discuss)]) == 0
    with pytest.raises(accord.DataError, match=r"units to discuss in which nothing is decided.*ACC223"):
        accord.read(discuss)
    decide(discuss, {"0": "y", "10": "-"})
    data = accord.read(discuss, strict=True)
    assert (data.annotators, data.roles, data.starts.tolist()) == (("reference",), {"reference": "curator"}, [0.0])
    assert data.category(0) == "y"


def decide(path: Path, decisions: dict[str, str]) -> None:
    """Fill in the column of decisions, by the start of the unit."""
    if path.suffix == ".jsonl":
        records = [json.loads(line) for line in path.read_text().splitlines()]
        lines = [{**one, "decision": decisions.get(f"{one['start']:g}", "")} for one in records]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows({**row, "decision": decisions.get(row["start"], "")} for row in rows)
