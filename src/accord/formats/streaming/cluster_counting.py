"""Rows of ratings counted by the workers of a Dask cluster: they read parts of the tables, and send what they counted.

Where items stand in order, a part is counted alone, and only the items at its ends, which may go on in the next, are
put together here. Scattered ratings go from worker to worker, so that those of one item come together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from accord.annotations.lazy_polars import pl
from accord.annotations.weighted_rows import WeightedRows
from accord.formats.streaming.coded_reading import CodedReading
from accord.formats.streaming.codes import Codes
from accord.formats.streaming.one_pass import (
    CODE,
    ITEM,
    WHO,
    RecurringError,
    Tally,
    item_begins,
    partitions_needed,
    rows_of_items,
    rows_of_runs,
)
from accord.formats.streaming.parquet_portions import AT_ONCE
from accord.formats.streaming.spilling import partition_of
from accord.results import DataError, Place
from accord.results.dask_workers import dask_exchange, dask_run
from accord.results.working import jobs_now

MOST_PIECES = 200_000  # that go from worker to worker: a scheduler takes about a millisecond for each


@dataclass(frozen=True)
class _Part:
    """A part of the tables: the reading of it, and the place of its table among them."""

    reading: CodedReading
    place: int

    def frames(self) -> Iterator[pl.DataFrame]:
        """Its portions, read by a worker."""
        file = self.reading.tables[0].start.file
        if file is not None and not Path(file).exists():
            message = "a worker of the cluster does not see this file"
            raise DataError("ACC464", message, Place(file), "put it where all machines find it under the same path")
        return self.reading.portions()


@dataclass(frozen=True)
class _Names:
    """The names that the numbers of a part stand for, and the place of its table."""

    place: int
    people: tuple[str, ...]
    labels: tuple[str, ...]

    @classmethod
    def of(cls, part: _Part) -> _Names:
        return cls(part.place, tuple(part.reading.people.numbers), tuple(part.reading.labels.numbers))

    def among(self, people: Codes, labels: Codes) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The numbers that they have among others; the last, which −1 finds, is −1."""
        return _numbers(people, self.people), _numbers(labels, self.labels)


Pieces = tuple[_Names, pl.DataFrame]
"""Ratings with the names that their numbers stand for."""


@dataclass(frozen=True)
class _CountedPortion:
    """What a worker counted."""

    names: _Names
    rows: WeightedRows
    ends: tuple[pl.DataFrame, ...] = ()
    """The ratings of its first and of its last item, which may go on in other parts."""
    seen: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """The annotators of each table."""


def counted_on_cluster(reading: CodedReading, budget: int, ratings: int) -> WeightedRows:
    """The distinct rows of all items, as `counted` finds them in one process."""
    cut = [table.parts(AT_ONCE * reading.rows) for table in reading.tables]
    parts = [_Part(reading.part(place, table), place) for place, tables in enumerate(cut) for table in tables]
    first = reading.tables[0]
    try:
        if not first.start.frame[first.found.item].is_sorted():
            raise RecurringError
        return _in_order(reading, parts, budget)
    except RecurringError:
        return _exchanged(reading, parts, budget, ratings)


def _in_order(reading: CodedReading, parts: Sequence[_Part], budget: int) -> WeightedRows:
    """Each part counted by one worker; RecurringError where items are scattered."""
    tally, ends = Tally(budget), dict[int, list[pl.DataFrame]]()
    for number, counted in dask_run([partial(_of_part, part, budget) for part in parts], jobs_now()):
        who, codes = _entered(reading, counted)
        tally.add(counted.rows.recoded(who, codes))
        ends[number] = [_renumbered(frame, who, codes) for frame in counted.ends]
        _tell(reading, len(ends) / len(parts))
    _refuse_rounds(reading)
    for rows in _joined([frame for number in sorted(ends) for frame in ends[number]]):
        tally.add(rows)
    return tally.rows()


def _exchanged(reading: CodedReading, parts: Sequence[_Part], budget: int, ratings: int) -> WeightedRows:
    """Ratings parted by the names of their items, and each share counted by one worker."""
    number = max(1, min(partitions_needed(budget, ratings), MOST_PIECES // len(parts)))
    tasks = [partial(_pieces, part, number) for part in parts]
    tally = Tally(budget)
    for done, (_, counted) in enumerate(dask_exchange(tasks, number, _put_together, jobs_now()), 1):
        tally.add(counted.rows.recoded(*_entered(reading, counted)))
        _tell(reading, done / number)
    _refuse_rounds(reading)
    return tally.rows()


def _tell(reading: CodedReading, share: float) -> None:
    if reading.progress is not None:
        reading.progress(share)


def _entered(reading: CodedReading, counted: _CountedPortion) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The numbers that a part's names have in the whole, to which they are added with the tables they stand in."""
    for place, people in counted.seen:
        for name in people:
            first = reading.files_of.setdefault(name, place)
            if first != place:
                reading.files_of[name] = min(first, place)
                reading.again.add((min(first, place), max(first, place), name))
    return counted.names.among(reading.people, reading.labels)


def _of_part(part: _Part, budget: int) -> _CountedPortion:
    """What a worker counts of a part whose items stand in order."""
    tally, ends, held = Tally(budget), list[pl.DataFrame](), pl.DataFrame()
    for portion in part.frames():
        frame = pl.concat([held, portion]) if held.height else portion
        if not frame[ITEM].is_sorted():
            raise RecurringError
        begins = np.flatnonzero(item_begins(frame[ITEM])).tolist()
        held, done = frame[begins[-1] :], frame[: begins[-1]]
        if done.height and not ends:
            ends, done = [done[: begins[1]]], done[begins[1] :]
        if done.height:
            tally.add(rows_of_runs(done).distinct())
    names = _Names.of(part)
    return _CountedPortion(names, tally.rows(), (*ends, held), ((part.place, names.people),))


def _joined(ends: Sequence[pl.DataFrame]) -> Iterator[WeightedRows]:
    """The rows of items at the ends of parts, in the order of the parts."""
    filled = [frame for frame in ends if frame.height]
    if not filled:
        return
    whole = pl.concat(filled)
    if not whole[ITEM].is_sorted():
        raise RecurringError
    yield rows_of_runs(whole)


def _pieces(part: _Part, number: int) -> list[Pieces]:
    """The ratings of a part, parted by the names of their items."""
    shares: list[list[pl.DataFrame]] = [[] for _ in range(number)]
    for frame in part.frames():
        place = partition_of(frame, number)
        for share, into in enumerate(shares):
            into.append(frame.filter(pl.Series(place == share)))
    names = _Names.of(part)
    return [(names, pl.concat(share) if share else pl.DataFrame()) for share in shares]


def _put_together(pieces: list[Pieces]) -> _CountedPortion:
    """What a worker counts of one share of all parts."""
    people, labels, seen = Codes(), Codes(), dict[int, dict[str, None]]()
    frames = []
    for names, frame in pieces:
        who, codes = names.among(people, labels)
        seen.setdefault(names.place, {}).update(dict.fromkeys(names.people))
        if frame.height:
            frames.append(_renumbered(frame, who, codes))
    rows = rows_of_items(pl.concat(frames)).distinct() if frames else Tally(1).rows()
    names = _Names(-1, tuple(people.numbers), tuple(labels.numbers))
    return _CountedPortion(names, rows, (), tuple((place, tuple(names_seen)) for place, names_seen in seen.items()))


def _renumbered(frame: pl.DataFrame, who: NDArray[np.int32], codes: NDArray[np.int32]) -> pl.DataFrame:
    if not frame.height:
        return frame
    fresh = pl.Series(WHO, who[frame[WHO].to_numpy()]), pl.Series(CODE, codes[frame[CODE].to_numpy()])
    return frame.with_columns(*fresh)


def _numbers(known: Codes, names: Sequence[str]) -> NDArray[np.int32]:
    numbers = known.numbers
    return np.array([*(numbers.setdefault(name, len(numbers)) for name in names), -1], dtype=np.int32)


def _refuse_rounds(reading: CodedReading) -> None:
    """Files with the same annotators are put together only where that was told."""
    if reading.again and not reading.options.pool:
        raise reading.rounds(*min(reading.again))
