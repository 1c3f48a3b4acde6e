"""The recipe of CONTRIBUTING.md, followed literally: one file, and the measure is there."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import accord
import accord.measures.labels
from accord.cli import main
from accord.measures import registry

GUIDE = Path(__file__).parents[2] / "CONTRIBUTING.md"


@pytest.fixture
def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that holds the file of the recipe besides our own."""
    block = re.search(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    (tmp_path / "unanimity.py").write_text(block[1], encoding="utf-8")
    monkeypatch.setattr(accord.measures.labels, "__path__", [*accord.measures.labels.__path__, str(tmp_path)])
    registry.measures_of.cache_clear()
    yield
    sys.modules.pop("accord.measures.labels.unanimity", None)
    registry.measures_of.cache_clear()


@pytest.mark.usefixtures("added")
def test_one_file_adds_a_measure(capsys: pytest.CaptureFixture[str]) -> None:
    data = accord.labels([["a", "a", "a"], ["a", "b", "a"], ["b", "b", None], ["c", None, None]])
    found = accord.measure(data, "unanimous_share", resample="annotators", replicates=50)
    assert found.value == pytest.approx(2 / 3)
    assert found.value == accord.measure(data, "percent_unanimous", confidence=None).value
    assert found.low <= found.high
    assert main(["measures", "unanimous_share"]) == 0
    assert "Unanimous items" in capsys.readouterr().out
    assert main(["cite", "unanimous_share"]) == 0
