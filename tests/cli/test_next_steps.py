"""Errors say what to do next, with the names of the user's own files and columns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click
import numpy as np
import pytest

from accord.cli import main
from accord.cli.program import COMMANDS
from accord.cli.program import accord as program
from untyped import accord

RATINGS = "item,ann,bob\n1,low,low\n2,high,low\n3,low,low\n4,high,high\n"
SPANS = "document,annotator,category,start,end\nd,ann,a,0,3\nd,bob,a,1,3\n"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["measure", "rating.csv"], "did you mean 'ratings.csv'?"),
        (
            ["measure", "ratings.csv", "--item-column", "items"],
            "did you mean 'item'? The columns are 'item'",
        ),
        (
            ["measure", "ratings.csv", "--level", "interval"],
            "--level ordinal with --categories 'high,low'",
        ),
        (["measure", "ratings.csv", "-m", "gamma"], "'gamma' is a measure of spans, and these are labels"),
        (["plan", "spans.csv"], "'accord plan' is for labels, and these are spans; for spans there are accord report"),
        (["compare", "ratings.csv", "spans.csv"], "the first round holds labels, the second spans"),
        (["compare", "ratings.csv"], "write 'accord compare [OPTIONS] BEFORE AFTER'"),
        (["report", "ratings.csv", "-o", "page.docx"], "-o page.html"),
        (["report", "ratings.csv", "-o", "away/page.html"], "there is no folder 'away': make it first"),
        (["score", "ratings.csv"], "accord score ratings.csv SYSTEM.csv"),
        (["convert", "ratings.csv"], "accord convert ratings.csv OUT.csv"),
        (["convert", "ratings.csv", "out.foo"], "say which with --to: brat, conll2003"),
        (["measure", "ratings.csv", "-m", "gamma"], "for labels there are alpha,"),
        (["measure", "ratings.csv", "--kind", "spans"], "holds labels: --kind labels"),
        (["measure", "ratings.csv", "--categories", "low"], "declare it too (--categories); declared are 'low'"),
        (["reference", "ratings.csv", "-o", "out.xml"], "name it out.csv or out.jsonl"),
        (
            ["score", "ratings.csv", "spans.csv"],
            "a table of guesses has the columns item, annotator (the system) and answer",
        ),
        (["plan", "--kappa", ".7"], "give it with --kappa, such as --categories 5"),
        (["report", "ratings.csv", "--lanes", "ann"], "--lanes is for drawings of spans, and these are labels"),
        (["report", "spans.csv", "--lanes", "zoe"], "no annotator is called 'zoe'"),
        (["mesure", "ratings.csv"], "did you mean 'measure'; see"),
    ],
)
def test_the_next_step(
    command: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ratings.csv").write_text(RATINGS, encoding="utf-8")
    (tmp_path / "spans.csv").write_text(SPANS, encoding="utf-8")
    assert main(command) in (2, 3)
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: accord.kapa([["a", "a"]]), None),
        (lambda: accord.report([["a", "a"]], "page.docx"), "name it 'page.html'"),
        (lambda: accord.plan(kappa=0.7), "the number of categories is missing; give categories=5 with kappa"),
        (lambda: accord.degrade([["a", "a"], ["b", "b"]], "redraw"), "give magnitude=0.3, from 0 to 1"),
        (lambda: accord.read(np.zeros((2, 2))), "for data in memory use accord.labels()"),
        (lambda: accord.answers({"a": 3}), "what was answered is of type int"),
    ],
)
def test_the_next_step_in_python(call: Callable[[], object], said: str | None) -> None:
    with pytest.raises((AttributeError, ValueError)) as found:
        call()
    if isinstance(found.value, AttributeError):
        assert (found.value.name, found.value.obj) == ("kapa", accord)  # so that Python suggests the nearest name
    else:
        assert said is not None
        assert said in str(found.value)


def test_every_default_is_in_the_help() -> None:
    context = click.Context(program, info_name="accord")
    untold = [
        f"{name} {option.opts[-1]}"
        for name in COMMANDS
        for command in [program.get_command(context, name)]
        if command is not None
        for option in command.params
        if isinstance(option, click.Option) and not option.is_flag and not option.multiple and not option.show_default
        if isinstance(option.default, str | int | float) and "efault" not in (option.help or "")
    ]
    assert not untold
