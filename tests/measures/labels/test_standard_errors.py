"""Analytic standard errors against derivatives, the jackknife, the bootstrap, simulation, and formulas of peers.

The published values are in test_gold.py.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

import accord
from accord import Expression, Labels, Result
from accord.annotations import Summary, summarise
from accord.evaluation import known_expression
from accord.measures import Kernel, all_measures, find, references
from accord.measures.labels.kernels import distances
from accord.measures.labels.kernels import standard_errors as formulas
from measures.cases import CASES, Case, Row, Vocabulary, built, vocabulary
from measures.labels.test_gold import COHEN_1960, COHEN_1968_WEIGHTS, FLEISS_1971, FORT_2012, FOUR_CODERS, GWET_2014

Floats = NDArray[np.float64]
NO_FORMULA = ("alpha(level='ordinal')",)
LISTED = [
    case
    for case in CASES
    if all_measures()["labels", case.name].errors is not None and case.expression not in NO_FORMULA
]
EVERY = pytest.mark.parametrize("case", LISTED, ids=str)


def rows_of(kind: Vocabulary, people: int, items: int, *, missing: float = 0.0, seed: int = 0) -> list[Row]:
    """Annotators who mostly agree, with habits of their own."""
    rng = np.random.default_rng([seed, people, items])
    labels = vocabulary(kind)
    size = 2 if people == 2 and kind == "words" else 4
    shares = np.array([0.4, 0.3, 0.2, 0.1])[:size] / np.array([0.4, 0.3, 0.2, 0.1])[:size].sum()
    true = rng.choice(size, size=items, p=shares)
    table = np.empty((items, people), dtype=np.int64)
    for person in range(people):
        guessed = rng.choice(size, size=items, p=np.roll(shares, person % 2))
        table[:, person] = np.where(rng.random(items) < 0.75, true, guessed)
    gone = rng.random(table.shape) < missing
    return [
        [None if lost else labels[code] for code, lost in zip(line, gaps, strict=True)]
        for line, gaps in zip(table, gone, strict=True)
    ]


def data_of(case: Case, items: int, *, missing: float = 0.0, seed: int = 0) -> Labels:
    people = 2 if case.name in ("kappa", "pabak", "bangdiwala") else 3
    rows = rows_of(case.vocabulary, people, items, missing=missing, seed=seed)
    if case.name == "pabak":
        rows = [[None if cell is None else "a" if cell == "a" else "b" for cell in row] for row in rows]
    return built(rows, case.vocabulary)


def measured(data: Labels, expression: str | Expression) -> Result:
    result = accord.measure(data, expression, confidence=None)
    assert result.undefined is None, result.undefined
    return result


def error(data: Labels, expression: str | Expression, formula: str | None = None, kind: str = "sampling") -> float:
    """The standard error of a formula; without one, the one to use."""
    listed = measured(data, expression).standard_errors
    return next(one.value for one in listed if one.kind == kind and formula in (None, one.formula))


def kernel_of(summary: Summary, expression: str) -> tuple[Kernel, Floats]:
    bound = known_expression(expression)
    record = find("labels", bound.name)
    parameters = record.bind(bound.parameters).parameters
    statistic = summary.rows if record.reads_rows(parameters) else summary.counts
    assert statistic is not None
    return record.kernel(summary, **parameters), statistic.multiplicity.astype(np.float64)


def derivatives(kernel: Kernel, times: Floats, step: float = 1e-4) -> Floats:
    """(patterns,) how the value moves with the weight of one item, in a sample so large that α's correction is 1."""
    many = 1e8
    moves = np.eye(len(times)) * step
    up, down = kernel(many * (times + moves))["value"], kernel(many * (times - moves))["value"]
    return np.asarray((up - down) / (2 * step))


# ---- what the formulas are: derivatives


@EVERY
@pytest.mark.parametrize("missing", [0.0, 0.3], ids=["complete", "missing labels"])
def test_deviations_are_derivatives(case: Case, missing: float) -> None:
    """The infinitesimal jackknife by differences, to many digits; Gwet's formula where no item has a single label."""
    data = data_of(case, 60, missing=missing)
    kernel, times = kernel_of(summarise(data), case.expression)
    moved = derivatives(kernel, times)
    number = times.sum()
    expected = math.sqrt(float(times @ moved**2))
    listed = [one for one in measured(data, case.expression).standard_errors if one.kind == "sampling"]
    assert listed
    correction = 1.0 if listed[0].formula in (formulas.LARGE_SAMPLE, formulas.TWO_LABELS) else number / (number - 1)
    if case.name == "alpha":  # over the items with a pair alone
        paired = float((summarise(data).counts.pairable.multiplicity).sum())
        correction = paired / (paired - 1)
    assert listed[0].value == pytest.approx(expected * math.sqrt(correction), rel=1e-5)


@EVERY
@pytest.mark.parametrize("missing", [0.0, 0.2], ids=["complete", "missing labels"])
def test_near_the_jackknife_and_the_bootstrap(case: Case, missing: float) -> None:
    data = data_of(case, 400, missing=missing)
    kernel, times = kernel_of(summarise(data), case.expression)
    number = times.sum()
    left_out = kernel(times - np.eye(len(times)))["value"]
    centre = float(times @ left_out) / number
    jackknife = math.sqrt((number - 1) / number * float(times @ (left_out - centre) ** 2))
    rng = np.random.default_rng(0)
    drawn = kernel(rng.multinomial(int(number), times / number, size=4000).astype(np.float64))["value"]
    found = error(data, case.expression)
    assert found == pytest.approx(jackknife, rel=0.02)
    assert found == pytest.approx(float(drawn.std()), rel=0.06)


def test_single_labels_inflate_gwets_formula() -> None:
    """Gwet's κ_i of an item with one label is 0 and not κ, as if the number of such items were known beforehand."""
    data = built(rows_of("words", 2, 2000, missing=0.4))
    ours, gwet = (error(data, "fleiss", formula) for formula in (formulas.RATIO, formulas.LINEARISED))
    rng = np.random.default_rng(0)
    kernel, times = kernel_of(summarise(data), "fleiss")
    drawn = kernel(rng.multinomial(int(times.sum()), times / times.sum(), size=4000).astype(np.float64))["value"].std()
    assert ours == pytest.approx(float(drawn), rel=0.05)
    assert gwet > 1.1 * drawn


# ---- under κ = 0


@pytest.mark.parametrize("expression", ["kappa", "kappa(weights='linear')", "kappa(weights='quadratic')"])
def test_zero_errors_of_kappa_are_those_of_independent_annotators(expression: str) -> None:
    rng = np.random.default_rng(1)
    one, other = np.array([0.5, 0.3, 0.2]), np.array([0.3, 0.3, 0.4])
    tables = rng.multinomial(400, np.outer(one, other).ravel(), size=3000)
    weights = {"kappa": 1 - np.eye(3)}.get(expression)
    if weights is None:
        weights = np.abs(np.subtract.outer(range(3), range(3))) ** (2.0 if "quadratic" in expression else 1.0)
    squares = tables.reshape(-1, 3, 3) / 400
    expected = np.einsum("bi,ij,bj->b", squares.sum(axis=2), weights, squares.sum(axis=1))
    values = 1 - np.einsum("bij,ij->b", squares, weights) / expected
    data = accord.contingency(np.round(1e6 * np.outer(one, other)).astype(int))
    at_400 = error(data, expression, kind="zero") * math.sqrt(1e6 / 400)
    assert at_400 == pytest.approx(float(values.std()), rel=0.05)


def test_zero_error_of_fleiss_is_that_of_labels_dealt_at_random() -> None:
    rng = np.random.default_rng(2)
    shares = np.array([0.6, 0.3, 0.1])
    values, errors = [], []
    for _ in range(600):
        data = accord.counts(rng.multinomial(4, shares, size=150))
        result = measured(data, "fleiss")
        values.append(result.value)
        errors.append(error(data, "fleiss", kind="zero"))
    assert np.mean(errors) == pytest.approx(float(np.std(values)), rel=0.1)


def test_nominal_weights_give_the_closed_form() -> None:
    nominal = (1 - np.eye(3)).tolist()
    for kind in ("sampling", "zero"):
        plain = error(COHEN_1960, "kappa", kind=kind)
        assert error(COHEN_1960, Expression("kappa", weights=nominal), kind=kind) == pytest.approx(plain, rel=1e-12)


# ---- representation and scale


@EVERY
def test_many_items_alike_are_many_items(case: Case) -> None:
    """A table of rows and its rows with a multiplicity; ten times the items give a √10 smaller error."""
    rows = data_of(case, 50)
    again = summarise([data_of(case, 50)] * 10)
    one = measured(rows, case.expression)
    listed = find("labels", case.name).errors
    assert listed is not None
    parameters = find("labels", case.name).bind(known_expression(case.expression).parameters).parameters
    for small, large in zip(one.standard_errors, listed(again, **parameters), strict=True):
        assert small.formula == large.formula
        lost = {formulas.LINEARISED: math.sqrt(499 / 490), formulas.RATIO: math.sqrt(499 / 490)}.get(small.formula, 1.0)
        assert small.value == pytest.approx(math.sqrt(10) * lost * large.value, rel=1e-9)


@pytest.mark.parametrize("expression", ["fleiss", "alpha", "ac1", "brennan_prediger", "observed_agreement"])
def test_counts_give_the_same_errors_as_names(expression: str) -> None:
    rows = rows_of("words", 3, 40, missing=0.2)
    counted = accord.counts([[row.count(word) for word in "abcd"] for row in rows], categories=list("abcd"))
    named, anonymous = (measured(data, expression).standard_errors for data in (built(rows), counted))
    assert [one.formula for one in named] == [one.formula for one in anonymous]
    assert [one.value for one in named] == pytest.approx([one.value for one in anonymous], rel=1e-12)


def test_a_scale_of_weights_cancels() -> None:
    scaled = [[7 * weight for weight in row] for row in COHEN_1968_WEIGHTS]
    for name, parameter in (("kappa", "weights"), ("fleiss", "weights"), ("ac2", "weights"), ("alpha", "distance")):
        one, other = (
            measured(COHEN_1960, Expression(name, **{parameter: matrix})).standard_errors
            for matrix in (COHEN_1968_WEIGHTS, scaled)
        )
        assert [e.value for e in one] == pytest.approx([e.value for e in other], rel=1e-12)


def test_interval_distances_need_no_matrix() -> None:
    """α by points and α by the matrix of their squared distances."""
    rows = rows_of("numbers", 3, 80, missing=0.2)
    data = built(rows, "numbers")
    values = [0.0, 1.0, 2.0, 5.0]
    squares = [[(one - other) ** 2 for other in values] for one in values]
    assert error(data, "alpha(level='interval')") == pytest.approx(
        error(data, Expression("alpha", distance=squares)), rel=1e-12
    )


# ---- where there is none


@pytest.mark.parametrize(
    ("data", "expression"),
    [
        (accord.labels([["a", "b"]]), "alpha"),
        (accord.labels([["a", "b"]]), "kappa"),
        (accord.labels([["a", "b"]]), "fleiss"),
        (accord.labels([["a", "b"], ["b", "b"], ["a", "a"]], categories=["a", "b"]), "alpha(level='ordinal')"),
        (accord.labels([["a", "b"], ["b", "b"]]), "light"),
    ],
    ids=[
        *(f"one item, {name}" for name in ("alpha", "kappa", "fleiss")),
        "distances that depend on the data",
        "no formula",
    ],
)
def test_what_is_undefined_is_not_listed(data: Labels, expression: str) -> None:
    result = measured(data, expression)
    assert result.standard_errors == ()
    assert "standard_errors" not in result.as_json()


def test_undefined_values_have_no_errors() -> None:
    data = accord.labels([["a", "a"]] * 5, categories=["a", "b"])
    for name in ("kappa", "fleiss", "alpha"):
        result = accord.measure(data, name, confidence=None)
        assert not result.defined
        assert result.standard_errors == ()


def test_formulas_for_complete_data_are_not_stretched_to_missing_labels() -> None:
    whole = [["a", "b"], ["b", "b"], ["a", "a"], ["a", "a"]] * 3
    gaps: list[Sequence[str | None]] = [*whole, ["a", None]]
    assert {e.formula for e in measured(accord.labels(whole), "kappa").standard_errors} == {
        formulas.LARGE_SAMPLE,
        formulas.LINEARISED,
        formulas.LARGE_SAMPLE_ZERO,
    }
    assert {e.formula for e in measured(accord.labels(gaps), "kappa").standard_errors} == {
        formulas.RATIO,
        formulas.LINEARISED,
    }
    assert not [e for e in measured(GWET_2014, "fleiss").standard_errors if e.kind == "zero"]
    assert not [e for e in measured(COHEN_1960, "pi(weights='linear')").standard_errors if e.kind == "zero"]


def test_every_error_cites_and_is_plain() -> None:
    for data in (COHEN_1960, FLEISS_1971, GWET_2014, FORT_2012):
        for result in accord.measure(data, confidence=None):
            for one in result.standard_errors:
                assert one.reference in references()
                assert type(one.value) is float
                assert one.value >= 0
            again = json.loads(json.dumps(result.as_json(), allow_nan=False))
            listed = [(one.kind, one.value, one.formula, one.reference) for one in result.standard_errors]
            assert [tuple(entry.values()) for entry in again.get("standard_errors", [])] == listed


# ---- the standard error of α of two packages, which differ from R's for ratings and from each other


def alpha_parts(counts: Floats, agreement: Floats) -> tuple[Floats, float, float, float, Floats, Floats]:
    """Agreement and expected agreement per item, as Gwet writes them: p_a|i, p_a, p_e, ε, p_e|i and (r_i − r̄) / r̄."""
    labels = counts.sum(axis=1)
    mean = labels.mean()
    shares = counts.mean(axis=0) / mean
    expected = float(shares @ agreement @ shares)
    per_item = (counts * (counts @ agreement - 1)).sum(axis=1) / (mean * (labels - 1))
    return (
        per_item,
        float(per_item.mean()),
        expected,
        1 / float(labels.sum()),
        counts @ agreement @ shares / mean,
        labels / mean - 1,
    )


def root(deviations: Floats) -> float:
    number = len(deviations)
    return math.sqrt(float(((deviations - deviations.mean()) ** 2).sum()) / (number * (number - 1)))


def test_irrcac_for_r_from_counts_weighs_the_expected_agreement_once() -> None:
    """.08243228 in its README, where its own function for ratings gives .08119291, as we do.

    The part of the expected agreement, Σ π_k π_l w_kl, moves twice with an item's labels; here it is counted once.
    """
    counts = np.array([[int(digit) for digit in f"{item:05}"] for item in FIRST_15], dtype=np.float64)
    per_item, observed, expected, epsilon, conditional, _ = alpha_parts(counts, np.eye(5))
    value = 1 - (1 - epsilon) * (1 - observed) / (1 - expected)
    assert value == pytest.approx(measured(accord.counts(counts.astype(int)), "alpha").value, rel=1e-12)
    found = {
        factor: root(
            ((1 - epsilon) * per_item - factor * (1 - value) * (conditional - expected)) / (1 - expected),
        )
        for factor in (1, 2)
    }
    assert found[1] == pytest.approx(0.08243228, abs=5e-9)
    ours = error(accord.counts(counts.astype(int)), "alpha")
    assert ours == pytest.approx(0.08119291, abs=5e-9)
    assert found[2] == pytest.approx(ours * (1 - epsilon), rel=1e-12)  # α's correction, which Gwet leaves out


FIRST_15 = (60, 3003, 1401, 6, 3030, 20400, 402, 20310, 20040, 6, 10050, 11040, 3300, 10050, 2031)
IRRCAC_PYTHON = {
    "nominal": 0.145573886985,
    "linear": 0.135477744125,
    "quadratic": 0.129129965715,
    "ordinal": 0.13107343031,
    "radical": 0.139612098486,
    "ratio": 0.140481053775,
    "circular": 0.14101236325,
    "bipolar": 0.128133718784,
}


@pytest.mark.parametrize("weights", IRRCAC_PYTHON)
def test_irrcac_for_python_corrects_the_observed_agreement_before_the_ratio(weights: str) -> None:
    """.145573886985 on ratings with missing labels, as R 1.0 prints (.14557); R 1.4 prints .14548, as we do.

    The ratio to the mean number of labels is linearised about p_a' = (1 − ε) p_a + ε in place of the p_a it is about.
    """
    rows = [row for row in FOUR_CODERS if sum(cell is not None for cell in row) > 1]
    counts = np.array([[row.count(code) for code in range(1, 6)] for row in rows], dtype=np.float64)
    apart = distances.weighted(GWET_2014.categories, None if weights == "nominal" else weights)
    per_item, observed, expected, epsilon, conditional, longer = alpha_parts(counts, 1 - apart)
    value = (observed - expected) / (1 - expected)
    moved = 2 * (1 - value) * (conditional - expected * longer - expected)
    found = {
        about: root((per_item - centre * longer - moved) / (1 - expected))
        for about, centre in (("p_a", observed), ("p_a'", (1 - epsilon) * observed + epsilon))
    }
    assert found["p_a'"] == pytest.approx(IRRCAC_PYTHON[weights], abs=1e-11)
    assert found["p_a"] == pytest.approx(error(GWET_2014, f"alpha(distance='{weights}')"), rel=1e-12)
    if weights == "nominal":
        assert found["p_a"] == pytest.approx(0.14548, abs=5e-6)
