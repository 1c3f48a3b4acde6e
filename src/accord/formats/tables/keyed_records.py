"""JSON documents that are one object: records by their key, or columns by their name; and lists of who said what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from accord.annotations.column_names import suggested
from accord.formats.options import ReadOptions
from accord.results import DataError, Place, Reading

Record = dict[str, Any]
KEY = "item"
_TURN = 'write one object per line, such as {"item": "1", "annotator": "A", "label": "x"}, or an array of them'


def records_of(document: Record, file: str) -> list[Record]:
    """The records of a document that is one object of objects: its keys name the records, or the columns as pandas
    writes a frame by default."""
    inner = [value for value in document.values() if isinstance(value, dict)]
    if len(inner) < len(document) or not document:
        message = "one JSON object over several lines, where each line is an object"
        raise DataError("ACC015", message, Place(file, 1), "write one object per line, or an array of them")
    keys = list(dict.fromkeys(key for value in inner for key in value))
    numbers = [str(place) for place in range(len(keys))]  # keys inside may number the rows
    if keys == numbers and not any(name.isdigit() for name in document):
        return [{name: column.get(key) for name, column in document.items()} for key in keys]
    if not any(suggested(key).role is not None for key in keys):
        message = "an object of objects, of which either may be the items"
        raise DataError("ACC215", message, Place(file, 1), _TURN)
    return [{KEY if KEY not in keys else "key": key, **value} for key, value in document.items()]


def unrolled(records: list[Record], options: ReadOptions) -> tuple[list[Record], ReadOptions, tuple[Reading, ...]]:
    """Records with a list of annotators and one of their labels, as one record per label; others as they are.

    The lists are JSON arrays, or texts with commas as in the data of LeWiDi 2023.
    """
    pair = _lists(records, options)
    if pair is None or options.annotators is not None or options.transpose:
        return records, options, ()
    who, labels = pair
    item = options.item_column or _item(records)
    named = records if item is not None else [{KEY: str(place), **row} for place, row in enumerate(records, start=1)]
    item = item or KEY
    kept = [item, *(key for key in records[0] if suggested(key).role == "text")]
    rows = [
        {**{key: record.get(key) for key in kept}, who: person, labels: label}
        for record in named
        for person, label in zip(_listed(record[who]), _listed(record[labels]), strict=True)
    ]
    columns = {"item_column": item, "annotator_column": who, "label_column": labels}
    text = f"a record per item: item = '{item}', annotators in the list '{who}', their labels in '{labels}'"
    guessed = any(getattr(options, option) is None for option in columns)
    settled = tuple(f"{option}={name}" for option, name in columns.items())
    readings = [Reading("columns", text, guessed, settled)]
    rest = [key for key in records[0] if key not in {item, who, labels, *kept}]
    if rest:
        readings.append(Reading("set aside", f"keys not used: {', '.join(rest[:6])}{', …' if len(rest) > 6 else ''}"))
    return rows, replace(options, **columns), tuple(readings)  # type: ignore[arg-type]


def _lists(records: list[Record], options: ReadOptions) -> tuple[str, str] | None:
    """The only key of annotators and the only key of labels that hold lists of the same length in every record."""
    pairs = [
        (who, labels)
        for who in _keys(records, "annotator", options.annotator_column)
        for labels in _keys(records, "label", options.label_column)
        if all(len(_listed(record[who])) == len(_listed(record[labels])) for record in records)
    ]
    return pairs[0] if len(pairs) == 1 else None


def _keys(records: list[Record], role: str, told: str | None) -> list[str]:
    """The keys with that role that hold a list in every record, of more than one in some."""
    keys = [told] if told is not None else [key for key in records[0] if suggested(key).role == role]
    listed = [key for key in keys if all(_is_list(record.get(key)) for record in records)]
    return [key for key in listed if any(len(_listed(record[key])) > 1 for record in records)]


def _is_list(value: object) -> bool:
    if isinstance(value, list):
        return not any(isinstance(member, list | Mapping) for member in value)
    return isinstance(value, str)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [part.strip() for part in value.split(",")]


def _item(records: list[Record]) -> str | None:
    """The key that names the records: one that is named like an id and never comes twice."""
    for key in records[0]:
        if suggested(key).role == "item":
            values = [record.get(key) for record in records]
            if all(isinstance(value, str | int) for value in values) and len(set(values)) == len(values):
                return str(key)
    return None
