"""Dissimilarities of units by hand."""

from __future__ import annotations

import numpy as np

from accord.alignment import Sporadic
from accord.annotations.span_building import spans


def test_zero_lengths_at_other_places_never_meet() -> None:
    data = spans([("A", 5, 5), ("B", 5, 5), ("B", 6, 6)]).continuum(0)
    assert Sporadic().between(data, np.array([0, 0]), np.array([1, 2])).tolist() == [0.0, np.inf]
