"""Continua to align: those beside the project if they are there, and made ones."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import numpy as np

SHARED = Path(os.environ.get("ACCORD_SHARED") or Path(__file__).resolve().parents[2] / "shared") / "data" / "spans"
Unit = tuple[str, float, float, str]


def stored(name: str) -> list[Unit] | None:
    """Units of a file of pygamma-agreement's form: annotator, category, start, end."""
    path = SHARED / f"{name}.csv"
    if not path.is_file():
        return None
    with path.open(encoding="utf-8", newline="") as lines:
        return [(who, float(start), float(end), category) for who, category, start, end in csv.reader(lines)]


def noisy(annotators: int, units: int, seed: int = 1, *, apart: float = 1.0) -> list[Unit]:
    """Each annotator finds 85 % of the same units and puts the others elsewhere; units are 5 to 25 long, 8 to 40 apart
    (times `apart`), bounds are off by 3, and 15 % have a category at random, of four.
    """
    rng = np.random.default_rng([annotators, units, seed])
    starts, lengths = np.cumsum(rng.uniform(8 * apart, 40 * apart, units)), rng.uniform(5, 25, units)
    truth = rng.integers(4, size=units)
    rows: list[Unit] = []
    for name in range(annotators):
        elsewhere = rng.random(units) < 0.15
        begin = np.where(elsewhere, rng.uniform(0, starts[-1], units), starts + rng.normal(0, 3, units))
        end = begin + np.maximum(1, lengths + rng.normal(0, 3, units))
        codes = np.where(rng.random(units) < 0.15, rng.integers(4, size=units), truth)
        for start, last, code in zip(begin.tolist(), end.tolist(), codes.tolist(), strict=True):
            rows.append((f"A{name}", start, last, f"c{code}"))
    return rows


def chance(annotators: int, units: int, seed: int = 1) -> list[Unit]:
    """Annotators who put units 2 to 14 long at random, one in 10 positions, in three categories."""
    rng = np.random.default_rng([annotators, units, seed])
    rows: list[Unit] = []
    for name in range(annotators):
        starts = rng.uniform(0, units * 10, units)
        ends = starts + rng.uniform(2, 14, units)
        for start, end, code in zip(starts.tolist(), ends.tolist(), rng.integers(3, size=units).tolist(), strict=True):
            rows.append((f"A{name}", start, end, f"c{code}"))
    return rows
