"""Dawid & Skene 1979: every annotator has error rates of their own."""

from __future__ import annotations

import numpy as np

from accord.consensus.posterior import Fit, posterior
from accord.consensus.ratings import Ratings
from accord.results.arrays import Codes, Floats
from accord.statistics.division import divided
from accord.statistics.proportions import share_interval

STOPS = "1 label and 1 % of an annotator's"  # when less moves, there is no other iteration


def dawid_skene(
    ratings: Ratings,
    fixed: Codes,
    *,
    smoothing: float,
    confidence: float,
    max_iterations: int,
    tolerance: float | None,
) -> Fit:
    """Error rates π_j[true, said] and shares p of the categories, by EM from the proportions of votes.

    E:  T_i[k] ∝ p_k · Π_j Π_l π_j[k, l] ^ n_ij[l]
    M:  π_j[k, l] ∝ Σ_i T_i[k] · n_ij[l] + smoothing;   p_k = mean of T_i[k]

    It stops when an iteration moves less than one label, and less than one in a hundred of an annotator's labels, from
    one cell (true, said) of any annotator's table to another; with a `tolerance`, when it moves less than that share.
    Going on makes the labels likelier and the reference worse where annotators gave few labels (docs/decisions.md, 12).

    `smoothing` is 0 in the paper; above 0 the estimates are those of largest posterior density under
    Dirichlet(1 + smoothing) priors on each row of error rates. Competence is the share of the annotator's labels that
    are right given the probabilities found, with the Jeffreys interval of that share. The interval takes these
    probabilities for the truth and is a little narrow: in simulations 95 % intervals covered 90 to 94 %.
    """
    shares = vote_shares(ratings, fixed)
    totals = np.maximum(ratings.given.sum(axis=1), 1.0)[:, None, None]
    objective: list[float] = []
    before: Floats | None = None
    while True:
        counts, common = ratings.totals(ratings.weighed(shares)), ratings.weighed(shares).sum(axis=1)
        # joint frequencies: an error rate of a category with hardly any item may wander for ever without any effect
        settled = before is not None and _settled(np.abs(counts - before), totals, tolerance)
        if settled or len(objective) == max_iterations:
            break
        before = counts
        rates = _normalised(counts + smoothing)
        with np.errstate(divide="ignore"):  # ln 0: what never happened cannot happen
            logs, prior = np.log(rates), np.log(common / common.sum())
        shares, evidence = posterior(ratings.sums(logs, prior), fixed)
        likelihood = ratings.total(evidence)
        objective.append(likelihood + (smoothing * float(logs.sum()) if smoothing > 0 else 0.0))
    rates = _normalised(counts + smoothing).transpose(0, 2, 1)
    return Fit(
        shares=shares,
        competence=share_interval(np.einsum("jll->j", counts), counts.sum(axis=(1, 2)), confidence),
        log_likelihood=likelihood,
        objective=tuple(objective),
        converged=settled,
        confusion=np.where(rates.sum(axis=2, keepdims=True) > 0, rates, np.nan),
    )


def _settled(moved: Floats, totals: Floats, tolerance: float | None) -> bool:
    """Whether the counts (annotators, said, true) moved too little to go on; `totals` is what each annotator gave."""
    share = float((moved / totals).max())
    return share < tolerance if tolerance is not None else float(moved.max()) < 1 and share < 0.01


def vote_shares(ratings: Ratings, fixed: Codes) -> Floats:
    """(categories, items) the proportions of votes; gold items have their category."""
    shares: Floats = ratings.votes / ratings.votes.sum(axis=0)
    gold = np.flatnonzero(fixed >= 0)
    shares[:, gold] = 0.0
    shares[fixed[gold], gold] = 1.0
    return shares


def _normalised(counts: Floats) -> Floats:
    """(annotators, said, true) rates that add up to 1 over what was said; 0 for a category that no item has."""
    return divided(counts, counts.sum(axis=1, keepdims=True), 0.0)
