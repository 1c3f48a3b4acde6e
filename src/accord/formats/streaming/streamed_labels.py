"""Labels of tables that do not fit in memory: distinct rows of ratings, and how many items show each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from accord.annotations import Labels
from accord.annotations.column_names import CANONICAL, suggested
from accord.annotations.column_texts import as_text
from accord.annotations.columns import readings
from accord.annotations.counted_labels import counted_labels
from accord.annotations.finished_labels import category_set, outside
from accord.annotations.frames import cell_texts
from accord.annotations.label_times import seconds_of
from accord.annotations.lazy_polars import pl
from accord.annotations.plausibility import refuse_implausible, refuse_repetition
from accord.annotations.table_header import TableOptions
from accord.annotations.weighted_rows import WeightedRows
from accord.formats.locating import LocatedFile
from accord.formats.options import ReadOptions
from accord.formats.streaming.codes import Codes
from accord.formats.streaming.one_pass import CODE, ITEM, TIME, WHO, counted
from accord.formats.streaming.portion import Portion
from accord.formats.streaming.recognised_table import RecognisedTable
from accord.results import DataError, Place, Reading
from accord.results.option_names import option
from accord.results.wording import many

WORKED_ON = 400  # bytes of a row while its portion is worked on
FEWEST_ROWS, MOST_ROWS = 5_000, 1_000_000  # of a portion


@dataclass
class _Reading:
    """The tables of one data set, and the names in them so far."""

    tables: Sequence[RecognisedTable]
    files: Sequence[LocatedFile]
    options: ReadOptions
    told: TableOptions
    rows: int
    """Of a portion."""
    progress: Callable[[float], None] | None
    people: Codes = field(default_factory=Codes)
    labels: Codes = field(default_factory=Codes)
    files_of: dict[str, int] = field(default_factory=dict)
    """The file in which each annotator was first found."""

    @property
    def sets(self) -> bool:
        nested = any(table.start.frame.schema[table.found.label].is_nested() for table in self.tables)
        return nested or self.told.set_separator is not None or self.told.level == "sets"

    def portions(self) -> Iterator[pl.DataFrame]:
        """All rows, with numbers for annotators and labels."""
        numbered = all(table.start.frame.schema[table.found.item].is_integer() for table in self.tables)
        done = 0.0
        for place, table in enumerate(self.tables):
            for portion in table.portions(table.columns, self.rows):
                yield self._coded(place, table, portion, numbered=numbered)
                done += portion.share / len(self.tables)
                if self.progress is not None:
                    self.progress(min(done, 1.0))

    def _coded(self, place: int, table: RecognisedTable, portion: Portion, *, numbered: bool) -> pl.DataFrame:
        found, frame = table.found, portion.frame
        for name, what in ((found.item, "item"), (found.annotator, "annotator")):
            _assert_filled(portion, name, what)
        items = frame[found.item]
        items = items.cast(pl.Int64) if numbered else as_text(items, portion.origin.file)
        before = len(self.people.numbers)
        who = self.people.of(frame[found.annotator], lambda values: as_text(values, portion.origin.file))
        self._refuse_rounds(place, who, before)
        columns = {ITEM: items, WHO: who, CODE: self._codes(frame[found.label], portion)}
        if found.time is not None:
            columns[TIME] = _times(frame[found.time], portion, told=found.time_told)
        return pl.DataFrame(columns)

    def _codes(self, label: pl.Series, portion: Portion) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        before = len(self.labels.numbers)
        codes = self.labels.of(label, lambda values: cell_texts(values, self.told, self.sets, portion.origin))
        if self.told.categories is not None and len(self.labels.numbers) > before:
            declared = category_set((), self.told.categories, self.sets)
            for text, code in list(self.labels.numbers.items())[before:]:
                if text not in declared.index:
                    raise outside(declared, text, _place(portion, int(np.argmax(codes == code))))
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
                files = " and ".join(f"'{self.files[one].path.name}'" for one in (first, place))
                message = f"{files}: both have labels by '{names[number]}': rounds are not pooled"
                hint = f"{option('pool')} puts them together; else measure one file at a time"
                raise DataError("ACC222", message, Place(self.files[place].shown), hint)


def streamed_labels(
    tables: Sequence[RecognisedTable],
    files: Sequence[LocatedFile],
    options: ReadOptions,
    budget: int,
    ratings: int,
    progress: Callable[[float], None] | None = None,
) -> Labels:
    """The labels of tables, read in portions within a budget of bytes; `ratings` are about how many there are."""
    rows = int(np.clip(budget // (4 * WORKED_ON), FEWEST_ROWS, MOST_ROWS))
    reading = _Reading(tables, files, options, TableOptions.of(options), rows, progress)
    found = counted(reading.portions, budget, ratings)
    return _labels(reading, found, budget)


def _labels(reading: _Reading, rows: WeightedRows, budget: int) -> Labels:
    """Labels of the rows, with what was read as what."""
    told, tables, found = reading.told, reading.tables, reading.tables[0].found
    source = ", ".join(one.shown for one in reading.files)
    people, names = list(reading.people.numbers), list(reading.labels.numbers)
    plain = replace(told, missing=())  # those are gone already
    built = counted_labels(rows, people, names, plain, sets=reading.sets, column=found.label, source=source)
    bare = told.item_column is None and suggested(found.item).strength < CANONICAL
    refuse_repetition(built, found.item, guessed=bare)
    guessed = told.label_column is None and suggested(found.label).strength < CANONICAL
    doubts = refuse_implausible(built, guessed=guessed)
    said = (*(one for table in tables for one in table.start.said), *doubts, *built.diagnostics)
    first = tuple(one for table in tables for one in table.start.read_as)
    read_as = (_how(budget), *_files(reading, built), *first, *readings(found), *built.read_as)
    return replace(built, diagnostics=said, read_as=tuple(dict.fromkeys(read_as)))


def _how(budget: int) -> Reading:
    text = f"read in one pass within {budget / 1e9:,.2g} GB of memory; a row stands for all items rated alike, under "
    return Reading("files", text + "the name of one of them", options=("memory",))


def _files(reading: _Reading, built: Labels) -> tuple[Reading, ...]:
    number = len(reading.tables)
    if number == 1:
        return ()
    if reading.options.pool:
        return (Reading("files", f"{many(number, 'file')} pooled, as told"),)
    owner = np.array([reading.files_of[name] for name in built.annotators or ()])
    of_rating = owner[built.who] if built.who is not None else owner[:0]
    row = np.repeat(np.arange(built.n_rows), built.sizes)
    met = np.zeros((built.n_rows, number), dtype=bool)
    met[row, of_rating] = True
    alone = np.flatnonzero(~met[met.sum(axis=1) > 1].any(axis=0))
    if len(alone):
        name = reading.files[int(alone[0])].path.name
        message = f"'{name}' shares neither annotators nor items with the other files"
        hint = f"{option('pool')} puts them together; else measure one file at a time"
        raise DataError("ACC222", message, Place(built.source), hint)
    return (Reading("files", f"{many(number, 'file')} with other annotators on the same items: one campaign"),)


def _times(column: pl.Series, portion: Portion, *, told: bool) -> pl.Series:
    """When each label was given; a column that is one of times in some portions must be one in all."""
    cells = column.set(column.str.strip_chars() == "", None) if column.dtype == pl.String else column
    seconds = seconds_of(cells)
    odd = cells.is_not_null() & (seconds.is_null() | ~seconds.is_finite().fill_null(False))
    if column.dtype.is_float():
        odd &= column.is_not_nan()
    if odd.any():
        first = int(odd.arg_true()[0])
        message = f"'{column[first]}' in column '{column.name}' is not a time"
        hint = "use a number, or a date such as 2024-05-31 or 2024-05-31T14:30:00"
        if not told:
            hint += f"; name another column with {option('time_column')}"
        raise DataError("ACC020", message, _place(portion, first), hint)
    return seconds.fill_null(float("nan"))


def _assert_filled(portion: Portion, column: str, what: str) -> None:
    series = portion.frame[column]
    empty = series.is_null() | (series == "") if series.dtype == pl.String else series.is_null()
    if empty.any():
        first = int(empty.arg_true()[0])
        place = _place(portion, first)
        where = "" if place.line else f" in row {portion.first + first + 1:,}"
        message = f"a row without {what} (column '{column}' is empty){where}"
        raise DataError("ACC011", message, place, "fill it in or remove the row")


def _place(portion: Portion, row: int) -> Place:
    return portion.origin.place(row)
