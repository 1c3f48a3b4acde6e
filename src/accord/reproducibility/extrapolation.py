"""`accord.forecast`: what k other annotators would change, k as large as one likes, from a fitted population."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import Literal

import numpy as np

from accord.annotations import ItemCounts, Labels, annotators_chosen
from accord.annotations.among import Names
from accord.formats.public_functions import public
from accord.reproducibility.curves import expected_variation
from accord.reproducibility.forecast_errors import of_medians, of_persons, persons_in_effect
from accord.reproducibility.inverse import ROUNDING
from accord.reproducibility.mixed_population import EXACT, MixedPopulation, apart_of, references_of
from accord.reproducibility.population_fit import CELLS, Populations, fit_populations
from accord.reproducibility.rules import RULES
from accord.reproducibility.scale_populations import Scale, leaps, steps
from accord.results import DataError, UsageError
from accord.results.arrays import Floats, Ints
from accord.results.json_numbers import JsonRecord
from accord.results.option_names import option, told
from accord.statistics import generator
from accord.statistics.proportions import jeffreys

DRAWN = 32  # populations near a fitted one, for the error of the fit
EVIDENCE = 300.0
"""Items up to which each adds to what is known of the population. No population is of the form that is fitted, and more
items would only make sure of the one that is least wrong: beyond, all count less (Miller & Dunson 2019)."""
OBSERVED = 2  # annotators of two groups whose difference is that of two labels
NEAR = 25  # annotators of the largest groups whose medians populations are compared by
FALL = 0.25
"""The power of Δ_k by which the error of a fit falls from small groups, on which fits are compared, to larger ones: .23
to .59 in eight populations fitted to public data, from 15 to 101 annotators."""
COMPARED = 100  # patterns on which populations are compared with each other
MOST_ANNOTATORS = 101
MOST_CATEGORIES = 40
ORDERED = ("ordinal", "interval", "ratio")
Compared = Literal["reference", "group"]
Made = Literal["vote", "median"]


@dataclass(frozen=True)
class Forecast(JsonRecord):
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
    """Δ_k of a population with the same κ whose items are all equally hard: the least that is plausible. Of medians,
    with the same α: all items equally hard, and annotators who disagree by steps on the scale."""
    dirichlet: float
    """Δ_k of a Dirichlet population with the same κ: the most that is plausible. Of medians, with the same α: less, as
    those who disagree are anywhere on the scale."""
    kappa: float
    """Fleiss' κ of the data; where the reference is the median, α at the data's own level."""
    items: int
    reference: str = "vote"
    """How labels become a reference: vote, or median on a scale."""
    distance: float = math.nan
    """On a scale: how far the reference moves on average over all items, in its units; nan for a vote."""

    def in_table(self) -> list[dict[str, object]]:
        """How many annotators there are comes first."""
        names = ("value", "low", "high", "confidence", "against", "reference", "homogeneous", "dirichlet", "distance")
        return [{"annotators": self.k, **{name: getattr(self, name) for name in names}}]

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}] for {self.k} other annotators"


@dataclass(frozen=True, eq=False)
class Pilot:
    """Labels with the populations that were fitted to them."""

    counts: Ints
    """(patterns, categories) the counts of items with at least one label."""
    times: Floats
    """(patterns,) how many items show each."""
    items: int
    reference: str = "vote"
    """vote or median."""
    values: Floats | None = None
    """(categories,) the numbers or places of a scale."""
    level: str = "nominal"
    persons: float = math.nan
    """How many persons the labels come from, in effect: 1 / Σ share²; nan where they are not known."""

    @classmethod
    def of(cls, labels: Labels, seed: int = 0, reference: Made | None = None) -> Pilot:
        """Prepare labels; items with a single label say nothing about agreement but have a reference.

        The reference is the median of a scale, and else the vote, unless it is given.
        """
        if not isinstance(labels, Labels):
            raise UsageError(
                f"a forecast takes labels, not {type(labels).__name__}", "read a file with accord.read(path)"
            )
        made = _reference(labels, reference)
        size = len(labels.categories)
        if size > MOST_CATEGORIES:
            raise _too_many(size, labels.level)
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
        whole = times[kept] * times.sum() / times[kept].sum()
        values = labels.categories.scores() if labels.level in ORDERED else None
        return cls(counts[kept], whole, int(times.sum()), made, values, labels.level, persons_in_effect(labels))

    @cached_property
    def populations(self) -> Populations:
        """One for each assumption about how unequal items are, known no better than from so many items."""
        return fit_populations(self.counts, self.times * min(1.0, EVIDENCE / float(self.times.sum())))

    @cached_property
    def population(self) -> MixedPopulation:
        """The average of all, by how far the labels support them: the best guess, for which every item counts."""
        if self.times.sum() <= EVIDENCE:
            return self.populations.average
        return fit_populations(self.counts, self.times).average

    @cached_property
    def paired(self) -> int:
        """Items with two labels or more, on which all that is said of other annotators rests."""
        return round(float(self.times[self.counts.sum(axis=1) >= 2].sum()))

    @cached_property
    def per_item(self) -> int:
        """How many labels such an item has, in the middle."""
        sizes = self.counts.sum(axis=1)
        order = np.argsort(sizes, kind="stable")
        times = np.where(sizes >= 2, self.times, 0.0)[order].cumsum()
        return int(sizes[order][np.searchsorted(times, times[-1] / 2)])

    @cached_property
    def shares(self) -> Floats:
        """(categories,) how frequent each label is."""
        totals = self.times @ self.counts
        return np.asarray(totals / totals.sum())

    @cached_property
    def scale(self) -> Scale | None:
        """That of the labels, where their reference is the median."""
        if self.reference != "median" or self.values is None:
            return None
        return Scale.of(self.shares, self.values, self.level)

    @cached_property
    def kappa(self) -> float:
        """Fleiss' κ of the items with two labels or more, each weighing the same; of a scale, α at its level."""
        sizes = self.counts.sum(axis=1)
        some = sizes >= 2
        if self.scale is not None:
            return self.scale.alpha(self.counts[some][:, self.shares > 0].astype(np.float64), self.times[some])
        counts, times, sizes = self.counts[some], self.times[some], sizes[some]
        observed = 1 - float(np.average(self.differing[some], weights=times))
        shares = times @ (counts / sizes[:, None]) / times.sum()
        expected = float(shares @ shares)
        return (observed - expected) / (1 - expected) if expected < 1 else math.nan

    @cached_property
    def differing(self) -> Floats:
        """(patterns,) the share of an item's pairs of labels that differ; nan for a single label."""
        sizes = self.counts.sum(axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            agreeing: Floats = (self.counts * (self.counts - 1)).sum(axis=1) / (sizes * (sizes - 1))
        return np.asarray(1 - agreeing)

    def seen(self, confidence: float) -> tuple[float, float, float]:
        """What two single annotators differ on, which is observed and not fitted, and its interval.

        Two who vote differ as much, by lot. Larger groups do not differ more: for every item, the vote of k annotators
        is at least as concentrated as the labels it is made of.
        """
        some = ~np.isnan(self.differing)
        values, times = self.differing[some], self.times[some]
        mean, number = float(np.average(values, weights=times)), float(times.sum())
        spread = float(np.average((values - mean) ** 2, weights=times))
        if mean in (0, 1) and self.counts.shape[1] > 1:
            low, high = jeffreys(mean, number / 2, confidence)  # the limit of what follows for two labels per item
            return (mean, 0.0, high) if mean == 0 else (mean, low, 1.0)
        variance = (spread + mean * (1 - mean)) / number + of_persons(mean, 1, self.persons, self.per_item)
        return mean, *share_bounds(mean, variance, confidence, self.items)

    def at_most(self, confidence: float) -> float:
        """What two groups of any size differ on at most, from pairs of labels.

        Votes differ no more than single labels. Medians may, where labels lie at both ends of the scale, but they are
        not farther apart, and as many differ at most as there are steps between them.
        """
        if self.reference != "median":
            return self.seen(confidence)[2]
        across, times = self.across
        between = across.sum(axis=1)
        mean, number = float(np.average(between, weights=times)), float(times.sum())
        if mean == 0:
            return self.seen(confidence)[2]
        spread = float(np.average((between - mean) ** 2, weights=times))
        share = min(mean, 0.5)  # steps may be more than one for each item
        variance = spread / number + of_persons(share, 1, self.persons, self.per_item)
        return mean + NormalDist().inv_cdf((1 + confidence) / 2) * math.sqrt(variance)

    @cached_property
    def across(self) -> tuple[Floats, Floats]:
        """(patterns, categories − 1) the share of an item's pairs of labels that lie on both sides of each cut of the
        scale, for items with two labels or more, and how many items show each."""
        some = self.counts.sum(axis=1) >= 2
        counts = self.counts[some]
        below, sizes = counts.cumsum(axis=1)[:, :-1], counts.sum(axis=1, keepdims=True)
        return np.asarray(2 * below * (sizes - below) / (sizes * (sizes - 1))), self.times[some]

    def between_groups(self, k: int) -> float:
        """Δ_k, as observed for one annotator or two, else of the fitted population."""
        return self.seen(0.95)[0] if k <= OBSERVED else self.population.between_groups(k, self.reference)

    def distance(self, k: int, against: str) -> float:
        """How far the reference moves on a scale, on average over all items; nan for a vote."""
        if self.reference != "median" or self.values is None:
            return math.nan
        if against == "group" and k <= OBSERVED:
            across, times = self.across
            return float(np.average(across @ np.diff(self.values), weights=times))
        if against == "group":
            return self.population.distance_between_groups(k, self.values)
        low = RULES["median"].of_all(self.counts).cumsum(axis=1)[:, :-1]
        high = self.population.references(self.counts, k, "median").cumsum(axis=1)[:, :-1]
        moved = (low * (1 - high) + high * (1 - low)) @ np.diff(self.values)
        return float(np.average(moved, weights=self.times))

    @cached_property
    def of_marked(self) -> dict[int, Pilot]:
        """The pilots of what is marked, by the category for nothing: each is fitted once."""
        return {}

    @cached_property
    def known_marks(self) -> dict[tuple[int, int, int], tuple[Floats, Floats]]:
        """What populations say of the marks of groups, by the group's size, the assumption and the number of a fit."""
        return {}

    @cached_property
    def from_kappa(self) -> dict[tuple[float, str], int | None]:
        """How many annotators it takes by κ alone, by the target and the model: each is searched once."""
        return {}

    def shown(self, population: MixedPopulation, k: int, against: str) -> tuple[float, float]:
        """The share that k others change, and the variance of what one group shows, each item changed or not."""
        if against == "group":
            value = population.between_groups(k, self.reference)
            return value, value * (1 - value) / self.items
        changes = self.changes(population, k)
        own = float(np.average(changes * (1 - changes), weights=self.times)) / self.items
        return float(np.average(changes, weights=self.times)), own

    def extremes(self, k: int, against: str) -> tuple[int, int]:
        """Of the assumptions that the labels do not rule out, those under which k others change least and most."""
        if self.counts.shape[1] == 1:
            return 0, 0
        allowed = self.populations.allowed
        values = self._compared("allowed", k, against)
        return int(allowed[np.argmin(values)]), int(allowed[np.argmax(values)])

    def interval(self, assumption: int, k: int, against: str, confidence: float) -> tuple[float, float]:
        """Of what one group shows, if an assumption holds: with the error of its fit and the group's own chance."""
        value, own = self.shown(self.populations.population(assumption), k, against)
        if self.counts.shape[1] == 1:
            return value, value
        at, *near = self._compared(assumption, k, against)
        scale = (value / at) ** FALL if at > 0 else 1.0
        variance, bias = scale**2 * float(np.var(near)) + own, scale * float(np.mean(near) - at)
        # a fit to few labels makes kinds look less alike than they are: what drawing again adds is taken off once, at
        # the end that it hides (Efron & Tibshirani 1993, ch. 10)
        variance += of_persons(value, k, self.persons, self.per_item)
        low, _ = share_bounds(max(value - max(bias, 0.0), 0.0), variance, confidence, self.items)
        variance += of_medians(value) if self.reference == "median" else 0.0
        _, high = share_bounds(min(value - min(bias, 0.0), 1.0), variance, confidence, self.items)
        return low, high

    def bounds(self, k: int, against: str, confidence: float) -> tuple[float, float, float]:
        """What k others change, and its interval: over the assumptions that the labels do not rule out, but not above
        what pairs of labels allow; between groups of one or two, what they are seen to differ on."""
        if against == "group" and k <= OBSERVED:
            return self.seen(confidence)
        value, _ = self.shown(self.population, k, against)
        return value, self.lower(k, against, confidence), self.upper(k, against, confidence)

    def lower(self, k: int, against: str, confidence: float) -> float:
        """The lower of the bounds, without the upper one, which takes as long."""
        if against == "group" and k <= OBSERVED:
            return self.seen(confidence)[1]
        value, _ = self.shown(self.population, k, against)
        return min(value, self.interval(self.extremes(k, against)[0], k, against, confidence)[0])

    def upper(self, k: int, against: str, confidence: float) -> float:
        """The upper of the bounds, without the lower one."""
        if against == "group" and k <= OBSERVED:
            return self.seen(confidence)[2]
        value, _ = self.shown(self.population, k, against)
        most = self.extremes(k, against)[1]
        return max(value, min(self.interval(most, k, against, confidence)[1], self.at_most(confidence)))

    def _compared(self, which: int | Literal["allowed"], k: int, against: str) -> Floats:
        """(populations,) what k others change, on some of the items, or between groups no larger than is quick: how
        populations differ shows there as well. Those of all assumptions that are allowed, or of one and near it; each
        computed once."""
        if against == "group":
            k = min(k, max(1, EXACT // self.counts.shape[1])) if self.reference == "vote" else min(k, NEAR)
        if (which, k, against) not in self._comparisons:
            of = self.populations
            if which == "allowed":
                populations = [of.population(assumption) for assumption in of.allowed.tolist()]
            else:
                populations = [of.population(which), *of.drawn(which, DRAWN)]
            self._comparisons[which, k, against] = self._changed(populations, k, against)
        return self._comparisons[which, k, against]

    @cached_property
    def _comparisons(self) -> dict[tuple[int | str, int, str], Floats]:
        return {}

    def _changed(self, populations: list[MixedPopulation], k: int, against: str) -> Floats:
        """(populations,) what k others change."""
        if against == "group":
            return apart_of(populations, k, self.reference)
        counts, times = self.counts, self.times
        if len(counts) > COMPARED:
            some = generator(0, "compared").choice(len(counts), size=COMPARED, p=times / times.sum())
            counts, times = counts[some], np.ones(COMPARED)
        present = RULES[self.reference].of_all(counts)
        same = (present * references_of(populations, counts, k, self.reference)).sum(axis=2)
        return np.asarray(1 - same @ times / times.sum())

    def changes(self, population: MixedPopulation, k: int) -> Floats:
        """(patterns,) the probability that k others change the present label."""
        present = RULES[self.reference].of_all(self.counts)
        return np.asarray(1 - (present * population.references(self.counts, k, self.reference)).sum(axis=1))


@public("labels", renamed={"labels": "data"}, also=Pilot)
def forecast(
    data: Labels | Pilot,
    k: int,
    against: Compared = "reference",
    *,
    confidence: float = 0.95,
    reference: Made | None = None,
    only: Names = None,
    without: Names = None,
) -> Forecast:
    """The share of the labels that k other annotators of the same kind would change, by an empirical-Bayes fit.

    Parameters
    ----------
    data
        Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path; or a `Pilot`
        fitted before.
    k
        How many annotators.
    against
        "reference": the reference of all present annotators beside that of k others; "group": Δ_k, two references by k
        annotators each; for one or two, what pairs of labels differ on.
    reference
        "vote" or "median"; None: the median on a scale (level ordinal, interval or ratio), else the vote.

    Returns
    -------
    Forecast
        `value`, `low` and `high`; on a scale `distance` is how far the reference moves. `homogeneous` and `dirichlet`
        are Δ_k of the populations that bracket what a κ alone can say.

    Raises
    ------
    DataError
        When the data cannot be read, or have no item with two labels.

    Notes
    -----
    Populations from homogeneous to very unequal items are fitted to the counts and averaged by their support. The
    interval reaches from the lower end for the steadiest population that the labels do not rule out to the upper end
    for the least steady one, each with the error of its fit and the chance of a single group, but no farther than what
    two single annotators are seen to differ on. It takes annotators as drawn anew for each item, as in a crowd, and
    is wider for labels by few persons and for medians, by what forecasts missed on public data sets.

    Examples
    --------
    >>> import accord
    >>> data = accord.counts([[4, 0], [3, 1], [0, 4], [4, 0], [0, 4], [1, 3], [4, 0], [0, 4]] * 5)
    >>> forecast(data, 5).value < forecast(data, 1).value
    True
    """
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or not 1 <= k <= MOST_ANNOTATORS:
        raise UsageError(f"{told('k', k)} is not a whole number from 1 to {MOST_ANNOTATORS}")
    if against not in ("reference", "group"):
        raise UsageError(f"against={against!r} is not known", "use 'reference' or 'group'")
    if not isinstance(confidence, float) or not 0 < confidence < 1:
        raise UsageError(f"{told('confidence', confidence)} is not between 0 and 1")
    pilot = data if isinstance(data, Pilot) else Pilot.of(annotators_chosen(data, only, without), reference=reference)
    return forecast_with(pilot, int(k), against, confidence, pilot.bounds(int(k), against, confidence))


def forecast_with(
    pilot: Pilot, k: int, against: str, confidence: float, bounds: tuple[float, float, float]
) -> Forecast:
    """What is forecast beside a value and an interval that are known."""
    homogeneous, dirichlet = bracket(pilot.kappa, pilot.shares, k, pilot.scale)
    return Forecast(
        *bounds, confidence, k, against, homogeneous, dirichlet, pilot.kappa, pilot.items,
        pilot.reference, pilot.distance(k, against),
    )  # fmt: skip


def bracket(kappa: float, shares: Floats, k: int, scale: Scale | None = None) -> tuple[float, float]:
    """Δ_k of the homogeneous and of the Dirichlet population with this κ and these shares of the categories; on a
    scale, of medians of the populations with this α that disagree by steps and by leaps.

    0 for a single category, nan for a κ that is undefined; a negative κ counts as 0.
    """
    if np.count_nonzero(shares) < 2:
        return 0.0, 0.0
    if math.isnan(kappa):
        return math.nan, math.nan
    inside = min(max(kappa, 0.0), 1.0)
    if scale is not None:
        return steps(inside, scale, k).share, leaps(inside, scale, k).share
    even = expected_variation(
        inside, len(shares), k, model="homogeneous", against="group", prevalence=shares, errors="prevalence"
    )
    return even, dirichlet_variation(inside, shares, k)


def dirichlet_variation(kappa: float, shares: Floats, k: int) -> float:
    """Δ_k of a Dirichlet population: weights (1 − κ) / κ times the shares of the categories."""
    return expected_variation(kappa, len(shares), k, model="dirichlet", against="group", prevalence=shares)


def fewest(variation: Callable[[int], float], target: float, most: int = MOST_ANNOTATORS) -> int | None:
    """The least odd number of annotators whose variation is at most `target`; None beyond `most`.

    An even number breaks ties by lot and is seldom better than the odd one below.

    >>> fewest(lambda k: 1 / k, 0.15), fewest(lambda k: 0.5, 0.1)
    (7, None)
    """
    low, high, above = -1, 1, math.inf
    target *= 1 + ROUNDING
    while (value := variation(high)) > target:
        if high >= most:
            return None
        low, high, above = high, min(2 * high + 1, most), value
    while high - low > 2:
        middle = _crossing((low, above), (high, value), target)
        reached = variation(middle)
        if reached > target:
            low, above = middle, reached
        else:
            high, value = middle, reached
    return high


def _crossing(above: tuple[int, float], below: tuple[int, float], target: float) -> int:
    """The odd number between two others where a power of k through both would meet the target."""
    (low, over), (high, under) = above, below
    share = 0.5
    if 0 < under < target < over < math.inf:
        share = math.log(over / target) / math.log(over / under)
    place = low * (high / low) ** share if low > 0 else (low + high) / 2
    return min(max(math.ceil(place) // 2 * 2 + 1, low + 2), high - 2)


def annotators_for(pilot: Pilot, target: float) -> int | None:
    """The fewest annotators whose references differ on at most `target` of the items; None beyond a hundred."""
    return fewest(pilot.between_groups, target)


def _reference(labels: Labels, rule: object) -> str:
    """vote or median: by the level unless it is given."""
    ordered = labels.level in ORDERED
    if rule is None:
        return "median" if ordered else "vote"
    if not isinstance(rule, str) or rule not in RULES:
        raise UsageError(f"reference={rule!r} is not known to a forecast", "use 'vote' or 'median'")
    if rule == "median" and not ordered:
        raise UsageError("a median needs ordered categories", f"declare {option('level', 'ordinal')}, or use 'vote'")
    return rule


def _too_many(size: int, level: str) -> DataError:
    if level in ORDERED:
        return DataError(
            "ACC147",
            f"a scale with {size:,} different values has no forecast: nearly every median would be another value",
            hint="ask how far medians move (stability, .shift), or round the values to "
            f"{MOST_CATEGORIES} steps at most",
        )
    return DataError(
        "ACC147",
        f"a population with {size:,} categories cannot be fitted",
        hint=f"merge them to {MOST_CATEGORIES} at most",
    )


def share_bounds(value: float, variance: float, confidence: float, items: int) -> tuple[float, float]:
    """Jeffreys' interval of a share, from as many items as would give it this variance; under half an item is none."""
    if not 0 < value < 1 or not variance > 0:
        return value, value
    low, high = jeffreys(value, value * (1 - value) / variance, confidence)
    return low if low * items >= 0.5 else 0.0, high


def _some(held: ItemCounts, most: int, seed: int) -> Ints:
    """All patterns, or as many as can be fitted, drawn by how often they occur."""
    if len(held) <= most:
        return np.arange(len(held))
    share = held.multiplicity / held.multiplicity.sum()
    return np.sort(generator(seed, "patterns").choice(len(held), size=most, replace=False, p=share))
