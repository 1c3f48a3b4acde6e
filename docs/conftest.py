"""The examples in these pages run in docs/examples, where their data lie."""

from pathlib import Path

import pytest

collect_ignore_glob = ["conf.py", "_ext/*", "_build/*"]


@pytest.fixture(autouse=True)
def in_the_examples_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parent / "examples")
