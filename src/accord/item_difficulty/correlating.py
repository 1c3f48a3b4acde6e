"""Each feature beside a difficulty: Spearman's ρ, its interval, and p-values with and without clusters, corrected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from accord.results.arrays import Floats, Ints
from accord.results.json_numbers import json_fields
from accord.results.wording import many
from accord.statistics import percentile_interval
from accord.statistics.clustered_errors import clustered_fit, constant_within, drawn_clusters, without_gaps
from accord.statistics.multiple_comparisons import benjamini_hochberg, holm
from accord.statistics.p_values import two_sided_p
from accord.statistics.rank_correlation import midranks, spearman_p, weighted_spearman

FEWEST = 5  # items with both numbers


@dataclass(frozen=True)
class Correlation:
    """ρ of one feature with one difficulty; positive: the more of the feature, the harder."""

    outcome: str
    feature: str
    items: int
    rho: float
    low: float
    high: float
    p: float
    """As if items were independent."""
    holm: float = np.nan
    bh: float = np.nan
    clusters: int | None = None
    p_clustered: float = np.nan
    degrees: float = np.nan
    """Degrees of freedom of the clustered test."""
    holm_clustered: float = np.nan
    bh_clustered: float = np.nan
    constant_within: bool = False
    """Whether the feature is the same for all items of a cluster: it has as many values as there are clusters."""
    group: str | None = None
    undefined: str | None = None

    def survives(self, level: float = 0.05) -> bool:
        """Whether it is significant after Holm's correction, clusters taken into account where there are any."""
        return (self.holm if self.clusters is None else self.holm_clustered) < level

    def as_json(self) -> dict[str, object]:
        tests = ("p", "holm", "bh", "p_clustered", "degrees", "holm_clustered", "bh_clustered")
        return {
            **json_fields(self, "outcome", "feature", "group", "items", "clusters", "rho", "low", "high", *tests),
            "constant_within_clusters": self.constant_within,
            "survives": self.survives(),
            "undefined": self.undefined,
        }


@dataclass(frozen=True)
class BootstrapSettings:
    """How intervals are made."""

    confidence: float | None = 0.95
    replicates: int = 1000
    seed: int = 0


def correlate(
    outcome: str,
    hardness: Floats,
    features: dict[str, Floats],
    cluster: Ints | None,
    drawing: BootstrapSettings,
    group: str | None = None,
) -> list[Correlation]:
    """All features beside one difficulty, without corrections. Items where either number is missing are left out."""
    return [_one(outcome, hardness, name, values, cluster, drawing, group) for name, values in features.items()]


def corrected(family: Sequence[Correlation]) -> tuple[Correlation, ...]:
    """The same with Holm and Benjamini–Hochberg over all of them: they are one family of tests."""
    plain = np.array([correlation.p for correlation in family])
    clustered = np.array([correlation.p_clustered for correlation in family])
    columns = zip(
        family, holm(plain), benjamini_hochberg(plain), holm(clustered), benjamini_hochberg(clustered), strict=True
    )
    return tuple(
        replace(correlation, holm=float(a), bh=float(b), holm_clustered=float(c), bh_clustered=float(d))
        for correlation, a, b, c, d in columns
    )


def _one(
    outcome: str,
    hardness: Floats,
    feature: str,
    values: Floats,
    cluster: Ints | None,
    drawing: BootstrapSettings,
    group: str | None,
) -> Correlation:
    known = ~(np.isnan(hardness) | np.isnan(values))
    x, y = values[known], hardness[known]
    mine = None if cluster is None else without_gaps(cluster[known])
    clusters = None if mine is None else int(mine.max(initial=-1)) + 1
    reason = why_undefined(x, y)
    if reason is not None:
        nothing = (np.nan, np.nan, np.nan, np.nan)
        return Correlation(outcome, feature, len(x), *nothing, clusters=clusters, group=group, undefined=reason)
    rho = float(weighted_spearman(x, y, np.ones((1, len(x))))[0])
    low, high = _interval(x, y, rho, mine, drawing)
    p_clustered, degrees = (np.nan, np.nan) if mine is None else clustered_p(x, y, mine)
    return Correlation(
        outcome,
        feature,
        len(x),
        rho,
        low,
        high,
        spearman_p(rho, len(x)),
        clusters=clusters,
        p_clustered=p_clustered,
        degrees=degrees,
        constant_within=mine is not None and constant_within(x, mine),
        group=group,
    )


def why_undefined(x: Floats, y: Floats) -> str | None:
    """Why two columns have no correlation, or None."""
    if len(x) < FEWEST:
        return f"only {many(len(x), 'item has', 'items have')} both numbers, and {FEWEST} are needed"
    if (x == x[0]).all():
        return "the feature is the same for all items"
    if (y == y[0]).all():
        return "all items are equally hard"
    return None


def clustered_p(x: Floats, y: Floats, cluster: Ints) -> tuple[float, float]:
    """The p-value of ρ = 0 with clusters drawn from many, and its degrees of freedom.

    The slope of the ranks of y on the ranks of x is 0 exactly when ρ is; its CR2 error and the degrees of freedom of
    Bell & McCaffrey 2002 need no independence inside clusters. nan with fewer than three clusters.
    """
    if int(cluster.max(initial=-1)) + 1 < 3:
        return np.nan, np.nan
    a = midranks(x)
    design = np.column_stack([np.ones(len(x)), (a - a.mean()) / a.std()])
    b = midranks(y)
    fit = clustered_fit(design, (b - b.mean()) / b.std(), cluster)
    error, degrees = float(fit.errors[1]), float(fit.degrees[1])
    if not error > 0:
        return np.nan, degrees
    return two_sided_p(float(fit.coefficients[1]) / error, degrees), degrees


def _interval(
    x: Floats, y: Floats, rho: float, cluster: Ints | None, drawing: BootstrapSettings
) -> tuple[float, float]:
    """tanh(atanh ρ ± t s), s the bootstrap error of Fisher's z over clusters (items where there are none) drawn anew.

    t has as many degrees of freedom as there are clusters, less one. In simulations with 15 to 60 clusters intervals of
    95 % cover 93 to 96 %; percentiles cover 92 to 94 %, and BCa 89 to 94 %.
    """
    from scipy.special import stdtrit

    if drawing.confidence is None:
        return np.nan, np.nan
    drawn_by = np.arange(len(x)) if cluster is None else cluster
    number = int(drawn_by.max()) + 1
    if number < FEWEST:
        return np.nan, np.nan
    blocks = drawn_clusters(drawn_by, drawing.replicates, drawing.seed)
    drawn = np.concatenate([weighted_spearman(x, y, weights) for weights in blocks])
    with np.errstate(divide="ignore"):
        transformed = np.arctanh(drawn[~np.isnan(drawn)])
    finite = transformed[np.isfinite(transformed)]
    if abs(rho) == 1 or len(finite) < 0.99 * len(transformed) or len(finite) < 2:
        return percentile_interval(drawn, drawing.confidence)  # a perfect correlation has no finite z
    width = float(stdtrit(number - 1, (1 + drawing.confidence) / 2)) * float(finite.std(ddof=1))
    middle = float(np.arctanh(rho))
    return float(np.tanh(middle - width)), float(np.tanh(middle + width))
