"""The fixed rule, its three sentences, the reference, where models are off, and how steady they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from accord.admission.shared_errors import worth
from accord.admission.verdict import verdict
from accord.annotations import Labels
from accord.reproducibility.fixed_votes import votes_beside_fixed
from accord.reproducibility.median_vote import hypergeometric_medians, median, medians_beside_fixed
from accord.reproducibility.vote_distribution import hypergeometric_votes, vote
from accord.results.arrays import Floats, Ints
from admission.simulated import judged, panel, said
from untyped import accord


@pytest.fixture(scope="module")
def candidate() -> object:
    return judged(panel(0, people=4, items=80, rates=(0.05, 0.25)))


@pytest.mark.parametrize(
    ("passes", "low", "high", "ties", "word"),
    [
        (True, -0.02, 0.04, 0.1, "admitted"),
        (True, -0.09, 0.01, 0.5, "admitted"),  # not below the margin at 95 %, ties at most half
        (True, -0.02, 0.04, 0.51, "cannot tell"),
        (True, -0.02, 0.04, float("nan"), "cannot tell"),
        (True, -0.2, -0.06, 0.1, "cannot tell"),
        (False, -0.2, -0.06, 0.1, "refused"),
        (False, -0.2, -0.04, 0.1, "cannot tell"),
        (None, -0.04, 0.1, 0.1, "admitted"),  # the panel alone has to show it
        (None, -0.06, 0.1, 0.1, "cannot tell"),
        (None, -0.3, -0.06, 0.1, "refused"),
    ],
)
def test_the_rule(candidate: object, passes: bool | None, low: float, high: float, ties: float, word: str) -> None:
    test = replace(candidate.test, passes=passes, ties_apart=ties)  # type: ignore[attr-defined]
    beside = replace(candidate.panel, low=low, high=high, margin=0.05)  # type: ignore[attr-defined]
    found = verdict(test, beside)
    assert found.word == word
    assert found.panel_alone == (passes is None)
    assert bool(found.settles) == (word == "cannot tell")


def test_a_model_like_a_person_and_one_that_errs_more() -> None:
    """Two draws; the deep tests count many."""
    assert judged(panel(11)).verdict.word == "admitted"
    assert judged(panel(11, more=0.3)).verdict.word == "refused"


def test_the_sentences_name_people_the_reference_and_categories() -> None:
    rng = np.random.default_rng(4)
    truth = rng.integers(3, size=150)
    people = [said(rng, truth, 0.15, 3) for _ in range(4)]
    model = np.where(rng.random(150) < 0.4, 2, people[0])
    rows = np.array(list("abc"))[np.stack([*people, model], axis=1)].tolist()
    found = accord.admit(rows, "llm", annotators=["A", "B", "C", "D", "llm"], replicates=100)
    first, second, third = found.sentences("llm")
    assert "of 4 people would be admitted by the same rule" in first
    assert "α is" in first
    assert "In the place of one person llm changes" in second
    assert "over-uses 'c'" in third
    assert "alone against all people on" in third
    over = [one.category for one in found["llm"].categories if one.over_used]
    assert over == ["c"]


def by_enumeration(counts: Ints, fixed: Ints, k: int, rule: Callable[[Ints], Floats] = vote) -> Floats:
    labels = np.repeat(np.arange(len(counts)), counts)
    votes = [
        rule(np.bincount(labels[list(some)], minlength=len(counts)) + fixed)
        for some in combinations(range(len(labels)), k)
    ]
    return np.asarray(np.mean(votes, axis=0))


@pytest.mark.parametrize("seed", range(12))
def test_votes_of_people_beside_models_are_exact(seed: int) -> None:
    rng = np.random.default_rng(seed)
    size, k = int(rng.integers(2, 5)), int(rng.integers(1, 4))
    counts, fixed = rng.integers(0, 4, size=(3, size)), rng.integers(0, 3, size=(3, size))
    counts[:, 0] += k
    made = votes_beside_fixed(counts, fixed, k)
    assert made == pytest.approx(np.array([by_enumeration(*one, k) for one in zip(counts, fixed, strict=True)]))
    assert votes_beside_fixed(counts, 0 * fixed, k) == pytest.approx(hypergeometric_votes(counts, k))
    made = medians_beside_fixed(counts, fixed, k)
    by_hand = [by_enumeration(*one, k, median) for one in zip(counts, fixed, strict=True)]
    assert made == pytest.approx(np.array(by_hand))
    assert medians_beside_fixed(counts, 0 * fixed, k) == pytest.approx(hypergeometric_medians(counts, k))


def test_ordered_labels_have_their_median_as_reference() -> None:
    rows = [[1, 1, 5, 5], [2, 3, 4, 1], [4, 4, 4, 4]]
    found = accord.admit(rows, "m", annotators=["x", "y", "z", "m"], level="interval", min_items=1, replicates=10)
    changed = found["m"].reference
    # s1 (median 1) becomes 5 where m stands in for x or y; s2 (3) becomes 2 where m stands in for y or z
    assert changed.rule == "median"
    assert changed.replaced.value == pytest.approx(4 / 9)
    assert "of the reference (the median; another person" in found.sentences("m")[1]


def test_the_reference_changes_as_counted_by_hand() -> None:
    rows = [["a", "a", "a", "b"], ["a", "a", "b", "b"], ["b", "b", "b", "b"]]
    found = accord.admit(rows, "m", annotators=["x", "y", "z", "m"], min_items=1, replicates=10)
    changed = found["m"].reference
    # s1 never changes; s2 (2 a : 1 b) becomes b where m stands in for x or y; beside all it is a tie of a and b
    assert changed.replaced.value == pytest.approx(2 / 9)
    assert changed.added.value == pytest.approx(0.5 / 3)
    assert changed.left_out == pytest.approx((0.5 + 0.5) / 9)


def test_a_model_alone_against_all_people_is_listed() -> None:
    rows = [["a", "a", "a", "b"], ["a", "a", "b", "b"], ["b", "b", "b", "b"], ["a", "a", None, "c"]]
    data = accord.labels(rows, annotators=["x", "y", "z", "m"], items=["s1", "s2", "s3", "s4"], models=["m"], only="*")
    alone = accord.admit(data, replicates=5)["m"].alone
    assert [(one.item, one.model, one.people, one.number) for one in alone] == [
        ("s1", "b", "a", 3),
        ("s4", "c", "a", 2),
    ]


def test_a_model_that_never_uses_a_rare_category_is_not_accused() -> None:
    rng = np.random.default_rng(0)
    people = np.where(rng.random((100, 5)) < 0.01, "rare", "usual")
    rows = [[*row, "usual"] for row in people.tolist()]
    found = accord.admit(rows, "m", annotators=[*"abcde", "m"], replicates=5)
    assert not any(one.under_used or one.over_used for one in found["m"].categories)


def runs() -> Labels:
    """A model asked three times: the first label is right, one later one is not in every fourth item."""
    lines = []
    for item in range(40):
        truth = "ab"[item % 2]
        lines += [(f"s{item}", who, truth) for who in ("A", "B", "C")]
        lines += [(f"s{item}", "llm", truth), (f"s{item}", "llm", truth)]
        lines.append((f"s{item}", "llm", "ba"[item % 2] if item % 4 == 0 else truth))
    import polars

    frame = polars.DataFrame(lines, schema=["item", "annotator", "label"], orient="row")
    made: Labels = accord.read(frame, models=["llm"], only="*")
    return made


def test_all_runs_count_for_steadiness_and_the_first_for_agreement() -> None:
    found = accord.admit(runs(), replicates=20)
    one = found["llm"].steadiness
    assert found["llm"].rho == 1
    assert (one.items, one.runs) == (40, 3)
    assert one.unanimous == pytest.approx(0.75)
    assert one.same == pytest.approx(0.75 + 0.25 / 3)
    assert one.variation == pytest.approx(0.25 / 3)
    assert one.variation_of_person == 0
    # q = (count + ½) / (runs + C / 2): 3.5 / 4 where all agree, 2.5 / 4 elsewhere
    assert one.cross_entropy == pytest.approx(-(0.75 * np.log2(3.5 / 4) + 0.25 * np.log2(2.5 / 4)))


def test_effective_numbers() -> None:
    """Six models with one mind are worth one; six who err independently are worth six."""
    assert worth(np.array([1.0, 0.0]), 6).tolist() == [1.0, 6.0]
    rng = np.random.default_rng(2)
    truth = rng.integers(4, size=300)
    people = [said(rng, truth, 0.2, 4) for _ in range(5)]
    one = said(rng, truth, 0.25, 4)
    copies = [np.where(rng.random(300) < 0.05, said(rng, truth, 0.25, 4), one) for _ in range(6)]
    rows = np.array(list("abcd"))[np.stack([*people, *copies], axis=1)].tolist()
    names = [*"ABCDE", *(f"m{number}" for number in range(6))]
    found = accord.admit(rows, "m*", annotators=names, replicates=50)
    numbers = {one.group: one for one in found.errors.numbers}
    assert numbers["models"].value < 1.5
    assert numbers["people"].value > 4
    assert numbers["models"].low <= numbers["models"].value <= numbers["models"].high
    assert found.errors.pairs[0].correlation > 0.7


def test_several_models_are_ranked_and_differences_that_are_none_are_called_so() -> None:
    rng = np.random.default_rng(3)
    truth = rng.integers(3, size=200)
    columns = [said(rng, truth, rate, 3) for rate in (0.15, 0.15, 0.15, 0.15, 0.15, 0.6)]
    rows = np.array(list("abc"))[np.stack(columns, axis=1)].tolist()
    found = accord.admit(rows, ["m1", "m2", "bad"], annotators=["A", "B", "C", "m1", "m2", "bad"], replicates=300)
    assert found.ranking[-1] == "bad"
    none = {(one.first, one.second) for one in found.differences if one.is_none}
    assert {frozenset(pair) for pair in none} == {frozenset({"m1", "m2"})}


def test_many_models_are_told_apart_whatever_the_number_of_replicates() -> None:
    """Ten models have 45 differences; shares of 200 replicates, times 45, would all be above .2."""
    rng = np.random.default_rng(5)
    truth = rng.integers(3, size=300)
    rates = (0.1, 0.1, 0.1, *np.linspace(0.1, 0.7, 10))
    rows = np.array(list("abc"))[np.stack([said(rng, truth, rate, 3) for rate in rates], axis=1)].tolist()
    names = ["A", "B", "C", *(f"m{number}" for number in range(10))]
    found = accord.admit(rows, "m*", annotators=names, replicates=200)
    sure = {(one.first, one.second) for one in found.differences if not one.is_none}
    assert ("m0", "m9") in sure
    assert 20 < len(sure) < 45
