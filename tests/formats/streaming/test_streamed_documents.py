"""Tables of spans, relations and answers that are read in portions give what they give when read as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import accord
from accord.annotations import Answers, Relations, Spans
from accord.formats.parsing import parquet_files
from accord.formats.streaming import larger_than_memory, streamed_documents
from accord.results import DataError

WRITTEN = ("parquet", "csv", "jsonl")
FEW = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(autouse=True)
def _small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(larger_than_memory, "_is_small", lambda files, budget: False)
    monkeypatch.setattr(larger_than_memory, "needed_in_memory", lambda files: float("inf"))
    monkeypatch.setattr(parquet_files, "assert_readable", lambda *given, **more: None)  # as a process takes a second
    monkeypatch.setattr(streamed_documents, "FEWEST_ROWS", 5)
    monkeypatch.setattr(streamed_documents, "MOST_ROWS", 5)


def read(path: Path, memory: str | None = None) -> Any:
    return accord.read(path, memory=memory)


def written(frame: pl.DataFrame, folder: Path, ending: str) -> Path:
    path = folder / f"table.{ending}"
    {
        "parquet": lambda: frame.write_parquet(path),
        "csv": lambda: frame.write_csv(path),
        "jsonl": lambda: frame.write_ndjson(path),
    }[ending]()
    return path


def units(seed: int, *, named: bool, lengths: bool) -> pl.DataFrame:
    """Units in any order; some annotators found nothing in a document, and some were not asked."""
    rng = np.random.default_rng(seed)
    rows: list[dict[str, Any]] = []
    for document in range(int(rng.integers(2, 6))):
        for who in rng.permutation(["ann", "bob", "gold"])[: rng.integers(2, 4)].tolist():
            beside = {"document": f"d{document}", "annotator": who}
            found = int(rng.integers(0, 5))
            rows.extend({**beside, "start": None, "end": None, "category": None} for _ in range(found == 0))
            for start in rng.integers(0, 50, found).tolist():
                category = None if rng.random() < 0.1 else str(rng.choice(["x", "y", "1.0"]))
                rows.append({**beside, "start": start, "end": start + 3, "category": category})
    frame = pl.DataFrame([rows[place] for place in rng.permutation(len(rows))], infer_schema_length=None)
    if named:
        frame = frame.with_columns(id=pl.Series([f"u{place}" for place in range(frame.height)]))
    return frame.with_columns(length=pl.lit(100)) if lengths else frame


def links(seed: int) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    rows: list[dict[str, Any]] = []
    for document in range(int(rng.integers(2, 6))):
        for who in ("ann", "bob"):
            beside = {"document": f"d{document}", "annotator": who}
            for unit in range(1, int(rng.integers(1, 7))):
                head = f"u{rng.integers(0, unit)}"
                kind = None if rng.random() < 0.2 else str(rng.choice(["for", "more"]))
                rows.append({**beside, "origin": f"u{unit}", "target": head, "label": kind})
            if rng.random() < 0.2:
                rows = [row for row in rows if (row["document"], row["annotator"]) != (f"d{document}", who)]
                rows.append({**beside, "origin": None, "target": None, "label": None})
    return pl.DataFrame([rows[place] for place in rng.permutation(len(rows))], infer_schema_length=None)


def substitutes(seed: int, *, counted: bool, texts: bool) -> pl.DataFrame:
    """Free answers in any order, some of them empty, some given twice."""
    rng = np.random.default_rng(seed)
    rows: list[dict[str, Any]] = []
    for item in range(int(rng.integers(2, 6))):
        for who in ("ann", "bob", "cleo")[: rng.integers(1, 4)]:
            for _ in range(int(rng.integers(1, 4))):
                answer = None if rng.random() < 0.2 else str(rng.choice(["large", "Big ", "1.0", "huge"]))
                beside = {"count": int(rng.integers(0, 4))} if counted else {"annotator": who}
                rows.append({"item": f"i{item}", "answer": answer, **beside})
    frame = pl.DataFrame([rows[place] for place in rng.permutation(len(rows))], infer_schema_length=None)
    return frame.with_columns(text=pl.format("about {}", "item")) if texts else frame


def facts(data: Any) -> tuple[object, ...]:
    """Everything that was read, and what was said but for how it was read."""
    said = [one.text for one in data.read_as if not one.text.startswith("read in portions")]
    arrays = [getattr(data, name).tolist() for name in ("document", "who", "codes", "assigned")]
    return data.sha256, data.documents, data.annotators, *arrays, said, [str(one) for one in data.diagnostics]


@FEW
@given(st.integers(0, 10**6), st.sampled_from(WRITTEN), st.booleans(), st.booleans())
def test_spans_in_portions(tmp_path: Path, seed: int, ending: str, named: bool, lengths: bool) -> None:
    path = written(units(seed, named=named, lengths=lengths), tmp_path, ending)
    whole, parts = read(path), read(path, "1MB")
    assert isinstance(parts, Spans)
    assert any(one.text.startswith("read in portions") for one in parts.read_as)
    assert facts(parts) == facts(whole)
    assert parts.names == whole.names
    np.testing.assert_array_equal(parts.lengths, whole.lengths)
    np.testing.assert_array_equal(parts.starts, whole.starts)


@FEW
@given(st.integers(0, 10**6), st.sampled_from(WRITTEN))
def test_relations_in_portions(tmp_path: Path, seed: int, ending: str) -> None:
    path = written(links(seed), tmp_path, ending)
    whole, parts = read(path), read(path, "1MB")
    assert isinstance(parts, Relations)
    assert facts(parts) == facts(whole)
    assert list(parts.unit_names) == list(whole.unit_names)
    np.testing.assert_array_equal(parts.targets, whole.targets)


@FEW
@given(st.integers(0, 10**6), st.sampled_from(WRITTEN), st.booleans(), st.booleans())
def test_answers_in_portions(tmp_path: Path, seed: int, ending: str, counted: bool, texts: bool) -> None:
    path = written(substitutes(seed, counted=counted, texts=texts), tmp_path, ending)
    whole, parts = read(path), read(path, "1MB")
    assert isinstance(parts, Answers)
    assert any(one.text.startswith("read in portions") for one in parts.read_as)
    said = [[one.text for one in data.read_as if not one.text.startswith("read in")] for data in (whole, parts)]
    assert said[0] == said[1]
    assert list(map(str, parts.diagnostics)) == list(map(str, whole.diagnostics))
    for name in ("sha256", "items", "annotators", "vocabulary", "texts"):
        assert getattr(parts, name) == getattr(whole, name)
    for name in ("item", "who", "codes", "times", "assigned"):
        np.testing.assert_array_equal(getattr(parts, name), getattr(whole, name))


def test_an_error_names_its_line(tmp_path: Path) -> None:
    rows = ["document,annotator,start,end,category", *(f"d{n},A,{n},{n + 2},x" for n in range(20)), "d20,B,9,4,x"]
    path = tmp_path / "units.csv"
    path.write_text("\n".join(rows))
    with pytest.raises(DataError, match="it ends before it starts") as refused:
        accord.read(path, memory="1MB")
    assert refused.value.place.line == 22


def test_a_document_has_one_length_in_all_portions(tmp_path: Path) -> None:
    frame = pl.DataFrame({"document": "d", "annotator": ["A", "B"] * 6, "start": 1, "end": 3, "length": [9] * 11 + [8]})
    with pytest.raises(DataError, match="has the lengths 9 and 8"):
        accord.read(written(frame, tmp_path, "csv"), memory="1MB")


def test_lists_are_read_as_a_whole_or_refused(tmp_path: Path) -> None:
    frame = pl.DataFrame(
        {
            "document": "d",
            "annotator": ["A", "B"],
            "start": 1,
            "end": 9,
            "category": "x",
            "fragments": [[[1, 3], [5, 9]]] * 2,
        }
    )
    path = written(frame, tmp_path, "parquet")
    assert read(path, "auto").n_discontinuous == 2
    with pytest.raises(DataError, match="holds lists"):
        accord.read(path, memory="1MB")
