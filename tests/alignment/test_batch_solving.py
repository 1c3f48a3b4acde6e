"""Many continua aligned together against the same ones aligned one by one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from accord.alignment import (
    Combined,
    Hamming,
    Solution,
    Sporadic,
    batch_solving,
    column_generation,
    small_packings,
    solve,
    solvers,
)
from accord.alignment.batch_solving import solve_batch
from accord.alignment.budget import Budget
from accord.alignment.dissimilarities import Dissimilarity
from accord.alignment.master_problem import MasterProblem
from accord.alignment.neighbours import LARGEST_TABLE, neighbours
from accord.alignment.solution import unitary_disorders
from accord.annotations import Continuum
from accord.annotations.span_building import spans
from accord.results.arrays import Floats


def continua(
    seed: int, number: int, annotators: int, units: int, *, whole: bool = False, length: float = 4.0
) -> list[Continuum]:
    """At random, some annotators empty, and positions either real or small whole numbers, so that alignments tie."""
    rng = np.random.default_rng(seed)
    model = spans([(f"A{name}", 0, 1, f"c{name}") for name in range(annotators)]).continuum(0)
    drawn = []
    for _ in range(number):
        cards = rng.integers(0, units + 1, size=annotators)
        cards[0] = max(cards[0], 1)
        total = int(cards.sum())
        who = np.repeat(np.arange(annotators, dtype=np.int32), cards)
        starts, sizes = rng.uniform(0, units * length, total), rng.uniform(0, 9, total)
        if whole:
            starts, sizes = np.floor(starts), np.floor(sizes)
        order = np.lexsort((starts, who))
        codes = rng.integers(-1, annotators, total).astype(np.int32)
        drawn.append(replace(model, who=who, starts=starts[order], ends=(starts + sizes)[order], codes=codes))
    return drawn


@pytest.mark.parametrize("annotators", [2, 3, 4])
@pytest.mark.parametrize("whole", [False, True], ids=["real", "whole"])
def test_together_as_one_by_one(annotators: int, whole: bool) -> None:
    given = continua(annotators, 25, annotators, {2: 20, 3: 12, 4: 5}[annotators], whole=whole)
    for one, found in zip(given, solve_batch(given, Combined()), strict=True):
        expected = solve(one, Combined())
        assert found.value == pytest.approx(expected.value, abs=1e-12)
        assert found.optimal
        assert sorted(found.members.tolist()) == list(range(len(one)))
        rows = np.full((len(found), annotators), -1)
        for place, (first, last) in enumerate(zip(found.starts[:-1], found.starts[1:], strict=True)):
            members = found.members[first:last]
            rows[place, one.who[members]] = members
        np.testing.assert_allclose(unitary_disorders(one, Combined(), rows), found.disorders, atol=1e-12)


@pytest.mark.parametrize("branching", [True, False], ids=["with and without a set", "among sets of little loss"])
def test_sets_in_parts_are_made_whole(monkeypatch: pytest.MonkeyPatch, branching: bool) -> None:
    """Dense continua of which the linear program takes halves: several of these, or the test shows nothing."""
    monkeypatch.setattr(small_packings, "MOST_UNITS", 0)  # all that is not obvious is left to the program
    given = continua(7, 100, 3, 25, length=9.0)
    made: list[object] = []

    def branched(program: MasterProblem, gains: Floats, taken: Floats) -> Floats:
        better = whole_or_not(program, gains, taken) if branching else taken
        assert not column_generation.is_integral(taken)
        assert gains @ better <= gains @ taken + 1e-9
        made.extend([better] if column_generation.is_integral(better) else [])
        return better

    def counted(*arguments: object) -> column_generation.Partition:
        found = column_generation.rounded_partition(*arguments)  # type: ignore[arg-type]  # as they came
        made.extend([] if branching else [found])
        return found

    whole_or_not = batch_solving.branched
    monkeypatch.setattr(batch_solving, "branched", branched)
    monkeypatch.setattr(batch_solving, "rounded_partition", counted)
    found = solve_batch(given, Combined())
    assert len(made) >= 5
    assert [one.value for one in found] == pytest.approx([solve(one, Combined()).value for one in given], abs=1e-12)


def test_a_program_that_is_not_finished_leaves_the_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_packings, "MOST_UNITS", 0)
    given = continua(7, 100, 3, 25, length=9.0)
    expected = [one.value for one in solve_batch(given, Combined())]
    fixed: list[int] = []
    run = MasterProblem.run

    def fix(program: MasterProblem, place: int, taken: float) -> None:
        fixed.append(place)
        monkeypatch.setattr(program, "run", lambda: False, raising=False)

    monkeypatch.setattr(MasterProblem, "fix", fix)
    assert [one.value for one in solve_batch(given, Combined())] == pytest.approx(expected, abs=1e-12)
    assert len(fixed) >= 5
    assert MasterProblem.run is run


@pytest.mark.parametrize("annotators", [2, 3, 4])
@pytest.mark.parametrize("table", [LARGEST_TABLE, 900], ids=["one batch", "several"])
def test_ties_are_broken_by_rule_where_asked(monkeypatch: pytest.MonkeyPatch, annotators: int, table: int) -> None:
    """Unit for unit what `solve` finds; left to the solver, some of these ties fall otherwise."""
    given = continua(annotators + 20, 40, annotators, {2: 20, 3: 9, 4: 4}[annotators], whole=True, length=2.0)
    monkeypatch.setattr(batch_solving, "LARGEST_TABLE", table)

    def alignments(found: list[Solution]) -> list[tuple[list[int], list[int]]]:
        return [(one.members.tolist(), one.starts.tolist()) for one in found]

    expected = alignments([solve(one, Combined()) for one in given])
    assert alignments(solve_batch(given, Combined(), canonical=40)) == expected
    by_chance = alignments(solve_batch(given, Combined()))
    assert alignments(solve_batch(given, Combined(), canonical=15)) == expected[:15] + by_chance[15:]
    assert by_chance[15:] != expected[15:]


def test_small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    given = continua(4, 20, 3, 8)
    expected = [one.value for one in solve_batch(given, Combined())]
    monkeypatch.setattr(batch_solving, "LARGEST_TABLE", 900)
    assert [one.value for one in solve_batch(given, Combined())] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    "dissimilarity",
    [
        Combined(Hamming()),  # whose unit is the mean length of the document
        Combined(Sporadic(tolerance=9), delta_empty=3.0),
        Combined(alpha=0.0),
        Combined(forbid=True),
        Combined(lambda start, end, other_start, other_end: np.abs(start - other_start) / 9),  # type: ignore[arg-type]
    ],
    ids=["hamming", "tolerance", "categories only", "forbid", "function"],
)
def test_any_dissimilarity(dissimilarity: Dissimilarity) -> None:
    given = continua(5, 8, 3, 5, whole=True)
    expected = [solve(one, dissimilarity).value for one in given]
    assert [one.value for one in solve_batch(given, dissimilarity)] == pytest.approx(expected, abs=1e-9)


def test_none_and_one() -> None:
    assert solve_batch([], Combined()) == []
    (one,) = continua(6, 1, 3, 6)
    assert solve_batch([one], Combined())[0].value == solve(one, Combined()).value


def test_neighbours_in_a_batch_are_those_of_each_document() -> None:
    given = continua(8, 6, 3, 9)
    units = np.array([len(one) for one in given])
    batch = replace(
        given[0],
        who=np.concatenate([one.who for one in given]),
        starts=np.concatenate([one.starts for one in given]),
        ends=np.concatenate([one.ends for one in given]),
        codes=np.concatenate([one.codes for one in given]),
    )
    near = neighbours(batch, Combined(), document=np.arange(6).repeat(units))
    first = 0
    pairs = []
    for one in given:
        alone = neighbours(one, Combined())
        pairs += list(zip((alone.first + first).tolist(), (alone.second + first).tolist(), strict=True))
        np.testing.assert_array_equal(near.gains_of(alone.first + first, alone.second + first), alone.gains)
        first += len(one)
    assert list(zip(near.first.tolist(), near.second.tolist(), strict=True)) == pairs
    assert near.gains_of(np.array([-1, -1]), np.array([0, first - 1])).tolist() == [0.0, 0.0]


def test_going_round_in_circles_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few pivots allowed: the program goes on with perturbed bounds, and then as before."""
    (one,) = continua(9, 1, 3, 20)
    expected = solve(one, Combined()).value
    monkeypatch.setitem(solvers.UNPERTURBED, "simplex_iteration_limit", 3)
    perturbed: list[bool] = []
    run_perturbed = solvers.Solver.run_perturbed

    def counted(solver: solvers.Solver, budget: Budget | None = None) -> bool:
        perturbed.append(run_perturbed(solver, budget))
        return perturbed[-1]

    monkeypatch.setattr(solvers.Solver, "run_perturbed", counted)
    shared = solvers.Solvers()
    for _ in range(2):
        assert solve(one, Combined(), solvers=shared).value == pytest.approx(expected, abs=1e-12)
    assert perturbed == [True, True]
