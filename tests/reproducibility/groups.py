"""All groups of annotators, one by one: what the exact distributions must equal on small data."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def winners(counts: Ints) -> Floats:
    """The most frequent labels of one item, by share; written anew, not taken from accord."""
    best = [code for code, votes in enumerate(counts) if votes == max(counts)]
    return np.array([1 / len(best) if code in best else 0.0 for code in range(len(counts))])


def middles(counts: Ints) -> Floats:
    """The middle label of one item, or half of each of the two."""
    ordered = [code for code, votes in enumerate(counts) for _ in range(votes)]
    middle = [ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]]
    return np.array([middle.count(code) / 2 for code in range(len(counts))])


Rule = Callable[[Ints], Floats]


def counted(said: list[int], size: int) -> Ints:
    return np.bincount(np.array(said, dtype=np.int64), minlength=size)


def over_all_groups(said: list[int], size: int, k: int, rule: Rule) -> Floats:
    """(categories,) the mean reference of all groups of k who label one item."""
    return np.asarray(np.mean([rule(counted(list(group), size)) for group in combinations(said, k)], axis=0))


def over_all_pairs(said: list[int], size: int, k: int, rule: Rule) -> Floats:
    """(categories, categories) the mean over all pairs of disjoint groups: first group's label by second's."""
    return np.asarray(np.mean([np.outer(rule(one), rule(other)) for one, other in _pairs(said, size, k)], axis=0))


def _pairs(said: list[int], size: int, k: int) -> Iterator[tuple[Ints, Ints]]:
    for chosen in combinations(range(len(said)), k):
        rest = [person for person in range(len(said)) if person not in chosen]
        for others in combinations(rest, k):
            yield (
                counted([said[person] for person in chosen], size),
                counted([said[person] for person in others], size),
            )


def crowd(path: Path, labels: int = 20) -> list[list[str]]:
    """The first labels of each item of a crowd, in file order (worker, item, label, …)."""
    items: OrderedDict[str, list[str]] = OrderedDict()
    for line in path.read_text(encoding="utf-8").splitlines():
        _, item, label, *_ = line.split(",")
        items.setdefault(item, []).append(label)
    return [said[:labels] for said in items.values()]
