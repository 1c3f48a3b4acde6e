"""Dirichlet populations of equally frequent categories: all numbers of categories and of annotators in one pass.

With the same weight α for every category, what is computed for one number of categories serves all others, and the
coefficients of one polynomial serve all sizes of groups. All terms are positive: nothing cancels. `dirichlet` has
populations of any weights, one at a time, by another way.

The curves that the tables are read from are a polynomial in ln α through exact values at fifty weights. They are
analytic there, and the polynomial meets them within 1e−11.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.polynomial.chebyshev import chebpts1, chebval, chebvander
from numpy.typing import ArrayLike

from accord.reproducibility.vote_distribution import tie_nodes
from accord.results import UsageError
from accord.results.arrays import Floats, Ints

CATEGORIES = 20
ANNOTATORS = 25
BLOCK = 25  # weights gone through at once, so that their polynomials stay small


@dataclass(frozen=True, eq=False)
class NarrowWins:
    """The ways to win k ≤ `most` votes with at most half of `most`, each at the nodes that integrate over its ties."""

    most: int
    votes: Ints
    """(ways,) the votes of the winner, ascending."""
    weights: Floats
    """(ways,) the weight of the node: ∫ y^t dy = 1 / (t + 1) shares a win among t + 1 tied categories."""
    limits: Floats
    """(votes, ways) what the votes of a rival count: 1 below those of the winner, y for a tie, 0 above."""

    @classmethod
    def of(cls, most: int) -> NarrowWins:
        nodes = [
            (votes, *node) for votes in range(1, most // 2 + 1) for node in zip(*tie_nodes(most // votes), strict=True)
        ]
        votes = np.array([int(node[0]) for node in nodes], dtype=np.int64)
        number = np.arange(most // 2 + 1)[:, None]
        ties = np.array([node[1] for node in nodes])
        limits = np.where(number < votes, 1.0, np.where(number == votes, ties, 0.0))
        return cls(most, votes, np.array([node[2] for node in nodes]), limits)

    @cached_property
    def starts(self) -> list[int]:
        """(votes,) the first way in which a rival can have so many votes."""
        return [int(place) for place in np.searchsorted(self.votes, np.arange(self.most // 2 + 1))]

    def product(self, one: Floats, terms: Floats) -> Floats:
        """Polynomials (degree, ways, cases) times what a rival can have, terms (votes, cases) within the limits."""
        limited = terms[:, None, :] * self.limits[:, :, None]
        made = one * limited[0]
        for votes, start in enumerate(self.starts[1:], 1):
            made[votes:, start:] += one[:-votes, start:] * limited[votes, start:]
        return np.asarray(made)


def between_groups_grid(weights: Floats, categories: int = CATEGORIES, annotators: int = ANNOTATORS) -> Floats:
    """(weights, categories + 1, annotators + 1) Δ_k of Dirichlet populations with one weight α for each category.

    The outcomes of the first group are partitions of k, and all partitions up to `annotators` are gone through once, as
    a tree: adding a part is adding a category. Of the second group only the coefficients of a polynomial are kept, the
    votes of all categories that the first group has touched; partitions of as many votes and parts are added up before
    the untouched categories join. Cells without a meaning (fewer than two categories) are nan.

    >>> found = between_groups_grid(np.array([0.05]), 5, 3)
    >>> found[0, 5, 1:].round(6).tolist()  # κ = .8
    [0.16, 0.16, 0.109148]
    """
    made = np.full((len(weights), categories + 1, annotators + 1), np.nan)
    for start in range(0, len(weights), BLOCK):
        block = np.asarray(weights[start : start + BLOCK], dtype=np.float64)
        made[start : start + BLOCK] = _GroupPairs(block, categories, annotators).differing()
    return made


@dataclass(frozen=True, eq=False)
class _GroupPairs:
    """Two groups from populations with these weights."""

    weights: Floats
    categories: int
    annotators: int

    @cached_property
    def wins(self) -> NarrowWins:
        return NarrowWins.of(self.annotators)

    @cached_property
    def rising(self) -> Floats:
        """(2 k + 1, weights) α (α + 1) … (α + n − 1)."""
        steps = self.weights + np.arange(2 * self.annotators)[:, None]
        return np.concatenate([np.ones((1, len(self.weights))), np.cumprod(steps, axis=0)])

    @cached_property
    def factorial(self) -> Floats:
        return np.concatenate([[1.0], np.cumprod(np.arange(1.0, 2 * self.annotators + 1))])

    def terms(self, part: int) -> Floats:
        """(votes, weights) of a category that has `part` votes in the first group, by those in the second."""
        upto = self.annotators // 2 + 1
        return np.asarray(self.rising[part : part + upto] / self.factorial[part] / self.factorial[:upto, None])

    def differing(self) -> Floats:
        narrow, first = self._touched()
        untouched = self._untouched()
        made = np.full((len(self.weights), self.categories + 1, self.annotators + 1), np.nan)
        arranged = self._arrangements()
        for k in range(1, self.annotators + 1):
            few = self._narrow(narrow[k], untouched, k)
            for categories in range(2, self.categories + 1):
                parts = np.arange(1, min(k, categories) + 1)
                ways = arranged[categories, parts]
                same = ways @ few[parts, categories - parts]
                same += (np.tensordot(ways, first[k, parts], 1) * self._wide(categories, k)).sum(axis=0)
                made[:, categories, k] = 1 - same * self._both(categories, k)
        return made

    def _touched(self) -> tuple[list[Floats], Floats]:
        """Sums over the partitions of each k by the number of their parts: of the polynomials of the second group,
        with the votes of the winner taken, (parts, degree, ways, weights); and of the chance of the first group alone,
        (k, parts, largest part, weights)."""
        size, most = len(self.weights), self.annotators
        shape = (most, len(self.wins.votes), size)
        narrow = [np.zeros((min(k, self.categories) + 1, *shape)) for k in range(most + 1)]
        first = np.zeros((most + 1, self.categories + 1, most + 1, size))
        for leaf in self._tree(shape):
            narrow[leaf.total][leaf.parts] += leaf.product * leaf.factor
            first[leaf.total, leaf.parts, leaf.largest] += leaf.first
        return narrow, first

    def _tree(self, shape: tuple[int, ...]) -> Iterator[_Leaf]:
        """All partitions of 1 … k, each after the one that it adds a part to."""
        terms = [self.terms(part) for part in range(self.annotators + 1)]
        single = [self.rising[part] / self.factorial[part] for part in range(self.annotators + 1)]
        one = np.zeros(shape)
        one[0] = 1.0
        stack = []
        for part in range(1, self.annotators + 1):
            ways = self.wins.weights / self.factorial[self.wins.votes] / self.factorial[part]
            winner = self.rising[part + self.wins.votes] * ways[:, None]
            stack.append(_Leaf(part, part, part, 1, 1, one, winner, single[part]))
        while stack:
            leaf = stack.pop()
            yield leaf
            if leaf.parts == self.categories:
                continue
            for part in range(1, min(leaf.last, self.annotators - leaf.total) + 1):
                times = leaf.times + 1 if part == leaf.last else 1
                stack.append(leaf.with_part(part, times, self.wins.product(leaf.product, terms[part]), single[part]))

    def _untouched(self) -> Floats:
        """(untouched categories, degree, ways, weights) the polynomials of their votes."""
        one = np.zeros((self.annotators, len(self.wins.votes), len(self.weights)))
        one[0] = 1.0
        made = [one]
        for _ in range(self.categories):
            made.append(self.wins.product(made[-1], self.terms(0)))
        return np.stack(made)

    def _narrow(self, touched: Floats, untouched: Floats, k: int) -> Floats:
        """(parts, untouched, weights) the second group is won with m ≤ most / 2 votes, and all others share k − m."""
        place = k - self.wins.votes - np.arange(self.annotators)[:, None]
        other = untouched[:, np.maximum(place, 0), np.arange(len(self.wins.votes))]
        other = np.where(place[:, :, None] >= 0, other, 0.0)
        return np.asarray(np.einsum("pdyw,udyw->puw", touched, other, optimize=True))

    def _wide(self, categories: int, k: int) -> Floats:
        """(largest part, weights) the second group is won with more votes than any rival can have: all rivals are one
        category."""
        largest = np.arange(self.annotators + 1)[:, None, None]
        votes = np.arange(self.annotators // 2 + 1, k + 1)[:, None]
        won = self.rising[(largest + votes)[:, :, 0]] / self.rising[largest[:, 0]] / self.factorial[votes]
        others = np.maximum((categories - 1) * self.weights + k - largest, 0.0)
        steps = np.concatenate([np.ones_like(others), others + np.arange(self.annotators)[:, None]], axis=1)
        rest = np.cumprod(steps, axis=1)[:, k - votes[:, 0]] / self.factorial[k - votes]
        return np.asarray((won * rest).sum(axis=1))

    def _arrangements(self) -> Floats:
        """(categories + 1, categories + 1) in how many ways so many different parts fall on so many categories."""
        left = np.maximum(np.arange(self.categories + 1)[:, None] - np.arange(self.categories), 0)
        return np.concatenate([np.ones((self.categories + 1, 1)), np.cumprod(left, axis=1)], axis=1)

    def _both(self, categories: int, k: int) -> Floats:
        """(weights,) k!² over the rising factorial of all weights: what two groups of k have in common."""
        return np.asarray(
            self.factorial[k] ** 2 / np.prod(categories * self.weights + np.arange(2 * k)[:, None], axis=0)
        )


@dataclass(frozen=True, eq=False)
class _Leaf:
    """A partition: what the first group says."""

    total: int
    largest: int
    last: int
    """The smallest part, added last."""
    times: int
    """How often it occurs."""
    parts: int
    product: Floats
    """(degree, ways, weights) the votes of the second group for the touched categories but the winner, and the chance
    that the first group has these parts; divided by the permutations of parts that are alike."""
    factor: Floats
    """(ways, weights) the votes of the second group for the winner."""
    first: Floats
    """(weights,) the chance of the first group alone."""

    def with_part(self, part: int, times: int, product: Floats, single: Floats) -> _Leaf:
        return _Leaf(
            self.total + part,
            self.largest,
            part,
            times,
            self.parts + 1,
            product / times if times > 1 else product,
            self.factor,
            self.first * single / times,
        )


def against_mode_grid(weights: Floats, categories: int = CATEGORIES, annotators: int = ANNOTATORS) -> Floats:
    """(weights, categories + 1, annotators + 1) E_k of Dirichlet populations with one weight α for each category.

    The integral of `dirichlet.against_mode` over the largest gamma variable g, for all C and k at the same nodes.

    >>> found = against_mode_grid(np.array([0.5]), 2, 1)  # 1/2 − 1/π
    >>> found[0, 2, 1].round(6).tolist()
    0.18169
    """
    made = np.full((len(weights), categories + 1, annotators + 1), np.nan)
    nodes, widths = _nodes()
    wins = NarrowWins.of(annotators)
    for place, weight in enumerate(np.asarray(weights, dtype=np.float64)):
        made[place] = _missed(float(weight), nodes, widths, wins, categories)
    return made


def _nodes() -> tuple[Floats, Floats]:
    """Nodes g and widths of the trapezoidal rule for integrals over ln g: equal steps of s, ln g = s − e^(−s).

    The integrand falls as a power of g towards 0, which steps that grow follow far down, and as e^(−g) above.
    """
    step = 0.06
    s = np.arange(-4.0, 5.3, step)
    return np.exp(s - np.exp(-s)), step * (1 + np.exp(-s))


def _missed(weight: float, nodes: Floats, widths: Floats, wins: NarrowWins, categories: int) -> Floats:
    """(categories + 1, annotators + 1) E_k for one weight."""
    from scipy.special import gammainc, gammaln

    most = wins.most
    number = np.arange(most + 1)
    cut = np.exp(gammaln(weight + number) - gammaln(weight) - gammaln(number + 1))[:, None]
    cut = cut * gammainc(weight + number[:, None], nodes)
    density = widths * np.exp(weight * np.log(nodes) - nodes - gammaln(weight))
    winner = np.exp(number[:, None] * np.log(nodes) - gammaln(number + 1)[:, None])
    narrow = np.zeros((most, len(wins.votes), len(nodes)))
    wide = np.zeros((most, len(nodes)))
    narrow[0], wide[0] = 1.0, 1.0
    made = np.full((categories + 1, most + 1), np.nan)
    for size in range(2, categories + 1):
        narrow = wins.product(narrow, cut[: most // 2 + 1])
        wide = np.stack([(wide[: degree + 1] * cut[degree::-1]).sum(axis=0) for degree in range(most)])
        for k in range(1, most + 1):
            kept = np.zeros(len(nodes))
            few = wins.votes <= k
            rest = narrow[k - wins.votes[few], np.flatnonzero(few)]
            kept += (wins.weights[few, None] * winner[wins.votes[few]] * rest).sum(axis=0)
            for votes in range(most // 2 + 1, k + 1):
                kept += winner[votes] * wide[k - votes]
            total = size * weight
            scale = np.exp(gammaln(total) - gammaln(total + k) + gammaln(k + 1))
            made[size, k] = 1 - size * float(density @ kept) * scale
    return made


NODES = 50
WEIGHTS = (3e-4, 6.0)
"""The least and the largest α: κ = 1 / (1 + C α) from .077 (two categories) or .008 (twenty) to .994 and beyond."""
GRIDS: dict[str, Callable[[Floats, int, int], Floats]] = {
    "reference": against_mode_grid,
    "group": between_groups_grid,
}


@dataclass(frozen=True, eq=False)
class DirichletCurves:
    """E_k or Δ_k by κ, for equally frequent categories."""

    coefficients: Floats
    """(degree, categories + 1, annotators + 1) in Chebyshev polynomials of ln α, from −1 to 1."""

    @classmethod
    def of(
        cls, against: str, categories: int = CATEGORIES, annotators: int = ANNOTATORS, nodes: int = NODES
    ) -> DirichletCurves:
        """All curves against the "reference" or another "group".

        >>> curves = DirichletCurves.of("reference", 5, 3)
        >>> float(curves.variation(0.8, 5, 3).round(6))
        0.077128
        """
        low, high = np.log(WEIGHTS)
        place = chebpts1(nodes)
        grid = GRIDS[against](np.exp(low + (place + 1) / 2 * (high - low)), categories, annotators)
        made = np.tensordot(chebvander(place, nodes - 1), grid, (0, 0)) * 2 / nodes
        made[0] /= 2
        return cls(made)

    def variation(self, kappas: ArrayLike, categories: int, k: int) -> Floats:
        """The share of the reference that changes, for κ within the weights of the curve."""
        kappa = np.asarray(kappas, dtype=np.float64)
        low, high = np.log(WEIGHTS)
        place = 2 * (np.log((1 - kappa) / kappa / categories) - low) / (high - low) - 1
        rounding = 1e-9
        if (np.abs(place) > 1 + rounding).any():
            raise UsageError(f"κ of {categories} categories leaves the curve", "use expected_variation")
        return np.asarray(chebval(place, self.coefficients[:, categories, k]))

    def smallest_kappa(self, target: float, categories: int, k: int) -> float:
        """The least κ at which at most `target` of the reference changes."""
        from scipy.optimize import brentq

        low, high = (1 / (1 + categories * weight) for weight in WEIGHTS[::-1])
        if not self.variation(high, categories, k) <= target <= self.variation(low, categories, k):
            raise UsageError(f"a change of {target:g} leaves the curve", "use smallest_kappa")
        return float(brentq(lambda kappa: float(self.variation(kappa, categories, k)) - target, low, high, xtol=1e-10))
