"""Precision, recall and F of matched units, against brute force, and against values of nervaluate and seqeval."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.annotations.span_building import spans
from accord.annotations.span_columns import spans_from_columns
from accord.annotations.spans import Spans
from accord.evaluation import evaluate
from accord.measures import BlockKernel, Undefined, find
from accord.measures.spans.kernels.matched_units import CorpusPositions, matched
from accord.measures.spans.kernels.pair_counts import MATCHES, pair_counts
from accord.results import Expression, UsageError

Row = tuple[int, int, str | None]


def kernel(data: Spans, name: str = "f1", **parameters: object) -> BlockKernel:
    made = find("spans", name).prepare(data, **parameters)
    assert isinstance(made, BlockKernel)
    return made


def components(data: Spans, name: str = "f1", **parameters: object) -> dict[str, float]:
    made = kernel(data, name, **parameters)
    return {key: float(numbers[0]) for key, numbers in made(np.ones((1, made.blocks))).items()}


def value(data: Spans, name: str = "f1", **parameters: object) -> float:
    return components(data, name, **parameters)["value"]


def two(first: list[Row], second: list[Row]) -> Spans:
    return spans([("A", *unit) for unit in first] + [("B", *unit) for unit in second], annotators=["A", "B"])


# ---- by hand

REPORT = two(
    [(0, 5, "PER"), (6, 10, "ORG"), (12, 20, "LOC"), (25, 30, "LOC"), (40, 45, "PER")],
    [(0, 5, "PER"), (6, 10, "LOC"), (13, 20, "LOC"), (28, 35, "ORG"), (45, 50, "PER"), (60, 62, "PER")],
)
"""Equal; another category; another start; both; touching only; and one that A has not."""


@pytest.mark.parametrize(
    ("parameters", "matched_credit"),
    [
        ({"match": "exact"}, 1),
        ({"match": "boundary"}, 2),
        ({"match": "type"}, 2),
        ({"match": "overlap"}, 4),
        ({"match": "overlap", "credit": 0.5}, 3),
        ({"match": "type", "credit": 0.5}, 1.5),
    ],
    ids=str,
)
def test_each_kind_counts_what_it_says(parameters: dict[str, object], matched_credit: float) -> None:
    assert value(REPORT, "precision", reference="A", **parameters) == matched_credit / 6
    assert value(REPORT, "recall", reference="A", **parameters) == matched_credit / 5
    found = components(REPORT, "f1", reference="A", **parameters)
    assert found["value"] == 2 * matched_credit / 11
    assert (found["tp"], found["fp"], found["fn"]) == (matched_credit, 6 - matched_credit, 5 - matched_credit)


def test_identical_units_are_counted_as_often_as_they_occur() -> None:
    data = two([(0, 5, "x")] * 3, [(0, 5, "x")] * 2)
    assert value(data) == 4 / 5
    assert value(data, match="overlap") == 4 / 5


def test_units_without_category_match_each_other_only() -> None:
    data = two([(0, 5, None), (8, 9, None)], [(0, 5, None), (8, 9, "x")])
    assert value(data) == 0.5
    assert value(data, match="type") == 0.5
    assert value(data, match="boundary") == 1


@pytest.mark.parametrize(
    ("other", "expected"), [((5, 5), 1.0), ((2, 8), 1.0), ((5, 9), 0.0), ((1, 5), 0.0), ((6, 6), 0.0)], ids=str
)
def test_a_unit_of_no_length_overlaps_what_it_lies_in(other: tuple[int, int], expected: float) -> None:
    assert value(two([(5, 5, "x")], [(*other, "x")]), match="overlap") == expected


def test_the_largest_credit_is_found_where_the_first_fit_is_not_the_best() -> None:
    # taking the first overlapping unit would match 0–10 with 0–6 and leave 6–9 without a partner
    data = two([(0, 10, "x"), (1, 4, "x")], [(0, 6, "x"), (6, 9, "x")])
    assert value(data, match="overlap") == 1


def test_equal_credit_goes_to_the_larger_overlap() -> None:
    data = two([(0, 10, "x")], [(0, 3, "x"), (3, 10, "x")])
    found = matched(data, CorpusPositions(data), np.array([0]), np.array([1, 2]), "overlap")
    assert found.second.tolist() == [2]


# ---- other tools: non-overlapping units, A as the truth; half-open here, inclusive token ends there

NERVALUATE = [
    # nervaluate 1.2.1, Evaluator(…, loader="dict"): F of strict, exact, partial, ent_type
    (
        [(2, 5, "x"), (5, 9, "y"), (12, 14, "z")],
        [(2, 5, "x"), (6, 9, "y"), (12, 14, "x"), (20, 22, "z")],
        (2 / 7, 4 / 7, 5 / 7, 4 / 7),
    ),
    ([(0, 3, "x"), (4, 8, "y")], [(0, 3, "y"), (3, 6, "y")], (0.0, 0.5, 0.75, 0.5)),
    ([(1, 2, "z")], [(1, 2, "z"), (8, 9, "z")], (2 / 3, 2 / 3, 2 / 3, 2 / 3)),
]
SCHEMES: list[dict[str, object]] = [
    {"match": "exact"},
    {"match": "boundary"},
    {"match": "overlap", "credit": 0.5},
    {"match": "type"},
]


@pytest.mark.parametrize(("first", "second", "published"), NERVALUATE)
def test_values_of_nervaluate(first: list[Row], second: list[Row], published: tuple[float, ...]) -> None:
    data = two(first, second)
    assert [value(data, "f1", **scheme) for scheme in SCHEMES] == pytest.approx(published, abs=1e-12)


# ---- oracle: every one-to-one matching

position = st.integers(0, 8)
unit = st.builds(lambda a, b, c: (min(a, b), max(a, b), c), position, position, st.sampled_from(["x", "y", None]))
lane = st.lists(unit, max_size=4)


def worth(one: Row, other: Row, match: str, credit: float) -> float:
    equal = one[:2] == other[:2]
    if match in ("exact", "boundary"):
        return float(equal and (match == "boundary" or one[2] == other[2]))
    if match == "type" and one[2] != other[2]:
        return 0.0
    meets = equal or (one[0] < other[1] and other[0] < one[1])
    if match == "muc":
        return (equal + (one[2] == other[2])) / 2 if meets or equal else 0.0
    return 1.0 if equal else credit if meets else 0.0


def best(first: list[Row], second: list[Row], match: str, credit: float) -> float:
    few, many = sorted((first, second), key=len)
    return max(
        sum(worth(one, other, match, credit) for one, other in zip(few, order, strict=True))
        for order in permutations(many, len(few))
    )


@settings(max_examples=150)
@given(lane, lane, st.sampled_from(MATCHES), st.sampled_from([1.0, 0.5, 0.3, 0.9]))
def test_the_matching_is_the_best_of_all(first: list[Row], second: list[Row], match: str, credit: float) -> None:
    credit = credit if match in ("overlap", "type") else 1.0
    if not first and not second:
        return
    total = components(two(first, second), match=match, credit=credit)["tp"]
    assert total == pytest.approx(best(first, second, match, credit), abs=1e-12)


def test_long_chains_have_as_many_matches_as_a_maximum_matching() -> None:
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    rng = np.random.default_rng(3)
    n = 700
    bounds = [np.sort(rng.choice(9 * n, n + 1, replace=False)).astype(float) for _ in range(2)]
    data = spans_from_columns(
        document=["d"] * (2 * n),
        annotator=["A"] * n + ["B"] * n,
        start=np.concatenate([some[:-1] for some in bounds]),
        end=np.concatenate([some[1:] for some in bounds]),
        category=["x"] * (2 * n),
    )
    a, b = bounds
    meets = (a[:-1, None] < b[None, 1:]) & (b[None, :-1] < a[1:, None])
    partners = maximum_bipartite_matching(csr_array(meets), perm_type="column")
    assert components(data, match="overlap")["tp"] == (partners >= 0).sum()


# ---- several annotators and documents

corpus = st.lists(st.tuples(lane, lane, lane), min_size=1, max_size=3)


def three(documents: list[tuple[list[Row], ...]], names: tuple[str, ...] = ("A", "B", "C")) -> Spans:
    rows = {
        f"d{number}": [(name, *one) for name, several in zip(names, lanes, strict=True) for one in several]
        for number, lanes in enumerate(documents)
    }
    return spans(rows, annotators=["A", "B", "C"])


@settings(max_examples=60)
@given(corpus, st.sampled_from(MATCHES))
def test_several_annotators_are_the_mean_of_their_pairs(documents: list[tuple[list[Row], ...]], match: str) -> None:
    data = three(documents)
    expected = []
    for one, other in ((0, 1), (0, 2), (1, 2)):
        units = sum(len(lanes[one]) + len(lanes[other]) for lanes in documents)
        if units:
            total = sum(best(lanes[one], lanes[other], match, 1.0) for lanes in documents)
            expected.append(2 * total / units)
    if not expected:
        with pytest.raises(Undefined, match="nobody marked a unit"):
            kernel(data, match=match)
        return
    assert value(data, match=match) == pytest.approx(np.mean(expected), abs=1e-12)


@settings(max_examples=40)
@given(corpus, st.sampled_from(MATCHES), st.permutations(["A", "B", "C"]))
def test_who_is_called_what_does_not_change_f(
    documents: list[tuple[list[Row], ...]], match: str, names: list[str]
) -> None:
    if not any(map(any, documents)):
        return
    assert value(three(documents, tuple(names)), match=match) == pytest.approx(value(three(documents), match=match))


@settings(max_examples=40)
@given(corpus, st.sampled_from(MATCHES))
def test_identical_annotations_are_one_and_weights_of_two_change_nothing(
    documents: list[tuple[list[Row], ...]], match: str
) -> None:
    if not any(lanes[0] for lanes in documents):
        return
    same = three([(lanes[0], lanes[0], lanes[0]) for lanes in documents])
    assert value(same, match=match) == 1
    made = kernel(three(documents), match=match)
    once, twice = np.ones((1, made.blocks)), np.full((1, made.blocks), 2.0)
    assert made(twice)["value"] == pytest.approx(made(once)["value"], nan_ok=True)


def test_a_reference_is_compared_with_everybody_else() -> None:
    data = three([([(0, 1, "x"), (2, 3, "x")], [(0, 1, "x")], [(0, 1, "x"), (5, 6, "x"), (7, 8, "x"), (8, 9, "x")])])
    assert value(data, "recall", reference="A") == pytest.approx((1 / 2 + 1 / 2) / 2)
    assert value(data, "precision", reference="A") == pytest.approx((1 + 1 / 4) / 2)
    assert value(data, "recall", reference="C") == pytest.approx((1 / 4 + 1 / 4) / 2)
    assert value(data, "recall", reference="B") == 1
    assert components(data, reference="A")["pairs"] == 2


def test_only_documents_that_both_were_asked_about_count() -> None:
    data = spans_from_columns(
        document=["d1", "d1", "d2", "d3"],
        annotator=["A", "B", "A", "B"],
        start=np.zeros(4),
        end=np.ones(4),
        category=["x"] * 4,
        documents=["d1", "d2", "d3"],
        assigned=[("d1", "A"), ("d1", "B"), ("d2", "A"), ("d3", "B"), ("d3", "A")],
    )
    # d2 was not given to B; in d3 A was asked and found nothing
    assert components(data, reference="A") == {"value": 2 / 3, "tp": 1, "fp": 1, "fn": 0, "pairs": 1}
    assert components(data) == {"value": 2 / 3, "tp": 1, "fp": 0.5, "fn": 0.5, "pairs": 1}


def test_an_annotator_without_units_is_defined() -> None:
    data = spans([("A", 0, 5, "x"), ("B", 0, 5, "x")], annotators=["A", "B", "C", "D"])
    assert components(data)["pairs"] == 5  # C and D together found nothing: left out
    assert value(data) == pytest.approx(1 / 5)
    assert math.isnan(value(data.of_annotators(["C", "A"]), "recall", reference="C"))
    assert value(data.of_annotators(["C", "A"]), "recall") == 0


def test_without_a_reference_precision_and_recall_are_means_of_both_directions() -> None:
    data = three([([(0, 1, "x"), (2, 3, "x")], [(0, 1, "x")], [(0, 1, "x"), (5, 6, "x"), (7, 8, "x"), (8, 9, "x")])])
    for name in ("precision", "recall"):
        found = accord.measure(data, name)
        assert found.value == pytest.approx(np.mean([1 / 2, 1, 1 / 2, 1 / 4, 1, 1 / 4]))
        assert found.components["pairs"] == 3
        assert [one.code for one in found.diagnostics if one.code == "ACC310"] == ["ACC310"]
        assert "ACC310" not in [one.code for one in accord.measure(data, f"{name}(reference='A')").diagnostics]


def test_what_cannot_be_compared_says_why() -> None:
    apart = spans_from_columns(
        document=["d1", "d2"],
        annotator=["A", "B"],
        start=np.zeros(2),
        end=np.ones(2),
        category=["x", "x"],
        assigned=[],
    )
    cases = [
        (spans([("A", 0, 5, "x")]), "one annotator"),
        (apart, "same document"),
        (spans([], annotators=["A", "B"]), "nobody marked a unit"),
    ]
    for data, reason in cases:
        with pytest.raises(Undefined, match=reason):
            kernel(data)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"match": "semeval"}, "match='semeval' is not known"),
        ({"credit": 0}, "is not a share"),
        ({"credit": 1.5, "match": "overlap"}, "is not a share"),
        ({"credit": True, "match": "overlap"}, "is not a share"),
        ({"credit": 0.5}, "asks for equal bounds"),
        ({"reference": "Z"}, "there is no annotator 'Z'"),
    ],
    ids=str,
)
def test_wrong_parameters_are_refused(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        kernel(REPORT, "f1", **parameters)


# ---- intervals

UNITS = [(10 * k, 10 * k + 4, "xy"[k % 2]) for k in range(40)]


def test_documents_are_drawn_where_there_are_several() -> None:
    rows = {f"d{k}": [("A", *one), ("B", one[0] + (k % 3 == 0), *one[1:])] for k, one in enumerate(UNITS)}
    found = evaluate(spans(rows), [Expression("f1"), Expression("f1", match="overlap")])
    assert found[0].value == pytest.approx(26 / 40)
    assert found[0].low < found[0].value < found[0].high
    assert found[0].high - found[0].low == pytest.approx(2 * 1.96 * math.sqrt(0.65 * 0.35 / 40), rel=0.25)
    assert found[1].value == 1


def test_matched_groups_of_units_are_drawn_in_one_document() -> None:
    rows = [("A", *one) for one in UNITS] + [("B", *one) for one in UNITS[:30]] + [("C", *one) for one in UNITS[5:]]
    data = spans(rows)
    made = kernel(data)
    assert (made.blocks, made.drawn) == (40, "units")
    pair = pair_counts(data, "exact", 1.0)
    credit, first, second = (table.toarray() for table in (pair.credit, pair.first, pair.second))
    assert credit.max() == first.max() == second.max() == 1
    assert credit.sum(axis=1).tolist() == [30, 35, 25]
    result = evaluate(data, [Expression("f1")])[0]
    assert result.low < result.value < result.high


def test_the_table_of_pairs_says_who_agrees_with_whom() -> None:
    data = three([([(0, 1, "x")], [(0, 1, "x")], [(5, 6, "x")])])
    table = kernel(data).tables["pairs"]
    assert isinstance(table, list)
    assert [(row["annotators"], row["f1"]) for row in table] == [(("A", "B"), 1), (("A", "C"), 0), (("B", "C"), 0)]
