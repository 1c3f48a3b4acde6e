"""What labels, spans, relations and answers have in common: choosing, adding, comparing, listing, pickling."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pandas
import polars
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.annotations.content import content_key
from accord.results import DataError, Reading, UsageError
from annotations import shapes

CORPUS = {"one": [("Ann", 0, 4, "x"), ("Bob", 1, 4, "y")], "two": [("Ann", 2, 3, "x"), ("Bob", 2, 3, "x")]}
LABELS = accord.labels([["a", "b"], ["b", "b"]], items=["one", "two"], annotators=["Ann", "Bob"])
SPANS = accord.spans(CORPUS)
RELATIONS = accord.relations(
    {"one": {"Ann": [(1, 2, "r")], "Bob": [(2, 1, "r")]}, "two": {"Ann": [(1, 3, "r")], "Bob": [(2, 3)]}},
    units={"one": [1, 2], "two": [1, 2, 3]},
)
ANSWERS = accord.answers({"one": {"Ann": ["car"], "Bob": ["bus", "car"]}, "two": {"Ann": ["bus"], "Bob": ["car"]}})
ALL = [LABELS, SPANS, RELATIONS, ANSWERS]
each = pytest.mark.parametrize("data", ALL, ids=lambda data: data.kind)


@each
def test_len_is_the_number_of_annotations_as_are_rows_and_the_frame(data: Any) -> None:
    assert len(data) == {"labels": 4, "spans": 4, "relations": 4, "answers": 5}[data.kind]
    assert len(list(data.rows())) == data.to_frame().height == len(data)
    assert next(data.rows()) == data.to_polars().row(0, named=True)


@each
def test_parts_are_chosen_by_name_or_place_in_the_order_that_was_told(data: Any) -> None:
    choose = data.of_items if data.kind in ("labels", "answers") else data.of_documents
    turned = choose(["two", "one"])
    assert shapes.names_of(turned) == ["two", "one"]
    assert turned == data
    assert choose([1, 0]) == turned
    assert choose(np.array([-1])) == choose(["two"]) != data
    with pytest.raises(UsageError, match=r"there is no (item|document) 'three'"):
        choose(["three"])
    with pytest.raises(UsageError, match="one text"):
        choose("one")
    assert data.of_annotators(["Bob", "Ann"]) == data
    assert data.of_annotators(["Bob"]) != data
    with pytest.raises(UsageError, match="there is no annotator 'Cem'"):
        data.of_annotators(["Cem"])
    with pytest.raises(UsageError, match="chosen twice"):
        data.of_annotators(["Ann", "Ann"])
    with pytest.raises(UsageError, match="one text"):
        data.of_annotators("Ann")


@each
def test_equal_is_what_holds_the_same_wherever_it_is_from(data: Any) -> None:
    told = replace(data, source="a file", read_as=(Reading("columns", "guessed", True),), frame_library="pandas")
    assert told == data
    assert hash(told) == hash(data)
    assert len({told, data}) == 1
    assert data != replace(data, roles={"Ann": "model"})
    assert data != data.of_annotators(["Ann"])
    assert all((one == data) == (one is data) for one in ALL)
    assert data != "data"


@each
def test_the_same_place_by_the_same_annotator_is_added_once(data: Any) -> None:
    with pytest.raises(DataError, match=r"both parts hold the (item|document) 'one' by 'Ann'") as raised:
        data + data
    assert raised.value.code == "ACC013"
    with pytest.raises(TypeError):
        data + 1
    other = next(one for one in ALL if one.kind != data.kind)
    with pytest.raises(TypeError):
        data + other


@each
def test_shown_in_one_line(data: Any) -> None:
    assert "\n" not in repr(data).strip()
    assert len(repr(data)) < 120
    assert repr(data) in data._repr_html_()


@settings(max_examples=50)
@given(shapes.shapes())
def test_pickled_they_are_the_same(data: Any) -> None:
    _ = data.derived
    again = pickle.loads(pickle.dumps(data))
    assert again == data
    assert hash(again) == hash(data)
    assert repr(again) == repr(data)


@settings(max_examples=50)
@given(shapes.shapes(), st.randoms())
def test_parts_add_up_to_the_whole(data: Any, random: Any) -> None:
    order = list(range(len(shapes.names_of(data))))
    random.shuffle(order)
    cut = random.randrange(len(order) + 1)
    parts = [shapes.parts_of(data, order[:cut]), shapes.parts_of(data, order[cut:])]
    assert parts[0] + parts[1] == data
    assert sum(parts) == data
    first = shapes.parts_of(data, [0])
    assert first + shapes.parts_of(data, []) == first
    assert content_key(parts[1] + parts[0]) == content_key(data)
    people = list(data.annotators)
    random.shuffle(people)
    assert data.of_annotators(people[:1]) + data.of_annotators(people[1:]) == data


@settings(max_examples=50)
@given(shapes.shapes())
def test_every_part_of_the_content_counts(data: Any) -> None:
    code_count = 0 if data.kind == "answers" else len(data.labels if data.kind == "relations" else data.categories)
    if len(data) and code_count:
        changed = data.codes.copy()
        changed[0] = (changed[0] + 1) % code_count if code_count > 1 else -1 - changed[0]
        assert replace(data, codes=changed) != data
    if data.kind != "labels":
        assigned = data.assigned.copy()
        assigned[0, 0] ^= True
        assert replace(data, assigned=assigned) != data


def test_levels_categories_and_roles_must_fit() -> None:
    first = accord.labels([[1, 2]], level="ordinal", items=["s1"], annotators=["Ann", "Bob"])
    second = accord.labels([[1, 3]], level="nominal", items=["s2"], annotators=["Ann", "Bob"])
    with pytest.raises(DataError, match="ordinal and those of the other nominal"):
        first + second
    whole = first + replace(second, level="ordinal")
    assert whole.categories.texts == ("1", "2", "3")
    declared = accord.labels([["a", "b"]], ["a", "b"], items=["s1"], annotators=["Ann", "Bob"])
    with pytest.raises(DataError, match="different categories"):
        declared + accord.labels([["a", "c"]], items=["s2"], annotators=["Ann", "Bob"])
    with pytest.raises(DataError, match="'Ann' is a model in one part and a gold in the other"):
        replace(first, roles={"Ann": "model"}) + replace(first.of_items([]), roles={"Ann": "gold"})


def test_items_without_names_are_different_ones() -> None:
    part = accord.labels([["a", "b"], ["b", "b"]], annotators=["Ann", "Bob"])
    assert (part + part).n_items == 4
    assert part + part == accord.labels([["a", "b"], ["b", "b"]] * 2, annotators=["Ann", "Bob"])
    table = accord.contingency([[3, 1], [0, 2]], ["a", "b"])
    assert (table + table).n_items == 12
    assert table.to_frame().height == len(table) == 12
    counts = accord.counts([[2, 1], [0, 3]], ["a", "b"])
    assert (counts + counts).n_items == 4
    assert counts.to_frame().columns == ["item", "label", "count"]
    with pytest.raises(DataError, match="have names"):
        part + LABELS
    huge = accord.contingency([[10**12, 1], [0, 2]], ["a", "b"])
    assert huge == pickle.loads(pickle.dumps(huge))
    assert huge != accord.contingency([[10**12, 2], [0, 1]], ["a", "b"])
    with pytest.raises(UsageError, match="too many for a frame"):
        huge.to_frame()
    with pytest.raises(UsageError, match="stands for several items"):
        huge.of_items([0])
    assert part == accord.labels(part.to_frame())


def test_half_a_character_is_told_and_not_raised() -> None:
    data = accord.labels([["a", "b"]], items=["x\ud800"], annotators=["Ann", "Bob"])
    for frame in (data.to_polars, data.to_pandas):
        with pytest.raises(DataError, match="half a character"):
            frame()
    assert next(data.rows())["item"] == "x\ud800"
    assert pickle.loads(pickle.dumps(data)) == data


def test_clusters_and_times_go_with_their_items() -> None:
    frame = pandas.DataFrame(
        {
            "item": ["s1", "s1", "s2", "s2", "s3", "s3"],
            "annotator": ["Ann", "Bob"] * 3,
            "label": list("aababb"),
            "time": [10.0, 11, 12, 13, 14, 15],
            "text_id": ["t1"] * 4 + ["t2"] * 2,
        }
    )
    data = accord.labels(frame, time_column="time", cluster_column="text_id")
    assert data.clusters is not None
    assert data.times is not None
    whole = data.of_items(["s3", "s1"]) + data.of_items(["s2"])
    assert whole == data
    assert whole != data.clustered(["t1", "t2", "t2"])
    again = accord.labels(data.to_frame(), time_column="time", cluster_column="cluster")
    assert again == data


def test_own_units_add_up_too() -> None:
    units = accord.spans({"one": [("Ann", 0, 4, "x"), ("Ann", 5, 6, "x"), ("Bob", 1, 4, "x"), ("Bob", 5, 9, "x")]})
    one = accord.relations({"one": {"Ann": [("1", "2")], "Bob": [("1", "2", "r")]}}, units)
    two = accord.relations(
        {"two": {"Ann": [("1", "2")], "Bob": [("1", "2", "r")]}},
        replace(units, documents=("two",)),
    )
    whole = one + two
    assert whole.spans is not None
    assert whole.spans.documents == ("one", "two")
    assert whole.of_documents(["one"]) == one
    assert whole.of_documents(["two"]) == two
    assert whole.units_frame().columns[:5] == ["document", "annotator", "start", "end", "category"]


def test_frames_are_of_the_library_the_data_came_in() -> None:
    columns = {"item": ["s1", "s1"], "annotator": ["Ann", "Bob"], "label": ["a", "b"]}
    assert isinstance(accord.labels(pandas.DataFrame(columns)).to_frame(), pandas.DataFrame)
    assert isinstance(accord.labels(polars.DataFrame(columns)).to_frame(), polars.DataFrame)
    assert isinstance(LABELS.to_frame(), polars.DataFrame)
    assert isinstance(LABELS.to_pandas(), pandas.DataFrame)
