"""Coefficients of agreement of a whole population, from how often two annotators agree and what they say over all.

In a population every annotator has the same habits and nothing is estimated from few labels, so that κ (Cohen 1960),
its mean over pairs (Davies & Fleiss 1982), π (Scott 1955; Fleiss 1971) and α (Krippendorff 2004) are one number: they
all take Σ q² for the agreement by chance. AC1 (Gwet 2008) and S (Bennett et al. 1954) part from them when categories
are not equally frequent.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from accord.results import UsageError

Floats = NDArray[np.float64]


def _same_marginals(shares: Floats) -> Floats:
    return np.asarray(np.square(shares).sum(axis=-1))


def _gwet(shares: Floats) -> Floats:
    return np.asarray((shares * (1 - shares)).sum(axis=-1) / (shares.shape[-1] - 1))


def _uniform(shares: Floats) -> Floats:
    return np.full(shares.shape[:-1], 1 / shares.shape[-1])


def _none(shares: Floats) -> Floats:
    return np.zeros(shares.shape[:-1])


CHANCE: dict[str, Callable[[Floats], Floats]] = {
    "kappa": _same_marginals,
    "multi_kappa": _same_marginals,
    "pi": _same_marginals,
    "fleiss": _same_marginals,
    "alpha": _same_marginals,
    "ac1": _gwet,
    "s": _uniform,
    "brennan_prediger": _uniform,
    "randolph": _uniform,
    "observed_agreement": _none,
}
"""Agreement by chance from the shares of the categories, by the name of the measure."""


def check_coefficient(name: str) -> None:
    """A UsageError unless the coefficient has a value in a population of annotators."""
    if name not in CHANCE:
        raise UsageError(f"no curve is drawn over '{name}'", f"use one of {', '.join(CHANCE)}")


def coefficient_value(name: str, agreement: Floats, shares: Floats) -> Floats:
    """(…,) (A_o − A_e) / (1 − A_e) of populations with observed agreement (…,) and shares (…, categories).

    Two annotators who agree on 90 % of the items, on two equally frequent categories and on two that are not:

    >>> for shares in ([0.5, 0.5], [0.9, 0.1]):
    ...     made = [coefficient_value(name, np.array(0.9), np.array(shares)) for name in ("kappa", "ac1", "s")]
    ...     print(*(round(float(value), 3) for value in made))
    0.8 0.8 0.8
    0.444 0.878 0.8
    """
    chance = CHANCE[name](shares)
    return np.asarray(
        np.divide(agreement - chance, 1 - chance, out=np.full(np.shape(chance), np.nan), where=chance < 1)
    )


def agreement_for(name: str, value: Floats, shares: Floats) -> Floats:
    """The observed agreement that gives a coefficient its value when the shares of the categories are known."""
    chance = CHANCE[name](shares)
    return np.asarray(value * (1 - chance) + chance)
