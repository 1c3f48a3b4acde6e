"""Best alignments of many annotators: bounds hold, what is called proven is, and the same units give the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.alignment import Combined, Solution, align, solve
from accord.alignment.budget import Budget
from accord.alignment.crowds.annealing import Slots, annealed, split
from accord.alignment.crowds.cuts import violated_sizes, violated_triangles
from accord.alignment.crowds.matching_bounds import MatchingBounds
from accord.alignment.crowds.panel import Panel, panel_of
from accord.alignment.crowds.proof import Proof, raised
from accord.alignment.crowds.search import searched
from accord.alignment.neighbours import neighbours
from accord.annotations.span_building import spans
from accord.annotations.spans import Continuum, Spans
from alignment.test_against_brute_force import check_partition, random_data

PANELS = st.tuples(st.integers(3, 5), st.integers(1, 5), st.integers(0, 10_000))


def continuum_of(annotators: int, units: int, seed: int) -> Continuum:
    return random_data(np.random.default_rng(seed), annotators, units, tiling=False).continuum(0).by_content()[0]


def panel_and_least_cost(continuum: Continuum, bonus: float = 1.0) -> tuple[Panel, float]:
    """The panel of a continuum, and what its best alignment costs, by the exact way."""
    exact = solve(continuum, Combined(), budget=Budget())
    assert exact.optimal
    return panel_of(neighbours(continuum, Combined()), bonus), float(exact.disorders.sum())


@settings(max_examples=25)
@given(PANELS)
def test_no_alignment_costs_less_than_the_matchings(shape: tuple[int, int, int]) -> None:
    panel, least = panel_and_least_cost(continuum_of(*shape))
    bounds = MatchingBounds(panel)
    assert min(bounds[number] for number in range(bounds.fewest, bounds.most + 1)) <= least + 1e-9
    assert bounds.lowest() in range(bounds.fewest, bounds.most + 1)
    assert bounds[bounds.lowest()] == min(bounds[number] for number in range(bounds.fewest, bounds.most + 1))


@settings(max_examples=25)
@given(PANELS, st.sampled_from([0.0, 300.0, 3_000.0, 300_000.0]))
def test_the_best_lies_between_bound_and_cost(shape: tuple[int, int, int], steps: float) -> None:
    panel, least = panel_and_least_cost(continuum_of(*shape))
    cost, slots, bound = searched(panel, Budget(steps))
    assert bound <= least + 1e-9
    assert cost >= least - 1e-9
    assert panel.cost(slots.of, slots.number) == pytest.approx(cost, abs=1e-9)


def test_bounds_above_the_best_known_strike_out_nothing_where_they_fall() -> None:
    """Bounds found for 7 sets reached the best known; those of 5 and 6, which they do not reach, were closed too."""
    lower, falling = {5: 5.8, 6: 5.8, 7: 5.8}, {5: 5.9, 6: 6.1, 7: 6.4}
    assert raised(lower, falling, 7, 6.3) == {5: 5.8, 6: 5.8}
    assert raised(lower, {5: 6.4, 6: 6.0, 7: 6.1}, 6, 6.3) == {6: 6.0, 7: 6.1}
    assert raised(lower, {5: 6.4, 6: 6.5, 7: 6.6}, 5, 6.3) == {}


@settings(max_examples=15)
@given(PANELS, st.integers(0, 2))
def test_a_proof_of_a_poor_alignment_stays_below_the_best(shape: tuple[int, int, int], more: int) -> None:
    panel, least = panel_and_least_cost(continuum_of(*shape))
    rng, bounds = np.random.default_rng(0), MatchingBounds(panel)
    poor = annealed(panel, min(bounds.lowest() + more, bounds.most), 1, rng, Budget())
    assert Proof(panel, poor, bounds).bound(rng, Budget(20_000)) <= least + 1e-9


def test_small_panels_are_proven() -> None:
    proven = 0
    for seed in range(5):
        panel, least = panel_and_least_cost(continuum_of(4, 3, seed))
        cost, _, bound = searched(panel, Budget(500_000))
        assert cost == pytest.approx(least, abs=1e-9)
        proven += bound >= cost - 1e-9
    assert proven >= 3


def test_bounds_by_matching_are_convex() -> None:
    panel = panel_of(neighbours(continuum_of(5, 6, 3), Combined()), 1.0)
    values = [MatchingBounds(panel)[number] for number in range(int(panel.cards.max()), panel.n_units + 1)]
    assert (np.diff(values, 2) >= -1e-9).all()
    bounds = MatchingBounds(panel)
    cost = float(np.median(values))
    below = [number for number in range(bounds.fewest, bounds.most + 1) if bounds[number] < cost]
    assert list(bounds.below(cost)) == below


def random_slots(panel: Panel, number: int, rng: np.random.Generator) -> Slots:
    of = np.concatenate([rng.permutation(number)[:card] for card in panel.cards.tolist()])
    return Slots(of, number, panel.cost(of, number))


def test_cuts_hold_for_every_alignment() -> None:
    rng = np.random.default_rng(2)
    panel = panel_of(neighbours(continuum_of(6, 7, 1), Combined()), 1.0)
    number = int(panel.cards.max()) + 1
    x = np.triu(rng.random((panel.n_units, panel.n_units)) ** 3, 1)
    x = np.where(panel.who[:, None] == panel.who, 0.0, x + x.T)
    x /= max(1.0, float(x.sum(axis=1).max()) / 4)
    cuts = violated_triangles(panel, np.minimum(3 * x, 1.0), 200) + violated_sizes(panel, x * 0.1, number, 40, rng)
    assert {cut.per_set > 0 for cut in cuts} == {False, True}
    for _ in range(50):
        of = random_slots(panel, number, rng).of
        together = (of[:, None] == of).astype(np.float64).reshape(-1)
        for cut in cuts:
            assert cut.coefficients @ together[cut.pairs] <= cut.constant + cut.per_set * number + 1e-9


def test_units_that_are_better_alone_are_split_off() -> None:
    panel = panel_of(neighbours(continuum_of(5, 6, 4), Combined()), 1.0)
    slots = random_slots(panel, int(panel.cards.max()), np.random.default_rng(0))
    after = split(panel, slots)
    worth = (panel.weights * (after.of[:, None] == after.of)).sum(axis=1)
    assert after.cost <= slots.cost
    assert after.cost == pytest.approx(panel.cost(after.of, after.number))
    assert (worth >= -1).all()


@pytest.fixture(scope="module")
def crowd() -> Spans:
    """Fourteen annotators at random, far beyond what can be listed."""
    return random_data(np.random.default_rng(3), 14, 5, tiling=False)


def few_steps(continuum: Continuum, steps: float) -> Solution:
    return solve(continuum, Combined(), budget=Budget(steps))


def scattered(annotators: int, most: int, length: float, seed: int) -> Continuum:
    """Annotators who put up to so many units, 2 to 14 long, anywhere on a document of this length."""
    rng = np.random.default_rng(seed)
    rows = []
    for name in range(annotators):
        for _ in range(rng.integers(1, most + 1)):
            start = float(rng.uniform(0, length))
            rows.append((f"A{name:02d}", start, start + float(rng.uniform(2, 14)), "xyz"[rng.integers(3)]))
    return spans(rows).continuum(0)


def test_annotators_who_found_nothing_cost_no_time() -> None:
    """Sets of units were cut in two in 2 to the 32 ways."""
    units = [("A", 0, 10, "x"), ("B", 1, 10, "x"), ("C", 12, 20, "y"), ("A", 12, 20, "y")]
    found = align(spans(units, annotators=[*"ABC", *map(str, range(30))]))
    assert found.optimal
    assert len(found.unitary) == 2


def test_few_units_of_many_annotators_are_proven_in_few_steps() -> None:
    """Annealing was 40 % above the best here, where most units stand alone."""
    for seed in range(2):
        assert few_steps(scattered(16, 2, 400, seed), 30_000).optimal
        assert few_steps(scattered(14, 5, 400, seed), 30_000).optimal


def test_a_good_number_of_sets_is_found_at_once() -> None:
    dense = scattered(14, 5, 100, 0)
    quick, slow = (few_steps(dense, steps) for steps in (30_000, 500_000))
    assert quick.value <= 1.01 * slow.value


def test_a_crowd_is_aligned_the_same_way_every_time(crowd: Spans) -> None:
    one, other = (few_steps(crowd.continuum(0), 200_000) for _ in range(2))
    assert one.members.tobytes() == other.members.tobytes()
    assert (one.value, one.bound) == (other.value, other.bound)
    assert 0 < one.bound <= one.value


def test_more_work_is_never_worse(crowd: Spans) -> None:
    found = [few_steps(crowd.continuum(0), steps) for steps in (0, 50_000, 300_000)]
    assert found[2].value <= found[0].value
    assert found[0].bound <= found[2].value
    assert found[0].bound <= found[2].bound + 1e-12


@pytest.mark.parametrize("objective", ["disorder", "entropy"])
def test_a_crowd_has_an_alignment_and_a_bound_at_once(crowd: Spans, objective: str) -> None:
    found = align(crowd, objective=objective, time_limit=0)
    check_partition(found)
    assert 0 < found.bound < found.value
    assert [note.code for note in found.diagnostics] == ["ACC120"]


def test_units_that_must_not_meet_never_do(crowd: Spans) -> None:
    found = align(crowd, incompatible="forbid", time_limit=0.5)
    for unitary in found.unitary:
        assert len({crowd.category(unit) for unit in unitary.units if unit is not None}) == 1
