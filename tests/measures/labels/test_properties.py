"""What holds of every measure whatever the data — and, said one by one, of which measures it does not hold."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import accord
from accord import DataError, Expression, Labels, Result
from accord.annotations import ItemCounts, Summary, item_counts, sparse, summarise
from accord.annotations import digest as hashing
from accord.measures import all_measures
from accord.measures.labels.kernels import distances
from accord.results import parse_expression
from accord.statistics import bootstrap, generator
from many_cases import many_cases
from measures import oracles
from measures.cases import (
    CASES,
    NAMES,
    NUMBERS,
    SETS,
    WORDS,
    Case,
    Cell,
    Row,
    Vocabulary,
    assert_close,
    assert_identical,
    built,
    numbers,
    tables,
    vocabulary,
)

KINDS = pytest.mark.parametrize("kind", ["words", "numbers", "sets"])
FEW = settings(max_examples=20)
MORE = settings(max_examples=40)
MANY = settings(max_examples=100)


def of_kind(kind: Vocabulary) -> list[Case]:
    return [case for case in CASES if case.vocabulary == kind]


def measured(data: Labels | list[Labels], cases: Iterable[Case]) -> dict[Case, Result]:
    """All of them at once, which read one summary and the same replicates."""
    chosen = list(cases)
    results = accord.measure(data, [case.expression for case in chosen], replicates=30)
    return dict(zip(chosen, results, strict=True))


def assert_all_identical(one: dict[Case, Result], other: dict[Case, Result], *, signature: bool = True) -> None:
    assert one.keys() == other.keys()
    with many_cases() as each:
        for case, result in one.items():
            with each(case):
                assert_identical(result, other[case])
                if signature:
                    assert result.signature == other[case].signature
                    assert str(result.signature) == str(other[case].signature)


def assert_same_summary(one: Summary, other: Summary) -> None:
    """All that measures see, patterns in their order."""
    assert one.sha256 == other.sha256
    assert one.categories.texts == other.categories.texts
    for name in ("n_annotators", "n_items", "n_labels"):
        assert getattr(one, name) == getattr(other, name)
    assert (one.rows is None) == (other.rows is None)
    if one.rows is not None and other.rows is not None:
        left, right = one.canonical().rows, other.canonical().rows
        assert left is not None
        assert right is not None
        assert left.annotators == right.annotators
        for name in ("starts", "who", "codes", "multiplicity"):
            assert np.array_equal(getattr(left, name), getattr(right, name)), name
    for name in ("starts", "codes", "counts", "multiplicity"):
        assert np.array_equal(getattr(one.counts, name), getattr(other.counts, name)), name


def value(data: Labels, expression: str | Expression) -> float:
    return accord.measure(data, expression, confidence=None).value


def values(data: Labels, cases: list[Case]) -> dict[Case, float]:
    results = accord.measure(data, [case.expression for case in cases], confidence=None)
    return {case: result.value for case, result in zip(cases, results, strict=True)}


# ---- what the records say is what the tests below hold them to


def test_every_registered_measure_is_among_the_cases() -> None:
    assert {case.name for case in CASES} == {name for shape, name in all_measures() if shape == "labels"}


# ---- one measure alone and among others


@KINDS
@settings(max_examples=5)
@given(data=st.data())
def test_a_measure_says_alone_what_it_says_among_others(kind: Vocabulary, data: st.DataObject) -> None:
    """So that the tests below may ask for all of them at once."""
    whole = built(data.draw(tables(kind)), kind)
    alone = {case: accord.measure(whole, case.expression, replicates=30) for case in of_kind(kind)}
    assert_all_identical(alone, measured(whole, of_kind(kind)))


# ---- order


def _turned(rows: list[Row], seed: int) -> tuple[list[Row], list[int]]:
    """The columns in another order, and that order."""
    order = random.Random(seed).sample(range(len(rows[0])), len(rows[0]))
    return [[row[column] for column in order] for row in rows], order


@KINDS
@FEW
@given(data=st.data(), seed=st.integers(0, 99))
def test_permuting_items_changes_nothing(kind: Vocabulary, data: st.DataObject, seed: int) -> None:
    rows = data.draw(tables(kind))
    shuffled = random.Random(seed).sample(rows, len(rows))
    assert_all_identical(measured(built(rows, kind), of_kind(kind)), measured(built(shuffled, kind), of_kind(kind)))


@KINDS
@FEW
@given(data=st.data(), seed=st.integers(0, 99))
def test_permuting_annotators_changes_nothing(kind: Vocabulary, data: st.DataObject, seed: int) -> None:
    """Columns in another order, each with its name: interval and signature stay too, also of oriented measures."""
    rows = data.draw(tables(kind))
    turned, order = _turned(rows, seed)
    other = built(turned, kind, names=[NAMES[column] for column in order])
    assert_all_identical(measured(built(rows, kind), of_kind(kind)), measured(other, of_kind(kind)))


@KINDS
@MANY
@given(data=st.data(), seed=st.integers(0, 99))
def test_permuting_both_changes_nothing_that_measures_see(kind: Vocabulary, data: st.DataObject, seed: int) -> None:
    rows = data.draw(tables(kind, items=12))
    turned, order = _turned(random.Random(seed).sample(rows, len(rows)), seed)
    other = built(turned, kind, names=[NAMES[column] for column in order])
    assert_same_summary(summarise(built(rows, kind)), summarise(other))


@KINDS
@MANY
@given(data=st.data(), seed=st.integers(0, 99))
def test_rows_stand_in_an_order_that_does_not_depend_on_names(kind: Vocabulary, data: st.DataObject, seed: int) -> None:
    """So that what is drawn for an interval does not either."""
    rows = data.draw(tables(kind))
    names = random.Random(seed).sample(NAMES, len(NAMES))
    one, other = (summarise(built(rows, kind, names=some)).canonical().rows for some in (NAMES, names))
    assert one is not None
    assert other is not None
    for name in ("starts", "who", "codes", "multiplicity"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


@KINDS
@FEW
@given(data=st.data(), seed=st.integers(0, 99))
def test_swapping_annotators_keeps_the_value(kind: Vocabulary, data: st.DataObject, seed: int) -> None:
    """Ratings handed from one annotator to another, column by column. Not so for oriented measures: see below."""
    rows = data.draw(tables(kind))
    cases = [case for case in of_kind(kind) if not case.oriented]
    swapped, _ = _turned(rows, seed)
    ones, others = (values(built(table, kind), cases) for table in (rows, swapped))
    with many_cases() as each:
        for case in cases:
            with each(case):
                assert_close(ones[case], others[case])


@pytest.mark.parametrize("case", [case for case in CASES if "reference=" in case.expression], ids=str)
def test_swapping_annotators_changes_oriented_measures(case: Case) -> None:
    rows: list[Row] = [["a", "b"], ["a", "c"], ["b", "b"]]
    swapped: list[Row] = [row[::-1] for row in rows]
    assert value(built(rows), case.expression) != value(built(swapped), case.expression)


# ---- representation


def _counted(rows: list[Row], kind: Vocabulary) -> Labels:
    """The same table as counts per item."""
    whole = built(rows, kind)
    used = vocabulary(kind)[: len(whole.categories)]
    return accord.counts([[row.count(label) for label in used] for row in rows], categories=used)


@pytest.mark.parametrize("kind", ["words", "numbers"])
@FEW
@given(data=st.data())
def test_counts_agree_with_who_said_what(kind: Vocabulary, data: st.DataObject) -> None:
    """To the last digit, interval included; or refused, with a reason, where annotators must be known."""
    rows = data.draw(tables(kind))
    ones, others = (measured(table, of_kind(kind)) for table in (built(rows, kind), _counted(rows, kind)))
    with many_cases() as each:
        for case in of_kind(kind):
            with each(case):
                _assert_as_counts(case, ones[case], others[case])


def _assert_as_counts(case: Case, one: Result, other: Result) -> None:
    if case.needs_names:
        assert math.isnan(other.value)
        assert other.undefined
        return
    if one.defined:
        assert_identical(one, other)
    else:
        assert not other.defined
        assert other.undefined
    assert one.signature.measure == other.signature.measure


@KINDS
@FEW
@given(data=st.data())
def test_weighted_rows_are_rows_written_out(kind: Vocabulary, data: st.DataObject) -> None:
    """Every row three times, in one object with weights and row by row."""
    rows = data.draw(tables(kind))
    once = built(rows, kind)
    tripled = Labels(once.categories, once.level, once.annotators, once.starts, once.who, once.codes, once.weights * 3)
    assert_all_identical(measured(tripled, of_kind(kind)), measured(built(rows * 3, kind), of_kind(kind)))


@given(table=st.lists(st.lists(st.integers(0, 5), min_size=3, max_size=3), min_size=3, max_size=3))
@FEW
def test_a_contingency_table_is_its_rows(table: list[list[int]]) -> None:
    words = ["a", "b", "c"]
    rows = [[words[i], words[j]] for i in range(3) for j in range(3) for _ in range(table[i][j])]
    assume(rows)
    one = accord.contingency(table, categories=words, annotators=("Ann", "Bob"))
    other = accord.labels(rows, categories=words, annotators=["Ann", "Bob"])
    cases = [case for case in of_kind("words") if "codes" not in case.expression]
    assert_all_identical(measured(one, cases), measured(other, cases))


# ---- partition


def _parts(rows: list[Row], kind: Vocabulary, whole: Labels, rng: random.Random, *, declared: bool) -> list[Labels]:
    """Up to four, which may be empty, know fewer categories, or have their columns in another order."""
    shares: list[list[Row]] = [[] for _ in range(rng.randint(1, 4))]
    for row in rows:
        rng.choice(shares).append(row)
    people = len(rows[0])
    parts = []
    for share in shares:
        order = rng.sample(range(people), people)
        turned = [[row[column] for column in order] for row in share]
        parts.append(
            accord.labels(
                turned if kind == "sets" and share else np.array(turned, dtype=object).reshape(-1, people),
                categories=whole.categories.texts if declared else None,
                level=whole.level,
                annotators=[NAMES[column] for column in order],
            )
        )
    return parts


@KINDS
@FEW
@given(data=st.data(), seed=st.integers(0, 99))
def test_any_partition_adds_up_to_the_whole(kind: Vocabulary, data: st.DataObject, seed: int) -> None:
    """Value, interval, components and signature; categories are declared only where their order is needed."""
    rows = data.draw(tables(kind, items=12))
    for declared in (False, True):
        cases = [case for case in of_kind(kind) if case.ordered is declared]
        if cases:
            whole = built(rows, kind, declared=declared)
            parts = _parts(rows, kind, whole, random.Random(seed), declared=declared)
            assert_all_identical(measured(whole, cases), measured(parts, cases))


@KINDS
@MANY
@given(data=st.data(), seed=st.integers(0, 9999), declared=st.booleans())
def test_any_partition_adds_up_to_all_that_measures_see(
    kind: Vocabulary, data: st.DataObject, seed: int, declared: bool
) -> None:
    rows = data.draw(tables(kind, items=12))
    whole = built(rows, kind, declared=declared)
    parts = _parts(rows, kind, whole, random.Random(seed), declared=declared and kind != "sets")
    assert_same_summary(summarise(whole), summarise(parts))


def test_summaries_add_up_whatever_the_order() -> None:
    parts = [accord.labels([[a, b]], annotators=["Ann", "Bob"]) for a, b in ("ab", "ba", "cc", "aa", "bd")]
    first, *rest = (summarise(part) for part in parts)
    left, right = first, rest[-1]
    for part in rest:
        left = left + part
    for part in (*rest[-2::-1], first):
        right = part + right
    assert left.sha256 == right.sha256
    assert left.rows is not None
    assert right.rows is not None
    for name in ("starts", "codes", "multiplicity"):
        assert np.array_equal(getattr(left.counts, name), getattr(right.counts, name))
        assert np.array_equal(getattr(left.rows, name), getattr(right.rows, name))
    assert left.rows.annotators == right.rows.annotators


# ---- names of categories


@MORE
@given(rows=tables(), mapping=st.permutations(["z", "ä", "10", "other"]))
def test_renaming_nominal_categories_keeps_the_value(rows: list[Row], mapping: list[str]) -> None:
    new = dict(zip(WORDS, mapping, strict=True))
    whole = built(rows)
    renamed = accord.labels(
        [[new[str(cell)] if cell is not None else None for cell in row] for row in rows],
        categories=sorted(new[text] for text in whole.categories.texts),
        annotators=whole.annotators,
    )
    expressions = [case.expression for case in of_kind("words") if not case.places]
    others = [expression.replace("nothing='a'", f"nothing='{new['a']}'") for expression in expressions]
    results = (accord.measure(*asked, confidence=None) for asked in ((whole, expressions), (renamed, others)))
    with many_cases() as each:
        for expression, one, other in zip(expressions, *results, strict=True):
            with each(expression):
                assert_close(one.value, other.value)
                assert (one.undefined is None) == (other.undefined is None)


def test_renaming_changes_finn() -> None:
    """Fort et al. 2012: the same table, two codings."""
    table = accord.contingency([[71, 13, 23], [8, 69, 15], [7, 8, 18840]], categories=["Former", "New", "Nothing"])
    one = value(table, "finn(codes=['Nothing', 'Former', 'New'])")
    other = value(table, "finn(codes=['Former', 'New', 'Nothing'])")
    assert one - other == pytest.approx(0.9943713 - 0.9935447, abs=1e-7)
    assert "ACC109" in {
        said.code for said in accord.measure(table, "finn(codes=['Former', 'New', 'Nothing'])").diagnostics
    }


# ---- perfect agreement


INDICES = ("prevalence_index", "bias_index")  # of two categories


@KINDS
@pytest.mark.parametrize("size", [2, 4])
@FEW
@given(data=st.data(), people=st.integers(2, 4))
def test_perfect_agreement_on_two_categories_is_one(
    kind: Vocabulary, size: int, data: st.DataObject, people: int
) -> None:
    labels = data.draw(st.lists(st.sampled_from(vocabulary(kind)[:size]), min_size=2, max_size=8))
    assume(len(set(labels)) > 1)
    whole = built([[label] * people for label in labels], kind)
    cases = [case for case in of_kind(kind) if size == 2 or case.name not in INDICES]
    with many_cases() as each:
        for case, found in values(whole, cases).items():
            with each(case):
                if math.isnan(found):
                    assert case.record.applies(summarise(whole), **parse_expression(case.expression).parameters)
                elif case.record.bounded:
                    assert_close(found, 1.0)
                elif case.record.lower_is_better:
                    assert_close(found, 0.0)


# ---- between measures


@given(rows=tables())
@MORE
def test_multi_kappa_is_kappa_for_two_annotators(rows: list[Row]) -> None:
    whole = built([row[:2] for row in rows])
    for weights in (
        "",
        "(weights='linear')",
        "(weights='quadratic')",
        "(weights=[[0,2,1,3],[2,0,1,1],[1,1,0,5],[3,1,5,0]])",
    ):
        if "[[" in weights and len(whole.categories) != 4:
            continue
        one, other = measured(whole, [Case("kappa" + weights), Case("multi_kappa" + weights)]).values()
        assert numbers(one) == pytest.approx(numbers(other), rel=0, abs=0, nan_ok=True)


@given(rows=tables(missing=False))
@MORE
def test_alpha_is_pi_with_the_correction_for_small_samples(rows: list[Row]) -> None:
    """α = 1 − (1 − π)(1 − 1/(2N)) for two annotators and complete data; n·N labels for n annotators."""
    for people in {2, len(rows[0])}:
        whole = built([row[:people] for row in rows])
        pi, alpha = value(whole, "pi"), value(whole, "alpha")
        assert_close(alpha, 1 - (1 - pi) * (1 - 1 / (people * len(rows))))


@given(rows=tables(missing=False))
@MORE
def test_pi_is_the_lowest(rows: list[Row]) -> None:
    """S ≥ π ≤ κ (Fort et al. 2012), and so for more annotators: one shared distribution expects most agreement."""
    whole = built(rows)
    pi = value(whole, "fleiss")
    assume(not math.isnan(pi))
    assert value(whole, "s") >= pi - 1e-12
    assert value(whole, "multi_kappa") >= pi - 1e-12
    assert value(whole, "annotator_bias") >= -1e-12


@given(rows=tables())
@MORE
def test_the_symmetric_ser_is_the_harmonic_mean_of_the_oriented(rows: list[Row]) -> None:
    whole = built([row[:2] for row in rows])
    one, other = (accord.measure(whole, f"ser(nothing='a', reference='{who}')", confidence=None) for who in NAMES[:2])
    assume(one.defined and other.defined)
    both = value(whole, "ser(nothing='a')")
    assert_close(both, 2 / (1 / one.value + 1 / other.value) if one.value and other.value else 0.0)


@pytest.mark.parametrize(
    "table",
    [
        [[7, 2], [3, 0]],
        [[71, 13, 23], [8, 69, 15], [7, 8, 0]],
        [[5, 1, 0, 2], [2, 9, 4, 1], [0, 3, 6, 2], [1, 1, 8, 0]],
    ],
    ids=["two categories", "three: Fort et al. 2012", "four"],
)
def test_kappa_tends_to_f_measure_half(table: list[list[int]]) -> None:
    """As the count of Nothing tends to infinity (Hripcsak & Rothschild 2005), whatever the number of categories."""
    last = len(table) - 1
    gaps = []
    for nothing in (10**3, 10**5, 10**7, 10**9):
        grown = [row[:] for row in table]
        grown[last][last] = nothing
        whole = accord.contingency(grown, nothing=last + 1)
        gaps.append(abs(value(whole, "kappa") - value(whole, "f_measure_half")))
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] < 1e-6


# ---- definitions


LEVELS: dict[str, tuple[str, Callable[[list[Row]], Callable[[Any, Any], float]]]] = {
    "alpha": ("words", lambda rows: oracles.nominal),
    "alpha(level='ordinal')": ("words", lambda rows: oracles.ordinal(rows, WORDS)),
    "alpha(level='nominal')": ("numbers", lambda rows: oracles.nominal),
    "alpha(level='interval')": ("numbers", lambda rows: oracles.interval),
    "alpha(level='ratio')": ("numbers", lambda rows: oracles.ratio),
    "alpha(level='circular', period=12)": ("numbers", lambda rows: oracles.circular(12)),
    "alpha(level='sets')": ("sets", lambda rows: oracles.masi),
    "alpha(distance='jaccard')": ("sets", lambda rows: oracles.jaccard),
}


@pytest.mark.parametrize("expression", LEVELS)
@given(data=st.data())
@MORE
def test_alpha_is_the_sum_over_all_pairs(expression: str, data: st.DataObject) -> None:
    kind, distance = LEVELS[expression]
    rows = data.draw(tables(kind))  # type: ignore[arg-type]
    whole = built(rows, kind)  # type: ignore[arg-type]
    assert_close(value(whole, expression), oracles.krippendorff(rows, distance(rows)), 1e-11)


@given(rows=tables("numbers"))
@MORE
def test_pairs_of_labels_are_counted_alike_where_there_is_no_room_for_a_table(rows: list[Row]) -> None:
    """As in data with thousands of categories: an item's pairs are listed instead of multiplied."""
    expected = oracles.krippendorff(rows, oracles.ratio)  # type: ignore[arg-type]  # all cells are numbers
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(item_counts, "DENSE", 0)
        assert_close(value(built(rows, "numbers"), "alpha(level='ratio')"), expected, 1e-11)


@given(rows=tables("numbers"))
@MORE
def test_ordinal_alpha_of_numbers_uses_their_order(rows: list[Row]) -> None:
    expected = oracles.krippendorff(rows, oracles.ordinal(rows, NUMBERS))
    assert_close(value(built(rows, "numbers", declared=False), "alpha(level='ordinal')"), expected, 1e-11)


@given(rows=tables("numbers"), declared=st.booleans())
@MORE
def test_circular_alpha_takes_the_range_of_the_categories_as_period(rows: list[Row], declared: bool) -> None:
    whole = accord.labels(rows, categories=NUMBERS if declared else None)
    present = [cell for row in rows for cell in row if isinstance(cell, int)]
    assume(present)
    period = 6 if declared else max(present) - min(present) + 1
    expected = oracles.krippendorff(rows, oracles.circular(period))  # type: ignore[arg-type]
    assert_close(value(whole, "alpha(level='circular')"), expected, 1e-11)


def test_weights_between_words_need_their_order() -> None:
    """The order of the alphabet is nobody's scale: refused, as ordinal α refuses it; two words have one distance."""
    rows = [["calm", "wild"], ["lively", "wild"], ["calm", "calm"]]
    recorded = accord.labels(rows)
    declared = accord.labels(rows, categories=["calm", "lively", "wild"])
    for name in ("kappa", "multi_kappa", "fleiss", "pi", "observed_agreement"):
        with pytest.raises(DataError) as caught:
            accord.measure(recorded, f"{name}(weights='linear')")
        assert caught.value.code == "ACC009"
        assert value(declared, f"{name}(weights='linear')") != value(declared, name)
        two = recorded.merged({"calm": ["lively"]})
        assert value(two, f"{name}(weights='linear')") == value(two, name)
    with pytest.raises(DataError):
        accord.measure(recorded, "alpha(distance='linear')")


def test_ratio_weights_of_negative_numbers_are_refused() -> None:
    """−1 and 1 would be at distance 0."""
    with pytest.raises(DataError) as caught:
        accord.measure(accord.labels([[-1, 1], [1, 1], [-1, -1]]), "kappa(weights='ratio')")
    assert caught.value.code == "ACC010"


MATRIX = np.array([[0, 1, 2.5, 1], [1, 0, 0.5, 3], [2.5, 0.5, 0, 0], [1, 3, 0, 0]])


def _by_matrix(one: str, other: str) -> float:
    return float(MATRIX[WORDS.index(one), WORDS.index(other)])


def _linear(one: int, other: int) -> float:
    return abs(one - other)


def _quadratic(one: int, other: int) -> float:
    return (one - other) ** 2


@given(rows=tables())
@MORE
def test_a_matrix_a_function_and_agreement_weights_are_one_distance(rows: list[Row]) -> None:
    whole = accord.labels(rows, categories=WORDS, annotators=NAMES[: len(rows[0])])
    expected = oracles.krippendorff(rows, _by_matrix)  # type: ignore[arg-type]
    assert_close(value(whole, Expression("alpha", distance=MATRIX)), expected, 1e-11)
    assert_close(value(whole, Expression("alpha", distance=_by_matrix)), expected, 1e-11)
    assert_close(value(whole, Expression("alpha", distance=MATRIX.max() - MATRIX)), expected, 1e-11)


def _undefined_with_fewer_than_two(rows: list[Row]) -> bool:
    return all(sum(cell is not None for cell in row) < 2 for row in rows)


@pytest.mark.parametrize("weights", ["nominal", "linear", "quadratic", "matrix"])
@given(data=st.data())
@MORE
def test_kappa_multi_kappa_fleiss_and_pi_by_their_definitions(weights: str, data: st.DataObject) -> None:
    """With missing labels as Gwet (2014) has it; κ of two annotators, the others of any number."""
    kind = "numbers" if weights in ("linear", "quadratic") else "words"
    rows = data.draw(tables(kind))  # type: ignore[arg-type]
    distance: Any = {
        "nominal": oracles.nominal,
        "linear": _linear,
        "quadratic": _quadratic,
        "matrix": _by_matrix,
    }[weights]
    given_weights: object = {"nominal": None, "matrix": MATRIX}.get(weights, weights)
    whole = accord.labels(rows, categories=vocabulary(kind), annotators=NAMES[: len(rows[0])])  # type: ignore[arg-type]
    seen = oracles.observed(rows, distance)
    together = oracles.corrected(seen, oracles.one_distribution(rows, distance))
    apart = oracles.corrected(seen, oracles.own_distributions(rows, distance))
    for name, expected in (("pi", together), ("fleiss", together), ("multi_kappa", apart), ("kappa", apart)):
        if name != "kappa" or len(rows[0]) == 2:
            assert_close(value(whole, Expression(name, weights=given_weights)), expected, 1e-11)


@given(rows=tables())
@MORE
def test_agreement_and_s_by_their_definitions(rows: list[Row]) -> None:
    whole = accord.labels(rows, categories=WORDS)
    seen = 1 - oracles.observed(rows, oracles.nominal)
    assert_close(value(whole, "observed_agreement"), seen)
    assert_close(value(whole, "s"), (seen - 1 / 4) / (1 - 1 / 4))
    assert_close(value(whole, "pabak"), (4 * seen - 1) / 3)


@given(rows=tables("numbers"))
@MORE
def test_finn_by_its_definition(rows: list[Row]) -> None:
    """1 − mean variance within items / ((L² − 1)/12), for items with the same number of labels."""
    complete = [[cell for cell in row if isinstance(cell, int)][:2] for row in rows]
    complete = [row for row in complete if len(row) == 2]
    assume(complete)
    variance = math.fsum(float(np.var(row, ddof=1)) for row in complete) / len(complete)
    whole = accord.labels(complete, categories=NUMBERS)
    assert_close(value(whole, "finn(levels=6)"), 1 - variance / (35 / 12))


@given(rows=tables())
@MORE
def test_indices_by_their_definitions(rows: list[Row]) -> None:
    """Prevalence |p_1 − p_2| and bias, the mean |p_a − p_b| over pairs of annotators, for two categories."""
    two: list[Row] = [[None if cell is None else "a" if cell == "a" else "b" for cell in row] for row in rows]
    assume(not _undefined_with_fewer_than_two(two))
    whole = accord.labels(two, categories=["a", "b"])
    units = [unit for unit in ([cell for cell in row if cell is not None] for row in two) if unit]
    first = math.fsum(unit.count("a") / len(unit) for unit in units) / len(units)
    assert_close(value(whole, "prevalence_index"), abs(2 * first - 1))
    people = [[cell for cell in column if cell is not None] for column in zip(*two, strict=True)]
    shares = [said.count("a") / len(said) for said in people if said]
    gaps = [abs(p - q) for place, p in enumerate(shares) for q in shares[place + 1 :]]
    assert_close(value(whole, "bias_index"), math.fsum(gaps) / len(gaps))


@given(rows=tables())
@MORE
def test_slots_by_their_definition(rows: list[Row]) -> None:
    """C, S, D and I over all pairs of annotators, for F, F′ and SER."""
    correct = substituted = one_sided = 0
    for row in rows:
        labels = [cell for cell in row if cell is not None]
        for place, one in enumerate(labels):
            for other in labels[place + 1 :]:
                correct += one == other != "a"
                substituted += one != other and "a" not in (one, other)
                one_sided += (one == "a") != (other == "a")
    whole = accord.labels(rows, categories=WORDS)
    slots = 2 * correct + 2 * substituted + one_sided
    expected = {
        "f_measure(nothing='a')": 2 * correct,
        "f_measure_half(nothing='a')": 2 * correct + substituted,
        "ser(nothing='a')": substituted + 2 * one_sided,
    }
    for expression, top in expected.items():
        assert_close(value(whole, expression), top / slots if slots else math.nan)


# ---- repeated ratings


@pytest.mark.parametrize("kind", ["words", "numbers"])
@FEW
@given(data=st.data(), seed=st.integers(0, 99))
def test_repeated_ratings_count_once_and_first(kind: Vocabulary, data: st.DataObject, seed: int) -> None:
    rows = data.draw(tables(kind))
    rng = random.Random(seed)
    whole = built(rows, kind)
    cells = [
        (item, NAMES[who], cell) for item, row in enumerate(rows) for who, cell in enumerate(row) if cell is not None
    ]
    assume(cells)
    again = [(item, who, vocabulary(kind)[0]) for item, who, _ in rng.choices(cells, k=3)]
    first, both = (
        accord.labels(
            pl.DataFrame(
                {
                    "item": [i for i, _, _ in said],
                    "annotator": [w for _, w, _ in said],
                    "label": [c for _, _, c in said],
                }
            ),
            categories=whole.categories.texts,
            level=whole.level,
        )
        for said in (cells, [*cells, *again])
    )
    assert both.n_repeated == 3
    assert both.n_labels == first.n_labels == len(cells)
    has_bob = "Bob" in {who for _, who, _ in cells}
    cases = [case for case in of_kind(kind) if has_bob or not case.oriented]
    assert_all_identical(measured(first, cases), measured(both, cases), signature=False)
    assert summarise(first).sha256 != summarise(both).sha256


# ---- the same numbers by another way


def _pattern_set(counts: ItemCounts) -> set[tuple[tuple[tuple[int, int], ...], int]]:
    found = set()
    for row, number in enumerate(counts.multiplicity.tolist()):
        cells = slice(int(counts.starts[row]), int(counts.starts[row + 1]))
        found.add((tuple(zip(counts.codes[cells].tolist(), counts.counts[cells].tolist(), strict=True)), number))
    return found


def _assert_hashed_is_packed(rows: list[Row], kind: Vocabulary, cases: list[Case]) -> None:
    whole = built(rows, kind)

    def hashed(categories: Any, starts: Any, codes: Any, weights: Any, bits: int) -> ItemCounts:
        return ItemCounts._hashed(categories, starts, codes, weights)

    packed = summarise(whole).counts
    ones = values(whole, cases)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(item_counts, "FEW_BITS", 0)
        patch.setattr(ItemCounts, "_packed", hashed)
        others = values(whole, cases)
        assert _pattern_set(summarise(whole).counts) == _pattern_set(packed)
    with many_cases() as each:
        for case in cases:
            with each(case):
                assert_close(ones[case], others[case])


@KINDS
@FEW
@given(data=st.data())
def test_hashed_patterns_are_packed_patterns(kind: Vocabulary, data: st.DataObject) -> None:
    """Many categories are counted by hash instead of by one packed integer: the same patterns in another order."""
    _assert_hashed_is_packed(data.draw(tables(kind)), kind, [case for case in of_kind(kind) if not case.needs_names])


@KINDS
@MANY
@given(data=st.data())
def test_hashed_patterns_of_any_table_are_packed_patterns(kind: Vocabulary, data: st.DataObject) -> None:
    _assert_hashed_is_packed(data.draw(tables(kind, items=12)), kind, [Case("alpha", kind)])


def _assert_large_is_small(rows: list[Row], kind: Vocabulary, cases: list[Case], block: int, bits: int) -> None:
    small = built(rows, kind)
    seen, one = summarise(small), measured(small, cases)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sparse, "BLOCK", block)
        patch.setattr(hashing, "_ROWS", block)
        patch.setattr(item_counts, "FEW_BITS", bits)
        large = built(rows, kind)
        assert large.table is not None or len(rows) * len(rows[0]) <= block
        other = measured(large, cases)
        assert summarise(large).sha256 == seen.sha256
    assert_all_identical(one, other)


WAYS: dict[str, st.SearchStrategy[int]] = {
    "block": st.sampled_from((1, 2, 7)),
    "bits": st.sampled_from((0, 4, 22)),
}


@KINDS
@FEW
@given(data=st.data(), **WAYS)
def test_the_way_of_large_tables_is_the_way_of_small_ones(
    kind: Vocabulary, data: st.DataObject, block: int, bits: int
) -> None:
    """Large tables are built, hashed and counted in blocks and by look-up: to the last digit, signature included."""
    _assert_large_is_small(data.draw(tables(kind)), kind, of_kind(kind), block, bits)


@KINDS
@MANY
@given(data=st.data(), **WAYS)
def test_the_way_of_large_tables_is_that_of_small_ones_whatever_the_table(
    kind: Vocabulary, data: st.DataObject, block: int, bits: int
) -> None:
    cases = [Case("alpha", kind), Case("multi_kappa", kind)]
    _assert_large_is_small(data.draw(tables(kind, items=12)), kind, cases, block, bits)


def test_many_categories_take_the_hashed_way_and_agree_with_the_definition() -> None:
    rng = generator(1, "many categories")
    rows = rng.integers(0, 60, size=(50, 3)).tolist()
    for row in rows[::3]:
        row[2] = row[1] = row[0]
    whole = accord.labels(rows)
    assert len(whole.categories) * 2 > 62
    for expression, distance in (
        ("alpha(level='nominal')", oracles.nominal),
        ("alpha(level='interval')", oracles.interval),
        ("alpha(level='ratio')", oracles.ratio),
        ("alpha(level='ordinal')", oracles.ordinal(rows, sorted({cell for row in rows for cell in row}))),
    ):
        assert_close(value(whole, expression), oracles.krippendorff(rows, distance), 1e-11)
    expected = oracles.corrected(
        oracles.observed(rows, oracles.nominal), oracles.own_distributions(rows, oracles.nominal)
    )
    assert_close(value(whole, "multi_kappa"), expected, 1e-11)


@KINDS
@FEW
@given(data=st.data())
def test_sparse_sums_are_dense_sums(kind: Vocabulary, data: st.DataObject) -> None:
    """Without room for a matrix of patterns × categories, interval included."""
    whole = built(data.draw(tables(kind)), kind)
    ones = measured(whole, of_kind(kind))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(item_counts, "DENSE", 0)
        patch.setattr(sparse, "DENSE", 0)
        others = measured(whole, of_kind(kind))
    with many_cases() as each:
        for case, one in ones.items():
            with each(case):
                for name, number in numbers(one).items():
                    assert_close(number, numbers(others[case])[name], 1e-11)


@given(
    rows=st.lists(st.lists(st.sampled_from([0, 1e-3, 0.5, 1, 2, 7.25, 1e4, None]), min_size=3, max_size=3), min_size=2)
)
@MORE
def test_the_low_rank_ratio_distance_is_the_matrix(rows: list[list[float | None]]) -> None:
    present = {cell for row in rows for cell in row if cell}
    assume(len(present) > 1)
    whole = accord.labels(rows)
    one = value(whole, "alpha(level='ratio')")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(distances, "LARGEST_MATRIX", 0)
        other = value(whole, "alpha(level='ratio')")
    assert_close(one, other, 1e-10)


@pytest.mark.parametrize("far", [0.0, 1e6, 1e9, -1e9])
def test_interval_alpha_far_from_zero(far: float) -> None:
    """The level is invariant under shifts: no digits are lost to a large constant, nor to an outlier nobody shares."""
    near: list[list[float | None]] = [[1, 1], [2, 2], [1, 2], [3, 3], [2, 3]]
    rows: list[list[float | None]] = [[None if cell is None else cell + far for cell in row] for row in near]
    alone: list[list[float | None]] = [[0.0, None], [1.0, None], [-5.0, None], [8.0, None], [9.0, None], [10.0, None]]
    expected = oracles.krippendorff(near, oracles.interval)
    for data in (accord.labels(rows), accord.labels(np.array(rows, dtype=float)), accord.labels([*rows, *alone])):
        assert_close(value(data, "alpha(level='interval')"), expected, 1e-9)


# ---- the bootstrap


def _ratings(items: int, size: int) -> Labels:
    rng = generator(7, "ratings")
    truth = rng.integers(size, size=items)
    noisy = np.where(rng.random((items, 3)) < 0.7, truth[:, None], rng.integers(size, size=(items, 3))).astype(float)
    noisy[rng.random((items, 3)) < 0.1] = np.nan
    return accord.labels(noisy)


@pytest.mark.parametrize("size", [3, 300], ids=["few patterns: multinomial", "many patterns: items drawn"])
@pytest.mark.parametrize("expression", ["alpha", "fleiss", "multi_kappa", "alpha(level='ordinal')", "ser(nothing=1)"])
def test_the_interval_does_not_depend_on_the_chunk(size: int, expression: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = _ratings(200, size)
    results = []
    for chunk in (1, 1000, 4_000_000):
        monkeypatch.setattr(bootstrap, "CHUNK", chunk)
        results.append(accord.measure(whole, expression, replicates=50))
    for other in results[1:]:
        assert_close(results[0].low, other.low)
        assert_close(results[0].high, other.high)


@pytest.mark.parametrize("size", [3, 300])
def test_replicate_weights_are_the_same_in_any_chunk_and_draw_all_items(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    multiplicity = summarise(_ratings(200, size)).counts.multiplicity
    drawn = []
    for chunk in (1, 777, 4_000_000):
        monkeypatch.setattr(bootstrap, "CHUNK", chunk)
        drawn.append(np.concatenate(list(bootstrap.replicate_weights(multiplicity, 40, 3))))
    assert all(np.array_equal(drawn[0], other) for other in drawn[1:])
    assert (drawn[0].sum(axis=1) == multiplicity.sum()).all()
    assert np.abs(drawn[0].mean(axis=0) - multiplicity).max() < 5 * np.sqrt(multiplicity.max() / 40) + 1


def test_a_seed_is_all_there_is_to_chance() -> None:
    whole = _ratings(60, 3)
    one, again, other = (accord.measure(whole, "alpha", replicates=200, seed=seed) for seed in (0, 0, 1))
    assert (one.low, one.high) == (again.low, again.high)
    assert (one.low, one.high) != (other.low, other.high)
    assert one.value == other.value
    assert one.signature != other.signature
    assert one.low < one.value < one.high


def test_measures_in_a_list_have_the_intervals_they_have_alone() -> None:
    whole = _ratings(60, 3)
    wanted = ["alpha", "fleiss", "multi_kappa", "s"]
    for one, alone in zip(accord.measure(whole, wanted), [accord.measure(whole, name) for name in wanted], strict=True):
        assert_identical(one, alone)
        assert one.signature == alone.signature


def test_the_interval_covers_what_it_should() -> None:
    """The spread of the replicates is that of the mean: observed agreement of n items has standard error √(p q / n)."""
    whole = accord.contingency([[400, 100], [100, 400]])
    result = accord.measure(whole, "observed_agreement", replicates=4000, method="percentile")
    half = 1.959964 * math.sqrt(0.8 * 0.2 / 1000)
    assert result.low == pytest.approx(0.8 - half, abs=0.002)
    assert result.high == pytest.approx(0.8 + half, abs=0.002)


def test_vocabularies_hold_what_the_tests_think() -> None:
    cells: list[Cell] = [*WORDS, *NUMBERS, *SETS]
    assert len(set(cells)) == len(cells)


def test_many_categories_are_not_spread_out_in_a_table() -> None:
    """A table of 1,500 patterns × 3,000 categories has one cell in a thousand that is not 0."""
    rng = np.random.default_rng(3)
    table = rng.permutation(np.arange(4500) % 3000).reshape(1500, 3)
    data = accord.labels([[f"text {code}" for code in row] for row in table.tolist()])
    summary = summarise(data)
    assert summary.counts.dense is None
    assert len(summary.categories) == 3000
    vector = rng.random((3000, 1))
    codes = np.array([[summary.categories.index[f"text {code}"] for code in row] for row in table.tolist()])
    expected = np.sort(vector[codes, 0].sum(axis=1))
    assert np.sort(summary.counts.project(vector)[:, 0]) == pytest.approx(expected)
    assert accord.measure(data, "alpha", confidence=None).value == pytest.approx(0, abs=0.01)
