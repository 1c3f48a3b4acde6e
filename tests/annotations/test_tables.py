"""Labels from a large table: read off the table, they are what the listed ratings say."""

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import accord
from accord.annotations import sparse, summarise
from accord.annotations.code_tables import TableLabels

CELLS = st.sampled_from([float("nan"), 0.0, 1.0, 2.0, 5.0])


@pytest.mark.parametrize("block", [1, 7])
@given(array=arrays(np.float64, st.tuples(st.integers(2, 30), st.integers(4, 12)), elements=CELLS))
def test_a_table_and_its_listed_ratings_have_the_same_statistics(block: int, array: np.ndarray) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sparse, "BLOCK", block)
        table = accord.labels(array, orientation="items")
        assert isinstance(table, TableLabels)
        assert table.table is not None
        listed = replace(table)
        assert listed.table is None
        one, other = summarise(table), summarise(listed)
    assert one.sha256 == other.sha256
    for name in ("counts", "rows"):
        mine, theirs = getattr(one, name), getattr(other, name)
        for field in fields(mine):
            np.testing.assert_equal(getattr(mine, field.name), getattr(theirs, field.name))


def test_numbers_that_almost_step_by_one_stay_apart() -> None:
    assert len(accord.labels(np.array([[0.0, 1e-20], [1.0, 2.0]])).categories) == 4
    assert accord.labels(np.array([[0.1, 1.1]], dtype=np.float32)).categories.texts[1] == repr(float(np.float32(1.1)))
