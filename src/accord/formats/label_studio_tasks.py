"""A reference as tasks that Label Studio imports: those of the export it came from, with a ground truth each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accord.formats.locating import LocatedFile, located
from accord.formats.options import ReadOptions
from accord.formats.parsing.json_values import json_values
from accord.formats.readers import label_studio
from accord.formats.readers.label_studio import SPAN_TYPES, Record, key_of, results_of
from accord.formats.recognising import reader_for
from accord.results import Place, UsageError

Unit = tuple[float, float, str | None]


@dataclass(frozen=True)
class FieldReference:
    """What was decided about the documents of one field: their labels, or their units."""

    labels: Mapping[str, tuple[str, ...]]
    units: Mapping[str, Sequence[Unit]]


@dataclass(frozen=True)
class _Control:
    """How the export writes the results of a field: the object they are about, and their type."""

    to_name: str
    kind: str


def reference_tasks(
    paths: Sequence[str], references: Mapping[str, FieldReference], options: ReadOptions
) -> tuple[bytes, int]:
    """The JSON to import, and how many tasks it has: each with its id and data as they were exported, and one
    annotation that is the ground truth."""
    with located(list(paths)) as located_files:
        reader, files, _ = reader_for(located_files, options)
        if getattr(reader, "NAME", None) != label_studio.NAME:
            message = "a reference for Label Studio is written into the tasks of its export, and this is not one"
            raise UsageError(message, "name the JSON export, or write a table and convert it")
        controls = _controls(files, options)
        tasks = [
            {"id": task.get("id"), "data": task.get("data", {}), "annotations": [_annotation(results)]}
            for task, key in _tasks(files, options)
            if (results := list(_results(key, task.get("data", {}), references, controls)))
        ]
    lines = ",\n".join(json.dumps(task, ensure_ascii=False, allow_nan=False) for task in tasks)
    return f"[\n{lines}\n]\n".encode(), len(tasks)


def _annotation(results: list[Record]) -> Record:
    return {"ground_truth": True, "was_cancelled": False, "result": results}


def _tasks(files: Sequence[LocatedFile], options: ReadOptions) -> Iterator[tuple[Record, str]]:
    """Every task with the name of its document."""
    for file in files:
        for number, (task, line) in enumerate(json_values(file.path, options.encoding), start=1):
            place = Place(str(file.path), line if line > 1 else None)
            yield task, key_of(task, task.get("data", {}), number, options, place)


def _controls(files: Sequence[LocatedFile], options: ReadOptions) -> dict[str, _Control]:
    """What the results in the export say about each field."""
    controls: dict[str, _Control] = {}
    for task, _ in _tasks(files, options):
        for annotation in task.get("annotations", task.get("completions")) or ():
            for result in results_of(annotation):
                name, kind = result.get("from_name"), str(result.get("type"))
                if isinstance(name, str) and name not in controls:
                    controls[name] = _Control(str(result.get("to_name", "text")), kind)
    return controls


def _results(
    document: str, data: Record, references: Mapping[str, FieldReference], controls: Mapping[str, _Control]
) -> Iterator[Record]:
    for field, made in references.items():
        control = controls.get(field)
        if control is None:
            continue
        base = {"from_name": field, "to_name": control.to_name, "type": control.kind}
        if made.labels.get(document):
            yield {**base, "id": f"{field}-reference", "value": _value(control.kind, made.labels[document])}
        text = data.get(control.to_name, data.get("text"))
        for number, unit in enumerate(made.units.get(document, ()), start=1):
            if control.kind in SPAN_TYPES:
                value = _span(control.kind, unit, text if isinstance(text, str) else None)
                yield {**base, "id": f"{field}-reference-{number}", "value": value}


def _value(kind: str, labels: tuple[str, ...]) -> Record:
    """The value of a result about a whole document."""
    if kind == "taxonomy":
        return {kind: [label.split("/") for label in labels]}
    if kind == "rating":
        return {kind: _number(labels[0])}
    if kind == "number":
        return {kind: _number(labels[0])}
    if kind == "pairwise":
        return {"selected": labels[0]}
    return {"choices": list(labels)}


def _number(label: str) -> float | str:
    try:
        value = float(label)
    except ValueError:
        return label
    return int(value) if value == int(value) else value


def _span(kind: str, unit: Unit, text: str | None) -> Record:
    """A unit; the tool counts the UTF-16 units of a text, accord its characters."""
    start, end, category = unit
    value: dict[str, Any] = {kind: [] if category is None else [category]}
    if text is None or start != int(start) or end != int(end):
        return {"start": start, "end": end, **value}
    bounds = {"start": _in_utf16(text[: int(start)]), "end": _in_utf16(text[: int(end)])}
    return {**bounds, "text": text[int(start) : int(end)], **value}


def _in_utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
