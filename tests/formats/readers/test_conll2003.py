"""CoNLL-2003 in every scheme of tags."""

from pathlib import Path

import pytest

from accord.formats import read_campaign
from untyped import accord

TOKENS = ["Marie", "Curie", "met", "Tim", "Cook", "Apple"]
SCHEMES = {
    "BIO": "B-PER I-PER O B-PER I-PER B-ORG",
    "IOB1": "I-PER I-PER O I-PER I-PER I-ORG",
    "BIOES": "B-PER E-PER O B-PER E-PER S-ORG",
    "BILOU": "B-PER L-PER O B-PER L-PER U-ORG",
}


def test_the_sample(shared_data: Path) -> None:
    data = accord.read(shared_data / "formats/conll2003/example.conll")
    assert data.texts == ["JAPAN GET\nNadim Ladki"]
    assert [(data.text_of(unit), data.category(unit)) for unit in range(2)] == [
        ("JAPAN", "LOC"),
        ("Nadim Ladki", "PER"),
    ]


@pytest.mark.parametrize("tags", SCHEMES.values(), ids=SCHEMES)
@pytest.mark.parametrize("separator", ["\t", " ", " -X- _ "])
def test_schemes(tags: str, separator: str, tmp_path: Path) -> None:
    lines = [f"{token}{separator}{tag}\n" for token, tag in zip(TOKENS, tags.split(), strict=True)]
    (tmp_path / "ann.conll").write_text("".join(lines))
    data = accord.read(tmp_path / "ann.conll")
    found = [(data.text_of(unit), data.category(unit)) for unit in range(len(data))]
    assert found == [("Marie Curie", "PER"), ("Tim Cook", "PER"), ("Apple", "ORG")]


def test_neighbours_of_one_category_stay_apart(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text("x\tB-A\ny\tB-A\nz\tI-A\n\nw\tI-A\n")
    data = accord.read(tmp_path / "a.conll")
    assert [data.text_of(unit) for unit in range(3)] == ["x", "y z", "w"]
    (tmp_path / "a.conll").write_text("x\tB-A\ny\tE-A\nz\tI-A\n")
    data = accord.read(tmp_path / "a.conll")
    assert [data.text_of(unit) for unit in range(2)] == ["x y", "z"]


def test_files_are_annotators_and_docstart_parts_documents(tmp_path: Path) -> None:
    for who, tag in (("ann", "B-X"), ("bob", "O")):
        (tmp_path / f"{who}.conll").write_text(f"-DOCSTART- -X- O O\n\nx {tag}\n\n-DOCSTART- (second one) O\n\ny O\n")
    data = accord.read(tmp_path)
    assert (data.documents, data.annotators) == (("1", "second one"), ("ann", "bob"))
    assert data.assigned.all()
    assert [one.cards.tolist() for one in data.continua()] == [[1, 0], [0, 0]]


def test_other_tokens_are_another_text(tmp_path: Path) -> None:
    (tmp_path / "ann.conll").write_text("x\tO\ny\tB-A\n")
    (tmp_path / "bob.conll").write_text("x\tO\nz\tB-A\n")
    with pytest.raises(accord.DataError, match=r"bob.conll:1: document 'document' has two texts.*ACC040"):
        accord.read(tmp_path)


def test_lines_without_a_tag(tmp_path: Path) -> None:
    (tmp_path / "ann.conll").write_text("x\tO\n" * 250 + "y\n")
    with pytest.raises(accord.DataError, match=r"ann.conll:251: no token with a tag: 'y' \[ACC047\]"):
        accord.read(tmp_path / "ann.conll")


def test_a_table_is_no_conll(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text("item\tannotator\tlabel\n1\tA\tO\n1\tB\tO\n")
    assert accord.read(tmp_path / "t.tsv").n_labels == 2


def test_a_conll_file_of_label_studio_with_one_annotation_per_text_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text("-DOCSTART- -X- O\nx -X- _ O\ny -X- _ B-A\n\nz -X- _ O\n")
    assert [len(layer) for layer in read_campaign(tmp_path / "a.conll").layers] == [1]
