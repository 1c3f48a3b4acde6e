"""Whether tables are read in one pass: where memory was told or is not enough, and the tables allow it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from accord.annotations import Labels
from accord.formats.locating import LocatedFile
from accord.formats.options import ReadOptions
from accord.formats.streaming.budget import AUTO, bytes_told, needed_in_memory, rows_in
from accord.results import DataError, Place
from accord.results.option_names import option
from accord.results.working import watching

STREAMED = ("parquet", "csv", "tsv", "jsonl")  # the readers whose tables can be read in portions
SMALL = 200  # times the size of a file, which hardly any table takes in memory


def _is_small(files: Sequence[tuple[Path, str]], budget: int) -> bool:
    """Whether files are so small that nobody need look into them to know that they fit."""
    return sum(path.stat().st_size for path, _ in files) * SMALL <= budget


def in_one_pass(files: Sequence[LocatedFile], readers: Sequence[str], options: ReadOptions) -> Labels | None:
    """The labels of tables that do not fit in the memory that was told; None where they do, or are no such tables."""
    if options.memory is None or options.told_kind not in (None, "labels"):
        return None
    if not set(readers) <= set(STREAMED):
        return None
    budget = bytes_told(options.memory)
    named = [(one.path, reader) for one, reader in zip(files, readers, strict=True)]
    if _is_small(named, budget) or needed_in_memory(named) <= budget:
        return None
    from accord.formats.streaming.recognised_table import NotInOnePassError, recognised_table
    from accord.formats.streaming.streamed_labels import streamed_labels

    try:
        tables = [recognised_table(path, reader, options) for path, reader in named]
    except NotInOnePassError as reason:
        if options.memory == AUTO:
            return None
        message = f"the table does not fit in {option('memory', str(options.memory))}, and is not read in one pass: "
        raise DataError("ACC462", f"{message}{reason}", Place(files[0].shown), "allow more memory") from None
    ratings = sum(rows_in(path, reader) for path, reader in named)
    with watching("reading, per cent", 100) as advance:
        return streamed_labels(tables, files, options, budget, ratings, lambda share: advance(int(100 * share)))
