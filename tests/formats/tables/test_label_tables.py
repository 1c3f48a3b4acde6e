"""Tables of labels from every container and in every layout give the same data."""

import io
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st

from accord import Labels
from accord.annotations import summarise
from accord.formats.parsing.delimited import grid
from formats.mutations import CONTINGENCY, COUNTS, LONG, QUOTED, ROWS, WIDE, seeds, workbook
from untyped import accord

Write = Callable[[str, str | bytes], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return written


def digest(data: Labels) -> str:
    return summarise(data, rows=True).sha256


def codes(data: Labels) -> set[str]:
    return {one.code for one in data.diagnostics}


RECORDS = [dict(zip(("item", "annotator", "label"), row, strict=True)) for row in ROWS]
REFERENCE = accord.labels(pl.DataFrame(ROWS, schema=["item", "annotator", "label"], orient="row"))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("long.csv", LONG),
        ("no newline at the end.csv", LONG.rstrip("\n")),
        ("blank lines.csv", "\n\n" + LONG.replace("\n", "\n\n   \n")),
        ("crlf.csv", LONG.replace("\n", "\r\n")),
        ("cr.csv", LONG.replace("\n", "\r")),
        ("bom.csv", LONG.encode("utf-8-sig")),
        ("utf16.csv", LONG.encode("utf-16")),
        ("utf16be.csv", b"\xfe\xff" + LONG.encode("utf-16-be")),
        ("utf32.csv", LONG.encode("utf-32")),
        ("windows.csv", LONG.encode("cp1252")),
        ("quoted.csv", '"' + LONG.rstrip("\n").replace(",", '","').replace("\n", '"\n"') + '"\n'),
        ("semicolons.csv", LONG.replace(",", ";")),
        ("bars.txt", LONG.replace(",", "|")),
        ("sep line.csv", "sep=;\n" + LONG.replace(",", ";")),
        ("tabs.tsv", LONG.replace(",", "\t")),
        ("tabs.txt", LONG.replace(",", "\t")),
        ("no extension", LONG),
        ("empty columns.csv", LONG.replace("\n", ",,\n")),
        ("lines.jsonl", "".join(json.dumps(record) + "\n" for record in RECORDS)),
        ("array.json", json.dumps(RECORDS, indent=1)),
        ("long.parquet", seeds()["plain.parquet"]),
        ("long.xlsx", seeds()["long.xlsx"]),
        ("offset.xlsx", workbook([[], [], [None, "item", "annotator", "label"], [], *[[None, *row] for row in ROWS]])),
    ],
)  # fmt: skip
def test_the_same_data_whatever_the_file(name: str, content: str | bytes, write: Write) -> None:
    data = accord.read(write(name, content))
    assert digest(data) == digest(REFERENCE)
    assert list(data.items or ()) == list(REFERENCE.items or ())


def test_what_was_guessed_is_said(write: Write) -> None:
    data = accord.read(write("ratings.csv", WIDE))
    said = [one.line() for one in data.read_as]
    assert said == [
        "files: fields are separated by semicolon, guessed; otherwise separator=",
        "columns: a wide table: item = 'item', 3 annotators 'Ann', 'Bob', 'Cléo'; otherwise item_column=, annotators=",
        "level: 1, 2.5, 3: numbers (interval), guessed; otherwise level='ordinal', level='nominal'",
    ]
    assert [one.guessed for one in data.read_as] == [True, False, True]
    assert "ACC106" not in codes(data)
    assert "ACC106" in codes(accord.read(write("ratings.csv", LONG.encode("cp1252"))))


def test_decimal_commas_are_numbers(write: Write) -> None:
    data = accord.read(write("ratings.csv", WIDE), level="interval")
    assert data.categories.texts == ("1", "2.5", "3")
    assert data.n_missing == 1


def test_quotes_newlines_and_separators_inside_fields(write: Write) -> None:
    data = accord.read(write("q.csv", QUOTED))
    assert set(data.categories.texts) == {'a "b"', "a\nb", "x, y"}


def test_quotes_in_an_unquoted_tab_file_are_characters(write: Write) -> None:
    data = accord.read(write("q.tsv", 'item\tA\tB\n1\t5" pipe\t"x\n2\tx\tx\n'))
    assert set(data.categories.texts) == {'5" pipe', '"x', "x"}
    assert any("ordinary characters" in one.text for one in data.read_as)


def test_wide_and_long_agree(write: Write) -> None:
    wide = accord.read(
        write("w.csv", "item,Ann,Bob,Cléo\ns0,a,a,b\ns1,b,b,b\ns2,a,b,c\ns3,c,c,c\ns4,a,a,c\ns5,b,,b\ns6,c,a,a\n")
    )
    assert digest(wide) == digest(REFERENCE)
    some = accord.read(write("w.csv", "item,Ann,x,Bob\ns0,a,q,a\n"), annotators=["Ann", "Bob"])
    assert some.annotators == ("Ann", "Bob")
    assert [(one.text, one.guessed) for one in some.read_as if one.aspect == "set aside"] == [
        ("columns not used: x", False)
    ]


def test_transposed_tables(write: Write) -> None:
    turned = accord.read(
        write("t.csv", "annotator,s0,s1,s2,s3,s4,s5,s6\nAnn,a,b,a,c,a,b,c\nBob,a,b,b,c,a,,a\nCléo,b,b,c,c,c,b,a\n"),
        transpose=True,
    )
    assert digest(turned) == digest(REFERENCE)
    swapped = LONG.replace("item,annotator", "annotator,item")
    assert digest(accord.read(write("t.csv", swapped), transpose=True)) == digest(REFERENCE)


def test_without_a_header(write: Write) -> None:
    bare = LONG.partition("\n")[2]
    data = accord.read(write("bare.csv", bare), header=False)
    assert digest(data) == digest(REFERENCE)
    assert any("column 1 is the item" in one.text and one.guessed for one in data.read_as)
    other = "".join(f"{who};{label};0;{item}\n" for item, who, label in ROWS)
    told = accord.read(write("b.csv", other), header=False, item_column="4", annotator_column="1", label_column="2")
    assert digest(told) == digest(REFERENCE)
    wide = accord.read(write("w.csv", "a,b\nb,b\na,a\n"), header=False)
    assert (wide.n_items, wide.annotators) == (3, ("1", "2"))
    three = accord.read(write("w.csv", "a,b,a\nb,b,b\n"), header=False, annotators=["1", "2", "3"])
    assert three.n_annotators == 3


def test_contingency_table(write: Write) -> None:
    data = accord.read(write("t.csv", CONTINGENCY), table=True)
    assert digest(data) == digest(accord.contingency([[20, 5, 1], [3, 30, 0], [0, 2, 9]], ["yes", "no", "maybe"]))
    shuffled = ",yes,no,maybe\nmaybe,0,2,9\nyes,20,5,1\nno,3,30,\n"
    assert digest(accord.read(write("t.csv", shuffled), table=True)) == digest(data)
    turned = accord.read(write("t.csv", CONTINGENCY), table=True, transpose=True, annotators=["A2", "A1"])
    assert (
        accord.measure(turned, "kappa", confidence=None).value == accord.measure(data, "kappa", confidence=None).value
    )
    bare = accord.read(write("t.csv", "20,5\n3,30\n"), table=True, header=False)
    assert bare.categories.texts == ("1", "2")
    unnamed_rows = accord.read(write("t.csv", "yes,no\n20,5\n3,30\n"), table=True)
    assert unnamed_rows.categories.texts == ("yes", "no")
    more = accord.read(write("t.csv", CONTINGENCY), table=True, categories=["no", "maybe", "yes", "other"])
    assert more.categories.texts == ("no", "maybe", "yes", "other")
    assert "ACC110" in codes(more)


def test_counts_per_item(write: Write) -> None:
    data = accord.read(write("c.csv", COUNTS), counts=True)
    assert digest(data) == digest(accord.counts([[3, 0], [1, 2], [0, 3]], ["yes", "no"]))
    assert list(data.items or ()) == ["s1", "s2", "s3"]
    without = accord.read(write("c.csv", "no,yes\n0,3\n2,1\n3,0\n"), counts=True, categories=["yes", "no"])
    assert digest(without) == digest(data)
    turned = accord.read(write("c.csv", "category,s1,s2,s3\nyes,3,1,0\nno,0,2,3\n"), counts=True, transpose=True)
    assert digest(turned) == digest(data)
    bare = accord.read(write("c.csv", "3,0\n1,2\n"), counts=True, header=False)
    assert bare.categories.texts == ("1", "2")


def test_label_sets(write: Write) -> None:
    text = accord.read(write("s.csv", "item,A,B\n1,x+y,y+x\n2,x,\n3,y,x\n"), set_separator="+")
    lists = [
        {"item": 1, "A": ["x", "y"], "B": ["y", "x"]},
        {"item": 2, "A": ["x"]},
        {"item": 3, "A": ["y"], "B": ["x"]},
    ]
    lines = accord.read(write("s.jsonl", "\n".join(map(json.dumps, lists))))
    frame = pl.DataFrame(lists)
    buffer = io.BytesIO()
    frame.write_parquet(buffer)
    parquet = accord.read(write("s.parquet", buffer.getvalue()))
    assert text.level == lines.level == "sets"
    assert digest(text) == digest(lines) == digest(parquet)


def test_json_types_are_labels(write: Write) -> None:
    data = accord.read(
        write("t.jsonl", '{"item": 1, "A": 1, "B": 1.0}\n{"item": 2, "A": "1", "B": NaN}\n{"item": 3, "B": true}\n')
    )
    assert data.categories.texts == ("1", "True")
    assert data.n_missing == 2


def test_missing_codes(write: Write) -> None:
    text = "item,A,B\n1,x,NA\n2,x,y\n3,y,y\n"
    assert "ACC104" in codes(accord.read(write("m.csv", text)))
    data = accord.read(write("m.csv", text), missing=["NA"])
    assert data.n_missing == 1
    assert "ACC104" not in codes(data)
    assert "ACC105" in codes(data)


def test_sheets(write: Write) -> None:
    book = workbook([["item", "A", "B"], [1, "x", "y"]], [["item", "C"], [1, "x"]])
    first = accord.read(write("b.xlsx", book))
    assert first.annotators == ("A", "B")
    assert any("sheet 'Sheet1' is read, the first of 2" in one.text and one.guessed for one in first.read_as)
    assert accord.read(write("b.xlsx", book), sheet=2).annotators == ("C",)
    assert accord.read(write("b.xlsx", book), sheet="Sheet2").annotators == ("C",)
    with pytest.raises(accord.DataError, match=r"there is no sheet 'x'.*'Sheet1', 'Sheet2'"):
        accord.read(write("b.xlsx", book), sheet="x")


def test_the_first_sheet_may_not_be_the_one(write: Write) -> None:
    book = workbook([["read me first"]], [["item", "C"], [1, "x"]])
    with pytest.raises(accord.DataError, match="sheet 'Sheet1' is read, the first of 2: sheet= names another"):
        accord.read(write("b.xlsx", book))
    with pytest.raises(accord.DataError) as told:
        accord.read(write("b.xlsx", book), sheet="Sheet1")
    assert "sheet=" not in str(told.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "w1,23,0\nw2,23,1\nw1,24,1\n",
            "2 of 3 names of columns also occur below as values.*header=False",
        ),
        (",a,b\na,20,10\nb,20,50\n", "the rows and the columns have the same names, as in a contingency.*table=True"),
        ("Ann,Bob\nyes,no\nno,no\n", None),
        ("item,1,2\n1,2,1\n3,2,2\n", None),
    ],
)
def test_tables_that_may_be_something_else(write: Write, text: str, said: str | None) -> None:
    """Ten thousand rows without a header, or a contingency table, are also wide tables: that is asked."""
    if said is None:
        assert accord.read(write("t.csv", text)).n_annotators == 2
    else:
        with pytest.raises(accord.DataError, match=said):
            accord.read(write("t.csv", text))


def test_names_that_accord_gave_are_not_doubted(write: Write) -> None:
    text = "1,2,3,4\n1,2,3,1\n2,2,3,4\n"
    with pytest.raises(accord.DataError, match="also occur below"):
        accord.read(write("t.csv", text))
    assert accord.read(write("t.csv", text), header=False).annotators == ("1", "2", "3", "4")
    assert accord.read(write("t.csv", text), annotators=["1", "2", "3", "4"]).n_items == 2


def test_many_numbers_are_seldom_names(write: Write) -> None:
    text = "item,A,B\n" + "".join(f"{row},{row},{row + 0.5}\n" for row in range(6))
    read = accord.read(write("t.csv", text))
    assert (read.level, [one.aspect for one in read.read_as if one.guessed]) == ("interval", ["level"])
    assert not any(one.guessed for one in accord.read(write("t.csv", text), level="interval").read_as)


def test_several_files_are_one_data_set(write: Write) -> None:
    header, rows = LONG.split("\n", 1)
    lines = rows.splitlines()
    one = write("one.csv", "\n".join([header, *lines[:7]]))
    two = write("two.csv", "\n".join([header, *lines[7:]]))
    assert digest(accord.read([one, two], pool=True)) == digest(REFERENCE)
    people = [
        write(f"{name}.csv", "\n".join([header, *(line for line in lines if f",{name}," in line)]))
        for name in ("Bob", "Ann", "Cléo")
    ]
    whole = accord.read(people)
    assert digest(whole) == digest(REFERENCE)
    assert "ACC105" not in codes(whole)
    assert accord.read([one]).n_items < accord.read([one, two], pool=True).n_items
    with pytest.raises(accord.UsageError, match="cannot be joined"):
        accord.read([write("c.csv", COUNTS)] * 2, counts=True)


def test_the_reader_can_be_forced(write: Write) -> None:
    path = write("table.json", LONG)
    with pytest.raises(accord.DataError, match="ACC015"):
        accord.read(path)
    assert digest(accord.read(path, reader="csv")) == digest(REFERENCE)


@pytest.mark.parametrize(
    "options",
    [
        {"reader": "cvs"},
        {"seperator": ";"},
        {"separator": ";;"},
        {"separator": "é"},
        {"separator": '"'},
        {"encoding": "klingon"},
        {"encoding": "hex"},
        {"table": True, "counts": True},
        {"table": True, "label_column": "label"},
        {"counts": True, "annotators": ["A"]},
        {"annotators": ["A"], "label_column": "label"},
        {"annotators": []},
        {"annotators": "A,B"},
        {"categories": "abc"},
        {"set_separator": ""},
        {"level": "nomimal"},
        {"nothing": "zzz"},
    ],
    ids=str,
)
def test_wrong_options_are_usage_errors(options: dict[str, Any], write: Write) -> None:
    with pytest.raises(accord.UsageError):
        accord.read(write("long.csv", LONG), **options)


@pytest.mark.parametrize("path", [[], 3, b"long.csv", None], ids=repr)
def test_paths_that_are_none(path: Any) -> None:
    with pytest.raises(accord.UsageError):
        accord.read(path)


CELL = st.text(st.characters(codec="utf-8", exclude_characters="\r\0"), max_size=6)


@given(st.lists(st.lists(CELL, min_size=3, max_size=3), min_size=1, max_size=8), st.sampled_from(",;\t|"))
def test_cells_and_lines_are_those_of_the_standard_library(rows: list[list[str]], separator: str) -> None:
    import csv

    rows = [[f"r{number}", *row] for number, row in enumerate(rows)]
    buffer = io.StringIO(newline="")
    csv.writer(buffer, delimiter=separator, lineterminator="\n").writerows(rows)
    text = buffer.getvalue()
    found = grid(text.encode(), separator, "f.csv")
    assert [["" if cell is None else cell for cell in row] for row in found.cells.rows()] == rows
    lines = text.split("\n")
    assert all(lines[line - 1].startswith(f"r{number}{separator}") for number, line in enumerate(found.lines))


def test_items_and_annotators_of_a_frame_and_a_file_agree(write: Write) -> None:
    frame = pl.DataFrame({"item": [1, 1, 2], "annotator": [10, 9, 10], "label": [1.0, 2.5, np.nan]})
    buffer = io.BytesIO()
    frame.write_parquet(buffer)
    data = accord.read(write("p.parquet", buffer.getvalue()))
    assert (
        digest(data)
        == digest(accord.labels(frame))
        == digest(accord.read(write("p.csv", frame.fill_nan(None).write_csv())))
    )
    assert data.annotators == ("9", "10")


def test_truth_values_and_dates_of_workbooks_are_those_of_other_formats(write: Write) -> None:
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer, {"in_memory": True}) as book:
        sheet, day = book.add_worksheet(), book.add_format({"num_format": "yyyy-mm-dd"})
        header = ("item", "annotator", "label", "word", "moment")
        sheet.write_row(1, 1, header)
        for row in range(2):
            sheet.write_datetime(row + 2, 1, datetime(2024, 5, 1 + row), day)
            sheet.write(row + 2, 2, "A")
            sheet.write_boolean(row + 2, 3, row == 1)
            sheet.write_string(row + 2, 4, "true")
            sheet.write_datetime(row + 2, 5, datetime(2024, 5, 1, 12 * row), day)
    path = write("b.xlsx", buffer.getvalue())
    lines = [{"item": f"2024-05-0{row + 1}", "annotator": "A", "label": row == 1} for row in range(2)]
    same = accord.read(write("b.jsonl", "\n".join(map(json.dumps, lines))))
    data = accord.read(path)
    assert data.categories.texts == same.categories.texts == ("False", "True")
    assert list(data.items or ()) == list(same.items or ()) == ["2024-05-01", "2024-05-02"]
    assert accord.read(path, label_column="word").categories.texts == ("true",), "a text is not a truth value"
    moments = accord.read(path, label_column="moment").categories.texts
    assert moments == ("2024-05-01 00:00:00", "2024-05-01 12:00:00"), "one form in a column"


def test_items_called_by_one_number_in_two_ways_are_told(write: Write) -> None:
    one = write("a.csv", "item,annotator,label\n1,A,x\n2,A,x\n7.5,A,x\n")
    two = write("b.csv", "item,annotator,label\n1.0,B,x\n2.0,B,y\n7.5,B,x\n")
    data = accord.read([one, two])
    assert data.n_items == 5
    told = [str(entry) for entry in data.diagnostics if entry.code == "ACC181"]
    assert told == [
        "the items '1' and '1.0' are kept apart (2 such pairs) [ACC181]; if they are one, write the number in one way"
    ]
    wide = write("c.csv", "item,1,2\n1,x,y\n01.00,x,y\n")
    assert "ACC181" not in codes(accord.read(wide)), "01.00 may be a name"
    people = write("d.csv", "item,annotator,label\na,1,x\na,1.0,x\n")
    assert "the annotators '1' and '1.0' are kept apart [ACC181]" in " ".join(map(str, accord.read(people).diagnostics))
