"""Labels, spans, relations and answers from data frames, and back: recognised by columns, in one library."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pandas
import polars
import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.formats.options import READING
from accord.results import DataError, UsageError
from annotations import shapes

SPANS = {
    "document": ["one", "one", "two", "two"],
    "annotator": ["Ann", "Bob", "Ann", "Bob"],
    "start": [0, 1, 2, 2],
    "end": [4, 4, 3, 3],
    "category": ["x", "y", "x", "x"],
}
RELATIONS = {
    "document": ["one", "one"],
    "annotator": ["Ann", "Bob"],
    "origin": ["1", "2"],
    "target": ["2", "3"],
    "label": ["cause", None],
}
ANSWERS = {"item": ["s1", "s1", "s1"], "annotator": ["Ann", "Bob", "Bob"], "answer": ["car", "Bus", "car"]}
LABELS = {"item": ["s1", "s1", "s2", "s2"], "annotator": ["Ann", "Bob"] * 2, "label": ["a", "b", "b", "b"]}
COLUMNS: dict[str, Any] = {"labels": LABELS, "spans": SPANS, "relations": RELATIONS, "answers": ANSWERS}
LIBRARIES: list[Any] = [pandas.DataFrame, polars.DataFrame, polars.LazyFrame, pyarrow.table]


def read_again(data: Any, frame: Any) -> Any:
    """The data of a frame, told what no frame tells: categories, level, and that everybody is measured."""
    if data.kind == "labels":
        return accord.read(frame, kind="labels", categories=data.categories.texts, level=data.level, only="*")
    if data.kind == "relations":
        return accord.relations(frame, data.units_frame(), only="*")
    return accord.read(frame, kind=data.kind, only="*")


@settings(max_examples=60, deadline=None)
@given(shapes.shapes(), st.randoms(), st.sampled_from(["polars", "pandas"]))
def test_a_frame_read_back_is_the_same_in_any_order_of_rows(data: Any, random: Any, library: str) -> None:
    frame = data.to_polars()
    if data.kind != "answers":  # whose order is what annotators answered first
        order = list(range(frame.height))
        random.shuffle(order)
        frame = frame[order]
    again = read_again(data, pandas.DataFrame(frame.to_dict(as_series=False)) if library == "pandas" else frame)
    assert again == data
    assert again.frame_library == library
    assert data == read_again(data, data.to_frame())


@pytest.mark.parametrize("make", LIBRARIES)
@pytest.mark.parametrize("kind", COLUMNS)
def test_frames_of_every_library_and_files_make_the_same(kind: Any, make: Any, tmp_path: Path) -> None:
    frame = make(COLUMNS[kind])
    function = getattr(accord, kind)
    data = function(frame)
    assert data.kind == kind
    assert accord.read(frame, kind=kind) == data == accord.read(frame)
    assert type(data.to_frame()) is (pandas.DataFrame if make is pandas.DataFrame else polars.DataFrame)
    file = tmp_path / "table.csv"
    polars.DataFrame(COLUMNS[kind]).write_csv(file)
    assert function(file) == function(str(file)) == data
    with pytest.raises(UsageError, match=f"{kind}\\(\\) makes {kind}"):
        function(frame, kind="labels" if kind != "labels" else "spans")


def test_columns_are_named_by_options() -> None:
    frame = pandas.DataFrame(SPANS).rename(
        columns={"document": "page", "annotator": "by", "start": "p", "end": "q", "category": "what"}
    )
    options: dict[str, Any] = {
        "document_column": "page",
        "annotator_column": "by",
        "start_column": "p",
        "end_column": "q",
        "label_column": "what",
    }
    data = accord.spans(frame, **options)
    assert data == accord.spans(pandas.DataFrame(SPANS)) == accord.read(frame, kind="spans", **options)
    with pytest.raises(DataError, match="name it with start_column=") as raised:
        accord.spans(frame, annotator_column="by")
    assert "--" not in str(raised.value)
    links = pandas.DataFrame(RELATIONS).rename(columns={"origin": "o"})
    with pytest.raises(DataError, match="name it with origin_column="):
        accord.relations(links)
    assert accord.relations(links, origin_column="o") == accord.relations(pandas.DataFrame(RELATIONS))


def test_what_is_told_of_lists_is_told_of_frames_where_it_can_be() -> None:
    assert accord.answers(polars.DataFrame(ANSWERS), case=True).vocabulary == ("bus", "car")
    links = accord.relations(polars.DataFrame(RELATIONS), symmetric=["cause"], constraint="dag")
    assert (links.symmetric, links.constraint) == (("cause",), "dag")
    units = polars.DataFrame({"document": ["one"] * 4, "unit": ["1", "2", "3", "4"]})
    assert accord.relations(polars.DataFrame(RELATIONS), units).n_units == 4
    with pytest.raises(UsageError, match="length= is for data that come in lists"):
        accord.spans(polars.DataFrame(SPANS), length=10)
    with pytest.raises(UsageError, match="start_column= is for data frames and files"):
        accord.spans([("Ann", 0, 1)], start_column="p")
    for option in ("start_column", "asked"):
        told: dict[str, Any] = {option: "everyone"}
        with pytest.raises(UsageError, match=f"{option}= is for spans, relations and answers"):
            accord.labels(polars.DataFrame(LABELS), **told)
    with pytest.raises(UsageError, match="their units are one too"):
        accord.relations(polars.DataFrame(RELATIONS), ["1", "2"])


def test_a_wide_frame_is_turned_when_told() -> None:
    wide = polars.DataFrame({"who": ["Ann", "Bob"], "s1": ["a", "b"], "s2": ["b", "b"], "s3": ["a", "a"]})
    assert accord.labels(wide, transpose=True) == accord.labels(wide, orientation="annotators")
    assert accord.labels(wide, transpose=True).annotators == ("Ann", "Bob")


def test_results_are_in_the_library_of_the_data() -> None:
    data = accord.labels(pandas.DataFrame(LABELS))
    assert isinstance(accord.measure(data, confidence=None).to_frame(), pandas.DataFrame)
    assert isinstance(accord.measure(data.of_annotators(["Bob", "Ann"]), confidence=None).to_frame(), pandas.DataFrame)
    assert isinstance(accord.measure(pandas.DataFrame(LABELS), confidence=None).to_frame(), pandas.DataFrame)
    assert isinstance(
        accord.measure(accord.labels(polars.DataFrame(LABELS)), confidence=None).to_frame(), polars.DataFrame
    )
    large = pandas.DataFrame({f"rater {number}": [1, 2, 3, 4] * 5000 for number in range(4)})
    assert accord.labels(large, orientation="items").frame_library == "pandas"


def test_views_and_redaction_take_what_people_have() -> None:
    seen = accord.view(pandas.DataFrame(LABELS), "merge a+b")
    assert seen.labels.categories.texts == ("a+b",)
    assert accord.redacted(polars.DataFrame(SPANS)).annotators == ("annotator 1", "annotator 2")
    with pytest.warns(DeprecationWarning, match="labels= of accord.view"):
        accord.view(labels=accord.labels(pandas.DataFrame(LABELS)), text="merge a+b")  # type: ignore[call-arg]
    assert next(iter(inspect.signature(accord.view).parameters)) == "data"
    with pytest.raises(UsageError, match="takes labels, and these are spans"):
        accord.view(accord.spans(polars.DataFrame(SPANS)), "without x")  # type: ignore[arg-type]


def test_editors_see_the_options_of_read() -> None:
    for name in COLUMNS:
        shown = inspect.signature(getattr(accord, name)).parameters
        assert str(shown["reading"].annotation) == "Unpack[ReadingOptions]"
        assert {"only", "without", "models", "strict"} <= {*shown, *()} & set(READING)
