"""Closeness of two annotators' units in a document: F of matched units, or how little their alignment disagrees."""

from __future__ import annotations

import numpy as np

from accord.admission.pair_closeness import PairwiseCloseness, asked_pairs, of_documents
from accord.admission.participants import Participants
from accord.alignment import align
from accord.annotations import Spans
from accord.measures.record import Undefined
from accord.measures.spans.kernels.pair_counts import MATCHES, SCHEMES, pair_counts
from accord.results import DataError, UsageError
from accord.results.arrays import Floats, Ints

SCORES = ("type", *(match for match in MATCHES if match != "type"), *SCHEMES, "alignment")


def span_closeness(data: Spans, who: Participants, score: str | None) -> PairwiseCloseness:
    """Two annotators without a unit agree, one alone without does not. The default asks for some overlap and the same
    category."""
    score = SCORES[0] if score is None else score
    if score not in SCORES:
        raise UsageError(f"score '{score}' is not for spans", f"use {', '.join(SCORES)}")
    pairs = asked_pairs(data)
    value = _aligned(data, *pairs) if score == "alignment" else _matched(data, score, *pairs)
    return of_documents(data, who, score, (*pairs, value))


def _matched(data: Spans, score: str, document: Ints, annotator: Ints, partner: Ints) -> Floats:
    """F of each comparison."""
    cards = np.zeros((data.n_documents, data.n_annotators))
    np.add.at(cards, (data.document, data.who), 1)
    units = cards[document, annotator] + cards[document, partner]
    try:
        counts = pair_counts(data, score, 1.0)
    except Undefined as refusal:
        raise DataError("ACC442", refusal.reason, hint="name other annotators or documents") from None
    row = np.full((data.n_annotators, data.n_annotators), -1, dtype=np.int64)
    for place, pair in enumerate(counts.pairs):
        row[pair.first, pair.second] = row[pair.second, pair.first] = place
    credit = np.asarray(counts.credit.todense())
    if data.n_documents == 1:
        credit = credit.sum(axis=1, keepdims=True)
    matched = credit[row[annotator, partner], document]
    return np.asarray(np.divide(2 * matched, units, out=np.ones(len(units)), where=units > 0))


def _aligned(data: Spans, document: Ints, person: Ints, partner: Ints) -> Floats:
    """1 − disorder / (2 Δ∅) of the best alignment of the two: 1 for the same units, 0 where none is aligned."""
    made = np.ones(len(document))
    for row, (where, left, right) in enumerate(zip(document.tolist(), person.tolist(), partner.tolist(), strict=True)):
        part = data.of_documents([where]).of_annotators([data.annotators[left], data.annotators[right]])
        if len(part):
            made[row] = 1 - align(part).value / 2
    return made
