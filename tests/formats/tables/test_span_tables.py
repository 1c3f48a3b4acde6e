"""Tables of spans and relations: recognised by their header, or without one."""

import io
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from formats.mutations import workbook
from untyped import accord

HEADER = ("document", "annotator", "category", "start", "end")
ROWS = [("d1", "A", "x", 0, 5), ("d1", "A", "y", 2, 6), ("d1", "B", "x", 0, 5), ("d2", "A", "x", 1, 4)]
CSV = ",".join(HEADER) + "\n" + "".join(",".join(map(str, row)) + "\n" for row in ROWS)


def parquet() -> bytes:
    buffer = io.BytesIO()
    pl.DataFrame(ROWS, schema=list(HEADER), orient="row").write_parquet(buffer)
    return buffer.getvalue()


def put(tmp_path: Path, name: str, content: str | bytes) -> Path:
    (tmp_path / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return tmp_path / name


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("s.csv", CSV),
        ("s.tsv", CSV.replace(",", "\t")),
        ("french.csv", "Document;Annotateur;Catégorie;Début;Fin\n" + CSV.partition("\n")[2].replace(",", ";")),
        ("commas.csv", CSV.replace(",", ";").replace(";5\n", ";5,0\n")),
        ("order.csv", "end,start,label,annotator,doc\n" + "".join(f"{e},{s},{c},{a},{d}\n" for d, a, c, s, e in ROWS)),
        ("s.jsonl", "".join(json.dumps(dict(zip(HEADER, row, strict=True))) + "\n" for row in ROWS)),
        ("s.json", json.dumps([dict(zip(HEADER, row, strict=True)) for row in ROWS])),
        ("s.parquet", parquet()),
        ("s.xlsx", workbook([HEADER, *ROWS])),
    ],
)  # fmt: skip
def test_the_same_spans_whatever_the_file(name: str, content: str | bytes, tmp_path: Path) -> None:
    data = accord.read(put(tmp_path, name, content))
    assert (data.documents, data.annotators, len(data)) == (("d1", "d2"), ("A", "B"), 4)
    assert data.assigned.tolist() == [[True, True], [True, False]]
    assert data.starts.tolist() == [0, 2, 0, 1]
    assert data.sha256 == accord.read(put(tmp_path, "reference.csv", CSV)).sha256
    assert any("a table of spans: document = " in one.text for one in data.read_as)


@pytest.mark.parametrize(
    ("name", "annotators", "units"),
    [("2x100", 2, 215), ("3x25", 3, 81), ("5x100", 5, 515)],
)
def test_csv_of_pygamma_agreement(name: str, annotators: int, units: int, shared_data: Path) -> None:
    """By hand: `wc -l`, `cut -d, -f1 | sort -u | wc -l`."""
    path = shared_data / f"spans/{name}.csv"
    data = accord.read(path)
    lines = path.read_text().splitlines()
    assert (data.n_documents, data.n_annotators, len(data)) == (1, annotators, units)
    assert any("no header: annotator, category, start, end" in one.text and one.guessed for one in data.read_as)
    first = lines[0].split(",")
    assert (data.category(0), data.starts[0], data.ends[0]) == (first[1], float(first[2]), float(first[3]))


@pytest.mark.parametrize(
    ("content", "options"),
    [
        ("item,1,2,3\ns1,2,2,3\ns1,3,3,4\n", {}),
        ("item,A,0,1\ns1,x,0,1\ns2,y,0,1\n", {}),
        ("s,a,3,1\ns1,a,3,1\ns2,b,0,1\n", {"annotators": ["a", "3", "1"]}),
        ("1,2,3,4\n1,2,3,4\n2,2,3,4\n", {"annotators": ["1", "2", "3", "4"]}),
        ("a,b,c,d\nx,y,1,2\nx,y,1,2\n", {}),
    ],
)
def test_tables_of_labels_stay_tables_of_labels(content: str, options: dict[str, Any], tmp_path: Path) -> None:
    """With a word about the columns where the first line may be data."""
    if options:
        with pytest.raises(accord.DataError, match="the first line may be data"):
            accord.read(put(tmp_path, "t.csv", content))
    assert isinstance(accord.read(put(tmp_path, "t.csv", content), **options), accord.Labels)


def test_labels_with_times_are_no_spans(tmp_path: Path) -> None:
    content = "item,annotator,label,start,end\n1,A,x,0,5\n1,B,x,1,5\n"
    assert isinstance(accord.read(put(tmp_path, "t.csv", content)), accord.Labels)
    assert len(accord.read(put(tmp_path, "t.csv", content), kind="spans")) == 2


def test_who_found_nothing_has_a_row_without_bounds(tmp_path: Path) -> None:
    data = accord.read(put(tmp_path, "s.csv", CSV + "d2,B,,,\n"))
    assert data.assigned.all()
    assert data.continuum(1).cards.tolist() == [1, 0]


def test_everybody_who_was_asked_may_be_named(tmp_path: Path) -> None:
    data = accord.read(put(tmp_path, "s.csv", "annotator,start,end\nA,0,5\n"), kind="spans", annotators=["C", "A"])
    assert data.annotators == ("C", "A")
    assert data.continuum(0).cards.tolist() == [0, 1]


def test_names_and_lengths(tmp_path: Path) -> None:
    data = accord.read(put(tmp_path, "s.csv", "annotator,start,end,id,length\nA,0,5,u1,60\nB,1,5,u2,60\n"))
    assert (data.names, data.lengths.tolist(), data.category(0)) == (["u1", "u2"], [60.0], None)


def test_columns_may_be_told(tmp_path: Path) -> None:
    path = put(tmp_path, "s.csv", "who,von,bis,was,wo\nA,0,5,x,d1\nB,1,5,x,d1\n")
    data = accord.read(
        path, annotator_column="who", start_column="von", end_column="bis", label_column="was", document_column="wo"
    )
    assert (data.annotators, data.documents, data.categories.texts) == (("A", "B"), ("d1",), ("x",))


def test_several_tables_are_one_corpus(tmp_path: Path) -> None:
    header, *lines = CSV.splitlines()
    paths = [put(tmp_path, f"{number}.csv", "\n".join([header, line, ""])) for number, line in enumerate(lines)]
    assert accord.read(paths, pool=True).sha256 == accord.read(put(tmp_path, "all.csv", CSV)).sha256
    labels = put(tmp_path, "l.csv", "item,annotator,label\n1,A,x\n")
    with pytest.raises(accord.DataError, match=r"labels and spans cannot be joined \[ACC013\]"):
        accord.read([labels, paths[0]])


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        ("annotator,start,end\nA,0,5\nA,x,5\n", 3, "'x' in column 'start' is not a position"),
        ("annotator,start,end\nA,0,5\nA,7,5\n", 3, "it ends before it starts"),
        ("annotator,start,end\nA,0,5\nA,,5\n", 3, "column 'start' is empty"),
        ("annotator,start,end\nA,0,5\nA,0,inf\n", 3, "is not a position"),
        ("annotator,start,end,length\nA,0,5,6\nA,0,7,6\n", 3, "it ends after the document"),
        ("annotator,start,end,length\nA,0,5,6\nA,0,5,7\n", 3, "has the lengths 6 and 7"),
    ],
)
def test_units_that_cannot_be(content: str, line: int, message: str, tmp_path: Path) -> None:
    with pytest.raises(accord.DataError, match="ACC023") as caught:
        accord.read(put(tmp_path, "s.csv", content))
    assert caught.value.place.line == line
    assert message in caught.value.message


# ---- relations


LINKS = "document,annotator,origin,target,label\nd1,A,1,2,supports\nd1,A,2,3,attacks\nd1,B,1,2,supports\nd2,B,,,\n"


FRENCH = "Document,Annotateur,Origine,Cible,Étiquette\n" + LINKS.partition("\n")[2]
KEYS, *CELLS = (line.split(",") for line in LINKS.split())
LINES = [json.dumps({key: cell or None for key, cell in zip(KEYS, cells, strict=True)}) for cells in CELLS]


@pytest.mark.parametrize(("name", "content"), [("r.csv", LINKS), ("f.csv", FRENCH), ("r.jsonl", "\n".join(LINES))])
def test_units_found_in_the_relations(name: str, content: str, tmp_path: Path) -> None:
    data = accord.read(put(tmp_path, name, content))
    assert data.links("d1", "A") == [("1", "2", "supports"), ("2", "3", "attacks")]
    assert (data.n_units, data.given) == (3, True)
    assert data.assigned.tolist() == [[True, True], [False, True]]


def test_relations_beside_the_units_everybody_was_given(tmp_path: Path) -> None:
    units = put(tmp_path, "units.csv", "document,unit,text\nd1,1,one\nd1,2,two\nd1,3,three\nd1,4,four\nd2,1,one\n")
    data = accord.read([units, put(tmp_path, "r.csv", LINKS)])
    assert (data.n_units, data.given) == (5, True)
    with pytest.raises(accord.DataError, match=r"units and no relations \[ACC042\]"):
        accord.read(units)


def test_relations_beside_the_annotators_own_units(tmp_path: Path) -> None:
    spans = (
        "document,annotator,category,start,end,id\n"
        "d1,A,x,0,5,1\nd1,A,x,6,9,2\nd1,A,x,6,9,3\nd1,B,x,0,5,1\nd1,B,x,1,9,2\nd2,B,,,,\n"
    )
    data = accord.read([put(tmp_path, "r.csv", LINKS), put(tmp_path, "units.csv", spans)])
    assert (data.n_units, data.given) == (5, False)
    assert data.spans is not None
    short = spans.replace("d1,B,x,1,9,2\n", "")
    with pytest.raises(accord.DataError, match=r"'B' names the unit '2'"):
        accord.read([put(tmp_path, "r.csv", LINKS), put(tmp_path, "units.csv", short)])


def test_a_relation_with_one_end(tmp_path: Path) -> None:
    with pytest.raises(accord.DataError, match=r"r.csv:2: a relation with one end"):
        accord.read(put(tmp_path, "r.csv", "annotator,origin,target\nA,1,\n"))


@pytest.mark.parametrize("kind", [1, "units", "span"])
def test_unknown_kinds(kind: Any, tmp_path: Path) -> None:
    with pytest.raises(accord.UsageError, match="there is no kind"):
        accord.read(put(tmp_path, "s.csv", CSV), kind=kind)


def test_files_of_one_document_each_without_its_name_are_spoken_of(tmp_path: Path) -> None:
    """Their units would lie over each other; files of one annotator each are one document, as they should be."""
    for name, who in (("d1", "A"), ("d2", "A"), ("b", "B")):
        (tmp_path / f"{name}.csv").write_text(f"annotator,category,start,end\n{who},x,0,5\n")
    with pytest.raises(accord.DataError, match=r"the same annotators \(A\) on the same documents.*ACC222.*pool=True"):
        accord.read([tmp_path / "d1.csv", tmp_path / "d2.csv"])
    joined = accord.read([tmp_path / "d1.csv", tmp_path / "b.csv"])
    assert joined.read_as[0].line() == "files: 2 files with other annotators on the same documents: one campaign"
