"""γ, γ-cat and γ-k: gold values, chance, properties, degenerate data."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.alignment import Combined, solve
from accord.alignment.random_continua import random1, random2, sampler, spaced_shifts
from accord.annotations import Spans
from accord.measures import BlockKernel, find
from accord.results import parse_expression
from accord.statistics import generator
from shared_files import ABSENT, GOLD

CASES: list[dict[str, Any]] = []
EXPECTED: dict[str, dict[str, float]] = {}
if (GOLD / "spans.json").is_file():
    _gold = json.loads((GOLD / "spans.json").read_text(encoding="utf-8"))
    CASES, EXPECTED = _gold["gamma"], _gold["gamma_expected_statistical"]

TIES = ("g12_APS_a0b1",)
"""By categories alone many alignments are best, and each has its own categorical disorder."""

WITHOUT_TIES = [case for case in CASES if isinstance(case["cat_dissim"], str) and case["id"] not in TIES]

# The GammaSoftware demonstration continuum of Alex, Paul and Suzan (Mathet et al. 2015)
DEMO = [
    *(
        ("Alex", *unit)
        for unit in ((2, 9, "1"), (11, 17, "2"), (24, 30, "5"), (32, 36, "6"), (36, 44, "6"), (44, 60, "7"))
    ),
    *(("Paul", *unit) for unit in ((2, 9, "1"), (11, 17, "3"), (19, 25, "5"), (32, 44, "6"))),
    *(
        ("Suzan", *unit)
        for unit in ((2, 9, "1"), (11, 17, "4"), (21, 27, "5"), (32, 36, "6"), (36, 40, "6"), (40, 44, "6"))
    ),
]


def kernel_of(data: Spans, name: str, **parameters: object) -> BlockKernel:
    kernel = find("spans", name).prepare(data, **parameters)
    assert isinstance(kernel, BlockKernel)
    return kernel


def case_data(case: dict[str, Any]) -> Spans:
    return accord.spans([tuple(unit) for unit in case["units"]], annotators=case["annotators"])


@pytest.mark.skipif(not CASES, reason=ABSENT)
@pytest.mark.parametrize(
    "case",
    WITHOUT_TIES,
    ids=lambda case: case["id"],
)
@pytest.mark.parametrize(
    ("empties", "gold"), [("ignore", "gamma_cat_observed_paper"), ("count", "gamma_cat_observed_pygamma_formula")]
)
def test_the_categorical_disorder_of_the_best_alignment(case: dict[str, Any], empties: str, gold: str) -> None:
    parameters = {name: case[name] for name in ("alpha", "beta", "delta_empty")}
    given = {"empties": empties, "precision": None, **parameters}
    result = accord.measure(case_data(case), accord.Expression("gamma_cat", **given), confidence=None)
    expected = case[gold]
    if case["delta_empty"] != 1:  # Δ∅ is a scale; the gold value has it in the weights, too, where it does not belong
        (unscaled,) = (one for one in CASES if one["id"] == "g09_APS_a3b1" and one["units"] == case["units"])
        expected = case["delta_empty"] * unscaled[gold]
    if expected is None:
        assert not result.defined
    else:
        assert result.components["observed"] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("empties", ["ignore", "count"])
@pytest.mark.parametrize("name", ["gamma", "gamma_cat", "gamma_k(category='6')", "gamma_k(category='4')"])
def test_the_cost_of_an_empty_unit_is_a_scale(name: str, empties: str) -> None:
    """(.669, .724 and .670 were γ-cat at Δ∅ = ½, 1 and 4.)"""
    asked = parse_expression(name)
    given = {**asked.parameters, **({} if name == "gamma" else {"empties": empties})}
    data = accord.spans(DEMO, length=60)

    def at(delta: float) -> accord.Result:
        expression = accord.Expression(asked.name, **given, alpha=2.0, delta_empty=delta, precision=None)
        return accord.measure(data, expression, seed=3)

    one = at(1.0)
    for delta in (0.5, 4.0):
        other = at(delta)
        assert (other.value, other.low, other.high) == (one.value, one.low, one.high)
        assert other.components["observed"] == delta * one.components["observed"]
    other = at(3.7)
    assert (other.value, other.low, other.high) == pytest.approx((one.value, one.low, one.high), abs=1e-12, nan_ok=True)


@pytest.mark.skipif(not EXPECTED, reason=ABSENT)
@pytest.mark.parametrize("name", EXPECTED)
def test_chance_is_as_disordered_as_in_the_peer(name: str) -> None:
    """Its mean over 2,000 continua; the peer's shuffling is `pygamma` here, because it loses distances (docs)."""
    gold = EXPECTED[name]
    chance = "statistical" if "Statistical" in name else "pygamma"
    units = [tuple(map(float, unit[1:3])) for unit in DEMO] if "float" in name else [unit[1:3] for unit in DEMO]
    data = accord.spans([(unit[0], *bounds, unit[3]) for unit, bounds in zip(DEMO, units, strict=True)]).continuum(0)
    dissimilarity = Combined(alpha=3.0 if "a3b1" in name else 1.0)
    assert solve(data, dissimilarity).value == pytest.approx(gold["observed"], abs=1e-9)
    draw, rng = sampler(chance, data), generator(1, "gold")
    values = [solve(continuum, dissimilarity, canonical=False).value for continuum in draw(rng, 600)]
    error = math.hypot(float(np.std(values)) / math.sqrt(len(values)), gold["expected_se"])
    assert np.mean(values) == pytest.approx(gold["expected_mean"], abs=3 * error)


def test_shifts_keep_their_distance_while_there_is_room() -> None:
    rng = np.random.default_rng(3)
    for _ in range(200):
        shifts = np.sort(spaced_shifts(rng, 4, 100.0, 7.0, whole=False))
        assert (np.diff(shifts) >= 7).all()
        assert 0 <= shifts[0] <= shifts[-1] <= 100
    crowded = np.array(spaced_shifts(rng, 50, 100.0, 7.0, whole=True))
    assert len(crowded) == 50
    assert (crowded == np.floor(crowded)).all()


def test_a_shuffled_continuum_has_the_units_of_its_models() -> None:
    data = accord.spans(DEMO, length=60).continuum(0)
    lengths = {tuple(sorted((data.ends - data.starts)[data.who == one])) for one in range(3)}
    draw, rng = sampler("shuffle", data), np.random.default_rng(0)
    for one in draw(rng, 50):
        assert one.n_annotators == 3
        assert {tuple(sorted((one.ends - one.starts)[one.who == place])) for place in range(3)} <= lengths
        assert (one.starts >= 0).all()
        assert (one.starts <= 60).all()
        for place in range(3):
            assert (np.diff(one.starts[one.who == place]) >= 0).all()


def test_random_documents_look_like_the_corpus() -> None:
    corpus = accord.spans({"d1": DEMO, "d2": [("Alex", 10, 20, "1"), ("Paul", 50, 100, "2")]}, length={"d2": 200})
    continua = list(corpus.continua())
    draw = random1(continua, 4)
    rng = np.random.default_rng(1)
    for _ in range(50):
        one = draw(rng)
        assert one.n_annotators == 4
        assert one.cards.max() <= 6
        assert (one.starts >= one.begin - 1e-9).all()
        assert (one.ends <= one.end + 1e-9).all()
    _, every = random2(continua, 2)
    assert every is not None
    assert len(every) == 9  # any of three annotators in d1, any of three in d2
    assert all(one.end == 58.0 for one in every)


# ---- values


def test_identical_annotations_give_one() -> None:
    same = [(name, *unit[1:]) for name in "ABC" for unit in DEMO[:6]]
    for name in ("gamma", "gamma_cat", "holistic"):
        assert accord.measure(accord.spans(same), name, confidence=None).value == 1.0


def test_the_corpus_value_sums_over_documents() -> None:
    corpus = accord.spans({"d1": DEMO, "d2": DEMO[:10], "d3": DEMO[4:]}, annotators=["Alex", "Paul", "Suzan"])
    kernel = kernel_of(corpus, "gamma")
    assert (kernel.blocks, kernel.drawn) == (3, "documents")
    parts = [kernel(row[None, :]) for row in np.eye(3)]
    whole = kernel(np.ones((1, 3)))
    observed = sum(float(part["observed"][0]) for part in parts)
    expected = sum(float(part["expected"][0]) for part in parts)
    assert float(whole["value"][0]) == pytest.approx(1 - observed / expected, abs=1e-12)
    listed = kernel.tables["documents"]
    assert isinstance(listed, dict)
    assert list(listed.values()) == [pytest.approx(float(part["value"][0])) for part in parts]


def test_one_document_draws_its_unitary_alignments() -> None:
    kernel = kernel_of(accord.spans(DEMO), "gamma")
    assert kernel.drawn == "units"
    assert kernel.blocks == len(accord.align(accord.spans(DEMO)))
    result = accord.measure(accord.spans(DEMO), "gamma")
    assert result.low < result.value < result.high <= 1
    assert result.signature.resample == "units"
    assert {error.kind for error in result.standard_errors} == {"sampling", "chance"}


def test_more_precision_draws_more_samples() -> None:
    rough = accord.measure(accord.spans(DEMO), "gamma(precision=0.1)", confidence=None)
    fine = accord.measure(accord.spans(DEMO), "gamma(precision=0.01)", confidence=None)
    assert rough.components["samples"] == 30
    assert fine.components["samples"] > 200
    assert fine.standard_errors[0].value < rough.standard_errors[0].value
    assert (
        fine.standard_errors[0].value <= 0.01 / 1.96 * fine.components["observed"] / fine.components["expected"] * 1.2
    )
    assert (
        accord.measure(accord.spans(DEMO), "gamma(precision=None, samples=7)", confidence=None).components["samples"]
        == 7
    )


def test_the_seed_decides_and_is_in_the_signature() -> None:
    one, again, other = (accord.measure(accord.spans(DEMO), "gamma", seed=seed, confidence=None) for seed in (1, 1, 2))
    assert one.value == again.value != other.value
    assert str(one.signature).endswith("interval:none|seed:1")


def degraded(strength: float, seed: int) -> Spans:
    """Three copies of 20 units, bounds moved by up to `strength` lengths, and as large a share left out."""
    rng = np.random.default_rng(seed)
    starts = np.cumsum(rng.uniform(5, 30, 20))
    units = []
    for name in "ABC":
        for place, start in enumerate(starts):
            moved = np.sort(start + np.array([0, 8.0]) + rng.uniform(-1, 1, 2) * strength * 8)
            if rng.random() >= strength / 2:
                units.append((name, *moved, "xyz"[place % 3]))
    return accord.spans(units, annotators=list("ABC"))


@pytest.mark.parametrize("name", ["gamma", "holistic"])
def test_stronger_degradation_scores_lower_on_average(name: str) -> None:
    means = []
    for strength in (0.0, 0.2, 0.5, 0.9):
        values = [accord.measure(degraded(strength, seed), name, confidence=None).value for seed in range(4)]
        means.append(np.mean(values))
    assert means[0] == 1.0
    assert means == sorted(means, reverse=True)
    assert means[1] < 0.995


def moved(units: Sequence[tuple[Any, ...]], shift: float, scale: float) -> list[tuple[Any, ...]]:
    return [(name, start * scale + shift, end * scale + shift, category) for name, start, end, category in units]


@settings(max_examples=8)
@given(shift=st.floats(0, 1e7), scale=st.sampled_from([0.01, 0.37, 3.0, 250.0]))
def test_the_place_and_unit_of_positions_do_not_matter(shift: float, scale: float) -> None:
    base = accord.measure(accord.spans(DEMO), "gamma(samples=60)", confidence=None)
    other = accord.measure(accord.spans(moved(DEMO, shift, scale)), "gamma(samples=60)", confidence=None)
    assert other.components["observed"] == pytest.approx(base.components["observed"], abs=1e-5)
    assert other.value == pytest.approx(base.value, abs=0.05)


def test_the_order_of_annotators_does_not_change_what_is_observed() -> None:
    for order in (["Suzan", "Alex", "Paul"], ["Paul", "Suzan", "Alex"]):
        result = accord.measure(accord.spans(DEMO, annotators=order), "gamma(alpha=3)", confidence=None)
        assert result.components["observed"] == pytest.approx(0.960625, abs=1e-12)
        assert result.value == pytest.approx(0.455, abs=0.03)


def test_gamma_k_is_about_one_category() -> None:
    whole = accord.measure(accord.spans(DEMO), "gamma_cat", confidence=None)
    six = accord.measure(accord.spans(DEMO), "gamma_k(category='6')", confidence=None)
    two = accord.measure(accord.spans(DEMO), "gamma_k(category='2')", confidence=None)
    assert six.value == 1.0
    assert two.value < whole.value < six.value
    with pytest.raises(accord.UsageError, match="one category"):
        accord.measure(accord.spans(DEMO), "gamma_k")
    with pytest.raises(accord.UsageError, match="'9' is not a category"):
        accord.measure(accord.spans(DEMO), "gamma_k(category='9')")


# ---- degenerate data


@pytest.mark.parametrize("name", ["gamma", "gamma_cat", "gamma_k(category='x')", "holistic"])
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (accord.spans([("A", 0, 10, "x")]), "two annotators"),
        (accord.spans([], annotators=["A", "B"], categories=["x"]), "no annotator found a unit|no document with units"),
        (accord.spans([("A", 0, 10, "x"), ("A", 20, 25, "x")], annotators=["A", "B"]), None),
        (accord.spans([("A", 0, 0, "x"), ("B", 0, 0, "x")]), None),
        (accord.spans([("A", 5, 5, "x"), ("B", 7, 7, "x")]), None),
        (accord.spans([("A", 0, 10, "x"), ("B", 500, 510, "x")]), None),
        (accord.spans([("A", 0, 10, "x")] * 3 + [("B", 0, 10, "x")] * 2), None),
        (accord.spans([("A", 0, 10), ("B", 1, 10), ("B", 3, 9, "x")]), None),
        (accord.spans({"d": [("A", 0, 10, "x")], "e": [("B", 0, 10, "x")], "f": []}, annotators=["A", "B"]), None),
    ],
    ids=["alone", "nobody", "one empty", "points", "points apart", "far apart", "twins", "uncategorised", "disjoint"],
)
def test_degenerate_data_give_a_value_or_a_reason(name: str, data: Spans, reason: str | None) -> None:
    result = accord.measure(data, name)
    if not result.defined:
        assert result.undefined
    else:
        assert result.value <= 1
    if reason is not None:
        assert any(text in (result.undefined or "") for text in reason.split("|"))


def test_an_empty_annotator_lowers_the_value_and_is_defined() -> None:
    with_nobody = accord.spans(DEMO, annotators=["Alex", "Paul", "Suzan", "nobody"])
    result = accord.measure(with_nobody, "gamma", confidence=None)
    assert result.defined
    assert result.value < accord.measure(accord.spans(DEMO), "gamma", confidence=None).value


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("gamma(sampler='dice')", "no sampler 'dice'"),
        ("gamma(precision=2)", "precision=2"),
        ("gamma(samples=0)", "samples=0"),
        ("gamma(alpha=-1)", "alpha is a weight"),
        ("gamma(delta_empty=0)", "delta_empty is a positive number"),
        ("gamma_cat(empties='maybe')", "empties='maybe'"),
        ("holistic(random='random3')", "random='random3'"),
        ("gamma(matrix='a.csv', order='1,2')", "either a matrix"),
        ("gamma(gamma=1)", "no parameter 'gamma'"),
    ],
)
def test_wrong_parameters_are_refused(expression: str, said: str) -> None:
    with pytest.raises(accord.UsageError, match=said):
        accord.measure(accord.spans(DEMO), expression)


@pytest.mark.parametrize("name", ["gamma_cat", "gamma_k(category='x')"])
def test_a_single_category_cannot_be_confused(name: str) -> None:
    """1 − 0/0 is not full agreement: nothing was there to be chosen."""
    spans = accord.spans([(who, 10 * place + shift, 10 * place + 5, "x") for shift, who in enumerate("AB")
                          for place in range(6)])  # fmt: skip
    result = accord.measure(spans, name)
    assert np.isnan(result.value)
    assert result.undefined is not None
    assert (result.components["observed"], result.components["expected"]) == (0, 0)


def test_an_order_of_categories_may_be_a_list() -> None:
    spans = accord.spans([("A", 0, 5, "low"), ("B", 0, 5, "high"), ("A", 9, 12, "mid"), ("B", 9, 12, "high")])
    told = [accord.measure(spans, f"gamma(order={order})", confidence=None).value
            for order in ("'low,mid,high'", "['low', 'mid', 'high']")]  # fmt: skip
    assert told[0] == told[1]


@pytest.mark.parametrize(
    "expression",
    ["gamma(order=3)", "gamma(order=[1])", "gamma(matrix=3)", "holistic(samples='a')", "holistic(samples=0)"],
)
def test_parameters_of_another_type_are_wrong_usage(expression: str) -> None:
    spans = accord.spans([("A", 0, 5, "x"), ("B", 0, 5, "y")])
    with pytest.raises(accord.UsageError, match=expression.partition("(")[2].partition("=")[0]):
        accord.measure(spans, expression, confidence=None)


@pytest.mark.parametrize(
    ("name", "why"),
    [("gamma_cat", "does not vary"), ("precision(reference='A')", "did the other annotator find")],
)
def test_an_undefined_value_says_why(name: str, why: str) -> None:
    units = [("A", 0, 5, "x"), ("A", 8, 12, "x")] + ([("B", 0, 5, "x")] if name == "gamma_cat" else [])
    found = accord.measure(accord.spans(units, annotators=["A", "B"]), name, confidence=None)
    assert why in (found.undefined or "")
