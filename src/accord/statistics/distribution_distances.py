"""How far distributions over categories lie apart, item by item; all arrays are (items, categories)."""

from __future__ import annotations

import numpy as np

from accord.results.arrays import Floats


def jensen_shannon(p: Floats, q: Floats) -> Floats:
    """(items,) Jensen–Shannon divergence in bits, H((p + q) / 2) − (H(p) + H(q)) / 2: 0 the same, 1 nothing in common
    (Lin 1991).

    >>> jensen_shannon(np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([[0.0, 1.0], [0.5, 0.5]])).tolist()
    [1.0, 0.0]
    """
    return np.clip(entropy_in_bits((p + q) / 2) - (entropy_in_bits(p) + entropy_in_bits(q)) / 2, 0.0, 1.0)


def manhattan(p: Floats, q: Floats) -> Floats:
    """(items,) Σ |p − q|, twice the total variation: 0 the same, 2 nothing in common."""
    return np.asarray(np.abs(p - q).sum(axis=1))


def wasserstein(p: Floats, q: Floats, places: Floats) -> Floats:
    """(items,) how far shares are moved along a scale on average, Σ |P − Q| · width of the step, with P and Q the
    cumulated shares and `places` (categories,) where the categories lie.

    >>> wasserstein(np.array([[1.0, 0.0, 0.0]]), np.array([[0.0, 0.0, 1.0]]), np.array([1.0, 2.0, 4.0])).tolist()
    [3.0]
    """
    order = np.argsort(places, kind="stable")
    return np.asarray(np.abs(np.cumsum((p - q)[:, order], axis=1))[:, :-1] @ np.diff(places[order]))


def cross_entropy(p: Floats, q: Floats) -> Floats:
    """(items,) −Σ p log₂ q in bits; infinite where q has nothing of what p has."""
    with np.errstate(divide="ignore"):
        surprise = -np.log2(q)
    return np.asarray(np.where(p > 0, p * np.where(p > 0, surprise, 0.0), 0.0).sum(axis=1))


def entropy_in_bits(p: Floats) -> Floats:
    """(items,) −Σ p log₂ p in bits."""
    return np.asarray(-(p * np.log2(np.where(p > 0, p, 1.0))).sum(axis=1) + 0.0)


def smoothed(counts: Floats) -> Floats:
    """(count + ½) / (labels + C / 2): shares of which none is 0."""
    return np.asarray((counts + 0.5) / (counts.sum(axis=1, keepdims=True) + counts.shape[1] / 2))
