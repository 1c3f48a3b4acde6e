"""The inverse questions: how much agreement, or how many annotators, keep the variation below a target."""

from __future__ import annotations

from typing import Unpack

import numpy as np

from accord.formats.public_functions import renamed
from accord.reproducibility.curves import (
    Against,
    Model,
    ModelParameters,
    check_call,
    expected_variation,
    population_of,
)
from accord.reproducibility.vote_of_errors import MOST
from accord.results import UsageError
from accord.results.option_names import told

ROUNDING = 1e-9
"""Variations above a target by no more than this share of it meet it: two single annotators with κ = .8 and two
categories differ on .1."""


@renamed(u="unanimous", weights="prevalence")
def smallest_kappa(
    target: float,
    categories: int,
    k: int,
    model: Model = "homogeneous",
    against: Against = "reference",
    coefficient: str = "kappa",
    **parameters: Unpack[ModelParameters],
) -> float:
    """The least agreement at which k annotators change at most a given share of the reference.

    The variation falls as agreement grows. When all agreement that the model can have is enough, its least is returned.

    Parameters
    ----------
    target
        The share of the reference that may change.
    categories
        The number of categories.
    k
        How many annotators make a reference.
    model, against, coefficient
        How errors lie on the items, what is compared, and what was measured: see `accord.expected_variation`.
    **parameters
        Those of the model: `prevalence`, `errors`, `unanimous`, `phi` or `counts`.

    Returns
    -------
    float
        The value of the coefficient.

    Raises
    ------
    UsageError
        When `target` is not between 0 and 1, or the model lacks a parameter.

    Examples
    --------
    >>> [round(smallest_kappa(0.05, 5, k), 4) for k in (2, 3, 8)]
    [0.8789, 0.6481, 0.3006]
    """
    from scipy.optimize import brentq

    _check_target(target)
    check_call(k, against, coefficient)
    population = population_of(model, categories, parameters)
    low, high = population.lowest(coefficient), 1.0

    def variation(value: float) -> float:
        return float(population.variation(coefficient, np.array(value), k, against))

    if variation(low) <= target:
        return low
    return float(brentq(lambda value: variation(value) - target, low, high, xtol=1e-10))


@renamed(u="unanimous", weights="prevalence")
def smallest_k(
    target: float,
    kappa: float | None,
    categories: int | None = None,
    model: Model = "homogeneous",
    against: Against = "reference",
    coefficient: str = "kappa",
    most: int = 101,
    **parameters: Unpack[ModelParameters],
) -> int | None:
    """The fewest annotators who change at most a given share of the reference.

    Parameters
    ----------
    target
        The share of the reference that may change.
    kappa
        The value of the coefficient.
    categories
        The number of categories.
    model, against, coefficient
        How errors lie on the items, what is compared, and what was measured: see `accord.expected_variation`.
    most
        The most annotators that are tried.
    **parameters
        Those of the model: `prevalence`, `errors`, `unanimous`, `phi` or `counts`.

    Returns
    -------
    int or None
        None when more than `most` are needed.

    Raises
    ------
    UsageError
        When the model cannot have such a coefficient, or lacks a parameter.

    Examples
    --------
    >>> smallest_k(0.05, 0.67, 5), smallest_k(0.05, 0.67, 5, model="dirichlet"), smallest_k(0.01, 0.0, 2)
    (3, 26, None)
    """
    _check_target(target)
    if isinstance(most, bool) or not isinstance(most, int) or not 1 <= most <= MOST:
        raise UsageError(f"most={most!r} is not a whole number from 1 to {MOST}")

    def enough(k: int) -> bool:
        return expected_variation(kappa, categories, k, model, against, coefficient, **parameters) <= target * (
            1 + ROUNDING
        )

    high = 1
    while not enough(high):
        if high == most:
            return None
        high = min(2 * high + 1, most)
    low = high // 2  # one less than every number tried before, or 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _check_target(target: object) -> None:
    numeric = isinstance(target, int | float | np.floating) and not isinstance(target, bool)
    if not numeric or not 0 < float(target) < 1:  # type: ignore[arg-type] # a number, as just checked
        raise UsageError(f"{told('target', target)} is not a share between 0 and 1", "5 % is 0.05")
