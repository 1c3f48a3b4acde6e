"""JSON documents that are one object, and records with a list of annotators and a list of their labels."""

import json
from pathlib import Path

import pandas as pd
import pytest

from accord import Labels
from untyped import accord

LISTS = {
    "11": {"text": "good", "annotations": "1,0,1", "annotators": "Ann1,Ann2,Ann3", "soft_label": {"0": 0.3, "1": 0.7}},
    "12": {"text": "bad", "annotations": "0,0", "annotators": "Ann1,Ann3", "soft_label": {"0": 1.0, "1": 0.0}},
}


def labelled(data: Labels) -> set[tuple[str, str, str]]:
    assert data.items is not None
    assert data.annotators is not None
    assert data.who is not None
    return {
        (data.items[row], data.annotators[data.who[place]], data.categories.texts[data.codes[place]])
        for row in range(data.rows)
        for place in range(int(data.starts[row]), int(data.starts[row + 1]))
    }


MEANT = {
    ("11", "Ann1", "1"), ("11", "Ann2", "0"), ("11", "Ann3", "1"), ("12", "Ann1", "0"), ("12", "Ann3", "0"),
}  # fmt: skip


@pytest.mark.parametrize("indent", [4, None])
def test_lists_of_annotators_and_labels(indent: int | None, tmp_path: Path) -> None:
    """As LeWiDi 2023 publishes its data: items by their key, who and what as texts with commas."""
    path = tmp_path / "dev.json"
    path.write_text(json.dumps(LISTS, indent=indent))
    data = accord.read(path)
    assert labelled(data) == MEANT
    assert data.texts == ["good", "bad"]
    assert data.read_as[0].guessed
    with pytest.raises(accord.DataError, match="annotator_column='annotators', label_column='annotations'"):
        accord.read(path, strict=True)
    told = {"item_column": "item", "annotator_column": "annotators", "label_column": "annotations"}
    assert labelled(accord.read(path, strict=True, **told)) == MEANT


def test_lists_in_records_with_an_id(tmp_path: Path) -> None:
    path = tmp_path / "dev.jsonl"
    rows = [
        {"id": key, "annotators": one["annotators"].split(","), "labels": one["annotations"].split(",")}  # type: ignore[attr-defined]
        for key, one in LISTS.items()
    ]
    path.write_text("\n".join(map(json.dumps, rows)))
    assert labelled(accord.read(path)) == MEANT


def test_objects_under_each_other(tmp_path: Path) -> None:
    rows = [{"item": item, "annotator": who, "label": what} for item, who, what in sorted(MEANT)]
    path = tmp_path / "pretty.json"
    path.write_text("\n".join(json.dumps(row, indent=2) for row in rows))
    assert labelled(accord.read(path)) == MEANT


def test_columns_as_pandas_writes_them(tmp_path: Path) -> None:
    frame = pd.DataFrame(sorted(MEANT), columns=["item", "annotator", "label"])
    frame.to_json(tmp_path / "long.json")
    assert labelled(accord.read(tmp_path / "long.json")) == MEANT


def test_an_object_of_objects_that_says_nothing_is_asked(tmp_path: Path) -> None:
    """Items by annotators, or annotators by items: nothing in the names tells."""
    path = tmp_path / "who.json"
    path.write_text(json.dumps({"Kim": {"s1": "x", "s2": "y"}, "Lee": {"s1": "x", "s2": "x"}}, indent=1))
    with pytest.raises(accord.DataError, match="either may be the items"):
        accord.read(path)
