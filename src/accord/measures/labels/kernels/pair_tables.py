"""The contingency tables of all pairs of annotators who share an item."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.annotations import RatingRows
from accord.results.arrays import Floats, Ints


@dataclass(frozen=True, eq=False)
class PairTables:
    """Pairs (a, b) of annotators, a before b by name; the rows both labelled, grouped by pair and by pair of codes."""

    pairs: Ints
    """(pairs, 2) positions of the annotators."""
    size: int
    starts: Ints
    rows: Ints
    cells: Ints
    """Of each shared row the cell a·C + b of the table; sorted within a pair."""
    times: Floats
    """(pairs,) how often a pair counts: once, unless annotators were drawn several times."""

    @classmethod
    def of(cls, rows: RatingRows) -> PairTables:
        size, people = len(rows.categories), len(rows.annotators)
        sizes = rows.sizes
        owner = np.repeat(np.arange(len(rows)), sizes)
        after = np.repeat(rows.starts[1:], sizes) - np.arange(len(rows.who)) - 1  # ratings that follow in the same row
        first = np.repeat(np.arange(len(rows.who)), after)
        second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(after) - after, after)
        pair = rows.who[first].astype(np.int64) * people + rows.who[second]
        cell = rows.codes[first].astype(np.int64) * size + rows.codes[second]
        order = np.lexsort((cell, pair))
        keys, starts = np.unique(pair[order], return_index=True)
        pairs = np.stack(np.divmod(keys, max(people, 1)), axis=1)
        drawings = np.ones(people) if rows.drawings is None else rows.drawings.astype(np.float64)
        return cls(
            pairs,
            size,
            np.append(starts, len(order)).astype(np.int64),
            owner[first][order],
            cell[order],
            drawings[pairs].prod(axis=1),
        )

    def __len__(self) -> int:
        return len(self.pairs)

    def of_pair(self, weights: Floats, pair: int) -> Floats:
        """(replicates, C, C) the contingency table of one pair."""
        inside = slice(int(self.starts[pair]), int(self.starts[pair + 1]))
        rows, cells = self.rows[inside], self.cells[inside]
        used, starts = np.unique(cells, return_index=True)
        table = np.zeros((len(weights), self.size * self.size))
        table[:, used] = np.add.reduceat(weights[:, rows], starts, axis=1)
        return table.reshape(-1, self.size, self.size)
