"""Input that cannot be used, or not all of it: what is said, and that nothing is lost in silence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from accord.item_difficulty import difficulty
from accord.results import CATALOGUE, DataError, UsageError

ITEMS = [f"s{one}" for one in range(20)]
HARD = {item: (7 * one % 20) / 20 for one, item in enumerate(ITEMS)}
X = [float(one % 7) for one in range(20)]


def codes(found: Any) -> list[str]:
    return [one.code for one in found.diagnostics]


def test_a_constant_feature_is_left_out_and_said() -> None:
    found = difficulty(HARD, {"item": ITEMS, "x": X, "flat": [3] * 20}, confidence=None)
    assert found.features == ("x",)
    message = next(one.message for one in found.diagnostics if one.code == "ACC176")
    assert message.startswith("the feature 'flat' is the same")


def test_a_feature_with_missing_values_is_said_and_counted() -> None:
    gaps = [None if one < 5 else value for one, value in enumerate(X)]
    found = difficulty(HARD, {"item": ITEMS, "x": gaps, "y": X[::-1]}, confidence=None)
    assert codes(found) == ["ACC175"]
    assert "'x' is missing for 5 of 20 items" in found.diagnostics[0].message
    assert {one.feature: one.items for one in found.correlations} == {"x": 15, "y": 20}
    assert found.regression().items == 15


def test_fewer_items_than_features() -> None:
    rng = np.random.default_rng(0)
    table = {"item": ITEMS[:8], **{f"x{one}": rng.normal(size=8) for one in range(9)}}
    found = difficulty({item: HARD[item] for item in ITEMS[:8]}, table, confidence=None)
    assert len(found.correlations) == 9
    assert found.regression().undefined == "8 items are too few for 9 columns of features: give at least 12"
    assert "ACC178" in codes(found)
    assert found.outliers == ()
    with pytest.raises(DataError, match="no model to predict from: 8 items are too few"):
        found.predict(table)


def test_features_that_determine_each_other() -> None:
    found = difficulty(HARD, {"item": ITEMS, "x": X, "twice": [2 * one for one in X]}, confidence=None)
    assert found.regression().aliased == ("twice",)
    assert "'twice'" in next(one.message for one in found.diagnostics if one.code == "ACC178")


def test_items_that_do_not_match() -> None:
    table = {"item": [*ITEMS[:18], "other"], "x": X[:19]}
    found = difficulty(HARD, table, confidence=None)
    message = next(one.message for one in found.diagnostics if one.code == "ACC179")
    assert message == "2 items have no row of features, and 1 row is for items that are not in the data"
    with pytest.raises(DataError, match="shares no item with the data: '0' there, 's0' here") as caught:
        difficulty(HARD, {"item": range(20), "x": X})
    assert caught.value.code == "ACC090"


@pytest.mark.parametrize(
    ("table", "options", "code", "message"),
    [
        ({"item": [*ITEMS[:19], "s0"], "x": X}, {}, "ACC091", "the item has two rows of features"),
        ({"item": ITEMS, "x": X}, {"cluster": "word"}, "ACC006", "there is no column 'word'"),
        ({"item": ITEMS, "x": X}, {"group": "x"}, "ACC093", "there is no feature that varies"),
        ({"item": ITEMS, "x": X, "g": ["a"] * 20}, {"group": "g"}, "ACC092", "the column 'g' has 1 group "),
        ({"item": ITEMS, "x": X}, {"item_column": "id"}, "ACC006", "there is no column 'id'"),
        ({"a": ITEMS, "b": X}, {}, "ACC007", "cannot identify the column of the items"),
        ({"item": [None, *ITEMS[1:]], "x": X}, {}, "ACC011", "row 1 of the features names no item"),
        ({"item": ITEMS, "x": X[:3]}, {}, "ACC003", "columns of features have different lengths"),
        ({"item": ITEMS, "flat": [1] * 20}, {}, "ACC093", "there is no feature that varies"),
    ],
)
def test_tables(table: dict[str, Any], options: dict[str, Any], code: str, message: str) -> None:
    with pytest.raises(DataError, match=message) as caught:
        difficulty(HARD, table, confidence=None, **options)
    assert caught.value.code == code
    assert code in CATALOGUE


def test_a_cell_that_is_no_number_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    rows = [f"s{one},{one / 20 if one != 7 else 'hard'},{one}" for one in range(20)]
    path.write_text("item,entropy,x\n" + "\n".join(rows) + "\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"f\.csv:9: 'hard' in column 'entropy'") as caught:
        difficulty(None, path, column="entropy")
    assert caught.value.code == "ACC092"


@pytest.mark.parametrize(
    ("systems", "message"),
    [
        ({"other": 1.0}, "'system' has a score for none of the items"),
        ({"a": {"s0": "good"}}, "the score 'good' of a system is not a number"),
        ({}, "no system is given"),
    ],
)
def test_systems(systems: dict[str, Any], message: str) -> None:
    with pytest.raises((DataError, UsageError), match=message):
        difficulty(HARD, {"item": ITEMS, "x": X}, systems)


def test_scores_of_some_items_only() -> None:
    scores = {item: 1 - value for item, value in list(HARD.items())[:15]} | {"elsewhere": 0.5}
    found = difficulty(HARD, {"item": ITEMS, "x": X}, scores, confidence=None)
    message = next(one.message for one in found.diagnostics if one.code == "ACC179")
    assert message == "the system 'system' has no score for 5 items, and scores 1 that is not in the data"
    assert found.systems_rho == pytest.approx(-1.0)
    assert {one.outcome: one.items for one in found.correlations} == {"disagreement": 20, "systems": 15, "residual": 15}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"confidence": 1.5}, "not between 0 and 1"),
        ({"folds": 1}, "at least two folds"),
        ({"column": "x"}, "give features, and no annotations"),
        ({"mixed": True}, "a mixed model needs clusters"),
        ({"built_in": "length"}, "'length' needs texts"),
        ({"pairs": "x"}, "'x' is not a pair of features"),
        ({"columns": ["x", "x"]}, "a feature is named twice"),
    ],
)
def test_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        difficulty(HARD, {"item": ITEMS, "x": X}, **options)
    with pytest.raises(UsageError, match=r"difficulty\(\) has no option 'clusters'; did you mean cluster"):
        difficulty(HARD, {"item": ITEMS, "x": X}, clusters="x")  # type: ignore[call-arg]


def test_few_clusters_are_warned_about() -> None:
    table = {"item": ITEMS, "x": X, "word": [f"w{one % 4}" for one in range(20)]}
    found = difficulty(HARD, table, cluster="word", confidence=None)
    assert any("only 4 clusters" in one.message for one in found.diagnostics)


def test_items_that_are_all_equally_hard() -> None:
    found = difficulty(dict.fromkeys(ITEMS, 0.5), {"item": ITEMS, "x": X}, confidence=None)
    assert found.correlations[0].undefined == "all items are equally hard"
    assert found.regression().undefined == "all items are equally hard"
    assert found.as_json()["correlations"]


def test_a_perfect_correlation_has_an_interval() -> None:
    found = difficulty(
        {item: float(one) for one, item in enumerate(ITEMS)}, {"item": ITEMS, "x": range(20)}, replicates=50
    )
    one = found.correlations[0]
    assert (one.rho, one.low, one.high) == (1.0, 1.0, 1.0)
    assert one.p == 0.0
