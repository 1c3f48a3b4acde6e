"""Small packings against every partition there is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

import accord
from accord.alignment import Combined, small_packings
from accord.alignment.candidate_sets import CandidateSets
from accord.alignment.neighbours import neighbours
from accord.alignment.small_packings import MARGIN, Packing, unique_packing, unique_packings

Sets = list[tuple[tuple[int, ...], float]]


def problems(seed: int, number: int, units: int, *, whole: bool) -> list[Sets]:
    """Sets of two or three units, one of each annotator, with gains; whole numbers tie."""
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(number):
        every = [
            one for size in (2, 3) for one in combinations(range(units), size) if len({u % 3 for u in one}) == size
        ]
        chosen = [one for one in every if rng.random() < 0.3]
        gains = rng.integers(1, 6, len(chosen)) if whole else rng.uniform(0.1, 2, len(chosen))
        made.append(list(zip(chosen, gains.astype(float).tolist(), strict=True)))
    return made


def together(documents: list[Sets], units: int) -> tuple[Packing, list[Sets]]:
    """All at once, and the sets that each document was given."""
    rows, gains, numbers = [], [], []
    for number, sets in enumerate(documents):
        for members, gain in sets:
            row = [-1, -1, -1]
            for unit in members:
                row[unit % 3] = unit + number * units
            rows.append(row)
            gains.append(gain)
            numbers.append(number)
    places = np.array(rows, dtype=np.int64).reshape(-1, 3)
    found = unique_packings(places, np.array(gains), np.array(numbers), units * len(documents), len(documents))
    chosen: list[Sets] = [[] for _ in documents]
    every = [one for sets in documents for one in sets]
    for place in np.flatnonzero(found.taken).tolist():
        chosen[numbers[place]].append(every[place])
    return found, chosen


def partitions(sets: Sets) -> Iterator[tuple[float, Sets]]:
    """Every choice of sets without a common unit."""
    if not sets:
        yield 0.0, []
        return
    (members, gain), rest = sets[0], sets[1:]
    yield from partitions(rest)
    for more, chosen in partitions([one for one in rest if not set(one[0]) & set(members)]):
        yield gain + more, [(members, gain), *chosen]


@pytest.mark.parametrize("whole", [False, True], ids=["real", "ties"])
@pytest.mark.parametrize("units", [3, 5, 7])
def test_as_all_partitions_say(units: int, whole: bool) -> None:
    given = problems(units, 60, units, whole=whole)
    found, chosen = together(given, units)
    for number, sets in enumerate(given):
        ranked = sorted(partitions(sets), key=lambda one: -one[0])
        single = len(ranked) == 1 or ranked[0][0] - ranked[1][0] > MARGIN
        assert found.settled[number] == single
        assert sorted(chosen[number]) == (sorted(ranked[0][1]) if single else [])
    assert found.settled.any()
    assert not whole or not found.settled.all()


@pytest.mark.parametrize("annotators", [2, 3, 4, 7])
def test_sets_of_units_as_all_partitions_say(annotators: int) -> None:
    """With the neighbours at hand, what a set leaves of others counts too."""
    rng = np.random.default_rng(annotators)
    settled = 0
    for number in range(60 if annotators < 7 else 15):
        rows = [
            (f"A{unit % annotators}", start, start + float(rng.integers(1, 9)), "xy"[int(rng.integers(2))])
            for unit, start in enumerate(rng.integers(0, 40, 9).astype(float).tolist())
        ]
        near = neighbours(accord.spans(rows).continuum(0), Combined(alpha=float(1 + number % 3)))
        candidates = CandidateSets(near, 1.0, enumerated=True)
        gains = candidates.gains(1.0)
        rows_and_gains = zip(candidates.sets.tolist(), gains.tolist(), strict=True)
        sets = [(tuple(unit for unit in row if unit >= 0), gain) for row, gain in rows_and_gains]
        taken = unique_packing(candidates.sets, gains, near.n_units, near)
        joint = unique_packings(candidates.sets, gains, np.zeros(len(sets), dtype=int), near.n_units, 1, near)
        ranked = sorted(partitions(sets), key=lambda one: -one[0])
        single = len(ranked) == 1 or ranked[0][0] - ranked[1][0] > MARGIN
        assert bool(joint.settled[0]) == single
        settled += taken is not None
        for mask in (taken, joint.taken if single else None):
            if mask is not None:
                assert single
                assert sorted(sets[place] for place in np.flatnonzero(mask)) == sorted(ranked[0][1])
    assert settled or annotators == 7  # whose sets are so many that a single document is given up at once


def test_a_large_component_is_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A document with one stays whole, and the others are settled all the same."""
    ring: Sets = [((unit, (unit + 1) % 6), 1.0 + unit / 100) for unit in range(6)]
    found, chosen = together([[((0, 1), 1.0)], ring, []], 6)
    assert found.settled.tolist() == [True, True, True]
    monkeypatch.setattr(small_packings, "MOST_UNITS", 3)
    found, chosen = together([[((0, 1), 1.0)], ring, []], 6)
    assert found.settled.tolist() == [True, False, True]
    assert [len(one) for one in chosen] == [1, 0, 0]


def test_in_small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    given = problems(1, 60, 7, whole=False)
    whole = together(given, 7)[1]
    monkeypatch.setattr(small_packings, "CELLS", 300)
    assert together(given, 7)[1] == whole
    monkeypatch.setattr(small_packings, "FEW_COMPONENTS", 0)
    assert together(given, 7)[1] == whole
    monkeypatch.setattr(small_packings, "FEW_COMPONENTS", 10**6)
    assert together(given, 7)[1] == whole


def states(masks: list[int], units: int) -> int:
    """How many there are: what is left when all before the lowest unit are alone or in a set."""
    reached, waiting = {0}, [(1 << units) - 1]
    while waiting:
        state = waiting.pop()
        if state not in reached:
            reached.add(state)
            lowest = state & -state
            waiting += [state ^ mask for mask in (lowest, *masks) if mask & lowest and mask & state == mask]
    return len(reached)


@pytest.mark.parametrize("units", [12, 13, 16, 20])
def test_what_has_many_states_is_known(units: int) -> None:
    rng = np.random.default_rng(units)
    outcomes = []
    for _ in range(60):
        near = int(rng.integers(4, units + 1))
        sets = [
            rng.choice(near, rng.integers(2, 4), replace=False) + rng.integers(units - near + 1)
            for _ in range(rng.integers(5, 80))
        ]
        masks = sorted({sum(1 << int(unit) for unit in members) for members in sets})
        outcomes.append(states(masks, units) > small_packings.MOST_STATES)
        assert small_packings._has_many_states(masks, units) == outcomes[-1], masks
    assert set(outcomes) == {False, True}


@pytest.mark.parametrize("few", [0, 10**6], ids=["together", "one by one"])
def test_a_tie_in_one_component_leaves_other_documents_settled(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_packings, "FEW_COMPONENTS", few)
    documents = problems(7, 60, 7, whole=True)
    packing, chosen = together(documents, 7)
    for number, sets in enumerate(documents):
        ranked = sorted(partitions(sets), key=lambda partition: -partition[0])
        single = len(ranked) == 1 or ranked[0][0] - ranked[1][0] > MARGIN
        assert packing.settled[number] == single
        assert sorted(chosen[number]) == (sorted(ranked[0][1]) if single else [])


def test_the_largest_sums_are_the_same_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = np.random.default_rng(0).random((16, 25))
    costs[0] = 0.0
    whole = small_packings._largest_sums(costs, 4)
    monkeypatch.setattr(small_packings, "SETS_AT_ONCE", 7)
    assert small_packings._largest_sums(costs, 4).tolist() == whole.tolist()
