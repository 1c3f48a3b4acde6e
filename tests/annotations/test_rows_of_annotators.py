"""Tables with one row per annotator: recognised by their names and told, asked where nothing says so, or told."""

from pathlib import Path

import polars as pl
import pytest

from untyped import accord

ITEMS = [f"t{place}" for place in range(30)]
PEOPLE = ["Anna", "Bogdan", "Chloe"]


def turned(header: str, people: list[str], items: list[str] = ITEMS) -> pl.DataFrame:
    """One row per person, one column per item, three categories."""
    cells = {item: ["abc"[(place * (who + 2)) % 3] for who in range(len(people))] for place, item in enumerate(items)}
    return pl.DataFrame({header: people, **cells})


def test_a_column_called_rater_names_the_rows(tmp_path: Path) -> None:
    turned("rater", PEOPLE).write_csv(tmp_path / "t.csv")
    for data in (accord.read(tmp_path / "t.csv"), accord.labels(turned("rater", PEOPLE))):
        assert (data.n_items, data.annotators) == (30, tuple(PEOPLE))
        assert data.read_as[0].guessed
        assert "orientation=items" in data.read_as[0].options
    with pytest.raises(accord.DataError, match="orientation='annotators', orientation='items'"):
        accord.read(tmp_path / "t.csv", strict=True)
    accord.read(tmp_path / "t.csv", strict=True, orientation="annotators", annotator_column="rater")


@pytest.mark.parametrize("people", [["coder_1", "coder_2", "coder_3"], ["Annotator A1", "Annotator A2"]])
def test_rows_called_coder_1_and_coder_2(people: list[str]) -> None:
    data = accord.labels(turned("", people))
    assert (data.n_items, data.annotators) == (30, tuple(people))


def test_r1_and_r2_are_raters_beside_items_only() -> None:
    beside_items = turned("", ["r1", "r2", "r3"], [f"item_{place}" for place in range(5)])
    assert accord.labels(beside_items).annotators == ("r1", "r2", "r3")
    beside_people = turned("", ["r1", "r2", "r3", "r4", "r5"], ["Anna", "Bob"])
    assert accord.labels(beside_people).annotators == ("Anna", "Bob")


def test_more_columns_than_rows_are_asked_and_told(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    turned("x", PEOPLE).drop("x").write_csv(path)
    with pytest.raises(accord.DataError, match="orientation='annotators'"):
        accord.read(path)
    assert accord.read(path, orientation="annotators").n_items == 30
    assert accord.read(path, orientation="items").n_items == 3


def test_told_twice_and_otherwise() -> None:
    with pytest.raises(accord.UsageError):
        accord.read("t.csv", orientation="items", transpose=True)
    with pytest.raises(accord.UsageError):
        accord.read("t.csv", orientation="rows")
