"""What `accord.measure` says of what it cannot take, and of values that are not there."""

from __future__ import annotations

import pytest

from untyped import accord

RATINGS = [[2, 10], [2, 2], [10, 2]]


@pytest.mark.parametrize("asked", [3, ["alpha", None], 2.5, [["alpha"]]])
def test_measures_are_named_by_texts(asked: object) -> None:
    with pytest.raises(accord.UsageError, match="named by a text"):
        accord.measure(accord.labels(RATINGS), asked)


def test_rows_are_read_as_labels() -> None:
    rows = [["a", "b"], ["a", "a"], ["b", "b"]]
    assert accord.measure(rows, "alpha") == accord.measure(accord.labels(rows), "alpha")


def test_a_denominator_that_cancels_out_is_no_value() -> None:
    """Mean squares 42.67 and 64/3 cancel out in ICC(2, k), which then is no number of seventeen digits."""
    found = accord.measure(accord.labels(RATINGS, level="interval"), "icc(form='2k')", confidence=None)
    assert found.undefined is not None
    assert "divides by 0" in found.undefined


@pytest.mark.parametrize("name", ["spearman", "ccc"])
def test_only_coefficients_corrected_for_chance_speak_of_chance(name: str) -> None:
    found = accord.measure(accord.labels([[1, 1], [1, 1], [1, 1]], level="interval"), name, confidence=None)
    assert found.undefined is not None
    assert "expected" not in found.undefined


def test_undefined_replicates_say_of_what() -> None:
    data = accord.labels([["a", "a"]] * 5 + [["a", "b"]])
    found = accord.measure(data, "kappa")
    assert [str(one) for one in found.diagnostics if one.code == "ACC111" and "of kappa are undefined" in str(one)]
