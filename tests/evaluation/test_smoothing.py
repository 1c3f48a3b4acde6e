"""One imagined item among those drawn: intervals of few items that can show what these do not."""

from __future__ import annotations

import math

import numpy as np
import pytest

import accord
from accord import UsageError
from accord.annotations import summarise
from accord.evaluation.smoothing import IMAGINED, with_imagined
from accord.measures import all_measures
from accord.statistics import expanded, generator

AGREED = accord.labels([["yes", "yes"]] * 4 + [["no", "no"]] * 36)


def test_perfect_agreement_on_few_items_is_not_certain() -> None:
    found = accord.measure(AGREED, "alpha")
    assert found.value == found.high == 1
    assert 0.3 < found.low < 0.95
    exact = accord.measure(AGREED, "alpha", method="bca")
    assert (exact.low, exact.high) == (1, 1)


def test_a_rare_category_on_which_nobody_agreed() -> None:
    """Five items of sixty where one of two said the rare category: other items may well show agreement on it."""
    rows = [["no", "no"]] * 55 + [["yes", "no"]] * 3 + [["no", "yes"]] * 2
    smoothed, plain = (accord.measure(accord.labels(rows), "alpha", method=method) for method in (None, "bca"))
    assert plain.high < 0.0
    assert smoothed.high > 0.2


def test_one_item_changes_nothing_in_large_data() -> None:
    rng = generator(0, "large")
    true = rng.integers(4, size=(20_000, 1))
    table = np.where(rng.random((20_000, 3)) < 0.8, true, rng.integers(4, size=(20_000, 3)))
    results = [accord.measure(accord.labels(table), "alpha", method=method) for method in ("smoothed", "percentile")]
    assert results[0].low == pytest.approx(results[1].low, abs=2e-4)
    assert results[0].high == pytest.approx(results[1].high, abs=2e-4)


def test_what_is_imagined_stands_after_what_was_said_and_weighs_nothing() -> None:
    data = accord.labels([[1, 2, None], [1, 1, 1], [3, None, 3], [3, 3, 2]], level="ordinal")
    summary = summarise(data)
    for rows in (False, True):
        more = with_imagined(summary, 3, rows=rows)
        old, new = (summary.rows, more.rows) if rows else (summary.counts, more.counts)
        assert old is not None
        assert new is not None
        assert len(new) == len(old) + IMAGINED
        assert new.multiplicity[len(old) :].sum() == 0
        assert (new.codes[: len(old.codes)] == old.codes).all()
        for (shape, name), record in all_measures().items():
            if shape == "labels" and record.reads_rows(record.parameters) == rows and record.applies(summary) is None:
                before, after = (
                    record.kernel(seen)(known.multiplicity[None, :].astype(float))["value"][0]
                    for seen, known in ((summary, old), (more, new))
                )
                assert math.isclose(before, after, abs_tol=1e-12) or (math.isnan(before) and math.isnan(after)), name


def test_only_categories_in_use_are_imagined() -> None:
    data = accord.labels([["a", "b"], ["a", "a"], ["b", "b"]], categories=["a", "b", "never"])
    assert (with_imagined(summarise(data), 0, rows=False).counts.codes < 2).all()


def test_documents_are_not_imagined() -> None:
    spans = accord.spans([("A", 0, 4, "x"), ("B", 0, 4, "x"), ("A", 6, 9, "y"), ("B", 6, 8, "y")])
    with pytest.raises(UsageError, match="method='smoothed' is for labels"):
        accord.measure(spans, "f1", method="smoothed")


def test_percentiles_of_few_are_expanded_to_those_of_a_t_interval() -> None:
    """Hesterberg 2015: for n = 10 a 95 % interval takes the percentiles 0.85 and 99.15."""
    assert expanded(0.95, 10) == pytest.approx(0.983, abs=5e-4)
    assert expanded(0.95, 1) == 0.95
    assert expanded(0.95, 10**6) == pytest.approx(0.95, abs=1e-6)


def test_one_category_in_use_is_no_proof_that_there_is_no_other() -> None:
    """[1, 1] held the value of a public data set with a rare category in 30 % of the samples."""
    alike = [["n", "n", "n"]] * 50
    found = accord.measure(accord.labels(alike, categories=["n", "y"], level="nominal"), "ac1")
    assert found.value == found.high == 1
    assert 0.9 < found.low < 0.99
    more = accord.measure(accord.labels(alike * 20, categories=["n", "y"], level="nominal"), "ac1")
    assert more.low > found.low
