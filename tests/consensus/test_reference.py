"""What a reference says: labels, ties, gold, items to discuss, competence; and what it says of degenerate data."""

from __future__ import annotations

import json
import math

import numpy as np
import polars as pl
import pytest

import accord
from consensus.crowds import panel

MODELS = ("majority", "dawid_skene", "mace", "glad")


def test_ties_are_told_and_go_to_the_more_frequent_category() -> None:
    data = accord.labels([["b", "a"], ["b", "b"], ["c", "c"], ["b", "c"], [None, None]])
    found = accord.reference(data)
    assert found.labels == ["b", "b", "c", "b", None]
    assert [one.tied for one in found] == [2, 1, 1, 2, 1]
    assert [one.probability for one in found][:4] == [0.5, 1, 1, 0.5]
    first, second = found.to_discuss()
    assert (first.item, first.label, first.second) == ("1", "b", "a")
    assert first.said == (("A1", "b"), ("A2", "a"))
    assert second.item == "4"


def test_agreement_with_the_vote_shares_ties() -> None:
    found = accord.reference(accord.labels([["a", "a", "b"], ["a", "b", None], ["c", "c", "c"]]))
    assert [one.value for one in found.competence] == pytest.approx([2.5 / 3, 2.5 / 3, 0.5])


def test_items_to_discuss_come_least_certain_first_with_texts() -> None:
    frame = pl.DataFrame(
        {
            "item": ["s1"] * 3 + ["s2"] * 4 + ["s3"] * 4,
            "annotator": [*"ABC", *"ABCD", *"ABCD"],
            "label": [*"xxy", *"xxyy", *"xxxx"],
            "text": ["one"] * 3 + ["two"] * 4 + ["three"] * 4,
        }
    )
    found = accord.reference(accord.labels(frame))
    assert [(one.item, one.text) for one in found.to_discuss()] == [("s2", "two"), ("s1", "one")]
    assert [one.item for one in found.to_discuss(limit=1)] == ["s2"]
    assert [one.item for one in found.to_discuss(below=0.6)] == ["s2"]


@pytest.mark.parametrize("model", MODELS)
def test_gold_is_fixed_and_not_discussed(model: str) -> None:
    data, _ = panel(2, items=60)
    before = accord.reference(data, model)  # type: ignore[arg-type]
    other = next(text for text in data.categories.texts if text != before.labels[0])
    found = accord.reference(data, model, gold={1: other, "2": before.labels[1]})  # type: ignore[arg-type]
    assert found.labels[:2] == [other, before.labels[1]]
    assert [(one.gold, one.probability) for one in found][:3:2] == [(True, 1.0), (False, next(iter(found)).probability)] or (
        next(iter(found)).gold and next(iter(found)).probability == 1.0
    )
    assert {"1", "2"}.isdisjoint(one.item for one in found.to_discuss(below=1.0))
    assert found.probabilities is not None
    assert found.probabilities[0].tolist() == [float(text == other) for text in data.categories.texts]
