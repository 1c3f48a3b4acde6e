"""How often k of an item's annotators vote as all of them do: τ without the votes for the other categories.

All categories that lead an item have the same chance to win the vote of a group, so that one of them is enough; and a
category with more than half of the votes has no rival to be compared with.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import lgamma

import numpy as np
from numpy.typing import ArrayLike

from accord.reproducibility.vote_distribution import HELD, distinct_rows, hypergeometric_votes, tie_nodes, vote
from accord.results.arrays import Floats, Ints

LARGEST = 600.0
"""The logarithm of the largest number of groups that is counted in float64."""
MOST_PEOPLE = 10_000
"""Annotators of an item for whom a table of binomial coefficients is worth its size."""


def kept_votes(counts: ArrayLike, k: int) -> Floats:
    """(items,) the probability that k of an item's annotators, drawn without replacement, vote as all of them do.

    Σ_c R(c) W(c), R the vote of all and W as in `hypergeometric_votes`; τ_k is 1 − its mean. An item with fewer than k
    labels has nan.

    Eight annotators of whom four, three and one chose three categories; groups of three:

    >>> kept_votes([[4, 3, 1], [4, 4, 0]], 3).round(4).tolist()
    [0.5714, 0.5]
    """
    table: Ints = np.asarray(counts, dtype=np.int64)
    if table.ndim != 2:
        raise ValueError("counts are items × categories")
    cases, inverse = distinct_rows(np.sort(table, axis=1)[:, ::-1])
    people = int(cases.sum(axis=1).max(initial=0))
    if people > MOST_PEOPLE or _log_binomial(people, min(k, people // 2)) > LARGEST:
        return np.asarray((vote(cases) * hypergeometric_votes(cases, k)).sum(axis=1)[inverse])
    width = max(1, int((cases > 0).sum(axis=1).max(initial=0)))
    step = max(1, HELD // (width * (k + 1) * (k // 2 + 1)))
    parts = [_kept(cases[start : start + step, :width], k, people) for start in range(0, len(cases), step)]
    return np.concatenate(parts or [np.zeros(0)])[inverse]


def _kept(cases: Ints, k: int, people: int) -> Floats:
    """(cases,) for counts (cases, width) of which the first is the largest."""
    ways = _binomials(people, k)
    total, first = cases.sum(axis=1), cases[:, 0]
    mine, half, width = ways[:, first], k // 2, cases.shape[1]
    won = (mine[half + 1 :] * ways[k - half - 1 :: -1, total - first]).sum(axis=0)
    if k <= half * width:
        wins = _narrow_wins(width, k)
        rivals = ways[: half + 1, cases.T[1:]][:, :, None, :] * wins.limits[:, None, :, None]
        left, right = _two_products(rivals, wins.size)
        rest = (left[wins.place, wins.number] * right * wins.inside).sum(axis=0)
        won += (wins.weights[:, None] * mine[wins.votes] * rest).sum(axis=0)
    with np.errstate(invalid="ignore"):
        return np.asarray(won / ways[k, total])


@dataclass(frozen=True, eq=False)
class _NarrowWins:
    """The ways to win with at most half of the votes, each at the nodes that integrate over its ties."""

    votes: Ints
    """(ways,) the votes of the winner."""
    weights: Floats
    """(ways,) the weight of the node."""
    limits: Floats
    """(votes, ways) what a rival's number of votes counts: 1 below the winner's, y for a tie (∫ y^t dy = 1 / (t + 1)),
    0 above."""
    size: int
    """How many coefficients products need: the winner leaves so many votes less one."""
    number: Ints
    """(ways,) 0, 1, …"""
    place: Ints
    """(degree, ways) which coefficient of the other product makes up what the winner leaves."""
    inside: Floats
    """(degree, ways, 1) whether there is such a coefficient."""


@lru_cache(maxsize=64)
def _narrow_wins(width: int, k: int) -> _NarrowWins:
    fewest, half = -(-k // width), k // 2
    nodes = [(votes, *node) for votes in range(fewest, half + 1) for node in zip(*tie_nodes(k // votes), strict=True)]
    votes = np.array([int(node[0]) for node in nodes])
    degree = np.arange(half + 1)[:, None]
    limits = np.where(degree < votes, 1.0, np.where(degree == votes, np.array([node[1] for node in nodes]), 0.0))
    size = k - fewest + 1
    length, products = half + 1, width - 1
    while products > 2:
        length, products = min(size, 2 * length - 1), -(-products // 2)
    place = k - votes - np.arange(length)[:, None]
    inside = (place >= 0) & (place < length)
    return _NarrowWins(
        votes=votes,
        weights=np.array([node[2] for node in nodes]),
        limits=limits,
        size=size,
        number=np.arange(len(votes)),
        place=np.where(inside, place, 0),
        inside=inside[:, :, None].astype(np.float64),
    )


def _two_products(rivals: Floats, size: int) -> tuple[Floats, Floats]:
    """Polynomials (degree, rivals, ways, cases) multiplied over the rivals until two are left, all pairs at once.

    Products are cut to `size` coefficients: each is (degree, ways, cases).
    """
    while True:
        if rivals.shape[1] % 2:
            unit = np.zeros_like(rivals[:, :1])
            unit[0] = 1.0
            rivals = np.concatenate([rivals, unit], axis=1)
        if rivals.shape[1] == 2:
            return rivals[:, 0], rivals[:, 1]
        left, right = rivals[:, 0::2], rivals[:, 1::2]
        rivals = np.zeros((min(size, 2 * len(left) - 1), *left.shape[1:]))
        for degree in range(min(len(right), len(rivals))):
            upto = min(len(left), len(rivals) - degree)
            rivals[degree : degree + upto] += left[:upto] * right[degree]


@lru_cache(maxsize=16)
def _binomials(most: int, k: int) -> Floats:
    """(k + 1, most + 1) the ways C(n, a) to take a = 0 … k of n = 0 … most."""
    taken = np.arange(k)[:, None]
    ratios = np.maximum(np.arange(most + 1) - taken, 0) / (taken + 1)
    return np.concatenate([np.ones((1, most + 1)), np.cumprod(ratios, axis=0)])


def _log_binomial(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
