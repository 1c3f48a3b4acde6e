"""The reference of a table that was read in one pass, written item by item.

All items of a row have the same lines but for their names and texts: a line is made once for each row, by the
renderers of references in memory, with marks in the places of both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

import numpy as np

from accord.annotations.lazy_polars import pl
from accord.consensus import Adjudicated, Reference
from accord.formats.streaming.kept_items import AT_ONCE, ROW, KeptItems
from accord.formats.streaming.one_pass import ITEM, MOST_PARTITIONS, TEXT
from accord.formats.streaming.spilling import partitions
from accord.renderings.references import (
    DECIDED,
    SHOWN,
    decided_cells,
    discussed_cells,
    discussion_columns,
    discussion_line,
    json_line,
    reference_record,
    reference_shown,
)
from accord.renderings.tables import csv_text
from accord.results.foreign_text import json_text

NAME_MARK, TEXT_MARK = "name-of-an-item-7f1c93", "text-of-an-item-7f1c93"
MOST_LINES = 50_000  # that are kept
PLAIN = r"^[A-Za-z0-9_][A-Za-z0-9_./:#-]*\z"  # neither quoted nor escaped nor guarded in any format
RANK = "rank"
Line = Callable[[Adjudicated], str]
Cells = Callable[["pl.Series"], "pl.Series"]


class StreamedReference:
    """A reference of rows, and the items that they stand for."""

    def __init__(self, made: Reference, kept: KeptItems, below: float) -> None:
        self.made = made
        self._kept = kept
        self._rank = made.doubts(below)
        self.doubtful = int(made.data.weights[self._rank >= 0].sum())
        """How many items there are to discuss."""

    def labels(self, *, jsonl: bool) -> Iterator[str]:
        """One line for each item."""
        if jsonl:
            return self._lines(self._items(), json_line, _json_cells)
        lines = self._lines(self._items(), lambda item: csv_text(decided_cells(item), ()), _csv_cells)
        return _after(csv_text(DECIDED, ()), lines)

    def to_discuss(self, *, jsonl: bool) -> Iterator[str]:
        """One line for each item to discuss, the least certain first."""
        text, who = self._kept.texts and self.doubtful > 0, self.made.data.annotators
        if jsonl:
            return self._lines(self._discussed(), discussion_line, _json_cells, with_labels=True)
        lines = self._lines(
            self._discussed(),
            lambda item: csv_text(discussed_cells(item, who, text=text), ()),
            _csv_cells,
            with_labels=True,
        )
        return _after(csv_text(discussion_columns(who, text=text), ()), lines)

    def shown(self, output: str, more: str) -> str:
        """For people: who is how reliable, and the first items to discuss."""
        items = ((item, row, *text) for frame in self._discussed() for item, row, *text in frame.rows())
        first = [
            replace(self._row(row, with_labels=True), item=item, text=text[0] or "" if text else None)
            for item, row, *text in islice(items, SHOWN)
        ]
        return reference_shown(self.made, first, output, more, self.doubtful)

    def as_json(self, written: Callable[[dict[str, object]], str]) -> Iterator[str]:
        """The record of all of it as `written`, in pieces."""
        first, second = (replace(self._row(0), item=f"{NAME_MARK} {place}", text=None) for place in (1, 2))
        whole = written(reference_record(self.made, [second] if self.doubtful else [], [first])) + "\n"
        before, rest = whole.split(_indented(first)[:-2])
        yield before
        yield from _listed(self._lines(self._items(), _indented, _json_cells))
        between, _, after = rest.partition(_indented(second)[:-2])
        yield between
        if self.doubtful:
            yield from _listed(self._lines(self._discussed(), _indented, _json_cells, with_labels=True))
        yield after

    def _items(self) -> Iterator[pl.DataFrame]:
        return self._kept.portions(self.made.data)

    def _row(self, row: int, *, with_labels: bool = False) -> Adjudicated:
        """The reference of one of the items of a row, with marks for its name and its text."""
        text = TEXT_MARK if with_labels and self._kept.texts else None
        return replace(self.made.adjudicated(row, NAME_MARK, with_labels=with_labels), times=1, text=text)

    def _lines(
        self, items: Iterator[pl.DataFrame], line: Line, cells: Cells, *, with_labels: bool = False
    ) -> Iterator[str]:
        """The lines of items, portion by portion."""
        name, text = (cells(pl.Series([mark]))[0] for mark in (NAME_MARK, TEXT_MARK))
        known: dict[int, tuple[str, str, str]] = {}
        for frame in items:
            rows, place = np.unique(frame[ROW].to_numpy(), return_inverse=True)
            known = known if len(known) < MOST_LINES else {}
            for row in rows.tolist():
                if row not in known:
                    before, _, rest = line(self._row(row, with_labels=with_labels)).partition(name)
                    between, _, after = rest.partition(text)
                    known[row] = before, between, after
            parts = zip(*(known[row] for row in rows.tolist()), strict=True)
            head, middle, tail = (pl.Series(part, dtype=pl.String).gather(place) for part in parts)
            texts = cells(frame[TEXT].fill_null("")) if with_labels and self._kept.texts else pl.Series([""])
            columns = [head.alias("0"), cells(frame[ITEM]).alias("1"), middle.alias("2")]
            made = pl.select(pl.concat_str(*columns, texts.alias("3"), tail.alias("4"))).to_series()
            yield "".join(made.to_list())

    def _discussed(self) -> Iterator[pl.DataFrame]:
        """The items to discuss, the least certain first, those as certain as each other in their order."""
        ranks = int(self._rank.max(initial=-1)) + 1
        with partitions(MOST_PARTITIONS) as made:
            for frame in self._items() if ranks else ():
                rank = self._rank[frame[ROW].to_numpy()]
                chosen = frame.with_columns(pl.Series(RANK, rank)).filter(pl.Series(rank >= 0))
                part = chosen[RANK].to_numpy() * MOST_PARTITIONS // max(ranks, MOST_PARTITIONS)
                made.add(chosen, part.astype(np.uint16))
            for partition in range(MOST_PARTITIONS):
                if ranks <= MOST_PARTITIONS:  # all of a partition are as certain as each other
                    yield from (frame.drop(RANK) for frame in made.portions(partition))
                elif parts := list(made.portions(partition)):
                    yield from pl.concat(parts).sort(RANK, maintain_order=True).drop(RANK).iter_slices(AT_ONCE)


def _indented(item: Adjudicated) -> str:
    """An object of a list in a record, with the comma behind it."""
    return "".join(f"  {line}\n" for line in json_text(item.as_json()).split("\n"))[:-1] + ",\n"


def _listed(lines: Iterator[str]) -> Iterator[str]:
    """Objects with a comma between them, and none behind the last."""
    held = ""
    for piece in lines:
        yield held
        held = piece
    yield held[:-2]


def _after(header: str, lines: Iterator[str]) -> Iterator[str]:
    yield header
    yield from lines


def _csv_cells(texts: pl.Series) -> pl.Series:
    """Cells as `csv_text` writes them."""
    return _made(texts, texts, lambda text: csv_text(("", text), ())[1:-1])


def _json_cells(texts: pl.Series) -> pl.Series:
    """Texts as `json_text` writes them."""
    return _made(texts, pl.select('"' + texts + '"').to_series(), lambda text: json_text(text, indent=None))


def _made(texts: pl.Series, plain: pl.Series, written: Callable[[str], str]) -> pl.Series:
    """Plain texts as they are, all others one by one."""
    other = ~texts.str.contains(PLAIN)
    if not other.any():
        return plain
    return plain.scatter(other.arg_true(), [written(text) for text in texts.filter(other).to_list()])
