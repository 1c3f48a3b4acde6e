"""Values and intervals are the same, bit for bit, in whatever order and under whatever names the data come."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from accord import Answers, Expression, Labels, Relations, Result, Spans
from accord.annotations import canonical
from accord.measures import all_measures
from accord.results import parse_expression
from evaluation.scrambled import (
    AS_IT_IS,
    AnswerCorpus,
    LabelTable,
    RelationCorpus,
    SpanCorpus,
    Telling,
    Unit,
    answer_corpus,
    label_table,
    nested_corpus,
    relation_corpus,
    span_corpus,
    tree_corpus,
)
from many_cases import many_cases
from untyped import accord

Corpus = AnswerCorpus | LabelTable | RelationCorpus | SpanCorpus
Data = Answers | Labels | Relations | Spans
CORPORA: dict[str, Corpus] = {
    "spans": span_corpus(4, documents=9, annotators=3),
    "spans of twins": span_corpus(1, documents=5, annotators=3),
    "spans of two annotators": span_corpus(2, documents=6, annotators=2),
    "spans of one document": span_corpus(12, documents=1, annotators=3),
    "spans that are nested": nested_corpus(7),
    "relations": relation_corpus(1, documents=5),
    "relations of one document": replace(relation_corpus(6, documents=1), units=()),
    "relations of own units": relation_corpus(3, own=True, documents=5),
    "relations that are trees": tree_corpus(4),
    "answers": answer_corpus(5),
    "answers, counted": answer_corpus(6, counted=True),
    "labels of words": label_table(7, "nominal"),
    "labels of two": label_table(8, "nominal", annotators=2, categories=("a", "b")),
    "labels of ranks": label_table(9, "ordinal", missing=0.1),
    "labels of numbers": label_table(10, "interval", missing=0.0),
}
TELLINGS: dict[str, Callable[[Corpus], Data]] = {
    "as it is": lambda corpus: corpus.told(AS_IT_IS),
    "shuffled": lambda corpus: corpus.told(Telling(1, rename=False)),
    "renamed": lambda corpus: corpus.told(Telling(2)),
    "redacted": lambda corpus: accord.redacted(corpus.told(AS_IT_IS)),
}
FEW = {"samples": 4}
MORE: dict[str, tuple[str, ...]] = {
    "spans": (
        "gamma(sampler='statistical', samples=4, precision=None)",
        "gamma_cat(empties='count', samples=4, precision=None)",
        "holistic(method='greedy', random='random2', samples=4)",
        "f1(match='overlap')",
        "f1(match='type', credit=0.5)",
    ),
    "relations": (
        *(f"{name}(chance='degree', samples=4)" for name in ("gbm", "mar_path", "b3", "component_kappa")),
        *(f"{name}(chance='length', samples=4)" for name in ("mar_link", "uas", "lea", "link_kappa")),
        *(f"gbm(units='{units}')" for units in ("joint", "exact", "overlap")),
        "gbm(mean='harmonic', chance='permutation', samples=4)",
        "alpha_ted(exact=False, samples=40)",
    ),
    "answers": ("alpha(similarity='dice')", "pa(empty='leave out')"),
    "labels": (
        *(f"{name}(nothing='a')" for name in ("f_measure", "f_measure_half", "ser")),
        "kappa(weights='linear')",
        "light(weights='quadratic')",
        "finn(model='twoway')",
        "icc(form='1k')",
    ),
}


def _of(shape: str) -> list[str]:
    """Every measure of a shape, its chance sampled where it can be, and some more."""
    found = []
    for (known, name), record in all_measures().items():
        if known == shape:
            about = record.about.get("chance")
            drawn = about is not None and "permutation" in about.choices
            given: dict[str, object] = {"chance": "permutation"} if drawn else {}
            given |= FEW if "samples" in record.parameters else {}
            given |= {"precision": None} if name.startswith("gamma") else {}
            given |= {"category": "x"} if name in ("gamma_k", "ku_alpha") else {}
            given |= {"each": "character"} if "each" in record.parameters else {}  # there are no texts
            given |= {"random": "random1"} if name == "holistic" else {}
            found.append(str(Expression(name, **given)))
    return [*found, *MORE[shape]]


CASES = [
    (name, expression)
    for name in CORPORA
    for expression in _of(name.split()[0].strip(","))
    if "random2" not in expression or name == "spans of two annotators"  # or there are some hundred alignments
]


@cache
def told(name: str, telling: str) -> Data:
    return TELLINGS[telling](CORPORA[name])


@cache
def measured(name: str, expression: str, telling: str, resample: str = "items") -> Result | str:
    try:
        return accord.measure(told(name, telling), expression, replicates=25, resample=resample)  # type: ignore[no-any-return]  # no types here
    except (accord.DataError, accord.UsageError) as refusal:
        return type(refusal).__name__


def bits(result: Result | str) -> object:
    """All numbers of a result, with nan equal to nan."""
    if isinstance(result, str):
        return result
    numbers = {"value": result.value, "low": result.low, "high": result.high, **result.components}
    numbers |= {f"{one.kind} {one.formula}": one.value for one in result.standard_errors}
    return {name: "nan" if math.isnan(number) else number.hex() for name, number in numbers.items()}


@pytest.mark.parametrize("name", CORPORA)
def test_neither_order_nor_names_matter(name: str) -> None:
    with many_cases() as case:
        for expression in [asked for corpus, asked in CASES if corpus == name]:
            with case(expression):
                expected = bits(measured(name, expression, "as it is"))
                for telling in TELLINGS:
                    assert bits(measured(name, expression, telling)) == expected, telling


@pytest.mark.parametrize("telling", list(TELLINGS)[1:])
@pytest.mark.parametrize("resample", ["annotators", "both"])
@pytest.mark.parametrize("expression", ["alpha", "multi_kappa", "fleiss", "light", "annotator_bias"])
def test_neither_does_where_annotators_are_drawn(expression: str, resample: str, telling: str) -> None:
    one = measured("labels of words", expression, "as it is", resample)
    assert bits(measured("labels of words", expression, telling, resample)) == bits(one)
    assert isinstance(one, Result)
    assert one.low < one.high


def test_every_measure_has_an_interval_on_some_of_these_data() -> None:
    """Or the tests above would compare nothing."""
    wide = set()
    for name, expression in CASES:
        result = measured(name, expression, "as it is")
        if isinstance(result, Result) and result.low < result.high:
            wide.add((name.split()[0].strip(","), parse_expression(expression).name))
    assert set(all_measures()) - wide == {("labels", "xrr")}  # which needs names


# ---- who is named apart


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["f1", "precision", "recall"])
def test_a_reference_is_the_same_under_another_name(name: str, seed: int) -> None:
    """Two annotators who can be exchanged are not when one is the reference."""
    rows: list[Unit] = [("d1", "A", 0, 5, "x"), ("d1", "B", 0, 5, "y"), ("d1", "B", 7, 9, "y"), ("d2", "A", 0, 5, "y")]
    rows += [("d2", "A", 7, 9, "y"), ("d2", "B", 0, 5, "x")]
    copies: list[Unit] = [(f"{row[0]} {number}", *row[1:]) for number in range(4) for row in rows]
    more: list[Unit] = [(f"d{number}", who, 3, 4, "x") for number in range(4) for who in "AB"]
    names = tuple(dict.fromkeys(row[0] for row in [*copies, *more]))
    asked = tuple((where, who) for where in names for who in "AB")
    corpus = SpanCorpus(names, ("A", "B"), (*copies, *more), asked, ())
    found = []
    for telling in (AS_IT_IS, Telling(seed + 1)):
        asked_for = Expression(name, reference=telling.name("A"))
        found.append(bits(accord.measure(corpus.told(telling), asked_for, replicates=40)))
    assert found[0] == found[1]


def test_annotators_alike_to_a_hash_are_told_apart_by_what_follows() -> None:
    """Six annotators in two rings of three, or in one of six: everybody does the same with two others."""
    two = {"d1": "ab", "d2": "bc", "d3": "ca", "d4": "de", "d5": "ef", "d6": "fd"}
    chain = [("a", "b"), ("c", "d"), ("e", "f"), ("b", "c"), ("d", "e"), ("f", "a")]
    for rings in (two, {f"d{number}": "".join(pair) for number, pair in enumerate(chain)}):
        units = [(where, who, 0.0, 5.0 + place, "x") for where, pair in rings.items() for place, who in enumerate(pair)]
        asked = [(where, who) for where, pair in rings.items() for who in pair]
        corpus = SpanCorpus(tuple(rings), tuple("abcdef"), tuple(units), tuple(asked), ())
        made = [canonical(corpus.told(telling)) for telling in (AS_IT_IS, *map(Telling, range(1, 8)))]
        for one in made:
            for column in ("assigned", "document", "who", "starts", "ends", "codes"):
                assert np.array_equal(getattr(one, column), getattr(made[0], column))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", ["spans", "relations", "own units", "answers", "counted answers"])
def test_the_canonical_form_of_small_symmetric_data(kind: str, seed: int) -> None:
    """Few annotators and hardly anything to say: many of them, and of the documents, can be exchanged."""
    made: dict[str, Callable[[], AnswerCorpus | RelationCorpus | SpanCorpus]] = {
        "spans": lambda: span_corpus(seed, documents=3, annotators=3),
        "relations": lambda: relation_corpus(seed, documents=3, annotators=2),
        "own units": lambda: relation_corpus(seed, own=True, documents=2, annotators=2),
        "answers": lambda: answer_corpus(seed, items=4, annotators=3),
        "counted answers": lambda: answer_corpus(seed, counted=True, items=4),
    }
    corpus = made[kind]()
    columns = {
        "spans": ("assigned", "lengths", "document", "who", "starts", "ends", "codes"),
        "relations": (
            "assigned",
            "unit_document",
            "owners",
            "document",
            "who",
            "origins",
            "targets",
            "component_units",
        ),
        "answers": ("assigned", "item", "who", "codes", "times"),
    }
    first = canonical(corpus.told(AS_IT_IS))
    for telling in (Telling(1), Telling(2)):
        other = canonical(corpus.told(telling))
        for column in columns[first.kind]:
            assert np.array_equal(getattr(other, column), getattr(first, column), equal_nan=column == "lengths")


# ---- parts, stability


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"method": "sample", "groups": 7},
        {"method": "sample", "groups": 7, "against": "disjoint"},
        {"reference": "mace", "groups": 1},
        {"reference": "dawid_skene", "groups": 2},
        {"resample": "annotators"},
    ],
    ids=str,
)
def test_stability(asked: dict[str, object]) -> None:
    table = label_table(3, "nominal", items=15, annotators=6)
    one, *others = (accord.stability(telling(table), 2, replicates=40, **asked) for telling in TELLINGS.values())
    for other in others:
        expected, numbers = (
            (found.value, found.low, found.high, found.krr, found.simulation_error) for found in (one, other)
        )
        assert np.array_equal(numbers, expected, equal_nan=True)
        assert other.per_category == one.per_category
    renamed = {Telling(2).name(name): change for name, change in zip(one.names, one.per_item, strict=True)}
    told_again = dict(zip(others[1].names, others[1].per_item, strict=True))
    assert all(np.array_equal(told_again[name], change, equal_nan=True) for name, change in renamed.items())


@pytest.mark.parametrize("shape", ["labels of words", "spans", "relations", "answers"])
def test_values_by_annotator(shape: str) -> None:
    from accord.evaluation import Options, by_part, measure_by_annotator

    expression = {"labels of words": "multi_kappa", "spans": "f1", "relations": "gbm", "answers": "pa"}[shape]
    found = []
    for telling in ("as it is", "renamed"):
        data = told(shape, telling)
        if isinstance(data, Labels):
            results = measure_by_annotator(data, expression, replicates=30)
        else:
            results = by_part(data, "annotator", [parse_expression(expression)], Options(confidence=None))
        found.append({result.of: bits(result) for result in results})
    assert found[1] == {Telling(2).name(str(name)): numbers for name, numbers in found[0].items()}
