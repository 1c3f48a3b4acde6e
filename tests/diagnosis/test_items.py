"""Items by disagreement, near-ties and duplicates."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given

import accord
from accord.diagnosis.labels.items import duplicates, items_by_disagreement
from measures.cases import Row, built, tables


@given(tables())
def test_disagreement_entropy_and_margin_by_hand(rows: list[Row]) -> None:
    data = built(rows)
    found = items_by_disagreement(data)
    everything = [cell for row in rows for cell in row if cell is not None]
    any_two = [one != other for one, other in combinations(everything, 2)]
    expected = float(np.mean(any_two)) if any_two else 0.0
    for place, row in enumerate(rows):
        said = [cell for cell in row if cell is not None]
        if len(said) < 2:
            assert found.margin[place] == -1
            assert np.isnan(found.entropy[place])
            continue
        differ = float(np.mean([one != other for one, other in combinations(said, 2)]))
        assert found.disagreement[place] == pytest.approx(differ / expected if expected else 0.0)
        counts = [*sorted(Counter(said).values(), reverse=True), 0]
        assert found.margin[place] == counts[0] - counts[1]
        shares = np.array(counts[:-1]) / len(said)
        assert found.entropy[place] == pytest.approx(float(-(shares * np.log2(shares)).sum()), abs=1e-12)


def test_the_mean_over_items_is_one_minus_alpha_of_complete_data() -> None:
    cells = np.random.default_rng(0).integers(1, 5, size=(50, 3)).astype(float)
    for level in ("nominal", "ordinal", "interval", "ratio"):
        data = accord.labels(cells, level=level)
        alpha = accord.measure(data, "alpha", confidence=None).value
        assert 1 - items_by_disagreement(data).disagreement.mean() == pytest.approx(alpha)


def test_items_carry_everyones_label_and_their_text() -> None:
    data = accord.labels([["a", "a", "a"], ["a", "b", None], ["a", "b", "c"]], items=["one", "two", "three"])
    data = replace(data, texts=["first", "second", "third"])
    top = items_by_disagreement(data).top(1)
    assert [view.item for view in top] == ["three"]  # more entropy than "two"
    assert top[0].text == "third"
    assert top[0].labels == (("A1", "a"), ("A2", "b"), ("A3", "c"))
    assert [view.item for view in items_by_disagreement(data)] == ["three", "two"]
    assert "A3" not in dict(items_by_disagreement(data).view(1).labels)


def test_near_ties_are_won_by_one_label_at_most() -> None:
    rows = [["a", "a", "b"], ["a", "a", "a"], ["a", "b", None], ["a", None, None], ["a", "b", "c"]]
    found = items_by_disagreement(accord.labels(rows))
    closest = [found.view(int(row)) for row in found.near_tie_rows]
    assert [(view.item, view.margin) for view in closest] == [("3", 0), ("5", 0), ("1", 1)]
    [finding] = found.findings()
    assert finding.title.startswith("3 of 4 items (75.0%)")
    assert "(2 tied)" in finding.title


def test_counts_have_items_too() -> None:
    found = items_by_disagreement(accord.counts([[3, 0], [2, 1]], categories=["yes", "no"]))
    assert found.top()[0].labels == (("1", "yes"), ("2", "yes"), ("3", "no"))


def test_rows_of_a_contingency_table_stand_for_many_items() -> None:
    found = items_by_disagreement(accord.contingency([[20, 10], [20, 50]]))
    assert (found.compared, found.disputed) == (100, 30)
    assert sorted(view.times for view in found.top()) == [10, 20]


def test_duplicates_differ_when_no_category_wins_in_both() -> None:
    rows = [["x", "x"], ["y", "y"], ["x", "y"], ["x", "x"], ["y", "y"], [None, None]]
    texts = ["Yes", " yes ", "yes", "no", "no way", "no"]
    found = duplicates(replace(accord.labels(rows), texts=texts))
    assert (found.texts, found.items) == (1, 3)
    [one] = found.differing
    assert one.items == ("1", "2", "3")
    assert one.votes == ("x", "y", "x = y")
    [finding] = found.findings()
    assert "“Yes”" in finding.title
    assert "1 of 1 text that occurs several times (100.0%) is labelled" in finding.title


def test_a_tie_is_not_a_different_vote() -> None:
    data = replace(accord.labels([["x", "x"], ["x", "y"]]), texts=["same", "same"])
    assert duplicates(data).differing == ()


def test_json() -> None:
    data = accord.labels([["a", "b"], ["a", "a"], ["a", None]])
    json.dumps(items_by_disagreement(data).as_json(), allow_nan=False)
