"""One value on two data sets: units that both hold are drawn together, the others apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

import numpy as np

from accord.comparison.item_kernels import ItemKernel, Value
from accord.results.arrays import Floats, Ints
from accord.results.json_numbers import JsonRecord
from accord.statistics import CHUNK, expanded, generator, percentile_interval

SHARED, BEFORE, AFTER = 0, 1, 2
FEWEST_UNITS = 5  # drawn anew, fewer say nothing about others


@dataclass(frozen=True, eq=False)
class DrawnUnits:
    """What is drawn: units of both data sets, of the first alone, of the second alone; and which item is of which."""

    sizes: tuple[int, int, int]
    first: tuple[Ints, Ints]
    """(items,) from which part, and the number within it."""
    second: tuple[Ints, Ints]

    @property
    def number(self) -> int:
        """Independent units that a difference rests on, for degrees of freedom: the fewer of the two sides."""
        shared, before, after = self.sizes
        return min(shared + before, shared + after)


def units_of(first: Sequence[str | None], second: Sequence[str | None]) -> DrawnUnits:
    """DrawnUnits are the same where their names are; one without a name is by itself."""
    both = sorted({name for name in first if name is not None} & {name for name in second if name is not None})
    place = {name: number for number, name in enumerate(both)}
    sides, sizes = [], [len(both)]
    for names in (first, second):
        own = sorted({name for name in names if name is not None and name not in place})
        mine = {name: number for number, name in enumerate(own)}
        unnamed = len(own)
        part, number = np.empty(len(names), dtype=np.int64), np.empty(len(names), dtype=np.int64)
        for item, name in enumerate(names):
            if name is None:
                part[item], number[item] = 1, unnamed
                unnamed += 1
            else:
                part[item], number[item] = (0, place[name]) if name in place else (1, mine[name])
        sides.append((part, number))
        sizes.append(unnamed)
    return DrawnUnits((sizes[0], sizes[1], sizes[2]), sides[0], sides[1])


@dataclass(frozen=True)
class Drawing:
    """How a bootstrap is drawn."""

    replicates: int
    seed: int
    confidence: float


@dataclass(frozen=True)
class Gap(JsonRecord):
    """A value before and after: the second minus the first, with its interval."""

    before: float
    after: float
    difference: float
    low: float
    high: float
    error: float
    """The standard error, from the replicates."""
    p: float
    """Two-sided, from the difference and its standard error; of one line, before any correction."""
    units: int
    undefined: str | None = None

    def within(self, margin: float) -> bool:
        """Whether the difference is smaller than the margin, either way."""
        return self.low > -margin and self.high < margin

    def needed(self, margin: float) -> int | None:
        """How many items in each round would tell a difference of the margin from none."""
        half = (self.high - self.low) / 2
        if math.isnan(half) or half <= 0:
            return None
        return max(FEWEST_UNITS, math.ceil(self.units * (half / margin) ** 2))


class PairedBootstrap:
    """Replicates of two data sets, drawn once and used for all values on them."""

    def __init__(self, units: DrawnUnits, drawing: Drawing) -> None:
        self.units, self.drawing = units, drawing

    @cached_property
    def _block(self) -> int:
        widest = max(len(self.units.first[0]), len(self.units.second[0]), *self.units.sizes, 1)
        return max(1, CHUNK // widest)

    def replicates(self, first: Value, second: Value) -> Floats:
        """(2, replicates) both values on the same draws."""
        rng = generator(self.drawing.seed, "before and after")
        made: list[Floats] = []
        for start in range(0, self.drawing.replicates, self._block):
            size = min(self._block, self.drawing.replicates - start)
            parts = [_drawn(rng, number, size) for number in self.units.sizes]
            weights = [
                _of_items(parts[SHARED], parts[own], *side)
                for own, side in ((BEFORE, self.units.first), (AFTER, self.units.second))
            ]
            made.append(np.stack([first(weights[0]), second(weights[1])]))
        return np.concatenate(made, axis=1)

    def gap(self, first: ItemKernel, second: ItemKernel) -> Gap:
        """The difference of one measure."""
        reason = first.undefined or second.undefined
        before, after = first.point(), second.point()
        if reason is None and (math.isnan(before) or math.isnan(after)):
            reason = "it is undefined on one of the two"
        if reason is not None:
            nan = math.nan
            return Gap(before, after, nan, nan, nan, nan, nan, self.units.number, reason)
        drawn = self.replicates(first.value, second.value)
        return gap_of(before, after, drawn[1] - drawn[0], self.units.number, self.drawing.confidence)


def gap_of(before: float, after: float, drawn: Floats, number: int, confidence: float) -> Gap:
    """From the replicates of the difference; the level is that of a t interval over so many units."""
    apart = after - before
    low, high = percentile_interval(drawn, expanded(confidence, number))
    known = drawn[~np.isnan(drawn)]
    error = float(known.std(ddof=1)) if len(known) > 1 else math.nan
    p = 2 * NormalDist().cdf(-abs(apart) / error) if error > 0 else float(apart == 0)
    return Gap(before, after, apart, low, high, error, p, number)


def _drawn(rng: np.random.Generator, number: int, size: int) -> Floats:
    """(size, number) how often each of so many is drawn."""
    if number == 0:
        return np.zeros((size, 0))
    drawn = np.empty((size, number))
    for row in range(size):
        drawn[row] = np.bincount(rng.integers(number, size=number), minlength=number)
    return drawn


def _of_items(shared: Floats, own: Floats, part: Ints, number: Ints) -> Floats:
    weights = np.empty((len(shared), len(part)))
    weights[:, part == 0] = shared[:, number[part == 0]]
    weights[:, part == 1] = own[:, number[part == 1]]
    return weights
