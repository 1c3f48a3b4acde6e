"""Tables with marks, notes, totals, second headers and sheets are read right or asked about; none is silently wrong."""

from pathlib import Path

import pytest

from formats.tables.as_others_have_them import TABLES, WAYS
from formats.tables.as_people_have_them import RIGHT, judged, tidy
from untyped import accord

ASKED = {
    "comments_at_the_top", "a_title_above_the_header", "a_summary_row", "an_agreement_row",
    "annotators_above_a_second_header", "one_name_for_all_columns", "difference_and_mean_beside", "second_round_beside",
    "workbook_of_two_sheets", "sheet_per_annotator", "json_by_item_and_annotator", "columns_of_two_levels",
}  # fmt: skip
TOLD = {"dashes_where_nothing_was_asked", "not_available", "question_marks"}
"""Among words such marks may be categories: they are kept, told as a guess, and refused where none is allowed."""
FIRST = dict(reversed(TABLES))


@pytest.mark.parametrize(
    ("way", "name"),
    [
        pytest.param(way, name, id=f"{way}-{name}", marks=() if FIRST[way] == name else pytest.mark.deep)
        for way, name in TABLES
    ],
)
def test_read_right_or_asked(way: str, name: str, tmp_path: Path, shared_data: Path) -> None:
    brought = WAYS[way][0](tidy(name, shared_data))
    if way in ASKED:
        with pytest.raises(accord.DataError) as asked:
            brought.read(tmp_path)
        assert asked.value.hint
        if brought.settled:
            assert judged(brought.read(tmp_path, **brought.settled), brought.meant) == RIGHT
        return
    data = brought.read(tmp_path)
    if judged(data, brought.meant) == RIGHT:
        return
    assert way in TOLD, [one.line() for one in data.read_as]
    assert any(one.aspect == "missing" and one.guessed for one in data.read_as)
    assert judged(brought.read(tmp_path, **brought.settled), brought.meant) == RIGHT


def test_a_total_that_is_an_item_is_believed(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    rows = [f"w{place},{'ab'[place % 2]},{'ab'[place % 3 == 0]}" for place in range(12)]
    path.write_text("\n".join(["id,Anna,Bob", *rows, "total,a,b"]))
    assert accord.read(path).n_items == 13
    path.write_text("\n".join(["id,Anna,Bob", *rows, "total,12,12"]))
    with pytest.raises(accord.DataError, match="sums up the others"):
        accord.read(path)
    assert accord.read(path, item_column="id").n_items == 13


@pytest.mark.parametrize("mark", ["N/A", "—", "?", "-99"])
def test_marks_among_numbers_are_missing_and_told(mark: str, tmp_path: Path) -> None:
    path = tmp_path / "scale.csv"
    rows = [f"t{place},{place % 5 + 1},{mark if place % 4 == 0 else place % 5 + 1}" for place in range(20)]
    path.write_text("\n".join(["id,Anna,Bob", *rows]))
    data = accord.read(path)
    assert (data.level, data.n_missing) == ("ordinal", 5)
    assert any(one.aspect == "missing" and one.guessed and f"missing={mark}" in one.options for one in data.read_as)
    with pytest.raises(accord.DataError, match="missing="):
        accord.read(path, strict=True, level="ordinal", item_column="id", annotators=["Anna", "Bob"])
    told = accord.read(path, strict=True, level="ordinal", item_column="id", annotators=["Anna", "Bob"], missing=[mark])
    assert told.n_missing == 5
