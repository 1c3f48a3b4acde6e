"""Every finding on every kind of degenerate data: no exception, and JSON without nan."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import accord
from accord import Labels
from accord.annotations import Categories
from accord.diagnosis.labels.annotators import annotators
from accord.diagnosis.labels.cautions import cautions
from accord.diagnosis.labels.items import duplicates, items_by_disagreement
from accord.evaluation import Options


def _no_items() -> Labels:
    none = np.zeros(0, dtype=np.int64)
    return Labels(
        categories=Categories.declare(["a", "b"]),
        level="nominal",
        annotators=("A1", "A2", "A3", "A4"),
        starts=np.zeros(1, dtype=np.int64),
        who=none.astype(np.int32),
        codes=none.astype(np.int32),
        weights=none,
        items=[],
        texts=[],
    )


def _repeated(label: str) -> Labels:
    rows = [(item, "A", label) for item in ("1", "1", "2", "2")]
    return accord.labels(pl.DataFrame(rows, schema=["item", "annotator", "label"], orient="row"))


DEGENERATE: dict[str, Labels] = {
    "no items": _no_items(),
    "no annotators": accord.labels(np.zeros((3, 0))),
    "nothing at all": accord.labels([[None, None]]),
    "all missing, categories declared": accord.labels([[None] * 4] * 3, categories=["a", "b"]),
    "one annotator": accord.labels([["a"], ["b"]]),
    "one item": accord.labels([["a", "b", "a", "b"]]),
    "one category": accord.labels([["a"] * 4] * 30),
    "no pair": accord.labels([["a", None, None, None], [None, "b", None, None]]),
    "one who never labelled": accord.labels([["a", "b", None, "a"]] * 30),
    "counts": accord.counts([[3, 0], [2, 1], [0, 0]]),
    "contingency": accord.contingency([[20, 10], [20, 50]]),
    "sets": accord.labels([[{"x"}, {"x", "y"}, set(), {"x"}], [{"y"}, None, {"y"}, set()]] * 15),
    "ordinal": accord.labels([[1, 2, 3, 1], [2, 2, None, 3]] * 15, level="ordinal"),
    "interval": accord.labels([[1.5, 2.5, 2.0, 1.0], [2, 2, None, 3]] * 15, level="interval"),
    "interval, all equal": accord.labels([[1e9] * 4] * 30, level="interval"),
    "ratio": accord.labels([[0, 2, 3, 1], [2, 2, None, 3]] * 15, level="ratio"),
    "circular": accord.labels([[0, 11, 3, 1], [2, 2, None, 3]] * 15, level="circular"),
    "repeated, one annotator": _repeated("x"),
    "large": accord.labels(np.random.default_rng(0).integers(0, 3, (30_000, 4)).astype(float)),
}


@pytest.mark.parametrize("data", DEGENERATE.values(), ids=DEGENERATE)
@pytest.mark.parametrize("with_texts", [False, True], ids=["bare", "texts and times"])
def test_nothing_crashes(data: Labels, with_texts: bool) -> None:
    if with_texts:
        data = replace(data, texts=["same"] * data.n_rows, times=np.arange(len(data.codes), dtype=np.float64))
    people = annotators(data, options=Options(replicates=20))
    items = items_by_disagreement(data)
    twice = duplicates(data)
    results = accord.measure(data, replicates=20)
    for part in (people, items, twice):
        json.dumps(part.as_json(), allow_nan=False)
    found = [*people.findings(), *items.findings(), *twice.findings(), *cautions(data, results)]
    for finding in found:
        json.dumps(finding.as_json(), allow_nan=False)
        assert "nan" not in finding.title
        assert any(letter.isdigit() for letter in finding.title)
    items.top()
    people.pairs.ranked()


@pytest.mark.parametrize("confidence", [None, 0.9])
def test_options_without_interval(confidence: float | None) -> None:
    annotators(DEGENERATE["contingency"], options=Options(confidence=confidence, replicates=10))


def test_a_crowd_of_hundreds_has_no_table_of_pairs() -> None:
    rng = np.random.default_rng(0)
    cells = rng.integers(0, 2, (50, 300)).astype(float)
    cells[rng.random(cells.shape) < 0.95] = np.nan
    found = annotators(accord.labels(cells), options=Options(replicates=20))
    assert found.pairs.annotators == ()
    assert found.left_out.annotators == ()
    assert found.schools.groups == ()
    assert len(found.vote.annotators) == 300
