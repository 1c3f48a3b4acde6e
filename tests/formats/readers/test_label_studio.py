"""Label Studio: every form of export, live and from its own tests."""

import json
from pathlib import Path
from typing import Any

import pytest

from accord.formats import read_campaign
from untyped import accord

TEXT = "Marie 😀 Curie worked"


def task(*annotations: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": 1, "data": {"text": TEXT}, "annotations": list(annotations), "predictions": [], **more}


def annotation(who: Any, *results: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"completed_by": who, "result": list(results), **more}


def span(name: str, start: float, end: float, text: str | None, *labels: str, field: str = "ner") -> dict[str, Any]:
    value = {"start": start, "end": end, "labels": list(labels)} | ({} if text is None else {"text": text})
    return {"id": name, "from_name": field, "to_name": "text", "type": "labels", "value": value}


def choice(*labels: str, field: str = "sentiment", **value: Any) -> dict[str, Any]:
    return {
        "id": "c",
        "from_name": field,
        "to_name": "text",
        "type": "choices",
        "value": {"choices": list(labels), **value},
    }


def relation(one: str, two: str, *labels: str, direction: str = "right") -> dict[str, Any]:
    return {"from_id": one, "to_id": two, "type": "relation", "direction": direction, "labels": list(labels)}


@pytest.fixture
def export(tmp_path: Path) -> Any:
    def written(*tasks: dict[str, Any], name: str = "export.json") -> Path:
        path = tmp_path / name
        path.write_text(json.dumps(list(tasks)), encoding="utf-8")
        return path

    return written


# ---- the live export of two annotators over three tasks


LIVE = {"export.json": ("1", "2"), "snapshot-with-users.json": ("a1@example.org", "a2@example.org")}


@pytest.mark.parametrize(("file", "people"), LIVE.items())
def test_the_live_export(file: str, people: tuple[str, str], shared_data: Path) -> None:
    """By hand: 3 + 2, 2 + 3 and 1 + 0 spans; 6 choices; 1 + 0, 1 + 1 and 0 relations; 2 + 1 texts."""
    path = shared_data / "formats/label-studio-live" / file
    whole = read_campaign(path)
    assert whole.documents == ("1", "2", "3")
    assert whole.annotators == people
    assert {(one.name, one.kind): len(one) for one in whole.layers} == {
        ("ner", "spans"): 11, ("sentiment", "labels"): 6, ("relations", "relations"): 3, ("subst", "answers"): 3,
    }  # fmt: skip
    assert not whole.left_out
    spans = accord.read(path)
    assert spans.assigned.all()
    assert [spans.continuum(number).cards.tolist() for number in range(3)] == [[3, 2], [2, 3], [1, 0]]
    assert spans.text_of(0) == "Marie Curie"
    assert any("'sentiment' (labels)" in one.text and one.aspect == "field" for one in spans.read_as)
    links = accord.read(path, kind="relations")
    assert [len(links.links(where, who)) for where in "123" for who in people] == [1, 0, 1, 1, 0, 0]


@pytest.mark.parametrize("file", ["export-min.json", "export.csv", "export.tsv"])
def test_the_short_exports_hold_the_same_and_say_what_they_lost(file: str, shared_data: Path) -> None:
    folder = shared_data / "formats/label-studio-live"
    spans = accord.read(folder / file, kind="spans")
    assert spans.sha256 == accord.read(folder / "export.json", kind="spans").sha256
    labels = accord.read(folder / file, kind="labels")
    assert labels.texts is not None
    assert labels.texts[0] == "Marie Curie worked at the Sorbonne in Paris ."
    assert any(one.code == "ACC136" and "relations" in one.message for one in labels.diagnostics)
    assert {(one.name, one.kind): len(one) for one in read_campaign(folder / file).layers} == {
        ("ner", "spans"): 11, ("sentiment", "labels"): 6, ("subst", "answers"): 3,
    }  # fmt: skip


@pytest.mark.parametrize("file", [*LIVE, "export-min.json", "export.csv"])
def test_agreement_of_the_live_export(file: str, shared_data: Path) -> None:
    """neu/pos, pos/pos, neg/neg: by hand α = 1 − (6 − 1)·2 / (36 − (1 + 9 + 4)) = 6/11."""
    data = accord.read(shared_data / "formats/label-studio-live" / file, kind="labels")
    assert accord.measure(data, "alpha", confidence=None).value == pytest.approx(6 / 11)


def test_agreement_on_spans_of_the_live_export(shared_data: Path) -> None:
    """2 units of the second task are the same, of 6 and 5 in all: F = 2·2 / 11."""
    data = accord.read(shared_data / "formats/label-studio-live/export.json")
    assert accord.measure(data, "f1", confidence=None).value == pytest.approx(4 / 11)


def test_the_conll_export_has_lost_the_annotators(shared_data: Path) -> None:
    with pytest.raises(accord.DataError, match=r"does not say who made which \[ACC044\]; export the project as JSON"):
        accord.read(shared_data / "formats/label-studio-live/export.conll")


def test_samples_of_its_own_tests(shared_data: Path) -> None:
    folder = shared_data / "formats/label-studio"
    one = accord.read(folder / "previous_export.json")
    assert (one.items, one.annotators, one.categories.texts) == (
        ["1234"], ("annotator_from_past@project.com",), ("Cat",)
    )  # fmt: skip
    with pytest.raises(accord.DataError, match=r"without completed_by.*ACC044"):
        accord.read(folder / "three_tasks_two_gts.json")
    with pytest.raises(accord.DataError, match=r"left out: .*results of type 'rectanglelabels'"):
        accord.read(folder / "three_tasks_two_gts.json", annotator_from="file")


def test_a_column_on_which_all_agree_is_still_a_field(tmp_path: Path) -> None:
    """CSV does not tell the data of tasks from what annotators filled in; fewer values than tasks are labels."""
    rows = [f"{who},{who},{number},1.5,pos,doc{number},text {number}" for number in (1, 2, 3) for who in (1, 2)]
    header = "annotation_id,annotator,id,lead_time,mood,name,text"
    (tmp_path / "export.csv").write_text("\n".join([header, *rows]))
    whole = read_campaign(tmp_path / "export.csv")
    assert [(layer.name, len(layer)) for layer in whole.layers] == [("mood", 6)]
    assert len(read_campaign(tmp_path / "export.csv", field="name").layers) == 2


# ---- what exports hold


def test_utf16_offsets_are_repaired_and_counted(export: Any) -> None:
    path = export(task(annotation(1, span("a", 9, 14, "Curie", "PER")), annotation(2, span("a", 0, 5, "Marie", "PER"))))
    data = accord.read(path)
    assert [(data.starts[0], data.ends[0]), data.text_of(0)] == [(8.0, 13.0), "Curie"]
    assert any("1 unit counted UTF-16 units and were repaired [ACC132]" in str(one) for one in data.diagnostics)


def test_offsets_that_do_not_fit_name_task_and_example(export: Any) -> None:
    with pytest.raises(
        accord.DataError, match=r"item '1': the unit 1 to 6 is 'Marie' in the export and 'arie '.*ACC043"
    ):
        accord.read(export(task(annotation(1, span("a", 1, 6, "Marie", "PER")))))


def test_cancelled_drafts_predictions_and_repetitions_are_counted(export: Any) -> None:
    first = annotation(1, span("a", 0, 5, "Marie", "PER"), choice("x"))
    path = export(
        task(first, annotation(2, was_cancelled=True), first, drafts=[{}], predictions=[{}, {}]),
    )
    data = accord.read(path, kind="spans")
    assert len(data) == 1
    said = " ".join(str(one) for one in data.diagnostics if one.code == "ACC131")
    assert "1 draft, 1 cancelled annotation, 1 further annotation of a document" in said
    assert "2 predictions without a result" in said
    assert data.assigned.tolist() == [[True, False]]
    assert accord.read(path, kind="labels").n_repeated == 1


def test_predictions_that_stand_beside_the_annotations(export: Any) -> None:
    """The plain export of 1.23 lists the numbers of predictions, and has each beside the annotations made after it."""
    predicted = {"id": 7, "model_version": "robot", "result": [choice("y")]}
    path = export(
        task(annotation(1, choice("x"), prediction=predicted), annotation(2, choice("y")), predictions=[7, 8])
    )
    made = accord.project(path)
    assert made.models == ("robot",)
    assert accord.read(path, only=["*"]).annotators == ("1", "2", "robot")
    assert "1 prediction named by its number only" in " ".join(map(str, made["sentiment"].diagnostics))


def test_every_kind_of_result(export: Any) -> None:
    results = [
        span("a", 0, 5, "Marie", "PER", "ORG"),
        span("b", 8, 13, "Curie"),
        span("t", 0.5, 1.25, None, "x", field="sound"),
        choice("x", "y", field="topics"),
        choice("x", start=0, end=5),
        {"from_name": "stars", "type": "rating", "value": {"rating": 4}},
        {"from_name": "age", "type": "number", "value": {"number": 2.5}},
        {"from_name": "tax", "type": "taxonomy", "value": {"taxonomy": [["A", "B"], ["C"]]}},
        {"from_name": "free", "type": "textarea", "value": {"text": ["one", "two"]}},
        {"from_name": "box", "type": "rectanglelabels", "value": {"x": 1}},
        relation("a", "b", "is", direction="left"),
        relation("a", "zzz", "is"),
        relation("a", "t", "is"),
        relation("b", "a", "same", direction="bi"),
    ]
    whole = read_campaign(export(task(annotation(1, *results))))
    found = {one.name: one for one in whole.layers}
    assert found["ner"].columns["category"] == ["PER", "ORG", None]
    assert found["sound"].columns["start"].tolist() == [0.5]  # type: ignore[union-attr]  # an array
    assert found["topics"].columns["label"] == [("x", "y")]
    assert [found[name].columns["label"] for name in ("stars", "age", "tax")] == [["4"], ["2.5"], [("A/B", "C")]]
    assert found["free"].columns["answer"] == ["one", "two"]
    links = found["relations"]
    assert list(zip(links.columns["origin"], links.columns["target"], strict=True)) == [("b", "a"), ("b", "a")]
    assert links.symmetric == ("same",)
    assert whole.left_out == {
        "choices about a region|choices about regions": 1,
        "result of type 'rectanglelabels'|results of type 'rectanglelabels'": 1,
        "relation to something that is not a span of the same field|"
        "relations to something that is not a span of the same field": 2,
    }


def test_spans_of_sound_are_not_measured_by_a_text_beside_it(export: Any) -> None:
    sound = {"from_name": "sound", "to_name": "audio", "type": "labels", "value": {"start": 12.5, "end": 99.25}}
    path = export({**task(annotation(1, sound)), "data": {"audio": "https://example.org/a.wav", "text": "short"}})
    data = accord.read(path)
    assert (data.texts, data.ends.tolist()) == (None, [99.25])


def test_units_that_cannot_be_name_the_file(export: Any) -> None:
    path = export({**task(annotation(1, span("a", -3, 5, None, "x"))), "data": {"length": 60}})
    with pytest.raises(accord.DataError, match=r"it starts before the document.*ACC023") as caught:
        accord.read(path)
    assert caught.value.place.file == str(path)


def test_documents_are_joined_by_a_stated_key(export: Any) -> None:
    one = export({**task(annotation(1, choice("x"))), "data": {"text": TEXT, "doc": "d7"}}, name="a.json")
    two = export({**task(annotation(2, choice("x"))), "id": 99, "data": {"text": TEXT, "doc": "d7"}}, name="b.json")
    with pytest.raises(accord.DataError, match=r"neither annotators nor documents.*ACC222.*document_key="):
        accord.read([one, two])
    assert accord.read([one, two], pool=True).n_items == 2
    joined = accord.read([one, two], document_key="doc")
    assert (joined.items, joined.annotators) == (["d7"], ("1", "2"))
    with pytest.raises(accord.DataError, match=r"a task without 'dok' \(document_key=\).*'text', 'doc'"):
        accord.read(one, document_key="dok")
    other = export({**task(annotation(2, choice("x"))), "data": {"text": "other", "doc": "d7"}}, name="c.json")
    with pytest.raises(accord.DataError, match=r"c.json.*'d7' has two texts.*ACC040"):
        accord.read([one, other], document_key="doc")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ('[{"id": 1, "data": {}, "annotations": []}', "ACC015"),
        ('[{"id": 1, "data": {}, "annotations": [', "ACC015"),
        ('[{"id": 1, "data": {}, "annotations": []}, 7]', "ACC047"),
        ('[{"id": 1, "data": {}, "annotations": 7}]', "ACC047"),
        ('[{"id": 1, "data": {}, "annotations": []}] {}', "ACC015"),
        ('[{"id": 1, "data": {}, "annotations": ' + "[" * 10**5, "ACC052"),
        ('[{"id": 1, "data": {}, "annotations": [{}]}]', "ACC044"),
        ('[{"id": 1, "data": {}, "annotations": []}]', "ACC042"),
        (b'[{"id": 1, "data": {"text": "\xe9"}, "annotations": []}]', "ACC004"),
    ],
)  # fmt: skip
def test_broken_exports(content: str | bytes, code: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(accord.DataError) as caught:
        accord.read(path)
    assert (caught.value.code, caught.value.place.file) == (code, str(path)), caught.value


def test_regions_under_another_of_the_same_label_are_its_fragments(export: Any) -> None:
    """But not what lies within its parent, has another label or another field."""
    results = [
        span("a", 0, 5, "Marie", "PER"),
        span("b", 12, 18, "worked", "PER") | {"parentID": "a"},
        span("c", 26, 34, "Sorbonne", "PER") | {"parentID": "b"},
        span("in", 1, 3, "ar", "PER") | {"parentID": "a"},
        span("other", 19, 21, "at", "ORG") | {"parentID": "a"},
        relation("c", "other", "at"),
        relation("a", "b", "odd"),
    ]
    path = export(task(annotation(1, *results), data={"text": "Marie Curie worked at the Sorbonne."}))
    spans = accord.read(path, kind="spans")
    found = {name: spans.bounds_of(unit) for unit, name in enumerate(spans.names)}
    assert found == {"a": "0–5;12–18;26–34", "in": "1–3", "other": "19–21"}
    assert "2 regions are fragments of the unit that they are tied to" in [one.message for one in spans.diagnostics]
    links = accord.read(path, kind="relations")
    assert [(row["origin"], row["target"]) for row in links.rows()] == [("a", "other")]


def test_a_circle_of_regions_ends(export: Any) -> None:
    results = [
        span("a", 0, 5, "Marie", "PER") | {"parentID": "b"},
        span("b", 12, 18, "worked", "PER") | {"parentID": "a"},
        span("c", 26, 34, "Sorbonne", "PER") | {"parentID": "c"},
    ]
    path = export(task(annotation(1, *results), data={"text": "Marie Curie worked at the Sorbonne."}))
    spans = accord.read(path, kind="spans")
    assert [spans.bounds_of(unit) for unit in range(len(spans))] == ["0–5;12–18", "26–34"]
