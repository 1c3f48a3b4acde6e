"""Units of several pieces are compared as if they had no gaps: every value says so, in every output."""

from __future__ import annotations

from pathlib import Path

import pytest

import accord
from accord.cli import main

SAID = "2 discontinuous units are compared from the first piece to the last, gaps included"
MEASURE = ("text", "json", "csv", "markdown", "latex")
REPORT = ("text", "json", "csv", "markdown", "latex")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Ann marks 3–6 and 18–20 as one unit, Bob 3–20; and so in a second document."""
    for name, bounds in (("ann", "3 6;18 20"), ("bob", "3 20")):
        (tmp_path / "brat" / name).mkdir(parents=True)
        for document in ("d1", "d2"):
            file = tmp_path / "brat" / name / document
            file.with_suffix(".txt").write_text("x" * 60, encoding="utf-8")
            file.with_suffix(".ann").write_text(
                f"T1\tX {bounds}\t{'x' * 17 if ';' not in bounds else 'xxx xx'}\nT2\tY 30 35\txxxxx\n", encoding="utf-8"
            )
    return tmp_path / "brat"


@pytest.mark.parametrize("name", ["f1", "gamma", "holistic"])
def test_every_value_carries_the_remark(folder: Path, name: str) -> None:
    data = accord.read(folder)
    assert isinstance(data, accord.Spans)
    assert [one.message for one in data.diagnostics if one.code == "ACC383"] == [SAID]
    result = accord.measure(data, name, confidence=None)
    assert result.value == 1  # which is wrong, and said to be
    assert [one.message for one in result.diagnostics] == [SAID]
    assert SAID in repr(accord.measure(data, [name], confidence=None))


@pytest.mark.parametrize("output", MEASURE)
def test_measure_says_it_in_all_outputs(folder: Path, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", str(folder), "-m", "f1", "--format", output, "--quiet", "--no-interval"]) == 0
    assert SAID in capsys.readouterr().out


@pytest.mark.parametrize("output", REPORT)
def test_the_report_says_it_in_all_outputs(folder: Path, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(folder), "--format", output, "--quiet"]) == 0
    assert SAID in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("output", ["text", "json", "csv", "markdown", "latex", "svg", "html"])
def test_the_alignment_says_it(folder: Path, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["align", str(folder), "--format", output, "--quiet"]) == 0
    assert SAID in capsys.readouterr().out


def test_the_alignment_with_its_remark_is_read_back(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "alignment.csv"
    assert main(["align", str(folder), "--quiet", "-o", str(path)]) == 0
    assert path.read_text(encoding="utf-8").splitlines()[0].endswith("disorder,remarks")
    assert accord.measure(accord.read(path), "f1", confidence=None).value == 1


def test_units_without_gaps_carry_nothing() -> None:
    one_piece = accord.spans([("A", 3, 20, "X"), ("B", 3, 20, "X")])
    assert accord.measure(one_piece, "f1", confidence=None).diagnostics == ()
