"""Whoever was given harder items is not blamed for them, and rare labels alone make no habit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
from scipy.stats import binom

from accord import Labels
from accord.diagnosis.labels.annotators import annotators
from accord.diagnosis.labels.ballots import Ballots
from accord.diagnosis.labels.habits import _chance, category_bias
from accord.diagnosis.labels.same_items import on_their_items
from untyped import accord


def three_of_six(hard: bool, worse: bool, seed: int = 1) -> Labels:
    """Six annotators, three for each of 600 items; F has the hard half only, or errs three times as often."""
    rng = np.random.default_rng(seed)
    rows = []
    for item in range(600):
        difficult = item % 2 == 0
        people = rng.permutation(5)[:3].tolist()
        if difficult:
            people[0] = 5
        error = 0.35 if hard and difficult else 0.05
        true = int(rng.integers(3))
        for who in people:
            errs = rng.random() < (0.4 if worse and who == 5 else error)
            rows.append((f"i{item}", "ABCDEF"[who], str((true + rng.integers(1, 3)) % 3 if errs else true)))
    frame = pl.DataFrame(rows, schema=["item", "annotator", "label"], orient="row")
    return accord.labels(frame, level="nominal")  # type: ignore[no-any-return]  # no types here


def kinds(labels: Labels) -> set[str]:
    return {one.kind for one in annotators(labels).findings()}


def test_harder_items_are_nobodys_fault() -> None:
    found = annotators(three_of_six(hard=True, worse=False))
    assert [found.left_out.annotators[one] for one in found.left_out.pulled_down()] == ["F"]
    assert "F" in found.on_their_items.at_home
    assert "outlying annotator" not in {one.kind for one in found.findings()}


def test_who_is_worse_on_the_same_items_is_named() -> None:
    found = annotators(three_of_six(hard=False, worse=True))
    assert "F" not in found.on_their_items.at_home
    assert {one.numbers["annotator"] for one in found.findings()} == {"F"}


def two_of_six(worse: bool, seed: int = 2) -> Labels:
    """Six annotators, two for each of 900 items; F errs often, or everybody does on the items of F."""
    rng = np.random.default_rng(seed)
    rows = []
    for item in range(900):
        people = rng.permutation(5)[:2].tolist()
        if item % 3 == 0:
            people[0] = 5
        for who in people:
            errs = rng.random() < ((0.6 if who == 5 else 0.05) if worse else (0.4 if 5 in people else 0.05))
            rows.append((f"i{item}", "ABCDEF"[who], str((item + rng.integers(1, 3) * errs) % 3)))
    frame = pl.DataFrame(rows, schema=["item", "annotator", "label"], orient="row")
    return accord.labels(frame, level="nominal")  # type: ignore[no-any-return]  # no types here


def test_of_two_labels_nothing_tells() -> None:
    pairs = accord.labels([["a", "a"], ["a", "b"], ["b", "b"]] * 30)
    found = on_their_items(Ballots.of(pairs))
    assert not found.at_home
    assert found.untold == {"A1", "A2"}


def test_with_two_labels_the_person_or_the_items_are_said() -> None:
    for worse in (True, False):
        found = annotators(two_of_six(worse)).findings()
        [one] = [one for one in found if one.numbers.get("annotator") == "F"]
        assert one.kind == "annotator or harder items"
        assert "third person" in one.action


def test_of_few_items_with_many_labels_a_person_is_named() -> None:
    """What cannot be told of fifteen items is not due to pairs."""
    rows = [["a", "a", "a", "a", "b"], ["b", "b", "b", "b", "a"], ["c", "c", "c", "c", "a"]] * 5
    assert on_their_items(Ballots.of(accord.labels(rows))).untold == frozenset()


def test_the_chance_of_so_many_labels_bounds_that_of_a_binomial() -> None:
    """Two annotators who differ on 20 items: each is as likely to have said either."""
    for number in (0, 3, 9, 10, 16, 20):
        rows = [["x", "y"]] * number + [["y", "x"]] * (20 - number) + [["x", "x"]] * 7
        ballots = Ballots.of(accord.labels(rows, level="nominal"))
        exact = min(1.0, 2 * min(binom.cdf(number, 20, 0.5), binom.sf(number - 1, 20, 0.5)))
        bound = _chance(ballots, 0, 0)
        assert exact <= bound + 1e-12
        assert bound <= 12 * exact


def test_rare_labels_dealt_at_random_are_seldom_a_habit() -> None:
    """Of thirteen annotators one or two say a category of their own: with the spread over items alone, all differ."""
    rung = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        rows = np.full((60, 13), "0")
        for row in rows:
            row[rng.choice(13, 6, replace=False)] = rng.choice(list("123456"), 6)
        rung += bool(category_bias(accord.labels(rows.tolist(), level="nominal")).notable())
    assert rung <= 2


def test_items_alike_count_as_often_as_they_are() -> None:
    once = three_of_six(hard=False, worse=True)
    twice = replace(once, weights=2 * once.weights)
    doubled = accord.labels([[*row] for row in [["a", "a", "b"], ["b", "b", "a"]] * 20])
    assert on_their_items(Ballots.of(twice)).at_home <= on_their_items(Ballots.of(once)).at_home
    assert on_their_items(Ballots.of(doubled)).at_home == {"A1", "A2"}
