"""From a table to `Labels`: long, wide, transposed, counts per item, or a contingency table of two annotators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels, contingency, counts
from accord.annotations.categories import canonical_text
from accord.annotations.column_evidence import Contents
from accord.annotations.column_names import no_column
from accord.annotations.columns import ITEM, fits
from accord.annotations.frames import Origin, from_frame
from accord.annotations.given_lists import repeated
from accord.annotations.label_remarks import remarks
from accord.annotations.lazy_polars import pl
from accord.annotations.table_header import TableOptions
from accord.formats.options import ReadOptions
from accord.formats.tables.bare_labels import BY_POSITION, bare_labels, bare_spans, refuse_reference
from accord.formats.tables.joined_items import with_items
from accord.formats.tables.one_hot_columns import with_answers
from accord.results import DataError, Diagnostics, Place, ReadAs, Reading
from accord.results.option_names import option, option_line

MOST_COUNTED = 10**8  # labels in a table of counts; each takes 4 bytes
EVEN, UNEVEN = 0.1, 0.3  # spread of the number of rows, relative to its mean
MOST_WEIGHED = 2**53  # items in a contingency table; beyond, float64 no longer counts


@dataclass(frozen=True)
class SourceTable:
    """Named columns, where the rows came from, and what was said on the way."""

    frame: pl.DataFrame
    origin: Origin
    said: Diagnostics = ()
    read_as: ReadAs = ()

    @property
    def file(self) -> str | None:
        return self.origin.file


def named(
    cells: pl.DataFrame,
    lines: NDArray[np.int64],
    options: ReadOptions,
    file: str,
    diagnostics: Diagnostics = (),
    read_as: ReadAs = (),
) -> SourceTable:
    """A table from a grid of text cells whose first row may be the header."""
    if cells.height == 0:
        raise DataError("ACC002", "the file is empty", Place(file), "export the annotations again")
    bare_roles = None if bare_spans(cells) else bare_labels(cells, options, file)
    if bare_roles is not None:
        cells.columns = bare_roles.names(cells.width)
        return SourceTable(cells, Origin(file, lines), diagnostics, (*read_as, bare_roles.reading()))
    if not options.header:
        bare = cells.width == 4 and (options.kind == "spans" or (options.told_kind is None and bare_spans(cells)))
        cells.columns = list(BY_POSITION) if bare else [str(position) for position in range(1, cells.width + 1)]
        return SourceTable(cells, Origin(file, lines), diagnostics, read_as)
    if options.told_kind in (None, "spans") and bare_spans(cells):
        cells.columns = list(BY_POSITION)
        guess = Reading("columns", "no header: annotator, category, start, end", True, ("kind=labels",))
        return SourceTable(cells, Origin(file, lines), diagnostics, (*read_as, guess))
    if options.told_kind is None and not (options.annotator_column or options.label_column):
        refuse_reference(cells, file)
    header = ["" if name is None else name.strip() for name in cells.row(0)]
    body = cells[1:]
    line = int(lines[0])
    if body.height == 0:
        raise DataError("ACC002", "there is a header and no row", Place(file, line), "export the annotations again")
    if not all(header):
        filled = body.select((pl.all().is_not_null() & (pl.all() != "")).any()).row(0)
        kept = [place for place, name in enumerate(header) if name or filled[place]]
        header, body = [header[place] for place in kept], body[:, kept]
    twice = repeated(header)
    if twice is not None:
        what = f"two columns are called '{twice}'" if twice else "two columns have no name"
        raise DataError("ACC019", what, Place(file, line), f"rename one; if there is no header, use {option('header')}")
    body.columns = header
    return SourceTable(body, Origin(file, lines[1:], line), diagnostics, read_as)


def labels_of(table: SourceTable, options: ReadOptions) -> Labels:
    """The labels in a table, with everything that was said about it."""
    items: ReadAs = ()
    if options.table:
        built = _contingency(table, options)
    elif options.counts:
        built = _counts(table, options)
    else:
        table, options = _by_position(table, options)
        frame, options, answers = with_answers(table.frame, options, table.file)
        frame, options, items = with_items(frame, options)
        table = replace(table, frame=frame, read_as=(*table.read_as, *answers))
        built = from_frame(table.frame, TableOptions.of(options), table.origin)
    by_position = any(reading.aspect == "columns" for reading in table.read_as)
    recognised = tuple(reading for reading in built.read_as if reading.aspect != "columns" or not by_position)
    diagnostics, read_as = (*table.said, *built.diagnostics), (*table.read_as, *recognised, *items)
    return replace(built, diagnostics=diagnostics, read_as=read_as, source=table.file)


def _by_position(table: SourceTable, options: ReadOptions) -> tuple[SourceTable, ReadOptions]:
    """Three columns without a header are item, annotator and label, unless told otherwise."""
    told = (options.item_column, options.annotator_column, options.label_column, options.annotators)
    if (
        options.header
        or table.frame.width != 3
        or "1" not in table.frame.columns
        or any(value is not None for value in told)
    ):
        return table, options
    _refuse_swapped(table)
    text = "no header: column 1 is the item, 2 the annotator, 3 the label"
    guess = Reading("columns", text, True, ("item_column", "annotator_column", "label_column", "annotators"))
    columns = {"item_column": "1", "annotator_column": "2", "label_column": "3"}
    return replace(table, read_as=(*table.read_as, guess)), replace(options, **columns)  # type: ignore[arg-type]


def _refuse_swapped(table: SourceTable) -> None:
    """Items have as a rule the same number of labels, and annotators do not: the other way round is not likely."""
    contents = Contents(table.frame)
    if contents["2"].unevenness < EVEN and contents["1"].unevenness > UNEVEN:
        raise DataError(
            "ACC007",
            "no header, and column 2 looks like the items rather than column 1: each of its values has the same number "
            "of rows",
            Place(table.file),
            f"say which: {option_line('item_column=2', 'annotator_column=1', 'label_column=3')}",
        )


# ---- tables of numbers


def _contingency(table: SourceTable, options: ReadOptions) -> Labels:
    frame, names = table.frame, list(table.frame.columns)
    if options.header and frame.width == frame.height + 1:
        rows = ["" if name is None else str(name) for name in frame.to_series(0).to_list()]
        names = names[1:]
        numbers = _whole_numbers(table, names, MOST_WEIGHED)[_matching(rows, names, table)]
    else:
        numbers = _whole_numbers(table, names, MOST_WEIGHED)
        if numbers.shape[0] != numbers.shape[1]:
            raise DataError(
                "ACC012",
                f"a contingency table of {numbers.shape[0]} rows and {numbers.shape[1]} columns is not square",
                Place(table.file),
                "rows and columns are the same categories, named in the first row and column; leave totals out",
            )
    if options.transpose:
        numbers = numbers.T
    declared = [canonical_text(name) for name in names]
    numbers, declared = _declared(numbers, declared, options, table, square=True)
    people = options.annotators if options.annotators is not None else ("A1", "A2")
    built = contingency(numbers, declared, options.level, annotators=people, nothing=options.nothing)
    return replace(built, diagnostics=remarks(built, table.file))


def _matching(rows: Sequence[str], names: Sequence[str], table: SourceTable) -> list[int]:
    """For each category its row; the names of rows and columns must be the same."""
    index = {canonical_text(name): position for position, name in enumerate(rows)}
    for name in names:
        if canonical_text(name) not in index:
            raise DataError(
                "ACC012",
                f"the columns have a category '{name}' and the rows have none",
                Place(table.file),
                "rows and columns name the same categories; leave totals out",
            )
    return [index[canonical_text(name)] for name in names]


def _counts(table: SourceTable, options: ReadOptions) -> Labels:
    frame = table.frame
    if options.transpose:
        table = _turned(table)
        frame = table.frame
    item = options.item_column
    if item is not None and item not in frame.columns:
        raise no_column(item, option("item_column"), frame.columns, Place(table.file, table.origin.header))
    first = frame.columns[0]
    if item is None and options.header and frame.width > 1 and (fits(first, ITEM[:-1]) or not first):
        item = first
    names = [name for name in frame.columns if name != item]
    numbers = _whole_numbers(table, names, MOST_COUNTED)
    told = [canonical_text(name) for name in names] if options.header else None
    if told is None:
        built = counts(numbers, options.categories, options.level, nothing=options.nothing)
    else:
        numbers, told = _declared(numbers, told, options, table, square=False)
        built = counts(numbers, told, options.level, nothing=options.nothing)
    items = None if item is None else ["" if cell is None else str(cell) for cell in frame[item].to_list()]
    return replace(built, items=items, diagnostics=remarks(built, table.file))


def _turned(table: SourceTable) -> SourceTable:
    """A table of counts with its categories in rows: the first column names them."""
    frame = table.frame
    names = ["" if cell is None else str(cell) for cell in frame.to_series(0).to_list()]
    if len(set(names)) < len(names):
        raise DataError("ACC012", "two rows have the same category", Place(table.file), "name each category once")
    return replace(table, frame=frame[:, 1:].transpose(column_names=names), origin=Origin(table.file))


def _declared(
    numbers: NDArray[np.int64], names: list[str], options: ReadOptions, table: SourceTable, *, square: bool
) -> tuple[NDArray[np.int64], list[str]]:
    """The table over the declared categories, in their order, with zeros where the file has none."""
    if options.categories is None:
        return numbers, names
    wanted = [canonical_text(category) for category in options.categories]
    odd = next((name for name in names if name not in wanted), None)
    if odd is not None:
        raise DataError(
            "ACC008",
            f"the label '{odd}' is not a declared category",
            Place(table.file, table.origin.header),
            f"correct the label, or declare it too ({option('categories')}); declared are {', '.join(wanted[:8])}",
        )
    place = [wanted.index(name) for name in names]
    full = np.zeros((len(wanted) if square else len(numbers), len(wanted)), dtype=np.int64)
    full[np.ix_(place, place) if square else (slice(None), place)] = numbers
    return full, wanted


def _whole_numbers(table: SourceTable, names: Sequence[str], most: int) -> NDArray[np.int64]:
    """Whole numbers of at least 0; an empty cell is 0. Anything else is named with its line."""
    columns = []
    for name in names:
        column = table.frame[name]
        if column.dtype.is_nested() or not (column.dtype.is_numeric() or column.dtype in (pl.String, pl.Null)):
            raise DataError("ACC012", f"column '{name}' holds something that is not a number", Place(table.file))
        text = column.cast(pl.String).str.strip_chars().str.replace(",", ".", literal=True)
        text = text.set(text == "", None)
        number = text.cast(pl.Float64, strict=False)
        good = text.is_null() | (number.is_finite() & (number >= 0) & (number == number.floor())).fill_null(False)
        if not good.all():
            row = int((~good).arg_true()[0])
            raise DataError(
                "ACC012",
                f"'{column[row]}' in column '{name}' is not a count",
                table.origin.place(row),
                f"counts are whole numbers of at least 0; use {option('item_column')} to name the column of the items",
            )
        columns.append(number.fill_null(0.0).to_numpy())
    if not columns:
        raise DataError("ACC012", "the table has no column of numbers", Place(table.file))
    array = np.stack(columns, axis=1)
    if array.sum() > most:
        raise DataError("ACC012", f"the counts add up to {array.sum():,.0f}, more than {most:,}", Place(table.file))
    return array.astype(np.int64)
