"""Numbers for JSON, which knows neither nan nor infinity."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import fields
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


def json_record(record: DataclassInstance) -> dict[str, object]:
    """The fields of a flat record, its numbers so."""
    values = {field.name: getattr(record, field.name) for field in fields(record)}
    return {name: json_number(value) if isinstance(value, float) else value for name, value in values.items()}
