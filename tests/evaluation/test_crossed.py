"""Intervals over items and annotators: what each of them adds, and nothing twice."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from accord import Labels
from accord.annotations import summarise
from accord.evaluation import crossed
from accord.evaluation.crossed import spread_over_both
from accord.measures import all_measures, find
from accord.statistics import generator
from untyped import accord

Table = np.ndarray


def _crowd(
    seed: int, items: int, annotators: int, per_item: int | None, *, skill: float, text: int = 1, ease: float = 0.0
) -> Table:
    """Labels of annotators of different skill; nan where they were not asked."""
    rng = generator(seed, "crowd")
    true = rng.integers(3, size=(items, 1))
    easy = np.repeat(rng.normal(scale=ease, size=-(-items // text)), text)[:items, None] if ease else 0.0
    chance = 1 / (1 + np.exp(-1 - rng.normal(scale=skill, size=annotators) - easy - rng.normal(size=(items, 1))))
    table = np.where(rng.random((items, annotators)) < chance, true, rng.integers(3, size=chance.shape)).astype(float)
    if per_item is not None:
        order = np.argsort(rng.random((items, annotators)), axis=1)
        table[np.arange(items)[:, None], order[:, per_item:]] = np.nan
    return table


def _labels(table: Table) -> Labels:
    return accord.labels(table, categories=range(3))  # type: ignore[no-any-return]  # no types here


def _by_hand(table: Table) -> tuple[float, float]:
    """The variances of observed agreement, the mean over items of the share of pairs that agree: by summing over all
    pairs of labels of an item, then over items and annotators."""
    items, people = table.shape
    asked = [np.flatnonzero(~np.isnan(row)) for row in table]
    pairs = [list(combinations(who.tolist(), 2)) for who in asked]
    agree = [[float(row[a] == row[b]) for a, b in some] for row, some in zip(table, pairs, strict=True)]
    value = np.mean([np.mean(some) for some in agree])
    label = np.zeros(table.shape)
    for item, some in enumerate(pairs):
        for (a, b), same in zip(some, agree[item], strict=True):
            influence = (same - value) / items / len(some)
            label[item, a] += influence
            label[item, b] += influence
    over = sum(((np.mean(some) - value) / items) ** 2 for some in agree)
    number = (~np.isnan(table)).astype(float)
    crossed = sum(
        label[i, j] * label[k, j] for j in range(people) for i in range(items) for k in range(items) if i != k
    )
    shared = sum(
        number[i, j] * number[k, j] for j in range(people) for i in range(items) for k in range(items) if i != k
    )
    even = number.sum() ** 2 / (number.sum(axis=0) ** 2).sum()
    added = (crossed + 4 * over * shared / number.sum() ** 2) * even * (even - 1) / (even - 2) ** 2
    return over * items / (items - 1), max(added, 0.0)


@pytest.mark.parametrize("per_item", [None, 2, 3])
def test_variances_of_observed_agreement_by_hand(per_item: int | None) -> None:
    table = _crowd(1, 50, 8, per_item, skill=3.0)
    summary = summarise(_labels(table))
    found = spread_over_both(find("labels", "observed_agreement"), {"weights": None}, summary)
    assert found is not None
    over, added = _by_hand(table)
    assert found.over_units == pytest.approx(over, rel=1e-3)
    assert found.added == pytest.approx(added, rel=1e-3)
    assert found.added > 0


def test_the_variance_over_annotators_of_a_complete_table_is_that_of_the_jackknife() -> None:
    """With very many items, all that is left beside them is the jackknife over annotators."""
    table = np.tile(_crowd(2, 60, 6, None, skill=1.5), (50, 1))
    summary = summarise(_labels(table))
    found = spread_over_both(find("labels", "observed_agreement"), {"weights": None}, summary)
    assert found is not None
    fewer = [_labels(np.delete(table, one, axis=1)) for one in range(6)]
    left_out = np.array([accord.measure(data, "observed_agreement", confidence=None).value for data in fewer])
    assert found.added == pytest.approx(5 / 6 * np.sum((left_out - np.mean(left_out)) ** 2), rel=0.05)


def _width(data: Labels, **options: object) -> float:
    found = accord.measure(data, "alpha", **options)
    return found.high - found.low  # type: ignore[no-any-return]  # no types here


def test_annotators_who_do_not_differ_add_little() -> None:
    """Drawing items and annotators together made this 1.8 times as wide."""
    ratios = []
    for seed in range(5):
        data = _labels(_crowd(seed, 200, 30, 3, skill=0.0))
        ratios.append(_width(data, resample="both") / _width(data))
    assert np.mean(ratios) < 1.15


def test_annotators_who_differ_add_much() -> None:
    data = _labels(_crowd(0, 200, 6, None, skill=1.5))
    assert _width(data, resample="both") > 2 * _width(data)


def test_texts_and_annotators_together() -> None:
    table = _crowd(0, 200, 12, 4, skill=1.0, text=10, ease=1.5)
    data, texts = _labels(table), [row // 10 for row in range(200)]
    assert _width(data, resample="both", cluster=texts) > max(
        _width(data, resample="both"), _width(data, cluster=texts)
    )


def test_every_measure_of_pairs_has_an_interval_over_both_that_holds_its_value() -> None:
    data = _labels(_crowd(3, 80, 6, 4, skill=1.0))
    for (shape, name), record in all_measures().items():
        if shape == "labels" and "annotators" in record.resamples:
            found = accord.measure(data, name, resample="both", replicates=100)
            if found.defined:
                assert found.low <= found.value <= found.high, name
                assert not record.bounded or found.high <= 1


def test_numbers_of_which_no_two_are_alike() -> None:
    """Many different pairs of labels: numbers near each other count as one."""
    rng = generator(0, "numbers")
    table = rng.normal(size=(400, 1)) + rng.normal(size=6) + rng.normal(size=(400, 6))
    found = accord.measure(accord.labels(table, level="interval"), "alpha", resample="both", replicates=100)
    assert found.high - found.low > 1.5 * _interval_over_items(table)

    alike = rng.normal(size=(400, 1)) + rng.normal(size=(400, 6))
    found = accord.measure(accord.labels(alike, level="interval"), "alpha", resample="both", replicates=100)
    assert found.high - found.low < 1.3 * _interval_over_items(alike)


def _interval_over_items(table: Table) -> float:
    found = accord.measure(accord.labels(table, level="interval"), "alpha", replicates=100)
    return found.high - found.low  # type: ignore[no-any-return]  # no types here


def test_very_many_items_of_annotators_who_do_not_differ() -> None:
    table = generator(0, "many").integers(4, size=(50_000, 5))
    data = accord.labels(table, categories=range(4))
    assert _width(data, resample="both") < 4 * _width(data)


def test_rows_that_stand_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of very many rows some are looked at one by one; the others follow from their pairs of labels."""
    summary = summarise(_labels(_crowd(4, 400, 12, 4, skill=1.0)))
    record = find("labels", "alpha")
    parameters = record.bind({}).parameters
    whole = spread_over_both(record, parameters, summary)
    monkeypatch.setattr(crossed, "MOST_CELLS", 0)
    some = spread_over_both(record, parameters, summary)
    assert whole is not None
    assert some is not None
    assert some.over_units == pytest.approx(whole.over_units, rel=0.01)
    assert some.added == pytest.approx(whole.added, rel=0.03)


def test_a_crowd_is_told_that_other_annotators_would_differ() -> None:
    codes = {}
    for skill in (0.0, 2.0):
        found = accord.measure(_labels(_crowd(0, 300, 20, 3, skill=skill)), "alpha")
        codes[skill] = {said.code for said in found.diagnostics}
    assert "ACC303" in codes[2.0]
    assert "ACC303" not in codes[0.0]
    complete = accord.measure(_labels(_crowd(0, 100, 5, None, skill=2.0)), "alpha")
    assert "ACC303" not in {said.code for said in complete.diagnostics}


def test_a_crowd_too_large_to_look_at_whole_is_told_too() -> None:
    table = _crowd(5, 6000, 40, 3, skill=2.0)
    assert "ACC303" in {said.code for said in accord.measure(_labels(table), "alpha", replicates=50).diagnostics}


def test_two_annotators_say_nothing_about_others() -> None:
    found = accord.measure(accord.labels([["a", "a"], ["a", "b"], ["b", "b"]] * 5), "alpha", resample="both")
    assert math.isnan(found.low)
    assert [said.code for said in found.diagnostics] == ["ACC112"]


def test_few_persons_are_told_however_many_names_there_are() -> None:
    rng = np.random.default_rng(5)
    even = rng.choice(list("ab"), (60, 24))
    few = accord.labels(even[:, :6].tolist(), level="nominal")
    many = accord.labels(even.tolist(), level="nominal")
    codes = [
        {one.code for one in accord.measure(data, "alpha", resample=over, replicates=50).diagnostics}
        for data, over in ((few, "both"), (many, "both"), (few, "items"))
    ]
    assert ["ACC523" in one for one in codes] == [True, False, False]
