"""Files of an archive are called as they are there; the place where it was unpacked is nobody's business."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

import accord
from accord.cli import main

UNPACKED = re.compile(r"accord-[0-9a-f]{8}-[0-9a-f]{8}-[0-9]")
FILES = {
    "table.zip": {"r.csv": b"item,A,B\n1,x,y\n2,x,x\n3,y,y\n"},
    "odd.zip": {"deep/r.csv": "item,A,B\n1,é,y\n2,x,x\n".encode("latin-1")},
    "brat.zip": {f"{who}/d.{end}": text for who in "AB" for end, text in (
        ("txt", "Ada mét Bob".encode("latin-1")), ("ann", b"T1\tPER 0 3\tAda\n"))},
    "relations.zip": {"r.csv": b"document,annotator,origin,target,label\nd,A,1,2,x\nd,B,2,1,x\n"},
    "torn.zip": {"r.csv": b"item,A,B\n1,x\n"},
    "beyond.zip": {f"{who}/d.{end}": text for who in "AB" for end, text in (
        ("txt", b"Ada"), ("ann", b"T1\tPER 0 30\tAda\n"))},
}  # fmt: skip


@pytest.fixture
def archives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, files in FILES.items():
        with zipfile.ZipFile(name, "w") as archive:
            for file, content in files.items():
                archive.writestr(file, content)
    return tmp_path


@pytest.mark.parametrize("name", FILES)
def test_nothing_tells_where_an_archive_was_unpacked(
    name: str, archives: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["inspect", name, "--format", "json"])
    out, err = capsys.readouterr()
    assert UNPACKED.search(out + err) is None
    if name in ("torn.zip", "beyond.zip"):
        with pytest.raises(accord.DataError, match=f"^{name}/"):
            accord.read(name)
        return
    data = accord.read(name)
    assert data.source is None or data.source.startswith(name)
    assert not any(UNPACKED.search(str(one)) for one in data.diagnostics)
    assert data.files[0] == str(archives / name)


def test_the_page_names_the_archive(archives: Path) -> None:
    assert main(["report", "table.zip", "-o", "page.html", "--no-grid", "--replicates", "10", "-q"]) == 0
    page = (archives / "page.html").read_text(encoding="utf-8")
    assert UNPACKED.search(page) is None
    (found,) = accord.read_report("page.html")
    assert found.title == "table.zip"
