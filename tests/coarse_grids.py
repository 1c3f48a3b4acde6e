"""Reading grids of spans with fewer magnitudes and repetitions, where a page is the point and not its numbers.

A whole grid of γ takes half a minute; `sweeping/test_reading.py` says what a whole one is, and `test_refining.py` how
near a value it is refined: here not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any
from unittest import mock

from accord import Result
from accord.annotations import Annotations
from accord.diagnosis import additions
from accord.sweeping import refining


def _coarse(
    error_reading: Any, data: Annotations, results: Sequence[Result], **settings: Any
) -> additions.ErrorReading | None:
    fewer = {"magnitudes": 3, "repeats": 2} if data.kind == "spans" else {}
    with mock.patch.object(refining, "ROUNDS", 0 if fewer else refining.ROUNDS):
        read: additions.ErrorReading | None = error_reading(data, results, **{**fewer, **settings})
    return read


def coarse_grids() -> AbstractContextManager[object]:
    return mock.patch.object(additions, "error_reading", partial(_coarse, additions.error_reading))
