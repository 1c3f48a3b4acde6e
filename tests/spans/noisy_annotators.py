"""Annotators who see the same units and slip now and then; habits can be planted in one of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.annotations.span_columns import spans_from_columns
from accord.annotations.spans import Spans

CATEGORIES = ("x", "y", "z")


@dataclass(frozen=True)
class Habits:
    """How often an annotator slips; the last ones are planted."""

    miss: float = 0.1
    shift: float = 0.15
    swap: float = 0.04
    extra: float = 0.05
    cut: float = 0.02
    early: float = 0.0
    """Starts one position before."""
    x_for_y: float = 0.0
    skips: tuple[int, ...] = ()
    """Documents that were never opened."""
    loose: str | None = None
    """The category whose bounds are found more or less."""


def noisy_spans(
    rng: np.random.Generator, people: list[Habits], documents: int = 10, units: int = 20, extent: float = 1.0
) -> Spans:
    """Documents of `units` units each, marked by everybody with their habits."""
    rows: list[tuple[int, int, float, float, str]] = []
    for document in range(documents):
        place = 0
        for _ in range(units):
            place += int(rng.integers(2, 12))
            end = place + int(rng.integers(4, 20))
            category = CATEGORIES[rng.integers(3)]
            for who, habits in enumerate(people):
                if document not in habits.skips:
                    rows += [(document, who, *unit) for unit in _seen(rng, habits, place, end, category)]
            place = end
    return spans_from_columns(
        document=[f"d{row[0]}" for row in rows],
        annotator=["ABCDE"[row[1]] for row in rows],
        start=np.array([row[2] for row in rows], dtype=float) * extent,
        end=np.array([row[3] for row in rows], dtype=float) * extent,
        category=[row[4] for row in rows],
        documents=[f"d{place}" for place in range(documents)],
        annotators=list("ABCDE"[: len(people)]),
    )


def _seen(
    rng: np.random.Generator, habits: Habits, start: int, end: int, category: str
) -> list[tuple[float, float, str]]:
    """What an annotator makes of one unit: nothing, one, two pieces, and perhaps one more nearby."""
    chance = rng.random(9)
    found = []
    if chance[0] < habits.extra:
        found.append((start + 1.0, start + 3.0, CATEGORIES[rng.integers(3)]))
    if chance[1] < habits.miss:
        return found
    label = CATEGORIES[rng.integers(3)] if chance[2] < habits.swap else category
    if label == "y" and chance[3] < habits.x_for_y:
        label = "x"
    loose = 0.7 if habits.loose == category else habits.shift
    first, last = float(start), float(end)
    if chance[4] < loose:
        first += 1 if rng.random() < 0.5 else -1
    if chance[5] < loose:
        last += 1 if rng.random() < 0.5 else -1
    if chance[6] < habits.early:
        first -= 1
    if chance[7] < habits.cut and last - first >= 4:
        middle = float((first + last) // 2)
        return [*found, (first, middle, label), (middle, last, label)]
    return [*found, (first, last, label)]
