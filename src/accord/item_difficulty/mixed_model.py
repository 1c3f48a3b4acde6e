"""A linear model with a random intercept for the clusters, and for what is nested in them (a sense in its word)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.item_difficulty.design import Design
from accord.item_difficulty.linear_model import Term
from accord.results.arrays import Floats, Ints
from accord.results.json_numbers import json_fields
from accord.results.wording import many
from accord.statistics.clustered_errors import constant_within, without_gaps
from accord.statistics.mixed_models import NestedLikelihood, random_intercept
from accord.statistics.p_values import two_sided_p

FEWEST_CLUSTERS = 5


@dataclass(frozen=True)
class MixedModel:
    """Fixed effects with the clusters' own level taken out, and how much of the spread lies between clusters."""

    outcome: str
    items: int
    clusters: int
    terms: tuple[Term, ...] = ()
    cluster_variance: float = np.nan
    nested_variance: float | None = None
    residual_variance: float = np.nan
    marginal_r2: float = np.nan
    """What the features explain (Nakagawa & Schielzeth 2013)."""
    conditional_r2: float = np.nan
    """What the features and the clusters explain."""
    converged: bool = False
    undefined: str | None = None

    @property
    def intraclass(self) -> float:
        """The share of the spread that the features leave and the clusters (and what is nested in them) take."""
        between = self.cluster_variance + (self.nested_variance or 0.0)
        return between / (between + self.residual_variance)

    def as_json(self) -> dict[str, object]:
        variances = ("cluster_variance", "nested_variance", "residual_variance")
        return {
            **json_fields(
                self, "outcome", "items", "clusters", "terms", *variances, intraclass_correlation="intraclass"
            ),
            **json_fields(self, "marginal_r2", "conditional_r2", "converged", "undefined"),
        }


def fit_mixed(outcome: str, hardness: Floats, design: Design, cluster: Ints, nested: Ints | None) -> MixedModel:
    """y = X b + u(cluster) + v(nested) + e by restricted maximum likelihood.

    Degrees of freedom are "between–within" (Schluchter & Elashoff 1990): a feature that is constant inside clusters has
    as many as there are clusters to tell it from, whatever the number of items.
    """
    rows = np.flatnonzero(~np.isnan(hardness) & ~np.isnan(design.matrix).any(axis=1))
    mine = without_gaps(cluster[rows])
    clusters = int(mine.max(initial=-1)) + 1
    y = hardness[rows]
    own = None if nested is None else without_gaps(nested[rows])
    reason = _why_not(len(rows), clusters, y, design) or _why_not_nested(mine, own)
    if reason is not None:
        return MixedModel(outcome, len(rows), clusters, undefined=reason)
    kept, _ = design.of_rows(rows).of_full_rank()
    units = kept.matrix.std(axis=0, ddof=1)
    spread = float(y.std(ddof=1))
    # Standardised: the optimiser's steps do not depend on the units of the features.
    z = (kept.matrix - kept.matrix.mean(axis=0)) / units
    try:
        fitted = _fitted((y - y.mean()) / spread, np.column_stack([np.ones(len(rows)), z]), mine, own)
    except (np.linalg.LinAlgError, ValueError) as error:
        return MixedModel(outcome, len(rows), clusters, undefined=f"the model cannot be fitted: {error}")
    coefficients, errors, between, inside, rest, converged = fitted
    terms = _terms(kept, coefficients[1:], errors[1:], units / spread, mine)
    explained = float(np.var(z @ coefficients[1:]))
    total = explained + between + (inside or 0.0) + rest
    return MixedModel(
        outcome,
        len(rows),
        clusters,
        terms,
        between * spread**2,
        None if inside is None else inside * spread**2,
        rest * spread**2,
        explained / total,
        (total - rest) / total,
        converged,
        None if converged else "the optimiser did not converge: read it with caution",
    )


def _why_not(items: int, clusters: int, y: Floats, design: Design) -> str | None:
    columns = design.matrix.shape[1]
    if columns == 0:
        return "there is no feature"
    if clusters < FEWEST_CLUSTERS:
        few = many(clusters, "cluster is", "clusters are")
        return f"{few} too few to estimate their variance: {FEWEST_CLUSTERS} are needed"
    if items <= clusters:
        return "every item is its own cluster"
    if items < columns + 3:
        return f"{many(items, 'item is', 'items are')} too few for {many(columns, 'column')} of features"
    return "all items are equally hard" if (y == y[0]).all() else None


def _why_not_nested(cluster: Ints, nested: Ints | None) -> str | None:
    """Two spreads that the items cannot tell apart."""
    if nested is None:
        return None
    groups = np.unique(np.stack([cluster, nested]), axis=1).shape[1]
    if groups == len(cluster):
        return "every item is alone in what is nested, whose variance cannot be separated from that of the items"
    if groups == int(cluster.max()) + 1:
        return "every cluster holds one nested group, whose variance cannot be separated from that of the clusters"
    return None


def _fitted(
    y: Floats, matrix: Floats, cluster: Ints, nested: Ints | None
) -> tuple[Floats, Floats, float, float | None, float, bool]:
    """Coefficients and errors, the variances between clusters, inside them and of the rest, whether it settled."""
    if nested is None:
        between, rest, coefficients, covariance = random_intercept(y, matrix, cluster)
        return coefficients, np.sqrt(np.diag(covariance)), between, None, rest, True
    fit = NestedLikelihood(y, matrix, cluster, nested).highest()
    errors = np.sqrt(np.diag(fit.covariance))
    return fit.coefficients, errors, fit.between, fit.inside, fit.rest, fit.converged


def _terms(design: Design, coefficients: Floats, errors: Floats, scale: Floats, cluster: Ints) -> tuple[Term, ...]:
    fixed = np.array([constant_within(column, cluster) for column in design.matrix.T])
    clusters, items = int(cluster.max()) + 1, len(cluster)
    between, within = clusters - 1 - int(fixed.sum()), items - clusters - int((~fixed).sum())
    terms = []
    for place, (name, feature) in enumerate(zip(design.names, design.features, strict=True)):
        degrees = float(max(between if fixed[place] else within, 1))
        slope, error = float(coefficients[place]), float(errors[place])
        p = two_sided_p(slope / error, degrees) if error > 0 else np.nan
        terms.append(Term(name, feature, slope / float(scale[place]), slope, error / float(scale[place]), degrees, p))
    return tuple(terms)
