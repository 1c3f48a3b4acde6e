"""Σ x_i m_ij y_j for many rows x and y at once."""

from __future__ import annotations

import numpy as np

from accord.results.arrays import Floats

ORDER = ["einsum_path", (0, 1), (0, 1)]  # which numpy finds whatever the shapes, and would look for at every call


def quadratic_forms(left: Floats, matrix: Floats, right: Floats) -> Floats:
    """(rows,) of rows (rows, n), a matrix (n, m) and rows (rows, m).

    >>> quadratic_forms(np.array([[1.0, 2.0]]), np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([[3.0, 4.0]])).tolist()
    [10.0]
    """
    return np.asarray(np.einsum("bp,pq,bq->b", left, matrix, right, optimize=ORDER))
