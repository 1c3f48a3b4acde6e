"""Readings of planted errors: on skewed, sparse and tiny data of all shapes the error that was put in comes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import accord
from accord.annotations import Labels
from accord.cli import main
from accord.degradations import Annotations, argument_tree, degrade, random_units
from accord.sweeping import Grid, reading_grid, sweep
from accord.sweeping.crossing import crossing
from accord.sweeping.reading import _enough, _parts
from accord.sweeping.refining import read

Floats = NDArray[np.float64]
NAN = float("nan")
GENES = [[71, 8, 7], [13, 69, 8], [23, 15, 18840]]


def genes() -> Labels:
    return accord.contingency(GENES, ["Former", "New", "Nothing"], nothing="Nothing")


def gold(*counts: int) -> Labels:
    return accord.labels([[f"c{code}"] for code, times in enumerate(counts) for _ in range(times)])


def substitutes() -> Annotations:
    words = np.random.default_rng(2).permuted(np.tile(np.arange(30), (15, 1)), axis=1)[:, :3]
    return accord.answers({f"i{item}": {"gold": [f"w{one}" for one in some]} for item, some in enumerate(words)})


def forward(data: Annotations, measure: str, degradation: str, magnitude: float, annotators: int) -> Floats:
    """The values of 40 simulations that no grid has seen."""
    made = sweep(data, [degradation], [measure], [magnitude], repeats=40, annotators=annotators, seed=77)
    return made.values[0, :, 0, 0]


PLANTED: list[tuple[str, Callable[[], Annotations], str, str, int, float]] = [
    ("skewed labels", lambda: gold(18_800, 95, 95), "alpha", "redraw", 2, 0.003),
    ("sparse labels", lambda: gold(9_990, 10), "alpha", "confuse", 2, 0.0004),
    ("tiny labels", lambda: gold(6, 4, 2), "alpha", "redraw", 3, 0.15),
    ("tiny and sparse labels", lambda: gold(36, 4), "pi", "redraw", 3, 0.05),
    ("units", lambda: random_units(30), "f1", "false_negative", 2, 0.01),
    ("few units", lambda: random_units(5), "f1", "false_negative", 3, 0.15),
    ("units, by their alignment", lambda: random_units(12), "gamma", "false_negative", 2, 0.05),
    ("few units, by their alignment", lambda: random_units(6), "gamma", "shift", 2, 0.1),
    ("relations", lambda: argument_tree(60), "mar_link", "retarget", 3, 0.02),
    ("few relations", lambda: argument_tree(8), "mar_link", "retarget", 2, 0.1),
    ("answers", substitutes, "alpha", "replace", 3, 0.02),
    ("a measure of disagreement", substitutes, "disagreement", "replace", 3, 0.02),
]


@pytest.mark.parametrize(("name", "make", "measure", "degradation", "annotators", "magnitude"), PLANTED)
def test_planted_errors_are_read_back(
    name: str, make: Callable[[], Annotations], measure: str, degradation: str, annotators: int, magnitude: float
) -> None:
    """The mean of many simulations is read as the magnitude they have."""
    data = make()
    values = forward(data, measure, degradation, magnitude, annotators)
    grid = reading_grid(data, measure, [degradation], annotators=annotators, cache=False)
    mean, doubt = float(values.mean()), float(2 * values.std() / np.sqrt(len(values)))
    [found] = grid.read(mean, mean - doubt, mean + doubt)
    assert found.low - found.error <= magnitude <= found.high + found.error, name
    assert found.error <= found.high - found.low


@pytest.mark.deep
@pytest.mark.parametrize(("name", "make", "measure", "degradation", "annotators", "magnitude"), PLANTED)
def test_how_often_the_interval_holds_the_error(
    name: str, make: Callable[[], Annotations], measure: str, degradation: str, annotators: int, magnitude: float
) -> None:
    data = make()
    values = forward(data, measure, degradation, magnitude, annotators)
    held = []
    for seed in range(3):
        grid = reading_grid(data, measure, [degradation], annotators=annotators, seed=seed, cache=False)
        held += [one.low <= magnitude <= one.high for one in (grid.read(float(value))[0] for value in values)]
    assert np.mean(held) > 0.87, name


def test_the_genes_of_fort_2012() -> None:
    """α = .801 is an error of .4 %: `degrade` gives .80 there, and .40 at the 2 % that a straight line says."""
    data = genes()
    grid = reading_grid(data, "alpha", ["redraw"], cache=False)
    [found] = grid.read(0.801, 0.756, 0.842)
    assert 0.002 < found.low < found.magnitude < found.high < 0.007
    made = [
        accord.measure(degrade(data, "redraw", found.magnitude, annotators=2, seed=seed), "alpha", confidence=None)
        for seed in range(1, 6)
    ]
    assert np.mean([one.value for one in made]) == pytest.approx(0.801, abs=0.02)
    assert "label 0.3" in grid.sentence(0.801, 0.756, 0.842)


def test_the_report_says_so(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "genes.csv"
    lines = ["," + ",".join(("Former", "New", "Nothing"))]
    lines += [
        f"{name},{','.join(map(str, row))}" for name, row in zip(("Former", "New", "Nothing"), GENES, strict=True)
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    read_backwards = ["sweep", str(path), "--table", "-m", "alpha", "-d", "redraw", "--read", "0.801", "--quiet"]
    assert main([*read_backwards, "--cache", str(tmp_path)]) == 0
    assert "get who label 0.3" in capsys.readouterr().out


# ---- curves that are known


def curve_of(law: Callable[[float], float], noise: float = 0.0) -> Callable[[Sequence[float], Sequence[int]], Floats]:
    """Simulations of a law; a repetition is off by the same at every magnitude."""

    def more(magnitudes: Sequence[float], repeats: Sequence[int]) -> Floats:
        off = [noise * np.random.default_rng(one).normal() for one in repeats]
        return np.array([[law(m) + one * (m > 0) for m in magnitudes] for one in off])

    return more


def begun(more: Callable[[Sequence[float], Sequence[int]], Floats], repeats: int = 8) -> dict[float, Floats]:
    at = [round(m, 10) for m in np.linspace(0, 1, 11).tolist()]
    return dict(zip(at, more(at, range(repeats)).T, strict=True))


@given(
    steepness=st.floats(0, 4.5).map(lambda power: 10**power),
    value=st.floats(0.15, 0.97),
    width=st.floats(0.02, 0.1),
    shape=st.sampled_from(["hyperbola", "exponential", "square"]),
)
@settings(max_examples=60, deadline=None)
def test_any_falling_curve_is_read_to_a_tenth_of_its_interval(
    steepness: float, value: float, width: float, shape: str
) -> None:
    laws: dict[str, tuple[Callable[[float], float], float]] = {
        "hyperbola": (lambda m: 1 / (1 + steepness * m), (1 / value - 1) / steepness),
        "exponential": (lambda m: float(np.exp(-steepness * m)), -np.log(value) / steepness),
        "square": (lambda m: (1 - m) ** 2, 1 - value**0.5),
    }
    law, true = laws[shape]
    more = curve_of(law)
    values = begun(more)
    found = read(values, value, value - width, min(value + width, 1.0), more, 40)
    if true > 1:
        assert np.isnan(found.at)
        return
    assert len(values) <= 51
    assert found.at == pytest.approx(true, abs=max(0.15 * (found.high - found.low), 1e-6))
    assert found.low <= true <= found.high


def test_a_curve_that_has_fallen_to_next_to_nothing() -> None:
    """Heights apart by less than the smallest number with all its digits: the parabola through them is no help."""
    for heights in ([1.0, 3e-310, 1e-320], [1.0, 1e-290, 1e-300, 1e-320], [0.9, 0.4, 3e-310, 1e-320, 0.0]):
        at = np.linspace(0, 1, len(heights))
        assert crossing(at, np.array(heights), 0.45) == crossing(at, np.array(heights).round(200), 0.45)


def test_simulations_that_differ_much_are_repeated() -> None:
    more = curve_of(lambda m: 1 - m, noise=0.05)
    values = begun(more)
    found = read(values, 0.5, 0.48, 0.52, more, 40)
    assert max(map(len, values.values())) > 8
    assert found.error < 0.04
    assert found.low < 0.5 < found.high


def test_what_cannot_be_made_sure_is_told() -> None:
    """Simulations that differ more than the value is unsure: the interval is theirs."""
    more = curve_of(lambda m: 1 - m, noise=0.3)
    found = read(begun(more), 0.5, 0.499, 0.501, more, 40)
    assert found.high - found.low > 0.1


def test_a_curve_that_rises_again_gives_the_value_twice() -> None:
    more = curve_of(lambda m: (1 - 2 * m) ** 2)  # two categories confused: κ at .1 and at .9
    found = read(begun(more), 0.64, 0.6, 0.68, more, 40)
    assert [found.at, found.again] == pytest.approx([0.1, 0.9], abs=0.01)
    assert found.high < 0.2
    mirrored = curve_of(lambda m: 1 - (1 - 2 * m) ** 2)  # and of disagreement
    found = read(begun(mirrored), 0.36, 0.32, 0.4, mirrored, 40)
    assert [found.at, found.again] == pytest.approx([0.1, 0.9], abs=0.01)


def test_the_sentence_tells_both() -> None:
    grid = reading_grid(gold(400, 400), "kappa", ["confuse"], annotators=2, cache=False)
    assert "% would produce it again)" in grid.sentence(0.64, 0.6, 0.68)


def test_a_constant_curve_says_nothing() -> None:
    more = curve_of(lambda m: 1.0)
    found = read(begun(more), 0.9, 0.85, 0.95, more, 40)
    assert np.isnan([found.at, found.low, found.error, found.again]).all()
    made = sweep(gold(50, 50), ["omit"], ["kappa"], 3, repeats=2, annotators=2)
    assert Grid("kappa", made).sentence(0.9).endswith("none of them changes it")


def test_reading_is_the_same_each_time() -> None:
    fresh = reading_grid(gold(990, 10), "alpha", ["redraw"], annotators=2, cache=False)
    first = fresh.read(0.8, 0.7, 0.9)
    assert fresh.read(0.8, 0.7, 0.9) == first
    again = reading_grid(gold(990, 10), "alpha", ["redraw"], annotators=2, cache=False)
    assert again.read(0.8, 0.7, 0.9) == first


# ---- data that are too large to be used whole


def test_a_part_has_the_shares_of_the_whole() -> None:
    sizes = np.array([3_000_000, 900, 100])
    number = _enough(sizes)
    assert number == 400_000  # of the rarest a hundred would need all
    parts = _parts(sizes / sizes.sum(), number)
    assert parts.sum() == number
    assert parts == pytest.approx(sizes / sizes.sum() * number, abs=1)
    assert _enough(np.array([10_000, 15_000])) == 20_000
    assert _parts(np.array([1 - 1e-6, 1e-6, 0.0]), 1000).tolist() == [999, 1, 0]
