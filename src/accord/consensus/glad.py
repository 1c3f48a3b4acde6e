"""GLAD (Whitehill et al. 2009): annotators have abilities, items have difficulties."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from accord.consensus.posterior import Fit, posterior
from accord.consensus.ratings import Ratings, tallied
from accord.results.arrays import Codes, Floats

PRIOR_MEAN = 1.0  # of α and of ln β, both with variance 1, as Whitehill et al. 2009 set them
LONGEST_STEP = 1.0  # of α and of ln β in one iteration
ROUNDING = 1e-12  # relative; the objective may seem to fall by as much


@dataclass(frozen=True, eq=False)
class _Point:
    """α of the annotators and ln β of the items."""

    ability: Floats
    scale: Floats

    def towards(self, other: _Point, part: float) -> _Point:
        return _Point(
            self.ability + part * (other.ability - self.ability), self.scale + part * (other.scale - self.scale)
        )

    def distance(self, other: _Point) -> float:
        return max(
            float(np.abs(self.ability - other.ability).max(initial=0.0)),
            float(np.abs(self.scale - other.scale).max(initial=0.0)),
        )


class _Model:
    """P(label is right) = σ(α_j · β_i); a wrong label is any of the others, equally likely, and so is the truth."""

    def __init__(self, ratings: Ratings, fixed: Codes) -> None:
        self.ratings, self.fixed = ratings, fixed
        self.cell = ratings.codes * np.int64(ratings.items) + ratings.item
        self.times = ratings.weights[ratings.item]

    def strength(self, point: _Point) -> Floats:
        """(ratings,) α_j · β_i."""
        return point.ability[self.ratings.who] * np.exp(point.scale)[self.ratings.item]

    def expectation(self, point: _Point) -> tuple[Floats, float]:
        """(categories, items) probabilities of the categories, and the log-likelihood."""
        ratings, others, strength = self.ratings, np.log(self.ratings.categories - 1), self.strength(point)
        # ln P(wrong) for all categories, and ln(P(right) / P(wrong)) more for the one that was said
        wrong = -np.logaddexp(0.0, strength) - others
        base = np.add.reduceat(wrong, ratings.starts[:-1]) - np.log(ratings.categories)
        scores = tallied(self.cell, strength + others, ratings.categories * ratings.items)
        scores = scores.reshape(ratings.categories, ratings.items)
        scores += base
        shares, evidence = posterior(scores, self.fixed)
        return shares, ratings.total(evidence)

    def log_prior(self, point: _Point) -> float:
        by_item = self.ratings.total((point.scale - PRIOR_MEAN) ** 2)
        return -(float(((point.ability - PRIOR_MEAN) ** 2).sum()) + by_item) / 2

    def maximisation(self, point: _Point, shares: Floats) -> _Point:
        """The M-step as one Newton step for the abilities, then one of Fisher scoring for the scales."""
        share = shares.ravel()[self.cell]
        scale = np.exp(point.scale)[self.ratings.item]
        right = _logistic(self.strength(point))
        slope = self._by_annotator((share - right) * scale) - (point.ability - PRIOR_MEAN)
        curvature = self._by_annotator(right * (1 - right) * scale**2) + 1.0
        ability = point.ability + _limited(slope / curvature)
        strength = self.strength(_Point(ability, point.scale))
        right = _logistic(strength)
        slope = self._by_item((share - right) * strength) - (point.scale - PRIOR_MEAN)
        curvature = self._by_item(right * (1 - right) * strength**2) + 1.0
        return _Point(ability, point.scale + _limited(slope / curvature))

    def information(self, point: _Point, shares: Floats) -> Floats:
        """(annotators,) the observed information about each ability, all else given.

        That of the complete data less what is missing of it (Louis 1982), and that of the prior.
        """
        right, share = _logistic(self.strength(point)), shares.ravel()[self.cell]
        parts = np.exp(2 * point.scale)[self.ratings.item] * (right * (1 - right) - share * (1 - share))
        return self._by_annotator(parts) + 1.0

    def _by_annotator(self, parts: Floats) -> Floats:
        return tallied(self.ratings.who, parts * self.times, self.ratings.annotators)

    def _by_item(self, parts: Floats) -> Floats:
        """Items that are alike have the same step: their number does not matter."""
        return np.add.reduceat(parts, self.ratings.starts[:-1])


def glad(ratings: Ratings, fixed: Codes, *, confidence: float, max_iterations: int, tolerance: float) -> Fit:
    """Abilities α_j and difficulties 1/β_i of largest posterior density, by EM from α_j = ln β_i = 1.

    Competence is α_j: 0 is somebody who does not know, below 0 somebody who says the opposite; its interval is normal,
    from the observed information.
    """
    model = _Model(ratings, fixed)
    tried = _Point(np.full(ratings.annotators, PRIOR_MEAN), np.full(ratings.items, PRIOR_MEAN))
    point, objective = tried, [-np.inf]
    converged = False
    for _ in range(max_iterations):
        expected, log_likelihood = model.expectation(tried)
        value = log_likelihood + model.log_prior(tried)
        if value < objective[-1] - ROUNDING * abs(value):
            tried = point.towards(tried, 0.5)
            continue
        converged = len(objective) > 1 and point.distance(tried) < tolerance
        point, shares, likelihood = tried, expected, log_likelihood
        objective.append(max(value, objective[-1]))
        if converged:
            break
        tried = model.maximisation(point, shares)
    information = model.information(point, shares)
    with np.errstate(invalid="ignore", divide="ignore"):
        half = np.where(information > 0, NormalDist().inv_cdf((1 + confidence) / 2) / np.sqrt(information), np.nan)
    competence = np.column_stack([point.ability, point.ability - half, point.ability + half])
    competence[ratings.given.sum(axis=1) == 0] = np.nan
    return Fit(
        shares=shares,
        competence=competence,
        log_likelihood=likelihood,
        objective=tuple(objective[1:]),
        converged=converged,
        difficulty=np.exp(-point.scale),
    )


def _limited(step: Floats) -> Floats:
    return np.clip(step, -LONGEST_STEP, LONGEST_STEP)


def _logistic(x: Floats) -> Floats:
    from scipy.special import expit

    return np.asarray(expit(x))
