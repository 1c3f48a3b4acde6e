"""Commands on many documents of spans and of relations: time, processor time and memory, each in a process of its own.

`python benchmarks/documents.py FOLDER TABLE [DOCUMENTS…]` writes tables of 1,000 and 10,000 documents (or as told) to
FOLDER, and puts what was measured in TABLE, a CSV file, which the documentation shows (benchmarks/documents.csv). Three
annotators; of spans, 20 units each that lie apart, with 10 % missed and 15 % in another category; of relations, trees
of 20 units, in which one in ten hangs elsewhere. JOBS in the environment is how many workers there are.
"""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import numpy as np
import polars as pl

SIZES = (1_000, 10_000)
ANNOTATORS, UNITS, CELL = 3, 20, 50
COLUMNS = ["documents", "shape", "command", "seconds", "processor seconds", "peak MB"]
PEOPLE = pl.Series(list("ABC"))
CALLS = {
    "spans": {
        "measure -m f1": ["measure", "-m", "f1", "-m", "f1(match='overlap')"],
        "measure -m gamma": ["measure", "-m", "gamma"],
        "report": ["report", "-o", "{page}"],
    },
    "relations": {"measure": ["measure"], "report": ["report", "-o", "{page}"]},
}


def spans(documents: int) -> pl.DataFrame:
    """Each unit has a place of its own, and annotators differ in bounds, categories and what they miss."""
    rng = np.random.default_rng(0)
    shape = documents, ANNOTATORS, UNITS
    start = np.arange(UNITS) * CELL + rng.integers(0, 5, shape) + 10
    end = start + rng.integers(5, 30, (documents, 1, UNITS)) + rng.integers(0, 3, shape)
    category = np.where(rng.random(shape) < 0.85, rng.integers(0, 4, (documents, 1, UNITS)), rng.integers(0, 4, shape))
    kept = rng.random(shape) < 0.9
    document, who, _ = np.nonzero(kept)
    return pl.DataFrame(
        {
            "document": _named("d", document),
            "annotator": PEOPLE.gather(who),
            "start": start[kept],
            "end": end[kept],
            "category": pl.Series(list("wxyz")).gather(category[kept]),
        }
    )


def relations(documents: int) -> pl.DataFrame:
    """Units hang from one before them; annotators agree on nine of ten, and on most types."""
    rng = np.random.default_rng(0)
    shape = documents, ANNOTATORS, UNITS - 1
    head = np.floor(rng.random((documents, 1, UNITS - 1)) * np.arange(1, UNITS))
    head = np.where(rng.random(shape) < 0.9, head, np.floor(rng.random(shape) * np.arange(1, UNITS))).astype(np.int64)
    kind = np.where(rng.random(shape) < 0.85, rng.integers(0, 3, (documents, 1, UNITS - 1)), rng.integers(0, 3, shape))
    document, who, unit = (places.ravel() for places in np.indices(shape))
    return pl.DataFrame(
        {
            "document": _named("d", document),
            "annotator": PEOPLE.gather(who),
            "origin": _named("u", unit + 1),
            "target": _named("u", head.ravel()),
            "category": pl.Series(["for", "against", "more"]).gather(kind.ravel()),
        }
    )


def _named(letter: str, numbers: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> pl.Series:
    return pl.select(letter + pl.Series(numbers).cast(pl.String)).to_series()


def measured(command: list[str]) -> tuple[float, float, float]:
    """Seconds, seconds of processor time of the process and its workers, and megabytes of the largest of them."""
    begin = perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        return (float("nan"),) * 3
    return perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6


def main(folder: Path, table: Path, sizes: tuple[int, ...]) -> None:
    """Measure, print a line for each run, and put them in the table; lines of other sizes stay there."""
    kept = list(csv.reader(table.open(encoding="utf-8")))[1:] if table.exists() else []
    for documents in sizes:
        kept = [row for row in kept if row[0] != str(documents)]
        for shape, calls in CALLS.items():
            path = folder / f"{shape}-{documents}.parquet"
            {"spans": spans, "relations": relations}[shape](documents).write_parquet(path)
            for name, call in calls.items():
                told = [part.format(page=folder / "page.html") for part in call]
                told += ["--jobs", os.environ.get("JOBS", "1"), "-q"]
                seconds, busy, peak = measured([sys.executable, "-m", "accord", told[0], str(path), *told[1:]])
                kept.append([str(documents), shape, name, f"{seconds:.1f}", f"{busy:.1f}", f"{peak:.0f}"])
                print(*kept[-1], flush=True)
    with table.open("w", encoding="utf-8", newline="") as opened:
        csv.writer(opened, lineterminator="\n").writerows([COLUMNS, *sorted(kept, key=lambda row: int(row[0]))])


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), tuple(int(float(one)) for one in sys.argv[3:]) or SIZES)
