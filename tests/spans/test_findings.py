"""Findings about spans: what was planted is found, and nothing rings where there is nothing."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from accord.annotations.categories import Categories
from accord.annotations.span_building import spans
from accord.annotations.span_columns import spans_from_columns
from accord.annotations.spans import Spans
from accord.diagnosis.finding import Finding
from accord.diagnosis.spans.span_annotator_findings import annotator_findings
from accord.diagnosis.spans.span_category_findings import category_findings
from accord.diagnosis.spans.span_disagreement import span_disagreement
from accord.diagnosis.spans.span_findings import SpanFindings, span_findings
from accord.statistics.p_values import binomial_tail, more_often, more_one_way
from accord.statistics.proportions import at_least, clustering, deflated
from spans.noisy_annotators import Habits, noisy_spans

USUAL = Habits()


def found_in(data: Spans) -> list[Finding]:
    found = span_disagreement(data)
    return [*annotator_findings(found), *category_findings(found)]


def planted(seed: int, *people: Habits, **size: int) -> dict[str, Finding]:
    findings = found_in(noisy_spans(np.random.default_rng(seed), list(people), **size))
    return {finding.kind: finding for finding in findings}


# ---- what was planted

PLANTED = [
    ("misses units", "annotator", "C", [USUAL, USUAL, replace(USUAL, miss=0.35)]),
    ("finds fewer units", "annotator", "B", [USUAL, replace(USUAL, miss=0.35)]),
    ("lonely units", "annotator", "A", [replace(USUAL, extra=0.3), USUAL, USUAL]),
    ("shifted bounds", "annotator", "B", [USUAL, replace(USUAL, early=0.4), USUAL]),
    ("shifted bounds", "annotator", "A", [USUAL, replace(USUAL, early=0.4)]),
    ("splits units", "annotator", "C", [USUAL, USUAL, replace(USUAL, cut=0.3)]),
    ("splits units", "annotator", "B", [USUAL, replace(USUAL, cut=0.3)]),
    ("joins units", "annotator", "A", [replace(USUAL, cut=0.0), replace(USUAL, cut=1.0), replace(USUAL, cut=1.0)]),
    ("skipped documents", "annotator", "B", [USUAL, replace(USUAL, skips=(3, 7)), USUAL]),
    ("empty annotator", "annotator", "C", [USUAL, USUAL, replace(USUAL, miss=1.0, extra=0.0)]),
    ("drifting bounds", "category", "y", [replace(USUAL, loose="y")] * 3),
    ("exchanged categories", "first", "x", [USUAL, replace(USUAL, x_for_y=0.6), USUAL]),
]


@pytest.mark.parametrize(
    ("kind", "about", "name", "people"), PLANTED, ids=lambda one: one if isinstance(one, str) else ""
)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_was_planted_is_found(kind: str, about: str, name: str, people: list[Habits], seed: int) -> None:
    findings = planted(seed, *people)
    assert kind in findings
    assert findings[kind].numbers[about] == name
    assert set(findings) == {kind}
    finding = findings[kind]
    assert f"'{name}'" in finding.title
    assert 0 < finding.matters <= 1
    assert finding.action
    json.dumps(finding.as_json(), allow_nan=False)


def test_the_side_of_an_exchange_is_told() -> None:
    finding = planted(1, USUAL, replace(USUAL, x_for_y=0.6), USUAL)["exchanged categories"]
    assert "'B' says 'x' in" in finding.explanation


def test_a_skipped_document_does_not_make_an_annotator_miss_units() -> None:
    findings = planted(4, USUAL, replace(USUAL, skips=(0, 1, 2, 3)), USUAL)
    assert findings["skipped documents"].numbers["documents"] == ["d0", "d1", "d2", "d3"]
    assert "misses units" not in findings


def test_an_elusive_category_is_found() -> None:
    rng = np.random.default_rng(2)
    data = noisy_spans(rng, [USUAL] * 3)
    gone = (data.codes == data.categories.code("z")) & (data.who == data.document % 3) & (rng.random(len(data)) < 0.7)
    findings = {finding.kind: finding for finding in found_in(data.keeping(~gone))}
    assert findings["elusive category"].numbers["category"] == "z"
    assert "misses units" not in findings


def test_units_that_are_cut_have_no_drifting_bounds() -> None:
    rows = []
    for place in range(60):
        start, category = 30 * place, "xyyy"[place % 4]
        rows += [("A", start, start + 20, category), ("B", start, start + 20, category)]
        pieces = [(start, start + 10), (start + 10, start + 20)] if category == "x" else [(start, start + 20)]
        rows += [("C", *piece, category) for piece in pieces]
    assert [finding.kind for finding in found_in(spans(rows))] == ["splits units"]


# ---- nothing to find


@pytest.mark.parametrize(("people", "documents", "units"), [(2, 8, 15), (3, 8, 15), (4, 1, 30)])
def test_nothing_rings_where_there_is_nothing(people: int, documents: int, units: int) -> None:
    rings = 0
    for seed in range(40):
        rng = np.random.default_rng([seed, people])
        rings += bool(found_in(noisy_spans(rng, [USUAL] * people, documents, units)))
    assert rings <= 5  # fewer than 1 of 20 is promised; six of 40 would have p = .003


@pytest.mark.deep
def test_false_alarms_stay_below_one_of_twenty() -> None:
    rings = 0
    for seed in range(1000):
        rng = np.random.default_rng([seed, 77])
        rings += bool(found_in(noisy_spans(rng, [USUAL] * (2 + seed % 3), 10, 20)))
    assert rings < 50


def test_identical_and_degenerate_data_give_no_findings() -> None:
    same = spans([(name, 10 * k, 10 * k + 5, "xy"[k % 2]) for name in "ABC" for k in range(20)])
    assert found_in(same) == []
    assert found_in(spans([("A", 0, 5)], annotators=["A", "B"]))[0].kind == "empty annotator"
    assert found_in(spans([], annotators=["A", "B"])) == []


# ---- the tests themselves, against scipy.stats


@pytest.mark.parametrize(
    ("a", "n", "b", "m"), [(3, 4, 1, 4), (12, 40, 30, 300), (0, 5, 3, 9), (5, 5, 0, 7), (2, 9, 9, 9)]
)
def test_fisher(a: int, n: int, b: int, m: int) -> None:
    expected = stats.fisher_exact([[a, n - a], [b, m - b]], alternative="greater").pvalue
    assert more_often(a, n, b, m) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("k", "n", "p"), [(0, 5, 0.5), (3, 10, 0.2), (10, 10, 0.5), (7, 9, 0.9)])
def test_binomial(k: int, n: int, p: float) -> None:
    assert binomial_tail(k, n, p) == pytest.approx(stats.binomtest(k, n, p, alternative="greater").pvalue, rel=1e-9)
    assert more_one_way(k, n - k) == pytest.approx(stats.binomtest(k, n, 0.5).pvalue, rel=1e-9)
    interval = stats.binomtest(k, n, alternative="greater").proportion_ci(0.99)
    assert at_least(k, n, 0.99) == pytest.approx(interval.low, rel=1e-9)


def test_tests_without_cases_say_nothing() -> None:
    assert more_often(0, 0, 3, 9) == more_often(3, 9, 0, 0) == more_often(0, 4, 0, 4) == 1
    assert more_one_way(0, 0) == 1
    assert at_least(0, 10) == 0
    assert binomial_tail(3, 2, 0.5) == 0


def test_clustering_is_the_surplus_of_spread() -> None:
    rng = np.random.default_rng(0)
    of = np.full((400, 2), 30)
    independent = rng.binomial(of, 0.2)
    assert clustering(independent, of) == pytest.approx(1, abs=0.15)
    together = 3 * rng.binomial(10, 0.2, (400, 2))  # always three at a time
    assert clustering(together, of) == pytest.approx(3, rel=0.15)
    assert clustering(together[:1], of[:1]) == 1  # one document says nothing about it
    assert deflated(np.array([30, 4]), 3.0).tolist() == [10, 1]


def test_one_bad_document_is_no_habit() -> None:
    """All that C misses stands in two documents of twelve: not what C does, but what happened there."""
    rows = [
        (f"d{document}", name, 20.0 * place)
        for document in range(12)
        for place in range(10)
        for name in "ABC"
        if not (name == "C" and document < 2 and place < 9)
    ]
    data = spans_from_columns(
        document=[row[0] for row in rows],
        annotator=[row[1] for row in rows],
        start=np.array([row[2] for row in rows]),
        end=np.array([row[2] + 9 for row in rows]),
        category=["x"] * len(rows),
    )
    assert found_in(data) == []
    assert span_disagreement(data).annotators[2].missed == 18


# ---- the whole report


def report(data: Spans, **options: object) -> SpanFindings:
    return span_findings(data, ["f1", "f1(match='overlap')"], replicates=200, **options)  # type: ignore[arg-type]


def test_the_report_holds_together() -> None:
    data = noisy_spans(np.random.default_rng(3), [USUAL, USUAL, replace(USUAL, miss=0.4)])
    found = report(data, title="Entities")
    assert found.title == "Entities"
    assert found.data.as_json()["units"] == len(data)
    assert (found.data.documents, found.data.nothing) == (10, 0)
    assert found.findings[0].kind == "misses units"
    assert list(found.findings) == sorted(found.findings, key=lambda one: -one.matters)
    assert found.verdict[0].startswith("F1 of exact matches is 0.")
    assert found.verdict[1].startswith("The disagreement is ")
    assert found.verdict[2].endswith(found.findings[0].title)
    assert [result.of for result in found.by_category] == ["x", "y", "z"]
    assert [one.annotator for one in found.annotators] == ["A", "B", "C"]
    assert found.annotators[2].f1 == min(one.f1 for one in found.annotators)
    pairs = [value for one in found.annotators for value in [one.f1]]
    assert np.mean(pairs) == pytest.approx(found.results[0].value)
    assert found.disagreement is not None
    assert sum(one.counts.share for one in found.annotators) == pytest.approx(1)
    assert found.alignment is not None
    assert found.alignment.spans is data
    json.dumps(found.as_json(), allow_nan=False)
    assert "<h3>Entities</h3>" in found._repr_html_()


def test_the_report_shows_the_default_measures() -> None:
    data = noisy_spans(np.random.default_rng(3), [USUAL] * 2, documents=6, units=6)
    found = span_findings(data, confidence=None)
    names = [result.measure for result in found.results]
    assert "f1" in names
    assert "f1(match='type')" in names
    assert "gamma" in names
    assert found.verdict[0].startswith("γ is 0.")
    assert "lower than chance" in found.verdict[0]


@pytest.mark.parametrize(
    "data",
    [
        spans([("A", 0, 5, "x")]),
        spans([], annotators=["A", "B"]),
        spans_from_columns(
            document=["d", "e"],
            annotator=["A", "B"],
            start=np.zeros(2),
            end=np.ones(2),
            category=["x", "x"],
            assigned=[],
        ),
    ],
    ids=["one annotator", "no unit", "no shared document"],
)
def test_nothing_to_compare_is_said_and_not_a_crash(data: Spans) -> None:
    found = report(data)
    assert found.disagreement is None
    assert "has no value" in found.verdict[0]
    assert any(one.code == "ACC156" for one in found.diagnostics)
    json.dumps(found.as_json(), allow_nan=False)


def test_an_annotator_without_units_is_reported_first() -> None:
    data = spans([("A", 0, 5, "x"), ("B", 0, 5, "x")], annotators=["A", "B", "C"])
    found = report(data)
    assert found.findings[0].kind == "empty annotator"
    assert found.annotators[2].f1 == 0


def test_single_documents_wide_intervals_and_open_units_are_told() -> None:
    rows = [
        (f"d{place}", name, 0.0 if name == "A" else float(place % 2), 9.0)
        for place in range(12)
        for name in (("A", "B") if place < 9 else ("A",))
    ]
    data = spans_from_columns(
        document=[row[0] for row in rows],
        annotator=[row[1] for row in rows],
        start=np.array([row[2] for row in rows]),
        end=np.array([row[3] for row in rows]),
        category=["x"] * len(rows),
        assigned=[],
    )
    kinds = {finding.kind: finding for finding in report(data).findings}
    assert kinds["single annotator"].numbers["single"] == 3
    assert kinds["units to discuss"].numbers["to_discuss"] == 4
    assert kinds["wide interval"].numbers["documents"] == 12


def test_units_without_categories_have_a_report() -> None:
    data = noisy_spans(np.random.default_rng(3), [USUAL] * 3, documents=6)
    data = replace(data, codes=np.full(len(data), -1, dtype=np.int32), categories=Categories.recorded([]))
    found = report(data)
    assert found.by_category == ()
    assert found.data.categories == ()
    assert found.disagreement is not None
    assert [one.category for one in found.disagreement.categories] == ["(none)"]
    assert found.disagreement.parts["categorical"] == 0
    json.dumps(found.as_json(), allow_nan=False)


def test_identical_annotations_say_so() -> None:
    found = report(spans([(name, 10 * k, 10 * k + 5, "x") for name in "AB" for k in range(9)]))
    assert found.verdict[1] == "Annotators agree on every unit."
    assert found.findings == ()


def test_a_reference_and_an_alignment_may_be_given() -> None:
    from accord.alignment import align

    data = noisy_spans(np.random.default_rng(3), [USUAL] * 3, documents=3)
    alignment = align(data, alpha=3)
    found = report(data, reference="B", alignment=alignment)
    assert found.disagreement is not None
    assert found.disagreement.reference == "B"
    assert found.disagreement.annotators[1].missed == 0
    assert found.disagreement.total == pytest.approx(sum(one.disorder for one in alignment.unitary))
