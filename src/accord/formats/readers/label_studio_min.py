"""Label Studio: the exports JSON-MIN and CSV, one record per annotation; they have lost the relations."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from accord.formats.gathering import Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import binary_kind, head
from accord.formats.parsing.json_values import first_record, json_objects, text_of
from accord.formats.readers.label_studio import timed
from accord.formats.tables.text_tables import text_table
from accord.results import DataError, Place

NAME = "label-studio-min"
DESCRIPTION = "Label Studio: JSON-MIN or CSV export"
ENDINGS = (".json", ".csv", ".tsv")
IS_TABLE = False
ANNOTATOR_FROM: Preference = "field"

_MARKS = ("annotator", "annotation_id", "lead_time")
_META = ("annotator", "annotation_id", "created_at", "updated_at", "lead_time", "id")
Record = dict[str, Any]


def sniff(path: Path) -> float:
    start = head(path)
    if not start or binary_kind(start) is not None:
        return 0.0
    first = start.decode("utf-8", "ignore").lstrip("\ufeff \r\n\t")
    if first.startswith(("[", "{")):
        record = first_record(start)
        return 0.9 if record is not None and all(mark in record for mark in _MARKS) else 0.0
    header = {name.strip().strip('"') for name in first.partition("\n")[0].replace("\t", ",").split(",")}
    return 0.9 if header.issuperset(_MARKS) else 0.0


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    file = str(source.path)
    as_json = head(source.path).lstrip(b"\xef\xbb\xbf \r\n\t").startswith((b"[", b"{"))
    records = _json(source.path, options) if as_json else _table(source.path, options, into)
    into.say("ACC136", "JSON-MIN and CSV exports have lost relations", Place(file), "export as JSON to have them")
    asked = _asked_fields(records, options, ordered=as_json)
    kinds = {field: _kind([record.get(field) for record in records], options) for field in asked}
    for number, record in enumerate(records, start=1):
        _annotation(record, number, kinds, source, into, options)


def _json(path: Path, options: ReadOptions) -> list[Record]:
    records = json_objects(path, options.encoding, "a record that is not an object", "export as JSON-MIN")
    return [record for record, _ in records]


def _table(path: Path, options: ReadOptions, into: Gathering) -> list[Record]:
    table = text_table(path, options)
    into.say_again(table.said)
    return [{name: _cell(cell) for name, cell in row.items()} for row in table.frame.iter_rows(named=True)]


def _cell(cell: str | None) -> Any:
    """Cells of spans, sets and several texts are JSON; an empty one is nothing."""
    if cell is None or cell == "":
        return None
    if cell[0] in "[{":
        try:
            return json.loads(cell)
        except (ValueError, RecursionError):
            return cell
    return cell


def _asked_fields(records: Sequence[Record], options: ReadOptions, *, ordered: bool) -> list[str]:
    """The fields that annotators filled in, rather than those of the task.

    In JSON-MIN the data of a task stand before its `id`. In CSV, where columns are sorted, a field was filled in when
    it holds lists or objects, differs between annotations of a task, or has fewer values than there are tasks.
    """
    names = list(dict.fromkeys(name for record in records for name in record if name not in _META))
    if ordered:
        data = {name for record in records for name in _before_id(record)}
        return [name for name in names if name not in data]
    tasks: dict[str, dict[object, list[str]]] = {name: defaultdict(list) for name in names}
    for record in records:
        for name in names:
            tasks[name][text_of(record.get("id"))].append(json.dumps(record.get(name), sort_keys=True))
    return [name for name in names if name == options.field or _filled_in(name, tasks[name])]


def _before_id(record: Record) -> list[str]:
    names = list(record)
    return names[: names.index("id")] if "id" in record else []


def _filled_in(name: str, tasks: dict[object, list[str]]) -> bool:
    values = [value for several in tasks.values() for value in several]
    if name == "text":
        return False
    differs = any(len(set(several)) > 1 for several in tasks.values())
    return any(value[0] in "[{" for value in values) or differs or 0 < len(set(values) - {"null"}) < len(tasks)


def _kind(cells: Sequence[Any], options: ReadOptions) -> str:
    """What a field holds: spans, free answers, or labels."""
    for cell in cells:
        if isinstance(cell, list) and any(isinstance(member, dict) and "start" in member for member in cell):
            return "spans"
        if isinstance(cell, dict) and "text" in cell:
            return "answers"
    return "answers" if options.kind == "answers" else "labels"


def _annotation(
    record: Record, number: int, kinds: dict[str, str], source: Source, into: Gathering, options: ReadOptions
) -> None:
    place = Place(str(source.path), None, text_of(record.get("id")))
    key = text_of(record.get(options.document_key or "id"))
    annotator = text_of(record.get("annotator"))
    if options.annotator_from in ("dir", "file"):
        annotator = source.annotator
    if key is None or annotator is None:
        what = (options.document_key or "id") if key is None else "annotator"
        raise DataError("ACC047", f"record {number} has no '{what}'", place, "export the project again")
    text = record.get("text") if "text" not in kinds else None
    document = into.document(key, text if isinstance(text, str) else None, place=place)
    again = into.was_asked(document, annotator)
    into.asked(document, annotator)
    when = timed(record, document, annotator, into)
    for field, kind in kinds.items():
        cell = record.get(field)
        if kind == "spans":
            into.layer("spans", field)
            if not again:
                _spans(cell, field, document, annotator, into, place)
        elif cell is not None:
            _value(cell, field, kind, document, annotator, into, when)
    if again:
        many = "further annotations of a document by the same annotator (their labels are kept)"
        into.leave_out("further annotation of a document by the same annotator (its labels are kept)", many=many)


def _spans(cell: Any, field: str, document: str, annotator: str, into: Gathering, place: Place) -> None:
    for (start, end), region in into.placed(document, cell, place, "region"):
        labels = region.get("labels")
        for category in map(text_of, labels) if isinstance(labels, list) and labels else [None]:
            into.span(field, document, annotator, start, end, category)


def _value(
    cell: Any, field: str, kind: str, document: str, annotator: str, into: Gathering, when: float | None
) -> None:
    inner = cell.get("text" if kind == "answers" else "choices") if isinstance(cell, dict) else cell
    texts = [text for text in map(text_of, inner if isinstance(inner, list) else [inner]) if text is not None]
    if kind == "answers":
        for text in texts:
            into.answer(field, document, annotator, text)
    elif texts:
        into.label(field, document, annotator, tuple(texts), time=when)
    else:
        into.leave_out(f"value of '{field}' that is not a label", many=f"values of '{field}' that are not labels")
