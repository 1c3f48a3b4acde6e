"""A table of features: one row per item, numbers or categories in its columns, cells that may be empty."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.annotations.columns import ITEM, fits
from accord.item_difficulty.substitution_items import looks_like_a_test_set, marked_sentences
from accord.results import DataError, Place, UsageError
from accord.results.arrays import Floats
from accord.results.option_names import option

if TYPE_CHECKING:
    import polars as pl

MOST_LEVELS = 12  # of a column of words that is taken for a feature


@dataclass(frozen=True, eq=False)
class FeatureTable:
    """Columns by name, each a list of texts with None for an empty cell; `numbers` holds those that are numeric."""

    items: tuple[str, ...]
    texts: Mapping[str, Sequence[str | None]]
    numbers: Mapping[str, Floats] = field(default_factory=dict)
    file: str | None = None
    lines: Sequence[int] | None = None
    """The line of each row in its file."""

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(self.texts)

    def column(self, name: str, option: str) -> Sequence[str | None]:
        """A column by name; a DataError tells which there are."""
        if name in self.texts:
            return self.texts[name]
        known = ", ".join(f"'{column}'" for column in list(self.texts)[:12]) or "none"
        raise DataError("ACC006", f"there is no column '{name}' ({option})", Place(self.file), f"columns: {known}")

    def numeric(self, name: str, option: str) -> Floats:
        """A column of numbers, nan where a cell is empty; a DataError names the first cell that is not a number."""
        cells = self.column(name, option)
        if name in self.numbers:
            return self.numbers[name]
        for row, cell in enumerate(cells):
            if cell is not None and as_number(cell) is None:
                line = None if self.lines is None else self.lines[row]
                place = Place(self.file, line, None if line is not None else self.items[row])
                message = f"'{cell}' in column '{name}' ({option}) is not a number"
                raise DataError("ACC092", message, place, "correct the cell, or leave it empty if it is not known")
        return np.full(len(cells), np.nan)  # all cells are empty

    def of_items(self, items: Sequence[str]) -> FeatureTable:
        """The rows of these items, in their order; empty cells for an item that has no row."""
        place = {item: row for row, item in enumerate(self.items)}
        rows = [place.get(item) for item in items]
        texts = {name: [None if row is None else cells[row] for row in rows] for name, cells in self.texts.items()}
        picked = np.array([-1 if row is None else row for row in rows], dtype=np.int64)
        # an item without a row picks the last cell, which is put there for it
        numbers = {name: np.append(values, np.nan)[picked] for name, values in self.numbers.items()}
        return FeatureTable(tuple(items), texts, numbers, self.file)

    def with_texts(self, more: Mapping[str, Sequence[str | None]]) -> FeatureTable:
        """The same with more columns of words; one that is there already stays as it is."""
        return replace(self, texts={**more, **self.texts})

    def with_numbers(self, more: Mapping[str, Floats]) -> FeatureTable:
        """The same with more columns; a name that is there already is refused."""
        twice = next((name for name in more if name in self.texts), None)
        if twice is not None:
            raise UsageError(f"the table has a column '{twice}' already", "rename it, or leave the built-in one out")
        texts = {name: [None if np.isnan(v) else repr(float(v)) for v in values] for name, values in more.items()}
        return replace(self, texts={**self.texts, **texts}, numbers={**self.numbers, **more})


def as_number(text: str) -> float | None:
    """A finite number, with a decimal point or comma; None for anything else.

    >>> as_number("2,5"), as_number("n/a"), as_number("inf")
    (2.5, None, None)
    """
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return value if np.isfinite(value) else None


def feature_table(source: Any, item_column: str | None = None) -> FeatureTable:
    """A table of features from a file (CSV, TSV, Parquet, or the XML of a test set of lexical substitution), a data
    frame, or a mapping of columns.

    >>> table = feature_table({"item": ["s1", "s2"], "length": [12, 7], "pos": ["n", "v"]})
    >>> table.numeric("length", "length").tolist()
    [12.0, 7.0]
    """
    import polars as pl

    if isinstance(source, FeatureTable):
        return source
    if isinstance(source, str | os.PathLike):
        return _from_file(Path(source), item_column)
    if isinstance(source, Mapping):
        frame = _frame(source)
    else:
        import narwhals as nw

        try:
            frame = nw.from_native(source, eager_only=True).to_polars()
        except TypeError:
            message = f"features are a table, not {type(source).__name__}"
            raise UsageError(message, "give a file, a data frame or a mapping of columns") from None
    if not isinstance(frame, pl.DataFrame):
        raise TypeError("narwhals gave no polars frame")
    return _from_frame(frame, item_column, None, None)


def _frame(columns: Mapping[str, Any]) -> pl.DataFrame:
    import polars as pl

    lengths = {name: len(cells) for name, cells in columns.items()}
    if len(set(lengths.values())) > 1:
        raise DataError("ACC003", f"columns of features have different lengths: {lengths}", hint="one cell per item")
    texts = {
        name: [None if cell is None or cell != cell else str(cell) for cell in cells] for name, cells in columns.items()
    }
    return pl.DataFrame(texts, schema=dict.fromkeys(texts, pl.String))


def _from_file(path: Path, item_column: str | None) -> FeatureTable:
    from accord.formats.options import ReadOptions
    from accord.formats.parsing.first_bytes import advice, head, unreadable
    from accord.formats.parsing.parquet_files import read_parquet
    from accord.formats.readers import parquet
    from accord.formats.tables.text_tables import text_table

    reason = unreadable(str(path))
    if reason is None and path.is_dir():
        reason = "this is a folder"
    if reason is not None:
        raise DataError("ACC001", f"cannot read the features: {reason}", Place(str(path)), advice(reason, str(path)))
    if looks_like_a_test_set(head(path)):
        return _from_frame(_frame(marked_sentences(path)), item_column, str(path), None)
    if path.suffix.lower() in parquet.ENDINGS:
        return _from_frame(read_parquet(path), item_column, str(path), None)
    table = text_table(path, ReadOptions(kind="labels"))
    lines = table.origin.lines
    return _from_frame(table.frame, item_column, str(path), None if lines is None else [int(line) for line in lines])


def _from_frame(
    frame: pl.DataFrame, item_column: str | None, file: str | None, lines: list[int] | None
) -> FeatureTable:
    import polars as pl

    header = frame.columns
    item = _item_column(header, item_column, file)
    texts: dict[str, list[str | None]] = {}
    for name in header:
        column = frame[name]
        if column.dtype.is_nested():
            raise DataError("ACC092", f"column '{name}' holds lists", Place(file), "one number or word per cell")
        texts[name] = [_cell(text) for text in column.cast(pl.String).to_list()]
    items = texts.pop(item)
    for row, name_of in enumerate(items):
        if name_of is None:
            place = Place(file, None if lines is None else lines[row])
            raise DataError("ACC011", f"row {row + 1} of the features names no item", place, "fill the column in")
    named = tuple(item_name for item_name in items if item_name is not None)
    _assert_once(named, file, lines)
    return FeatureTable(named, texts, _numbers(texts), file, lines)


def _cell(text: str | None) -> str | None:
    return None if text is None or not text.strip() or text.strip().lower() == "nan" else text.strip()


def _numbers(texts: Mapping[str, Sequence[str | None]]) -> dict[str, Floats]:
    numbers = {}
    for name, cells in texts.items():
        parsed = [None if cell is None else as_number(cell) for cell in cells]
        missing = [cell is None for cell in cells]
        if not all(missing) and all(gap or number is not None for gap, number in zip(missing, parsed, strict=True)):
            numbers[name] = np.array([np.nan if number is None else number for number in parsed])
    return numbers


def _item_column(header: Sequence[str], told: str | None, file: str | None) -> str:
    known = ", ".join(f"'{name}'" for name in header[:12])
    likely = [told] if told is not None else [column for name in ITEM for column in header if fits(column, (name,))]
    if likely and likely[0] in header:
        return likely[0]
    if told is not None:
        message = f"there is no column '{told}' ({option('feature_item')})"
        raise DataError("ACC006", message, Place(file), f"columns: {known}")
    raise DataError(
        "ACC007",
        f"cannot identify the column of the items among {known}",
        Place(file),
        f"name it: {option('feature_item', shown='NAME')}",
    )


def _assert_once(items: Sequence[str], file: str | None, lines: list[int] | None) -> None:
    seen: dict[str, int] = {}
    for row, item in enumerate(items):
        if item in seen:
            place = Place(file, None if lines is None else lines[row], item)
            raise DataError("ACC091", "the item has two rows of features", place, "keep one row per item")
        seen[item] = row
