"""`accord.stability`: gold values, all groups one by one, drawing beside exact, missing labels, degenerate data."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.reproducibility import stability
from accord.reproducibility.assessing import Against
from accord.reproducibility.sampled import group_draws
from reproducibility.groups import counted, crowd, middles, over_all_groups, over_all_pairs, winners

CLOSE = 1e-12


@pytest.fixture(scope="module")
def gold(shared_gold: Path) -> Any:
    return json.loads((shared_gold / "reproducibility.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def toy(gold: Any) -> accord.Labels:
    return accord.labels(np.array(gold["exact"]["toy"]["labels_annotator_by_item"]).T, level="nominal")


def test_toy(gold: Any, toy: accord.Labels) -> None:
    """τ and Δ of the toy data, and its coefficients."""
    expected = gold["exact"]["toy"]
    for k, value in expected["tau_vs_R_exact"].items():
        assert stability(toy, int(k)).value == pytest.approx(value, abs=CLOSE)
    for k, value in expected["pair_disjoint_exact"].items():
        assert stability(toy, int(k), "disjoint").value == pytest.approx(value, abs=CLOSE)
    for name, measure in (
        ("kappa_davies_fleiss", "multi_kappa"),
        ("pi_fleiss", "fleiss"),
        ("alpha_nominal", "alpha"),
        ("ac1", "ac1"),
    ):
        assert accord.measure(toy, measure, confidence=None).value == pytest.approx(expected[name], abs=CLOSE)


@pytest.mark.parametrize(("name", "key"), [("CF_amt", "CF5"), ("SP_amt", "SP2")])
def test_real_crowds(name: str, key: str, gold: Any, shared_data: Path) -> None:
    data = accord.labels(crowd(shared_data / "labels" / "crowd" / f"{name}.csv"))
    expected = gold["real_data"][key]
    assert data.n_items == expected["N"]
    for k in (3, 5, 7, 9):
        tau, delta = stability(data, k), stability(data, k, "disjoint")
        assert tau.value == pytest.approx(expected["tau_vs_R"][str(k)], abs=CLOSE)
        assert delta.value == pytest.approx(expected["pair_disjoint"][str(k)], abs=CLOSE)
        assert 1.5 < delta.value / tau.value < 2  # Δ is no τ: both references vary
        assert tau.low < tau.value < tau.high


@st.composite
def panels(draw: st.DrawFn) -> tuple[list[list[int | None]], int, int]:
    """Items × annotators with missing labels, the number of categories, and k."""
    size, people = draw(st.integers(1, 4)), draw(st.integers(2, 7))
    label = st.one_of(st.none(), *[st.integers(0, size - 1)] * 4)
    rows = draw(st.lists(st.lists(label, min_size=people, max_size=people), min_size=1, max_size=5))
    return rows, size, draw(st.integers(1, people))


@given(panels(), st.sampled_from(["all", "disjoint"]), st.sampled_from(["vote", "median"]))
@settings(max_examples=60)
def test_equals_all_groups(case: tuple[list[list[int | None]], int, int], against: Against, reference: str) -> None:
    rows, size, k = case
    needed = k if against == "all" else 2 * k
    kept = [[label for label in row if label is not None] for row in rows]
    data = accord.labels(rows, categories=list(range(size)), level="ordinal")
    if max(len(row) for row in kept) < needed:
        with pytest.raises(accord.DataError, match=r"ACC140|ACC002"):
            stability(data, k, against, reference=reference)
        return
    rule = winners if reference == "vote" else middles
    apart = np.abs(np.subtract.outer(np.arange(size), np.arange(size)))
    joints = []
    for row in kept:
        if len(row) >= needed:
            alone = over_all_groups(row, size, k, rule)
            joints.append(
                np.outer(rule(counted(row, size)), alone) if against == "all" else over_all_pairs(row, size, k, rule)
            )
    found = stability(data, k, against, reference=reference, confidence=None)
    joint = np.mean(joints, axis=0)
    assert found.value == pytest.approx(1 - np.trace(joint), abs=CLOSE)
    assert found.shift == pytest.approx(float((joint * apart).sum()), abs=CLOSE)
    assert found.items == len(joints)
    assert sum(found.left_out.values()) == len(rows) - len(joints)
    chance = 1 - float(joint.sum(axis=1) @ joint.sum(axis=0))
    if chance > 1e-9:
        assert found.krr == pytest.approx(1 - found.value / chance, abs=1e-9)
    for code, name in enumerate(data.categories.texts):
        share = joint[code].sum()
        assert found.shares[name] == pytest.approx(share, abs=CLOSE)
        if share > 1e-9:
            assert found.per_category[name] == pytest.approx(1 - joint[code, code] / share, abs=1e-9)
    returns = found.per_item[~np.isnan(found.per_item)]
    np.testing.assert_allclose(returns, [np.trace(one) for one in joints], atol=CLOSE)


@given(panels(), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_nothing_depends_on_order_or_names(case: tuple[list[list[int | None]], int, int], random: Any) -> None:
    rows, size, k = case
    data = accord.labels(rows, list(range(size)), "nominal")
    try:
        found = stability(data, k, replicates=50)
    except accord.DataError:
        return
    mixed = [random.sample(row, len(row)) for row in random.sample(rows, len(rows))]
    names = random.sample([f"c{code}" for code in range(size)], size)
    renamed = [[None if label is None else names[label] for label in row] for row in mixed]
    again = stability(accord.labels(renamed, categories=sorted(names)), k, replicates=50)
    assert again.value == pytest.approx(found.value, abs=CLOSE)
    assert again.low == pytest.approx(found.low, abs=1e-9)
    assert again.high == pytest.approx(found.high, abs=1e-9)


@pytest.mark.parametrize("reference", ["vote", "median"])
@pytest.mark.parametrize("against", ["all", "disjoint"])
def test_drawing_agrees_within_its_error(against: Against, reference: str) -> None:
    rng = np.random.default_rng(3)
    rows = np.where(rng.random((60, 11)) < 0.6, rng.integers(3, size=(60, 1)), rng.integers(3, size=(60, 11)))
    data = accord.labels(rows, level="ordinal")
    exact = stability(data, 3, against, reference=reference, confidence=None)
    drawn = stability(data, 3, against, reference=reference, method="sample", groups=150, confidence=None)
    assert drawn.groups == 150
    assert 0 < drawn.simulation_error < 0.01
    assert abs(drawn.value - exact.value) < 4 * drawn.simulation_error
    assert drawn.shift == pytest.approx(exact.shift, rel=0.05)
    np.testing.assert_allclose(list(drawn.per_category.values()), list(exact.per_category.values()), atol=0.06)


def test_few_groups_are_all_drawn(toy: accord.Labels) -> None:
    """A complete panel with no more groups than are drawn: each once, and the value is the exact one."""
    drawn = stability(toy, 3, method="sample", groups=1000)
    assert drawn.groups == math.comb(8, 3)
    assert drawn.value == pytest.approx(stability(toy, 3).value, abs=CLOSE)


def test_references_that_are_no_votes(toy: accord.Labels) -> None:
    def first(labels: accord.Labels) -> list[str]:
        """The label of whoever comes first."""
        return [labels.categories.texts[labels.codes[start]] for start in labels.starts[:-1]]

    by_model = stability(toy, 3, reference="dawid_skene", groups=20)
    assert by_model.method == "sample"
    assert 0 < by_model.value < 1
    by_function = stability(toy, 1, "disjoint", reference=first, groups=300)
    exact = stability(toy, 1, "disjoint").value
    assert abs(by_function.value - exact) < 4 * by_function.simulation_error
    assert by_function.reference == "first"
    with pytest.raises(accord.UsageError, match="one label for each of 12 items"):
        stability(toy, 3, reference=lambda labels: ["0"])
    with pytest.raises(accord.UsageError, match="not a category"):
        stability(toy, 3, reference=lambda labels: ["x"] * labels.n_rows)


def test_missing_labels_and_counts_without_annotators() -> None:
    rows = [["a", "a", "b", None, None], ["a", "b", "b", "b", "a"], ["b", None, None, None, None], [None] * 5]
    found = stability(accord.labels(rows), 3)
    assert dict(found.left_out) == {"no label": 1, "fewer than 3 labels": 1}
    assert [one.code for one in found.diagnostics] == ["ACC141"]
    assert np.isnan(found.per_item).tolist() == [False, False, True, True]
    assert found.value == pytest.approx(0.3 / 2)  # of the ten groups of the second item three vote for a
    counts = accord.counts([[2, 1], [2, 3], [0, 1]])
    assert stability(counts, 3).value == pytest.approx(found.value, abs=CLOSE)
    assert math.isnan(stability(counts, 3, resample="annotators").low)
    drawn = stability(counts, 3, method="sample", groups=400)
    assert abs(drawn.value - found.value) < 4 * drawn.simulation_error


def test_weighted_rows_count_as_often_as_they_stand() -> None:
    table = accord.contingency([[20, 10], [20, 50]])
    assert stability(table, 1, "disjoint").value == pytest.approx(0.3, abs=CLOSE)
    assert stability(table, 1).value == pytest.approx(0.15, abs=CLOSE)
    assert stability(table, 1, "disjoint").coin_tosses == 30
    shares = stability(table, 1).shares
    assert list(shares.values()) == pytest.approx([(20 + 30 / 2) / 100, (50 + 30 / 2) / 100])
    assert list(stability(table, 1).per_category.values()) == pytest.approx([7.5 / 35, 7.5 / 65])


def test_groups_are_drawn_without_replacement() -> None:
    data = accord.labels(np.zeros((2, 8), dtype=int).tolist())
    drawn = [tuple(mask.tolist()) for mask, _ in group_draws(data, 3, 50, 0)]
    assert len(set(drawn)) == len(drawn) == 50
    assert {sum(mask) for mask in drawn} == {6}
    for first, second in group_draws(data, 3, 50, 0, pairs=True):
        assert second is not None
        assert not (first & second).any()
        assert first.sum() == second.sum() == 6


def test_fragile_items_are_named() -> None:
    data = accord.labels([["a", "a", "a", "a"], ["a", "a", "b", "b"], ["a", "b", "b", "b"]])
    found = stability(data, 1)
    assert [(one.item, one.label, one.counts) for one in found.fragile] == [("2", "a|b", {"a": 2, "b": 2})]
    assert found.coin_tosses == 1
    assert found.fragile[0].change == pytest.approx(0.5)


@pytest.mark.parametrize("against", ["all", "disjoint"])
def test_intervals(against: Against, toy: accord.Labels) -> None:
    for resample in ("items", "annotators"):
        found = stability(toy, 3, against, resample=resample, replicates=200)
        again = stability(toy, 3, against, resample=resample, replicates=200)
        assert found.low < found.value < found.high
        assert (found.low, found.high) == (again.low, again.high)
        if resample == "annotators":  # copies of an annotator agree: without care the interval would lie too low
            assert abs((found.low + found.high) / 2 - found.value) < (found.high - found.low) / 4
        assert f"resample:{resample}" in str(found.signature)
    assert [one.code for one in found.diagnostics] == ["ACC115"]
    assert math.isnan(stability(toy, 3, against, confidence=None).low)


DEGENERATE = {
    "one category": [["a"] * 3] * 4,
    "all unanimous": [["a"] * 3, ["b"] * 3],
    "two annotators": [["a", "b"], ["a", "a"], ["b", "b"]],
    "ties everywhere": [["a", "b", "a", "b"]] * 5,
    "one item": [["a", "b", "a"]],
    "one annotator": [["a"], ["b"]],
}


@pytest.mark.parametrize("name", DEGENERATE)
@pytest.mark.parametrize("against", ["all", "disjoint"])
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_a_defined_value_or_a_clear_error(name: str, against: Against, k: int) -> None:
    rows = DEGENERATE[name]
    data = accord.labels(rows)
    if len(rows[0]) < (k if against == "all" else 2 * k):
        with pytest.raises(accord.DataError, match=rf"no item has more than {len(rows[0])} \[ACC140\]"):
            stability(data, k, against)
        return
    found = stability(data, k, against, replicates=50)
    assert 0 <= found.low <= found.value + CLOSE
    assert found.value <= found.high + CLOSE <= 1 + 2 * CLOSE
    if name in ("one category", "all unanimous"):
        assert found.value == 0
        assert found.low == found.high == 0
    if name == "one category":
        assert math.isnan(found.krr)
    if k == len(rows[0]) and against == "all":
        assert "ACC142" in [one.code for one in found.diagnostics]
    json.dumps(found.as_json(), allow_nan=False)


def test_everybody_always_ties() -> None:
    """Two of four said a: a group of two ties or not, and any label is as good."""
    found = stability(accord.labels(DEGENERATE["ties everywhere"]), 2)
    assert found.value == pytest.approx(0.5, abs=CLOSE)
    assert found.krr == pytest.approx(0, abs=CLOSE)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"k": 0}, "at least 1"),
        ({"k": True}, "at least 1"),
        ({"k": 2.0}, "at least 1"),
        ({"against": "some"}, "'all' or 'disjoint'"),
        ({"method": "guess"}, "'exact' or 'sample'"),
        ({"reference": "best"}, "there is no reference 'best'"),
        ({"reference": 3}, "neither a name nor a function"),
        ({"reference": "median"}, "ordered categories"),
        ({"reference": "mace", "method": "exact"}, "only vote and median are exact"),
        ({"confidence": 95}, "between 0 and 1"),
        ({"replicates": 0}, "at least 1"),
        ({"groups": 0}, "at least 1"),
        ({"seed": -1}, "at least 0"),
        ({"resample": "both"}, "'items' or 'annotators'"),
    ],
)
def test_wrong_calls(arguments: dict[str, Any], words: str, toy: accord.Labels) -> None:
    with pytest.raises(accord.UsageError, match=words):
        stability(toy, **arguments)


def test_median_is_the_default_of_ordered_categories() -> None:
    rows = [[1, 2, 3], [1, 1, 3], [2, 3, 3]]
    assert stability(accord.labels(rows, level="ordinal"), 1).reference == "median"
    assert stability(accord.labels(rows, level="nominal"), 1).reference == "vote"
    assert math.isnan(stability(accord.labels(rows, level="nominal"), 1).shift)


def test_many_items() -> None:
    """The patterns of counts are few, however many items there are."""
    rng = np.random.default_rng(0)
    few = rng.integers(4, size=(2_000, 5))
    many = np.tile(few, (50, 1))
    assert stability(accord.labels(many), 3).value == pytest.approx(stability(accord.labels(few), 3).value, abs=CLOSE)
