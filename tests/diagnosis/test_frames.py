"""The report taken apart: findings of whatever people have, and every table of them as a data frame."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pytest

import accord
from accord.diagnosis.reports import Reports
from accord.renderings.sections import sections_of
from accord.report_page.relation_example import example_relations
from accord.report_page.span_example import example_spans
from accord.results.tabular import Records, Tabular

DRAW = np.random.default_rng(8)
PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "item")  # one is called as a column is
ROWS = [
    [name if DRAW.random() < 0.7 else str(DRAW.choice(["x", "y", "z"])) for _ in PEOPLE]
    for name in DRAW.choice(["x", "y", "z"], 260)
]


@cache
def data(shape: str) -> Any:
    if shape == "labels":
        texts = [f"text {number % 200}" for number in range(len(ROWS))]
        return replace(accord.labels(ROWS, annotators=PEOPLE, level="nominal"), texts=texts)
    if shape == "answers":
        words = ["sea", "lake", "pond", "river", "rain", "ice"]
        return accord.answers(
            {
                str(item): {who: list(DRAW.choice(words[: 2 + item % 4], 2, replace=False)) for who in "ABC"}
                for item in range(45)
            }
        )
    return example_spans() if shape == "spans" else example_relations()


@cache
def found(shape: str) -> Any:
    return accord.findings(data(shape), replicates=20)


LAID_OUT_OTHERWISE = {"table", "pairs", "schools", "graphs"}  # totals, a matrix, groups, links in both directions
SHAPES = ("labels", "spans", "relations", "answers")


@pytest.mark.parametrize("shape", SHAPES)
def test_every_table_of_the_report_is_a_frame(shape: str) -> None:
    tables = found(shape).tables
    shown = [section for section in sections_of(found(shape)) if section.table is not None and section.table.rows]
    assert {section.key for section in shown} <= set(tables)
    for name, table in tables.items():
        assert isinstance(table, Tabular), name
        frame, other = table.to_polars(), table.to_pandas()
        assert isinstance(table.to_frame(), polars.DataFrame)
        assert frame.columns == list(other.columns)
        assert frame.height == len(other) == len(table.records()) > 0
        assert not [column for column in frame.columns if frame[column].dtype == polars.Object], name
        assert table._repr_html_().startswith("<table>")
    for section in shown:
        if section.key not in LAID_OUT_OTHERWISE and section.table is not None:
            assert len(tables[section.key].records()) >= len(section.table.rows), section.key
    assert repr(tables).startswith("Tables(coefficients, ")
    assert repr(found(shape)).count("\n") == 0
    assert len(repr(found(shape))) < 150


def test_tables_of_labels_have_all_rows_and_all_digits() -> None:
    one = found("labels")
    items = one.items.to_polars()
    assert items.height == len(ROWS)  # the JSON lists fewer
    assert len(one.as_json()["items"]["top"]) < len(ROWS)
    assert items.columns[:6] == ["item", "items_alike", "disagreement", "entropy", "margin", "vote"]
    assert items.columns[6:] == ["Ann", "Bob", "Cleo", "Dan", "item_", "text"]
    by_item = {row["item"]: row for row in items.iter_rows(named=True)}
    assert [by_item[str(number + 1)]["item_"] for number in range(len(ROWS))] == [row[4] for row in ROWS]
    assert items["disagreement"].to_list() == sorted(one.items.disagreement.tolist(), reverse=True)
    people = one.annotators.to_polars()
    place = {name: number for number, name in enumerate(one.annotators.vote.annotators)}
    order = [place[name] for name in people["annotator"]]
    assert people["agreement"].to_list() == one.annotators.vote.agreement[order].tolist()
    assert people["change"].to_list() == one.annotators.left_out.difference[order].tolist()
    assert people["agreement"].is_sorted()
    assert one.table.to_pandas().set_index("category").to_numpy().tolist() == one.table.values.tolist()
    assert one.pairs.to_polars().height == len(PEOPLE) * (len(PEOPLE) - 1) // 2
    assert one.by_category.to_frame()["value"].to_list() == [float(result) for result in one.by_category]
    assert [(line.one, line.other, line.similarity) for line in one.confusions] == one.similarity.pairs()
    assert one.merges.records()[0]["after"] == one.merges[0].after.value
    assert one.promised.forecasts.to_polars()["annotators"].to_list() == [each.k for each in one.promised.forecasts]
    duplicates = one.duplicates.to_polars()
    assert duplicates.height == sum(len(each.items) for each in one.duplicates.differing) > 0


def test_what_makes_items_hard_is_a_frame(tmp_path: Path) -> None:
    lines = [f"{number + 1},{number % 7},{number * number % 11},w{number // 10}" for number in range(len(ROWS))]
    features = tmp_path / "features.csv"
    features.write_text("item,length,rarity,word\n" + "\n".join(lines) + "\n", encoding="utf-8")
    one = accord.report(data("labels"), None, "alpha", features=str(features), cluster="word", confidence=None)
    shown = [section for section in sections_of(one) if section.key.startswith("difficulty")]
    assert len(shown) > 3
    for section in shown:
        frame = one.tables[section.key].to_polars()
        assert section.table is not None
        assert frame.height <= len(section.table.rows) <= frame.height + len(one.hard.mixed)
    assert one.tables["difficulty"].to_polars()["rho"].to_list() == [each.rho for each in one.hard.correlations]


def test_numbers_have_no_vote_and_no_column_for_it() -> None:
    rows = DRAW.normal(size=(30, 3)).round(2).tolist()
    one = accord.findings(accord.labels(rows, level="interval"), replicates=20)
    people = one.annotators.to_polars()
    assert "agreement" not in people.columns
    assert people["change"].to_list() == sorted(people["change"].to_list(), reverse=True)
    assert one.items.to_polars()["mean"].dtype == polars.Float64


def test_views_are_rows_of_measures() -> None:
    one = accord.findings(data("labels"), "alpha", views=["merge x+y", "without z"], replicates=20)
    frame = one.views.to_polars()
    assert frame["view"].to_list() == [seen.name for seen in one.views]
    assert frame["value"].to_list() == [seen.results[0].value for seen in one.views]
    assert one.tables["views"].records() == one.views.records()


def test_tables_of_the_other_shapes_are_whole() -> None:
    spans, relations, answers = found("spans"), found("relations"), found("answers")
    assert spans.annotators.to_polars()["f1"].to_list() == [one.f1 for one in spans.annotators]
    assert spans.disagreement.to_polars()["share"].to_list() == [one.share for one in spans.disagreement.kinds]
    assert spans.tables["alignment"].to_polars().height == len(spans.alignment)
    assert spans.tables["discuss"].to_polars().height == len(spans.consensus.to_discuss())
    assert isinstance(spans.tables["alignment"].records()[0]["start"], float)
    assert relations.annotators.to_polars()["agreement"].to_list() == [one.agreement for one in relations.annotators]
    assert relations.tables["graphs"].to_polars().height == len(relations.disagreement.places)
    assert len(relations.tables["links"].records()) > len(relations.disagreement.links)  # those are the first
    assert answers.items.to_polars().height == 45 > len(answers.items)
    assert answers.annotators.to_polars()["shared"].to_list() == [one.shared for one in answers.annotators]


def test_frames_are_of_the_library_of_the_data() -> None:
    frame = pandas.DataFrame({"Ann": list("xyxyxz"), "Bob": list("xyyyxz"), "Cleo": list("xxyyzz")})
    with pytest.warns(accord.GuessWarning):
        one: Any = accord.findings(frame, replicates=20)
    for table in (one.results, one.by_category, one.annotators, one.annotators.drift, one.items, one.pairs):
        assert isinstance(table.to_frame(), pandas.DataFrame)
        assert isinstance(table.to_polars(), polars.DataFrame)
    for table in (one.confusions, one.table, one.merges, one.promised.forecasts, *one.tables.values()):
        assert isinstance(table.to_frame(), pandas.DataFrame)
    with pytest.warns(accord.GuessWarning):
        other: Any = accord.findings(polars.from_pandas(frame), "alpha")
    assert isinstance(other.items.to_frame(), polars.DataFrame)


def test_findings_and_report_take_what_people_have(tmp_path: Path) -> None:
    rows = [["a", "a"], ["b", "a"], ["b", "b"]]
    file, page = tmp_path / "ratings.csv", tmp_path / "report.html"
    file.write_text("item,Ann,Bob\n1,a,a\n2,b,a\n3,b,b\n", encoding="utf-8")
    frame = pandas.DataFrame(rows, columns=["Ann", "Bob"])
    for given in (rows, np.array(rows), frame, polars.from_pandas(frame), file, str(file)):
        options: dict[str, Any] = {"confidence": None, "level": "nominal", "annotators": ["Ann", "Bob"]}
        if given is rows or isinstance(given, np.ndarray):
            options |= {"rng": np.random.default_rng(1)}
        one = accord.findings(given, "alpha", **options)
        assert f"{one.results['alpha']:.3f}" == "0.444"
        assert accord.report(given, page, "alpha", **options).results == one.results
        assert page.read_text(encoding="utf-8").endswith("</html>")
        page.unlink()
    with pytest.raises(accord.UsageError, match="no option 'replicate'; did you mean replicates"):
        accord.findings(rows, replicate=3)  # type: ignore[call-overload]
    with pytest.raises(accord.UsageError, match="alignment= is for spans, and these are labels"):
        accord.findings(rows, alignment=accord.align(data("spans")))
    with pytest.raises(accord.UsageError, match="views= is for labels, and these are spans"):
        accord.report(data("spans"), views="merge a+b")


def test_a_report_of_one_data_set_is_one_object_and_for_now_also_a_list_of_one(tmp_path: Path) -> None:
    one = accord.report(data("labels"), tmp_path / "report.html", "alpha", confidence=None)
    assert type(one).__name__ == "Findings"
    assert one
    with pytest.warns(DeprecationWarning, match=r"found\[0\] is the findings"):
        assert one[0] is one
    with pytest.warns(DeprecationWarning, match="not a list of one"):
        assert len(one) == 1
    with pytest.warns(DeprecationWarning, match="not a list of one"):
        assert list(iter(one)) == [one]
    with pytest.warns(DeprecationWarning, match="not a list of one"), pytest.raises(IndexError):
        one[1]


def test_a_report_of_several_is_a_sequence(tmp_path: Path) -> None:
    both = accord.report([found("labels"), found("answers")], tmp_path / "report.html")
    assert isinstance(both, Reports)
    assert both == [found("labels"), found("answers")]
    assert [one.title for one in both[1:]] == ["Answers"]
    assert repr(both).startswith("Reports(2 data sets)\n  Findings('Labels': 260 items")
    assert both._repr_html_().count("<h3>") == 2
    assert accord.report(both) == both
    saved = accord.read_report(tmp_path / "report.html")
    assert [one.title for one in saved] == ["Labels", "Answers"]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_report_read_back_has_its_values_as_frames(shape: str, tmp_path: Path) -> None:
    accord.report(found(shape), tmp_path / "report.html")
    (saved,) = accord.read_report(tmp_path / "report.html")
    one = found(shape)
    assert saved.results.to_polars().equals(one.results.to_polars())
    assert saved.findings.records() == one.findings.records()
    assert [result.meaning for result in saved.results] == [result.meaning for result in one.results]
    assert saved._repr_html_().startswith("<h3>")
    assert len(repr(saved)) < 150


@pytest.mark.parametrize("shape", SHAPES)
def test_findings_can_be_sent_to_another_process(shape: str) -> None:
    one = found(shape)
    back = pickle.loads(pickle.dumps(one))
    assert back.as_json() == one.as_json()
    assert back.tables.keys() == one.tables.keys()
    assert all(back.tables[name].to_polars().equals(one.tables[name].to_polars()) for name in one.tables)
    assert json.dumps(one.as_json(), allow_nan=False)


def test_the_old_name_of_findings_says_so() -> None:
    with pytest.warns(DeprecationWarning, match=r"span_findings\(\) is called accord.findings\(\) now"):
        one = accord.span_findings(data("spans"), ["f1"], confidence=None)
    assert one.results == accord.findings(data("spans"), ["f1"], confidence=None).results
    named = pytest.warns(DeprecationWarning, match=r"span_findings")
    with named, pytest.warns(DeprecationWarning, match=r"spans= of accord.findings\(\) is called data= now"):
        accord.span_findings(spans=data("spans"), measures=["f1"], confidence=None)  # type: ignore[call-overload]


def test_rows_are_tuples_with_columns() -> None:
    rows = Records([1, 2])
    assert tuple(rows) == (1, 2)
    assert rows.records() == [{"value": 1}, {"value": 2}]
    assert repr(rows) == "Records(2 × int)"
    assert (repr(Records()), Records().to_polars().shape) == ("Records()", (0, 0))


def test_a_table_that_is_not_there_says_which_are() -> None:
    with pytest.raises(KeyError, match="there is no table 'annotator'; there are coefficients, findings, "):
        found("labels").tables["annotator"]


def test_long_tables_show_their_first_rows_in_a_notebook() -> None:
    look = found("labels").items._repr_html_()
    assert look.count("<tr>") == 31
    assert "230 more rows: to_frame() has them all." in look
