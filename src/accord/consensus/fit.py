"""What every model of annotators leaves behind."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Fit:
    """A model fitted to ratings."""

    shares: Floats
    """(categories, items) the probability of each category."""
    competence: Floats
    """(annotators, 3) the model's own measure of competence: value, low, high; nan for who rated nothing."""
    log_likelihood: float
    """ln p(labels, gold | parameters)."""
    objective: tuple[float, ...]
    """What was climbed, iteration by iteration; it never falls."""
    converged: bool
    confusion: Floats | None = None
    """(annotators, true, said) Dawid & Skene's error rates; nan for a category that no item has."""
    difficulty: Floats | None = None
    """(items,) GLAD's 1/β."""


def beta_interval(right: Floats, wrong: Floats, confidence: float) -> Floats:
    """(n, 3) mean and equal-tailed interval of Beta(right, wrong)."""
    from scipy.special import betaincinv

    tail = (1 - confidence) / 2
    low, high = betaincinv(right, wrong, tail), betaincinv(right, wrong, 1 - tail)
    return np.column_stack([right / (right + wrong), low, high])


def share_interval(right: Floats, of: Floats, confidence: float) -> Floats:
    """(n, 3) a share and its Jeffreys interval, Beta(right + ½, wrong + ½); nan for 0 of 0.

    The interval reaches to the share itself where that is 0 or 1 (Brown, Cai & DasGupta 2001, section 4.1.2).
    """
    share = np.divide(right, of, out=np.full(len(of), np.nan), where=of > 0)
    _, low, high = beta_interval(right + 0.5, np.maximum(of - right, 0) + 0.5, confidence).T
    return np.column_stack([share, np.minimum(low, share), np.maximum(high, share)])
