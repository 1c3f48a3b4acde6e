"""How many items an interval of a wanted width takes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from statistics import NormalDist

import numpy as np

from accord.annotations import Labels, Summary
from accord.annotations.among import Names
from accord.evaluation.comparing import Side, summarised
from accord.evaluation.extrapolating import items_range, too_few
from accord.evaluation.options import Options
from accord.formats.public_functions import public
from accord.measures import measures_of
from accord.measures.labels.kernels.standard_errors import LARGE_SAMPLE, LINEARISED, fleiss_cohen_everitt
from accord.results import DataError, Expression, UsageError, parse_expression
from accord.results.arrays import Floats
from accord.results.wording import many

Data = Labels | Iterable[Labels]
MOST_PATTERNS = 200_000  # ways to distribute annotators over categories that are enumerated
REPLICATES = 2000


@dataclass(frozen=True)
class SampleSize:
    """Items for an interval of the wanted width, and the interval expected then."""

    items: int
    value: float
    low: float
    high: float
    standard_error: float
    """Expected with that many items."""
    confidence: float
    formula: str
    pilot_items: int | None = None
    """Items of the pilot, from which the number is extrapolated; None for an assumption."""
    items_low: int | None = None
    items_high: int | None = None
    """Between what the number of items may lie, the pilot's own error being what it is."""

    def __str__(self) -> str:
        text = (
            f"{many(self.items, 'item')}: {self.value:.3f} [{self.low:.3f}, {self.high:.3f}] at {self.confidence:.0%}"
        )
        if self.pilot_items is None:
            return text
        source = f"extrapolated from {many(self.pilot_items, 'item')}"
        return f"{text}; {source}: between {self.items_low:,} and {self.items_high:,} items"


@public(optional=True, parts=True, once_first="width", renamed={"expression": "measure"})
def sample_size(
    data: Data | None = None,
    measure: str | Expression = "alpha",
    *,
    width: float,
    kappa: float | None = None,
    categories: int | None = None,
    prevalence: float | Sequence[float] | None = None,
    annotators: int = 2,
    confidence: float = 0.95,
    only: Names = None,
    without: Names = None,
) -> SampleSize:
    """How many items a confidence interval of a given width takes: (2 z σ / width)², σ/√n the standard error.

    Parameters
    ----------
    data
        A pilot of twenty items or more: labels, a data frame, an array or rows of labels, or a path. None: from an
        assumed `kappa`.
    measure
        A name or an expression, such as "alpha(level='ordinal')".
    width
        The total width of the interval.
    kappa
        Without a pilot: the agreement that is assumed.
    categories, prevalence
        Without a pilot: the number of categories, or their shares; a number for the first of two.
    annotators
        Without a pilot: how many there are.
    only, without
        The annotators of the pilot who count, and those who do not; patterns such as "gpt*" are allowed.

    Returns
    -------
    SampleSize
        `items`; from a pilot it is an extrapolation, between `items_low` and `items_high`.

    Raises
    ------
    DataError
        When the pilot has fewer than twenty items.
    UsageError
        When neither a pilot nor an assumed agreement is given.

    Notes
    -----
    From a pilot, σ is its standard error times √n, analytic or else by the bootstrap. Without one, annotators have the
    same habits: an annotator knows the item's category with probability √κ and otherwise draws from the shares (for two
    annotators the common correlation model of Donner & Eliasziw 1992). σ is then that of Fleiss, Cohen & Everitt 1969
    for two annotators, as in Flack et al. 1988, and of Gwet 2014 for more.

    Examples
    --------
    Two annotators, κ = .6, categories used alike:

    >>> print(sample_size(width=0.2, kappa=0.6, categories=2))
    246 items: 0.600 [0.500, 0.700] at 95%
    """
    Options(confidence=confidence)
    if isinstance(width, bool) or not isinstance(width, int | float) or not 0 < width < 2:
        raise UsageError(f"width={width!r} is not between 0 and 2", "it is the distance from low to high")
    if (data is None) == (kappa is None):
        raise UsageError("a sample size needs a pilot or an assumption", "give data=, or kappa= with categories=")
    number: int | None = None
    if data is not None:
        if categories is not None or prevalence is not None:
            raise UsageError("categories and prevalence are those of the pilot", "give them with kappa=")
        value, sigma, formula, number = _pilot(summarised(data, only, without), parse_expression(measure))
    else:
        name = parse_expression(measure)
        # one number in large samples when all annotators have the same habits, as is assumed here
        alike = sorted(record.name for record in measures_of("labels").values() if record.family == "kappa")
        if name.name not in alike or name.given:
            raise UsageError(
                f"{name} has no formula for its width", f"use one of {', '.join(alike)}, or a pilot (data=)"
            )
        value = _assumed(kappa)
        sigma, formula = _model(value, _shares(categories, prevalence), annotators)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    # the ratio may miss a whole number by rounding alone
    items = max(2, math.ceil(round((2 * z * sigma / width) ** 2, 6)))
    error = sigma / math.sqrt(items)
    made = SampleSize(items, value, value - z * error, value + z * error, error, confidence, formula)
    if number is None:
        return made
    low, high = items_range(items, number, confidence)
    return replace(made, pilot_items=number, items_low=max(2, math.floor(low)), items_high=math.ceil(high))


def _pilot(summary: Summary, expression: Expression) -> tuple[float, float, str, int]:
    """The value, √n times its standard error, the formula of that, and n."""
    side = Side.of(summary, expression)
    if side.undefined is not None:
        raise DataError("ACC113", f"{expression} is undefined: {side.undefined}")
    items = int(side.multiplicity.sum())
    listed = side.record.errors(summary, **side.parameters) if side.record.errors is not None else []
    error = next((error for error in listed if error.kind == "sampling"), None)
    if error is not None:
        spread, formula = error.value, error.formula
    else:
        spread, formula = float(np.nanstd(side.drawn(REPLICATES, 0), ddof=1)), "bootstrap over items"
    if not spread > 0:
        raise DataError(
            "ACC113",
            f"the pilot says nothing about how {expression} varies: its standard error is 0",
            hint="annotate more items, or give kappa= and categories=",
        )
    reason = too_few(items)
    if reason is not None:
        raise DataError("ACC315", reason, hint="annotate more items, or plan from an assumed agreement")
    return side.value(), spread * math.sqrt(items), formula, items


def _assumed(kappa: object) -> float:
    if isinstance(kappa, bool) or not isinstance(kappa, int | float) or not 0 <= kappa < 1:
        raise UsageError(f"kappa={kappa!r} is not at least 0 and below 1")
    return float(kappa)


def _shares(categories: int | None, prevalence: float | Sequence[float] | None) -> Floats:
    if prevalence is None:
        if isinstance(categories, bool) or not isinstance(categories, int) or categories < 2:
            raise UsageError(f"categories={categories!r} is not a whole number of at least 2")
        return np.full(categories, 1 / categories)
    prevalences = [prevalence, 1 - prevalence] if isinstance(prevalence, int | float) else list(prevalence)
    shares = np.asarray(prevalences, dtype=np.float64)
    if len(shares) < 2 or not (shares > 0).all() or not math.isclose(shares.sum(), 1, abs_tol=1e-6):
        raise UsageError("prevalence is a share for each category, above 0, and they sum to 1", "such as [0.9, 0.1]")
    if categories is not None and categories != len(shares):
        raise UsageError(f"prevalence has {len(shares)} categories and categories={categories}")
    return np.asarray(shares / shares.sum())


def _model(kappa: float, shares: Floats, annotators: int) -> tuple[float, str]:
    """√n times the standard error of κ under the model, and its formula."""
    if isinstance(annotators, bool) or not isinstance(annotators, int) or annotators < 2:
        raise UsageError(f"annotators={annotators!r} is not a whole number of at least 2")
    if annotators == 2:
        table = (1 - kappa) * np.outer(shares, shares) + kappa * np.diag(shares)
        row, column = np.indices(table.shape).reshape(2, -1)
        sampling, _ = fleiss_cohen_everitt(row, column, table.ravel(), len(shares), None)
        return sampling, LARGE_SAMPLE
    return _many(kappa, shares, annotators), LINEARISED


def _many(kappa: float, shares: Floats, annotators: int) -> float:
    """√n times the standard error of Fleiss' κ, summed over all ways to label an item."""
    size = len(shares)
    if math.comb(size + annotators - 1, annotators) > MOST_PATTERNS:
        raise UsageError(
            f"{annotators} annotators can label an item with {size} categories in too many ways", "use a pilot (data=)"
        )
    ways = np.array(list(combinations_with_replacement(range(size), annotators)))
    labels = np.stack([(ways == code).sum(axis=1) for code in range(size)], axis=1).astype(np.float64)
    orders = math.lgamma(annotators + 1) - np.vectorize(math.lgamma)(labels + 1).sum(axis=1)
    known = math.sqrt(kappa) * np.eye(size) + (1 - math.sqrt(kappa)) * shares
    chance = np.exp(orders[:, None] + labels @ np.log(known).T) @ shares
    within = 1 - (labels * (labels - 1)).sum(axis=1) / (annotators * (annotators - 1))
    observed, expected = float(chance @ within), float(shares @ (1 - shares))
    conditional = labels @ (1 - shares) / annotators
    moved = (within - observed) - 2 * observed / expected * (conditional - expected)
    return math.sqrt(float(chance @ moved**2)) / expected
