"""γ from alignments that are not proven: its interval holds what the best alignments give, and nothing drifts."""

from __future__ import annotations

import numpy as np
import pytest

from accord.alignment import Combined, candidate_sets, chance, subproblem
from accord.alignment.chance import against_chance
from accord.annotations.spans import Spans
from accord.evaluation import measure
from accord.measures.spans.unproven import limits_of_gamma
from alignment.test_against_brute_force import random_data


def gamma_of(data: Spans) -> float:
    found = against_chance(data, Combined(), precision=None, samples=6)
    return float(1 - sum(one.observed.solution.value for one in found) / sum(one.expected.mean() for one in found))


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is listed or generated, and hardly a step is made."""
    monkeypatch.setattr(candidate_sets, "MOST_ENUMERATED", 0)
    monkeypatch.setattr(subproblem, "MOST_GENERATED", 0)
    monkeypatch.setattr(subproblem, "MOST_PAIRS", 0)
    monkeypatch.setattr(chance, "LEAST_STEPS", 2_000.0)
    monkeypatch.setattr(chance, "STEPS", 0)
    monkeypatch.setattr(chance, "PROOF_STEPS", 0)


SEEDS = range(6)


def data_of(seed: int) -> Spans:
    return random_data(np.random.default_rng(seed), 5, 4, tiling=False)


@pytest.fixture(scope="module")
def exact() -> list[float]:
    return [gamma_of(data_of(seed)) for seed in SEEDS]


@pytest.mark.usefixtures("hasty")
def test_gamma_lies_in_its_interval_and_does_not_drift(exact: list[float]) -> None:
    values = []
    for seed, best in zip(SEEDS, exact, strict=True):
        data = data_of(seed)
        values.append(gamma_of(data))
        found = against_chance(data, Combined(), precision=None, samples=6)
        lowest, highest = limits_of_gamma(found)
        assert lowest - 1e-9 <= best <= highest + 1e-9
        assert lowest - 1e-9 <= values[-1] <= highest + 1e-9
    assert np.mean(values) == pytest.approx(np.mean(exact), abs=0.03)


@pytest.mark.usefixtures("hasty")
def test_what_is_not_proven_is_said() -> None:
    result = measure(data_of(1), "gamma(samples=4, precision=None)", confidence=None)
    assert [one.code for one in result.diagnostics if one.code == "ACC400"] == ["ACC400"]
    assert "whatever the best alignments are" in str(result.diagnostics[-1])


def test_what_is_proven_needs_no_remark() -> None:
    result = measure(data_of(1), "gamma(samples=4, precision=None)", confidence=None)
    assert "ACC400" not in {one.code for one in result.diagnostics}
