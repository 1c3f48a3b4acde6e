"""How much memory reading may take, and whether a table fits in it."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path

from accord.formats.parsing.first_bytes import head
from accord.results import UsageError
from accord.results.memory import free_bytes

AUTO = "auto"
"""The budget of the command line: a part of what is free."""
SHARE = 4  # the part of free memory that is taken: one in so many
PER_RATING = 150  # bytes of one row of a table of labels from the file to its codes (2 million rows: 280 MB)
PER_CELL = 16  # bytes of each cell
LEAST = 10**6  # bytes
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?\s*", re.IGNORECASE)


def bytes_told(memory: object) -> int:
    """The bytes of a budget: a number of them, or a text such as '2GB'.

    >>> bytes_told("2GB"), bytes_told("512 MB"), bytes_told(10**9)
    (2000000000, 512000000, 1000000000)
    """
    if memory == AUTO:
        free = free_bytes()
        return 2 * 10**9 if math.isinf(free) else max(LEAST, int(free) // SHARE)
    match = _SIZE.fullmatch(str(memory)) if not isinstance(memory, bool) else None
    if match is None:
        raise UsageError(f"{memory!r} is not an amount of memory", "write it like 2GB or 500MB")
    told = int(float(match[1]) * _UNITS[match[2].lower()])
    if told < LEAST:
        raise UsageError(f"{memory} of memory is too little", "give at least 1MB")
    return told


def needed_in_memory(files: Sequence[tuple[Path, str]]) -> float:
    """About how many bytes tables take when they are read as a whole, by the names of their readers."""
    return sum(_of_parquet(path) if reader == "parquet" else _of_text(path) for path, reader in files)


def rows_in(path: Path, reader: str) -> int:
    """How many rows a table has: of Parquet as it says itself, of text by the length of its first lines."""
    if reader == "parquet":
        from accord.formats.streaming.parquet_portions import parquet_shape

        return parquet_shape(path)[0]
    start = head(path)
    return math.ceil(path.stat().st_size * max(1, start.count(b"\n")) / max(1, len(start)))


def _of_parquet(path: Path) -> float:
    from accord.formats.streaming.parquet_portions import parquet_shape

    rows, columns = parquet_shape(path)
    return float(rows) * (PER_RATING + PER_CELL * columns)


def _of_text(path: Path) -> float:
    first = head(path).partition(b"\n")[0]
    columns = 1 + max(first.count(mark) for mark in (b",", b";", b"\t", b"|"))
    return 3.0 * path.stat().st_size + rows_in(path, "text") * float(PER_RATING + PER_CELL * columns)
