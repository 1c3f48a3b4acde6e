"""`accord.read`: find the reader, and let nothing but a DataError or a UsageError out of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from accord.annotations import Labels
from accord.formats.joining import joined
from accord.formats.options import ReadOptions
from accord.formats.registry import find_reader, sniffed
from accord.formats.sources import binary_kind, head, unreadable
from accord.results import DataError, Place, UsageError

PathLike = str | os.PathLike[str]


def read(path: PathLike | Iterable[PathLike], **options: Any) -> Labels:
    """Read annotations from a file, or from several files of one data set; the options are those of `ReadOptions`.

    Several files are joined by the names of items and annotators, so that a file per annotator and a file per batch
    both work.
    """
    chosen = ReadOptions.of(options)
    if isinstance(path, str | os.PathLike):
        return _read_one(path, chosen)
    if isinstance(path, bytes) or not isinstance(path, Iterable):
        raise UsageError(f"read() takes a path, not {type(path).__name__}", "for data in memory use accord.labels()")
    paths = list(path)
    if not paths:
        raise UsageError("no file is named", "give at least one path")
    if len(paths) == 1:
        return _read_one(paths[0], chosen)
    return joined([_read_one(one, chosen) for one in paths], chosen)


def _read_one(path: PathLike, options: ReadOptions) -> Labels:
    file = os.fspath(path)
    if not isinstance(file, str):
        raise UsageError(f"read() takes a path, not {type(path).__name__}")
    reason = unreadable(file)
    if reason is not None:
        raise DataError("ACC001", reason, Place(file), "check the path")
    here = Path(file)
    reader = find_reader(options.reader) if options.reader is not None else sniffed(here)
    if here.is_dir() and (reader is None or reader.sniff(here) == 0):
        raise DataError("ACC001", "this is a folder", Place(file), "name a file in it")
    if here.is_file() and here.stat().st_size == 0:
        raise DataError("ACC002", "the file is empty", Place(file), "export the annotations again")
    if reader is None:
        hint = "CSV, TSV, JSONL, Parquet and Excel are read; --from forces one"
        raise DataError("ACC005", f"this is {binary_kind(head(here)) or 'text'}, not a table", Place(file), hint)
    with _boundary(file):
        return reader.read(here, options)


@contextmanager
def _boundary(file: str) -> Iterator[None]:
    """Turn what the libraries below raise on damaged input into a DataError, and name the file in every one."""
    try:
        yield
    except DataError as error:
        if error.place.file is not None:
            raise
        place = replace(error.place, file=file)
        raise DataError(error.code, error.message, place, error.hint) from error
    except OSError as error:
        raise DataError("ACC001", error.strerror or str(error), Place(file), "check the path") from error
    except RecursionError as error:
        raise DataError("ACC015", "the content nests too deep", Place(file)) from error
    except BaseException as error:
        if not _of_an_engine(error):
            raise
        said = str(error).strip().partition("\n")[0][:200]
        raise DataError("ACC016", f"the file cannot be read: {said}", Place(file), "export it again") from error


def _of_an_engine(error: BaseException) -> bool:
    """Whether polars or fastexcel raised it; a panic of theirs is a BaseException, one class per extension module."""
    from fastexcel import FastExcelError
    from polars.exceptions import PolarsError

    return isinstance(error, PolarsError | FastExcelError) or type(error).__name__ == "PanicException"
