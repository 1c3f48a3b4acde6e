"""Sets of units as rows (sets, annotators), −1 for an empty place; and units that are connected.

Rows are short and many: numpy goes over columns many times faster than along such rows.
"""

from __future__ import annotations

from functools import reduce

import numpy as np
from numpy.typing import NDArray

from accord.results.arrays import Places


def set_sizes(sets: Places) -> Places:
    """(sets,) how many units each has.

    >>> set_sizes(np.array([[0, -1, 4], [1, 2, 3]])).tolist()
    [2, 3]
    """
    sizes = np.zeros(len(sets), dtype=np.int64)
    for column in (sets >= 0).T:
        sizes += column
    return sizes


def first_units(sets: Places) -> Places:
    """(sets,) the first unit of each.

    >>> first_units(np.array([[-1, 3, 4], [1, 2, -1]])).tolist()
    [3, 1]
    """
    return np.asarray(reduce(np.minimum, sets.view(np.uint64).T)).view(np.int64)  # where −1 is larger than any other


def last_units(sets: Places) -> Places:
    """(sets,) the last unit of each; in several documents, one that says which."""
    return np.asarray(reduce(np.maximum, sets.T))


def first_fit(sets: Places, free: NDArray[np.bool_]) -> Places:
    """The rows that are taken when sets come in order, as long as their units are free; marks these as taken.

    `free` (units + 1,) ends with nobody's place, which stays free.
    """
    rows = np.flatnonzero(free[sets].all(axis=1))
    taken: list[Places] = []
    while len(rows):
        # A set that comes first for all its units is taken, whatever the others.
        first = np.full(len(free), len(sets))
        np.minimum.at(first, sets[rows], rows[:, None])
        fits = ((first[sets[rows]] == rows[:, None]) | (sets[rows] < 0)).all(axis=1)
        taken.append(rows[fits])
        free[sets[rows[fits]]] = False
        free[-1] = True
        rows = rows[free[sets[rows]].all(axis=1)]
    return np.concatenate(taken) if taken else rows


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


def connected_sets(sets: list[list[int]]) -> list[list[int]]:
    """The rows of each component of sets that are connected through common units.

    >>> connected_sets([[0, 2], [1, 3], [-1, 2], [1, -1]])
    [[0, 2], [1, 3]]
    """
    leader = list(range(len(sets)))

    def led(row: int) -> int:
        while leader[row] != row:
            leader[row] = row = leader[leader[row]]
        return row

    first_with: dict[int, int] = {}
    for row, members in enumerate(sets):
        for unit in members:
            if unit >= 0:
                lower, higher = sorted((led(first_with.setdefault(unit, row)), led(row)))
                leader[higher] = lower
    groups: dict[int, list[int]] = {}
    for row in range(len(sets)):
        groups.setdefault(led(row), []).append(row)
    return list(groups.values())
