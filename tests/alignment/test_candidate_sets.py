"""Candidate sets against brute force."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from accord.alignment import Combined, candidate_sets
from accord.alignment.candidate_sets import _distinct, undominated_sets
from accord.alignment.neighbours import neighbours
from alignment.test_against_brute_force import random_data
from alignment.test_pricing import rows


def test_listed_sets_gain_more_whole_than_in_any_two_parts() -> None:
    """Σ d across every cut stays below (C + |A| · |B|) · Δ∅, and no set outside the list does that."""
    data = random_data(np.random.default_rng(3), 4, 5, tiling=False)
    continuum = data.continuum(0)
    near = neighbours(continuum, Combined())
    listed = rows(undominated_sets(near, 1.0)[0])
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


@pytest.mark.parametrize("bonus", [1.0, 0.3, 0.0])
@pytest.mark.parametrize("annotators", [3, 5])
def test_cut_by_their_sizes(annotators: int, bonus: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same sets, whether cuts go through annotators or through the units of a set, in chunks or not."""
    data = random_data(np.random.default_rng(4), annotators, 4, tiling=False)
    near = neighbours(data.continuum(0), Combined())
    expected = undominated_sets(near, bonus)
    assert len(expected[0]) > 1
    monkeypatch.setattr(candidate_sets, "FEW_ANNOTATORS", 2)
    for cells in (candidate_sets.CUT_CELLS, 64):
        monkeypatch.setattr(candidate_sets, "CUT_CELLS", cells)
        for found, known in zip(undominated_sets(near, bonus), expected, strict=True):
            np.testing.assert_array_equal(found, known)


@pytest.mark.parametrize("rows", [0, 1, 200])
def test_each_set_stands_where_it_came_first(rows: int) -> None:
    sets = np.random.default_rng(0).integers(-1, 4, (rows, 3))
    last_is_first = reversed(list(enumerate(sets.tolist())))
    assert _distinct(sets).tolist() == sorted({tuple(members): place for place, members in last_is_first}.values())
