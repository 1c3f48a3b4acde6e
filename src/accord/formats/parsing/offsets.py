"""Offsets against the text they point into: code points as they are, UTF-16 units repaired, anything else refused."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.results import DataError, Place

Bounds = tuple[float, float]
Unit = tuple[float, float, str | None]
"""Start, end, and the stretch of text that the export stores beside them, if it does."""


def fitted(text: str, units: Sequence[Unit], place: Place) -> tuple[list[Bounds], int]:
    """The bounds of units in code points, and how many were counted in UTF-16 units, as JavaScript counts.

    Where all units fit as code points nothing changes; where all fit as UTF-16, all are repaired; else each as it fits.

    >>> fitted("😀 Apple", [(3, 8, "Apple")], Place())
    ([(2.0, 7.0)], 1)
    """
    plain = [_fits(text, start, end, surface) for start, end, surface in units]
    if all(plain):
        return [(start, end) for start, end, _ in units], 0
    if text.isascii() or max(text) <= "\uffff":
        raise _misfit(text, units[plain.index(False)], place, plain.count(False))
    points = _code_points(text)
    repaired = [_repaired(points, start, end) for start, end, _ in units]
    other = [
        bounds is not None and _fits(text, *bounds, surface)
        for bounds, (_, _, surface) in zip(repaired, units, strict=True)
    ]
    odd = [not (first or second) for first, second in zip(plain, other, strict=True)]
    if any(odd):
        raise _misfit(text, units[odd.index(True)], place, odd.count(True))
    wide = all(other)
    bounds: list[Bounds] = []
    changed = 0
    for (start, end, _), as_points, told in zip(units, plain, repaired, strict=True):
        new = (start, end) if told is None or (as_points and not wide) else told
        changed += new != (start, end)
        bounds.append(new)
    return bounds, changed


def _fits(text: str, start: float, end: float, surface: str | None) -> bool:
    if surface is None:
        return 0 <= start <= end <= len(text)
    if not 0 <= start <= end <= len(text) or start != int(start) or end != int(end):
        return False
    stretch = text[int(start) : int(end)]
    return stretch == surface or _spaces(stretch) == _spaces(surface)


def _spaces(text: str) -> str:
    """Tools write line breaks in a stored stretch as spaces or as \\n, and leave spaces at its ends out."""
    return " ".join(text.replace("\\n", "\n").split())


def _code_points(text: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """For each UTF-16 offset its code point; −1 in the middle of a character."""
    widths = 1 + (np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32) > 0xFFFF).astype(np.int64)
    ends = np.concatenate(([0], np.cumsum(widths)))
    points = np.full(int(ends[-1]) + 1, -1, dtype=np.int64)
    points[ends] = np.arange(len(ends))
    return points


def _repaired(points: np.ndarray[tuple[int], np.dtype[np.int64]], start: float, end: float) -> Bounds | None:
    if not 0 <= start <= end < len(points) or start != int(start) or end != int(end):
        return None
    first, last = int(points[int(start)]), int(points[int(end)])
    return None if first < 0 or last < 0 else (float(first), float(last))


def _misfit(text: str, unit: Unit, place: Place, number: int) -> DataError:
    start, end, surface = unit
    if end < start:
        message = f"the unit {start:g} to {end:g} ends before it starts"
    elif surface is None or not 0 <= start <= end <= len(text):
        message = f"the unit {start:g} to {end:g} lies outside the text of {len(text):,} characters"
    else:
        stretch = text[int(start) : int(end)]
        message = f"the unit {start:g} to {end:g} is {_shown(surface)} in the export and {_shown(stretch)} in the text"
    hint = f"the offsets count neither characters nor UTF-16 units, or the text has changed ({number:,} such)"
    return DataError("ACC043", message, place, hint)


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")
