"""Values for parts of a corpus: each category, each annotator with the others, each document."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from itertools import combinations
from math import fsum

import numpy as np

from accord.annotations import Answers, Labels, Relations, Spans
from accord.evaluation.breakdown import measure_by_annotator, measure_by_category, measure_by_item
from accord.evaluation.evaluating import evaluate, evaluate_documents
from accord.evaluation.options import Options
from accord.measures import find
from accord.results import Diagnostic, Expression, Result, UsageError
from accord.results.option_names import option
from accord.statistics import generator

Corpus = Answers | Relations | Spans
PARTS = ("category", "annotator", "item")
MOST_PEOPLE = 40  # beyond so many annotators, which have 780 pairs, not all pairs are compared


def by_part(data: Labels | Corpus, by: str, expressions: list[Expression], options: Options) -> list[Result]:
    """The measures for each "category", "annotator" or "item" (document)."""
    if isinstance(data, Labels):
        settings = asdict(options)
        parts: dict[str, Callable[[Expression], Iterable[Result]]] = {
            "category": lambda expression: measure_by_category(data, expression, **settings),
            "annotator": lambda expression: measure_by_annotator(data, expression, **settings),
            "item": lambda expression: measure_by_item(data, expression),
        }
    else:
        corpus = data
        parts = {
            "category": lambda expression: _by_category(corpus, expression, options),
            "annotator": lambda expression: _by_annotator(corpus, expression, options),
            "item": lambda expression: _by_document(corpus, expression, options),
        }
        if by == "category" and isinstance(data, Spans):
            expressions = list({_by_one_category(asked) or asked: asked for asked in expressions}.values())
    return [result for expression in expressions for result in parts[by](expression)]


def _by_one_category(expression: Expression) -> Expression | None:
    """The measure that stands for one of spans by category, as γ-k for γ and for γ-cat; None where none does."""
    instead = find("spans", expression.name).by_category
    if instead is None:
        return None
    known = find("spans", instead).parameters
    return Expression(instead, **{name: value for name, value in expression.parameters.items() if name in known})


def _by_category(data: Corpus, expression: Expression, options: Options) -> Iterable[Result]:
    """A measure that stands for it by category, as γ-k for γ; every other is taken on the units of one category."""
    if not isinstance(data, Spans):
        raise UsageError(
            f"values by category are not defined for {data.kind}",
            f"use {option('by', 'annotator')} or {option('by', 'item')}",
        )
    instead = _by_one_category(expression)
    if instead is not None:
        for category in data.categories.texts:
            asked = Expression(instead.name, **{**instead.parameters, "category": category})
            yield replace(evaluate(data, [asked], options)[0], measure=instead.name, of=category)
        return
    for category in data.categories.texts:
        yield replace(evaluate(data.of_category(category), [expression], options)[0], of=category)


def _by_annotator(data: Corpus, expression: Expression, options: Options) -> Iterable[Result]:
    """Each annotator with the others: the mean of the measure over the pairs the annotator is in, without intervals."""
    if data.annotators is None:
        raise UsageError("values by annotator need to know who said what", "give a table with annotators")
    values: dict[tuple[str, str], float] = {}
    bare = replace(options, confidence=None, undefined="nan")
    whole = evaluate(data, [expression], bare)[0]
    diagnostics: tuple[Diagnostic, ...] = ()
    if options.confidence is not None:
        diagnostics = (Diagnostic("ACC117", "values by annotator have no intervals in shapes made of documents"),)
    pairs, possible = _compared(data, options.seed)
    if len(pairs) < possible:
        message = f"{len(pairs):,} of {possible:,} pairs of annotators are compared, drawn so that everybody is in some"
        diagnostics += (Diagnostic("ACC491", message, hint="name fewer annotators to compare all of theirs"),)
    for pair in pairs:
        values[pair] = evaluate(data.of_annotators(pair), [expression], bare)[0].value
    for name in data.annotators:
        mine = [value for pair, value in values.items() if name in pair and not np.isnan(value)]
        value = fsum(mine) / len(mine) if mine else float("nan")  # exact, whatever the order
        yield replace(
            whole,
            value=value,
            undefined=None if mine else f"'{name}' shares nothing with anybody on which it is defined",
            components={"pairs": float(len(mine))},
            standard_errors=(),
            diagnostics=diagnostics,
            of=name,
        )


def _compared(data: Corpus, seed: int) -> tuple[list[tuple[str, str]], int]:
    """The pairs of annotators that are compared, and how many could be: in a crowd, of those who share a document, as
    many as a corpus of 40 annotators has, about as many of everybody."""
    names = data.annotators or ()
    if len(names) <= MOST_PEOPLE:
        pairs = list(combinations(names, 2))
        return pairs, len(pairs)
    order = sorted(range(len(names)), key=names.__getitem__)
    asked = np.ones((1, len(names)), dtype=np.int64)
    if not isinstance(data, Answers):
        asked = data.assigned[:, order].astype(np.int64)
    shared = np.argwhere(np.triu(asked.T @ asked, 1) > 0)
    most = max(MOST_PEOPLE * (MOST_PEOPLE - 1) // 2, len(names))
    shuffled = generator(seed, "pairs of annotators").permutation(shared) if len(shared) > most else shared
    each, times = -(-2 * most // len(names)), np.zeros(len(names), dtype=np.int64)
    taken: list[tuple[str, str]] = []
    for annotator, partner in shuffled.tolist():
        if len(shared) <= most or (len(taken) < most and max(times[annotator], times[partner]) < each):
            times[[annotator, partner]] += 1
            taken.append((names[order[annotator]], names[order[partner]]))
    return taken, len(shared)


def _by_document(data: Corpus, expression: Expression, options: Options) -> Iterable[Result]:
    record = find(data.kind, expression.name)
    if record.within_corpus(record.bind(expression.parameters).parameters):
        yield from evaluate_documents(data, expression, options)
        return
    for place, document in enumerate(data.documents):
        part = data.of_items([place]) if isinstance(data, Answers) else data.of_documents([place])
        yield replace(evaluate(part, [expression], options)[0], of=document)
