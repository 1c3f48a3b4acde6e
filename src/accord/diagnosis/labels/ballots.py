"""What the others said: each first rating beside the other ratings of the same item."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels
from accord.annotations.sparse import distinct
from accord.results.arrays import Floats, Ints


@dataclass(frozen=True, eq=False)
class Ballots:
    """First ratings, row after row, and the cells (row, category) they fall in."""

    labels: Labels
    """The first ratings alone."""
    row: Ints
    """(ratings,)"""
    cell: Ints
    """(ratings,) the cell of each rating."""
    cell_row: Ints
    """(cells,)"""
    cell_code: NDArray[np.int32]
    """(cells,)"""
    counts: Ints
    """(cells,) how many annotators chose the category."""

    @classmethod
    def of(cls, labels: Labels | Ballots) -> Ballots:
        """From labels; ballots are returned as they are, so that several findings may share them."""
        if isinstance(labels, Ballots):
            return labels
        first = labels.first_ratings()
        size = max(len(first.categories), 1)
        row = np.repeat(np.arange(first.n_rows), first.sizes)
        keys, cell = distinct(row * np.int64(size) + first.codes, first.n_rows * size)
        cell_row, cell_code = np.divmod(keys, size)
        return cls(first, row, cell, cell_row, cell_code.astype(np.int32), np.bincount(cell, minlength=len(keys)))

    @property
    def named(self) -> bool:
        """Whether it is known who gave which label."""
        return self.labels.annotators is not None

    @property
    def annotators(self) -> tuple[str, ...]:
        return self.labels.annotators or ()

    @property
    def who(self) -> NDArray[np.int32]:
        return self.labels.who if self.labels.who is not None else np.zeros(0, dtype=np.int32)

    @property
    def code(self) -> NDArray[np.int32]:
        return self.labels.codes

    @property
    def number(self) -> Ints:
        """(rows,) labels of each row."""
        return self.labels.sizes

    @property
    def weight(self) -> Ints:
        """(ratings,) how many items alike each rating stands for."""
        return self.labels.weights[self.row]

    @cached_property
    def starts(self) -> Ints:
        """(rows + 1,) where the cells of each row begin."""
        return np.concatenate(([0], np.cumsum(np.bincount(self.cell_row, minlength=self.labels.n_rows)))).astype(
            np.int64
        )

    @cached_property
    def leaders(self) -> tuple[Ints, Ints, Ints, Ints]:
        """(rows,) the largest count of a category and how many have it; the next smaller one and how many have it."""
        first = self._largest(self.counts)
        leads = self.counts == first[self.cell_row]
        second = self._largest(np.where(leads, 0, self.counts))
        rows = self.labels.n_rows
        return (
            first,
            np.bincount(self.cell_row[leads], minlength=rows),
            second,
            np.bincount(self.cell_row[~leads & (self.counts == second[self.cell_row])], minlength=rows),
        )

    def _largest(self, counts: Ints) -> Ints:
        most = np.zeros(self.labels.n_rows, dtype=np.int64)
        filled = np.flatnonzero(np.diff(self.starts))
        if len(filled):
            most[filled] = np.maximum.reduceat(counts, self.starts[filled])
        return most

    @cached_property
    def rivals(self) -> tuple[Ints, Ints]:
        """(cells,) the largest count of any other category of the row, and how many have it."""
        first, number, second, runners = (part[self.cell_row] for part in self.leaders)
        leads = self.counts == first
        alone = leads & (number == 1)
        return np.where(alone, second, first), np.where(alone, runners, number - leads)

    @cached_property
    def vote_share(self) -> Floats:
        """(cells,) for who chose the cell: their category's share of the vote of the others, ties shared alike.

        1 when the others chose it most often, 1/t when t categories lead, 0 otherwise; nan when there are no others.
        """
        own, (rival, number) = self.counts - 1, self.rivals
        share = np.where(own > rival, 1.0, np.where(own == rival, 1 / (number + 1.0), 0.0))
        return np.where((own == 0) & (rival == 0), np.nan, share)

    @cached_property
    def agreement(self) -> Floats:
        """(ratings,) agreement of each rating with the vote of the others."""
        return self.vote_share[self.cell]
