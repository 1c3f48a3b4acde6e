"""Errors that annotators share: beside the vote of the others, and beside errors drawn independently."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from accord.admission import shared_errors
from accord.admission.shared_errors import LEAST_ITEMS, _errors

ITEMS, PEOPLE = 60, 5


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("pairs_at_once", [1, 4, 1_000])
def test_errors_are_told_by_the_votes_of_all_others(
    seed: int, pairs_at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_errors, "CELLS_AT_ONCE", pairs_at_once * ITEMS)
    rng = np.random.default_rng(seed)
    size = int(rng.integers(1, 4))
    codes = np.where(rng.random((ITEMS, PEOPLE)) < 0.3, -1, rng.integers(0, size, (ITEMS, PEOPLE)))
    codes[12:, 4] = -1  # too few items with anybody
    human = np.array([True, True, True, seed % 2 == 0, True])
    errors = _errors(codes, human, size)
    assert errors is not None
    expected = {pair: rows for pair in combinations(range(PEOPLE), 2) if (rows := _by_hand(codes, human, size, pair))}
    assert list(zip(errors.one.tolist(), errors.other.tolist(), strict=True)) == list(expected)
    for place, rows in enumerate(expected.values()):
        found = (errors.known[place], errors.first[place], errors.second[place])
        assert list(zip(*(column.tolist() for column in found), strict=True)) == rows


def _by_hand(codes: Any, human: Any, size: int, pair: tuple[int, int]) -> list[tuple[bool, bool, bool]]:
    """For each item, whether the vote is clear, and whether each of the two differs from it; none for few items."""
    one, other = pair
    both = (codes[:, one] >= 0) & (codes[:, other] >= 0)
    if both.sum() < LEAST_ITEMS:
        return []
    rows = []
    for item in range(ITEMS):
        voters = [who for who in range(PEOPLE) if human[who] and who not in pair and codes[item, who] >= 0]
        votes = [int(codes[item, who]) for who in voters]
        times = sorted((votes.count(code), code) for code in range(size))
        clear = bool(both[item]) and len(votes) > 1 and (size == 1 or times[-1][0] > times[-2][0])
        first, second = (clear and bool(codes[item, who] != times[-1][1]) for who in pair)
        rows.append((clear, first, second))
    return rows


def test_independent_errors_are_drawn_by_their_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    items, size = 3_000, 3
    share = np.tile([0.5, 0.3, 0.2], (items, 1))
    rates = np.array([np.eye(3), [[0.8, 0.2, 0], [0, 0.7, 0.3], [0.4, 0, 0.6]]])
    drawn: list[Any] = []
    monkeypatch.setattr(shared_errors, "_fitted", lambda codes, human, size: (share, rates))
    monkeypatch.setattr(shared_errors, "_errors", lambda codes, human, size: drawn.append(codes))
    monkeypatch.setattr(shared_errors, "SIMULATIONS", 5)
    codes = np.zeros((items, 2), dtype=np.int64)
    codes[:7, 1] = -1
    shared_errors._expected(codes, np.ones(2, dtype=bool), size, 1)
    truth, labels = np.concatenate(drawn).T
    assert (labels == -1).sum() == 7 * len(drawn)
    assert np.bincount(truth) / len(truth) == pytest.approx(share[0], abs=0.02)
    for code in range(size):
        of = labels[(truth == code) & (labels >= 0)]
        assert np.bincount(of, minlength=size) / len(of) == pytest.approx(rates[1, code], abs=0.03)
