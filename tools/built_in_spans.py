"""Units to degrade, one set for each way in which units lie."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from accord.annotations import Spans
from accord.annotations.span_building import spans
from accord.annotations.span_layout import SpanLayout
from accord.statistics import generator

CATEGORIES = ("a", "b", "c")
CELL = 40  # positions that there are for each unit
Units = list[tuple[int, int]]


def segments(units: int = 60, seed: int = 0) -> Spans:
    """A text cut into segments that follow one another and cover it.

    >>> segments(), segments().starts[:3].tolist() == [0.0, *segments().ends[:2].tolist()]
    (Spans(1 document, 1 annotator, 60 units, 3 categories), True)
    """
    rng = generator(seed, "segments")
    lengths = rng.integers(CELL // 2, 3 * CELL // 2, size=units)
    ends = np.cumsum(lengths)
    return _categorised(list(zip((ends - lengths).tolist(), ends.tolist(), strict=True)), int(ends[-1]), rng)


def units_apart(units: int = 60, seed: int = 0) -> Spans:
    """Units that cover a quarter of the text, each at least half its length from the next.

    >>> units_apart()
    Spans(1 document, 1 annotator, 60 units, 3 categories)
    """
    rng = generator(seed, "units apart")
    lengths = rng.integers(CELL // 8, 3 * CELL // 8, size=units)
    room = CELL - 2 * lengths
    starts = np.arange(units) * CELL + lengths // 2 + (rng.random(units) * room).astype(np.int64)
    return _categorised(list(zip(starts.tolist(), (starts + lengths).tolist(), strict=True)), units * CELL, rng)


def overlapping_units(units: int = 60, seed: int = 0) -> Spans:
    """Units of which a third are around others: two units lie in each third one, the second partly.

    >>> overlapping_units()
    Spans(1 document, 1 annotator, 60 units, 3 categories)
    """
    rng = generator(seed, "overlapping units")
    found: Units = []
    for place in range(0, units, 3):
        begin = place * CELL + int(rng.integers(0, CELL))
        length = int(rng.integers(CELL, 2 * CELL))
        third = length // 3
        inside = begin + int(rng.integers(1, third))
        across = begin + 2 * third + int(rng.integers(0, third // 2))
        found += [
            (begin, begin + length),
            (inside, inside + int(rng.integers(third // 2, third))),
            (across, across + third),
        ]
    return _categorised(found[:units], (units + 2) * CELL, rng)


LAYOUTS: dict[SpanLayout, Callable[[], Spans]] = {
    "segmentation": segments,
    "apart": units_apart,
    "overlapping": overlapping_units,
}


def _categorised(bounds: Units, length: int, rng: np.random.Generator) -> Spans:
    codes = rng.integers(len(CATEGORIES), size=len(bounds)).tolist()
    rows = [("reference", *unit, CATEGORIES[code]) for unit, code in zip(bounds, codes, strict=True)]
    return spans(rows, annotators=["reference"], length=length, categories=list(CATEGORIES))
