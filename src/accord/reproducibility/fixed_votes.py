"""Which label wins when k annotators, drawn from those of an item, vote beside labels that are fixed."""

from __future__ import annotations

import numpy as np

from accord.reproducibility.polynomials import one_of, times
from accord.reproducibility.vote_distribution import distinct_rows, subset_terms, tie_nodes
from accord.results.arrays import Floats, Ints

HELD = 1_500_000  # numbers held at once in the products over categories


def votes_beside_fixed(counts: Ints, fixed: Ints, k: int) -> Floats:
    """(items, categories) the probability that each wins the vote of k of an item's annotators, drawn without
    replacement from `counts`, and of the votes `fixed`, which are always there; ties share the vote.

    As `hypergeometric_votes`, where c wins with v votes in all, v − fixed_c of them drawn. An item with fewer than k
    labels has nan.

    Of four people three say the first, and a model says the second; one person is drawn:

    >>> votes_beside_fixed(np.array([[3, 1]]), np.array([[0, 1]]), 1).round(6).tolist()
    [[0.375, 0.625]]
    """
    order = np.lexsort((-fixed, -counts), axis=1)
    both = np.concatenate([np.take_along_axis(counts, order, 1), np.take_along_axis(fixed, order, 1)], axis=1)
    cases, inverse = distinct_rows(both)
    size = counts.shape[1]
    drawn, set_votes = cases[:, :size], cases[:, size:]
    used = (drawn > 0) | (set_votes > 0)
    width = max(1, int(np.where(used, np.arange(1, size + 1), 0).max(initial=1)))
    most = k + int(set_votes.sum(axis=1).max(initial=0))
    step = max(1, HELD // (width * (k + 1) * (most // 2 + 1)))
    parts = [
        _winners(drawn[start : start + step, :width], set_votes[start : start + step, :width], k)
        for start in range(0, len(cases), step)
    ]
    won = np.zeros(counts.shape)
    np.put_along_axis(won, order[:, :width], np.concatenate(parts or [np.zeros((0, width))])[inverse], axis=1)
    return won


def _winners(counts: Ints, fixed: Ints, k: int) -> Floats:
    """(items, categories) for counts and fixed votes of the same categories."""
    ways = subset_terms(counts, k)
    items, size = counts.shape
    votes_of = fixed.T[:, :, None] + np.arange(k + 1)  # (categories, items, drawn)
    won = np.zeros((items, size))
    for votes in range(1, k + int(fixed.max(initial=0)) + 1):
        ties, weights = tie_nodes(size)
        limits = (
            np.where(votes_of < votes, 1.0, 0.0)[:, :, None, :]
            + np.where(votes_of == votes, 1.0, 0.0)[:, :, None, :] * ties[:, None]
        )
        limited = ways[:, :, None, :] * limits
        before = [one_of((items, len(ties), k + 1))]
        for code in range(size - 1):
            before.append(times(before[-1], limited[code]))
        after = one_of(before[0].shape)
        for code in reversed(range(size)):
            won[:, code] += _chosen(ways[code], votes - fixed[:, code], before[code], after, weights)
            if code > 0:
                after = times(after, limited[code])
    everything = one_of((items, k + 1))
    for code in range(size):
        everything = times(everything, ways[code])
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(won / everything[:, -1:])


def _chosen(ways: Floats, own: Ints, before: Floats, after: Floats, weights: Floats) -> Floats:
    """(items,) the terms in which a category has `own` drawn votes and all others make up the rest of the k."""
    k = ways.shape[1] - 1
    others = times(before, after)  # (items, ties, k + 1)
    possible = (own >= 0) & (own <= k)
    left = np.take_along_axis(others, np.clip(k - own, 0, k)[:, None, None], axis=2)[:, :, 0] @ weights
    return np.where(possible, np.take_along_axis(ways, np.clip(own, 0, k)[:, None], axis=1)[:, 0] * left, 0.0)
