"""The same correlations inside groups of items, and whether they differ between the groups."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from accord.item_difficulty.clusters import left_out, recoded
from accord.item_difficulty.corrections import benjamini_hochberg, holm
from accord.item_difficulty.correlating import Correlation, Drawing, corrected, correlate, why_undefined
from accord.item_difficulty.rank_correlation import weighted_spearman

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
NO_VALUE = float("nan")


@dataclass(frozen=True)
class Interaction:
    """Whether the correlation of a feature is the same in all groups: Welch's test on Fisher's z of the groups' ρ."""

    outcome: str
    feature: str
    statistic: float
    degrees: tuple[float, float]
    p: float
    holm: float = NO_VALUE
    bh: float = NO_VALUE
    undefined: str | None = None

    def as_json(self) -> dict[str, object]:
        def number(value: float) -> float | None:
            return None if np.isnan(value) else float(value)

        return {
            "outcome": self.outcome,
            "feature": self.feature,
            "statistic": number(self.statistic),
            "degrees": [number(one) for one in self.degrees],
            "p": number(self.p),
            "holm": number(self.holm),
            "bh": number(self.bh),
            "undefined": self.undefined,
        }


def correlate_groups(
    outcome: str,
    hardness: Floats,
    features: dict[str, Floats],
    groups: dict[str, NDArray[np.bool_]],
    cluster: Codes | None,
    drawing: Drawing,
) -> tuple[Correlation, ...]:
    """ρ of every feature in every group; all of them are one family for the corrections."""
    found: list[Correlation] = []
    for name, members in groups.items():
        inside = {feature: values[members] for feature, values in features.items()}
        own = None if cluster is None else cluster[members]
        found += correlate(outcome, hardness[members], inside, own, drawing, name)
    return corrected(found)


def interactions(
    outcome: str,
    hardness: Floats,
    features: dict[str, Floats],
    groups: dict[str, NDArray[np.bool_]],
    cluster: Codes | None,
) -> tuple[Interaction, ...]:
    """For each feature whether its ρ differs between the groups, corrected over the features."""
    found = [interaction(outcome, name, hardness, values, groups, cluster) for name, values in features.items()]
    p = np.array([one.p for one in found])
    return tuple(
        replace(one, holm=float(a), bh=float(b))
        for one, a, b in zip(found, holm(p), benjamini_hochberg(p), strict=True)
    )


def interaction(
    outcome: str,
    feature: str,
    hardness: Floats,
    values: Floats,
    groups: dict[str, NDArray[np.bool_]],
    cluster: Codes | None,
) -> Interaction:
    """F on the Fisher-transformed ρ of the groups, each with its jackknife variance over clusters (Welch 1951).

    Where a cluster has items in several groups, the ρ are not independent: their joint jackknife covariance is used.
    """
    estimates, parts = [], []
    for members in groups.values():
        known = members & ~np.isnan(hardness) & ~np.isnan(values)
        x, y = values[known], hardness[known]
        if why_undefined(x, y) is None:
            estimates.append(float(_fisher(weighted_spearman(x, y, np.ones((1, len(x)))))[0]))
            parts.append((x, y, np.flatnonzero(known)))
    if len(parts) < 2:
        reason = "fewer than two groups have a correlation"
        return Interaction(outcome, feature, NO_VALUE, (NO_VALUE, NO_VALUE), NO_VALUE, undefined=reason)
    own = np.arange(len(hardness)) if cluster is None else cluster
    shared = _in_several([own[places] for _, _, places in parts])
    statistic, first, second = (
        _wald(np.array(estimates), parts, own) if shared else _welch(np.array(estimates), parts, own)
    )
    if np.isnan(statistic):
        reason = "a group has too few clusters, or its items do not vary"
        return Interaction(outcome, feature, NO_VALUE, (first, second), NO_VALUE, undefined=reason)
    from scipy.special import fdtrc

    return Interaction(outcome, feature, statistic, (first, second), float(fdtrc(first, second, statistic)))


_Part = tuple[Floats, Floats, Codes]


def _welch(estimates: Floats, parts: list[_Part], own: Codes) -> tuple[float, float, float]:
    """Independent estimates with variances that are themselves estimated, each with its degrees of freedom."""
    variances, degrees = [], []
    for x, y, places in parts:
        spread, number = _jackknife(x, y, recoded(own[places]))
        variances.append(spread)
        degrees.append(number - 1)
    if min(degrees) < 2 or not min(variances) > 0:
        return NO_VALUE, NO_VALUE, NO_VALUE
    groups = len(parts)
    weights = 1 / np.array(variances)
    centre = (weights * estimates).sum() / weights.sum()
    uneven = float(((1 - weights / weights.sum()) ** 2 / np.array(degrees)).sum())
    between = float((weights * (estimates - centre) ** 2).sum()) / (groups - 1)
    statistic = between / (1 + 2 * (groups - 2) / (groups**2 - 1) * uneven)
    return statistic, float(groups - 1), (groups**2 - 1) / (3 * uneven)


def _jackknife(x: Floats, y: Floats, cluster: Codes) -> tuple[float, int]:
    """The variance of Fisher's z with one cluster left out at a time, and the number of clusters or blocks of them."""
    without = _fisher(weighted_spearman(x, y, left_out(cluster)))
    if np.isnan(without).any():
        return NO_VALUE, len(without)
    return float(((without - without.mean()) ** 2).sum()) * (len(without) - 1) / len(without), len(without)


def _wald(estimates: Floats, parts: list[_Part], own: Codes) -> tuple[float, float, float]:
    """Clusters that reach into several groups: differences from the first group with their joint covariance."""
    everywhere = recoded(own)
    weights = left_out(everywhere)
    without = np.stack([_fisher(weighted_spearman(x, y, weights[:, places])) for x, y, places in parts], axis=1)
    blocks, groups = len(weights), len(parts)
    if np.isnan(without).any() or blocks <= groups:
        return NO_VALUE, NO_VALUE, NO_VALUE
    contrasts = without[:, 1:] - without[:, :1]
    gaps = contrasts - contrasts.mean(axis=0)
    covariance = gaps.T @ gaps * (blocks - 1) / blocks
    difference = estimates[1:] - estimates[0]
    if np.linalg.matrix_rank(covariance) < groups - 1:
        return NO_VALUE, NO_VALUE, NO_VALUE
    # Hotelling: (B − q) / (q (B − 1)) · d' V⁻¹ d has F with q and B − q degrees of freedom, B blocks, q contrasts.
    asked = groups - 1
    squared = float(difference @ np.linalg.solve(covariance, difference))
    return squared * (blocks - asked) / (asked * (blocks - 1)), float(asked), float(blocks - asked)


def _in_several(clusters: list[Codes]) -> bool:
    distinct = [np.unique(one) for one in clusters]
    return len(np.unique(np.concatenate(distinct))) < sum(len(one) for one in distinct)


def _fisher(rho: Floats) -> Floats:
    """atanh ρ; a perfect correlation has no finite z."""
    with np.errstate(divide="ignore"):
        found = np.arctanh(rho)
    return np.where(np.isfinite(found), found, np.nan)
