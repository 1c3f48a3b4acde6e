"""The JSON of a record is its fields: under other names, left out, nested, and without nan."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from accord.results.json_numbers import NOT_IN_JSON, JsonRecord, json_fields, json_name


@dataclass(frozen=True)
class Part(JsonRecord):
    value: float
    first: int = field(default=1, metadata=json_name("from"))


@dataclass(frozen=True, eq=False)
class Whole(JsonRecord):
    parts: tuple[Part, ...]
    table: NDArray[np.float64]
    shares: dict[str, float]
    aside: bool = field(default=True, metadata=NOT_IN_JSON)
    hidden: object = field(default=object(), repr=False)

    @property
    def number(self) -> int:
        return len(self.parts)


WHOLE = Whole((Part(0.5), Part(float("nan"), 2)), np.array([[1.0, np.inf]]), {"a": float("nan")})


def test_fields_stand_in_their_order_under_their_names() -> None:
    made = WHOLE.as_json()
    assert list(made) == ["parts", "table", "shares"]
    assert made["parts"] == [{"value": 0.5, "from": 1}, {"value": None, "from": 2}]
    assert made["table"] == [[1.0, None]]
    assert made["shares"] == {"a": None}
    json.dumps(made, allow_nan=False)


def test_some_attributes_stand_under_other_names() -> None:
    assert json_fields(WHOLE, "shares", parts_in_all="number") == {"shares": {"a": None}, "parts_in_all": 2}


def test_records_without_equality_are_not_equal_for_want_of_fields() -> None:
    assert Whole((), np.zeros(0), {}) != Whole((), np.zeros(0), {})
    assert Part(0.5) == Part(0.5) != Part(0.25)
