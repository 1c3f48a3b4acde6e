"""Prodigy: JSON lines, one per answer; examples are joined by their hashes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from accord.formats.gathering import RELATIONS, SPANS, Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import binary_kind, head
from accord.formats.parsing.json_values import first_record, json_values, number_of, text_of
from accord.results import DataError, Place, Reading
from accord.results.option_names import option

NAME = "prodigy"
DESCRIPTION = "Prodigy: JSON lines"
ENDINGS = (".jsonl",)
IS_TABLE = False
ANNOTATOR_FROM: Preference = "field"

_MANUAL = ("ner_manual", "spans_manual", "relations", "dep", "coref")
Record = dict[str, Any]


def sniff(path: Path) -> float:
    start = head(path)
    if b"_input_hash" not in start or binary_kind(start) is not None:
        return 0.0
    record = first_record(start)
    return 0.9 if record is not None and "_input_hash" in record and "answer" in record else 0.0


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    for record, line in json_values(source.path, options.encoding):
        place = Place(str(source.path), line)
        if not isinstance(record, dict) or not isinstance(record.get("answer"), str):
            hint = "each line is an object with text, _input_hash, _task_hash and answer"
            raise DataError("ACC047", "this is not an answer of Prodigy", place, hint)
        _answer(record, source, into, options, place)


def _answer(record: Record, source: Source, into: Gathering, options: ReadOptions, place: Place) -> None:
    """Manual annotation is about the input, a binary answer about the task: an input with its suggestion."""
    binary = _binary(record)
    text = record.get("text")
    key = _key(record, "_task_hash" if binary else "_input_hash", options, place)
    document = into.document(key, text if isinstance(text, str) else None, place=place)
    annotator = _annotator(record, source, into, options)
    if isinstance(record.get("versions"), list):  # what the recipe review writes: a decision about others' annotations
        annotator = into.cast(f"{annotator} (review)", "curator", called=annotator)
    answer = record["answer"]
    if answer == "ignore":
        into.cancelled(document, annotator)
        return
    if binary:
        into.asked(document, annotator)
        field = text_of(record.get("label")) or "answer"
        into.label(field, document, annotator, answer, time=number_of(record.get("_timestamp")))
        return
    if answer != "accept":
        into.leave_out("rejected example")
        return
    if into.was_asked(document, annotator):
        into.leave_out("further annotation of an example by the same annotator", many="further annotations of examples")
        return
    into.asked(document, annotator)
    if "options" in record or "accept" in record:
        _choices(record, document, annotator, into)
    if "options" not in record or "spans" in record:
        into.layer("spans", SPANS)
        _spans(record, document, annotator, into, place)
    written = record.get("user_input")
    if isinstance(written, str) and written:
        into.answer("user_input", document, annotator, written)


def _binary(record: Record) -> bool:
    """Whether the answer itself is the annotation: accept or reject one suggestion."""
    if record.get("_view_id") in _MANUAL or "options" in record or "accept" in record or "relations" in record:
        return False
    return "label" in record or (record.get("_view_id") in ("ner", "classification", "spans"))


def _key(record: Record, name: str, options: ReadOptions, place: Place) -> str:
    wanted = options.document_key or name
    key = text_of(record.get(wanted))
    if key is None and isinstance(record.get("meta"), dict):
        key = text_of(record["meta"].get(wanted))
    if key is None:
        raise DataError(
            "ACC047", f"an answer without '{wanted}'", place, f"name another field with {option('document_key')}"
        )
    return key


def _annotator(record: Record, source: Source, into: Gathering, options: ReadOptions) -> str:
    told = text_of(record.get("_annotator_id")) or text_of(record.get("_session_id"))
    if told is not None and options.annotator_from not in ("dir", "file"):
        return told
    into.read_as(
        Reading("annotators", "answers without _annotator_id and _session_id are of one annotator per file", True)
    )
    return source.annotator


def _choices(record: Record, document: str, annotator: str, into: Gathering) -> None:
    accepted = record.get("accept")
    several = accepted if isinstance(accepted, list) else [accepted]
    chosen = tuple(text for text in map(text_of, several) if text is not None)
    into.label("accept", document, annotator, chosen)


def _spans(record: Record, document: str, annotator: str, into: Gathering, place: Place) -> None:
    names: dict[tuple[float, float], str] = {}
    for number, ((start, end), span) in enumerate(into.placed(document, record.get("spans"), place), start=1):
        names.setdefault((start, end), f"s{number}")
        into.span(SPANS, document, annotator, start, end, text_of(span.get("label")), name=f"s{number}")
    relations = record.get("relations")
    for relation in relations if isinstance(relations, list) else []:
        _relation(relation, names, document, annotator, into)


def _relation(link: Any, names: dict[tuple[float, float], str], document: str, annotator: str, into: Gathering) -> None:
    ends = []
    for side in ("head_span", "child_span"):
        span = link.get(side) if isinstance(link, dict) else None
        bounds = (number_of(span.get("start")), number_of(span.get("end"))) if isinstance(span, dict) else (None, None)
        ends.append(names.get((bounds[0], bounds[1])) if bounds[0] is not None and bounds[1] is not None else None)
    if ends[0] is None or ends[1] is None:
        into.leave_out("relation between tokens that are not spans", many="relations between tokens that are not spans")
        return
    into.relation(RELATIONS, document, annotator, ends[0], ends[1], text_of(link.get("label")))
