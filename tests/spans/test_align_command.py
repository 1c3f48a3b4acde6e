"""`accord align` as a user runs it."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from accord.alignment import align
from accord.cli import main
from untyped import accord

SPANS = """\
document,annotator,category,start,end
d1,Ann,claim,0,10
d1,Ann,reason,12,20
d1,Bob,claim,0,11
d1,Eve,reason,12,20
d2,Ann,claim,5,9
d2,Bob,reason,5,9
"""
BARE = "Ann,low,0,10\nAnn,high,12,20\nBob,medium,0,10\nBob,high,12,20\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "spans.csv"
    path.write_text(SPANS, encoding="utf-8")
    return path


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    path = tmp_path / "bare.csv"
    path.write_text(BARE, encoding="utf-8")
    return path


def said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["align", *arguments, "--quiet"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def complained(arguments: list[str], status: int, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["align", *arguments, "--quiet"]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "ACC099" not in captured.err
    return captured.err


def test_text_has_the_value_its_proof_and_every_alignment(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said([str(table)], capsys)
    value = align(accord.read(table, kind="spans")).value
    assert text.startswith("2 documents × 3 annotators, 6 units, categories claim, reason\n")
    assert f"disorder {value:.4f}, proven optimal (mean over 2 documents)" in text
    assert "1·sporadic + 1·nominal, Δ∅ = 1" in text
    lines = [line.split() for line in text.splitlines()]
    assert ["1", "d1", "claim", "0–10", "claim", "0–11", "–", "0.667"] in lines
    assert "d2" in text


def test_one_document(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said([str(table), "--document", "d2"], capsys)
    assert text.startswith("1 document ×")
    assert "d1" not in text
    assert "there is no document 'd3'" in complained([str(table), "--document", "d3"], 2, capsys)


@pytest.mark.parametrize("ending", ["txt", "json", "csv", "md", "tex", "svg", "html"])
def test_the_ending_says_what_is_written(table: Path, ending: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = table.with_name(f"alignment.{ending}")
    assert main(["align", str(table), "-o", str(out)]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"the alignment is in {out}" in captured.err
    text = out.read_text(encoding="utf-8")
    name = {"txt": "text", "md": "markdown", "tex": "latex"}.get(ending, ending)
    assert said([str(table), "--format", name], capsys) == text
    starts = {"json": "{", "csv": "document,", "md": "Document", "tex": "% needs", "svg": "<svg", "html": "<!doctype"}
    assert text.startswith(starts.get(ending, "2 documents"))


def test_json_holds_what_the_python_object_does(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(said([str(table), "--format", "json"], capsys))
    made = align(accord.read(table, kind="spans"))
    assert record["value"] == made.value
    assert record["optimal"] is True
    assert record["gap"] == 0
    assert record["schema"] == 1
    assert sum(len(one["alignments"]) for one in record["documents"]) == len(made.unitary)
    assert "shape:spans" in record["signature"]


def test_csv_has_every_unit_once_and_is_read_back(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = table.with_name("alignment.csv")
    assert main(["align", str(table), "-o", str(out), "-q"]) == 0
    rows = list(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8"))))
    assert len(rows) == 6
    assert {row["disorder"] for row in rows if row["document"] == "d2"} == {"1.0"}
    assert accord.read(out).sha256 == accord.read(table).sha256


def test_svg_is_well_formed_and_html_is_self_contained(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ElementTree.fromstring(said([str(table), "--format", "svg"], capsys))
    page = said([str(table), "--format", "html"], capsys)
    assert "Content-Security-Policy" in page
    assert "Alignment of spans.csv" in page
    assert "accord:" in page


def test_latex_can_stand_in_a_paper(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said([str(table), "--format", "latex"], capsys)
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == 2
    assert r"0--10" in text


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        (["--alpha", "3"], {"alpha": 3.0}),
        (["--beta", "0"], {"beta": 0.0}),
        (["--delta-empty", "4"], {"delta_empty": 4.0}),
        (["--objective", "entropy"], {"objective": "entropy"}),
        (["--objective", "entropy", "--method", "greedy"], {"objective": "entropy", "method": "greedy"}),
        (["--method", "soft"], {"method": "soft"}),
        (["--incompatible", "forbid"], {"incompatible": "forbid"}),
        (["--time-limit", "10"], {"time_limit": 10.0}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_options_reach_the_alignment(
    table: Path, options: list[str], arguments: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(said([str(table), "--format", "json", *options], capsys))
    made = align(accord.read(table, kind="spans"), **arguments)  # type: ignore[arg-type]  # one of each
    assert record["value"] == pytest.approx(made.value, abs=1e-12)
    assert (record["objective"], record["method"]) == (made.objective, made.method)


def test_a_time_limit_gives_the_gap(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dense.csv"
    units = [
        f"{who},{'xyz'[(place * who) % 3]},{7 * place + who},{9 * place + 30}"
        for who in range(5)
        for place in range(30)
    ]
    path.write_text("\n".join(["annotator,category,start,end", *units]), encoding="utf-8")
    assert main(["align", str(path), "--time-limit", "0.000001"]) == 0
    captured = capsys.readouterr()
    assert "above the optimum" in captured.out
    assert captured.err.count("[ACC120]") == 1


def test_notes_are_told_once(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["align", str(table)]) == 0
    assert capsys.readouterr().err.count("a table of spans") == 1


def test_options_change_the_value(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The options above are not without effect on this table."""
    values = [
        json.loads(said([str(table), "--format", "json", *options], capsys))["value"]
        for options in ([], ["--alpha", "3"], ["--beta", "0"], ["--delta-empty", "4"], ["--objective", "entropy"])
    ]
    assert len(set(values)) == len(values)


def test_a_tolerance_and_distances_are_learnt(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["align", str(table), "--tolerance", "auto", "--matrix", "estimated"]) == 0
    captured = capsys.readouterr()
    assert "sporadic(tolerance='auto') + 1·1 − similarity on the other documents" in captured.out
    assert "ACC381" in captured.err or "ACC382" in captured.err
    for wrong in ("often", "-1", "0"):
        assert "neither a number above 0 nor 'auto'" in complained([str(table), "--tolerance", wrong], 2, capsys)


def test_ordered_categories_and_a_matrix_of_the_same_distances_agree(
    bare: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    matrix = bare.with_name("matrix.csv")
    matrix.write_text(";low;medium;high\nlow;0;0,5;1\nmedium;0,5;0;0,5\nhigh;1;0,5;0\n", encoding="utf-8")
    command = [str(bare), "--format", "json"]
    plain, ordered, table = (
        json.loads(said([*command, *more], capsys))["value"]
        for more in ([], ["--order", "low,medium,high"], ["--matrix", str(matrix)])
    )
    assert plain == pytest.approx(0.5)  # one pair of two differs, at 1
    assert ordered == table == pytest.approx(0.25)  # at 1/2


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (",low,high\nlow,0,1\n", "1 × 2"),
        (",low,high\nlow,0,x\nhigh,x,0\n", "not a number"),
        (",low,high\nlow,0,\nhigh,1,0\n", "not a number"),
        (",low,medium,high\nlow,0,1,1\nmedium,1,0,0.5\nhigh,1,0.4,0\n", "is not the same in the other direction"),
        (",low,medium,high\nlow,0.1,1,1\nmedium,1,0,1\nhigh,1,1,0\n", "is not 0"),
        (",low,medium,high\nlow,0,2,1\nmedium,2,0,1\nhigh,1,1,0\n", "is not between 0 and 1"),
        (",low,medium\nlow,0,1\nmedium,1,0\n", "'high'"),
    ],
    ids=["not square", "no number", "empty", "not symmetric", "diagonal", "too large", "unknown category"],
)
def test_a_matrix_that_cannot_be(bare: Path, content: str, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    matrix = bare.with_name("matrix.csv")
    matrix.write_text(content, encoding="utf-8")
    error = complained([str(bare), "--matrix", str(matrix)], 3, capsys)
    assert what in error
    assert complained([str(bare), "--matrix", str(bare.with_name("nowhere.csv"))], 3, capsys)


def test_what_contradicts_itself(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = bare.read_bytes()
    for options in (
        ["--order", "low,medium,high", "--matrix", str(bare)],
        ["--positional", "hamming", "--tolerance", "3"],
        ["-o", str(bare), "--force"],
        ["-o", str(bare.with_name("alignment.docx"))],
        ["--delta-empty", "0"],
        ["--alpha", "-1"],
    ):
        complained([str(bare), *options], 2, capsys)
    assert bare.read_bytes() == before
    assert "ACC025" in complained([str(bare), "--order", "low,high"], 3, capsys)


def test_labels_are_not_aligned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text("item,annotator,label\n1,Ann,x\n1,Bob,y\n", encoding="utf-8")
    assert "is for spans and relations, and these are labels" in complained([str(path)], 2, capsys)
    complained([], 2, capsys)


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ("annotator,category,start,end\nA,x,5,3\nB,x,1,2\n", 3),
        ("annotator,category,start,end\nA,x,nan,3\nB,x,1,2\n", 3),
        ("annotator,category,start,end\nA,x,1,inf\nB,x,1,2\n", 3),
        ("annotator,category,start,end,length\nA,x,1,30,20\nB,x,1,2,20\n", 3),
        ("annotator,category,start,end\nA,x,1,2\n", 0),
        ("annotator,category,start,end\nA,,,\nB,,,\n", 0),
        ("annotator,category,start,end\nA,x,1,2\nB,,,\n", 0),
    ],
    ids=[
        "end before start",
        "nan",
        "infinite",
        "beyond the document",
        "one annotator",
        "no units",
        "one found nothing",
    ],
)
@pytest.mark.parametrize("written", ["text", "json", "svg", "html"])
def test_bad_and_poor_input(
    tmp_path: Path, content: str, status: int, written: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A clear error, or a value that is defined; never a traceback."""
    path = tmp_path / "spans.csv"
    path.write_text(content, encoding="utf-8")
    got = main(["align", str(path), "--format", written, "--quiet"])
    captured = capsys.readouterr()
    assert got == status
    assert "ACC099" not in captured.err
    assert captured.err.count("\n") == (1 if status else 0)
    assert bool(captured.out) == (status == 0)


def test_what_has_no_value_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "spans.csv"
    path.write_text("annotator,category,start,end\nA,x,1,2\n", encoding="utf-8")
    assert "disorder is undefined: a single annotator was asked\n" in said([str(path)], capsys)
    record = json.loads(said([str(path), "--format", "json"], capsys))
    assert (record["value"], record["undefined"]) == (None, "a single annotator was asked")


def test_an_existing_file_stays_as_it_is(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = table.with_name("alignment.svg")
    out.write_text("mine", encoding="utf-8")
    assert "ACC021" in complained([str(table), "-o", str(out)], 3, capsys)
    assert out.read_text(encoding="utf-8") == "mine"
    assert main(["align", str(table), "-o", str(out), "--force", "-q"]) == 0
    assert out.read_text(encoding="utf-8").startswith("<svg")


def test_a_drawing_of_a_part_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "many.csv"
    units = [f"{who},x,{10 * place},{10 * place + 8}" for who in "AB" for place in range(1001)]
    path.write_text("\n".join(["annotator,category,start,end", *units]), encoding="utf-8")
    assert main(["align", str(path), "-o", str(tmp_path / "many.svg")]) == 0
    assert "the drawing shows the first 2,000 of 2,002 units of 'document' [ACC063]" in capsys.readouterr().err
    assert main(["align", str(path)]) == 0
    captured = capsys.readouterr()
    assert "ACC063" not in captured.err
    assert "1,001 unitary alignments in all" in captured.out


def test_text_imports_no_more_than_it_needs(bare: Path) -> None:
    """What scipy, jinja2 and the rooms of findings cost, a user who wants an alignment does not pay."""
    program = (
        "import sys; from accord.cli import main; status = main(['align', sys.argv[1], '-q']); "
        "print(*sorted(sys.modules), file=sys.stderr); sys.exit(status)"
    )
    ran = subprocess.run([sys.executable, "-c", program, str(bare)], capture_output=True, text=True, check=True)
    loaded = set(ran.stderr.split())
    assert "accord.alignment" in loaded
    for name in ("scipy", "jinja2", "pandas", "accord.diagnosis", "accord.consensus", "accord.renderings.lanes"):
        assert name not in loaded
