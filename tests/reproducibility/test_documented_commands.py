"""The commands of the page on reproducibility, one for each figure and table of the paper, run as they stand there."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path
from types import ModuleType

import pytest

from accord.cli import main

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "reproducibility.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = [line for block in BLOCKS for line in block.replace("\\\n", "").split("\n") if line.startswith("$ ")]
UNIQUE = list({tuple(shlex.split(line, comments=True)): line for line in COMMANDS}.values())
FEW = ["--groups", "4"]


def stand_ins() -> ModuleType:
    spec = importlib.util.spec_from_file_location("stand_ins", DOCS / "_ext" / "stand_ins.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stand-ins, shortened: what is tested is that the commands work."""
    made = tmp_path_factory.mktemp("stand-ins")
    assert stand_ins().main(made) == 0
    for path in list(made.iterdir()):
        lines = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join(lines[:31]) + "\n", encoding="utf-8")
    (made / "ratings.csv").write_bytes((made / "opinion.csv").read_bytes())
    units = [f"d{n},{who},{9 * n},{9 * n + 5},{'xy'[n % 2]}" for n in range(4) for who in "ABCDEF"]
    (made / "entities.csv").write_text("\n".join(["document,annotator,start,end,category", *units]), encoding="utf-8")
    return made


def test_every_figure_and_table_has_its_command() -> None:
    told = " ".join(COMMANDS)
    assert all(f"figure{number}.svg" in told for number in (2, 3, 4, 5, 6))
    assert "--means 1.57,4.23" in told


@pytest.mark.parametrize("command", UNIQUE, ids=lambda command: " ".join(command.split()[1:4] + command.split()[-2:]))
def test_it_runs(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    name, *arguments = shlex.split(command.removeprefix("$ accord "), comments=True)
    few = FEW if "--sample" in arguments else ["--no-interval"] if name == "stability" else []
    assert main([name, *arguments, *few, *(["-q"] if name == "stability-curve" else [])]) == 0
    if "-o" in arguments:
        drawn = Path(arguments[arguments.index("-o") + 1]).read_text(encoding="utf-8")
        assert drawn.startswith("<svg")
        assert ">κ<" in drawn
