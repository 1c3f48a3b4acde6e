"""`accord.statistics_of`: what measures need of a part of the data, wherever that part is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.annotations import Labels, labels
from accord.annotations.column_texts import as_text
from accord.annotations.columns import LongColumns, find_columns
from accord.annotations.frames import Origin, assert_filled, cell_texts
from accord.annotations.label_times import with_times
from accord.annotations.lazy_polars import pl
from accord.annotations.native_frames import in_polars, is_frame
from accord.annotations.part_statistics import Statistics
from accord.annotations.table_header import TableOptions
from accord.annotations.weighted_rows import WeightedRows
from accord.formats.streaming.codes import Codes
from accord.formats.streaming.one_pass import CODE, ITEM, TIME, WHO, rows_of_items
from accord.results import UsageError

if TYPE_CHECKING:
    from accord.formats.given_data import Frame, Lazy


def statistics_of(
    part: Labels | Frame | Lazy,
    *,
    item_column: str | None = None,
    annotator_column: str | None = None,
    label_column: str | None = None,
    time_column: str | None = None,
    set_separator: str | None = None,
) -> Statistics:
    """The statistics of a part of the data, which add up with `+` to those of the whole.

    All labels of an item must be in one part: part the data by items, not by annotators. What is guessed of labels as
    a rule, such as their level, is guessed of the whole, when it is measured.

    Parameters
    ----------
    part
        Labels, or a data frame of any library with one row per label (or a wide one).
    item_column, annotator_column, label_column
        The columns; name them, as a small part may not show which they are.
    time_column
        The column that says when each label was given: of an annotator's labels of one item, the first counts.
    set_separator
        What stands between the labels of a set in one cell.

    Returns
    -------
    Statistics
        Small, and quick to send between processes. `accord.measure` and all else that takes labels takes it.

    Raises
    ------
    DataError
        When the columns cannot be told, or a row has no item or no annotator.

    Examples
    --------
    >>> import accord, polars
    >>> rows = {"item": [1, 1, 2, 2, 3, 3], "who": list("abababab"[:6]), "label": list("xxxyyy")}
    >>> parts = polars.DataFrame(rows).partition_by("item")
    >>> columns = {"item_column": "item", "annotator_column": "who", "label_column": "label"}
    >>> whole = sum(accord.statistics_of(part, **columns) for part in parts)
    >>> whole
    Statistics(3 items, 2 annotators, 6 labels in 3 different rows)
    >>> round(accord.measure(whole, "kappa").value, 3)
    0.4
    """
    if isinstance(part, Labels):
        return Statistics.of(part)
    if not is_frame(part):
        message = f"statistics_of() takes labels or a data frame, not {type(part).__name__}"
        raise UsageError(message, "read a file with accord.read(path)")
    frame = in_polars(part)[0]
    if frame.height == 0:
        nothing = np.zeros(0, dtype=np.int32)
        return Statistics((), (), WeightedRows(np.zeros(1, dtype=np.int64), nothing, nothing, nothing.astype(np.int64)))
    told = TableOptions(
        item_column=item_column,
        annotator_column=annotator_column,
        label_column=label_column,
        time_column=time_column,
        set_separator=set_separator,
    )
    long_columns = find_columns(frame, told)
    if not isinstance(long_columns, LongColumns):
        return Statistics.of(labels(part, level="nominal", item_column=item_column, only="*"))
    return _of_long(frame, long_columns, told)


def _of_long(frame: pl.DataFrame, long_columns: LongColumns, told: TableOptions) -> Statistics:
    for name, what in ((long_columns.item, "item"), (long_columns.annotator, "annotator")):
        assert_filled(frame, name, what, Origin())
    long_columns, times = with_times(frame, long_columns, Origin())
    people, names = Codes(), Codes()
    sets = frame.schema[long_columns.label].is_nested() or told.set_separator is not None
    columns = {
        ITEM: as_text(frame[long_columns.item], None),
        WHO: people.of(frame[long_columns.annotator], lambda values: as_text(values, None)),
        CODE: names.of(frame[long_columns.label], lambda values: cell_texts(values, told, sets, Origin())),
    }
    coded = pl.DataFrame(columns if times is None else {**columns, TIME: times})
    rows = rows_of_items(coded).distinct()
    return Statistics(tuple(people.numbers), tuple(names.numbers), rows, sets, long_columns.label)
