"""Two groups of any size from a Dirichlet population: how often their votes agree.

Given the distribution of labels of an item the groups are independent; over the items the votes n and m of a category
with weight w have the generating function Σ Γ(w + n + m) / (Γ(w) n! m!) x^n y^m. A category wins both groups, with a
and b votes, if every rival has fewer or ties: one coefficient of a product of such sums, cut at a and b. Nothing is
enumerated but a and b, and nothing is drawn. `tools/dirichlet_grid.py` goes through the outcomes of the first group.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from accord.reproducibility.polynomials import one_of, power, times
from accord.reproducibility.vote_distribution import limited_to, log_rising, tie_nodes
from accord.results.arrays import Floats, Ints

Complexes = NDArray[np.complex128]
IMPROBABLE = 1e-13  # wins with so few votes, and ties of so many categories, as are less probable are left out
POINTS = (20, 1.25)  # on a circle, and for each annotator
DAMPING = 2.0  # decimal digits by which the k-th degree counts less than the lowest: keeps higher degrees out


def agreeing_groups(concentration: Floats, k: int) -> float:
    """The probability that two groups of k vote the same, p drawn once from a Dirichlet distribution; within 1e−10.

    For single annotators Σ A (A + 1) / (A₀ (A₀ + 1)):

    >>> round(agreeing_groups(np.array([2.0, 1.0]), 1), 4)
    0.6667

    Three equally frequent categories and κ = .8:

    >>> [round(1 - agreeing_groups(np.full(3, 0.25 / 3), k), 6) for k in (13, 101)]
    [0.044994, 0.016308]
    """
    kinds, often = np.unique(np.asarray(concentration, dtype=np.float64), return_counts=True)
    return _agreeing(tuple(kinds.tolist()), tuple(often.tolist()), int(k))


@lru_cache(maxsize=1024)  # a report asks for the same groups again: for the verdict, the plan and the curve
def _agreeing(kinds: tuple[float, ...], often: tuple[int, ...], k: int) -> float:
    times = np.array(often, dtype=np.int64)
    groups = _TwoGroups(np.array(kinds, dtype=np.float64), times, k)
    return float(times @ (groups.won_clearly() + 2 * groups.narrow_beside_clear() + groups.narrow_twice()))


@dataclass(frozen=True, eq=False)
class _TwoGroups:
    """Categories of several kinds, those of a kind alike. To win clearly is to have more than half of the votes."""

    kinds: Floats
    """(kinds,) the Dirichlet weight of a category."""
    often: Ints
    """(kinds,) how many categories have it."""
    k: int

    @cached_property
    def total(self) -> float:
        return float(self.often @ self.kinds)

    @cached_property
    def half(self) -> int:
        return self.k // 2

    @cached_property
    def log_factorial(self) -> Floats:
        return np.asarray(log_rising(np.ones(1), 2 * self.k)[0])

    @cached_property
    def log_rising(self) -> Floats:
        """(kinds, 2 k + 1) ln w (w + 1) … (w + n − 1)."""
        return log_rising(self.kinds, 2 * self.k)

    def log_scale(self, votes: int) -> float:
        """ln of k! for each group over the rising factorial of all weights."""
        every = log_rising(np.array([self.total]), votes)[0, votes]
        return float(votes // self.k * self.log_factorial[self.k] - every)

    def won_clearly(self) -> Floats:
        """(kinds,) the same category of a kind has more than half of both groups: all rivals are one category."""
        votes, logs = np.arange(self.half + 1, self.k + 1), self.log_factorial
        rivals = log_rising(self.total - self.kinds, 2 * self.k)
        both = self.log_rising[:, votes[:, None] + votes] + rivals[:, 2 * self.k - votes[:, None] - votes]
        ways = logs[votes] + logs[self.k - votes]
        return np.asarray(np.exp(self.log_scale(2 * self.k) + both - ways[:, None] - ways).sum(axis=(1, 2)))

    def narrow_beside_clear(self) -> Floats:
        """(kinds,) a category wins one group clearly and the other not.

        In the group that is won clearly rivals may have any votes, which add up whatever they have in the other.
        """
        k, logs = self.k, self.log_factorial
        clear = np.arange(self.half + 1, k + 1)
        narrow = np.zeros(len(self.kinds))
        for votes in self.narrow_votes:
            rest = self.rivals[votes]
            others = log_rising(self.total - self.kinds + k - votes, k)[:, k - clear] - logs[k - clear]
            winner = self.log_rising[:, clear + votes] - logs[clear] - logs[votes]
            both = np.exp(self.log_scale(2 * k) + winner + others - (k - votes) * self.tilt)
            narrow += both.sum(axis=1) * rest
        return narrow

    @cached_property
    def narrow_votes(self) -> range:
        """With how many votes a group can be won that is not won clearly."""
        return range(-(-self.k // int(self.often.sum())), self.half + 1)

    @cached_property
    def tilt(self) -> float:
        """ln x at which the terms of one group stay near 1."""
        return float(np.log(self.k / (self.total + self.k)))

    @cached_property
    def single(self) -> Floats:
        """(kinds, k + 1) the terms of one group."""
        votes = np.arange(self.k + 1)
        return np.asarray(np.exp(self.log_rising[:, votes] - self.log_factorial[votes] + votes * self.tilt))

    @cached_property
    def rivals(self) -> dict[int, Floats]:
        """By the votes of the winner: (kinds,) the weight of all ways in which no rival of a category beats it."""
        return {votes: self._rivals(votes, self.k // votes) for votes in self.narrow_votes}

    def _rivals(self, votes: int, tied: int) -> Floats:
        """(kinds,) where a win is shared rightly among up to `tied` categories, and counts too little beyond."""
        size = self.k - votes + 1
        ties, weights = tie_nodes(tied)
        limited = [limited_to(votes, row[None, :], ties[:, None]) for row in self.single]
        others = [power(row, int(often) - 1, size) for row, often in zip(limited, self.often, strict=True)]
        before = [one_of(others[0].shape)]
        for row, often in zip(limited[:-1], self.often[:-1], strict=True):
            before.append(times(before[-1], power(row, int(often), size)))
        after, products = one_of(others[0].shape), np.zeros(len(limited))
        for kind in reversed(range(len(limited))):
            products[kind] = times(times(before[kind], others[kind]), after)[:, -1] @ weights
            after = times(after, power(limited[kind], int(self.often[kind]), size))
        return products

    @cached_property
    def likely_ties(self) -> dict[int, int]:
        """For the votes with which a group is likely to be won, how many categories may tie; none is improbable.

        What is left out here bounds what it would have added to both groups.
        """
        scale = np.exp(self.log_scale(self.k) - self.k * self.tilt)
        ties, least = {}, 0.0
        for votes in self.narrow_votes:
            won = scale * float(self.often @ (self.single[:, votes] * self.rivals[votes]))
            least += won
            if least < IMPROBABLE:
                continue
            tied = 2
            while tied < self.k // votes:
                shared = scale * float(self.often @ (self.single[:, votes] * self._rivals(votes, tied)))
                if won - shared < IMPROBABLE:
                    break
                tied += 2
            ties[votes] = min(tied, self.k // votes)
        return ties

    def narrow_twice(self) -> Floats:
        """(kinds,) a category wins both groups, neither clearly.

        The coefficients of x and y by Cauchy's integral over two circles, which the trapezoidal rule has exactly but
        for degrees that are higher by its number of points; these are damped.
        """
        wins = np.zeros(len(self.kinds))
        circles = _Circles.of(self.k)
        for first in self.likely_ties:
            wins += _NarrowGroupWins(self, circles, first).with_as_many_or_more()
        tilt = np.log(self.k / (self.total + 2 * self.k))
        return np.asarray(wins * np.exp(self.log_scale(2 * self.k) - 2 * self.k * tilt))

    @cached_property
    def pairs(self) -> Floats:
        """(kinds, half + 1, half + 1) the terms of both groups."""
        votes, logs = np.arange(self.half + 1), self.log_factorial
        both = votes[:, None] + votes
        tilt = np.log(self.k / (self.total + 2 * self.k))
        return np.asarray(np.exp(self.log_rising[:, both] - logs[votes][:, None] - logs[votes] + both * tilt))


@dataclass(frozen=True, eq=False)
class _Circles:
    """Where the two integrals are taken."""

    x: Complexes
    """(nodes,) on the upper half of a circle: the integrand on the lower half is its conjugate."""
    y: Complexes
    """(nodes,) on a whole circle."""
    x_weights: Floats
    """(nodes,) 2 for a node that stands for two, over the number of nodes."""

    @classmethod
    def of(cls, k: int) -> _Circles:
        points = 2 * math.ceil((POINTS[0] + POINTS[1] * k) / 2)
        y = 10 ** (-DAMPING / k) * np.exp(2j * np.pi * np.arange(points) / points)
        weights = np.full(points // 2 + 1, 2.0)
        weights[[0, -1]] = 1.0
        return cls(y[: points // 2 + 1], y, weights / points)


class _NarrowGroupWins:
    """The first group is won with `first` votes, at most half."""

    def __init__(self, groups: _TwoGroups, circles: _Circles, first: int) -> None:
        self.groups, self.circles, self.first = groups, circles, first
        self.ties, self.weights = tie_nodes(groups.likely_ties[first])
        powers = circles.x ** np.arange(first + 1)[:, None]
        below = np.einsum("dnm,nx->dmx", groups.pairs[:, :first], powers[:first])
        level = groups.pairs[:, first, :, None] * powers[first]
        self.rows: Complexes = below[:, :, None] + level[:, :, None] * self.ties[:, None]
        """(kinds, votes in the second group, ties, x) of a rival that does not beat the winner of the first."""

    def with_as_many_or_more(self) -> Floats:
        """(kinds,) the second group is won with `first` votes or more, times two if with more."""
        k, first, y = self.groups.k, self.first, self.circles.y
        below = np.einsum("dmux,my->duxy", self.rows[:, :first], y ** np.arange(first)[:, None])
        wins = np.zeros(len(self.groups.kinds))
        to_x = self.circles.x_weights * self.circles.x ** -(k - first)
        for second in range(first, self.groups.half + 1):
            level = self.rows[:, second, :, :, None] * y**second
            made = np.einsum("dxy,x,y->d", self._rivals(below, level, second), to_x, y ** -(k - second))
            times_two = 1 if second == first else 2
            wins += times_two * self.groups.pairs[:, first, second] * made.real / len(y)
            below += level
        return wins

    def _rivals(self, below: Complexes, level: Complexes, second: int) -> Complexes:
        """(kinds, x, y) the product over the rivals of a category of each kind, ties integrated out."""
        made = np.zeros((len(below), *below.shape[2:]), dtype=np.complex128)
        for tie, weight in zip(*tie_nodes(self.groups.likely_ties[second]), strict=True):
            limited = _scaled(level, tie)
            limited += below
            made += _scaled(_weighted(_product_of_others(limited, self.groups.often), self.weights), weight)
        return made


def _scaled(values: Complexes, factor: float) -> Complexes:
    """Times a real number: as parts, which numpy would else take for a complex number."""
    return np.asarray((values.view(np.float64) * factor).view(np.complex128))


def _weighted(values: Complexes, weights: Floats) -> Complexes:
    """(kinds, …) the sum over the second axis, weighted."""
    made = _scaled(values[:, 0], weights[0])
    for place in range(1, len(weights)):
        made += _scaled(values[:, place], weights[place])
    return made


def _product_of_others(values: Complexes, often: Ints) -> Complexes:
    """(kinds, …) for each kind, the product of all values, each as often as it is, one of the kind's own left out."""
    others = [_whole_power(value, int(number) - 1) for value, number in zip(values, often, strict=True)]
    if len(values) == 1:
        return np.ones_like(values) if others[0] is None else others[0][None]
    before = [_multiplied(None, others[0], values[0])]
    for other, value in zip(others[1:-1], values[1:-1], strict=True):
        before.append(_multiplied(before[-1], other, value))
    made = np.empty_like(values)
    after: Complexes | None = None
    for kind in reversed(range(1, len(values))):
        beside = after if others[kind] is None else _multiplied(others[kind], after)
        if beside is None:
            made[kind] = before[kind - 1]
        else:
            np.multiply(before[kind - 1], beside, out=made[kind])
        after = _multiplied(after, others[kind], values[kind])
    made[0] = after if others[0] is None else _multiplied(others[0], after)
    return made


def _multiplied(*factors: Complexes | None) -> Complexes:
    """The product of what is there; at least one is."""
    present = [factor for factor in factors if factor is not None]
    made = present[0]
    for factor in present[1:]:
        made = made * factor
    return made


def _whole_power(base: Complexes, exponent: int) -> Complexes | None:
    """Some twenty times faster than `**` of complex numbers; None is 1."""
    made: Complexes | None = None
    while exponent:
        if exponent % 2:
            made = base if made is None else made * base
        exponent //= 2
        if exponent:
            base = base * base
    return made
