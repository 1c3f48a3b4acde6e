"""`accord.forecast`: what k other annotators would change, k as large as one likes, from a fitted population."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import Literal

import numpy as np

from accord.annotations import ItemCounts, Labels
from accord.reproducibility.curves import expected_variation
from accord.reproducibility.population_fit import CELLS, FEW, MixedPopulation, fit_population
from accord.reproducibility.vote_distribution import Floats, Ints, vote
from accord.resampling import generator
from accord.results import DataError, UsageError

GROUPS = 20  # of items, each left out once
MOST_ANNOTATORS = 101
MOST_CATEGORIES = 40
Compared = Literal["reference", "group"]


@dataclass(frozen=True)
class Forecast:
    """The share of labels that k other annotators would change."""

    value: float
    low: float
    high: float
    """Of what one such group would show on these items: the fit and the group's own chance are in it."""
    confidence: float
    k: int
    against: str
    """'reference': the present reference; 'group': another reference made by k annotators."""
    homogeneous: float
    """Δ_k of a population with the same κ whose items are all equally hard: the least that is plausible."""
    dirichlet: float
    """Δ_k of a Dirichlet population with the same κ: the most that is plausible."""
    kappa: float
    """Fleiss' κ of the data."""
    items: int

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}] for {self.k} other annotators"

    def as_json(self) -> dict[str, object]:
        numbers = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {
            name: None if isinstance(value, float) and not math.isfinite(value) else value
            for name, value in numbers.items()
        }


@dataclass(frozen=True, eq=False)
class Pilot:
    """Labels with the population that was fitted to them, and to all but one twentieth of them twenty times."""

    counts: Ints
    """(patterns, categories) the counts of items with at least one label."""
    times: Floats
    """(patterns,) how many items show each."""
    items: int

    @classmethod
    def of(cls, labels: Labels, seed: int = 0) -> Pilot:
        """Prepare labels; items with a single label say nothing about agreement but have a reference."""
        if not isinstance(labels, Labels):
            raise UsageError(
                f"a forecast takes labels, not {type(labels).__name__}", "read a file with accord.read(path)"
            )
        size = len(labels.categories)
        if size > MOST_CATEGORIES:
            raise UsageError(
                f"a population with {size:,} categories cannot be fitted", f"merge them to {MOST_CATEGORIES} at most"
            )
        held = ItemCounts.of(labels)
        if not (held.sizes >= 2).any():
            raise DataError(
                "ACC143",
                "no item has two labels, which say nothing about other annotators",
                hint="have some items labelled by two annotators or more",
            )
        kept = _some(held, CELLS // size**2, seed)
        counts = np.zeros((len(held), size), dtype=np.int64)
        counts[np.repeat(np.arange(len(held)), np.diff(held.starts)), held.codes] = held.counts
        times = held.multiplicity.astype(np.float64)
        return cls(counts[kept], times[kept] * times.sum() / times[kept].sum(), int(times.sum()))

    @cached_property
    def population(self) -> MixedPopulation:
        return fit_population(self.counts, self.times)

    @cached_property
    def parts(self) -> tuple[tuple[Floats, MixedPopulation], ...]:
        """Which items are kept when a twentieth is left out (a tenth with many categories), and the population without
        it; with fewer items one at a time, and nothing for a single one."""
        rng = generator(0, "groups of items")
        whole = np.floor(self.times).astype(np.int64)
        pattern = np.repeat(np.arange(len(self.times)), np.minimum(np.maximum(whole, 1), 100_000))
        groups = min(GROUPS if self.counts.shape[1] <= FEW else GROUPS // 2, len(pattern))
        group = rng.permutation(np.arange(len(pattern)) % groups)
        made = []
        for number in range(groups if groups > 1 else 0):
            gone = np.bincount(pattern[group == number], minlength=len(self.times))
            share = gone / np.bincount(pattern, minlength=len(self.times))
            kept = self.times * (1 - share)
            made.append((kept, fit_population(self.counts, kept, self.population)))
        return tuple(made)

    @cached_property
    def shares(self) -> Floats:
        """(categories,) how frequent each label is."""
        totals = self.times @ self.counts
        return np.asarray(totals / totals.sum())

    @cached_property
    def kappa(self) -> float:
        """Fleiss' κ, weighted by pairs, of the items with two labels or more."""
        sizes = self.counts.sum(axis=1)
        some = sizes >= 2
        counts, times, sizes = self.counts[some], self.times[some], sizes[some]
        agreeing = (counts * (counts - 1)).sum(axis=1) / (sizes * (sizes - 1))
        observed = float(np.average(agreeing, weights=times))
        shares = times @ (counts / sizes[:, None]) / times.sum()
        expected = float(shares @ shares)
        return (observed - expected) / (1 - expected) if expected < 1 else math.nan

    def between_groups(self, k: int) -> float:
        """Δ_k of the fitted population, each computed once."""
        if k not in self.known:
            self.known[k] = self.population.between_groups(k)
        return self.known[k]

    @cached_property
    def known(self) -> dict[int, float]:
        return {}

    def changed(self, population: MixedPopulation, times: Floats, k: int, against: str) -> float:
        if against == "group":
            return population.between_groups(k)
        return float(np.average(self.changes(population, k), weights=times))

    def changes(self, population: MixedPopulation, k: int) -> Floats:
        """(patterns,) the probability that k others change the present label."""
        return np.asarray(1 - (vote(self.counts) * population.votes(self.counts, k)).sum(axis=1))


def forecast(labels: Labels | Pilot, k: int, against: Compared = "reference", *, confidence: float = 0.95) -> Forecast:
    """The share of the labels that k other annotators of the same kind would change, by an empirical-Bayes fit.

    against='reference'  the vote of all present annotators beside that of k others
    against='group'      Δ_k, two references by k annotators each

    The population is a mixture of Dirichlet distributions fitted to the items' counts. The interval comes of leaving
    out a twentieth of the items (jackknife), and of the chance of a single group; it takes items as independent, as in
    a crowd. `homogeneous` and `dirichlet` are Δ_k of the populations that bracket what a κ alone can say.

    >>> import accord
    >>> data = accord.counts([[4, 0], [3, 1], [0, 4], [4, 0], [0, 4], [1, 3], [4, 0], [0, 4]] * 5)
    >>> forecast(data, 5).value < forecast(data, 1).value
    True
    """
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or not 1 <= k <= MOST_ANNOTATORS:
        raise UsageError(f"k={k!r} is not a whole number from 1 to {MOST_ANNOTATORS}")
    if against not in ("reference", "group"):
        raise UsageError(f"against={against!r} is not known", "use 'reference' or 'group'")
    if not isinstance(confidence, float) or not 0 < confidence < 1:
        raise UsageError(f"confidence={confidence!r} is not between 0 and 1")
    pilot = labels if isinstance(labels, Pilot) else Pilot.of(labels)
    value = pilot.changed(pilot.population, pilot.times, k, against)
    left = np.array([pilot.changed(population, kept, k, against) for kept, population in pilot.parts])
    of_fit = jackknife_variance(left)
    low, high = _bounds(value, of_fit + _own_chance(pilot, value, k, against), confidence)
    homogeneous, dirichlet = bracket(pilot.kappa, pilot.shares, k)
    return Forecast(value, low, high, confidence, int(k), against, homogeneous, dirichlet, pilot.kappa, pilot.items)


def jackknife_variance(left_out: Floats) -> float:
    """The variance of a value, from its values with one part of the data left out; 0 where there are no two parts."""
    number = len(left_out)
    return (number - 1) / number * float(((left_out - left_out.mean()) ** 2).sum()) if number > 1 else 0.0


def bracket(kappa: float, shares: Floats, k: int) -> tuple[float, float]:
    """Δ_k of the homogeneous and of the Dirichlet population with this κ and these shares of the categories.

    0 for a single category, nan for a κ that is undefined; a negative κ counts as 0.
    """
    if np.count_nonzero(shares) < 2:
        return 0.0, 0.0
    if math.isnan(kappa):
        return math.nan, math.nan
    inside = min(max(kappa, 0.0), 1.0)
    even = expected_variation(
        inside, len(shares), k, model="homogeneous", against="group", weights=shares, errors="prevalence"
    )
    return even, dirichlet_variation(inside, shares, k)


def dirichlet_variation(kappa: float, shares: Floats, k: int) -> float:
    """Δ_k of a Dirichlet population: weights (1 − κ) / κ times the shares of the categories."""
    if kappa >= 1:
        return 0.0
    weights = shares[shares > 0] * (1 - kappa) / max(kappa, 1e-6)
    return MixedPopulation(weights[None, :], np.ones(1)).between_groups(k)


def fewest(variation: Callable[[int], float], target: float, most: int = MOST_ANNOTATORS) -> int | None:
    """The least odd number of annotators whose variation is at most `target`; None beyond `most`.

    An even number breaks ties by lot and is seldom better than the odd one below.

    >>> fewest(lambda k: 1 / k, 0.15), fewest(lambda k: 0.5, 0.1)
    (7, None)
    """
    low, high = -1, 1
    while variation(high) > target:
        if high >= most:
            return None
        low, high = high, min(2 * high + 1, most)
    while high - low > 2:
        middle = (low + high) // 4 * 2 + 1
        middle = middle if low < middle < high else low + 2
        low, high = (low, middle) if variation(middle) <= target else (middle, high)
    return high


def annotators_for(pilot: Pilot, target: float) -> int | None:
    """The fewest annotators whose references differ on at most `target` of the items; None beyond a hundred."""
    return fewest(pilot.between_groups, target)


def _own_chance(pilot: Pilot, value: float, k: int, against: str) -> float:
    """The variance of the share that one group shows on the items, each changed or not on its own."""
    if against == "group":
        return value * (1 - value) / pilot.items
    changes = pilot.changes(pilot.population, k)
    return float(np.average(changes * (1 - changes), weights=pilot.times)) / pilot.items


def _bounds(value: float, variance: float, confidence: float) -> tuple[float, float]:
    """The score interval of a share (Wilson 1927), from as many items as would give it this variance."""
    if not 0 < value < 1 or not variance > 0:
        return value, value
    number, square = value * (1 - value) / variance, NormalDist().inv_cdf((1 + confidence) / 2) ** 2
    centre = (value + square / (2 * number)) / (1 + square / number)
    half = math.sqrt(square * (variance + square / (4 * number**2))) / (1 + square / number)
    return max(0.0, centre - half), min(1.0, centre + half)


def _some(held: ItemCounts, most: int, seed: int) -> Ints:
    """All patterns, or as many as can be fitted, drawn by how often they occur."""
    if len(held) <= most:
        return np.arange(len(held))
    share = held.multiplicity / held.multiplicity.sum()
    return np.sort(generator(seed, "patterns").choice(len(held), size=most, replace=False, p=share))
