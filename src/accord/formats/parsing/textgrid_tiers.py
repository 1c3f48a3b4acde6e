"""Praat's text files of TextGrids, long and short: only quoted texts, free-standing numbers and flags carry meaning.

Boersma & Weenink, Praat manual, "TextGrid file formats": whatever else stands in the file (xmin =, intervals [1]:) is
there for people, and the short format leaves it out. A quotation mark in a text is doubled; ! begins a comment.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from accord.results import DataError, Place

MARK = "ooTextFile"
_TOKEN = re.compile(
    r'"(?P<text>[^"]*+(?:""[^"]*+)*+)"|(?P<open>")|<(?P<flag>exists|absent)>|!(?P<comment>[^\n]*)'
    r"|(?<![^\s=])(?P<number>[-+]?[0-9.][^\s\"!]*)"
)
_HINT = "save it again in Praat with 'Save as text file' or 'Save as short text file'"


@dataclass(frozen=True)
class TextGridTier:
    """A tier of intervals, or of points (their start is their end)."""

    name: str
    points: bool
    units: list[tuple[float, float, str]] = field(default_factory=list)


@dataclass(frozen=True)
class TextGrid:
    start: float
    end: float
    tiers: list[TextGridTier]


def parsed(text: str, file: str) -> TextGrid:
    """The tiers of a TextGrid, or a DataError that names the line.

    >>> short = '"ooTextFile" "TextGrid" 0 2 <exists> 1 "IntervalTier" "word" 0 2 1 0 2 "so"'
    >>> parsed(short, "a.TextGrid").tiers[0].units
    [(0.0, 2.0, 'so')]
    """
    tokens = _Tokens(text, file)
    kind = tokens.text("the mark ooTextFile")
    if not kind.startswith(MARK):
        raise tokens.odd(f"this is '{kind[:40]}', not {MARK}")
    held = tokens.text("the class of the object")
    if held != "TextGrid":
        raise tokens.odd(f"this is Praat's file of a '{held[:40]}', not of a TextGrid")
    start, end = tokens.number("the start"), tokens.number("the end")
    if tokens.flag() == "absent":
        return TextGrid(start, end, [])
    tiers = [_tier(tokens) for _ in range(tokens.count("the number of tiers"))]
    tokens.finish()
    return TextGrid(start, end, tiers)


def _tier(tokens: _Tokens) -> TextGridTier:
    kind = tokens.text("the class of a tier")
    if kind not in ("IntervalTier", "TextTier"):
        raise tokens.odd(f"a tier of the class '{kind[:40]}' where IntervalTier or TextTier is expected")
    tier = TextGridTier(tokens.text("the name of a tier"), points=kind == "TextTier")
    tokens.number("the start of the tier")
    tokens.number("the end of the tier")
    for _ in range(tokens.count(f"the size of tier '{tier.name}'")):
        start = tokens.number("a time")
        end = start if tier.points else tokens.number("the end of an interval")
        if end < start:
            raise tokens.odd(f"an interval from {start:g} to {end:g}")
        tier.units.append((start, end, tokens.text("a label")))
    return tier


class _Tokens:
    """What carries meaning in the file, one after the other."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self._found = self._all()
        self._at = 0

    def _all(self) -> Iterator[re.Match[str]]:
        for match in _TOKEN.finditer(self._text):
            if match.lastgroup == "comment":
                continue
            self._at = match.start()
            if match.lastgroup == "open":
                raise self.odd("a quotation mark is not closed: the file is cut, or a mark in a text is not doubled")
            yield match

    def _next(self, expected: str, group: str) -> str:
        match = next(self._found, None)
        if match is None:
            self._at = len(self._text)
            raise self.odd(f"the file ends where {expected} is expected")
        if match.lastgroup != group:
            raise self.odd(f"{match[0][:40]!r} where {expected} is expected")
        return match[group]

    def text(self, expected: str) -> str:
        return self._next(expected, "text").replace('""', '"')

    def flag(self) -> str:
        return self._next("<exists>", "flag")

    def number(self, expected: str) -> float:
        written = self._next(expected, "number")
        try:
            value = float(written)
        except ValueError:
            raise self.odd(f"{written[:40]!r} where {expected} is expected") from None
        if not math.isfinite(value):
            raise self.odd(f"{written[:40]!r} is not a time")
        return value

    def count(self, expected: str) -> int:
        value = self.number(expected)
        if value != int(value) or value < 0:
            raise self.odd(f"{value:g} where {expected} is expected")
        if value > len(self._text):
            raise self.odd(f"{expected} is {value:g}, more than the file can hold")
        return int(value)

    def finish(self) -> None:
        match = next(self._found, None)
        if match is not None:
            raise self.odd(f"{match[0][:40]!r} after the last tier")

    def odd(self, message: str) -> DataError:
        return DataError("ACC047", message, Place(self._file, self._text.count("\n", 0, self._at) + 1), _HINT)
