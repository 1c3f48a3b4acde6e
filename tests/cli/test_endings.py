"""How the program ends when it is stopped, or when its surroundings fail: plain words, and nothing left behind."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time
import zipfile
from pathlib import Path

import pytest

from accord.cli import main, measure_command, program
from accord.results.workers import started
from cli.ended_processes import has_ended

RATINGS = "item,Ann,Bob\n1,a,b\n2,a,a\n3,b,b\n4,b,b\n"
WAITS = """
import sys, os
from accord.formats.parsing import isolation
isolation._FRAME = "import os, sys, time; open(os.environ['STARTED'], 'w').write(str(os.getpid())); time.sleep(600)"
{more}
from accord.cli import main
sys.exit(main(["measure", "r.zip"]))
"""
STUCK = """
import ctypes
from accord.cli import signals
from accord.formats import locating
from accord.formats.parsing import archives
signals.PATIENCE = 0.2
def stuck(*given):
    archives.unpack(*given)
    open(os.environ['STARTED'], 'w').write("0")
    mutex = ctypes.create_string_buffer(128)
    ctypes.CDLL(None).pthread_mutex_lock(mutex)
    ctypes.CDLL(None).pthread_mutex_lock(mutex)  # for ever, and no signal interrupts it
locating.unpack = stuck
"""


@pytest.fixture
def ratings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.csv").write_text(RATINGS, encoding="utf-8")
    return tmp_path


def accord(*args: str, **more: object) -> subprocess.CompletedProcess[str]:
    command = " ".join([sys.executable, "-m", "accord", *args])
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload,no-any-return]


# ---- signals


@pytest.mark.parametrize(
    ("number", "more"),
    [(signal.SIGTERM, ""), (signal.SIGHUP, ""), (signal.SIGINT, ""), (signal.SIGTERM, STUCK)],
    ids=["SIGTERM", "SIGHUP", "SIGINT", "SIGTERM in a library"],
)
def test_a_stopped_program_leaves_no_annotations_and_no_child(number: int, more: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "r.zip", "w") as archive:
        archive.writestr("r.parquet", b"PAR1 and something secret PAR1")
    (tmp_path / "unpacked").mkdir()
    environment = {**os.environ, "TMPDIR": str(tmp_path / "unpacked"), "STARTED": str(tmp_path / "started")}
    code = WAITS.format(more=more)
    run = subprocess.Popen(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 120
    while not (started := tmp_path / "started").exists() or not started.read_text(encoding="utf-8"):
        assert run.poll() is None, run.communicate()[1]
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert list((tmp_path / "unpacked").rglob("*.parquet"))
    run.send_signal(number)
    _, said = run.communicate(timeout=120)
    assert (run.returncode, said.strip()) == (128 + number, "accord: stopped")
    assert list((tmp_path / "unpacked").iterdir()) == []
    child = int(started.read_text(encoding="utf-8"))
    deadline = time.monotonic() + 60
    while child and not has_ended(child):  # its parent has gone, and the system buries it when it gets to it
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_signals_that_were_ignored_stay_ignored(ratings: Path) -> None:
    """As after nohup."""
    code = (
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from accord.cli import main, measure_command\n"
        "import os; inner = measure_command._written\n"
        "def written(*given): os.kill(os.getpid(), signal.SIGHUP); return inner(*given)\n"
        "measure_command._written = written\n"
        "raise SystemExit(main(['measure', 'r.csv', '-q', '--no-interval']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "alpha" in done.stdout


def test_handlers_are_given_back(ratings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = [signal.getsignal(one) for one in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)]
    assert main(["measure", "r.csv", "-q", "--no-interval"]) == 0
    assert [signal.getsignal(one) for one in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)] == before


def test_workers_that_start_do_not_hear_of_interruptions() -> None:
    """The thread that starts them, and so all that it starts, has SIGINT blocked; the main thread has not."""
    assert signal.SIGINT in started(lambda: signal.pthread_sigmask(signal.SIG_BLOCK, []))
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with pytest.raises(ZeroDivisionError):
        started(lambda: 1 // 0)


def test_what_started_when_it_was_stopped_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[bool] = []
    heard = threading.Event()

    class Cluster:
        def close(self) -> None:
            closed.append(True)

    def start() -> Cluster:
        os.kill(os.getpid(), signal.SIGINT)
        assert heard.wait(60)
        return Cluster()

    def interrupted(number: int, frame: object) -> None:
        heard.set()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        with pytest.raises(KeyboardInterrupt):
            started(start)
    finally:
        signal.signal(signal.SIGINT, before)
    assert closed == [True]


# ---- streams


def test_closed_and_full_streams(ratings: Path) -> None:
    for where, why in ((">&-", "standard output is closed"), ("> /dev/full", "No space left on device")):
        done = accord("measure", "r.csv", "-q", "--no-interval", where)
        assert (done.returncode, done.stderr.count("\n")) == (3, 1)
        assert why in done.stderr
        assert "ACC334" in done.stderr
    kept = accord("convert", "r.csv", "out.tsv", "-q", ">&-")  # prints nothing, and lacks nothing
    assert (kept.returncode, kept.stderr) == (0, "")
    assert accord("measure", "nothing.csv", "2>&-").returncode == 3


def test_an_output_does_not_take_the_place_of_a_closed_stream(ratings: Path) -> None:
    """The first file that is opened would be standard output, and what is printed would stand in it."""
    done = accord("degrade", "r.csv", "-d", "redraw", "-o", "noisy.csv", ">&-", "2>&-", "<&-")
    assert done.returncode == 0
    assert (ratings / "noisy.csv").read_text(encoding="utf-8").startswith("item,annotator,label\n")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("columns", ["0", "1", "-5", "80", "wide"])
def test_any_width_of_a_terminal(columns: str, ratings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Terminal()
    for name, value in {"COLUMNS": columns, "TERM": "xterm"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", shown)
    assert main(["report", "r.csv", "--no-grid", "--no-interval", "-q"]) == 0
    assert len(shown.getvalue()) > 500
    assert "alpha" in shown.getvalue()


# ---- memory


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(12, "Cannot allocate memory"),
        ImportError("libpolars.so: failed to map segment from shared object"),
        RuntimeError("can't start new thread"),
        type("TerminatedWorkerError", (Exception,), {})("A worker process was killed"),
        type("PanicException", (BaseException,), {})("could not spawn threads"),
    ],
)
def test_too_little_memory_is_told_in_one_line(
    error: BaseException, ratings: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*given: object) -> str:
        raise error

    monkeypatch.setattr(measure_command, "_written", fails)
    assert program.run_program(["measure", "r.csv", "-q", "--no-interval"]) == 3
    said = capsys.readouterr().err
    assert said.startswith("accord: error: there is not enough memory")
    assert said.count("\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is known there")
@pytest.mark.parametrize("kilobytes", [300_000, 700_000, 1_200_000])
def test_too_few_addresses_are_told_before_a_library_aborts(ratings: Path, kilobytes: int) -> None:
    limited = f"ulimit -v {kilobytes}; {sys.executable} -m accord"
    done = subprocess.run(["bash", "-c", f"{limited} measure r.csv"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (3, "", 1)
    assert "GB of address space are left" in done.stderr
    assert "[ACC335]; raise the limit (ulimit -v)" in done.stderr
    helped = subprocess.run(["bash", "-c", f"{limited} explain ACC335"], capture_output=True, text=True, check=False)
    assert helped.returncode == 0, helped.stderr
