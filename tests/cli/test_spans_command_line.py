"""Spans on the command line: measure, report, reference, as a user runs them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from accord.report_page.span_example import example_spans
from cli.shown_bytes import run_in
from untyped import accord

HEADER = "document,annotator,category,start,end\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """The built-in example as a table of spans."""
    data = example_spans()
    rows = [
        f"{data.documents[data.document[unit]]},{data.annotators[data.who[unit]]},{data.category(unit) or ''},"
        f"{data.starts[unit]:g},{data.ends[unit]:g}"
        for unit in range(len(data))
    ]
    path = tmp_path / "reviews.csv"
    path.write_text(HEADER + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_measure_writes_the_stable_json(table: Path) -> None:
    ran = run_in(table.parent, "measure", "reviews.csv", "-m", "gamma", "-m", "f1", "--format", "json")
    assert ran.returncode == 0, ran.stderr
    record = json.loads(ran.stdout)
    assert record["data"]["kind"] == "spans"
    assert (record["data"]["documents"], record["data"]["annotators"], record["data"]["units"]) == (5, 4, 182)
    values = {result["measure"]: result for result in record["results"]}
    assert values["gamma"]["low"] < values["gamma"]["value"] < values["gamma"]["high"]
    assert "shape:spans" in values["gamma"]["signature"]
    assert "resample:documents" in values["gamma"]["signature"]
    assert values["f1"]["value"] == accord.measure(accord.read(table), "f1").value


@pytest.mark.parametrize(("by", "parts"), [("category", 5), ("annotator", 4), ("item", 5)])
def test_measure_by_part(table: Path, by: str, parts: int) -> None:
    ran = run_in(table.parent, "measure", "reviews.csv", "-m", "f1", "--by", by, "--format", "json", "--no-interval")
    assert ran.returncode == 0, ran.stderr
    results = json.loads(ran.stdout)["results"]
    assert len(results) == parts
    assert len({result["of"] for result in results}) == parts
    assert all(0 <= result["value"] <= 1 for result in results)


def test_gamma_by_category_is_gamma_k(table: Path) -> None:
    ran = run_in(table.parent, "measure", "reviews.csv", "--by", "category", "--no-interval", "--format", "json", "-q")
    results = json.loads(ran.stdout)["results"]
    assert {result["measure"] for result in results} == {"gamma_k"}
    alone = accord.measure(accord.read(table), "gamma_k(category='praise')", confidence=None)
    assert next(one["value"] for one in results if one["of"] == "praise") == alone.value


def test_what_stands_for_two_measures_by_category_is_shown_once(table: Path) -> None:
    asked = ["-m", "gamma", "-m", "gamma_cat", "--by", "category", "--no-interval", "--format", "json", "-q"]
    shown = json.loads(run_in(table.parent, "measure", "reviews.csv", *asked).stdout)["results"]
    assert {one["measure"] for one in shown} == {"gamma_k"}
    assert len({one["of"] for one in shown}) == len(shown)


def test_report_writes_the_page_with_the_drawing(table: Path) -> None:
    ran = run_in(table.parent, "report", "reviews.csv", "-o", "page.html", "--replicates", "50", "--no-grid")
    assert ran.returncode == 0, ran.stderr
    assert "What kind of disagreement it is" in ran.stdout
    assert "γ is 0." in ran.stdout
    page = (table.parent / "page.html").read_text(encoding="utf-8")
    assert page.count('class="accord-lanes"') > 3
    assert "Who marked what" in page
    assert "http" not in page.partition("<body>")[2].partition("What each measure assumes")[0]
    embedded = page.partition('id="accord-results">')[2].partition("</script>")[0]
    assert json.loads(embedded)["findings"][0]["data"]["kind"] == "spans"


def test_lanes_of_the_page_are_in_the_order_asked_for(table: Path) -> None:
    lanes = []
    for order in ([], ["--lanes", "Dan,Cleo"], ["--lanes", "similar"]):
        given = ["report", "reviews.csv", "-o", "page.html", "-m", "f1", "--no-interval", "--no-grid", "-q", *order]
        ran = run_in(table.parent, *given)
        assert ran.returncode == 0, ran.stderr
        page = (table.parent / "page.html").read_text(encoding="utf-8")
        drawn = re.findall(r' y="([\d.]+)" text-anchor="end"><title>(Ada|Ben|Cleo|Dan)<', page)[:4]
        lanes.append([name for _, name in sorted(drawn, key=lambda one: float(one[0]))])
    assert lanes[:2] == [["Ada", "Ben", "Cleo", "Dan"], ["Dan", "Cleo", "Ada", "Ben"]]
    assert sorted(lanes[2]) == lanes[0]


@pytest.mark.parametrize("output", ["markdown", "latex", "csv", "json"])
def test_report_in_every_format(table: Path, output: str) -> None:
    header, first, *rest = table.read_text(encoding="utf-8").splitlines(keepends=True)
    document = first.partition(",")[0]  # one is enough for the format
    table.write_text("".join([header, first, *(row for row in rest if row.startswith(f"{document},"))]), "utf-8")
    ran = run_in(table.parent, "report", "reviews.csv", "--format", output, "--no-interval", "--no-grid")
    assert ran.returncode == 0, ran.stderr
    assert "gamma" in ran.stdout


def test_reference_writes_units_that_are_read_again(table: Path) -> None:
    ran = run_in(table.parent, "reference", "reviews.csv", "-o", "reference.csv", "--discuss", "discuss.jsonl")
    assert ran.returncode == 0, ran.stderr
    again = accord.read(table.parent / "reference.csv")
    assert again.kind == "spans"
    assert again.annotators == ("reference",)
    assert 30 < len(again) < 60
    discussed = (table.parent / "discuss.jsonl").read_text(encoding="utf-8").splitlines()
    assert all(json.loads(line)["discuss"] for line in discussed)
    refused = run_in(table.parent, "reference", "reviews.csv", "-o", "reference.csv")
    assert (refused.returncode, "ACC021" in refused.stderr) == (3, True)
    shown = run_in(table.parent, "reference", "reviews.csv")
    assert "units in the reference (majority)" in shown.stdout
    wrong = run_in(table.parent, "reference", "reviews.csv", "--model", "glad")
    assert wrong.returncode == 2


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("d,A,x,5,1\n", "it ends before it starts"),
        ("d,A,x,5,here\n", "here"),
        ("d,A,x,,7\n", ""),
        ("d,,x,1,7\n", ""),
    ],
)
def test_bad_units_are_named_by_their_line(tmp_path: Path, rows: str, said: str) -> None:
    (tmp_path / "bad.csv").write_text(HEADER + "d,A,x,0,3\n" + rows, encoding="utf-8")
    ran = run_in(tmp_path, "measure", "bad.csv")
    assert ran.returncode == 3
    assert "bad.csv:3" in ran.stderr
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr


def test_what_is_for_labels_is_refused(table: Path) -> None:
    for arguments in (
        ("measure", "--view", "without x"),
        ("report", "--view", "without x"),
        ("stability", "--view", "without x"),
    ):
        ran = run_in(table.parent, arguments[0], "reviews.csv", *arguments[1:])
        assert ran.returncode == 2, ran.stderr
        assert "labels" in ran.stderr or "--view does nothing with spans" in ran.stderr
    ran = run_in(table.parent, "measure", "reviews.csv", "-m", "kappa")
    assert ran.returncode == 2
    assert "'kappa' is a measure of labels, and these are spans" in ran.stderr


def test_a_gate_on_gamma(table: Path) -> None:
    assert run_in(table.parent, "measure", "reviews.csv", "-m", "gamma", "--fail-under", "gamma>=0.5").returncode == 0
    assert run_in(table.parent, "measure", "reviews.csv", "-m", "gamma", "--fail-under", "gamma>=0.9").returncode == 1
