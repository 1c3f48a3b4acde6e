"""The command line as a user runs it: in a process of its own where start-up matters, in this one otherwise."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from accord.cli import main, program
from accord.results.threads import ALGEBRA
from cli.shown_bytes import run_in

KRIPPENDORFF = """\
unit,A,B,C,D
1,1,1,,1
2,2,2,3,2
3,3,3,3,3
4,3,3,3,3
5,2,2,2,2
6,1,2,3,4
7,4,4,4,4
8,1,1,2,1
9,2,2,2,2
10,,5,5,5
11,,,1,1
12,,3,,
"""  # Krippendorff 2011, section C
GENES = ",Former,New,Nothing\nFormer,71,8,7\nNew,13,69,8\nNothing,23,15,18840\n"  # Fort et al. 2012, table 1, turned


@pytest.fixture
def ratings(tmp_path: Path) -> Path:
    path = tmp_path / "ratings.csv"
    path.write_text(KRIPPENDORFF, encoding="utf-8")
    return path


@pytest.fixture
def genes(tmp_path: Path) -> Path:
    path = tmp_path / "genes.csv"
    path.write_text(GENES, encoding="utf-8")
    return path


def run(*args: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "accord", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def test_help_imports_neither_numpy_nor_polars() -> None:
    code = (
        "import sys; from accord.cli import main; main(['--help']); "
        "print([name for name in ('numpy', 'polars', 'scipy', 'rich', 'jinja2', 'narwhals') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert "measure" in done.stdout


def test_version_and_module_entry() -> None:
    done = run("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("accord 0.")


def test_json_is_the_stable_form(ratings: Path) -> None:
    done = run("measure", ratings, "-m", "alpha(level='ordinal')", "--format", "json", "--seed", "1")
    assert done.returncode == 0, done.stderr
    written = json.loads(done.stdout)
    assert written["schema"] == 1
    data = written["data"]
    assert (data["kind"], data["items"], data["annotators"], data["missing"]) == ("labels", 12, 4, 7)
    assert data["categories"] == ["1", "2", "3", "4", "5"]
    assert len(data["sha256"]) == 64
    (result,) = written["results"]
    assert result["measure"] == "alpha(level='ordinal')"
    assert result["value"] == pytest.approx(0.8153875037548813, rel=1e-12)  # Krippendorff 2011: .815
    assert result["low"] < result["value"] < result["high"]
    assert result["confidence"] == 0.95
    assert set(result["components"]) == {"observed", "expected"}
    assert result["undefined"] is None
    assert "seed:1" in result["signature"]


def test_diagnostics_go_to_stderr_and_quiet_silences_them(ratings: Path) -> None:
    loud, quiet = (run_in(ratings.parent, "measure", ratings, *more) for more in ((), ("--quiet",)))
    assert "columns  a wide table: item = 'unit', 4 annotators" in loud.stdout
    assert "ACC105" in loud.stderr
    assert "ACC" not in loud.stdout
    assert quiet.stderr == ""
    assert quiet.stdout == loud.stdout


@pytest.mark.parametrize("form", ["text", "json", "csv", "markdown", "latex"])
@pytest.mark.parametrize("command", ["measure", "report"])
def test_every_format_of_every_command(
    command: str, form: str, genes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    args = [command, str(genes), "--table", "--nothing", "Nothing", "--format", form, "--replicates", "50", "-q"]
    assert main(args) == 0
    out = capsys.readouterr().out
    assert "alpha" in out
    assert not re.search(r"\bnan\b", out.lower())
    if form == "latex":
        assert out.count(r"\toprule") == out.count(r"\bottomrule") >= (5 if command == "report" else 1)
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(out.split("\n\n")[-1])))
        values = {row["measure"]: float(row["value"]) for row in rows}
        assert values["pi"] == pytest.approx(0.801199, abs=5e-7)
        assert values["kappa"] == pytest.approx(0.8012059, abs=5e-8)


def test_by_category(genes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", str(genes), "--table", "--by", "category", "--format", "json", "--no-interval"]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert [result["of"] for result in results] == ["Former", "New", "Nothing"]
    assert all(result["low"] is None and result["confidence"] is None for result in results)


@pytest.mark.parametrize(
    ("gate", "status"),
    [
        ("alpha>=0.7", 0),
        ("alpha(level='ordinal').low>=0.9", 1),
        ("alpha.high<=1", 0),
        ("kappa>=0.1", 1),  # undefined with four annotators: never passes
        ("alpha >= 0,7", 0),
        ("alpha=0.7", 2),
        ("nonsense>=0.7", 2),
    ],
)
def test_gates(gate: str, status: int, ratings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", str(ratings), "-m", "alpha", "--fail-under", gate, "--replicates", "100", "-q"]) == status
    err = capsys.readouterr().err
    assert ("gate failed" in err) == (status == 1)


@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        (["measure"], 2, "no data file is given"),
        (["measure", "absent.csv"], 3, "ACC001"),
        (["mesure"], 2, "did you mean 'measure'"),
        (["measure", "RATINGS", "-m", "alfa"], 2, "did you mean alpha"),
        (["measure", "RATINGS", "-m", "alpha(levels='x')"], 2, "has no parameter 'levels'"),
        (["measure", "RATINGS", "-m", "alpha(level='x')"], 2, "not a level of measurement"),
        (["measure", "RATINGS", "-m", "alpha("], 2, "cannot read the measure expression"),
        (["measure", "RATINGS", "--item-column", "nope"], 3, "ACC006"),
        (["measure", "RATINGS", "--categories", "1,2,3"], 3, "ACC008"),
        (["measure", "RATINGS", "--confidence", "2"], 2, "not between 0 and 1"),
        (["measure", "RATINGS", "--format", "yaml"], 2, "yaml"),
        (["measure", "RATINGS", "--no-interval", "--fail-under", "alpha.low>=0"], 2, "leave out --no-interval"),
        (["measure", "RATINGS", "--view", "without x"], 2, "they are 1, 2, 3, 4, 5"),
        (["measure", "RATINGS", "--view", "universe x"], 3, "No such file or directory [ACC001]; 'universe' takes"),
        (["explain", "ACC999"], 2, "there is no diagnostic"),
        (["cite", "nobody1999"], 2, "there is no measure"),
    ],
)
def test_errors_are_one_line(
    args: list[str], status: int, said: str, ratings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(ratings) if arg == "RATINGS" else arg for arg in args]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert "Traceback" not in captured.err
    assert len([line for line in captured.err.splitlines() if line.startswith("accord: error")]) == 1


def test_undefined_policies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "same.csv"
    path.write_text("item,a,b\n1,yes,yes\n2,yes,yes\n", encoding="utf-8")
    assert main(["measure", str(path), "-m", "alpha", "--format", "json", "-q"]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert result["value"] is None
    assert result["undefined"] == "all 4 labels are 'yes': expected disagreement is 0"
    assert main(["measure", str(path), "-m", "alpha", "--undefined", "one", "--format", "json", "-q"]) == 0
    assert json.loads(capsys.readouterr().out)["results"][0]["value"] == 1.0
    assert main(["measure", str(path), "-m", "alpha", "--undefined", "error", "-q"]) == 3


def test_report_writes_the_page_or_nothing(ratings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "report.html"
    assert main(["report", str(ratings), "-o", str(page), "--replicates", "50"]) == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    before = page.read_bytes()
    assert main(["report", str(tmp_path / "absent.csv"), "-o", str(page)]) == 3
    assert page.read_bytes() == before
    assert main(["report", str(ratings), "-o", str(tmp_path / "no" / "folder.html"), "--replicates", "50"]) == 3
    assert "ACC018" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ratings.csv", "report.html"]


def test_report_without_data_is_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--replicates", "20"]) == 0
    out = capsys.readouterr().out
    assert "Gene renaming" in out
    assert "Emotions" in out


@pytest.mark.parametrize(
    "args",
    [
        ["measures"],
        ["measures", "alpha"],
        ["measures", "--format", "json"],
        ["cite", "alpha", "kappa"],
        ["explain"],
        ["explain", "acc012"],
        ["completion", "bash"],
        ["completion", "zsh"],
        ["measure", "--help"],
        ["report", "-h"],
    ],
)
def test_catalogue_commands(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(args) == 0
    captured = capsys.readouterr()
    assert captured.out.strip()
    assert captured.err == ""


def test_a_closed_pipe_is_no_error(genes: Path) -> None:
    command = f"'{sys.executable}' -m accord measures --format json | head -c 10"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_no_colour_codes_off_a_terminal(genes: Path) -> None:
    assert "\x1b" not in run_in(genes.parent, "report", genes, "--table", "--replicates", "10").stdout


def test_every_digit_of_views_and_scales_is_in_the_csv(genes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--table", "-m", "kappa", "--view", "merge Former+New", "--scales", "--replicates", "100", "-q"]
    assert main(["measure", str(genes), *options, "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert main(["measure", str(genes), *options, "--format", "csv"]) == 0
    _, _, views, scales = capsys.readouterr().out.split("\n\n")  # the second is the table of the view
    exact = [record["results"][0]["value"], record["views"][0]["results"][0]["value"]]
    assert views.splitlines()[1] == f"kappa,{exact[0]!r},{exact[1]!r}"
    first = next(csv.DictReader(io.StringIO(scales)))
    assert float(first["probability"]) == record["scales"][0]["likeliest_probability"]
    assert main(["measure", str(genes), *options]) == 0
    assert "Published scales are opinions. Reached: the best band" in capsys.readouterr().out


def test_a_command_multiplies_matrices_in_one_thread_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    seen: dict[str, str | None] = {}

    def run(args: list[str] | None) -> int:
        seen.update({name: os.environ.get(name) for name in ALGEBRA})
        return 0

    monkeypatch.setattr(program, "_with_signals", run)
    assert main([]) == 0
    assert (seen["OMP_NUM_THREADS"], seen["OPENBLAS_NUM_THREADS"]) == ("1", "3")
    assert "OMP_NUM_THREADS" not in os.environ
