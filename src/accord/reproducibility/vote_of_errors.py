"""How often k annotators who err alike vote against the reference, from the number of errors among them.

Errors that fall on all other categories alike leave one number that matters: how many of the k votes are errors. All
here are polynomials in the error rate in the form of Bernstein, whose terms are positive: nothing cancels.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from accord.reproducibility.polynomials import power
from accord.reproducibility.vote_distribution import tie_nodes
from accord.results import UsageError
from accord.results.arrays import Floats

MOST = 150
"""The largest group: i! of more errors leaves the range of float64."""


@lru_cache(maxsize=64)
def lost_votes(categories: int, most: int) -> Floats:
    """(most + 1, most + 1) [m, i]: the probability that m votes for the reference and i errors give another label.

    The i errors fall on the C − 1 other categories, all equally likely; when t of them have m votes too, the reference
    is lost with probability t / (t + 1). Entries with m + i > most are not filled.

    Three votes of which one is for the reference; of three categories, four, and nineteen:

    >>> [round(float(lost_votes(c, 3)[1, 2]), 4) for c in (3, 4, 19)]
    [0.8333, 0.7778, 0.6852]
    """
    others = categories - 1
    lost = np.ones((most + 1, most + 1))
    lost[0, 0] = others / categories
    scale = np.concatenate([[1.0], np.cumprod(np.arange(1, most + 1, dtype=np.float64))])
    for votes in range(1, most + 1):
        ties, weights = tie_nodes(max(1, most // votes))
        term = np.zeros((len(ties), most - votes + 1))
        upto = min(votes, most - votes + 1)
        term[:, :upto] = 1 / (scale[:upto] * float(others) ** np.arange(upto))
        if votes <= most - votes:
            term[:, votes] = ties / (scale[votes] * float(others) ** votes)
        won = weights @ power(term, others, most - votes + 1) * scale[: most - votes + 1]
        lost[votes, : most - votes + 1] = np.maximum(1 - won, 0.0)
        lost[votes, :votes] = 0.0  # fewer errors than votes for the reference
    lost.setflags(write=False)  # it is kept for the next who asks
    return lost


def error_terms(categories: int, k: int) -> Floats:
    """(k + 1,) coefficients b_i of E_k(e) = Σ_i b_i e^i (1 − e)^(k − i), how often k annotators lose the reference.

    b_i = C(k, i) · the probability that i errors among k votes give another label.
    """
    if k > MOST:
        raise UsageError(f"groups of {k:,} annotators are beyond these curves", f"they end at {MOST}")
    return np.asarray(binomials(k) * lost_votes(categories, max(25, k))[np.arange(k, -1, -1), np.arange(k + 1)])


def binomials(k: int) -> Floats:
    """(k + 1,) C(k, i)."""
    return np.concatenate([[1.0], np.cumprod((k - np.arange(k)) / np.arange(1, k + 1))])


def error_curve(rates: Floats, categories: int, k: int) -> Floats:
    """(…,) E_k of populations whose annotators all err at these rates on all items.

    Table of κ = .8 with five categories and k = 2, 3, 8 (e = .0845):

    >>> rate = np.array((1 - 0.8**0.5) * 4 / 5)
    >>> [round(100 * float(error_curve(rate, 5, k)), 3) for k in (2, 3, 8)]
    [8.446, 1.53, 0.007]
    """
    rate = np.asarray(rates, dtype=np.float64)[..., None]
    powers = np.arange(k + 1)
    return np.asarray((error_terms(categories, k) * rate**powers * (1 - rate) ** (k - powers)).sum(axis=-1))


def pair_rate(lost: Floats, categories: int) -> Floats:
    """Δ_k = 1 − Σ W² of items whose vote loses the reference at rate E: 2 E − E² C / (C − 1)."""
    return np.asarray(2 * lost - np.square(lost) * categories / (categories - 1))
