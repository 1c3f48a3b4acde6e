"""Crowds without a header: which column is what is read from the content, or asked."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl
import pytest

from accord.formats.options import ReadOptions
from accord.formats.tables.bare_labels import bare_labels
from untyped import accord


def uneven() -> list[tuple[str, str, str]]:
    """Twelve items with two labels each; w3 labelled all of them, the others some."""
    return [
        (f"i{item}", who, "yes" if (item + place) % 3 else "no")
        for item in range(12)
        for place, who in enumerate(("w3", "w1" if item < 9 else "w2"))
    ]


def written(path: Path, rows: Sequence[tuple[str, ...]]) -> Path:
    path.write_text("".join(",".join(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0)])
def test_items_have_as_many_labels_each(order: tuple[int, ...], tmp_path: Path) -> None:
    data = accord.read(written(tmp_path / "crowd.csv", [tuple(row[place] for place in order) for row in uneven()]))
    assert data.items == [f"i{item}" for item in range(12)]
    assert data.annotators == ("w1", "w2", "w3")
    assert data.categories.texts == ("no", "yes")
    columns = next(one for one in data.read_as if one.aspect == "columns")
    assert columns.guessed
    assert f"column {order.index(0) + 1} is the item, {order.index(1) + 1} the annotator" in columns.text


def test_strict_fills_in_the_options(tmp_path: Path) -> None:
    path = written(tmp_path / "crowd.csv", [(who, item, label) for item, who, label in uneven()])
    with pytest.raises(accord.DataError) as refused:
        accord.read(path, strict=True)
    assert "header=False, item_column='2', annotator_column='1', label_column='3'" in str(refused.value)
    told = accord.read(path, strict=True, header=False, item_column="2", annotator_column="1", label_column="3")
    assert told.n_items == 12


def test_a_reference_tells_the_items(tmp_path: Path) -> None:
    """Who labelled as evenly as what was labelled: only the reference says which is which."""
    rows = [(f"{who}", f"{item}", str((item * who) % 2), str(item % 2)) for who in range(1, 7) for item in range(1, 11)]
    data = accord.read(written(tmp_path / "crowd.csv", rows))
    assert (data.n_items, data.n_annotators) == (10, 6)
    assert "4 is the same for all who labelled an item" in data.read_as[0].text


def test_a_reference_beside_the_file_tells_the_items(tmp_path: Path) -> None:
    rows = [(f"{who}", f"{item}", str((item * who) % 2)) for who in range(1, 7) for item in range(1, 11)]
    path = written(tmp_path / "bird_crowd.txt", rows)
    with pytest.raises(accord.DataError):
        accord.read(path)
    written(tmp_path / "bird_truth.txt", [(str(item), str(item % 2)) for item in range(1, 11)])
    assert accord.read(path).n_items == 10


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([(f"{a}", f"{b}", "x" if a % 2 else "y") for a in range(6) for b in range(6)], id="balanced"),
        pytest.param([(str(n), str(n % 5), str(n % 5)) for n in range(20)], id="ids and two annotators"),
        pytest.param([("a", "b", "c"), *[(str(n // 2), "ab"[n % 2], str(n % 3)) for n in range(18)]], id="a header"),
    ],
)
def test_what_is_not_certain_is_not_guessed(rows: list[tuple[str, ...]], tmp_path: Path) -> None:
    assert bare_labels(pl.DataFrame(rows, orient="row"), ReadOptions(), str(tmp_path / "t.csv")) is None


def test_an_empty_first_cell_is_no_comparison_with_nothing() -> None:
    """Of which polars warns, and warnings are errors here."""
    rows = [(None, "w1", "yes"), *uneven()]
    assert bare_labels(pl.DataFrame(rows, orient="row"), ReadOptions(), "crowd.csv") is None
