"""Errors say what to do next, with the names of the user's own files and columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from accord.cli import main

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
