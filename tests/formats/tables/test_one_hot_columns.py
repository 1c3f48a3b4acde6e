"""Answers with a column of 0 and 1 each, and items that several columns name together."""

from pathlib import Path

import polars as pl
import pytest

from untyped import accord


def table() -> pl.DataFrame:
    """Nine turns of three conversations by three people; everybody answers the first question, some the second."""
    rows: list[dict[str, object]] = []
    for turn in range(9):
        for who in range(3):
            severity, kind = (turn + (who == 2)) % 3, (turn * who) % 4
            row: dict[str, object] = {
                "row_id": len(rows),
                "annotator_id": f"A{who}",
                "conv_id": turn // 3,
                "context": f"what was said before turn {turn % 3}",
            }
            row |= {f"severity.{name}": int(place == severity) for place, name in enumerate(("none", "mild", "bad"))}
            row |= {f"type.{name}": int(place == kind) for place, name in enumerate(("race", "sex"))}
            rows.append(row)
    return pl.DataFrame(rows).rename({"row_id": "example_no"})


def test_the_question_that_every_row_answers(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    table().write_csv(path)
    data = accord.read(path)
    assert (data.n_items, data.n_annotators, data.n_labels) == (9, 3, 27)
    assert data.categories.texts == ("bad", "mild", "none")
    field = data.read_as[0]
    assert field.guessed
    assert field.options == ("field=severity", "field=type")
    other = accord.read(path, field="type")
    assert other.categories.texts == ("race", "sex")
    assert not any(one.code == "ACC180" for one in other.diagnostics), "the option is used"
    told = {"field": "severity", "item_column": "conv_id,context", "annotator_column": "annotator_id"}
    assert accord.read(path, strict=True, level="nominal", **told).n_items == 9


def test_questions_of_which_none_is_likelier_are_asked(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    table().drop("severity.none").write_csv(path)
    with pytest.raises(accord.DataError, match="field='severity' or field='type'"):
        accord.read(path)
    with pytest.raises(accord.DataError, match="no question 'x'"):
        accord.read(path, field="x")


def test_columns_that_name_an_item_together(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    rows = [(f"d{item // 3}", str(item % 3), who, "xy"[item % 2]) for item in range(9) for who in ("A", "B")]
    pl.DataFrame(rows, ["document", "sentence", "annotator", "label"], orient="row").write_csv(path)
    assert accord.read(path, item_column="document,sentence").n_items == 9
