"""The pricing problem against itself without bounds."""

from __future__ import annotations

import numpy as np
import pytest

from accord.alignment import Combined, pricing
from accord.alignment.neighbours import neighbours
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
    monkeypatch.setattr(pricing, "FEW", 10**9)
    everything = pricing.priced_sets(near, bonus, prices, threshold)
    monkeypatch.setattr(pricing, "FEW", 0)
    monkeypatch.setattr(pricing, "SLICE", 50)
    bounded = pricing.priced_sets(near, bonus, prices, threshold)
    assert bounded.complete
    assert rows(bounded.sets) == rows(everything.sets)
    assert len(bounded.sets) == len(rows(bounded.sets))
