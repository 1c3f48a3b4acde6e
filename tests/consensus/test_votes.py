"""The majority vote as weights."""

from collections import Counter
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.consensus import majority_vote, votes

GRIDS = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.lists(st.sampled_from([None, "a", "b", "c"]), min_size=width, max_size=width), max_size=9)
)


def brute_force(rows: list[list[str | None]], categories: list[str]) -> list[list[float]]:
    votes = []
    for row in rows:
        times = [row.count(category) for category in categories]
        tied = [count == max(times) and count > 0 for count in times]
        votes.append([float(one) / max(sum(tied), 1) for one in tied])
    return votes


@given(GRIDS)
def test_equals_counting_by_hand(rows: list[list[str | None]]) -> None:
    data = accord.labels(rows, categories=["a", "b", "c"])
    expected = np.array(brute_force(rows, ["a", "b", "c"])).reshape(len(rows), 3)
    np.testing.assert_array_equal(majority_vote(data), expected)


def test_rows_that_stand_for_several_items_give_as_many_lines() -> None:
    vote = majority_vote(accord.contingency([[2, 1], [0, 3]]))
    assert vote.tolist() == [[1, 0], [1, 0], [0.5, 0.5], [0, 1], [0, 1], [0, 1]]


def test_annotators_need_not_be_known() -> None:
    assert majority_vote(accord.counts([[3, 1, 0], [2, 0, 2]])).tolist() == [[1, 0, 0], [0.5, 0, 0.5]]


def test_only_first_ratings_count() -> None:
    frame = pl.DataFrame(
        {"item": ["1"] * 4, "annotator": ["A", "B", "B", "B"], "label": ["x", "y", "x", "x"]},
    )
    data = accord.labels(frame)
    assert data.n_repeated == 2
    assert majority_vote(data).tolist() == [[0.5, 0.5]]


@given(GRIDS, st.integers(0, 9))
def test_ties_are_drawn_for_each_item_of_a_row(rows: list[list[str | None]], seed: int) -> None:
    data = accord.labels(rows, categories=["a", "b", "c"])
    weighted = replace(data, weights=np.arange(1, data.n_rows + 1), items=None, texts=None)
    weights = majority_vote(weighted)
    with pytest.MonkeyPatch.context() as patch:
        whole = votes.drawn_vote(weighted, np.random.default_rng(seed))
        patch.setattr(votes, "AT_ONCE", 2)
        np.testing.assert_array_equal(votes.drawn_vote(weighted, np.random.default_rng(seed)), whole)
    assert ((whole < 0) == (weights.sum(axis=1) == 0)).all()
    assert all(weights[item, code] > 0 for item, code in enumerate(whole.tolist()) if code >= 0)


def test_a_tie_falls_to_either_side() -> None:
    data = replace(accord.labels([["a", "b"]]), weights=np.array([1000]), items=None)
    drawn = Counter(votes.drawn_vote(data, np.random.default_rng(1)).tolist())
    assert set(drawn) == {0, 1}
    assert min(drawn.values()) > 400
