"""The reference of a table that is larger than the memory allowed is that of the table read as a whole, to the byte."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accord.cli import main
from accord.formats.streaming import kept_items, larger_than_memory, one_pass, parquet_portions, streamed_labels
from accord.renderings import references, streamed_references
from accord.results.foreign_text import json_text
from untyped import accord

COLUMNS = ("--item-column", "item", "--annotator-column", "annotator", "--label-column", "label", "--kind", "labels")
NAMES = ("s{}", "s,{}", '"{}"', "=1+{}", "é\u202e{}", "line\n{}")


@pytest.fixture(autouse=True)
def _small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a budget, tables of any size are read in one pass, in portions of seven rows."""
    monkeypatch.setattr(larger_than_memory, "_is_small", lambda files, budget: budget > 10**9)
    monkeypatch.setattr(larger_than_memory, "needed_in_memory", lambda files: float("inf"))
    monkeypatch.setattr(streamed_labels, "FEWEST_ROWS", 7)
    monkeypatch.setattr(streamed_labels, "MOST_ROWS", 7)
    monkeypatch.setattr(one_pass, "SPILLED", 1 << 17)
    monkeypatch.setattr(kept_items, "KEPT", 50_000)
    monkeypatch.setattr(kept_items, "AT_ONCE", 5)
    monkeypatch.setattr(streamed_references, "MOST_LINES", 3)
    monkeypatch.setattr(parquet_portions, "assert_readable", lambda *given, **more: None)  # as a process takes a second


def ratings(seed: int, items: int, labels: tuple[str, ...], name: str, *, texts: bool) -> pl.DataFrame:
    """A long table in random order, with labels missing, annotators who come again and sometimes the items' texts."""
    rng = np.random.default_rng(seed)
    rows = []
    for item in range(items):
        for who in rng.permutation(5)[: rng.integers(1, 6)].tolist() * int(rng.integers(1, 3)):
            label = None if rng.random() < 0.1 else labels[int(rng.integers(len(labels)))]
            text = None if rng.random() < 0.2 else f"what is said, about {item}"
            rows.append((name.format(item), f"A{who}", label, text))
    frame = pl.DataFrame(rows, schema=["item", "annotator", "label", "text"], orient="row", infer_schema_length=None)
    return frame if texts else frame.drop("text")


def run(path: Path, *more: str, status: int = 0) -> tuple[str, str]:
    """What the command writes to both streams."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        assert main(["reference", str(path), *COLUMNS, *more]) == status, err.getvalue()
    return out.getvalue(), err.getvalue()


READING = {"item_column": "item", "annotator_column": "annotator", "label_column": "label", "kind": "labels"}


def as_a_whole(path: Path, below: float, **more: Any) -> list[str]:
    """All that is written of the reference of a table in memory."""
    made = accord.reference(accord.read(path, **READING, **more))
    doubtful = made.to_discuss(below)
    return [
        references.reference_csv(made),
        references.json_lines(made),
        references.discussion_csv(doubtful, made.data.annotators),
        references.discussion_lines(doubtful),
        references.reference_shown(made, doubtful),
        json_text(references.reference_record(made, doubtful)) + "\n",
    ]


def in_one_pass(path: Path, below: float, **more: Any) -> list[str]:
    """The same of a table that is read in one pass."""
    with kept_items.keeping_items() as kept:
        made = accord.reference(accord.read(path, **READING, **more, memory="1MB"))
        assert kept.filled
        streamed = streamed_references.StreamedReference(made, kept, below)
        pieces = [
            streamed.labels(jsonl=False),
            streamed.labels(jsonl=True),
            streamed.to_discuss(jsonl=False),
            streamed.to_discuss(jsonl=True),
            streamed.shown("text", "to_discuss() lists them"),
            streamed.as_json(json_text),
        ]
        return ["".join(piece) for piece in pieces]


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 10**6),
    items=st.integers(6, 40),
    labels=st.sampled_from((("a", "b", "c"), ("1", "2", "3", "4"), ("yes", "no", "N/A"), ("low", "medium", "high"))),
    name=st.sampled_from(NAMES),
    in_order=st.booleans(),
    texts=st.booleans(),
    below=st.sampled_from((0.75, 1.0)),
    without=st.sampled_from((None, "A1")),
)
def test_one_pass_writes_what_memory_writes(
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    items: int,
    labels: tuple[str, ...],
    name: str,
    in_order: bool,
    texts: bool,
    below: float,
    without: str | None,
) -> None:
    frame = ratings(seed, items, labels, name, texts=texts)
    frame = frame.sort("item", maintain_order=True) if in_order else frame.sample(fraction=1, shuffle=True, seed=seed)
    path = tmp_path_factory.mktemp("reference") / "ratings.parquet"
    frame.write_parquet(path, row_group_size=11)
    for streamed, whole in zip(
        in_one_pass(path, below, without=without), as_a_whole(path, below, without=without), strict=True
    ):
        assert streamed == whole


def test_the_command_writes_what_memory_writes(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    ratings(1, 30, ("a", "b"), "s{}", texts=True).write_csv(path)
    made = {}
    for memory in ("1MB", "2GB"):
        files = [str(tmp_path / f"{memory}.{ending}") for ending in ("csv", "jsonl")]
        said = run(path, "--memory", memory, "-o", files[0], "--discuss", files[1], "-q")
        shown = [run(path, "--memory", memory, "-q", "--format", output)[0] for output in ("text", "csv")]
        record = json.loads(run(path, "--memory", memory, "-q", "--format", "json")[0])
        made[memory] = [said, shown, record.pop("read_as") and record, *(Path(file).read_bytes() for file in files)]
    assert made["1MB"] == made["2GB"]


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = tmp_path / "temporary"
    rooms.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(rooms))
    path = tmp_path / "ratings.csv"
    ratings(1, 30, ("a", "b"), "s{}", texts=False).write_csv(path)
    run(path, "--memory", "1MB")
    assert list(rooms.iterdir()) == []


@pytest.mark.parametrize("more", [("--soft",), ("--gold", "gold.csv")])
def test_what_needs_all_items_is_read_as_a_whole(tmp_path: Path, more: tuple[str, ...]) -> None:
    path = tmp_path / "ratings.csv"
    ratings(1, 30, ("a", "b"), "s{}", texts=False).write_csv(path)
    (tmp_path / "gold.csv").write_text("item,label\ns1,a\n", encoding="utf-8")
    told = [str(tmp_path / one) if one.endswith(".csv") else one for one in more]
    refused = run(path, *told, "--memory", "1MB", status=2)
    assert f"with {more[0]} the table is read as a whole" in refused[1]
    assert "one pass" not in run(path, *told)[1]


def test_models_of_annotators_take_rows(tmp_path: Path) -> None:
    """A model is fitted to the rows and how many items show each."""
    path = tmp_path / "ratings.csv"
    ratings(3, 60, ("a", "b"), "s{}", texts=False).write_csv(path)
    for model in ("dawid_skene", "glad"):
        made = [
            json.loads(run(path, "--model", model, "--memory", size, "-q", "--format", "json")[0])["reference"]
            for size in ("1MB", "2GB")
        ]
        assert [one["item"] for one in made[0]] == [one["item"] for one in made[1]]
        numbers = [[one["probability"] for one in part] for part in made]
        assert numbers[0] == pytest.approx(numbers[1], abs=1e-4)
