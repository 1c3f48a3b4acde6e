"""The findings about a table that is larger than the memory allowed are those about the table read as a whole.

Left out is what is about single items or their order: rows that stand for items rated alike name one of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from accord.formats.streaming import larger_than_memory, one_pass, parquet_portions, streamed_labels
from untyped import accord

READING = {"item_column": "item", "annotator_column": "annotator", "label_column": "label", "kind": "labels"}
OF_ITEMS = ("read_as", "diagnostics", "items.top", "annotators.drift", "promise.coin_tosses", "promise.text")
DEALT = ("annotators.schools.p", "annotators.schools.permutations")  # by random numbers for each item, in their order


@pytest.fixture(autouse=True)
def _small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a budget, tables of any size are read in one pass, in portions of seven rows."""
    monkeypatch.setattr(larger_than_memory, "_is_small", lambda files, budget: False)
    monkeypatch.setattr(larger_than_memory, "needed_in_memory", lambda files: float("inf"))
    monkeypatch.setattr(streamed_labels, "FEWEST_ROWS", 7)
    monkeypatch.setattr(streamed_labels, "MOST_ROWS", 7)
    monkeypatch.setattr(one_pass, "SPILLED", 1 << 17)
    monkeypatch.setattr(parquet_portions, "assert_readable", lambda *given, **more: None)  # as a process takes a second


def ratings(seed: int, labels: tuple[str, ...]) -> pl.DataFrame:
    """Up to five annotators who know the truth of most items, some labels missing, some given again."""
    rng = np.random.default_rng(seed)
    rows = []
    for item in range(int(rng.integers(20, 120))):
        truth = int(rng.integers(len(labels)))
        for who in rng.permutation(5)[: rng.integers(1, 6)].tolist():
            for _ in range(1 + bool(rng.random() < 0.05)):
                said = truth if rng.random() < 0.6 else int(rng.integers(len(labels)))
                rows.append((f"s{item}", f"A{who}", None if rng.random() < 0.05 else labels[said]))
    return pl.DataFrame(rows, schema=["item", "annotator", "label"], orient="row", infer_schema_length=None)


def flat(value: Any, path: str = "") -> dict[str, Any]:
    """Every leaf of a record by its path."""
    if any(path.startswith(one) for one in (*OF_ITEMS, *DEALT)):
        return {}
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        return {k: leaf for name, one in inner for k, leaf in flat(one, f"{path}.{name}".lstrip(".")).items()}
    return {path: value}


@pytest.mark.parametrize("in_order", [True, False])
@pytest.mark.parametrize("labels", [("a", "b", "c"), ("1", "2", "3", "4")])
def test_one_pass_finds_what_memory_finds(tmp_path: Path, labels: tuple[str, ...], in_order: bool) -> None:
    seed = len(labels) + 10 * in_order
    frame = ratings(seed, labels)
    frame = frame.sort("item", maintain_order=True) if in_order else frame.sample(fraction=1, shuffle=True, seed=seed)
    path = tmp_path / "ratings.parquet"
    frame.write_parquet(path, row_group_size=11)
    whole, streamed = (flat(accord.findings(accord.read(path, **READING, memory=m)).as_json()) for m in (None, "1MB"))
    assert streamed.keys() == whole.keys()
    for name, value in whole.items():
        expected = pytest.approx(value, rel=1e-9, abs=1e-9) if isinstance(value, float) else value
        assert streamed[name] == expected, name


def test_schools_of_items_alike_are_those_of_the_items() -> None:
    """Labels are dealt for each item by itself, also where a row stands for many."""
    rows = [["a", "a", "b", "b"], ["b", "b", "a", "a"], ["a", "a", "a", "a"], ["b", "b", "b", "b"]]
    columns = {"item_column": "item", "annotator_column": "who", "label_column": "label"}
    long = [(f"s{n}", f"A{who}", label) for n, row in enumerate(rows * 30) for who, label in enumerate(row, 1)]
    statistics = accord.statistics_of(pl.DataFrame(long, schema=["item", "who", "label"], orient="row"), **columns)
    alone, alike = (accord.findings(one).annotators.schools for one in (accord.labels(rows * 30), statistics))
    assert alike.groups == alone.groups
    assert alike.p == pytest.approx(alone.p, abs=0.01)
    assert alike.found
    assert alone.found
