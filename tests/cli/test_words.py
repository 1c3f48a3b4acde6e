"""What commands say: the singular where there is one, names that fit a line, and options that do nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import accord
from accord.cli import main
from accord.renderings.sweep_tables import readings_table
from accord.renderings.tables import Table, as_csv, as_markdown, as_text
from accord.sweeping import ErrorSize, reading_grid

WRONG = re.compile(
    r"(?<![\d.,])1 (items|documents|categories|annotators|units|relations|answers|labels|others|texts)\b"
)
ONE_OF_ALL = {
    "labels.csv": "item,annotator,label\n1,A,x\n",
    "spans.csv": "document,annotator,category,start,end\nd,A,x,0,1\n",
    "relations.csv": "document,annotator,origin,target,label\nd,A,1,2,x\n",
    "answers.csv": "item,annotator,answer\n1,A,x\n",
}


def said(args: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = main(args)
    captured = capsys.readouterr()
    return status, captured.out + captured.err


@pytest.mark.parametrize("name", ONE_OF_ALL)
@pytest.mark.parametrize("command", ["inspect", "report"])
def test_one_of_everything_is_in_the_singular(
    name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_text(ONE_OF_ALL[name])
    status, text = said([command, str(path)], capsys)
    assert status == 0, text
    assert "1 annotator" in text
    assert not WRONG.search(text), WRONG.findall(text)


def test_labels_of_thousands_of_letters_are_cut_for_people_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, long = tmp_path / "r.csv", "y" * 5000
    path.write_text(
        "item,annotator,label\n" + "".join(f"{i},{who},{long if i % 3 else 'n'}\n" for i in range(9) for who in "AB")
    )
    for command in (["report", "--details"], ["measure", "--by", "category"], ["inspect"]):
        status, text = said([*command, str(path), "-q"], capsys)
        assert status == 0
        assert "yyy…" in text, command
        assert max(map(len, text.splitlines())) < 400, command
    assert long in said(["measure", str(path), "--by", "category", "--format", "csv"], capsys)[1]
    record = json.loads(said(["measure", str(path), "-q", "--format", "json"], capsys)[1])
    assert long in record["data"]["categories"]


def test_a_table_cuts_cells_in_text_and_nowhere_else() -> None:
    table = Table(
        ("label", "n" * 50, "why"), (("x" * 100, "1", "w" * 300), ("a\nb", "2", "short")), numeric=frozenset({1})
    )
    text = as_text(table)
    assert "x" * 79 + "…" in text
    assert "n" * 31 + "…" in text
    assert "w" * 239 + "…" in text
    assert "a\\nb" in text
    assert len(text.splitlines()) == 4
    for written in (as_csv(table), as_markdown(table)):
        assert "x" * 100 in written
        assert "w" * 300 in written


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--kappa", ".8", "--categories", "3", "--by", "category"], "--by does nothing with --kappa"),
        (["--kappa", ".8", "--categories", "3", "--against", "all"], "--against does nothing with --kappa"),
        (["RATINGS", "--model", "empirical", "--by", "item"], "--by does nothing with a model"),
        (["RATINGS", "--model", "beta", "--phi", "5"], "--model does nothing with data without --kappa"),
        (["RATINGS", "--unanimous", ".2"], "--unanimous does nothing with data without --kappa"),
    ],
)
def test_options_of_stability_that_would_do_nothing(
    args: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.csv"
    path.write_text("item,annotator,label\n" + "".join(f"{i},{who},{i % 2}\n" for i in range(9) for who in "ABC"))
    status, text = said(["stability", *(str(path) if arg == "RATINGS" else arg for arg in args)], capsys)
    assert (status, message in text) == (2, True), text


def test_reference_says_what_it_is_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "answers.csv"
    path.write_text("item,annotator,answer\n1,A,vide\n1,B,lieu\n")
    status, text = said(["reference", str(path), "-q"], capsys)
    assert status == 2
    assert "is for labels, spans and relations, and these are answers" in text


def test_built_in_features_without_texts_say_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.csv"
    path.write_text(
        "item,annotator,label\n"
        + "".join(f"{i},{who},{i % 3 if who == 'A' else i % 2}\n" for i in range(20) for who in "AB")
    )
    status, text = said(["difficulty", str(path), "--built-in", "all", "-q"], capsys)
    assert status == 3
    assert "the built-in features are about the texts of the items, and there are none [ACC093]" in text
    assert "--features FILE --text NAME" in text


def test_a_measure_that_is_blind_to_an_error_is_not_said_to_stay_high() -> None:
    blind = ErrorSize("shift", float("nan"), float("nan"), float("nan"), "")
    grid = reading_grid(accord.labels([["a"], ["b"]] * 9), "alpha", magnitudes=[0.0, 0.5, 1.0], repeats=1, cache=False)
    row = readings_table(grid, (blind,), 0.5).rows[0]
    assert row[-1] == "– no magnitude gives it"
