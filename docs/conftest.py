"""The examples in these pages run in a copy of docs/examples, where their data lie."""

import shutil
from pathlib import Path

import pytest

collect_ignore_glob = ["conf.py", "_ext/*", "_build/*"]


@pytest.fixture(autouse=True)
def in_a_copy_of_the_examples(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).parent / "examples", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
