"""Linear models by least squares: their errors where items are independent, and how well they predict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from accord.results.arrays import Floats, Ints
from accord.statistics.seeds import generator


@dataclass(frozen=True, eq=False)
class LinearFit:
    """A linear model of p columns: its coefficients, how sure they are, and what they leave."""

    coefficients: Floats
    """(p,)"""
    residuals: Floats
    """(items,)"""
    covariance: Floats
    """(p, p) of the coefficients"""
    degrees: Floats
    """(p,) degrees of freedom"""

    @property
    def errors(self) -> Floats:
        return np.sqrt(np.diag(self.covariance))


def least_squares(design: Floats, outcome: Floats) -> tuple[Floats, Floats, Floats]:
    """(X'X)⁻¹, the coefficients and the residuals of `outcome` (items,) on `design` (items, p), of full rank."""
    bread = np.asarray(np.linalg.inv(design.T @ design), dtype=np.float64)
    coefficients = bread @ (design.T @ outcome)
    return bread, coefficients, outcome - design @ coefficients


def independent_fit(design: Floats, outcome: Floats) -> LinearFit:
    """Ordinary least squares: items are independent, and their errors equally spread."""
    bread, coefficients, residuals = least_squares(design, outcome)
    rest = max(len(outcome) - design.shape[1], 1)
    covariance = bread * float(residuals @ residuals) / rest
    return LinearFit(coefficients, residuals, covariance, np.full(design.shape[1], float(rest)))


def residual_after(outcome: Floats, predictor: Floats) -> tuple[Floats, float]:
    """What a linear model of the outcome on one predictor leaves, and its R².

    nan where either is missing, and everywhere when the predictor does not vary.
    """
    known = ~(np.isnan(outcome) | np.isnan(predictor))
    left = np.full(len(outcome), np.nan)
    x, y = predictor[known], outcome[known]
    if len(x) < 3 or (x == x[0]).all():
        return left, float("nan")
    x = x - x.mean()
    slope = float(x @ y) / float(x @ x)
    left[known] = y - y.mean() - slope * x
    spread = float(((y - y.mean()) ** 2).sum())
    return left, 1 - float((left[known] ** 2).sum()) / spread if spread > 0 else float("nan")


def inflations(matrix: Floats, groups: Sequence[Sequence[int]]) -> Floats:
    """VIF = 1 / (1 − R² on the other columns); for m columns (det R₁₁ det R₂₂ / det R) to the power 1 / m."""
    if matrix.shape[1] == 1:
        return np.ones(1)
    whole = np.atleast_2d(np.corrcoef(matrix, rowvar=False))
    _, determinant = np.linalg.slogdet(whole)
    factors = []
    for group in groups:
        rest = [column for column in range(matrix.shape[1]) if column not in group]
        _, own = np.linalg.slogdet(whole[np.ix_(group, group)])
        _, others = np.linalg.slogdet(whole[np.ix_(rest, rest)]) if rest else (1.0, 0.0)
        factors.append(float(np.exp((own + others - determinant) / len(group))))
    return np.array(factors)


def folds_of(items: int, cluster: Ints | None, folds: int, seed: int) -> tuple[Ints, int]:
    """Which fold each item is in: clusters stay together, so that none is both learnt from and predicted."""
    own = np.arange(items) if cluster is None else cluster
    number = int(own.max()) + 1
    count = max(2, min(folds, number))
    return (generator(seed, "folds").permutation(number) % count)[own], count


def cross_validated_r2(matrix: Floats, y: Floats, fold_of: Ints, folds: int) -> float:
    """1 − Σ (y − ŷ)² / Σ (y − ȳ)², both predictions made from the other folds."""
    missed = spread = 0.0
    for fold in range(folds):
        held = fold_of == fold
        if not held.any() or held.all():
            continue
        coefficients = np.linalg.lstsq(matrix[~held], y[~held], rcond=None)[0]
        missed += float(((y[held] - matrix[held] @ coefficients) ** 2).sum())
        spread += float(((y[held] - y[~held].mean()) ** 2).sum())
    return 1 - missed / spread if spread > 0 else float("nan")


def studentised(matrix: Floats, residuals: Floats, rest: float) -> Floats:
    """Externally studentised: e / (s₍ᵢ₎ √(1 − h)), with s₍ᵢ₎ from the model without the item."""
    orthogonal, _ = np.linalg.qr(matrix)
    items, columns = matrix.shape
    free = 1 - np.minimum((orthogonal**2).sum(axis=1), 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        without = (rest - residuals**2 / free) / (items - columns - 1)
        ratios = residuals / np.sqrt(without * free)
    return np.where(np.isfinite(ratios), ratios, np.nan)
