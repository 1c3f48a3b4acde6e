"""The parts of the search, each against brute force."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from accord.alignment import Combined, Sporadic, align, enumeration, packing, pool, settling
from accord.alignment.neighbours import neighbours
from accord.alignment.packing import pairwise_bound
from accord.annotations.span_building import spans
from alignment.test_against_brute_force import random_data


def rows(sets: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> set[tuple[int, ...]]:
    return set(map(tuple, sets.tolist()))


@pytest.mark.parametrize("seed", range(30))
def test_bounds_of_the_search_lose_no_set(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    rng = np.random.default_rng(seed)
    data = random_data(rng, 3 + seed % 3, 7, tiling=bool(seed % 2))
    near = neighbours(data.continuum(0), Combined())
    prices = rng.uniform(0, 1.1, len(data))
    bonus, threshold = float(rng.uniform(0, 1)), float(rng.uniform(-0.4, 0.1))
    monkeypatch.setattr(enumeration, "FEW", 10**9)
    everything = enumeration.worthwhile(near, bonus, prices, threshold)
    monkeypatch.setattr(enumeration, "FEW", 0)
    monkeypatch.setattr(enumeration, "SLICE", 50)
    bounded = enumeration.worthwhile(near, bonus, prices, threshold)
    assert bounded.complete
    assert rows(bounded.sets) == rows(everything.sets)
    assert len(bounded.sets) == len(rows(bounded.sets))


def test_listed_sets_gain_more_whole_than_in_any_two_parts() -> None:
    """Σ d across every cut stays below (C + |A| · |B|) · Δ∅, and no set outside the list does that."""
    data = random_data(np.random.default_rng(3), 4, 5, tiling=False)
    continuum = data.continuum(0)
    near = neighbours(continuum, Combined())
    listed = rows(pool.all_sets(near, 1.0)[0])
    own = [[-1, *np.flatnonzero(continuum.who == annotator).tolist()] for annotator in range(4)]
    worth = set()
    for one in product(*own):
        members = [unit for unit in one if unit >= 0]
        if len(members) > 1 and all(
            Combined().relative(continuum, *np.array(list(product(part, set(members) - set(part)))).T).sum()
            < 6 + len(part) * (len(members) - len(part))
            for size in range(1, len(members))
            for part in combinations(members, size)
        ):
            worth.add(one)
    assert listed == worth


@pytest.mark.parametrize("seed", range(15))
def test_states_find_the_least_loss_and_then_the_least_ranks(seed: int) -> None:
    rng = np.random.default_rng(seed)
    units = 5
    subsets = [sorted(rng.choice(units, size=int(rng.integers(2, 4)), replace=False).tolist()) for _ in range(4)]
    subsets += [[unit, unit + 1] for unit in range(units - 1)]  # so that all are connected
    sets = [[*one, *[-1] * (3 - len(one))] for one in subsets] + [[unit, -1, -1] for unit in range(units)]
    sets = sorted(sets)
    grains = rng.integers(0, 3, size=len(sets)).tolist()
    best = None
    for chosen in product([False, True], repeat=len(sets)):
        taken = [row for row, here in enumerate(chosen) if here]
        members = [unit for row in taken for unit in sets[row] if unit >= 0]
        if sorted(members) == list(range(units)):
            key = (sum(grains[row] for row in taken), sum(taken))
            best = key if best is None else min(best, key)
    found = settling._by_states(sets, grains, None)
    assert found is not None
    assert (sum(grains[row] for row in found), sum(found)) == best


def test_identical_annotations_reach_the_bound_by_pairs() -> None:
    data = spans([(who, start, start + 4, "x") for who in "ABCDE" for start in (0, 10, 20)])
    near = neighbours(data.continuum(0), Combined())
    assert pairwise_bound(near, 1.0) == pytest.approx(len(data), abs=1e-9)


def test_what_is_not_proven_is_not_called_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fractional program whose integer program does not end."""
    data = random_data(np.random.default_rng(3), 3, 60, tiling=True)
    called = []

    def unsure(*given: object) -> settling.Choice:
        called.append(True)
        return replace(settling.settle_again(*given), exact=False)  # type: ignore[arg-type]

    monkeypatch.setattr(packing, "settle_again", unsure)
    found = align(data)
    assert called, "the program was not fractional"
    assert not found.optimal
    assert found.bound < found.value


def test_zero_lengths_at_other_places_never_meet() -> None:
    data = spans([("A", 5, 5), ("B", 5, 5), ("B", 6, 6)]).continuum(0)
    assert Sporadic().between(data, np.array([0, 0]), np.array([1, 2])).tolist() == [0.0, np.inf]


@pytest.mark.parametrize("seed", range(60))
def test_no_set_of_a_cover_without_loss_is_left_out(seed: int) -> None:
    """All covers are made: every unit with a price is in one of the taken sets or of the others, all disjoint."""
    rng = np.random.default_rng(seed)
    annotators, each = 3 + seed % 2, 3
    units = annotators * each

    def drawn() -> tuple[int, ...]:
        while True:
            one = [each * who + int(rng.integers(each)) if rng.random() < 0.6 else -1 for who in range(annotators)]
            if sum(unit >= 0 for unit in one) > 1:
                return tuple(one)

    taken: list[tuple[int, ...]] = []
    for one in (drawn() for _ in range(8)):
        if not {unit for other in taken for unit in other if unit >= 0} & set(one):
            taken.append(one)
    others = [one for one in dict.fromkeys(drawn() for _ in range(9)) if one not in taken]
    owned = {unit for one in taken for unit in one if unit >= 0}
    prices = np.array([float(unit in owned and rng.random() < 0.8) for unit in range(units)])
    everything = [*taken, *others]
    needed: set[tuple[int, ...]] = set()
    for chosen in product([False, True], repeat=len(everything)):
        cover = [one for one, here in zip(everything, chosen, strict=True) if here]
        members = [unit for one in cover for unit in one if unit >= 0]
        if len(members) == len(set(members)) and set(np.flatnonzero(prices).tolist()) <= set(members):
            needed |= set(cover) - set(taken)
    owner = settling._owners(np.array(taken), units)
    kept = settling._viable(owner, np.array(taken), np.array(others), prices)
    assert needed <= {others[row] for row in kept.tolist()}


def test_sets_that_only_help_by_taking_the_same_unit_are_left_out() -> None:
    """Instead of {0, 1, 2}: {0, 2} needs another set for 1, and the only one there is takes 2 again."""
    taken, others = np.array([[0, 1, 2]]), np.array([[0, -1, 2], [-1, 1, 2]])
    assert settling._viable(settling._owners(taken, 3), taken, others, np.ones(3)).tolist() == []
