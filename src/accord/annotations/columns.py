"""Which column of a table is the item, the annotator, the label: told, or recognised by names and content."""

from __future__ import annotations

from collections.abc import Sequence

from accord.annotations.column_evidence import Contents
from accord.annotations.column_names import ANNOTATOR, ITEM, LABEL, TEXT, TIME, fits, folded, no_column
from accord.annotations.lazy_polars import pl
from accord.annotations.long_columns import find_long
from accord.annotations.table_header import NOTHING_TOLD, Header, LongColumns, TableOptions, WideColumns
from accord.annotations.wide_columns import find_wide, told_wide
from accord.results import DataError, Place, Reading
from accord.results.option_names import option
from accord.results.wording import many

__all__ = [
    "ANNOTATOR", "ITEM", "LABEL", "TEXT", "TIME",
    "Header", "LongColumns", "WideColumns", "find_columns", "fits", "readings",
]  # fmt: skip


def find_columns(
    frame: pl.DataFrame,
    told: TableOptions = NOTHING_TOLD,
    *,
    file: str | None = None,
    line: int | None = None,
    index: tuple[str, ...] = (),
) -> LongColumns | WideColumns:
    """Tell the roles of the columns, or raise a DataError that lists the header and fills in the options.

    >>> import polars as pl
    >>> rows = [("a", "s1", "x"), ("b", "s1", "x"), ("a", "s2", "y"), ("b", "s2", "x")]
    >>> find_columns(pl.DataFrame(rows, schema=["Annotateur", "Phrase_ID", "Étiquette"], orient="row")).label
    'Étiquette'
    >>> find_columns(pl.DataFrame({"text_id": [7, 8], "Ann": ["x", "y"], "Bob": ["x", "x"]})).columns
    ('Ann', 'Bob')
    """
    place, names = Place(file, line), frame.columns
    roles = ("item_column", "annotator_column", "label_column", "time_column")
    item, annotator, label, time = (named_column(names, getattr(told, role), option(role), place) for role in roles)
    header = Header(Contents(frame), place, file is not None, index, item, annotator, label, time, told.transpose)
    if told.annotators is not None:
        known = frozenset(names)
        named = tuple(
            name if name in known else named_column(names, str(name), option("annotators"), place) or name
            for name in told.annotators
        )
        _refuse_times(header)
        return told_wide(header, named)
    try:
        layout = find_long(header)
    except DataError:
        # the rows of a transposed table may well be called annotators
        if not told.transpose or told.label_column is not None:
            raise
        layout = None
    if layout is not None:
        return layout
    _refuse_times(header)
    return find_wide(header, headed=line is not None, rows_are_items=told.orientation == "items")


def readings(layout: LongColumns | WideColumns) -> tuple[Reading, ...]:
    """What the columns were read as."""
    made = []
    if isinstance(layout, LongColumns):
        text = f"a long table: item = '{layout.item}', annotator = '{layout.annotator}', label = '{layout.label}'"
        text += f", time = '{layout.time}'" if layout.time is not None else ""
        made.append(Reading("columns", text, layout.guessed, ("item_column", "annotator_column", "label_column")))
    else:
        each, every = ("annotator", "item") if layout.transposed else ("item", "annotator")
        shown = ", ".join(f"'{name}'" for name in layout.columns[:5]) + (", …" if len(layout.columns) > 5 else "")
        which = f"{each} = '{layout.rows}'" if layout.rows is not None else f"{each}s numbered by row"
        text = f"a wide table: {which}, {many(len(layout.columns), every)} {shown}"
        turned = ("orientation=annotators", "orientation=items", f"annotator_column={layout.rows}")
        options = turned if layout.transposed else ("item_column", "annotators")
        made.append(Reading("columns", text, layout.guessed, options))
        if layout.aside:
            what = "is not an annotator" if len(layout.aside) == 1 else "are not annotators"
            shown = ", ".join(f"'{name}'" for name in layout.aside[:6]) + (", …" if len(layout.aside) > 6 else "")
            made.append(Reading("set aside", f"{shown} {what}, by name or content", True, ("annotators",)))
    if layout.unused:
        shown = ", ".join(layout.unused[:6]) + (", …" if len(layout.unused) > 6 else "")
        made.append(Reading("set aside", f"columns not used: {shown}"))
    return tuple(made)


def _refuse_times(header: Header) -> None:
    """A wide table has one row for several labels, and no place for when each was given."""
    if header.time is not None:
        raise header.asked("cannot identify the annotator and label columns that go with the column of times")


def named_column(names: Sequence[str], name: str | None, spelled: str, place: Place) -> str | None:
    """A column asked for by name: exactly, else without regard to case and accents."""
    if name is None or name in names:
        return name
    alike = [column for column in names if folded(column) == folded(name)]
    if len(alike) == 1:
        return alike[0]
    raise no_column(name, spelled, names, place)
