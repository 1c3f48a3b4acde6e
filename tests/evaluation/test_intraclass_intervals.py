"""Intervals of the intraclass correlations, from the F distribution."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord import UsageError
from accord.results import Signature
from accord.statistics import generator

SHROUT_FLEISS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
"""Shrout & Fleiss 1979, table 2."""
PUBLISHED = {
    "1": (-0.133, 0.723),
    "2": (0.019, 0.761),
    "3": (0.342, 0.946),
    "1k": (-0.884, 0.912),
    "2k": (0.071, 0.927),
    "3k": (0.676, 0.986),
}
"""As the psych package for R prints them in the example of ICC()."""
DATA = accord.labels(SHROUT_FLEISS, level="interval")


@pytest.mark.parametrize("form", PUBLISHED)
def test_published_intervals(form: str) -> None:
    found = accord.measure(DATA, f"icc(form='{form}')")
    assert (round(found.low, 3), round(found.high, 3)) == PUBLISHED[form]
    assert str(found.signature).endswith("|interval:f")
    assert Signature.parse(str(found.signature)).interval == "f"


def test_the_bootstrap_on_request() -> None:
    by_draws = accord.measure(DATA, "icc", method="bca")
    assert "interval:bca|resample:items|replicates:1000|seed:0" in str(by_draws.signature)
    assert by_draws.high - by_draws.low < 0.5 < accord.measure(DATA, "icc").high


def test_forms_that_are_about_other_annotators_are_about_both() -> None:
    for form in ("1", "2", "1k", "2k"):
        alone, both = (accord.measure(DATA, f"icc(form='{form}')", resample=over) for over in ("items", "both"))
        assert (alone.low, alone.high) == (both.low, both.high)
    fixed = accord.measure(DATA, "icc(form='3')", resample="both")
    assert math.isnan(fixed.low)
    assert [said.code for said in fixed.diagnostics] == ["ACC112"]


def test_only_the_intraclass_correlation_has_it() -> None:
    with pytest.raises(UsageError, match="alpha has no interval from the F distribution"):
        accord.measure(DATA, "alpha", method="f")


def test_perfect_agreement_and_no_agreement() -> None:
    perfect = accord.measure(accord.labels([[1, 1, 1], [2, 2, 2], [5, 5, 5]], level="interval"), "icc")
    assert (perfect.low, perfect.high) == (1.0, 1.0)
    opposed = accord.labels([[1, 9], [9, 1], [2, 8], [8, 2]], level="interval")
    for form in PUBLISHED:
        found = accord.measure(opposed, f"icc(form='{form}')")
        held = found.low <= found.value <= found.high <= 1
        assert held or not found.defined or [said.code for said in found.diagnostics] == ["ACC304"]


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10_000), st.integers(2, 12), st.integers(2, 5), st.sampled_from(sorted(PUBLISHED)),
    st.floats(-50, 50), st.floats(0.1, 20),
)  # fmt: skip
def test_an_interval_holds_its_value_and_knows_no_units(
    seed: int, items: int, annotators: int, form: str, shift: float, scale: float
) -> None:
    table = generator(seed, "ratings").normal(size=(items, annotators)) + generator(seed, "item").normal(
        size=(items, 1)
    )
    results = [
        accord.measure(accord.labels(x, level="interval"), f"icc(form='{form}')")
        for x in (table, shift + scale * table)
    ]
    if math.isnan(results[0].low):
        assert [said.code for said in results[0].diagnostics] == ["ACC304"]
        return
    assert results[0].low <= results[0].value + 1e-9
    assert results[0].value <= results[0].high + 1e-9
    np.testing.assert_allclose(
        [results[0].low, results[0].high], [results[1].low, results[1].high], rtol=1e-6, atol=1e-7
    )


def test_clusters_are_drawn_where_the_formula_knows_none() -> None:
    cluster = ["a", "a", "b", "b", "c", "c"]
    drawn = accord.measure(DATA, "icc", cluster=cluster)
    assert "interval:smoothed|resample:clusters" in str(drawn.signature)
    closed = accord.measure(DATA, "icc", cluster=cluster, method="f")
    assert [said.code for said in closed.diagnostics] == ["ACC302"]


def test_ratings_at_one_end_of_the_scale_are_said_to_be_there() -> None:
    """95 % intervals cover 77 to 84 % where four in five ratings are the lowest."""
    rng = generator(0, "floor")
    latent = rng.normal(size=(60, 1)) + rng.normal(size=(60, 4))
    low, middle = (np.searchsorted(cuts, latent) for cuts in ((1.2, 2.0, 3.0), (-1.5, 0.0, 1.5)))
    codes = [
        {said.code for said in accord.measure(accord.labels(x, level="interval"), "icc").diagnostics}
        for x in (low, middle)
    ]
    assert codes == [{"ACC305"}, set()]
    mirrored = accord.measure(accord.labels(3 - low, level="interval"), "icc")
    assert [said.code for said in mirrored.diagnostics] == ["ACC305"]
