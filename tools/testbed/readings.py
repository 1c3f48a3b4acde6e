"""Reading: every file with nothing told, as it is and as CSV, beside what the index says is right."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path

import polars as pl

import accord

FORMS = ("parquet", "csv")


def tried(row: Mapping[str, str], folder: Path) -> dict[str, object]:
    """By form of the file: "right", "asked" (refused, with what to tell), "guessed" (wrong, said to be a guess) or
    "wrong", and what of it."""
    file = folder / row["shape"] / f"{row['name']}.parquet"
    with tempfile.TemporaryDirectory() as place, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table = Path(place) / f"{row['name']}.csv"
        pl.read_parquet(file).write_csv(table)
        return {form: _read(row, path) for form, path in zip(FORMS, (file, table), strict=True)}


def _read(row: Mapping[str, str], file: Path) -> list[str]:
    try:
        data = accord.read(file)
    except accord.DataError as error:
        return ["asked", error.code]
    if data.kind != row["shape"]:
        return ["wrong", f"{data.kind} for {row['shape']}"]
    wrong, aspect = [], ""
    if data.kind == "labels" and data.level != row["level"]:
        wrong.append(f"{data.level} for {row['level']}")
        aspect = "level"
    if row["annotators"].isdecimal() and (number := _number(file)) != int(row["annotators"]):
        wrong.append(f"{number} annotators for {row['annotators']}")
        aspect = "asked"  # who found nothing has no row
    if not wrong:
        return ["right"]
    told = any(one.aspect == aspect and one.guessed for one in data.read_as)
    return ["guessed" if told else "wrong", "; ".join(wrong)]


def _number(file: Path) -> int:
    """Annotators, those who are set aside as models too."""
    return len(accord.read(file, only=["*"]).annotators or ())
