"""κ and the variation of the reference in groups of annotators that were made up (Bregeon et al. 2019, 5.2 and 6.2).

What the exact curves give in expectation, found by drawing: a check of them, and the figures of the paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from accord.annotations import Labels
from accord.degradations import fictitious_groups, simulated_annotators
from accord.reproducibility.vote_distribution import vote
from accord.results.arrays import Floats


@dataclass(frozen=True)
class Point:
    """Groups of annotators with one mean number of errors."""

    mean_errors: float
    kappa: float
    """The mean over groups of κ (Davies & Fleiss 1982)."""
    kappa_deviation: float
    """The standard deviation of κ between groups."""
    variation: float
    """The mean over groups (or pairs of groups) of the share of the reference that differs."""


def simulated_points(labels: Labels, k: int, means: Sequence[float], groups: int = 100, seed: int = 0) -> list[Point]:
    """Groups of k annotators who err where real ones do, against the vote of the real ones (figures 3 to 6)."""
    made = []
    for mean in means:
        many = simulated_annotators(labels, k * groups, mean=mean, seed=seed)
        alone = simulated_annotators(labels, 1, mean=0, seed=seed)
        counts, shares = _groups(many, k)
        reference = np.eye(len(labels.categories))[alone.codes]
        lost = 1 - (vote(counts) * reference).sum(axis=2).mean(axis=1)
        made.append(_point(mean, group_kappas(counts, shares), float(lost.mean())))
    return made


def fictitious_points(
    items: int,
    categories: int,
    k: int,
    means: Sequence[float],
    groups: int = 100,
    sigma: float = 0.0,
    unanimous: float = 0.0,
    prevalence: Sequence[float] | None = None,
    seed: int = 0,
) -> list[Point]:
    """Groups of k annotators around a reference drawn at random, against each other (table 1 and figure 8)."""
    made = []
    for mean in means:
        drawn = fictitious_groups(
            items,
            categories,
            k,
            mean,
            sigma=sigma,
            unanimous=unanimous,
            prevalence=prevalence,
            groups=groups,
            seed=seed,
        )
        parts = [_groups(group, k) for group in drawn]
        counts = np.concatenate([part[0] for part in parts])
        shares = np.concatenate([part[1] for part in parts])
        made.append(_point(mean, group_kappas(counts, shares), pairs_of_groups(vote(counts))))
    return made


def _point(mean: float, kappas: Floats, variation: float) -> Point:
    spread = float(np.nanstd(kappas, ddof=1)) if len(kappas) > 1 else float("nan")
    return Point(float(mean), float(np.nanmean(kappas)), spread, variation)


def _groups(labels: Labels, k: int) -> tuple[Floats, Floats]:
    """Counts (groups, items, C), and the shares (groups, k, C) of the labels of each annotator; all items labelled."""
    size = len(labels.categories)
    codes = labels.codes.reshape(labels.n_items, -1)
    split = codes.T.reshape(-1, k, len(codes))
    counts = np.stack([(split == code).sum(axis=1) for code in range(size)], axis=2)
    shares = np.stack([(split == code).mean(axis=2) for code in range(size)], axis=2)
    return counts.astype(np.float64), shares


def group_kappas(counts: Floats, shares: Floats) -> Floats:
    """(groups,) κ of Davies & Fleiss (1982) from counts (groups, items, C) and marginals (groups, k, C)."""
    k = shares.shape[1]
    observed = ((np.square(counts).sum(axis=2) - k) / (k * (k - 1))).mean(axis=1)
    expected = (np.square(shares.sum(axis=1)) - np.square(shares).sum(axis=1)).sum(axis=1) / (k * (k - 1))
    return np.asarray(
        np.divide(observed - expected, 1 - expected, out=np.full(len(observed), np.nan), where=expected < 1)
    )


def pairs_of_groups(votes: Floats) -> float:
    """The mean over pairs of groups of 1 − ⟨vote, vote'⟩; votes (groups, items, C), two groups or more.

    >>> pairs_of_groups(np.array([[[1.0, 0.0]], [[0.5, 0.5]], [[0.0, 1.0]]]))
    0.6666666666666667
    """
    groups, items = votes.shape[:2]
    together = np.square(votes.sum(axis=0)).sum() - np.square(votes).sum()
    return float(1 - together / (groups * (groups - 1) * items))
