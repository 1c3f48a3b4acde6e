"""Where a model is off: categories it uses more or less often than people do, and items where it stands alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from accord.admission.pair_closeness import PairwiseCloseness
from accord.results.arrays import Floats, Ints
from accord.statistics.multiple_comparisons import holm

MOST_CATEGORIES = 400
LEVEL = 0.05


@dataclass(frozen=True)
class CategoryUse:
    """How often a model and people use a category on the same items: per label, or units and links per document."""

    category: str
    model: float
    people: float
    difference: float
    low: float
    high: float
    p: float
    """Two-sided, corrected over the categories (Holm)."""

    @property
    def over_used(self) -> bool:
        return self.p < LEVEL and self.difference > 0

    @property
    def under_used(self) -> bool:
        return self.p < LEVEL and self.difference < 0


@dataclass(frozen=True)
class AloneOn:
    """An item on which the people agree and the model differs; of documents, one where it is farther from the people
    than any of them is from the others."""

    item: str
    model: str
    people: str
    number: int
    """How many people there are."""


def category_use(
    pairs: PairwiseCloseness, candidate: int, items: Ints, categories: Sequence[str], confidence: float
) -> tuple[CategoryUse, ...]:
    """By the size of the difference, those that are sure first; none where there are too many categories."""
    people = np.flatnonzero(pairs.is_person & (np.arange(len(pairs.annotators)) != candidate))
    if len(categories) > MOST_CATEGORIES or len(items) < 2:
        return ()
    own, theirs = _used(pairs, candidate, people, items, len(categories))
    gap = own - theirs
    mean = gap.mean(axis=0)
    error = np.maximum(_errors(gap, pairs.unit[items]), _of_rare_use(theirs.mean(axis=0), len(items), pairs))
    with np.errstate(invalid="ignore", divide="ignore"):
        z = np.abs(mean) / error
    normal = NormalDist()
    p = np.array([1.0 if not value > 0 else 2 * (1 - normal.cdf(value)) for value in np.nan_to_num(z, posinf=40.0)])
    corrected = holm(p)
    reach = normal.inv_cdf((1 + confidence) / 2)
    uses = [
        CategoryUse(
            categories[code], float(own[:, code].mean()), float(theirs[:, code].mean()), float(mean[code]),
            float(mean[code] - reach * error[code]), float(mean[code] + reach * error[code]), float(corrected[code]),
        )
        for code in range(len(categories))
    ]  # fmt: skip
    return tuple(sorted(uses, key=lambda use: (use.p >= LEVEL, -abs(use.difference), use.category)))


def _used(pairs: PairwiseCloseness, candidate: int, people: Ints, items: Ints, size: int) -> tuple[Floats, Floats]:
    """(items, categories) how often the candidate used each, and people on average."""
    if pairs.codes is not None:
        own = np.eye(size)[pairs.codes[items, candidate]]
        total = np.zeros((len(items), size))
        for who in people:
            codes = pairs.codes[items, who]
            known = np.flatnonzero(codes >= 0)
            total[known, codes[known]] += 1
        return own, total / total.sum(axis=1, keepdims=True)
    uses = pairs.uses if pairs.uses is not None else np.zeros((len(pairs.items), len(pairs.annotators), size))
    there = pairs.asked[np.ix_(items, people)]
    total = (uses[np.ix_(items, people)] * there[:, :, None]).sum(axis=1)
    return uses[items, candidate].astype(np.float64), total / there.sum(axis=1)[:, None]


def _errors(gap: Floats, unit: Ints) -> Floats:
    """(categories,) the standard error of the mean, over clusters where there are."""
    _, place = np.unique(unit, return_inverse=True)
    sums = np.zeros((int(place.max()) + 1, gap.shape[1]))
    np.add.at(sums, place.ravel(), gap - gap.mean(axis=0))
    units = len(sums)
    return np.asarray(np.sqrt((sums**2).sum(axis=0) * units / max(units - 1, 1)) / len(gap))


def _of_rare_use(share: Floats, items: int, pairs: PairwiseCloseness) -> Floats:
    """(categories,) the error of as many uses as people make: a model that never uses a rare category may by chance,
    and varies no more than it says."""
    variance = share * (1 - share) if pairs.codes is not None else share
    return np.asarray(np.sqrt(np.maximum(variance, 0.0) / items))


def alone_on(pairs: PairwiseCloseness, candidate: int, items: Ints, categories: Sequence[str]) -> tuple[AloneOn, ...]:
    """The items, those with most people first."""
    people = np.flatnonzero(pairs.is_person & (np.arange(len(pairs.annotators)) != candidate))
    number = pairs.asked[np.ix_(items, people)].sum(axis=1)
    if pairs.codes is not None:
        theirs = pairs.codes[np.ix_(items, people)]
        highest, lowest = theirs.max(axis=1), np.where(theirs < 0, np.iinfo(np.int64).max, theirs).min(axis=1)
        own = pairs.codes[items, candidate]
        rows = np.flatnonzero((highest == lowest) & (own != highest) & (number > 1))
        shown = [(categories[own[row]], categories[highest[row]]) for row in rows.tolist()]
    else:
        near, least = _farthest(pairs, candidate, people, items)
        rows = np.flatnonzero((near < least - 1e-12) & (number > 1))
        rows = rows[np.argsort(near[rows] - least[rows], kind="stable")]
        shown = [(f"{near[row]:.2f}", f"{least[row]:.2f} or more") for row in rows.tolist()]
    made = [
        AloneOn(pairs.items[items[row]], *texts, int(number[row]))
        for row, texts in zip(rows.tolist(), shown, strict=True)
    ]
    return tuple(made if pairs.codes is None else sorted(made, key=lambda alone: (-alone.number, alone.item)))


def _farthest(pairs: PairwiseCloseness, candidate: int, people: Ints, items: Ints) -> tuple[Floats, Floats]:
    """(items,) how close the candidate is to the people, and the person who is least close to the others."""
    number = pairs.people[items] - int(pairs.is_person[candidate])
    near = pairs.sum_to_people(np.full(len(items), candidate), items, "closeness") / np.maximum(number, 1)
    least = np.full(len(items), np.inf)
    for who in people:
        total = pairs.sum_to_people(np.full(len(items), who), items, "closeness")
        least = np.where(pairs.asked[items, who], np.minimum(least, total / np.maximum(number - 1, 1)), least)
    return near, least
