"""Whether a cell shows a number of the JSON, rounded as it is displayed; nothing of the package is used to tell."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

NUMBER = re.compile(
    r"(?P<below>< ?)?(?P<sign>[+−-])?(?P<whole>\d{1,3}(?:,\d{3})+|\d*)(?:\.(?P<part>\d+))?(?P<percent> ?%)?"
)
SLACK = 1e-9  # of a value that lies in the middle between two roundings


class Cell(Protocol):
    """What a cell has to show."""

    def fits(self, cell: str) -> bool: ...


@dataclass(frozen=True)
class Number:
    """A value, correct to so many digits after the point; of thousands, to the unit. None and nothing are a dash."""

    value: float | None
    digits: int = 3
    percent: bool = False

    def fits(self, cell: str) -> bool:
        if self.value is None or cell in ("", "–"):
            return self.value is None and cell in ("", "–")
        found = NUMBER.fullmatch(cell)
        if found is None or not (found["whole"] or found["part"]) or bool(found["percent"]) != self.percent:
            return False
        value = self.value * (100 if self.percent else 1)
        seen = float(f"{found['whole'].replace(',', '') or 0}.{found['part'] or 0}")
        if found["sign"] in ("−", "-"):
            seen = -seen
        if found["below"]:
            return seen == (0.01 if self.percent else 0.001) and 0 <= value < seen
        digits = max(0 if abs(value) >= 1000 else self.digits, len(found["part"] or ""))
        return bool(abs(seen - value) <= 0.5 * 10**-digits + SLACK)


def share(value: float | None, digits: int = 1) -> Number:
    """In per cent."""
    return Number(value, digits, percent=True)


def few(value: float | None) -> Number:
    """In per cent with one digit below ten, and where all but all is not all."""
    seen = 100 * (value or 0)
    return share(value, 1 if seen < 9.95 or 99 < seen < 100 else 0)


def probability(value: float | None) -> Number:
    return Number(value, 3)


@dataclass(frozen=True)
class Count:
    """A whole number, thousands apart."""

    number: int

    def fits(self, cell: str) -> bool:
        return cell == f"{self.number:,}"


@dataclass(frozen=True)
class Between:
    """ "25.8 % to 38.1 %"."""

    low: float | None
    high: float | None

    def fits(self, cell: str) -> bool:
        ends = cell.split(" to ")
        return len(ends) == 2 and share(self.low).fits(ends[0]) and share(self.high).fits(ends[1])


@dataclass(frozen=True)
class Text:
    """A text, or its beginning where it is long; spaces count as one."""

    text: str
    most: int | None = None

    def fits(self, cell: str) -> bool:
        own, seen = (" ".join(one.split()) for one in (self.text, cell))
        if seen.endswith("…") and self.most is not None:
            return len(seen) <= self.most and own.startswith(seen[:-1].rstrip()) and len(own) > len(seen) - 1
        return seen == own


@dataclass(frozen=True)
class Starred:
    """A correlation, and whether it is significant."""

    value: float | None

    def fits(self, cell: str) -> bool:
        return Number(self.value, 2).fits(cell.rstrip("*"))


@dataclass(frozen=True)
class Words:
    """Explains the row; it holds no number of the data."""

    def fits(self, cell: str) -> bool:
        return not re.search(r"\d\.\d|\d ?%", cell)


Expected = str | Cell


def fits(cell: str, expected: Expected) -> bool:
    return cell == expected if isinstance(expected, str) else expected.fits(cell)


def differences(
    header: list[str], rows: list[list[str]], names: list[str], expected: list[list[Expected]]
) -> list[tuple[object, ...]]:
    """What a table shows otherwise than expected: the header, a row too few or too many, or cells."""
    if header != names:
        return [("header", header, names)]
    if len(rows) != len(expected):
        return [("rows", len(rows), len(expected))]
    found: list[tuple[object, ...]] = []
    for number, (row, wanted) in enumerate(zip(rows, expected, strict=True), 1):
        if len(row) != len(wanted):
            found.append((number, row, wanted))
            continue
        found += [
            (number, name, cell, one)
            for name, cell, one in zip(header, row, wanted, strict=True)
            if not fits(cell, one)
        ]
    return found
