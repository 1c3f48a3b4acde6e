"""Intra-annotator agreement from repeated ratings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from accord import Labels
from accord.diagnosis.labels.steadiness import steadiness
from untyped import accord


def repeated(changes: dict[str, float], items: int = 60, seed: int = 0) -> Labels:
    """Every annotator rates all items twice and changes a share of the labels."""
    rng = np.random.default_rng(seed)
    rows = []
    for name, share in changes.items():
        first = rng.integers(3, size=items)
        second = np.where(rng.random(items) < share, (first + 1) % 3, first)
        rows += [(str(item), name, str(label)) for ratings in (first, second) for item, label in enumerate(ratings)]
    return accord.labels(pl.DataFrame(rows, schema=["item", "annotator", "label"], orient="row"))  # type: ignore[no-any-return]  # no types here


def test_first_against_second_is_the_measure_of_two_columns() -> None:
    data = repeated({"A": 0.2, "B": 0.1})
    found = steadiness(data, replicates=50)
    assert (found.repeated, found.items) == (120, 120)
    for place, name in enumerate(("A", "B")):
        mine = data._rows(np.ones(data.n_rows, dtype=bool))._keeping(data.who == place)  # type: ignore[arg-type]
        pairs = mine.codes.reshape(-1, 2)
        alone = accord.measure(accord.labels(pairs), "alpha", confidence=None).value
        assert found.of[place].of == name
        assert found.of[place].value == pytest.approx(alone)
        assert found.of[place].components["items"] == 60
    codes = np.concatenate([data.codes.reshape(-1, 4)[:, :2], data.codes.reshape(-1, 4)[:, 2:]])
    assert found.overall is not None
    assert found.overall.value == pytest.approx(accord.measure(accord.labels(codes), "alpha", confidence=None).value)
    assert found.unchanged == pytest.approx((codes[:, 0] == codes[:, 1]).mean())


def test_dawid_and_skene_have_one_annotator_who_saw_everything_three_times(shared_data: Path) -> None:
    """Dawid & Skene 1979, table 1: the first anaesthetist rated all 45 patients three times."""
    data = accord.read(shared_data / "labels/dawid_skene1979/anaesthetists.csv")
    found = steadiness(data, replicates=100)
    assert (found.repeated, found.items, len(found.of)) == (90, 45, 1)
    assert found.overall is not None
    frame = pl.read_csv(shared_data / "labels/dawid_skene1979/anaesthetists.csv")
    often = frame.filter(pl.len().over("patient", "observer") > 1)
    cells = often.pivot("repeat", index="patient", values="rating").drop("patient").to_numpy()
    assert cells.shape == (45, 3)
    assert found.overall.value == pytest.approx(accord.measure(accord.labels(cells), "alpha", confidence=None).value)


def test_who_changes_their_mind_more_often_is_named() -> None:
    found = steadiness(repeated({"A": 0.05, "B": 0.05, "C": 0.4, "D": 0.05}), replicates=50)
    assert [one.of for one in found.less_steady()] == ["C"]
    kinds = [finding.kind for finding in found.findings()]
    assert kinds == ["intra-annotator agreement", "unsteady annotator"]
    assert "of 60 items" in found.findings()[1].title


def test_false_alarms_of_unsteadiness() -> None:
    """Equally steady annotators: at most 1 % of data sets should ring."""
    rings = sum(
        bool(steadiness(repeated(dict.fromkeys("ABCDE", 0.1), seed=seed), confidence=None).less_steady())
        for seed in range(100)
    )
    assert rings <= 4


def test_nothing_repeated_says_nothing() -> None:
    found = steadiness(accord.labels([["a", "b"], ["a", "a"]]))
    assert (found.overall, list(found.of), found.findings()) == (None, [], [])


def test_the_same_label_always_has_no_alpha() -> None:
    found = steadiness(repeated({"A": 0.0}, items=1), replicates=20)
    assert found.unchanged == 1
    assert found.overall is not None
    assert not found.overall.defined
    assert "undefined" in found.findings()[0].title
