"""Finished work on disk: what is damaged is computed again, and what is old goes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import accord
from accord.degradations import argument_tree, labelled_items
from accord.sweeping import reading, reading_grid, shelf, sweep
from accord.sweeping.shelf import Shelf

TREE = argument_tree(12)


def swept(folder: Path) -> list[float]:
    found: list[float] = sweep(TREE, ["flip"], ["mar_link"], [0, 1], 1, 2, cache=folder).values.ravel().tolist()
    return found


def rewritten(path: Path, change: Any) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(change(record)), encoding="utf-8")


@pytest.mark.parametrize(
    "change",
    [
        lambda record: {**record, "values": [[name, m, float("inf")] for name, m, _ in record["values"]]},
        lambda record: {**record, "values": [[name, m, float("nan")] for name, m, _ in record["values"]]},
        lambda record: {**record, "values": [[name, m, 0.123] for name, m, _ in record["values"]]},
        lambda record: {**record, "values": [[name, m, True] for name, m, _ in record["values"]]},
        lambda record: {**record, "key": "0" * 64},
        lambda record: {**record, "seconds": {"mar_link": "long"}},
        lambda record: {name: value for name, value in record.items() if name != "sha256"},
        lambda record: [record],
        lambda record: None,
    ],
)
def test_what_was_altered_is_computed_again(change: Any, tmp_path: Path) -> None:
    first = swept(tmp_path)
    (file,) = tmp_path.glob("*.json")
    written = file.read_bytes()
    rewritten(file, change)
    assert file.read_bytes() != written
    assert swept(tmp_path) == first
    assert np.isfinite(first).all()


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"Infinity", b"[" * 100_000])
def test_what_is_no_record_is_computed_again(content: bytes, tmp_path: Path) -> None:
    first = swept(tmp_path)
    next(iter(tmp_path.glob("*.json"))).write_bytes(content)
    assert swept(tmp_path) == first


def test_a_function_that_gives_infinity_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(accord.DataError, match="inf, not a finite number"):
        sweep(TREE, ["flip"], [lambda data: float("inf")], [0.5], 1, 2, cache=tmp_path)


def test_the_oldest_go_and_nothing_else(tmp_path: Path) -> None:
    for number in range(10):
        path = tmp_path / f"{number:064x}.json"
        path.write_text("{}", encoding="utf-8")
        os.utime(path, (number, number))
    for name in ("notes.json", "0.json", ".accord-0123456789abcdef.part"):
        (tmp_path / name).write_text("mine", encoding="utf-8")
    os.utime(tmp_path / ".accord-0123456789abcdef.part", (1, 1))
    Shelf(tmp_path).prune(most=4)
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["0.json", *(f"{number:064x}.json" for number in range(6, 10)), "notes.json"]


def test_what_is_used_is_young(tmp_path: Path) -> None:
    swept(tmp_path)
    (file,) = tmp_path.glob("*.json")
    os.utime(file, (1, 1))
    swept(tmp_path)
    assert file.stat().st_mtime > 1


def test_the_cache_of_the_user_is_pruned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACCORD_CACHE", str(tmp_path))
    monkeypatch.setattr(shelf, "MOST", 20)
    for number in range(30):
        (tmp_path / f"{number:064x}.json").touch()
        os.utime(tmp_path / f"{number:064x}.json", (number, number))
    reading_grid(TREE, "mar_link", ["flip"], magnitudes=2, repeats=1)
    assert len(list(tmp_path.iterdir())) == 20


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("ACCORD_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert reading.cache_folder() is None
    assert reading_grid(labelled_items(50), "alpha", ["redraw"], magnitudes=2, repeats=1).read(0.5)
