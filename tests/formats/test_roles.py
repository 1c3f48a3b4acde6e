"""Who is a person, a model, a curator or the gold standard, and who is measured."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accord.cli import main
from accord.formats import read_campaign
from untyped import accord

LONG = "item,annotator,label\n" + "".join(
    f"{item},{who},{label}\n"
    for item, labels in enumerate(("aaab", "abbb", "bbba", "aabb"))
    for who, label in zip(("Ann", "Bob", "Cleo", "gold"), labels, strict=True)
)
Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(name: str, content: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        return path

    return written


def aside(data: Any) -> list[str]:
    return [one.line() for one in data.read_as if one.aspect == "set aside"]


def test_a_gold_standard_is_no_annotator(write: Write) -> None:
    path = write("ratings.csv", LONG)
    data = accord.read(path)
    assert data.annotators == ("Ann", "Bob", "Cleo")
    assert aside(data) == [
        "set aside: 1 gold standard (gold), by name: measures are among people, guessed; otherwise only=['*'], "
        "gold_annotator=['gold']"
    ]
    everybody = accord.read(path, only="*")
    assert everybody.annotators == ("Ann", "Bob", "Cleo", "gold")
    assert everybody.roles == {"gold": "gold"}
    assert accord.measure(data, "alpha", confidence=None).value == pytest.approx(
        accord.measure(everybody.of_annotators(["Ann", "Bob", "Cleo"]), "alpha", confidence=None).value
    )
    with pytest.raises(accord.DataError, match=r"1 gold standard.*ACC200.*gold_annotator=\['gold'\]"):
        accord.read(path, strict=True)
    assert accord.read(path, strict=True, gold_annotator="gold").annotators == ("Ann", "Bob", "Cleo")


def test_models_are_told_or_known_by_name(write: Write, shared_data: Path) -> None:
    """WAX has eight people and six models."""
    wax = accord.read(shared_data / "models/labels/wax.csv")
    assert len(wax.annotators) == 8
    assert all(name.startswith("person ") for name in wax.annotators)
    assert len(accord.read(shared_data / "models/labels/wax.csv", only="*").annotators) == 14
    path = write("ratings.csv", LONG)
    told = accord.read(path, models="C*")
    assert told.annotators == ("Ann", "Bob")
    assert "1 model (Cleo), 1 gold standard (gold)" in aside(told)[0]
    assert accord.read(path, without="Ann").annotators == ("Bob", "Cleo")
    assert accord.read(path, only=["gold", "Ann"]).annotators == ("Ann", "gold")


def test_models_alone_are_measured_and_it_is_said(write: Write) -> None:
    data = accord.read(write("m.csv", LONG.replace("Ann", "gpt-4o").replace("Bob", "gpt-4").replace("Cleo", "o3-mini")))
    assert data.annotators == ("gpt-4", "gpt-4o", "o3-mini")
    said = [one.text for one in data.read_as if one.aspect == "annotators"]
    assert said == ["3 models (gpt-4, gpt-4o, o3-mini) and no people: measured among the models"]
    one = accord.read(write("one.csv", LONG.replace("Ann", "gpt-4o").replace("Bob", "gpt-4")))
    assert one.annotators == ("Cleo", "gpt-4", "gpt-4o")
    assert any("2 models (gpt-4, gpt-4o) and one person (Cleo): measured together" in text for text in texts(one))


def texts(data: Any) -> list[str]:
    return [reading.text for reading in data.read_as]


def test_one_annotator_beside_the_gold_standard_is_measured_with_it(write: Write) -> None:
    """There is nothing else to measure."""
    lines = [line for line in LONG.splitlines() if ",Bob," not in line and ",Cleo," not in line]
    data = accord.read(write("r.csv", "\n".join(lines)), strict=True)
    assert data.annotators == ("Ann", "gold")
    assert "1 gold standard (gold) and one person (Ann): measured together" in texts(data)


def test_an_unknown_name_is_answered_with_the_nearest(write: Write) -> None:
    path = write("ratings.csv", LONG)
    for option in ("only", "without", "models", "curator", "gold_annotator"):
        with pytest.raises(accord.UsageError, match=r"no annotator 'ANN'; did you mean 'Ann'"):
            accord.read(path, **{option: ["ANN"]})
    with pytest.raises(accord.UsageError, match="a model and a curator"):
        accord.read(path, models="Bob", curator="Bob")
    with pytest.raises(accord.UsageError, match="leave no annotator"):
        accord.read(path, without="*")


def test_a_column_tells_roles(write: Write) -> None:
    header, *lines = LONG.splitlines()
    rows = [f"{line},{'machine' if ',Bob,' in line else 'human'}" for line in lines]
    data = accord.read(write("r.csv", "\n".join([f"{header},annotator_kind", *rows])))
    assert data.annotators == ("Ann", "Cleo", "gold")  # who is told to be human is no gold standard
    assert aside(data) == ["set aside: 1 model (Bob): measures are among people; otherwise only=['*']"]
    spans = "document,annotator,category,start,end,role\nd,A,x,0,5,person\nd,B,x,0,5,person\nd,M,x,0,6,llm\n"
    assert accord.read(write("s.csv", spans)).annotators == ("A", "B")
    assert accord.read(write("s.jsonl", json_lines(spans))).annotators == ("A", "B")
    with pytest.raises(accord.DataError, match=r"s.csv:3.*'A' is a person and a model.*ACC220"):
        accord.read(write("s.csv", "document,annotator,category,start,end,role\nd,A,x,0,5,person\nd,A,x,0,9,llm\n"))
    with pytest.raises(accord.DataError, match=r"'boss' in column 'annotator_role' is not a role.*ACC220"):
        accord.read(write("s.csv", "annotator,annotator_role,start,end\nA,boss,0,5\nB,model,0,9\n"))


def json_lines(table: str) -> str:
    header, *lines = (line.split(",") for line in table.splitlines())
    return "".join(json.dumps(dict(zip(header, line, strict=True))) + "\n" for line in lines)


def test_a_table_of_people(write: Write) -> None:
    path = write("ratings.csv", LONG)
    people = write("people.csv", "annotator,role,age\nAnn,person,30\nBob,model,\nCleo,adjudicator,40\n")
    data = accord.read(path, people=people)
    assert data.annotators == ("Ann", "Bob")  # one person and one model
    assert f"annotators: roles of 3 of 4 annotators in {people}" in [one.line() for one in data.read_as]
    assert accord.read(path, people={"Bob": "model"}).annotators == ("Ann", "Cleo")
    with pytest.raises(accord.DataError, match=r"people.csv:2: 'robot' is not a role.*person, model, curator, gold"):
        accord.read(path, people=write("people.csv", "annotator,role\nAnn,robot\n"))
    with pytest.raises(accord.DataError, match=r"none of 1 annotator in it is in the data, such as 'Zoe'.*ACC220"):
        accord.read(path, people=write("people.csv", "annotator,role\nZoe,model\n"))
    with pytest.raises(accord.DataError, match="ACC001"):
        accord.read(path, people="nowhere.csv")


def test_what_only_others_annotated_goes_with_them(write: Write) -> None:
    data = accord.read(write("r.csv", LONG + "9,gold,c\n10,gold,c\n"))
    assert (data.n_items, data.categories.texts) == (4, ("a", "b"))
    assert not any(one.code == "ACC105" for one in data.diagnostics)  # no item is left with a single label
    table = "document,annotator,category,start,end\n" + "".join(
        f"d{number},{who},{category},0,5\n"
        for number, who, category in ((1, "A", "x"), (1, "B", "x"), (1, "gold", "y"), (2, "gold", "z"))
    )
    spans = accord.read(write("s.csv", table))
    assert (spans.documents, spans.annotators, spans.categories.texts) == (("d1",), ("A", "B"), ("x",))
    answers = accord.read(write("a.csv", "item,annotator,answer\n1,A,u\n1,B,v\n1,gold,w\n2,gold,w\n"))
    assert (answers.items, answers.vocabulary) == (("1",), ("u", "v"))
    links = "document,annotator,origin,target,label\nd1,A,1,2,s\nd1,B,1,2,s\nd1,gold,2,1,t\nd2,gold,1,2,t\n"
    relations = accord.read(write("l.csv", links))
    assert (relations.documents, relations.annotators, relations.labels.texts) == (("d1",), ("A", "B"), ("s",))


def task(number: int, *annotations: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": number, "data": {"text": "Marie"}, "annotations": list(annotations), **more}


def choice(label: str, field: str = "sentiment") -> list[dict[str, Any]]:
    return [{"from_name": field, "to_name": "text", "type": "choices", "value": {"choices": [label]}}]


def test_ground_truth_and_predictions_of_label_studio(write: Write, tmp_path: Path) -> None:
    people = [{"completed_by": who, "result": choice(label)} for who, label in ((1, "x"), (2, "y"))]
    truth = {"completed_by": 3, "ground_truth": True, "result": choice("x")}
    own = {"completed_by": 1, "ground_truth": True, "result": choice("y")}
    guess = {"model_version": "bert v1", "result": choice("z", "guess")}
    export = write("export.json", json.dumps([task(1, *people, truth, predictions=[guess]), task(2, *people, own)]))
    data = accord.read(export)
    assert data.annotators == ("1", "2")
    assert aside(data) == [
        "set aside: 1 model (bert v1), 2 gold standard (1 (ground truth), 3): measures are among people; "
        "otherwise only=['*']"
    ]
    assert data.categories.texts == ("x", "y")
    assert accord.read(export, only="bert v1", field="guess").categories.texts == ("z",)
    campaign = read_campaign(export)
    assert campaign.roles == {"1 (ground truth)": "gold", "3": "gold", "bert v1": "model"}
    accord.write(campaign, tmp_path / "again.json", "label-studio")
    again = read_campaign(tmp_path / "again.json")
    assert (again.annotators, again.roles) == (campaign.annotators, campaign.roles)


def test_a_review_in_prodigy_is_a_curators(write: Write) -> None:
    """The recipe review writes the versions it was decided between."""
    spans = [{"start": 0, "end": 5, "label": "PER"}]
    records = [
        {
            "text": "Marie left",
            "_input_hash": 1,
            "_task_hash": 2,
            "_annotator_id": who,
            "answer": "accept",
            "spans": spans,
        }
        for who in ("ner-ann", "ner-bob")
    ]
    review: dict[str, Any] = {**records[0], "_annotator_id": "final", "_view_id": "review", "versions": [{}, {}]}
    path = write("db.jsonl", "".join(json.dumps(one) + "\n" for one in (*records, review)))
    data = accord.read(path, kind="spans")
    assert data.annotators == ("ner-ann", "ner-bob")
    assert aside(data) == ["set aside: 1 curator (final): measures are among people; otherwise only=['*']"]


def test_a_gold_standard_can_be_the_reference_of_simulations(write: Write, tmp_path: Path) -> None:
    out = str(tmp_path / "noisy.csv")
    words = ["-d", "confuse", "--magnitude", "0", "--reference", "gold", "-o", out]
    assert main(["degrade", str(write("ratings.csv", LONG)), "-q", *words]) == 0
    assert accord.measure(accord.read(out), "alpha", confidence=None).value == 1
    assert main(["degrade", str(tmp_path / "ratings.csv"), *words[:-4], "--reference", "glod"]) == 2


def test_folders_called_gold(write: Write, tmp_path: Path) -> None:
    for who in ("ann", "bob", "adjudicated"):
        write(f"corpus/{who}/d1.txt", "Marie left")
        write(f"corpus/{who}/d1.ann", "T1\tPER 0 5\tMarie\n")
    spans = accord.read(tmp_path / "corpus")
    assert spans.annotators == ("ann", "bob")
    assert accord.read(tmp_path / "corpus", only=["ann", "adjudicated"]).annotators == ("adjudicated", "ann")


def test_the_curator_of_inception(shared_data: Path) -> None:
    """Three files: two users and their curator. Stacked entities had γ .433 with the curator as a third annotator.

    Chance is sampled, with a precision of .02.
    """
    folder = shared_data / "formats/inception-tsv3/simpleRelGovDiffTest"
    spans = accord.read(folder, kind="spans", field="POS")
    assert spans.annotators == ("user1", "user2")
    assert "1 curator (curator), by name" in aside(spans)[0]
    stacked = shared_data / "formats/inception-tsv3/multipleStackedAnnotationsAreNotMergedTest"
    value = accord.measure(accord.read(stacked), "gamma", confidence=None).value
    assert value == pytest.approx(0.763, abs=0.02)
    assert accord.measure(accord.read(stacked, only="*"), "gamma", confidence=None).value == pytest.approx(
        0.433, abs=0.02
    )


def test_roles_travel_with_tables(write: Write, tmp_path: Path) -> None:
    campaign = read_campaign(write("r.csv", LONG), models="Bob")
    for name in ("t.csv", "t.jsonl", "t.parquet", "t.tsv"):
        accord.write(campaign, tmp_path / name)
        again = accord.read(tmp_path / name)
        assert again.annotators == ("Ann", "Cleo"), name
        assert "1 model (Bob), 1 gold standard (gold): measures are among people" in aside(again)[0]


def test_counts_have_nobody_to_choose(write: Write) -> None:
    path = write("c.csv", "item,a,b\n1,2,3\n2,4,1\n")
    assert any(one.code == "ACC180" for one in accord.read(path, counts=True, asked="everyone").diagnostics)
    with pytest.raises(accord.UsageError, match="these are counts"):
        accord.read(path, counts=True, only="x")


def test_tables_of_people_in_other_formats(write: Write, tmp_path: Path) -> None:
    import polars

    path = write("ratings.csv", LONG)
    frame = polars.DataFrame({"annotator": ["Ann", "Bob"], "role": ["person", "model"], "age": [30, 40]})
    frame.write_parquet(tmp_path / "people.parquet")
    table_of_people = frame.select("annotator", "role")
    table_of_people.write_csv(tmp_path / "people.csv")
    expected = accord.read(path, people=tmp_path / "people.csv").annotators
    table_of_people.write_excel(tmp_path / "people.xlsx")
    assert accord.read(path, people=tmp_path / "people.xlsx").annotators == expected
    data = accord.read(path, people=tmp_path / "people.parquet")
    assert data.annotators == expected
    unused = f"set aside: columns of {tmp_path / 'people.parquet'} that are not used: age"
    assert unused in [one.line() for one in data.read_as]
    with pytest.raises(accord.DataError, match=r"this is JSON.*ACC225.*CSV, TSV, Excel, OpenDocument or Parquet"):
        accord.read(path, people=write("people.json", '[{"annotator": "Ann", "role": "person"}]'))
    spans = write("spans.csv", "document,annotator,start,end\n1,A,0,5\n1,B,0,5\n2,A,0,9\n")
    polars.DataFrame({"document": [1, 1, 2], "annotator": ["A", "B", "A"]}).write_parquet(tmp_path / "asked.parquet")
    assert accord.read(spans, asked=tmp_path / "asked.parquet").assigned.tolist() == [[True, True], [True, False]]


def test_a_curator_comes_back_from_label_studio(write: Write, tmp_path: Path) -> None:
    campaign = accord.read_campaign(write("ratings.csv", LONG), curator="Cleo")
    (path,) = accord.write(campaign, tmp_path / "export.json", "label-studio")
    back = accord.read_campaign(path)
    assert back.roles == campaign.roles
    assert back.roles["Cleo"] == "curator"
    assert set(back.annotators) == set(campaign.annotators)


def test_guesses_about_tables_of_relations_and_encodings(tmp_path: Path) -> None:
    relations, units = tmp_path / "relations.csv", tmp_path / "units.csv"
    relations.write_text("document,annotator,origin,target,label\nd,A,1,2,x\nd,B,1,2,y\n")
    units.write_text("document;unit;text\nd;1;a\nd;2;b\n")
    data = accord.read([relations, units])
    assert "fields are separated by semicolon" in [one.text for one in data.read_as]
    with pytest.raises(accord.DataError, match="separated by semicolon"):
        accord.read([relations, units], strict=True)
    path = tmp_path / "ratings.csv"
    path.write_bytes("item,annotator,label\n1,René,a\n1,Bob,b\n2,René,a\n2,Bob,a\n".encode("cp1252"))
    (guess,) = [one for one in accord.read(path).read_as if one.guessed]
    assert guess.text == f"the text encoding of {path} is Windows-1252"
    with pytest.raises(accord.DataError, match=r"Windows-1252.*encoding="):
        accord.read(path, strict=True)
    assert accord.read(path, strict=True, encoding="cp1252").annotators == ("Bob", "René")
