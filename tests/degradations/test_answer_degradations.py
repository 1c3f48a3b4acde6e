"""Free answers: dropped, replaced, with words that do not belong there."""

from __future__ import annotations

import numpy as np
import pytest

from accord import DataError
from accord.annotations.answer_building import answers
from accord.annotations.answers import Answers
from accord.degradations import degrade
from accord.sweeping import sweep

WORDS = ["vide", "distance", "trou", "mur", "chat", "lac", "pont", "roi"]


def many() -> Answers:
    said: dict[str, object] = {str(item): {"R": [WORDS[item % 8], WORDS[(item + 3) % 8]]} for item in range(400)}
    return answers(said)


def test_shares_are_as_said() -> None:
    data = many()
    assert len(degrade(data, "drop", 0.3, annotators=4, seed=1)) / 4 == pytest.approx(800 * 0.7, abs=30)
    more = degrade(data, "noise", 0.5, annotators=1, seed=1)
    assert len(more) == pytest.approx(800 + 400 * 6 / 7, abs=40)  # one in seven words is there already
    other = degrade(data, "replace", 1.0, annotators=1, seed=1)
    kept = [set(other.given(item, 0)) & set(data.given(item, 0)) for item in range(400)]
    assert np.mean([len(one) for one in kept]) < 0.5


def test_answers_keep_their_order_and_are_not_repeated() -> None:
    made = degrade(many(), "noise", 0.5, annotators=2, seed=2)
    for item in range(30):
        given = made.given(item, 1)
        assert given[:2] == many().given(item, 0)
        assert len(set(given)) == len(given)


def test_the_reference_of_several_people_is_what_was_given_twice() -> None:
    data = answers({"1": {"A": ["a", "b"], "B": ["b"], "C": ["c", "b", "a"]}, "2": {"A": ["x"], "B": ["y"], "C": []}})
    made = degrade(data, "drop", 0.0, annotators=1)
    assert [made.given(item, 0) for item in range(2)] == [("b", "a"), ("x", "y")]
    assert degrade(data, "drop", 0.0, annotators=1, reference="C").given(0, 0) == ("c", "b", "a")
    counts = answers({"1": {"vide": 7, "distance": 3, "trou": 1}})
    assert degrade(counts, "drop", 0.0, annotators=1).given(0, 0) == ("vide", "distance")
    with pytest.raises(DataError, match="only counts"):
        degrade(counts, "drop", 0.1, reference="A")


def test_agreement_falls() -> None:
    made = sweep(many(), ["replace"], ["alpha", "pa"], magnitudes=[0, 0.5, 1], repeats=2, annotators=3)
    for measure in made.measures:
        means = made.curve("replace", measure).means
        assert means[0] == 1.0
        assert means[0] > means[1] > means[2] - 0.02
    assert abs(made.curve("replace", "alpha").means[2]) < 0.1
