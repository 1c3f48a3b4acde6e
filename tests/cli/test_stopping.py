"""Ctrl-C gives what is finished, marked as such; a second one ends the program, and SIGTERM writes nothing."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

# Documents are aligned one by one; the call of that number waits for a line on stdin.
HELD = """
import select
import signal
import sys
from accord.alignment import chance_tasks, many_documents
from accord.cli import main

signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell in the background ignores
many_documents.PORTION = chance_tasks.PORTION = 1
module, name, number = {"align": many_documents, "chance": chance_tasks}[sys.argv[1]], sys.argv[2], int(sys.argv[3])
real, calls = getattr(module, name), []

def held(*given):
    calls.append(given)
    if len(calls) == number:
        print("here", file=sys.stderr, flush=True)
        while not select.select([sys.stdin], [], [], 0.01)[0]:  # so that signals are heard
            pass
    return real(*given)

setattr(module, name, held)
sys.exit(main(sys.argv[4:]))
"""
ALIGNING, DRAWING = ("align", "_observed", "3"), ("chance", "_drawn", "3")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stopping") / "units.csv"
    rows = [
        f"d{document},{who},{10 * place + shift},{10 * place + 6 + document},{'xy'[(place + document) % 2]}"
        for document in range(5)
        for place in range(4)
        for shift, who in enumerate("ABC")
    ]
    path.write_text("\n".join(["document,annotator,start,end,category", *rows]), encoding="utf-8")
    return path


@contextmanager
def begun(where: tuple[str, str, str], *arguments: str | Path) -> Iterator[subprocess.Popen[str]]:
    """The program, once it is at the third document."""
    command = [sys.executable, "-c", HELD, *where, *map(str, arguments)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, encoding="utf-8", **pipes) as program:  # type: ignore[call-overload]  # three pipes
        assert program.stderr is not None
        try:
            assert "here\n" in iter(program.stderr.readline, "")
            yield program
        finally:
            program.kill()


def stopped(program: subprocess.Popen[str]) -> tuple[str, str]:
    """Ctrl-C, heard before the third document is done; what it prints, and says."""
    assert program.stderr is not None
    program.send_signal(signal.SIGINT)
    assert "again ends at once" in program.stderr.readline()
    out, said = program.communicate("go on\n", timeout=60)
    assert program.returncode == 130
    assert said.rstrip().splitlines()[-1].startswith("accord: stopped: ")
    return out, said


def test_the_alignment_has_the_documents_that_were_done(table: Path) -> None:
    with begun(ALIGNING, "align", table, "--format", "json", "-q") as program:
        out, said = stopped(program)
    record = json.loads(out)
    assert [one["document"] for one in record["documents"]] == ["d0", "d1"]
    assert record["stopped"] == ["2 of 5 documents are aligned"]
    assert "2 of 5 documents are aligned" in said


def test_gamma_is_of_the_documents_with_chance(table: Path) -> None:
    with begun(
        DRAWING, "measure", table, "-q", "-m", "gamma(precision=None)", "-m", "f1", "--format", "json"
    ) as program:
        out, said = stopped(program)
    record = json.loads(out)
    gamma, f1 = record["results"]
    done = "5 of 5 documents are aligned (mean disorder 0.0117, at most 0.0% above the best)"
    assert record["stopped"] == [f"{done}, 2 of 150 random continua"]
    assert gamma["value"] is not None
    assert any("ACC490" in one and "2 of 5 documents" in one for one in gamma["diagnostics"])
    assert f1["value"] == pytest.approx(1.0, abs=1)
    assert "ACC490" not in str(f1)
    assert said


@pytest.mark.deep
def test_without_chance_there_is_no_gamma_and_that_is_said(table: Path) -> None:
    with begun(("align", "_observed", "1"), "measure", table, "-q", "-m", "gamma", "--no-interval") as program:
        out, _ = stopped(program)
    assert "undefined: stopped before anything could be compared with chance" in out
    assert "Stopped: 0 of 5 documents are aligned, 0 of 150 random continua." in out


@pytest.mark.deep
def test_nothing_to_give_is_said_and_nothing_is_written(table: Path, tmp_path: Path) -> None:
    with begun(("align", "_observed", "1"), "align", table, "-o", tmp_path / "all.json") as program:
        program.send_signal(signal.SIGINT)
        out, said = program.communicate("go on\n", timeout=60)
    assert (program.returncode, out, list(tmp_path.iterdir())) == (130, "", [])
    assert said.endswith("accord: stopped\n")


def test_a_reference_is_of_whole_documents(table: Path, tmp_path: Path) -> None:
    with begun(ALIGNING, "reference", table, "-q", "-o", tmp_path / "reference.csv") as program:
        stopped(program)
    rows = (tmp_path / "reference.csv").read_text(encoding="utf-8").splitlines()
    assert sorted({row.partition(",")[0] for row in rows[1:]}) == ["d0", "d1"]
    assert len(rows) == 9
    assert [one.name for one in tmp_path.iterdir()] == ["reference.csv"]


@pytest.mark.deep
def test_a_report_begins_with_it(table: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    with begun(ALIGNING, "report", table, "-q", "-m", "f1", "-o", page) as program:
        out, _ = stopped(program)
    assert "Stopped: 2 of 5 documents are aligned." in out
    assert "Stopped: 2 of 5 documents are aligned." in page.read_text(encoding="utf-8")


@pytest.mark.deep
def test_workers_are_not_waited_for(table: Path) -> None:
    """The document that is held is given up."""
    with begun(ALIGNING, "align", table, "-q", "--jobs", "2", "--backend", "threading") as program:
        program.send_signal(signal.SIGINT)
        assert program.wait(60) == 130


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_told_again_or_otherwise_it_ends_and_writes_nothing(
    table: Path, tmp_path: Path, number: signal.Signals, status: int
) -> None:
    with begun(ALIGNING, "align", table, "-q", "-o", tmp_path / "all.json") as program:
        assert program.stderr is not None
        if number == signal.SIGINT:
            program.send_signal(number)
            assert "again ends at once" in program.stderr.readline()
        program.send_signal(number)
        out, said = program.communicate(timeout=60)
    assert (program.returncode, out, list(tmp_path.iterdir())) == (status, "", [])
    assert said.strip() == "accord: stopped"
