"""Numbers and records for JSON, which knows neither nan nor infinity."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def json_number(value: float | None) -> float | None:
    """The number, or None in place of nan and of infinity.

    >>> json_number(0.5), json_number(float("nan"))
    (0.5, None)
    """
    return float(value) if value is not None and math.isfinite(value) else None


def json_numbers(values: Iterable[float]) -> list[float | None]:
    """A list of such numbers; an array is given as its `tolist()`, or itself."""
    return [json_number(value) for value in values]


def json_value(value: object) -> object:
    """Whatever a record holds: numbers so, arrays and tuples as lists, records by
    their fields, and what has a JSON of its own as that.

    >>> json_value({"a": (1, float("nan"))})
    {'a': [1, None]}
    """
    if isinstance(value, float):
        return json_number(value)
    if isinstance(value, Mapping):
        return {name: json_value(held) for name, held in value.items()}
    if isinstance(value, tuple | list):
        return [json_value(held) for held in value]
    if hasattr(value, "tolist"):
        return json_value(value.tolist())
    if hasattr(value, "as_json"):
        return value.as_json()
    return json_record(value) if is_dataclass(value) and not isinstance(value, type) else value


def json_fields(record: object, *names: str, **renamed: str) -> dict[str, object]:
    """Some attributes of a record, in this order; those with keywords stand under the keyword, and may be "one.within"
    another; what is within None is None."""
    named = {**{name: name for name in names}, **renamed}
    return {name: json_value(_within(record, attribute)) for name, attribute in named.items()}


def _within(record: object, path: str) -> object:
    for name in path.split("."):
        record = None if record is None else getattr(record, name)
    return record


def json_record(record: DataclassInstance) -> dict[str, object]:
    """The fields of a record in their order, each under its name or the one that `json_name` gives it.

    Those that its `repr` leaves out, or that are `NOT_IN_JSON`, do not stand there.
    """
    named = {field.name: field.metadata.get("json", field.name) for field in fields(record) if field.repr}
    return {shown: json_value(getattr(record, name)) for name, shown in named.items() if shown}


def json_name(name: str) -> dict[str, str]:
    """For `field(metadata=…)`: the name in JSON, where it is another than the field's."""
    return {"json": name}


NOT_IN_JSON = json_name("")


@dataclass(frozen=True, eq=False)
class JsonRecord:
    """A record whose JSON is its fields."""

    def as_json(self) -> dict[str, object]:
        return json_record(self)
