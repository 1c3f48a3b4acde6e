"""An option with one value that is given twice."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from accord.cli.program import COMMANDS, accord


@pytest.mark.parametrize(
    "words",
    [("--field", "a", "--field", "b"), ("--seed", "1", "--seed", "2"), ("--only", "A", "--only", "B")],
)
def test_it_is_an_error(tmp_path: Path, words: tuple[str, ...]) -> None:
    path = tmp_path / "r.csv"
    path.write_text("item,annotator,label\n1,A,x\n1,B,x\n")
    found = CliRunner().invoke(accord, ["measure", str(path), *words])
    assert found.exit_code == 2
    assert f"{words[0]} is given twice, and takes one value: give it once" in found.output


def test_flags_and_options_of_several_values_may_be_repeated(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("item,annotator,label\n1,A,x\n1,B,y\n2,A,x\n2,B,x\n")
    words = ["-q", "-q", "-m", "alpha", "-m", "kappa", "--missing", "?", "--missing", "-", "--no-interval"]
    assert CliRunner().invoke(accord, ["measure", str(path), *words]).exit_code == 0


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_still_helps(name: str) -> None:
    assert CliRunner().invoke(accord, [name, "--help"]).exit_code == 0
