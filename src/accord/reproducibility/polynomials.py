"""Polynomials with positive coefficients, along the last axis, cut to a degree: how votes add up over categories."""

from __future__ import annotations

import numpy as np

from accord.results.arrays import Floats


def one_of(shape: tuple[int, ...]) -> Floats:
    """The polynomial 1."""
    made = np.zeros(shape)
    made[..., 0] = 1.0
    return made


def times(left: Floats, right: Floats) -> Floats:
    """The product of polynomials, cut to the degree of the first.

    >>> times(np.array([1.0, 2.0, 0.0]), np.array([1.0, 3.0])).tolist()
    [1.0, 5.0, 6.0]
    """
    size = left.shape[-1]
    made = left * right[..., :1]
    there = np.asarray(right[..., :size].any(axis=tuple(range(right.ndim - 1))))
    for degree in np.flatnonzero(there[1:]).tolist():
        made[..., degree + 1 :] += left[..., : size - degree - 1] * right[..., degree + 1 : degree + 2]
    return made


def power(base: Floats, exponent: int, size: int) -> Floats:
    """The power of polynomials, cut to `size` coefficients.

    >>> power(np.array([1.0, 1.0]), 4, 4).tolist()
    [1.0, 4.0, 6.0, 4.0]
    """
    made = one_of((*base.shape[:-1], size))
    factor = np.zeros(made.shape)
    upto = min(size, base.shape[-1])
    factor[..., :upto] = base[..., :upto]
    while exponent:
        if exponent % 2:
            made = times(made, factor)
        exponent //= 2
        if exponent:
            factor = times(factor, factor)
    return made
