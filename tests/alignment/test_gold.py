"""Numbers that the reference implementation and an unpruned integer program found (gold/spans.json)."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from accord.alignment import Alignment, CategoryMatrix, align
from accord.annotations.span_building import spans
from accord.annotations.spans import Spans
from shared_files import ABSENT, GOLD

pytestmark = pytest.mark.skipif(not GOLD.is_dir(), reason=ABSENT)


def gold() -> dict[str, Any]:
    path = GOLD / "spans.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


CASES = {case["id"]: case for case in gold().get("gamma", [])}
PAPER = [name for name, case in CASES.items() if "paper003" in case]
MEAN_AGAINST_SUM = gold().get("entropy_mean_vs_sum", {}).get("cases", [])


def of_case(case: dict[str, Any]) -> Spans:
    return spans([tuple(unit) for unit in case["units"]], annotators=case["annotators"])


def aligned(case: dict[str, Any], **settings: Any) -> Alignment:
    given = case["cat_dissim"]
    matrix = None if given == "absolute" else CategoryMatrix(given["matrix"], given["categories"])
    weights = {name: case[name] for name in ("alpha", "beta", "delta_empty")}
    return align(of_case(case), dissimilarity=matrix, **weights, **settings)


def units_of(alignment: Alignment) -> set[frozenset[tuple[str, float, float, str]]]:
    data = alignment.spans
    return {
        frozenset(
            (
                data.annotators[data.who[unit]],
                float(data.starts[unit]),
                float(data.ends[unit]),
                str(data.category(unit)),
            )
            for unit in one.units
            if unit is not None
        )
        for one in alignment.unitary
    }


@pytest.mark.parametrize("name", CASES)
def test_disorder(name: str) -> None:
    case = CASES[name]
    found = aligned(case)
    assert found.value == pytest.approx(case["disorder"], abs=1e-9)
    assert found.optimal
    assert found.gap == 0
    assert len(found) == case["n_unitary_alignments"]


@pytest.mark.parametrize("name", [name for name in CASES if name != "g12_APS_a0b1"])
def test_alignment(name: str) -> None:
    """Among optima that tie ours is theirs, except where positions do not count at all."""
    case = CASES[name]
    theirs = {frozenset((who, float(a), float(b), c) for who, a, b, c in one) for one in case["alignment"]}
    assert units_of(aligned(case)) == theirs


@pytest.mark.parametrize("name", CASES)
def test_soft_disorder(name: str) -> None:
    case = CASES[name]
    found = aligned(case, method="soft")
    assert found.value == pytest.approx(case["soft_disorder"], abs=1e-9)
    assert found.optimal


@pytest.mark.parametrize("name", PAPER)
def test_entropy(name: str) -> None:
    case = CASES[name]
    paper = case["paper003"]
    found = align(of_case(case), delta_empty=paper["delta_empty"], objective="entropy")
    assert found.value == pytest.approx(paper["entropy_exact"], abs=1e-9)
    assert found.optimal
    assert len(found) == paper["alignments_in_optimum"]


@pytest.mark.parametrize("name", PAPER)
def test_greedy_entropy(name: str) -> None:
    """Mathet & Widlöcher 2011, algorithm 1; its gap is the distance to the exact entropy."""
    case = CASES[name]
    paper = case["paper003"]
    found = align(of_case(case), delta_empty=paper["delta_empty"], objective="entropy", method="greedy")
    assert found.value == pytest.approx(paper["entropy_greedy"], abs=1e-9)
    assert found.value - found.gap == pytest.approx(paper["entropy_exact"], abs=1e-9)


@pytest.mark.parametrize("case", MEAN_AGAINST_SUM, ids=range(len(MEAN_AGAINST_SUM)))
def test_mean_and_sum_have_different_optima(case: dict[str, Any]) -> None:
    data, delta = of_case(case), case["delta_empty"]
    mean = align(data, delta_empty=delta, objective="entropy")
    assert mean.value == pytest.approx(case["entropy_exact"], abs=1e-9)
    assert mean.optimal
    assert len(mean) == case["alignments_in_optimum"]
    greedy = align(data, delta_empty=delta, objective="entropy", method="greedy")
    assert greedy.value == pytest.approx(case["entropy_greedy"], abs=1e-9)
    of_the_sum = align(data, delta_empty=delta)
    entropy = float(np.mean([one.disorder for one in of_the_sum.unitary]))
    assert entropy == pytest.approx(case["entropy_of_the_sum_optimum"], abs=1e-9)
