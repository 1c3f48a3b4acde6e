"""Numbers at their edges: a category that has nearly everything, and labels of any size and unit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import accord
from accord.annotations.labels import Level
from accord.measures.labels.kernels.standard_errors import fleiss_cohen_everitt

NEARLY_ALL = [[[10**12, 3], [2, 1]], [[10**9, 7], [1, 4]], [[3, 2, 0], [1, 2**40, 4], [0, 5, 2]]]


def values(data: accord.Labels, expressions: Iterable[str]) -> list[float]:
    """Defined ones."""
    results = accord.measure(data, list(expressions), confidence=None)
    assert [result.undefined for result in results] == [None] * len(results)
    return [result.value for result in results]


def value(data: accord.Labels, expression: str) -> float:
    return values(data, [expression])[0]


def exactly(table: list[list[int]]) -> dict[str, float]:
    """The coefficients of two annotators, in fractions."""
    size, number = len(table), sum(map(sum, table))
    first = [Fraction(sum(row), number) for row in table]
    second = [Fraction(sum(column), number) for column in zip(*table, strict=True)]
    shares = [(one + other) / 2 for one, other in zip(first, second, strict=True)]
    observed = Fraction(sum(table[code][code] for code in range(size)), number)

    def corrected(agreed: Fraction, expected: Fraction) -> float:
        return float((agreed - expected) / (1 - expected))

    own = sum((one * other for one, other in zip(first, second, strict=True)), Fraction(0))
    same = sum((share * share for share in shares), Fraction(0))
    labels = 2 * number
    best = sum((min(one, other) for one, other in zip(first, second, strict=True)), Fraction(0))
    return {
        "kappa": corrected(observed, own),
        "multi_kappa": corrected(observed, own),
        "light": corrected(observed, own),
        "kappa_max": corrected(best, own),
        "pi": corrected(observed, same),
        "fleiss": corrected(observed, same),
        "krr(k=1)": corrected(observed, same),
        "alpha": float(1 - (1 - observed) / ((1 - same) * labels / (labels - 1))),
        "s": corrected(observed, Fraction(1, size)),
        "ac1": corrected(observed, sum((share * (1 - share) for share in shares), Fraction(0)) / (size - 1)),
    }


@pytest.mark.parametrize("table", NEARLY_ALL, ids=["10^12", "10^9", "2^40"])
def test_one_category_has_nearly_everything(table: list[list[int]]) -> None:
    data = accord.contingency(table)
    expected = exactly(table)
    assert values(data, expected) == pytest.approx(list(expected.values()), rel=1e-12, abs=1e-12)


def test_kappa_of_a_million_million() -> None:
    """.285744 when squares of shares were taken from 1."""
    assert value(accord.contingency([[10**12, 3], [2, 1]]), "kappa") == pytest.approx(2 / 7, abs=1e-11)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 2**40), min_size=4, max_size=4), st.booleans())
def test_any_table_of_two_categories(cells: list[int], small: bool) -> None:
    if small:
        cells = [cells[0], *(cell % 7 for cell in cells[1:])]
    table = [cells[:2], cells[2:]]
    assume(all(map(sum, table)) and all(map(sum, zip(*table, strict=True))))
    data = accord.contingency(table)
    expected = exactly(table)
    assert values(data, expected) == pytest.approx(list(expected.values()), rel=1e-9, abs=1e-11)


def test_standard_errors_of_a_category_with_nearly_everything() -> None:
    """Two rare categories of share ε: var_0 κ = Σ p q (d − d. − .d + D)² / (n D²), in fractions."""
    table = [[10**12, 3], [2, 1]]
    number = sum(map(sum, table))
    first = [Fraction(sum(row), number) for row in table]
    second = [Fraction(sum(column), number) for column in zip(*table, strict=True)]
    expected = 1 - sum((one * other for one, other in zip(first, second, strict=True)), Fraction(0))
    total = Fraction(0)
    for one, other in product(range(2), repeat=2):
        gap = int(one != other) - (1 - second[one]) - (1 - first[other]) + expected
        total += first[one] * second[other] * gap**2
    codes = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    _, zero = fleiss_cohen_everitt(*codes, np.array(table, dtype=float).ravel(), 2, None)
    assert zero == pytest.approx(float(total / number / expected**2) ** 0.5, rel=1e-6)


def test_ordinal_alpha_with_nearly_everything_in_one_category() -> None:
    """Three annotators; 10^12 items on which all say 2."""
    patterns = [((2, 2, 2), 10**12), ((1, 2, 3), 2), ((1, 1, 1), 3), ((3, 3, 2), 1)]
    used = [sum(times * labels.count(code) for labels, times in patterns) for code in (1, 2, 3)]
    ranks = {code: sum(used[: code - 1]) + Fraction(used[code - 1], 2) for code in (1, 2, 3)}
    number = sum(used)
    within = sum(
        times * Fraction(sum((ranks[a] - ranks[b]) ** 2 for a, b in product(labels, repeat=2)), 2)
        for labels, times in patterns
    )
    pairs = ((used[a - 1] * used[b - 1] * (ranks[a] - ranks[b]) ** 2) for a, b in product((1, 2, 3), repeat=2))
    expected = 1 - (within / number) / (sum(pairs, Fraction(0)) / (number * (number - 1)))
    data = replace(
        accord.labels([list(labels) for labels, _ in patterns], level="ordinal"),
        weights=np.array([times for _, times in patterns]),
        items=None,
    )
    assert value(data, "alpha") == pytest.approx(float(expected), abs=1e-12)


RATINGS = np.array(
    [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], dtype=np.float64
)  # Shrout & Fleiss 1979, table 2
AFFINE = [
    "alpha",
    *(f"icc(form='{form}')" for form in ("1", "2", "3", "1k", "2k", "3k")),
    "ccc",
    "kendall_w",
    "spearman",
    *(f"multi_kappa(weights='{weights}')" for weights in ("linear", "quadratic", "radical", "bipolar")),
    "fleiss(weights='quadratic')",
    "ac2(weights='linear')",
]


def interval(ratings: np.ndarray) -> accord.Labels:
    return accord.labels(ratings.tolist(), level="interval")


@settings(max_examples=25, deadline=None)
@given(st.integers(-1060, 980), st.sampled_from([-1.0, 1.0]), st.integers(-(2**40), 2**40))
def test_another_unit_and_zero_change_nothing(exponent: int, sign: float, shift: int) -> None:
    """Exact in floats: whole numbers moved by a whole number, times a power of two."""
    moved = interval(np.ldexp(sign * RATINGS + shift, exponent))
    assert values(moved, AFFINE) == pytest.approx(values(interval(RATINGS), AFFINE), rel=1e-9, abs=1e-9)


@settings(max_examples=20, deadline=None)
@given(st.integers(-1060, 1018))
def test_another_unit_changes_no_ratio(exponent: int) -> None:
    one, other = (accord.labels(ratings.tolist(), level="ratio") for ratings in (RATINGS, np.ldexp(RATINGS, exponent)))
    assert value(other, "alpha") == pytest.approx(value(one, "alpha"), rel=1e-12)
    assert value(other, "fleiss(weights='ratio')") == pytest.approx(value(one, "fleiss(weights='ratio')"), rel=1e-12)


@pytest.mark.parametrize("scale", [1e200, 1e307, 1e-300])
@pytest.mark.parametrize("level", ["ordinal", "interval", "ratio"])
def test_alpha_of_values_of_any_size(scale: float, level: Level) -> None:
    one, other = (accord.labels(ratings.tolist(), level=level) for ratings in (RATINGS, RATINGS * scale))
    assert value(other, "alpha") == pytest.approx(value(one, "alpha"), rel=1e-9)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(-(2**43), 2**43), min_size=4, max_size=4))
def test_annotators_on_levels_of_their_own(levels: list[int]) -> None:
    """ICC(3) and ICC(3,k) do not see them; .7148 and .9093 are Shrout & Fleiss'."""
    data = interval(RATINGS + np.array(levels))
    assert value(data, "icc(form='3')") == pytest.approx(value(interval(RATINGS), "icc(form='3')"), abs=1e-9)
    assert value(data, "icc(form='3k')") == pytest.approx(value(interval(RATINGS), "icc(form='3k')"), abs=1e-9)


def test_annotators_ten_million_apart() -> None:
    assert value(interval(RATINGS + np.array([0, 1e7, -1e7, 0])), "icc(form='3')") == pytest.approx(0.7148, abs=5e-5)


@pytest.mark.parametrize("scale", [1.0, 0.1, 1e200, 1e-300])
def test_equal_ratings_stay_undefined(scale: float) -> None:
    data = interval(np.full((7, 3), 0.7) * scale)
    for measure in ("alpha", "icc(form='3')", "icc(form='1k')", "ccc"):
        (result,) = accord.measure(data, [measure], confidence=None)
        assert np.isnan(result.value), measure


def test_disagreements_keep_their_units() -> None:
    (result,) = accord.measure(interval(RATINGS * 1024), ["alpha"], confidence=None)
    (plain,) = accord.measure(interval(RATINGS), ["alpha"], confidence=None)
    assert result.components["observed"] == 2**20 * plain.components["observed"]
    (beyond,) = accord.measure(interval(RATINGS * 1e200), ["alpha"], confidence=None)
    assert np.isnan(beyond.components["observed"])
