"""Quadratic forms row by row."""

from __future__ import annotations

import numpy as np
import pytest

from accord.statistics.quadratic_forms import quadratic_forms


def test_forms_of_a_matrix_that_is_not_symmetric() -> None:
    rng = np.random.default_rng(0)
    left, matrix, right = rng.random((4, 3)), rng.random((3, 3)), rng.random((4, 3))
    expected = [float(row @ matrix @ other) for row, other in zip(left, right, strict=True)]
    assert quadratic_forms(left, matrix, right).tolist() == pytest.approx(expected)
