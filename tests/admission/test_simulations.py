"""Simulations with known truth: who is admitted, whether intervals hold the truth, what annotators are worth together.

The figures of docs/models.md are those of the larger study in benchmarks/admission_study.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from accord.admission.result import Candidate
from admission.other_shapes import answer_panel, relation_panel, span_panel
from admission.simulated import PEOPLES_RATES, drawn_items, errors_in_common, judged, panel

Panel = Callable[..., Any]
SETS = 100


def admitted(found: Sequence[Candidate]) -> float:
    return fmean(one.verdict.admitted for one in found)


def of(make: Panel, sets: int, **options: Any) -> list[Candidate]:
    return [judged(make(1000 + seed, **options)) for seed in range(sets)]


@pytest.mark.deep
def test_a_candidate_of_the_population_is_admitted_in_nine_of_ten() -> None:
    """Ten people, 200 items, ε = .15."""
    assert admitted(of(panel, SETS)) >= 0.9


@pytest.mark.deep
def test_one_with_15_points_more_errors_is_admitted_in_at_most_one_of_twenty() -> None:
    found = of(panel, SETS, more=0.15)
    assert admitted(found) <= 0.05
    assert fmean(one.verdict.word == "refused" for one in found) >= 0.5


@pytest.mark.deep
def test_more_items_tell_better() -> None:
    good = [admitted(of(panel, 40, items=items)) for items in (50, 200, 800)]
    assert good == sorted(good)
    assert good[-1] >= 0.95
    assert admitted(of(panel, 40, items=800, more=0.15)) <= 0.05


@pytest.mark.deep
@pytest.mark.parametrize("people", [5, 20])
def test_with_fewer_and_with_more_people(people: int) -> None:
    assert admitted(of(panel, 40, people=people)) >= 0.85
    assert admitted(of(panel, 40, people=people, more=0.15)) <= 0.1


@pytest.mark.deep
def test_a_larger_epsilon_admits_more_often() -> None:
    found = of(panel, 40)
    passing = [fmean(dict(one.test.curve)[epsilon] >= 0.5 for one in found) for epsilon in (0.05, 0.1, 0.15, 0.2)]
    assert passing == sorted(passing)
    assert passing[0] < 0.5 < 0.9 <= passing[-1]


@pytest.mark.deep
@pytest.mark.parametrize("make", [answer_panel, span_panel, relation_panel], ids=lambda make: make.__name__)
def test_other_shapes_tell_a_good_candidate_from_a_worse_one(make: Panel) -> None:
    """A document of several units is rarely a tie: it takes more documents than labels take items, and a candidate from
    the worse end of the population is farther from the others than ε allows on ever so many of them."""
    good, bad = of(make, 12, items=400), of(make, 12, items=400, more=0.15)
    assert admitted(good) >= 0.4
    assert not any(one.verdict.word == "refused" for one in good)
    assert admitted(bad) == 0
    assert fmean(one.verdict.word == "refused" for one in bad) >= 0.3


@pytest.mark.deep
@pytest.mark.parametrize("more", [0.0, 0.15])
def test_intervals_of_the_advantage_and_of_the_panel_hold_the_truth(more: float) -> None:
    """The truth is what 20,000 items by the same people and the same candidate give; 150 samples of 100 items."""
    rng = np.random.default_rng(int(100 * more))
    rates = [float(one) for one in rng.uniform(*PEOPLES_RATES, size=6)]
    rates[-1] += more
    whole = judged(drawn_items(rng, rates, 20_000), replicates=2)
    found = [judged(drawn_items(rng, rates, 100), replicates=300) for _ in range(150)]
    rho = fmean(one.test.rho_low <= whole.rho <= one.test.rho_high for one in found)
    gap = fmean(one.panel.low <= whole.panel.difference <= one.panel.high for one in found)
    assert rho >= 0.9
    assert gap >= 0.9


@pytest.mark.deep
@pytest.mark.parametrize("correlation", [0.0, 0.1, 0.3, 0.6])
def test_effective_numbers_of_planted_correlations_are_recovered(correlation: float) -> None:
    truth = 6 / (1 + 5 * correlation)
    found = [errors_in_common(np.random.default_rng(100 + seed), correlation) for seed in range(12)]
    assert fmean(one.value for one in found) == pytest.approx(truth, rel=0.1)
    assert sum(one.low <= truth <= one.high for one in found) >= 9
