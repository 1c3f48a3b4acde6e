"""Every kind of bad input: a code, the place, what was found, and a hint, on one line."""

import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import accord
from formats.mutations import LONG, seeds, workbook

HEAD = "item,annotator,label\n"
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
YES_NO: dict[str, Any] = {"categories": ["yes", "no"]}


def refused(tmp_path: Path, name: str, content: str | bytes, **options: Any) -> accord.DataError:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(accord.DataError) as caught:
        accord.read(path, **options)
    error = caught.value
    assert "\n" not in str(error)
    assert error.place.file == str(path)
    return error


CASES: list[tuple[str, str, str | bytes, dict[str, Any], int | None, str, str]] = [
    # code, file name, content, options, line, a piece of the message, a piece of the hint
    ("ACC002", "nothing.csv", "", {}, None, "empty", "export"),
    ("ACC002", "spaces.csv", "\ufeff \n\n", {}, None, "empty", "export"),
    ("ACC002", "header.csv", HEAD, {}, 1, "a header and no row", "export"),
    ("ACC002", "empty.xlsx", workbook([]), {}, None, "empty", "export"),
    ("ACC002", "empty.jsonl", "\n", {}, None, "empty", "export"),
    ("ACC002", "empty.json", "[]", {}, None, "no object", "export"),
    ("ACC003", "short.csv", HEAD + "1,A,x\n2,A\n", {}, 3, "2 fields where line 1 has 3", "double quotes"),
    ("ACC003", "long.csv", HEAD + "1,A,x\n1,B,x,y\n", {}, 3, "4 fields where line 1 has 3", "double quotes"),
    ("ACC003", "one.csv", HEAD + "1,A,x\n\nx\n", {}, 4, "1 field where line 1 has 3", "separator="),
    ("ACC003", "two.csv", HEAD + "1,A\n2,B\n1,A,x\n", {}, 2, "and 1 other row", "double quotes"),
    ("ACC003", "multi.csv", HEAD + '1,A,"x\ny"\n\n2,A\n', {}, 5, "2 fields", "double quotes"),
    ("ACC003", "irregular.csv", HEAD + '1,A,"x\ny"\n1,B,5" z\n2,A\n', {}, 5, "2 fields", "double quotes"),
    ("ACC003", "open.csv", HEAD + '1,A,x\n1,B,"x\n2,A,y\n', {}, 3, "quote is not closed", "double it"),
    ("ACC003", "inside.csv", HEAD + '1,A,"x"y\n', {}, 2, "quote is not closed, or is inside", "double it"),
    ("ACC003", "sep.csv", "sep=;\nitem;A\n1;x\n2\n", {}, 4, "1 field", "double quotes"),
    ("ACC004", "mixed.csv", (HEAD + "1,A,é\n1,B,e\n").encode() + b"2,A,\xe9\n", {}, 4, "mixed", "UTF-8"),
    ("ACC004", "neither.csv", HEAD.encode() + b"1,A,\x81\n", {}, 2, "neither UTF-8 nor Windows-1252", "encoding="),
    ("ACC004", "told.csv", HEAD.encode() + b"1,A,\xe9\n", {"encoding": "utf-8"}, 2, "is not utf-8", "encoding="),
    ("ACC004", "half.csv", LONG.encode("utf-16")[:-1], {}, 21, "is not utf-16", "encoding="),
    ("ACC004", "unmarked.csv", LONG.encode("utf-16-le"), {}, None, "UTF-16 without its byte", "encoding='utf-16-le'"),
    ("ACC005", "nul.csv", HEAD + "1,A,x\n2,\0,x\n", {}, 3, "NUL", "CSV"),
    ("ACC005", "picture.csv", PNG, {}, None, "a PNG picture, not a table", "reader="),
    ("ACC005", "picture.csv", PNG, {"reader": "csv"}, None, "a PNG picture", "CSV"),
    ("ACC005", "random.csv", bytes(range(1, 32)) * 9, {}, None, "not a table", "reader="),
    ("ACC005", "page.csv", "<!DOCTYPE html><html><table></table></html>", {}, None, "not a table", "reader="),
    ("ACC006", "unknown.csv", LONG, {"label_column": "lable"}, 1, "no column 'lable' (label_column=)", "'label'"),
    ("ACC006", "unknown.csv", LONG, {"annotators": ["Ann", "Zoe"]}, 1, "no column 'Ann' (annotators=)", "'label'"),
    ("ACC006", "counts.csv", "id,yes\n1,2\n", {"counts": True, "item_column": "x"}, 1, "no column 'x'", "'id', 'yes'"),
    ("ACC007", "unclear.csv", "item,annotator,u,v\n1,A,x,y\n", {}, 1, "cannot identify the label", "label_column="),
    ("ACC007", "single.csv", "yes\nno\nyes\n", {}, None, "a single column", "separator="),
    ("ACC008", "typo.csv", HEAD + "1,A,yes\n\n1,B,yess\n", YES_NO, 4, "'yess'", "'yes', 'no'"),
    ("ACC008", "wide.csv", "item,A,B\n1,yes,no\n2,no,yess\n", YES_NO, 3, "'yess'", "'yes', 'no'"),
    ("ACC009", "words.csv", HEAD + "1,A,low\n1,B,high\n", {"level": "ordinal"}, None, "order", "categories="),
    ("ACC011", "noitem.csv", HEAD + "1,A,x\n,B,x\n", {}, 3, "without item", "remove the row (1 in all)"),
    ("ACC011", "nobody.csv", HEAD + '1,A,"x\n"\n2,,x\n', {}, 4, "without annotator", "remove the row"),
    ("ACC012", "names.csv", ",a,b\na,1,2\nc,3,4\n", {"table": True}, None, "category 'b'", "same categories"),
    ("ACC012", "oblong.csv", ",a,b\na,1,2\n", {"table": True}, 2, "'a' in column '' is not a count", "whole numbers"),
    ("ACC012", "oblong.csv", "a,b\n1,2\n3,4\n5,6\n", {"table": True}, None, "3 rows and 2 columns", "totals"),
    ("ACC012", "total.csv", ",a,b,total\na,1,2,3\nb,3,4,7\n", {"table": True}, 2, "is not a count", "whole numbers"),
    ("ACC012", "minus.csv", ",a,b\na,1,2\nb,3,-4\n", {"table": True}, 3, "'-4' in column 'b'", "at least 0"),
    ("ACC012", "half.csv", "item,a,b\n1,1,2\n2,0.5,2\n", {"counts": True}, 3, "'0.5' in column 'a'", "whole numbers"),
    ("ACC012", "much.csv", "item,a,b\n1,1,9e99\n", {"counts": True}, None, "more than 100,000,000", ""),
    ("ACC015", "bad.jsonl", '{"item": 1, "A": 2}\n\n{"item": 2,\n', {}, 3, "not JSON", "one JSON object"),
    ("ACC015", "extra.jsonl", '{"item": 1, "A": 2} {}\n', {}, 1, "Extra data", "one JSON object"),
    ("ACC015", "list.jsonl", '{"item": 1, "A": 2}\n[1]\n', {}, 2, "an array where an object", "one JSON object"),
    ("ACC015", "deep.jsonl", '{"item": 1}\n{"item": ' + "[" * 9999, {}, 2, "nested too deeply", "one JSON object"),
    ("ACC015", "long.jsonl", '{"item": 1, "A": ' + "9" * 5000 + "}", {}, 1, "4300 digits", "one JSON object"),
    ("ACC015", "pretty.json", '{\n "item": 1\n}', {}, 1, "over several lines", "an array"),
    ("ACC015", "cut.json", '[\n{"item": 1},\n{"item"', {}, 3, "not JSON", "one JSON object"),
    ("ACC015", "mixed.json", '[{"item": 1}, 2]', {}, None, "element 2 is a number", "one JSON object"),
    ("ACC016", "cut.parquet", seeds()["plain.parquet"][:-9], {}, None, "does not end like a Parquet", "again"),
    ("ACC016", "text.parquet", LONG, {}, None, "does not begin like a Parquet", "again"),
    ("ACC016", "hole.parquet", b"PAR1" + b"\xff" * 80 + b"PAR1", {}, None, "damaged", "again"),
    ("ACC016", "cut.xlsx", seeds()["long.xlsx"][:-400], {}, None, "workbook is damaged", "again"),
    ("ACC016", "text.xlsx", LONG, {"reader": "excel"}, None, "damaged", "again"),
    ("ACC017", "sets.jsonl", '{"item": 1, "A": ["x"]}\n{"item": 2, "A": "x"}', {}, 2, "among label sets", ""),
    ("ACC017", "object.jsonl", '{"item": 1, "A": {"x": 1}}', {}, 1, "holds an object", "label_column="),
    ("ACC017", "bar.csv", "item,A\n1,x|y;z\n", {"set_separator": ";"}, None, "contains '|'", "set_separator="),
    ("ACC017", "lone.jsonl", '{"item": 1, "A": "x"}\n{"item": 2, "A": "\\ud800"}', {}, 2, "half a character", ""),
    ("ACC019", "twice.csv", "\nitem,A,A\n1,x,y\n", {}, 2, "two columns are called 'A'", "header=False"),
    ("ACC019", "bare.csv", "1,1,x\n1,2,x\n", {}, 1, "two columns are called '1'", "header=False"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "name", "content", "options", "line", "message", "hint"),
    CASES,
    ids=[f"{case[0]} {case[1]}" for case in CASES],
)
def test_bad_content(
    code: str,
    name: str,
    content: str | bytes,
    options: dict[str, Any],
    line: int | None,
    message: str,
    hint: str,
    tmp_path: Path,
) -> None:
    error = refused(tmp_path, name, content, **options)
    assert (error.code, error.place.line) == (code, line), error
    assert message in error.message
    assert hint in (error.hint or "")


def test_every_error_of_reading_is_in_the_catalogue() -> None:
    from accord.results import CATALOGUE

    assert {case[0] for case in CASES} <= CATALOGUE.keys()


def test_paths_that_cannot_be_opened(tmp_path: Path) -> None:
    for path, message in [
        (tmp_path / "absent.csv", "no such file"),
        (tmp_path, "this is a folder"),
        (tmp_path / "a\0b.csv", "null"),
        (tmp_path / ("x" * 5000), ""),  # the words are those of the system
    ]:
        with pytest.raises(accord.DataError) as caught:
            accord.read(path)
        assert caught.value.code == "ACC001"
        assert message in caught.value.message.lower()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(accord.DataError, match="not a regular file"):
        accord.read(tmp_path / "pipe.csv")


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.csv"
    path.write_text(LONG)

    def forbidden(*args: object, **kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", forbidden)  # tests may run as root, who may read everything
    with pytest.raises(accord.DataError, match=r"no permission to read the file \[ACC001\]"):
        accord.read(path)


def test_a_workbook_with_a_false_checksum(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("xl/workbook.xml", "x" * 100)
    assert refused(tmp_path, "b.xlsx", buffer.getvalue().replace(b"xxx", b"xyx", 1)).code == "ACC016"


def test_a_parquet_file_with_columns_that_are_no_labels(tmp_path: Path) -> None:
    frame = pl.DataFrame({"item": [1], "A": [{"x": 1}], "B": [{"x": 1}]})
    frame.write_parquet(tmp_path / "p.parquet")
    with pytest.raises(accord.DataError, match=r"neither labels nor lists of labels \[ACC017\]"):
        accord.read(tmp_path / "p.parquet")


def warned(tmp_path: Path, content: str, **options: Any) -> dict[str, str]:
    path = tmp_path / "ratings.csv"
    path.write_text(content)
    return {one.code: str(one) for one in accord.read(path, **options).diagnostics}


def test_a_turned_table_is_noticed(tmp_path: Path) -> None:
    turned = (
        "item,"
        + ",".join(f"q{number}" for number in range(60))
        + "\n"
        + ("A" + ",x" * 60 + "\n")
        + ("B" + ",x" * 60 + "\n")
    )
    said = warned(tmp_path, turned)
    assert "60 annotators and only 2 item(s)" in said["ACC102"]
    assert "transpose=True" in said["ACC102"]
    assert "ACC102" not in warned(tmp_path, turned, transpose=True)


def test_repeated_ratings_are_counted_with_the_line_of_the_first(tmp_path: Path) -> None:
    said = warned(tmp_path, HEAD + "1,A,x\n1,B,x\n\n1,A,y\n1,A,z\n")
    assert "ratings.csv:5: 2 repeated rating(s)" in said["ACC101"]


def test_items_without_agreement_and_unused_categories_are_counted(tmp_path: Path) -> None:
    said = warned(tmp_path, HEAD + "1,A,x\n1,B,x\n2,A,y\n3,B,\n", categories=["x", "y", "z"])
    assert "2 of 3 item(s) have fewer than two labels" in said["ACC105"]
    assert "declared and never used: 'z'" in said["ACC110"]


@pytest.mark.parametrize(
    ("start", "end", "said"),
    [(0, 99, "0 to 99 lies outside the text of 3 characters"), (2, 0, "2 to 0 ends before it starts")],
)
def test_bounds_outside_the_text_are_called_that_whatever_is_stored_beside_them(
    tmp_path: Path, start: int, end: int, said: str
) -> None:
    """Not "the unit is 'abc' in the export and 'abc' in the text", which is what Python makes of text[0:99]."""
    for who in ("x", "y"):
        (tmp_path / who).mkdir()
        (tmp_path / who / "d.txt").write_text("abc")
        (tmp_path / who / "d.ann").write_text(f"T1\tP {start} {end}\tabc\n")
    with pytest.raises(accord.DataError, match=said):
        accord.read(tmp_path)


def test_an_empty_archive_is_no_folder(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "export.zip", "w"):
        pass
    with pytest.raises(accord.DataError, match="this is an archive, and it is empty"):
        accord.read(tmp_path / "export.zip")


def test_a_region_that_ends_before_it_starts_is_not_said_to_have_no_positions(tmp_path: Path) -> None:
    value = {"start": 2, "end": 0, "text": "ab", "labels": ["X"]}
    region = {"id": "r", "from_name": "ner", "to_name": "text", "type": "labels", "value": value}
    kept = {**region, "value": {"start": 0, "end": 2, "text": "ab", "labels": ["X"]}}
    people = [{"completed_by": 1, "result": [region]}, {"completed_by": 2, "result": [kept]}]
    (tmp_path / "e.json").write_text(json.dumps([{"id": 1, "data": {"text": "abc"}, "annotations": people}]))
    said = [str(one) for one in accord.read(tmp_path / "e.json").diagnostics]
    assert any("1 region without positions, or that ends before it starts" in one for one in said), said
