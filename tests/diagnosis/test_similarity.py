"""Similarity of categories for any number of annotators."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.diagnosis.labels.similarity import category_similarity

ROWS = st.lists(
    st.lists(st.sampled_from(["a", "b", "c", None]), min_size=4, max_size=4), min_size=2, max_size=12
).filter(lambda rows: any(sum(cell is not None for cell in row) > 1 for row in rows))


@given(ROWS)
def test_it_is_the_mean_over_pairs_weighted_by_labels(rows: list[list[str | None]]) -> None:
    """Each ordered pair of labels of an item with m labels weighs 1 / (m − 1): every label counts once, as in α."""
    data = accord.labels(rows, categories=["a", "b", "c"])
    names = data.categories.texts
    both = np.zeros((3, 3))
    for row in rows:
        said = [names.index(cell) for cell in row if cell is not None]
        for one, other in combinations(said, 2):
            both[one, other] += 1 / (len(said) - 1)
            both[other, one] += 1 / (len(said) - 1)
    found = category_similarity(data)
    for place in range(3):
        if both[place].sum() > 0:
            assert found.probability[place].tolist() == pytest.approx(
                (both[place] / both[place].sum()).tolist(), abs=1e-12
            )
            assert found.probability[place].sum() == pytest.approx(1)
        else:
            assert np.isnan(found.probability[place]).all()
    np.testing.assert_array_equal(found.similarity, found.similarity.T)
    if len(used := np.flatnonzero(both.sum(axis=1))) > 1:
        assert len(found.joins()) == len(used) - 1


def test_the_dendrogram_joins_the_most_confused_first() -> None:
    data = accord.labels([["a", "b"]] * 6 + [["a", "a"], ["b", "b"], ["c", "c"], ["c", "d"], ["d", "d"]])
    first = category_similarity(data).joins()[0]
    assert {first.one, first.other} == {("a",), ("b",)}
