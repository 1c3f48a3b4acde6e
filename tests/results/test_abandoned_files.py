"""What processes leave that are killed is swept away by the next, and what others still need is not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from accord.cli import main
from accord.results import abandoned_files
from accord.results.abandoned_files import own_name, sweep
from accord.results.output_files import write_text

LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only there is it known which processes run")
KILLED_WHILE_WRITING = """
import os, signal
from accord.results import output_files
output_files._keep = lambda handle: os.kill(os.getpid(), signal.SIGKILL)
output_files.{call}
"""
KILLED_WHILE_READING = """
import os, signal
from accord.cli import main
from accord.formats import locating
from accord.formats.parsing import archives
def unpacked(*given):
    archives.unpack(*given)
    os.kill(os.getpid(), signal.SIGKILL)
locating.unpack = unpacked
main(["measure", "r.zip"])
"""


def killed(code: str, folder: Path, **environment: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env={**os.environ, **environment}, check=False)
    assert done.returncode == -signal.SIGKILL


@LINUX
@pytest.mark.parametrize(
    "call", ["write_text('page.html', 'new')", "write_folder('new', {output_files.Path('new/a'): b'new'})"]
)
def test_half_a_file_of_a_killed_process_goes_with_the_next_output(call: str, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("old", encoding="utf-8")
    killed(KILLED_WHILE_WRITING.format(call=call), tmp_path)
    (left,) = tmp_path.glob(".accord-*.part")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == "old"
    write_text(tmp_path / "page.html", "newer")
    assert not left.exists()
    assert os.listdir(tmp_path) == ["page.html"]


@LINUX
def test_what_a_killed_process_unpacked_goes_with_the_next_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    unpacked = tmp_path / "temporary"
    unpacked.mkdir()
    with zipfile.ZipFile(tmp_path / "r.zip", "w") as archive:
        archive.writestr("r.csv", "item,Ann,Bob\n1,a,b\n2,a,a\n3,b,b\n")
    killed(KILLED_WHILE_READING, tmp_path, TMPDIR=str(unpacked))
    assert list(unpacked.rglob("r.csv"))
    monkeypatch.setattr("tempfile.tempdir", str(unpacked))
    assert main(["measure", str(tmp_path / "r.zip"), "--no-interval", "-q"]) == 0
    assert list(unpacked.iterdir()) == []


@LINUX
def test_only_what_is_surely_abandoned_is_removed(tmp_path: Path) -> None:
    host, boot, process, start, random = own_name().split("-")[1:]
    there = {
        "ours": f".accord-{host}-{boot}-{process}-{start}-{random}.part",
        "of another machine": f".accord-{'0' * 8}-{boot}-{process}-{int(start) + 1}-{random}.part",
        "somebody's": ".accord-notes.part",
        "an older name": f".accord-{random}.part",
    }
    gone = {
        "of the number's first owner": f".accord-{host}-{boot}-{process}-{int(start) + 1}-{random}.part",
        "of before the machine began": f".accord-{host}-{'0' * 8}-{process}-{start}-{random}.part",
    }
    for name in (*there.values(), *gone.values()):
        (tmp_path / name).touch()
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "data.csv").touch()
    link = tmp_path / f"accord-{host}-{'0' * 8}-{process}-{start}-{random}"
    link.symlink_to(precious)
    sweep(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {*there.values(), "precious"}
    assert (precious / "data.csv").exists()


def test_where_processes_are_not_known_nothing_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(abandoned_files, "_PROCESSES", tmp_path / "nothing")
    (tmp_path / f".accord-{abandoned_files._host()}-00000000-1-1-{'0' * 16}.part").touch()
    sweep(tmp_path)
    assert len(os.listdir(tmp_path)) == 1
