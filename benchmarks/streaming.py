"""Tables that are larger than memory beside a plain polars scan with the same group-by, each in a process of its own.

`python benchmarks/streaming.py FOLDER TABLE [RATINGS…]` writes tables of 10³, 10⁵, 10⁶ and 10⁷ ratings (or as told) to
FOLDER, in the order of their items and scattered, and puts times and peaks of memory in TABLE, a CSV file, which the
documentation shows (benchmarks/streaming.csv). It is written after each size, and lines of other sizes stay, so that
what was interrupted goes on with `… TABLE 1e7 1e8`. The columns are texts; six annotators, four of whom label each
item; five categories. The tables of 10⁸ ratings take 1.2 GB of disk, and polars takes about 9 GB of memory for them.

Calls are measured in a process in which polars, numpy and accord are loaded already, and whole processes from their
start to their end: the command beside a script that loads polars and numpy and groups the same rows. Modules are
compiled before the clock starts, as they are where a package is installed, and products of matrices have one thread, as
they have in commands.
"""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray
from pyarrow.parquet import ParquetWriter

from accord.annotations.digest import mixed
from accord.results.threads import ALGEBRA

SMALLEST = 1000  # ratings, to load every module once
SIZES = (SMALLEST, 100_000, 1_000_000, 10_000_000)
PEOPLE, EACH = 6, 4
ROW_GROUP = 500_000  # ratings
LABELS = ("anger", "fear", "joy", "none", "sadness")
MEMORY = "100MB"
MOST_IN_MEMORY = 10**7  # ratings
COLUMNS = ["ratings", "order", "how", "seconds", "processor seconds", "peak MB"]
MEASURED = """
import os, sys, time
import accord, polars, numpy, scipy
begin, busy = time.perf_counter(), sum(os.times()[:4])
{call}
took = time.perf_counter() - begin, sum(os.times()[:4]) - busy
with open("/proc/self/status", encoding="ascii") as status:  # as ru_maxrss is also that of the process before
    peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
print(*took, peak * 1024 / 1e6)
"""
CALLS = {
    "polars": "polars.scan_parquet(sys.argv[1]).group_by('item', 'label').len().collect(engine='streaming')",
    "one pass": "accord.measure(accord.read(sys.argv[1], memory=sys.argv[2], missing=['-']), 'alpha')",
    "in memory": "accord.measure(accord.read(sys.argv[1], missing=['-']), 'alpha')",
}
GROUPED = f"import sys, numpy, polars\nprint({CALLS['polars']})"
COMMAND = ("-m", "accord", "measure", "-m", "alpha", "--memory", MEMORY, "--missing", "-")
PROCESSES = {"polars script": ("-c", GROUPED), "command": COMMAND}
LAUNCHED = """
import os, sys, time
quiet = os.open(os.devnull, os.O_WRONLY)
streams = [(os.POSIX_SPAWN_DUP2, quiet, 1), (os.POSIX_SPAWN_DUP2, quiet, 2)]
begin = time.perf_counter()
child = os.posix_spawn(sys.executable, [sys.executable, *sys.argv[1:]], os.environ, file_actions=streams)
_, status, used = os.wait4(child, 0)  # with the processes that it has waited for
print(time.perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6)
sys.exit(os.waitstatus_to_exitcode(status))
"""
HOW = (*CALLS, *PROCESSES)


def part(places: NDArray[np.uint64]) -> pl.DataFrame:
    """The ratings at these places of the table in the order of its items."""
    item, which = places // np.uint64(EACH), places % np.uint64(EACH)
    truth, draw = mixed(item) % np.uint64(len(LABELS)), mixed(places + np.uint64(1 << 40))
    label = np.where(draw % np.uint64(10) < 7, truth, mixed(draw) % np.uint64(len(LABELS)))
    who = (which + mixed(item + np.uint64(1 << 41))) % np.uint64(PEOPLE)
    return pl.DataFrame({"item": item, "annotator": who, "label": label}).select(
        ("s" + pl.col("item").cast(pl.String).str.zfill(11)).alias("item"),
        ("A" + pl.col("annotator").cast(pl.String)).alias("annotator"),
        pl.col("label").replace_strict(list(range(len(LABELS))), LABELS, return_dtype=pl.String),
    )


def written(folder: Path, ratings: int, *, scattered: bool) -> Path:
    """A table of so many ratings, in the order of items, or with each item's ratings far apart."""
    path = folder / f"{'scattered' if scattered else 'sorted'}-{ratings}.parquet"
    if path.exists():
        return path
    step = np.uint64(int(ratings * 0.6180339887) | 1) if scattered else np.uint64(1)
    while np.gcd(step, np.uint64(ratings)) != 1:
        step += np.uint64(2)
    writer = None
    for first in range(0, ratings, ROW_GROUP):
        rows = np.arange(first, min(first + ROW_GROUP, ratings), dtype=np.uint64)
        table = part(rows * step % np.uint64(ratings)).to_arrow()
        writer = writer or ParquetWriter(path, table.schema)
        writer.write_table(table)
    if writer is not None:
        writer.close()
    return path


def measured(how: str, path: Path) -> tuple[float, float, float]:
    """Seconds, seconds of processor time, and the megabytes of the process at its peak."""
    if how in CALLS:
        arguments = ["-c", MEASURED.format(call=CALLS[how]), str(path), MEMORY]
    else:
        arguments = ["-c", LAUNCHED, *PROCESSES[how], str(path)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= dict.fromkeys(ALGEBRA, "1")
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        return (float("nan"),) * 3
    seconds, busy, megabytes = map(float, done.stdout.split())
    return seconds, busy, megabytes


def runs_of(folder: Path, ratings: int) -> Iterator[list[str]]:
    """The lines of the tables of so many ratings, each the best of its runs."""
    for order in ("sorted", "scattered"):
        path = written(folder, ratings, scattered=order == "scattered")
        for how in HOW:
            if how == "in memory" and ratings > MOST_IN_MEMORY:
                continue
            repeats = 1 if ratings > MOST_IN_MEMORY else 3 if ratings == MOST_IN_MEMORY else 5
            seconds, busy, peak = min((measured(how, path) for _ in range(repeats)), key=lambda run: run[1])
            yield [str(ratings), order, how, f"{seconds:.2f}", f"{busy:.2f}", f"{peak:.0f}"]


def main(folder: Path, table: Path, sizes: tuple[int, ...]) -> None:
    """Measure, print a line for each run, and put them in the table after each size; lines of other sizes stay."""
    for how in HOW:
        measured(how, written(folder, SMALLEST, scattered=False))
    for ratings in sizes:
        kept = list(csv.reader(table.open(encoding="utf-8")))[1:] if table.exists() else []
        rows = [row for row in kept if row[0] != str(ratings)]
        for row in runs_of(folder, ratings):
            print(*row, flush=True)
            rows.append(row)
        rows.sort(key=lambda row: (int(row[0]), row[1] == "scattered", HOW.index(row[2])))
        with table.open("w", encoding="utf-8", newline="") as opened:
            csv.writer(opened, lineterminator="\n").writerows([COLUMNS, *rows])


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), tuple(int(float(one)) for one in sys.argv[3:]) or SIZES)
