"""Two schools of annotators: found where they are planted, and only there."""

from __future__ import annotations

import numpy as np
import pytest

import accord
from accord.diagnosis.labels.schools import schools
from diagnosis.planted import comparable, made, table, with_schools, with_spammer


@pytest.mark.parametrize("annotators", [4, 6, 9, 20])
def test_planted_schools_are_found(annotators: int) -> None:
    found = schools(with_schools(0, annotators=annotators))
    half = annotators // 2
    names = [f"A{place}" for place in range(1, annotators + 1)]
    larger_first = (names[:half], names[half:]) if annotators % 2 == 0 else (names[half:], names[:half])
    assert found.groups == tuple(map(tuple, larger_first))
    assert found.found
    [finding] = found.findings()
    assert f"{found.between:.2f}" in finding.title
    assert min(found.within) - found.between == pytest.approx(found.gap)
    assert found.gap > 0.05


def test_schools_with_missing_labels_and_many_items() -> None:
    codes = table(with_schools(1, items=20_000, annotators=8))
    missing = np.random.default_rng(0).random(codes.shape) < 0.5
    found = schools(made(np.where(missing, -1, codes)))
    assert found.found
    assert set(map(len, found.groups)) == {4}
    assert found.items < 20_000


def test_a_school_of_ordinal_labels_is_one_of_degrees() -> None:
    """Half of the annotators is one step more lenient."""
    rng = np.random.default_rng(0)
    truth = rng.integers(1, 6, size=(150, 1))
    lenient = np.array([0, 0, 0, 1, 1, 1])
    found = schools(accord.labels(truth + lenient + rng.integers(-1, 2, size=(150, 6)), level="ordinal"))
    assert found.found
    assert found.groups == (("A1", "A2", "A3"), ("A4", "A5", "A6"))


def test_one_who_labels_at_random_is_no_school() -> None:
    assert not any(schools(with_spammer(seed), permutations=99).found for seed in range(10))


def test_annotators_with_harder_items_are_no_school() -> None:
    """Two annotators were asked about contested items more often: they seem closer to each other than they are."""
    alarms = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        codes = table(comparable(seed, items=400, annotators=6, errors=0.05))
        hard = np.arange(400) < 200
        noise = rng.integers(4, size=codes.shape)
        codes = np.where(hard[:, None] & (rng.random(codes.shape) < 0.5), noise, codes)
        asked = rng.random(codes.shape) < np.where(hard[:, None] == (np.arange(6) < 2), 0.9, 0.2)
        alarms += schools(made(np.where(asked, codes, -1)), permutations=99).found
    assert alarms <= 2


def test_three_annotators_have_no_schools() -> None:
    assert schools(comparable(0, annotators=3)).groups == ()


def test_same_seed_same_answer() -> None:
    data = comparable(3)
    assert schools(data, seed=5).as_json() == schools(data, seed=5).as_json()
