"""Ratios and means where there may be nothing to divide by."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from accord.results.arrays import Floats


def divided(top: ArrayLike, bottom: ArrayLike, otherwise: float = np.nan) -> Floats:
    """top / bottom, and `otherwise` where the bottom is 0.

    >>> divided([1.0, 0.0], [4.0, 0.0])
    array([0.25,  nan])
    """
    top, bottom = np.asarray(top), np.asarray(bottom)
    out = np.empty(np.broadcast(top, bottom).shape)
    out.fill(otherwise)  # np.full takes as long as all the rest of small data
    return np.asarray(np.divide(top, bottom, out=out, where=bottom != 0))


def ratio(top: float, bottom: float) -> float:
    """The same of two numbers: top / bottom, nan where the bottom is 0.

    >>> ratio(1, 4), ratio(0, 0)
    (0.25, nan)
    """
    return float(top / bottom) if bottom else float("nan")


def mean_of_defined(values: Floats) -> Floats:
    """The mean over the first axis of what is not nan; nan where nothing is.

    >>> mean_of_defined(np.array([[1.0, np.nan], [3.0, np.nan]]))
    array([ 2., nan])
    """
    known = ~np.isnan(values)
    return divided(np.where(known, values, 0.0).sum(axis=0), known.sum(axis=0))
