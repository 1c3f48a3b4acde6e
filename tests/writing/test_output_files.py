"""The one writer: what it replaces and what it leaves alone, one kind of target after the other."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import accord
from accord.results import DataError, output_files
from accord.results.input_files import remember, remembering
from accord.results.output_files import UNFINISHED, assert_new, write_bytes, write_files, write_folder, write_text

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


def modes(path: Path) -> tuple[int, int, int]:
    known = path.stat()
    return stat.S_IMODE(known.st_mode), known.st_uid, known.st_gid


def test_a_file_keeps_its_mode_and_owner(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o600)
    if ROOT:
        os.chown(path, 4242, 2424)
    before = modes(path)
    write_text(path, "new")
    assert (path.read_text(encoding="utf-8"), modes(path)) == ("new", before)
    assert os.listdir(tmp_path) == ["page.html"]


def test_a_new_file_has_the_mode_that_new_files_have(tmp_path: Path) -> None:
    write_text(tmp_path / "ours", "x")
    (tmp_path / "usual").write_text("x", encoding="utf-8")
    assert modes(tmp_path / "ours") == modes(tmp_path / "usual")


def test_links_are_followed_even_to_what_is_not_there_yet(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    target = tmp_path / "far" / "page.html"
    target.write_text("old", encoding="utf-8")
    (tmp_path / "link").symlink_to(target)
    (tmp_path / "link of link").symlink_to("link")
    (tmp_path / "dangling").symlink_to(tmp_path / "far" / "later.html")
    write_text(tmp_path / "link of link", "new")
    write_text(tmp_path / "dangling", "made")
    assert target.read_text(encoding="utf-8") == "new"
    assert (tmp_path / "far" / "later.html").read_text(encoding="utf-8") == "made"
    assert all((tmp_path / name).is_symlink() for name in ("link", "link of link", "dangling"))


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()
    write_bytes(pipe, b"through the pipe")
    reader.join()
    assert heard == [b"through the pipe"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not ROOT, reason="only root makes devices")
def test_a_device_is_written_to(tmp_path: Path) -> None:
    device = tmp_path / "null"
    try:
        os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("no device can be made here")
    assert_new(device)
    write_text(device, "swallowed")
    assert stat.S_ISCHR(device.stat().st_mode)


def test_standard_output_by_its_name(tmp_path: Path) -> None:
    """Sent to a file, what is printed before and after stands around what is written."""
    code = (
        "import sys\nfrom accord.results.output_files import write_text\n"
        "print('before')\nwrite_text('/dev/stdout', 'written\\n')\nprint('after')"
    )
    with (tmp_path / "out").open("wb") as out:
        subprocess.run([sys.executable, "-c", code], stdout=out, check=True)
    assert (tmp_path / "out").read_text(encoding="utf-8") == "before\nwritten\nafter\n"


def test_a_read_only_file_is_refused_even_to_root(tmp_path: Path) -> None:
    path = tmp_path / "kept.csv"
    path.write_text("kept", encoding="utf-8")
    path.chmod(0o444)
    with pytest.raises(DataError, match=r"read-only \[ACC331\]"):
        write_text(path, "new")
    assert path.read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize("name", ["no/such/folder.csv", "folder", "file/below", "a\0b"])
def test_places_that_cannot_be_written(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("x", encoding="utf-8")
    before = sorted(os.listdir(tmp_path))
    with pytest.raises(DataError, match="ACC018"):
        write_text(tmp_path / name, "new")
    assert sorted(os.listdir(tmp_path)) == before


def test_what_is_read_is_not_written_over_by_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    data = tmp_path / "r.csv"
    data.write_text("data", encoding="utf-8")
    (tmp_path / "soft").symlink_to("r.csv")
    os.link(data, tmp_path / "hard")
    for name in ("r.csv", "./r.csv", "soft", "hard", str(data)):
        with pytest.raises(DataError, match="ACC330"):
            write_text(name, "page", inputs=[data])
        with remembering():
            remember("r.csv")
            with pytest.raises(DataError, match="ACC330"):
                write_text(name, "page")
    assert data.read_text(encoding="utf-8") == "data"
    write_text("r.csv", "mine")  # outside, nobody reads it
    assert data.read_text(encoding="utf-8") == "mine"


def test_annotations_know_their_files_in_python_too(tmp_path: Path) -> None:
    table = "item,A,B\n1,x,y\n2,x,x\n"
    (tmp_path / "r.csv").write_text(table, encoding="utf-8")
    (tmp_path / "r.htm").write_text(table, encoding="utf-8")
    data, other = accord.read(tmp_path / "r.csv"), accord.read(tmp_path / "r.htm")
    for refused in (
        lambda: accord.report(other, tmp_path / "r.htm", replicates=10),
        lambda: accord.report(other, tmp_path / "r.htm", replicates=10, redact=True),
        lambda: accord.write(data, tmp_path / "r.csv", force=True),
    ):
        with pytest.raises(DataError, match="ACC330"):
            refused()
    assert all((tmp_path / name).read_text(encoding="utf-8") == table for name in ("r.csv", "r.htm"))
    assert accord.redacted(data).files == ()


def test_texts_beside_annotations_are_read_as_well(tmp_path: Path) -> None:
    for who in "AB":
        folder = tmp_path / "corpus" / who
        folder.mkdir(parents=True)
        (folder / "d.txt").write_text("Ada met Bob", encoding="utf-8")
        (folder / "d.ann").write_text("T1\tPER 0 3\tAda\n", encoding="utf-8")
    data = accord.read(tmp_path / "corpus")
    with pytest.raises(DataError, match="ACC330"):
        accord.write(data, tmp_path / "corpus" / "A" / "d.txt", "csv", force=True)
    with pytest.raises(DataError, match="ACC330"):
        accord.write(data, tmp_path / "corpus", "brat", force=True)
    assert (tmp_path / "corpus" / "A" / "d.txt").read_text(encoding="utf-8") == "Ada met Bob"
    assert accord.write(data, tmp_path / "corpus" / "spans.csv")  # a new file there harms nobody


def test_nothing_is_written_before_everything_can_be(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old", encoding="utf-8")
    with pytest.raises(DataError, match="ACC018"):
        write_files({tmp_path / "old": b"new", tmp_path / "no" / "folder": b"new"})
    assert (tmp_path / "old").read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["old"]


def test_many_files_in_a_folder(tmp_path: Path) -> None:
    number = 2 * output_files._MANY
    write_folder(tmp_path / "new", {tmp_path / "new" / f"a/{n}": b"x" for n in range(number)})
    write_folder(tmp_path / "new", {tmp_path / "new" / f"a/{n}": b"y" for n in range(number)})
    assert {path.read_bytes() for path in (tmp_path / "new" / "a").iterdir()} == {b"y"}
    assert os.listdir(tmp_path / "new") == ["a"]


def test_a_folder_that_is_half_written_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text("item,A,B\n1,x,y\n", encoding="utf-8")
    (tmp_path / UNFINISHED).touch()
    with pytest.raises(DataError, match="ACC332"):
        accord.read(tmp_path)


def test_existing_outputs_need_force_beside_the_one_that_is_named(tmp_path: Path) -> None:
    """Relations are two tables: the second is not overwritten without a word either."""
    relations = accord.relations({"d": {"A": [("1", "2", "x")], "B": [("2", "1", "x")]}}, units={"d": ["1", "2"]})
    (tmp_path / "r.units.csv").write_text("mine", encoding="utf-8")
    with pytest.raises(DataError, match="ACC021"):
        accord.write(relations, tmp_path / "r.csv")
    assert not (tmp_path / "r.csv").exists()
    assert (tmp_path / "r.units.csv").read_text(encoding="utf-8") == "mine"
