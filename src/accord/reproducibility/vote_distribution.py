"""Which label the vote of k annotators gives, exactly: no group is enumerated and none is drawn.

A tie is carried as equal weights of the tied categories, which is the expectation over tie-breaks.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from accord.annotations.sparse import distinct
from accord.reproducibility.polynomials import one_of, times
from accord.results.arrays import Floats, Ints
from accord.statistics.division import divided

HELD = 1_500_000  # numbers held at once in the products over categories


def vote(counts: ArrayLike) -> Floats:
    """(…, categories) the weights of the labels with most votes: 1, or 1 / t for each of t tied ones; nan without any.

    >>> vote([[3, 1, 0], [2, 2, 1]]).tolist()
    [[1.0, 0.0, 0.0], [0.5, 0.5, 0.0]]
    """
    held = np.asarray(counts, dtype=np.float64)
    most = held.max(axis=-1, keepdims=True, initial=0.0)
    first = (held == most) & (most > 0)
    return divided(first, first.sum(axis=-1, keepdims=True))


def hypergeometric_votes(counts: ArrayLike, k: int) -> Floats:
    """(items, categories) the probability that k of an item's annotators, drawn without replacement, vote for each.

    W(c) = Σ_m Σ_t 1 / (t + 1) · C(n_c, m) · [x^(k−m) y^t] Π_{d≠c} (Σ_{a<m} C(n_d, a) x^a + y C(n_d, m) x^m) / C(n, k):
    c wins with m votes and t others tie with it. An item with fewer than k labels has nan.

    Eight annotators of whom four, three and one chose three categories; groups of three:

    >>> hypergeometric_votes([[4, 3, 1]], 3).round(4).tolist()
    [[0.5714, 0.3571, 0.0714]]
    """
    table = np.asarray(counts, dtype=np.int64)
    if table.ndim != 2:
        raise ValueError("counts are items × categories")
    # the vote of a category depends on the multiset of the other counts only: few distinct cases for many items
    order = np.argsort(-table, axis=1, kind="stable")
    cases, inverse = distinct_rows(np.take_along_axis(table, order, axis=1))
    cases = cases[:, : max(1, int((cases > 0).sum(axis=1).max(initial=0)))]
    won = np.zeros(table.shape)
    np.put_along_axis(won, order[:, : cases.shape[1]], _in_parts(subset_terms(cases, k), k)[inverse], axis=1)
    return won


def multinomial_votes(p: ArrayLike, k: int) -> Floats:
    """(…, categories) the probability that k annotators, who choose with probabilities p, vote for each category.

    As for `hypergeometric_votes`, with p^a / a! in the place of C(n, a) and 1 / k! in that of C(n, k).

    >>> multinomial_votes([0.5, 0.3, 0.2], 5).round(5).tolist()
    [0.6125, 0.25758, 0.12992]
    """
    probabilities = np.asarray(p, dtype=np.float64)
    rows = probabilities.reshape(-1, probabilities.shape[-1])
    with np.errstate(divide="ignore"):
        steps = np.log(rows.T[:, :, None]) + np.log(k) - np.log(np.arange(1, k + 1))
    return _in_parts(_terms(steps), k).reshape(probabilities.shape)


def dirichlet_votes(weights: ArrayLike, k: int) -> Floats:
    """(…, categories) the same when p itself is drawn from a Dirichlet distribution with these weights, all above 0.

    As for `hypergeometric_votes`, with the rising factorial A (A + 1) … (A + a − 1) / a! in the place of C(n, a).

    >>> dirichlet_votes([2.0, 1.0], 1).round(4).tolist()
    [0.6667, 0.3333]
    """
    table = np.asarray(weights, dtype=np.float64)
    return _in_parts(rising_terms(table.reshape(-1, table.shape[-1]), k), k).reshape(table.shape)


def distinct_rows(table: Ints) -> tuple[Ints, Ints]:
    """The distinct rows of a table of counts, in their order, and the place of each row among them.

    >>> distinct_rows(np.array([[2, 1], [0, 3], [2, 1]]))
    (array([[0, 3],
           [2, 1]]), array([1, 0, 1]))
    """
    base = int(table.max(initial=0)) + 1
    if base ** table.shape[1] >= 2**62:
        rows, places = np.unique(table, axis=0, return_inverse=True)
        return rows, places.ravel().astype(np.int64)
    powers = base ** np.arange(table.shape[1] - 1, -1, -1, dtype=np.int64)
    keys, places = distinct(table @ powers, base ** table.shape[1])
    return keys[:, None] // powers % base, places


def _in_parts(ways: Floats, k: int) -> Floats:
    """The winners from the terms of each category, so many items at once as fit in memory."""
    size, items, _ = ways.shape
    step = max(1, HELD // (size * (k + 1) * (k // 2 + 1)))
    parts = [_winners(ways[:, start : start + step], k) for start in range(0, items, step)]
    return np.concatenate(parts or [np.zeros((0, size))])


def subset_terms(counts: Ints, k: int) -> Floats:
    """(categories, items, k + 1) the ways C(n, a) of taking a = 0 … k of each count, up to factors that are the same
    for all ways of taking k in all."""
    total = counts.sum(axis=1)
    odds = np.log(k / np.maximum(total - k + 1, 1))  # tilts the terms so that their products stay near 1
    votes = np.arange(k)
    left = np.maximum(counts.T[:, :, None] - votes, 0)
    with np.errstate(divide="ignore"):
        return _terms(np.log(left) - np.log(votes + 1.0) + odds[None, :, None])


def binomial_terms(p: Floats, k: int) -> Floats:
    """(…, k + 1) how probable 0 … k votes of k are for what has probability p."""
    pair = np.stack([p.ravel(), 1 - p.ravel()])[:, :, None]
    with np.errstate(divide="ignore"):
        ways = _terms(np.log(pair) + np.log(k) - np.log(np.arange(1, k + 1)))
    joint = ways[0] * ways[1, :, ::-1]
    return np.asarray((joint / joint.sum(axis=1, keepdims=True)).reshape(*p.shape, k + 1))


def rising_terms(weights: Floats, k: int) -> Floats:
    """(categories, items, k + 1) the terms A (A + 1) … (A + a − 1) / a! of Dirichlet weights, up to such factors."""
    votes = np.arange(k)
    tilt = np.log(k / (weights.sum(axis=1) + k))
    return _terms(np.log(weights.T[:, :, None] + votes) - np.log(votes + 1.0) + tilt[None, :, None])


def log_rising(weights: Floats, most: int) -> Floats:
    """(…, most + 1) ln A (A + 1) … (A + n − 1), as sums: differences of ln Γ cancel."""
    logs = np.log(weights[..., None] + np.arange(most))
    return np.concatenate([np.zeros((*weights.shape, 1)), np.cumsum(logs, axis=-1)], axis=-1)


def _terms(steps: Floats) -> Floats:
    """From the logarithms of the ratios of successive terms to the terms, the largest of each row being 1."""
    logs = np.concatenate([np.zeros((*steps.shape[:2], 1)), np.cumsum(steps, axis=2)], axis=2)
    return np.asarray(np.exp(logs - logs.max(axis=2, keepdims=True)))


def _winners(ways: Floats, k: int) -> Floats:
    """(items, categories) normalised probabilities to win, from the terms (categories, items, k + 1) of each.

    Polynomials lie in memory degree by degree: numpy is slow along many short rows.
    """
    size, items, _ = ways.shape
    terms = np.ascontiguousarray(ways.transpose(0, 2, 1))
    won = np.zeros((items, size))
    for votes in range(-(-k // size), k + 1):
        ties, weights = tie_nodes(k // votes)
        degrees = k - votes + 1
        # ∫ y^t dy = 1 / (t + 1): the nodes integrate over y exactly, so that ties need no state of their own
        limited = [_limited(votes, of_category, ties) for of_category in terms]
        nothing = one_of((items, len(ties), degrees))
        before = [nothing, *(_cut(polynomial, degrees) for polynomial in limited[: min(1, size - 1)])]
        for code in range(1, size - 1):
            before.append(times(before[-1], limited[code]))
        after = nothing
        for code in reversed(range(size)):
            if code in (0, size - 1):
                alone = before[code] if code == size - 1 else after  # beside the polynomial 1
                others = _with_ties(alone[..., -1], weights)
            else:
                left, right = np.ascontiguousarray(before[code]), np.ascontiguousarray(after)
                others = np.einsum("iys,iys,y->i", left, right[:, :, ::-1], weights)
            won[:, code] += ways[code, :, votes] * others
            if code > 0:
                after = _cut(limited[code], degrees) if code == size - 1 else times(after, limited[code])
    everything = terms[0].T
    for code in range(1, size):
        everything = times(everything, terms[code].T)
    with np.errstate(invalid="ignore"):
        return np.asarray(won / everything[:, -1:])


def _with_ties(chances: Floats, weights: Floats) -> Floats:
    """(items,) the ties of (items, ties) integrated out, added up in this order."""
    total: Floats = chances[:, 0] * weights[0]
    for place in range(1, len(weights)):
        total += chances[:, place] * weights[place]
    return total


def _limited(votes: int, terms: Floats, ties: Floats) -> Floats:
    """(items, ties, votes + 1) as `limited_to`, from the terms (k + 1, items) of a category."""
    made = np.empty((votes + 1, len(ties), terms.shape[1]))
    made[:votes] = terms[:votes, None]
    made[votes] = terms[votes] * ties[:, None]
    return made.T


def _cut(polynomial: Floats, degrees: int) -> Floats:
    """Its product with 1, cut to so many degrees."""
    made = np.zeros((degrees, *polynomial.shape[-2::-1])).T
    kept = polynomial[..., :degrees]
    made[..., : kept.shape[-1]] = kept
    return made


@lru_cache(maxsize=256)
def tie_nodes(most: int) -> tuple[Floats, Floats]:
    """Gauss–Legendre nodes and weights on [0, 1] that integrate polynomials of degree most − 1 exactly."""
    nodes, weights = np.polynomial.legendre.leggauss(-(-most // 2))
    return _kept((nodes + 1) / 2), _kept(weights / 2)


def _kept(array: Floats) -> Floats:
    """An array that is kept for the next who asks: nobody may write in it."""
    array.setflags(write=False)
    return array


def limited_to(votes: int, ways: Floats, ties: Floats) -> Floats:
    """The terms of a category that has fewer than `votes` votes, or as many and is one of the tied."""
    return np.concatenate(
        [np.broadcast_to(ways[..., :votes], (*ways.shape[:-2], len(ties), votes)), ways[..., votes : votes + 1] * ties],
        axis=-1,
    )
