"""Damaged files of every format: a value or one line of error, never a traceback, a panic or a crash."""

import random
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.annotations.relations import Relations
from accord.annotations.spans import Spans
from accord.cli import main
from formats.mutations import damaged, seeds

BINARY = [name for name in seeds() if name.endswith((".parquet", ".xlsx"))]
TEXT = [name for name in seeds() if name not in BINARY]
OPTIONS: list[dict[str, Any]] = [
    {}, {}, {}, {}, {"header": False}, {"table": True}, {"counts": True}, {"transpose": True}, {"set_separator": "|"},
    {"level": "ordinal"}, {"level": "sets"}, {"level": "interval"}, {"categories": ["a", "b", "c"]}, {"separator": ";"},
    {"encoding": "utf-16"}, {"encoding": "utf-7"}, {"missing": ["a"]}, {"counts": True, "transpose": True},
    {"nothing": "a"}, {"reader": "csv"}, {"reader": "tsv"}, {"reader": "jsonl"},
    {"table": True, "header": False}, {"counts": True, "header": False}, {"transpose": True, "header": False},
    {"table": True, "categories": ["yes", "no", "maybe", "other"]},
]  # fmt: skip
ARGUMENTS = [
    [], [], [], [], [], ["--no-header"], ["--table"], ["--counts"], ["--transpose"], ["--set-separator", "|"],
    ["--level", "ordinal"], ["--level", "interval"], ["--categories", "a,b,c"], ["--format", "json"],
    ["--format", "csv"], ["--missing", "a"], ["--encoding", "utf-16"], ["--from", "csv"], ["--from", "jsonl"],
]  # fmt: skip


def _outcome(path: Path, options: dict[str, Any]) -> object:
    try:
        return accord.read(path, **options)
    except (accord.DataError, accord.UsageError) as error:
        return error


def _assert_told(path: Path, options: dict[str, Any]) -> None:
    outcome = _outcome(path, options)
    if isinstance(outcome, accord.DataError):
        assert "\n" not in str(outcome)
        assert outcome.place.file == str(path)
    else:
        assert isinstance(outcome, accord.Labels | Spans | Relations | accord.UsageError)


@pytest.mark.parametrize("seed", range(8))
def test_damaged_text(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        name = chance.choice(TEXT)
        (tmp_path / name).write_bytes(damaged(name, chance))
        _assert_told(tmp_path / name, chance.choice(OPTIONS))


@pytest.mark.parametrize("name", BINARY)
def test_damaged_binaries(name: str, tmp_path: Path) -> None:
    chance = random.Random(name)
    for _ in range(8):
        (tmp_path / name).write_bytes(damaged(name, chance))
        _assert_told(tmp_path / name, {})


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100))
def test_a_hundred_damaged_files_on_the_command_line(
    seed: int, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """10⁴ files in all. What the libraries below print is captured too, as it would reach the terminal."""
    monkeypatch.setenv("ACCORD_DEBUG", "1")  # an error that nobody foresaw is raised, not reported
    chance = random.Random(seed)
    names = [*TEXT * 3, *BINARY]
    for _ in range(100):
        name = chance.choice(names)
        path = tmp_path / name
        path.write_bytes(damaged(name, chance))
        arguments = ["measure", str(path), "--no-interval", *chance.choice(ARGUMENTS)]
        status = main(arguments)
        said = "".join(capfd.readouterr())
        kept = f"{arguments}: {said}"
        assert status in (0, 2, 3), kept
        assert "Traceback" not in said, kept
        assert "panicked" not in said, kept
        if status == 3:
            assert "[ACC" in said, kept
