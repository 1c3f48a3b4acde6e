"""Findings on Fort et al.'s (2012) gene renaming data and on small made-up sets."""

from __future__ import annotations

import json

import numpy as np
import pytest

import accord
from accord.diagnosis import findings
from accord.diagnosis.labels.similarity import category_similarity
from accord.evaluation.cross_table import cross_table
from accord.renderings.people import annotators_table
from accord.report_page import page
from accord.report_page.example import gene_renaming


def test_similarity_of_paper_002_tables_7_and_8() -> None:
    """Fort et al. 2012, tables 7 and 8 (printed values are truncated there)."""
    found = category_similarity(gene_renaming())
    expected = [[0.735751, 0.108808, 0.155440], [0.115385, 0.758242, 0.126374], [0.000795, 0.000609, 0.998595]]
    np.testing.assert_allclose(found.probability, expected, atol=1e-6)
    pairs = {frozenset(pair[:2]): pair[2] for pair in found.pairs()}
    assert pairs[frozenset({"Former", "New"})] == pytest.approx(0.112096, abs=1e-6)
    assert pairs[frozenset({"Former", "Nothing"})] == pytest.approx(0.078118, abs=1e-6)
    assert pairs[frozenset({"New", "Nothing"})] == pytest.approx(0.063492, abs=1e-6)
    assert found.pairs()[0][:2] == ("Former", "New")


def test_contingency_table_has_the_first_annotator_in_rows() -> None:
    table = cross_table(gene_renaming())
    assert (table.kind, table.row, table.column) == ("contingency", "A1", "A2")
    assert table.values.tolist() == [[71, 8, 7], [13, 69, 8], [23, 15, 18840]]


def test_coincidences_of_krippendorff_2011() -> None:
    """Krippendorff 2011, section C: the coincidence matrix of the 4 × 12 example."""
    rows: list[list[int | None]] = [
        [1, 1, None, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4], [4, 4, 4, 4],
        [1, 1, 2, 1], [2, 2, 2, 2], [None, 5, 5, 5], [None, None, 1, 1], [None, 3, None, None],
    ]  # fmt: skip
    table = cross_table(accord.labels(rows))
    expected = [
        [7, 4 / 3, 1 / 3, 1 / 3, 0],
        [4 / 3, 10, 4 / 3, 1 / 3, 0],
        [1 / 3, 4 / 3, 8, 1 / 3, 0],
        [1 / 3, 1 / 3, 1 / 3, 4, 0],
        [0, 0, 0, 0, 3],
    ]
    np.testing.assert_allclose(table.values, np.array(expected, dtype=np.float64))
    assert table.left_out == 1


def test_the_verdict_tells_of_prevalence_and_of_the_confused_pair() -> None:
    found = findings(gene_renaming(), replicates=200)
    assert len(found.verdict) == 3
    assert "99.6%" in found.verdict[2]
    assert "'Nothing'" in found.verdict[2]
    assert "'Nothing' makes up 99.0% of all labels" in found.why
    assert any("'Former' and 'New'" in one.title for one in found.findings)
    assert json.loads(json.dumps(found.as_json(), allow_nan=False))["schema"] == 1


@pytest.mark.parametrize(
    "rows",
    [
        [["yes", "yes"], ["yes", "yes"]],
        [["yes", None], [None, "no"]],
        [[None, None]],
        [["yes"]],
        [[{"a"}, {"a", "b"}], [set(), {"b"}]],
        [[1.5, 2.5], [3.0, 3.5]],
    ],
    ids=["all equal", "no pair", "nothing at all", "one annotator", "sets", "numbers"],
)
def test_degenerate_data_still_have_findings(rows: list[list[object]]) -> None:
    found = findings(accord.labels(rows), replicates=20)
    assert found.verdict
    json.dumps(found.as_json(), allow_nan=False)
    assert accord.report(found) is found
    for result in found.results:
        assert result.defined or result.undefined
    assert page([found]).endswith("</html>")


def test_numbers_are_not_voted_on() -> None:
    rows = [[1.5, 2.0, 9.0], [3.0, 3.5, 1.0], [5.0, 5.5, 5.0], [7.5, 7.0, 2.0]]
    numeric = findings(accord.labels(rows, level="interval"), replicates=50)
    assert "near-ties" not in {finding.kind for finding in numeric.findings}
    table = annotators_table(numeric)
    assert table is not None
    assert "with the vote" not in table.header
    assert table.rows[0][0] == "A3"  # who disagrees with the other two
    words = findings(accord.labels([["a", "b", "a"], ["b", "a", "b"], ["a", "a", "a"]]), replicates=50)
    told = annotators_table(words)
    assert told is not None
    assert "with the vote" in told.header


def test_the_confused_pair_is_told_in_both_directions() -> None:
    """Beside the ten 'a' stand eight 'a' and two 'b'; beside the four 'b', two 'a' and two 'b'."""
    rows = [["a", "a"]] * 4 + [["a", "b"], ["b", "a"], ["b", "b"], ["c", "c"]]
    [title] = [
        one.title for one in findings(accord.labels(rows), replicates=20).findings if one.kind.startswith("conf")
    ]
    assert (
        "where one annotator says 'a', another says 'b' in 20.0% of the cases, and the other way round in 50.0%"
        in title
    )


@pytest.mark.parametrize(
    ("rows", "confidence", "said"),
    [
        ([["a", "a"], ["b", "b"]] * 5, 0.95, "asks of data one relies on, but its interval reaches below"),
        (
            [["a", "a"], ["b", "b"]] * 5,
            None,
            "1.000: above .800, which Krippendorff (2004) requires of reliable data.",
        ),
        ([["a", "a"], ["b", "b"], ["a", "b"]] * 3, 0.95, "the interval straddles .667"),
    ],
)
def test_the_verdict_says_no_more_than_the_interval(
    rows: list[list[object]], confidence: float | None, said: str
) -> None:
    assert said in findings(accord.labels(rows), replicates=200, confidence=confidence).verdict[0]
