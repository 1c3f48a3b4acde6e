"""γ with its interval on many corpora of spans, each in a process of its own.

`python benchmarks/span_corpora.py TABLE… [--jobs N]` takes tables of spans, or folders of them. A table NAME.parquet is
read with the table of who was asked beside it (NAME.asked.parquet), where there is one. Process time is that of the
command and its workers together; memory is the largest of them.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter

HEAD = ("corpus", "documents", "annotators", "units", "processor s", "s", "MB", "γ", "low", "high", "gap %")
LIMIT = 300  # seconds of processor time of each process


def measured(path: Path, *, jobs: int, asked: bool) -> tuple[str, ...]:
    """The cells of one corpus."""
    beside = path.with_suffix(".asked.parquet")
    command = [sys.executable, "-m", "accord", "measure", str(path), "-m", "gamma", "-q", "--format", "json"]
    command += ["--jobs", str(jobs), *(("--asked", str(beside)) if asked and beside.exists() else ())]
    with TemporaryFile() as printed, TemporaryFile() as said:
        began = perf_counter()
        process = subprocess.Popen(command, stdout=printed, stderr=said, preexec_fn=_limited)
        _, status, used = os.wait4(process.pid, 0)
        taken = (
            f"{used.ru_utime + used.ru_stime:.1f}",
            f"{perf_counter() - began:.1f}",
            f"{used.ru_maxrss / 1e3:,.0f}",
        )
        printed.seek(0), said.seek(0)
        if status:
            ended = f"exit {os.waitstatus_to_exitcode(status)}: {said.read().decode()[-80:].strip()}"
            return path.stem, "", "", "", *taken, ended
        told = json.load(printed)
    data, result = told["data"], told["results"][0]
    counts = (f"{data[name]:,}" for name in ("documents", "annotators", "units"))
    values = (f"{result[name]:.3f}" for name in ("value", "low", "high"))
    return path.stem, *counts, *taken, *values, f"{100 * result['components']['gap']:.2g}"


def _limited() -> None:
    """So that none runs for ever."""
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="+", type=Path, help="tables of spans, or folders of them")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--as-found", action="store_true", help="leave the tables of who was asked aside")
    told = parser.parse_args()
    found = (inner for one in told.tables for inner in (sorted(one.glob("*.parquet")) if one.is_dir() else [one]))
    print("| " + " | ".join(HEAD) + " |\n|" + "---|" * len(HEAD))
    for path in found:
        if not path.stem.endswith((".asked", ".lengths")):
            print("| " + " | ".join(measured(path, jobs=told.jobs, asked=not told.as_found)) + " |", flush=True)


if __name__ == "__main__":
    main()
