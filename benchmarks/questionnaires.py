"""The report of a questionnaire: many questions about many items by one command, its time and the size of its page.

    python benchmarks/questionnaires.py [QUESTIONS [ITEMS [PEOPLE]]]

30 questions × 10,000 items × 5 people unless told otherwise: half of the questions have three to seven nominal
categories, a quarter a scale of five, a quarter are asked only where the first one was answered so.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import numpy as np
import polars as pl


def questionnaire(questions: int, items: int, people: int, seed: int = 5) -> pl.DataFrame:
    """One row per item and annotator; annotators err in 10 to 40 % of their answers."""
    random = np.random.default_rng(seed)
    rows = items * people
    frame: dict[str, list[str | None] | list[str]] = {
        "item": [f"item {item:05}" for item in range(items) for _ in range(people)],
        "annotator": [f"person {who}" for _ in range(items) for who in range(people)],
    }
    first = np.zeros(rows, dtype=np.int64)
    for question in range(questions):
        width = 5 if question % 4 == 3 else 3 + question % 5
        truth = np.repeat(random.integers(0, width, items), people)
        error = np.tile(random.uniform(0.1, 0.4, people), items)
        said = np.where(random.random(rows) < error, random.integers(0, width, rows), truth)
        first = said if question == 0 else first
        names = [str(code + 1) if question % 4 == 3 else "abcdefgh"[code] for code in range(width)]
        asked = (first == 0) if question and question % 4 == 0 else np.ones(rows, dtype=bool)
        frame[f"question {question + 1}"] = [names[code] if on else None for code, on in zip(said, asked, strict=True)]
    return pl.DataFrame(frame)


def main() -> None:
    questions, items, people = [*map(int, sys.argv[1:]), *(30, 10_000, 5)[len(sys.argv) - 1 :]]
    with tempfile.TemporaryDirectory() as folder:
        table, page = Path(folder, "questionnaire.csv"), Path(folder, "report.html")
        questionnaire(questions, items, people).write_csv(table)
        load = os.getloadavg()[0]
        began = perf_counter()
        subprocess.run([sys.executable, "-m", "accord", "report", table, "-o", page, "-q"], check=True)
        wall = perf_counter() - began
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor = used.ru_utime + used.ru_stime
        print(f"{questions} questions × {items:,} items × {people} people, load {load:.2f} before the run:")
        print(f"{wall:.0f} s, {processor:.0f} s of processor time, {used.ru_maxrss / 2**20:.1f} GiB")
        print(f"page of {page.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
