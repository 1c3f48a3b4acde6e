"""The same data among some of their annotators, in every function that takes data."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from accord.annotations.among import among
from untyped import accord

ROWS = [["a", "a", "b", "c"], ["b", "b", "b", "c"], ["a", "b", "a", "c"], ["b", "b", "a", "c"], ["a", "a", "a", "c"]]
NAMES = ["Ann", "Bob", "Cleo", "gpt-4"]
LABELS = accord.labels(ROWS, annotators=NAMES, items=list("vwxyz"))


def test_labels_of_some_annotators() -> None:
    some = LABELS.of_annotators(["Cleo", "Ann"])
    assert some.annotators == ("Cleo", "Ann")
    assert some.n_items == 5
    direct = accord.labels([[row[2], row[0]] for row in ROWS])
    assert accord.measure(some, "kappa", confidence=None).value == pytest.approx(
        accord.measure(direct, "kappa", confidence=None).value, rel=1e-12
    )
    with pytest.raises(accord.UsageError, match=r"no annotator 'Clea'; did you mean 'Cleo'"):
        LABELS.of_annotators(["Clea"])
    with pytest.raises(accord.UsageError, match="counts"):
        accord.counts([[1, 2], [2, 1]]).of_annotators(["A"])


def test_repeated_labels_and_times_keep_their_order() -> None:
    import polars as pl

    frame = pl.DataFrame(
        {
            "item": ["1", "1", "1", "1"],
            "annotator": ["B", "A", "B", "C"],
            "label": ["x", "y", "z", "w"],
            "time": [3, 1, 2, 0],
        }
    )
    some = accord.labels(frame).of_annotators(["C", "B"])
    assert [some.categories.texts[code] for code in some.codes] == ["w", "z", "x"]
    assert some.times is not None
    assert some.times.tolist() == [0, 2, 3]


def test_large_tables_too() -> None:
    codes = np.random.default_rng(1).integers(0, 3, (5000, 4))
    whole = accord.labels(codes)
    some = whole.of_annotators(["A3", "A1"])
    assert accord.measure(some, "alpha", confidence=None).value == pytest.approx(
        accord.measure(accord.labels(codes[:, [2, 0]]), "alpha", confidence=None).value, rel=1e-12
    )
    assert whole.roles == {}


def test_categories_of_those_who_left_go_unless_declared() -> None:
    assert among(LABELS, NAMES[:3]).categories.texts == ("a", "b")
    declared = accord.labels(ROWS, annotators=NAMES, categories=["a", "b", "c"])
    assert among(declared, NAMES[:3]).categories.texts == ("a", "b", "c")


@pytest.mark.parametrize(
    "compute",
    [
        lambda data, **only: accord.measure(data, "alpha", confidence=None, **only).value,
        lambda data, **only: accord.findings(data, ["alpha"], confidence=None, **only).results[0].value,
        lambda data, **only: accord.report(data, None, ["alpha"], confidence=None, **only).results[0].value,
        lambda data, **only: accord.stability(data, 1, confidence=None, **only).value,
        lambda data, **only: accord.reference(data, **only).labels,
        lambda data, **only: accord.degrade(data, "confuse", 0.5, seed=3, **only).codes.tolist(),
    ],
    ids=["measure", "findings", "report", "stability", "reference", "degrade"],
)
def test_only_and_without_in_every_function(compute: Callable[..., Any]) -> None:
    expected = compute(among(LABELS, NAMES[:3]))
    assert compute(LABELS, only=["Ann", "Bob", "Cleo"]) == expected
    assert compute(LABELS, without="gpt*") == expected
    with pytest.raises(accord.UsageError, match="did you mean 'Bob'"):
        compute(LABELS, only=["Bobb"])


def test_alignments_and_difficulty() -> None:
    units = [("A", 0, 5, "x"), ("B", 0, 6, "x"), ("M", 20, 30, "y"), ("M", 40, 50, "y")]
    spans = accord.spans(units)
    assert accord.align(spans, without="M").value == accord.align(accord.spans(units[:2])).value
    table = {"item": list("vwxyz"), "length": [3, 9, 4, 8, 5]}
    people = accord.difficulty(among(LABELS, NAMES[:3]), table, confidence=None)
    chosen = accord.difficulty(LABELS, table, confidence=None, without="gpt-4")
    assert chosen.correlations[0].rho == people.correlations[0].rho


def test_data_in_parts_have_no_annotators_to_choose() -> None:
    with pytest.raises(accord.UsageError, match="in one piece"):
        accord.measure([LABELS, LABELS], "alpha", only="Ann")


_TAKES_NO_ANNOTATORS = {
    "about",
    "catalogue",
    "contingency",  # two annotators and a table
    "counts",  # who said what is unknown
    "expected_variation",
    "fictitious_groups",
    "history",  # of a log
    "log_results",
    "promise_curve",
    "read_report",
    "smallest_k",
    "smallest_kappa",
    "statistics_of",  # a part, whose reading may leave annotators out
    "summary",
}


def test_every_public_function_that_takes_data_lets_annotators_be_chosen() -> None:
    functions = {name: value for name in accord.__all__ if inspect.isfunction(value := getattr(accord, name))}
    lacking = [name for name, value in functions.items() if not {"only", "without"} <= set(_parameters(value))]
    assert set(lacking) == _TAKES_NO_ANNOTATORS


def _parameters(function: Callable[..., Any]) -> Any:
    return inspect.signature(function).parameters


@pytest.mark.parametrize(
    "compute",
    [
        lambda data, **only: accord.difference(data, "alpha", "fleiss", replicates=20, **only).value,
        lambda data, **only: accord.difference_between(data, data, "alpha", replicates=20, **only).first_value,
        lambda data, **only: accord.zero_test(data, "fleiss", **only).value,
        lambda data, **only: accord.sample_size(width=0.3, data=data, **only).items,
        lambda data, **only: accord.plan(data, target=0.2, **only).annotators,
        lambda data, **only: accord.forecast(data, 3, **only).value,
        lambda data, **only: accord.promise(data, **only).text,
        lambda data, **only: accord.view(data, "merge a+b", **only).labels.annotators,
        lambda data, **only: accord.redacted(data, **only).n_annotators,
        lambda data, **only: accord.simulated_annotators(data, 3, epsilon=1.0, **only).codes.tolist(),
        lambda data, **only: accord.evaluate_systems(data, {"s": {"0": "a"}}, references=9, **only).systems[0].score,
    ],
)
def test_only_and_without_in_the_others(compute: Callable[..., Any]) -> None:
    data = accord.labels(ROWS * 8, annotators=NAMES, items=[str(item) for item in range(40)])
    expected = compute(among(data, NAMES[:3]))
    assert compute(data, only=["Ann", "Bob", "Cleo"]) == expected
    assert compute(data, without="gpt*") == expected


def test_only_and_without_of_spans_and_files(tmp_path: Path) -> None:
    units = [("A", 0, 5, "x"), ("B", 0, 6, "x"), ("M", 20, 30, "y"), ("M", 40, 50, "y")]
    spans = accord.spans(units)
    assert len(accord.consensus_units(spans, support=1, without="M").units) == 1
    assert accord.findings(spans, ["f1"], confidence=None, only=["A", "B"]).data.annotators == ("A", "B")
    with pytest.raises(accord.UsageError, match="alignment"):
        accord.consensus_units(spans, accord.align(spans), without="M")
    (path,) = accord.write(LABELS, tmp_path / "some.csv", only=["Ann", "Cleo"])
    assert accord.read(path).annotators == ("Ann", "Cleo")
    grid = accord.reading_grid(
        LABELS, "alpha", ["redraw"], magnitudes=2, repeats=1, cache=False, without=["gpt-4", "Cleo"]
    )
    assert grid.sweep.annotators == 2
