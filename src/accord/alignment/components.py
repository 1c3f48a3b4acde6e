"""Connected components of units, without a graph library."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]


def connected_components(units: int, first: Places, second: Places) -> Places:
    """(units,) the smallest unit that each is connected with through the edges (first, second).

    >>> connected_components(5, np.array([0, 3]), np.array([2, 4])).tolist()
    [0, 1, 0, 3, 3]
    """
    label = np.arange(units)
    while True:
        before = label
        lower = np.minimum(label[first], label[second])
        label = label.copy()
        np.minimum.at(label, before[first], lower)
        np.minimum.at(label, before[second], lower)
        np.minimum.at(label, first, lower)
        np.minimum.at(label, second, lower)
        while True:
            jumped = label[label]
            if np.array_equal(jumped, label):
                break
            label = jumped
        if np.array_equal(label, before):
            return label
