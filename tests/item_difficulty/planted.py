"""Items with known effects: clusters that share a level, features of the item or of its cluster."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


def planted(
    rng: np.random.Generator, clusters: int, size: int, effect: float, of_cluster: bool, shared: float = 0.3
) -> tuple[Floats, Floats, Codes]:
    """A feature and a difficulty with a normal correlation of `effect`; a share of the noise is the cluster's.

    The feature is the cluster's (as the frequency of a target word is), or half the cluster's and half the item's.
    """
    cluster = np.repeat(np.arange(clusters), size)
    items = len(cluster)
    level = rng.normal(size=clusters)[cluster]
    x = level if of_cluster else np.sqrt(0.5) * (level + rng.normal(size=items))
    noise = np.sqrt(shared) * rng.normal(size=clusters)[cluster] + np.sqrt(1 - shared) * rng.normal(size=items)
    return x, effect * x + np.sqrt(1 - effect**2) * noise, cluster


def true_rho(effect: float) -> float:
    """Spearman's ρ of two normal variables: 6/π asin(r/2) (Pearson 1907)."""
    return float(6 / np.pi * np.arcsin(effect / 2))
