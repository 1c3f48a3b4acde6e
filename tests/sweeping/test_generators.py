"""The generators of Bregeon et al. 2019 on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from accord.cli import program
from untyped import accord


def test_simulated_annotators_err_as_often_as_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = "".join(f"{item},A{who},{'b' if (item + who) % 4 == 0 else 'a'}\n" for item in range(40) for who in range(3))
    (tmp_path / "labels.csv").write_text(f"item,annotator,label\n{rows}", encoding="utf-8")
    out = tmp_path / "simulated.csv"
    asked = ["degrade", str(tmp_path / "labels.csv"), "-d", "simulated(mean=12)", "-n", "5", "-o", str(out), "-q"]
    assert program.run_program(asked) == 0, capsys.readouterr().err
    made = accord.read(out)
    assert (made.n_items, made.n_annotators) == (40, 5)
    errors = [int((made.codes[made.who == who] == 1).sum()) for who in range(5)]
    assert errors == [12] * 5


def test_fictitious_annotators_need_no_data(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["degrade", "-d", "fictitious(items=60, categories=3, mean=12)", "-n", "4", "-q"]
    assert program.run_program(asked) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + 60 * 4


@pytest.mark.parametrize(
    ("name", "said"),
    [("simulated", "name a file"), ("fictitious(height=3)", "no option 'height'"), ("simulated(x=1)", "name a file")],
)
def test_wrong_options_are_refused(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert program.run_program(["degrade", "-d", name]) == 2
    assert said in capsys.readouterr().err
