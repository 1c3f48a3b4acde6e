"""Statistics of parts add up to what the whole gives, however it was parted."""

from __future__ import annotations

import pickle
from functools import reduce
from operator import add
from typing import Any

import dask.dataframe
import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord

COLUMNS: dict[str, Any] = {"item_column": "item", "annotator_column": "annotator", "label_column": "label"}
LABELS = (("a", "b"), ("1", "2", "3", "4"), ("yes", "no", "?"), ("1", "2", "-99"))


def ratings(seed: int, items: int = 20, people: int = 4, labels: tuple[str, ...] = ("a", "b", "c")) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    rows = [
        (f"s{item}", f"A{who}", labels[int(rng.integers(len(labels)))] if rng.random() < 0.9 else None)
        for item in range(items)
        for who in rng.permutation(people)[: rng.integers(1, people + 1)].tolist()
    ]
    schema = {"item": pl.String, "annotator": pl.String, "label": pl.String}
    return pl.DataFrame(rows, schema=schema, orient="row").sample(fraction=1, shuffle=True, seed=seed)


def values(data: Any) -> str:
    results = accord.measure(data, replicates=30)
    return repr([(one.measure, one.value, one.low, one.high, str(one.signature)) for one in results])


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    parts=st.integers(1, 5),
    labels=st.sampled_from(LABELS),
    order=st.randoms(use_true_random=False),
)
def test_parts_add_up(seed: int, parts: int, labels: tuple[str, ...], order: Any) -> None:
    frame = ratings(seed, labels=labels)
    part = np.random.default_rng(seed).integers(parts, size=20)
    owner = frame["item"].str.slice(1).cast(pl.Int64).to_numpy()
    made = [accord.statistics_of(frame.filter(part[owner] == one), **COLUMNS) for one in range(parts)]
    order.shuffle(made)
    sent = [pickle.loads(pickle.dumps(one)) for one in made]
    assert values(reduce(add, sent)) == values(sum(made[1:], made[0])) == values(accord.labels(frame, **COLUMNS))


def test_what_is_read_of_the_whole_is_read_of_the_sum() -> None:
    """Models are set aside when all is measured, not where a part happens to hold people."""
    frame = ratings(1).with_columns(pl.col("annotator").replace("A0", "gpt-4"))
    made = reduce(add, (accord.statistics_of(part, **COLUMNS) for part in frame.partition_by("item")))
    assert values(made) == values(accord.labels(frame, **COLUMNS))
    assert accord.measure(made, "alpha", only=["A1", "A2"]).value == pytest.approx(
        accord.measure(accord.labels(frame, **COLUMNS), "alpha", only=["A1", "A2"]).value
    )


def test_everything_that_takes_labels_takes_statistics() -> None:
    frame = ratings(2, items=60, labels=("a", "b"))
    made, whole = accord.statistics_of(frame, **COLUMNS), accord.labels(frame, **COLUMNS)
    one, other = accord.stability(made), accord.stability(whole)
    assert (one.value, one.low, one.kappa, one.kappa_groups) == (
        other.value,
        other.low,
        other.kappa,
        other.kappa_groups,
    )
    assert accord.findings(made).as_json()["results"] == accord.findings(whole).as_json()["results"]


def test_a_dask_frame_is_counted_where_it_is() -> None:
    frame = ratings(3, items=60)
    lying: Any = dask.dataframe.from_pandas(frame.to_pandas(), npartitions=4)  # type: ignore[no-untyped-call]
    assert values(lying) == values(accord.labels(frame, **COLUMNS))
    assert accord.labels(lying).n_rows < 60
    with pytest.raises(accord.DataError, match="column"):
        accord.measure(lying, "alpha", label_column="stars")


def test_parts_of_sets_and_of_labels_do_not_add_up() -> None:
    one = accord.statistics_of(pl.DataFrame({"item": ["1"], "annotator": ["a"], "label": [["x", "y"]]}), **COLUMNS)
    other = accord.statistics_of(pl.DataFrame({"item": ["2"], "annotator": ["a"], "label": ["x"]}), **COLUMNS)
    with pytest.raises(accord.DataError, match="sets"):
        one + other
    with pytest.raises(accord.UsageError, match="counts"):
        accord.statistics_of(accord.counts([[1, 2], [3, 0]]))
