"""How many annotators per item it takes, extrapolated from a pilot: with its range, and not from a handful of items.

The range is that of the forecast, turned round: of all numbers k for which the target lies in the interval of Δ_k.
"""

from __future__ import annotations

from dataclasses import dataclass

from accord.evaluation.extrapolating import too_few
from accord.reproducibility.extrapolation import Pilot, annotators_for, fewest
from accord.results.json_numbers import JsonRecord
from accord.results.wording import many

PAIRED = " with two labels or more"
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Needed(JsonRecord):
    """The fewest annotators whose references differ on at most `target` of the items; None beyond a hundred."""

    target: float
    annotators: int | None
    low: int | None
    high: int | None
    """The fewest for which the lower, and the upper, end of the forecast is at most `target`."""
    items: int
    """With two labels or more: what the pilot rests on."""
    per_item: int
    """The median number of labels that such an item has."""

    @classmethod
    def of(cls, target: float, annotators: int | None, low: int | None, high: int | None, pilot: Pilot) -> Needed:
        """With a range that holds the number, whatever its ends were found to be."""
        if annotators is None:
            return cls(target, None, low, None, pilot.paired, pilot.per_item)
        widest = None if high is None else max(high, annotators)
        return cls(target, annotators, min(low or annotators, annotators), widest, pilot.paired, pilot.per_item)

    @property
    def extrapolated(self) -> bool:
        """Whether the number lies beyond what was seen."""
        return self.annotators is None or self.annotators > self.per_item

    @property
    def source(self) -> str:
        """What the number rests on, in words."""
        return source(self.annotators, self.items, self.per_item)

    @property
    def range(self) -> str:
        """
        >>> Needed(0.05, 9, 5, None, 40, 3).range
        '5 to over a hundred'
        """
        return written(self.low) if self.low == self.high else f"{written(self.low)} to {written(self.high)}"

    def as_json(self) -> dict[str, object]:
        return {**super().as_json(), "extrapolated": self.extrapolated}


def source(annotators: int | None, items: int, per_item: int) -> str:
    """What a number of annotators rests on, in words.

    >>> source(9, 40, 3)
    'extrapolated from 40 items with 3 annotators each'
    """
    how = "extrapolated" if annotators is None or annotators > per_item else "estimated"
    return f"{how} from {many(items, 'item')} with {many(per_item, 'annotator')} each"


def written(number: int | None) -> str:
    return "over a hundred" if number is None else f"{number}"


def annotators_needed(pilot: Pilot, target: float) -> Needed | None:
    """From a pilot, with what its items leave open; None from too few items."""
    if too_few(pilot.paired, PAIRED) is not None:
        return None
    low = fewest(lambda k: pilot.lower(k, "group", CONFIDENCE), target)
    high = fewest(lambda k: pilot.upper(k, "group", CONFIDENCE), target)
    return Needed.of(target, annotators_for(pilot, target), low, high, pilot)
