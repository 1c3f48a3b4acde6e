"""A project reads every field exactly as a reading of that field alone does."""

import zipfile
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import accord

HEADER = "item,annotator,polite,tone,q3\n"


def _write(folder: Path, text: str, name: str = "survey.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def _survey(folder: Path, cells: list[tuple[str, str, str]]) -> Path:
    rows = [f"s{place // 3},{'abc'[place % 3]},{','.join(one)}" for place, one in enumerate(cells)]
    return _write(folder, HEADER + "\n".join(rows) + "\n")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("projects")


_ROW = st.tuples(st.sampled_from(["yes", "no", ""]), st.sampled_from(["1", "2", "3", ""]), st.sampled_from("xyz"))


@settings(max_examples=25)
@given(st.lists(_ROW, min_size=12, max_size=60))
def test_each_question_of_a_table_is_what_it_is_alone(folder: Path, cells: list[tuple[str, str, str]]) -> None:
    path = _survey(folder, cells)
    columns = ["polite", "tone", "q3"]
    try:
        made = accord.project(path, label_columns=columns)
    except accord.DataError:  # not one of them can be read
        reject()
    assert sorted([*made, *made.unanswered, *made.refused]) == sorted(columns)
    for name in made.refused:
        with pytest.raises(accord.DataError):
            accord.read(path, label_column=name)
    for name, data in made.items():
        alone_read = accord.read(path, label_column=name)
        assert data == alone_read == accord.read(path, field=name)
        one, other = accord.measure(data, replicates=20), accord.measure(alone_read, replicates=20)
        assert [str(result.as_json()) for result in one] == [str(result.as_json()) for result in other]


@pytest.mark.parametrize("file", ["export.json", "export-min.json", "snapshot-with-users.json"])
def test_each_field_of_an_export_is_what_it_is_alone(shared_data: Path, file: str) -> None:
    path = shared_data / "formats/label-studio-live" / file
    made = accord.project(path)
    assert {"ner", "sentiment", "subst"} <= set(made)
    for name, data in made.items():
        alone = accord.read(path, field=name)
        assert data == alone
        assert (data.read_as, data.diagnostics) == (alone.read_as, alone.diagnostics)
        assert str(accord.measure(data, replicates=20)) == str(accord.measure(alone, replicates=20))


def test_real_table_with_an_answer_per_column(shared_data: Path) -> None:
    path = shared_data / "labels/convabuse/ConvAbuseEMNLPfull.csv"
    made = accord.project(path)
    assert list(made) == ["is_abuse", "type", "target", "direction"]
    for name, data in made.items():
        assert data == accord.read(path, field=name)
    assert len(made.documents) == 4185


def test_questions_are_recognised_and_attributes_are_not(tmp_path: Path) -> None:
    rows = [
        f"s{item},{who},{'ab'[(item + n) % 2]},{'xyz'[(item * n) % 3]},{'news' if item % 2 else 'blog'},{20 + n},"
        for item in range(8)
        for n, who in enumerate(("ann", "bob", "cem"))
    ]
    path = _write(tmp_path, "item,annotator,irony,fluency,medium,years,q9\n" + "\n".join(rows) + "\n")
    made = accord.project(path)
    assert list(made) == ["irony", "fluency"]
    aside = next(one.text for one in made.read_as if one.aspect == "set aside")
    assert "'medium'" in aside
    assert "'years'" in aside


def test_a_series_called_question_is_one_of_questions(tmp_path: Path) -> None:
    rows = ["1,a,x,y,Is it so?", "1,b,y,y,Is it so?", "2,a,y,x,Or so?", "2,b,y,y,Or so?"]
    path = _write(tmp_path, "\n".join(["item,annotator,question 1,question 2,sentence 1", *rows, ""]))
    assert list(accord.project(path)) == ["question 1", "question 2"]


def test_one_label_column_is_one_field(tmp_path: Path) -> None:
    path = _write(tmp_path, "item,annotator,label,hard\n1,a,x,1\n1,b,x,2\n2,a,y,1\n2,b,x,2\n")
    assert list(accord.project(path)) == ["label"]
    wide = _write(tmp_path, "item,ann,bob\n1,x,x\n2,y,x\n3,y,y\n", "wide.csv")
    assert list(accord.project(wide)) == ["label"]


def test_a_question_that_nobody_answered_is_told(tmp_path: Path) -> None:
    path = _write(tmp_path, "item,annotator,q1,q2,q3\n1,a,x,y,\n1,b,y,y,\n2,a,y,x,\n2,b,y,y,\n")
    made = accord.project(path)
    assert list(made) == ["q1", "q2"]
    assert made.unanswered == ("q3",)
    assert [one.code for one in made.diagnostics] == ["ACC481"]


def test_two_fields_of_one_name(tmp_path: Path) -> None:
    with pytest.raises(accord.DataError, match="two columns are called 'q1'"):
        accord.project(_write(tmp_path, "item,annotator,q1,q1\n1,a,x,y\n1,b,x,y\n"))
    task = (
        '[{"id": 1, "data": {"text": "t"}, "annotations": [{"completed_by": %d, "result": ['
        '{"from_name": "q", "type": "choices", "value": {"choices": ["a"]}},'
        '{"from_name": "q", "type": "textarea", "value": {"text": ["b"]}}]}]}]'
    )
    for who in (1, 2):
        _write(tmp_path, task % who, f"{who}.json")
    made = accord.project([tmp_path / "1.json", tmp_path / "2.json"])
    assert list(made) == ["q (labels)", "q (answers)"]
    assert "ACC480" in [one.code for one in made.diagnostics]


def test_tables_that_do_not_ask_everything(tmp_path: Path) -> None:
    one = _write(tmp_path, "item,annotator,q1,q2\n1,a,x,y\n2,a,y,y\n1,b,x,x\n2,b,x,y\n", "one.csv")
    two = _write(tmp_path, "item,annotator,q1\n1,c,x\n2,c,y\n", "two.csv")
    made = accord.project([one, two], label_columns=["q1", "q2"])
    assert made["q1"].n_annotators == 3
    assert made["q2"].n_annotators == 2
    assert [str(note.place.file).rpartition("/")[2] for note in made.diagnostics] == ["two.csv"]


def test_a_column_that_is_not_there(tmp_path: Path) -> None:
    path = _write(tmp_path, "item,annotator,q1,q2\n1,a,x,y\n1,b,x,x\n")
    with pytest.raises(accord.DataError, match="there is no column 'q7'"):
        accord.project(path, label_columns=["q1", "q7"])
    with pytest.raises(accord.DataError, match="named twice"):
        accord.project(path, label_columns=["q1", "q1"])
    with pytest.raises(accord.UsageError, match="no field 'q7'"):
        accord.project(path, label_columns=["q1", "q2"])["q7"]


def test_a_frame_is_read_as_its_file(tmp_path: Path) -> None:
    path = _write(tmp_path, "item,annotator,q1,q2\n1,a,x,y\n1,b,x,x\n2,a,y,y\n2,b,x,x\n")
    frame = accord.project(pl.read_csv(path))
    assert {name: frame[name] for name in frame} == dict(accord.project(path))


def test_a_question_that_cannot_be_read_does_not_lose_the_others(tmp_path: Path) -> None:
    text = "item,annotator,q1,q2\n1,a,x,low\n1,b,x,high\n2,a,y,low\n2,b,x,high\n"
    made = accord.project(_write(tmp_path, text), label_columns=["q1", "q2"], categories=["x", "y"])
    assert list(made) == ["q1"]
    assert "not a declared category" in made.refused["q2"].message
    assert [one.code for one in made.diagnostics] == ["ACC483"]


def test_a_field_that_only_a_model_answered_is_told(tmp_path: Path) -> None:
    choice = '{"from_name": "%s", "type": "choices", "value": {"choices": ["%s"]}}'
    people = [
        f'{{"completed_by": {who}, "result": [{choice % ("tone", "ab"[who % 2])}, {choice % ("topic", "x")}]}}'
        for who in (1, 2)
    ]
    said = f'{{"model_version": "robot", "result": [{choice % ("tone", "a")}, {choice % ("risk", "low")}]}}'
    task = f'{{"id": 1, "data": {{"text": "t"}}, "annotations": [{", ".join(people)}], "predictions": [{said}]}}'
    made = accord.project(_write(tmp_path, f"[{task}]", "export.json"))
    assert list(made) == ["tone", "topic"]
    assert made.unanswered == ("risk",)
    assert made.models == ("robot",)


def test_files_of_an_archive_are_called_as_in_the_archive(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "survey.zip", "w") as archive:
        archive.writestr("inner/survey.csv", "item,annotator,q1,q2\n1,a,x,y\n1,b,x,x\n2,a,y,y\n2,b,x,x\n")
    made = accord.project(tmp_path / "survey.zip")
    assert list(made) == ["q1", "q2"]
    assert all("survey.zip" in str(data.source) for data in (made, *made.values()))


def test_an_assignment_that_is_cancelled_and_annotated_is_told(tmp_path: Path) -> None:
    choice = '[{"from_name": "tone", "type": "choices", "value": {"choices": ["a"]}}]'
    given = [f'{{"completed_by": {who}, "result": {choice}}}' for who in (1, 2)]
    given.append('{"completed_by": 1, "was_cancelled": true, "result": []}')
    task = f'{{"id": 1, "data": {{"text": "t"}}, "annotations": [{", ".join(given)}]}}'
    made = accord.project(_write(tmp_path, f"[{task}]", "export.json"))
    assert [one.code for one in made.diagnostics] == ["ACC485"]
    assert made["tone"].annotators == ("1", "2")
