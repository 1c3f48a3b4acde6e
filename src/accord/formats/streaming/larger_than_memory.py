"""Whether tables are read in one pass: where memory was told or is not enough, and the tables allow it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from accord.annotations import Labels
from accord.formats.declared import declared
from accord.formats.locating import LocatedFile
from accord.formats.options import ReadOptions
from accord.formats.registry import all_readers
from accord.formats.streaming.budget import AUTO, bytes_told, needed_in_memory, rows_in
from accord.formats.tables.shapes import Part
from accord.results import DataError, Place
from accord.results.option_names import option
from accord.results.working import backend_now, watching

SMALL = 200  # times the size of a file, which hardly any table takes in memory


def _is_small(files: Sequence[tuple[Path, str]], budget: int) -> bool:
    """Whether files are so small that nobody need look into them to know that they fit."""
    return sum(path.stat().st_size for path, _ in files) * SMALL <= budget


@contextmanager
def _as_named(paths: Sequence[Path], files: Sequence[LocatedFile]) -> Iterator[None]:
    """Errors that name a file as the user did."""
    names = {str(path): str(file.path) for path, file in zip(paths, files, strict=True)}
    try:
        yield
    except DataError as error:
        raise error.at(replace(error.place, file=names.get(str(error.place.file), error.place.file))) from error


def in_one_pass(
    files: Sequence[LocatedFile], readers: Sequence[str], options: ReadOptions
) -> Labels | list[Part] | None:
    """What tables hold that do not fit in the memory that was told: labels, or the spans, relations or
    answers of each table.

    None where they fit, or are no such tables.
    """
    if options.memory is None:
        return None
    if not all(declared(all_readers()[name]).in_portions for name in readers):
        return None
    budget = bytes_told(options.memory)
    away = backend_now() == "dask"  # where another folder may be the current one
    paths = [file.path.absolute() if away else file.path for file in files]
    named = list(zip(paths, readers, strict=True))
    if _is_small(named, budget) or needed_in_memory(named) <= budget:
        return None
    from accord.formats.streaming.recognised_table import NotInOnePassError, opened_table, recognised_labels
    from accord.formats.streaming.streamed_documents import DOCUMENTS, streamed_documents
    from accord.formats.streaming.streamed_labels import streamed_labels

    try:
        with _as_named(paths, files):
            opened = [opened_table(path, reader, options) for path, reader in named]
            if all(table.shape in DOCUMENTS for table in opened):
                with watching("reading, per cent", 100) as advance:
                    return streamed_documents(opened, options, budget, lambda share: advance(int(100 * share)))
            tables = [recognised_labels(table, options) for table in opened]
    except NotInOnePassError as reason:
        if options.memory == AUTO:
            return None
        message = f"the table does not fit in {option('memory', str(options.memory))}, and cannot be read in one pass: "
        raise DataError("ACC462", f"{message}{reason}", Place(files[0].shown), "allow more memory") from None
    ratings = sum(rows_in(path, reader) for path, reader in named)
    with _as_named(paths, files), watching("reading, per cent", 100) as advance:
        return streamed_labels(tables, files, options, budget, ratings, lambda share: advance(int(100 * share)))
