"""Agreement token by token: what papers on named entities report beside F of units.

Every token (character, sentence) is an item that each annotator labels: with the category of the unit it lies in, or
with nothing. Units of many tokens weigh more than short ones, and where two units touch does not matter.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from accord.annotations.spans import Spans
from accord.annotations.sparse import table_of_cells
from accord.measures.record import BlockKernel, Components, Parameter, Undefined, in_portions, measure
from accord.measures.spans.kernels.marked_items import EACH, MarkedItems, marked_items
from accord.measures.spans.kernels.paired_units import place_of_reference
from accord.results.arrays import Floats, Ints
from accord.statistics.division import divided, mean_of_defined

ASSUMES = (
    "An item has one label for each annotator: of several units the category that covers most of it. Tokens are "
    "separated by white space. Neighbours are not independent, so that intervals resample documents."
)
MISSING = (
    "Each pair of annotators is compared on the documents that both were asked about; an annotator without units there "
    "marked nothing."
)
ITEM = Parameter(
    "What is labelled: tokens or sentences of the texts, or characters, which are positions and need no texts.", EACH
)
REFERENCE = Parameter("The annotator whom the others are compared with; None: everybody with everybody.")
NOTHING_BY_CHANCE = "everybody says the same about everything, and chance explains all of it"

token_measure = partial(measure, "spans", family="tokens", by_document=True, assumes=ASSUMES)
token_ratio = partial(
    token_measure, missing=MISSING, references=("hripcsak2005",), about={"each": ITEM, "reference": REFERENCE}
)


@token_measure(
    title="κ of tokens: Cohen's κ of categories and nothing, token by token",
    formula="mean over pairs of (P_o − P_e) / (1 − P_e); nothing is a category",
    missing=MISSING,
    references=("cohen1960", "hripcsak2005"),
    symbol="κ of tokens",
    corrected=True,
    about={"each": ITEM},
    side_by_side={"segmentation": 9, "apart": 8, "overlapping": 6},
)
def token_kappa(spans: Spans, *, each: str = "token") -> BlockKernel:
    data = marked_items(spans, each)
    pairs = _pairs(data, None)

    def totals(weights: Floats) -> Components:
        parts = [_kappa(pair, weights) for pair in pairs]
        value, observed, expected = (mean_of_defined(np.array(some)) for some in zip(*parts, strict=True))
        return {"value": value, "observed": observed, "expected": expected}

    width = 2 * data.categories
    return BlockKernel(in_portions(totals, width), data.blocks, data.drawn, (), data.diagnostics, {}, NOTHING_BY_CHANCE)


@token_measure(
    title="α of tokens: Krippendorff's nominal α of categories and nothing, token by token",
    formula="1 − D_o / D_e over all tokens and annotators; nothing is a category",
    missing="Documents that fewer than two annotators were asked about are left out; who was asked and has no unit "
    "there marked nothing.",
    references=("krippendorff2019",),
    symbol="α of tokens",
    corrected=True,
    about={"each": ITEM},
)
def token_alpha(spans: Spans, *, each: str = "token") -> BlockKernel:
    data = marked_items(spans, each)
    people = data.asked.sum(axis=1).astype(np.float64)
    counted = people >= 2
    share = np.where(counted, divided(1.0, people - 1, 0.0), 0.0)
    whole = np.where(counted, people * data.whole, 0.0)
    mine = counted[data.block]
    marked = table_of_cells(data.size[mine], data.block[mine], data.code[mine], (data.blocks, data.categories))
    left, right = data.together
    alike = data.code[left] == data.code[right]
    # of m annotators v have marked an item, and (m − v)(m − v − 1) = m (m − 1) − 2 (m − 1) v + v (v − 1)
    by_block = partial(np.bincount, minlength=data.blocks)
    agreed = whole - 2 * np.where(counted, by_block(data.block, data.size), 0.0)
    agreed += 2 * share * by_block(data.block[left], data.size[left] * (1.0 + alike))

    def totals(weights: Floats) -> Components:
        number, used = weights @ whole, (marked.T @ weights.T).T
        nothing = number - used.sum(axis=1)
        observed = divided(number - weights @ agreed, number)
        expected = divided(number**2 - (used**2).sum(axis=1) - nothing**2, number * (number - 1))
        expected = np.where(expected > 1e-12, expected, 0.0)
        return {"value": 1 - divided(observed, expected), "observed": observed, "expected": expected}

    return BlockKernel(
        in_portions(totals, data.categories), data.blocks, data.drawn, (), data.diagnostics, {}, NOTHING_BY_CHANCE
    )


@token_ratio(
    title="F1 of tokens: the harmonic mean of precision and recall, token by token",
    formula="mean over pairs (a, b) of 2·same_ab / (marked_a + marked_b)",
    symbol="F1 of tokens",
    side_by_side={"apart": 9, "overlapping": 7},
)
def token_f1(spans: Spans, *, each: str = "token", reference: object = None) -> BlockKernel:
    return _ratio(spans, each, reference, "f1")


@token_ratio(
    title="Precision of tokens: the share of an annotator's marked tokens that the reference has in that category",
    formula="mean over annotators b of same_ab / marked_b; a is the reference, or everybody else in turn",
    symbol="P of tokens",
)
def token_precision(spans: Spans, *, each: str = "token", reference: object = None) -> BlockKernel:
    return _ratio(spans, each, reference, "precision")


@token_ratio(
    title="Recall of tokens: the share of the reference's marked tokens that an annotator has in that category",
    formula="mean over annotators b of same_ab / marked_a; a is the reference, or everybody else in turn",
    symbol="R of tokens",
)
def token_recall(spans: Spans, *, each: str = "token", reference: object = None) -> BlockKernel:
    return _ratio(spans, each, reference, "recall")


class _Pair(NamedTuple):
    """Two annotators, over the blocks that both were asked about."""

    blocks: Ints
    whole: Floats
    """(blocks,) as are the next four: what all items count."""
    first: Floats
    """What the first marked."""
    second: Floats
    both: Floats
    """What both marked, and `same` what both marked as the same."""
    same: Floats
    first_by_category: Any
    """(blocks, categories), a sparse array."""
    second_by_category: Any


def _pairs(data: MarkedItems, reference: int | None) -> list[_Pair]:
    """The pairs in the order of the annotators, or the reference with everybody else."""
    people = range(data.asked.shape[1])
    own = [data.who == person for person in people]
    shape = (data.blocks, data.categories)
    marks = [table_of_cells(data.size[mine], data.block[mine], data.code[mine], shape) for mine in own]
    left, right = data.together
    place = data.who[left] * len(people) + data.who[right]
    order = np.argsort(place, kind="stable")
    left, right, place = left[order], right[order], place[order]
    made = []
    asked = combinations(people, 2) if reference is None else ((reference, who) for who in people if who != reference)
    for first, second in asked:
        blocks = np.flatnonzero(data.asked[:, first] & data.asked[:, second])
        if not len(blocks):
            continue
        here = slice(*np.searchsorted(place, np.array([0, 1]) + min(first, second) * len(people) + max(first, second)))
        size = data.size[left[here]]
        alike = data.code[left[here]] == data.code[right[here]]
        both, same = (
            np.bincount(data.block[left[here]], size * counted, minlength=data.blocks)[blocks].astype(np.float64)
            for counted in (np.ones(len(size)), alike)
        )
        tables = [marks[who][blocks] for who in (first, second)]
        sums = [np.asarray(table.sum(axis=1)).ravel() for table in tables]
        made.append(_Pair(blocks, data.whole[blocks], sums[0], sums[1], both, same, *tables))
    if not made:
        raise Undefined("no two annotators were asked about the same document")
    return made


def _kappa(pair: _Pair, weights: Floats) -> tuple[Floats, Floats, Floats]:
    """(replicates,) Cohen's κ, observed and expected agreement."""
    weights = weights[:, pair.blocks]
    number, first, second = (weights @ sizes for sizes in (pair.whole, pair.first, pair.second))
    agreed = weights @ (pair.same + pair.whole - pair.first - pair.second + pair.both)
    left, right = ((table.T @ weights.T).T for table in (pair.first_by_category, pair.second_by_category))
    chance = (left * right).sum(axis=1) + (number - first) * (number - second)
    observed, expected = divided(agreed, number), divided(chance, number**2)
    return divided(observed - expected, np.where(1 - expected > 1e-12, 1 - expected, 0.0)), observed, expected


def _ratio(spans: Spans, each: object, reference: object, which: str) -> BlockKernel:
    """The mean over pairs of F, precision or recall; without a reference the last two are taken both ways."""
    place = place_of_reference(spans, reference)
    data = marked_items(spans, each)
    pairs = _pairs(data, place)

    def totals(weights: Floats) -> Components:
        sums = [[weights[:, pair.blocks] @ part for part in (pair.same, pair.first, pair.second)] for pair in pairs]
        same, first, second = (np.array(some) for some in zip(*sums, strict=True))
        values = divided(same, {"f1": (first + second) / 2, "precision": second, "recall": first}[which])
        if reference is None and which != "f1":
            values = np.concatenate((values, divided(same, first if which == "precision" else second)))
        return {"value": mean_of_defined(values), "same": same.sum(axis=0), "marked": (first + second).sum(axis=0) / 2}

    undefined = "in no pair of annotators was anything marked"
    return BlockKernel(totals, data.blocks, data.drawn, (), data.diagnostics, {}, undefined)
