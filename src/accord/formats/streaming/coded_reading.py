"""Tables of labels in portions, with numbers for annotators and labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from accord.annotations.column_texts import as_text
from accord.annotations.finished_labels import category_set, outside
from accord.annotations.frames import cell_texts
from accord.annotations.label_times import DATES, times_in
from accord.annotations.lazy_polars import pl
from accord.annotations.table_header import TableOptions
from accord.formats.locating import LocatedFile
from accord.formats.options import ReadOptions
from accord.formats.streaming.codes import Codes
from accord.formats.streaming.one_pass import CODE, ITEM, PLACE, TEXT, TIME, WHO
from accord.formats.streaming.portion import Portion
from accord.formats.streaming.recognised_table import RecognisedTable
from accord.results import DataError, Place
from accord.results.option_names import option


@dataclass
class CodedReading:
    """The tables of one data set, and the names in them so far."""

    tables: Sequence[RecognisedTable]
    files: Sequence[LocatedFile]
    options: ReadOptions
    told: TableOptions
    rows: int
    """Of a portion."""
    sets: bool
    """Whether the labels are sets."""
    numbered: bool
    """Whether the names of items are whole numbers."""
    progress: Callable[[float], None] | None = None
    kept: bool = False
    """Whether items are kept: with their places and texts."""
    people: Codes = field(default_factory=Codes)
    labels: Codes = field(default_factory=Codes)
    files_of: dict[str, int] = field(default_factory=dict)
    """The file in which each annotator was first found."""
    again: set[tuple[int, int, str]] = field(default_factory=set)
    """Two files that have labels by one annotator, where their parts were read elsewhere."""

    @classmethod
    def of(
        cls,
        tables: Sequence[RecognisedTable],
        files: Sequence[LocatedFile],
        options: ReadOptions,
        rows: int,
        progress: Callable[[float], None] | None,
        *,
        kept: bool = False,
    ) -> CodedReading:
        told = TableOptions.of(options)
        types = [table.start.frame.schema for table in tables]
        nested = any(kinds[table.found.label].is_nested() for kinds, table in zip(types, tables, strict=True))
        numbered = all(kinds[table.found.item].is_integer() for kinds, table in zip(types, tables, strict=True))
        sets = nested or told.set_separator is not None or told.level == "sets"
        return cls(tables, files, options, told, rows, sets, numbered, progress, kept)

    def part(self, place: int, table: RecognisedTable) -> CodedReading:
        """A reading of a part of one of the tables, with numbers of its own."""
        return replace(
            self,
            tables=[table],
            files=[self.files[place]],
            progress=None,
            people=Codes(),
            labels=Codes(),
            files_of={},
            again=set(),
        )

    def portions(self) -> Iterator[pl.DataFrame]:
        """All rows, with numbers for annotators and labels."""
        done, first = 0.0, 0
        for place, table in enumerate(self.tables):
            text = table.found.text if self.kept else None
            columns = table.columns if text is None else [*table.columns, text]
            for portion in table.portions(columns, self.rows):
                frame = self._coded(place, table, portion)
                yield self._with_places(frame, portion, text, first) if self.kept else frame
                done, first = done + portion.share / len(self.tables), first + frame.height
                if self.progress is not None:
                    self.progress(min(done, 1.0))

    def _coded(self, place: int, table: RecognisedTable, portion: Portion) -> pl.DataFrame:
        long_columns, frame = table.found, portion.frame
        for name, what in ((long_columns.item, "item"), (long_columns.annotator, "annotator")):
            _assert_filled(portion, name, what)
        items = frame[long_columns.item]
        items = items.cast(pl.Int64) if self.numbered else as_text(items, portion.origin.file)
        before = len(self.people.numbers)
        who = self.people.of(frame[long_columns.annotator], lambda values: as_text(values, portion.origin.file))
        self._refuse_rounds(place, who, before)
        columns = {ITEM: items, WHO: who, CODE: self._codes(frame[long_columns.label], portion)}
        if long_columns.time is not None:
            columns[TIME] = _times(frame[long_columns.time], portion, told=long_columns.time_told)
        return pl.DataFrame(columns)

    def _with_places(self, frame: pl.DataFrame, portion: Portion, text: str | None, first: int) -> pl.DataFrame:
        """With how many rows stand before each, and with the text of its item where some table has texts."""
        made = frame.with_columns(pl.Series(PLACE, np.arange(first, first + frame.height)))
        if all(table.found.text is None for table in self.tables):
            return made
        texts = None if text is None else as_text(portion.frame[text], portion.origin.file)
        return made.with_columns(pl.lit(None, dtype=pl.String).alias(TEXT) if texts is None else texts.alias(TEXT))

    def _codes(self, label: pl.Series, portion: Portion) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        before = len(self.labels.numbers)
        codes = self.labels.of(label, lambda values: cell_texts(values, self.told, self.sets, portion.origin))
        if self.told.categories is not None and len(self.labels.numbers) > before:
            declared = category_set((), self.told.categories, self.sets)
            for text, code in list(self.labels.numbers.items())[before:]:
                if text not in declared.index:
                    raise outside(declared, text, portion.origin.place(int(np.argmax(codes == code))))
        return codes

    def _refuse_rounds(self, place: int, who: np.ndarray[tuple[int], np.dtype[np.int32]], before: int) -> None:
        """Files with the same annotators are put together only where that was told."""
        names = list(self.people.numbers)
        for name in names[before:]:
            self.files_of[name] = place
        if self.options.pool or place == 0:
            return
        for number in np.unique(who).tolist():
            first = self.files_of[names[number]]
            if first != place:
                raise self.rounds(first, place, names[number])

    def rounds(self, first: int, place: int, name: str) -> DataError:
        """The error of two files with labels by the same annotator."""
        files = " and ".join(f"'{self.files[number].path.name}'" for number in (first, place))
        message = f"{files}: both have labels by '{name}': rounds are not pooled"
        hint = f"{option('pool')} pools them; otherwise measure one file at a time"
        return DataError("ACC222", message, Place(self.files[place].shown), hint)


def _times(column: pl.Series, portion: Portion, *, told: bool) -> pl.Series:
    """When each label was given; a column that is one of times in some portions must be one in all."""
    seconds, odd = times_in(column)
    if odd.any():
        first = int(odd.arg_true()[0])
        message = f"'{column[first]}' in column '{column.name}' is not a time"
        hint = DATES if told else f"{DATES}; name another column with {option('time_column')}"
        raise DataError("ACC020", message, portion.origin.place(first), hint)
    return seconds.fill_null(float("nan"))


def _assert_filled(portion: Portion, column: str, what: str) -> None:
    series = portion.frame[column]
    empty = series.is_null() | (series == "") if series.dtype == pl.String else series.is_null()
    if empty.any():
        first = int(empty.arg_true()[0])
        place = portion.origin.place(first)
        where = "" if place.line else f" in row {portion.first + first + 1:,}"
        message = f"a row without {what} (column '{column}' is empty){where}"
        raise DataError("ACC011", message, place, "fill it in or remove the row")
