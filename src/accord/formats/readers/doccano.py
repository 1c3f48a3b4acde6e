"""doccano: a folder or archive with one file per user, as JSON lines or CSV."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from accord.formats.gathering import RELATIONS, SPANS, Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import binary_kind, head
from accord.formats.parsing.json_values import first_record, json_objects, number_of, text_of
from accord.formats.tables.text_tables import text_table
from accord.results import DataError, Place, Reading
from accord.results.option_names import option

NAME = "doccano"
DESCRIPTION = "doccano: one JSONL or CSV file per user"
ENDINGS = (".jsonl", ".json", ".csv")
IS_TABLE = False
ANNOTATOR_FROM: Preference = "file"

_TEXT = ("text", "data", "filename")
_OTHERS = ("annotator", "annotator_id", "user", "worker", "_input_hash", "spans", "tokens", "annotations", "item")
_CSV = {"id", "text", "label", "Comments"}
_SET = "#"  # parts several labels of a document in CSV
LABEL = "label"
Record = dict[str, Any]


def sniff(path: Path) -> float:
    start = head(path)
    if not start or binary_kind(start) is not None:
        return 0.0
    first = start.decode("utf-8", "ignore").lstrip("\ufeff \r\n\t")
    if not first.startswith(("{", "[")):
        header = {name.strip().strip('"') for name in first.partition("\n")[0].split(",")}
        return 0.8 if header.issuperset(_CSV) else 0.0
    record = first_record(start)
    if record is None or not any(name in record for name in _TEXT) or any(name in record for name in _OTHERS):
        return 0.0
    if isinstance(record.get("annotators"), list):  # doccano does not say who annotated what
        return 0.0
    if isinstance(record.get("entities"), list):
        return 0.8 if "relations" in record or "Comments" in record else 0.55
    labels = record.get("label", record.get("labels"))
    return (0.8 if "Comments" in record else 0.6) if isinstance(labels, list) else 0.0


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    file = str(source.path)
    if source.path.stem == "all" and options.annotator_from is None:
        message = "'all' is the export of a collaborative project, which does not say who annotated what"
        hint = (
            "make the project non-collaborative; if the file is one annotator's, say "
            f"{option('annotator_from', 'file')}"
        )
        raise DataError("ACC044", message, Place(file), hint)
    if head(source.path).lstrip(b"\xef\xbb\xbf \r\n\t").startswith((b"{", b"[")):
        hint = "export the project as JSONL"
        records = json_objects(source.path, options.encoding, "this is not an example of doccano", hint)
        for number, (record, place) in enumerate(records, start=1):
            _example(record, number, source, into, options, place)
        return
    table = text_table(source.path, options)
    for number, row in enumerate(table.frame.iter_rows(named=True), start=1):
        label = row.get("label")
        parts = [part for part in label.split(_SET) if part] if label else []
        _example({**row, "label": parts}, number, source, into, options, table.origin.place(number - 1))


def _example(record: Record, number: int, source: Source, into: Gathering, options: ReadOptions, place: Place) -> None:
    text = record.get("text", record.get("data"))
    key = text_of(record.get(options.document_key or "id"))
    if key is None and options.document_key is not None:
        raise DataError("ACC006", f"an example without '{options.document_key}' ({option('document_key')})", place)
    if key is None:
        into.read_as(
            Reading("files", "examples have no id: they are joined by their place in the file", True, ("document_key",))
        )
        key = text_of(record.get("filename")) or str(number)
    document = into.document(key, text if isinstance(text, str) else None, place=place)
    annotator = into.asked(document, source.annotator)
    labels = record.get("label", record.get("labels"))
    entities = record.get("entities")
    if isinstance(entities, list) or (
        isinstance(labels, list) and any(isinstance(label, list | dict) for label in labels)
    ):
        into.layer("spans", SPANS)
        names = _spans(entities if isinstance(entities, list) else labels, document, annotator, into, place)
        _relations(record.get("relations"), names, document, annotator, into, place)
    elif isinstance(labels, list):
        texts = [text for text in map(text_of, labels) if text is not None]
        if options.kind == "answers":
            for answer in texts:
                into.answer(LABEL, document, annotator, answer)
        elif texts:
            into.label(LABEL, document, annotator, tuple(texts))


def _spans(spans: Any, document: str, annotator: str, into: Gathering, place: Place) -> set[str]:
    """Add the units of an example; their names. A span is [start, end, label] or an object with offsets."""
    names: set[str] = set()
    units, kept = [], []
    for number, span in enumerate(spans if isinstance(spans, list) else [], start=1):
        if isinstance(span, dict):
            told = [span.get("start_offset"), span.get("end_offset"), span.get("label")]
            name = text_of(span.get("id")) or f"s{number}"
        else:
            told, name = list(span) if isinstance(span, list) and len(span) == 3 else [None] * 3, f"s{number}"
        start, end = number_of(told[0]), number_of(told[1])
        if start is None or end is None or end < start or name in names:
            raise DataError(
                "ACC047",
                f"{str(span)[:60]!r} is not a span",
                place,
                "a span has a start, an end that is not before it, and a label",
            )
        names.add(name)
        units.append((start, end, None))
        kept.append((text_of(told[2]), name))
    for (start, end), (label, name) in zip(into.fitted(document, units, place), kept, strict=True):
        into.span(SPANS, document, annotator, start, end, label, name=name)
    return names


def _relations(relations: Any, names: set[str], document: str, annotator: str, into: Gathering, place: Place) -> None:
    if not isinstance(relations, list):
        return
    into.layer("relations", RELATIONS)
    for link in relations:
        ends = [text_of(link.get(key)) for key in ("from_id", "to_id")] if isinstance(link, dict) else [None, None]
        if ends[0] not in names or ends[1] not in names:
            raise DataError("ACC048", f"{str(link)[:80]!r} relates spans that do not exist", place)
        into.relation(RELATIONS, document, annotator, str(ends[0]), str(ends[1]), text_of(link.get("type")))
