"""Coefficients of agreement of a whole population, from how often two annotators agree and what they say over all."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from accord.measures import measures_of
from accord.results import UsageError
from accord.results.arrays import Floats


def _chance_of(name: str) -> Callable[[Floats], Floats] | None:
    known = measures_of("labels").get(name)
    return None if known is None else known.chance_of_shares


def check_coefficient(name: str) -> None:
    """A UsageError unless the coefficient has a value in a population of annotators."""
    if _chance_of(name) is None:
        known = [one.name for one in measures_of("labels").values() if one.chance_of_shares is not None]
        raise UsageError(f"no curve is drawn over '{name}'", f"use one of {', '.join(known)}")


def _chance(name: str, shares: Floats) -> Floats:
    """Agreement by chance, as the measure takes it."""
    chance = _chance_of(name)
    if chance is None:
        raise UsageError(f"'{name}' has no value in a population")
    return np.asarray(chance(shares))


def coefficient_value(name: str, agreement: Floats, shares: Floats) -> Floats:
    """(…,) (A_o − A_e) / (1 − A_e) of populations with observed agreement (…,) and shares (…, categories).

    Two annotators who agree on 90 % of the items, on two equally frequent categories and on two that are not:

    >>> for shares in ([0.5, 0.5], [0.9, 0.1]):
    ...     made = [coefficient_value(name, np.array(0.9), np.array(shares)) for name in ("kappa", "ac1", "s")]
    ...     print(*(round(float(value), 3) for value in made))
    0.8 0.8 0.8
    0.444 0.878 0.8
    """
    chance = _chance(name, shares)
    return np.asarray(
        np.divide(agreement - chance, 1 - chance, out=np.full(np.shape(chance), np.nan), where=chance < 1)
    )


def agreement_for(name: str, value: Floats, shares: Floats) -> Floats:
    """The observed agreement that gives a coefficient its value when the shares of the categories are known."""
    chance = _chance(name, shares)
    return np.asarray(value * (1 - chance) + chance)
