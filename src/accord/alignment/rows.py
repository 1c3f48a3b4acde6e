"""Sets of units as rows (sets, annotators), −1 for an empty place.

Rows are short and many: numpy goes over columns many times faster than along such rows.
"""

from __future__ import annotations

from functools import reduce

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]


def sizes_of(sets: Places) -> Places:
    """(sets,) how many units each has.

    >>> sizes_of(np.array([[0, -1, 4], [1, 2, 3]])).tolist()
    [2, 3]
    """
    sizes = np.zeros(len(sets), dtype=np.int64)
    for column in (sets >= 0).T:
        sizes += column
    return sizes


def last_of(sets: Places) -> Places:
    """(sets,) the last unit of each; in several documents, one that says which."""
    return np.asarray(reduce(np.maximum, sets.T))
