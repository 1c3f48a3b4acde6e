"""A population in the image of real data: their items, with more or fewer errors on each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from accord.annotations import ItemCounts, Labels
from accord.reproducibility.populations import check_coefficient, check_reachable, coefficient_value, halving
from accord.reproducibility.vote_distribution import multinomial_votes, vote
from accord.results import UsageError
from accord.results.arrays import Floats, Ints


@dataclass(frozen=True, eq=False)
class EmpiricalPopulation:
    """Items whose labels are distributed as p_j = r_j + t (n_j / P_j − r_j), r_j the vote of the data.

    t = 1 is the data as they are, t = 0 nobody errs; the errors of an item grow with t until its reference ties with
    its runner-up. What Bregeon et al. 2019 (section 4.3) do by drawing errors with weights f_j, in expectation.
    Shares of few annotators look more unanimous than the items are, and so does this population.
    """

    shares: Floats
    """(kinds of items, categories) n / P, kinds that look alike taken together."""
    often: Floats
    """(kinds,) the share of the items that are of this kind."""

    @classmethod
    def of(cls, counts: ArrayLike) -> EmpiricalPopulation:
        """From (items, categories) counts; items without a label are left out."""
        table = np.asarray(counts, dtype=np.float64)
        if table.ndim != 2 or table.shape[1] < 2 or not (np.isfinite(table).all() and (table >= 0).all()):
            raise UsageError("counts are a table, items by categories (two or more), of numbers of at least 0")
        table = table[table.sum(axis=1) > 0]
        if len(table) == 0:
            raise UsageError("the counts hold no label", "model='empirical' needs the votes of real items")
        kinds, times = np.unique(table, axis=0, return_counts=True)
        return cls(kinds / kinds.sum(axis=1, keepdims=True), times / times.sum())

    @property
    def vote(self) -> Floats:
        return vote(self.shares)

    @property
    def furthest(self) -> Floats:
        """(kinds,) the t at which the reference ties with its runner-up; infinite for unanimous kinds."""
        reference = self.vote
        winners = (reference > 0).sum(axis=1)
        off = 1 - (reference * self.shares).sum(axis=1) * winners
        runner_up = np.where(reference > 0, 0.0, self.shares).max(axis=1)
        falls = off / winners + runner_up  # how fast the lead 1 / winners shrinks
        return np.asarray(np.divide(1 / winners, falls, out=np.full(len(falls), np.inf), where=falls > 0))

    def stretched(self, factor: Floats) -> Floats:
        """(…, kinds, categories) p for each factor t."""
        upto = np.minimum(np.asarray(factor)[..., None], self.furthest)
        upto = np.where(np.isfinite(upto), upto, 0.0)[..., None]
        return np.asarray(self.vote + upto * (self.shares - self.vote))

    def value(self, coefficient: str, factor: Floats) -> Floats:
        labels = self.stretched(factor)
        agreed = np.square(labels).sum(axis=-1) @ self.often
        return coefficient_value(coefficient, agreed, np.einsum("...kc,k->...c", labels, self.often))

    def as_measured(self, coefficient: str) -> float:
        """The coefficient of the data as they are."""
        check_coefficient(coefficient)
        return float(self.value(coefficient, np.array(1.0)))

    @property
    def end(self) -> float:
        """The factor at which no item can be stretched further."""
        return float(np.where(np.isfinite(self.furthest), self.furthest, 0.0).max())

    def lowest(self, coefficient: str) -> float:
        return float(self.value(coefficient, np.array(self.end)))

    def factor(self, coefficient: str, value: Floats) -> Floats:
        """The factor t at which the population has this coefficient."""
        why = "its references would no longer win their votes below" if self.end else "its items are all unanimous"
        check_reachable(value, self.lowest(coefficient), coefficient, why)
        return halving(lambda factor: self.value(coefficient, factor), value, self.end)

    def variation(self, coefficient: str, value: Floats, k: int, against: str) -> Floats:
        return self.variation_at(self.factor(coefficient, value), k, against)

    def variation_at(self, factor: Floats, k: int, against: str) -> Floats:
        """E_k or Δ_k of the data with their errors multiplied by each factor."""
        votes = multinomial_votes(self.stretched(factor), k)
        kept = (votes * self.vote).sum(axis=-1) if against == "reference" else np.square(votes).sum(axis=-1)
        return np.asarray((1 - kept) @ self.often)


def counts_of(labels: Labels) -> Ints:
    """(items, categories) how often each item was given each label; the order of the items is not kept.

    >>> import accord
    >>> sorted(counts_of(accord.labels([["a", "a", "b"], ["b", "b", "b"]])).tolist())
    [[0, 3], [2, 1]]
    """
    held = ItemCounts.of(labels)
    counts = np.zeros((len(held), len(labels.categories)), dtype=np.int64)
    counts[np.repeat(np.arange(len(held)), np.diff(held.starts)), held.codes] = held.counts
    return np.asarray(np.repeat(counts, held.multiplicity, axis=0))
