"""Forecasts for other annotators, the sentence of the report, and plans."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from dirichlet_grid import between_groups_grid
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from accord.reproducibility import expected_variation, forecast, plan, promise, promise_curve, stability
from accord.reproducibility.annotators_needed import annotators_needed
from accord.reproducibility.extrapolation import Pilot, annotators_for, bracket, dirichlet_variation, fewest
from accord.reproducibility.mixed_population import MixedPopulation, drawn_distributions
from accord.reproducibility.population_fit import Density, fit_populations
from accord.reproducibility.sentence import _fewest_by_kappa, _fewest_dirichlet, _from_kappa
from accord.reproducibility.vote_distribution import dirichlet_votes, multinomial_votes, vote
from untyped import accord


def drawn_from(population: MixedPopulation, items: int, people: int, seed: int = 0) -> NDArray[np.int64]:
    """(items, categories) counts of a population."""
    rng = np.random.default_rng(seed)
    kinds = rng.choice(len(population.shares), p=population.shares, size=items)
    p = np.array([rng.dirichlet(population.weights[kind]) for kind in kinds])
    return rng.multinomial(people, p)


KNOWN = MixedPopulation(np.array([[8.0, 1.0, 0.5], [0.7, 6.0, 1.0], [0.4, 0.5, 5.0]]), np.array([0.5, 0.3, 0.2]))
COUNTS = drawn_from(KNOWN, 400, 6)
DATA = accord.counts(COUNTS.tolist(), categories=["a", "b", "c"])


def test_the_gradient_is_that_of_the_density() -> None:
    assumptions = np.array([2.0, 1000.0]), np.array([0.0, 0.3])
    fit = Density(COUNTS[:30], np.ones(30), *assumptions)
    given = np.concatenate([np.log(KNOWN.weights), np.log(KNOWN.shares)[None]]) + 0.1
    both, places = np.stack([given, given + np.log(100.0)]), np.arange(2)
    slope = fit(both, places)[1]
    for place in np.ndindex(given.shape):
        step = np.zeros(given.shape)
        step[place] = 1e-5
        rise = (fit(both + step, places)[0] - fit(both - step, places)[0]) / 2e-5
        np.testing.assert_allclose(rise, slope[:, place[0], place[1]], rtol=1e-4, atol=1e-4)


def test_the_density_is_that_of_dirichlet_multinomial_items() -> None:
    """Against scipy's distribution, up to the number of orders: differences between parameters are the same."""
    from scipy.stats import dirichlet_multinomial

    fit = Density(COUNTS[:20], np.ones(20), np.array([6.0]), np.array([0.0]))
    values, expected = [], []
    for weights in (KNOWN.weights, KNOWN.weights[:, ::-1]):
        of_kinds = np.stack([dirichlet_multinomial(one, 6).pmf(COUNTS[:20]) for one in weights])
        expected.append(np.log(KNOWN.shares @ of_kinds).sum())
        logs = np.log(KNOWN.shares)
        values.append(fit._items(weights[None], logs[None], np.zeros(1))[0].sum())
    assert values[0] - values[1] == pytest.approx(expected[0] - expected[1], abs=1e-9)


def test_assumptions_are_weighed_by_the_labels() -> None:
    """Ten labels of 400 items tell equally hard items from very unequal ones; three labels rule out neither."""
    rng = np.random.default_rng(0)
    alike = np.where(np.eye(2)[rng.integers(2, size=400)] > 0, 0.8, 0.2)
    uneven = rng.dirichlet([0.4, 0.4], size=400)
    for p, precise in ((alike, True), (uneven, False)):
        found = fit_populations(rng.multinomial(10, p), np.ones(400))
        assert found.support.sum() == pytest.approx(1)
        of_precision = found.support.reshape(8, 5).sum(axis=1)  # from 1.2 to the homogeneous limit
        assert of_precision[-2:].sum() > 0.9 if precise else of_precision[-2:].sum() < 0.2
        few = fit_populations(rng.multinomial(3, p), np.ones(400))
        assert {0, 35} <= set(few.allowed.tolist())  # the most unequal and the homogeneous population


def test_a_known_population_is_found_again() -> None:
    patterns, times = np.unique(drawn_from(KNOWN, 4000, 15), axis=0, return_counts=True)
    found = fit_populations(patterns, times.astype(np.float64)).average
    leaning = found.weights.argmax(axis=1)
    np.testing.assert_allclose(np.bincount(leaning, weights=found.shares), KNOWN.shares, atol=0.03)
    for k in (1, 3, 9, 21):
        assert found.between_groups(k) == pytest.approx(KNOWN.between_groups(k), abs=0.012)


def test_large_groups_are_drawn_to_the_same_value(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = KNOWN.between_groups(9)
    monkeypatch.setattr("accord.reproducibility.mixed_population.EXACT", 26)
    drawn = KNOWN.between_groups(9)
    assert drawn != exact
    assert drawn == pytest.approx(exact, abs=0.006)
    two = MixedPopulation(np.array([[4.0, 1.0], [0.5, 2.0]]), np.array([0.6, 0.4]))
    monkeypatch.setattr("accord.reproducibility.mixed_population.EXACT", 100)
    both = [two.between_groups(k) for k in (14, 15)]
    monkeypatch.setattr("accord.reproducibility.mixed_population.EXACT", 26)
    assert [two.between_groups(k) for k in (14, 15)] == pytest.approx(both, abs=0.003)


def test_drawn_distributions_have_the_means_of_their_weights() -> None:
    rng = np.random.default_rng(0)
    drawn = drawn_distributions(np.tile([3.0, 1.0], (20_000, 1)), rng)
    np.testing.assert_allclose(drawn.mean(axis=0), [0.75, 0.25], atol=0.01)
    assert np.isfinite(drawn_distributions(np.full((50, 2), 1e-300), rng)).all()


def test_votes_of_others_are_the_mean_over_kinds() -> None:
    counts = np.array([[3, 2, 1], [0, 0, 6]])
    kinds = KNOWN.posterior(counts)
    np.testing.assert_allclose(kinds.sum(axis=1), 1)
    expected = sum(kinds[:, [kind]] * dirichlet_votes(KNOWN.weights[kind] + counts, 5) for kind in range(3))
    np.testing.assert_allclose(KNOWN.references(counts, 5), expected, atol=1e-12)


@pytest.mark.parametrize("k", [1, 3, 6])
def test_forecast_covers_what_others_say(k: int) -> None:
    """Other annotators of the same items, drawn from the truth behind them."""
    rng = np.random.default_rng(1)
    kinds = rng.choice(3, p=KNOWN.shares, size=400)
    p = np.array([rng.dirichlet(KNOWN.weights[kind]) for kind in kinds])
    mine, theirs = rng.multinomial(6, p), rng.multinomial(k, p)
    made = forecast(accord.counts(mine.tolist()), k)
    actual = 1 - float((vote(mine) * vote(theirs)).sum(axis=1).mean())
    assert made.low < actual < made.high
    assert made.high - made.low < 0.2
    assert made.low < made.value < made.high


def test_single_annotators_differ_as_those_at_hand_do() -> None:
    made = forecast(DATA, 1, "group")
    assert made.value == pytest.approx(stability(DATA, 1, "disjoint").value, abs=0.01)


def test_the_bracket() -> None:
    made = forecast(DATA, 5, "group")
    assert made.homogeneous < made.value < made.dirichlet
    even = np.full(3, 1 / 3)
    assert bracket(0.8, even, 3) == pytest.approx(
        (
            expected_variation(0.8, 3, 3, against="group"),
            expected_variation(0.8, 3, 3, model="dirichlet", against="group"),
        ),
        abs=1e-12,
    )
    assert dirichlet_variation(1.0, even, 3) == 0
    assert bracket(math.nan, np.array([1.0, 0.0]), 3) == (0, 0)
    assert all(math.isnan(value) for value in bracket(math.nan, even, 3))


def test_a_single_group_has_its_own_chance() -> None:
    """However well the population is known, 400 items show a share give or take."""
    made = forecast(DATA, 5, "group")
    assert made.high - made.low > 2 * 1.96 * math.sqrt(made.value * (1 - made.value) / 400)


def test_the_error_of_the_fit_is_in_the_interval() -> None:
    """A tenth of the items leave more open than the chance of a group alone; of a known population nothing is left."""
    pilot = Pilot.of(accord.counts(COUNTS[:40].tolist()))
    best = int(pilot.populations.below.argmin())
    value, own = pilot.shown(pilot.populations.population(best), 5, "group")
    low, high = pilot.interval(best, 5, "group", 0.95)
    assert high - low > 1.2 * 2 * 1.96 * math.sqrt(own)
    assert low < value < high


def test_fewest_annotators() -> None:
    pilot = Pilot.of(DATA)
    needed = annotators_for(pilot, 0.08)
    assert needed is not None
    assert needed % 2 == 1
    assert pilot.between_groups(needed) <= 0.08 < pilot.between_groups(needed - 2)
    assert annotators_for(pilot, 0.9) == 1
    for wanted in range(1, 102, 2):
        assert fewest(lambda k: 1 / k, 1 / wanted) == wanted
    assert fewest(lambda k: 1 / k, 1 / 102) is None


def test_promise_says_what_its_numbers_say() -> None:
    found = promise(DATA, target=0.1)
    assert found.forecast.k == 6
    assert found.text.startswith(f"With 6 other annotators of the same kind, {100 * found.forecast.value:.1f} % [")
    assert f"about {found.needed} annotators per item" in found.text
    assert found.text.count("coin toss") == 1
    assert f"{found.coin_toss_items} items are coin tosses)" in found.text  # rows of counts have no names
    assert found.coin_tosses == ()
    worst = max(found.per_category, key=lambda name: found.per_category[name])
    assert f"most fragile: {worst} (" in found.text
    assert found.needed_homogeneous is not None
    assert found.needed_homogeneous <= (found.needed or 0) <= (found.needed_dirichlet or math.inf)
    json.dumps(found.as_json(), allow_nan=False)


def test_coin_tosses_of_the_promise_are_the_near_ties() -> None:
    rows = [["a"] * 6] * 20 + [["b"] * 6] * 20 + [["a", "b"] * 3, ["a"] * 4 + ["b"] * 2]
    data = accord.labels(rows, items=[f"item {row}" for row in range(1, 43)])
    found = promise(data)
    pilot = Pilot.of(data)
    assert 0.1 < 1 - pilot.population.references(np.array([[4, 2]]), 6)[0, 0] < 0.4
    assert found.coin_tosses == ("item 41",)
    assert found.coin_toss_items == 1
    assert "1 item is a coin toss: item 41)" in found.text


def test_curve_of_the_promise() -> None:
    points = promise_curve(4, 3)
    assert all(point.homogeneous <= point.dirichlet + 1e-12 for point in points)
    falling = [point.homogeneous for point in points]
    assert falling == sorted(falling, reverse=True)


@pytest.mark.parametrize(
    "rows",
    [[["a"] * 3] * 4, [["a"] * 3, ["b"] * 3], [["a", "b"]] * 3, [["a", "b", None]], [["a", None], ["b", "b"]]],
    ids=["one category", "unanimous", "ties everywhere", "one item", "missing"],
)
def test_degenerate_pilots(rows: list[list[str | None]]) -> None:
    found = promise(accord.labels(rows))
    made = found.forecast
    assert 0 <= made.low <= made.value <= made.high <= 1
    assert made.high < 1
    if len(found.per_category) == 1:
        assert made.value == made.high == 0
    assert found.extrapolation is None
    assert found.needed is None
    assert "too few to extrapolate from" in found.text


def test_forecasts_need_two_labels_of_an_item() -> None:
    with pytest.raises(accord.DataError, match="ACC143"):
        forecast(accord.labels([["a"], ["b"]]), 3)
    with pytest.raises(accord.DataError, match="41 categories"):
        forecast(accord.labels([[label, label] for label in range(41)], level="nominal"), 3)


@pytest.mark.parametrize("arguments", [{"k": 0}, {"k": 102}, {"k": 1.5}, {"against": "all"}, {"confidence": 2.0}])
def test_wrong_forecasts(arguments: dict[str, Any]) -> None:
    with pytest.raises(accord.UsageError):
        forecast(DATA, **{"k": 3, **arguments})


def test_plan_from_a_pilot() -> None:
    made = plan(DATA, target=0.08, price=0.5)
    assert made.source == "pilot"
    assert made.annotators == annotators_for(Pilot.of(DATA), 0.08)
    assert made.annotators_low <= made.annotators <= (made.annotators_high or 101)
    assert made.variation_low < made.variation < made.variation_high
    assert made.variation <= 0.08
    assert made.labels == made.annotators * made.items
    assert made.cost == pytest.approx(0.5 * made.labels)
    assert plan(DATA, target=0.08, items=70).items == 70


@pytest.mark.parametrize(
    ("kappa", "categories", "target"), [(0.8, 3, 0.05), (0.7, 2, 0.05), (0.9, 5, 0.02), (0.6, 4, 0.1)]
)
def test_plan_from_an_assumption(kappa: float, categories: int, target: float) -> None:
    made = plan(target=target, kappa=kappa, categories=categories)
    middle = (made.variation_low + made.variation_high) / 2
    assert made.variation == pytest.approx(middle)
    assert middle <= target
    fewer = bracket(kappa, np.full(categories, 1 / categories), made.annotators - 2)
    assert sum(fewer) / 2 > target
    assert made.annotators_low <= made.annotators <= (made.annotators_high or 101)
    half = 1.959964 * math.sqrt(made.variation * (1 - made.variation) / made.items)
    assert half <= made.width / 2 + 1e-6
    assert 1.959964 * math.sqrt(made.variation * (1 - made.variation) / (made.items - 1)) > made.width / 2


NAMED = [(0.03, 0.75, 3, 13), (0.02, 0.8, 3, 17)]


@pytest.mark.parametrize(("target", "kappa", "categories", "annotators"), NAMED)
def test_plan_by_the_exact_curves(target: float, kappa: float, categories: int, annotators: int) -> None:
    """25,000 drawn items said 11 and 19."""
    assert plan(target=target, kappa=kappa, categories=categories).annotators == annotators


def exact_plans(kappa: float) -> Iterator[tuple[float, int, int | None, int | None]]:
    """Target, categories, annotators and the most of them, from the outcomes of the groups; None beyond 25."""
    for categories in (2, 3, 4, 5):
        weight = (1 - kappa) / kappa / categories
        high = between_groups_grid(np.array([weight]), categories, 25)[0, categories]
        low = [math.nan, *(expected_variation(kappa, categories, k, against="group") for k in range(1, 26))]
        for target in (0.02, 0.03, 0.05, 0.1):
            met = target + 1e-10  # κ = .9 and two categories: .05 for single annotators
            middle = next((k for k in range(1, 26, 2) if (low[k] + high[k]) / 2 <= met), None)
            yield target, categories, middle, next((k for k in range(1, 26, 2) if high[k] <= met), None)


@pytest.mark.parametrize(
    "kappa", [0.9, *(pytest.param(kappa, marks=pytest.mark.deep) for kappa in (0.5, 0.6, 0.7, 0.75, 0.8))]
)
def test_plans_go_by_the_outcomes_of_groups(kappa: float) -> None:
    for target, categories, annotators, most in exact_plans(kappa):
        if annotators is not None:
            made = plan(target=target, kappa=kappa, categories=categories)
            assert made.annotators == annotators
            assert most in (None, made.annotators_high)


def test_nothing_is_extrapolated_from_a_handful_of_items() -> None:
    """Three items gave "43 annotators per item" without a word."""
    few = accord.labels([["a", "a", "b"], ["b", "b", "b"], ["a", "b", "b"]])
    assert promise(few).needed is None
    assert promise(few).text.endswith(
        "How many annotators would bring it under 5 % cannot be estimated: 3 items with two labels or more are too "
        "few to extrapolate from, which takes 20."
    )
    with pytest.raises(accord.DataError, match=r"3 items with two labels or more are too few .*ACC315"):
        plan(few, target=0.05)
    single = accord.labels([["a", "a"]] * 19 + [["b", None]] * 50)
    with pytest.raises(accord.DataError, match="19 items with two labels or more"):
        plan(single, target=0.05)


def test_an_extrapolation_says_what_it_rests_on_and_its_range() -> None:
    found = promise(DATA, target=0.1)
    needed = found.extrapolation
    assert needed is not None
    assert (needed.items, needed.per_item) == (400, 6)
    assert needed.annotators is not None
    assert (needed.low or 0) <= needed.annotators <= (needed.high or 101)
    how = "extrapolated" if needed.annotators > 6 else "estimated"
    assert found.text.endswith(f"per item ({needed.range}; {how} from 400 items with 6 annotators each).")
    assert json.loads(json.dumps(found.as_json()))["extrapolation"]["low"] == needed.low
    made = plan(DATA, target=0.02)
    assert made.annotators > 6
    assert str(made).endswith("; extrapolated from 400 items with 6 annotators each")
    assert (made.pilot_items, made.pilot_annotators) == (400, 6)
    assert plan(target=0.05, kappa=0.8, categories=3).pilot_items is None
    unreachable = promise(accord.labels([["a", "b"]] * 30))
    assert unreachable.extrapolation is not None
    assert "more than 101 annotators per item are needed" in unreachable.text
    assert "extrapolated from 30 items with 2 annotators each" in unreachable.text


def test_plan_that_cannot_be() -> None:
    with pytest.raises(accord.DataError, match="ACC146"):
        plan(target=0.001, kappa=0.1, categories=2)
    with pytest.raises(accord.DataError, match="ACC146"):
        plan(accord.labels([["a", "b"]] * 20), target=0.02)


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"kappa": 0.5},
        {"kappa": 1.5, "categories": 3},
        {"kappa": 0.5, "categories": 1},
        {"kappa": 0.5, "categories": 3, "data": DATA},
        {"data": DATA, "categories": 3},
        {"data": 3},
        {"target": 5.0, "kappa": 0.5, "categories": 3},
        {"width": 0.0, "kappa": 0.5, "categories": 3},
        {"price": -1, "kappa": 0.5, "categories": 3},
        {"items": 0, "kappa": 0.5, "categories": 3},
    ],
)
def test_wrong_plans(arguments: dict[str, Any]) -> None:
    with pytest.raises(accord.UsageError):
        plan(**arguments)


@settings(max_examples=200)
@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=5), st.integers(2, 9), st.integers(1, 9))
def test_votes_are_never_less_alike_than_labels(weights: list[float], k: int, others: int) -> None:
    """What bounds the forecast: for any item, groups differ no more than two single annotators do."""
    p = np.array(weights) / sum(weights)
    one, other = (multinomial_votes(p[None, :], number)[0] for number in (k, others))
    assert one @ other >= p @ p - 1e-12


def test_a_forecast_stays_below_what_single_annotators_differ_on() -> None:
    """Many items with a rare category: the fit knows little about them, the pairs of labels say enough."""
    table = accord.contingency([[71, 8, 7], [13, 69, 8], [23, 15, 18840]])  # Fort et al. 2012, table 1
    pilot = Pilot.of(table)
    observed = (8 + 7 + 13 + 8 + 23 + 15) / 19054
    seen, low, high = pilot.seen(0.95)
    assert seen == pytest.approx(observed)
    assert low < seen < high < 3 * observed  # two persons say little of others
    for k in (1, 2):
        made = forecast(pilot, k, "group")
        assert (made.value, made.low, made.high) == (seen, low, high)
    for k in (1, 2, 5, 15):
        assert forecast(pilot, k).high <= max(high, forecast(pilot, k).value)
        assert forecast(pilot, k, "group").high <= high


@pytest.mark.parametrize(("annotators", "items", "error"), [(2, 20, 0.02), (3, 40, 0.005)])
def test_a_unanimous_pilot_does_not_promise_that_nothing_changes(annotators: int, items: int, error: float) -> None:
    """Annotators who err this seldom leave most such pilots unanimous; one more annotator still errs."""
    data = accord.labels([["ab"[item % 2]] * annotators for item in range(items)])
    alone = forecast(data, 1)
    assert alone.low == 0 < alone.value < error < alone.high < 0.25
    between = forecast(data, 1, "group")
    assert between.value == between.low == 0 < 2 * error * (1 - error) < between.high
    assert plan(data, target=0.05).variation_high == between.high


def test_a_pilot_where_all_pairs_differ() -> None:
    made = forecast(accord.labels([["a", "b"], ["b", "a"], ["a", "b"]]), 1, "group")
    assert made.value == made.high == 1 > made.low > 0.2


def test_a_single_category_leaves_nothing_to_change() -> None:
    made = forecast(accord.labels([["a", "a"]] * 3), 1, "group")
    assert (made.value, made.low, made.high) == (0, 0, 0)


def test_few_persons_are_told() -> None:
    """In sentence, plan and JSON; not of a crowd, nor where nobody knows who annotated."""
    rng = np.random.default_rng(2)
    panel = accord.labels(rng.choice(list("ab"), (40, 3), p=[0.9, 0.1]).tolist(), level="nominal")
    said = (
        "The labels are in effect by 3 people: on public data sets, forecasts from fewer than 10 were off by more than"
    )
    made, planned = promise(panel), plan(panel, target=0.2)
    assert made.caution.startswith(said)
    assert made.text.endswith(made.caution)
    assert made.as_json()["caution"] == made.caution == planned.caution == planned.as_json()["caution"]
    crowd = [["a" if who // 3 == item % 4 else None for who in range(12)] for item in range(40)]
    crowd[0][0] = "b"
    for data in (accord.labels(crowd, level="nominal"), accord.counts([[2, 1], [3, 0], [0, 3]] * 10)):
        assert not promise(data).caution
    assert not plan(target=0.05, kappa=0.8, categories=3).caution


def test_medians_are_told() -> None:
    ratings = accord.labels(np.random.default_rng(3).integers(1, 6, (40, 3)).tolist(), level="ordinal")
    assert "Medians changed more often there than was forecast" in promise(ratings).caution


def test_few_persons_make_the_interval_wider() -> None:
    """Of the same labels: by three persons, by twelve, and by nobody in particular."""
    rows = np.random.default_rng(5).choice(list("abc"), (60, 3), p=[0.7, 0.2, 0.1])
    spread = np.full((60, 12), None, dtype=object)
    for item, labels in enumerate(rows):
        spread[item, 3 * (item % 4) : 3 * (item % 4) + 3] = labels
    few, more = (accord.labels(one.tolist(), level="nominal") for one in (rows, spread))
    unknown = accord.counts([[int((row == label).sum()) for label in "abc"] for row in rows])
    made = [forecast(data, 3, against) for against in ("reference", "group") for data in (few, more, unknown)]
    for three, twelve, nobody in (made[:3], made[3:]):
        assert three.value == pytest.approx(twelve.value) == pytest.approx(nobody.value)
        assert three.high - three.low > twelve.high - twelve.low > nobody.high - nobody.low


def test_the_range_of_annotators_is_that_of_the_forecast() -> None:
    """Below its lower end even the lower end of the forecast is above the target, at the upper end none is."""
    data = accord.counts([[7, 0], [6, 1], [5, 2], [4, 3], [0, 7], [1, 6], [2, 5], [7, 0]] * 40)
    needed = annotators_needed(Pilot.of(data), 0.1)
    assert needed is not None
    assert (needed.low, needed.annotators, needed.high) == (5, 7, 17)
    assert forecast(data, 5, "group").low <= 0.1 < forecast(data, 3, "group").low
    assert forecast(data, 17, "group").high <= 0.1 < forecast(data, 15, "group").high


@pytest.mark.parametrize("kappa", [0.75, 0.9])
def test_drawn_groups_lead_to_the_fewest_of_a_dirichlet_population(kappa: float) -> None:
    shares = np.array([0.5, 0.3, 0.2])
    exact = fewest(lambda k: dirichlet_variation(kappa, shares, k), 0.05)
    assert _fewest_dirichlet(kappa, shares, 0.05) == exact


@pytest.fixture(scope="module")
def unequal() -> Pilot:
    """Two categories, seven annotators, items of which some are hard."""
    counts = [[7, 0], [6, 1], [5, 2], [4, 3], [0, 7], [1, 6], [2, 5], [7, 0]] * 10
    return Pilot.of(accord.counts(counts))


def test_the_range_of_annotators_begins_with_one(unequal: Pilot) -> None:
    value, low, high = unequal.bounds(1, "group", 0.95)
    needed = [annotators_needed(unequal, target) for target in ((value + high) / 2, (low + value) / 2)]
    assert [made and (made.low, made.annotators) for made in needed] == [(1, 1), (1, 3)]


def test_as_many_populations_are_drawn_as_are_asked_for(unequal: Pilot) -> None:
    populations = unequal.populations
    assert [len(populations.drawn(0, number)) for number in (12, 32, 12)] == [12, 32, 12]
    assert populations.drawn(0, 12)[3] is populations.drawn(0, 12)[3]


def test_what_kappa_alone_says_is_kept_by_target_and_model(unequal: Pilot) -> None:
    for target in (0.05, 0.2):
        for model in ("homogeneous", "dirichlet"):
            assert _from_kappa(unequal, target, model) == _fewest_by_kappa(unequal, target, model)
    assert _from_kappa(unequal, 0.05, "dirichlet") != _from_kappa(unequal, 0.2, "dirichlet")


@pytest.mark.parametrize("k", [9, 11, 13])
def test_the_fewest_of_a_dirichlet_population_where_drawing_begins(k: int) -> None:
    shares = np.array([0.5, 0.3, 0.2])
    target = dirichlet_variation(0.5, shares, k)
    assert _fewest_dirichlet(0.5, shares, target) == k
    assert _fewest_dirichlet(0.5, shares, target * 0.999) == k + 2


def test_the_fewest_of_a_dirichlet_population_at_the_end() -> None:
    shares = np.array([0.5, 0.3, 0.2])
    last = dirichlet_variation(0.5, shares, 101)
    assert _fewest_dirichlet(0.5, shares, last) == 101
    assert _fewest_dirichlet(0.5, shares, last * 0.99) is None
