"""What the labels promise: how much of the reference others would change, how it is spread, what more would bring."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from accord.annotations import Labels
from accord.evaluation.extrapolating import too_few
from accord.reproducibility.annotators_needed import CONFIDENCE, PAIRED, Needed, annotators_needed
from accord.reproducibility.disagreement_histogram import DisagreementHistogram, disagreement_histogram
from accord.reproducibility.extrapolation import ORDERED, Forecast, Pilot, forecast, forecast_with
from accord.reproducibility.marked import FittedMarks, marked_fit
from accord.reproducibility.median_shift import MedianShift, median_shift
from accord.reproducibility.sampled import counts_of
from accord.reproducibility.scale_populations import Scale
from accord.reproducibility.sentence import Promise, in_words, moved, named, promise
from accord.results import DataError, UsageError
from accord.results.json_numbers import json_fields
from accord.results.tabular import Columns, Records, Tabular
from accord.results.wording import percent

MOST_CATEGORIES = 20  # as the tables of reproducibility; a vote among more is rarely a reference
MOST_OTHERS = 25  # annotators of another group, as in the tables; a crowd of hundreds is no plan
PLANNED = (1, 3, 5, 7, 9, 11)  # annotators per item that are forecast: with an odd number there are fewer ties
TARGETS = (0.10, 0.05, 0.02)


@dataclass(frozen=True)
class Promised(Tabular):
    """The promise, the histogram of disagreement with the reference, and what another number of annotators promises."""

    promise: Promise
    histogram: DisagreementHistogram
    categories: int
    """How many were used."""
    forecasts: Records[Forecast] = Records()  # noqa: RUF009  # a tuple
    """How much two references of k annotators each would differ, for several k."""
    needed: Records[Needed] = Records()  # noqa: RUF009
    """The fewest annotators for which that is at most each of several targets; none from too few items."""
    items: int = 0
    """With two labels or more."""
    scale: Scale | None = None
    """The labels' own frequencies and distances, where the reference is their median."""

    def _columns(self) -> Columns:
        """The share of each category's labels that others would change, the largest first."""
        shares = sorted(self.promise.per_category.items(), key=lambda pair: (pair[1] != pair[1], -pair[1]))
        return {"category": [name for name, _ in shares], "would_change": [share for _, share in shares]}

    @property
    def short(self) -> str:
        """In one sentence."""
        made, target = self.promise.forecast, self.promise.target
        marked = self.promise.judged
        if marked is not None and marked.whole is not None:
            return f"{marked.text} Of all items, {percent(made.value)} would change."
        who = "one other annotator" if made.k == 1 else f"{made.k} other annotators"
        return (
            f"With {who} of the same kind, {percent(made.value)} [{percent(made.low)}, {percent(made.high)}] of the "
            f"reference labels ({named(made.reference)}) would differ{moved(made.distance)}. "
            f"{in_words(self.promise.extrapolation, target, self.items)}"
        )

    @property
    def of_marked(self) -> bool:
        """Whether forecasts and needed are about what is marked, and not about all items."""
        return self.promise.judged is not None and self.promise.judged.whole is not None

    def as_json(self) -> dict[str, object]:
        return {
            **self.promise.as_json(),
            "histogram": json_fields(self.histogram, "edges", "shares", "unanimous", "near_unanimous"),
            **json_fields(self, "forecasts"),
            "reference": self.promise.forecast.reference,
            **json_fields(self, "items", annotators_for="needed"),
        }


def _usual(data: Labels) -> int:
    """How many labels an item has, in the middle."""
    rated = data.sizes > 0
    return max(1, int(np.median(np.repeat(data.sizes[rated], data.weights[rated]))))


def _planned(pilot: Pilot) -> tuple[Forecast, ...]:
    """For several numbers of annotators. The votes of more never differ more, so that no upper end lies above an
    earlier one; medians may."""
    made: list[Forecast] = []
    for k in PLANNED:
        planned = forecast(pilot, k, "group")
        if made and planned.reference == "vote":
            planned = replace(planned, high=max(planned.value, min(planned.high, made[-1].high)))
        made.append(planned)
    return tuple(made)


def _planned_marks(pilot: Pilot, fitted: FittedMarks, codes: list[int]) -> tuple[Forecast, ...]:
    """The same of what is marked."""
    return tuple(forecast_with(pilot, k, "group", CONFIDENCE, fitted.change(codes, k, CONFIDENCE)) for k in PLANNED)


def moved_medians(labels: Labels) -> MedianShift | None:
    """What is said instead of scales with so many values that no share is promised; None for all other labels."""
    if labels.level not in ORDERED or len(labels.categories) <= MOST_CATEGORIES:
        return None
    return median_shift(labels)


def promised(labels: Labels) -> Promised | None:
    """What can be promised of a vote, or of the medians of a scale; None where nothing is to compare."""
    if labels.level not in ("nominal", *ORDERED) or not 2 <= len(labels.categories) <= MOST_CATEGORIES:
        return None
    first = labels.first_ratings()
    counts = counts_of(first)
    if not (counts.sum(axis=1) >= 2).any():
        return None
    used = int((counts.sum(axis=0) > 0).sum())
    try:
        pilot = Pilot.of(labels)
        made = promise(labels, min(MOST_OTHERS, _usual(first)), pilot=pilot)
    except (DataError, UsageError):
        return None
    if np.isnan(made.forecast.value):
        return None
    enough = too_few(pilot.paired, PAIRED) is None
    marked = marked_fit(labels, pilot) if made.judged is not None else None
    if marked is None:
        forecasts = _planned(pilot) if enough else ()
        needed = [annotators_needed(pilot, target) for target in TARGETS]
    else:
        fitted, codes = marked
        forecasts = _planned_marks(pilot, fitted, codes) if enough else ()
        items = 0 if made.judged is None else made.judged.items
        plans = [fitted.needed(codes, target) for target in TARGETS]
        needed = [None if plan is None else replace(plan, items=items) for plan in plans]
    return Promised(
        made,
        disagreement_histogram(counts, reference="vote" if pilot.scale is None else "median", weights=first.weights),
        max(used, 2),
        Records(forecasts),
        Records(plan for plan in needed if plan is not None),
        pilot.paired,
        pilot.scale,
    )
