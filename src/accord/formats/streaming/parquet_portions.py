"""Parquet, portion after portion; what is damaged is found and named by its rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from accord.annotations.frames import Origin
from accord.annotations.lazy_polars import pl
from accord.formats.parsing.isolation import assert_readable
from accord.formats.parsing.parquet_files import assert_marked
from accord.formats.parsing.parquet_footer import footer_shape
from accord.formats.streaming.portion import Portion
from accord.results import DataError, Place

_COUNTED = """rows = polars.scan_parquet(sys.argv[1], glob=False, hive_partitioning=False)
    print(rows.select(polars.len()).collect().item(), len(rows.collect_schema()))
    sys.exit(TOO_LARGE)"""
_TRIED = """rows = polars.scan_parquet(sys.argv[1], glob=False, hive_partitioning=False).select(sys.argv[4:])
    rows.slice(int(sys.argv[2]), int(sys.argv[3])).collect()"""
AT_ONCE = 6  # portions that are read at once: a row takes less as it is read than while it is worked on
NARROWEST = 1000  # rows among which it is not looked further for what is damaged


def parquet_shape(path: Path) -> tuple[int, int]:
    """The rows and columns that the file says it has; where that is not plain, read in a process of its own."""
    return _shape(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _shape(path: Path, changed: int) -> tuple[int, int]:
    assert_marked(path)
    told = footer_shape(path)
    if told is not None:
        return told
    output = assert_readable("import polars", _COUNTED, str(path))
    if output is None:  # no other process can be started
        rows = _scanned(path)
        return rows.select(pl.len()).collect().item(), len(rows.collect_schema())
    number, width = output.split()
    return int(number), int(width)


def parquet_start(path: Path, rows: int) -> pl.DataFrame:
    """The first rows."""
    read = _scanned(path)
    try:
        return read.head(rows).collect()
    except BaseException as error:
        if not _is_of_polars(error):
            raise
        raise _damage(path, read.collect_schema().names(), 0, parquet_shape(path)[0], error) from error


def parquet_portions(path: Path, columns: Sequence[str], rows: int, start: int, end: int) -> Iterator[Portion]:
    """These columns of the rows from `start` to before `end`, so many rows at a time."""
    read = _scanned(path).select(columns)
    total, done = parquet_shape(path)[0], start
    try:
        for first in range(start, end, AT_ONCE * rows):
            length = min(AT_ONCE * rows, end - first)
            for frame in read.slice(first, length).collect().iter_slices(rows):
                yield Portion(frame, Origin(str(path)), done, frame.height / total)
                done += frame.height
    except (KeyboardInterrupt, GeneratorExit, DataError):
        raise
    except BaseException as error:  # a panic of polars is a BaseException
        if not _is_of_polars(error):
            raise
        raise _damage(path, columns, done, total, error) from error


def _scanned(path: Path) -> pl.LazyFrame:
    return pl.scan_parquet(path, glob=False, hive_partitioning=False)


def _is_of_polars(error: BaseException) -> bool:
    from polars.exceptions import PolarsError

    return isinstance(error, PolarsError | OSError) or type(error).__name__ == "PanicException"


def _damage(path: Path, columns: Sequence[str], done: int, total: int, error: BaseException) -> DataError:
    """The error of a file that cannot be read to the end, with the rows that cannot be read."""
    reason = str(error).strip().partition("\n")[0][:200]
    first, last = _narrowed(path, columns, 0, total)
    where = f"rows {first + 1:,} to {last:,} of {total:,} cannot be read" if last else f"after row {done:,}"
    message = f"the file is damaged: {where} ({reason})"
    return DataError("ACC016", message, Place(str(path)), "export or download it again")


def _narrowed(path: Path, columns: Sequence[str], first: int, last: int) -> tuple[int, int]:
    """The first rows among these that cannot be read, tried elsewhere as trying may end the process; (0, 0) if all can.

    Halves are tried one after the other: the rows that are damaged lie in one page, which may hold many.
    """
    if _is_sound(path, columns, first, last):
        return 0, 0
    while last - first > NARROWEST:
        middle = (first + last) // 2
        if not _is_sound(path, columns, first, middle):
            last = middle
        elif not _is_sound(path, columns, middle, last):
            first = middle
        else:
            break
    return first, last


def _is_sound(path: Path, columns: Sequence[str], first: int, last: int) -> bool:
    try:
        assert_readable("import polars", _TRIED, str(path), str(first), str(last - first), *columns)
    except DataError:
        return False
    return True
