"""Intervals of the intraclass correlations, from the F distribution."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class MeanSquares:
    """Of a complete table of ratings, items × annotators."""

    items: int
    annotators: int
    between_items: float
    within_items: float
    between_annotators: float
    residual: float


def intraclass_interval(squares: MeanSquares, form: str, confidence: float) -> tuple[float, float]:
    """The interval of a form of the intraclass correlation, for normal ratings (McGraw & Wong 1996, table 7).

    F = MS between items / MS of the error; the ends of F / F₁₋α/₂ and F · F₁₋α/₂ are put in place of F. For form 2 the
    variance of annotators is estimated too, and the degrees of freedom are Satterthwaite's (Shrout & Fleiss 1979,
    p. 424). The ends of the means of k ratings follow by Spearman & Brown.
    """
    single = {"1": _one_way, "2": _annotators_a_sample, "3": _annotators_fixed}[form[0]](squares, confidence)
    if not form.endswith("k"):
        return single
    low, high = (_of_means(end, squares.annotators) for end in single)
    return low, high


def _one_way(squares: MeanSquares, confidence: float) -> tuple[float, float]:
    return _from_ratio(squares, squares.within_items, squares.items * (squares.annotators - 1), confidence)


def _annotators_fixed(squares: MeanSquares, confidence: float) -> tuple[float, float]:
    return _from_ratio(squares, squares.residual, (squares.items - 1) * (squares.annotators - 1), confidence)


def _from_ratio(squares: MeanSquares, error: float, freedom: int, confidence: float) -> tuple[float, float]:
    """(F − 1) / (F + k − 1) at both ends of F."""
    k, n = squares.annotators, squares.items
    if error == 0:
        return _without_error(squares.between_items)
    ratio = squares.between_items / error
    low = ratio / _quantile(confidence, n - 1, freedom)
    high = ratio * _quantile(confidence, freedom, n - 1)
    return (low - 1) / (low + k - 1), (high - 1) / (high + k - 1)


def _annotators_a_sample(squares: MeanSquares, confidence: float) -> tuple[float, float]:
    n, k = squares.items, squares.annotators
    between, error, judges = squares.between_items, squares.residual, squares.between_annotators
    if error == 0 and judges == 0:
        return _without_error(between)
    spread = k * judges + (n * k - k - n) * error
    if spread + n * between == 0:
        return math.nan, math.nan
    freedom = _satterthwaite(squares, n * (between - error) / (spread + n * between))
    above, below = _quantile(confidence, n - 1, freedom), _quantile(confidence, freedom, n - 1)
    low = n * (between - above * error) / (above * spread + n * between)
    return low, n * (below * between - error) / (spread + n * below * between)


def _satterthwaite(squares: MeanSquares, value: float) -> float:
    """Degrees of freedom of a · MS annotators + b · MS residual; no fewer than of annotators, where a is negative."""
    n, k = squares.items, squares.annotators
    a = k * value / (n * (1 - value))
    b = 1 + a * (n - 1)
    of_annotators, of_residual = a * squares.between_annotators, b * squares.residual
    spread = of_annotators**2 / (k - 1) + of_residual**2 / ((n - 1) * (k - 1))
    return max((of_annotators + of_residual) ** 2 / spread, k - 1.0) if spread > 0 else k - 1.0


def _without_error(between: float) -> tuple[float, float]:
    return (1.0, 1.0) if between > 0 else (math.nan, math.nan)


def _of_means(single: float, k: int) -> float:
    """Spearman & Brown: the reliability of the mean of k ratings; −∞ where a single one has −1 / (k − 1)."""
    bottom = 1 + (k - 1) * single
    return k * single / bottom if bottom > 0 else -math.inf


def _quantile(confidence: float, top: float, bottom: float) -> float:
    from scipy.special import fdtri  # takes a while to import

    return float(fdtri(top, bottom, (1 + confidence) / 2))
