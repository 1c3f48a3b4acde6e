"""Items that come in clusters, such as ten sentences of one target word: values, standard errors, clusters drawn anew.

Items of a cluster resemble each other, so that a test that takes them for independent finds too much (Moulton 1990).
The sandwich CR2 corrects the residuals of each cluster for its leverage, and the degrees of freedom are those of Bell &
McCaffrey 2002: near the nominal level with twenty or thirty clusters, where the usual sandwich is not.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from accord.results.arrays import Floats, Ints
from accord.statistics.bootstrap import replicate_weights
from accord.statistics.linear_models import LinearFit, least_squares
from accord.statistics.seeds import generator


def without_gaps(codes: Ints) -> Ints:
    """The same clusters, coded 0 … G − 1 without gaps."""
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def constant_within(values: Floats, cluster: Ints) -> bool:
    """Whether a feature never varies inside a cluster although clusters have several items (pseudo-replication)."""
    number = int(cluster.max(initial=-1)) + 1
    if number == len(cluster):
        return False
    low, high = np.full(number, np.inf), np.full(number, -np.inf)
    np.minimum.at(low, cluster, values)
    np.maximum.at(high, cluster, values)
    return bool((low == high).all())


def intraclass_correlation(values: Floats, cluster: Ints) -> float:
    """ICC(1) by analysis of variance, (MSB − MSW) / (MSB + (n₀ − 1) MSW) (Donner 1986); nan without repetition."""
    sizes = np.bincount(cluster).astype(np.float64)
    items, number = float(sizes.sum()), len(sizes)
    if number < 2 or items <= number:
        return float("nan")
    means = np.bincount(cluster, weights=values) / sizes
    between = float((sizes * (means - values.mean()) ** 2).sum()) / (number - 1)
    within = float(((values - means[cluster]) ** 2).sum()) / (items - number)
    usual = (items - float((sizes**2).sum()) / items) / (number - 1)
    spread = between + (usual - 1) * within
    return (between - within) / spread if spread > 0 else float("nan")


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
    for group in range(clusters):
        members = order[bounds[group] : bounds[group + 1]]
        turned = _leverage_corrected(design[members], square_root)
        weighed.append(turned)
        scores[group] = turned.T @ residuals[members]
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
    for group, turned in enumerate(weighed):
        rows = design[order[bounds[group] : bounds[group + 1]]]
        spread = turned @ bread
        norms[:, group] = (spread**2).sum(axis=0)
        crossed[:, group] = spread.T @ rows
    degrees = np.empty(columns)
    for column in range(columns):
        u = crossed[column]
        # B = D − U M U': traces of B and of B² without the G × G matrix.
        middle = u.T @ u @ bread
        own = np.einsum("gi,ij,gj->g", u, bread, u)
        trace = norms[column].sum() - own.sum()
        squares = (norms[column] ** 2).sum() - 2 * (norms[column] * own).sum() + float(np.trace(middle @ middle))
        degrees[column] = trace**2 / squares if squares > 0 else np.nan
    return degrees


MOST_LEFT_OUT = 200  # beyond so many clusters, blocks of them are left out together


def drawn_clusters(cluster: Ints, replicates: int, seed: int) -> Iterator[Floats]:
    """Blocks (replicates in the block, items) of how often each item stands there when clusters are drawn anew."""
    for drawn in replicate_weights(np.ones(int(cluster.max(initial=-1)) + 1, dtype=np.int64), replicates, seed):
        yield drawn[:, cluster]


def left_out_clusters(cluster: Ints, seed: int = 0) -> Floats:
    """(blocks, items) weights with one cluster, or one block of many clusters, left out in each row."""
    number = int(cluster.max(initial=-1)) + 1
    block = np.arange(number)
    if number > MOST_LEFT_OUT:
        block = generator(seed, "left out").permutation(number) % MOST_LEFT_OUT
    of_item = block[cluster]
    return np.asarray(of_item[None, :] != np.arange(int(block.max(initial=-1)) + 1)[:, None], dtype=np.float64)
