"""doccano: live exports of two users, its own samples, and what a collaborative project has lost."""

import json
import zipfile
from pathlib import Path

import pytest

from accord.formats import read_campaign
from untyped import accord


@pytest.mark.parametrize("folder", ["cls-csv", "cls-jsonl"])
def test_live_classification(folder: str, shared_data: Path) -> None:
    """pos/neg and pos/pos: α = 0 exactly, as two of four labels are paired with one another by chance too."""
    data = accord.read(shared_data / "formats/doccano-live" / folder)
    assert (data.items, data.annotators, data.n_labels) == (["5", "6"], ("admin", "bea"), 4)
    assert data.texts == ["Marie Curie worked at the Sorbonne .", "😀 Apple hired Tim Cook ."]
    assert accord.measure(data, "alpha", confidence=None).value == pytest.approx(0.0)


def test_live_spans_and_relations(shared_data: Path) -> None:
    folder = shared_data / "formats/doccano-live/ner-relation"
    spans = accord.read(folder)
    assert (spans.documents, spans.annotators) == (("3", "4"), ("admin", "bea"))
    assert [spans.continuum(number).cards.tolist() for number in range(2)] == [[2, 1], [2, 1]]
    assert [spans.text_of(unit) for unit in range(len(spans))] == [
        "Marie Curie", "Sorbonne", "Curie", "Apple", "Tim Cook", "Apple",
    ]  # fmt: skip
    # only Apple is the same, of 4 and 2 units
    assert accord.measure(spans, "f1", confidence=None).value == pytest.approx(2 / 6)
    links = accord.read(folder, kind="relations")
    assert links.links("3", "admin") == [("7", "8", "works_for")]
    assert links.assigned.all()


def test_a_zip_is_its_folder(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "formats/doccano-live/ner-relation"
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        for file in folder.iterdir():
            archive.write(file, file.name)
    assert accord.read(tmp_path / "export.zip").sha256 == accord.read(folder).sha256


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("example_overlapping.jsonl", {"spans": 2}),
        ("export-relation_extraction.jsonl", {"spans": 4, "relations": 3}),
        ("export-sequence_labeling.jsonl", {"spans": 4}),
        ("export-sequence_to_sequence.jsonl", {"label": 3}),
        ("export-speech_to_text.jsonl", {"label": 3}),
        ("export-text_classification.jsonl", {"label": 3}),
    ],
)
def test_samples(file: str, expected: dict[str, int], shared_data: Path) -> None:
    whole = read_campaign(shared_data / "formats/doccano" / file)
    assert {layer.name: len(layer) for layer in whole.layers} == expected
    assert whole.annotators == (file.removesuffix(".jsonl"),)


def test_free_texts_are_answers_when_asked_for(shared_data: Path) -> None:
    whole = read_campaign(shared_data / "formats/doccano/export-sequence_to_sequence.jsonl", kind="answers")
    assert [(layer.kind, len(layer)) for layer in whole.layers] == [("answers", 3)]


def test_a_collaborative_project_has_lost_its_annotators(tmp_path: Path) -> None:
    (tmp_path / "all.jsonl").write_text('{"id": 1, "text": "abc", "label": ["x"], "Comments": []}\n')
    with pytest.raises(accord.DataError, match=r"all.jsonl: 'all' is the export of a collaborative project.*ACC044"):
        accord.read(tmp_path)
    assert accord.read(tmp_path, annotator_from="file").annotators == ("all",)


def test_broken_examples(tmp_path: Path) -> None:
    good = '{"id": 1, "text": "abc", "entities": [], "relations": []}\n'
    for bad, code in [
        ('{"id": 2, "text": "abc", "entities": [{"id": 1, "label": "x"}], "relations": []}\n', "ACC047"),
        ('{"id": 2, "text": "abc", "entities": [], "relations": [{"from_id": 1, "to_id": 2}]}\n', "ACC048"),
        ('{"id": 2, "text": "abc", "entities": [{"id": 1, "start_offset": 0, "end_offset": 9}]}\n', "ACC043"),
        ('{"id": 1, "text": "abd", "entities": []}\n', "ACC040"),
        ("7\n", "ACC047"),
        ('{"id": 2\n', "ACC015"),
    ]:
        (tmp_path / "ann.jsonl").write_text(good + bad)
        with pytest.raises(accord.DataError) as caught:
            accord.read(tmp_path / "ann.jsonl")
        assert (caught.value.code, caught.value.place.line) in ((code, 2), ("ACC015", 2), ("ACC015", 3)), caught.value
        assert caught.value.code == code


def test_labels_that_are_objects_with_offsets_are_spans(tmp_path: Path) -> None:
    """They were passed over without a word, as if this person had marked nothing."""
    span = {"start_offset": 0, "end_offset": 3, "label": "P"}
    for who, label in (("a", [span]), ("b", [[0, 3, "P"]])):
        (tmp_path / f"{who}.jsonl").write_text(json.dumps({"id": 1, "text": "Ana saw", "label": label}))
    spans = accord.read(tmp_path)
    assert (spans.who.tolist(), spans.starts.tolist(), spans.ends.tolist()) == ([0, 1], [0.0, 0.0], [3.0, 3.0])
    assert spans.categories.texts == ("P",)
