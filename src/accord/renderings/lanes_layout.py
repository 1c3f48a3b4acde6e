"""Where things stand in a drawing of units: the rows a continuum is cut into, and the sub-lanes of one annotator."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from accord.annotations.spans import Continuum
from accord.results.arrays import Floats

TEXT_ROW = 112  # characters of text in a row, so that they can be read at the width of a page
UNITS_IN_ROW = 14  # of one annotator, about, where no text is shown
LENGTHS_IN_ROW = 80  # units of median length that would fill a row: each is then some ten points wide
MOST_ROWS = 120
STEPS = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


@dataclass(frozen=True)
class LaneRow:
    """A stretch of the continuum that is drawn on one line."""

    first: float
    last: float


@dataclass(frozen=True)
class Rows:
    """The rows of a drawing, all to the same scale: a full row shows `across` positions."""

    rows: tuple[LaneRow, ...]
    across: float


def text_rows(text: str, last: float, most: int = TEXT_ROW) -> Rows:
    """Lines of at most `most` characters, broken at blanks, up to the position `last`.

    >>> [(row.first, row.last) for row in text_rows("to be or not to be", 18, 9).rows]
    [(0.0, 9.0), (9.0, 18.0)]
    """
    end = max(1, min(len(text), math.ceil(last)))
    breaks = [0]
    while end - breaks[-1] > most:
        first = breaks[-1]
        blank = text.rfind(" ", first + most // 2, first + most)
        breaks.append(blank + 1 if blank > first else first + most)
    breaks.append(end)
    rows = tuple(LaneRow(float(start), float(stop)) for start, stop in pairwise(breaks))
    return Rows(rows, float(most if len(rows) > 1 else max(end, most // 2)))


def continuum_rows(continuum: Continuum) -> Rows:
    """Rows of equal length so that units can be told apart; stretches without a unit are left out."""
    start, end = continuum.begin, continuum.end
    if 0 < start < end / 4:
        start = 0.0
    span = end - start
    if not span > 0:
        return Rows((LaneRow(start, start + 1.0),), 1.0)
    across = _across(continuum, span)
    if across >= span:
        return Rows((LaneRow(start, end),), span)
    while True:
        occupied = _occupied((continuum.starts - start) / across, (continuum.ends - start) / across)
        if sum(last - first + 1 for first, last in occupied) <= MOST_ROWS:
            break
        across = nice(across * 2)
    rows = tuple(
        LaneRow(start + number * across, min(start + (number + 1) * across, end))
        for first, last in occupied
        for number in range(first, last + 1)
    )
    return Rows(rows, across)


def _across(continuum: Continuum, span: float) -> float:
    busiest = max(1, int(continuum.cards.max()))
    widths = continuum.ends - continuum.starts
    widths = widths[widths > 0]
    wanted = span * UNITS_IN_ROW / busiest
    if len(widths):
        wanted = min(wanted, LENGTHS_IN_ROW * float(np.median(widths)))
    return span if wanted >= span else nice(wanted)


def _occupied(starts: Floats, ends: Floats) -> list[tuple[int, int]]:
    """The stretches of row numbers that units lie on; a unit that ends where a row does is not on the next."""
    first = np.floor(starts)
    last = np.maximum(first, np.ceil(ends) - 1)
    merged: list[tuple[int, int]] = []
    for unit in np.argsort(first, kind="stable").tolist():
        here, there = int(first[unit]), int(last[unit])
        if merged and here <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], there))
        else:
            merged.append((here, there))
    return merged


def nice(value: float) -> float:
    """The next number upwards that people like on an axis.

    >>> nice(0.7), nice(1130), nice(5)
    (0.8, 1200.0, 5.0)
    """
    power = 10.0 ** math.floor(math.log10(value))
    step = next(step for step in STEPS if step * power >= value * (1 - 1e-12))
    return float(f"{step * power:.12g}")


def ticks(row: LaneRow, across: float, wanted: int = 8) -> tuple[list[float], int]:
    """The positions to print under a row, and with how many decimals.

    >>> ticks(LaneRow(0, 112), 112)
    ([0.0, 20.0, 40.0, 60.0, 80.0, 100.0], 0)
    """
    step = nice(across / wanted)
    power = 10.0 ** math.floor(math.log10(step))
    step = next(round_step * power for round_step in (1.0, 2.0, 5.0, 10.0) if round_step * power >= step * (1 - 1e-12))
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    number = math.ceil(row.first / step - 1e-9)
    positions = []
    while number * step <= row.last + 1e-9 * step:
        positions.append(float(f"{number * step:.15g}"))
        number += 1
    return positions, decimals


def sublanes(starts: Sequence[float], ends: Sequence[float], least: float) -> list[int]:
    """On which sub-lane each unit of one annotator is drawn, so that none hides another; `least` is the least width.

    Longer units come first, so that nested ones hang below what contains them.

    >>> sublanes([0, 2, 4, 9], [8, 5, 6, 12], 0.1)
    [0, 1, 2, 0]
    """
    order = sorted(range(len(starts)), key=lambda unit: (starts[unit], -ends[unit]))
    free: list[float] = []
    placed = [0] * len(starts)
    for unit in order:
        end = max(ends[unit], starts[unit] + least)
        lane = next((number for number, until in enumerate(free) if until <= starts[unit]), len(free))
        if lane == len(free):
            free.append(end)
        else:
            free[lane] = end
        placed[unit] = lane
    return placed
