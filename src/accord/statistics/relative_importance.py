"""Relative importance: how much of R² each feature brings, averaged over all orders in which they may enter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import factorial

import numpy as np

from accord.results.arrays import Floats
from accord.statistics import generator

MOST_EXACT = 12  # features; beyond, orders are drawn
ORDERS = 400


def shapley_shares(matrix: Floats, y: Floats, groups: Sequence[Sequence[int]], seed: int = 0) -> Floats:
    """(features,) LMG shares of R²: the mean gain over all orders, which is Shapley's value (Lindeman et al. 1980).

    Exact over all 2^p subsets up to 12 features, else over 400 drawn orders. They add up to R².

    >>> x = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
    >>> shapley_shares(x, x @ [2.0, 1.0], [[0], [1]]).round(3).tolist()
    [0.8, 0.2]
    """
    centred, outcome = matrix - matrix.mean(axis=0), y - y.mean()
    gram, cross, total = centred.T @ centred, centred.T @ outcome, float(outcome @ outcome)
    known: dict[int, float] = {0: 0.0}

    def explained(subset: int) -> float:
        """R² of the features whose bits are set."""
        if subset not in known:
            columns = [column for place, group in enumerate(groups) if subset >> place & 1 for column in group]
            own = cross[columns]
            solved = np.linalg.lstsq(gram[np.ix_(columns, columns)], own, rcond=None)[0]
            known[subset] = float(own @ solved) / total
        return known[subset]

    return (
        _over_subsets(len(groups), explained)
        if len(groups) <= MOST_EXACT
        else _over_drawn_orders(len(groups), explained, seed)
    )


def _over_subsets(features: int, explained: Callable[[int], float]) -> Floats:
    weights = [factorial(size) * factorial(features - size - 1) / factorial(features) for size in range(features)]
    shares = np.zeros(features)
    for subset in range(1 << features):
        weight = weights[subset.bit_count()] if subset.bit_count() < features else 0.0
        for feature in range(features):
            if not subset >> feature & 1:
                shares[feature] += weight * (explained(subset | 1 << feature) - explained(subset))
    return shares


def _over_drawn_orders(features: int, explained: Callable[[int], float], seed: int) -> Floats:
    shares = np.zeros(features)
    rng = generator(seed, "orders")
    for _ in range(ORDERS):
        subset, before = 0, 0.0
        for feature in rng.permutation(features).tolist():
            subset |= 1 << feature
            after = explained(subset)
            shares[feature] += (after - before) / ORDERS
            before = after
    return shares
