"""The same data as a file and in memory: the same annotators, roles, readings and values."""

from pathlib import Path
from typing import Any

import pandas
import polars
import pytest

import accord
from shared_files import ABSENT, DATA

ATLAS = DATA / "atlas"
needs_data = pytest.mark.skipif(not ATLAS.is_dir(), reason=ABSENT)
LABELS = (
    "alttest_lesion_dermo_with_models",
    "alttest_lesion_asymmetry_with_models",
    "alttest_lesion_blue_with_models",
    "alttest_lesion_border_with_models",
    "alttest_lesion_color_with_models",
    "alttest_lgbteen_with_models",
    "alttest_lesion_dermo",
    "mlirads_likert",
    "commit_messages_what_sub",
    "ai2d_rst_macro",
    "peerread_acl_2017_recommendation",
    "structural_simplicity",
)
LONG = {
    "item": [str(item) for item in range(20) for _ in range(4)],
    "annotator": ["Ann", "Bob", "Cleo", "gpt-4o"] * 20,
    "label": [
        label
        for item in range(20)
        for label in ("ab"[item % 2], "ab"[item % 2], "ab"[item % 3 == 0], "ab"[item % 4 == 0])
    ],
}


def seen(data: Any) -> tuple[object, ...]:
    value = accord.measure(data, "alpha", confidence=None).value
    return data.annotators, dict(data.roles), data.level, data.read_as, value, data.diagnostics


@needs_data
@pytest.mark.parametrize("name", LABELS)
def test_a_file_and_a_frame_are_read_alike(name: str) -> None:
    path = ATLAS / "labels" / f"{name}.parquet"
    expected = seen(accord.read(path))[:-1]
    assert seen(accord.labels(polars.read_parquet(path)))[:-1] == expected
    assert seen(accord.labels(pandas.read_parquet(path)))[:-1] == expected


@needs_data
def test_models_in_a_frame_are_set_aside() -> None:
    data = accord.labels(polars.read_parquet(ATLAS / "labels" / "alttest_lesion_dermo_with_models.parquet"))
    assert data.annotators == ("a1", "a2", "a3", "a4", "a5", "a6")
    assert "4 models" in next(one.text for one in data.read_as if one.aspect == "set aside")
    assert accord.measure(data, "alpha", confidence=None).value == pytest.approx(0.286, abs=5e-4)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"only": "*"},
        {"only": ["Ann", "gpt-4o"]},
        {"without": "Cleo"},
        {"models": ["Cleo"]},
        {"curator": ["Cleo"]},
        {"gold_annotator": ["Bob"]},
        {"people": {"gpt-4o": "person", "Ann": "model"}},
    ],
)
@pytest.mark.parametrize("wide", [False, True])
def test_options_do_the_same_in_memory(options: dict[str, Any], wide: bool, tmp_path: Path) -> None:
    frame = polars.DataFrame(LONG)
    frame = frame.pivot("annotator", index="item", values="label") if wide else frame
    frame.write_csv(tmp_path / "ratings.csv")
    expected = seen(accord.read(tmp_path / "ratings.csv", **options))[:-1]
    assert seen(accord.labels(frame, **options))[:-1] == expected
    assert seen(accord.labels(frame.to_pandas(), **options))[:-1] == expected


def test_a_column_of_roles_in_a_frame() -> None:
    kind = ["human" if name != "Cleo" else "LLM" for name in LONG["annotator"]]
    data = accord.labels(polars.DataFrame({**LONG, "annotator_kind": kind}))
    assert data.annotators == ("Ann", "Bob", "gpt-4o")  # the column says that this one is a person
    numbered = polars.DataFrame({**LONG, "annotator": [1.0, 2.0, 3.0, 4.0] * 20, "annotator_kind": kind})
    assert accord.labels(numbered).annotators == ("1", "2", "4")


def test_strict_refuses_roles_by_name() -> None:
    with pytest.raises(accord.DataError, match="gpt-4o"):
        accord.labels(polars.DataFrame(LONG), strict=True)
    told = accord.labels(polars.DataFrame(LONG), strict=True, models="gpt-4o")
    assert told.annotators == ("Ann", "Bob", "Cleo")


def test_whoever_is_told_to_be_an_annotator_is_one() -> None:
    assert accord.labels([["a", "b", "a"]], annotators=["Ann", "Bob", "gpt-4o"]).n_annotators == 3
    assert accord.labels([["a", "b", "a"]], annotators=["Ann", "Bob", "Cleo"], models="Cleo").n_annotators == 2


def test_spans_relations_and_answers_too() -> None:
    units = {"d": [("Ann", 0, 5, "x"), ("Bob", 0, 5, "x"), ("gpt-4o", 1, 9, "y")]}
    spans = accord.spans(units)
    assert spans.annotators == ("Ann", "Bob")
    assert "1 model (gpt-4o)" in str(spans)
    assert accord.spans(units, only="*").n_annotators == 3
    assert accord.spans(units, annotators=["Ann", "Bob", "gpt-4o"]).n_annotators == 3
    links = {"Ann": [(1, 2)], "Bob": [(1, 2)], "gpt-4o": [(2, 1)]}
    assert accord.relations(links).annotators == ("Ann", "Bob")
    assert accord.relations(links, models=["Bob"], without="gpt-4o").annotators == ("Ann", "Bob")
    assert accord.relations({who: [("1", "1")][:0] for who in links}, units=spans).annotators == ("Ann", "Bob")
    entities = {who: [["m1", "m2"]] for who in links}
    assert accord.coreference(entities).annotators == ("Ann", "Bob")
    assert accord.coreference(entities, only=["Ann", "gpt-4o"]).annotators == ("Ann", "gpt-4o")
    said = {"1": {"Ann": ["a"], "Bob": ["b"], "gpt-4o": ["a"]}}
    assert accord.answers(said).annotators == ("Ann", "Bob")
    assert accord.answers(said, people={"gpt-4o": "person"}).n_annotators == 3
    with pytest.raises(accord.UsageError, match="counts"):
        accord.answers({"1": {"a": 3}}, only=["Ann"])


def test_frames_of_spans_are_read_as_tables_are() -> None:
    frame = polars.DataFrame({"annotator": ["A"], "start": [0], "end": [5]})
    assert accord.spans(frame) == accord.spans([("A", 0, 5)])
