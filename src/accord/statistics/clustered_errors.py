"""Standard errors that hold when items come in clusters, such as ten sentences of one target word.

Items of a cluster resemble each other, so that a test that takes them for independent finds too much (Moulton 1990).
The sandwich CR2 corrects the residuals of each cluster for its leverage, and the degrees of freedom are those of Bell &
McCaffrey 2002: near the nominal level with twenty or thirty clusters, where the usual sandwich is not.
"""

from __future__ import annotations

import numpy as np

from accord.results.arrays import Floats, Ints
from accord.statistics.linear_models import LinearFit, least_squares

DETERMINED = 1e-9  # a direction that one cluster alone determines leaves no residual there


def clustered_fit(design: Floats, outcome: Floats, cluster: Ints) -> LinearFit:
    """Least squares of `outcome` (items,) on `design` (items, p), of full rank, with clusters coded 0 … G − 1.

    Clusters of one item each give the heteroscedasticity-consistent HC2.
    """
    bread, coefficients, residuals = least_squares(design, outcome)
    order = np.argsort(cluster, kind="stable")
    clusters = int(cluster.max(initial=-1)) + 1
    bounds = np.searchsorted(cluster[order], np.arange(clusters + 1))
    scores = np.empty((clusters, design.shape[1]))
    weighed: list[Floats] = []
    square_root = np.asarray(np.linalg.cholesky(bread), dtype=np.float64)
    for one in range(clusters):
        members = order[bounds[one] : bounds[one + 1]]
        turned = _leverage_corrected(design[members], square_root)
        weighed.append(turned)
        scores[one] = turned.T @ residuals[members]
    covariance = bread @ (scores.T @ scores) @ bread
    return LinearFit(coefficients, residuals, covariance, _degrees(design, bread, order, bounds, weighed))


def _leverage_corrected(rows: Floats, square_root: Floats) -> Floats:
    """A_g X_g with A_g = (I − H_gg)^(−1/2); H_gg has rank p at most, so that only p directions change."""
    left, lengths, _ = np.linalg.svd(rows @ square_root, full_matrices=False)
    rest = 1 - np.minimum(lengths**2, 1.0)
    change = np.where(rest > DETERMINED, 1 / np.sqrt(np.maximum(rest, DETERMINED)), 0.0) - 1
    return np.asarray(rows + (left * change) @ (left.T @ rows))


def _degrees(design: Floats, bread: Floats, order: Ints, bounds: Ints, weighed: list[Floats]) -> Floats:
    """(Σ λ)² / Σ λ² of B_gh = δ_gh a_g·a_g − u_g' M u_h, with a_g = A_g X_g M c, u_g = X_g' a_g, M = (X'X)⁻¹."""
    columns = design.shape[1]
    norms = np.empty((columns, len(weighed)))
    crossed = np.empty((columns, len(weighed), columns))
    for one, turned in enumerate(weighed):
        rows = design[order[bounds[one] : bounds[one + 1]]]
        spread = turned @ bread
        norms[:, one] = (spread**2).sum(axis=0)
        crossed[:, one] = spread.T @ rows
    found = np.empty(columns)
    for column in range(columns):
        u = crossed[column]
        # B = D − U M U': traces of B and of B² without the G × G matrix.
        middle = u.T @ u @ bread
        own = np.einsum("gi,ij,gj->g", u, bread, u)
        trace = norms[column].sum() - own.sum()
        squares = (norms[column] ** 2).sum() - 2 * (norms[column] * own).sum() + float(np.trace(middle @ middle))
        found[column] = trace**2 / squares if squares > 0 else np.nan
    return found
