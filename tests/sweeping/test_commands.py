"""`accord degrade` and `accord sweep` as a user runs them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import accord
from accord.cli import program

GOLD = "item,annotator,label\n" + "".join(f"{n},gold,{'ab'[n % 2]}\n" for n in range(1, 41))


@pytest.fixture
def gold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "gold.csv"
    path.write_text(GOLD, encoding="utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    status = program.run_program(list(args))
    out, err = capsys.readouterr()
    return status, out, err


def test_degraded_annotations_are_written_and_read_again(gold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(
        capsys, "degrade", "gold.csv", "-d", "confuse", "--magnitude", ".3", "-n", "2", "--seed", "1", "-o", "noisy.csv"
    )
    assert (status, out) == (0, "")
    assert "in noisy.csv" in err
    read = accord.read("noisy.csv")
    assert read.annotators == ("A1", "A2")
    expected = accord.measure(accord.read("gold.csv"), "observed_agreement", confidence=None)
    assert expected.undefined is not None  # one annotator
    assert 0.3 < accord.measure(read, "observed_agreement", confidence=None).value < 0.9
    status, _, err = run(capsys, "degrade", "gold.csv", "-d", "confuse", "-o", "noisy.csv")
    assert status == 3
    assert "--force" in err


@pytest.mark.parametrize("shape", ["labels", "spans", "relations"])
def test_examples_on_stdout(shape: str, capsys: pytest.CaptureFixture[str]) -> None:
    name = {"labels": "redraw", "spans": "shift", "relations": "flip+retarget"}[shape]
    status, out, _ = run(capsys, "degrade", "--example", shape, "-d", name, "-n", "2", "-q")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert status == 0
    assert {row["annotator"] for row in rows} == {"A1", "A2"}


@pytest.mark.parametrize(
    ("args", "status", "what"),
    [
        (("degrade", "gold.csv"), 2, "no degradation is named"),
        (("degrade", "gold.csv", "-d", "flip"), 2, "no degradation 'flip' of labels"),
        (("degrade", "gold.csv", "-d", "neighbour"), 3, "ACC081"),
        (("degrade", "gold.csv", "-d", "confuse", "--reference", "Bob"), 2, "they are gold"),
        (("degrade", "gold.csv", "--example", "labels", "-d", "confuse"), 2, "takes the place of a file"),
        (("degrade", "gold.csv", "-d", "confuse+omit", "--weights", "a,b"), 2, "not numbers"),
        (("sweep", "gold.csv", "-m", "kapa"), 2, "no measure 'kapa'"),
        (("sweep", "gold.csv", "--magnitudes", "few"), 2, "not numbers"),
        (("sweep", "gold.csv", "-o", "gold.csv"), 2, "is an input"),
        (("sweep", "gold.csv", "-o", "figure.bmp"), 2, "says no format"),
        (("sweep", "gold.csv", "-m", "no_module:f"), 3, "ACC083"),
        (("sweep", "gold.csv", "-m", "kappa", "--cache", "gold.csv"), 3, "ACC084"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    gold: Path, args: tuple[str, ...], status: int, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found, out, err = run(capsys, *args, "-q")
    assert (found, out) == (status, "")
    assert what in err
    assert len(err.splitlines()) == 1


def test_the_list_of_degradations(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "degrade", "--list")
    assert status == 0
    assert {"redraw", "shift", "retarget", "split_chain"} <= set(out.split())


SWEEP = ("sweep", "gold.csv", "-d", "redraw", "-d", "confuse", "-m", "kappa", "-m", "ac1", "--repeats", "2",
         "--magnitudes", "3", "-n", "2", "-q")  # fmt: skip


@pytest.mark.parametrize("written", ["text", "json", "csv", "markdown", "latex", "svg", "html"])
def test_a_sweep_is_written_in_every_format(gold: Path, written: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, *SWEEP, "--format", written)
    assert (status, err) == (0, "")
    if written == "json":
        assert json.loads(out)["scorecard"][0]["measure"] == "kappa"
    elif written == "csv":
        assert len(out.splitlines()) == 1 + 2 * 3 * 2 * 2
    elif written == "latex":
        assert "\\toprule" in out
    elif written in ("svg", "html"):
        assert "<polyline" in out
    else:
        assert "sensitivity" in out


def test_a_value_is_read_backwards(gold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, *SWEEP, "--read", "0.5")
    assert status == 0
    assert out.startswith("your kappa of 0.50 is what two annotators get who label ")
    status, out, _ = run(capsys, *SWEEP, "--read", "0.5", "--format", "json")
    assert [one["degradation"] for one in json.loads(out)["readings"]] == ["redraw", "confuse"]


def test_finished_work_is_kept(gold: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = run(capsys, *SWEEP, "--format", "csv", "--cache", "kept")
    assert len(list((tmp_path / "kept").glob("*.json"))) == 4
    assert run(capsys, *SWEEP, "--format", "csv", "--cache", "kept") == first


def test_help_needs_no_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    import subprocess
    import sys

    code = "import sys; from accord.cli import sweep_command, degrade_command; sys.exit('polars' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_png_shows_its_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The converter leaves text without a font out, and the picture is then a quarter smaller."""
    path = tmp_path / "figure.png"
    status, _, said = run(
        capsys, "sweep", "--example", "labels", "-m", "kappa", "--repeats", "1", "-o", str(path), "-q"
    )
    assert status == 0, said
    assert path.read_bytes().startswith(b"\x89PNG")
    assert path.stat().st_size > 290_000


def test_reading_simulates_as_many_annotators_as_the_data_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without -n it was three, whatever the data; and twenty repetitions at full precision, which took minutes."""
    rows = [f"d,{who},x,{10 * place},{10 * place + 5}" for who in "AB" for place in range(8)]
    (tmp_path / "units.csv").write_text("\n".join(["document,annotator,category,start,end", *rows]) + "\n")
    told = ("sweep", str(tmp_path / "units.csv"), "-m", "f1", "--read", "0.7", "-q", "--cache", str(tmp_path / "kept"))
    status, out, _ = run(capsys, *told)
    assert (status, "what two annotators get" in out) == (0, True), out
    status, out, _ = run(capsys, *told, "-n", "4", "--magnitudes", "3", "--repeats", "2")
    assert (status, "what four annotators get" in out) == (0, True), out


def test_a_value_better_than_perfect_is_not_read(gold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, *SWEEP, "--read", "3")
    assert status == 0
    assert out.startswith("your kappa of 3.00 is higher than without any error: is it really kappa?")
