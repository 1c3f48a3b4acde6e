"""γ from alignments that are not proven: its interval holds what the best alignments give, and nothing drifts."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from accord.alignment import Combined, candidate_sets, chance, subproblem
from accord.alignment.chance import against_chance
from accord.alignment.drawn_alignments import NONE_DRAWN, DrawnAlignments
from accord.annotations.span_building import spans
from accord.annotations.spans import Spans
from accord.cli import main
from accord.evaluation import measure
from accord.measures.spans import holistic
from accord.measures.spans.unproven import limits_of_gamma
from accord.renderings.results import results_as
from accord.results import UsageError
from alignment.test_against_brute_force import random_data


def gamma_of(data: Spans) -> float:
    found = against_chance(data, Combined(), precision=None, samples=6)
    return float(1 - sum(one.observed.solution.value for one in found) / sum(one.expected.mean() for one in found))


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is listed or generated, and hardly a step is made."""
    monkeypatch.setattr(candidate_sets, "MOST_ENUMERATED", 0)
    monkeypatch.setattr(subproblem, "MOST_GENERATED", 0)
    monkeypatch.setattr(subproblem, "MOST_PAIRS", 0)
    monkeypatch.setattr(chance, "LEAST_STEPS", 2_000.0)
    monkeypatch.setattr(chance, "STEPS", 0)
    monkeypatch.setattr(chance, "PROOF_STEPS", 0)
    monkeypatch.setattr(chance, "CHANCE_STEPS", 20_000.0)


SEEDS = range(6)


def data_of(seed: int) -> Spans:
    return random_data(np.random.default_rng(seed), 5, 4, tiling=False)


@pytest.fixture(scope="module")
def exact() -> list[float]:
    return [gamma_of(data_of(seed)) for seed in SEEDS]


@pytest.mark.usefixtures("hasty")
def test_gamma_lies_in_its_interval_and_does_not_drift(exact: list[float]) -> None:
    values = []
    for seed, best in zip(SEEDS, exact, strict=True):
        data = data_of(seed)
        values.append(gamma_of(data))
        found = against_chance(data, Combined(), precision=None, samples=6)
        lowest, highest = limits_of_gamma(found)
        assert lowest - 1e-9 <= best <= highest + 1e-9
        assert lowest - 1e-9 <= values[-1] <= highest + 1e-9
    assert np.mean(values) == pytest.approx(np.mean(exact), abs=0.03)


@pytest.mark.usefixtures("hasty")
def test_what_is_not_proven_is_said() -> None:
    result = measure(data_of(1), "gamma(samples=4, precision=None)", confidence=None)
    assert [one.code for one in result.diagnostics if one.code == "ACC400"] == ["ACC400"]
    assert "whatever the best alignments are" in str(result.diagnostics[-1])
    assert 0 < result.components["gap"] < 1
    assert result.components["lowest"] < result.value < result.components["highest"]
    said = results_as([result], "text")
    assert f"{result.components['gap']:.1%}" in said
    assert f"{result.components['lowest']:.3f} and {result.components['highest']:.3f}" in said


@pytest.mark.usefixtures("hasty")
def test_nothing_is_said_where_sampling_leaves_more_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents of two kinds: the interval over them is wider than what the bounds leave after some work."""
    monkeypatch.setattr(chance, "LEAST_STEPS", 30_000.0)
    alike = [(name, 5.0, 20.0, "x") for name in "ABCDE"]
    documents = {f"{number}": alike if number < 3 else _units_of(data_of(number)) for number in range(6)}
    result = measure(spans(documents), "gamma(samples=2, precision=None)")
    assert result.components["gap"] > 0
    assert result.high - result.low > result.components["highest"] - result.components["lowest"]
    assert "ACC400" not in {one.code for one in result.diagnostics}
    assert "  between  " in results_as([result], "text")


@pytest.mark.usefixtures("hasty")
def test_a_limit_of_seconds_is_counted_in_work_and_stands_in_the_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("STEPS", "PROOF_STEPS", "CHANCE_STEPS"):
        monkeypatch.setattr(chance, name, 10_000.0)
    less, more = (
        measure(data_of(1), f"gamma(samples=3, precision=None, time_limit={seconds})", confidence=None)
        for seconds in (0.003, 0.3)
    )
    assert more.components["gap"] < less.components["gap"]
    assert "time_limit=0.3" in str(more.signature)
    for wrong in (0, -1, "'soon'"):
        with pytest.raises(UsageError, match="time_limit"):
            measure(data_of(1), f"gamma(time_limit={wrong})", confidence=None)


@pytest.mark.usefixtures("hasty")
def test_the_limit_of_a_command_is_that_of_its_measures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("STEPS", "PROOF_STEPS", "CHANCE_STEPS"):
        monkeypatch.setattr(chance, name, 10_000.0)
    path = tmp_path / "units.csv"
    rows = [f"{who},{start},{end},{category}" for who, start, end, category in _units_of(data_of(1))]
    path.write_text("\n".join(["annotator,start,end,category", *rows]), encoding="utf-8")
    asked = ["-m", "gamma(samples=3, precision=None)", "-m", "holistic(samples=2)", "-m", "f1", "--format", "json"]
    found = []
    for limit in ("0.003", "0.3"):
        assert main(["measure", str(path), "-q", "--no-interval", "--time-limit", limit, *asked]) == 0
        found.append(json.loads(capsys.readouterr().out)["results"])
    (less, limited, plain), (more, *_) = found
    assert more["components"]["gap"] < less["components"]["gap"]
    assert less["measure"] == "gamma(precision=None, samples=3)"
    assert all("time_limit=0.003" in one["signature"] for one in (less, limited))
    assert "time_limit" not in plain["signature"]
    assert main(["align", str(path), "-q", "--time-limit", "30", "--format", "json"]) == 0
    assert "time_limit=30.0" in json.loads(capsys.readouterr().out)["signature"]
    assert main(["measure", str(path), "--time-limit", "inf"]) == 2
    assert "not a number of seconds" in capsys.readouterr().err


def drawn_with(values: list[float], bounds: list[float], tried: list[bool]) -> DrawnAlignments:
    return replace(NONE_DRAWN, values=np.array(values), bounds=np.array(bounds), tried=np.array(tried))


def test_proofs_that_were_not_tried_are_estimated_from_three_or_more() -> None:
    tried = [True, True, True, False, False]
    drawn = drawn_with([2.0, 2.0, 2.0, 2.0, 4.0], [1.9, 1.8, 1.8, 1.0, 3.8], tried)
    assert drawn.least == pytest.approx([1.9, 1.8, 1.8, 2 * (1 - 0.125), 3.8])
    few = drawn_with([2.0, 2.0, 2.0], [1.9, 1.9, 1.0], [True, True, False])
    assert few.least is few.bounds
    proven = drawn_with([2.0] * 5, [2.0, 2.0, 2.0, 1.0, 1.0], tried)
    assert proven.least is proven.bounds
    assert not proven.proven


def _units_of(data: Spans) -> list[tuple[str, float, float, str]]:
    whole = data.continuum(0)
    return [
        ("ABCDE"[who], start, end, "x") for who, start, end in zip(whole.who, whole.starts, whole.ends, strict=True)
    ]


@pytest.mark.parametrize("name", ["gamma_cat", "gamma_k(category='c1')", "holistic"])
@pytest.mark.usefixtures("hasty")
def test_every_measure_of_alignments_has_its_gap(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holistic, "STEPS", 0)
    monkeypatch.setattr(holistic, "LEAST_STEPS", 1_000)
    result = measure(data_of(1), name, confidence=None)
    assert result.components["gap"] > 0
    assert "ACC400" in {one.code for one in result.diagnostics}


@pytest.mark.parametrize("name", ["gamma(samples=4, precision=None)", "gamma_cat(samples=4)", "holistic(samples=4)"])
def test_what_is_proven_needs_no_remark(name: str) -> None:
    result = measure(data_of(1), name, confidence=None)
    assert "ACC400" not in {one.code for one in result.diagnostics}
    assert result.components["gap"] == 0
    assert "lowest" not in result.components
    assert "proven" not in results_as([result], "text")  # which goes without saying
