"""Which label the median of k annotators gives, exactly; ordered categories.

For even k each of the two middle labels has half the weight, so that the median of 2 m annotators is distributed as
that of 2 m − 1 in a population.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from accord.reproducibility.disjoint import PairOfVotes
from accord.reproducibility.vote_distribution import binomial_terms, subset_terms
from accord.results.arrays import Floats, Ints


def median(counts: ArrayLike) -> Floats:
    """(…, categories) the weights of the middle label, or of the two middle ones; nan without any.

    >>> median([[1, 1, 1], [2, 1, 1]]).tolist()
    [[0.0, 1.0, 0.0], [0.5, 0.5, 0.0]]
    """
    reached = np.cumsum(np.asarray(counts, dtype=np.int64), axis=-1)
    total = reached[..., -1:]
    low, high = (total + 1) // 2, total // 2 + 1
    at_most = ((reached >= low).astype(np.float64) + (reached >= high)) / 2
    return np.where(total > 0, _differences(at_most), np.nan)


def hypergeometric_medians(counts: ArrayLike, k: int) -> Floats:
    """(items, categories) the probability that k of an item's annotators, drawn without replacement, have each median.

    P(median ≤ c) = P(at least h of the k chose c or a lower category), a tail of the hypergeometric distribution.

    >>> hypergeometric_medians([[1, 1, 1]], 1).round(4).tolist()
    [[0.3333, 0.3333, 0.3333]]
    """
    table: Ints = np.asarray(counts, dtype=np.int64)
    reached, total = np.cumsum(table, axis=1), table.sum(axis=1, keepdims=True)
    spread = _hypergeometric(reached, total, k)
    return np.where(total >= k, _differences(_tails(spread, k).mean(axis=0)), np.nan)


def medians_beside_fixed(counts: Ints, fixed: Ints, k: int) -> Floats:
    """(items, categories) the probability of each median of k of an item's annotators, drawn without replacement from
    `counts`, and of the labels `fixed`, which are always there. An item with fewer than k labels has nan.

    Of three people each says something else, and a model says the first; two people are drawn:

    >>> medians_beside_fixed(np.array([[1, 1, 1]]), np.array([[1, 0, 0]]), 2).round(4).tolist()
    [[0.6667, 0.3333, 0.0]]
    """
    reached, total = np.cumsum(counts, axis=1), counts.sum(axis=1, keepdims=True)
    below, whole = np.cumsum(fixed, axis=1), k + fixed.sum(axis=1, keepdims=True)
    spread = _hypergeometric(reached, total, k)
    drawn = np.arange(k + 1)
    at_most = np.zeros(counts.shape)
    for least in ((whole + 1) // 2, whole // 2 + 1):
        at_most += np.where(drawn >= (least - below)[..., None], spread, 0.0).sum(axis=-1) / 2
    return np.where(total >= k, _differences(at_most), np.nan)


def multinomial_medians(p: ArrayLike, k: int) -> Floats:
    """(…, categories) the probability of each median of k annotators who choose with probabilities p.

    >>> multinomial_medians([0.5, 0.3, 0.2], 5).round(5).tolist()
    [0.5, 0.44208, 0.05792]
    """
    below = np.minimum(np.cumsum(np.asarray(p, dtype=np.float64), axis=-1), 1.0)
    spread = binomial_terms(below, k)
    return _differences(_tails(spread, k).mean(axis=0))


def disjoint_medians(counts: ArrayLike, k: int) -> PairOfVotes:
    """The medians of two groups of k of an item's annotators who share nobody; fewer than 2 k labels give nan.

    P(M ≤ i, M′ ≤ j) sums over how many of the first group chose a label up to j; the second draws from the others.
    """
    table: Ints = np.asarray(counts, dtype=np.int64)
    reached, total = np.cumsum(table, axis=1), table.sum(axis=1, keepdims=True)
    lower = np.concatenate([np.zeros((len(table), 1), dtype=np.int64), reached[:, :-1]], axis=1)
    alone = _tails(_hypergeometric(reached, total, k), k).mean(axis=0)
    level, across = _both_at_most(reached, reached, total, k), _both_at_most(lower, reached, total, k)
    before = np.concatenate([np.zeros((len(table), 1)), level[:, :-1]], axis=1)
    enough = total >= 2 * k
    return PairOfVotes(
        np.where(enough, level - 2 * across + before, np.nan), np.where(enough, 2 * (alone - level), np.nan)
    )


def _both_at_most(lower: Ints, upper: Ints, total: Ints, k: int) -> Floats:
    """(items, categories) P(M ≤ i, M′ ≤ j) where `lower` labels are up to i and `upper`, no fewer, up to j."""
    first = _hypergeometric(upper, total, k)
    joint = np.zeros(lower.shape)
    for taken in range(k + 1):
        of_them = _hypergeometric(lower, upper, taken) if taken else np.ones((*lower.shape, 1))
        of_the_rest = _hypergeometric(np.maximum(upper - taken, 0), total - k, k)
        chance = _tails(of_them, k).mean(axis=0) * _tails(of_the_rest, k).mean(axis=0)
        joint += np.where(first[..., taken] > 0, first[..., taken] * chance, 0.0)
    return joint


def _hypergeometric(marked: Ints, total: Ints, k: int) -> Floats:
    """(items, categories, k + 1) how probable 0 … k marked ones are among k of `total`; nan where there are too few."""
    both = np.broadcast_arrays(marked, total - marked)
    pairs = np.stack([np.maximum(numbers, 0).ravel() for numbers in both], axis=1)
    ways = subset_terms(pairs, k)
    joint = ways[0] * ways[1, :, ::-1]
    with np.errstate(invalid="ignore"):
        return np.asarray((joint / joint.sum(axis=1, keepdims=True)).reshape(*both[0].shape, k + 1))


def _tails(spread: Floats, k: int) -> Floats:
    """(2, …) the probability of at least h, for the lower and the upper middle of k."""
    from_above = np.cumsum(spread[..., ::-1], axis=-1)[..., ::-1]
    size = spread.shape[-1]
    return np.stack(
        [
            from_above[..., least] if least < size else np.zeros(spread.shape[:-1])
            for least in ((k + 1) // 2, k // 2 + 1)
        ]
    )


def _differences(at_most: Floats) -> Floats:
    return np.asarray(np.diff(at_most, axis=-1, prepend=0.0))
