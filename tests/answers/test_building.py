"""Answers from memory and columns: who was asked, what is the same answer, what is refused."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.annotations.answer_building import answers
from accord.annotations.answer_columns import answers_from_columns, joined_answers, renormalised
from accord.annotations.answers import NO_MODE, Answers
from accord.annotations.normalising import Normaliser, mapping_rules
from accord.results import DataError, UsageError

words = st.sampled_from(["vide", "lieu", "zone", "place", "aire"])
campaigns = st.dictionaries(
    st.sampled_from(["1", "2", "3", "4"]),
    st.dictionaries(st.sampled_from(["A", "B", "C"]), st.lists(words, max_size=4), max_size=3),
    min_size=1,
)


def test_asked_and_silent_is_not_the_same_as_not_asked() -> None:
    data = answers({"1": {"A": ["x"], "B": []}, "2": {"A": ["y"], "B": None}})
    assert data.annotators == ("A", "B")
    assert data.assigned.tolist() == [[True, True], [True, False]]
    assert data.given("1", "B") == ()
    assert {"item": "1", "annotator": "B", "answer": None} in list(data.rows())
    silent = answers({"1": {"A": ["x"], "B": []}, "2": {"A": ["y"], "B": []}})
    assert silent.sha256 != data.sha256


def test_annotators_named_were_asked_about_everything() -> None:
    data = answers({"1": {"A": ["x"]}, "2": {"A": ["y"]}}, annotators=["A", "Z"])
    assert data.assigned.all()
    assert data.given("2", "Z") == ()


def test_counts_and_lists_are_two_forms() -> None:
    counted = answers({"1": {"x": 2, "y": 0}, "2": {}})
    assert counted.counted
    assert counted.counts("1") == {"x": 2}
    assert counted.sizes.tolist() == [2, 0]
    with pytest.raises(DataError, match="ACC085"):
        answers({"1": {"x": 2}, "2": {"A": ["y"]}})
    with pytest.raises(UsageError, match="only counts"):
        counted.of_annotators(["A"])


@pytest.mark.parametrize("count", [-1, 1.5, float("nan"), float("inf")])
def test_a_count_is_a_whole_number(count: float) -> None:
    with pytest.raises(DataError, match=r"ACC085.*whole number"):
        answers({"1": {"x": count}})


@pytest.mark.parametrize("content", [{"1": ["x"]}, {"1": {"A": True}}, {"1": {"A": {"x": 1}}}])
def test_other_forms_are_refused(content: dict[str, object]) -> None:
    with pytest.raises(DataError, match="ACC085"):
        answers(content)


def test_text_is_not_taken_for_data() -> None:
    with pytest.raises(UsageError, match=r"accord\.read"):
        answers("gold.csv")  # type: ignore[arg-type]


def test_a_repeated_answer_counts_once_and_is_said() -> None:
    data = answers({"1": {"A": ["Vide ", "vide", "lieu"]}}, case=True)
    assert data.given("1", "A") == ("vide", "lieu")
    assert [one.code for one in data.diagnostics] == ["ACC170"]
    assert answers({"1": {"A": ["Vide", "vide"]}}).given("1", "A") == ("Vide", "vide")


def test_the_normaliser_is_applied_in_order_and_recorded() -> None:
    data = answers(
        {"compris.a 1": {"A": ["Colors", "abaisser", "e\u0301te\u0301"]}, "clair.a 2": {"A": ["abaisser"]}},
        case=True,
        spelling={"colors": "colours"},
        lemmas={"colours": "colour"},
        mapping={"compris.a": {"abaisser": "abaissé"}},
    )
    assert data.given(0, 0) == ("colour", "abaissé", "été")
    assert data.given(1, 0) == ("abaisser",)  # the mapping is for another target
    assert str(data.normaliser) == "spaces, case, spelling (1), lemmas (1), mapping (1)"
    assert data.normaliser.sha256 != Normaliser(case=True).sha256


def test_counts_that_become_the_same_are_added() -> None:
    data = answers({"1": {"Vide": 2, "lieu": 1, "vide": 3}}, case=True)
    assert data.counts("1") == {"vide": 5, "lieu": 1}
    assert renormalised(answers({"1": {"a": 1, "b": 2}}), Normaliser(spelling={"b": "a"})).counts("1") == {"a": 3}


def test_modes() -> None:
    data = answers({"1": {"x": 2, "y": 1}, "2": {"x": 2, "y": 2}, "3": {}, "4": {"z": 1}})
    found = [None if code == NO_MODE else data.vocabulary[code] for code in data.modes]
    assert found == ["x", None, None, "z"]


def test_mapping_rules_refuse_what_contradicts_itself() -> None:
    with pytest.raises(DataError, match=r"map\.txt:2.*ACC088"):
        mapping_rules(["a(w.n)-->b", "a(w.n)-->c"], "map.txt")
    with pytest.raises(DataError, match="ACC088"):
        mapping_rules(["a => b"])


@given(campaigns)
def test_parts_and_order_leave_the_data_as_it_is(content: dict[str, dict[str, list[str]]]) -> None:
    data = answers(content)
    assert data.of_items(range(data.n_items)).sha256 == data.sha256
    assert data.of_items(list(range(data.n_items))[::-1]).sha256 == data.sha256
    assert data.of_annotators(data.annotators or ()).sha256 == data.sha256
    assert data.of_annotators((data.annotators or ())[::-1]).sha256 == data.sha256
    for place, item in enumerate(data.items):
        for name, wanted in content[item].items():
            assert data.given(place, name) == tuple(dict.fromkeys(wanted))
    assert len(data) == sum(len(set(given)) for inner in content.values() for given in inner.values())
    assert int(data.tallies.count.sum()) == len(data) == int(data.sizes.sum())


@given(campaigns)
@settings(max_examples=50)
def test_rows_build_the_same_answers(content: dict[str, dict[str, list[str]]]) -> None:
    data = answers(content)
    rows = list(data.rows())
    again = answers_from_columns(
        item=[str(row["item"]) for row in rows],
        annotator=[str(row["annotator"]) for row in rows],
        answer=[row["answer"] for row in rows],
        items=data.items,
    )
    assert again.sha256 == data.sha256
    parts = [data.of_items([place]) for place in range(data.n_items)]
    assert joined_answers(parts).sha256 == data.sha256
    copy: Answers = pickle.loads(pickle.dumps(data))
    assert copy.sha256 == data.sha256


def test_data_are_frozen() -> None:
    data = answers({"1": {"A": ["x"]}})
    with pytest.raises(AttributeError):
        data.items = ()  # type: ignore[misc]
    assert np.array_equal(data.bounds, [0, 1])


def test_counts_may_come_in_any_order_of_items() -> None:
    data = answers_from_columns(item=["2", "1", "2"], answer=["x", "y", "z"], count=[1, 2, 3], items=["1", "2"])
    assert (data.item.tolist(), data.sizes.tolist()) == ([0, 1, 1], [2, 4])
    assert data.of_item("2").counts(0) == {"z": 3, "x": 1}


def test_none_among_answers_is_no_answer() -> None:
    """A cell of a data frame that holds nothing is not the answer 'None'."""
    found = answers({"1": {"A": [None, "vide"], "B": [None]}})
    assert found.counts("1") == {"vide": 1}
    assert found.annotators == ("A", "B")
