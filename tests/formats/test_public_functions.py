"""What people hand to public functions: frames, arrays, rows, paths; rng=; and old names."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pytest

from accord.formats.options import READING, ReadOptions
from accord.results import DataError, UsageError
from untyped import accord

ROWS = [["a", "a", "b"], ["b", "b", "b"], ["a", "a", "a"], ["c", "a", "c"], ["b", "b", "b"], ["c", "c", "a"]]
WHOLE = accord.labels(ROWS, annotators=["ann", "bob", "cem"])
LONG = {
    "item": [f"s{item}" for item in range(6) for _ in range(3)],
    "annotator": ["ann", "bob", "cem"] * 6,
    "label": [label for row in ROWS for label in row],
}
ALPHA = float(accord.measure(WHOLE, "alpha", confidence=None))


def given(tmp_path: Path) -> dict[str, object]:
    file = tmp_path / "ratings.csv"
    polars.DataFrame(LONG).write_csv(file)
    wide = pandas.DataFrame(ROWS, columns=["ann", "bob", "cem"], index=[f"s{item}" for item in range(6)])
    return {
        "rows": ROWS,
        "tuples": [tuple(row) for row in ROWS],
        "array": np.array(ROWS),
        "array of objects": np.array(ROWS, dtype=object),
        "long pandas": pandas.DataFrame(LONG),
        "long polars": polars.DataFrame(LONG),
        "lazy polars": polars.LazyFrame(LONG),
        "wide pandas": wide,
        "pivot": pandas.DataFrame(LONG).pivot(index="item", columns="annotator", values="label"),
        "text path": str(file),
        "path": file,
        "paths": [file],
    }


@pytest.mark.filterwarnings("ignore::accord.GuessWarning")
def test_every_function_takes_what_people_have(tmp_path: Path) -> None:
    for name, data in given(tmp_path).items():
        assert accord.measure(data, "alpha", confidence=None) == ALPHA, name
        assert accord.alpha(data, confidence=None) == ALPHA, name
        assert accord.stability(data, 2, confidence=None).value == accord.stability(WHOLE, 2, confidence=None).value, (
            name
        )
        assert accord.reference(data).labels == accord.reference(WHOLE).labels, name
        assert accord.zero_test(data, "fleiss").value == accord.zero_test(WHOLE, "fleiss").value, name
        assert accord.difference(data, "s", "alpha", replicates=5).value == pytest.approx(
            accord.difference(WHOLE, "s", "alpha", replicates=5).value
        ), name
        assert accord.findings(data, ["alpha"], confidence=None).results[0] == ALPHA, name


def test_raters_by_items_are_asked_about_or_told() -> None:
    turned = np.array(ROWS * 10).T
    with pytest.raises(DataError, match="ACC210"):
        accord.measure(turned, "alpha")
    assert accord.measure(turned, "alpha", confidence=None, orientation="annotators") == float(
        accord.measure(accord.labels(ROWS * 10), "alpha", confidence=None)
    )


def test_a_frame_of_spans_is_recognised_as_a_file_is() -> None:
    frame = pandas.DataFrame(
        {
            "document": ["d"] * 4,
            "annotator": ["ann", "bob", "ann", "bob"],
            "start": [0, 0, 10, 11],
            "end": [5, 5, 20, 20],
            "category": ["x", "x", "y", "y"],
        }
    )
    units = [("ann", 0, 5, "x"), ("bob", 0, 5, "x"), ("ann", 10, 20, "y"), ("bob", 11, 20, "y")]
    spans = accord.spans(units, document="d")
    assert accord.measure(frame, "f1", confidence=None) == float(accord.measure(spans, "f1", confidence=None))
    assert accord.align(frame).value == accord.align(spans).value


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (None, "not NoneType"),
        (3, "not int"),
        (b"a", "not bytes"),
        ({"a": 1}, "not dict"),
        (["a", "b"], "one list of 2"),
        (np.array(["a", "b"]), "one list of 2"),
        (pandas.Series(["a", "b"]), "one list of 2"),
        (polars.Series(["a", "b"]), "one list of 2"),
        ("no such file.csv", "no such file"),
    ],
)
def test_what_is_no_data_is_refused_in_pythons_words(data: Any, match: str) -> None:
    with pytest.raises((DataError, UsageError), match=match) as error:
        accord.measure(data, "alpha")
    assert "--" not in str(error.value)


def test_options_of_reading_are_for_data_that_are_still_to_be_read() -> None:
    with pytest.raises(UsageError, match="level= is for data that are still to be read, and these are Labels"):
        accord.measure(WHOLE, "alpha", level="ordinal")
    with pytest.raises(UsageError, match=r"measure\(\) has no option 'levle'; did you mean level\?"):
        accord.measure(ROWS, "alpha", levle="ordinal")
    with pytest.raises(UsageError, match="encoding= is for files"):
        accord.measure(pandas.DataFrame(LONG), "alpha", encoding="utf-8")
    with pytest.raises(UsageError, match="takes labels, and these are spans"):
        accord.promise(accord.spans([("A", 0, 1, "x")]))


def test_random_numbers_come_from_whatever_numpy_has() -> None:
    def low(**options: Any) -> float:
        return float(accord.measure(WHOLE, "alpha", replicates=50, **options).low)

    assert low(seed=3) == low(rng=3) == low(seed=np.int64(3)) == low(rng=np.int32(3))
    assert low(rng=np.random.default_rng(1)) == low(rng=np.random.default_rng(1)) != low(rng=np.random.default_rng(2))
    one = np.random.default_rng(1)
    assert low(rng=one) != low(rng=one)
    assert low(rng=np.random.SeedSequence(5)) == low(rng=np.random.SeedSequence(5))
    assert low(rng=np.random.PCG64(5)) == low(rng=np.random.Generator(np.random.PCG64(5)))
    assert low(rng=None) == low()
    with pytest.raises(UsageError, match="two names for one thing"):
        low(rng=1, seed=1)
    for odd in (-1, 1.5, "a", True):
        with pytest.raises(UsageError, match="rng="):
            low(rng=odd)


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: accord.stability(labels=WHOLE, k=2), r"labels= of accord.stability\(\) is called data= now"),
        (
            lambda: accord.plan(0.05, kappa=0.8, categories=3),
            r"accord.plan\(\) takes the data first: give target=0.05",
        ),
        (lambda: accord.sample_size(0.2, kappa=0.6, categories=2), "give width=0.2 by name"),
        (lambda: accord.zero_test(WHOLE, expression="fleiss"), "expression= .* is called measure= now"),
        (lambda: accord.difference(WHOLE, first="s", other="alpha", replicates=2), "first= .* is called measure= now"),
        (lambda: accord.expected_variation(0.8, 3, 3, "unanimous", u=0.2), "u= .* is called unanimous= now"),
        (lambda: accord.degrade(WHOLE, "redraw", 0.1, by="prevalence"), "takes by= in a mapping: options="),
    ],
)
def test_old_names_still_work_and_name_the_new_one(call: Any, match: str) -> None:
    with pytest.warns(DeprecationWarning, match=match) as told:
        call()
    assert told[0].filename == __file__


def test_two_vectors_are_two_annotators() -> None:
    first, second = [row[0] for row in ROWS], [row[1] for row in ROWS]
    pairs = accord.labels(list(zip(first, second, strict=True)))
    expected = float(accord.measure(pairs, "kappa", confidence=None))
    for kind in (list, np.array, pandas.Series, polars.Series, tuple):
        assert accord.kappa(kind(first), kind(second), confidence=None) == expected
    with pytest.raises(DataError, match="one annotator has 6 labels and the other 5"):
        accord.kappa(first, second[:-1])
    with pytest.raises(DataError, match="different indexes"):
        accord.kappa(pandas.Series(first), pandas.Series(second, index=range(1, 7)))
    with pytest.raises(UsageError, match="two lists or arrays of labels"):
        accord.alpha(ROWS, "ordinal")


def test_reading_options_are_those_of_read() -> None:
    assert set(READING) == set(ReadOptions.__dataclass_fields__)
    assert {"level", "sheet", "only"} <= set(inspect.signature(accord.read).parameters)


def test_measures_are_functions_with_a_signature_and_a_docstring() -> None:
    shown = inspect.signature(accord.alpha)
    assert {"level", "confidence", "rng", "reading"} <= set(shown.parameters)
    assert "Krippendorff 2004" in str(accord.alpha.__doc__)
    assert accord.alpha.__name__ == "alpha"
    with pytest.raises(AttributeError, match="module 'accord' has no attribute 'alphabet'"):
        getattr(accord, "alphabet")  # noqa: B009
    assert "alpha" in dir(accord)


def test_the_catalogue_lists_every_measure() -> None:
    frame = accord.catalogue()
    assert frame.height == len({*zip(frame["shape"], frame["measure"], strict=True)})
    assert "'ordinal'" in frame.filter(polars.col("measure") == "alpha")["choices"][0]
    text = repr(accord.about("alpha"))
    assert "Krippendorff 2004" in text
    assert "--" not in text
    assert "@" in accord.about("alpha").bibtex
    with pytest.raises(UsageError, match="did you mean alpha"):
        accord.about("alhpa")
