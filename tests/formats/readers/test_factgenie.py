"""factgenie: people in one file, a model in another, texts in a third."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shared_files import ABSENT, DATA
from untyped import accord

TEXT = "Rain on Monday, sun on Tuesday."


def line(group: int, *spans: tuple[str, int, int], example: int = 0, **more: object) -> str:
    found = [{"text": text, "start": start, "type": kind} for text, start, kind in spans]
    where = {"dataset": "weather", "split": "test", "setup_id": "m", "example_idx": example}
    return json.dumps({**where, "annotations": found, "annotator_group": group, **more})


def written(folder: Path) -> Path:
    (folder / "people.jsonl").write_text(
        "\n".join([line(0, ("Rain", 0, 1), ("Monday", 8, 0)), line(1), line(0, example=1), line(1, example=1)])
    )
    (folder / "gpt-4o.jsonl").write_text(line(0, ("Monday", 8, 0), thinking_trace="…"))
    texts = [
        {"dataset": "weather", "split": "test", "setup_id": "m", "example_idx": example, "output": TEXT}
        for example in (0, 1)
    ]
    (folder / "texts.jsonl").write_text("\n".join(map(json.dumps, texts)))
    return folder


def test_people_models_and_texts(tmp_path: Path) -> None:
    campaign = accord.read_campaign(written(tmp_path))
    assert campaign.annotators == ("gpt-4o", "people 0", "people 1")
    data = accord.read(tmp_path, only=["people 0", "people 1", "gpt-4o"])
    assert data.documents == ("weather/m/0", "weather/m/1")
    assert data.lengths[0] == len(TEXT)
    assert [data.text_of(unit) for unit in range(len(data))] == ["Monday", "Rain", "Monday"]
    assert data.assigned.tolist() == [[True, True, True], [False, True, True]]  # who found nothing was asked
    assert data.categories.texts == ("0", "1")


def test_people_alone_among_people(tmp_path: Path) -> None:
    """A model that its name gives away is set aside."""
    assert accord.read(written(tmp_path)).annotators == ("people 0", "people 1")


def test_a_text_that_says_something_else_is_counted(tmp_path: Path) -> None:
    folder = written(tmp_path)
    (folder / "people.jsonl").write_text(line(0, ("Sunday", 8, 0), ("Rain", 0, 1)) + "\n" + line(1))
    said = [one for one in accord.read(folder, only="people*").diagnostics if one.code == "ACC411"]
    assert len(said) == 1
    assert "1 of 3 units" in said[0].message


@pytest.mark.parametrize(
    "bad",
    [
        '{"dataset": "d", "setup_id": "s", "example_idx": 0, "annotations": 3}',
        '{"dataset": "d", "setup_id": "s", "example_idx": 0, "annotations": [{"text": "x"}]}',
        '{"dataset": "d", "setup_id": "s", "example_idx": 0, "annotations": [{"text": 3, "start": 0}]}',
        '{"dataset": "d", "setup_id": "s", "example_idx": 0, "annotations": []}\n{"dataset": "d"}',
        '{"dataset": "d", "setup_id": "s", "example_idx": 0, "annotations": []}\n[]',
    ],
)
def test_what_is_no_export_is_refused(bad: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(bad)
    with pytest.raises(accord.DataError, match="bad"):
        accord.read(path, reader="factgenie")


@pytest.mark.skipif(not DATA.exists(), reason=ABSENT)
def test_a_real_campaign_is_that_of_its_table() -> None:
    """Whoever found nothing in a text is in the export, not in the table."""
    folder = DATA / "models" / "spans"
    data = accord.read([folder / "d2t-people.jsonl", folder / "d2t-texts.jsonl"])
    table = accord.read(folder / "d2t-people.csv")
    assert (len(data), data.n_annotators, data.n_documents) == (len(table), table.n_annotators, table.n_documents)
    assert sorted(zip(data.starts, data.ends, strict=True)) == sorted(zip(table.starts, table.ends, strict=True))
    assert int(data.assigned.sum()) > int(table.assigned.sum())
    assert not [one for one in data.diagnostics if one.code == "ACC411"]
