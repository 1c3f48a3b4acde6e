"""The candidate in the panel: its coefficient with the people, beside that of the person it would replace.

For each person h, the candidate and h are both compared with the other people, on the same items. For labels the
coefficient is 1 − D_o / D_e, D_o the mean distance to the others' labels of the same item, D_e that to their labels of
any item (cross-replication reliability, Wong et al. 2021); for other shapes it is the mean closeness itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from accord.admission.duels import Duels
from accord.admission.pair_closeness import ChanceSpace, PairwiseCloseness
from accord.admission.resamples import Resamples
from accord.results.arrays import Floats, Ints
from accord.statistics.bootstrap import percentile_interval

ONE_SIDED = 0.05  # of each of the two tests of equivalence


@dataclass(frozen=True, eq=False)
class PanelComparison:
    """The candidate's coefficient minus a person's, mean over the people it may replace."""

    candidate: float
    person: float
    difference: float
    low: float
    high: float
    margin: float
    equivalent: bool | None
    """Whether both one-sided tests at .05 hold: the difference is within ± margin. None where it is undefined."""
    smallest_margin: float
    """The smallest margin at which it would be."""
    people: int
    pooled: bool
    """Whether people have too few items for a coefficient each, and are added up."""
    corrected: bool
    """Whether the coefficient is corrected for chance."""
    replicates: Floats = field(repr=False)

    @property
    def below(self) -> bool:
        """Whether the whole interval is below −margin."""
        return bool(self.high < -self.margin)

    @property
    def error(self) -> float:
        """The standard error of the difference."""
        known = self.replicates[~np.isnan(self.replicates)]
        return float(known.std(ddof=1)) if len(known) > 1 else np.nan


def panel_comparison(
    duels: Duels, pairs: PairwiseCloseness, people: Ints, resamples: Resamples, *, margin: float, confidence: float
) -> PanelComparison:
    """Over the items of the duels with these people; people who have too few are added up where all of them have."""
    chosen = duels.of(np.isin(duels.person, people))
    pooled = pairs.space is not None and _too_few(chosen)
    tables = _features(chosen, pairs, pooled=pooled)
    space = pairs.space

    def coefficients(weights: Floats) -> Floats:
        """(replicates, 2) of the candidate and of the people, mean over people where both are defined."""
        sums = np.zeros((len(weights), 2))
        known = np.zeros((len(weights), 1))
        for unit, table in tables:
            both = _coefficients(weights[:, unit] @ table, space)
            defined = ~np.isnan(both).any(axis=1)
            sums[defined] += both[defined]
            known[defined] += 1
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(sums / known)

    value = coefficients(np.ones((1, resamples.units)))[0]
    drawn = resamples.values(coefficients)
    gaps = drawn[:, 0] - drawn[:, 1]
    low, high = percentile_interval(gaps, confidence)
    inner = percentile_interval(gaps, 1 - 2 * ONE_SIDED)
    smallest = float(max(abs(inner[0]), abs(inner[1])))
    return PanelComparison(
        candidate=float(value[0]),
        person=float(value[1]),
        difference=float(value[0] - value[1]),
        low=low,
        high=high,
        margin=margin,
        equivalent=None if np.isnan(smallest) else bool(smallest <= margin),
        smallest_margin=smallest,
        people=len(np.unique(chosen.person)),
        pooled=pooled,
        corrected=space is not None,
        replicates=gaps,
    )


def _too_few(duels: Duels, least: int = 10) -> bool:
    """Whether most people have so few items that a coefficient of their own is hardly defined."""
    _, number = np.unique(duels.person, return_counts=True)
    return bool(len(number)) and float(np.median(number)) < least


def _features(duels: Duels, pairs: PairwiseCloseness, *, pooled: bool) -> list[tuple[Ints, Floats]]:
    """For each person (or all of them) the units and (duels, features): 1, both distances, and where a chance
    correction needs them, the points of the candidate, the person and the others, each with its square."""
    columns = [np.ones(len(duels.item)), duels.distance, duels.other_distance]
    if pairs.space is not None and pairs.codes is not None:
        columns += _points(duels, pairs, pairs.space)
    table = np.column_stack(columns)
    unit = pairs.unit[duels.item]
    if pooled or not len(duels.item):
        return [_together(unit, table)]
    edges = np.append(np.flatnonzero(np.diff(duels.person, prepend=-1)), len(duels.person))
    return [
        (unit[begin:end], table[begin:end]) for begin, end in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)
    ]


def _together(unit: Ints, table: Floats) -> tuple[Ints, Floats]:
    """The features of all duels of a unit, added up."""
    present, place = np.unique(unit, return_inverse=True)
    sums = np.zeros((len(present), table.shape[1]))
    np.add.at(sums, place.ravel(), table)
    return present, sums


def _points(duels: Duels, pairs: PairwiseCloseness, space: ChanceSpace) -> list[Floats]:
    codes = pairs.codes if pairs.codes is not None else np.zeros((0, 0), dtype=np.int64)
    own, person = codes[duels.item, duels.candidate], codes[duels.item, duels.person]
    used, where = np.unique(duels.item, return_inverse=True)
    total = np.zeros((len(used), space.points.shape[1] + 1))
    with_squares = np.column_stack([space.points, space.squares])
    for who in np.flatnonzero(pairs.is_person):
        labels = codes[used, who]
        if who != duels.candidate:
            total += np.where((labels >= 0)[:, None], with_squares[labels], 0.0)
    others = (total[where.ravel()] - with_squares[person]) / duels.remaining[:, None]
    return [with_squares[own], with_squares[person], others]


def _coefficients(sums: Floats, space: ChanceSpace | None) -> Floats:
    """(replicates, 2) of the candidate and of the person, from sums of features; nan where chance explains all."""
    with np.errstate(invalid="ignore", divide="ignore"):
        means = sums / sums[:, :1]
        if space is None:
            return np.asarray(1 - means[:, 1:3])
        size = space.points.shape[1] + 1
        own, person, others = (means[:, 3 + part * size : 3 + (part + 1) * size] for part in range(3))
        made = []
        for observed, side in ((means[:, 1], own), (means[:, 2], person)):
            expected = space.expected(side[:, :-1], others[:, :-1], side[:, -1], others[:, -1])
            made.append(np.where(expected > 1e-12, 1 - observed / expected, np.nan))
        return np.column_stack(made)
