"""Whether a model is like the vote is seen without counting the vote where it plainly is."""

from __future__ import annotations

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.consensus.adjudicating import Model, _most_that_differ
from accord.consensus.ratings import Ratings


@given(st.integers(0, 2**32 - 1), st.floats(0.0, 0.6), st.sampled_from(["dawid_skene", "mace", "glad"]))
def test_no_more_items_differ_than_may(seed: int, missing: float, model: Model) -> None:
    rng = np.random.default_rng(seed)
    truth = rng.integers(3, size=40)
    codes = np.where(rng.random((40, 5)) < 0.5, truth[:, None], rng.integers(3, size=(40, 5)))
    item, who = np.nonzero(rng.random(codes.shape) >= missing)
    columns = {"item": [f"i{row}" for row in item], "annotator": [f"a{place}" for place in who]}
    data = accord.labels(pl.DataFrame({**columns, "label": [f"c{code}" for code in codes[item, who]]}))
    gold = {f"i{item[0]}": f"c{codes[item[0], who[0]]}"}
    fitted, vote = accord.reference(data, model, gold=gold), accord.reference(data, "majority", gold=gold)
    if fitted.undefined is not None:
        return
    differing = ((fitted.ranking.codes != vote.ranking.codes) & (fitted.ranking.codes >= 0)) * fitted.data.weights
    fixed = np.where(fitted.gold, vote.ranking.codes, -1)
    assert _most_that_differ(fitted, Ratings(fitted.data), fixed) >= differing.sum()
