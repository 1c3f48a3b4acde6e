"""Reading grids: a value read back as the magnitude that was put in."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import accord
from accord.annotations.relation_building import relations_from_columns
from accord.degradations import argument_tree, degrade, labelled_items, random_units
from accord.sweeping import Grid, reading_grid, sweep
from accord.sweeping.reading import MOST, READ, cache_folder
from accord.sweeping.refining import read


def grid(**changes: object) -> Grid:
    return reading_grid(labelled_items(1500), "alpha", ["redraw", "confuse"], annotators=3, cache=False, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("magnitude", [0.1, 0.35, 0.6])
def test_the_magnitude_that_was_put_in_is_read_back(magnitude: float) -> None:
    data = degrade(labelled_items(1500), "redraw", magnitude, annotators=3, seed=9)
    found = accord.measure(data, "alpha", confidence=None).value
    readings = reading_grid(data, "alpha", ["redraw"], cache=False).read(found)
    assert readings[0].magnitude == pytest.approx(magnitude, abs=0.12)  # the vote of three is not quite the reference
    exact = grid().read(found)[0]
    assert exact.magnitude == pytest.approx(magnitude, abs=0.04)
    assert exact.low - 0.03 <= magnitude <= exact.high + 0.03


def test_the_interval_of_the_value_is_read_too() -> None:
    made = grid()
    [redraw, _] = made.read(0.49, low=0.36, high=0.64)  # (1 − m)²
    found = [redraw.magnitude, redraw.low, redraw.high]
    assert found == pytest.approx([0.3, 0.2, 0.4], abs=0.02)


def test_the_sentence() -> None:
    said = grid().sentence(0.49, 0.36, 0.64, name="α")
    assert said.startswith("your α of 0.49 is what three annotators get who label ")
    assert " % of the items at random (between " in said
    assert ", or confuse " in said
    assert "lower than any" in grid().sentence(-0.9)


def test_shifts_are_told_as_a_share_of_the_length() -> None:
    made = Grid("f1", sweep(random_units(15), ["shift(k=1)"], ["f1"], [0, 1], repeats=1, annotators=2))
    assert "shift bounds by up to 50 % of the unit's length" in made.read(0.0)[0].says


@pytest.mark.parametrize(
    ("means", "value", "expected"),
    [
        ((1.0, 0.5, 0.0), 0.75, 0.25),
        ((1.0, 0.5, 0.0), 1.0, 0.0),
        ((1.0, 0.5, 0.0), 1.2, 0.0),
        ((1.0, 0.5, 0.4), 0.3, float("nan")),
        ((1.0, 0.5, 1.0), 0.75, 0.25),  # of two magnitudes the smaller
        ((1.0, 0.6, 0.7, 0.2), 0.7, 2 / 7),  # .6 and .7 are .65 twice
        ((1.0, 0.6, 0.7, 0.2), 0.5, 7 / 9),
        ((1.0, float("nan"), 0.0), 0.5, 0.5),
        ((float("nan"),), 0.5, float("nan")),
    ],
)
def test_where_a_curve_meets_a_value(means: tuple[float, ...], value: float, expected: float) -> None:
    at = np.linspace(0, 1, len(means)).tolist()
    values = {m: np.array([height]) for m, height in zip(at, means, strict=True)}
    found = read(values, value, float("nan"), float("nan"), None, 0)
    assert found.at == pytest.approx(expected, nan_ok=True)


def test_large_data_are_represented_by_a_part() -> None:
    most = MOST["labels"]
    made = reading_grid(labelled_items(most + 500), "alpha", ["redraw"], magnitudes=2, repeats=1, cache=False)
    assert made.sweep.elements == most
    assert made.sweep.diagnostics[0].code == "ACC166"
    units = accord.spans({f"d{n}": [("R", 10 * i, 10 * i + 4, "x") for i in range(60)] for n in range(20)})
    part = reading_grid(units, "f1", ["false_negative"], annotators=2, magnitudes=2, repeats=1, cache=False)
    assert 60 <= part.sweep.elements <= MOST["spans"]


def test_grids_are_kept_in_the_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACCORD_CACHE", str(tmp_path / "cache"))
    assert cache_folder() == tmp_path / "cache"
    first = reading_grid(argument_tree(12), "mar_link", ["flip"], annotators=2, magnitudes=3, repeats=2)
    assert len(list((tmp_path / "cache").glob("*.json"))) == 2
    again = reading_grid(argument_tree(12), "mar_link", ["flip"], annotators=2, magnitudes=3, repeats=2)
    assert np.array_equal(first.sweep.values, again.sweep.values)
    monkeypatch.delenv("ACCORD_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if os.name == "posix" and os.uname().sysname == "Linux":
        assert cache_folder() == tmp_path / "accord" / "grids"


def test_a_cache_that_cannot_be_written_is_no_reason_to_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("ACCORD_CACHE", str(tmp_path / "file" / "below"))
    made = reading_grid(argument_tree(12), "mar_link", ["flip"], annotators=2, magnitudes=3, repeats=1)
    assert made.sweep.repeats == 1
    with pytest.raises(accord.DataError, match="ACC084"):
        reading_grid(argument_tree(12), "mar_link", ["flip"], magnitudes=3, cache=tmp_path / "file" / "below")


def test_units_of_their_own_start_from_one_annotator() -> None:
    rows = [(name, 10 * n, 10 * n + 5 + (name == "B"), "u") for name in ("A", "B") for n in range(6)]
    units = accord.spans(rows, length=100)
    links = [(str(n + 1), "1") for n in range(1, 6)]
    data = relations_from_columns(
        document=["document"] * 10,
        annotator=["A"] * 5 + ["B"] * 5,
        origin=[one for one, _ in links] * 2,
        target=[other for _, other in links] * 2,
        spans=units,
    )
    made = reading_grid(data, "mar_link", ["flip"], magnitudes=3, repeats=1, cache=False)
    assert made.sweep.diagnostics[0].code == "ACC167"
    assert made.sweep.elements == 5
    assert "undefined" in made.sentence(float("nan"))


def test_annotators_are_as_many_as_there_are() -> None:
    data = accord.labels([["a", "b", "a", "a"], ["b", "b", "b", "a"], ["a", "a", "a", "b"]])
    made = reading_grid(data, "alpha", ["redraw"], magnitudes=2, repeats=1, cache=False)
    assert made.sweep.annotators == 4


def test_an_error_that_a_measure_does_not_see_is_not_read_from_it() -> None:
    """ "MAR of links of 1.00 is what annotators get who give 0 % of the relations another label" is as true of 50 %."""
    links = [(unit, 1 + unit // 3, "st"[unit % 2]) for unit in range(2, 30)]
    data = accord.relations({"A": links, "B": links}, units=list(range(1, 30)))
    grid = reading_grid(data, "mar_link", ["flip", "relabel"], magnitudes=3, repeats=2, cache=False)
    assert [np.isnan(one.magnitude) for one in grid.read(1.0)] == [False, True]
    assert "another label" not in grid.sentence(1.0)
    blind = reading_grid(data, "mar_link", ["relabel"], magnitudes=3, repeats=2, cache=False)
    assert blind.sentence(1.0) == "your mar_link of 1.00 says nothing about these errors: none of them changes it"


def test_a_range_without_width_is_not_told() -> None:
    links = [(unit, 1 + unit // 3) for unit in range(2, 30)]
    data = accord.relations({"A": links, "B": links}, units=list(range(1, 30)))
    grid = reading_grid(data, "mar_link", ["flip"], magnitudes=3, repeats=2, cache=False)
    assert "between" not in grid.sentence(1.0, 1.0, 1.0)
    assert "between" in grid.sentence(0.7, 0.6, 0.8)


def test_nothing_is_read_where_the_measure_has_no_value() -> None:
    """One unit, found by one of two: most have none, and annotators who find nothing have no γ."""
    data = accord.spans([("A", 0, 5, "x")], annotators=["A", "B"])
    grid = reading_grid(data, "gamma", ["shift"], magnitudes=3, repeats=2, cache=False)
    assert grid.sentence(-0.37) == (
        "your gamma of -0.37 cannot be read: with errors made on purpose the measure has no value here"
    )


def test_how_many_magnitudes_and_repetitions_a_whole_grid_has() -> None:
    """Fewer, with few samples of chance, of a measure that samples chance; every degradation that spans are read by."""
    made = grid().sweep
    assert (len(made.magnitudes), made.repeats) == (11, 8)
    units = [(who, 10 * start, 10 * start + 7, "xy"[start % 2]) for who in "AB" for start in range(4)]
    made = reading_grid(accord.spans(units), "gamma", cache=False).sweep
    assert (len(made.magnitudes), made.repeats) == (8, 3)
    assert made.measures == ("gamma(precision=0.1, samples=10)",)
    assert made.degradations == READ["spans"]
    assert np.nanmean(made.values[:, :, 0]) == 1.0
    assert np.nanmean(made.values[:, :, -1]) < 0.6


def test_crowds_and_long_documents_are_read_on_fewer_annotators_and_on_sections() -> None:
    """Best alignments of thirty annotators, or of a thousand units, would take minutes for every point of a curve."""
    crowd = accord.spans([(f"p{one}", 10 * i, 10 * i + 4, "x") for one in range(7) for i in range(20)])
    settings: dict[str, Any] = {"magnitudes": [0.5], "repeats": 1, "cache": False}
    made = reading_grid(crowd, "gamma", ["false_negative"], **settings)
    assert made.sweep.annotators == 5
    assert [one.code for one in made.sweep.diagnostics] == ["ACC550"]
    more = reading_grid(crowd, "f1", ["false_negative"], **settings)
    assert more.sweep.annotators == 7
    novel = accord.spans([(one, 10 * i, 10 * i + 4, "x") for one in "AB" for i in range(950)])
    part = reading_grid(novel, "gamma", ["false_negative"], annotators=3, **settings)
    assert part.sweep.elements == 285  # three of ten sections
    assert part.sweep.diagnostics[0].message.startswith("the reading grid is computed on 3 of 10 sections")
    whole = evaluated_on_one_document(0.5, 3)
    assert part.curve("false_negative").means[0] == pytest.approx(whole, abs=0.03)


def evaluated_on_one_document(magnitude: float, annotators: int) -> float:
    """γ of simulated annotators of one document as long as the sections together."""
    start = accord.spans([("R", 10 * i, 10 * i + 4, "x") for i in range(285)])
    copies = accord.degrade(start, "false_negative", magnitude, annotators=annotators, seed=1)
    return accord.measure(copies, "gamma(samples=10, precision=0.1)", confidence=None).value


def test_a_reference_made_before_is_the_start() -> None:
    units = accord.spans({"d": [(who, 10 * i, 10 * i + 4 + i % 2, "x") for who in "ABC" for i in range(9)]})
    settings: dict[str, Any] = {"magnitudes": 3, "repeats": 1, "cache": False}
    expected = reading_grid(units, "f1", ["shift"], **settings)
    made = reading_grid(units, "f1", ["shift"], reference=accord.consensus_units(units).spans, **settings)
    assert np.array_equal(made.sweep.values, expected.sweep.values)
    with pytest.raises(accord.UsageError, match="the reference holds labels, the data spans"):
        reading_grid(units, "f1", ["shift"], reference=labelled_items(9), **settings)
