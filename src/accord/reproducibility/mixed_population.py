"""A population of items: a mixture of Dirichlet distributions.

An item has its own distribution of labels, drawn from the Dirichlet distribution of its kind: Mosimann 1962 for one
kind, Holmes et al. 2012 for the mixture. Large weights make all items of a kind alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from accord.reproducibility.disjoint import dirichlet_pair
from accord.reproducibility.median_groups import dirichlet_median_pairs, dirichlet_medians
from accord.reproducibility.vote_distribution import dirichlet_votes
from accord.results.arrays import Floats, Ints
from accord.statistics import generator

EXACT = 30  # annotators × categories up to which the votes of two groups are compared exactly; larger ones are drawn
DRAWS = 25_000
DRAWN_ANEW = {"vote": dirichlet_votes, "median": dirichlet_medians}
"""What k annotators of an item make of their labels, by the name of the rule."""
NEGLIGIBLE = 1e-4  # probabilities of a kind that change no vote


@dataclass(frozen=True, eq=False)
class MixedPopulation:
    """Items of several kinds."""

    weights: Floats
    """(kinds, categories) the Dirichlet weights of each kind."""
    shares: Floats
    """(kinds,) how frequent each is."""

    def posterior(self, counts: Ints) -> Floats:
        """(items, kinds) how probable each kind is for items with these labels."""
        return self.probable(LabelCells(counts))

    def probable(self, cells: LabelCells) -> Floats:
        """The same for items whose cells are known."""
        with np.errstate(divide="ignore"):
            logs = cells.log_likelihood(self.weights).T + np.log(self.shares)
        return np.asarray(np.exp(logs - np.logaddexp.reduce(logs, axis=1, keepdims=True)))

    def references(self, counts: Ints, k: int, rule: str = "vote") -> Floats:
        """(items, categories) the vote or median that k others would give to items with these labels."""
        return np.asarray(references_of([self], counts, k, rule)[0])

    def between_groups(self, k: int, rule: str = "vote") -> float:
        """Δ_k: the share of items on which the references of two groups of k differ; each computed once."""
        size = self.weights.shape[1]
        if size == 1:
            return 0.0
        exact = rule == "median" or k * size <= EXACT
        if (k, rule, exact) not in self._known:
            self._known[k, rule, exact] = float(apart_of([self], k, rule)[0]) if exact else self._drawn_apart(k)
        return self._known[k, rule, exact]

    @cached_property
    def _known(self) -> dict[tuple[int, str, bool], float]:
        return {}

    def marks(self, k: int) -> tuple[Floats, Floats]:
        """(categories,) each: on what share of the items the votes of two groups of k are both it, and one's is."""
        if k * self.weights.shape[1] <= EXACT:
            return marks_of([self], k)[0]
        rng, p = generator(0, "two large groups"), self._drawn
        left, right = (_votes(rng.multinomial(k, p)) for _ in range(2))
        total = float(self.shares.sum())
        return total * (left * right).mean(axis=1), total * ((left + right) / 2).mean(axis=1)

    def distance_between_groups(self, k: int, values: Floats) -> float:
        """How far apart two medians of k are on average, over all items, in the units of the scale."""
        across = dirichlet_median_pairs(self.weights, k).apart @ np.diff(values)
        return float(np.average(across, weights=self.shares))

    @cached_property
    def _drawn(self) -> Floats:
        """Distributions of labels, each kind by its share; always the same draws."""
        ends = self.shares.cumsum() / self.shares.sum()
        kind = np.minimum(np.searchsorted(ends, (np.arange(DRAWS) + 0.5) / DRAWS), len(ends) - 1)
        return drawn_distributions(self.weights[kind], generator(0, "items"))

    def _drawn_apart(self, k: int) -> float:
        """The share of drawn items on which the votes of two drawn groups differ."""
        rng, p = generator(0, "two large groups"), self._drawn
        if p.shape[1] == 2:
            from scipy.special import betainc

            half = (k + 1) // 2  # an even number of annotators votes as the odd one below, its ties being shared
            first = betainc(half, half, p[:, 0])
            return float(np.mean(2 * first * (1 - first)))
        left, right = (_votes(rng.multinomial(k, p)) for _ in range(2))
        return 1 - float(np.ascontiguousarray((left * right).T).sum(axis=1).mean())


def references_of(populations: Sequence[MixedPopulation], counts: Ints, k: int, rule: str = "vote") -> Floats:
    """(populations, items, categories) the vote or median of k other annotators of each population on items."""
    cells = LabelCells(counts)
    kinds = [population.probable(cells) for population in populations]
    places = [np.nonzero(chances > NEGLIGIBLE) for chances in kinds]
    item = np.concatenate([number * len(counts) + row for number, (row, _) in enumerate(places)])
    share = np.concatenate([chances[place] for chances, place in zip(kinds, places, strict=True)])
    weights = np.concatenate(
        [counts[row] + population.weights[kind] for population, (row, kind) in zip(populations, places, strict=True)]
    )
    first = np.searchsorted(item, np.arange(len(populations) * len(counts)))
    won = np.add.reduceat(share[:, None] * DRAWN_ANEW[rule](weights, k), first, axis=0)
    known = np.add.reduceat(share, first)
    return np.asarray((won / known[:, None]).reshape(len(populations), *counts.shape))


def apart_of(populations: Sequence[MixedPopulation], k: int, rule: str = "vote") -> Floats:
    """(populations,) Δ_k of each, exactly."""
    weights = np.concatenate([population.weights for population in populations])
    same = dirichlet_median_pairs(weights, k).same if rule == "median" else dirichlet_pair(weights, k).sum(axis=1)
    shares = np.concatenate([population.shares for population in populations])
    first = np.cumsum([0, *(len(population.shares) for population in populations[:-1])])
    return np.asarray(np.add.reduceat(shares * (1 - same), first))


def marks_of(populations: Sequence[MixedPopulation], k: int) -> list[tuple[Floats, Floats]]:
    """The marks of each; those of small groups, which are exact, all at once."""
    if not populations or k * populations[0].weights.shape[1] > EXACT:
        return [population.marks(k) for population in populations]
    weights = np.concatenate([population.weights for population in populations])
    ends = np.cumsum([len(population.shares) for population in populations])[:-1]
    pairs, votes = (np.split(of(weights, k), ends) for of in (dirichlet_pair, dirichlet_votes))
    return [
        (population.shares @ pair, population.shares @ vote)
        for population, pair, vote in zip(populations, pairs, votes, strict=True)
    ]


def _votes(counts: Ints) -> Floats:
    """(categories, items) the vote on each item, category by category: numpy is slow along many short rows."""
    columns = np.ascontiguousarray(counts.T)
    first = columns == columns.max(axis=0)
    return np.asarray(first / first.sum(axis=0))


def drawn_distributions(weights: Floats, rng: np.random.Generator) -> Floats:
    """(items, categories) a distribution of labels for each item, from its own Dirichlet weights."""
    drawn = rng.standard_gamma(weights)
    drawn[drawn.sum(axis=1) == 0, 0] = 1.0  # all weights so small that every gamma underflows
    return np.asarray(drawn / drawn.sum(axis=1, keepdims=True))


class LabelCells:
    """The labels that items have: only these enter the likelihood, each pair of category and count once."""

    def __init__(self, counts: Ints) -> None:
        self.items, self.size = counts.shape
        self.item, self.code = np.nonzero(counts)
        times = counts[self.item, self.code]
        base = int(times.max(initial=0)) + 1
        keys, self.pair = np.unique(self.code * base + times, return_inverse=True)
        self.pair_code, self.pair_times = keys // base, (keys % base).astype(np.float64)
        totals, self.total = np.unique(counts.sum(axis=1), return_inverse=True)
        self.totals = totals.astype(np.float64)
        self.first = np.searchsorted(self.item, np.arange(self.items))
        alone = (counts > 0).sum(axis=1) == 1
        self.unanimous, self.only = np.flatnonzero(alone), counts.argmax(axis=1)[alone]
        """The items whose labels are all the same, and which it is."""

    def log_likelihood(self, weights: Floats) -> Floats:
        """(…, items) ln P(counts | kind) for kinds of weights (…, categories), up to the number of orders."""
        from scipy.special import gammaln

        of_labels, precision = weights[..., self.pair_code], weights.sum(axis=-1, keepdims=True)
        rising = gammaln(of_labels + self.pair_times) - gammaln(weights)[..., self.pair_code]
        falling = gammaln(precision) - gammaln(precision + self.totals)
        return np.asarray(np.add.reduceat(rising[..., self.pair], self.first, axis=-1) + falling[..., self.total])

    def slopes(self, weights: Floats) -> Floats:
        """(…, items, categories) the derivatives of the log-likelihood by the logarithms of the weights."""
        from scipy.special import digamma

        of_labels, precision = weights[..., self.pair_code], weights.sum(axis=-1, keepdims=True)
        rising = of_labels * (digamma(of_labels + self.pair_times) - digamma(weights)[..., self.pair_code])
        falling = digamma(precision) - digamma(precision + self.totals)
        slopes = weights[..., None, :] * falling[..., self.total][..., None]
        slopes[..., self.item, self.code] += rising[..., self.pair]
        return np.asarray(slopes)
