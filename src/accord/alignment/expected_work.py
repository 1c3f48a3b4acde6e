"""How much work an exact alignment will be, told before it begins."""

from __future__ import annotations

import os

import numpy as np

from accord.alignment.neighbours import Neighbours
from accord.results import DataError

MOST_GROUPS = 500_000_000
"""Of three units that could be aligned: 3 × 500 nested units have 1.25 · 10⁸ and take a minute or more."""
GO_ON = "ACCORD_LARGE"
"""The environment variable with which everything is tried, however long it takes."""


def assert_manageable(near: Neighbours) -> None:
    """A DataError where so many units could be aligned with each other that nobody would wait for the best alignment.

    Units in a row meet a few others; units that are nested in each other, by the hundreds, all meet.
    """
    groups = expected_groups(near)
    if groups > MOST_GROUPS and not os.environ.get(GO_ON):
        raise DataError(
            "ACC336",
            f"{near.n_units:,} units that overlap in about {groups:.2g} groups of three may take hours to align",
            hint=f"give 'align' a time limit, leave out nested units, or set {GO_ON}=1 and wait",
        )


def expected_groups(near: Neighbours) -> float:
    """Groups of a unit and one neighbour of each of the two later annotators with whom it has the most neighbours."""
    if near.n_annotators < 3 or not near.n_units:
        return 0.0
    neighbours = np.diff(near.blocks).reshape(near.n_units, near.n_annotators).astype(np.float64)
    most = np.partition(neighbours, -2, axis=1)
    return float((most[:, -1] * most[:, -2]).sum())
