"""Populations of annotators who err around a reference: how often, and on which items, for a given agreement.

All items have a reference; an annotator gives it with probability 1 − e_j, and otherwise one of the other categories.
The models differ in how e_j varies over the items: not at all (`homogeneous`), 0 on a share of them (`unanimous`), or
as a beta distribution (`beta`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np

from accord.measures import measures_of
from accord.reproducibility.vote_distribution import multinomial_votes, vote
from accord.reproducibility.vote_of_errors import error_curve, error_terms, pair_rate
from accord.results import UsageError
from accord.results.arrays import Floats


def _chance_of(name: str) -> Callable[[Floats], Floats] | None:
    known = measures_of("labels").get(name)
    return None if known is None else known.chance_of_shares


def check_coefficient(name: str) -> None:
    """A UsageError unless the coefficient has a value in a population of annotators."""
    if _chance_of(name) is None:
        known = [measure.name for measure in measures_of("labels").values() if measure.chance_of_shares is not None]
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


HALVINGS = 80


class Population(Protocol):
    """What a model of annotators answers."""

    def lowest(self, coefficient: str) -> float:
        """The least value of a coefficient that such a population can have."""

    def variation(self, coefficient: str, value: Floats, k: int, against: str) -> Floats:
        """E_k (against "reference") or Δ_k ("group") of the populations that have these values of the coefficient."""


@dataclass(frozen=True)
class ErringPopulation:
    """Annotators who err on contested items with mean rate ē, on all other categories alike."""

    categories: int
    weights: tuple[float, ...]
    """The shares of the categories in the reference."""
    unanimous: float = 0.0
    """The share of items on which nobody errs."""
    precision: float = float("inf")
    """φ of the beta distribution of the error rates of contested items; infinite: all have the same."""
    by_prevalence: bool = False
    """An annotator who does not know guesses by the shares of the categories instead of uniformly."""

    @property
    def largest_rate(self) -> float:
        """The error rate of mere guessing, (C − 1) / C."""
        return (self.categories - 1) / self.categories

    def knowledge(self, rate: Floats) -> tuple[Floats, Floats]:
        """The means over all items of s = 1 − e C / (C − 1), the share of labels that are not guesses, and of s²."""
        known = 1 - rate / self.largest_rate
        spread = 0.0 if np.isinf(self.precision) else rate * (1 - rate) / (self.precision + 1) / self.largest_rate**2
        contested = 1 - self.unanimous
        return self.unanimous + contested * known, self.unanimous + contested * (np.square(known) + spread)

    def agreement(self, rate: Floats) -> tuple[Floats, Floats]:
        """Observed agreement (…,) and shares of the categories (…, C) of the annotators' labels.

        Guesses g: A_o = E[s²] + (E[1 − s²] − E[(1 − s)²]) Σ π g + E[(1 − s)²] Σ g², q = E[s] π + E[1 − s] g.
        """
        first, second = self.knowledge(rate)
        reference = np.array(self.weights)
        guess = reference if self.by_prevalence else np.full(self.categories, 1 / self.categories)
        both_guess = 1 - 2 * first + second
        one_guesses = 2 * (first - second)
        agreed = second + one_guesses * (reference @ guess) + both_guess * (guess @ guess)
        return agreed, first[..., None] * reference + (1 - first[..., None]) * guess

    def value(self, coefficient: str, rate: Floats) -> Floats:
        """The coefficient of the population when contested items have this mean error rate."""
        return coefficient_value(coefficient, *self.agreement(np.asarray(rate, dtype=np.float64)))

    def rate(self, coefficient: str, value: Floats) -> Floats:
        """The mean error rate ē of contested items that gives the coefficient its value.

        For equally frequent categories κ = u + (1 − u) s² with s = 1 − ē C / (C − 1): .8 without unanimous items and
        with two categories is an error rate of 5 %:

        >>> population = ErringPopulation(2, (0.5, 0.5))
        >>> population.rate("kappa", np.array([1.0, 0.81, 0.0])).round(6).tolist()
        [0.0, 0.05, 0.5]
        """
        check_reachable(value, self.lowest(coefficient), coefficient, self._why())
        if np.isinf(self.precision) and len(set(self.weights)) == 1 and self.unanimous < 1:
            shares = np.array(self.weights)
            squared = (agreement_for(coefficient, value, shares) - shares[0]) / (1 - shares[0])
            return np.asarray(
                (1 - np.sqrt(np.clip(squared - self.unanimous, 0, None) / (1 - self.unanimous))) * self.largest_rate
            )
        if np.ndim(value) == 0:
            return np.asarray(_rate(self, coefficient, float(value)))
        return halving(lambda rate: self.value(coefficient, rate), value, self.largest_rate)

    def lowest(self, coefficient: str) -> float:
        return float(self.value(coefficient, np.array(self.largest_rate)))

    def variation(self, coefficient: str, value: Floats, k: int, against: str) -> Floats:
        rate = self.rate(coefficient, value)
        if self.by_prevalence and len(set(self.weights)) > 1:  # else these guesses are uniform, too
            contested = self._guessing(rate, k, against)
        elif np.isinf(self.precision):
            lost = error_curve(rate, self.categories, k)
            contested = lost if against == "reference" else pair_rate(lost, self.categories)
        else:
            contested = self._spread(rate, k, against)
        return np.asarray((1 - self.unanimous) * contested)

    def _guessing(self, rate: Floats, k: int, against: str) -> Floats:
        """Annotators who know the reference with probability s and else guess by the shares of the categories.

        A rare category whose guessers outnumber those who know is not what all annotators would vote for.
        """
        shares = np.array(self.weights)
        known = (1 - rate / self.largest_rate)[..., None, None]
        labels = known * np.eye(self.categories) + (1 - known) * shares
        votes = multinomial_votes(labels, k)
        kept = (votes * vote(labels)).sum(axis=-1) if against == "reference" else np.square(votes).sum(axis=-1)
        return np.asarray((1 - kept) @ shares)

    def _spread(self, rate: Floats, k: int, against: str) -> Floats:
        """Error rates that vary: moments of polynomials of a beta distribution.

        Where e > (C − 1) / C the other categories, all alike, are what all annotators would vote for.
        """
        terms, size = error_terms(self.categories, k), self.categories
        lost = beta_moments(terms, rate, self.precision, 1.0)
        if against == "group":
            squared = beta_moments(np.convolve(terms, terms), rate, self.precision, 1.0)
            return np.asarray(2 * lost - squared * size / (size - 1))
        below = beta_moments(terms, rate, self.precision, self.largest_rate)
        beyond = 1 - beta_moments(np.ones(1), rate, self.precision, self.largest_rate)
        return np.asarray(below + beyond - (lost - below) / (size - 1))

    def _why(self) -> str:
        if self.unanimous > 0:
            return f"{self.unanimous:.0%} of its items are unanimous"
        if not np.isinf(self.precision):
            return f"a precision of {self.precision:g} makes many items nearly unanimous"
        return "its annotators guess at worst"


def beta_moments(terms: Floats, mean: Floats, precision: float, end: float) -> Floats:
    """(…,) E[Σ_i b_i e^i (1 − e)^(n − i); e ≤ end] for e ~ Beta(mean · φ, (1 − mean) · φ).

    The mean of e (1 − e) when e is uniform, E[e] − E[e²]:

    >>> float(beta_moments(np.array([0.0, 1.0, 0.0]), np.array(0.5), 2.0, 1.0).round(12))
    0.166666666667
    """
    from scipy.special import betainc, betaln

    degree, powers = len(terms) - 1, np.arange(len(terms))
    inside = np.where(mean > 0, mean, 0.5)[..., None]
    alpha, beta = inside * precision, (1 - inside) * precision
    up, down = alpha + powers, beta + degree - powers
    whole = np.exp(betaln(up, down) - betaln(alpha, beta)) * betainc(up, down, end)
    return np.asarray(np.where(mean > 0, whole @ terms, terms[0]))


@lru_cache(maxsize=1024)  # groups of many sizes are asked for at the same agreement
def _rate(population: ErringPopulation, coefficient: str, value: float) -> float:
    return float(halving(lambda rate: population.value(coefficient, rate), np.array(value), population.largest_rate))


def halving(value_at: Callable[[Floats], Floats], wanted: Floats, end: float) -> Floats:
    """Where a function that falls on [0, end] takes the values wanted, by halving the interval."""
    low, high = np.zeros(np.shape(wanted)), np.full(np.shape(wanted), end)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if ((middle == low) | (middle == high)).all():  # nothing lies between them
            break
        above = value_at(middle) > wanted
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return np.where(wanted >= 1, 0.0, high)


def check_reachable(value: Floats, lowest: float, coefficient: str, why: str) -> None:
    """A UsageError when a population cannot have the coefficient asked for."""
    wanted = np.asarray(value)
    rounding = 1e-12
    bad = ~((wanted >= lowest - rounding) & (wanted <= 1))
    if bad.any():
        outside = float(np.atleast_1d(wanted)[np.atleast_1d(bad)][0])
        raise UsageError(
            f"this population cannot have {coefficient} = {outside:g}: {why}, and it reaches {max(lowest, 0):.3g} to 1",
            "give a value in this range or other parameters of the model",
        )


def class_shares(weights: object, categories: int) -> tuple[float, ...]:
    """Shares of the categories from weights, equal ones by default."""
    if weights is None:
        return (1 / categories,) * categories
    try:
        numbers = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        raise UsageError(f"class weights are numbers, not {weights!r}") from None
    if numbers.shape != (categories,):
        raise UsageError(f"{numbers.size} class weights are given for {categories} categories", "give one for each")
    if not (np.isfinite(numbers).all() and (numbers >= 0).all() and np.count_nonzero(numbers) > 1):
        raise UsageError("class weights are numbers of at least 0, at least two of them positive")
    return tuple((numbers / numbers.sum()).tolist())
