"""Multiple regression of a difficulty on features: R² three ways, inflation, relative importance, clustered errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from accord.item_difficulty.clustered_errors import clustered_fit, independent_fit
from accord.item_difficulty.clusters import recoded
from accord.item_difficulty.design import Design
from accord.item_difficulty.importance import shapley_shares
from accord.item_difficulty.rank_correlation import two_sided_p
from accord.resampling import generator
from accord.results.wording import many

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
NO_VALUE = float("nan")


@dataclass(frozen=True)
class Term:
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

    def as_json(self) -> dict[str, object]:
        return {name: _json(getattr(self, name)) for name in self.__dataclass_fields__}


@dataclass(frozen=True)
class Importance:
    """What a feature is worth in a model, whatever the order: its share of R² (LMG), and how much others repeat it."""

    feature: str
    share: float
    """The part of R²; they add up to it (Lindeman, Merenda & Gold 1980)."""
    inflation: float
    """The variance inflation factor; of a feature with several columns, the generalised one (Fox & Monette 1992)."""

    def as_json(self) -> dict[str, object]:
        return {name: _json(getattr(self, name)) for name in self.__dataclass_fields__}


@dataclass(frozen=True, eq=False)
class Regression:
    """A linear model of one difficulty."""

    outcome: str
    items: int
    clusters: int | None
    r2: float = NO_VALUE
    adjusted: float = NO_VALUE
    cross_validated: float = NO_VALUE
    """On items (whole clusters where there are any) that the model has not seen; may be negative."""
    folds: int = 0
    terms: tuple[Term, ...] = ()
    importance: tuple[Importance, ...] = ()
    spread: float = NO_VALUE
    """The standard deviation of the residuals."""
    aliased: tuple[str, ...] = ()
    """Columns left out because others determine them."""
    undefined: str | None = None
    design: Design | None = field(default=None, repr=False)
    coefficients: Floats | None = field(default=None, repr=False)
    covariance: Floats | None = field(default=None, repr=False)
    rows: Codes | None = field(default=None, repr=False)
    """Which items the model is fitted on."""
    fitted: Floats | None = field(default=None, repr=False)
    residuals: Floats | None = field(default=None, repr=False)
    studentised: Floats | None = field(default=None, repr=False)
    """(rows,) each residual over its standard error in a model without that item."""

    def as_json(self) -> dict[str, object]:
        return {
            "outcome": self.outcome,
            "items": self.items,
            "clusters": self.clusters,
            "r2": _json(self.r2),
            "adjusted_r2": _json(self.adjusted),
            "cross_validated_r2": _json(self.cross_validated),
            "folds": self.folds,
            "terms": [one.as_json() for one in self.terms],
            "importance": [one.as_json() for one in self.importance],
            "residual_spread": _json(self.spread),
            "aliased": list(self.aliased),
            "undefined": self.undefined,
        }


def _json(value: object) -> object:
    return None if isinstance(value, float) and np.isnan(value) else value


def regress(outcome: str, hardness: Floats, design: Design, cluster: Codes | None, folds: int, seed: int) -> Regression:
    """Least squares on the items that have all features and a difficulty; a reason where there is no such model."""
    known = ~np.isnan(hardness) & ~np.isnan(design.matrix).any(axis=1)
    rows = np.flatnonzero(known)
    mine = None if cluster is None else recoded(cluster[rows])
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
    fold_of, number = _folds(len(rows), mine, folds, seed)
    spread = float(np.sqrt(rest / (items - columns)))
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
        spread,
        aliased,
        design=kept,
        coefficients=fit.coefficients,
        covariance=fit.covariance,
        rows=rows,
        fitted=matrix @ fit.coefficients,
        residuals=fit.residuals,
        studentised=_studentised(matrix, fit.residuals, rest),
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
    found = []
    spread = float(y.std(ddof=1))
    for place, (name, feature) in enumerate(zip(design.names, design.features, strict=True), start=1):
        slope, error = float(coefficients[place]), float(errors[place])
        unit = float(design.matrix[:, place - 1].std(ddof=1))
        p = two_sided_p(slope / error, float(degrees[place])) if error > 0 else NO_VALUE
        found.append(Term(name, feature, slope, slope * unit / spread, error, float(degrees[place]), p))
    return tuple(found)


def _importance(design: Design, y: Floats, seed: int) -> tuple[Importance, ...]:
    groups = design.groups()
    shares = shapley_shares(design.matrix, y, list(groups.values()), seed)
    inflation = inflations(design.matrix, list(groups.values()))
    return tuple(
        Importance(name, float(share), float(one)) for name, share, one in zip(groups, shares, inflation, strict=True)
    )


def inflations(matrix: Floats, groups: Sequence[Sequence[int]]) -> Floats:
    """VIF = 1 / (1 − R² on the other columns); for m columns (det R₁₁ det R₂₂ / det R) to the power 1 / m."""
    if matrix.shape[1] == 1:
        return np.ones(1)
    whole = np.atleast_2d(np.corrcoef(matrix, rowvar=False))
    _, determinant = np.linalg.slogdet(whole)
    found = []
    for group in groups:
        rest = [column for column in range(matrix.shape[1]) if column not in group]
        _, own = np.linalg.slogdet(whole[np.ix_(group, group)])
        _, others = np.linalg.slogdet(whole[np.ix_(rest, rest)]) if rest else (1.0, 0.0)
        found.append(float(np.exp((own + others - determinant) / len(group))))
    return np.array(found)


def _folds(items: int, cluster: Codes | None, folds: int, seed: int) -> tuple[Codes, int]:
    """Which fold each item is in: clusters stay together, so that no target word is both learnt from and predicted."""
    own = np.arange(items) if cluster is None else cluster
    number = int(own.max()) + 1
    count = max(2, min(folds, number))
    return (generator(seed, "folds").permutation(number) % count)[own], count


def cross_validated_r2(matrix: Floats, y: Floats, fold_of: Codes, folds: int) -> float:
    """1 − Σ (y − ŷ)² / Σ (y − ȳ)², both predictions made from the other folds."""
    missed = spread = 0.0
    for one in range(folds):
        held = fold_of == one
        if not held.any() or held.all():
            continue
        coefficients = np.linalg.lstsq(matrix[~held], y[~held], rcond=None)[0]
        missed += float(((y[held] - matrix[held] @ coefficients) ** 2).sum())
        spread += float(((y[held] - y[~held].mean()) ** 2).sum())
    return 1 - missed / spread if spread > 0 else NO_VALUE


def _studentised(matrix: Floats, residuals: Floats, rest: float) -> Floats:
    """Externally studentised: e / (s₍ᵢ₎ √(1 − h)), with s₍ᵢ₎ from the model without the item."""
    orthogonal, _ = np.linalg.qr(matrix)
    leverage = np.minimum((orthogonal**2).sum(axis=1), 1.0)
    items, columns = matrix.shape
    free = 1 - leverage
    with np.errstate(divide="ignore", invalid="ignore"):
        without = (rest - residuals**2 / free) / (items - columns - 1)
        found = residuals / np.sqrt(without * free)
    return np.where(np.isfinite(found), found, np.nan)
