"""How many annotators per item it takes, extrapolated from a pilot: with its range, and not from a handful of items."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from accord.evaluation.extrapolating import too_few
from accord.reproducibility.extrapolation import MOST_ANNOTATORS, Pilot, annotators_for, fewest
from accord.results.json_numbers import JsonRecord
from accord.results.wording import many

PAIRED = " with two labels or more"


@dataclass(frozen=True)
class Needed(JsonRecord):
    """The fewest annotators whose references differ on at most `target` of the items; None beyond a hundred."""

    target: float
    annotators: int | None
    low: int | None
    high: int | None
    """Under the assumptions about the items that the pilot does not rule out."""
    items: int
    """With two labels or more: what the pilot rests on."""
    per_item: int
    """The median number of labels that such an item has."""

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
    chosen = annotators_for(pilot, target)
    at = MOST_ANNOTATORS if chosen is None else chosen
    steady, unsteady = (pilot.populations.population(place) for place in pilot.extremes(at, "group"))
    rule = pilot.reference
    low, high = (fewest(partial(one.between_groups, rule=rule), target) for one in (steady, unsteady))
    if chosen is None:
        high = None
    else:
        low, high = min(low or chosen, chosen), high if high is None else max(high, chosen)
    return Needed(target, chosen, low, high, pilot.paired, pilot.per_item)
