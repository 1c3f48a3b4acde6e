"""Systems on references drawn anew."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pytest

from accord.reproducibility import evaluate_systems, forecast
from reproducibility.groups import counted, winners
from untyped import accord

ROWS = [[0, 0, 1, 0, 2], [1, 1, 1, 1, 1], [2, 0, 2, 1, 2], [1, 0, 0, 1, 2], [2, 2, 2, 0, 0]]
ONE = {1: "0", 2: "1", 3: "2", 4: "0", 5: "2"}
OTHER = {1: "0", 2: "1", 3: "0", 4: "1", 5: "0"}
DATA = accord.labels(ROWS, level="nominal")


def test_all_groups_of_a_panel() -> None:
    """Ten groups of three: their mean and ranks, counted one by one."""
    made = evaluate_systems(DATA, {"one": ONE, "other": OTHER}, 3, source="annotators", references=100)
    scores = []
    for group in combinations(range(5), 3):
        votes = [winners(counted([row[person] for person in group], 3)) for row in ROWS]
        scores.append(
            [np.mean([votes[item - 1][int(label)] for item, label in system.items()]) for system in (ONE, OTHER)]
        )
    table = np.array(scores)
    assert made.references == 10
    assert [one.system for one in made.systems] == ["one", "other"]
    assert [one.mean for one in made.systems] == pytest.approx(table.mean(axis=0))
    gap = table[:, 0] - table[:, 1]
    swapped = np.mean(gap < -1e-9) + np.mean(np.abs(gap) < 1e-9) / 2
    assert made.swaps["one", "other"] == pytest.approx(swapped)
    assert made.systems[0].first == pytest.approx(1 - swapped)
    assert [one.rank for one in made.systems] == [1, 2]
    # on the vote of all: the fourth item is tied between 0 and 1
    assert [one.score for one in made.systems] == pytest.approx([(4 + 0.5) / 5, (2 + 0.5) / 5])


def test_the_population_has_the_expected_score() -> None:
    rng = np.random.default_rng(0)
    truth = rng.integers(2, size=(200, 1))
    rows = np.where(rng.random((200, 5)) < 0.85, truth, 1 - truth)
    best = {str(item + 1): str(int(label)) for item, label in enumerate(truth[:, 0])}
    worse = {item: label if int(item) % 3 else "0" for item, label in best.items()}
    made = evaluate_systems(accord.labels(rows), {"worse": worse, "best": best}, 5, references=400, seed=2)
    assert [one.system for one in made.systems] == ["best", "worse"]
    assert made.swapped < 0.05
    assert made.systems[0].low < made.systems[0].mean < made.systems[0].high
    assert all(sum(one.ranks) == pytest.approx(1) for one in made.systems)
    again = evaluate_systems(accord.labels(rows), {"worse": worse, "best": best}, 5, references=400, seed=2)
    assert again.as_json() == made.as_json()
    json.dumps(made.as_json(), allow_nan=False)
    expected = forecast(accord.labels(rows), 5).value
    assert 1 - made.ceiling == pytest.approx(expected, abs=0.01)


def test_equal_systems_share_the_ranks() -> None:
    made = evaluate_systems(DATA, {"b": ONE, "a": ONE}, references=20)
    assert [one.rank for one in made.systems] == [1, 1]
    assert [one.first for one in made.systems] == [0.5, 0.5]
    assert made.swaps == {("a", "b"): 0.5}


def test_missing_and_unknown_labels_count_as_wrong() -> None:
    made = evaluate_systems(DATA, {"short": {1: "0", 2: "elephant"}}, 3, source="annotators", references=10)
    assert made.systems[0].score == pytest.approx(0.2)
    assert [one.code for one in made.diagnostics] == ["ACC145"]
    assert "3 item(s) without a label and gives 1" in made.diagnostics[0].message
    with pytest.raises(accord.DataError, match="ACC144"):
        evaluate_systems(DATA, {"other": {"x": "0"}})
    with pytest.raises(accord.DataError, match="ACC140"):
        evaluate_systems(DATA, {"one": ONE}, 6, source="annotators")
    with pytest.raises(accord.UsageError, match="there is no system"):
        evaluate_systems(DATA, {})
    with pytest.raises(accord.UsageError, match="references=0"):
        evaluate_systems(DATA, {"one": ONE}, references=0)
    with pytest.raises(accord.UsageError, match="source"):
        evaluate_systems(DATA, {"one": ONE}, source="people")  # type: ignore[arg-type]


def test_on_a_scale_systems_are_scored_on_the_median() -> None:
    """They were scored on the most frequent label."""
    data = accord.labels([[1, 1, 3, 4, 5], [2, 2, 2, 4, 5], [1, 1, 2, 3, 3]], level="ordinal")
    middle, frequent = {1: "3", 2: "2", 3: "2"}, {1: "1", 2: "2", 3: "1"}
    made = evaluate_systems(data, {"middle": middle, "frequent": frequent}, 3, source="annotators", references=20)
    assert [(one.system, one.score) for one in made.systems] == [
        ("middle", 1.0),
        ("frequent", pytest.approx(1 / 3)),
    ]
