"""Agreement on answers against a plain reading of the formulas, and where it has no value."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.annotations.answer_building import answers
from accord.annotations.answers import Answers
from accord.measures.answers.answer_sets import SIMILARITIES
from accord.measures.answers.dispersion import entropy
from accord.measures.answers.set_agreement import alpha, disagreement, item_agreement, pa
from accord.measures.record import BlockKernel, Measure, Undefined
from accord.results import UsageError

MEASURES = (entropy, pa, disagreement, alpha)
Content = dict[str, dict[str, list[str]]]
contents = st.dictionaries(
    st.sampled_from("123456"),
    st.dictionaries(st.sampled_from("ABCD"), st.lists(st.sampled_from("uvwxyz"), max_size=3, unique=True), min_size=1),
    min_size=1,
)


def value(measure: Measure, data: Answers, **parameters: object) -> float:
    kernel = measure.prepare(data, **parameters)
    assert isinstance(kernel, BlockKernel)
    assert kernel.drawn == "items"
    return float(kernel(np.ones((1, kernel.blocks)))["value"][0])


def alike(one: frozenset[str], other: frozenset[str], kind: str) -> float:
    """Straight from the definitions (Passonneau 2006)."""
    if one == other:
        return 1.0
    if kind == "dice":
        return 2 * len(one & other) / (len(one) + len(other))
    jaccard = len(one & other) / len(one | other)
    if kind == "jaccard":
        return jaccard
    nested, overlap = (0.67, 0.33) if kind == "masi_nltk" else (2 / 3, 1 / 3)
    return jaccard * (nested if one <= other or other <= one else overlap if one & other else 0.0)


def sets(content: Content) -> list[list[frozenset[str]]]:
    return [[frozenset(given) for given in inner.values()] for inner in content.values()]


def plain_agreement(content: Content, kind: str) -> float:
    means = []
    for several in sets(content):
        pairs = [alike(one, other, kind) for one, other in combinations(several, 2)]
        if pairs:
            means.append(sum(pairs) / len(pairs))
    return sum(means) / len(means) if means else math.nan


def plain_alpha(content: Content, kind: str) -> float:
    groups = [several for several in sets(content) if len(several) > 1]
    pool = [one for several in groups for one in several]
    within = sum(
        sum(1 - alike(one, other, kind) for one, other in permutations(several, 2)) / (len(several) - 1)
        for several in groups
    )
    between = sum(1 - alike(one, other, kind) for one, other in permutations(pool, 2)) / max(len(pool) - 1, 1)
    return 1 - within / between if between > 1e-12 else math.nan


def plain_entropy(content: Content) -> float:
    values = []
    for several in sets(content):
        counts = Counter(word for one in several for word in one)
        total = sum(counts.values())
        if total:
            bits = -sum(count / total * math.log(count / total) for count in counts.values())
            values.append(bits / math.log(total) if total > 1 else 0.0)
    return sum(values) / len(values) if values else math.nan


@given(contents, st.sampled_from(SIMILARITIES))
def test_all_measures_are_what_their_formulas_say(content: Content, kind: str) -> None:
    data = answers(content)
    wanted = plain_agreement(content, kind)
    if math.isnan(wanted):
        with pytest.raises(Undefined, match="two annotators"):
            value(disagreement, data, similarity=kind)
    else:
        assert value(disagreement, data, similarity=kind) == pytest.approx(1 - wanted, abs=1e-12)
        assert value(pa, data) == pytest.approx(plain_agreement(content, "jaccard"), abs=1e-12)
        assert value(alpha, data, similarity=kind) == pytest.approx(plain_alpha(content, kind), abs=1e-9, nan_ok=True)
    wanted = plain_entropy(content)
    if math.isnan(wanted):
        with pytest.raises(Undefined, match="no item has an answer"):
            value(entropy, data)
    else:
        assert value(entropy, data) == pytest.approx(wanted, abs=1e-12)


@given(contents, st.permutations("ABCD"), st.permutations("uvwxyz"))
def test_names_do_not_matter(content: Content, people: list[str], words: list[str]) -> None:
    who, word = dict(zip("ABCD", people, strict=True)), dict(zip("uvwxyz", words, strict=True))
    renamed = {
        item: {who[name]: [word[one] for one in given] for name, given in inner.items()}
        for item, inner in reversed(content.items())
    }
    for measure in MEASURES:
        found = []
        for one in (content, renamed):
            try:
                found.append(value(measure, answers(one)))
            except Undefined:
                found.append(math.nan)
        assert found[0] == pytest.approx(found[1], abs=1e-12, nan_ok=True)


@given(contents, st.lists(st.integers(0, 3), min_size=6, max_size=6))
def test_weights_are_repetitions(content: Content, repeats: list[int]) -> None:
    """The kernel with weights is the kernel of data in which items are repeated: what the bootstrap rests on."""
    data = answers(content)
    weights = np.array(repeats[: data.n_items], dtype=np.float64)
    chosen = [place for place, times in enumerate(repeats[: data.n_items]) for _ in range(times)]
    for measure in MEASURES:
        try:
            drawn = measure.prepare(data)(weights[None, :])["value"][0]
        except Undefined:
            continue
        try:
            wanted = value(measure, data.of_items(chosen))
        except Undefined:
            wanted = math.nan
        assert drawn == pytest.approx(wanted, abs=1e-9, nan_ok=True)


def test_perfect_agreement_is_one_however_many_answers() -> None:
    data = answers({str(item): {name: [f"a{item}", f"b{item}"] for name in "ABC"} for item in range(4)})
    assert value(pa, data) == value(alpha, data) == 1
    assert value(disagreement, data) == 0
    assert value(entropy, data) == pytest.approx(math.log(2) / math.log(6))


def test_by_hand() -> None:
    """A {vide}, B {vide, distance}, C nothing: J = 1/2, 0, 0; MASI of the nested pair 1/2 · 2/3."""
    data = answers({"1": {"A": ["vide"], "B": ["vide", "distance"], "C": []}})
    assert value(pa, data) == pytest.approx(1 / 6)
    assert value(disagreement, data) == pytest.approx(float(1 - Fraction(1, 9)))
    assert value(disagreement, data, similarity="dice") == pytest.approx(1 - 2 / 9)
    assert value(pa, data, empty="leave out") == pytest.approx(1 / 2)


def test_two_who_are_silent_agree_unless_they_are_left_out() -> None:
    data = answers({"1": {"A": [], "B": []}, "2": {"A": ["x"], "B": ["y"]}})
    assert value(pa, data) == pytest.approx(1 / 2)
    assert value(pa, data, empty="leave out") == 0
    assert np.isnan(item_agreement(data, empty="leave out")[0])


def test_a_single_answer_is_flagged() -> None:
    kernel = entropy.prepare(answers({"1": {"A": ["x"]}, "2": {"A": ["x"], "B": ["y"]}}))
    assert isinstance(kernel, BlockKernel)
    assert [one.code for one in kernel.diagnostics] == ["ACC171"]
    assert kernel(np.ones((1, 2)))["value"][0] == pytest.approx(0.5)


def test_counts_have_an_entropy_and_no_pairs() -> None:
    data = answers({"1": {"x": 2, "y": 1}})
    assert value(entropy, data) > 0
    for measure in (pa, disagreement, alpha):
        with pytest.raises(Undefined, match="only counts"):
            value(measure, data)


def test_unknown_parameters_are_refused() -> None:
    data = answers({"1": {"A": ["x"], "B": ["x"]}})
    with pytest.raises(UsageError, match="jaccard, dice, masi"):
        value(disagreement, data, similarity="cosine")
    with pytest.raises(UsageError, match="leave out"):
        value(pa, data, empty="ignore")


def test_three_hundred_thousand_answers_take_seconds() -> None:
    rng = np.random.default_rng(1)
    from accord.annotations.answer_columns import answers_from_columns

    items = np.repeat(np.arange(20_000), 15)
    words = rng.zipf(1.7, len(items)) % 5000
    data = answers_from_columns(
        item=[str(one) for one in items],
        annotator=[str(one) for one in np.tile(np.repeat(np.arange(5), 3), 20_000)],
        answer=[f"w{one}" for one in words],
    )
    for measure in MEASURES:
        kernel = measure.prepare(data)
        assert np.isfinite(
            kernel(rng.multinomial(20_000, np.full(20_000, 1 / 20_000), size=3).astype(float))["value"]
        ).all()
