"""MACE (Hovy et al. 2013): an annotator either knows the answer or spams."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from accord.consensus.dawid_skene import vote_shares
from accord.consensus.posterior import Fit, posterior
from accord.consensus.ratings import Ratings
from accord.results.arrays import Codes, Floats
from accord.statistics import generator
from accord.statistics.proportions import beta_interval

TRUST_PRIOR = 0.5  # Beta(½, ½) on θ and Dirichlet(10, …, 10) on ξ, as the program of Hovy et al. 2013 sets them
STRATEGY_PRIOR = 10.0
SHORT_RUN = 30  # iterations of each start before the best one goes on (Biernacki et al. 2003)


@dataclass(frozen=True, eq=False)
class _Beliefs:
    """Expected counts: θ_j ~ Beta(½ + knew, ½ + Σ spammed), ξ_j ~ Dirichlet(10 + spammed)."""

    knew: Floats
    """(annotators,)"""
    spammed: Floats
    """(annotators, categories)"""

    @property
    def trust(self) -> Floats:
        """(annotators,) the posterior mean of θ_j."""
        knew = self.knew + TRUST_PRIOR
        return np.asarray(knew / (knew + self.spammed.sum(axis=1) + TRUST_PRIOR))

    @property
    def strategy(self) -> Floats:
        """(annotators, categories) the posterior mean of ξ_j."""
        spammed = self.spammed + STRATEGY_PRIOR
        return np.asarray(spammed / spammed.sum(axis=1, keepdims=True))


def mace(
    ratings: Ratings,
    fixed: Codes,
    *,
    names: Sequence[str],
    categories: Sequence[str],
    restarts: int,
    seed: int,
    confidence: float,
    max_iterations: int,
    tolerance: float,
) -> Fit:
    """Trust θ_j and strategy ξ_j by variational Bayes; the true category of an item is any, equally likely.

    P(a | t) = θ_j · [a = t] + (1 − θ_j) · ξ_j[a]

    The first start is the vote; `restarts` more are random, and the one with the highest bound after a short run goes
    on. Competence is θ_j with its posterior interval; it is not a share of right labels: who spams is right by chance.
    Where one category has nearly all items, agreement on it looks like the same spam of everybody: use another model.
    """
    counts = ratings.given
    step = partial(_step, ratings, fixed, counts)
    starts = [_from_votes(ratings, fixed, counts)]
    starts += [_at_random(generator(seed, "mace", number), counts, names, categories) for number in range(restarts)]
    if len(starts) > 1:
        tried = [_climbed(step, start, [], min(SHORT_RUN, max_iterations), tolerance) for start in starts]
        beliefs, trace, converged = max(tried, key=lambda run: run[1][-1])
    else:
        beliefs, trace, converged = starts[0], [], False
    if not converged:
        beliefs, trace, converged = _climbed(step, beliefs, trace, max_iterations, tolerance)
    return _fit(ratings, fixed, beliefs, trace, converged, confidence)


def _from_votes(ratings: Ratings, fixed: Codes, counts: Floats) -> _Beliefs:
    """Everybody knew where they are with the vote."""
    agreed = np.einsum("jll->jl", ratings.totals(ratings.weighed(vote_shares(ratings, fixed))))
    return _Beliefs(agreed.sum(axis=1), counts - agreed)


def _at_random(rng: np.random.Generator, counts: Floats, names: Sequence[str], categories: Sequence[str]) -> _Beliefs:
    """Drawn in the order of the names, so that the order of annotators and categories in the data does not matter."""
    people, order = np.argsort(np.array(names)), np.argsort(np.array(categories))
    knew, strategy = np.empty(len(counts)), np.empty(counts.shape)
    knew[people] = rng.uniform(0.25, 0.75, len(people))
    strategy[np.ix_(people, order)] = rng.uniform(1.0, 1.5, counts.shape)
    totals = counts.sum(axis=1)
    spammed = strategy / strategy.sum(axis=1, keepdims=True) * ((1 - knew) * totals)[:, None]
    return _Beliefs(knew * totals, spammed)


def _climbed(
    step: Callable[[_Beliefs], tuple[_Beliefs, float]],
    beliefs: _Beliefs,
    trace: list[float],
    max_iterations: int,
    tolerance: float,
) -> tuple[_Beliefs, list[float], bool]:
    """Step by step, until no parameter moves by `tolerance`; the bound of each step is added to the trace."""
    trace = list(trace)
    while len(trace) < max_iterations:
        better, bound = step(beliefs)
        trace.append(bound)
        moved = max(
            float(np.abs(better.trust - beliefs.trust).max()), float(np.abs(better.strategy - beliefs.strategy).max())
        )
        beliefs = better
        if moved < tolerance:
            return beliefs, trace, True
    return beliefs, trace, False


def _step(ratings: Ratings, fixed: Codes, counts: Floats, beliefs: _Beliefs) -> tuple[_Beliefs, float]:
    """One round of variational Bayes, and the bound that the beliefs it starts from reach."""
    from scipy.special import digamma

    knew, spammed = beliefs.knew + TRUST_PRIOR, beliefs.spammed.sum(axis=1) + TRUST_PRIOR
    letters = beliefs.spammed + STRATEGY_PRIOR
    log_known = digamma(knew) - digamma(knew + spammed)
    log_spam = (digamma(spammed) - digamma(knew + spammed))[:, None]
    log_spam = log_spam + digamma(letters) - digamma(letters.sum(axis=1, keepdims=True))
    shares, evidence = _expectation(ratings, fixed, log_known, log_spam)
    people = _dirichlet_divergence(np.column_stack([knew, spammed]), TRUST_PRIOR)
    bound = ratings.total(evidence) - (people + _dirichlet_divergence(letters, STRATEGY_PRIOR))
    agreed = np.einsum("jll->jl", ratings.totals(ratings.weighed(shares)))
    known = agreed * np.exp(log_known[:, None] - np.logaddexp(log_known[:, None], log_spam))
    return _Beliefs(known.sum(axis=1), counts - known), bound


def _expectation(ratings: Ratings, fixed: Codes, log_known: Floats, log_spam: Floats) -> tuple[Floats, Floats]:
    """Probabilities and evidence from ln θ_j (annotators,) and ln((1 − θ_j) ξ_j) (annotators, categories)."""
    parts = np.repeat(log_spam[:, :, None], ratings.categories, axis=2)
    np.einsum("jll->jl", parts)[...] = np.logaddexp(log_known[:, None], log_spam)
    prior = np.full(ratings.categories, -np.log(ratings.categories))
    return posterior(ratings.sums(parts, prior), fixed)


def _dirichlet_divergence(counts: Floats, prior: float) -> float:
    """Σ_j KL(Dirichlet(counts_j) ‖ Dirichlet(prior, …, prior))."""
    from scipy.special import digamma, gammaln

    size, totals = counts.shape[1], counts.sum(axis=1)
    constant = size * gammaln(prior) - gammaln(size * prior)
    normalisers = gammaln(totals) - gammaln(counts).sum(axis=1) + constant
    moved = ((counts - prior) * (digamma(counts) - digamma(totals)[:, None])).sum(axis=1)
    return float((normalisers + moved).sum())


def _fit(
    ratings: Ratings, fixed: Codes, beliefs: _Beliefs, trace: list[float], converged: bool, confidence: float
) -> Fit:
    """The likelihood and the probabilities of the categories at the posterior means."""
    trust = beliefs.trust
    log_spam = np.log1p(-trust)[:, None] + np.log(beliefs.strategy)
    shares, evidence = _expectation(ratings, fixed, np.log(trust), log_spam)
    spammed = beliefs.spammed.sum(axis=1)
    right, wrong = beliefs.knew + TRUST_PRIOR, spammed + TRUST_PRIOR
    competence = np.column_stack([right / (right + wrong), *beta_interval(right, wrong, confidence)])
    competence[beliefs.knew + spammed == 0] = np.nan
    return Fit(
        shares=shares,
        competence=competence,
        log_likelihood=ratings.total(evidence),
        objective=tuple(trace),
        converged=converged,
    )
