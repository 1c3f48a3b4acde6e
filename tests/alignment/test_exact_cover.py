"""Exact covers against brute force."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from accord.alignment.exact_cover import _by_dynamic_programming


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
    found = _by_dynamic_programming(sets, grains, None)
    assert found is not None
    assert (sum(grains[row] for row in found), sum(found)) == best
