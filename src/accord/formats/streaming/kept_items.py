"""The items of a table that was read in one pass: their names, kept on disk in their order, each with its row.

Labels that were read so have one row for all items rated alike. Whoever writes something for each item asks for them
with `keeping_items`, before the table is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels
from accord.annotations.lazy_polars import pl
from accord.annotations.weighted_rows import WeightedRows, row_keys
from accord.formats.streaming.one_pass import ITEM, MOST_PARTITIONS, PLACE, TEXT
from accord.formats.streaming.spilling import Partitions, partitions

ROW = "row"
KEYS = ("key", "other key")
KEPT = 200  # bytes of an item while it is put in order
AT_ONCE = 50_000  # items at a time

_NOW: ContextVar[KeptItems | None] = ContextVar("accord_keeps_items", default=None)


class KeptItems:
    """Items in the order of their first rating; none, where the table fitted in memory."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._spilled: Partitions | None = None
        self._width = 1
        self._rows: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._built: Labels | None = None
        self._keys: tuple[NDArray[np.uint64], NDArray[np.uint64]] | None = None
        self.budget = 0
        """Bytes that may be taken."""
        self.texts = False
        """Whether items have texts."""

    @property
    def filled(self) -> bool:
        """Whether there are items: the table was read in one pass."""
        return self._keys is not None

    def begin(self, budget: int, ratings: int) -> None:
        """Forget what there is; about so many ratings follow."""
        self.close()
        self.budget = budget
        self._width = max(budget // (4 * KEPT), -(-ratings // (MOST_PARTITIONS // 2)), 1)
        self._spilled = self._stack.enter_context(partitions(MOST_PARTITIONS))

    def add(self, rows: WeightedRows, firsts: pl.DataFrame) -> None:
        """The rows of items, and for each its place among all rows and its text."""
        if self._spilled is None or rows.items is None:
            return
        self.texts = TEXT in firsts.columns
        columns = [rows.items.alias(ITEM), *firsts.get_columns()]
        columns += [pl.Series(name, lane) for name, lane in zip(KEYS, row_keys(rows), strict=True)]
        part = np.minimum(firsts[PLACE].to_numpy() // self._width, MOST_PARTITIONS - 1).astype(np.uint16)
        self._spilled.add(pl.DataFrame(columns), part)

    def settle(self, rows: WeightedRows, people: Sequence[str], names: Sequence[str], built: Labels) -> None:
        """Find the row of each item among those of the labels, which were made of rows with these names."""
        place = {name: position for position, name in enumerate(built.annotators or ())}
        who = np.array([place[name] for name in people], dtype=np.int32)
        codes = np.array([built.categories.index.get(name, -1) for name in names], dtype=np.int32)
        made = WeightedRows(built.starts, built.who if built.who is not None else who[:0], built.codes, built.weights)
        places = _Lookup(row_keys(made)).places(row_keys(rows.recoded(who, codes)))
        lookup = _Lookup(row_keys(rows))
        self._keys, self._rows, self._built = lookup.keys, places[lookup.order], built

    def portions(self, labels: Labels) -> Iterator[pl.DataFrame]:
        """Items in the order of their first rating, with their rows and texts, if they have some.

        The labels are those that were read, or those of some annotators among them.
        """
        if self._spilled is None or self._keys is None or self._built is None:
            return
        rows = _rows_among(self._built, labels)
        lookup = _Lookup(self._keys)
        for partition in range(MOST_PARTITIONS):
            parts = list(self._spilled.portions(partition))
            if not parts:
                continue
            frame = pl.concat(parts).sort(PLACE)
            row = rows[self._rows[lookup.places((frame[KEYS[0]].to_numpy(), frame[KEYS[1]].to_numpy()))]]
            columns = [frame[ITEM].cast(pl.String), pl.Series(ROW, row), *([frame[TEXT]] if self.texts else [])]
            yield from pl.DataFrame(columns).filter(pl.Series(row >= 0)).iter_slices(AT_ONCE)

    def close(self) -> None:
        """Remove them from the disk."""
        self._keys = self._spilled = self._built = None
        self._stack.close()


def _rows_among(built: Labels, labels: Labels) -> NDArray[np.int64]:
    """(rows,) the row among these labels; −1 where only other annotators gave labels, whose items are not there."""
    if labels.n_rows == built.n_rows or built.who is None:
        return np.arange(built.n_rows)
    there = np.isin(built.annotators or (), labels.annotators or ())[built.who]
    filled = np.bincount(np.repeat(np.arange(built.n_rows), built.sizes)[there], minlength=built.n_rows) > 0
    stay = filled | (built.sizes == 0)
    return np.where(stay, np.cumsum(stay) - 1, -1)


class _Lookup:
    """Pairs of hashes in order, to be found by both."""

    def __init__(self, keys: tuple[NDArray[np.uint64], NDArray[np.uint64]]) -> None:
        self.order = np.lexsort((keys[1], keys[0]))
        self.keys = keys[0][self.order], keys[1][self.order]

    def places(self, wanted: tuple[NDArray[np.uint64], NDArray[np.uint64]]) -> NDArray[np.int64]:
        """The place of each, in the order in which they were given at first."""
        place = np.searchsorted(self.keys[0], wanted[0])
        while (other := self.keys[1][place] != wanted[1]).any():  # different rows with the same first hash
            place[other] += 1
        return np.asarray(self.order[place], dtype=np.int64)


def items_kept_now() -> KeptItems | None:
    """Where items are to be kept; None where nobody asks for them."""
    return _NOW.get()


@contextmanager
def keeping_items() -> Iterator[KeptItems]:
    """Keep the items of tables that are read in one pass, for as long as it lasts."""
    kept = KeptItems()
    token = _NOW.set(kept)
    try:
        yield kept
    finally:
        _NOW.reset(token)
        kept.close()
