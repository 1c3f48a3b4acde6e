"""From arrays, rows, data frames, counts and contingency tables to `Labels`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from accord.annotations import sparse
from accord.annotations.categories import SET_SEPARATOR, Categories, canonical_text, set_of, set_text
from accord.annotations.code_tables import LARGEST_CODE, CodeTable, TableLabels
from accord.annotations.finished_labels import category_set, checked, finished, outside
from accord.annotations.given_lists import listed
from accord.annotations.labels import Labels, Level
from accord.annotations.measurement_level import with_level
from accord.annotations.plausibility import MANY, refuse_implausible
from accord.annotations.sparse import blocks
from accord.results import DataError, Diagnostic, Diagnostics, Place, UsageError
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.annotations.among import Names
    from accord.annotations.casting import People

LARGEST_COUNT = 1 << 40  # in one cell
CROWDED = 0.2  # share of labels; with fewer, many annotators are a crowd and not items
Orientation = Literal["items", "annotators"]
MOST_COUNTED = 1 << 30  # labels of a table of counts, which are held one by one


def labels(
    x: object,
    categories: Iterable[object] | None = None,
    level: Level | None = None,
    *,
    annotators: Sequence[str] | None = None,
    items: Sequence[str] | None = None,
    nothing: object = None,
    item_column: str | None = None,
    annotator_column: str | None = None,
    label_column: str | None = None,
    time_column: str | None = None,
    cluster_column: str | None = None,
    orientation: Orientation | None = None,
    only: Names = None,
    without: Names = None,
    models: Names = None,
    curator: Names = None,
    gold_annotator: Names = None,
    people: People = None,
    strict: bool = False,
) -> Labels:
    """Labels from an items × annotators array or list of rows (None, NaN or "" = not asked), or a data frame.

    A cell that is a list or a set is a label set. Data frames may be long (item, annotator, label) or wide (one column
    per annotator), and of any library that narwhals knows; the index of a pandas frame names its rows.

    Parameters
    ----------
    x
        An array, a list of rows or a data frame.
    categories
        The categories in their order; else those that occur.
    level
        The level of measurement.
    annotators
        The names of the annotators, or of the columns of a wide frame that are annotators.
    items
        The names of the items, one for each row of an array.
    nothing
        The category that means 'nothing to annotate here'.
    item_column, annotator_column, label_column, time_column
        The columns of a long frame; the first also of a wide one.
    cluster_column
        The column that says which items belong together.
    orientation
        What the rows of an array or of a wide frame are: "items", or "annotators" as in reliability data of
        Krippendorff's α. Where it is not told, rows are items, and data in which that is not likely are refused.
    only, without
        The annotators who are measured, whatever they are, or who are not; patterns such as "gpt*" are allowed. Else
        measures are among people, and models, curators and gold standards are set aside.
    models, curator, gold_annotator
        Who is a model, who adjudicates, and who is the gold standard. Else a column of roles tells it, or names that
        hardly anybody bears; whoever is named in `annotators` is a person.
    people
        The same as a mapping of annotators to roles: person, model, curator or gold.
    strict
        Whether everything that was guessed is an error.

    Returns
    -------
    Labels
        What was read as what stands in `read_as`.

    Raises
    ------
    DataError
        When the data cannot be read, or could be read in two ways.

    Examples
    --------

    >>> data = labels([["yes", "yes"], ["no", "yes"], ["no", None]])
    >>> data
    Labels(3 items, 2 annotators, 2 categories, level nominal, 1 missing)
    """
    if orientation is not None and orientation not in get_args(Orientation):
        raise UsageError(f"there is no orientation '{orientation}'", "rows are 'items' or 'annotators'")
    from accord.annotations.casting import RolesTold, as_read

    told = RolesTold.of(
        only=only,
        without=without,
        models=models,
        curator=curator,
        gold_annotator=gold_annotator,
        people=people,
        annotators=None if annotators is None else listed(annotators, "annotators="),
    )
    if hasattr(x, "collect_schema") or hasattr(x, "columns"):
        from accord.annotations.frames import Origin, from_frame
        from accord.annotations.native_frames import in_polars
        from accord.annotations.role_columns import without_roles

        frame, index, turned = in_polars(x)
        frame, roles = without_roles(frame, Origin(), annotator=annotator_column, others=(label_column, item_column))
        built = from_frame(
            frame,
            categories=categories,
            level=level,
            nothing=nothing,
            item_column=item_column,
            annotator_column=annotator_column,
            label_column=label_column,
            time_column=time_column,
            cluster_column=cluster_column,
            annotator_columns=annotators,
            transpose=orientation == "annotators" or (turned and orientation is None and annotators is None),
            index=index,
            rows_are_items=orientation == "items",
        )
        return as_read(replace(built, roles=roles) if roles else built, told, strict=strict)
    if isinstance(x, Labels):
        return x if told == RolesTold() else as_read(x, told, strict=strict)
    if isinstance(x, str | bytes) or not isinstance(x, Iterable):
        raise UsageError(
            f"labels() takes rows of labels or a data frame, not {type(x).__name__}",
            "to read a file use accord.read(path)",
        )
    if isinstance(x, Mapping):
        raise UsageError(
            f"labels() takes rows of labels or a data frame, not {type(x).__name__}",
            "make a data frame of its columns, or give one row per item and one cell per annotator",
        )
    array = _plain(x) if isinstance(x, np.ndarray) else _array(x)
    if array.ndim != 2:
        raise DataError(
            "ACC012",
            f"an array with {array.ndim} dimension(s) where items × annotators has 2",
            hint="one row per item, one column per annotator",
        )
    annotators = None if annotators is None else listed(annotators, "annotators=")
    items = None if items is None else listed(items, "items=")
    if orientation == "annotators":
        array = array.T
    doubted = _refuse_turned(array) if orientation is None and annotators is None and items is None else ()
    if annotators is not None and len(annotators) != array.shape[1]:
        named = many(len(annotators), "annotator is", "annotators are") + " named"
        raise UsageError(f"{named} and the array has {many(array.shape[1], 'column')}")
    names = tuple(map(str, annotators)) if annotators is not None else default_names(array.shape[1])
    sets: Level | None = "sets" if level == "sets" else None
    made = _from_numbers if array.dtype.kind in "fiub" and not _beyond_floats(array) else _from_cells
    built = with_level(made(array, categories, sets, names, items, nothing), level)
    doubts = (*doubted, *refuse_implausible(built, guessed=annotators is None, array=True))
    told = replace(told, annotators=names)  # the columns of an array are annotators, as whoever gives it says
    return as_read(replace(built, diagnostics=doubts) if doubts else built, told, strict=strict)


def counts(
    x: object, categories: Iterable[object] | None = None, level: Level | None = None, *, nothing: object = None
) -> Labels:
    """Labels from an items × categories table of counts; who said what is unknown.

    >>> counts([[0, 14], [7, 7]], categories=["yes", "no"])
    Labels(2 items, annotators unknown, 2 categories, level nominal, 0 missing)
    """
    table = _whole_numbers(x, "a table of counts")
    names = (
        Categories.declare(categories) if categories is not None else Categories.declare(range(1, table.shape[1] + 1))
    )
    if len(names) != table.shape[1]:
        raise _declared_otherwise(len(names), many(table.shape[1], "column"))
    sizes = table.sum(axis=1)
    if sizes.sum() > MOST_COUNTED:
        message = f"a table of counts holds {sizes.sum():,} labels, and {MOST_COUNTED:,} are the most"
        raise DataError("ACC012", message, hint="counts say how many annotators of one item chose a category")
    codes = np.repeat(np.tile(np.arange(table.shape[1], dtype=np.int32), len(table)), table.ravel())
    starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    return finished(names, level, None, starts, None, codes, np.ones(len(table), dtype=np.int64), None, nothing)


def contingency(
    x: object,
    categories: Iterable[object] | None = None,
    level: Level | None = None,
    *,
    annotators: Sequence[str] = ("A1", "A2"),
    nothing: object = None,
) -> Labels:
    """Labels from a square contingency table: rows the first annotator, columns the second.

    >>> contingency([[20, 10], [20, 50]], categories=["STAT", "IReq"])
    Labels(100 items, 2 annotators, 2 categories, level nominal, 0 missing)
    """
    table = _whole_numbers(x, "a contingency table")
    if table.shape[0] != table.shape[1]:
        raise DataError(
            "ACC012",
            f"a contingency table of {many(table.shape[0], 'row')} and {many(table.shape[1], 'column')} is not square",
            hint="rows and columns are the same categories, in the same order; leave totals out",
        )
    size = len(table)
    names = Categories.declare(categories) if categories is not None else Categories.declare(range(1, size + 1))
    if len(names) != size:
        raise _declared_otherwise(len(names), many(size, "row"))
    annotators = listed(annotators, "annotators=")
    if len(annotators) != 2 or annotators[0] == annotators[1]:
        raise UsageError("a contingency table is about two annotators", "give two different names")
    row, column = np.nonzero(table)
    codes = np.stack([row, column], axis=1).astype(np.int32).ravel()
    who = np.tile(np.array([0, 1], dtype=np.int32), len(row))
    starts = np.arange(0, 2 * len(row) + 1, 2, dtype=np.int64)
    return finished(names, level, tuple(map(str, annotators)), starts, who, codes, table[row, column], None, nothing)


def default_names(number: int) -> tuple[str, ...]:
    """A1, A2, … for annotators without names."""
    return tuple(f"A{position}" for position in range(1, number + 1))


# ---- pieces


def _refuse_turned(array: NDArray[Any]) -> Diagnostics:
    """More annotators than items is not likely where most of them label most items: as a rule such an array has one
    row per annotator. Many are refused; few, and the many of a crowd who label a few items each, are told."""
    height, width = array.shape
    if width <= height or height < 2:
        return ()
    message = (
        f"{height:,} rows and {width:,} columns would be {height:,} items and {width:,} annotators: items and "
        "annotators may be the wrong way round"
    )
    hint = "say which: orientation='annotators' if rows are annotators, orientation='items' if rows are items"
    if width >= MANY and _share_asked(array) >= CROWDED:
        raise DataError("ACC210", message, hint=hint)
    return (Diagnostic("ACC210", message, hint=hint),)


def _share_asked(array: NDArray[Any]) -> float:
    """The share of cells with a label."""
    if array.dtype.kind in "iub":
        return 1.0
    if array.dtype.kind == "f":
        return float((array == array).mean())
    return sum(not _is_missing(cell) for cell in array.ravel().tolist()) / max(array.size, 1)


def _declared_otherwise(declared: int, has: str) -> DataError:
    categories = many(declared, "category is", "categories are")
    return DataError("ACC012", f"{categories} declared and the table has {has}")


def _beyond_floats(array: NDArray[Any]) -> bool:
    """Whole numbers that float64 would not tell apart."""
    return array.dtype.kind in "iu" and array.size > 0 and max(-int(array.min()), int(array.max())) > 1 << 53


def _plain(x: NDArray[Any]) -> NDArray[Any]:
    """The array without the ways of a subclass; masked cells were not asked."""
    if isinstance(x, np.ma.MaskedArray):
        cells = np.asarray(x.data).astype(object)
        cells[np.ma.getmaskarray(x)] = None
        return cells
    return np.asarray(x)


def _array(x: Iterable[Any]) -> NDArray[Any]:
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
        array[number, :] = _cells(row)
    return array


def _cells(row: list[Any]) -> NDArray[Any]:
    cells = np.empty(len(row), dtype=object)
    for position, cell in enumerate(row):
        cells[position] = cell
    return cells


def _from_numbers(
    array: NDArray[Any],
    categories: Iterable[object] | None,
    level: Level | None,
    names: tuple[str, ...],
    items: Sequence[str] | None,
    nothing: object,
) -> Labels:
    """The fast way for numeric arrays: no Python object per cell."""
    if array.dtype.kind == "b":
        return _from_cells(array.astype(object), categories, level, names, items, nothing)
    recorded, table = _tabulated(array)
    if categories is not None:
        declared = Categories.declare(categories)
        lookup = np.array([0, *(declared.index.get(text, -1) + 1 for text in recorded.texts)], dtype=np.int32)
        if (lookup[1:] == 0).any():
            unknown = int(np.argmax(lookup[1:] == 0)) + 1
            row = int(np.argmax((table == unknown).any(axis=1)))
            place = Place(item=str(items[row]) if items is not None else str(row + 1))
            raise outside(declared, recorded.texts[unknown - 1], place)
        recorded, table = declared, lookup[table]
    return _from_table(table, recorded, level, names, items, nothing)


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


def _from_table(
    table: NDArray[np.signedinteger],
    categories: Categories,
    level: Level | None,
    names: tuple[str, ...],
    items: Sequence[str] | None,
    nothing: object,
) -> Labels:
    """Labels from (items, annotators) code + 1, with 0 for missing."""
    given, named = CodeTable(table, len(categories) + 1), _names(items, len(table))
    if table.size > sparse.BLOCK and len(categories) <= LARGEST_CODE:
        chosen, text = checked(categories, level, names, nothing, empty=not table.any())
        in_bytes = CodeTable(table.astype(np.int8, copy=False), given.base)
        return TableLabels.of(in_bytes, categories, chosen, names, named, text)
    starts, who, codes = given.listed()
    weights = np.ones(len(table), dtype=np.int64)
    return finished(categories, level, names, starts, who, codes, weights, named, nothing)


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


def _from_cells(
    array: NDArray[Any],
    categories: Iterable[object] | None,
    level: Level | None,
    names: tuple[str, ...],
    items: Sequence[str] | None,
    nothing: object,
) -> Labels:
    """Cells of any kind: text, numbers, None, or sets of labels."""
    cells = array.ravel().tolist()
    odd = next((cell for cell in cells if isinstance(cell, dict | bytes)), None)
    if odd is not None:
        row = next(place for place, cell in enumerate(cells) if cell is odd) // array.shape[1]
        kind = type(odd).__name__
        raise DataError(
            "ACC017", f"a label in row {row + 1} is of type {kind}", hint="labels are texts, numbers or sets"
        )
    holds_sets = any(isinstance(cell, set | frozenset | list | tuple) for cell in cells)
    sets = holds_sets or level == "sets"
    known: dict[object, str | None] = {}
    texts: list[str | None] = []
    for position, cell in enumerate(cells):
        if holds_sets and cell is not None:
            if not isinstance(cell, set | frozenset | list | tuple):
                if _is_missing(cell):
                    texts.append(None)
                    continue
                row = position // array.shape[1]
                raise DataError("ACC017", f"the single label {cell!r} in row {row + 1} stands among label sets")
            odd = next((member for member in cell if SET_SEPARATOR in str(member)), None)
            if odd is not None:
                row = position // array.shape[1]
                message = f"{odd!r} in a label set of row {row + 1} contains '{SET_SEPARATOR}'"
                raise DataError("ACC017", message, hint="rename the label: accord parts the labels of a set by it")
            texts.append(set_text(cell))
            continue
        key = (type(cell), cell)  # 1 and True are equal, and two labels
        if key not in known:
            known[key] = None if _is_missing(cell) else set_text(set_of(str(cell))) if sets else canonical_text(cell)
        texts.append(known[key])
    known_set = category_set([text for text in dict.fromkeys(texts) if text is not None], categories, sets)
    codes = np.empty(len(texts), dtype=np.int32)
    for position, text in enumerate(texts):
        code = -1 if text is None else known_set.index.get(text)
        if code is None:
            row = position // array.shape[1]
            place = Place(item=str(items[row]) if items is not None else str(row + 1))
            raise outside(known_set, str(text), place)
        codes[position] = code
    return _from_table(codes.reshape(array.shape) + 1, known_set, level, names, items, nothing)


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


def _whole_numbers(x: object, what: str) -> NDArray[np.int64]:
    if hasattr(x, "to_numpy"):
        x = x.to_numpy()
    try:
        array = np.asarray(x, dtype=np.float64)
    except (TypeError, ValueError):
        raise DataError("ACC012", f"{what} holds something that is not a number", hint="whole numbers only") from None
    if array.ndim != 2 or 0 in array.shape:
        raise DataError("ACC012", f"{what} has two dimensions and at least one row and one column")
    bad = ~(np.isfinite(array) & (array >= 0) & (array == np.floor(array)) & (array <= LARGEST_COUNT))
    if bad.any():
        row, column = np.argwhere(bad)[0]
        raise DataError(
            "ACC012",
            f"{what} holds {array[row, column]:g} in row {row + 1}, column {column + 1}",
            hint=f"counts are whole numbers of at least 0 and at most {LARGEST_COUNT:,}",
        )
    return array.astype(np.int64)
