"""Multiple regression of a difficulty on features: R² three ways, inflation, relative importance, clustered errors."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from accord.item_difficulty.design import Design
from accord.results.arrays import Floats, Ints
from accord.results.json_numbers import JsonRecord, json_name
from accord.results.wording import many
from accord.statistics.clustered_errors import clustered_fit, without_gaps
from accord.statistics.linear_models import cross_validated_r2, folds_of, independent_fit, inflations, studentised
from accord.statistics.p_values import two_sided_p
from accord.statistics.relative_importance import shapley_shares


@dataclass(frozen=True)
class Term(JsonRecord):
    """One coefficient of a model."""

    name: str
    feature: str
    coefficient: float
    """The change in difficulty per unit of the feature."""
    standardised: float
    """In standard deviations of the difficulty per standard deviation of the feature."""
    error: float
    """The standard error of the coefficient; clustered where there are clusters."""
    degrees: float
    p: float


@dataclass(frozen=True)
class Importance(JsonRecord):
    """What a feature is worth in a model, whatever the order: its share of R² (LMG), and how much others repeat it."""

    feature: str
    share: float
    """The part of R²; they add up to it (Lindeman, Merenda & Gold 1980)."""
    inflation: float
    """The variance inflation factor; of a feature with several columns, the generalised one (Fox & Monette 1992)."""


@dataclass(frozen=True, eq=False)
class Regression(JsonRecord):
    """A linear model of one difficulty."""

    outcome: str
    items: int
    clusters: int | None
    r2: float = np.nan
    adjusted: float = field(default=np.nan, metadata=json_name("adjusted_r2"))
    cross_validated: float = field(default=np.nan, metadata=json_name("cross_validated_r2"))
    """On items (whole clusters where there are any) that the model has not seen; may be negative."""
    folds: int = 0
    terms: tuple[Term, ...] = ()
    importance: tuple[Importance, ...] = ()
    spread: float = field(default=np.nan, metadata=json_name("residual_spread"))
    """The standard deviation of the residuals."""
    aliased: tuple[str, ...] = ()
    """Columns left out because others determine them."""
    undefined: str | None = None
    design: Design | None = field(default=None, repr=False)
    coefficients: Floats | None = field(default=None, repr=False)
    covariance: Floats | None = field(default=None, repr=False)
    rows: Ints | None = field(default=None, repr=False)
    """Which items the model is fitted on."""
    fitted: Floats | None = field(default=None, repr=False)
    residuals: Floats | None = field(default=None, repr=False)
    studentised: Floats | None = field(default=None, repr=False)
    """(rows,) each residual over its standard error in a model without that item."""


def regress(outcome: str, hardness: Floats, design: Design, cluster: Ints | None, folds: int, seed: int) -> Regression:
    """Least squares on the items that have all features and a difficulty; a reason where there is no such model."""
    known = ~np.isnan(hardness) & ~np.isnan(design.matrix).any(axis=1)
    rows = np.flatnonzero(known)
    mine = None if cluster is None else without_gaps(cluster[rows])
    clusters = None if mine is None else int(mine.max(initial=-1)) + 1
    reason = _why_not(len(rows), hardness[rows], design, int(known.size))
    if reason is not None:
        return Regression(outcome, len(rows), clusters, undefined=reason)
    kept, aliased = design.of_rows(rows).of_full_rank()
    y = hardness[rows]
    matrix = kept.with_intercept()
    fit = independent_fit(matrix, y) if mine is None else clustered_fit(matrix, y, mine)
    items, columns = matrix.shape
    rest = float(fit.residuals @ fit.residuals)
    r2 = 1 - rest / float(((y - y.mean()) ** 2).sum())
    fold_of, number = folds_of(len(rows), mine, folds, seed)
    return Regression(
        outcome,
        items,
        clusters,
        r2,
        1 - (1 - r2) * (items - 1) / (items - columns),
        cross_validated_r2(matrix, y, fold_of, number),
        number,
        _terms(kept, y, fit.coefficients, fit.errors, fit.degrees),
        _importance(kept, y, seed),
        float(np.sqrt(rest / (items - columns))),
        aliased,
        design=kept,
        coefficients=fit.coefficients,
        covariance=fit.covariance,
        rows=rows,
        fitted=matrix @ fit.coefficients,
        residuals=fit.residuals,
        studentised=studentised(matrix, fit.residuals, rest),
    )


def _why_not(items: int, y: Floats, design: Design, all_items: int) -> str | None:
    columns = design.matrix.shape[1]
    if columns == 0:
        return "there is no feature"
    if items < columns + 3:
        short = f" ({many(all_items - items, 'other lacks', 'others lack')} a number)" if items < all_items else ""
        return (
            f"{many(items, 'item')}{short} {'is' if items == 1 else 'are'} too few for "
            f"{many(columns, 'column')} of features: give at least {columns + 3:,}"
        )
    return "all items are equally hard" if (y == y[0]).all() else None


def _terms(design: Design, y: Floats, coefficients: Floats, errors: Floats, degrees: Floats) -> tuple[Term, ...]:
    terms = []
    spread = float(y.std(ddof=1))
    for place, (name, feature) in enumerate(zip(design.names, design.features, strict=True), start=1):
        slope, error = float(coefficients[place]), float(errors[place])
        unit = float(design.matrix[:, place - 1].std(ddof=1))
        p = two_sided_p(slope / error, float(degrees[place])) if error > 0 else np.nan
        terms.append(Term(name, feature, slope, slope * unit / spread, error, float(degrees[place]), p))
    return tuple(terms)


def _importance(design: Design, y: Floats, seed: int) -> tuple[Importance, ...]:
    groups = design.groups()
    shares = shapley_shares(design.matrix, y, list(groups.values()), seed)
    inflation = inflations(design.matrix, list(groups.values()))
    return tuple(
        Importance(name, float(share), float(vif)) for name, share, vif in zip(groups, shares, inflation, strict=True)
    )
