"""Chance that is taken from the reference once: a grid that does not move its own zero."""

from __future__ import annotations

from pathlib import Path

import pytest

import accord
from accord.alignment import corpus_chance
from accord.alignment.batch_entropy import least_entropies
from accord.cli import main
from accord.degradations import degrade, labelled_items, random_units
from accord.sweeping import reading_grid, sweep

MAGNITUDES = [0, 0.3, 0.8]


@pytest.mark.parametrize("name", ["holistic(samples=5)", "gamma(samples=5, precision=None)"])
def test_zero_stays_where_it_is(name: str) -> None:
    """The chance of the reference is a number in the measure that was swept, and gives the values again."""
    units = random_units(8, seed=1)
    made = sweep(units, ["false_negative"], [name], MAGNITUDES, 1, 3, keep_reference=True, chance="reference")
    (swept,) = made.measures
    assert "expected=" in swept
    chances = set()
    for magnitude, value in zip(made.magnitudes, made.values[0, 0, :, 0].tolist(), strict=True):
        data = degrade(units, "false_negative", magnitude, 3, keep_reference=True)
        again = accord.measure(data, swept, confidence=None)
        assert again.value == pytest.approx(value, abs=1e-9)
        chances.add(accord.measure(data, name, confidence=None).components["expected"])
    assert len(chances) > 1  # the chance of the degraded annotations is another for each


def test_chance_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def counted(*given: object) -> object:
        drawn.append(1)
        return least_entropies(*given)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr(corpus_chance, "least_entropies", counted)
    sweep(random_units(6, seed=1), ["shift"], ["holistic(samples=4)"], MAGNITUDES, 2, 3, chance="reference")
    assert len(drawn) <= 2  # once more to see whether the measure compares two annotators only


def test_figure_2_follows_the_law_of_omissions() -> None:
    """Isolated units: e = Δ∅ (4p − p²) / 3, against the paper's chance of 3.48; its reading of .37 is p = .46."""
    units = accord.spans([("1", 1000 * place, 1000 * place + 5, "x") for place in range(200)])
    grid = reading_grid(
        units, "holistic(expected=3.48)", ["false_negative"], magnitudes=[0, 0.2, 0.4, 0.5, 0.6], repeats=2,
        annotators=3, keep_reference=True, chance="reference", cache=False,
    )  # fmt: skip
    assert grid.measure == "holistic(expected=3.48)"
    [read] = grid.read(0.37)
    assert read.magnitude == pytest.approx(0.46, abs=0.03)


def test_measures_with_a_chance_of_their_own_are_refused() -> None:
    with pytest.raises(accord.UsageError, match="kappa takes chance from the data"):
        sweep(labelled_items(20), ["redraw"], ["kappa"], [0, 1], 1, 2, chance="reference")
    with pytest.raises(accord.UsageError, match="has a chance of its own"):
        sweep(random_units(5), ["shift"], [len], [0, 1], 1, 2, chance="reference")
    with pytest.raises(accord.UsageError, match="chance='zero' is not known"):
        sweep(random_units(5), ["shift"], ["f1"], [0, 1], 1, 2, chance="zero")
    made = sweep(random_units(5), ["shift"], ["f1"], [0, 1], 1, 2, chance="reference")
    assert made.measures == ("f1",)


@pytest.mark.parametrize("expected", ["0", "-1", "True", "'much'"])
def test_chance_is_a_number_above_0(expected: str) -> None:
    for name in ("gamma", "holistic"):
        with pytest.raises(accord.UsageError, match="expected="):
            accord.measure(degrade(random_units(5), "shift", 0.5, 2), f"{name}(expected={expected})")


def test_the_command_line_sweeps_against_the_reference(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["-d", "false_negative", "-m", "holistic(samples=3)", "--keep-reference", "--chance", "reference"]
    size = ["--magnitudes", "0,1", "--repeats", "1", "--format", "json", "--quiet"]
    assert main(["sweep", "--example", "spans", *given, *size]) == 0
    assert '"holistic(expected=' in capsys.readouterr().out


def test_the_lane_of_the_reference_comes_first(tmp_path: Path) -> None:
    file = tmp_path / "degraded.csv"
    accord.write(degrade(random_units(5), "shift", 0.5, 3, keep_reference=True), file)
    read = accord.read(file, only="*")
    assert isinstance(read, accord.Spans)
    assert read.annotators == ("reference", "A2", "A3")
    assert accord.align(read).documents[0].annotators == ("reference", "A2", "A3")
