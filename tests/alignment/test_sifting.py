"""Very many sets are sifted, and nothing changes; alignments share a budget in rounds."""

from __future__ import annotations

import numpy as np
import pytest

import accord
from accord.alignment import rounds, sifting
from accord.alignment.batch_solving import solve_batch
from accord.alignment.budget import Budget
from accord.alignment.dissimilarities import Combined
from accord.alignment.rounds import Solving, Weighed, solved_in_rounds
from accord.alignment.solution import Solution
from accord.annotations.spans import Continuum
from accord.results.working import working


def dense(units: int, seed: int) -> Continuum:
    """Three annotators whose units all overlap."""
    rng = np.random.default_rng(seed)
    rows = [
        (name, float(rng.integers(30)), float(100 + rng.integers(30)), "xyz"[rng.integers(3)])
        for name in "ABC"
        for _ in range(units)
    ]
    return accord.spans(rows).continuum(0)


@pytest.mark.parametrize("canonical", [0, 6])
def test_sifting_finds_the_same(canonical: int, monkeypatch: pytest.MonkeyPatch) -> None:
    continua = [dense(units, units) for units in (3, 5, 7, 8, 9, 10)]
    plain = solve_batch(continua, Combined(), canonical=canonical)
    for name, value in {"FEW": 0, "FIRST": 1, "NEXT": 1}.items():
        monkeypatch.setattr(sifting, name, value)
    found = solve_batch(continua, Combined(), canonical=canonical)
    assert [one.value for one in found] == pytest.approx([one.value for one in plain])
    assert all(one.optimal for one in found)
    if canonical:
        assert [one.members.tolist() for one in found] == [one.members.tolist() for one in plain]


def spending(steps: float) -> Solving:
    """Tells what it was given, and spends some of it."""

    def solving(budget: Budget) -> Solution:
        given = budget.steps
        budget.spend(min(steps, given))
        nothing = np.zeros(0, dtype=np.int64)
        return Solution(2, nothing, nothing, np.zeros(0), given, given)

    return solving


@pytest.mark.parametrize("jobs", [1, 2])
def test_rounds_share_what_is_left(jobs: int) -> None:
    """Those of a round have equal shares; what they leave is shared by the next round."""
    tasks = [Weighed(spending(10.0), 1.0, rounds.PORTION) for _ in range(8)]
    with working(jobs=jobs):
        given = [one.value for one in solved_in_rounds(tasks, Budget(800.0))]
    assert given[:4] == [100.0] * 4
    assert given[4:] == [pytest.approx(190.0)] * 4
    assert [one.value for one in solved_in_rounds(tasks, Budget(8.0), least=50.0)] == [50.0] * 8


def test_small_ones_are_solved_one_after_the_other() -> None:
    tasks = [Weighed(spending(10.0), 1.0, 1) for _ in range(8)]
    given = [one.value for one in solved_in_rounds(tasks, Budget(800.0))]
    assert given[0] == 100.0
    assert given[-1] == pytest.approx(730.0)
