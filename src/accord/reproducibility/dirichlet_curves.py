"""Curves of Dirichlet populations for all numbers of categories and annotators: what the tables are read from.

Exact values at fifty weights, and a polynomial through them in ln α. The curves are analytic there, and the polynomial
meets them within 1e−11.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.polynomial.chebyshev import chebpts1, chebval, chebvander
from numpy.typing import ArrayLike

from accord.reproducibility.dirichlet_grid import ANNOTATORS, CATEGORIES, against_mode_grid, between_groups_grid
from accord.results import UsageError
from accord.results.arrays import Floats

NODES = 50
WEIGHTS = (3e-4, 6.0)
"""The least and the largest α: κ = 1 / (1 + C α) from .077 (two categories) or .008 (twenty) to .994 and beyond."""
GRIDS: dict[str, Callable[[Floats, int, int], Floats]] = {
    "reference": against_mode_grid,
    "group": between_groups_grid,
}


@dataclass(frozen=True, eq=False)
class DirichletCurves:
    """E_k or Δ_k by κ, for equally frequent categories."""

    coefficients: Floats
    """(degree, categories + 1, annotators + 1) in Chebyshev polynomials of ln α, from −1 to 1."""

    @classmethod
    def of(
        cls, against: str, categories: int = CATEGORIES, annotators: int = ANNOTATORS, nodes: int = NODES
    ) -> DirichletCurves:
        """All curves against the "reference" or another "group".

        >>> curves = DirichletCurves.of("reference", 5, 3)
        >>> float(curves.variation(0.8, 5, 3).round(6))
        0.077128
        """
        low, high = np.log(WEIGHTS)
        place = chebpts1(nodes)
        grid = GRIDS[against](np.exp(low + (place + 1) / 2 * (high - low)), categories, annotators)
        made = np.tensordot(chebvander(place, nodes - 1), grid, (0, 0)) * 2 / nodes
        made[0] /= 2
        return cls(made)

    def variation(self, kappas: ArrayLike, categories: int, k: int) -> Floats:
        """The share of the reference that changes, for κ within the weights of the curve."""
        kappa = np.asarray(kappas, dtype=np.float64)
        low, high = np.log(WEIGHTS)
        place = 2 * (np.log((1 - kappa) / kappa / categories) - low) / (high - low) - 1
        rounding = 1e-9
        if (np.abs(place) > 1 + rounding).any():
            raise UsageError(f"κ of {categories} categories leaves the curve", "use expected_variation")
        return np.asarray(chebval(place, self.coefficients[:, categories, k]))

    def smallest_kappa(self, target: float, categories: int, k: int) -> float:
        """The least κ at which at most `target` of the reference changes."""
        from scipy.optimize import brentq

        low, high = (1 / (1 + categories * weight) for weight in WEIGHTS[::-1])
        if not self.variation(high, categories, k) <= target <= self.variation(low, categories, k):
            raise UsageError(f"a change of {target:g} leaves the curve", "use smallest_kappa")
        return float(brentq(lambda kappa: float(self.variation(kappa, categories, k)) - target, low, high, xtol=1e-10))
