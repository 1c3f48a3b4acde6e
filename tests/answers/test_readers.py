"""Files of answers: campaigns' own forms and tables; what is refused, and where."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.annotations.answers import Answers
from accord.formats.readers import semdis, semeval2007
from accord.results import DataError
from accord.scoring import score
from untyped import accord


@pytest.mark.parametrize(
    ("name", "reader", "items", "number", "distinct"),
    [
        ("semdis2014/semdis2014_lexsub_gold.txt", semdis, 300, 3961, 1098),
        ("lst2007/lst_test.gold", semeval2007, 1703, 10563, 2722),
        ("semdis2014/baseline_dicosyn.txt", semdis, 300, 2800, 262),
        ("lst2007/t/oracle.oot", semeval2007, 300, 1152, 617),
    ],
)
def test_files_of_campaigns_are_recognised(
    shared_data: Path, name: str, reader: object, items: int, number: int, distinct: int
) -> None:
    path = shared_data / "answers" / name
    sure = {one: one.sniff(path) for one in (semdis, semeval2007)}
    assert max(sure, key=lambda one: sure[one]) is reader
    data = accord.read(path)
    assert isinstance(data, Answers)
    assert (data.n_items, len(data), len(data.vocabulary)) == (items, number, distinct)
    assert data.counted == ("gold" in name)


def test_gold_answers_that_differ_in_spaces_are_one(shared_data: Path) -> None:
    """Thirteen lines of the test data list an answer twice, once with a space too many: yard.n 801 'garden'."""
    data = accord.read(shared_data / "answers" / "lst2007" / "lst_test.gold")
    item = next(one for one in data.items if one.endswith(" 801"))
    assert data.counts(item)["garden"] == 3


def test_runs_are_annotators_named_after_their_files(shared_data: Path) -> None:
    folder = shared_data / "answers" / "semdis2014"
    runs = accord.read([folder / "baseline_dicosyn.txt", folder / "output_file.txt"])
    assert runs.annotators == ("baseline_dicosyn", "output_file")
    assert runs.given("aisé.a 2", "baseline_dicosyn")[:2] == ("libre", "facile")
    assert accord.measure(runs, "pa", confidence=None).value > 0


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a.n 1 :: x 3;y;\na.n 2 :: z 1;\n", None),
        ("a.n 1 :: x 3;\nwhat is this\n", r"gold\.txt:2: 'what is this' has no '::'.*ACC047"),
        ("a.n 1 :: x 3;\na.n 1 :: y 3;\n", r"gold\.txt:2: item 'a\.n 1' occurs twice, first in line 1.*ACC047"),
    ],
)
def test_bad_lines_are_refused_with_their_place(tmp_path: Path, content: str, message: str | None) -> None:
    path = tmp_path / "gold.txt"
    path.write_text(content, encoding="utf-8")
    if message is None:  # as gold it is refused, though it could be the run of a system
        with pytest.raises(DataError, match=r"gold\.txt:1: the answer 'y' of 'a\.n 1' has no number"):
            score(path, {"a.n 1": ["x"]})
        return
    with pytest.raises(DataError, match=message):
        score(path, {"a.n 1": ["x"]})


def test_a_gold_file_is_no_system(tmp_path: Path) -> None:
    path = tmp_path / "gold.txt"
    path.write_text("a.n 1 :: x 3;y 1;\n", encoding="utf-8")
    with pytest.raises(DataError, match="ACC087"):
        score(path, path)


@pytest.mark.parametrize("given_path", ["absent.txt", "."])
def test_what_cannot_be_opened(given_path: str) -> None:
    with pytest.raises(DataError, match="ACC001"):
        score({"1": {"x": 1}}, given_path)


def test_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "run.txt").touch()
    with pytest.raises(DataError, match="ACC002"):
        score({"1": {"x": 1}}, tmp_path / "run.txt")


def test_tables_with_annotators(tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    path.write_text("item,annotator,answer,text\n1,A,vide,s\n1,B,vide,s\n1,B,distance,s\n2,A,,t\n2,B,lieu,t\n")
    data = accord.read(path)
    assert isinstance(data, Answers)
    assert data.assigned.all()
    assert (data.given("1", "B"), data.given("2", "A")) == (("vide", "distance"), ())
    assert data.texts == ["s", "t"]
    assert isinstance(accord.read(path, kind="labels", label_column="text"), accord.Labels)


def test_tables_of_counts(tmp_path: Path) -> None:
    path = tmp_path / "counts.csv"
    path.write_text("item,answer,count\n1,vide,7\n1,distance,3\n")
    assert accord.read(path).counts("1") == {"vide": 7, "distance": 3}
    path.write_text("item,answer,count\n1,vide,7.5\n")
    with pytest.raises(DataError, match=r"counts\.csv:2: 7\.5 is not a count.*ACC085"):
        accord.read(path)


def test_several_systems_in_one_table(tmp_path: Path) -> None:
    gold, runs = tmp_path / "gold.csv", tmp_path / "runs.csv"
    gold.write_text("item,annotator,answer\n1,A,x\n1,B,x\n1,B,y\n2,A,z\n")
    runs.write_text("item,annotator,answer\n1,one,x\n2,one,z\n1,two,y\n2,two,\n")
    found = accord.rank_systems(gold, runs, "oot", confidence=None)
    values = {one.name: one.result.value for one in found.systems}
    assert values == {"one": pytest.approx((2 / 3 + 1) / 2), "two": pytest.approx(1 / 6)}


def test_answers_go_through_a_table_and_come_back(tmp_path: Path) -> None:
    from accord.formats import write

    data = accord.answers({"1": {"A": ["x", "y"], "B": []}, "2": {"B": ["z"]}})
    write(data, tmp_path / "out.csv", to="csv")
    assert accord.read(tmp_path / "out.csv").sha256 == data.sha256


@given(st.binary(max_size=120), st.sampled_from([b"", b"a.n 1 :: ", b"a.n 1 ::: x;y\n"]))
@settings(max_examples=60)
def test_no_bytes_crash_the_readers(tmp_path_factory: pytest.TempPathFactory, noise: bytes, start: bytes) -> None:
    path = tmp_path_factory.mktemp("noise") / "run.txt"
    path.write_bytes(start + noise)
    for compatibility in (None, "semeval2007", "semdis2014"):
        with contextlib.suppress(DataError):
            score({"a.n 1": {"x": 1, "y": 2}}, path, "oot", compatibility, confidence=None)


def test_where_annotators_are_named_a_column_of_numbers_is_no_count(tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    path.write_text("item,annotator,answer,n\n1,A,vide,7\n1,B,lieu,3\n")
    data = accord.read(path)
    assert (data.annotators, len(data)) == (("A", "B"), 2)
    assert any(one.line() == "set aside: columns not used: n" for one in data.read_as)
