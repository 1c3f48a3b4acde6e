"""Whether several estimates are the same: Welch's test of independent ones, Hotelling's where they share clusters."""

from __future__ import annotations

import numpy as np

from accord.results.arrays import Floats


def welch_test(estimates: Floats, variances: Floats, degrees: Floats) -> tuple[float, float, float]:
    """F and its two degrees of freedom for independent estimates, each with an estimated variance (Welch 1951).

    nan where a variance is 0 or has fewer than two degrees of freedom.
    """
    if min(degrees) < 2 or not min(variances) > 0:
        return np.nan, np.nan, np.nan
    groups = len(estimates)
    weights = 1 / variances
    centre = (weights * estimates).sum() / weights.sum()
    uneven = float(((1 - weights / weights.sum()) ** 2 / degrees).sum())
    between = float((weights * (estimates - centre) ** 2).sum()) / (groups - 1)
    statistic = between / (1 + 2 * (groups - 2) / (groups**2 - 1) * uneven)
    return statistic, float(groups - 1), (groups**2 - 1) / (3 * uneven)


def hotelling_test(estimates: Floats, without: Floats) -> tuple[float, float, float]:
    """F and its two degrees of freedom for estimates (groups,) with the joint covariance of their jackknife.

    `without` (blocks, groups) are the estimates with one block left out. With d the differences from the first group
    and V their covariance, (B − q) / (q (B − 1)) · d' V⁻¹ d has F with q and B − q degrees of freedom, B blocks and q
    differences (Hotelling 1931). nan where the blocks are too few, or V is singular.
    """
    blocks, groups = without.shape
    if np.isnan(without).any() or blocks <= groups:
        return np.nan, np.nan, np.nan
    contrasts = without[:, 1:] - without[:, :1]
    gaps = contrasts - contrasts.mean(axis=0)
    covariance = gaps.T @ gaps * (blocks - 1) / blocks
    difference = estimates[1:] - estimates[0]
    asked = groups - 1
    if np.linalg.matrix_rank(covariance) < asked:
        return np.nan, np.nan, np.nan
    squared = float(difference @ np.linalg.solve(covariance, difference))
    return squared * (blocks - asked) / (asked * (blocks - 1)), float(asked), float(blocks - asked)


def jackknife_variance(without: Floats) -> float:
    """(B − 1) / B · Σ (value without a block − their mean)² (Tukey 1958); nan where one of them is undefined."""
    if np.isnan(without).any():
        return np.nan
    return float(((without - without.mean()) ** 2).sum()) * (len(without) - 1) / len(without)
