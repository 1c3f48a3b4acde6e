"""Parts that several charts of a page have are written once: axes, scales, and data that are the same everywhere."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from accord.report_page.figure import Spec

PART = "@"
"""A mapping with this one key stands for the part of that number."""
SHORTEST = 60  # letters of a part that is worth a number


def with_shared_parts(specs: Mapping[str, Spec]) -> tuple[list[Any], dict[str, Spec]]:
    """The parts by their numbers, and the charts that name them.

    >>> axis = {"title": "of the reference changes", "format": ".0%", "scale": {"domain": [0, 1]}}
    >>> parts, charts = with_shared_parts({"one": {"x": axis, "y": 1}, "two": {"x": axis}})
    >>> parts == [axis], charts
    (True, {'one': {'x': {'@': 0}, 'y': 1}, 'two': {'x': {'@': 0}}})
    """
    times: Counter[str] = Counter()
    for spec in specs.values():
        _count(spec, times)
    pool = _Pool(times)
    charts = {name: pool.kept(spec, 1) for name, spec in specs.items()}
    return pool.parts, charts


def _text(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))


def _count(part: Any, times: Counter[str]) -> None:
    for child in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        if isinstance(child, dict | list):
            text = _text(child)
            if len(text) >= SHORTEST:
                times[text] += 1
                _count(child, times)


class _Pool:
    def __init__(self, times: Counter[str]) -> None:
        self.times = times
        self.places: dict[str, int] = {}
        self.parts: list[Any] = []

    def kept(self, part: Any, around: int) -> Any:
        """The same, in which what occurs more often than what is around it is named by its number."""
        if isinstance(part, list):
            return [self._named(child, around) for child in part]
        if isinstance(part, dict):
            return {name: self._named(child, around) for name, child in part.items()}
        return part

    def _named(self, part: Any, around: int) -> Any:
        if not isinstance(part, dict | list):
            return part
        text = _text(part)
        times = self.times.get(text, 0)
        if times <= around:
            return self.kept(part, around)
        if text not in self.places:
            made = self.kept(part, times)
            self.places[text] = len(self.parts)
            self.parts.append(made)
        return {PART: self.places[text]}
