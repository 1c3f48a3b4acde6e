"""Two groups of k annotators of the same item who share nobody: the chance that their votes agree, exactly.

1 − Σ W² holds for independent groups only; here the second group draws from whom the first has left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from accord.reproducibility.vote_distribution import distinct_rows, rising_terms, subset_terms, tie_nodes
from accord.results.arrays import Floats, Ints

HELD = 1_000_000  # numbers held at once


@dataclass(frozen=True, eq=False)
class PairOfVotes:
    """The votes of two disjoint groups: (items, categories) each."""

    same: Floats
    """The probability that both groups vote for a category."""
    apart: Floats | None
    """The probability that one votes for this category or an earlier one and the other for a later one."""


def disjoint_votes(counts: ArrayLike, k: int, *, apart: bool = False) -> PairOfVotes:
    """Two disjoint groups of k of an item's annotators: one sum over both groups' ways to vote, nothing enumerated.

    The ways n! / (a! b! (n − a − b)!) to take a and b of the n annotators who chose a category take the place of
    C(n, a) in the vote of one group. An item with fewer than 2 k labels has nan.

    Eight annotators of whom four, three and one chose three categories; the groups differ more often for larger k:

    >>> [round(1 - float(disjoint_votes([[4, 3, 1]], k).same.sum()), 3) for k in (1, 2, 3, 4)]
    [0.679, 0.679, 0.729, 0.743]
    """
    table: Ints = np.asarray(counts, dtype=np.int64)
    order = np.tile(np.arange(table.shape[1]), (len(table), 1)) if apart else np.argsort(-table, axis=1, kind="stable")
    cases, inverse = distinct_rows(np.take_along_axis(table, order, axis=1))
    if not apart:
        cases = cases[:, : max(1, int((cases > 0).sum(axis=1).max(initial=0)))]
    votes = _in_parts(subset_terms(cases, 2 * k), k, apart)
    too_few = table.sum(axis=1) < 2 * k
    same = np.zeros(table.shape)
    np.put_along_axis(same, order[:, : cases.shape[1]], votes.same[inverse], axis=1)
    same[too_few] = np.nan
    between = None if votes.apart is None else np.where(too_few[:, None], np.nan, votes.apart[inverse])
    return PairOfVotes(same, between)


def dirichlet_pair(weights: ArrayLike, k: int) -> Floats:
    """(…, categories) the probability that two groups of k both vote for a category, p drawn once from a Dirichlet
    distribution with these weights.

    For single annotators Σ A (A + 1) / (A₀ (A₀ + 1)):

    >>> round(float(dirichlet_pair([2.0, 1.0], 1).sum()), 4)
    0.6667
    """
    table = np.asarray(weights, dtype=np.float64)
    terms = rising_terms(table.reshape(-1, table.shape[-1]), 2 * k)
    return _in_parts(terms, k, False).same.reshape(table.shape)


def _in_parts(terms: Floats, k: int, apart: bool) -> PairOfVotes:
    size, items, _ = terms.shape
    step = max(1, HELD // (size * (k + 1) ** 2))
    parts = [_pairs(terms[:, start : start + step], k, apart) for start in range(0, items, step)]
    nothing = np.zeros((0, size))
    between = np.concatenate([part.apart for part in parts if part.apart is not None] or [nothing]) if apart else None
    return PairOfVotes(np.concatenate([part.same for part in parts] or [nothing]), between)


def _pairs(terms: Floats, k: int, apart: bool) -> PairOfVotes:
    """From the terms g(s) of taking s = 0 … 2 k of a category for both groups; C(s, a) of these ways give a of them to
    the first group."""
    size, items, _ = terms.shape
    votes = np.arange(k + 1)
    table = np.ones((k + 1, k + 1))  # C(a + b, a), the ways to share a + b votes between two groups
    for row in range(1, k + 1):
        table[row] = np.cumsum(table[row - 1])
    ways = terms[:, :, votes[:, None] + votes] * table
    same = np.zeros((items, size))
    between = np.zeros((items, size)) if apart else None
    for first in range(-(-k // size), k + 1):
        for second in range(first, k + 1):
            case = _Case(ways, first, second, k)
            times = 1 if first == second else 2  # the groups may change places
            same += times * case.both_win()
            if between is not None:
                between += times * case.on_both_sides()
    everything = ways[0]
    for code in range(1, size):
        everything = _product(everything, ways[code])
    total = everything[:, -1, -1:]
    with np.errstate(invalid="ignore"):
        return PairOfVotes(same / total, None if between is None else between / total)


class _Case:
    """The winner of the first group has `first` votes, that of the second `second`.

    What a category contributes is a polynomial in x and y, the votes of the two groups, and in u and v, which count the
    ties: ∫∫ u^s v^t = 1 / ((s + 1) (t + 1)) shares a win among the tied, and is exact at few nodes.
    """

    def __init__(self, ways: Floats, first: int, second: int, k: int) -> None:
        (u, u_weights), (v, v_weights) = tie_nodes(k // first), tie_nodes(k // second)
        self.weights = np.multiply.outer(u_weights, v_weights).ravel()
        self.first, self.second = first, second
        self.items, self.shape = ways.shape[1], (k - first + 1, k - second + 1)
        ties = np.ones((len(u), len(v), first + 1, second + 1))
        ties[:, :, first, :] *= u[:, None, None]
        ties[:, :, :, second] *= v[None, :, None]
        self.factor: Floats = ties.reshape(-1, first + 1, second + 1)
        self.limited = ways[:, :, None, : first + 1, : second + 1]
        batch = self.items * len(self.factor)
        self.neither = [(terms * self.factor).reshape(batch, first + 1, second + 1) for terms in self.limited]
        """Wins in no group, for each category: (items × nodes, votes of the first, votes of the second)."""
        self.both = ways[:, :, first, second]

    def both_win(self) -> Floats:
        """(items, categories) both groups vote for it."""
        size = len(self.neither)
        before = [self._one(), *(_cut(polynomial, *self.shape) for polynomial in self.neither[: min(1, size - 1)])]
        for code in range(1, size - 1):
            before.append(_product(before[-1], self.neither[code]))
        won = np.zeros((self.items, size))
        after = self._one()
        for code in reversed(range(size)):
            alone = before[code] if code == size - 1 else after  # beside the polynomial 1
            others = self._last(alone) if code in (0, size - 1) else self._taken(before[code], after)
            won[:, code] = self.both[code] * others
            if code > 0:
                last = code == size - 1
                after = _cut(self.neither[code], *self.shape) if last else _product(after, self.neither[code])
        return won

    def on_both_sides(self) -> Floats:
        """(items, categories) one group votes for this category or an earlier one, the other for a later one."""
        first, second, limited, factor = self.first, self.second, self.limited, self.factor
        size, batch = len(limited), self.items * len(factor)
        only_first = limited[:, :, :, first:, :] * (factor[:, first:, :] / factor[:, first:, :1])
        only_second = limited[:, :, :, :, second:] * (factor[:, :, second:] / factor[:, :1, second:])
        wins_first = list(only_first.reshape(size, batch, 1, second + 1))
        wins_second = list(only_second.reshape(size, batch, first + 1, 1))
        return self._crossed(wins_first, wins_second) + self._crossed(wins_second, wins_first)

    def _crossed(self, early: list[Floats], late: list[Floats]) -> Floats:
        size = len(self.neither)
        none, won = self._one(), np.zeros_like(self._one())
        after = [won]
        for code in reversed(range(1, size)):
            won = _product(won, self.neither[code]) + _product(none, late[code])
            none = _product(none, self.neither[code])
            after.append(won)
        after.reverse()
        crossed = np.zeros((self.items, size))
        none, won = self._one(), np.zeros_like(none)
        for code in range(size - 1):
            won = _product(won, self.neither[code]) + _product(none, early[code])
            none = _product(none, self.neither[code])
            crossed[:, code] = self._taken(won, after[code])
        return crossed

    def _one(self) -> Floats:
        return _unit(self.items * len(self.weights), *self.shape)

    def _taken(self, left: Floats, right: Floats) -> Floats:
        """(items,) the last coefficient of a product, with the ties integrated out."""
        last = np.einsum("bxy,bxy->b", left, right[:, ::-1, ::-1])
        return np.asarray(last.reshape(self.items, -1) @ self.weights)

    def _last(self, polynomial: Floats) -> Floats:
        """The same of a product with 1."""
        last = np.ascontiguousarray(polynomial[:, -1, -1])
        return np.asarray(last.reshape(self.items, -1) @ self.weights)


def _unit(items: int, rows: int, columns: int) -> Floats:
    """The polynomial 1."""
    polynomial = np.zeros((items, rows, columns))
    polynomial[:, 0, 0] = 1.0
    return polynomial


def _cut(polynomial: Floats, rows: int, columns: int) -> Floats:
    """Its product with 1, cut to these degrees."""
    made = np.zeros((len(polynomial), rows, columns))
    kept = polynomial[:, :rows, :columns]
    made[:, : kept.shape[1], : kept.shape[2]] = kept
    return made


def _product(left: Floats, right: Floats) -> Floats:
    """The product of polynomials in x and y along the last two axes, cut to the degrees of the first."""
    items, rows, columns = left.shape
    powers, width = right.shape[1:]
    place = _places(columns, width)
    lines = np.zeros((items, powers, width + 1))
    lines[:, :, :width] = right
    there = np.asarray(right.any(axis=(0, 2)))
    made = np.zeros_like(left)
    for power in range(min(rows, powers)):
        if there[power]:
            made[:, power:] += left[:, : rows - power] @ lines[:, power][:, place]
    return made


@lru_cache(maxsize=256)
def _places(columns: int, width: int) -> Ints:
    """(columns, columns) which coefficient of a line of `width` multiplies a column into another; the last place, which
    is behind the line, holds 0."""
    gap = np.arange(columns)[None, :] - np.arange(columns)[:, None]
    place = np.where((gap >= 0) & (gap < width), gap, width)
    place.setflags(write=False)  # it is kept for the next who asks
    return place
