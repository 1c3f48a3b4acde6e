"""Redaction: no name, text or file is left anywhere, and the values stay."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from accord.annotations import Answers, Labels, Relations, Spans, answers, contingency, counts, labels, spans
from accord.annotations.normalising import Normaliser
from accord.annotations.redacting import redacted
from accord.annotations.relation_building import relations_from_columns
from accord.annotations.relation_tuples import relations
from accord.annotations.span_columns import spans_from_columns
from accord.diagnosis import AnyFindings, findings
from accord.diagnosis.labels.drift import drift
from accord.report_page import page
from accord.results import CATALOGUE, Diagnostic, Place, UsageError
from untyped import accord

SECRET = "qzxq"  # in every name, text, file and free answer of the data below, and in nothing else
PEOPLE = (f"Zoe {SECRET}1", f"Adam {SECRET}2", f"Mia {SECRET}3")
SAID = (Diagnostic("ACC104", f"'{SECRET}' is quoted", Place(f"{SECRET}.csv", 4), f"see {SECRET}"),) * 2


def _labels(folder: Path) -> Labels:
    """Read from a file, so that diagnostics and the source are those of a reader; a label is given twice."""
    rng = np.random.default_rng(3)
    rows = ["item,annotator,label,text,timestamp"]
    for item in range(40):
        for who, name in enumerate(PEOPLE):
            label = "abc"[item % 3 if rng.random() < 0.7 else int(rng.integers(3))]
            text = f"a sentence {SECRET} {item // 2}"  # every text stands in two items
            rows.append(f"i{item},{name},{label},{text},2024-05-01T10:{item:02d}:{who:02d}")
    rows.append(f"i0,{PEOPLE[0]},b,a sentence {SECRET} 0,2024-05-02T10:00:00")
    file = folder / f"{SECRET}.csv"
    file.write_text("\n".join(rows), encoding="utf-8")
    read = accord.read(file)
    assert isinstance(read, Labels)
    assert None not in (read.source, read.annotators)
    assert read.texts is not None
    assert read.times is not None
    return read


def _spans(folder: Path) -> Spans:
    rng = np.random.default_rng(4)
    rows = [
        (f"doc{number}", name, start + int(rng.integers(3)), start + 8 + int(rng.integers(3)), "xy"[start % 2])
        for number in range(4)
        for name in PEOPLE
        for start in range(0, 75, 15)
        if rng.random() < 0.9
    ]
    column = list(zip(*rows, strict=True))
    built = spans_from_columns(
        document=column[0],
        annotator=column[1],
        start=np.array(column[2], dtype=float),
        end=np.array(column[3], dtype=float),
        category=column[4],
        texts={f"doc{number}": f"{SECRET} " * 40 for number in range(4)},
        names=[f"{SECRET}_{row}" for row in range(len(rows))],
    )
    return replace(built, source=str(folder / f"{SECRET}.ann"), diagnostics=SAID)


def _given_relations(folder: Path) -> Relations:
    rng = np.random.default_rng(5)
    links = {
        f"d{number}": {
            name: [(str(unit), str(int(rng.integers(unit))), "ab"[int(rng.integers(2))]) for unit in range(1, 8)]
            for name in PEOPLE
        }
        for number in range(6)
    }
    units = {name: [str(unit) for unit in range(8)] for name in links}
    texts = {name: [f"the unit {SECRET} {unit}" for unit in range(8)] for name in links}
    built = relations(links, units, unit_texts=texts)
    return replace(built, source=str(folder / f"{SECRET}.csv"), diagnostics=SAID)


def _own_relations(folder: Path) -> Relations:
    """Between units of their own, which the tool named after the annotators."""
    found = _spans(folder)
    names = list(found.names or ())
    rows = [
        (found.documents[found.document[unit]], found.annotators[found.who[unit]], names[unit], names[unit - 1], "r")
        for unit in range(1, len(found))
        if found.document[unit] == found.document[unit - 1] and found.who[unit] == found.who[unit - 1]
    ]
    column = list(zip(*rows, strict=True))
    built = relations_from_columns(
        document=column[0], annotator=column[1], origin=column[2], target=column[3], label=column[4], spans=found
    )
    return replace(built, unit_texts=[f"{SECRET} {name}" for name in built.unit_names], diagnostics=SAID)


def _answers(folder: Path) -> Answers:
    rng = np.random.default_rng(6)
    built = answers(
        {f"bright.a {item}": {who: [_word(rng), _word(rng)] for who in PEOPLE} for item in range(30)},
        texts={f"bright.a {item}": f"a {SECRET} sentence" for item in range(30)},
    )
    spellings = Normaliser(spelling={SECRET: "b"})
    return replace(built, source=str(folder / f"{SECRET}.txt"), diagnostics=SAID, normaliser=spellings)


def _word(rng: np.random.Generator) -> str:
    return f"{SECRET}{int(rng.zipf(1.6)) % 9}"


SHAPES: dict[str, Callable[[Path], Any]] = {
    "labels": _labels,
    "spans": _spans,
    "given units": _given_relations,
    "own units": _own_relations,
    "answers": _answers,
}


@pytest.fixture(params=SHAPES, ids=str, scope="module")
def data(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return SHAPES[request.param](tmp_path_factory.mktemp("redacted"))


@pytest.fixture(scope="module")
def both(data: Any) -> tuple[AnyFindings, AnyFindings]:
    return findings(data, replicates=20), findings(redacted(data), replicates=20)


def test_no_secret_is_left_in_the_json_and_the_page(data: Any, both: tuple[AnyFindings, AnyFindings]) -> None:
    plain, found = both
    assert SECRET in json.dumps(plain.as_json(), ensure_ascii=False)
    assert SECRET not in json.dumps(found.as_json(), ensure_ascii=False).casefold()
    assert SECRET not in page([found]).casefold()
    assert (
        found.title == {"labels": "Labels", "spans": "Spans", "relations": "Relations", "answers": "Answers"}[data.kind]
    )


def test_no_secret_is_left_in_the_data_themselves(data: Any) -> None:
    """Whatever is written, pickled or printed from them."""
    import pickle

    shown = redacted(data)
    for one in (shown, getattr(shown, "spans", None)):
        if one is None:
            continue
        held = {name: getattr(one, name) for name in one.__dataclass_fields__}
        assert SECRET not in repr({k: list(v) if isinstance(v, np.ndarray) else v for k, v in held.items()}).casefold()
        assert SECRET.encode() not in pickle.dumps(held)


def test_values_and_intervals_stay(both: tuple[AnyFindings, AnyFindings]) -> None:
    before, after = both
    assert [one.measure for one in before.results] == [one.measure for one in after.results]
    assert any(one.defined for one in before.results)
    for one, other in zip(before.results, after.results, strict=True):
        numbers = [(result.value, result.low, result.high) for result in (one, other)]
        assert np.array_equal(numbers[0], numbers[1], equal_nan=True), one.measure
        assert (one.undefined is None) == (other.undefined is None)
    assert after.data.as_json() | {"sha256": ""} == before.data.as_json() | {"sha256": ""}
    assert after.data.sha256 != before.data.sha256


def _same(one: Any, other: Any) -> bool:
    for name in one.__dataclass_fields__:
        a, b = getattr(one, name), getattr(other, name)
        if isinstance(a, np.ndarray):
            if not np.array_equal(a, b, equal_nan=a.dtype.kind == "f"):
                return False
        elif isinstance(a, Spans | Relations):
            if not _same(a, b):
                return False
        elif name == "categories" or name in ("labels", "types"):
            if a.texts != b.texts:
                return False
        elif (list(a) if isinstance(a, list | tuple) else a) != (list(b) if isinstance(b, list | tuple) else b):
            return False
    return True


def _renamed(data: Any, names: list[str]) -> Any:
    whole = replace(data, annotators=tuple(names))
    if getattr(data, "spans", None) is not None:
        whole = replace(whole, spans=replace(data.spans, annotators=tuple(names)))
    return whole


def test_neither_names_nor_their_order_change_what_is_shown(data: Any) -> None:
    """So that nothing about them can be told from it. Answers of one frequency are ordered by all data, names too."""
    shown, renamed = redacted(data), redacted(_renamed(data, ["C", "A", "B"]))
    assert shown.annotators == ("annotator 1", "annotator 2", "annotator 3")
    turned = data if data.kind == "labels" else data.of_annotators([data.annotators[place] for place in (2, 0, 1)])
    if data.kind == "answers":
        assert sorted(shown.tallies.count) == sorted(renamed.tallies.count)
        assert _same(shown, redacted(turned))
    else:
        assert _same(shown, renamed)
        assert _same(shown, redacted(turned))


@given(
    st.lists(st.lists(st.sampled_from("abc"), min_size=3, max_size=3), min_size=1, max_size=8),
    st.permutations(range(3)),
)
def test_the_order_of_the_columns_cannot_be_told(rows: list[list[str]], order: list[int]) -> None:
    one = redacted(labels(rows, annotators=["x", "y", "z"], categories=list("abc")))
    turned = [[row[place] for place in order] for row in rows]
    other = redacted(labels(turned, annotators=["p", "q", "r"], categories=list("abc")))
    assert _same(replace(one), replace(other))


@given(st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=3, max_size=3))
def test_a_contingency_table_and_its_transpose_are_redacted_alike(table: list[list[int]]) -> None:
    assume(max(map(max, table)) > 1)  # rows that stand for single items keep their order: it is their name
    turned = [list(column) for column in zip(*table, strict=True)]
    one, other = redacted(contingency(table)), redacted(contingency(turned, annotators=("Zoe", "Adam")))
    assert _same(one, other)
    plain = accord.measure(contingency(table), "kappa", confidence=None)
    assert accord.measure(one, "kappa", confidence=None).value == pytest.approx(plain.value, abs=1e-12, nan_ok=True)


def test_pseudonyms_do_not_follow_the_alphabet() -> None:
    """Over many data sets the first in the alphabet gets every number about as often."""
    rng = np.random.default_rng(0)
    firsts = []
    for _ in range(120):
        table = rng.integers(3, size=(12, 3))
        shown = redacted(labels(table.tolist(), annotators=["Anna", "Bert", "Cleo"]))
        columns = np.full((12, 3), -1)
        assert shown.who is not None
        columns[np.repeat(np.arange(12), 3), shown.who] = shown.codes
        values = np.array([int(text) for text in shown.categories.texts])
        firsts.append(next(who for who in range(3) if (values[columns[:, who]] == table[:, 0]).all()))
    assert np.bincount(firsts, minlength=3).min() > 20


def test_repeated_ratings_stay_in_their_order_and_times_count_from_the_first(tmp_path: Path) -> None:
    data = _labels(tmp_path)
    shown = redacted(data)
    assert data.n_repeated == shown.n_repeated == 1
    assert data.times is not None
    assert shown.times is not None
    assert shown.times.min() == 0
    assert np.array_equal(np.sort(shown.times), np.sort(data.times) - data.times.min())
    plain, hidden = drift(data), drift(shown)
    assert plain.by == hidden.by == "time"
    assert sorted(one.z for one in hidden.trends) == pytest.approx(sorted(one.z for one in plain.trends))


@pytest.mark.parametrize(
    ("header", "names", "hidden"),
    [
        ("item", ["s1", "s2"], False),
        ("item", ["compris.a 12", "compris.a 13"], False),
        ("question", ["Where do they live", "Why"], True),
        ("item", ["They left.", "x"], True),
        ("item", ["今天天气很好我们走吧", "x"], True),
        ("text", ["happy", "sad"], True),
        ("sentence", ["happy", "sad"], True),
    ],
)
def test_texts_that_serve_as_ids_are_replaced(tmp_path: Path, header: str, names: list[str], hidden: bool) -> None:
    """A table without a column of ids takes its column of texts for them."""
    rows = [f"{header},annotator,label", *(f"{name},{who},a" for name in names for who in "AB")]
    (tmp_path / "x.csv").write_text("\n".join(rows), encoding="utf-8")
    shown = redacted(accord.read(tmp_path / "x.csv"))
    assert list(shown.items) == (["item 1", "item 2"] if hidden else names)


def test_an_id_that_is_its_text_is_replaced() -> None:
    built = labels([["a", "b"], ["a", "a"]], items=["happy", "2"])
    assert list(redacted(replace(built, texts=["glad", "two"])).items or ()) == ["happy", "2"]
    assert list(redacted(replace(built, texts=["happy ", "two"])).items or ()) == ["item 1", "item 2"]


def test_units_of_their_own_are_called_by_their_offsets(tmp_path: Path) -> None:
    shown = redacted(_own_relations(tmp_path))
    assert shown.spans is not None
    assert shown.spans.names is None
    assert shown.unit_names[0] == f"{shown.spans.starts[0]:g}–{shown.spans.ends[0]:g}"
    twice = spans([("A", 0, 5, "x"), ("A", 0, 5, "y"), ("B", 0, 5, "x")])
    named = replace(twice, names=["a", "b", "c"])
    graph = relations({"A": [("a", "b")], "B": []}, units=named)
    assert redacted(graph).unit_names.count("0–5 (2)") == 1


def test_answers_are_numbered_by_frequency() -> None:
    data = answers({str(item): {"A": ["rare" if item == 0 else "often"], "B": ["often"]} for item in range(3)})
    shown = redacted(data)
    assert shown.counts("1") == {"answer 1": 2}
    assert shown.counts("0") == {"answer 1": 1, "answer 2": 1}
    many = redacted(answers({"1": {f"word {times}": times for times in range(1, 13)}}))  # 10 sorts before 2
    assert many.counts("1") == {f"answer {13 - times}": times for times in range(12, 0, -1)}
    assert list(many.vocabulary) == sorted(many.vocabulary)
    counted = answers({"1": {"yes": 3, "no": 1}, "2": {"no": 1}})
    assert redacted(counted).annotators is None
    assert sorted(redacted(counted).counts("1").values()) == [1, 3]


def test_diagnostics_keep_their_title_and_number() -> None:
    data = replace(labels([["a", "b"]]), diagnostics=(*SAID, Diagnostic("ACC101", SECRET)))
    said = redacted(data).diagnostics
    assert [str(one) for one in said] == [
        f"{CATALOGUE['ACC104'].title} (2 times) [ACC104]",
        f"{CATALOGUE['ACC101'].title} [ACC101]",
    ]


def test_redacting_again_changes_nothing_and_nothing_else_is_taken(data: Any) -> None:
    shown = redacted(data)
    again = redacted(shown)
    assert again.annotators == shown.annotators
    assert again.diagnostics == shown.diagnostics
    assert data.kind == "answers" or _same(shown, again)
    with pytest.raises(UsageError, match="takes annotations"):
        redacted({"a": 1})  # type: ignore[call-overload]  # what a caller without types may do


def test_data_without_annotators_and_without_items_pass(tmp_path: Path) -> None:
    table = redacted(counts([[2, 1], [0, 3]], categories=["a", "b"]))
    assert table.annotators is None
    assert not math.isnan(accord.measure(table, "alpha").value)
    wide = labels(np.random.default_rng(1).integers(3, size=(5000, 4)))
    assert accord.measure(redacted(wide), "alpha").value == pytest.approx(
        accord.measure(wide, "alpha").value, abs=1e-12
    )
    empty = spans([], annotators=["Zoe", "Adam"])
    assert redacted(empty).annotators == ("annotator 1", "annotator 2")
