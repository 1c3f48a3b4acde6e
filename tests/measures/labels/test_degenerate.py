"""Every degenerate input through every measure: a value, or nan with a reason — no exception, no warning of numpy."""

from __future__ import annotations

import json
import math
import warnings
from functools import cache

import numpy as np
import polars as pl
import pytest

from accord import DataError, Labels, Result, UsageError
from accord.evaluation import measure_by_category
from many_cases import many_cases
from measures.cases import CASES, SETS, Case, Cell, Vocabulary, vocabulary
from untyped import accord

Rows = list[list[Cell]]
PEOPLE = ("Bob", "Ann", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")


def _labels(rows: Rows, kind: Vocabulary, *, declared: int = 0) -> Labels:
    """Labels over the first `declared` categories (0: those that are used), for any number of annotators."""
    width = len(rows[0]) if rows else 2
    return accord.labels(  # type: ignore[no-any-return]  # no types here
        rows or np.empty((0, width), dtype=object),
        categories=list(vocabulary(kind)[:declared]) if declared else None,
        level="sets" if kind == "sets" else None,
        annotators=PEOPLE[:width],
    )


def _rows(kind: Vocabulary, *pattern: str) -> Rows:
    """ "01 10 0." is an item per word, a digit per label, a point where nobody was asked."""
    words = vocabulary(kind)
    return [[None if sign == "." else words[int(sign)] for sign in item] for item in pattern]


INPUTS: dict[str, tuple[tuple[str, ...], int]] = {
    "all labels equal": (("11", "11", "11"), 0),
    "all labels equal to the first": (("00", "00", "00"), 0),
    "all labels equal, another category declared": (("11", "11", "11"), 2),
    "all labels equal, several annotators": (("1111", "11.1", ".11."), 0),
    "one annotator": (("0", "1", "0"), 0),
    "one annotator, all labels equal": (("1", "1"), 0),
    "one item, agreement": (("11",), 0),
    "one item, disagreement": (("01",), 0),
    "one item, agreement, others declared": (("11",), 4),
    "one item, one label": (("1.",), 0),
    "no pairable item": (("0.", ".1", "1."), 0),
    "no pairable item, all labels equal": (("1.", ".1"), 0),
    "pairable labels equal, another alone": (("11", "11", "0."), 0),
    "pairable labels equal to the first, another alone": (("00", "00", "1."), 0),
    "empty": ((), 0),
    "empty, categories declared": ((), 3),
    "everything missing": (("..", ".."), 0),
    "everything missing, categories declared": (("..", ".."), 3),
    "a declared category never used": (("01", "11", "00"), 4),
    "a single category declared": (("00", "00"), 1),
    "a single category declared, everything missing": (("..",), 1),
    "one of two annotators never asked": (("0.", "1."), 0),
    "one of three annotators never asked": (("01.", "11.", "00."), 0),
    "each annotator uses one category": (("01", "01", "01"), 0),
    "each annotator uses one category, three annotators": (("012", "012"), 0),
    "perfect disagreement": (("01", "10"), 0),
    "many annotators of one item": (("01230123",), 0),
    "items without any label among others": (("01", "..", "11", ".."), 0),
    "two labels in all": (("0.", "11"), 0),
}
ANONYMOUS: dict[str, list[list[int]]] = {
    "counts: all labels equal": [[0, 3], [0, 3]],
    "counts: all items empty": [[0, 0], [0, 0]],
    "counts: one label each": [[1, 0], [0, 1]],
    "counts: one item": [[2, 1]],
    "counts: one item, all equal": [[3, 0]],
    "counts: one category": [[2], [3]],
    "counts: one category, no label": [[0]],
    "counts: a category never used": [[2, 0, 1], [1, 0, 2]],
    "counts: pairable labels equal, another alone": [[2, 0], [3, 0], [0, 1]],
    "counts: sizes differ": [[5, 0], [1, 1], [0, 1], [0, 0]],
}
TABLES: dict[str, list[list[int]]] = {
    "contingency: no item": [[0, 0], [0, 0]],
    "contingency: one cell": [[5, 0], [0, 0]],
    "contingency: one category": [[5]],
    "contingency: one row": [[2, 3], [0, 0]],
    "contingency: one cell of disagreement": [[0, 4], [0, 0]],
}


def _data(name: str, case: Case) -> Labels | None:
    return _built(name, case.vocabulary, case.ordered)


@cache
def _built(name: str, kind: Vocabulary, ordered: bool) -> Labels | None:
    if name in INPUTS:
        pattern, declared = INPUTS[name]
        if ordered:
            declared = max(declared, 4)  # the order of words must be declared
        return _labels(_rows(kind, *pattern), kind, declared=declared)
    if kind == "sets":
        return None
    table = ANONYMOUS.get(name) or TABLES[name]
    used = vocabulary(kind)[: len(table[0])]
    if name in ANONYMOUS:
        return accord.counts(table, categories=used)  # type: ignore[no-any-return]  # no types here
    return accord.contingency(table, categories=used, annotators=PEOPLE[:2])  # type: ignore[no-any-return]  # no types here


def _checked(result: Result) -> None:
    assert result.defined or result.undefined, "nan without a reason"
    if result.undefined is not None:
        assert result.undefined.strip()
        assert "0 divided by 0" not in result.undefined, "a reason in the user's terms"
    if result.defined and result.confidence is not None:
        assert math.isnan(result.low) or result.low <= result.high
    text = json.dumps(result.as_json(), allow_nan=False, ensure_ascii=False)
    assert json.loads(text)["value"] == (result.value if result.defined else None)
    assert str(result)
    assert "<table>" in result._repr_html_()


NAMES = [*INPUTS, *ANONYMOUS, *TABLES]
NOTHING_TO_COMPARE = (
    *("one annotator", "one annotator, all labels equal", "one item, one label", "no pairable item", "empty"),
    *("empty, categories declared", "everything missing", "everything missing, categories declared"),
    *("no pairable item, all labels equal", "a single category declared, everything missing"),
    *("one of two annotators never asked", "counts: all items empty", "counts: one label each"),
    *("counts: one category, no label", "contingency: no item"),
)


ALIKE = {
    f"{kind}, in order" if ordered else str(kind): [
        case for case in CASES if (case.vocabulary, case.ordered) == (kind, ordered)
    ]
    for kind, ordered in sorted({(case.vocabulary, case.ordered) for case in CASES})
}
"""Measures of the same data."""


@pytest.mark.parametrize("cases", ALIKE.values(), ids=ALIKE)
def test_a_value_or_a_reason(cases: list[Case]) -> None:
    with many_cases() as one:
        for name in NAMES:
            data = _data(name, cases[0])
            if data is not None:
                with one(name):
                    _check_values_or_reasons(data, cases, nothing_to_compare=name in NOTHING_TO_COMPARE)


def _check_values_or_reasons(data: Labels, cases: list[Case], *, nothing_to_compare: bool) -> None:
    with warnings.catch_warnings(), np.errstate(all="raise", under="ignore"):
        warnings.simplefilter("error")
        asked = [case.expression for case in cases]
        plain, chosen = (accord.measure(data, asked, replicates=20, undefined=to) for to in ("nan", "one"))
        with many_cases() as each:
            for case, result in (*zip(cases, plain, strict=True), *zip(cases, chosen, strict=True)):
                with each(case):
                    _checked(result)
                    if nothing_to_compare:
                        invented = [one for one in (result.value, result.low, result.high) if not math.isnan(one)]
                        assert invented == [], "a value where nothing can be compared"
            for case, result in zip(cases, plain, strict=True):
                with each(f"{case} or an error"):
                    _check_error(data, case, result)


def _check_error(data: Labels, case: Case, plain: Result) -> None:
    if plain.defined:
        assert plain.undefined is None
        assert accord.measure(data, case.expression, confidence=None, undefined="error").value == plain.value
    else:
        with pytest.raises(DataError) as caught:
            accord.measure(data, case.expression, replicates=20, undefined="error")
        assert caught.value.code == "ACC113"
        assert plain.undefined is not None
        assert plain.undefined in str(caught.value)


def test_what_is_shown_unasked_is_defined_or_says_why() -> None:
    with many_cases() as one:
        for name in NAMES:
            with one(name):
                data = _data(name, Case("alpha"))
                assert data is not None
                for result in accord.measure(data, replicates=20):
                    _checked(result)
                for result in measure_by_category(data, "alpha", replicates=20):
                    _checked(result)


@pytest.mark.parametrize(
    ("name", "expression", "reason"),
    [
        ("all labels equal", "alpha", "all 6 labels are 'b': expected disagreement is 0"),
        ("all labels equal", "kappa", "all 6 labels are 'b': expected disagreement is 0"),
        ("all labels equal", "s", "all 6 labels are 'b': expected disagreement is 0"),
        ("all labels equal to the first", "ser(nothing='a')", "all 6 labels are 'a'"),
        ("all labels equal to the first", "f_measure(nothing='a')", "all 6 labels are 'a'"),
        ("pairable labels equal to the first, another alone", "f_measure(nothing='a')", "nothing was annotated"),
        ("pairable labels equal, another alone", "alpha", "among the labels that can be compared"),
        ("one annotator", "alpha", "only one annotator"),
        ("no pairable item", "alpha", "none of the 3 items has two labels"),
        ("empty", "alpha", "there are no items"),
        ("everything missing", "alpha", "all 2 items are without a label"),
        ("each annotator uses one category, three annotators", "kappa", "two annotators"),
        ("a declared category never used", "prevalence_index", "two categories and there are 4"),
        ("counts: one item", "kappa", "who gave which label"),
    ],
)
def test_reasons_are_in_the_users_terms(name: str, expression: str, reason: str) -> None:
    data = _data(name, Case(expression))
    assert data is not None
    result = accord.measure(data, expression)
    assert math.isnan(result.value)
    assert reason in (result.undefined or "")
    if "nothing=" in expression:
        assert "expected" not in (result.undefined or ""), "no chance is corrected for here"


@pytest.mark.parametrize("cases", ALIKE.values(), ids=ALIKE)
def test_one_is_the_value_of_equal_labels_by_option(cases: list[Case]) -> None:
    """1.0 by option for coefficients of agreement only: an error rate or an index of 1 would say the contrary."""
    asked = [case.expression for case in cases]
    results = []
    for name in ("all labels equal to the first", "pairable labels equal, another alone"):
        data = _data(name, cases[0])
        assert data is not None
        results += [accord.measure(data, asked, replicates=20, undefined=to) for to in ("nan", "one")]
    with many_cases() as each:
        for case, plain, chosen, other, other_chosen in zip(cases, *results, strict=True):
            with each(case):
                if plain.defined:
                    assert chosen.value == plain.value
                elif case.record.bounded:
                    assert chosen.value == 1.0
                    assert chosen.undefined == plain.undefined
                else:
                    assert math.isnan(chosen.value)
                assert other_chosen.value != 1.0 or not math.isnan(other.value)


def test_a_declared_category_changes_s_and_nothing_else_silently() -> None:
    used: Rows = [["a", "b"], ["a", "a"], ["b", "b"]]
    one, other = _labels(used, "words"), _labels(used, "words", declared=4)
    for expression in ("pi", "kappa", "alpha", "observed_agreement", "fleiss", "multi_kappa", "annotator_bias"):
        results = [accord.measure(data, expression, confidence=None) for data in (one, other)]
        assert results[0].value == results[1].value
        assert results[0].signature != results[1].signature
    assert accord.measure(other, "s").value > accord.measure(one, "s").value


def test_no_parts_at_all_is_an_error_of_the_data() -> None:
    with pytest.raises(DataError, match="no data"):
        accord.measure([], "alpha")


@pytest.mark.parametrize(
    "frame",
    [pl.DataFrame({"item": [], "annotator": [], "label": []}), pl.DataFrame({"item": [], "A": [], "B": []})],
    ids=["long", "wide"],
)
def test_a_frame_without_rows_is_an_error_of_the_data(frame: pl.DataFrame) -> None:
    with pytest.raises(DataError) as caught:
        accord.labels(frame)
    assert caught.value.code == "ACC002"


@pytest.mark.parametrize("table", [[], [[]], [1, 2], [[1, -1]], [[1.5]], [["x"]], [[math.nan]], [[math.inf]]], ids=str)
def test_a_malformed_table_is_an_error_of_the_data(table: object) -> None:
    for build in (accord.counts, accord.contingency):
        with pytest.raises(DataError) as caught:
            build(table)
        assert caught.value.code == "ACC012"


def test_empty_sets_are_labels_and_not_missing() -> None:
    data = accord.labels([[SETS[0], SETS[0]], [SETS[1], SETS[1]], [SETS[0], None]])
    assert data.n_labels == 5
    assert accord.measure(data, "alpha").value == 1.0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"confidence": 0}, "confidence"),
        ({"confidence": 1}, "confidence"),
        ({"confidence": math.nan}, "confidence"),
        ({"replicates": 0}, "replicates"),
        ({"replicates": 10.5}, "replicates"),
        ({"seed": -1}, "seed"),
        ({"seed": 0.5}, "seed"),
        ({"resample": "people"}, "resample"),
        ({"method": "bootstrap-t"}, "method"),
        ({"nonsense": 1}, "has no option"),
        ({"undefined": "zero"}, "undefined"),
    ],
)
def test_options_out_of_range_are_errors_of_the_call(options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        accord.measure(accord.labels([[1, 2], [1, 1]]), "alpha", **options)
