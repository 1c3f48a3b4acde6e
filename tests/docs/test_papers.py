"""The page of the five papers: every figure and table of them has a command, and the commands run."""

from __future__ import annotations

import importlib
import re
import shlex
import shutil
from pathlib import Path

import click
import pytest

from accord.cli import main, program

DOCS = Path(__file__).resolve().parents[2] / "docs"
TEXT = (DOCS / "papers.md").read_text(encoding="utf-8")
# The figures and tables of each paper, by the year in its heading.
NUMBERED = {
    "2019": (8, 1),
    "2016": (0, 2),
    "2012": (0, 8),
    "2011": (3, 3),
    "2024": (2, 0),
}
SECTIONS = {
    heading[-4:]: body for heading, body in re.findall(r"^## (.*)\n([^#]*(?:#(?!# )[^#]*)*)", TEXT, re.MULTILINE)
}


def lines(section: str) -> list[list[str]]:
    """The commands of a section, without what is written to by the shell."""
    blocks = re.findall(r"^```console\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    found = re.findall(r"^\$ accord ((?:.*\\\n)*.*)$", "".join(blocks), re.MULTILINE)
    return [shlex.split(line.replace("\\\n", " ")) for line in found]


@pytest.mark.parametrize(("year", "figures", "tables"), [(year, *numbers) for year, numbers in NUMBERED.items()])
def test_every_figure_and_table_has_its_command(year: str, figures: int, tables: int) -> None:
    rows = re.findall(r"^\| (figure|table) (\d+) \| .+ \| (.+) \|$", SECTIONS[year], re.MULTILINE)
    assert sorted((kind, int(number)) for kind, number, _ in rows) == sorted(
        [("figure", number + 1) for number in range(figures)] + [("table", number + 1) for number in range(tables)]
    )
    commands = lines(SECTIONS[year])
    for _, _, where in rows:
        named = [int(number) for number in re.findall(r"\b\d\b", where.partition("`")[0])]
        assert all(number <= len(commands) for number in named)
        assert named or where.startswith("`python ")


@pytest.mark.parametrize("words", [words for year in NUMBERED for words in lines(SECTIONS[year])], ids=" ".join)
def test_commands_of_the_papers_exist(words: list[str]) -> None:
    name, *rest = words
    command = program.accord.get_command(click.Context(program.accord), name)
    assert command is not None
    known = {flag for parameter in command.params for flag in parameter.opts + parameter.secondary_opts}
    assert not [word for word in rest if re.match(r"--?[a-z]", word) and word not in known]


@pytest.mark.deep
@pytest.mark.parametrize("year", NUMBERED)
def test_commands_of_the_papers_run(
    year: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    importlib.import_module("stand_ins").main(tmp_path)
    shutil.copytree(DOCS / "examples", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    for words in lines(SECTIONS[year]):
        end = words.index(">") if ">" in words else len(words)
        assert main(words[:end]) == 0, capsys.readouterr().err
        printed = capsys.readouterr().out
        for name in words[end + 1 :]:
            Path(name).write_text(printed, encoding="utf-8")
