"""Pairs, leaving out, the vote of the others and habits: against sums written out, and with planted annotators."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from numpy.typing import NDArray
from polars.testing import assert_frame_equal

import accord
from accord import Labels
from accord.annotations.labels import Level
from accord.annotations.summary import alike_together
from accord.diagnosis.labels.annotators import annotators
from accord.diagnosis.labels.habits import category_bias
from accord.diagnosis.labels.left_out import leave_one_out
from accord.diagnosis.labels.pairs import pairwise_table
from accord.diagnosis.labels.with_the_vote import agreement_with_vote
from accord.evaluation import Options, measure_by_annotator
from accord.statistics.multiple_comparisons import holm
from accord.statistics.proportions import wilson
from diagnosis.planted import CATEGORIES, comparable, made, table, with_bias, with_spammer
from evaluation.scrambled import AS_IT_IS, Telling, label_table
from measures.cases import Row, built, tables

FEW = Options(replicates=100)


def gappy(seed: int = 0, items: int = 60, people: int = 4) -> NDArray[np.float64]:
    """A random table with missing labels."""
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, 3, (items, people)).astype(float)
    cells[rng.random(cells.shape) < 0.3] = np.nan
    return cells


def others(row: NDArray[np.float64], annotator: int) -> NDArray[np.float64]:
    rest = np.delete(row, annotator)
    return rest[~np.isnan(rest)]


# ---- pairs


@pytest.mark.parametrize("expression", ["kappa", "alpha", "observed_agreement", "alpha(level='interval')"])
def test_pairwise_table_is_the_measure_on_two_columns(expression: str) -> None:
    cells = gappy()
    found = pairwise_table(accord.labels(cells, level="nominal"), expression)
    for one in range(4):
        for other in range(4):
            both = cells[:, [one, other]]
            both = both[~np.isnan(both).any(axis=1)]
            assert found.shared[one, other] == (len(both) if one != other else 0)
            if one != other:
                alone = accord.measure(accord.labels(both, level="nominal"), expression, confidence=None).value
                assert found.values[one, other] == pytest.approx(alone, abs=1e-12)
    assert np.isnan(np.diag(found.values)).all()


def test_mean_of_the_pairs_is_the_value_by_annotator() -> None:
    data = accord.labels(gappy(1))
    of_each = [result.value for result in measure_by_annotator(data, "kappa", confidence=None)]
    np.testing.assert_allclose(np.nanmean(pairwise_table(data, "kappa").values, axis=1), of_each)


def test_pairs_who_agree_least_come_first() -> None:
    data = accord.labels([["a", "a", "b"], ["b", "b", "a"], ["a", "a", "a"]])
    ranked = pairwise_table(data, "observed_agreement").ranked()
    assert [pair[2] for pair in ranked] == pytest.approx([1 / 3, 1 / 3, 1])
    assert ranked[-1][:2] == ("A1", "A2")


def test_pairs_of_a_contingency_table_are_weighted() -> None:
    """Cohen 1960 as printed by Artstein & Poesio 2008, p. 558."""
    found = pairwise_table(accord.contingency([[20, 10], [20, 50]]), "kappa")
    assert found.values[0, 1] == pytest.approx(0.348, abs=5e-4)
    assert found.shared[0, 1] == 100


# ---- leaving out


@pytest.mark.parametrize("expression", ["alpha", "multi_kappa", "light", "icc(form='2')"])
def test_leaving_out_is_the_measure_without_the_column(expression: str) -> None:
    cells = np.random.default_rng(3).integers(0, 3, (40, 4)).astype(float)
    data = accord.labels(cells)
    found = leave_one_out(data, expression, replicates=20)
    assert found.value == pytest.approx(accord.measure(data, expression, confidence=None).value)
    for person in range(4):
        rest = accord.measure(accord.labels(np.delete(cells, person, axis=1)), expression, confidence=None).value
        assert found.without[person] == pytest.approx(rest, abs=1e-12)
        assert found.difference[person] == pytest.approx(rest - found.value, abs=1e-12)


def test_interval_of_the_difference_is_that_of_a_paired_bootstrap() -> None:
    """The standard error of the difference, against items drawn and both values computed from scratch."""
    cells = table(comparable(5, items=120, annotators=4)).astype(float)
    found = leave_one_out(accord.labels(cells), "alpha", replicates=400)
    rng = np.random.default_rng(0)
    gaps = []
    for _ in range(150):
        drawn = cells[rng.integers(len(cells), size=len(cells))]
        both = [
            accord.measure(accord.labels(part), "alpha", confidence=None).value
            for part in (drawn, np.delete(drawn, 2, axis=1))
        ]
        gaps.append(both[1] - both[0])
    assert found.standard_error[2] == pytest.approx(float(np.std(gaps, ddof=1)), rel=0.25)
    assert found.low[2] < found.difference[2] < found.high[2]


def test_a_sample_of_the_items_gives_the_same_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    data = comparable(0, items=3000, annotators=8, errors=0.4)
    whole = leave_one_out(data, "alpha", replicates=300)
    monkeypatch.setattr("accord.diagnosis.labels.left_out.MOST_PATTERNS", 1000)
    part = leave_one_out(data, "alpha", replicates=300)
    np.testing.assert_allclose(part.without, whole.without)
    np.testing.assert_allclose(part.standard_error, whole.standard_error, rtol=0.25)


def test_missing_labels_are_left_out_in_pairs() -> None:
    cells = gappy(7)
    found = leave_one_out(accord.labels(cells, level="ordinal"), "alpha", replicates=20)
    for person in range(4):
        others = accord.labels(np.delete(cells, person, axis=1), level="ordinal")
        rest = accord.measure(others, "alpha", confidence=None).value
        assert found.without[person] == pytest.approx(rest, abs=1e-12)


def test_who_labels_at_random_pulls_the_value_down() -> None:
    found = leave_one_out(with_spammer(1), "alpha", replicates=200)
    assert found.pulled_down() == [5]
    [finding] = found.findings()
    assert "'A6'" in finding.title
    assert f"{found.value:.3f}" in finding.title
    assert f"{found.without[5]:.3f}" in finding.title
    assert found.low[5] > 0


# ---- the vote of the others


def test_agreement_with_the_vote_by_hand() -> None:
    cells = gappy(2)
    found = agreement_with_vote(accord.labels(cells))
    for person in range(4):
        agreed, own, votes = [], np.zeros(3), np.zeros(3)
        for row in cells:
            rest = others(row, person)
            if np.isnan(row[person]) or len(rest) == 0:
                continue
            counts = np.bincount(rest.astype(int), minlength=3)
            vote = (counts == counts.max()) / np.sum(counts == counts.max())
            agreed.append(vote[int(row[person])])
            own[int(row[person])] += 1
            votes += vote
        expected = float(own @ votes) / len(agreed) ** 2
        assert found.items[person] == len(agreed)
        assert found.agreement[person] == pytest.approx(np.mean(agreed))
        assert found.kappa[person] == pytest.approx((np.mean(agreed) - expected) / (1 - expected))


def test_the_vote_does_not_count_oneself() -> None:
    """With two annotators the vote of the others is the other one."""
    found = agreement_with_vote(accord.contingency([[20, 10], [20, 50]]))
    np.testing.assert_allclose(found.agreement, 0.7)
    np.testing.assert_allclose(found.kappa, 0.348, atol=5e-4)


@given(tables())
def test_order_of_items_and_of_annotators_changes_nothing(rows: list[Row]) -> None:
    one = agreement_with_vote(built(rows))
    turned = [row[::-1] for row in rows[::-1]]
    names = ("Ann", "Bob", "Cleo", "Dan")[: len(rows[0])][::-1]
    other = agreement_with_vote(built(turned, names=names))
    np.testing.assert_allclose(one.agreement, other.agreement[::-1], atol=1e-12)
    np.testing.assert_allclose(one.kappa, other.kappa[::-1], atol=1e-12)


def test_who_labels_at_random_is_at_chance_level() -> None:
    found = agreement_with_vote(with_spammer(2))
    assert found.at_chance() == [5]
    [finding] = found.findings()
    assert finding.kind == "annotator at chance level"
    assert "200 items" in finding.title
    assert abs(found.kappa[5]) < 0.2


def test_wilson_interval() -> None:
    """Newcombe 1998, table I: 81 of 263."""
    low, high = wilson(np.array([81 / 263]), np.array([263.0]), 0.95)
    assert (low[0], high[0]) == pytest.approx((0.2553, 0.3662), abs=5e-5)


# ---- habits


def test_bias_by_hand() -> None:
    cells = gappy(4)
    found = category_bias(accord.labels(cells))
    for person in range(4):
        for category in range(3):
            y = [
                (row[person] == category) - np.mean(others(row, person) == category)
                for row in cells
                if not np.isnan(row[person]) and len(others(row, person))
            ]
            assert found.items[person] == len(y)
            assert found.bias[person, category] == pytest.approx(np.mean(y))
            assert found.standard_error[person, category] == pytest.approx(np.std(y, ddof=1) / np.sqrt(len(y)))


@given(tables())
def test_biases_of_an_annotator_add_up_to_nothing(rows: list[Row]) -> None:
    found = category_bias(built(rows))
    for row in found.bias:
        assert np.isnan(row).all() or float(row.sum()) == pytest.approx(0, abs=1e-12)


def test_planted_bias_is_named_with_its_annotator_only() -> None:
    found = category_bias(with_bias(3))
    assert {found.annotators[annotator] for annotator, _ in found.notable()} == {"A6"}
    [finding] = found.findings()
    assert "'A6'" in finding.title
    assert finding.numbers["category"] in ("0", "1")
    assert abs(float(str(finding.numbers["bias"]))) > 0.1


def test_two_annotators_with_other_habits_are_one_finding() -> None:
    found = category_bias(accord.contingency([[200, 100], [20, 300]], categories=["x", "y"]))
    assert len(found.notable()) == 2
    kinds = {finding.numbers["annotator"] for finding in found.findings()}
    assert kinds == {"A1", "A2"}
    assert {(finding.numbers["annotator"], finding.numbers["category"]) for finding in found.findings()} == {
        ("A1", "x"),
        ("A2", "y"),
    }


# ---- all together


def test_findings_of_a_spammer_are_said_once() -> None:
    found = annotators(with_spammer(4), options=FEW)
    kinds = [finding.kind for finding in found.findings()]
    assert kinds == ["annotator at chance level"]


def test_everything_is_json() -> None:
    import json

    for data in (comparable(0, items=40), accord.labels(gappy())):
        json.dumps(annotators(data, options=FEW).as_json(), allow_nan=False)


def test_holm_by_hand() -> None:
    """4 × .005, 3 × .01, 2 × .03, and no less than the one before; nan is not a test."""
    p = holm(np.array([0.01, np.nan, 0.04, 0.03, 0.005]))
    np.testing.assert_allclose(p, [0.03, np.nan, 0.06, 0.06, 0.02])


def test_annotators_without_a_difference_are_left_alone() -> None:
    assert annotators(comparable(1), options=FEW).findings() == []


def test_made_up_data_are_what_they_say() -> None:
    codes = table(comparable(0, items=100))
    assert codes.min() == 0
    assert codes.max() == CATEGORIES - 1
    assert isinstance(made(codes), Labels)


def test_neither_the_order_nor_the_names_of_annotators_matter() -> None:
    table = label_table(3, "nominal", annotators=5)
    one, other = (
        leave_one_out(table.told(telling), "multi_kappa", replicates=60) for telling in (AS_IT_IS, Telling(2))
    )
    place = [other.annotators.index(Telling(2).name(name)) for name in one.annotators]
    for column in ("without", "difference", "standard_error", "low", "high", "p"):
        assert np.array_equal(getattr(other, column)[place], getattr(one, column), equal_nan=True)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_items_alike_count_as_often_as_there_are(level: Level) -> None:
    """One weighted row for all that say the same, or a row for each: the same annotators."""
    rng = np.random.default_rng(3)
    truth = rng.integers(1, 5, size=(400, 1))
    rows = np.clip(truth + rng.choice([-1, 0, 0, 0, 1], size=(400, 3)), 1, 4)
    apart = accord.labels(rows.tolist(), level=level)
    together = alike_together(apart)
    assert together.n_rows < apart.n_rows
    for look in (agreement_with_vote, category_bias):
        one, other = (pl.DataFrame(look(data).to_frame()) for data in (apart, together))
        assert_frame_equal(one, other, rel_tol=1e-9, abs_tol=1e-12)
    assert pairwise_table(apart).values == pytest.approx(pairwise_table(together).values, nan_ok=True)
