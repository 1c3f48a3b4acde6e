"""From long and wide data frames to `Labels`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from accord.annotations.categories import SET_SEPARATOR, canonical_text, set_text
from accord.annotations.cluster_columns import with_clusters, without_clusters
from accord.annotations.column_names import CANONICAL, suggested
from accord.annotations.column_texts import as_text
from accord.annotations.columns import LongColumns, WideColumns, find_columns, readings
from accord.annotations.finished_labels import category_set, finished, outside
from accord.annotations.label_remarks import odd_labels, one_number, remarks
from accord.annotations.label_times import with_times
from accord.annotations.labels import Labels
from accord.annotations.lazy_polars import pl
from accord.annotations.measurement_level import with_level
from accord.annotations.missing_marks import missing_marks
from accord.annotations.plausibility import refuse_implausible, refuse_repetition
from accord.annotations.summary_rows import refuse_summary
from accord.annotations.table_header import TableOptions
from accord.results import DataError, Diagnostic, Place
from accord.results.option_names import option


@dataclass(frozen=True)
class Origin:
    """Where the rows of a frame came from: a file, and the line of each row where there are lines."""

    file: str | None = None
    lines: Sequence[int] | NDArray[np.int64] | None = None
    header: int | None = None

    def place(self, row: int, item: str | None = None) -> Place:
        """The place of a row, or of its item where there are no lines; wide tables repeat their rows."""
        if self.lines is None or len(self.lines) == 0:
            return Place(self.file, None, item)
        return Place(self.file, int(self.lines[row % len(self.lines)]))


def from_frame(
    frame: pl.DataFrame,
    told: TableOptions,
    origin: Origin = Origin(),  # noqa: B008  immutable
    index: tuple[str, ...] = (),
) -> Labels:
    """Labels from a long or wide polars frame; `origin` places what is wrong. A transposed frame has its items and
    annotators the other way round. `index` are columns that were the index of the frame, without a name."""
    if frame.height == 0:
        raise DataError("ACC002", "there are no rows", Place(origin.file), "export the annotations again")
    frame, clusters = without_clusters(frame, told.cluster_column, Place(origin.file, origin.header))
    layout = find_columns(frame, told, file=origin.file, line=origin.header, index=index)
    times = None
    transpose = told.transpose or (isinstance(layout, WideColumns) and layout.transposed)
    if isinstance(layout, LongColumns):
        rows, columns, cells = _long(frame, layout, origin)
        layout, times = with_times(frame, layout, origin)
    else:
        refuse_summary(frame, layout, origin, told.item_column)
        rows, columns, cells = _wide(frame, layout, origin)
    text = None
    if layout.text is not None and not transpose:
        text = _stacked(as_text(frame[layout.text], origin.file), len(cells) // frame.height)
    built = from_long(
        *((columns, rows) if transpose else (rows, columns)),
        cells,
        told,
        order=layout.columns if isinstance(layout, WideColumns) and not transpose else None,
        origin=origin,
        text=text,
        times=times,
        name=layout.label if isinstance(layout, LongColumns) else None,
    )
    if clusters is not None:
        items = columns if transpose else rows
        built = with_clusters(built, items, None if transpose else clusters, origin.place)
    built = replace(built, source=origin.file)
    if isinstance(layout, LongColumns):
        bare = told.item_column is None and suggested(layout.item).strength < CANONICAL
        refuse_repetition(built, layout.item, guessed=bare, columns=frame.columns)
    doubts = refuse_implausible(built, guessed=_labels_guessed(layout, told))
    return replace(built, read_as=(*readings(layout), *built.read_as), diagnostics=(*doubts, *built.diagnostics))


def _labels_guessed(layout: LongColumns | WideColumns, told: TableOptions) -> bool:
    if isinstance(layout, WideColumns):
        return told.annotators is None
    return told.label_column is None and suggested(layout.label).strength < CANONICAL


Triple = tuple["pl.Series", "pl.Series", "pl.Series"]


def _long(frame: pl.DataFrame, layout: LongColumns, origin: Origin) -> Triple:
    assert_filled(frame, layout.item, "item", origin)
    assert_filled(frame, layout.annotator, "annotator", origin)
    return as_text(frame[layout.item], origin.file), as_text(frame[layout.annotator], origin.file), frame[layout.label]


def _wide(frame: pl.DataFrame, layout: WideColumns, origin: Origin) -> Triple:
    """The columns of a wide frame under each other: the names of the rows, the names of the columns, the cells."""
    if layout.rows is not None:
        assert_filled(frame, layout.rows, "name", origin)
        rows = as_text(frame[layout.rows], origin.file)
    else:
        rows = pl.Series("rows", range(1, frame.height + 1)).cast(pl.String)
    by_name = dict(zip(frame.columns, frame.get_columns(), strict=True))  # frame[name] looks through all columns
    chosen = [by_name[name] for name in layout.columns]
    nested = [column.dtype.is_nested() for column in chosen]
    if any(nested) and not all(nested):
        raise DataError("ACC017", "some columns hold label sets and others single labels", Place(origin.file))
    cells = [column if nested[0] else as_text(column, origin.file) for column in chosen]
    columns = pl.Series(layout.columns, dtype=pl.String).gather(np.repeat(np.arange(len(layout.columns)), frame.height))
    return (
        _stacked(rows, len(layout.columns)),
        columns,
        pl.concat([column.alias("label") for column in cells]),
    )


def _stacked(column: pl.Series, times: int) -> pl.Series:
    return column if times == 1 else pl.concat([column] * times)


def from_long(
    item: pl.Series,
    annotator: pl.Series,
    label: pl.Series,
    told: TableOptions,
    *,
    order: Sequence[str] | None = None,
    origin: Origin = Origin(),  # noqa: B008  immutable
    text: pl.Series | None = None,
    times: NDArray[np.float64] | None = None,
    name: str | None = None,
) -> Labels:
    """Labels from three parallel columns. Items keep the order of their first row; annotators are sorted by name
    unless their `order` is given. Ratings of an item by the same annotator keep their order, or that of `times`."""
    item_codes, item_names = factorised(item)
    who, people = factorised(annotator)
    wanted = list(order) if order is not None else natural_order(people)
    place = {name: position for position, name in enumerate(wanted)}
    who = np.array([place[name] for name in people], dtype=np.int32)[who] if people else who
    sets = label.dtype.is_nested() or told.set_separator is not None or told.level == "sets"
    texts = cell_texts(label, told, sets, origin)
    codes, names = factorised(texts)
    unasked, marks = missing_marks(names) if told.categories is None and not sets else (set(), ())
    if unasked:
        texts = texts.set(texts.is_in(list(unasked)), None)
        codes, names = factorised(texts)
    known_set = category_set(names, told.categories, sets)
    lookup = np.array([known_set.index.get(canonical_text(name), -2) for name in names], dtype=np.int32)
    codes = np.where(codes >= 0, lookup[np.maximum(codes, 0)], -1).astype(np.int32) if len(lookup) else codes
    if (codes == -2).any():
        first = int(np.argmax(codes == -2))
        raise outside(known_set, str(texts[first]), origin.place(first, item[first]))
    asked = codes >= 0
    keys = (who[asked], item_codes[asked])
    rank = np.lexsort(keys if times is None else (times[asked], *keys))
    sizes = np.bincount(item_codes[asked][rank], minlength=len(item_names))
    starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    built = finished(
        known_set,
        "sets" if told.level == "sets" else None,
        tuple(wanted),
        starts,
        who[asked][rank],
        codes[asked][rank],
        np.ones(len(item_names), dtype=np.int64),
        item_names,
        told.nothing,
    )
    if times is not None:
        built = replace(built, times=times[asked][rank])
    built = with_level(built, told.level, name)
    built = replace(built, read_as=(*built.read_as, *marks)) if marks else built
    alike = (*one_number(item_names, "items", origin.file), *one_number(people, "annotators", origin.file))
    whole = _with_remarks(built, names, origin, item_codes, who, asked, text)
    return replace(whole, diagnostics=(*alike, *whole.diagnostics)) if alike else whole


def factorised(column: pl.Series) -> tuple[NDArray[np.int32], list[str]]:
    """Codes in the order of first appearance (−1 for null), and the texts they stand for."""
    runs = _runs(column)
    if runs is not None:
        return runs
    unique = column.unique(maintain_order=True).drop_nulls()
    if len(unique) == 0:
        return np.full(len(column), -1, dtype=np.int32), []
    codes = column.replace_strict(
        unique, pl.int_range(len(unique), dtype=pl.Int32, eager=True), default=-1, return_dtype=pl.Int32
    )
    return codes.to_numpy().astype(np.int32), unique.to_list()


def _runs(column: pl.Series) -> tuple[NDArray[np.int32], list[str]] | None:
    """The same where equal values stand together, as the rows of an item mostly do; None where they do not."""
    if column.null_count() or len(column) == 0:
        return None
    begins = (column != column.shift(1)).fill_null(True)
    if 3 * int(begins.sum()) > 2 * len(column):
        return None
    values = column.filter(begins)
    if values.n_unique() < len(values):
        return None
    return (np.cumsum(begins.to_numpy(), dtype=np.int32) - np.int32(1)), values.to_list()


def assert_filled(frame: pl.DataFrame, column: str, what: str, origin: Origin) -> None:
    """Every row has something in this column, or a DataError names the first that has not."""
    series = frame[column]
    empty = series.is_null() | (series == "") if series.dtype == pl.String else series.is_null()
    if empty.any():
        first = int(empty.arg_true()[0])
        place = origin.place(first)
        raise DataError(
            "ACC011",
            f"a row without {what} (column '{column}' is empty)" + (f" in row {first + 1}" if not place.line else ""),
            place,
            f"fill it in or remove the row ({int(empty.sum()):,} in all)",
        )


def cell_texts(label: pl.Series, told: TableOptions, sets: bool, origin: Origin) -> pl.Series:
    """Labels as canonical text, null where missing; sets as their joined members."""
    if label.dtype == pl.Null:
        return label.cast(pl.String)
    if label.dtype.is_nested():
        return _set_texts(label, origin)
    text = as_text(label, origin.file)
    if told.missing:
        text = text.set(text.is_in(list(told.missing)), None)
    unique = text.unique().drop_nulls()
    cells = unique.to_list()
    if sets:
        separator = told.set_separator or SET_SEPARATOR
        plain = [_joined((part.strip() for part in cell.split(separator) if part.strip()), origin) for cell in cells]
    else:
        plain = [canonical_text(cell) for cell in cells]
    if plain != cells:
        text = text.replace_strict(unique, pl.Series(plain, dtype=pl.String), default=None, return_dtype=pl.String)
    return text


def _set_texts(label: pl.Series, origin: Origin) -> pl.Series:
    """The texts of a column of lists."""
    inner = getattr(label.dtype, "inner", None)
    if inner is None or inner.is_nested() or inner in (pl.Object, pl.Binary):
        raise DataError("ACC017", f"column '{label.name}' holds neither labels nor lists of labels", Place(origin.file))
    texts = [
        None if cell is None else _joined((member for member in cell if member is not None), origin)
        for cell in label.to_list()
    ]
    return pl.Series(texts, dtype=pl.String)


def _joined(members: Iterable[object], origin: Origin) -> str:
    """The text of one label set; its separator cannot stand in a member."""
    kept = [canonical_text(member) for member in members]
    odd = next((member for member in kept if SET_SEPARATOR in member), None)
    if odd is not None:
        hint = f"rename the label; if '{SET_SEPARATOR}' separates labels, say so with {option('set_separator')}"
        raise DataError("ACC017", f"'{odd}' in a label set contains '{SET_SEPARATOR}'", Place(origin.file), hint)
    return set_text(kept)


def natural_order(names: Iterable[str]) -> list[str]:
    """
    >>> natural_order(["A10", "A2"])
    ['A2', 'A10']
    """
    listed = list(names)
    word = listed[0].rstrip("0123456789") if listed else ""
    numbers = [name.removeprefix(word) for name in listed]
    if not all(number.isdigit() and number.isascii() for number in numbers) or not all(
        name.startswith(word) for name in listed
    ):
        return sorted(listed, key=_natural)
    plain = [number.lstrip("0") for number in numbers]  # those of a crowd: the same word, and a number
    return [name for _, _, _, name in sorted(zip(map(len, plain), plain, numbers, listed, strict=True))]


def _natural(name: str) -> tuple[object, ...]:
    """A2 before A10; a number is compared by its length and its digits, however long it is."""
    parts = re.split(r"([0-9]+)", name)
    return tuple(
        (0, len(part.lstrip("0")), part.lstrip("0"), part) if part.isdigit() and part.isascii() else (1, 0, part, "")
        for part in parts
    )


def _with_remarks(
    built: Labels,
    names: list[str],
    origin: Origin,
    item_codes: NDArray[np.int32],
    who: NDArray[np.int32],
    asked: NDArray[np.bool_],
    text: pl.Series | None,
) -> Labels:
    """The item texts, and what a reader should know about the data."""
    diagnostics = [*odd_labels(names, origin.file)]
    if built.repeats is not None:
        pairs = item_codes[asked].astype(np.int64) * built.n_annotators + who[asked]
        _, first_seen = np.unique(pairs, return_index=True)
        again = np.ones(len(pairs), dtype=bool)
        again[first_seen] = False
        row = int(np.flatnonzero(asked)[np.argmax(again)])
        diagnostics.append(
            Diagnostic(
                "ACC101",
                f"{built.n_repeated:,} repeated rating(s) of an item by the same annotator",
                origin.place(row, None if built.items is None else built.items[item_codes[row]]),
                "all are kept; agreement between annotators uses the first of each",
            )
        )
    texts = None
    if text is not None and built.items is not None:
        firsts = np.unique(item_codes, return_index=True)[1]
        texts = [value if value is not None else "" for value in text.gather(firsts).to_list()]
    return replace(built, texts=texts, diagnostics=(*diagnostics, *remarks(built, origin.file)))
