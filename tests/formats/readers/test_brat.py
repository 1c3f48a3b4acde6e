"""brat standoff: units, discontinuous ones, relations, equivalences and events."""

from pathlib import Path

import pytest

from accord.formats import read_campaign
from untyped import accord


def corpus(folder: Path, annotations: str | bytes, text: str = "Marie Curie worked at the Sorbonne") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "d.txt").write_bytes(text.encode())
    (folder / "d.ann").write_bytes(annotations if isinstance(annotations, bytes) else annotations.encode())
    return folder


def test_samples(shared_data: Path) -> None:
    """By hand (`grep -c ^T`): 3 + 10 + 12 + 21 units; 1 relation, 1 equivalence of three, 2 events with an argument."""
    whole = read_campaign(shared_data / "formats/brat")
    assert {layer.name: len(layer) for layer in whole.layers} == {"spans": 46, "relations": 1 + 3 + 2}
    assert whole.annotators == ("brat",)
    spans = whole.spans()
    sizes = dict(zip(spans.documents, [len(one) for one in spans.continua()], strict=True))
    assert sizes == {
        "040-text_span_annotation": 3, "060-relation_annotation": 10, "PMID-11393792": 12, "ned.train-doc-27": 21,
    }  # fmt: skip
    links = whole.relations()
    assert links.links("060-relation_annotation", "brat") == [
        ("T1", "T2", "Part-of"), ("T3", "T4", "Equiv"), ("T3", "T5", "Equiv"), ("T4", "T5", "Equiv"),
    ]  # fmt: skip
    assert links.symmetric == ("Equiv",)
    assert links.links("PMID-11393792", "brat") == [("T12", "T7", "Theme"), ("T12", "T8", "Theme")]


def test_everything_a_file_may_hold(tmp_path: Path) -> None:
    lines = (
        "T1\tPER 0 11\tMarie Curie\nT2\tORG 26 34\tSorbonne\nT3\tWORK 0 5;12 18\tMarie worked\n"
        "R1\tat Arg1:T1 Arg2:T2\t\nE1\tWORK:T3 Agent:T1 Place:T2\nE2\tWORK:T3 Cause:E1\nA1\tNegation T1\nM1\tSure E1\n"
        "N1\tReference T1 Wikidata:Q7186\tMarie Curie\n#1\tAnnotatorNotes T1\ta note\n\n"
    )
    whole = read_campaign(corpus(tmp_path / "ann", lines))
    spans, links = whole.layers
    assert list(zip(spans.columns["start"], spans.columns["end"], strict=True)) == [(0, 11), (26, 34), (0, 18)]
    assert list(zip(links.columns["origin"], links.columns["target"], links.columns["label"], strict=True)) == [
        ("T1", "T2", "at"), ("T3", "T1", "Agent"), ("T3", "T2", "Place"), ("T3", "T3", "Cause"),
    ]  # fmt: skip
    assert whole.left_out == {"attribute|attributes": 2, "normalisation|normalisations": 1, "note|notes": 1}
    assert spans.columns["fragments"] == [None, None, ((0, 5), (12, 18))]
    assert not whole.diagnostics
    assert len(accord.read(tmp_path / "ann", kind="relations")) == 3


def test_newlines_and_emoji_count_as_they_stand(tmp_path: Path) -> None:
    text = "Zoë 😀\r\ne\u0301t\u0301 Curie"
    start = text.index("Curie")
    folder = corpus(tmp_path / "ann", f"T1\tPER {start} {start + 5}\tCurie\r\nT2\tX 4 7\t😀\n", text)
    data = accord.read(folder)
    assert data.texts == [text]
    assert [data.text_of(unit) for unit in range(2)] == ["😀\r\n", "Curie"]


def test_an_empty_file_is_an_empty_annotation(tmp_path: Path) -> None:
    corpus(tmp_path / "ann", "")
    corpus(tmp_path / "bob", "T1\tPER 0 5\tMarie\n")
    data = accord.read(tmp_path)
    assert data.assigned.all()
    assert data.continuum(0).cards.tolist() == [0, 1]


def test_texts_that_differ_between_annotators(tmp_path: Path) -> None:
    corpus(tmp_path / "ann", "T1\tPER 0 5\tMarie\n")
    corpus(tmp_path / "bob", "T1\tPER 0 5\tMarie\n", "Marie Curie slept at the Sorbonne")
    with pytest.raises(accord.DataError, match=r"bob.d\.txt: document 'd' has two texts.*character 12.*ACC040"):
        accord.read(tmp_path)


def test_without_the_text_offsets_are_not_checked(tmp_path: Path) -> None:
    folder = corpus(tmp_path / "ann", "T1\tPER 0 500\tMarie\n")
    (folder / "d.txt").unlink()
    data = accord.read(folder / "d.ann")
    assert data.texts is None
    assert any("without its .txt file" in str(one) for one in data.diagnostics)


@pytest.mark.parametrize(
    ("lines", "code", "line", "message"),
    [
        ("T1\tPER 0 11\tMarie Curie\nT2\tPER zero 5\tx\n", "ACC047", 2, "not a line of brat"),
        ("T1\tPER 0 11\tMarie Curie\nT1\tPER 0 5\tMarie\n", "ACC047", 2, "used twice"),
        ("T1\tPER 0 11\tMarie Curie\nR1\tat Arg1:T1 Arg2:T9\t\n", "ACC048", 2, "'T9' is not a unit"),
        ("T1\tPER 0 11\tMarie Curie\nR1\tat Arg1:T1\n", "ACC047", 2, "not a line of brat"),
        ("T1\tPER 0 11\tMarie Curie\nE1\tnothing\n", "ACC047", 2, "not a line of brat"),
        ("T1\tPER 0 11\tMarie Curie\nhello\n", "ACC047", 2, "not a line of brat"),
        ("T1\tPER 0 11\tCurie Marie\n", "ACC043", None, "'Curie Marie' in the export and 'Marie Curie'"),
        ("T1\tPER 30 99\tx\n", "ACC043", None, "30 to 99"),
        (b"T1\tPER 0 5\tMarie\nT2\tPER 0 5\tM\0rie\n", "ACC005", 2, "NUL"),
        ("T1\tPER 0 5\t\u00e9\n".encode() + b"\xe9\n", "ACC004", 2, "mixed"),
    ],
)  # fmt: skip
def test_broken_files(lines: str | bytes, code: str, line: int | None, message: str, tmp_path: Path) -> None:
    folder = corpus(tmp_path / "ann", lines)
    with pytest.raises(accord.DataError) as caught:
        accord.read(folder)
    error = caught.value
    assert (error.code, error.place.line, error.place.file) == (code, line, str(folder / "d.ann")), error
    assert message in error.message
