"""Intervals of a share of changed labels: items, or annotators, drawn anew."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from accord.annotations import Labels, RatingRows
from accord.reproducibility.rules import Rule
from accord.reproducibility.vote_distribution import distinct_rows
from accord.results import Diagnostic, Diagnostics
from accord.results.arrays import Floats, Ints
from accord.results.wording import many
from accord.statistics import bca_interval, expanded, generator, percentile_interval, replicate_weights

ENOUGH_ANNOTATORS = 20  # below, intervals over annotators cover less than they say
FEWEST_ANNOTATORS = 3


def items_interval(
    values: Floats,
    weights: Ints,
    confidence: float,
    replicates: int,
    seed: int,
    clusters: Ints | None = None,
) -> tuple[float, float]:
    """The bias-corrected and accelerated interval of a weighted mean; nan are left out.

    Items with the same value are one pattern, so that neither their order nor their number matters. Items of one of the
    `clusters` are drawn together.
    """
    known = ~np.isnan(values)
    if clusters is not None:
        return _clusters_interval(values[known], weights[known], clusters[known], confidence, replicates, seed)
    distinct, inverse = np.unique(values[known].round(13), return_inverse=True)
    times = np.bincount(inverse.ravel(), weights=weights[known]).astype(np.int64)
    number, total = float(times.sum()), float(times @ distinct)
    if len(distinct) == 1:
        return float(distinct[0]), float(distinct[0])
    drawn = np.concatenate([block @ distinct for block in replicate_weights(times, replicates, seed)]) / number
    left_out = (total - distinct) / (number - 1) if number > 1 else distinct
    return bca_interval(drawn, total / number, [(left_out, times.astype(np.float64))], confidence)


def _clusters_interval(
    values: Floats, weights: Ints, clusters: Ints, confidence: float, replicates: int, seed: int
) -> tuple[float, float]:
    """The same, with clusters of items drawn anew; they are ordered by what they hold."""
    number = np.bincount(clusters, weights=weights)
    sums = np.bincount(clusters, weights=weights * values)[number > 0].round(12)
    number = number[number > 0]
    order = np.lexsort((number, sums))
    sums, number = sums[order], number[order]
    times = np.ones(len(sums), dtype=np.int64)
    drawn = np.concatenate([block @ sums / (block @ number) for block in replicate_weights(times, replicates, seed)])
    left_out = (sums.sum() - sums) / (number.sum() - number) if len(sums) > 1 else sums / number
    value = float(sums.sum() / number.sum())
    return bca_interval(drawn, value, [(left_out, times.astype(np.float64))], expanded(confidence, len(sums)))


@dataclass(frozen=True, eq=False)
class _People:
    """Who said what, ready to be counted with each annotator any number of times."""

    rows: RatingRows
    rule: Rule
    k: int
    against: str

    @property
    def needed(self) -> int:
        return self.k if self.against == "all" else 2 * self.k

    def value(self, times: Ints) -> float:
        """The share of changed labels when each annotator counts `times` times; nan without an item that has enough."""
        size = max(len(self.rows.categories), 1)
        owner = np.repeat(np.arange(len(self.rows)), self.rows.sizes)
        counts = np.bincount(
            owner * size + self.rows.codes, weights=times[self.rows.who], minlength=len(self.rows) * size
        )
        patterns, inverse = distinct_rows(counts.astype(np.int64).reshape(len(self.rows), size))
        enough = patterns.sum(axis=1) >= self.needed
        if not enough.any():
            return math.nan
        number = np.bincount(inverse, weights=self.rows.multiplicity, minlength=len(patterns))[enough]
        return float(np.average(1 - self._kept(patterns[enough]), weights=number))

    def _kept(self, patterns: Ints) -> Floats:
        if self.against == "all":
            return self.rule.kept(patterns, self.k)
        return np.asarray(self.rule.of_pairs(patterns, self.k, False).same.sum(axis=1))


def annotators_interval(
    labels: Labels, rule: Rule, k: int, against: str, value: float, confidence: float, replicates: int, seed: int
) -> tuple[float, float, Diagnostics]:
    """The bootstrap over annotators: as many are drawn with replacement, and counted as different persons.

    Copies of one annotator agree with each other, which makes the drawn values too small; their distribution is
    therefore moved so that its mean lies on the value.
    """
    if labels.annotators is None:
        return math.nan, math.nan, (Diagnostic("ACC115", "who said what is not known: no interval over annotators"),)
    rows = RatingRows.of(labels).canonical()
    people = len(rows.annotators)
    if people < FEWEST_ANNOTATORS:
        return math.nan, math.nan, (Diagnostic("ACC115", "fewer than three annotators say nothing about others"),)
    counted = _People(rows, rule, k, against)
    rng = generator(seed, "annotators")
    drawn = np.array(
        [counted.value(np.bincount(rng.integers(people, size=people), minlength=people)) for _ in range(replicates)]
    )
    low, high = percentile_interval(np.clip(drawn - np.nanmean(drawn) + value, 0.0, 1.0), confidence)
    diagnostics: Diagnostics = ()
    if people < ENOUGH_ANNOTATORS:
        diagnostics = (Diagnostic("ACC115", f"an interval over {many(people, 'annotator')} is too narrow"),)
    return low, high, diagnostics
