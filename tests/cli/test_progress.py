"""How far a command is: shown where somebody looks, after a while, and gone when it ends."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from accord.cli import main, progress
from accord.results import UsageError
from accord.results.working import worked, working
from cli.ended_processes import has_ended

SPANS = "document,annotator,category,start,end\n" + "".join(
    f"d{place},{who},{'xy'[(place + unit * shift) % 2]},{9 * unit + shift},{9 * unit + 5 + place % 3}\n"
    for place in range(6)
    for shift, who in enumerate("ABCD")
    for unit in range(3)
)
LABELS = "item,annotator,label\n" + "".join(
    f"i{place},{who},{'xyz'[(place * (number + 1) // 3) % 3]}\n"
    for place in range(12)
    for number, who in enumerate("ABCDE")
)
FEATURES = "item,length\n" + "".join(f"d{place},{7 * place % 5}\n" for place in range(6))
WORKING = """
import os, sys, time
from accord.alignment import chance_tasks
inner = chance_tasks._drawn
def slow(documents, sampling):
    open(os.path.join(os.environ["STARTED"], str(os.getpid())), "w").close()
    for _ in range(60_000):  # in one piece, a signal that comes just before is heard only after
        time.sleep(0.01)
chance_tasks._drawn = slow
from accord.cli import main
sys.exit(main(["measure", "s.csv", "-m", "gamma", "-q", *sys.argv[1:]]))
"""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def spans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    for name, text in {"s.csv": SPANS, "l.csv": LABELS, "f.csv": FEATURES}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def shown(monkeypatch: pytest.MonkeyPatch, *args: str, stream: io.StringIO) -> str:
    monkeypatch.setattr(sys, "stderr", stream)
    assert main(["measure", "s.csv", "-m", "gamma(precision=None)", "--no-interval", *args]) == 0
    return stream.getvalue()


def test_the_work_is_counted_where_somebody_looks(spans: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    text = shown(monkeypatch, stream=Terminal())
    assert "random continua" in text
    assert "of 180" in text


@pytest.mark.parametrize("quiet", [True, False])
def test_nothing_is_shown_elsewhere(quiet: bool, spans: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    text = shown(monkeypatch, *(["-q"] if quiet else []), stream=Terminal() if quiet else io.StringIO())
    assert "random continua" not in text
    assert "\x1b" not in text


def test_what_takes_two_seconds_shows_nothing(spans: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "monotonic", lambda: 7.0)  # no time passes
    assert "random continua" not in shown(monkeypatch, stream=Terminal())


def test_lines_inside_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    bars = progress.Bars()
    with working(watcher=bars), bars.watching("measuring"):
        assert worked([lambda: 1, lambda: 2], "documents", [3, 4]) == [1, 2]
    assert "measuring" in stream.getvalue()
    assert bars._shown is None


@pytest.mark.parametrize("jobs", [0, True, "2"])
def test_workers_are_a_number(jobs: object) -> None:
    with pytest.raises(UsageError, match=r"jobs=.* is not a number of workers"), working(jobs=jobs):  # type: ignore[arg-type]
        pass


RUNS = {
    "measure": ("measure", "s.csv", "-m", "gamma", "-m", "gamma_cat", "--format", "json"),
    "align": ("align", "s.csv", "--format", "json"),
    "align, greedily": ("align", "s.csv", "--method", "greedy", "--format", "json"),
    "reference": ("reference", "s.csv", "--format", "json"),
    "stability of spans": ("stability", "s.csv", "-k", "1", "--format", "json"),
    "stability": ("stability", "l.csv", "-k", "2", "--reference", "dawid_skene", "--groups", "9", "--format", "json"),
    "compare": ("compare", "s.csv", "s.csv", "-m", "gamma", "--replicates", "20", "--format", "json"),
    "report": ("report", "s.csv", "-m", "gamma", "--replicates", "20", "--format", "json"),
    "sweep": ("sweep", "s.csv", "-m", "f1", "--magnitudes", "3", "--repeats", "2", "--format", "csv"),
    "difficulty": ("difficulty", "s.csv", "--features", "f.csv", "--replicates", "20", "--format", "json"),
    "admit": ("admit", "s.csv", "--models", "D", "--replicates", "20", "--format", "json"),
}


SHOWN = {
    "measure": "random continua",
    "align": "aligning",
    "align, greedily": "aligning",
    "reference": "making the reference",
    "stability of spans": "pairs of groups",
    "stability": "groups of annotators",
    "compare": "comparing before and after",
    "report": "simulated annotations",
    "sweep": "sweeping",
    "difficulty": "analysing",
    "admit": "comparing people and models",
}


@pytest.mark.parametrize("name", RUNS)
def test_every_command_says_how_far_it_is_and_takes_any_number_of_workers(
    name: str, spans: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same bytes from one process, which somebody watches, and from several."""
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    stream = Terminal()
    with monkeypatch.context() as watched:
        watched.setattr(sys, "stderr", stream)
        assert main([*RUNS[name]]) == 0
    assert SHOWN[name] in stream.getvalue()
    alone = capsys.readouterr().out
    assert main([*RUNS[name], "-q", "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_stopped_while_it_works(number: signal.Signals, jobs: str, spans: Path) -> None:
    """No traceback, the exit status of the signal, nothing on stdout, no temporary file and no worker left."""
    for name in ("started", "temporary"):
        (spans / name).mkdir()
    folders = {"TMPDIR": spans / "temporary", "JOBLIB_TEMP_FOLDER": spans / "temporary", "STARTED": spans / "started"}
    run = subprocess.Popen(
        [sys.executable, "-c", WORKING, "--jobs", jobs], cwd=spans, stderr=subprocess.PIPE, stdout=subprocess.PIPE,
        env=os.environ | {name: str(path) for name, path in folders.items()}, text=True, start_new_session=True,
    )  # fmt: skip
    while len(started := list((spans / "started").iterdir())) < 1:
        assert run.poll() is None, run.communicate()[1]
        time.sleep(0.01)  # what is waited for needs the processor
    if number == signal.SIGINT:
        os.killpg(run.pid, number)  # as a terminal does, which tells the workers too
        assert run.stderr is not None
        assert "Ctrl-C again ends at once" in run.stderr.readline()
        os.killpg(run.pid, number)
    else:
        run.send_signal(number)
    printed, said = run.communicate(timeout=120)
    assert (run.returncode, printed, said.strip()) == (128 + number, "", "accord: stopped")
    assert list((spans / "temporary").iterdir()) == []
    while not all(has_ended(int(one.name)) for one in started):
        time.sleep(0.01)
