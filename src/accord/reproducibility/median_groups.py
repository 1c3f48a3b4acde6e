"""The median of k annotators of an item whose distribution of labels is drawn from a Dirichlet distribution, exactly.

The median is c or lower when at least h of the k annotators chose c or lower: a tail of the beta-binomial distribution
with the weights below and above the cut. For two groups, which are independent given the item, the labels of both up
to the upper of two cuts are beta-binomial again, and those of one of them up to the lower cut a Pólya urn in them.
Nothing is drawn, and k categories cost a product of matrices.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from accord.reproducibility.vote_distribution import log_rising
from accord.results.arrays import Floats

HELD = 4_000_000  # numbers held at once


@dataclass(frozen=True, eq=False)
class PairOfMedians:
    """The medians of two independent groups of k, for each row of weights."""

    same: Floats
    """(rows,) the probability that both are the same category."""
    apart: Floats
    """(rows, categories − 1) the probability that they lie on both sides of each cut."""


def dirichlet_medians(weights: ArrayLike, k: int) -> Floats:
    """(…, categories) the probability of each median of k annotators, p drawn from a Dirichlet distribution.

    A single annotator:

    >>> dirichlet_medians([2.0, 1.0, 1.0], 1).round(4).tolist()
    [0.5, 0.25, 0.25]
    """
    table = np.asarray(weights, dtype=np.float64)
    rows = table.reshape(-1, table.shape[-1])
    step = max(1, HELD // (rows.shape[1] * (k + 1)))
    parts = [_one_group(rows[start : start + step], k) for start in range(0, len(rows), step)]
    return np.concatenate(parts or [np.zeros(rows.shape)]).reshape(table.shape)


def dirichlet_median_pairs(weights: ArrayLike, k: int) -> PairOfMedians:
    """The medians of two groups of k, p drawn once from a Dirichlet distribution with these weights, all above 0.

    For single annotators 1 − Σ A (A + 1) / (A₀ (A₀ + 1)):

    >>> round(float(dirichlet_median_pairs([[2.0, 1.0]], 1).same[0]), 4)
    0.6667
    """
    rows = np.atleast_2d(np.asarray(weights, dtype=np.float64))
    if rows.shape[1] == 1:
        return PairOfMedians(np.ones(len(rows)), np.zeros((len(rows), 0)))
    step = max(1, HELD // (rows.shape[1] * (2 * k + 1)))
    parts = [_two_groups(rows[start : start + step], k) for start in range(0, len(rows), step)]
    return PairOfMedians(np.concatenate([part.same for part in parts]), np.concatenate([part.apart for part in parts]))


def middles(k: int) -> tuple[int, int]:
    """Of how many annotators, from the lowest label on, the lower and the upper middle label is the last.

    >>> middles(5), middles(4)
    ((3, 3), (2, 3))
    """
    return (k + 1) // 2, k // 2 + 1


def _one_group(rows: Floats, k: int) -> Floats:
    lower, upper = _cuts(rows)
    reached = np.concatenate([_waiting(lower, upper, k)[..., -1], np.ones((len(rows), 1))], axis=1)
    return np.asarray(np.diff(reached, axis=1, prepend=0.0))


def _two_groups(rows: Floats, k: int) -> PairOfMedians:
    lower, upper = _cuts(rows)
    total = lower + upper
    ends = log_rising(lower, 2 * k) + log_rising(upper, 2 * k)[..., ::-1] - log_rising(total, 2 * k)[..., -1:]
    # (rows, cuts, k + 1) P(t labels of the first group are below the cut, and so is the second's median)
    joint = np.exp(ends) @ _ways(k)
    alone = _waiting(lower, upper, k)[..., -1]
    both = joint @ _beyond(k)
    across = (joint[:, 1:] * _waiting(lower[:, :-1], rows[:, 1:-1], k)).sum(axis=(1, 2))
    same = 1 + 2 * both.sum(axis=1) - 2 * across - 2 * alone[:, -1]
    return PairOfMedians(np.clip(same, 0.0, 1.0), np.clip(2 * (alone - both), 0.0, 1.0))


def _cuts(rows: Floats) -> tuple[Floats, Floats]:
    """(rows, categories − 1) the weights below and above each cut; summed from both ends, as neither may be 0."""
    return np.cumsum(rows, axis=1)[:, :-1], np.cumsum(rows[:, ::-1], axis=1)[:, ::-1][:, 1:]


def _waiting(chosen: Floats, others: Floats, k: int) -> Floats:
    """(…, k + 1) the probability that among 0 … k labels from an urn enough are of the chosen kind for the median of k:
    h of them, where the h-th comes with any label from the h-th on."""
    drawn = np.arange(1, k + 1)
    of_chosen, of_others = log_rising(chosen, k), log_rising(others, k)
    of_all = log_rising(chosen + others, k)[..., 1:]
    chances = np.zeros((*chosen.shape, k + 1))
    for least in middles(k):
        late = drawn >= least
        misses = np.maximum(drawn - least, 0)
        ways = _log_factorial(k)[drawn - 1] - _log_factorial(k)[least - 1] - _log_factorial(k)[misses]
        logs = ways + of_chosen[..., least, None] + of_others[..., misses] - of_all
        chances[..., 1:] += np.cumsum(np.where(late, np.exp(logs), 0.0), axis=-1) / 2
    return np.minimum(chances, 1.0)


@lru_cache(maxsize=256)
def _log_factorial(k: int) -> Floats:
    return np.asarray(log_rising(np.ones(1), k)[0])


@lru_cache(maxsize=256)
def _beyond(k: int) -> Floats:
    """(k + 1,) the weight of t labels below a cut for a median below it: 0, ½ or 1."""
    votes = np.arange(k + 1)
    return np.asarray(sum((votes >= least) / 2 for least in middles(k)))


@lru_cache(maxsize=128)
def _ways(k: int) -> Floats:
    """(2 k + 1, k + 1) the ways in which s labels below a cut are t of the first group and a majority of the second."""
    logs = _log_factorial(k)
    binomial = np.exp(logs[-1] - logs - logs[::-1])
    made = np.zeros((2 * k + 1, k + 1))
    for first in range(k + 1):
        made[first : first + k + 1, first] = binomial[first] * binomial * _beyond(k)
    return made
