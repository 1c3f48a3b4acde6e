"""What a reference says: labels, ties, gold, items to discuss, competence; and what it says of degenerate data."""

from __future__ import annotations

import json
import math

import numpy as np
import polars as pl
import pytest

from accord import Labels
from consensus.crowds import panel
from untyped import accord

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


def test_the_reference_of_a_scale_is_its_median() -> None:
    """It was the most frequent label: 1 for 1, 1, 3, 4, 5."""
    rows = [[1, 1, 3, 4, 5], [1, 1, 5, 5, 3], [2, 3, 4, 2, 5], [2, 4, 4, 4, 1]]
    for level in ("ordinal", "interval"):
        found = accord.reference(accord.labels(rows, level=level))
        assert (found.model, found.labels) == ("median", ["3", "3", "3", "4"])
        assert [one.probability for one in found] == [0.2, 0.2, 0.2, 0.6]
        assert [one.tied for one in found] == [1, 1, 1, 1]
    assert accord.reference(accord.labels(rows, level="nominal")).model == "majority"
    assert accord.reference(accord.labels(rows, level="ordinal"), "majority").labels == ["1", "1", "2", "4"]


def test_of_two_middle_labels_the_one_that_more_gave_to_the_item_is_the_reference() -> None:
    rows = [[1, 3, 3, 1, 1, 4], [2, 2, 4, 5], [2, 2, 4, 4], [1, 5, 2, 4], [4, 4, 4, 4]]
    found = accord.reference(accord.labels([row + [None] * (6 - len(row)) for row in rows], level="ordinal"))
    assert found.labels == ["1", "2", "4", "4", "4"]
    assert [one.tied for one in found] == [2, 2, 2, 2, 1]
    assert [one.second for one in found] == ["3", "4", "2", "2", None]


def test_the_reference_that_is_written_is_the_one_whose_stability_is_told() -> None:
    rng = np.random.default_rng(2)
    data = accord.labels(rng.integers(1, 6, (40, 5)).tolist(), level="ordinal")
    assert accord.stability(data, 5, confidence=None).value == 0  # all annotators give the reference of all
    told = accord.stability(data, 5, reference=lambda labels: accord.reference(labels).labels, groups=1)
    assert told.shares == pytest.approx(accord.stability(data, 5, confidence=None).shares)


def test_a_median_of_names_is_refused() -> None:
    with pytest.raises(accord.UsageError, match="ordered categories"):
        accord.reference(accord.labels([["a", "b"]], level="nominal"), "median")


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
    before = accord.reference(data, model)
    other = next(text for text in data.categories.texts if text != before.labels[0])
    found = accord.reference(data, model, gold={1: other, "2": before.labels[1]})
    assert found.labels[:2] == [other, before.labels[1]]
    assert [(one.gold, one.probability) for one in found][:2] == [(True, 1.0), (True, 1.0)]
    assert found.settings["gold"] == found.gold.sum() == 2
    assert {"1", "2"}.isdisjoint(one.item for one in found.to_discuss(below=1.0))
    assert found.probabilities is not None
    assert found.probabilities[0].tolist() == [float(text == other) for text in data.categories.texts]


@pytest.mark.parametrize("model", MODELS)
def test_gold_tells_annotators_apart_where_votes_cannot(model: str) -> None:
    """Two annotators who never agree: without gold nothing says who is right."""
    rows = [["a", "b"], ["b", "a"]] * 20
    gold = {str(row + 1): rows[row][1] for row in range(20)}
    found = accord.reference(accord.labels(rows), model, gold=gold)
    first, second = found.competence
    assert first.value < second.value
    if model != "majority":
        assert found.labels == [row[1] for row in rows]
        assert found.spammers() == ["A1"]


def test_gold_of_an_item_that_nobody_labelled() -> None:
    data = accord.labels([["a", "a"], ["b", "b"], [None, None], ["a", "b"]], items=[*"wxyz"])
    for model in MODELS:
        found = accord.reference(data, model, gold={"y": "b"})
        assert found.labels[2] == "b"
        assert found.probabilities is not None
        assert found.probabilities[2].tolist() == [0, 1]


def test_gold_that_does_not_fit() -> None:
    data = accord.labels([["a", "a"], ["b", "b"]])
    with pytest.raises(accord.UsageError, match="not a category"):
        accord.reference(data, gold={"1": "c"})
    with pytest.raises(accord.UsageError, match="none of the gold items"):
        accord.reference(data, gold={"7": "a"})
    (note,) = accord.reference(data, gold={"1": "a", "7": "a"}).diagnostics
    assert note.code == "ACC118"
    with pytest.raises(accord.UsageError, match="stands for several"):
        accord.reference(accord.contingency([[2, 1], [0, 2]]), gold={"1": "1"})


DEGENERATE = {
    "no items": (accord.labels(np.zeros((0, 3))), "there is no label"),
    "all missing": (accord.labels([[None, None], [None, None]]), "there is no label"),
    "one category": (accord.labels([["a", "a"], ["a", None]]), "all labels are 'a'"),
    "one annotator": (accord.labels([["a"], ["b"], [None]]), "one annotator gave all labels"),
    "one annotator of two": (accord.labels([["a", None], ["b", None]]), "one annotator gave all labels"),
    "no item twice": (accord.labels([["a", None], [None, "b"]]), "no item has labels of two annotators"),
}


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("case", DEGENERATE)
def test_degenerate_data_give_the_vote_and_a_reason(case: str, model: str) -> None:
    data, reason = DEGENERATE[case]
    found = accord.reference(data, model)
    if model != "majority":
        assert found.undefined == reason
        assert all(math.isnan(one.value) for one in found.competence)
        assert found.spammers() == []
    expected = [None if size == 0 else data.categories.texts[data.codes[start]] for size, start in _first(data)]
    assert found.labels == expected
    assert found.to_discuss() == []
    assert len(list(found)) == data.n_rows
    json.dumps(found.as_json(), allow_nan=False)
    assert repr(found)
    assert found._repr_html_()


def _first(data: Labels) -> list[tuple[int, int]]:
    return list(zip(data.sizes.tolist(), data.starts[:-1].tolist(), strict=True))


@pytest.mark.parametrize("model", MODELS)
def test_one_item_and_a_category_that_nobody_uses(model: str) -> None:
    one = accord.reference(accord.labels([["a", "a", "b"]]), model)
    assert one.labels == ["a"]
    unused = accord.labels([["a", "b"], ["b", "b"], ["a", "a"]], categories=["a", "b", "never"])
    found = accord.reference(unused, model)
    assert "never" not in found.labels
    assert found.labels[1:] == ["b", "a"]


def test_dawid_skene_knows_no_error_rates_of_a_category_that_no_item_has() -> None:
    data = accord.labels([["a", "b"], ["b", "b"], ["a", "a"]], categories=["a", "b", "never"])
    confusion = accord.reference(data, "dawid_skene").confusion
    assert confusion is not None
    assert np.isnan(confusion[:, 2]).all()
    np.testing.assert_allclose(confusion[:, :2].sum(axis=2), 1)


def test_an_annotator_without_labels_has_no_competence() -> None:
    data = accord.labels([["a", "a", None], ["b", "b", None], ["a", "b", None]])
    for model in MODELS:
        found = accord.reference(data, model)
        last = found.competence[2]
        assert last.labels == 0
        assert math.isnan(last.value)
        assert math.isnan(last.accuracy)
        assert found.spammers() in ([], ["A1"], ["A2"], ["A1", "A2"])


def test_unknown_annotators_can_only_be_voted_on() -> None:
    data = accord.counts([[3, 1, 0], [2, 0, 2]])
    found = accord.reference(data)
    assert (found.labels, found.competence) == (["1", "1"], ())
    assert found.to_discuss()[0].said == ((None, "1"), (None, "1"), (None, "3"), (None, "3"))
    with pytest.raises(accord.UsageError, match="annotators are unknown"):
        accord.reference(data, "mace")


def test_wrong_calls() -> None:
    data = accord.labels([["a", "b"], ["b", "b"]])
    with pytest.raises(accord.UsageError, match="the models are"):
        accord.reference(data, "oracle")
    with pytest.raises(accord.UsageError, match="takes labels, and these are spans"):
        accord.reference(accord.spans([("A", 0, 1, "x")]))
    for option, value in {"smoothing": -1.0, "confidence": 1.0, "max_iterations": 0, "restarts": -1}.items():
        with pytest.raises(accord.UsageError, match=option):
            accord.reference(data, "mace", **{option: value})


def test_too_many_categories_for_a_model_are_refused_and_voted_on() -> None:
    data = accord.labels(np.arange(20_000.0).reshape(10_000, 2))
    assert accord.reference(data).probabilities is None
    with pytest.raises(accord.UsageError, match="too many to hold"):
        accord.reference(data, "dawid_skene")


def test_too_few_iterations_are_told() -> None:
    data, _ = panel(0)
    found = accord.reference(data, "dawid_skene", max_iterations=2)
    assert (found.converged, found.iterations) == (False, 2)
    assert [note.code for note in found.diagnostics] == ["ACC119"]


# ---- planted spammers: panels of 7 annotators who know 60 to 90 % of the answers and 3 who do not look.
# Over seeds 0 to 99 and both distributions of the categories below, the models find 98 to 99 % of the spammers, the
# vote 80 to 83 %; of the 700 good annotators none is suspected, neither with spammers among them nor without.


@pytest.mark.parametrize("shares", [(0.4, 0.35, 0.25), (0.8, 0.15, 0.05)], ids=str)
@pytest.mark.parametrize("model", MODELS)
def test_planted_spammers_are_found(model: str, shares: tuple[float, ...]) -> None:
    found, suspected = 0, 0
    for seed in range(10):
        made = accord.reference(panel(seed, shares=shares)[0], model)
        spammers = made.spammers()
        found += len({"A8", "A9", "A10"}.intersection(spammers))
        suspected += len(set(spammers) - {"A8", "A9", "A10"})
        competence = [one.value for one in made.competence]
        if model != "majority":
            assert max(competence[7:]) < min(competence[:7])
    assert suspected == 0
    assert found >= (20 if model == "majority" else 27)


@pytest.mark.parametrize("model", MODELS)
def test_nobody_is_suspected_where_all_look(model: str) -> None:
    for seed in range(10):
        assert accord.reference(panel(seed, spammers=0)[0], model).spammers() == []


def test_intervals_of_accuracy_nearly_cover_it() -> None:
    """95 % intervals take the probabilities for the truth: over 100 seeds they covered 92 to 94 %."""
    inside = total = 0
    for seed in range(20):
        data, accuracy = panel(seed)
        for one, true in zip(accord.reference(data, "dawid_skene").competence, accuracy.tolist(), strict=False):
            inside += one.low <= true <= one.high
            total += 1
    assert 0.85 <= inside / total <= 0.98


def test_a_model_unlike_the_vote_is_told() -> None:
    """Annotators who label at random: what a model takes for competence is chance."""
    rng = np.random.default_rng(3)
    noise = accord.labels(rng.choice(list("abcd"), (80, 4)).tolist(), level="nominal")
    found = accord.reference(noise, "dawid_skene")
    voted = accord.reference(noise, "majority")
    differing = sum(one != other for one, other in zip(found.labels, voted.labels, strict=True))
    assert differing >= 16
    assert [one.code for one in found.diagnostics if one.code == "ACC522"] == ["ACC522"]
    assert f"{differing / 80:.0%}" in str(next(one for one in found.diagnostics if one.code == "ACC522"))
    agreed = accord.labels([[label] * 4 for label in "abcd" * 20], level="nominal")
    assert "ACC522" not in {one.code for one in accord.reference(agreed, "dawid_skene").diagnostics}
