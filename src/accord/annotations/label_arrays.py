"""From arrays and rows of cells to `Labels`: numbers without a Python object per cell, and cells of any kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from accord.annotations import sparse
from accord.annotations.categories import SET_SEPARATOR, Categories, canonical_text, set_of, set_text
from accord.annotations.code_tables import LARGEST_CODE, CodeTable, TableLabels
from accord.annotations.finished_labels import category_set, checked, finished, outside
from accord.annotations.labels import Labels, Level
from accord.annotations.sparse import blocks
from accord.results import DataError, Place, UsageError
from accord.results.wording import many


def plain_array(x: NDArray[Any]) -> NDArray[Any]:
    """The array without the ways of a subclass; masked cells were not asked."""
    if isinstance(x, np.ma.MaskedArray):
        cells = np.asarray(x.data).astype(object)
        cells[np.ma.getmaskarray(x)] = None
        return cells
    return np.asarray(x)


def array_of_rows(x: Iterable[Any]) -> NDArray[Any]:
    """Rows of cells as an object array; ragged rows are refused, not padded."""
    rows = [list(row) if isinstance(row, Iterable) and not isinstance(row, str | bytes) else [row] for row in x]
    width = len(rows[0]) if rows else 0
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise DataError(
                "ACC003",
                f"row {number} has {many(len(row), 'label')} where the first has {width}",
                hint="one cell per annotator in every row; None where nobody was asked",
            )
    array = np.empty((len(rows), width), dtype=object)
    for number, row in enumerate(rows):
        for position, cell in enumerate(row):  # one by one, so that a list in a cell stays a list
            array[number, position] = cell
    return array


def share_asked(array: NDArray[Any]) -> float:
    """The share of cells with a label."""
    if array.dtype.kind in "iub":
        return 1.0
    if array.dtype.kind == "f":
        return float((array == array).mean())
    return sum(not _is_missing(cell) for cell in array.ravel().tolist()) / max(array.size, 1)


class ArrayOptions(NamedTuple):
    """What is told about an array of labels."""

    categories: Iterable[object] | None
    level: Level | None
    names: tuple[str, ...]
    """Of the annotators."""
    items: Sequence[str] | None
    nothing: object

    def place(self, row: int) -> Place:
        """Where a row is: at its item, by name or number."""
        return Place(item=str(self.items[row]) if self.items is not None else str(row + 1))


def labels_of_array(array: NDArray[Any], told: ArrayOptions) -> Labels:
    """Labels from items × annotators, numbers or cells of any kind."""
    whole = array.dtype.kind in "iu" and array.size > 0
    beyond_floats = whole and max(-int(array.min()), int(array.max())) > 1 << 53  # which would not tell them apart
    if array.dtype.kind in "fiu" and not beyond_floats:
        return _from_numbers(array, told)
    return _from_cells(array.astype(object) if array.dtype.kind == "b" else array, told)


def _from_numbers(array: NDArray[Any], told: ArrayOptions) -> Labels:
    """The fast way for numeric arrays: no Python object per cell."""
    recorded, table = _tabulated(array)
    if told.categories is not None:
        declared = Categories.declare(told.categories)
        lookup = np.array([0, *(declared.index.get(text, -1) + 1 for text in recorded.texts)], dtype=np.int32)
        if (lookup[1:] == 0).any():
            unknown = int(np.argmax(lookup[1:] == 0)) + 1
            row = int(np.argmax((table == unknown).any(axis=1)))
            raise outside(declared, recorded.texts[unknown - 1], told.place(row))
        recorded, table = declared, lookup[table]
    return _from_table(table, recorded, told)


def _tabulated(array: NDArray[Any]) -> tuple[Categories, NDArray[np.signedinteger]]:
    """The numbers of an array as categories, and (items, annotators) code + 1 with 0 for NaN."""
    if array.size == 0:
        return Categories.of_numbers(np.zeros(0)), np.zeros(array.shape, dtype=np.int8)
    low, high = np.fmin.reduce(array, axis=None), np.fmax.reduce(array, axis=None)
    if np.isinf(low) or np.isinf(high):
        row = int(np.argmax(np.isinf(array).any(axis=1)))
        raise DataError(
            "ACC010", f"an infinite label in row {row + 1}", hint="labels are finite numbers; NaN is missing"
        )
    steps = _in_steps(array, float(low), float(high))
    if steps is not None:
        return steps
    present = array == array  # NaN is not equal to itself
    unique, codes = _coded(array[present])
    table = np.zeros(array.shape, dtype=np.int32)
    table[present] = codes + 1
    return Categories.of_numbers(unique.astype(np.float64)), table


def _in_steps(array: NDArray[Any], low: float, high: float) -> tuple[Categories, NDArray[np.int8]] | None:
    """The same for few numbers in steps of 1 from the lowest on, block by block and without sorting; else None."""
    if not (high - low < LARGEST_CODE and abs(low) < 2**53):
        return None
    below = low - 1
    table = np.empty(array.shape, dtype=np.int8)
    used = np.zeros(int(high - low) + 2, dtype=bool)
    used[0] = True  # missing
    for block in blocks(array):
        numbers = np.fmax(array[block].astype(np.float64, copy=False), below)  # fmax leaves `below` in place of NaN
        table[block] = numbers - below
        if not np.array_equal(table[block] + below, numbers):
            return None
        if not used.all():
            used |= np.bincount(table[block].ravel(), minlength=len(used)) > 0
    if not used.all():
        table = (np.cumsum(used) - 1).astype(np.int8)[table]
    return Categories.of_numbers(np.flatnonzero(used)[1:].astype(np.float64) + below), table


def _from_table(table: NDArray[np.signedinteger], categories: Categories, told: ArrayOptions) -> Labels:
    """Labels from (items, annotators) code + 1, with 0 for missing."""
    code_table, named = CodeTable(table, len(categories) + 1), _names(told.items, len(table))
    if table.size > sparse.BLOCK and len(categories) <= LARGEST_CODE:
        chosen, text = checked(categories, told.level, told.names, told.nothing, empty=not table.any())
        in_bytes = CodeTable(table.astype(np.int8, copy=False), code_table.base)
        return TableLabels.of(in_bytes, categories, chosen, told.names, named, text)
    starts, who, codes = code_table.listed()
    weights = np.ones(len(table), dtype=np.int64)
    return finished(categories, told.level, told.names, starts, who, codes, weights, named, told.nothing)


def _coded(values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """Sorted distinct values and the code of each; steps of 1 in a small range are coded without sorting."""
    if len(values) == 0:
        return np.array([], dtype=np.float64), np.array([], dtype=np.int32)
    if values.dtype.kind == "f":
        values = values.astype(np.float64, copy=False)
    low, high = values.min(), values.max()
    if float(high) - float(low) < 10_000:
        values, low = (values, low) if values.dtype.kind == "f" else (values.astype(np.int64), np.int64(low))
        offset = (values - low).astype(np.int32)
        if np.array_equal(offset + low, values):
            used = np.flatnonzero(np.bincount(offset))
            lookup = np.full(int(high - low) + 1, -1, dtype=np.int32)
            lookup[used] = np.arange(len(used), dtype=np.int32)
            return used + low, offset if len(used) == len(lookup) else lookup[offset]
    unique, codes = np.unique(values, return_inverse=True)
    return unique, codes.astype(np.int32).ravel()


def _from_cells(array: NDArray[Any], told: ArrayOptions) -> Labels:
    """Cells of any kind: text, numbers, None, or sets of labels."""
    cells = array.ravel().tolist()
    kinds = set(map(type, cells))
    if any(issubclass(kind, dict | bytes) for kind in kinds):
        strange = next(cell for cell in cells if isinstance(cell, dict | bytes))
        row = next(place for place, cell in enumerate(cells) if cell is strange) // array.shape[1]
        kind = type(strange).__name__
        raise DataError(
            "ACC017", f"a label in row {row + 1} is of type {kind}", hint="labels are texts, numbers or sets"
        )
    holds_sets = any(issubclass(kind, set | frozenset | list | tuple) for kind in kinds)
    sets = holds_sets or told.level == "sets"
    known: dict[object, str | None] = {}
    texts: list[str | None] = []
    for position, cell in enumerate(cells):
        if holds_sets and cell is not None:
            if not isinstance(cell, set | frozenset | list | tuple):
                if _is_missing(cell):
                    texts.append(None)
                    continue
                row = position // array.shape[1]
                raise DataError("ACC017", f"the single label {cell!r} in row {row + 1} is mixed with sets of labels")
            odd = next((member for member in cell if SET_SEPARATOR in str(member)), None)
            if odd is not None:
                row = position // array.shape[1]
                message = f"{odd!r} in a label set of row {row + 1} contains '{SET_SEPARATOR}'"
                raise DataError("ACC017", message, hint="rename the label: accord separates the labels of a set by it")
            texts.append(set_text(cell))
            continue
        key = (type(cell), cell)  # 1 and True are equal, and two labels
        if key not in known:
            known[key] = None if _is_missing(cell) else set_text(set_of(str(cell))) if sets else canonical_text(cell)
        texts.append(known[key])
    known_set = category_set([text for text in dict.fromkeys(texts) if text is not None], told.categories, sets)
    codes = np.empty(len(texts), dtype=np.int32)
    for position, text in enumerate(texts):
        code = -1 if text is None else known_set.index.get(text)
        if code is None:
            raise outside(known_set, str(text), told.place(position // array.shape[1]))
        codes[position] = code
    return _from_table(codes.reshape(array.shape) + 1, known_set, told)


def _is_missing(cell: object) -> bool:
    if cell is None or (isinstance(cell, str) and cell == ""):
        return True
    try:
        return bool(cell != cell)
    except (TypeError, ValueError):
        return type(cell).__name__ in ("NAType", "NaTType")


def _names(items: Sequence[str] | None, number: int) -> list[str] | None:
    if items is None:
        return None
    if len(items) != number:
        named = many(len(items), "item is", "items are")
        raise UsageError(f"{named} named, and the data have {number:,}")
    names = [str(item) for item in items]
    if len(set(names)) < len(names):
        twice = next(name for name, times in Counter(names).items() if times > 1)
        raise UsageError(f"two items are called '{twice}'", "give each item a name of its own, and one row")
    return names
