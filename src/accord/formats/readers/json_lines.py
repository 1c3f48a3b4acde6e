"""JSONL: one JSON object per line; a JSON array of objects is read as well. Lists are label sets."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from accord.annotations.campaign import KINDS, Campaign
from accord.annotations.categories import canonical_text
from accord.annotations.column_names import suggested
from accord.annotations.columns import WideColumns, find_columns, fits
from accord.annotations.frames import Origin
from accord.annotations.lazy_polars import pl
from accord.annotations.role_columns import role_column
from accord.annotations.table_header import TableOptions
from accord.formats.options import ReadOptions
from accord.formats.parsing.encodings import as_utf8
from accord.formats.parsing.first_bytes import binary_kind, head, refuse_binary
from accord.formats.parsing.json_values import DECODER
from accord.formats.tables.keyed_records import records_of, unrolled
from accord.formats.tables.label_tables import SourceTable
from accord.formats.tables.own_files import own_records
from accord.formats.tables.shapes import Part, annotations_of, columns_used
from accord.formats.tables.table_writing import write_tables
from accord.formats.tables.usual_columns import FRAGMENTS
from accord.results import DataError, Place
from accord.results.option_names import option

NAME = "jsonl"
DESCRIPTION = "JSON lines, or a JSON array of objects"
ENDINGS, ENDING = (".jsonl", ".ndjson", ".json"), ".jsonl"
IS_TABLE = True
IN_PORTIONS = "lines"
CARRIES = KINDS
KEEPS_FRAGMENTS = True
KEEPS_TEXTS = False
LARGEST_ARRAY = 1 << 29  # bytes of one JSON document; lines have no such limit
_HINT = "one JSON object per line, with the keys item, annotator, label"
Record = dict[str, Any]


def sniff(path: Path) -> float:
    start = head(path)
    if not start or binary_kind(start) is not None:
        return 0.0
    if path.suffix.lower() in ENDINGS:
        return 0.5
    return 0.45 if start.removeprefix(codecs.BOM_UTF8).lstrip().startswith((b"{", b"[{", b"[\n")) else 0.0


def read(path: Path, options: ReadOptions) -> Part:
    file = str(path)
    data = path.read_bytes()
    if options.encoding is None:
        refuse_binary(data, "JSON", file, "export the annotations as JSONL")
    text, diagnostics = as_utf8(data, options.encoding, file)
    if not text.strip():
        raise DataError("ACC002", "the file is empty", Place(file), "export the annotations again")
    records, lines = _array(text, file) if text.lstrip().startswith(b"[") else _lines(text, file)
    if not records:
        raise DataError("ACC002", "there is no object in the file", Place(file), "export the annotations again")
    own = own_records(records)
    if own is not None:
        return annotations_of(SourceTable(own, Origin(file, lines), diagnostics), options)
    rows, options, read_as = (
        unrolled(records, options) if options.told_kind in (None, "labels") else (records, options, ())
    )
    origin = Origin(file, lines if len(rows) == len(records) else None)
    return annotations_of(SourceTable(table_of_records(rows, options, origin), origin, diagnostics, read_as), options)


def _lines(text: bytes, file: str) -> tuple[list[Record], list[int] | None]:
    """The objects of a file that is not one array, and the lines they begin on."""
    start = text.lstrip().partition(b"\n")[0].strip()
    if start.startswith(b"{") and not start.endswith(b"}"):
        return _documents(text, file)
    records, lines = records_in_lines(text, file)
    if len(records) == 1 and len(records[0]) > 1 and all(isinstance(value, dict) for value in records[0].values()):
        return records_of(records[0], file), None
    return records, lines


def records_in_lines(text: bytes, file: str, *, before: int = 0) -> tuple[list[Record], list[int]]:
    """One object for each line that is not blank, and its number; `before` lines of the file stand before these."""
    records: list[Record] = []
    lines: list[int] = []
    for number, line in enumerate(text.decode("utf-8").split("\n"), start=before + 1):
        line = line.strip()
        if line:
            record = _loaded(line, file, number)
            if not isinstance(record, dict):
                message = f"{_kind(record)} where an object is expected"
                raise DataError("ACC015", message, Place(file, number), _HINT)
            records.append(record)
            lines.append(number)
    return records, lines


def _documents(text: bytes, file: str) -> tuple[list[Record], None]:
    """Objects that go over several lines: one after the other, or one that holds all the others."""
    if len(text) > LARGEST_ARRAY:
        raise DataError("ACC015", "a JSON object of more than 512 MB", Place(file), _HINT)
    rest, records = text.decode("utf-8").strip(), []
    at, line = 0, 1
    while at < len(rest):
        try:
            value, end = DECODER.raw_decode(rest, at)
        except (json.JSONDecodeError, RecursionError, ValueError):
            value, end = _loaded(rest[at:], file, None if at == 0 else line), len(rest)
        if not isinstance(value, dict):
            raise DataError("ACC015", f"{_kind(value)} where an object is expected", Place(file, line), _HINT)
        records.append(value)
        line += rest.count("\n", at, end)
        at = end + len(rest[end:]) - len(rest[end:].lstrip())
    return (records_of(records[0], file) if len(records) == 1 else records), None


def _array(text: bytes, file: str) -> tuple[list[Record], None]:
    if len(text) > LARGEST_ARRAY:
        raise DataError(
            "ACC015", "a JSON array of more than 512 MB", Place(file), "write one object per line, without the array"
        )
    records = _loaded(text.decode("utf-8").strip(), file)
    for number, record in enumerate(records, start=1):
        if not isinstance(record, dict):
            message = f"element {number} is {_kind(record)} where an object is expected"
            raise DataError("ACC015", message, Place(file), _HINT)
    return records, None


def _loaded(text: str, file: str, line: int | None = None) -> Any:
    """One JSON text without spaces around it. NaN is missing, as in every other table."""
    try:
        value, end = DECODER.raw_decode(text)
        if end < len(text):
            raise json.JSONDecodeError("Extra data", text, end)
        return value
    except json.JSONDecodeError as error:
        place = Place(file, line if line is not None else error.lineno)
        message = f"this is not JSON: {error.msg} at column {error.colno}"
        raise DataError("ACC015", message, place, _HINT) from None
    except RecursionError:
        raise DataError("ACC015", "the object is nested too deeply", Place(file, line), _HINT) from None
    except ValueError as error:  # a whole number of thousands of digits
        raise DataError("ACC015", str(error).partition(";")[0], Place(file, line), _HINT) from None


def table_of_records(records: list[Record], options: ReadOptions, origin: Origin) -> pl.DataFrame:
    """The columns of a table; what has no role in it may hold anything, and stays as an empty column."""
    every: Record = {}
    for record in records:
        every.update(record)
    keys = list(every)
    if not keys:
        raise DataError("ACC002", "the objects are empty", origin.place(0), "export the annotations again")
    of_labels = None if options.table or options.counts else columns_used(keys, options, Place(origin.file))
    used = set(of_labels) if of_labels is not None else set(keys)
    if of_labels is not None:
        told = role_column(keys)
        if told is not None and all(isinstance(record.get(told), str | None) for record in records):
            used.add(told)
        used |= {key for key in keys if key == options.cluster_column}
    columns: list[pl.Series] = []
    refused: dict[str, DataError] = {}
    for key in keys:
        empty = pl.Series(_sound(key, origin.place(0)), [None] * len(records), dtype=pl.Null)
        try:
            columns.append(column_of(key, [record.get(key) for record in records], origin) if key in used else empty)
        except DataError as error:
            refused[key] = error
            columns.append(empty)
    frame = pl.DataFrame(columns)
    if refused:
        _refuse_in_roles(frame, refused, options, origin, all_used=options.table or options.counts or bool(of_labels))
    return frame


def _refuse_in_roles(
    frame: pl.DataFrame, refused: dict[str, DataError], options: ReadOptions, origin: Origin, *, all_used: bool
) -> None:
    """What is no label, such as an object, is refused where it plays a part; elsewhere it lies beside the labels."""
    first = next(iter(refused.values()))
    if all_used:
        raise first
    named = [key for key in refused if key in _told(options) or suggested(key).strength > 1]
    if any(suggested(key).role != "time" or key in _told(options) for key in named):
        raise refused[named[0]]
    try:
        columns = find_columns(frame, replace(TableOptions.of(options), orientation=None), file=origin.file)
    except DataError:
        raise first from None
    if isinstance(columns, WideColumns) and options.annotators is None:
        unknown = [key for key in refused if suggested(key).role not in ("other", "reference", "time", "text")]
        if unknown or len(columns.columns) < 2:
            raise refused[unknown[0]] if unknown else first


def _told(options: ReadOptions) -> set[str | None]:
    columns = (options.item_column, options.annotator_column, options.label_column, options.time_column)
    return {*columns, *(options.annotators or ())}


def column_of(key: str, cells: list[Any], origin: Origin) -> pl.Series:
    """Text for single values, lists of text for label sets; a column is one or the other."""
    kinds = {type(cell) for cell in cells}
    name = _sound(key, origin.place(0))
    if dict in kinds:
        raise _refused(
            f"'{key}' holds an object where a label is expected", cells, lambda cell: type(cell) is dict, origin
        )
    if list in kinds and fits(key, FRAGMENTS):
        from accord.annotations.fragment_cells import fragments_text, read_fragments

        rows = enumerate(cells)
        pieces = [fragments_text(read_fragments(cell, origin.place(row))) for row, cell in rows]
        return pl.Series(name, pieces, dtype=pl.String)
    if list in kinds:
        if not kinds <= {list, type(None)}:
            raise _refused(
                f"'{key}' holds a single label among label sets",
                cells,
                lambda cell: type(cell) is not list and cell is not None,
                origin,
            )
        return pl.Series(
            name,
            [None if cell is None else _members(key, cell, row, origin) for row, cell in enumerate(cells)],
            dtype=pl.List(pl.String),
        )
    texts = cells if kinds <= {str, type(None)} else _texts(cells)
    try:
        return pl.Series(name, texts, dtype=pl.String)
    except UnicodeEncodeError:
        raise _refused(
            f"'{key}' holds half a character (a lone surrogate)",
            texts,
            lambda cell: cell is not None and not _encodable(cell),
            origin,
        ) from None


def _texts(cells: list[Any]) -> list[str | None]:
    """Single values of any type as text; 1, 1.0 and true are told apart by their types."""
    known: dict[tuple[type, Any], str | None] = {(type(None), None): None}
    for cell in cells:
        if (type(cell), cell) not in known:
            known[type(cell), cell] = canonical_text(cell)
    return [known[type(cell), cell] for cell in cells]


def _members(key: str, cell: list[Any], row: int, origin: Origin) -> list[str]:
    for member in cell:
        if isinstance(member, list | dict) or (isinstance(member, str) and not _encodable(member)):
            raise DataError("ACC017", f"a label set in '{key}' holds something that is not a label", origin.place(row))
    return [canonical_text(member) for member in cell if member is not None]


def _refused(message: str, cells: Sequence[Any], odd: Callable[[Any], bool], origin: Origin) -> DataError:
    row = next(row for row, cell in enumerate(cells) if odd(cell))
    return DataError("ACC017", message, origin.place(row), f"name the key of the labels with {option('label_column')}")


def _sound(text: str, place: Place) -> str:
    if not _encodable(text):
        raise DataError("ACC015", "a key holds half a character (a lone surrogate)", place)
    return text


def _encodable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _kind(value: object) -> str:
    names = {list: "an array", str: "a text", bool: "a truth value", type(None): "null"}
    return names.get(type(value), "a number")


def write(campaign: Campaign, path: Path) -> dict[Path, bytes]:
    return write_tables(campaign, path, lambda frame, file: frame.write_ndjson(file), lists=True)
