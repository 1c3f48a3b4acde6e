"""Who was asked: told, known from rows without annotations, or guessed and said."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from accord.evaluation import both_readings, other_reading
from untyped import accord

SPANS = "document,annotator,category,start,end\n"
TABLE = SPANS + "d1,A,x,0,5\nd1,B,x,0,5\nd2,A,x,1,4\nd3,A,y,2,9\nd3,B,y,3,9\n"
Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(name: str, content: str) -> Path:
        (tmp_path / name).write_text(content, encoding="utf-8")
        return tmp_path / name

    return written


def test_a_row_that_is_not_there_is_a_guess(write: Write) -> None:
    data = accord.read(write("s.csv", TABLE))
    assert data.assigned.tolist() == [[True, True], [True, False], [True, True]]
    (said,) = [one for one in data.read_as if one.aspect == "asked"]
    assert said.guessed
    assert said.line().endswith("(1 of 6 pairs of document and annotator), guessed; otherwise asked='everyone', asked=")
    with pytest.raises(accord.DataError, match=r"ACC200.*asked='everyone'"):
        accord.read(write("s.csv", TABLE), strict=True)
    full = accord.read(write("f.csv", TABLE + "d2,B,x,1,4\n"), strict=True)
    assert not any(one.aspect == "asked" for one in full.read_as)


def test_a_row_without_a_unit_tells(write: Write) -> None:
    data = accord.read(write("s.csv", TABLE + "d4,A,,,\nd4,B,x,0,1\n"), strict=True)
    assert data.assigned.tolist() == [[True, True], [True, False], [True, True], [True, True]]
    assert other_reading(data) is None


def test_everyone_or_a_table_tells(write: Write) -> None:
    path = write("s.csv", TABLE)
    assert accord.read(path, asked="everyone", strict=True).assigned.all()
    long = write("asked.csv", "document,annotator\nd1,A\nd1,B\nd2,A\nd2,B\nd3,A\nd3,B\nd9,A\nd9,B\nd1,C\n")
    told = accord.read(path, asked=long, strict=True)
    assert (told.documents, told.annotators) == (("d1", "d2", "d3", "d9"), ("A", "B", "C"))
    assert told.assigned.sum() == 9
    wide = write("wide.csv", "document,A,B\nd1,1,1\nd2,x,\nd3,yes,1\n")
    assert accord.read(path, asked=wide).assigned.tolist() == accord.read(path).assigned.tolist()
    pairs = {"d1": ["A", "B"], "d2": ["A"], "d3": ["A", "B"]}
    assert accord.read(path, asked=pairs, strict=True).sha256 == accord.read(path).sha256


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (
            "document,annotator\nd1,A\nd1,B\nd2,B\nd3,A\nd3,B\n",
            "'A' has annotations in 'd2' and was not asked about it",
        ),
        ("document,annotator\nx1,A\nx2,B\nd1,A\n", "2 of 3 documents are not in the data, such as 'x1'"),
        ("document,A,B\nd1,maybe,1\n", r"asked.csv:2: 'maybe' in column 'A' is neither yes nor no"),
    ],
)
def test_a_table_that_contradicts_the_data(write: Write, table: str, message: str) -> None:
    with pytest.raises(accord.DataError, match=rf"{message}.*ACC221"):
        accord.read(write("s.csv", TABLE), asked=write("asked.csv", table))


def test_most_documents_may_be_in_the_table_alone(write: Write) -> None:
    """Where there is rarely something to be found: all names of the data are in the table, and many more."""
    rows = [f"{name},{who}\n" for name in ("d1", "d2", "d3", *(f"e{place}" for place in range(20))) for who in "AB"]
    told = accord.read(write("s.csv", TABLE), asked=write("asked.csv", "document,annotator\n" + "".join(rows)))
    assert isinstance(told, accord.Spans)
    assert (told.n_documents, int(told.assigned.sum())) == (23, 46)


def test_answers_and_relations(write: Write) -> None:
    answers = write("a.csv", "item,annotator,answer\n1,A,u\n1,B,v\n2,A,w\n")
    assert [one.guessed for one in accord.read(answers).read_as if one.aspect == "asked"] == [True]
    assert accord.read(answers, asked="everyone").assigned.all()
    links = write("l.csv", "document,annotator,origin,target,label\nd1,A,1,2,s\nd1,B,1,2,s\nd2,A,1,2,s\n")
    assert [one.guessed for one in accord.read(links).read_as if one.aspect == "asked"] == [True]
    assert accord.read(links, asked="everyone").assigned.all()
    told = write("m.csv", "document,annotator,origin,target,label\nd1,A,1,2,s\nd1,B,,,\nd2,A,1,2,s\n")
    assert [one.guessed for one in accord.read(told).read_as if one.aspect == "asked"] == [False]


def test_spans_in_python() -> None:
    units = {"d1": [("A", 0, 5, "x"), ("B", 0, 5, "x")], "d2": [("A", 1, 4, "x")]}
    guessed = accord.spans(units)
    assert guessed.assigned.all()
    (said,) = guessed.read_as
    assert said.text == "everyone about every document, also where somebody has no annotation (1 pair of 4)"
    assert (said.guessed, said.options) == (True, ("asked",))
    other = other_reading(guessed)
    assert other is not None
    assert other.assigned.tolist() == [[True, True], [True, False]]
    assert accord.spans(units, asked="everyone").read_as == accord.spans(units, annotators=["A", "B"]).read_as == ()
    told = accord.spans(units, asked=[("d1", "A"), ("d1", "B"), ("d2", "A")])
    assert told.assigned.tolist() == [[True, True], [True, False]]
    with pytest.raises(accord.UsageError, match="asked='all' is not known"):
        accord.spans(units, asked="all")


@pytest.mark.deep
def test_both_values_for_the_models_that_found_nothing(write: Write, shared_data: Path) -> None:
    """Six models on twelve texts, one row per error they mark: γ is .303, and .124 if all were asked about all."""
    rows = []
    for path in sorted((shared_data / "models/spans").glob("d2t-*.jsonl")):
        name = path.stem.removeprefix("d2t-")
        for line in path.read_text(encoding="utf-8").splitlines() if name not in ("people", "texts") else ():
            text = json.loads(line)
            for one in text["annotations"]:
                where = f"{text['dataset']}/{text['setup_id']}/{text['example_idx']}"
                rows.append(f"{where},{name},{one['type']},{one['start']},{one['start'] + len(one['text'])}\n")
    path = write("models.csv", SPANS + "".join(rows))
    (result,) = accord.measure(accord.read(path), ["gamma"], confidence=None)
    assert result.value == pytest.approx(0.303, abs=0.02)  # chance is sampled, with this precision
    told = accord.measure(accord.read(path, asked="everyone"), "gamma", confidence=None)
    assert told.value == pytest.approx(0.124, abs=0.02)
    assert both_readings([result]) == (
        f"γ is {result.value:.3f} if whoever has nothing in a document was not asked about it, and "
        f"{told.value:.3f} if everyone was asked about every document"
    )
    assert both_readings([told]) is None
