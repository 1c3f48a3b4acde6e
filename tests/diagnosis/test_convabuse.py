"""ConvAbuse (Cercas Curry et al. 2021): 357 repeated ratings, an order of ratings, and types that are sets.

An item is a turn of a conversation with its context, as in the tests of the readers; `example_no` counts the ratings of
each annotator in the order in which they are listed.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import accord
from accord.diagnosis.labels.annotators import annotators
from accord.diagnosis.labels.drift import drift
from accord.diagnosis.labels.items import duplicates
from accord.diagnosis.labels.steadiness import steadiness
from accord.evaluation import Options

CONTEXT = ["conv_id", "prev_agent", "prev_user", "agent", "user"]


@pytest.fixture(scope="module")
def ratings(shared_data: Path) -> pl.DataFrame:
    table = pl.read_csv(shared_data / "labels/convabuse/ConvAbuseEMNLPfull.csv", infer_schema=False)

    def marked(prefix: str) -> list[pl.Expr]:
        return [
            pl.when(pl.col(name).cast(pl.Float64) == 1).then(pl.lit(name.removeprefix(prefix)))
            for name in table.columns
            if name.startswith(prefix)
        ]

    return table.select(
        item=pl.concat_str(CONTEXT, separator="\x1f", ignore_nulls=True),
        annotator="annotator_id",
        text="user",
        position="example_no",
        severity=pl.coalesce(marked("is_abuse.")),
        types=pl.concat_list(marked("type.")).list.drop_nulls(),
    )


def labels(ratings: pl.DataFrame, column: str, **options: object) -> accord.Labels:
    chosen = ratings.select("item", "annotator", "text", "position", label=column)
    return accord.labels(chosen, time_column="position", **options)  # type: ignore[arg-type]


def test_intra_annotator_agreement_of_severity(ratings: pl.DataFrame) -> None:
    """357 repeated ratings of 345 pairs of annotator and item; 317 of them unchanged."""
    data = labels(ratings, "severity", level="ordinal")
    found = steadiness(data, replicates=200)
    assert (data.n_items, found.repeated, found.items, len(found.of)) == (4185, 357, 345, 8)
    assert found.unchanged == pytest.approx(317 / 345)
    assert found.overall is not None
    assert found.overall.value == pytest.approx(0.904, abs=5e-4)
    assert sum(one.components["items"] for one in found.of) == 345
    again = ratings.sort(pl.col("position").cast(pl.Int64)).with_columns(
        turn=pl.int_range(pl.len()).over("item", "annotator").cast(pl.String)
    )
    often = again.filter(pl.len().over("item", "annotator") > 1)
    wide = often.pivot("turn", index=["item", "annotator"], values="severity").drop("item", "annotator")
    cells = wide.cast(pl.Float64).to_numpy()
    assert found.overall.value == pytest.approx(
        accord.measure(accord.labels(cells, level="ordinal"), "alpha", confidence=None).value
    )


def test_annotators_agree_more_with_themselves_than_with_each_other(ratings: pl.DataFrame) -> None:
    data = labels(ratings, "severity", level="ordinal")
    within = steadiness(data, replicates=200).overall
    between = accord.measure(data, "alpha", replicates=200)
    assert within is not None
    assert within.low > between.high


def test_drift_of_severity(ratings: pl.DataFrame) -> None:
    """Annotator5, who stands apart, comes closer to the others; nobody else drifts."""
    found = drift(labels(ratings, "severity", level="ordinal"))
    assert found.by == "time"
    assert [(trend.of, trend.change > 0) for trend in found.trends if trend.notable] == [("Annotator5", True)]


def test_annotator_5_stands_apart(ratings: pl.DataFrame) -> None:
    found = annotators(labels(ratings, "severity", level="ordinal"), options=Options(replicates=100))
    assert found.left_out.annotators[found.left_out.pulled_down()[0]] == "Annotator5"
    assert not found.schools.found
    first = found.bias.findings()[0]
    assert (first.numbers["annotator"], first.numbers["category"]) == ("Annotator5", "1")
    assert float(str(first.numbers["bias"])) == pytest.approx(-0.239, abs=5e-4)


def test_types_are_sets(ratings: pl.DataFrame) -> None:
    data = labels(ratings, "types")
    assert (data.level, data.n_repeated) == ("sets", 357)
    found = steadiness(data, replicates=200)
    assert found.overall is not None
    assert found.overall.value == pytest.approx(0.924, abs=5e-4)
    assert found.unchanged == pytest.approx(339 / 345)
    assert not found.less_steady()
    people = annotators(data, options=Options(replicates=50))
    assert np.nanmin(people.pairs.values) == pytest.approx(0.18, abs=0.005)
    assert people.findings()


def test_the_same_words_with_different_votes(ratings: pl.DataFrame) -> None:
    found = duplicates(labels(ratings, "severity", level="ordinal"))
    assert (found.texts, len(found.differing)) == (256, 24)
