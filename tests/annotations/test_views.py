"""Other views of the same data: another universe, without a category, categories merged, one against the rest."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord import Labels, UsageError
from accord.annotations import summarise

Rows = list[list[str | None]]
cells: st.SearchStrategy[str | None] = st.one_of(st.sampled_from("abcd"), st.none())
rows_of_three = st.lists(st.lists(cells, min_size=3, max_size=3), min_size=1, max_size=12)
LAST: Rows = [["a", "b", "c"]]


def digest(data: Labels) -> str:
    return summarise(data).sha256


def table() -> Labels:
    return accord.contingency(
        [[71, 13, 23], [8, 69, 15], [7, 8, 18840]], categories=["Former", "New", "Nothing"], nothing="Nothing"
    )


def test_another_universe_changes_only_what_nobody_annotated() -> None:
    smaller = table().universe(1165)
    expected = accord.contingency(
        [[71, 13, 23], [8, 69, 15], [7, 8, 951]], categories=["Former", "New", "Nothing"], nothing="Nothing"
    )
    assert digest(smaller) == digest(expected)
    assert digest(smaller.universe(19054)) == digest(table())
    assert table().universe(214).n_items == 214


def test_a_universe_too_small_or_without_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="smaller than the 214 items"):
        table().universe(213)
    with pytest.raises(UsageError, match="no category is declared"):
        accord.contingency([[1, 2], [3, 4]]).universe(100)
    with pytest.raises(UsageError, match="not a category"):
        table().universe(2000, nothing="O")
    with pytest.raises(UsageError, match="no item is"):
        accord.labels([["a", "b"]], nothing="a").universe(10)


@given(rows=rows_of_three, items=st.integers(12, 500))
def test_a_universe_has_the_size_that_was_asked_for(rows: Rows, items: int) -> None:
    data = accord.labels([*rows, ["a", "a", "a"]], nothing="a")
    assert data.universe(items + 1).n_items == items + 1
    assert data.n_items == len(rows) + 1


@given(rows=rows_of_three)
def test_without_a_category(rows: Rows) -> None:
    data = accord.labels([*rows, *LAST], categories=list("abcd"))
    left = [[cell for cell in row if cell not in (None, "d")] for row in [*rows, *LAST]]
    assert data.without("d").n_labels == sum(len(row) for row in left if len(row) > 1)
    assert data.without("d").categories.texts == ("a", "b", "c")
    kept: Rows = [[None if cell == "d" else cell for cell in row] for row in [*rows, *LAST]]
    kept = [row for row in kept if sum(cell is not None for cell in row) > 1]
    assert digest(data.without("d")) == digest(accord.labels(kept, categories=list("abc")))


@given(rows=rows_of_three)
def test_merged_categories_are_renamed_labels(rows: Rows) -> None:
    names = {"a": "X", "b": "X", "c": "c", "d": "d", None: None}
    one = accord.labels([*rows, *LAST], categories=list("abcd")).merged({"X": ["a", "b"]})
    other = accord.labels([[names[cell] for cell in row] for row in [*rows, *LAST]], categories=list("Xcd"))
    assert digest(one) == digest(other)


def test_merging_into_a_category_that_is_there() -> None:
    merged = table().merged({"New": ["Former"]})
    assert merged.categories.texts == ("New", "Nothing")
    assert digest(merged) == digest(table().merged({"New": ["Former", "New"]}))


def test_merging_what_means_nothing_keeps_its_meaning() -> None:
    merged = table().merged({"Rest": ["New", "Nothing"]})
    assert merged.nothing == "Rest"
    assert table().without("Nothing").nothing is None
    assert table().without("New").nothing == "Nothing"


def test_a_category_belongs_to_one_group() -> None:
    with pytest.raises(UsageError, match="merged into two"):
        table().merged({"X": ["New"], "Y": ["New", "Former"]})
    with pytest.raises(UsageError, match="not a category"):
        table().merged({"X": ["new"]})
    with pytest.raises(UsageError, match="not a category"):
        table().without("new")
    with pytest.raises(UsageError, match="not a category"):
        table().binary("new")


@given(rows=rows_of_three)
def test_one_category_against_the_rest(rows: Rows) -> None:
    one = accord.labels([*rows, *LAST]).binary("b")
    names = {"a": "other", "b": "b", "c": "other", "d": "other", None: None}
    other = accord.labels([[names[c] for c in row] for row in [*rows, *LAST]], categories=["b", "other"])
    assert digest(one) == digest(other)


def test_a_category_called_other_has_a_rest_too() -> None:
    data = accord.labels([["other", "a"], ["b", "other"]])
    assert data.binary("other").categories.texts == ("other", "the rest")


def test_views_leave_the_data_alone() -> None:
    data = accord.labels([["a", "b"], ["a", "a"], ["b", "c"]], nothing="a", items=["x", "y", "z"])
    before, codes, weights = digest(data), data.codes.copy(), data.weights.copy()
    for view in (data.universe(10), data.without("b"), data.merged({"X": ["b", "c"]}), data.binary("b")):
        assert digest(view) != before
    assert digest(data) == before
    assert np.array_equal(data.codes, codes)
    assert np.array_equal(data.weights, weights)


def test_views_keep_the_names_of_items_where_items_stay() -> None:
    data = accord.labels([["a", "b"], ["a", "a"], ["b", "c"]], items=["x", "y", "z"])
    assert data.without("c").items == ["x", "y"]
    assert data.merged({"X": ["b", "c"]}).items == ["x", "y", "z"]


def test_views_of_anonymous_counts() -> None:
    data = accord.counts([[3, 0, 1], [1, 2, 0], [0, 4, 0]], categories=["a", "b", "O"], nothing="O")
    assert digest(data.merged({"ab": ["a", "b"]})) == digest(
        accord.counts([[3, 1], [3, 0], [4, 0]], categories=["ab", "O"], nothing="O")
    )
    assert data.without("O").n_labels == 10
    assert data.binary("a").categories.texts == ("a", "other")
