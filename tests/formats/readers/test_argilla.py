"""Argilla: records as its client writes them, nested and flat, with the settings beside them and without."""

import json
from pathlib import Path
from typing import Any

import pytest

from accord.formats import read_campaign
from untyped import accord


@pytest.mark.parametrize("file", ["records_to_list.json", "records_to_list_flatten.json"])
def test_what_the_client_writes(file: str, shared_data: Path) -> None:
    made = accord.project(shared_data / "formats/argilla" / file)
    people = tuple(f"00000000-0000-0000-0000-00000000000{one}" for one in (1, 2))
    assert made.models == ("m1",)
    assert {name: data.kind for name, data in made.items()} == {"sentiment": "labels", "ner": "spans"}
    assert made["sentiment"].annotators == made["ner"].annotators == people
    assert made["sentiment"].items == ["rec-1"]
    assert [made["ner"].text_of(unit) for unit in range(2)] == ["Marie Curie", "Curie"]
    everybody = accord.read(shared_data / "formats/argilla" / file, field="sentiment", only=["*"])
    assert everybody.annotators == (*people, "m1")
    assert everybody.categories.texts == ("neu", "pos")


def record(number: int, suggested: Any = None, **responses: list[Any]) -> dict[str, Any]:
    return {
        "id": f"r{number}",
        "fields": {"text": "Ada met Bob"},
        "metadata": {"doc": f"d{number}"},
        "suggestions": {} if suggested is None else {"tone": {"value": suggested, "score": None, "agent": None}},
        "responses": {
            name: [{"value": value, "user_id": f"u{who}"} for who, value in enumerate(values)]
            for name, values in responses.items()
        },
    }


def written(folder: Path, *records: dict[str, Any]) -> Path:
    path = folder / "records.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    return path


def test_every_type_of_question(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        record(1, "a", tone=["a", "b"], stars=[1, 2], topics=[["x", "y"], ["x"]], order=[["p", "q"], ["q", "p"]],
               who=[[], [{"start": 0, "end": 3, "label": "PER"}]]),
        record(2, tone=["a", "a"], stars=[3, 3], topics=[[], ["y"]], order=[["p", "q"], ["p", "q"]],
               who=[[{"start": 8, "end": 11, "label": "PER"}], None]),
    )  # fmt: skip
    whole = read_campaign(path)
    kinds = {layer.name: layer.kind for layer in whole.layers}
    assert kinds == {"tone": "labels", "stars": "labels", "topics": "labels", "who": "spans"}
    assert "4 rankings" in " ".join(map(str, accord.read(path, field="tone").diagnostics))
    assert accord.read(path, field="topics").level == "sets"
    assert accord.read(path, field="stars").level == "ordinal"
    assert accord.read(path, field="tone", document_key="doc").items == ["d1", "d2"]
    assert accord.project(path).models == ("suggestions",)


def test_settings_beside_the_records_tell_texts_from_labels(tmp_path: Path) -> None:
    path = written(tmp_path, record(1, tone=["fine", "good"]), record(2, tone=["fine", "bad"]))
    assert accord.read(path).kind == "labels"
    settings = {"questions": [{"name": "tone", "settings": {"type": "text"}}]}
    (tmp_path / ".argilla").mkdir()
    (tmp_path / ".argilla" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    assert accord.read(path).kind == "answers"


def test_drafts_and_discarded_records(tmp_path: Path) -> None:
    flat = {
        "id": "r1", "text": "t", "tone.responses": ["a", "b", None, "c"], "tone.responses.users": ["u", "v", "w", "x"],
        "tone.responses.status": ["submitted", "submitted", "discarded", "draft"],
    }  # fmt: skip
    made = accord.project(written(tmp_path, flat, {**flat, "id": "r2"}))
    assert (made.cancelled, made.idle) == (2, ("w",))
    assert "2 drafts" in " ".join(map(str, made["tone"].diagnostics))


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({"responses": {"tone": [{"value": "a", "user_id": None}]}}, "a response without user_id.*ACC044"),
        ({"responses": {"tone": "a"}}, "the responses to 'tone' are not a list.*ACC047"),
        ({"id": None}, "a record without an id.*ACC047"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, broken: dict[str, Any], said: str) -> None:
    with pytest.raises(accord.DataError, match=said):
        accord.read(written(tmp_path, record(1, tone=["a", "b"]), {**record(2, tone=["a", "b"]), **broken}))
