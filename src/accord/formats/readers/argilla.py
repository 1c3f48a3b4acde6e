"""Argilla 2: records as `dataset.records.to_json()`, `to_disk()` and `to_list(flatten=True)` write them.

Nobody's type of question stands in a record: it is that of `.argilla/settings.json` beside the records, which `to_disk`
writes, else it is seen from the answers. Responses are those of people, suggestions those of the agents that made them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from accord.formats.gathering import Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import binary_kind, head
from accord.formats.parsing.json_values import first_record, json_objects, text_of
from accord.results import DataError, Place
from accord.results.input_files import remember
from accord.results.option_names import option

NAME = "argilla"
DESCRIPTION = "Argilla: records as JSON"
ENDINGS = (".json", ".jsonl")
IS_TABLE = False
ANNOTATOR_FROM: Preference = "field"

_HINT = "export the records again with dataset.records.to_json()"
_KNOWN = ("label_selection", "multi_label_selection", "rating", "span", "text", "ranking")
_RESPONSES, _SUGGESTION = ".responses", ".suggestion"
Record = dict[str, Any]


@dataclass(frozen=True)
class Said:
    """One answer to one question of a record."""

    question: str
    who: str | None
    value: Any
    status: str | None = None
    """submitted, draft or discarded, where the export tells it."""
    model: bool = False


def sniff(path: Path) -> float:
    start = head(path)
    if binary_kind(start) is not None or (b'"responses"' not in start and b".responses.users" not in start):
        return 0.0
    record = first_record(start)
    if record is None:
        return 0.0
    nested = isinstance(record.get("fields"), dict) and isinstance(record.get("responses"), dict)
    return 0.9 if nested or any(str(name).endswith(f"{_RESPONSES}.users") for name in record) else 0.0


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    records = list(json_objects(source.path, options.encoding, "this is not a record of Argilla", _HINT))
    answers = [list(_answers(record, place)) for record, place in records]
    kinds = _kinds([answer for own_answers in answers for answer in own_answers], _settings(source.path))
    for (record, place), own_answers in zip(records, answers, strict=True):
        _record(record, own_answers, kinds, into, options, place)


# ---- what a record says


def _answers(record: Record, place: Place) -> Iterator[Said]:
    if "fields" in record or "responses" in record:
        yield from _nested(record, place)
        return
    for name, values in record.items():
        if name.endswith(_RESPONSES):
            users, states = record.get(f"{name}.users"), record.get(f"{name}.status")
            if not isinstance(values, list) or not isinstance(users, list) or len(users) != len(values):
                if values is None:
                    continue
                raise DataError("ACC047", f"'{name}' and its users are not lists of one length", place, _HINT)
            known = states if isinstance(states, list) and len(states) == len(values) else [None] * len(values)
            for value, user, state in zip(values, users, known, strict=True):
                yield Said(name.removesuffix(_RESPONSES), text_of(user), value, text_of(state))
        elif name.endswith(_SUGGESTION) and values is not None:
            agent = text_of(record.get(f"{name}.agent"))
            yield Said(name.removesuffix(_SUGGESTION), agent, values, model=True)


def _nested(record: Record, place: Place) -> Iterator[Said]:
    responses, suggestions = record.get("responses") or {}, record.get("suggestions") or {}
    if not isinstance(responses, dict) or not isinstance(suggestions, dict):
        raise DataError("ACC047", "'responses' and 'suggestions' are not objects by question", place, _HINT)
    for name, listed in responses.items():
        if not isinstance(listed, list) or not all(isinstance(response, dict) for response in listed):
            raise DataError("ACC047", f"the responses to '{name}' are not a list of objects", place, _HINT)
        for response in listed:
            yield Said(name, text_of(response.get("user_id")), response.get("value"), text_of(response.get("status")))
    for name, response in suggestions.items():
        if isinstance(response, dict) and response.get("value") is not None:
            yield Said(name, text_of(response.get("agent")), response["value"], model=True)


# ---- what a question asks


def _settings(path: Path) -> dict[str, str]:
    """The types of the questions by the settings that `to_disk` writes beside the records."""
    beside = path.parent / ".argilla" / "settings.json"
    try:
        questions = json.loads(beside.read_bytes())["questions"]
        kinds = {question["name"]: question["settings"]["type"] for question in questions}
    except (OSError, ValueError, LookupError, TypeError):  # there are none, or they are not Argilla's
        return {}
    remember(beside)
    return kinds


def _kinds(answers: Sequence[Said], told: dict[str, str]) -> dict[str, str]:
    by_question: dict[str, list[Any]] = {}
    for answer in answers:
        by_question.setdefault(answer.question, []).append(answer.value)
    return {name: told[name] if told.get(name) in _KNOWN else _seen(values) for name, values in by_question.items()}


def _seen(values: Sequence[Any]) -> str:
    """The type of a question by its answers: texts look like labels, and an order of all options is a ranking."""
    lists = [value for value in values if isinstance(value, list)]
    if not lists:
        return "rating" if all(isinstance(value, int | float) for value in values) else "label_selection"
    members = [member for value in lists for member in value]
    if any(isinstance(member, dict) for member in members):
        return "ranking" if all(isinstance(member, dict) and "rank" in member for member in members) else "span"
    orders = {tuple(map(str, value)) for value in lists}
    options = {frozenset(order) for order in orders}
    return "ranking" if len(options) == 1 and len(orders) > 1 else "multi_label_selection"


# ---- into layers


def _record(
    record: Record, answers: Sequence[Said], kinds: dict[str, str], into: Gathering, options: ReadOptions, place: Place
) -> None:
    nested = record.get("fields")
    fields: Record = nested if isinstance(nested, dict) else record
    key = _key(record, fields, options, place)
    place = Place(place.file, place.line, key)
    document = into.document(key, _text(fields, kinds), place=place)
    done: dict[str, bool] = {}
    for answer in answers:
        if answer.who is None and not answer.model:
            hint = "export the records with their users"
            raise DataError("ACC044", "a response without user_id: it is not known whose it is", place, hint)
        if answer.status == "draft":
            into.leave_out("draft")
            continue
        who = into.cast(answer.who or "suggestions", "model") if answer.model else str(answer.who)
        if answer.status == "discarded" and answer.value is None:
            into.cancelled(document, who)
            continue
        if who not in done:
            done[who] = not into.was_asked(document, who)
        if not done[who]:
            into.leave_out("further answer of an annotator to a record", many="further answers to records")
            continue
        _answer(answer, kinds[answer.question], document, who, into, place)


def _answer(reply: Said, kind: str, document: str, who: str, into: Gathering, place: Place) -> None:
    if reply.value is None:
        return
    into.asked(document, who)
    if kind == "ranking":
        into.leave_out("ranking")
    elif kind == "span":
        into.layer("spans", reply.question)
        _spans(reply, document, who, into, place)
    elif kind == "text":
        into.answer(reply.question, document, who, text_of(reply.value) or "")
    elif isinstance(reply.value, list):
        into.label(reply.question, document, who, tuple(text for text in map(text_of, reply.value) if text is not None))
    else:
        label = text_of(reply.value)
        if label is None:
            into.leave_out("answer that is not a label")
        else:
            into.label(reply.question, document, who, label)


def _spans(answer: Said, document: str, who: str, into: Gathering, place: Place) -> None:
    for (start, end), span in into.placed(document, answer.value, place):
        into.span(answer.question, document, who, start, end, text_of(span.get("label")))


def _key(record: Record, fields: Record, options: ReadOptions, place: Place) -> str:
    """What a record is called: the field or metadata that was told, its id, or that of the server."""
    if options.document_key is not None:
        metadata = record.get("metadata")
        known = {**record, **(metadata if isinstance(metadata, dict) else {}), **fields}
        key = text_of(known.get(options.document_key))
        if key is None:
            message = f"a record without '{options.document_key}' ({option('document_key')})"
            raise DataError("ACC006", message, place, f"its fields are {', '.join(map(repr, list(known)[:12]))}")
        return key
    key = text_of(record.get("id")) or text_of(record.get("_server_id"))
    if key is None:
        raise DataError("ACC047", "a record without an id", place, f"name a field with {option('document_key')}")
    return key


def _text(fields: Record, kinds: dict[str, str]) -> str | None:
    """The text: that of the field `text`, else of the only field that is one; none of spans in one of several."""
    own = {name: value for name, value in fields.items() if isinstance(value, str) and name not in _OF_RECORDS}
    texts = {name: value for name, value in own.items() if not any(name.startswith(f"{q}.") for q in kinds)}
    if "text" in texts:
        return texts["text"]
    return next(iter(texts.values())) if len(texts) == 1 else None


_OF_RECORDS = ("id", "status", "_server_id", "insertedAt", "updatedAt", "inserted_at", "updated_at")
