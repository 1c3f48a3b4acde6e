"""Reading Parquet: first in a process of its own, and only what fits in memory.

A few bytes can stand for any number of equal rows: 4.4 MB for 400 million rows. What is in the file says how many rows
there are, and they are counted before they are read.
"""

from __future__ import annotations

import math
from pathlib import Path

from accord.annotations.lazy_polars import pl
from accord.formats.parsing.isolation import assert_readable
from accord.results import DataError, Place
from accord.results.memory import free_bytes

_MAGIC = b"PAR1"
ROW_BYTES = 150  # of a row of a table of labels, from the file to its codes (2 million rows: 280 MB)
CELL_BYTES = 16  # of each cell
OVERHEAD = 4 << 30  # bytes of addresses that the engine reserves and does not use
_TRIED = f"""rows = polars.scan_parquet(sys.argv[1], glob=False, hive_partitioning=False)
    number, width = rows.select(polars.len()).collect().item(), len(rows.collect_schema())
    if number * ({ROW_BYTES} + {CELL_BYTES} * width) > float(sys.argv[2]):
        print(f"{{number}} {{width}}")
        sys.exit(TOO_LARGE)
    polars.read_parquet(sys.argv[1], glob=False, hive_partitioning=False)"""


def is_parquet(start: bytes) -> bool:
    return start.startswith(_MAGIC)


def assert_marked(path: Path) -> None:
    """A DataError for a file that does not begin and end like Parquet."""
    with path.open("rb") as opened:
        start = opened.read(4)
        opened.seek(max(0, path.stat().st_size - 4))
        end = opened.read(4)
    if start != _MAGIC or end != _MAGIC:
        which = "begin" if start != _MAGIC else "end"
        message = f"the file is damaged: it does not {which} like a Parquet file"
        raise DataError("ACC016", message, Place(str(path)), "export or download it again")


def read_parquet(path: Path) -> pl.DataFrame:
    """The table, or a DataError that says why it is none or too large."""
    file = str(path)
    assert_marked(path)
    free = free_bytes()
    memory = 0 if math.isinf(free) else int(free) + OVERHEAD
    output = assert_readable("import polars", _TRIED, file, repr(free), memory=memory)
    if output is not None:
        raise _too_large(file, *map(int, output.split()))
    return pl.read_parquet(path, glob=False, hive_partitioning=False)


def _too_large(file: str, rows: int, columns: int) -> DataError:
    needed = rows * (ROW_BYTES + CELL_BYTES * columns) / 1e9
    message = f"the file holds {rows:,} rows of {columns:,} columns, which take about {needed:,.0f} GB of memory"
    return DataError("ACC346", message, Place(file), "measure a part of the rows, or use a machine with more memory")
