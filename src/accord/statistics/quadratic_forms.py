"""Σ x_i m_ij y_j for many rows x and y at once."""

from __future__ import annotations

import numpy as np

from accord.results.arrays import Floats


def quadratic_forms(left: Floats, matrix: Floats, right: Floats) -> Floats:
    """(rows,) of rows (rows, n), a matrix (n, n) and rows (rows, n).

    >>> quadratic_forms(np.array([[1.0, 2.0]]), np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([[3.0, 4.0]])).tolist()
    [10.0]
    """
    # The products that np.einsum("bp,pq,bq->b") comes down to: it takes nine times as long to find them for small data.
    within = (matrix.T @ left.T).T
    return np.asarray((within[:, None, :] @ right[:, :, None])[:, 0, 0])
