"""Tables that are larger than the memory allowed give what they give when read as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import accord
from accord.annotations import Labels
from accord.formats.streaming import larger_than_memory, one_pass, parquet_portions, streamed_labels

WRITTEN = ("parquet", "csv", "tsv", "jsonl")


@pytest.fixture(autouse=True)
def _small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of any size are read in one pass, in portions of seven rows, and put together often."""
    monkeypatch.setattr(larger_than_memory, "_is_small", lambda files, budget: False)
    monkeypatch.setattr(larger_than_memory, "needed_in_memory", lambda files: float("inf"))
    monkeypatch.setattr(streamed_labels, "FEWEST_ROWS", 7)
    monkeypatch.setattr(streamed_labels, "MOST_ROWS", 7)
    monkeypatch.setattr(one_pass, "SPILLED", 1 << 17)
    monkeypatch.setattr(one_pass, "_LITTLE", 1)
    monkeypatch.setattr(parquet_portions, "assert_readable", lambda *given, **more: None)  # as a process takes a second


def written(frame: pl.DataFrame, folder: Path, ending: str) -> Path:
    path = folder / f"ratings.{ending}"
    {
        "parquet": lambda: frame.write_parquet(path, row_group_size=11),
        "csv": lambda: frame.write_csv(path),
        "tsv": lambda: frame.write_csv(path, separator="\t"),
        "jsonl": lambda: frame.write_ndjson(path),
    }[ending]()
    return path


def ratings(
    seed: int, items: int, people: int, labels: tuple[str, ...], *, missing: bool, repeated: bool
) -> pl.DataFrame:
    """A long table in random order, in which some labels are missing and some annotators come again."""
    rng = np.random.default_rng(seed)
    rows: list[tuple[str, str, str | None]] = []
    for item in range(items):
        for who in rng.permutation(people)[: rng.integers(1, people + 1)].tolist():
            for _ in range(1 + (repeated and bool(rng.random() < 0.2))):
                label = None if missing and rng.random() < 0.1 else labels[int(rng.integers(len(labels)))]
                rows.append((f"s{item}", f"A{who}", label))
    return pl.DataFrame(rows, schema={"item": pl.String, "annotator": pl.String, "label": pl.String}, orient="row")


def everything(data: Labels) -> dict[str, Any]:
    """Values, intervals and signatures of all measures shown, and the facts about the data."""
    results = accord.measure(data, replicates=50)
    return {
        "values": [(one.measure, one.value, one.low, one.high, dict(one.components)) for one in results],
        "signatures": [str(one.signature) for one in results],
        "facts": (data.n_items, data.n_labels, data.n_repeated, data.n_missing, data.annotators, data.level),
        "categories": data.categories.texts,
        "said": sorted(one.code for one in data.diagnostics),
    }


SETS_OF_LABELS = (("a", "b"), ("1", "2", "3", "4"), ("yes", "no", "N/A"), ("1", "2", "5", "-99"), ("low", "high"))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 10**6),
    items=st.integers(6, 30),
    people=st.integers(2, 6),
    labels=st.sampled_from(SETS_OF_LABELS),
    missing=st.booleans(),
    repeated=st.booleans(),
    ending=st.sampled_from(WRITTEN),
    in_order=st.booleans(),
)
def test_one_pass_gives_what_memory_gives(
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    items: int,
    people: int,
    labels: tuple[str, ...],
    missing: bool,
    repeated: bool,
    ending: str,
    in_order: bool,
) -> None:
    frame = ratings(seed, items, people, labels, missing=missing, repeated=repeated)
    frame = frame.sort("item", maintain_order=True) if in_order else frame.sample(fraction=1, shuffle=True, seed=seed)
    folder = tmp_path_factory.mktemp("ratings")
    path, beside = written(frame, folder, ending), written(frame, folder, "csv")
    known: dict[str, Any] = {"item_column": "item", "annotator_column": "annotator", "label_column": "label"}
    whole = accord.read(beside, kind="labels", **known)
    streamed = accord.read(path, kind="labels", memory="1MB", **known)
    assert repr(everything(streamed)) == repr(everything(whole))  # as nan is not itself
    assert set(streamed.items or ()) <= set(whole.items or ())
