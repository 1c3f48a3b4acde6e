"""Labels of a dask.dataframe: its workers count, and only the statistics come here."""

from __future__ import annotations

import importlib
import operator
from collections.abc import Mapping
from typing import Any

from accord.annotations import Labels
from accord.annotations.columns import LongColumns, find_columns, readings
from accord.annotations.native_frames import in_polars
from accord.annotations.part_statistics import Statistics
from accord.annotations.table_header import TableOptions
from accord.formats.statistics_of_part import statistics_of

FIRST_ROWS = 1000
COLUMNS = ("item_column", "annotator_column", "label_column", "time_column")
OF_THE_WHOLE = (
    "categories", "level", "nothing", "only", "without", "models", "curator", "gold_annotator", "people", "strict",
)  # fmt: skip


def is_dask(frame: object) -> bool:
    """Whether a frame is one of dask.dataframe."""
    return type(frame).__module__.partition(".")[0].startswith("dask") and hasattr(frame, "to_delayed")


def labels_of_dask(frame: Any, options: Mapping[str, Any]) -> Labels | None:
    """The labels of a frame with one row per label; None of any other, which is read as a whole.

    Rows are brought together by item, as labels of one item may lie in any partition.
    """
    left = {name for name, value in options.items() if value is not None} - {*COLUMNS, *OF_THE_WHOLE, "kind"}
    if left or options.get("kind") not in (None, "labels"):
        return None
    item, annotator, label, time = (options.get(name) for name in COLUMNS)
    told = TableOptions(item_column=item, annotator_column=annotator, label_column=label, time_column=time)
    long_columns = find_columns(in_polars(frame.head(FIRST_ROWS, npartitions=-1))[0], told)
    if not isinstance(long_columns, LongColumns):
        return None
    columns = {
        "item_column": long_columns.item,
        "annotator_column": long_columns.annotator,
        "label_column": long_columns.label,
        "time_column": long_columns.time,
    }
    together = frame[[name for name in columns.values() if name is not None]].shuffle(on=long_columns.item)
    whole = _added(together, columns)
    made = whole.labels(**{name: options[name] for name in OF_THE_WHOLE if options.get(name) is not None})
    object.__setattr__(made, "read_as", (*readings(long_columns), *made.read_as))
    return made


def _added(frame: Any, columns: Mapping[str, str | None]) -> Statistics:
    """The statistics of all partitions, added up in pairs, so that no worker gets them all at once."""
    delayed = importlib.import_module("dask").delayed
    parts = [delayed(statistics_of)(part, **columns) for part in frame.to_delayed()]
    while len(parts) > 1:
        pairs = zip(parts[::2], parts[1::2], strict=False)
        parts = [delayed(operator.add)(*pair) for pair in pairs] + parts[len(parts) - len(parts) % 2 :]
    statistics: Statistics = parts[0].compute()
    return statistics
