"""The same correlations inside groups of items, and whether they differ between the groups."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from accord.item_difficulty.correlating import BootstrapSettings, Correlation, corrected, correlate, why_undefined
from accord.results.arrays import Bools, Floats, Ints
from accord.results.json_numbers import JsonRecord
from accord.statistics.clustered_errors import left_out_clusters, without_gaps
from accord.statistics.homogeneity_tests import hotelling_test, jackknife_variance, welch_test
from accord.statistics.multiple_comparisons import benjamini_hochberg, holm
from accord.statistics.rank_correlation import fisher_z, weighted_spearman


@dataclass(frozen=True)
class Interaction(JsonRecord):
    """Whether the correlation of a feature is the same in all groups: Welch's test on Fisher's z of the groups' ρ."""

    outcome: str
    feature: str
    statistic: float
    degrees: tuple[float, float]
    p: float
    holm: float = np.nan
    bh: float = np.nan
    undefined: str | None = None


def correlate_groups(
    outcome: str,
    hardness: Floats,
    features: dict[str, Floats],
    groups: dict[str, Bools],
    cluster: Ints | None,
    drawing: BootstrapSettings,
) -> tuple[Correlation, ...]:
    """ρ of every feature in every group; all of them are one family for the corrections."""
    correlations: list[Correlation] = []
    for name, members in groups.items():
        inside = {feature: values[members] for feature, values in features.items()}
        own = None if cluster is None else cluster[members]
        correlations += correlate(outcome, hardness[members], inside, own, drawing, name)
    return corrected(correlations)


def interactions(
    outcome: str,
    hardness: Floats,
    features: dict[str, Floats],
    groups: dict[str, Bools],
    cluster: Ints | None,
) -> tuple[Interaction, ...]:
    """For each feature whether its ρ differs between the groups, corrected over the features."""
    tests = [interaction(outcome, name, hardness, values, groups, cluster) for name, values in features.items()]
    p = np.array([test.p for test in tests])
    return tuple(
        replace(test, holm=float(a), bh=float(b))
        for test, a, b in zip(tests, holm(p), benjamini_hochberg(p), strict=True)
    )


def interaction(
    outcome: str,
    feature: str,
    hardness: Floats,
    values: Floats,
    groups: dict[str, Bools],
    cluster: Ints | None,
) -> Interaction:
    """F on the Fisher-transformed ρ of the groups, each with its jackknife variance over clusters (Welch 1951).

    Where a cluster has items in several groups, the ρ are not independent: their joint jackknife covariance is used.
    """
    estimates, parts = [], []
    for members in groups.values():
        known = members & ~np.isnan(hardness) & ~np.isnan(values)
        x, y = values[known], hardness[known]
        if why_undefined(x, y) is None:
            estimates.append(float(fisher_z(weighted_spearman(x, y, np.ones((1, len(x)))))[0]))
            parts.append((x, y, np.flatnonzero(known)))
    if len(parts) < 2:
        reason = "fewer than two groups have a correlation"
        return Interaction(outcome, feature, np.nan, (np.nan, np.nan), np.nan, undefined=reason)
    own = np.arange(len(hardness)) if cluster is None else cluster
    distinct = [np.unique(own[places]) for _, _, places in parts]
    shared = len(np.unique(np.concatenate(distinct))) < sum(len(clusters) for clusters in distinct)
    statistic, first, second = (
        _hotelling(np.array(estimates), parts, own) if shared else _welch(np.array(estimates), parts, own)
    )
    if np.isnan(statistic):
        reason = "a group has too few clusters, or its items do not vary"
        return Interaction(outcome, feature, np.nan, (first, second), np.nan, undefined=reason)
    from scipy.special import fdtrc

    return Interaction(outcome, feature, statistic, (first, second), float(fdtrc(first, second, statistic)))


_Part = tuple[Floats, Floats, Ints]


def _welch(estimates: Floats, parts: list[_Part], own: Ints) -> tuple[float, float, float]:
    """Groups without a common cluster: each ρ has its own jackknife variance."""
    left = [fisher_z(weighted_spearman(x, y, left_out_clusters(without_gaps(own[places])))) for x, y, places in parts]
    variances = np.array([jackknife_variance(without) for without in left])
    return welch_test(estimates, variances, np.array([len(without) - 1 for without in left]))


def _hotelling(estimates: Floats, parts: list[_Part], own: Ints) -> tuple[float, float, float]:
    """Clusters that reach into several groups: what is left out is left out of all groups."""
    weights = left_out_clusters(without_gaps(own))
    without = [fisher_z(weighted_spearman(x, y, weights[:, places])) for x, y, places in parts]
    return hotelling_test(estimates, np.stack(without, axis=1))
