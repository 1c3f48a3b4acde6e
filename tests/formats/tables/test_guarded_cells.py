"""Spreadsheets compute nothing that accord writes, and accord reads its own tables back as they were."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.cli import main
from accord.formats.tables.guarded_cells import guarded_cells, unguarded_cells
from accord.renderings.tables import Table, as_csv
from accord.results.formulas import guarded, unguarded
from untyped import accord

COMPUTED = ["=cmd|'/C calc'!A0", "+SUM(1)", "-SUM(1)", "@SUM(1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", "'=1", "- x"]
NOT_COMPUTED = ["-1", "+1", "-1.5e-3", "-1,5", ".5", "-", "+", "@", "=", "joy", "'joy'", "'", "a=1", "", "1-2", "−1"]
CELLS = st.text(alphabet="'=+-@＝ \t\n1.,eja", max_size=6) | st.text(max_size=4)


@pytest.mark.parametrize("cell", COMPUTED)
def test_what_would_be_computed_gets_an_apostrophe(cell: str) -> None:
    assert guarded(cell) == f"'{cell}"
    assert as_csv(Table((cell,), ((cell,),))).count(f"'{cell}") == 2


@pytest.mark.parametrize("cell", NOT_COMPUTED)
def test_numbers_and_signs_stay(cell: str) -> None:
    assert guarded(cell) == cell


@given(st.lists(CELLS, min_size=1, max_size=8))
def test_frames_are_guarded_as_cells_are_and_read_back(cells: list[str]) -> None:
    frame = pl.DataFrame({"a": cells}, schema={"a": pl.String})
    written = guarded_cells(frame)
    assert written["a"].to_list() == [guarded(cell) for cell in cells]
    assert [unguarded(cell) for cell in written["a"]] == cells
    back, _ = unguarded_cells(written, "\n".join(written["a"]).encode("utf-8", "replace"), "a.csv")
    assert back["a"].to_list() == cells


def test_a_table_that_nobody_guarded_is_read_as_it_is(tmp_path: Path) -> None:
    """Otherwise two labels would become one."""
    file = tmp_path / "r.csv"
    file.write_text("item,annotator,label\n1,A,=x\n1,B,'=x\n2,A,=x\n2,B,=x\n", encoding="utf-8")
    labels = accord.read(file)
    assert set(labels.categories.texts) == {"=x", "'=x"}
    assert "ACC325" not in {one.code for one in labels.diagnostics}


def test_taking_apostrophes_off_is_said(tmp_path: Path) -> None:
    file = tmp_path / "r.csv"
    file.write_text("item,annotator,label\n1,A,'=x\n1,B,'-1\n2,A,-1\n2,B,''=x\n", encoding="utf-8")
    labels = accord.read(file)
    assert set(labels.categories.texts) == {"=x", "'-1", "-1", "'=x"}
    said = [one for one in labels.diagnostics if one.code == "ACC325"]
    assert [one.message.split(" are")[0] for one in said] == ["2 cells"]


@pytest.mark.parametrize("ending", ["csv", "tsv"])
def test_what_accord_writes_it_reads_as_the_same_labels(ending: str, tmp_path: Path) -> None:
    names = [*COMPUTED, *NOT_COMPUTED[:11]]
    names = [name for name in names if name.strip() == name and name]
    rows = [(f"{item}i", f"{who}", label) for item in names for who in ("=A", "-1") for label in [names[len(item) % 7]]]
    frame = pl.DataFrame(rows, schema=["item", "annotator", "label"], orient="row")
    labels = accord.labels(frame)
    file = tmp_path / f"labels.{ending}"
    accord.write(labels, file)
    again = accord.read(file)
    assert (set(again.items or ()), again.annotators) == (set(labels.items or ()), labels.annotators)
    assert set(again.categories.texts) == set(labels.categories.texts)
    separator = "," if ending == "csv" else "\t"
    cells = [cell for line in file.read_text(encoding="utf-8").splitlines() for cell in line.split(separator)]
    assert not [cell for cell in cells if cell.startswith("=") and cell != "="]


def test_a_reference_has_no_formula_and_is_read_back(tmp_path: Path) -> None:
    """It used to leave =cmd as it was."""
    ratings, made = tmp_path / "r.csv", tmp_path / "reference.csv"
    rows = [f'"=cmd{item}",{who},"=cmd|x"' if item % 2 else f"-{item},{who},-1" for item in range(6) for who in "ABC"]
    ratings.write_text("item,annotator,label\n" + "\n".join(rows) + "\n", encoding="utf-8")
    assert main(["reference", str(ratings), "-o", str(made), "-q"]) == 0
    text = made.read_text(encoding="utf-8")
    assert "'=cmd1,'=cmd|x," in text
    assert "\n-2,-1," in text
    gold = accord.read(made, item_column="item", annotators=["label"])
    assert set(gold.items or ()) == {"=cmd1", "=cmd3", "=cmd5", "-0", "-2", "-4"}
    assert set(gold.categories.texts) == {"=cmd|x", "-1"}


def test_a_field_of_several_lines_may_stand_where_the_sample_for_the_separator_ends(tmp_path: Path) -> None:
    rows = [f'"{item}","{who}","joy\nof {item % 3}"' for item in range(120) for who in "AB"]
    file = tmp_path / "r.csv"
    for header in ("item,annotator,label\n", '"item","annotator","the\nlabel"\n'):
        file.write_text(header + "\n".join(rows) + "\n", encoding="utf-8")
        column = {} if "the" not in header else {"label_column": "the\nlabel"}
        assert len(accord.read(file, item_column="item", annotator_column="annotator", **column).categories) == 3
