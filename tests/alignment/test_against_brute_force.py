"""Every objective and method against an unpruned integer program on small random continua."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from accord.alignment import Alignment, align, candidate_sets, decomposition, exact_cover, pricing
from accord.annotations.span_building import spans
from accord.annotations.spans import Spans
from alignment.oracles import Oracle, Unit, random_units

MOST = {2: 6, 3: 4, 4: 3, 5: 2}
WAYS = ("enumerated", "generated", "decomposed", "by integer programs")


def take(way: str, patch: pytest.MonkeyPatch) -> None:
    """Small continua take every path that large ones take."""
    if way in ("generated", "by integer programs"):
        patch.setattr(candidate_sets, "MOST_ENUMERATED", 0)
        patch.setattr(candidate_sets, "MOST_ENUMERATED_TRIPLES", 0)
        patch.setattr(pricing, "FEW", 0)
        patch.setattr(pricing, "SLICE", 7)
    if way == "decomposed":
        patch.setattr(decomposition, "SMALLEST_DECOMPOSED", 0)
        patch.setattr(decomposition, "SUBPROBLEM", 3)
    if way == "by integer programs":
        patch.setattr(exact_cover, "MOST_SETS", 0)


def units_of(data: Spans) -> list[Unit]:
    """In the order of the data, which decides between ties."""
    return [
        (data.annotators[data.who[unit]], float(data.starts[unit]), float(data.ends[unit]), data.category(unit))
        for unit in range(len(data))
    ]


def check_partition(found: Alignment) -> None:
    members = [unit for one in found.unitary for unit in one.units if unit is not None]
    assert sorted(members) == list(range(len(found.spans)))


@pytest.mark.parametrize("part", range(8))
def test_best_alignments(part: int) -> None:
    """What is best is found once, and then compared with what every way finds."""
    for seed in range(part * 9, part * 9 + 9):
        rng = np.random.default_rng(seed)
        annotators = 2 + seed % 4
        units, names = random_units(rng, annotators, MOST[annotators], ties=bool(rng.integers(2)))
        alpha, beta = float(rng.choice([0, 0.3, 1, 1, 3])), float(rng.choice([0, 0.5, 1, 1]))
        delta = float(rng.choice([0.5, 1, 4]))
        data = spans(units, annotators=names)
        oracle = Oracle(units_of(data), names, alpha, beta)
        best = Best(
            oracle.least_disorder() * delta,
            oracle.least_entropy() * delta,
            oracle.least_soft_disorder() * delta,
            oracle.greedy_entropy() * delta,
        )
        for way in WAYS:
            with pytest.MonkeyPatch.context() as patch:
                take(way, patch)
                check_alignments(data, {"alpha": alpha, "beta": beta, "delta_empty": delta}, best, (way, seed))


class Best(NamedTuple):
    """By brute force."""

    disorder: float
    entropy: float
    soft: float
    greedy: float


def check_alignments(data: Spans, settings: dict[str, Any], best: Best, where: tuple[str, int]) -> None:
    least = align(data, **settings)
    assert least.value == pytest.approx(best.disorder, abs=1e-9), where
    assert least.optimal
    check_partition(least)

    entropy = align(data, objective="entropy", **settings)
    assert entropy.value == pytest.approx(best.entropy, abs=1e-9), where
    assert entropy.optimal
    check_partition(entropy)

    soft = align(data, method="soft", **settings)
    assert soft.value == pytest.approx(best.soft, abs=1e-9), where
    assert soft.optimal

    greedy = align(data, objective="entropy", method="greedy", **settings)
    assert greedy.value == pytest.approx(best.greedy, abs=1e-9), where
    assert greedy.value - greedy.gap == pytest.approx(best.entropy, abs=1e-9)
    check_partition(greedy)


def random_data(rng: np.random.Generator, annotators: int, units: int, *, tiling: bool) -> Spans:
    """Chance annotations, on which linear programs have fractional solutions."""
    rows: list[Unit] = []
    for name in range(annotators):
        if tiling:
            bounds = np.concatenate(([0], np.sort(rng.uniform(0, units * 10, units - 1)), [units * 10]))
            starts, ends = bounds[:-1], bounds[1:]
        else:
            starts = rng.uniform(0, units * 10, units)
            ends = starts + rng.uniform(2, 14, units)
        codes = rng.integers(3, size=units).tolist()
        rows += [(f"A{name}", *unit) for unit in zip(starts, ends, [f"c{code}" for code in codes], strict=True)]
    return spans(rows)


@pytest.mark.parametrize("tiling", [False, True])
@pytest.mark.parametrize(("annotators", "units"), [(3, 60), (4, 25), (5, 12)])
def test_listing_and_pricing_agree(monkeypatch: pytest.MonkeyPatch, annotators: int, units: int, tiling: bool) -> None:
    for seed in range(3):
        data = random_data(np.random.default_rng(seed), annotators, units, tiling=tiling)
        values = []
        for listed in (10**9, 0):
            monkeypatch.setattr(candidate_sets, "MOST_ENUMERATED", listed)
            monkeypatch.setattr(candidate_sets, "MOST_ENUMERATED_TRIPLES", listed)
            for objective in ("disorder", "entropy"):
                found = align(data, objective=objective)
                assert found.optimal
                values.append(found.value)
        assert values[:2] == pytest.approx(values[2:], abs=1e-9)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(20))
def test_many_more(part: int) -> None:
    for seed in range(10_000 + part * 50, 10_050 + part * 50):
        rng = np.random.default_rng(seed)
        annotators = int(rng.integers(2, 6))
        most = {2: 7, 3: 5, 4: 4, 5: 3}[annotators]
        units, names = random_units(rng, annotators, most, ties=bool(rng.integers(2)))
        data = spans(units, annotators=names)
        oracle = Oracle(units_of(data), names)
        assert align(data).value == pytest.approx(oracle.least_disorder(), abs=1e-9), seed
        assert align(data, objective="entropy").value == pytest.approx(oracle.least_entropy(), abs=1e-9), seed
