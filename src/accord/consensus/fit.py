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
