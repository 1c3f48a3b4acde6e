"""Data frames of any library in polars, with the index of those that have one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from accord.annotations.categories import canonical_text
from accord.annotations.column_names import suggested
from accord.annotations.lazy_polars import pl
from accord.results import DataError
from accord.results.tabular import Library

if TYPE_CHECKING:
    import narwhals as nw

UNNAMED = "index"
_NOT_CONVERTED = (TypeError, ValueError, ImportError, OverflowError)


def library_of(native: object) -> Library | None:
    """The library of a frame, where frames can be made of it: a frame of pyarrow or of others becomes one of polars.

    >>> library_of(pl.DataFrame())
    'polars'
    """
    name = type(native).__module__.partition(".")[0]
    return "pandas" if name == "pandas" else "polars" if name == "polars" else None


def is_frame(value: object) -> bool:
    """Whether it is a data frame of some library."""
    return hasattr(value, "collect_schema") or hasattr(value, "columns")


Content = TypeVar("Content")


def in_library_of(native: object, content: Content) -> Content:
    """What was just read from a frame, which remembers its library; a large table stays the table that it is."""
    object.__setattr__(content, "frame_library", library_of(native))
    return content


def in_polars(native: Any) -> tuple[pl.DataFrame, tuple[str, ...], bool]:
    """The frame in polars; the columns among them that are an index without a name; and whether its axes are named
    the other way round, annotators down and items across.

    A pandas column of several types, which Arrow refuses, becomes text, as does every column where Arrow is missing.
    """
    import narwhals as nw

    turned = False
    unnamed: tuple[str, ...] = ()
    if nw.dependencies.is_pandas_like_dataframe(native):
        native, unnamed, turned = _with_index(native)
    try:
        frame = nw.from_native(native, allow_series=False)
    except nw.exceptions.DuplicateError as error:
        names = [str(name) for name in native.columns]
        twice = next((name for place, name in enumerate(names) if name in names[:place]), str(error))
        raise DataError("ACC019", f"two columns are called '{twice}'", hint="rename one") from None
    if isinstance(frame, nw.LazyFrame):
        frame = frame.collect()
    try:
        return frame.to_polars(), unnamed, turned
    except _NOT_CONVERTED:
        return pl.DataFrame([_one_type(column) for column in frame.iter_columns()]), unnamed, turned


def _one_type(column: nw.Series[Any]) -> pl.Series:
    if column.dtype.is_numeric():
        try:
            return pl.Series(column.name, column.to_numpy())
        except _NOT_CONVERTED:
            pass
    try:
        return column.to_polars()
    except _NOT_CONVERTED:
        texts = [None if _is_missing(cell) else canonical_text(cell) for cell in column.to_list()]
        return pl.Series(column.name, texts, dtype=pl.String)


def _is_missing(cell: object) -> bool:
    if cell is None:
        return True
    try:
        return bool(cell != cell)
    except (TypeError, ValueError):  # pandas.NA has no truth value
        return True


def _with_index(native: Any) -> tuple[Any, tuple[str, ...], bool]:
    """A pandas frame with its index among the columns, each of them called by one text."""
    across = _axis_name(native.columns)
    frame = native.copy(deep=False)
    frame.columns = _flat(native.columns)
    down = [None if name is None else str(name) for name in native.index.names]
    turned = len(down) == 1 and _named(down[0], "annotator") and _named(across, "item")
    known = set(frame.columns)
    if _is_default(native.index) or all(name in known for name in down):
        return frame.reset_index(drop=True), (), turned
    if len(down) > 1 and not any(_named(name, "annotator") for name in down):
        name = ", ".join(level if level is not None else UNNAMED for level in down)
        joined = [", ".join(map(str, key)) for key in native.index]
        frame = frame.reset_index(drop=True)
        frame.insert(0, name, joined)
        return frame, (name,), turned
    levels = [name or (UNNAMED if len(down) == 1 else f"level_{place}") for place, name in enumerate(down)]
    fresh = [f"{name} (index)" if name in known else name for name in levels]
    frame.index = frame.index.set_names(fresh)
    columns_name = frame.columns.name
    frame = frame.reset_index()
    frame.columns.name = columns_name
    return frame, tuple(new for new, old in zip(fresh, down, strict=True) if old is None), turned


def _flat(columns: Any) -> list[str]:
    """The names of columns as texts; of several levels those that vary, joined."""
    if getattr(columns, "nlevels", 1) == 1:
        return [str(name) for name in columns]
    levels = [level for level in range(columns.nlevels) if len(set(columns.get_level_values(level))) > 1]
    levels = levels or [columns.nlevels - 1]
    return [", ".join(str(key[level]) for level in levels if str(key[level]) != "") for key in columns]


def _axis_name(columns: Any) -> str | None:
    """What the columns are, as a pivot says it: the name of the last level."""
    name = columns.names[-1] if getattr(columns, "names", None) else None
    return None if name is None else str(name)


def _is_default(index: Any) -> bool:
    """Whether the rows are only numbered, from 0 in steps of 1 and without a name."""
    return type(index).__name__ == "RangeIndex" and index.name is None and index.start == 0 and index.step == 1


def _named(name: str | None, role: str) -> bool:
    return name is not None and suggested(name).role == role
