"""Values that sources state beside their ratings, and what keeps some from being reproduced (docs/mistakes.md)."""

from __future__ import annotations

from itertools import combinations

import polars as pl
import pytest
from scipy.stats import spearmanr

import accord
from accord.atlas.public_corpora import corpus_named
from shared_files import ABSENT, DATA

RATINGS = DATA / "atlas" / "labels"
pytestmark = pytest.mark.skipif(not RATINGS.exists(), reason=ABSENT)


def alpha(rows: list[tuple[object, ...]]) -> float:
    return accord.measure(accord.labels(rows, level="ordinal"), "alpha", confidence=None).value


@pytest.mark.parametrize("name", ["rushifteval1", "rushifteval2", "rushifteval3"])
def test_alpha_and_rho_of_rushifteval_are_the_same_and_their_source_has_them_apart(name: str) -> None:
    """By .010 to .015 on the words of the test; here no label is "cannot decide", or it is a point of the scale."""
    ratings = pl.read_parquet(RATINGS / f"{name}.parquet").pivot(on="annotator", index="item", values="label")
    wide = ratings.select("a1", "a2", "a3")
    pairs = [wide.select(pair).drop_nulls() for pair in combinations(wide.columns, 2)]
    rho = sum(float(spearmanr(pair.to_numpy()).statistic) for pair in pairs) / 3
    assert alpha(wide.rows()) == pytest.approx(rho, abs=0.0005)
    assert alpha(wide.rows()) == pytest.approx(corpus_named(name).values["alpha"].value, abs=0.0005)
    for undecided in (0, 5):
        assert rho - 0.013 < alpha(wide.fill_null(undecided).rows()) < rho - 0.006


def test_five_of_the_coders_of_issue_positions_give_what_is_published() -> None:
    """.70 of all units lies in the interval of those that are here."""
    ratings = pl.read_parquet(RATINGS / "issue_positions.parquet")
    active = ratings["annotator"].value_counts(sort=True)["annotator"].head(5)
    found = accord.measure(accord.labels(ratings.filter(pl.col("annotator").is_in(active.to_list()))), "alpha")
    assert found.value == pytest.approx(0.711, abs=0.0005)
    assert found.low < 0.70 < found.high
