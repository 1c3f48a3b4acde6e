"""The expectation step and what it leaves to read: the best and the second best category of each item; what every
model of annotators leaves behind."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from accord.results.arrays import Codes, Floats, Ints

ALIKE = 1e-9  # probabilities that differ by less, relatively, are tied


def posterior(scores: Floats, fixed: Codes) -> tuple[Floats, Floats]:
    """(categories, items) probabilities and (items,) log evidence from log p(labels, category), in log space.

    An item that is fixed has its gold category with probability 1; its evidence is that of this category alone.
    """
    gold = np.flatnonzero(fixed >= 0)
    known = scores[fixed[gold], gold]
    largest = scores.max(axis=0)
    shares = np.exp(np.subtract(scores, largest, out=scores), out=scores)
    total = shares.sum(axis=0)
    shares /= total
    evidence = largest + np.log(total)
    shares[:, gold] = 0.0
    shares[fixed[gold], gold] = 1.0
    evidence[gold] = known
    return shares, evidence


@dataclass(frozen=True, eq=False)
class CategoryRanking:
    """For each item the category that wins, the one that comes second, and how many are tied for the first place."""

    codes: Codes
    probability: Floats
    second: Codes
    """−1 where there is no other category."""
    second_probability: Floats
    tied: Ints

    @classmethod
    def of(
        cls, starts: Ints, codes: Codes, shares: Floats, common: Floats, *, ordered: bool = False
    ) -> CategoryRanking:
        """From cells in the order of the items: the cells `starts[i]:starts[i + 1]` are categories of item i, with
        their shares, or with their votes.

        Among tied categories of a scale (`ordered`) those closest to the item's median win; then, as among names, the
        one that is more `common` in all, then the first in the order of the categories.
        """
        first = starts[:-1]
        if len(first) == 0:
            none = np.zeros(0, dtype=np.int32)
            return cls(none, np.zeros(0), none, np.zeros(0), np.zeros(0, dtype=np.int64))
        item = np.repeat(np.arange(len(first)), np.diff(starts))
        top = shares >= (np.maximum.reduceat(shares, first) * (1 - ALIKE))[item]
        tied = np.add.reduceat(top.astype(np.int64), first)
        if ordered and (tied > 1).any():
            apart = np.where(top, np.abs(codes - _medians(item, codes, shares, first)[item]), np.inf)
            top &= apart <= np.minimum.reduceat(apart, first)[item]
        if (tied > 1).any():
            favour = np.where(top, common[codes], -1.0)
            top &= favour >= np.maximum.reduceat(favour, first)[item]
        places = np.flatnonzero(top)
        winner = places[np.searchsorted(places, first)]
        rest = shares.copy()
        rest[winner] = -1.0
        most = np.maximum.reduceat(rest, first)
        places = np.flatnonzero(rest == most[item])
        runner = places[np.searchsorted(places, first)]
        alone = most < 0
        return cls(
            codes=codes[winner],
            probability=shares[winner],
            second=np.where(alone, -1, codes[runner]).astype(np.int32),
            second_probability=np.where(alone, 0.0, most),
            tied=tied,
        )

    @classmethod
    def of_medians(cls, starts: Ints, codes: Codes, shares: Floats, common: Floats) -> CategoryRanking:
        """The middle label of each item of a scale, from cells as in `of`, those of an item in the order of the scale.

        Two middle labels are tied: the one that more annotators gave to the item wins, then the one that is more
        `common` in all, then the lower. The second is the other of them, or else who has most labels of the rest.
        """
        first = starts[:-1]
        if len(first) == 0:
            return cls.of(starts, codes, shares, common)
        item = np.repeat(np.arange(len(first)), np.diff(starts))
        lower, upper = _middles(item, codes, shares, first)
        middle = (codes == lower[item]) | (codes == upper[item])
        # all other labels count for less than the middle ones, by their shares
        ranking = cls.of(starts, codes, np.where(middle, 1.0 + shares.max() + shares, shares), common)
        tied = np.where(lower == upper, 1, 2)
        beside = codes == ranking.second[item]
        second = np.zeros(len(first))
        second[item[beside]] = shares[beside]
        return cls(ranking.codes, shares[codes == ranking.codes[item]], ranking.second, second, tied)

    def over(self, totals: Ints) -> CategoryRanking:
        """The same of votes, of which each item has so many."""
        return replace(self, probability=self.probability / totals, second_probability=self.second_probability / totals)

    @classmethod
    def of_all(cls, shares: Floats, common: Floats) -> CategoryRanking:
        """From (categories, items) probabilities."""
        categories, items = shares.shape
        codes = np.tile(np.arange(categories, dtype=np.int32), items)
        return cls.of(np.arange(items + 1) * categories, codes, shares.T.ravel(), common)


def _medians(item: Ints, codes: Codes, shares: Floats, first: Ints) -> Floats:
    """(items,) the median category of each item, by position; between two middle ones, their mean."""
    lower, upper = _middles(item, codes, shares, first)
    return np.asarray((lower + upper) / 2)


def _middles(item: Ints, codes: Codes, shares: Floats, first: Ints) -> tuple[Floats, Floats]:
    """(items,) the lower and the upper middle category of each item, by position; mostly the same one."""
    before = np.cumsum(shares) - shares
    below = before - before[first][item]  # cells of an item stand in the order of the categories
    half = np.add.reduceat(shares, first)[item] / 2
    reached = below + shares
    lower = np.where(reached >= half * (1 - ALIKE), codes, np.inf)
    upper = np.where(reached > half * (1 + ALIKE), codes, np.inf)
    return np.minimum.reduceat(lower, first), np.minimum.reduceat(upper, first)


@dataclass(frozen=True, eq=False)
class Fit:
    """A model fitted to ratings."""

    shares: Floats
    """(categories, items) the probability of each category."""
    competence: Floats
    """(annotators, 3) the model's own measure of competence: value, low, high; nan for who rated nothing."""
    log_likelihood: float
    """ln p(labels, gold | parameters)."""
    objective: tuple[float, ...]
    """What was climbed, iteration by iteration; it never falls."""
    converged: bool
    confusion: Floats | None = None
    """(annotators, true, said) Dawid & Skene's error rates; nan for a category that no item has."""
    difficulty: Floats | None = None
    """(items,) GLAD's 1/β."""
