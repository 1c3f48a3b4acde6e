"""How far apart two labels are at the level of the data: the distance of Krippendorff's α, for single pairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels
from accord.annotations.sparse import pieces
from accord.diagnosis.labels.ballots import Ballots
from accord.measures.labels.kernels import distances, pairwise
from accord.results.arrays import Floats
from accord.statistics.division import divided


@dataclass(frozen=True, eq=False)
class Closeness:
    """Distances of categories by their codes: `points` (squared Euclidean), `matrix`, or 0 and 1 when both are None."""

    points: Floats | None = None
    matrix: Floats | None = None

    @classmethod
    def of(cls, labels: Labels) -> Closeness:
        """The distance of the level; 0 and 1 where there are too many categories for a matrix of distances."""
        categories, level = labels.categories, labels.level
        if level in ("sets", "ratio") and len(categories) > distances.LARGEST_MATRIX:
            return cls()
        match distances.of_level(categories, level):
            case distances.Matrix(values):
                return cls(matrix=values)
            case distances.Embedded(points):
                return cls(points=points - points.mean(axis=0) if len(points) else points)  # for accuracy
            case distances.Ranked():
                used = _used(labels)
                return cls(points=(np.cumsum(used) - used / 2)[:, None])
        return cls()

    def between(self, first: NDArray[np.integer], second: NDArray[np.integer]) -> Floats:
        """The distances of pairs of codes."""
        if self.points is not None:
            gap = self.points[first] - self.points[second]
            return np.asarray(np.einsum("np,np->n", gap, gap))
        if self.matrix is not None:
            return np.asarray(self.matrix[first, second])
        return np.asarray(first != second, dtype=np.float64)

    def within(self, ballots: Ballots) -> Floats:
        """(rows,) the mean distance of two labels of a row; nan without two labels."""
        apart = ballots.counts * self.to_others(ballots)
        total = np.bincount(ballots.cell_row, weights=apart, minlength=ballots.labels.n_rows)
        return divided(total.astype(np.float64), ballots.number.astype(np.float64))

    def expected(self, labels: Labels) -> float:
        """The mean distance of any two labels; nan when there are none."""
        used = _used(labels)
        total = float(used.sum())
        if total < 2:
            return float("nan")
        if self.points is not None:
            centred = self.points - used @ self.points / total
            return float(2 * (used @ np.einsum("cp,cp->c", centred, centred)) / (total - 1))
        return float(pairwise.expected_same_source(used[None, :], self.matrix)[0] / (total * (total - 1)))

    def to_others(self, ballots: Ballots) -> Floats:
        """(cells,) for who chose the cell, the mean distance to the labels of the others; nan without others."""
        row = ballots.cell_row
        others = (ballots.number[row] - 1).astype(np.float64)
        if self.points is not None:
            mine = self.points[ballots.cell_code]
            sums = row_sums(ballots, self.points)[row]
            squares = row_sums(ballots, np.einsum("cp,cp->c", self.points, self.points)[:, None])[row, 0]
            norm = np.einsum("np,np->n", mine, mine)
            total = (others + 1) * norm - 2 * np.einsum("np,np->n", mine, sums) + squares
        elif self.matrix is not None:
            total = self._summed(ballots)
        else:
            total = others - (ballots.counts - 1)
        return divided(np.maximum(total, 0.0), others)

    def _summed(self, ballots: Ballots) -> Floats:
        """(cells,) the sum of the distances to all labels of the row."""
        if self.matrix is None:
            return np.zeros(len(ballots.counts))
        second, first = pieces(ballots.starts, ballots.cell_row)
        apart = ballots.counts[second] * self.matrix[ballots.cell_code[first], ballots.cell_code[second]]
        return np.bincount(first, weights=apart, minlength=len(ballots.counts)).astype(np.float64)


def _used(labels: Labels) -> Floats:
    """(categories,) how often each was given, items alike counted as often as there are."""
    weight = np.repeat(labels.weights, labels.sizes)
    return np.bincount(labels.codes, weights=weight, minlength=len(labels.categories)).astype(np.float64)


def row_sums(ballots: Ballots, vectors: Floats) -> Floats:
    """(rows, k) counts @ vectors (categories, k)."""
    columns = [
        np.bincount(
            ballots.cell_row, weights=ballots.counts * vector[ballots.cell_code], minlength=ballots.labels.n_rows
        )
        for vector in vectors.T
    ]
    return np.stack(columns, axis=1) if columns else np.zeros((ballots.labels.n_rows, 0))
