"""The ways to make a reference of labels whose distribution over groups of annotators is known exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from accord.reproducibility.disjoint import PairOfVotes, disjoint_votes
from accord.reproducibility.kept_votes import kept_votes
from accord.reproducibility.median_vote import disjoint_medians, hypergeometric_medians, median
from accord.reproducibility.vote_distribution import hypergeometric_votes, vote
from accord.results.arrays import Floats, Ints


@dataclass(frozen=True)
class Rule:
    """A reference that depends on the counts of an item alone."""

    name: str
    of_all: Callable[[Ints], Floats]
    """(items, categories) the weights of the labels that all annotators give."""
    of_some: Callable[[Ints, int], Floats]
    """(items, categories) the probability of each label for a group of k."""
    kept: Callable[[Ints, int], Floats]
    """(items,) the probability that a group of k gives the label of all."""
    of_pairs: Callable[[Ints, int, bool], PairOfVotes]
    """The labels of two disjoint groups; how far apart they are only if asked."""


def _kept_medians(counts: Ints, k: int) -> Floats:
    return np.asarray((median(counts) * hypergeometric_medians(counts, k)).sum(axis=1))


RULES = {
    "vote": Rule(
        "vote", vote, hypergeometric_votes, kept_votes, lambda counts, k, apart: disjoint_votes(counts, k, apart=apart)
    ),
    "median": Rule(
        "median", median, hypergeometric_medians, _kept_medians, lambda counts, k, apart: disjoint_medians(counts, k)
    ),
}


@dataclass(frozen=True, eq=False)
class Change:
    """What happens to the labels of items, by the pattern of their counts: (patterns, width) each."""

    reference: Floats
    """The weights of the labels in the reference."""
    other: Floats
    """The probability of each label for the other group."""
    same: Floats
    """The probability that a label is in the reference and comes back."""
    apart: Floats | None
    """The probability that a label and what it becomes lie on both sides of the gap after this category."""


def change(rule: Rule, patterns: Ints, k: int, against: str, *, ordered: bool) -> Change:
    """The labels of groups of k beside the reference of all annotators, or beside those of a disjoint group of k."""
    drawn = rule.of_some(patterns, k)
    if against == "disjoint":
        pair = rule.of_pairs(patterns, k, ordered)
        return Change(drawn, drawn, pair.same, pair.apart if ordered else None)
    whole = rule.of_all(patterns)
    apart = None
    if ordered:
        low, high = whole.cumsum(axis=1), drawn.cumsum(axis=1)
        apart = low * (1 - high) + high * (1 - low)
    return Change(whole, drawn, whole * drawn, apart)
