"""The holistic measure (Mathet & Widlöcher 2011): values of documents within their corpus, chance, and its errors."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import accord
from accord.alignment import Combined, solve
from accord.annotations import Spans
from accord.cli import main
from accord.measures.spans.gamma import gamma
from accord.measures.spans.holistic import holistic

Unit = tuple[str, float, float, str]
BOUNDS = {
    "A": ((2, 9, "x"), (11, 17, "y"), (24, 30, "x"), (32, 36, "y"), (36, 44, "x"), (44, 60, "y")),
    "B": ((2, 9, "x"), (11, 17, "x"), (19, 25, "x"), (32, 44, "y")),
    "C": ((3, 9, "x"), (11, 17, "y"), (21, 27, "x"), (32, 36, "y"), (36, 40, "x"), (40, 44, "x")),
}
ONE: list[Unit] = [(who, *unit) for who, units in BOUNDS.items() for unit in units]


def corpus(documents: int = 4, seed: int = 0, people: str = "ABC", noise: float = 1.0) -> Spans:
    """Units of five to fifteen characters in a row, with other bounds for everybody."""
    rng = np.random.default_rng(seed)
    made: dict[str, list[Unit]] = {}
    for number in range(documents):
        starts = np.cumsum(rng.uniform(15, 40, 8))
        made[f"d{number}"] = [
            (
                who,
                float(start + rng.uniform(-noise, noise)),
                float(start + 10 + rng.uniform(-noise, noise)),
                "xy"[place % 2],
            )
            for who in people
            for place, start in enumerate(starts.tolist())
        ]
    return accord.spans(made)


def nested(documents: int = 5, seed: int = 0) -> Spans:
    """One unit around the whole document and many short ones within."""
    rng = np.random.default_rng(seed)
    made: dict[str, list[Unit]] = {}
    for number in range(documents):
        starts = np.sort(rng.uniform(0, 950, 9))
        made[f"d{number}"] = [
            unit
            for who in "ABC"
            for unit in [
                (who, 0.0, 1000.0, "x"),
                *((who, s + rng.uniform(-2, 2), s + 8.0 + rng.uniform(0, 3), "x") for s in starts),
            ]
        ]
    return accord.spans(made, length=1000)


# ---- documents within their corpus


def test_documents_have_the_chance_of_their_corpus() -> None:
    """Equation 7: for all documents with as many annotators e_random is one number, and their values average out."""
    data = corpus(noise=4.0)
    whole = accord.measure(data, "holistic", confidence=None)
    parts = accord.measure(data, "holistic", by="item", confidence=None)
    assert [one.of for one in parts] == ["d0", "d1", "d2", "d3"]
    assert {one.components["expected"] for one in parts} == {whole.components["expected"]}
    assert np.mean([one.value for one in parts]) == pytest.approx(whole.value, abs=1e-12)
    assert min(one.value for one in parts) < whole.value < max(one.value for one in parts)


def test_table_3_has_both_random_processes() -> None:
    for one in accord.measure(corpus(noise=4.0), "holistic", by="item", confidence=None):
        found = one.components
        assert found["annotators"] == 3
        assert found["expected"] == min(found["e_random1"], found["e_random2"])
        assert found["agreement_1"] == pytest.approx((found["e_random1"] - found["entropy"]) / found["e_random1"])
        assert found["agreement_2"] == pytest.approx((found["e_random2"] - found["entropy"]) / found["e_random2"])
        assert one.value == min(found["agreement_1"], found["agreement_2"])


def test_a_document_alone_has_its_own_chance() -> None:
    [one] = accord.measure(accord.spans(ONE), "holistic", by="item", confidence=None)
    alone = accord.measure(accord.spans(ONE), "holistic", confidence=None)
    assert one.value == alone.value
    assert np.isnan(one.components["e_random2"])


def test_documents_without_a_value_say_why() -> None:
    made: dict[str, list[Unit]] = {"d0": ONE, "d1": ONE, "empty": []}
    data = accord.spans(made, annotators=["A", "B", "C"])
    found = {one.of: one for one in accord.measure(data, "holistic", by="item", confidence=None)}
    assert found["d0"].defined
    assert "nobody found a unit" in (found["empty"].undefined or "")


def test_documents_have_intervals() -> None:
    for one in accord.measure(corpus(noise=4.0), "holistic", by="item"):
        assert one.low < one.value < one.high
        assert one.signature.resample == "units"


def test_the_command_line_shows_table_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "units.csv"
    accord.write(corpus(), file)
    assert main(["measure", str(file), "-m", "holistic", "--by", "item", "--quiet"]) == 0
    shown = capsys.readouterr().out
    assert "document  annotators  e_obs  e_random1  agreement 1  e_random2  agreement 2" in shown
    assert main(["measure", str(file), "-m", "holistic", "--by", "item", "--quiet", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert {"entropy", "e_random1", "agreement_1", "e_random2", "agreement_2"} <= record["results"][0][
        "components"
    ].keys()


def test_the_error_of_chance_is_shared_by_the_documents() -> None:
    """All documents have the same e_random: more documents do not make it more precise."""
    few, many = (accord.measure(corpus(2, noise=4.0), "holistic(random='random1')", by="item", confidence=None),
                 accord.measure(corpus(2, noise=4.0), "holistic(random='random1')", confidence=None))  # fmt: skip
    assert many.standard_errors[0].value == pytest.approx(np.mean([one.standard_errors[0].value for one in few]))


# ---- the random processes


def test_the_least_chance_counts() -> None:
    data = corpus(noise=4.0)
    values = {
        random: accord.measure(data, f"holistic(random='{random}')", confidence=None)
        for random in ("random1", "random2", "min")
    }
    least = min(values["random1"].components["expected"], values["random2"].components["expected"])
    assert values["min"].components["expected"] == pytest.approx(least)


def test_random2_needs_as_many_documents_as_annotators() -> None:
    refused = accord.measure(accord.spans(ONE), "holistic(random='random2')", confidence=None)
    assert "as many documents" in (refused.undefined or "")
    assert accord.measure(accord.spans(ONE), "holistic", confidence=None).defined


def test_random1_below_random2_is_a_remark() -> None:
    """The reverse of the paper: random1 makes more long units than there are, and long ones are easily aligned."""
    found = accord.measure(nested(), "holistic", confidence=None)
    assert found.components["e_random1"] < found.components["e_random2"]
    [remark] = [one for one in found.diagnostics if one.code == "ACC380"]
    assert f"{found.components['e_random1']:.2f} and {found.components['e_random2']:.2f} for 3 annotators" in str(
        remark
    )
    plain = accord.measure(corpus(), "holistic", confidence=None)
    assert plain.components["e_random1"] > plain.components["e_random2"]
    assert not [one for one in plain.diagnostics if one.code == "ACC380"]


def test_the_omission_law_of_isolated_units() -> None:
    """Three annotators, annotator 1 complete, the others without a share p: e = Δ∅ (4p − p²) / 3 for isolated units."""
    rng = np.random.default_rng(11)
    p, number = 0.46, 3000
    units = [("1", 100 * place, 100 * place + 10, "x") for place in range(number)]
    for name in "23":
        units += [(name, *unit[1:]) for unit in units[:number] if rng.random() >= p]
    value = solve(accord.spans(units).continuum(0), Combined(delta_empty=4.0), "entropy").value
    assert value == pytest.approx(4 * (4 * p - p * p) / 3, abs=0.04)


def test_an_empty_unit_costs_more_than_in_gamma() -> None:
    assert holistic.parameters["delta_empty"] == 4.0
    assert gamma.parameters["delta_empty"] == 1.0
