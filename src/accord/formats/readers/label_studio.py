"""Label Studio: the JSON export, the snapshot with users, and what the writer makes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from accord.annotations.campaign import KINDS, Campaign, Layer, Pair
from accord.annotations.roles import Role
from accord.formats.gathering import Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import binary_kind, head
from accord.formats.parsing.json_values import bounds_of, first_record, json_values, number_of, text_of, time_of
from accord.formats.parsing.offsets import Bounds
from accord.results import DataError, Place
from accord.results.option_names import option

NAME = "label-studio"
DESCRIPTION = "Label Studio: JSON export or snapshot"
ENDINGS, ENDING = (".json",), None
IS_TABLE = False
ANNOTATOR_FROM: Preference = "field"
CARRIES = KINDS
KEEPS_TEXTS = KEEPS_DIRECTIONS = KEEPS_FRAGMENTS = True
RELATIONS = "relations"

PARENT = "parentID"
"""The region under which one hangs in the tree of regions."""
SPAN_TYPES = ("labels", "hypertextlabels", "timeserieslabels")
_TIMES = ("start", "end")
Record = dict[str, Any]
Homes = dict[str, tuple[str, str]]
"""The field of a region, and the name of the unit it is or is a fragment of."""


def sniff(path: Path) -> float:
    start = head(path)
    if not start or binary_kind(start) is not None or b'"' not in start:
        return 0.0
    record = first_record(start)
    if record is None:
        return 0.0
    return 0.95 if isinstance(record.get("data"), dict) and {"annotations", "completions"} & record.keys() else 0.0


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    number = 0
    for number, (task, line) in enumerate(json_values(source.path, options.encoding), start=1):
        place = Place(str(source.path), line if line > 1 else None, None)
        if not isinstance(task, dict) or not isinstance(task.get("data", {}), dict):
            raise DataError("ACC047", f"record {number} is not a task of Label Studio", place, _HINT)
        _task(task, number, source, into, options, place)


_HINT = "export the project again as JSON"
ROLE = "accord_role"
"""The field of an annotation in which accord writes that it is a curator's."""


def _task(task: Record, number: int, source: Source, into: Gathering, options: ReadOptions, place: Place) -> None:
    data: Record = task.get("data", {})
    key = key_of(task, data, number, options, place)
    place = Place(place.file, place.line, key)
    annotations = task.get("annotations", task.get("completions")) or []
    if not isinstance(annotations, list) or not all(isinstance(annotation, dict) for annotation in annotations):
        raise DataError("ACC047", "'annotations' is not a list of objects", place, _HINT)
    length = number_of(data.get("length")) if "text" not in data else None
    document = into.document(key, _text(data, annotations), length=length, place=place)
    drafts = task.get("drafts")
    into.leave_out("draft", len(drafts) if isinstance(drafts, list) else 0)
    for annotation in annotations:
        truth = annotation.get("ground_truth") is True
        annotator = _annotator(annotation, source, options, place, truth=truth)
        if annotation.get("was_cancelled") or annotation.get("skipped"):
            into.cancelled(document, annotator)
            continue
        if annotation.get(ROLE) == "curator":
            annotator = into.cast(annotator, "curator")
        elif truth:
            annotator = into.cast(f"{annotator} (ground truth)", "gold", called=annotator)
        _annotation(annotation, document, annotator, into, place)
    for prediction in _predictions(task.get("predictions"), annotations):
        _prediction(prediction, document, into, place)


def _predictions(listed: object, annotations: Sequence[Record]) -> list[object]:
    """Those of the task; the plain export has only their numbers there, and themselves beside the annotations."""
    beside = [annotation["prediction"] for annotation in annotations if isinstance(annotation.get("prediction"), dict)]
    known = {prediction["id"]: prediction for prediction in beside if isinstance(prediction.get("id"), int)}
    return (
        [known.get(prediction, prediction) if isinstance(prediction, int) else prediction for prediction in listed]
        if isinstance(listed, list)
        else []
    )


def _prediction(prediction: object, document: str, into: Gathering, place: Place) -> None:
    """What a model predicted, as an annotation by a model of that name and version."""
    if isinstance(prediction, int):
        into.leave_out("prediction named by its number only", many="predictions named by their numbers only")
        return
    if not isinstance(prediction, dict) or not isinstance(prediction.get("result"), list):
        into.leave_out("prediction without a result", many="predictions without a result")
        return
    name = into.cast(text_of(prediction.get("model_version")) or "predictions", "model")
    if into.was_asked(document, name):
        into.leave_out("further prediction of a document by the same model", many="further predictions of documents")
        return
    _annotation(prediction, document, name, into, place)


def key_of(task: Record, data: Record, number: int, options: ReadOptions, place: Place) -> str:
    """The key of a document: the field that was told, `document` in the data of the task, or the task's number."""
    if options.document_key is not None:
        key = text_of(data.get(options.document_key))
        if key is None:
            shown = ", ".join(f"'{name}'" for name in list(data)[:12])
            message = f"a task without '{options.document_key}' ({option('document_key')})"
            raise DataError("ACC006", message, place, f"the fields of its data are {shown}")
        return key
    return text_of(data.get("document")) or text_of(task.get("id")) or f"task {number}"


def _annotator(annotation: Record, source: Source, options: ReadOptions, place: Place, *, truth: bool) -> str:
    """Who annotated: an address or a number, as the export has it."""
    if options.annotator_from in ("dir", "file"):
        return source.annotator
    who = annotation.get("completed_by")
    name = text_of(who.get("email")) or text_of(who.get("id")) if isinstance(who, dict) else text_of(who)
    if not name and truth:
        return "ground truth"
    if not name:
        hint = f"export again with completed_by; if the file is one annotator's, say {option('annotator_from', 'file')}"
        raise DataError("ACC044", "an annotation without completed_by: it is not known whose it is", place, hint)
    return name


def _text(data: Record, annotations: Sequence[Record]) -> str | None:
    """The text that was annotated: the field that results name, else `text`, else the only text there is.

    Spans without a stretch of text are about sound or video, whatever texts stand beside it.
    """
    spans = [
        result.get("value")
        for annotation in annotations
        for result in results_of(annotation)
        if result.get("type") in SPAN_TYPES
    ]
    if spans and not any(isinstance(value, dict) and isinstance(value.get("text"), str) for value in spans):
        return None
    names = [text_of(result.get("to_name")) for annotation in annotations for result in results_of(annotation)[:5]]
    texts = {name: value for name, value in data.items() if isinstance(value, str) and "://" not in value[:12]}
    for name in (*names, "text"):
        if name in texts:
            return texts[name]
    texts.pop("document", None)
    return next(iter(texts.values())) if len(texts) == 1 else None


def results_of(annotation: Record) -> list[Record]:
    """The results of an annotation, as far as they are objects."""
    results = annotation.get("result") or []
    return [result for result in results if isinstance(result, dict)] if isinstance(results, list) else []


def _annotation(annotation: Record, document: str, annotator: str, into: Gathering, place: Place) -> None:
    again = into.was_asked(document, annotator)
    into.asked(document, annotator)
    when = timed(annotation, document, annotator, into)
    results = results_of(annotation)
    spans = [result for result in results if result.get("type") in SPAN_TYPES]
    for result in [result for result in results if result.get("type") not in (*SPAN_TYPES, "relation")]:
        _value(result, document, annotator, into, when)
    if again:
        many = "further annotations of a document by the same annotator (their labels are kept)"
        into.leave_out("further annotation of a document by the same annotator (its labels are kept)", many=many)
        return
    homes = _units(spans, document, annotator, into, place)
    for result in results:
        if result.get("type") == "relation":
            _relation(result, homes, document, annotator, into)


def timed(record: Record, document: str, annotator: str, into: Gathering) -> float | None:
    """When an annotation was made; it is kept with when it was changed and how long it took."""
    created, updated = time_of(record.get("created_at")), time_of(record.get("updated_at"))
    into.timed(document, annotator, created, updated, number_of(record.get("lead_time")))
    return created


def _units(spans: Sequence[Record], document: str, annotator: str, into: Gathering, place: Place) -> Homes:
    """Add the units of an annotation; the field and the unit of each region by its name."""
    bounds, kept = [], []
    for result in spans:
        value = result.get("value")
        told = _bounds(value) if isinstance(value, dict) else None
        if told is None:
            many = "regions without positions, or that end before they start"
            into.leave_out("region without positions, or that ends before it starts", many=many)
            continue
        bounds.append((*told, text_of(value.get("text")) if isinstance(value, dict) else None))
        kept.append(result)
    homes: dict[str, str] = {}
    regions: dict[str, _Region] = {}
    for result, at in zip(kept, into.fitted(document, bounds, place), strict=True):
        field, name = _field(result), text_of(result.get("id")) or f"#{len(homes) + 1}"
        if name in homes:
            into.leave_out("region with the name of another", many="regions with the names of others")
            continue
        homes[name] = field
        labels = _texts(result["value"].get(str(result["type"]))) or [None]
        regions[name] = _Region(field, labels, [at], text_of(result.get(PARENT)))
    units = _joined(regions, into)
    for name, region in units.items():
        for number, label in enumerate(region.labels, start=1):
            own = name if number == 1 else f"{name}#{number}"
            first, pieces = region.pieces[0], region.pieces
            into.span(region.field, document, annotator, *first, label, name=own, fragments=pieces, place=place)
    return {name: (field, name if name in units else regions[name].unit) for name, field in homes.items()}


@dataclass(slots=True)
class _Region:
    """A region of a text, or several that are one unit."""

    field: str
    labels: list[str | None]
    pieces: list[Bounds]
    parent: str | None
    unit: str = ""
    """The name of the unit that it is a fragment of."""


def _joined(regions: dict[str, _Region], into: Gathering) -> dict[str, _Region]:
    """The regions, of which those are fragments of another that hang under it in the tree of regions, have the same
    labels and share nothing with it. One that lies in its parent, or has other labels, is a unit of its own."""
    units = dict(regions)
    for name, region in regions.items():
        top, seen = region.parent, {name}
        if top is None:
            continue
        while top is not None and top in regions and top not in units and top not in seen:
            seen.add(top)
            top = regions[top].parent  # a fragment itself
        parent = units.get(top) if top is not None and top != name else None
        if parent is None or (parent.field, parent.labels) != (region.field, region.labels):
            continue
        if any(piece[0] < partner[1] and partner[0] < piece[1] for piece in parent.pieces for partner in region.pieces):
            continue
        parent.pieces += region.pieces
        region.unit = str(top)
        del units[name]
    into.join_regions(len(regions) - len(units))
    return units


def _bounds(value: Record) -> tuple[float, float] | None:
    """Where a region begins and ends; in hypertext, by the offsets in the text as it is shown."""
    inside = value.get("globalOffsets")
    return bounds_of(inside if isinstance(inside, dict) else value)


def _relation(result: Record, homes: Homes, document: str, annotator: str, into: Gathering) -> None:
    ends = [homes.get(text_of(result.get(key)) or "") for key in ("from_id", "to_id")]
    fields = [None if end is None else end[0] for end in ends]
    if None in fields or len(set(fields)) > 1:
        many = "relations to something that is not a span of the same field"
        into.leave_out("relation to something that is not a span of the same field", many=many)
        return
    first, second = (end[1] if end is not None else "" for end in ends)
    if result.get("direction") == "left":
        first, second = second, first
    field = fields[0] or ""
    layer = RELATIONS if into.claim(RELATIONS, field) == field else f"{RELATIONS} of {field}"
    labels = _texts(result.get("labels")) or [None]
    both = result.get("direction") == "bi"
    for label in labels:
        into.relation(layer, document, annotator, first, second, label, units=field, symmetric=both)


def _value(result: Record, document: str, annotator: str, into: Gathering, when: float | None) -> None:
    """A choice, rating, number or text about the document."""
    kind, value = result.get("type"), result.get("value")
    if not isinstance(value, dict) or any(name in value for name in _TIMES):
        into.leave_out(f"{text_of(kind) or 'result'} about a region", many=f"{text_of(kind) or 'result'} about regions")
        return
    field = _field(result)
    if kind in ("choices", "taxonomy"):
        chosen = value.get(str(kind))
        paths = [[label] if isinstance(label, str) else label for label in chosen] if isinstance(chosen, list) else []
        texts = ["/".join(map(str, path)) for path in paths if isinstance(path, list)]
        if texts:
            into.label(field, document, annotator, tuple(texts), time=when)
    elif kind in ("rating", "number", "pairwise"):
        told = text_of(value.get({"pairwise": "selected"}.get(str(kind), str(kind))))
        if told is not None:
            into.label(field, document, annotator, told, time=when)
    elif kind == "textarea":
        for text in _texts(value.get("text")):
            if text is not None:
                into.answer(field, document, annotator, text)
    else:
        into.leave_out(f"result of type '{text_of(kind)}'", many=f"results of type '{text_of(kind)}'")


def _field(result: Record) -> str:
    return text_of(result.get("from_name")) or text_of(result.get("type")) or "label"


def _texts(value: object) -> list[str | None]:
    several = value if isinstance(value, list) else [value]
    return [text for text in map(text_of, several) if text is not None]


# ---- writing


def write(campaign: Campaign, path: Path) -> dict[Path, bytes]:
    """One JSON file with a task per document and an annotation per annotator, as a snapshot with users has them."""
    if path.suffix.lower() != ".json":
        path = path / "export.json"
    results: dict[Pair, list[Record]] = {pair: [] for pair in campaign.assigned}
    for layer in campaign.layers:
        for pair, result in _written(layer, campaign):
            results[pair].append(result)
    people = {name: number for number, name in enumerate(campaign.annotators, start=1)}
    tasks: list[str] = []
    for number, document in enumerate(campaign.documents, start=1):
        here = [who for who in campaign.annotators if (document, who) in results]
        annotations = [
            _annotation_written(
                results[document, who],
                {"id": people[who], "email": who},
                cancelled=False,
                role=campaign.roles.get(who),
            )
            for who in here
            if campaign.roles.get(who) != "model"
        ]
        predictions = [
            {"model_version": who, "result": results[document, who]}
            for who in here
            if campaign.roles.get(who) == "model"
        ]
        annotations += [
            _annotation_written([], {"id": people[who], "email": who}, cancelled=True)
            for where, who in campaign.cancelled
            if where == document
        ]
        task = {
            "id": number,
            "data": _data(document, campaign),
            "annotations": annotations,
            "predictions": predictions,
        }
        tasks.append("\n" + json.dumps(task, ensure_ascii=False, allow_nan=False))
    return {path: f"[{','.join(tasks)}\n]\n".encode()}


def _data(document: str, campaign: Campaign) -> Record:
    data: Record = {"document": document}
    if document in campaign.texts:
        data["text"] = campaign.texts[document]
    elif document in campaign.lengths:
        data["length"] = campaign.lengths[document]
    return data


def _annotation_written(results: list[Record], who: Record, *, cancelled: bool, role: Role | None = None) -> Record:
    """Label Studio knows a ground truth alone; a curator is told in a field of accord's own, which it leaves alone."""
    truth = role in ("curator", "gold")
    written: Record = {"completed_by": who, "was_cancelled": cancelled, "ground_truth": truth, "result": results}
    return {**written, ROLE: role} if role == "curator" else written


def _written(layer: Layer, campaign: Campaign) -> Iterator[tuple[Pair, Record]]:
    """The results of a layer, row by row."""
    columns = layer.columns
    if "item" in columns and layer.kind == "labels":
        raise DataError("ACC051", f"{layer} labels parts of documents, for which {NAME} has no place")
    if layer.kind == "relations" and layer.units is None:
        raise DataError("ACC051", f"{layer} relates units without positions, for which {NAME} has no place")
    texts: dict[Pair, list[str]] = {}
    for row, pair in enumerate(zip(layer.document, layer.annotator, strict=True)):
        base = {"from_name": layer.name, "to_name": "text"}
        if layer.kind == "spans":
            name = str(columns["name"][row]) if "name" in columns else f"u{row}"
            first, *others = (columns["fragments"][row] if "fragments" in columns else None) or [None]
            yield pair, {**base, "id": name, "type": "labels", "value": _span(columns, row, pair, campaign, first)}
            for number, bounds in enumerate(others, start=2):
                value = _span(columns, row, pair, campaign, bounds)
                yield pair, {**base, "id": f"{name};{number}", PARENT: name, "type": "labels", "value": value}
        elif layer.kind == "relations":
            label = columns["label"][row]
            both = label in layer.symmetric
            yield (
                pair,
                {
                    "from_id": columns["origin"][row],
                    "to_id": columns["target"][row],
                    "type": "relation",
                    "direction": "bi" if both else "right",
                    "labels": [] if label is None else [label],
                },
            )
        elif layer.kind == "labels":
            cell = columns["label"][row]
            chosen = list(cell) if isinstance(cell, tuple) else [cell]
            yield pair, {**base, "id": f"c{row}", "type": "choices", "value": {"choices": chosen}}
        else:
            texts.setdefault(pair, []).append(columns["answer"][row])
    for pair, answers in texts.items():
        result = {"from_name": layer.name, "to_name": "text", "id": "t", "type": "textarea"}
        yield pair, {**result, "value": {"text": answers}}


def _span(columns: Mapping[str, Any], row: int, pair: Pair, campaign: Campaign, bounds: Bounds | None = None) -> Record:
    """A unit, or one fragment of it."""
    start, end = bounds or (float(columns["start"][row]), float(columns["end"][row]))
    category = columns["category"][row]
    whole = start == int(start) and end == int(end)
    value: Record = {"start": int(start) if whole else start, "end": int(end) if whole else end}
    if pair[0] in campaign.texts and whole:
        value["text"] = campaign.texts[pair[0]][int(start) : int(end)]
    value["labels"] = [] if category is None else [category]
    return value
