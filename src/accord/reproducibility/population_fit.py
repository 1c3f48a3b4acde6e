"""The population of items behind some labels: a mixture of Dirichlet distributions, one for each category.

An item of the t-th kind has its own distribution of labels, drawn from a Dirichlet distribution that leans to category
t. A single Dirichlet distribution has too many doubtful items beside real data, and items that are all equally hard
have none; a mixture lies between. Mosimann 1962 for one component, Holmes et al. 2012 for the mixture.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from accord.reproducibility.disjoint import dirichlet_pair
from accord.reproducibility.vote_distribution import Floats, Ints, dirichlet_votes, vote
from accord.resampling import generator

if TYPE_CHECKING:
    from scipy.sparse import csr_array

PRECISION, SPREAD = 6.0, 1.0
"""A component's precision is about 6 before anything is seen, log-normal with this standard deviation: two or three
labels of an item cannot tell hard items from easy ones, and would otherwise make all alike."""
LEAST, MOST = -12.0, 12.0  # logarithms of a Dirichlet weight
FEW = 6
EXACT = 75  # annotators × categories up to which the votes of two groups are compared exactly; larger ones are drawn
DRAWS = 80_000
NEGLIGIBLE = 1e-6  # probabilities of a kind that change no vote
CELLS = 1_000_000  # patterns × categories² that are fitted at once


@dataclass(frozen=True, eq=False)
class MixedPopulation:
    """Items of as many kinds as there are categories."""

    weights: Floats
    """(kinds, categories) the Dirichlet weights of each kind."""
    shares: Floats
    """(kinds,) how frequent each is."""

    def posterior(self, counts: Ints) -> Floats:
        """(items, kinds) how probable each kind is for items with these labels."""
        logs = _Cells(counts).log_likelihood(self.weights) + np.log(self.shares)
        return np.asarray(np.exp(logs - np.logaddexp.reduce(logs, axis=1, keepdims=True)))

    def votes(self, counts: Ints, k: int) -> Floats:
        """(items, categories) how k other annotators would vote on items with these labels."""
        kinds = self.posterior(counts)
        item, kind = np.nonzero(kinds > NEGLIGIBLE)
        share = kinds[item, kind] / np.bincount(item, kinds[item, kind])[item]
        votes = dirichlet_votes(counts[item] + self.weights[kind], k)
        return np.add.reduceat(share[:, None] * votes, np.searchsorted(item, np.arange(len(counts))), axis=0)

    def between_groups(self, k: int) -> float:
        """Δ_k: the share of items on which two groups of k differ."""
        size = self.weights.shape[1]
        if size == 1:
            return 0.0
        if k * size <= EXACT:
            return float(self.shares @ (1 - dirichlet_pair(self.weights, k).sum(axis=1)))
        return float(self.shares @ [self._drawn_apart(kind, k) for kind in range(len(self.shares))])

    def _drawn_apart(self, kind: int, k: int) -> float:
        """The share of drawn items on which the votes of two drawn groups differ; always the same draws."""
        rng = generator(0, "two large groups", kind)
        p = rng.dirichlet(self.weights[kind], size=500 + int(DRAWS * self.shares[kind]))
        one, other = vote(rng.multinomial(k, p)), vote(rng.multinomial(k, p))
        return 1 - float((one * other).sum(axis=1).mean())


def fit_population(counts: Ints, multiplicity: Floats, start: MixedPopulation | None = None) -> MixedPopulation:
    """The most probable population for the counts (patterns, categories) of items; `multiplicity` items show each."""
    size = counts.shape[1]
    if size == 1:
        return MixedPopulation(np.ones((1, 1)), np.ones(1))
    from scipy.optimize import minimize

    fit = _Fit(counts, multiplicity)
    if start is None:
        common = (multiplicity @ counts + 0.5) / (multiplicity @ counts + 0.5).sum()
        start = MixedPopulation(3.2 * np.eye(size) + 0.8 * common + 0.02, np.full(size, 1 / size))
    given = np.concatenate([np.log(start.weights).ravel(), np.log(start.shares)])
    method = "BFGS" if size <= FEW else "L-BFGS-B"  # a matrix over all parameters pays while they are few
    found = minimize(fit, given, jac=True, method=method, options={"maxiter": 500})
    weights, logs = fit.parts(found.x)
    return MixedPopulation(weights, np.exp(logs))


class _Cells:
    """The labels that items have: only these enter the likelihood."""

    def __init__(self, counts: Ints) -> None:
        self.items, self.size = counts.shape
        item, self.code = np.nonzero(counts)
        self.times = counts[item, self.code].astype(np.float64)[:, None]
        self.totals = counts.sum(axis=1)[:, None]
        self.item = item

    @cached_property
    def _by_item(self) -> csr_array:
        from scipy.sparse import csr_array

        places = np.arange(len(self.item))
        return csr_array((np.ones(len(places)), (self.item, places)), shape=(self.items, len(places)))

    @cached_property
    def _by_category(self) -> csr_array:
        from scipy.sparse import csr_array

        places = np.arange(len(self.item))
        return csr_array((np.ones(len(places)), (self.code, places)), shape=(self.size, len(places)))

    def log_likelihood(self, weights: Floats) -> Floats:
        """(items, kinds) ln P(counts | kind), up to the number of orders."""
        from scipy.special import gammaln

        of_labels, precision = weights.T[self.code], weights.sum(axis=1)
        found = self._by_item @ (gammaln(of_labels + self.times) - gammaln(of_labels))
        return np.asarray(found + gammaln(precision) - gammaln(precision + self.totals))

    def slope(self, weights: Floats, belongs: Floats) -> Floats:
        """(kinds, categories) the derivative of Σ belongs × log-likelihood."""
        from scipy.special import digamma

        of_labels, precision = weights.T[self.code], weights.sum(axis=1)
        rising = belongs[self.item] * (digamma(of_labels + self.times) - digamma(of_labels))
        falling = (belongs * (digamma(precision) - digamma(precision + self.totals))).sum(axis=0)
        return np.asarray((self._by_category @ rising).T + falling[:, None])


class _Fit:
    """Minus the log posterior density of the parameters, and its gradient."""

    def __init__(self, counts: Ints, multiplicity: Floats) -> None:
        self.cells, self.times, self.size = _Cells(counts), multiplicity, counts.shape[1]

    def parts(self, given: Floats) -> tuple[Floats, Floats]:
        weights = np.exp(np.clip(given[: self.size**2], LEAST, MOST)).reshape(self.size, self.size)
        logs = given[self.size**2 :]
        return weights, logs - np.logaddexp.reduce(logs)

    def __call__(self, given: Floats) -> tuple[float, Floats]:
        weights, logs = self.parts(given)
        precision = weights.sum(axis=1)
        scores = self.cells.log_likelihood(weights) + logs
        of_items = np.logaddexp.reduce(scores, axis=1)
        belongs = np.exp(scores - of_items[:, None]) * self.times[:, None]
        far = np.log(precision / PRECISION) / SPREAD**2
        slope = self.cells.slope(weights, belongs) - (far / precision)[:, None]
        # one more item of each kind keeps every share above 0
        shares = belongs.sum(axis=0) + 1 - np.exp(logs) * (self.times.sum() + self.size)
        value = of_items @ self.times + logs.sum() - (far**2).sum() * SPREAD**2 / 2
        return -float(value), -np.concatenate([(slope * weights).ravel(), shares])
