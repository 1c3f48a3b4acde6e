"""Which files are one campaign, which are rounds, and which are asked about."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from untyped import accord

Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(name: str, content: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        return path

    return written


def table(people: str, items: str) -> str:
    rows = "".join(f"{item},{who},x\n" for who in people for item in items)
    return "item,annotator,label\n" + rows


def test_other_annotators_on_the_same_items_are_one_campaign(write: Write) -> None:
    data = accord.read([write("a.csv", table("AB", "123")), write("b.csv", table("CD", "123"))], strict=True)
    assert data.annotators == ("A", "B", "C", "D")
    assert data.read_as[0].line() == "files: 2 files with other annotators on the same items: one campaign"
    part = accord.read([write("a.csv", table("AB", "123")), write("c.csv", table("CD", "345"))])
    assert part.read_as[0].text.endswith("(1 item in all of them)")


@pytest.mark.parametrize(
    ("second", "message"),
    [
        (table("AB", "123"), r"'r1.csv' and 'r2.csv': the same annotators \(A, B\) on the same items: rounds"),
        (table("AB", "456"), r"the same annotators \(A, B\) on other items: rounds are not pooled"),
        (table("AB", "345"), r"the same annotators \(A, B\) on partly the same items \(1\): rounds"),
        (table("BC", "123"), r"1 of the annotators \(B\) on the same items, and others: rounds, or parts"),
        (table("CD", "456"), r"'r1.csv' shares neither annotators nor items with the other files"),
    ],
)
def test_rounds_are_not_pooled_unless_told(write: Write, second: str, message: str) -> None:
    files = [write("r1.csv", table("AB", "123")), write("r2.csv", second)]
    with pytest.raises(accord.DataError, match=rf"{message}.*ACC222.*pool=True pools them"):
        accord.read(files)
    pooled = accord.read(files, pool=True)
    assert pooled.read_as[0].line() == "files: 2 files pooled, as asked"
    assert pooled.n_labels + pooled.n_repeated == 12


def test_answers_and_relations_too(write: Write) -> None:
    answers = [write(f"{name}.csv", "item,annotator,answer\n1,A,u\n1,B,v\n") for name in ("a1", "a2")]
    with pytest.raises(accord.DataError, match="ACC222"):
        accord.read(answers)
    links = [write(f"{name}.csv", "document,annotator,origin,target\nd,A,1,2\nd,B,1,2\n") for name in ("l1", "l2")]
    with pytest.raises(accord.DataError, match="ACC222"):
        accord.read(links)


def export(number: int, *people: int) -> str:
    result = [{"from_name": "s", "to_name": "text", "type": "choices", "value": {"choices": ["x"]}}]
    annotations = [{"completed_by": who, "result": result} for who in people]
    return json.dumps([{"id": number, "data": {"text": "Marie"}, "annotations": annotations}])


def test_exports_are_rounds_as_well(write: Write, tmp_path: Path) -> None:
    files = [write("round/1.json", export(1, 7, 8)), write("round/2.json", export(2, 7, 8))]
    with pytest.raises(accord.DataError, match=r"'1.json' and '2.json': the same annotators \(7, 8\) on other doc"):
        accord.read(files)
    assert accord.read(files, pool=True).n_items == 2
    assert accord.read(tmp_path / "round").n_items == 2  # a folder is one export
    other = [files[0], write("other.json", export(1, 9))]
    assert accord.read(other).annotators == ("7", "8", "9")


def test_two_folders_of_the_same_people_are_rounds(write: Write, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        for who in ("ann", "bob"):
            write(f"{folder}/{who}/d.txt", "Marie left")
            write(f"{folder}/{who}/d.ann", "T1\tPER 0 5\tMarie\n")
    with pytest.raises(accord.DataError, match=r"'one' and 'two': the same annotators \(ann, bob\).*ACC222"):
        accord.read([tmp_path / "one", tmp_path / "two"])
    assert accord.read(tmp_path / "one").annotators == ("ann", "bob")
    files = [tmp_path / f"one/{who}/d.ann" for who in ("ann", "bob")]
    assert accord.read(files).annotators == ("ann", "bob")
