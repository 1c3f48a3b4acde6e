"""What another end of a relation may be, and how likely each unit is (Boiteau 2024, section 3.2.1)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

Weights = tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class Neighbourhood:
    """The links of one graph as lists, both ways."""

    above: list[list[int]]
    """For each unit the units its relations lead to."""
    below: list[list[int]]
    """For each unit the units whose relations lead to it."""

    @classmethod
    def of(cls, units: int, origins: Iterable[int], targets: Iterable[int]) -> Neighbourhood:
        above: list[list[int]] = [[] for _ in range(units)]
        below: list[list[int]] = [[] for _ in range(units)]
        for origin, target in zip(origins, targets, strict=True):
            above[origin].append(target)
            below[target].append(origin)
        return cls(above, below)

    def ancestors(self, unit: int) -> set[int]:
        """The other units that can be reached from a unit."""
        return _reached(self.above, unit)

    def descendants(self, unit: int) -> set[int]:
        """The other units from which a unit can be reached."""
        return _reached(self.below, unit)


def _reached(nexts: Sequence[Sequence[int]], start: int) -> set[int]:
    seen, open_ones = {start}, [start]
    while open_ones:
        for other in nexts[open_ones.pop()]:
            if other not in seen:
                seen.add(other)
                open_ones.append(other)
    seen.discard(start)
    return seen


@dataclass(frozen=True, eq=False)
class Candidates:
    """The units of a document that may become an end: some important, some medium, all others low."""

    first: int
    """The first unit of the document, and how many it has."""
    units: int
    important: list[int]
    medium: list[int]
    apart: list[int]
    """Sorted: all units that are important, medium or excluded."""
    weights: Weights

    @classmethod
    def of(
        cls, first: int, units: int, important: set[int], medium: set[int], excluded: set[int], weights: Weights
    ) -> Candidates:
        high = important - excluded
        middle = medium - excluded - high
        return cls(first, units, sorted(high), sorted(middle), sorted(high | middle | excluded), weights)

    @cached_property
    def numbers(self) -> tuple[int, int, int]:
        """How many units are important, medium and low."""
        return len(self.important), len(self.medium), self.units - len(self.apart)

    @cached_property
    def total(self) -> float:
        return sum(number * weight for number, weight in zip(self.numbers, self.weights, strict=True))

    @property
    def collision(self) -> float:
        """Σ p², the probability that two draws give the same unit."""
        total = self.total
        squares = sum(number * weight**2 for number, weight in zip(self.numbers, self.weights, strict=True))
        return squares / total**2 if total > 0 else 0.0

    @cached_property
    def _before(self) -> list[int]:
        """How many low units come before each of those that are not."""
        return [unit - self.first - place for place, unit in enumerate(self.apart)]

    def drawn(self, uniform: float) -> int | None:
        """The unit that a number in [0, 1) stands for; None when there is no candidate."""
        _, middle, low = self.numbers
        at = uniform * self.total
        if not self.total > 0:
            return None
        for units, weight in ((self.important, self.weights[0]), (self.medium, self.weights[1])):
            if at < len(units) * weight:
                return units[min(int(at / weight), len(units) - 1)]
            at -= len(units) * weight
        if low == 0 or self.weights[2] == 0:  # rounding at the very end of the scale
            return (self.medium if middle else self.important)[-1]
        rank = min(int(at / self.weights[2]), low - 1)
        return self.first + rank + bisect_right(self._before, rank)
