"""Sets that reduced-cost fixing keeps, against all covers."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from accord.alignment.integral_solutions import _owners, _viable


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
    owner = _owners(np.array(taken), units)
    kept = _viable(owner, np.array(taken), np.array(others), prices)
    assert needed <= {others[row] for row in kept.tolist()}


def test_sets_that_only_help_by_taking_the_same_unit_are_left_out() -> None:
    """Instead of {0, 1, 2}: {0, 2} needs another set for 1, and the only one there is takes 2 again."""
    taken, others = np.array([[0, 1, 2]]), np.array([[0, -1, 2], [-1, 1, 2]])
    assert _viable(_owners(taken, 3), taken, others, np.ones(3)).tolist() == []
