"""Sums over the cells of many rows: in blocks, and for many replicates at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

DENSE = 250_000  # cells up to which a dense product is as fast as a sparse one
BLOCK = 80_000  # cells worked on at once, so that they stay in the processor's cache


def blocks(table: NDArray[Any]) -> Iterator[slice]:
    """Slices of the rows of a table, in order."""
    step = block_rows(table)
    return (slice(start, start + step) for start in range(0, len(table), step))


def block_rows(table: NDArray[Any]) -> int:
    """How many rows a block holds."""
    return max(1, BLOCK // max(1, int(table.shape[1])))


def summed(
    weights: NDArray[np.float64],
    values: NDArray[np.float64],
    starts: NDArray[np.int64],
    columns: NDArray[np.integer],
    width: int,
) -> NDArray[np.float64]:
    """(replicates, width): weights (replicates, rows) @ the sparse matrix (rows, width) given by its cells.

    >>> summed(np.array([[1.0, 2.0]]), np.array([1.0, 1.0, 1.0]), np.array([0, 1, 3]), np.array([0, 0, 2]), 3)
    array([[3., 0., 2.]])
    """
    rows = weights.shape[1]
    if len(weights) == 1:
        per_cell = values * np.repeat(weights[0], np.diff(starts))
        return np.bincount(columns, weights=per_cell, minlength=width)[None, :].astype(np.float64)
    if rows * width <= DENSE:
        matrix = np.zeros((rows, width))
        np.add.at(matrix, (np.repeat(np.arange(rows), np.diff(starts)), columns), values)
        return weights @ matrix
    from scipy.sparse import csr_array

    return np.asarray((csr_array((values, columns, starts), shape=(rows, width)).T @ weights.T).T)


def table_of_cells(
    values: NDArray[np.float64], rows: NDArray[np.integer], columns: NDArray[np.integer], shape: tuple[int, int]
) -> Any:
    """A sparse array of these numbers in these cells; those of one cell are added up."""
    from scipy.sparse import coo_array

    return coo_array((values, (rows, columns)), shape=shape).tocsr()


def ranges(starts: NDArray[np.int64], rows: NDArray[np.intp]) -> NDArray[np.int64]:
    """The positions starts[r] … starts[r + 1] − 1 of each row, one after the other."""
    return pieces(starts, rows)[0]


def pieces(starts: NDArray[np.int64], rows: NDArray[np.integer]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The same, and which of the rows each position belongs to, by its place among them."""
    sizes = np.diff(starts)[rows]
    which = np.repeat(np.arange(len(rows)), sizes)
    return np.arange(len(which)) + (starts[:-1][rows] - np.cumsum(sizes) + sizes)[which], which


def numbered_places(chosen: Sequence[int] | NDArray[np.integer], size: int) -> NDArray[np.int32]:
    """(size,) for each place its number among those that are chosen, −1 where it is not.

    >>> numbered_places([3, 0], 4)
    array([ 1, -1, -1,  0], dtype=int32)
    """
    number = np.full(size, -1, dtype=np.int32)
    number[np.asarray(chosen, dtype=np.intp)] = np.arange(len(chosen), dtype=np.int32)
    return number


def repeats_in(who: NDArray[np.integer], starts: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """For each rating whether it is the annotator's first in the row (0), second (1), …; None if all are first."""
    same = np.zeros(len(who), dtype=bool)
    np.equal(who[1:], who[:-1], out=same[1:])
    inner = starts[1:-1]
    same[inner[inner < len(same)]] = False
    if not same.any():
        return None
    place = np.arange(len(same))
    return np.asarray(place - np.maximum.accumulate(np.where(same, 0, place)))


def distinct(keys: NDArray[np.int64], size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The distinct keys (of 0 … size − 1) in order and the place of each among them: np.unique, without sorting when
    `size` is not much larger than the number of keys.

    >>> distinct(np.array([4, 1, 4]), 5)
    (array([1, 4]), array([1, 0, 1]))
    """
    if size > 16 * len(keys) + 4096:
        unique, inverse = np.unique(keys, return_inverse=True)
        return unique.astype(np.int64), inverse.ravel().astype(np.int64)
    used = np.zeros(size, dtype=bool)
    used[keys] = True
    return np.flatnonzero(used).astype(np.int64), (np.cumsum(used) - 1)[keys].astype(np.int64)


def distinct_pairs(
    first: NDArray[np.integer], second: NDArray[np.integer]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(pairs, 2) the distinct pairs of numbers from 0 on in order, and the place of each among them: np.unique of rows,
    which compares them as strings of bytes, takes many times longer.

    >>> distinct_pairs(np.array([2, 0, 2]), np.array([0, 1, 0]))
    (array([[0, 1],
           [2, 0]]), array([1, 0, 1]))
    """
    width = int(second.max(initial=0)) + 1
    keys, place = distinct(first.astype(np.int64) * width + second, (int(first.max(initial=0)) + 1) * width)
    return np.stack(np.divmod(keys, width), axis=1), place
