"""Sweeps: what comes out, the same on any number of workers, and user-supplied measures."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import json
import linecache
import signal
import subprocess
import sys
import time
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import accord
from accord import DataError, UsageError
from accord.degradations import argument_tree, degrade, labelled_items, random_units
from accord.measures import all_measures, find
from accord.sweeping import Sweep, cells, sweep
from accord.sweeping.cells import stacked, stacked_values
from accord.sweeping.scorecard import score
from accord.sweeping.scoring import Meter, ScoredAnnotations, value
from sweeping import own_measures

TREE = argument_tree(20)
HERE = Path(__file__).parent


def small(**changes: Any) -> Sweep:
    settings: dict[str, Any] = {"magnitudes": 5, "repeats": 4, "annotators": 3, "seed": 1}
    return sweep(TREE, ["flip", "false_negative"], ["mar_link", "mar_dset"], **{**settings, **changes})


def same(one: Sweep, other: Sweep) -> bool:
    return np.array_equal(one.values, other.values, equal_nan=True)


def test_a_cell_is_the_measure_of_what_degrade_gives() -> None:
    made = small()
    for name in ("flip", "false_negative"):
        for place, magnitude in enumerate(made.magnitudes):
            data = degrade(TREE, name, magnitude, annotators=3, seed=1)
            for number, measure in enumerate(made.measures):
                expected = value(ScoredAnnotations(data), Meter.of(measure, "relations"), 1)
                found = made.values[made.degradations.index(name), 0, place, number]
                assert found == pytest.approx(expected, abs=1e-12)


def test_a_cell_of_labels_is_what_accord_measure_says() -> None:
    data = labelled_items(300, (0.5, 0.3, 0.2))
    made = sweep(data, ["confuse"], ["alpha", "ac1"], magnitudes=[0.25], repeats=1, annotators=3, seed=4)
    degraded = degrade(data, "confuse", 0.25, annotators=3, seed=4)
    expected = [accord.measure(degraded, name, confidence=None).value for name in ("alpha", "ac1")]
    assert made.values[0, 0, 0].tolist() == pytest.approx(expected, abs=1e-12)


def test_measures_of_two_annotators_are_averaged_over_pairs() -> None:
    data = labelled_items(200, (0.5, 0.5))
    made = sweep(data, ["confuse"], ["kappa", "multi_kappa"], magnitudes=[0.2], repeats=1, annotators=3)
    assert not np.isnan(made.values).any()
    assert made.values[0, 0, 0, 0] == pytest.approx(made.values[0, 0, 0, 1], abs=0.02)


def test_against_the_reference() -> None:
    """κ of (1 − m)² between annotators and 1 − m with the reference, under uniform redraw of balanced labels."""
    data = labelled_items(4000, (0.5, 0.5))
    settings: dict[str, Any] = {"magnitudes": [0.5], "repeats": 3, "annotators": 3}
    pairs = sweep(data, ["redraw"], ["kappa"], **settings).values.mean()
    beside = sweep(data, ["redraw"], ["kappa"], against="reference", **settings).values.mean()
    assert pairs == pytest.approx(0.25, abs=0.02)
    assert beside == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("degradation", ["retarget+false_negative+relabel", "reorigin", "drop_mention"])
@pytest.mark.parametrize("name", [name for shape, name in all_measures() if shape == "relations"])
def test_measuring_at_once_is_measuring_one_by_one(name: str, degradation: str) -> None:
    """Every measure of relations that goes document by document gives each stacked corpus its own value."""
    meter = Meter.of(name, "relations")
    for seed in range(2):
        several = [degrade(TREE, degradation, m, annotators=3, seed=seed) for m in (0.0, 0.3, 0.9, 1.0)]
        found = stacked_values(several, meter, 0)
        assert (found is not None) == find("relations", name).by_document
        if found is not None:
            expected = [value(ScoredAnnotations(one), meter, 0) for one in several]
            assert found == pytest.approx(expected, abs=1e-9, nan_ok=True)


def test_stacked_corpora_are_those_they_are_made_of() -> None:
    several = [degrade(TREE, "false_positive", m, annotators=2, seed=2) for m in (0.0, 0.5)]
    together = stacked(several)
    for place, one in enumerate(several):
        part = together.of_document(place)
        assert list(part.rows()) == [{**row, "document": f"{place}/{row['document']}"} for row in one.rows()]
        assert part.component_units.tolist() == one.component_units.tolist()


def test_two_workers_give_what_one_gives() -> None:
    one = small()
    assert same(one, small(jobs=2))
    assert same(one, small(jobs=2, backend="threading"))


def test_a_local_dask_cluster_gives_what_one_worker_gives() -> None:
    assert same(small(), small(jobs=2, backend="dask"))


def test_a_backend_that_is_not_there_says_what_to_install() -> None:
    if importlib.util.find_spec("ray") is None:
        with pytest.raises(UsageError, match="pip install ray"):
            small(jobs=2, backend="ray")
    with pytest.raises(UsageError, match="no backend 'mpi'"):
        small(backend="mpi")


def test_finished_cells_are_kept_and_only_what_is_new_is_computed(tmp_path: Path) -> None:
    first = small(cache=tmp_path)
    assert len(list(tmp_path.glob("*.json"))) == 8
    calls: list[tuple[int, int]] = []
    again = small(cache=tmp_path, progress=lambda done, total: calls.append((done, total)))
    assert same(first, again)
    assert calls == [(8, 8)]  # all known from the start
    wider = small(cache=tmp_path, magnitudes=9)
    assert np.array_equal(wider.values[:, :, ::2], first.values, equal_nan=True)
    assert same(wider, small(magnitudes=9))
    assert not same(first, small(cache=tmp_path, seed=2))
    file = next(iter(tmp_path.glob("*.json")))
    file.write_text("{ cut in the mid", encoding="utf-8")
    assert same(first, small(cache=tmp_path))


def test_a_sweep_that_was_killed_goes_on(tmp_path: Path) -> None:
    """Kill -9 in the middle; the second run starts from the finished cells and gives what an undisturbed run gives."""
    import os

    environment = {**os.environ, "PYTHONPATH": str(HERE.parent)}
    run = subprocess.Popen([sys.executable, str(HERE / "long_sweep.py"), str(tmp_path)], env=environment)
    deadline = time.monotonic() + 60
    while len(list(tmp_path.glob("*.json"))) < 3 and time.monotonic() < deadline:
        time.sleep(0.02)
    run.send_signal(signal.SIGKILL)
    run.wait()
    finished = len(list(tmp_path.glob("*.json")))
    assert 3 <= finished < 20
    calls: list[tuple[int, int]] = []
    arguments: tuple[Any, ...] = (TREE, ["flip", "false_negative"], ["mar_link"], 5, 10, 2, 1)
    resumed = sweep(*arguments, cache=tmp_path, progress=lambda done, total: calls.append((done, total)))
    assert calls[0] == (finished, 20)
    assert same(resumed, sweep(*arguments))


def test_functions_of_the_users_own() -> None:
    data = labelled_items(300)
    by_path = sweep(data, ["omit"], ["sweeping.own_measures:labels_left"], [0, 0.5, 1], 2, 2, 3)
    by_object = sweep(data, ["omit"], [own_measures.labels_left], [0, 0.5, 1], 2, 2, 3)
    assert same(by_path, by_object)
    assert by_path.curve("omit", by_path.measures[0]).means == pytest.approx((1, 0.25, 0), abs=0.06)
    links = sweep(TREE, ["false_negative"], ["sweeping.own_measures:links_left"], [0, 1], 1, 2)
    assert links.values.ravel().tolist() == [38, 0]


def test_another_text_of_a_function_is_another_measure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Finished cells of the old text are not taken for the new one's."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "changing_measure", raising=False)
    found = []
    for number in (1, 22):
        (tmp_path / "changing_measure.py").write_text(f"def value(data):\n    return {number}\n", encoding="utf-8")
        sys.modules.pop("changing_measure", None)
        importlib.invalidate_caches()
        linecache.checkcache()
        found.append(
            sweep(TREE, ["flip"], ["changing_measure:value"], [0.5], 1, 2, cache=tmp_path / "kept").values.item()
        )
    assert found == [1, 22]


@pytest.mark.parametrize(
    ("measure", "what"),
    [
        ("sweeping.own_measures:absent", "cannot be imported"),
        ("no.such.module:function", "cannot be imported"),
        ("sweeping.own_measures:NUMBER", "not a function"),
        ("sweeping.own_measures:broken", "KeyError: 'weights.bin'"),
        ("sweeping.own_measures:wordy", "not a number"),
    ],
)
def test_functions_that_do_not_work_are_named(measure: str, what: str) -> None:
    with pytest.raises(DataError, match=what) as refused:
        sweep(TREE, ["flip"], [measure], 2, 1, 2)
    assert refused.value.code == "ACC083"


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"annotators": 1}, "nobody to agree with"),
        ({"against": "all"}, "not known"),
        ({"magnitudes": [0, 2]}, "from 0 to 1"),
        ({"magnitudes": 1}, "at least 2"),
        ({"repeats": 0}, "at least 1"),
        ({"jobs": 0}, "number of workers"),
    ],
)
def test_wrong_settings(changes: dict[str, Any], what: str) -> None:
    with pytest.raises(UsageError, match=what):
        small(**changes)


def test_wrong_names() -> None:
    with pytest.raises(UsageError, match="named twice"):
        sweep(TREE, ["flip", "flip"], ["mar_link"])
    with pytest.raises(UsageError, match="no measure 'mar_lnk'"):
        sweep(TREE, ["flip"], ["mar_lnk"])
    with pytest.raises(UsageError, match="no degradation 'shift' of relations"):
        sweep(TREE, ["shift"], ["mar_link"])


def test_the_default_is_everything_that_applies() -> None:
    made = sweep(labelled_items(60), magnitudes=2, repeats=1, annotators=2)
    assert made.degradations == ("redraw", "confuse", "confuse_prevalence", "overuse", "omit")
    assert "alpha" in made.measures
    assert any("neighbour" in str(said) for said in made.diagnostics)
    units = sweep(random_units(6), magnitudes=2, repeats=1, annotators=2, measures=["f1"])
    assert "recategorise" not in units.degradations


# ---- what comes out


def test_the_tidy_table_and_the_json() -> None:
    made = small()
    frame = made.frame()
    assert frame.columns == ["degradation", "magnitude", "repeat", "measure", "value"]
    assert frame.shape == (2 * 5 * 4 * 2, 5)
    record = json.loads(json.dumps(made.as_json(), allow_nan=False))
    assert len(record["scorecard"]) == 4
    assert record["curves"][0]["mean"][0] == 1.0


def test_the_figure_is_a_drawing_of_every_curve() -> None:
    from xml.etree import ElementTree

    drawn = ElementTree.fromstring(small().svg())
    lines = drawn.iter("{http://www.w3.org/2000/svg}polyline")
    assert len(list(lines)) == 4


def _score(means: list[float], noise: float = 0.0, repeats: int = 1, **options: Any) -> Any:
    rng = np.random.default_rng(1)
    values = np.array(means) + noise * rng.normal(size=(repeats, len(means)))
    return score("m", "d", np.linspace(0, 1, len(means)), values, 1.0, **options)


def test_scores() -> None:
    falling = _score([1, 0.8, 0.6, 0.4, 0.2, 0.1])
    assert falling.monotone
    assert (falling.range, falling.at_full) == (pytest.approx(0.9), pytest.approx(0.1))
    assert falling.sensitivity == pytest.approx(1.0)
    flip = _score([1, 0.68, 0.52, 0.52, 0.68, 1])
    assert not flip.monotone
    assert flip.falls_until in (pytest.approx(0.4), pytest.approx(0.6))
    assert _score([1, 0.5, 0.5, 0.5], noise=0.01, repeats=20).monotone  # wobbling is not rising
    assert not _score([1, 0.5, 0.53, 0.6], noise=0.01, repeats=20).monotone
    assert _score([0, 0.3, 0.6, 1.0], rising=True).monotone  # an error rate
    nothing = _score([1, 0.5, float("nan")])
    assert np.isnan(nothing.at_full)
    assert nothing.monotone


@pytest.mark.parametrize("against", ["pairs", "reference"])
def test_the_annotations_of_one_magnitude_are_let_go_before_the_next(
    monkeypatch: pytest.MonkeyPatch, against: str
) -> None:
    made: weakref.WeakSet[ScoredAnnotations] = weakref.WeakSet()
    alive: list[int] = []
    plain = cells._scenes

    def counted(*given: Any) -> list[ScoredAnnotations]:
        gc.collect()
        alive.append(len(made))
        scenes = plain(*given)
        made.update(scenes)
        return scenes

    monkeypatch.setattr(cells, "_scenes", counted)
    gc.freeze()  # what was there before is not looked through
    sweep(labelled_items(50), ["redraw"], ["kappa", "pi"], magnitudes=6, repeats=1, annotators=2, against=against)
    assert len(alive) == 6
    assert max(alive) <= 2
