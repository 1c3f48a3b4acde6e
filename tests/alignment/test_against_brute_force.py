"""Every objective and method against an unpruned integer program on small random continua."""

from __future__ import annotations

import numpy as np
import pytest

from accord.alignment import Alignment, align, candidate_sets, decomposition, exact_cover, pricing
from accord.annotations.span_building import spans
from accord.annotations.spans import Spans
from alignment.oracles import Oracle, Unit, random_units

MOST = {2: 6, 3: 4, 4: 3, 5: 2}
WAYS = ("enumerated", "generated", "decomposed", "by integer programs")


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Small continua take every path that large ones take."""
    if request.param in ("generated", "by integer programs"):
        monkeypatch.setattr(candidate_sets, "MOST_ENUMERATED", 0)
        monkeypatch.setattr(candidate_sets, "MOST_ENUMERATED_TRIPLES", 0)
        monkeypatch.setattr(pricing, "FEW", 0)
        monkeypatch.setattr(pricing, "SLICE", 7)
    if request.param == "decomposed":
        monkeypatch.setattr(decomposition, "SMALLEST_DECOMPOSED", 0)
        monkeypatch.setattr(decomposition, "SUBPROBLEM", 3)
    if request.param == "by integer programs":
        monkeypatch.setattr(exact_cover, "MOST_SETS", 0)
    return str(request.param)


def units_of(data: Spans) -> list[Unit]:
    """In the order of the data, which decides between ties."""
    return [
        (data.annotators[data.who[unit]], float(data.starts[unit]), float(data.ends[unit]), data.category(unit))
        for unit in range(len(data))
    ]


def check_partition(found: Alignment) -> None:
    members = [unit for one in found.unitary for unit in one.units if unit is not None]
    assert sorted(members) == list(range(len(found.spans)))


@pytest.mark.parametrize("part", range(4))
def test_best_alignments(way: str, part: int) -> None:
    for case in range(15):
        seed = (WAYS.index(way) * 4 + part) * 15 + case
        rng = np.random.default_rng(seed)
        annotators = 2 + seed % 4
        units, names = random_units(rng, annotators, MOST[annotators], ties=bool(rng.integers(2)))
        alpha, beta = float(rng.choice([0, 0.3, 1, 1, 3])), float(rng.choice([0, 0.5, 1, 1]))
        delta = float(rng.choice([0.5, 1, 4]))
        data = spans(units, annotators=names)
        oracle = Oracle(units_of(data), names, alpha, beta)
        settings = {"alpha": alpha, "beta": beta, "delta_empty": delta}

        least = align(data, **settings)  # type: ignore[arg-type]  # the settings are numbers
        assert least.value == pytest.approx(oracle.least_disorder() * delta, abs=1e-9), seed
        assert least.optimal
        check_partition(least)

        entropy = align(data, objective="entropy", **settings)  # type: ignore[arg-type]
        exact = oracle.least_entropy() * delta
        assert entropy.value == pytest.approx(exact, abs=1e-9), seed
        assert entropy.optimal
        check_partition(entropy)

        soft = align(data, method="soft", **settings)  # type: ignore[arg-type]
        assert soft.value == pytest.approx(oracle.least_soft_disorder() * delta, abs=1e-9), seed
        assert soft.optimal

        greedy = align(data, objective="entropy", method="greedy", **settings)  # type: ignore[arg-type]
        assert greedy.value == pytest.approx(oracle.greedy_entropy() * delta, abs=1e-9), seed
        assert greedy.value - greedy.gap == pytest.approx(exact, abs=1e-9)
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
