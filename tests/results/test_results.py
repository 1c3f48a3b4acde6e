"""Results: a number that behaves as one, and a sequence of them with names, frames, tables and pictures."""

from __future__ import annotations

import json
import math
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pandas
import polars
import pytest

from accord import GuessWarning
from accord.results import Result, Results, StandardError
from untyped import accord

LABELS = [["a", "a", "b"], ["b", "b", "b"], ["a", "a", "a"], ["c", "a", "c"], ["b", "b", "b"]]


def result(**options: Any) -> Result:
    found = accord.measure(accord.labels(LABELS), "alpha", **options)
    assert isinstance(found, Result)
    return found


def test_a_result_is_formatted_and_compared_as_the_number_it_is() -> None:
    found = result()
    assert f"{found:.3f}" == f"{found.value:.3f}"
    assert f"{found}" == str(found)
    assert found == found.value
    assert found > 0
    assert found >= found.value
    assert found < 1
    assert 0 < found <= 1
    mixed: list[Any] = [result(confidence=None), 0.1, 2]
    assert sorted(mixed) == [0.1, found.value, 2]
    assert hash(found) == hash(found.value)
    assert found == result()
    assert found != result(confidence=None)
    with pytest.raises(TypeError):
        assert found < "a"  # type: ignore[operator]


def test_a_result_is_short_in_a_terminal_and_whole_as_a_dictionary() -> None:
    found = result()
    assert len(repr(found)) < 80
    assert repr(found).startswith("Result(alpha = 0.5")
    assert repr(result(confidence=None)) == f"Result(alpha = {found.value:.3f})"
    known = found.to_dict()
    assert known["value"] == found.value
    assert known["name"] == "Krippendorff's α (nominal)"
    assert known["signature"] == str(found.signature)
    assert "Krippendorff (2004)" in str(known["meaning"])
    undefined = accord.measure(accord.labels([["a", "a"]]), "alpha")
    assert "undefined" in repr(undefined)
    assert pickle.loads(pickle.dumps(found)) == found


def test_the_name_and_the_meaning_stand_in_the_table_of_a_notebook() -> None:
    shown = result()._repr_html_()
    assert "Krippendorff&#x27;s α (nominal)" in shown
    assert "95% interval" in shown
    assert "advises against using data" in shown or "both sides" in shown


def test_results_are_found_by_place_and_by_name() -> None:
    found = accord.measure(accord.labels(LABELS), ["alpha", "kappa(weights='linear')", "fleiss"], confidence=None)
    assert isinstance(found, Results)
    assert found[0].measure == "alpha"
    assert found["alpha"] is found[0]
    assert found["kappa"] is found["kappa( weights = 'linear' )"] is found[1]
    assert [one.measure for one in found[1:]] == ["kappa(weights='linear')", "fleiss"]
    assert "alpha" in found
    assert found[0] in found
    assert "gamma" not in found
    assert found == list(found)
    assert len(found) == 3
    with pytest.raises(KeyError, match="no result 'gamma'; there are alpha, kappa"):
        found["gamma"]
    assert pickle.loads(pickle.dumps(found)) == found


def test_results_as_frames_keep_every_digit() -> None:
    data = accord.labels(LABELS)
    found = accord.measure(data)
    frame = found.to_polars()
    assert frame["value"].to_list() == [one.value for one in found]
    assert {"measure", "name", "low", "high", "observed", "undefined", "signature"} <= set(frame.columns)
    assert found.to_pandas()["low"].tolist() == [one.low for one in found]
    assert isinstance(found.to_frame(), polars.DataFrame)


@pytest.mark.filterwarnings("ignore::accord.GuessWarning")
def test_frames_are_of_the_library_that_the_data_came_in() -> None:
    table = pandas.DataFrame(LABELS, columns=["ann", "bob", "cem"])
    assert isinstance(accord.measure(table, level="nominal", orientation="items").to_frame(), pandas.DataFrame)
    rows = polars.DataFrame(LABELS, schema=["ann", "bob", "cem"], orient="row")
    assert isinstance(accord.measure(rows, level="nominal", orientation="items").to_frame(), polars.DataFrame)


def test_results_are_written_as_tables() -> None:
    found = accord.measure(accord.labels(LABELS), ["alpha", "fleiss"])
    assert "| Krippendorff's α (nominal) |" in found.to_markdown().replace("\\", "")
    assert r"\toprule" in found.to_latex()
    assert "Fleiss' κ" in repr(found)
    html = found._repr_html_()
    assert html.count("<circle") == 2
    assert html.count("<tr>") == 3
    assert "currentColor" in html
    chart = found.chart()
    assert "text/html" in chart._repr_mimebundle_()


def test_a_label_that_is_markup_stays_text_in_notebook_tables() -> None:
    data = accord.labels([["<b>x", "<b>x"], ["y", "<b>x"], ["y", "y"]])
    by_category = accord.findings(data, ["alpha"]).by_category
    shown = Results([one.result if hasattr(one, "result") else one for one in by_category])._repr_html_()
    assert "<b>x" not in shown


def test_what_was_guessed_is_on_the_result_and_told_once() -> None:
    scale = np.array([[1, 2], [3, 3], [2, 2], [5, 4], [1, 1]] * 4)
    with pytest.warns(GuessWarning, match="level: 1 to 5: a scale") as told:
        found = accord.measure(scale)
    assert len(told) == 1
    assert told[0].filename == __file__
    assert any(one.guessed for one in found.read_as)
    assert "guessed" in found._repr_html_()
    assert "guessed" in repr(found)


def test_an_error_that_is_no_number_is_null_in_json() -> None:
    """As the Monte-Carlo error of a value is where chance explains everything."""
    error = StandardError("chance", math.nan, "Monte Carlo over 5 samples", "kirschner2015")
    written = json.dumps(replace(result(), standard_errors=(error,)).as_json(), allow_nan=False)
    assert math.isnan(Result.from_json(json.loads(written)).standard_errors[0].value)
