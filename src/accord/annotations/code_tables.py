"""Labels that came as a large table of few categories: statistics are read off the table, ratings listed on demand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations.categories import Categories
from accord.annotations.labels import Labels, Level
from accord.annotations.sparse import BLOCK, block_rows, blocks

LARGEST_CODE = 126  # the most categories of a table that is held in bytes
LARGEST_GROUP = 8192  # the most things that annotators whose labels are packed together may say


@dataclass(frozen=True, eq=False)
class CodeTable:
    """(rows, annotators) code + 1, or 0 where not asked; `base` is the number of categories + 1."""

    cells: NDArray[np.signedinteger]
    base: int

    @cached_property
    def groups(self) -> list[slice]:
        """Neighbouring annotators whose labels are packed in one number."""
        together = max(1, int(np.log(LARGEST_GROUP) / np.log(max(self.base, 2))))
        return [slice(first, first + together) for first in range(0, self.cells.shape[1], together)]

    @cached_property
    def packed(self) -> NDArray[np.int16]:
        """(groups, rows) what each group said: its cells are the digits of a number."""
        numbers = np.empty((len(self.groups), len(self.cells)), dtype=np.int16)
        base = np.int16(self.base)
        for block in blocks(self.cells):
            digits = self.cells[block].T.astype(np.int16, order="C")
            for place, group in enumerate(self.groups):
                numbers[place, block] = reduce(lambda number, digit: number * base + digit, digits[group])
        return numbers

    def sums(self, parts: NDArray[Any]) -> NDArray[Any]:
        """(rows,) the sum over the cells of a row of `parts` (annotators, base): what each cell adds for what it says.

        >>> CodeTable(np.array([[1, 0], [1, 2]]), base=3).sums(np.array([[0, 10, 20], [0, 1, 2]]))
        array([10, 12])
        """
        of_group = [reduce(lambda sums, part: np.add.outer(sums, part).ravel(), parts[group]) for group in self.groups]
        whole = np.zeros(len(self.cells), dtype=parts.dtype)
        for block in blocks(self.cells):
            for sums, numbers in zip(of_group, self.packed, strict=True):
                whole[block] += sums.take(numbers[block])
        return whole

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """(rows,) how many cells were asked."""
        asked = (np.arange(self.base) > 0).astype(np.int64)
        return self.sums(np.broadcast_to(asked, (self.cells.shape[1], self.base)))

    def listed(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
        """The cells that were asked, row after row: starts, annotators and codes."""
        starts = np.zeros(len(self.cells) + 1, dtype=np.int64)
        if self.cells.size <= BLOCK:
            row, annotator = np.nonzero(self.cells)
            np.cumsum(np.bincount(row, minlength=len(self.cells)), out=starts[1:])
            return starts, annotator.astype(np.int32), self.cells[row, annotator].astype(np.int32) - 1
        codes = np.empty(np.count_nonzero(self.cells), dtype=np.int32)
        who = np.empty_like(codes)
        annotators = np.tile(np.arange(self.cells.shape[1], dtype=np.int32), block_rows(self.cells))
        end = 0
        for block in blocks(self.cells):
            asked = self.cells[block] > 0
            places = np.flatnonzero(asked)
            begin, end = end, end + len(places)
            # mode="clip" spares take() a buffer; no place is out of range
            (self.cells[block].astype(np.int32) - 1).take(places, out=codes[begin:end], mode="clip")
            annotators.take(places, out=who[begin:end], mode="clip")
            starts[1:][block] = np.einsum("ra->r", asked.astype(np.int32))
        return np.cumsum(starts, out=starts), who, codes


class TableLabels(Labels):
    """Labels whose ratings are listed when first asked for. `replace` lists them: what it makes has no table."""

    @classmethod
    def of(
        cls,
        table: CodeTable,
        categories: Categories,
        level: Level,
        annotators: tuple[str, ...],
        items: Sequence[str] | None,
        nothing: str | None,
    ) -> TableLabels:
        made = cls.__new__(cls)
        weights = np.ones(len(table.cells), dtype=np.int64)
        attributes = {"categories": categories, "level": level, "annotators": annotators, "weights": weights}
        made.__dict__.update(attributes, items=items, nothing=nothing, table=table, roles={})
        return made

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        return np.diff(self.starts) if self.table is None else self.table.sizes

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        return self._listed[0]

    @cached_property
    def who(self) -> NDArray[np.int32]:
        return self._listed[1]

    @cached_property
    def codes(self) -> NDArray[np.int32]:
        return self._listed[2]

    @cached_property
    def _listed(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
        if self.table is None:
            raise AttributeError("labels without a table are made with their ratings")
        return self.table.listed()
