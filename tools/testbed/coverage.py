"""Intervals: samples of a data set that is taken for the population, and whether they hold its value.

A sample without replacement of n of N items errs less than one of endless items: the standard error is smaller by
√(1 − n/N), and the ends of an interval are drawn in by as much before they are counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

import accord
from accord.annotations import Labels
from accord.reproducibility.forecast_errors import persons_in_effect
from testbed.public_labels import PublicLabels, ratings_of, rows_of

SIZES = (50, 200)
PART = 5  # items of the population for each of a sample
SAMPLES = 100
FEWEST_PEOPLE = 20  # of whom a quarter, but five or more, are drawn
MOST_ITEMS = 200
FEWEST_ITEMS = 30
FEW = 30  # categories up to which AC1 is measured


@dataclass
class _Tally:
    """What the samples of one measure showed."""

    truth: float
    values: list[float] = field(default_factory=list)
    ends: list[tuple[float, float]] = field(default_factory=list)

    def add(self, value: float, low: float, high: float) -> None:
        self.values.append(value)
        self.ends.append((low, high))

    def record(self) -> dict[str, float]:
        """How often the ends held the truth, lay below or above it; width as a multiple of the right one."""
        low, high = np.array(self.ends).T
        known = ~(np.isnan(low) | np.isnan(high))
        right = 2 * 1.96 * float(np.nanstd(self.values, ddof=1))
        width = float(np.mean((high - low)[known])) / right if known.any() and right > 0 else float("nan")
        return {
            "covered": float(np.mean(known & (low <= self.truth) & (self.truth <= high))),
            "below": float(np.mean(known & (high < self.truth))),
            "above": float(np.mean(known & (low > self.truth))),
            "undefined": float(np.mean(~known)),
            "width": width,
            "bias": float(np.nanmean(self.values)) - self.truth,
        }


def measures_of(corpus: PublicLabels) -> list[str]:
    """α at the level of the data and, where there are few categories, α of names and AC1."""
    level = corpus.corpus.level
    few = level != "interval" and len(corpus.labels.categories) <= FEW
    wanted = [f"alpha(level='{level}')"]
    if few and level == "ordinal":
        wanted.append("alpha(level='nominal')")
    return [*wanted, "ac1"] if few else wanted


def tried(corpus: PublicLabels) -> dict[str, object] | None:
    """Of samples of items, by their size."""
    whole = corpus.labels
    sizes = [size for size in SIZES if whole.n_rows >= PART * size]
    return {"items": {str(size): _of_items(corpus, whole, size) for size in sizes}} if sizes else None


def _of_items(corpus: PublicLabels, whole: Labels, size: int) -> dict[str, object]:
    measures = measures_of(corpus)
    truths = accord.measure(whole, measures, confidence=None)
    tallies = [_Tally(one.value) for one in truths]
    drawn_in = np.sqrt(1 - size / whole.n_rows)
    rng = corpus.rng("items", size)
    for seed in range(SAMPLES):
        sample = rows_of(whole, rng.choice(whole.n_rows, size, replace=False))
        for tally, one in zip(tallies, accord.measure(sample, measures, seed=seed, undefined="nan"), strict=True):
            ends = (one.value + drawn_in * (end - one.value) for end in (one.low, one.high))
            tally.add(one.value, *ends)
    return {name: tally.record() for name, tally in zip(measures, tallies, strict=True)}


def tried_on_people(corpus: PublicLabels) -> dict[str, object] | None:
    """α over items alone and over both, of samples of annotators and of items that two of them labelled.

    What annotators add to the squared reach of an interval is drawn in by their share, what items add by theirs.
    """
    whole = corpus.labels
    if not corpus.named or whole.n_annotators < FEWEST_PEOPLE or whole.who is None:
        return None
    measure = measures_of(corpus)[0]
    truth = accord.measure(whole, measure, confidence=None).value
    alone, both = _Tally(truth), _Tally(truth)
    number = max(5, whole.n_annotators // 4)
    missing = 1 - number / whole.n_annotators
    rng = corpus.rng("annotators")
    sizes, persons = [], []
    for seed in range(SAMPLES):
        chosen = rng.choice(whole.n_annotators, number, replace=False)
        theirs = ratings_of(whole, np.isin(whole.who, chosen))
        paired = np.flatnonzero(theirs.sizes >= 2)
        if len(paired) < FEWEST_ITEMS:
            continue
        some = rng.choice(paired, min(len(paired), MOST_ITEMS), replace=False)
        sample = rows_of(theirs, some)
        of_items = accord.measure(sample, measure, seed=seed, undefined="nan")
        of_both = accord.measure(sample, measure, seed=seed, resample="both", undefined="nan")
        left = 1 - len(some) / whole.n_rows
        value = of_items.value
        near, far = np.array([of_items.low, of_items.high]) - value, np.array([of_both.low, of_both.high]) - value
        alone.add(value, *(value + np.sqrt(left) * near))
        reach = np.sqrt(near**2 * left + np.maximum(far**2 - near**2, 0.0) * missing)
        both.add(value, *(value + np.array([-1.0, 1.0]) * reach))
        sizes.append(len(some))
        persons.append(persons_in_effect(sample))
    if len(sizes) < SAMPLES // 2:
        return None
    return {
        "measure": measure,
        "drawn": number,
        "of": whole.n_annotators,
        "items": float(np.mean(sizes)),
        "persons": float(np.mean(persons)),
        "over items": alone.record(),
        "over both": both.record(),
    }
