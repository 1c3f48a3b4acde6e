"""The frame of exports: choice of layers, joining of documents, folders, archives and patterns."""

import json
from pathlib import Path
from typing import Any

import pytest

from accord.formats import read_campaign
from accord.formats.gathering import Gathering
from accord.results import Place
from formats.mutations import packed
from untyped import accord

# ---- layers


def campaign(*kinds: str) -> Any:
    into = Gathering()
    document = into.document("d1", "Marie Curie worked")
    for who in ("Ann", "Bob"):
        into.asked(document, who)
        if "spans" in kinds:
            into.span("ner", document, who, 0, 11, "PER", name="r1")
            into.span("ner", document, who, 12, 18, None, name="r2")
        if "relations" in kinds:
            into.relation("links", document, who, "r1", "r2", "does", units="ner")
        for field in ("sentiment", "topic"):
            if field in kinds:
                into.label(field, document, who, "x")
        if "answers" in kinds:
            into.answer("subst", document, who, "laboured")
    into.cancelled("d1", "Cem")
    return into.campaign("export.json")


def test_a_single_layer_is_read_without_a_word() -> None:
    layer, said = campaign("sentiment").chosen()
    assert (layer.name, layer.kind, said) == ("sentiment", "labels", ())


def test_spans_are_preferred_and_that_is_said() -> None:
    layer, said = campaign("answers", "sentiment", "spans", "relations").chosen()
    assert (layer.name, layer.kind) == ("ner", "spans")
    assert (said[0].aspect, said[0].guessed, said[0].options) == ("field", True, ("kind", "field"))
    for name in ("'sentiment' (labels)", "'links' (relations)", "'subst' (answers)"):
        assert name in said[0].text


def test_two_fields_of_one_kind_are_an_error_that_names_them() -> None:
    with pytest.raises(accord.DataError, match=r"'sentiment' \(2\), 'topic' \(2\).*ACC041.*field="):
        campaign("sentiment", "topic").labels()
    assert campaign("sentiment", "topic").labels("topic").n_labels == 2


def test_what_is_not_there_is_an_error_that_says_what_is() -> None:
    with pytest.raises(
        accord.DataError, match=r"no spans.*left out: 1 cancelled annotation.*ACC042.*'topic' \(labels\)"
    ):
        campaign("topic").spans()
    with pytest.raises(accord.DataError, match=r"no annotations called 'x'"):
        campaign("topic").chosen(None, "x")


def test_cancelled_is_not_empty() -> None:
    spans = campaign("spans").spans()
    assert spans.annotators == ("Ann", "Bob", "Cem")
    assert spans.assigned.tolist() == [[True, True, False]]
    assert any("1 cancelled annotation [ACC131]" in str(one) for one in spans.diagnostics)


def test_nothing_annotated_is_an_assignment() -> None:
    into = Gathering()
    document = into.document("d1", "abc")
    into.asked(document, "Ann")
    into.asked(document, "Bob")
    into.span("ner", document, "Ann", 0, 1, "x")
    spans = into.campaign().spans()
    assert spans.assigned.tolist() == [[True, True]]
    assert spans.continuum(0).cards.tolist() == [1, 0]


def test_relations_have_the_units_of_their_layer() -> None:
    links = campaign("spans", "relations").relations()
    assert links.links("d1", "Ann") == [("r1", "r2", "does")]
    assert links.spans is not None
    assert links.spans.texts == ["Marie Curie worked"]


def test_odd_relations_are_counted_not_fatal() -> None:
    into = Gathering()
    document = into.document("d1", "abc")
    for name in "uv":
        into.span("spans", document, "Ann", 0, 1, "x", name=name)
    for one, two in ("uv", "uv", "uu"):
        into.relation("relations", document, "Ann", one, two, "r")
    links = into.campaign().relations()
    assert len(links) == 1
    said = " ".join(map(str, links.diagnostics))
    assert "1 further relation between the same units, 1 relation of a unit to itself" in said


def test_sets_and_single_labels() -> None:
    into = Gathering()
    for number, label in enumerate([("x",), ("x", "y"), ("y",)]):
        into.label("f", into.document(number), "Ann", label)
    assert into.campaign().labels().level == "sets"
    single = Gathering()
    single.label("f", single.document(1), "Ann", ("x",))
    assert single.campaign().labels().level == "nominal"


# ---- documents


def test_different_texts_are_shown_where_they_part() -> None:
    into = Gathering()
    into.document("d1", "Marie Curie worked at the Sorbonne")
    with pytest.raises(accord.DataError, match=r"'d1' has two texts.*character 23.*the Sorbonne.*tne Sorbonne.*ACC040"):
        into.document("d1", "Marie Curie worked at tne Sorbonne", place=Place("b.txt"))
    short = Gathering()
    short.document("d", "abc")
    with pytest.raises(accord.DataError, match=r"from character 3 on"):
        short.document("d", "abcd")


def test_documents_that_nobody_annotated_are_counted() -> None:
    into = Gathering()
    into.document("lonely", "abc")
    into.label("f", into.document("d"), "Ann", "x")
    whole = into.campaign()
    assert whole.left_out == {"document that nobody annotated|documents that nobody annotated": 1}
    assert whole.labels().n_items == 1


# ---- folders, patterns, archives


def brat(folder: Path, name: str, text: str, *lines: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.txt").write_bytes(text.encode())
    (folder / f"{name}.ann").write_text("".join(line + "\n" for line in lines), encoding="utf-8")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    for who in ("ann", "bob"):
        for name in ("d1", "d2"):
            brat(folder / who, name, "Marie Curie", "T1\tPER 0 11\tMarie Curie")
    return folder


def test_a_folder_of_folders(corpus: Path) -> None:
    data = accord.read(corpus)
    assert (data.documents, data.annotators, len(data)) == (("d1", "d2"), ("ann", "bob"), 4)
    assert [one.text for one in data.read_as if one.guessed] == ["named after folders"]
    assert "single annotator" not in str(data.diagnostics)


def test_a_pattern_and_a_list_are_the_same_corpus(corpus: Path) -> None:
    data = accord.read(str(corpus / "*" / "*.ann"))
    assert (data.documents, data.annotators) == (("d1", "d2"), ("ann", "bob"))
    assert accord.read(sorted(corpus.glob("*/*.ann"))).sha256 == data.sha256
    with pytest.raises(accord.DataError, match=r"no file matches this pattern \[ACC001\]"):
        accord.read(str(corpus / "*.xyz"))


def test_annotators_are_the_folder_whose_exchange_joins_documents(tmp_path: Path) -> None:
    for who in ("ann", "bob"):
        for batch, name in (("one", "d1"), ("two", "d2")):
            brat(tmp_path / who / batch, name, "abc" + batch, "T1\tx 0 1\ta")
    data = accord.read(tmp_path)
    assert (data.annotators, data.documents) == (("ann", "bob"), ("one/d1", "two/d2"))


def test_where_two_levels_would_do_annotators_are_the_nearer_folder(tmp_path: Path) -> None:
    for outer in ("one", "two"):
        for inner in ("ann", "bob"):
            brat(tmp_path / outer / inner, "d", "abc", "T1\tx 0 1\ta")
    data = accord.read(tmp_path)
    assert (data.annotators, data.documents) == (("ann", "bob"), ("one/d", "two/d"))


def test_annotators_may_be_files(tmp_path: Path) -> None:
    for who in ("ann", "bob"):
        brat(tmp_path / "d1", who, "abc", "T1\tx 0 1\ta")
        brat(tmp_path / "d2", who, "abcd", "T1\tx 0 1\ta")
    data = accord.read(tmp_path, annotator_from="file")
    assert (data.annotators, data.documents) == (("ann", "bob"), ("d1", "d2"))


def test_files_of_another_kind_are_counted_in_folders_and_refused_by_name(corpus: Path) -> None:
    (corpus / "README.md").write_text("# corpus")
    assert any("1 file of another kind" in str(one) for one in accord.read(corpus).diagnostics)
    with pytest.raises(accord.DataError, match="ACC050"):
        accord.read([corpus / "ann" / "d1.ann", corpus / "README.md"])


def test_a_folder_of_two_formats_is_refused(corpus: Path) -> None:
    task = {"id": 1, "data": {"text": "a"}, "annotations": []}
    (corpus / "export.json").write_text(json.dumps([task]))
    with pytest.raises(accord.DataError, match=r"several formats: brat \(4\), label-studio \(1\) \[ACC050\]"):
        accord.read(corpus)
    assert len(accord.read(corpus, reader="brat")) == 4


def test_a_folder_of_tables(tmp_path: Path) -> None:
    for who in ("ann", "bob"):
        (tmp_path / f"{who}.csv").write_text(f"item,annotator,label\n1,{who},x\n2,{who},y\n")
    assert accord.read(tmp_path).n_labels == 4
    (tmp_path / "notes.txt").write_text("nothing")
    assert accord.read(tmp_path).n_labels == 4


def test_a_folder_with_nothing_in_it(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing")
    with pytest.raises(accord.DataError, match=r"a folder with nothing in it that accord reads \[ACC001\]"):
        accord.read(tmp_path)


def test_an_archive_is_its_folder(corpus: Path, tmp_path: Path) -> None:
    members = {str(path.relative_to(corpus)): path.read_bytes() for path in corpus.rglob("*") if path.is_file()}
    (tmp_path / "corpus.zip").write_bytes(packed(members))
    data = accord.read(tmp_path / "corpus.zip")
    assert data.sha256 == accord.read(corpus).sha256
    assert data.source == str(tmp_path / "corpus.zip")
    inner = {
        f"{who}.zip": packed({name[4:]: one for name, one in members.items() if name[:3] == who})
        for who in ("ann", "bob")
    }
    (tmp_path / "nested.zip").write_bytes(packed(inner))
    assert accord.read(tmp_path / "nested.zip").sha256 == data.sha256


def test_errors_in_archives_name_the_archive(tmp_path: Path) -> None:
    (tmp_path / "c.zip").write_bytes(packed({"ann/d.ann": b"T1\tx 0 1\ta\nT2\tx zero\n", "ann/d.txt": b"abc"}))
    with pytest.raises(accord.DataError, match="ACC047") as caught:
        accord.read(tmp_path / "c.zip")
    assert caught.value.place.file == str(tmp_path / "c.zip" / "ann" / "d.ann")
    assert caught.value.place.line == 2


def test_everything_in_a_table_is_a_campaign_too(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("item,annotator,label\n1,A,x\n1,B,y\n2,A,x\n")
    whole = read_campaign(tmp_path / "t.csv")
    assert [(layer.kind, len(layer)) for layer in whole.layers] == [("labels", 3)]
    assert whole.assigned == (("1", "A"), ("1", "B"), ("2", "A"))
