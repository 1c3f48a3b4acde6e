"""Damaged exports of every tool: annotations or one line of error, never a traceback, a panic or a crash."""

import random
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.formats import read_campaign
from accord.results import CATALOGUE
from formats.export_seeds import SEEDS
from formats.mutations import _mutated

MARKUP: list[bytes] = [
    b"{}", b"[]", b"null", b"true", b"-1", b"1e999", b"NaN", b'"\\ud800"', b'"x"', b"[[1]]", b'{"a": 1}', b"9" * 30,
    b"[" * 3000, b"<", b">", b"</", b"&", b"&x;", b"&#0;", b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"<![CDATA[", b"]]>",
    b"\xf0\x9f\x98\x80", b"\t", b"\n\n", b"T1", b"R1\tx Arg1:T1 Arg2:T1\n", b"B-", b"\xc2\xb2", b"0 0", b"::",
]  # fmt: skip
OPTIONS: list[dict[str, Any]] = [
    {}, {}, {}, {"kind": "spans"}, {"kind": "labels"}, {"kind": "relations"}, {"annotator_from": "file"},
    {"annotator_from": "dir"}, {"document_key": "text"}, {"field": "ner"}, {"encoding": "utf-16"}, {"kind": "answers"},
]  # fmt: skip


def damaged(content: bytes, chance: random.Random) -> bytes:
    """One to five mutations, or a piece of markup in place of another."""
    if chance.random() < 0.5:
        return _mutated(content, chance)
    for _ in range(chance.choice([1, 1, 2, 3])):
        start = chance.randrange(len(content) + 1)
        end = min(len(content), start + chance.choice([0, 0, 1, 3, 8]))
        content = content[:start] + chance.choice(MARKUP) + content[end:]
    return content


def laid_out(name: str, folder: Path, chance: random.Random) -> Path:
    """The files of an export, one of them damaged."""
    files = SEEDS[name]
    victim = chance.choice(list(files))
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(damaged(content, chance) if path == victim else content)
    return folder / next(iter(files)) if len(files) == 1 else folder


def assert_told(path: Path, options: dict[str, Any], chance: random.Random) -> None:
    started = time.monotonic()
    outcome = _outcome(path, options, chance)
    if isinstance(outcome, accord.DataError):
        assert "\n" not in str(outcome)
        assert outcome.code in CATALOGUE
    assert time.monotonic() - started < 20


def _outcome(path: Path, options: dict[str, Any], chance: random.Random) -> object:
    try:
        return read_campaign(path, **options) if chance.random() < 0.2 else accord.read(path, **options)
    except (accord.DataError, accord.UsageError) as error:
        return error


@pytest.mark.parametrize("name", SEEDS)
def test_seeds_are_read_as_they_are(name: str, tmp_path: Path) -> None:
    for path, content in SEEDS[name].items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    whole = read_campaign(tmp_path / next(iter(SEEDS[name])) if len(SEEDS[name]) == 1 else tmp_path)
    assert whole.layers
    assert sum(map(len, whole.layers)) > 0


@pytest.mark.parametrize("name", SEEDS)
def test_damaged_exports(name: str, tmp_path: Path) -> None:
    chance = random.Random(name)
    for _ in range(40):
        assert_told(laid_out(name, tmp_path / "x", chance), chance.choice(OPTIONS), chance)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100))
def test_a_thousand_damaged_exports(seed: int, tmp_path: Path) -> None:
    """10⁵ exports in all."""
    chance = random.Random(seed)
    for number in range(1000):
        name = chance.choice(list(SEEDS))
        folder = tmp_path / name
        shutil.rmtree(folder, ignore_errors=True)
        try:
            assert_told(laid_out(name, folder, chance), chance.choice(OPTIONS), chance)
        except BaseException as error:
            raise AssertionError(f"{name}, sample {number} of seed {seed}") from error
