"""`accord report` as a user runs it: redaction, figures, the full listing, reading a page back, the terminal."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from accord.cli import main
from accord.diagnosis import findings
from accord.formats import read
from accord.renderings.findings_terminal import print_findings

ROWS = [
    ("item", "annotator", "label", "text"),
    *(
        (f"i{number}", who, label, f"the secret sentence {number}")
        for number, labels in enumerate(["aab", "aaa", "bbc", "abc", "ccc", "bbb", "aba", "cca", "bab", "ccb"] * 3)
        for who, label in zip(("Zoe", "Yann", "Xavier"), labels, strict=True)
    ),
]


@pytest.fixture
def ratings(tmp_path: Path) -> Path:
    path = tmp_path / "zoes_ratings.csv"
    with path.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows(ROWS)
    return path


def test_redacted_pages_hold_no_text_and_no_name(ratings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = ratings.parent / "page.html"
    assert main(["report", str(ratings), "--redact", "-o", str(page), "--replicates", "20", "--details"]) == 0
    shown = capsys.readouterr().out
    whole = page.read_text(encoding="utf-8")
    for secret in ("Zoe", "Yann", "Xavier", "secret sentence", "zoes_ratings"):
        assert secret not in shown
        assert secret not in whole
    assert "annotator 1" in whole
    assert "i3" in whole  # ids stay
    assert main(["report", str(ratings), "-o", str(page), "--replicates", "20", "-q"]) == 0
    assert "the secret sentence 3" in page.read_text(encoding="utf-8")


def test_a_page_is_read_back(ratings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = ratings.parent / "page.html"
    base = ["--replicates", "20", "-q"]
    assert main(["report", str(ratings), "-o", str(page), "--format", "json", *base]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(["report", str(page), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == first
    for form, said in (("text", "Krippendorff's α is"), ("markdown", "## zoes_ratings.csv"), ("latex", r"\toprule")):
        assert main(["report", str(page), "--format", form]) == 0
        assert said in capsys.readouterr().out
    assert main(["report", str(page), "--format", "csv"]) == 0
    rows = {row["measure"]: row for row in csv.DictReader(io.StringIO(capsys.readouterr().out))}
    known = {one["measure"]: one["value"] for one in first["findings"][0]["results"]}
    assert float(rows["alpha"]["value"]) == known["alpha"]
    assert main(["report", str(page), "-o", str(ratings.parent / "again.html")]) == 2
    assert "a report already" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_figures_are_written_as_files(kind: str, ratings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ratings.parent / "figures" / "of the report"
    args = ["report", str(ratings), "--figures", str(folder), "--figure-format", kind, "--replicates", "20"]
    assert main(args) == 0
    made = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert {f"coefficients.{kind}", f"pairs.{kind}", f"dendrogram.{kind}"} <= set(made)
    start = b"\x89PNG" if kind == "png" else b"<svg"
    assert all(content.startswith(start) for content in made.values())
    assert not any(b"var(--" in content for content in made.values())
    assert f"{len(made)} figures are in" in capsys.readouterr().err


def test_everything_is_listed_on_request(ratings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listing = ratings.parent / "all.csv"
    assert main(["report", str(ratings), "--full", str(listing), "--replicates", "20"]) == 0
    rows = list(csv.DictReader(io.StringIO(listing.read_text(encoding="utf-8"))))
    assert len(rows) == 30
    assert {row["item"] for row in rows} == {f"i{number}" for number in range(30)}
    assert {row["Zoe"] for row in rows} <= {"a", "b", "c"}
    assert "30 rows are in" in capsys.readouterr().err


def test_nothing_is_written_when_the_page_cannot_be(ratings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(ratings), "-o", str(ratings.parent / "no" / "page.html"), "--replicates", "20"]) == 3
    said = capsys.readouterr()
    assert "ACC018" in said.err
    assert said.out == ""


def test_the_terminal_shows_the_same_findings(ratings: Path) -> None:
    found = findings(read(ratings), title="[bold]ratings[/bold]", replicates=20)
    for details in (False, True):
        console = Console(width=100, record=True, file=io.StringIO(), force_terminal=True)
        print_findings(found, details=details, console=console)
        text = " ".join(console.export_text().replace("│", " ").split())
        assert "[bold]ratings[/bold]" in text  # never taken for markup
        assert "Is it good enough?" in text
        assert "First of" in text
        assert ("Items to discuss" in text) == details
        assert all(finding.action.split()[0] in text for finding in found.findings[:3])


def test_the_example_ends_with_the_page_and_the_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "report.html"
    assert main(["report", "-o", str(page), "--replicates", "20", "--no-grid"]) == 0
    lines = capsys.readouterr().err.strip().splitlines()
    assert lines[-4] == f"accord: note: the page is in {page}"
    assert lines[-3].strip().startswith("Krippendorff's α is 0.801")
    assert "of what is marked" in lines[-2]
    assert lines[-1].strip().startswith("First of ")
