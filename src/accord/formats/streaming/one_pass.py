"""From portions of ratings to distinct rows: as they come where items stand together, else by way of the disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from accord.annotations.frames import factorised
from accord.annotations.lazy_polars import pl
from accord.annotations.weighted_rows import WeightedRows, gathered, together
from accord.formats.streaming.spilling import partitions
from accord.results import DataError
from accord.results.option_names import option

ITEM, WHO, CODE, TIME = "item", "who", "code", "time"
PLACE, TEXT = "place", "text"
"""Where items are kept: how many rows stand before, and the text of the item."""
SPILLED = 64  # bytes of a rating while its partition is worked on
MOST_PARTITIONS = 512
_LITTLE = 1 << 23  # bytes of rows that are not yet put together

Portions = Callable[[], Iterator[pl.DataFrame]]
"""The portions from the beginning: frames of items, numbers of annotators, codes of labels (−1: not asked), times."""


class RecurringError(Exception):
    """Items do not stand in order: one may come again."""


class Tally:
    """Distinct rows so far, within a budget of bytes."""

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._whole: WeightedRows | None = None
        self._fresh: list[WeightedRows] = []

    def add(self, rows: WeightedRows) -> None:
        self._fresh.append(rows)
        held = 0 if self._whole is None else self._whole.nbytes
        if sum(part.nbytes for part in self._fresh) > max(held, min(_LITTLE, self._budget // 8)):
            self._whole = self._together()

    def rows(self) -> WeightedRows:
        self._whole = self._together()
        return self._whole

    def _together(self) -> WeightedRows:
        parts = [*([] if self._whole is None else [self._whole]), *self._fresh]
        self._fresh = []
        if not parts:
            nothing = np.zeros(0, dtype=np.int32)
            return WeightedRows(np.zeros(1, dtype=np.int64), nothing, nothing, np.zeros(0, dtype=np.int64))
        made = together(parts).distinct()
        if made.nbytes > self._budget // 4:
            made = WeightedRows(made.starts, made.who, made.codes, made.weights)
        if made.nbytes > self._budget // 2:
            raise too_varied(len(made), made.nbytes, self._budget)
        return made


def too_varied(rows: int, size: int, budget: int) -> DataError:
    """The error of data in which hardly two items were rated alike by the same annotators."""
    message = (
        f"the labels of each annotator do not fit: {rows:,} different rows of ratings take {size / 1e9:,.1f} GB, "
        f"more than half of {budget / 1e9:,.1f} GB of memory"
    )
    hint = f"allow more with {option('memory')}, or count how many chose each category of an item, which compresses"
    return DataError("ACC460", message, hint=hint)


class Keeper(Protocol):
    """Somebody who keeps the items."""

    def begin(self, budget: int, ratings: int) -> None:
        """From the beginning, within a budget of bytes."""
        ...

    def add(self, rows: WeightedRows, firsts: pl.DataFrame) -> None:
        """The rows of items, and for each its place among all rows and its text."""
        ...


def counted(portions: Portions, budget: int, ratings: int, keeper: Keeper | None = None) -> WeightedRows:
    """The distinct rows of all items; `ratings` are about how many there are."""
    try:
        return _tallied(_in_order(portions()), budget, ratings, keeper)
    except RecurringError:
        return _tallied(_brought_together(portions(), budget, ratings), budget, ratings, keeper)


def _tallied(
    items: Iterator[tuple[WeightedRows, pl.DataFrame]], budget: int, ratings: int, keeper: Keeper | None
) -> WeightedRows:
    tally = Tally(budget)
    if keeper is not None:
        keeper.begin(budget, ratings)
    for rows, firsts in items:
        if keeper is not None:
            keeper.add(rows, firsts)
        tally.add(rows.distinct())
    return tally.rows()


def _in_order(portions: Iterator[pl.DataFrame]) -> Iterator[tuple[WeightedRows, pl.DataFrame]]:
    """The rows of items that stand in order; the last of a portion may go on in the next."""
    held: pl.DataFrame | None = None
    for portion in portions:
        frame = portion if held is None else pl.concat([held, portion])
        items = frame[ITEM]
        if not items.is_sorted():
            raise RecurringError
        begins = np.flatnonzero(item_begins(items))
        held, done = frame[int(begins[-1]) :], frame[: int(begins[-1])]
        if done.height:
            yield _with_firsts(done, *_runs(done))
    if held is not None and held.height:
        yield _with_firsts(held, *_runs(held))


def item_begins(items: pl.Series) -> NDArray[np.bool_]:
    """Where an item differs from the one before."""
    return (items != items.shift(1)).fill_null(True).to_numpy()


def rows_of_runs(frame: pl.DataFrame) -> WeightedRows:
    """The rows of items whose ratings stand together."""
    return _rows(frame, *_runs(frame))


def _runs(frame: pl.DataFrame) -> tuple[NDArray[np.int64], pl.Series]:
    """The number of each item, and the names in the order of the numbers, where ratings of an item stand together."""
    begins = item_begins(frame[ITEM])
    return np.cumsum(begins) - 1, frame[ITEM].filter(pl.Series(begins))


def _with_firsts(frame: pl.DataFrame, places: NDArray[np.int64], names: pl.Series) -> tuple[WeightedRows, pl.DataFrame]:
    """The rows of items, and what stands beside the first rating of each."""
    beside = [name for name in (PLACE, TEXT) if name in frame.columns]
    first = np.zeros(len(names), dtype=np.int64)
    if beside:
        first[places[::-1]] = np.arange(len(places))[::-1]  # of those of an item the last that is put there stays
    return _rows(frame, places, names), frame.select(beside)[first] if beside else pl.DataFrame()


def _brought_together(
    portions: Iterator[pl.DataFrame], budget: int, ratings: int
) -> Iterator[tuple[WeightedRows, pl.DataFrame]]:
    """The rows of items that are scattered, partition by partition."""
    with partitions(partitions_needed(budget, ratings)) as made:
        for portion in portions:
            made.add(portion)
        for frame in made:
            yield _with_firsts(frame, *_numbered(frame[ITEM]))


def partitions_needed(budget: int, ratings: int) -> int:
    """How many there must be, so that each can be worked on in memory."""
    return int(np.clip(np.ceil(ratings * SPILLED / max(budget // 4, 1)), 1, MOST_PARTITIONS))


def rows_of_items(frame: pl.DataFrame) -> WeightedRows:
    """The rows of items whose ratings stand anywhere in a frame."""
    return _rows(frame, *_numbered(frame[ITEM]))


def _numbered(items: pl.Series) -> tuple[NDArray[np.int64], pl.Series]:
    """The number of each item, and the names in the order of the numbers."""
    bits = np.uint64(max(len(items) - 1, 1).bit_length())
    keys = items.hash().to_numpy() >> bits << bits | np.arange(len(items), dtype=np.uint64)
    keys.sort()  # many times faster than sorting places by hashes
    order, hashes = (keys & ((np.uint64(1) << bits) - np.uint64(1))).astype(np.int64), keys >> bits
    fresh = np.append(True, hashes[1:] != hashes[:-1])
    places = np.empty(len(items), dtype=np.int64)
    places[order] = np.cumsum(fresh) - 1
    names = items.gather(order[fresh])
    if (names.gather(places) == items).all():
        return places, names
    codes, texts = factorised(items)  # two items with the same hash
    return codes.astype(np.int64), pl.Series(texts, dtype=items.dtype)


def _rows(frame: pl.DataFrame, places: NDArray[np.int64], names: pl.Series) -> WeightedRows:
    times = frame[TIME].to_numpy() if TIME in frame.columns else None
    made = gathered(places, len(names), frame[WHO].to_numpy(), frame[CODE].to_numpy(), times)
    return WeightedRows(made.starts, made.who, made.codes, made.weights, names)
