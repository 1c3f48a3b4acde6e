"""Measures of segmentations, against gold values of segeval and nltk, and against their definitions slot by slot."""

from __future__ import annotations

import json
import math
from itertools import accumulate, combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.annotations.spans import Spans
from accord.results import Expression
from shared_files import ABSENT, GOLD
from untyped import accord

NAMES = (
    "window_diff",
    "pk",
    "window_diff_corrected",
    "pk_corrected",
    "segmentation_similarity",
    "boundary_similarity",
    "boundary_kappa",
    "generalized_hamming",
)
GOLDEN = GOLD / "spans.json"
SEGEVAL = {
    "pi_B": 0.5198412698412699,
    "kappa_B": 0.520183019827148,
    "pi_S": 0.8981481481481481,
    "kappa_S": 0.898220640569395,
}
Slots = list[set[int]]
"""Of one document: the slots of each annotator."""


def value(data: Spans, name: str, **parameters: object) -> float:
    return float(accord.measure(data, Expression(name, **parameters), confidence=None))


def of(documents: list[Slots], length: int = 12) -> Spans:
    units = {
        f"d{number}": [
            (who, *segment, "s")
            for who, own in zip("ABCD", slots, strict=False)
            for segment in pairwise([0, *sorted(own), length])
        ]
        for number, slots in enumerate(documents)
    }
    made: Spans = accord.spans(units, length=length)
    return made


def of_masses(*masses: list[int]) -> Spans:
    return of([[set(accumulate(one[:-1])) for one in masses]], sum(masses[0]))


def of_bits(*bits: str) -> Spans:
    return of([[{place + 1 for place, bit in enumerate(one) if bit == "1"} for one in bits]], len(bits[0]) + 1)


# ---- published and peers


def test_fournier_2013() -> None:
    """The nine units of his examples: a full miss, a near miss of neighbouring slots, and one of two slots."""
    assert value(of_masses([5, 6], [11]), "boundary_similarity") == 0
    assert value(of_masses([5, 6], [4, 7]), "boundary_similarity") == 0.5
    assert value(of_masses([5, 6], [3, 8]), "boundary_similarity") == 0
    assert value(of_masses([5, 6], [3, 8]), "boundary_similarity", near=3) == pytest.approx(1 / 3)


@pytest.mark.skipif(not GOLDEN.exists(), reason=ABSENT)
def test_gold_of_segeval_and_nltk() -> None:
    cases = json.loads(GOLDEN.read_text())["segmentation"]
    for case in cases["segeval"]:
        data = of_masses(case["ref"], case["hyp"])
        for name in ("segmentation_similarity", "boundary_similarity"):
            assert value(data, name) == pytest.approx(case[name], abs=1e-12)
        for name in ("pk", "window_diff"):
            assert value(data, name, reference="A") == pytest.approx(case[name], abs=1e-12)
    for case in cases["nltk"]:
        first, second = (case[key] for key in (("seg1", "seg2") if "seg1" in case else ("ref", "hyp")))
        data = of_bits(first, second)
        if "windowdiff" in case:
            asked = {"reference": "A", "window": case["k"]}
            assert value(data, "window_diff", **asked) == pytest.approx(case["windowdiff"])
            assert value(data, "pk", **asked) == pytest.approx(case["pk"])
            assert value(data, "generalized_hamming") == case["ghd"]
        else:
            names = (("insertion", "ins_cost"), ("deletion", "del_cost"), ("shift", "shift_cost_coeff"))
            costs = {name: case[key] for name, key in names}
            assert value(data, "generalized_hamming", reference="A", **costs) == case["ghd"]


# ---- against their definitions

SLOTS = st.lists(st.lists(st.sets(st.integers(1, 11), max_size=8), min_size=3, max_size=3), min_size=1, max_size=2)


def windows(first: set[int], second: set[int], counted: bool, length: int = 12) -> tuple[int, int]:
    size = max(2, round(length / (2 * (len(first) + 1))))
    pairs = [
        tuple(len([slot for slot in own if start < slot <= start + size]) for own in (first, second))
        for start in range(length - size)
    ]
    return sum((a != b) if counted else bool(a) != bool(b) for a, b in pairs), len(pairs)


@settings(max_examples=40)
@given(SLOTS)
def test_windows_are_those_of_the_definition(documents: list[Slots]) -> None:
    data = of(documents)
    for name, counted in (("window_diff", True), ("pk", False)):
        ratios = []
        for one, other in [pair for both in combinations(range(3), 2) for pair in (both, both[::-1])]:
            found = [windows(slots[one], slots[other], counted) for slots in documents]
            ratios.append(sum(above for above, _ in found) / sum(below for _, below in found))
        assert value(data, name) == pytest.approx(sum(ratios) / len(ratios))


def least_cost(wanted: list[int], given: list[int], insertion: float, deletion: float, shift: float) -> float:
    if not wanted or not given:
        return len(wanted) * insertion + len(given) * deletion
    return min(
        least_cost(wanted[1:], given, insertion, deletion, shift) + insertion,
        least_cost(wanted, given[1:], insertion, deletion, shift) + deletion,
        least_cost(wanted[1:], given[1:], insertion, deletion, shift) + shift * abs(wanted[0] - given[0]),
    )


@settings(max_examples=25)
@given(st.lists(st.sets(st.integers(1, 11), max_size=5), min_size=2, max_size=2))
def test_hamming_is_the_cheapest_way(slots: Slots) -> None:
    wanted, have = map(sorted, slots)
    costs = (2.5, 1.5, 0.75)
    found = value(of([slots]), "generalized_hamming", reference="A", insertion=2.5, deletion=1.5, shift=0.75)
    assert found == least_cost(wanted, have, *costs)
    other = value(of([slots]), "generalized_hamming", insertion=2.5, deletion=1.5, shift=0.75)
    assert other == (found + least_cost(have, wanted, *costs)) / 2


@settings(max_examples=40)
@given(SLOTS)
def test_boundary_kappa_is_kappa_of_slots(documents: list[Slots]) -> None:
    for chance, name in (("kappa", "kappa"), ("pi", "pi")):
        values = []
        for one, other in combinations(range(3), 2):
            rows = [
                ["yn"[slot in slots[one]], "yn"[slot in slots[other]]] for slots in documents for slot in range(1, 12)
            ]
            values.append(float(accord.measure(accord.labels(rows, level="nominal"), name, confidence=None)))
        known = [one for one in values if not math.isnan(one)]
        expected = sum(known) / len(known) if known else math.nan
        assert value(of(documents), "boundary_kappa", chance=chance) == pytest.approx(expected, nan_ok=True)


@settings(max_examples=40)
@given(st.sets(st.integers(1, 11), min_size=1), st.sets(st.integers(1, 11), min_size=1))
def test_near_misses_are_paired_from_left_to_right(first: set[int], second: set[int]) -> None:
    """Neighbouring slots of which one annotator has this one and the other that one, each slot once."""
    apart = sorted(first ^ second)
    moved, place = 0, 0
    while place < len(apart):
        near = place + 1 < len(apart) and apart[place + 1] - apart[place] == 1
        if near and (apart[place] in first) != (apart[place + 1] in first):
            moved, place = moved + 1, place + 1
        place += 1
    added, matched = len(apart) - 2 * moved, len(first & second)
    data = of([[first, second]])
    assert value(data, "segmentation_similarity") == pytest.approx(1 - (added + moved / 2) / 11)
    assert value(data, "boundary_similarity") == pytest.approx(1 - (added + moved / 2) / (added + moved + matched))


def test_corrected_for_chance_of_segeval() -> None:
    """fleiss_pi_linear and fleiss_kappa_linear of segeval 2.0.11 on two texts by three annotators."""
    slots = [[{2, 5}, {2, 6}, {3, 5}], [{4}, {4, 8}, {4, 9, 10}]]
    expected = {
        ("boundary_similarity", "pi"): SEGEVAL["pi_B"],
        ("boundary_similarity", "kappa"): SEGEVAL["kappa_B"],
        ("segmentation_similarity", "pi"): SEGEVAL["pi_S"],
        ("segmentation_similarity", "kappa"): SEGEVAL["kappa_S"],
    }
    for (name, chance), known in expected.items():
        assert value(of(slots), name, chance=chance) == pytest.approx(known, abs=1e-12)


# ---- habits


def test_perfect_agreement_and_chance() -> None:
    alike = of([[{3, 7}] * 3, [{5}] * 3])
    for name in NAMES:
        assert value(alike, name) == (0 if name in ("window_diff", "pk", "generalized_hamming") else 1)
    random = np.random.default_rng(5)
    drawn = [[set((1 + np.flatnonzero(random.random(11) < 0.25)).tolist()) for _ in range(3)] for _ in range(100)]
    for name in ("window_diff_corrected", "pk_corrected", "boundary_kappa"):
        for chance in ("kappa", "pi"):
            assert abs(value(of(drawn), name, chance=chance)) < 0.15


@pytest.mark.parametrize("name", NAMES)
def test_degenerate_data(name: str) -> None:
    alone = accord.spans([("A", 0, 4, "x")], annotators=["A"], length=9)
    assert "two annotators" in str(accord.measure(alone, name).undefined)
    seconds = accord.spans([("A", 0, 1.5, "x"), ("B", 0, 2.5, "x")], length=9)
    assert "whole numbers" in str(accord.measure(seconds, name).undefined)
    short = accord.spans([("A", 0, 1, "x"), ("B", 0, 1, "x")], length=1)
    assert "two positions" in str(accord.measure(short, name).undefined)
    none = accord.measure(of([[set(), set()]]), name, confidence=None)
    if name in ("window_diff", "pk", "generalized_hamming"):
        assert none.value == 0
    elif name == "segmentation_similarity":
        assert none.value == 1
    else:
        assert "nobody set a boundary" in str(none.undefined)


def test_neither_order_nor_names_matter() -> None:
    documents = [[{2, 5}, {2, 6}, {3, 5}], [{4}, {4, 8}, {4, 9, 10}], [set(), {1}, {11}]]
    data, turned = of(documents), of([[slots[2], slots[0], slots[1]] for slots in reversed(documents)])
    for name in NAMES:
        assert value(turned, name) == pytest.approx(value(data, name), abs=1e-12)


def test_unknown_parameters_are_refused() -> None:
    data = of([[{2}, {3}]])
    for name, given_ in (
        ("window_diff", {"window": 0}),
        ("pk", {"reference": "Z"}),
        ("boundary_kappa", {"chance": "x"}),
    ):
        with pytest.raises(accord.UsageError):
            value(data, name, **given_)
    for name, given_ in (("boundary_similarity", {"near": 0}), ("generalized_hamming", {"shift": -1})):
        with pytest.raises(accord.UsageError):
            value(data, name, **given_)


@pytest.mark.parametrize("each", ["token", "sentence"])
def test_tokens_and_sentences_of_texts_are_positions(each: str) -> None:
    """The same as segments that are given in numbers of tokens or sentences."""
    rng = np.random.default_rng(4)
    by_place, by_number, texts = {}, {}, {}
    for document in range(4):
        words = ["x" * length for length in rng.integers(1, 8, 30)]
        gap = " " if each == "token" else "\n"
        texts[f"d{document}"] = gap.join(words)
        begins = np.concatenate(([0], np.cumsum([len(word) + 1 for word in words])))
        cuts = [
            (who, [0, *np.sort(rng.choice(np.arange(1, 30), 5, replace=False)).tolist(), 30]) for who in ("A", "B", "C")
        ]
        pieces = [(who, low, high) for who, at in cuts for low, high in pairwise(at)]
        by_number[f"d{document}"] = [(who, low, high, "s") for who, low, high in pieces]
        by_place[f"d{document}"] = [(who, int(begins[low]), int(begins[high]) - 1, "s") for who, low, high in pieces]
    placed = accord.spans(by_place, texts=texts)
    numbered = accord.spans(by_number, length=30)
    for name in NAMES:
        expected = accord.measure(numbered, name, confidence=None).value
        found = accord.measure(placed, f"{name}(between='{each}')", confidence=None).value
        assert found == pytest.approx(expected, abs=1e-12)


def test_tokens_need_texts() -> None:
    data = accord.spans([("A", 0, 5, "x"), ("B", 0, 4, "x")], length=9)
    assert "need the texts" in str(accord.measure(data, "pk(between='token')").undefined)
    with pytest.raises(accord.UsageError, match="'position', 'token'"):
        accord.measure(data, "pk(between='word')")
