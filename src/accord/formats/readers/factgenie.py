"""factgenie: JSON lines, one for each text and annotator, with the spans that were found in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from accord.formats.gathering import SPANS, Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import binary_kind, head
from accord.formats.parsing.json_values import first_record, json_values, number_of, text_of
from accord.results import DataError, Place

NAME = "factgenie"
DESCRIPTION = "factgenie: JSON lines of a campaign, with a file of the texts beside it"
ENDINGS = (".jsonl",)
IS_TABLE = False
ANNOTATOR_FROM: Preference = "file"

_KEYS = ("dataset", "setup_id", "example_idx")
Record = dict[str, Any]


def sniff(path: Path) -> float:
    start = head(path)
    if b"example_idx" not in start or binary_kind(start) is not None:
        return 0.0
    record = first_record(start)
    if record is None:  # a record may be longer than what was looked at
        return 0.9 if all(f'"{key}"'.encode() in start for key in ("dataset", "example_idx")) else 0.0
    known = all(key in record for key in _KEYS) and ("annotations" in record or "output" in record)
    return 0.9 if known else 0.0


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    """A file of one annotator is named after it, in a file of several they are told apart by their groups."""
    records: list[tuple[Record, Place]] = []
    for record, line in json_values(source.path, options.encoding):
        place = Place(str(source.path), line)
        if not isinstance(record, dict) or any(text_of(record.get(key)) is None for key in _KEYS):
            hint = f"each line is an object with {', '.join(_KEYS)}, and annotations or output"
            raise DataError("ACC047", "this is not a line of factgenie", place, hint)
        records.append((record, place))
    groups = {text_of(record.get("annotator_group")) for record, _ in records if "annotations" in record}
    for record, place in records:
        text = record.get("output")
        key = "/".join(str(text_of(record[key])) for key in _KEYS)
        document = into.document(key, text if isinstance(text, str) else None, place=place)
        if "annotations" in record:
            group = text_of(record.get("annotator_group"))
            name = source.annotator if len(groups) == 1 else f"{source.annotator} {group}"
            if into.was_asked(document, name):
                into.leave_out(
                    "further annotation of a text by the same annotator", many="further annotations of texts"
                )
                continue
            _spans(record["annotations"], document, into.asked(document, name), into, place)


def _spans(spans: Any, document: str, annotator: str, into: Gathering, place: Place) -> None:
    """A span is its text and where that begins."""
    into.layer("spans", SPANS)
    if not isinstance(spans, list):
        raise DataError("ACC047", "annotations that are not a list of spans", place)
    for span in spans:
        start = number_of(span.get("start")) if isinstance(span, dict) else None
        text = span.get("text") if isinstance(span, dict) else None
        if start is None or start < 0 or not isinstance(text, str):
            message = f"{str(span)[:60]!r} is not a span"
            raise DataError("ACC047", message, place, "a span has a text, and a start that is not before the text")
        into.quoted(document, int(start), text)
        into.span(SPANS, document, annotator, start, start + len(text), text_of(span.get("type")), name=None)
