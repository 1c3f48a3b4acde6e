"""How much of what is marked another reference would not mark alike: where most items are nothing, agreement on them
says nothing about the rest (Hripcsak & Rothschild 2005).

Of the labels of some categories in a reference by k annotators, the share that another one by k others does not have:
1 − F between the two. It does not depend on how many items there are on which nobody marked anything.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from accord.annotations import Labels
from accord.evaluation.extrapolating import too_few
from accord.reproducibility.annotators_needed import CONFIDENCE, PAIRED, Needed
from accord.reproducibility.extrapolation import FALL, MOST_ANNOTATORS, OBSERVED, Pilot, fewest, share_bounds
from accord.reproducibility.forecast_errors import of_persons
from accord.reproducibility.mixed_population import MixedPopulation, marks_of
from accord.results import UsageError
from accord.results.arrays import Floats
from accord.results.json_numbers import JsonRecord
from accord.results.option_names import told
from accord.results.wording import many, percent

Codes = Sequence[int]
ALL = -1  # all assumptions, by how far the labels support them
DRAWN = 12  # fits to labels drawn anew, for the error of a fit
QUICK = 7  # annotators up to which fits are compared: how they differ shows there


@dataclass(frozen=True)
class MarkedChange(JsonRecord):
    """Some categories: what two references of k annotators differ on, and how many annotators a target takes."""

    categories: tuple[str, ...]
    share: float
    """Of all labels."""
    k: int
    value: float
    low: float
    high: float
    target: float
    needed: Needed | None
    """The fewest annotators with whom it is at most `target`; None from too few items."""


@dataclass(frozen=True)
class Judged(JsonRecord):
    """What was marked, as a whole and category by category."""

    whole: MarkedChange | None
    """All categories but the one for nothing; None where there is none, and all items are judged."""
    by_category: tuple[MarkedChange, ...]
    items: int
    """Items with two labels or more, one of which marks something."""
    own_targets: tuple[str, ...] = ()
    """The categories that a target of their own was given."""

    @property
    def asked(self) -> list[MarkedChange]:
        """What must be met: the target of all that is marked, and those of single categories."""
        own = [change for change in self.by_category if change.categories[0] in self.own_targets]
        return [*([] if self.whole is None else [self.whole]), *own]

    @property
    def text(self) -> str:
        """In sentences: what would change, and how many annotators it takes."""
        whole = self.whole
        if whole is None:
            return " ".join(
                _people(change, f"the labels '{change.categories[0]}'", self.items) for change in self.asked
            )
        who = "one annotator" if whole.k == 1 else f"{whole.k} annotators"
        each = ", ".join(f"{change.categories[0]} {percent(change.value)}" for change in self.by_category)
        parts = [
            f"Two references by {who} each would differ on {percent(whole.value)} [{percent(whole.low)}, "
            f"{percent(whole.high)}] of what is marked ({each}).",
            _people(whole, "what is marked", self.items),
            *(_people(change, f"'{change.categories[0]}'", self.items) for change in self.asked[1:]),
        ]
        return " ".join(parts)


def _people(change: MarkedChange, what: str, items: int) -> str:
    """How many annotators bring the change under its target."""
    under = f"under {percent(change.target)} of {what}"
    if change.needed is None:
        return f"How many annotators would bring it {under} is unknown: {too_few(items, PAIRED) or 'too few items'}."
    people = change.needed
    if people.annotators is None:
        least = "" if people.low is None else f", at best {people.low}"
        return f"For {under}, more than {MOST_ANNOTATORS} annotators per item are needed{least} ({people.source})."
    number = many(people.annotators, "annotator")
    return f"For {under}, about {number} per item ({people.range}; {people.source})."


def check_targets(labels: Labels, targets: Mapping[str, float] | None) -> dict[str, float]:
    """The targets of categories; a UsageError for one that is not a category, or not a share."""
    shares: dict[str, float] = {}
    for name, target in (targets or {}).items():
        if labels.categories.code(name) is None:
            raise UsageError(
                f"{told('target_for', name)} is not a category of these data", f"they are {labels.categories}"
            )
        if isinstance(target, bool) or not isinstance(target, float) or not 0 < target < 1:
            raise UsageError(f"{told('target_for', f'{name}={target}')} is not between 0 and 1", "5 % is 0.05")
        shares[name] = target
    return shares


def judged(
    labels: Labels,
    pilot: Pilot,
    k: int,
    *,
    target: float,
    targets: Mapping[str, float],
    confidence: float = 0.95,
) -> Judged | None:
    """What k annotators promise of what is marked; None where nothing is told apart and no category has a target.

    Where a category is for nothing, all others are judged: together by `target`, and each by its own where it has one.
    """
    texts = labels.categories.texts
    nothing = None if labels.nothing is None else labels.categories.code(labels.nothing)
    if pilot.reference == "median" and targets:
        raise UsageError("a category of a scale has no target: its reference is the median", "use the vote")
    if pilot.reference == "median" or ((nothing is None or len(texts) < 2) and not targets):
        return None
    fitted = FittedMarks(pilot if nothing is None else marked_pilot(pilot, nothing))
    marked = [code for code in range(len(texts)) if code != nothing]
    shares = pilot.times @ pilot.counts / (pilot.times @ pilot.counts).sum()
    if not fitted.pilot.paired or not shares[marked].sum() > 0:
        return None

    items = pilot.paired if nothing is None else _marked_items(pilot, nothing)

    def of(codes: Codes, bound: float) -> MarkedChange:
        value, low, high = fitted.change(codes, k, confidence)
        names, share = tuple(texts[code] for code in codes), float(shares[list(codes)].sum())
        people = fitted.needed(codes, bound)
        return MarkedChange(
            names, share, k, value, low, high, bound, None if people is None else replace(people, items=items)
        )

    chosen = marked if nothing is not None else [code for code in marked if texts[code] in targets]
    return Judged(
        of(marked, target) if nothing is not None else None,
        tuple(of([code], targets.get(texts[code], target)) for code in chosen if shares[code] > 0),
        items,
        tuple(targets),
    )


def marked_fit(labels: Labels, pilot: Pilot) -> tuple[FittedMarks, list[int]] | None:
    """The populations of what is marked, and the categories that mark; None where none is for nothing."""
    nothing = None if labels.nothing is None else labels.categories.code(labels.nothing)
    if nothing is None or pilot.reference == "median":
        return None
    fitted = FittedMarks(marked_pilot(pilot, nothing))
    marked = [code for code in range(len(labels.categories)) if code != nothing]
    return (fitted, marked) if fitted.pilot.paired and (pilot.times @ pilot.counts)[marked].sum() > 0 else None


def marked_pilot(pilot: Pilot, nothing: int) -> Pilot:
    """The items of which somebody marked something, and as many of the others.

    A population that is fitted to all items is one of items that are nothing: with 1 % marked, it has half of them. How
    many there are beyond does not change what it says of the marked ones.
    """
    unmarked = pilot.counts.sum(axis=1) == pilot.counts[:, nothing]
    some, rest = float(pilot.times[~unmarked].sum()), float(pilot.times[unmarked].sum())
    if rest <= some:
        return pilot
    if nothing not in pilot.of_marked:
        times = np.where(unmarked, pilot.times * some / rest, pilot.times)
        pilot.of_marked[nothing] = replace(pilot, times=times, items=round(float(times.sum())))
    return pilot.of_marked[nothing]


def _marked_items(pilot: Pilot, nothing: int) -> int:
    sizes = pilot.counts.sum(axis=1)
    return round(float(pilot.times[(sizes >= 2) & (sizes > pilot.counts[:, nothing])].sum()))


@dataclass(frozen=True, eq=False)
class FittedMarks:
    """A pilot of what is marked; what its populations say of all categories is computed once."""

    pilot: Pilot

    def change(self, codes: Codes, k: int, confidence: float = 0.95) -> tuple[float, float, float]:
        """1 − F of two references of k annotators, and its interval; observed for one or two, else fitted.

        The interval of a fit reaches over the assumptions that the labels do not rule out, each with the error of its
        fit, and not above what two single annotators are seen to differ on.
        """
        seen, variance = _seen(self.pilot, codes)
        least, most = share_bounds(seen, variance, confidence, self.pilot.items)
        if k <= OBSERVED or math.isnan(seen):
            return seen, least, most
        value = min(self._fitted(codes, k), seen)
        low, high = (self._end(end, codes, k, confidence, variance) for end in (0, 1))
        return value, min(value, low), max(value, min(high, most))

    def _end(self, end: int, codes: Codes, k: int, confidence: float, variance: float) -> float:
        """The lower end for the steadiest population that the labels do not rule out, or the upper for the least."""
        pilot, assumption = self.pilot, self._extremes(codes, k)[end]
        at, *near = self._fitted_all(codes, min(k, QUICK), [(assumption, number) for number in range(DRAWN + 1)])
        own = self._fitted(codes, k, assumption)
        fall = (own / at) ** FALL if at > 0 else 1.0
        spread = fall**2 * float(np.var(near)) + variance + of_persons(own, k, pilot.persons, pilot.per_item)
        return share_bounds(own, spread, confidence, pilot.items)[end]

    def needed(self, codes: Codes, target: float) -> Needed | None:
        """The fewest annotators whose references differ on at most `target` of these labels."""
        pilot = self.pilot
        if too_few(pilot.paired, PAIRED) is not None:
            return None
        seen, variance = _seen(pilot, codes)
        least, most = share_bounds(seen, variance, CONFIDENCE, pilot.items)

        def value(k: int) -> float:
            return seen if k <= OBSERVED else min(self._fitted(codes, k), seen)

        def lower(k: int) -> float:
            return least if k <= OBSERVED else min(value(k), self._end(0, codes, k, CONFIDENCE, variance))

        def upper(k: int) -> float:
            return most if k <= OBSERVED else max(value(k), min(self._end(1, codes, k, CONFIDENCE, variance), most))

        chosen, low, high = (fewest(bound, target) for bound in (value, lower, upper))
        return Needed.of(target, chosen, low, high, pilot)

    def _extremes(self, codes: Codes, k: int) -> tuple[int, int]:
        """Of the assumptions that the labels do not rule out, those with the least and the most change."""
        allowed = self.pilot.populations.allowed.tolist()
        changes = self._fitted_all(codes, min(k, QUICK), [(assumption, 0) for assumption in allowed])
        return allowed[int(np.argmin(changes))], allowed[int(np.argmax(changes))]

    def _fitted(self, codes: Codes, k: int, assumption: int = ALL, number: int = 0) -> float:
        """By one assumption, or the average of all; from the first on, `number` says which fit to labels drawn anew."""
        return self._fitted_all(codes, k, [(assumption, number)])[0]

    def _fitted_all(self, codes: Codes, k: int, fits: Sequence[tuple[int, int]]) -> list[float]:
        """By each of several fits: an assumption and the number of a fit."""
        known = self.pilot.known_marks
        new = [(k, *fit) for fit in fits if (k, *fit) not in known]
        known.update(zip(new, marks_of([self._population(*fit) for _, *fit in new], k), strict=True))
        changes = []
        for fit in fits:
            both, single = (float(marks[list(codes)].sum()) for marks in known[k, *fit])
            changes.append(1 - both / single if single > 0 else 0.0)
        return changes

    def _population(self, assumption: int, number: int) -> MixedPopulation:
        if assumption == ALL:
            return self.pilot.population
        if number == 0:
            return self.pilot.populations.population(assumption)
        return self.pilot.populations.drawn(assumption, DRAWN)[number - 1]


def _seen(pilot: Pilot, codes: Codes) -> tuple[float, float]:
    """1 − F of two single annotators, from all pairs of labels, and its variance over items (a ratio's)."""
    sizes = pilot.counts.sum(axis=1)
    some = sizes >= 2
    counts, size, times = pilot.counts[some][:, list(codes)], sizes[some, None], pilot.times[some]
    both: Floats = (counts * (counts - 1) / (size * (size - 1))).sum(axis=1)
    single: Floats = (counts / size).sum(axis=1)
    total = float(times @ single)
    if total == 0:
        return math.nan, math.nan
    same = float(times @ both) / total
    return 1 - same, float(times @ (both - same * single) ** 2) / total**2
