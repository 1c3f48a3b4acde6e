"""What α of a scale promises for medians: two populations of annotators with the same α.

steps   Every item has a place on a latent scale, annotators see it with an error that is the same for all items, and
        cut the scale where the labels' own frequencies say (Pearson's polychoric model). Who disagrees is mostly one
        step apart.
leaps   Every item has its own distribution of labels, a Dirichlet one: who disagrees may be anywhere on the scale.

In the second α = κ = 1 / (1 + A₀) whatever the distances: two labels of an item are one and the same with probability
κ, and else as far apart as two labels of different items. In the first α is far above κ, and at the same α more labels
change, each by less.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from accord.reproducibility.median_groups import dirichlet_median_pairs, middles
from accord.results.arrays import Floats

NODES = 400  # places on the latent scale, equally probable: within 2e−4 of 20,000 of them
HIGHEST = 1 - 1e-12  # correlation
LEAST, MOST = 1e-6, 1 - 1e-6  # values of α between which the populations are made


@dataclass(frozen=True)
class Scale:
    """How frequent the labels of a scale are, and how far apart."""

    shares: tuple[float, ...]
    """(categories,) all above 0, from the lowest."""
    values: tuple[float, ...]
    """(categories,) their numbers, or places."""
    ordinal: bool = True
    """Whether α counts ranks and not values."""

    @classmethod
    def of(cls, shares: Floats, values: Floats, level: str) -> Scale:
        """Only what is used counts."""
        used = shares > 0
        kept = shares[used] / shares.sum()
        return cls(tuple(kept.tolist()), tuple(values[used].tolist()), level == "ordinal")

    @classmethod
    def even(cls, categories: int) -> Scale:
        """A scale whose labels are equally frequent and one step apart."""
        return cls((1 / categories,) * categories, tuple(range(1, categories + 1)))

    def distances(self) -> Floats:
        """(categories, categories) δ²: of ranks (Krippendorff 2004, p. 232) or of values."""
        shares = np.array(self.shares)
        at = shares.cumsum() - shares / 2 if self.ordinal else np.array(self.values)
        return np.asarray((at[:, None] - at) ** 2)

    def alpha(self, counts: Floats, times: Floats) -> float:
        """α of items with these counts or probabilities (items, categories), each `times`; pairs of labels of an item
        are of different annotators where they are counts."""
        far, shares = self.distances(), np.array(self.shares)
        sizes = counts.sum(axis=1)
        pairs = np.einsum("ic,cd,id->i", counts, far, counts) / (sizes * (sizes - 1))
        expected = float(shares @ far @ shares)
        return 1 - float(np.average(pairs, weights=times)) / expected if expected > 0 else math.nan


@dataclass(frozen=True)
class MedianChange:
    """How two medians of k annotators each differ."""

    share: float
    """The share of items on which they do."""
    distance: float
    """By how much on average over all items, in the units of the scale."""


def steps(alpha: float, scale: Scale, k: int) -> MedianChange:
    """Of annotators who disagree by steps, all items being equally hard.

    Five stars, equally frequent; three annotators:

    >>> round(steps(0.8, Scale.even(5), 3).share, 3)
    0.379
    """
    return _steps(float(np.clip(alpha, LEAST, MOST)), scale, int(k))


def leaps(alpha: float, scale: Scale, k: int) -> MedianChange:
    """Of annotators who disagree by leaps, items being very unequal.

    >>> round(leaps(0.8, Scale.even(5), 3).share, 3)
    0.108
    """
    return _leaps(float(np.clip(alpha, LEAST, MOST)), scale, int(k))


@lru_cache(maxsize=2048)  # page, text and JSON ask for the same
def _leaps(alpha: float, scale: Scale, k: int) -> MedianChange:
    pair = dirichlet_median_pairs([np.array(scale.shares) * (1 - alpha) / alpha], k)
    return MedianChange(1 - float(pair.same[0]), float(pair.apart[0] @ np.diff(scale.values)))


@lru_cache(maxsize=2048)
def _steps(alpha: float, scale: Scale, k: int) -> MedianChange:
    from scipy.special import betainc

    if len(scale.shares) == 1:
        return MedianChange(0.0, 0.0)
    least = middles(k)[0]  # the median of 2 m annotators is distributed as that of 2 m − 1
    reached = betainc(least, least, _below(_correlation(alpha, scale), scale)[:, :-1])
    medians = np.diff(reached, axis=1, prepend=0.0, append=1.0)
    apart = 2 * (reached * (1 - reached)).mean(axis=0)
    return MedianChange(1 - float((medians**2).sum(axis=1).mean()), float(apart @ np.diff(scale.values)))


def _below(correlation: float, scale: Scale) -> Floats:
    """(places, categories) the probability of each label or a lower one at places of the latent scale."""
    from scipy.special import ndtr, ndtri

    places = ndtri((np.arange(NODES) + 0.5) / NODES)
    cuts = ndtri(np.minimum(np.cumsum(scale.shares)[:-1], 1.0))
    below = ndtr((cuts - math.sqrt(correlation) * places[:, None]) / math.sqrt(1 - correlation))
    return np.concatenate([below, np.ones((NODES, 1))], axis=1)


@lru_cache(maxsize=2048)
def _correlation(alpha: float, scale: Scale) -> float:
    """That of two annotators' views on the latent scale, for which their labels have this α; the nearest there is where
    none has it, as the places that stand for the scale are finitely many."""
    from scipy.optimize import brentq

    far = scale.distances()

    def above(correlation: float) -> float:
        chances = np.diff(_below(correlation, scale), axis=1, prepend=0.0)
        mean = chances.mean(axis=0)
        observed = float((chances @ far * chances).sum()) / NODES
        return 1 - observed / float(mean @ far @ mean) - alpha

    if above(HIGHEST) <= 0:
        return HIGHEST
    return 0.0 if above(0.0) >= 0 else float(brentq(above, 0.0, HIGHEST, xtol=1e-12))
